"""Marked rows of a list: those the program marks, and how the user marks several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from tkinter import ttk
from typing import Any


class MarkedRows:
    """Marks rows of a list. While it is `quiet`, what the list tells of its selection is no choice."""

    def __init__(self, tree: ttk.Treeview) -> None:
        self._tree = tree
        self.quiet = False
        self._waiting = ""
        tree.bind("<Destroy>", lambda _e: self._wait_no_more(), add=True)

    def mark(self, rows: Sequence[str]) -> None:
        """Mark these rows and no others, and bring the first into sight."""
        if set(rows) != set(self._tree.selection()):
            self.quiet = True
            self._tree.selection_set(list(rows))
            if rows:
                self._tree.see(rows[0])
            self.listen_soon()

    def listen_soon(self) -> None:
        """Listen again when the list has told what was changed by now."""
        if not self._waiting:
            self._waiting = self._tree.after_idle(self._listen)

    def _listen(self) -> None:
        self.quiet, self._waiting = False, ""

    def _wait_no_more(self) -> None:
        if self._waiting:
            self._tree.after_cancel(self._waiting)
            self._waiting = ""


_DRAG_PX = 8
"""How far the pointer moves before a press is a drag."""
_SHIFT, _CONTROL = 0x1, 0x4


class SeveralRows:
    """Lets several rows of a list be marked: Shift with the arrow keys, Home, End or a click takes all
    between, and a press on one of several leaves them marked, so that all of them can be dragged or edited.
    Ctrl+click is Tk's own. `is_row` says which rows count: headings of groups are not among those between."""

    def __init__(self, tree: ttk.Treeview, is_row: Callable[[str], bool] = lambda _row: True) -> None:
        self._tree, self._is_row = tree, is_row
        self._anchor = self._end = ""
        self._held: tuple[str, int, int] | None = None
        self._before: tuple[str, ...] = ()
        tree.bind("<ButtonPress-1>", self._press, add=True)
        tree.bind("<ButtonRelease-1>", self._release, add=True)
        tree.bind("<Shift-ButtonPress-1>", lambda e: self._extend(tree.identify_row(e.y)))
        for key, by in (("Up", -1), ("Down", 1)):
            tree.bind(f"<Shift-{key}>", lambda _e, by=by: self._step(by))  # type: ignore[misc]
        for key, at in (("Home", 0), ("End", -1)):
            tree.bind(f"<Shift-{key}>", lambda _e, at=at: self._extend(self._rows()[at:][:1]))  # type: ignore[misc]

    def meant_by(self, row: str) -> tuple[str, ...]:
        """What a double click on a row is about: all rows that were marked with it before, else that row."""
        marked = self._tree.selection()
        return self._before if row in self._before else marked if row in marked else (row,)

    def _rows(self, parent: str = "") -> list[str]:
        """The rows that can be scrolled to, from top to bottom."""
        found: list[str] = []
        for row in self._tree.get_children(parent):
            found += [row] if self._is_row(row) else []
            if self._tree.item(row, "open"):
                found += self._rows(row)
        return found

    def _step(self, by: int) -> str:
        rows = self._rows()
        self._begin()
        if self._end in rows:
            at = rows.index(self._end) + by
            return self._extend(rows[max(0, min(at, len(rows) - 1))])
        return self._extend(rows[:1])

    def _begin(self) -> None:
        """Without a row from which rows are being marked, it is the one that has the focus of the list."""
        focus, marked = self._tree.focus(), self._tree.selection()
        if self._end != focus or self._anchor not in marked:
            self._anchor = self._end = focus if focus in marked else next(iter(marked), focus)

    def _extend(self, to: str | Sequence[str]) -> str:
        """Mark all rows from the one where it began to this one, and no others."""
        row = to if isinstance(to, str) else next(iter(to), "")
        rows = self._rows()
        self._begin()
        if row not in rows:
            return "break"
        first = rows.index(self._anchor) if self._anchor in rows else rows.index(row)
        self._anchor, self._end = rows[first], row
        low, high = sorted((first, rows.index(row)))
        self._tree.selection_set(rows[low:high + 1])
        self._tree.focus(row)
        self._tree.focus_set()
        self._tree.see(row)
        return "break"

    def _press(self, event: Any) -> str | None:
        tree = self._tree
        row, held, self._held = tree.identify_row(event.y), event.state & (_SHIFT | _CONTROL), None
        self._before = () if held else tree.selection()
        if held or len(self._before) < 2 or row not in self._before or "indicator" in tree.identify_element(
                event.x, event.y):
            return None
        self._held = row, event.x, event.y
        tree.focus(row)
        tree.focus_set()
        return "break"

    def _release(self, event: Any) -> None:
        """A click on one of several marks it alone, now that it has not become a drag."""
        held, self._held = self._held, None
        if held is not None and abs(event.x - held[1]) + abs(event.y - held[2]) <= _DRAG_PX:
            self._tree.selection_set(held[0])
