"""A numbering in a designer's terms: which half comes first, the first number, and its corner."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import get_args

from ..hexgrid import Axis, Hex, HexGrid, Numbering
from ..hexgrid.numbering import Order

CORNERS = ("upper-left", "upper-right", "lower-left", "lower-right")
ORDERS: tuple[Order, ...] = get_args(Order)
_FIRST = re.compile(r"(\d{1,4})([._: ])(\d{1,4})|(\d\d|\d{4}|\d{6}|\d{8})", re.ASCII)


def numbering_of(
    order: str, first: str, corner: str, columns: int, rows: int
) -> Numbering:
    """The numbering in which the hex in a corner has the number `first`.

    `first` also shows the width of both halves: `0101`, `001001`, `1.01`; a blank divides halves of different
    width without being part of the number (`6 001`). Halves that are too narrow for the grid are widened.
    Raises ValueError for text that cannot be read.

    >>> numbering_of("row-first", "0601", "upper-right", 26, 30).text(Hex(0, 0), 26, 30)
    '0626'
    """
    if order not in ORDERS:
        raise ValueError(f"Numbers are {' or '.join(ORDERS)}, not \"{order}\".")
    if corner not in CORNERS:
        raise ValueError(f"Numbers begin in a corner: {', '.join(CORNERS)}, not \"{corner}\".")
    match = _FIRST.fullmatch(first.strip())
    if match is None:
        raise ValueError(
            f'"{first}" is not a first number. Write both halves with all their digits, for '
            "example 0101, 001001 or 1.01.")
    one, divider, other, joined = match.groups()
    if joined:
        half = len(joined) // 2
        one, divider, other = joined[:half], "", joined[half:]
    column, row = (one, other) if order == "column-first" else (other, one)
    made = Numbering(
        "column-first" if order == "column-first" else "row-first",
        row=Axis(int(row), "up" if corner.startswith("lower") else "down", len(row)),
        column=Axis(int(column), "left" if corner.endswith("right") else "right", len(column)),
        separator="" if divider == " " else divider)
    return widened(made, columns, rows)


def widened(numbering: Numbering, columns: int, rows: int) -> Numbering:
    """The numbering with as many digits as a grid of this size needs."""
    def width(axis: Axis, count: int) -> Axis:
        return replace(axis, digits=max(axis.digits, len(str(axis.start + count - 1))))

    if numbering.misfit(columns, rows) == "":
        return numbering
    return replace(numbering, row=width(numbering.row, rows), column=width(numbering.column, columns))


def first_number(numbering: Numbering) -> str:
    """The number of the hex in the first corner, as `numbering_of` reads it.

    >>> first_number(Numbering("row-first", Axis(6, "down"), Axis(1, "left")))
    '0601'
    """
    row, column = (str(a.start).zfill(a.digits) for a in (numbering.row, numbering.column))
    one, other = (row, column) if numbering.order == "row-first" else (column, row)
    divider = numbering.separator or (" " if len(one) != len(other) else "")
    return f"{one}{divider}{other}"


def first_corner(numbering: Numbering) -> str:
    """The corner in which the numbers begin.

    >>> first_corner(Numbering("row-first", Axis(6, "down"), Axis(1, "left")))
    'upper-right'
    """
    vertical = "upper" if numbering.row.direction == "down" else "lower"
    return f"{vertical}-{'right' if numbering.column.direction == 'left' else 'left'}"


def corner_numbers(grid: HexGrid) -> tuple[str, str, str, str]:
    """The numbers in the corners, in the order of `CORNERS`."""
    right, bottom = grid.columns - 1, grid.rows - 1
    a, b, c, d = (grid.number(Hex(col, row)) for row in (0, bottom) for col in (0, right))
    return a, b, c, d
