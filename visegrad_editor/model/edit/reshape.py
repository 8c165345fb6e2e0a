"""Operations on the whole map: resize, crop, renumber, turn.

Hexes keep their neighbours, and everything that names a hex follows: terrain and country rows,
lines, roads, places, labels, areas, and in the scenario set-ups, entries and the part in play.
Each function returns the new design together with what it cuts off, so that it can be told
before the design is used.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ...hexgrid import STILL, Axis, Hex, HexGrid, Motion, Numbering, kept_numbering, moved_grid, turn
from ..design import Design
from ..grid_limits import numbering_complaint, size_complaint
from .losses import Losses, losses
from .moved_map import moved_map
from .moved_scenario import moved_scenario


@dataclass(frozen=True)
class Reshaped:
    """A design with another grid, and what was cut off."""

    design: Design
    losses: Losses


def resize(
    design: Design, left: int = 0, top: int = 0, right: int = 0, bottom: int = 0, *,
    ground: str = "", numbering: Numbering | None = None,
) -> Reshaped:
    """The design with columns and rows added at the edges, or cut off where a count is negative.

    New hexes get the terrain `ground`, or, where it is "", terrain and country of the nearest hex.
    Without a `numbering` all hexes keep their numbers. Raises ValueError where they cannot (see
    `keeping_complaint`), and for sizes a map cannot have.
    """
    grid = design.map.grid
    if not (left or top or right or bottom) and numbering in (None, grid.numbering):
        return Reshaped(design, Losses())
    columns, rows = grid.columns + left + right, grid.rows + top + bottom
    if -left >= grid.columns or -right >= grid.columns or -top >= grid.rows or -bottom >= grid.rows or (
            columns < 1 or rows < 1):
        raise ValueError("Nothing of the map would be left.")
    if complaint := size_complaint(columns, rows):
        raise ValueError(complaint)
    motion = Motion(0, left, top)
    return _reshaped(design, motion, columns, rows, numbering, ground)


def crop(design: Design, hexes: Iterable[Hex], *, numbering: Numbering | None = None) -> Reshaped:
    """The design cut to the box around the hexes. Raises ValueError where none is on the map."""
    return resize(design, *crop_margins(design.map.grid, hexes), numbering=numbering)


def crop_margins(grid: HexGrid, hexes: Iterable[Hex]) -> tuple[int, int, int, int]:
    """What `resize` is to be told so that the box around the hexes is left: 0 or negative counts."""
    inside = [h for h in hexes if h in grid]
    if not inside:
        raise ValueError("None of these hexes is on the map.")
    cols, rows = [h.col for h in inside], [h.row for h in inside]
    return -min(cols), -min(rows), max(cols) + 1 - grid.columns, max(rows) + 1 - grid.rows


def renumber(design: Design, numbering: Numbering) -> Reshaped:
    """The design with other hex numbers; what names a hex names the same hex. Raises ValueError for a
    numbering the grid cannot have."""
    grid = design.map.grid
    if numbering == grid.numbering:
        return Reshaped(design, Losses())
    return _reshaped(design, STILL, grid.columns, grid.rows, numbering, "")


def rotate(design: Design, quarters: int) -> Reshaped:
    """The design turned clockwise by quarters; after an odd number of them pointy tops are flat
    tops, and flat ones pointy. Every hex keeps its number and its neighbours."""
    grid = design.map.grid
    motion = turn(grid, quarters)
    if motion == STILL:
        return Reshaped(design, Losses())
    columns, rows = (grid.rows, grid.columns) if quarters % 2 else (grid.columns, grid.rows)
    return _reshaped(design, motion, columns, rows, None, "")


def keeping_complaint(grid: HexGrid, left: int, top: int, right: int, bottom: int) -> str:
    """Why hexes cannot keep their numbers when the grid is resized so; "" where they can."""
    columns, rows = grid.columns + left + right, grid.rows + top + bottom
    return numbering_complaint(kept_numbering(grid, Motion(0, left, top), columns, rows), columns, rows)


def nearest_numbering(grid: HexGrid, left: int, top: int, right: int, bottom: int) -> Numbering:
    """The numbering of the resized grid that is most like the present one and can be had: the same
    numbers where they can be kept, else from the least possible number on, with as many digits as
    it takes."""
    columns, rows = grid.columns + left + right, grid.rows + top + bottom
    kept = kept_numbering(grid, Motion(0, left, top), columns, rows)
    return replace(kept, row=_possible(kept.row, grid.numbering.row, rows),
                   column=_possible(kept.column, grid.numbering.column, columns))


def _possible(axis: Axis, before: Axis, count: int) -> Axis:
    start = axis.start if axis.start >= 0 else min(1, before.start)
    return replace(axis, start=start, digits=max(axis.digits, len(str(start + count - 1))))


def _reshaped(
    design: Design, motion: Motion, columns: int, rows: int, numbering: Numbering | None, ground: str
) -> Reshaped:
    grid = moved_grid(design.map.grid, motion, columns, rows, numbering)
    if complaint := numbering_complaint(grid.numbering, columns, rows):
        raise ValueError(complaint)
    map = moved_map(design.map, motion, grid, ground)
    moved = None
    if design.scenario is not None:
        moved = moved_scenario(design.scenario, design.ruleset, design.map, map, motion)
    after = replace(design, map=map, scenario=moved.scenario if moved else None)
    return Reshaped(after, losses(design, after, motion, moved))
