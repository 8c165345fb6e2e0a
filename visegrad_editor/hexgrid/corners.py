"""Corners of hexes: the points where three of them, and three hexsides, meet."""

from __future__ import annotations

from collections.abc import Sequence

from .coords import Hex, Hexside, Point, hexside
from .geometry import HexGeometry, distance2
from .grid import HexGrid

Corner = frozenset[Hex]
"""The three hexes that meet at a corner; one or two of them may lie off the map."""


def corner(grid: HexGrid, hex: Hex, index: int) -> Corner:
    """Corner `index` of a hex: where its sides index - 1 and index meet."""
    return frozenset((hex, grid.step(hex, (index - 1) % 6), grid.step(hex, index % 6)))


def corner_point(geometry: HexGeometry, at: Corner) -> Point:
    """Where a corner lies: midway between its three centres."""
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
    ways = []
    for side in (hexside(a, b), hexside(b, c), hexside(a, c)):
        one, other = corners_of(grid, side)
        ways.append((side, other if one == at else one))
    return ways


class CornerWalk:
    """A pen that follows the pointer along hexsides.

    Moving back over the last hexside removes it again, so a stroke can be corrected while the button is down.
    """

    def __init__(self, geometry: HexGeometry, start: Corner) -> None:
        self._geometry = geometry
        self._corners = [start]
        self._sides: list[Hexside] = []

    @property
    def sides(self) -> tuple[Hexside, ...]:
        """The hexsides walked so far."""
        return tuple(self._sides)

    @property
    def corners(self) -> tuple[Corner, ...]:
        """The corners walked so far."""
        return tuple(self._corners)

    def copy(self) -> CornerWalk:
        """The same walk, to be continued without changing this one."""
        other = CornerWalk(self._geometry, self._corners[0])
        other._corners, other._sides = list(self._corners), list(self._sides)
        return other

    def follow(self, point: Point) -> None:
        """Walk to the corner nearest the point, always by the exit that leads closer."""
        geometry, grid = self._geometry, self._geometry.grid
        while True:
            here = self._corners[-1]
            best = distance2(corner_point(geometry, here), point)
            step: tuple[Hexside, Corner] | None = None
            for side, end in exits(grid, here):
                if side.a not in grid and side.b not in grid:
                    continue
                away = distance2(corner_point(geometry, end), point)
                if away < best - 1e-9:
                    best, step = away, (side, end)
            if step is None:
                return
            side, end = step
            if self._sides and self._sides[-1] == side:
                self._sides.pop()
                self._corners.pop()
            else:
                self._sides.append(side)
                self._corners.append(end)


def corner_runs(grid: HexGrid, sides: Sequence[Hexside]) -> list[list[Corner]]:
    """The hexsides as walks, in their order: a walk ends where the next side does not continue it.

    A walk of n sides has n + 1 corners, so the walks together give back the sides.
    """
    runs: list[list[Corner]] = []
    before: Hexside | None = None
    for i, side in enumerate(sides):
        one, other = corners_of(grid, side)
        if runs and before != side and runs[-1][-1] in (one, other):
            runs[-1].append(other if runs[-1][-1] == one else one)
        else:
            # A walk begins at the end that the next side does not touch.
            following = corners_of(grid, sides[i + 1]) if i + 1 < len(sides) else ()
            runs.append([other, one] if one in following else [one, other])
        before = side
    return runs
