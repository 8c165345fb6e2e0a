"""Choosing what of the selected hexes is taken: ground, rivers, roads, names, counters ..."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Collection
from tkinter import ttk

from ..model.region import PARTS, USUAL_PARTS


def parts_in_words(parts: Collection[str]) -> str:
    """
    >>> parts_in_words(USUAL_PARTS), parts_in_words({"roads"}), parts_in_words(set(PARTS))
    ('The map', 'Roads', 'Everything')
    """
    chosen = [words for part, words in PARTS.items() if part in parts]
    if set(parts) == set(PARTS):
        return "Everything"
    if set(parts) == USUAL_PARTS:
        return "The map"
    return chosen[0] if len(chosen) == 1 else f"{len(chosen)} parts" if chosen else "Nothing"


class PartChoice(ttk.Menubutton):
    """A button that says what is taken, and its menu of parts to tick. `changed` is called after a choice."""

    def __init__(self, parent: tk.Misc, parts: Collection[str], changed: Callable[[], None]) -> None:
        super().__init__(parent, width=14)
        self._changed = changed
        self._ticks = {part: tk.BooleanVar(self, part in parts) for part in PARTS}
        menu = tk.Menu(self, tearoff=False)
        for part, words in PARTS.items():
            menu.add_checkbutton(label=words, variable=self._ticks[part], command=self._tell)
        menu.add_separator()
        menu.add_command(label="The map, without areas and counters",
                         command=lambda: self.choose(USUAL_PARTS))
        menu.add_command(label="Everything", command=lambda: self.choose(frozenset(PARTS)))
        self.configure(menu=menu)
        self._tell_name()

    @property
    def chosen(self) -> frozenset[str]:
        """The parts that are ticked."""
        return frozenset(part for part, tick in self._ticks.items() if tick.get())

    def choose(self, parts: Collection[str]) -> None:
        """Tick exactly these."""
        for part, tick in self._ticks.items():
            tick.set(part in parts)
        self._tell()

    def _tell(self) -> None:
        self._tell_name()
        self._changed()

    def _tell_name(self) -> None:
        self.configure(text=parts_in_words(self.chosen))
