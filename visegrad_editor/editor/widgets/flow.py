"""A row of widgets that wraps into more rows when it is too narrow."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from ...lazy_dataclass import dataclass


@dataclass
class _Item:
    """A widget in the flow, with the pixels before it; `tall` ones are as high as their row."""

    widget: tk.Widget
    before: int
    stretch: bool
    tall: bool
    shown: bool = True


def split_into_rows(widths: Sequence[int], room: int) -> list[list[int]]:
    """The indices of the widgets in each row, given their widths and the width of the rows in pixels.

    >>> split_into_rows([50, 60, 50], 120), split_into_rows([300], 120), split_into_rows([], 120)
    ([[0, 1], [2]], [[0]], [])
    """
    rows: list[list[int]] = []
    used = 0
    for i, width in enumerate(widths):
        if not rows or used + width > room:
            rows.append([])
            used = 0
        rows[-1].append(i)
        used += width
    return rows


def _width(items: Sequence[_Item]) -> int:
    """The width in pixels of all items in one row."""
    return sum((i.before if n else 0) + i.widget.winfo_reqwidth() for n, i in enumerate(items))


class Flow(ttk.Frame):
    """A frame whose child widgets are added with `add`. Its height follows from its rows; its width is set by
    its parent. `margin` is the space around the rows, in pixels across and down; `gap` the space between
    rows."""

    def __init__(self, parent: tk.Misc, style: str = "Panel.TFrame", margin: tuple[int, int] = (0, 0),
                 gap: int = 0) -> None:
        super().__init__(parent, style=style, width=1, height=1)
        self._items: list[_Item] = []
        self._margin, self._gap = margin, gap
        self.bind("<Configure>", lambda _e: self.flow())

    def add(self, widget: tk.Widget, before: int = 0, stretch: bool = False, tall: bool = False) -> None:
        """Add a widget, `before` pixels from the one to its left. One with `stretch` takes the remaining
        width of its row; a `tall` one is as high as the row, and is left out if there is more than one
        row."""
        self._items.append(_Item(widget, before, stretch, tall))
        self.flow()

    def show(self, widget: tk.Widget, on: bool) -> None:
        """Show or hide a widget that was added."""
        for item in self._items:
            if item.widget is widget and item.shown != on:
                item.shown = on
                self.flow()

    def flow(self) -> None:
        """Place all widgets."""
        items = [i for i in self._items if i.shown]
        for item in self._items:
            if not item.shown:
                item.widget.place_forget()
        known, (left, top) = self.winfo_width() > 1, self._margin
        room = self.winfo_width() - 2 * left if known else 1_000_000
        if _width(items) > room:
            # Leave out the lines between groups first.
            for item in (i for i in items if i.tall):
                item.widget.place_forget()
            items = [i for i in items if not i.tall]
        height = max((i.widget.winfo_reqheight() for i in items), default=0)
        rows = split_into_rows([i.before + i.widget.winfo_reqwidth() for i in items], room)
        for n, row in enumerate(rows if known else ()):
            self._lay([items[i] for i in row], room, top + n * (height + self._gap), height)
        wanted = height * max(1, len(rows)) + self._gap * max(0, len(rows) - 1) + 2 * top
        if int(str(self.cget("height"))) != wanted:
            self.configure(height=wanted)

    def _lay(self, row: Sequence[_Item], room: int, y: int, height: int) -> None:
        # The first widget of a row needs no gap.
        gaps = [0 if i == 0 else item.before for i, item in enumerate(row)]
        spare = room - sum(gaps) - sum(i.widget.winfo_reqwidth() for i in row)
        greedy = sum(i.stretch for i in row)
        x = self._margin[0]
        for gap, item in zip(gaps, row, strict=True):
            width = item.widget.winfo_reqwidth() + (max(0, spare) // greedy if item.stretch else 0)
            tall = height if item.tall else item.widget.winfo_reqheight()
            item.widget.place(x=x + gap, y=y + (height - tall) // 2, width=min(width, room), height=tall)
            x += gap + width
