"""The mouse over a table: it chooses, edits, scrolls, and drags the edges of columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import theme
from ..modifiers import SHIFT
from ..tooltips import Tooltip
from .model import Cell

if TYPE_CHECKING:
    from .table import GridTable

_TICK, _PATCH = 24, 42
"""How far from a cell's left edge its tick or its patch of colour reaches, in pixels at 100 %."""


class GridMouse:
    """Binds the mouse on the canvas of a table."""

    def __init__(self, table: GridTable) -> None:
        self._t = table
        self._note = Tooltip(table.canvas, "")
        self._dragged: int | None = None
        bind = table.canvas.bind
        bind("<ButtonPress-1>", self._press)
        bind("<B1-Motion>", self._drag)
        bind("<ButtonRelease-1>", lambda _e: self._let_go())
        bind("<Double-ButtonPress-1>", self._double)
        bind("<ButtonPress-3>", self._right)
        bind("<Motion>", self._point)
        for button, by in (("<Button-4>", -1), ("<Button-5>", 1)):
            bind(button, lambda e, b=by: self._wheel(b, e))  # type: ignore[misc]
        bind("<MouseWheel>", lambda e: self._wheel(-1 if e.delta > 0 else 1, e))

    def _wheel(self, by: int, event: Any) -> str:
        places = self._t.places
        step = by * 2 * places.high
        if event.state & SHIFT:
            self._t.scroll(places.left + step, places.top)
        else:
            self._t.scroll(places.left, places.top + step)
        return "break"

    def _press(self, event: Any) -> None:
        self._dragged = self._t.places.edge_at(event.x, event.y)
        if self._dragged is not None:
            return
        self._t.canvas.focus_set()
        if not self._t.commit():
            return
        cell = self._t.places.cell_at(event.x, event.y)
        if cell is None:
            row = self._t.places.row_at(event.y)
            if row is not None:
                self._t.go(Cell(row, self._t.cursor.column))
            return
        self._t.said("")
        self._t.go(cell)
        x = event.x - self._t.places.x(cell.column)
        if self._t.model.kind(cell) == "flag" and x < theme.px(_TICK):
            self._t.pick()

    def _double(self, event: Any) -> None:
        cell = self._t.places.cell_at(event.x, event.y)
        if cell is None or self._dragged is not None:
            return
        self._t.go(cell)
        on_patch = event.x - self._t.places.x(cell.column) < theme.px(_PATCH)
        if self._t.model.kind(cell) == "colour" and on_patch:
            self._t.pick()
        elif self._t.model.kind(cell) != "flag":
            self._t.begin(open_list=True)

    def _drag(self, event: Any) -> None:
        """The edge of a column is dragged."""
        if self._dragged is not None:
            self._t.widen(self._dragged, event.x - self._t.places.x(self._dragged))

    def _let_go(self) -> None:
        self._dragged = None

    def _right(self, event: Any) -> None:
        self._t.canvas.focus_set()
        self._t.commit()
        cell = self._t.places.cell_at(event.x, event.y)
        if cell is not None:
            self._t.go(cell)
        if self._t.menu is not None:
            self._t.menu(event.x_root, event.y_root)

    def _point(self, event: Any) -> None:
        """A note on what is wrong with a row, or what a column is."""
        edge = self._t.places.edge_at(event.x, event.y)
        self._t.canvas.configure(cursor="sb_h_double_arrow" if edge is not None else "")
        row, column = self._t.places.row_at(event.y), self._t.places.column_at(event.x)
        text = ""
        if row is not None and event.x < self._t.places.mark:
            mark = self._t.model.mark(row)
            text = mark.text if mark else ""
        elif event.y < self._t.places.head and column is not None:
            text = self._t.model.columns[column].help
        elif row is not None and column is not None:
            text = self._cut(Cell(row, column))
        self._note.follow(event, text)

    def _cut(self, cell: Cell) -> str:
        """The text of a cell that has no room for it."""
        text = self._t.model.text(cell)
        return text if self._t.painter.width(text) > self._t.places.widths[cell.column] - theme.px(12) else ""
