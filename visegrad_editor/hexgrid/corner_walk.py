"""The walk of a pen along hexsides from corner to corner."""

from __future__ import annotations

from .coords import Hexside
from .corners import Corner, corner_point, distance2, exits
from .geometry import HexGeometry, Point


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
