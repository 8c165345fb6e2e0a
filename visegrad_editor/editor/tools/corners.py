"""Corners of hexes and the walk of a pen along hexsides from corner to corner."""

from __future__ import annotations

from ...hexgrid import Hex, HexGeometry, Hexside, Point, hexside

Corner = frozenset[Hex]
"""The three hexes that meet there; one or two of them may lie off the map."""


def corner(geometry: HexGeometry, hex: Hex, index: int) -> Corner:
    """Corner `index` of a hex: where its sides index - 1 and index meet."""
    grid = geometry.grid
    return frozenset((hex, grid.step(hex, (index - 1) % 6), grid.step(hex, index % 6)))


def corner_point(geometry: HexGeometry, at: Corner) -> Point:
    """Where a corner lies: the middle of its three centres."""
    centres = [geometry.centre(h) for h in at]
    return (sum(x for x, _ in centres) / 3, sum(y for _, y in centres) / 3)


def nearest_corner(geometry: HexGeometry, point: Point) -> Corner:
    """The corner nearest a point."""
    hex = geometry.nearest(*point)
    return min((corner(geometry, hex, i) for i in range(6)),
               key=lambda c: distance2(corner_point(geometry, c), point))


def corners_of(geometry: HexGeometry, side: Hexside) -> tuple[Corner, Corner]:
    """The two ends of a hexside."""
    d = geometry.grid.direction(side.a, side.b)
    assert d is not None
    return corner(geometry, side.a, d), corner(geometry, side.a, d + 1)


def exits(geometry: HexGeometry, at: Corner) -> list[tuple[Hexside, Corner]]:
    """The three hexsides that leave a corner, each with the corner at its other end."""
    a, b, c = at
    found = []
    for side in (hexside(a, b), hexside(b, c), hexside(a, c)):
        one, other = corners_of(geometry, side)
        found.append((side, other if one == at else one))
    return found


def distance2(one: Point, other: Point) -> float:
    """The square of the distance between two points."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


class CornerWalk:
    """A pen that follows the pointer along hexsides.

    Moving back over the last hexside takes it away again, so a stroke can be mended while the
    button is down.
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

    def follow(self, point: Point) -> None:
        """Walk to the corner nearest the point, always by the exit that leads closer."""
        geometry, grid = self._geometry, self._geometry.grid
        while True:
            here = self._corners[-1]
            best = distance2(corner_point(geometry, here), point)
            step: tuple[Hexside, Corner] | None = None
            for side, end in exits(geometry, here):
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
