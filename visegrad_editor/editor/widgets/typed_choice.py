"""Letters typed on a closed drop-down list choose the entry that begins with them, in all dialogs."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

_PAUSE_MS = 1000
"""After this many milliseconds the next letter begins another word."""


def entry_beginning_with(names: Sequence[str], letters: str, now: int) -> int | None:
    """The index of the entry that begins with the letters; None if there is none. One letter, also repeated,
    goes from the present entry, with index `now`, to the next one.

    >>> names = ("Blue", "Red", "Rumania", "white")
    >>> [entry_beginning_with(names, x, 1) for x in ("r", "rr", "RE", "Wh", "x", "")]
    [2, 2, 1, 3, None, None]
    """
    wanted = letters.casefold()
    if not wanted:
        return None
    places = list(range(len(names)))
    if len(set(wanted)) == 1:
        wanted = wanted[0]
        places = places[now + 1:] + places[:now + 1]
    return next((i for i in places if names[i].casefold().startswith(wanted)), None)


class TypedChoice:
    """The letters typed in a dialog on a drop-down list that takes no text of its own."""

    def __init__(self, dialog: tk.Misc) -> None:
        self._box: object = None
        self._letters, self._last_ms = "", 0
        dialog.bind("<Key>", self._type, add=True)

    def _type(self, event: tk.Event[tk.Misc]) -> None:
        box = event.widget
        if not isinstance(box, ttk.Combobox) or str(box.cget("state")) != "readonly":
            return
        if not event.char or not event.char.isprintable():
            return
        if box is not self._box or event.time - self._last_ms > _PAUSE_MS:
            self._letters = ""
        self._box, self._last_ms = box, event.time
        self._letters += event.char
        now = box.current()
        found = entry_beginning_with(box.cget("values"), self._letters, now)
        if found is not None and found != now:
            box.current(found)
            box.event_generate("<<ComboboxSelected>>")
