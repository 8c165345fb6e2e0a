"""Hex numbers: how the hexes of a map are named in print."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from .coords import Hex

Order = Literal["row-first", "column-first"]
Direction = Literal["down", "up", "right", "left"]


@dataclass(frozen=True)
class Axis:
    """One half of a hex number: where it starts, which way it grows, how many digits it has."""

    start: int
    direction: Direction
    digits: int = 2


@dataclass(frozen=True)
class Numbering:
    """Turns grid places into hex numbers and back.

    `row.direction` is `down` or `up`, `column.direction` is `right` or `left`.
    """

    order: Order
    row: Axis
    column: Axis
    separator: str = ""

    def text(self, hex: Hex, columns: int, rows: int) -> str:
        """The hex number of a place in a grid of this size.

        >>> n = Numbering("row-first", Axis(6, "down"), Axis(1, "left"))
        >>> n.text(Hex(0, 0), 26, 30)
        '0626'
        """
        row, col = self._row_text(hex.row, rows), self._column_text(hex.col, columns)
        first, second = (row, col) if self.order == "row-first" else (col, row)
        return f"{first}{self.separator}{second}"

    def halves(self, columns: int, rows: int) -> tuple[list[str], list[str]]:
        """The halves of all hex numbers of a grid of this size: those of its rows and of its columns.

        >>> Numbering("row-first", Axis(6, "down"), Axis(1, "left")).halves(3, 2)
        (['06', '07'], ['03', '02', '01'])
        """
        return ([self._row_text(r, rows) for r in range(rows)],
                [self._column_text(c, columns) for c in range(columns)])

    def _row_text(self, row: int, rows: int) -> str:
        number = row if self.row.direction == "down" else rows - 1 - row
        return str(number + self.row.start).zfill(self.row.digits)

    def _column_text(self, col: int, columns: int) -> str:
        number = col if self.column.direction == "right" else columns - 1 - col
        return str(number + self.column.start).zfill(self.column.digits)

    def misfit(self, columns: int, rows: int) -> Literal["", "row", "column"]:
        """The half that cannot number a grid of this size, or "".

        Numbers do not go below 0. The second half has a fixed width; if it were wider, two hexes could share
        a number.

        >>> Numbering("row-first", Axis(1, "down"), Axis(1, "right")).misfit(100, 120)
        'column'
        """
        if self.row.start < 0:
            return "row"
        if self.column.start < 0:
            return "column"
        if self.order == "row-first":
            last, axis = self.column.start + columns - 1, self.column
            return "column" if len(str(last)) > axis.digits else ""
        last, axis = self.row.start + rows - 1, self.row
        return "row" if len(str(last)) > axis.digits else ""

    def place(self, text: str, columns: int, rows: int) -> Hex | None:
        """The place named by a hex number, or None if the text is not a hex number.

        The place may lie outside the grid; see `HexGrid.parse` for one that cannot.
        """
        axes = (self.row, self.column) if self.order == "row-first" else (self.column, self.row)
        pattern = rf"(\d{{{axes[0].digits},}}){re.escape(self.separator)}(\d{{{axes[1].digits}}})"
        match = re.fullmatch(pattern, text, re.ASCII)
        if match is None:
            return None
        first, second = int(match[1]), int(match[2])
        row, col = (first, second) if self.order == "row-first" else (second, first)
        r, c = row - self.row.start, col - self.column.start
        if self.row.direction == "up":
            r = rows - 1 - r
        if self.column.direction == "left":
            c = columns - 1 - c
        return Hex(c, r)
