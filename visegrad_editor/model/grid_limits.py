"""Limits of grids."""

from __future__ import annotations

from ..hexgrid import Axis, Numbering
from ..hexgrid.numbering import LAST_LETTERS

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
    >>> numbering_complaint(Numbering("row-first", Axis(1, "down"), Axis(1, "right", letters=True)), 105, 10)
    'The letters of the columns would reach number 105; they end with ZZZZ, number 104.'
    """
    for name, axis, count in (("row", numbering.row, rows), ("column", numbering.column, columns)):
        if axis.letters and axis.start < 1:
            return f"The {name}s would be lettered from before A, which is number 1."
        if axis.start < 0:
            return f"The {name}s would be numbered from {axis.start}, and hex numbers do not go below 0."
        last = axis.start + count - 1
        if axis.letters and last > LAST_LETTERS:
            return (f"The letters of the {name}s would reach number {last:,}; they end with "
                    f"{axis.text(LAST_LETTERS)}, number {LAST_LETTERS}.")
        if axis.start > 9999 or not 0 <= axis.digits <= 4:
            return f"The {name} numbers begin with 0 to 9999 and have 1 to 4 digits."
        if name == numbering.undivided():
            return _undivided_complaint(name, axis, numbering.separator)
        if name == numbering.misfit(columns, rows):
            return (f"The {name} numbers would reach {last}, which needs {len(str(last))} digits instead of "
                    f"{axis.digits}.")
    return ""


def _undivided_complaint(name: str, axis: Axis, separator: str) -> str:
    """What to do about a half that nothing sets off from the other."""
    if axis.letters:
        return ("Rows and columns both have letters, and it could not be seen where the second half begins: "
                "put a separator between them.")
    if separator:
        return (f"The {name} numbers follow a point and have no fixed number of digits, and to a spreadsheet "
                "1.1 and 1.10 are one number: give them 1 to 4 digits, or take another separator.")
    return (f"The {name} numbers have no fixed number of digits, and it could not be seen where the second "
            "half begins: give them 1 to 4 digits, put a separator between the halves, or give the other "
            "half letters.")
