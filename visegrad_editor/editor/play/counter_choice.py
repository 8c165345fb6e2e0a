"""Counters to put in or leave out, side by side in as many rows as the width needs."""

from __future__ import annotations

import time
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


class DoubleClick:
    """Tells the second of two quick clicks on one counter, whose picture is made anew after the first."""

    WITHIN_S = 0.45

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last: tuple[str, float] = ("", 0.0)

    def twice(self, key: str) -> bool:
        """A counter is clicked: whether it was a moment ago, too.

        >>> clicks = DoubleClick(iter([1.0, 1.2, 1.3, 5.0]).__next__)
        >>> [clicks.twice(key) for key in "aaab"]
        [False, True, False, False]
        """
        now, (last, at) = self._clock(), self._last
        second = key == last and now - at <= self.WITHIN_S
        self._last = ("", 0.0) if second else (key, now)
        return second


class CounterChoice(ttk.Frame):
    """`name` gives the note of a counter, `pick` is called with the key of one that is clicked, `confirm`
    when Return is pressed on one."""

    def __init__(self, parent: tk.Misc, units: Sequence[Unit], picked: Collection[str], ruleset: Ruleset,
                 pictures: CounterPictures, name: Callable[[str], str], pick: Callable[[str], None],
                 confirm: Callable[[], None]) -> None:
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
            for sequence in ("<Return>", "<KP_Enter>"):
                box.bind(sequence, lambda _e: confirm())
            Tooltip(box, name(unit.key))
            self._ticks.append(chosen)  # Tk itself does not keep it
            self.boxes[unit.key] = box
        self.bind("<Configure>", lambda e: self._arrange(e.width))
        self._arrange(parent.winfo_width())

    def key_of(self, widget: str) -> str:
        """The unit whose counter a widget is, by its path name; "" where it is none."""
        return next((k for k, box in self.boxes.items() if str(box) == widget), "")

    def _arrange(self, wide: int) -> None:
        columns = per_row(wide, self._edge)
        if columns != self._columns:
            self._columns = columns
            for i, box in enumerate(self.boxes.values()):
                box.grid(row=i // columns, column=i % columns, padx=1, pady=1, sticky="w")
