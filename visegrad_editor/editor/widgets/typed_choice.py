"""Letters typed on a drop-down list, closed or open, choose the entry that begins with them."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk
from typing import Any

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
    """The letters typed on the drop-down lists of a program: on a closed list that takes no text of its own,
    and on every open one, where Return then takes the marked entry."""

    def __init__(self, root: tk.Misc) -> None:
        self._list = ""
        self._letters, self._last_ms = "", 0
        root.bind_class("TCombobox", "<Key>", self._type_on_closed, add=True)
        root.bind_class("ComboboxListbox", "<Key>", lambda e: self._type_on_open(root, e), add=True)

    def _letters_of(self, event: Any, path: str) -> str:
        """The letters typed so far on this list; "" for a key that is no letter."""
        if not event.char or not event.char.isprintable():
            return ""
        if path != self._list or event.time - self._last_ms > _PAUSE_MS:
            self._letters = ""
        self._list, self._last_ms = path, event.time
        self._letters += event.char
        return self._letters

    def _type_on_closed(self, event: tk.Event[tk.Misc]) -> None:
        box = event.widget
        if not isinstance(box, ttk.Combobox) or str(box.cget("state")) != "readonly":
            return
        now = box.current()
        found = entry_beginning_with(box.cget("values"), self._letters_of(event, str(box)), now)
        if found is not None and found != now:
            box.current(found)
            box.event_generate("<<ComboboxSelected>>")

    def _type_on_open(self, root: tk.Misc, event: tk.Event[tk.Misc]) -> None:
        # Tk makes these lists itself, so that tkinter knows only their names.
        path, tk_ = str(event.widget), root.tk
        names = [str(name) for name in tk_.splitlist(tk_.call(path, "get", 0, "end"))]
        now = int(tk_.call(path, "index", "active"))
        found = entry_beginning_with(names, self._letters_of(event, path), now)
        if found is not None:
            for command in (("selection", "clear", 0, "end"), ("selection", "set", found),
                            ("activate", found), ("see", found)):
                tk_.call(path, *command)
