"""Where the cells of a table are on the screen, and which one is at a place. No Tk here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from .model import Cell


@dataclass(frozen=True)
class Places:
    """All in pixels. `left` and `top` say how far the table is scrolled; `mark` is the width of the
    column of marks, `frozen` the number of columns that stay in sight beside it."""

    widths: Sequence[int]
    rows: int
    high: int
    head: int
    mark: int
    frozen: int
    view: tuple[int, int]
    left: int = 0
    top: int = 0

    @property
    def fixed(self) -> int:
        """Where the columns begin that scroll."""
        return self.mark + sum(self.widths[: self.frozen])

    @property
    def size(self) -> tuple[int, int]:
        """The size of the whole table."""
        return self.mark + sum(self.widths), self.head + self.rows * self.high

    @property
    def page(self) -> int:
        """How many whole rows are in sight."""
        return max(1, (self.view[1] - self.head) // self.high)

    def x(self, column: int) -> int:
        """The left edge of a column."""
        return self.mark + sum(self.widths[:column]) - (0 if column < self.frozen else self.left)

    def y(self, row: int) -> int:
        """The upper edge of a row."""
        return self.head + row * self.high - self.top

    def box(self, cell: Cell) -> tuple[int, int, int, int]:
        """Left, top, width and height of a cell, whether it is in sight or not."""
        return self.x(cell.column), self.y(cell.row), self.widths[cell.column], self.high

    def visible_rows(self) -> range:
        """The rows in sight, whole or in part."""
        first = self.top // self.high
        return range(first, min(self.rows, first + self.view[1] // self.high + 2))

    def visible_columns(self) -> Iterator[int]:
        """The columns in sight: those that scroll first, for the others are drawn over them."""
        for c in range(self.frozen, len(self.widths)):
            x = self.x(c)
            if x < self.view[0] and x + self.widths[c] > self.fixed:
                yield c
        yield from range(self.frozen)

    def row_at(self, y: int) -> int | None:
        """The row at a height; None above or below all of them."""
        row: int = (y - self.head + self.top) // self.high
        return row if y >= self.head and 0 <= row < self.rows else None

    def column_at(self, x: int) -> int | None:
        """The column at a place; None beside all of them, and over the marks."""
        for c in [*range(self.frozen), *range(self.frozen, len(self.widths))]:
            left = self.x(c)
            if left <= x < left + self.widths[c] and (c < self.frozen or x >= self.fixed):
                return int(c)
        return None

    def cell_at(self, x: int, y: int) -> Cell | None:
        """The cell at a place."""
        row, column = self.row_at(y), self.column_at(x)
        return None if row is None or column is None else Cell(row, column)

    def edge_at(self, x: int, y: int, near: int = 4) -> int | None:
        """The column whose right edge is at a place of the head, to be dragged."""
        if y >= self.head:
            return None
        edges = ((c, self.x(c) + self.widths[c]) for c in range(len(self.widths)))
        return next((c for c, edge in edges if abs(edge - x) <= near and edge >= self.fixed - near), None)

    def scrolled(self, left: int, top: int) -> Places:
        """Scrolled to there, as far as there is something to see."""
        most_left = max(0, self.size[0] - self.view[0])
        most_top = max(0, self.size[1] - self.view[1])
        return replace(self, left=min(max(left, 0), most_left), top=min(max(top, 0), most_top))

    def showing(self, cell: Cell) -> Places:
        """Scrolled no further than needed to see a cell."""
        left, top = self.left, self.top
        x, y, wide, high = self.box(cell)
        if cell.column >= self.frozen:
            if x < self.fixed:
                left -= self.fixed - x
            elif x + wide > self.view[0]:
                left += min(x + wide - self.view[0], x - self.fixed)
        if y < self.head:
            top -= self.head - y
        elif y + high > self.view[1]:
            top += y + high - self.view[1]
        return self.scrolled(left, top)
