"""Selection of rows in lists: by the program, and of several rows by the user."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk
from typing import Any

from ..platforms import held_keys
from ..window import theme
from .keyboard import CONTROL, SHIFT


class TreeSelection:
    """Selects rows of a list. While it is `quiet`, selection events are not the user's choice and must be
    ignored."""

    def __init__(self, tree: ttk.Treeview) -> None:
        self._tree = tree
        self.quiet = False
        self._waiting = ""
        tree.bind("<Destroy>", lambda _e: self._cancel(), add=True)

    def select(self, rows: Sequence[str]) -> None:
        """Select exactly these rows and scroll to the first."""
        if set(rows) != set(self._tree.selection()):
            self.quiet = True
            self._tree.selection_set(list(rows))
            if rows:
                self._tree.see(rows[0])
            self.listen_soon()

    def listen_soon(self) -> None:
        """End the quiet time after the pending selection events."""
        if not self._waiting:
            self._waiting = self._tree.after_idle(self._listen)

    def _listen(self) -> None:
        self.quiet, self._waiting = False, ""

    def _cancel(self) -> None:
        if self._waiting:
            self._tree.after_cancel(self._waiting)
            self._waiting = ""


_DRAG_PX = 8
"""Pixels that the pointer must move to begin a drag."""
_ROW_PX = 22
"""Pixels at 100 % of a row, about."""


class RangeKeys:
    """Selects ranges of rows of a list with Shift and the arrow keys, Page Up, Page Down, Home or End, and
    all with Ctrl+A. `is_row` tells which rows belong to ranges; headings of groups may not."""

    def __init__(self, tree: ttk.Treeview, is_row: Callable[[str], bool] = lambda _row: True) -> None:
        self._tree, self._is_row = tree, is_row
        self._anchor = self._end = ""
        tree.range_keys = self  # type: ignore[attr-defined]

    def press(self, key: str) -> str:
        """Do what Shift and this key, or Ctrl and `a`, do."""
        rows = self._rows()
        if key == "a":
            self._tree.selection_set(rows)
            return "break"
        if key in ("Home", "End"):
            return self._extend(rows[0 if key == "Home" else -1:][:1])
        page = max(1, self._tree.winfo_height() // theme.px(_ROW_PX) - 2)
        return self._step({"Up": -1, "Down": 1, "Prior": -page, "Next": page}[key])

    def _rows(self) -> list[str]:
        """The rows of ranges that are not in closed branches, from top to bottom."""
        return [row for row in self._shown() if self._is_row(row)]

    def _shown(self, parent: str = "") -> list[str]:
        rows: list[str] = []
        for row in self._tree.get_children(parent):
            rows.append(row)
            if self._tree.item(row, "open"):
                rows += self._shown(row)
        return rows

    def _nearest(self, to: str) -> str:
        """The row of ranges nearest to the beginning of the range on the way to another row."""
        shown = self._shown()
        if self._anchor not in shown:
            return to
        at, end = shown.index(self._anchor), shown.index(to)
        way = shown[at:end + 1] if at <= end else shown[end:at + 1][::-1]
        return next(row for row in way if self._is_row(row))

    def _step(self, by: int) -> str:
        rows = self._rows()
        self._begin()
        if self._end in rows:
            at = rows.index(self._end) + by
            return self._extend(rows[max(0, min(at, len(rows) - 1))])
        return self._extend(rows[:1])

    def _begin(self) -> None:
        """Begin a range at the focused row unless there is one."""
        focus, selected = self._tree.focus(), self._tree.selection()
        if self._end != focus or self._anchor not in selected:
            self._anchor = self._end = focus if focus in selected else next(iter(selected), focus)

    def _extend(self, to: str | Sequence[str]) -> str:
        """Select exactly the rows from the beginning of the range to this one."""
        row = to if isinstance(to, str) else next(iter(to), "")
        rows = self._rows()
        self._begin()
        if row not in rows:
            return "break"
        first = rows.index(self._nearest(row))
        self._anchor, self._end = rows[first], row
        low, high = sorted((first, rows.index(row)))
        self._tree.selection_set(rows[low:high + 1])
        self._tree.focus(row)
        self._tree.focus_set()
        self._tree.see(row)
        return "break"


class RangeSelection(RangeKeys):
    """Lets the user select ranges of rows with the mouse, too: with Shift and a click. Pressing the button on
    one of several selected rows keeps them selected, so that all can be dragged or edited. Ctrl+click is Tk's
    own."""

    def __init__(self, tree: ttk.Treeview, is_row: Callable[[str], bool] = lambda _row: True) -> None:
        super().__init__(tree, is_row)
        self._held: tuple[str, int, int] | None = None
        self._before: tuple[str, ...] = ()
        tree.bind("<ButtonPress-1>", self._press, add=True)
        tree.bind("<ButtonRelease-1>", self._release, add=True)
        tree.bind("<Shift-ButtonPress-1>", lambda e: self._extend(tree.identify_row(e.y)), add=True)

    def rows_for(self, row: str) -> tuple[str, ...]:
        """The rows that a double-click on a row concerns: all rows that were selected with it, or else it."""
        selected = self._tree.selection()
        return self._before if row in self._before else selected if row in selected else (row,)

    def _press(self, event: Any) -> str | None:
        tree = self._tree
        row, held, self._held = tree.identify_row(event.y), held_keys(event.state) & (SHIFT | CONTROL), None
        self._before = () if held else tree.selection()
        if held or len(self._before) < 2 or row not in self._before or "indicator" in tree.identify_element(
                event.x, event.y):
            return None
        self._held = row, event.x, event.y
        tree.focus(row)
        tree.focus_set()
        return "break"

    def _release(self, event: Any) -> None:
        """Select a row alone after a click, without a drag, on one of several selected rows."""
        held, self._held = self._held, None
        if held is not None and abs(event.x - held[1]) + abs(event.y - held[2]) <= _DRAG_PX:
            self._tree.selection_set(held[0])


_RANGE_KEYS = ("Up", "Down", "Home", "End", "Prior", "Next")


def mark_by_keys(root: tk.Misc, say: Callable[[str], None]) -> None:
    """Let Shift and the arrow keys mark rows in every list in which several can be selected, and Ctrl+A
    all; where one is selected at a time, `say` it."""
    for key in _RANGE_KEYS:
        root.bind_class(
            "Treeview", f"<Shift-{key}>", lambda e, k=key: _press(e.widget, k, say))  # type: ignore[misc]
    for sequence in ("<Control-a>", "<Control-A>"):
        root.bind_class("Treeview", sequence, lambda e: _press(e.widget, "a", say))


def _press(tree: tk.Misc, key: str, say: Callable[[str], None]) -> str | None:
    assert isinstance(tree, ttk.Treeview)
    if str(tree.cget("selectmode")) == "extended":
        keys = getattr(tree, "range_keys", None) or RangeKeys(tree)
        return keys.press(key)
    if key != "a":
        # Shift changes nothing about where the key goes.
        tree.event_generate(f"<{key}>")
    tree.bell()
    say("One row at a time can be selected in this list.")
    return "break"
