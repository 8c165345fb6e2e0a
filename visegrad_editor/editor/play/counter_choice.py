"""Counters to put in or leave out, side by side in as many rows as the width needs."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Collection, Sequence
from tkinter import ttk

from ...model.ruleset import Ruleset
from ...model.scenario import Unit
from .. import theme
from ..counter_pictures import CounterPictures
from ..tooltips import Tooltip

_COUNTER_PX, _SMALL_PX = 44, 34
_MANY = 12
"""With more counters than this they are drawn small."""
_GAP_PX = 14


def per_row(wide: int, edge: int) -> int:
    """How many counters of an edge stand in a row so many pixels wide.

    >>> per_row(350, 44), per_row(1, 44)
    (6, 4)
    """
    return max(4, wide // (edge + _GAP_PX))


class CounterChoice(ttk.Frame):
    """`name` gives the note of a counter, `pick` is called with the key of one that is clicked."""

    def __init__(self, parent: tk.Misc, units: Sequence[Unit], picked: Collection[str], ruleset: Ruleset,
                 pictures: CounterPictures, name: Callable[[str], str], pick: Callable[[str], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", takefocus=False)
        self._edge = theme.px(_COUNTER_PX if len(units) <= _MANY else _SMALL_PX)
        self._ticks: list[tk.BooleanVar] = []
        self.boxes: dict[str, ttk.Checkbutton] = {}
        self._columns = 0
        for unit in units:
            chosen = tk.BooleanVar(self, unit.key in picked)
            box = ttk.Checkbutton(
                self, image=pictures.picture(unit, ruleset, self._edge), style="Tool.Toolbutton",
                variable=chosen, command=lambda k=unit.key: pick(k))  # type: ignore[misc]
            Tooltip(box, name(unit.key))
            self._ticks.append(chosen)  # Tk itself does not keep it
            self.boxes[unit.key] = box
        self.bind("<Configure>", lambda e: self._arrange(e.width))
        self._arrange(parent.winfo_width())

    def _arrange(self, wide: int) -> None:
        columns = per_row(wide, self._edge)
        if columns != self._columns:
            self._columns = columns
            for i, box in enumerate(self.boxes.values()):
                box.grid(row=i // columns, column=i % columns, padx=1, pady=1, sticky="w")
