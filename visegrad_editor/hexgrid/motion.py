"""How the hexes of a grid move when the grid grows, shrinks or is turned.

Neighbours stay neighbours: where a shift by an odd number would swap the rows (columns) that are offset by
half a hex, the new grid has the opposite stagger.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from .coords import Hex, Hexside, hexside
from .grid import EDGES, NO_HALVES, HalfHexes, HexGrid, Lines, Orientation, Stagger
from .numbering import Axis, Direction, Numbering, Order


class Motion(NamedTuple):
    """A turn by `quarters` clockwise about hex (0, 0), then a shift by columns and rows.

    >>> m = Motion(1, 4, 0)
    >>> m.hex(Hex(2, 3)), m.inverse().hex(m.hex(Hex(2, 3)))
    (Hex(col=1, row=2), Hex(col=2, row=3))
    """

    quarters: int = 0
    columns: int = 0
    rows: int = 0

    def hex(self, hex: Hex) -> Hex:
        """Where a hex goes; it may lie outside its grid."""
        col, row = _turned(hex.col, hex.row, self.quarters)
        return Hex(col + self.columns, row + self.rows)

    def side(self, side: Hexside) -> Hexside:
        """Where a hexside goes."""
        return hexside(self.hex(side.a), self.hex(side.b))

    def then(self, following: Motion) -> Motion:
        """This motion followed by another, as one motion."""
        origin = following.hex(Hex(self.columns, self.rows))
        return Motion((self.quarters + following.quarters) % 4, origin.col, origin.row)

    def inverse(self) -> Motion:
        """The motion that undoes this one."""
        col, row = _turned(-self.columns, -self.rows, -self.quarters)
        return Motion(-self.quarters % 4, col, row)


STILL = Motion()


def turn(grid: HexGrid, quarters: int) -> Motion:
    """The motion that turns a grid clockwise so that its upper left hex is again (0, 0)."""
    quarters %= 4
    across = {1: grid.rows - 1, 2: grid.columns - 1}.get(quarters, 0)
    down = {2: grid.rows - 1, 3: grid.columns - 1}.get(quarters, 0)
    return Motion(quarters, across, down)


def moved_grid(
    grid: HexGrid, motion: Motion, columns: int, rows: int, numbering: Numbering | None = None
) -> HexGrid:
    """The grid of this size in which hex `motion.hex(h)` has the neighbours that `h` has in `grid`.

    Without a numbering every hex keeps its number; see `kept_numbering`. An edge that is where it was cuts
    the same hexes in half; one that has moved cuts none.
    """
    orientation, stagger = _orientation_and_stagger(grid, motion)
    return HexGrid(orientation, columns, rows, stagger,
                   kept_numbering(grid, motion, columns, rows) if numbering is None else numbering,
                   _moved_halves(grid, motion, columns, rows))


def _moved_halves(grid: HexGrid, motion: Motion, columns: int, rows: int) -> HalfHexes:
    """The half hexes of the moved grid."""
    if grid.half_hexes == NO_HALVES:
        return NO_HALVES
    found: dict[str, Lines] = {}
    for n, lines in enumerate(grid.half_hexes):
        index = int(lines == "odd")
        old = (Hex(index, (grid.rows - 1) * (n == 2)) if n in (0, 2) else
               Hex((grid.columns - 1) * (n == 1), index))
        new, at = motion.hex(old), (n + motion.quarters) % 4
        place, there = ((new.row, (rows - 1) * (at == 2)) if at in (0, 2) else
                        (new.col, (columns - 1) * (at == 1)))
        if lines and place == there:
            odd = (new.col if at in (0, 2) else new.row) & 1
            found[EDGES[at]] = lines if lines == "all" else "odd" if odd else "even"
    return HalfHexes(**found)


def kept_numbering(grid: HexGrid, motion: Motion, columns: int, rows: int) -> Numbering:
    """The numbering under which every hex keeps its number in the moved grid.

    Its first numbers may be negative, or too long for its digits: see `Numbering.misfit`.
    """
    old, back = grid.numbering, motion.inverse()
    at, right = back.hex(Hex(0, 0)), back.hex(Hex(1, 0))

    def row_number(hex: Hex) -> int:
        return old.row.start + (hex.row if old.row.direction == "down" else grid.rows - 1 - hex.row)

    def column_number(hex: Hex) -> int:
        return old.column.start + (
            hex.col if old.column.direction == "right" else grid.columns - 1 - hex.col)

    swapped = bool(motion.quarters % 2)
    of_columns = row_number if swapped else column_number
    of_rows = column_number if swapped else row_number
    below = back.hex(Hex(0, 1))
    halves = (old.column, old.row) if not swapped else (old.row, old.column)
    order: Order = old.order
    if swapped:
        order = "column-first" if old.order == "row-first" else "row-first"
    return Numbering(
        order,
        row=_axis(of_rows(at), of_rows(below), rows, ("down", "up"), halves[1]),
        column=_axis(of_columns(at), of_columns(right), columns, ("right", "left"), halves[0]),
        separator=old.separator)


def _axis(first: int, second: int, count: int, ways: tuple[Direction, Direction], like: Axis) -> Axis:
    """The axis on which the first and the second line have these numbers, written like those of another."""
    if second > first:
        return replace(like, start=first, direction=ways[0])
    return replace(like, start=first - (count - 1), direction=ways[1])


def _turned(col: int, row: int, quarters: int) -> tuple[int, int]:
    for _ in range(quarters % 4):
        col, row = -row, col
    return col, row


def _orientation_and_stagger(grid: HexGrid, motion: Motion) -> tuple[Orientation, Stagger]:
    """Orientation and stagger of the moved grid."""
    quarters = motion.quarters % 4
    orientation = grid.orientation
    if quarters % 2:
        orientation = "flat" if grid.orientation == "pointy" else "pointy"
    # A line offset to the right is offset downwards after a quarter turn clockwise, and so on round: in half
    # of the cases the other lines are offset afterwards.
    other_side = quarters in ((2, 3) if grid.orientation == "pointy" else (1, 2))
    shift = motion.rows if orientation == "pointy" else motion.columns
    if other_side != bool(shift % 2):
        return orientation, "even" if grid.stagger == "odd" else "odd"
    return orientation, grid.stagger
