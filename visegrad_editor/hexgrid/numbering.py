"""Hex numbers: how the hexes of a map are named in print."""

from __future__ import annotations

import re
from typing import Literal

from ..lazy_dataclass import dataclass
from .coords import Hex

Order = Literal["row-first", "column-first"]
Direction = Literal["down", "up", "right", "left"]

MOST_LETTERS = 4
"""The most letters of a half: A to Z, AA to ZZ, up to AAAA to ZZZZ."""
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LAST_LETTERS = MOST_LETTERS * len(_ALPHABET)
"""The number that `ZZZZ` stands for."""
_MOST_ZEROS = 12
"""The most digits of a half that are read, with zeros that the map does not print."""


@dataclass(frozen=True)
class Axis:
    """One half of a hex number: where it starts, which way it grows, how many digits it has.

    With 0 digits it is written without zeros in front. With letters it has no digits: 1 is A, 26 Z, 27 AA,
    28 BB, up to ZZZZ.
    """

    start: int
    direction: Direction
    digits: int = 2
    letters: bool = False

    def __post_init__(self) -> None:
        if self.letters:  # so that axes that number alike are equal
            object.__setattr__(self, "digits", 0)

    def text(self, number: int) -> str:
        """A number as this half of a hex number.

        >>> Axis(1, "right", letters=True).text(33), Axis(1, "down", 0).text(7), Axis(1, "down").text(7)
        ('GG', '7', '07')
        """
        if not self.letters:
            return str(number).zfill(self.digits)
        again, letter = divmod(number - 1, len(_ALPHABET))
        return _ALPHABET[letter] * (again + 1)

    def read(self, text: str) -> int | None:
        """The number that this half of a hex number is, or None; small letters are read, and zeros in front
        where the map prints none.

        >>> Axis(1, "right", letters=True).read("gg"), Axis(1, "down", 0).read("07")
        (33, 7)
        """
        if self.letters:
            known = text.isascii() and 0 < len(text) <= MOST_LETTERS and len(set(text.upper())) == 1
            letter = _ALPHABET.find(text[0].upper()) if known else -1
            return letter + 1 + len(_ALPHABET) * (len(text) - 1) if letter >= 0 else None
        if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_ZEROS):
            return None
        number = int(text)
        return number if not self.digits or text == self.text(number) else None

    def misfits(self, count: int) -> bool:
        """Whether so many lines would have numbers below the lowest or beyond the last letters."""
        lowest = 1 if self.letters else 0
        return self.start < lowest or (self.letters and self.start + count - 1 > LAST_LETTERS)


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
        >>> n = Numbering("column-first", Axis(0, "down", 0), Axis(1, "right", letters=True))
        >>> n.text(Hex(20, 3), 26, 9)
        'U3'
        """
        return self.joined(self._row_text(hex.row, rows), self._column_text(hex.col, columns))

    def joined(self, row: str, column: str) -> str:
        """The hex number with these halves.

        >>> Numbering("column-first", Axis(1, "down"), Axis(1, "right"), ".").joined("03", "12")
        '12.03'
        """
        first, second = (row, column) if self.order == "row-first" else (column, row)
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
        return self.row.text(number + self.row.start)

    def _column_text(self, col: int, columns: int) -> str:
        number = col if self.column.direction == "right" else columns - 1 - col
        return self.column.text(number + self.column.start)

    @property
    def axes(self) -> tuple[Axis, Axis]:
        """The half that comes first and the other."""
        return (self.row, self.column) if self.order == "row-first" else (self.column, self.row)

    @property
    def is_plain(self) -> bool:
        """Whether both halves are digits of a fixed width, so that a number has one spelling."""
        return bool(self.row.digits and self.column.digits)

    def undivided(self) -> Literal["", "row", "column"]:
        """The half that nothing sets off from the other, or "": one of letters beside letters or without a
        fixed width beside digits, where no separator stands between the two. After a point digits need a
        fixed width, too: to a spreadsheet 1.1 and 1.10 are one number."""
        if self.row.letters != self.column.letters or self.is_plain:
            return ""
        first, second = self._names()
        if self.separator:
            return second if self.separator == "." and not (self.row.letters or self.axes[1].digits) else ""
        return first if self.axes[1].digits else second

    def misfit(self, columns: int, rows: int) -> Literal["", "row", "column"]:
        """The half that cannot number a grid of this size, or "".

        Numbers do not go below 0, letters not below A or beyond ZZZZ. Digits of the second half have a fixed
        width; if it were wider, two hexes could share a number.

        >>> Numbering("row-first", Axis(1, "down"), Axis(1, "right")).misfit(100, 120)
        'column'
        """
        if self.row.misfits(rows):
            return "row"
        if self.column.misfits(columns):
            return "column"
        axis, count = (self.column, columns) if self.order == "row-first" else (self.row, rows)
        if axis.digits and len(str(axis.start + count - 1)) > axis.digits:
            return self._names()[1]
        return self.undivided()

    def _names(self) -> tuple[Literal["row", "column"], Literal["row", "column"]]:
        """The names of the first and of the second half."""
        return ("row", "column") if self.order == "row-first" else ("column", "row")

    def split(self, text: str) -> tuple[int, int] | None:
        """The numbers of the first and the second half of a hex number, or None if the text is none."""
        first, second = self.axes
        if self.separator:
            one, found, other = text.partition(self.separator)
            if not found:
                return None
        elif self.is_plain:
            one, other = text[:-second.digits], text[-second.digits:]
        else:
            match = _HALVES.fullmatch(text)
            if match is None:
                return None
            one, other = match.groups()
        number, beside = first.read(one), second.read(other)
        return None if number is None or beside is None else (number, beside)

    def order_of(self, text: str) -> tuple[bool, tuple[int, int]]:
        """For sorting texts by their size as hex numbers; those that are none are last and alike."""
        split = self.split(text)
        return split is None, split or (0, 0)

    def place(self, text: str, columns: int, rows: int) -> Hex | None:
        """The place named by a hex number, or None if the text is not a hex number.

        The place may lie outside the grid; see `HexGrid.parse` for one that cannot.
        """
        split = self.split(text)
        if split is None:
            return None
        row, col = split if self.order == "row-first" else (split[1], split[0])
        r, c = row - self.row.start, col - self.column.start
        if self.row.direction == "up":
            r = rows - 1 - r
        if self.column.direction == "left":
            c = columns - 1 - c
        return Hex(c, r)


_HALVES = re.compile(r"([A-Za-z]+(?=[0-9])|[0-9]+(?=[A-Za-z]))([A-Za-z]+|[0-9]+)")
"""A number of letters and digits, without a separator."""
