"""Corners of hexes: the points where three of them, and three hexsides, meet."""

from __future__ import annotations

from .coords import Hex, Hexside, hexside
from .geometry import HexGeometry, Point
from .grid import HexGrid

Corner = frozenset[Hex]
"""The three hexes that meet there; one or two of them may lie off the map."""


def corner(grid: HexGrid, hex: Hex, index: int) -> Corner:
    """Corner `index` of a hex: where its sides index - 1 and index meet."""
    return frozenset((hex, grid.step(hex, (index - 1) % 6), grid.step(hex, index % 6)))


def corner_point(geometry: HexGeometry, at: Corner) -> Point:
    """Where a corner lies: the middle of its three centres."""
    centres = [geometry.centre(h) for h in at]
    return (sum(x for x, _ in centres) / 3, sum(y for _, y in centres) / 3)


def nearest_corner(geometry: HexGeometry, point: Point) -> Corner:
    """The corner nearest a point."""
    hex = geometry.nearest(*point)
    return min((corner(geometry.grid, hex, i) for i in range(6)),
               key=lambda c: distance2(corner_point(geometry, c), point))


def corners_of(grid: HexGrid, side: Hexside) -> tuple[Corner, Corner]:
    """The two ends of a hexside."""
    d = grid.direction(side.a, side.b)
    assert d is not None
    return corner(grid, side.a, d), corner(grid, side.a, d + 1)


def exits(grid: HexGrid, at: Corner) -> list[tuple[Hexside, Corner]]:
    """The three hexsides that leave a corner, each with the corner at its other end."""
    a, b, c = at
    found = []
    for side in (hexside(a, b), hexside(b, c), hexside(a, c)):
        one, other = corners_of(grid, side)
        found.append((side, other if one == at else one))
    return found


def distance2(one: Point, other: Point) -> float:
    """The square of the distance between two points."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
