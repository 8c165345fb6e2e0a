"""A numbering in a designer's terms: which half comes first, the first number, and its corner."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import get_args

from ..hexgrid import Axis, Hex, HexGrid, Numbering
from ..hexgrid.numbering import Direction, Order

CORNERS = ("upper-left", "upper-right", "lower-left", "lower-right")
ORDERS: tuple[Order, ...] = get_args(Order)
_FIRST = re.compile(
    r"(\d{1,4}|[A-Za-z]{1,4})([._: ])(\d{1,4}|[A-Za-z]{1,4})"
    r"|([A-Za-z]{1,4})(\d{1,4})|(\d{1,4})([A-Za-z]{1,4})|(\d\d|\d{4}|\d{6}|\d{8})", re.ASCII)


def numbering_of(
    order: str, first: str, corner: str, columns: int, rows: int
) -> Numbering:
    """The numbering in which the hex in a corner has the number `first`.

    `first` also shows the width of both halves: `0101`, `001001`; a blank divides halves of different width
    without being part of the number (`6 001`). Beside letters (`A1`) or a separator (`1.01`) a half has a
    fixed width only if it begins with a zero that shows it. Halves that are too narrow for the grid are
    widened. Raises ValueError for text that cannot be read.

    >>> numbering_of("row-first", "0601", "upper-right", 26, 30).text(Hex(0, 0), 26, 30)
    '0626'
    >>> numbering_of("column-first", "A0", "upper-left", 33, 11).text(Hex(32, 10), 33, 11)
    'GG10'
    """
    if order not in ORDERS:
        raise ValueError(f"Numbers are {' or '.join(ORDERS)}, not \"{order}\".")
    if corner not in CORNERS:
        raise ValueError(f"Numbers begin in a corner: {', '.join(CORNERS)}, not \"{corner}\".")
    match = _FIRST.fullmatch(first.strip())
    if match is None:
        raise ValueError(
            f'"{first}" is not a first number. Write both halves with all their digits, for '
            "example 0101, 001001, 1.01 or A1.")
    one, divider, other = _halves(match)
    is_mixed = one.isdecimal() != other.isdecimal()
    is_set_off = is_mixed or divider not in ("", " ")
    if not is_set_off and not one.isdecimal():
        raise ValueError(f'"{first}" has letters for both halves. Write a separator between them: A.A.')
    is_by_column = order == "column-first"
    # Digits after a point have a fixed width in any case: see `Numbering.undivided`.
    fixed = (not is_set_off, not is_set_off or (divider == "." and not is_mixed))
    column, row = ((one, fixed[0]), (other, fixed[1]))[::1 if is_by_column else -1]
    made = Numbering(
        "column-first" if is_by_column else "row-first",
        row=_axis(*row, "up" if corner.startswith("lower") else "down"),
        column=_axis(*column, "left" if corner.endswith("right") else "right"),
        separator="" if divider == " " else divider)
    return widened(made, columns, rows)


def _halves(match: re.Match[str]) -> tuple[str, str, str]:
    """The first half, what divides it from the second, and the second."""
    one, divider, other, letters, after, digits, behind, joined = match.groups()
    if joined:
        half = len(joined) // 2
        return joined[:half], "", joined[half:]
    return (one, divider, other) if divider else (letters or digits, "", after or behind)


def _axis(half: str, is_fixed: bool, direction: Direction) -> Axis:
    """The axis that begins with a half; one that need not have a fixed width has it only if a zero in front
    shows it."""
    if half.isdecimal():
        shown = len(half) if is_fixed or (half.startswith("0") and len(half) > 1) else 0
        return Axis(int(half), direction, shown)
    axis = Axis(1, direction, letters=True)
    start = axis.read(half)
    if start is None:
        raise ValueError(f'"{half}" are no letters of a hex number: after Z come AA, BB, CC and so on.')
    return replace(axis, start=start)


def widened(numbering: Numbering, columns: int, rows: int) -> Numbering:
    """The numbering with as many digits as a grid of this size needs."""
    def width(axis: Axis, count: int) -> Axis:
        needed = len(str(axis.start + count - 1))
        return replace(axis, digits=max(axis.digits, needed)) if axis.digits else axis

    if numbering.misfit(columns, rows) == "":
        return numbering
    return replace(numbering, row=width(numbering.row, rows), column=width(numbering.column, columns))


def first_number(numbering: Numbering) -> str:
    """The number of the hex in the first corner, as `numbering_of` reads it.

    >>> first_number(Numbering("row-first", Axis(6, "down"), Axis(1, "left")))
    '0601'
    """
    first, second = numbering.axes
    one, other = first.text(first.start), second.text(second.start)
    is_plain = numbering.is_plain and len(one) != len(other)
    divider = numbering.separator or (" " if is_plain else "")
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
