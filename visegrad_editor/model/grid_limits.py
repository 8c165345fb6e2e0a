"""Limits of grids."""

from __future__ import annotations

from ..hexgrid import Numbering

MOST_HEXES = 250_000
MOST_LINES = 1000
"""The most columns, and the most rows."""


def size_complaint(columns: int, rows: int) -> str:
    """What is wrong with a grid of this size, as a sentence; "" if nothing is.

    >>> size_complaint(1001, 20)
    'A map has 1 to 1,000 columns and as many rows; 1,001 columns and 20 rows were asked for.'
    """
    if not (1 <= columns <= MOST_LINES and 1 <= rows <= MOST_LINES):
        return (f"A map has 1 to {MOST_LINES:,} columns and as many rows; {columns:,} columns and "
                f"{rows:,} rows were asked for.")
    if columns * rows > MOST_HEXES:
        return (f"{columns:,} columns and {rows:,} rows are {columns * rows:,} hexes; a map has at most "
                f"{MOST_HEXES:,}.")
    return ""


def numbering_complaint(numbering: Numbering, columns: int, rows: int) -> str:
    """What is wrong with a numbering of a grid of this size, as a sentence; "" if nothing is.

    >>> from visegrad_editor.hexgrid import Axis
    >>> numbering_complaint(Numbering("row-first", Axis(1, "down"), Axis(-2, "right")), 10, 10)
    'The columns would be numbered from -2, and hex numbers do not go below 0.'
    """
    for name, axis, count in (("row", numbering.row, rows), ("column", numbering.column, columns)):
        if axis.start < 0:
            return f"The {name}s would be numbered from {axis.start}, and hex numbers do not go below 0."
        if axis.start > 9999 or not 1 <= axis.digits <= 4:
            return f"The {name} numbers begin with 0 to 9999 and have 1 to 4 digits."
        if name == numbering.misfit(columns, rows):
            last = axis.start + count - 1
            return (f"The {name} numbers would reach {last}, which needs {len(str(last))} digits instead of "
                    f"{axis.digits}.")
    return ""
