"""Conversion between pixels of a Tiled map and map units."""

from __future__ import annotations

import math

from ...hexgrid import HexGrid, Point
from ...lazy_dataclass import dataclass

SQRT3 = math.sqrt(3.0)
USUAL_WIDTH = 90
"""Pixels from flat side to flat side; with sides of 52 pixels such hexes are practically regular."""


@dataclass(frozen=True)
class TileGeometry:
    """Where Tiled draws the hexes of a map. `wide` and `high` are the size of a tile in pixels, `side`
    the length of its sides that stand upright (pointy tops) or lie level (flat tops).

    Tiled counts whole pixels, so hexes are never quite regular; centres of hexes fall exactly on centres.
    """

    pointy: bool
    width: int
    height: int
    side: int

    @property
    def _pitch(self) -> float:
        """Pixels from row to row (pointy), from column to column (flat)."""
        along = self.height if self.pointy else self.width
        return (along - self.side) // 2 + self.side

    def to_pixels(self, point: Point) -> Point:
        """A point in map units as pixels of the Tiled map."""
        x, y = point if self.pointy else point[::-1]
        across = self.width if self.pointy else self.height
        along = self.height if self.pointy else self.width
        px, py = x / SQRT3 * across, (y - 1.0) / 1.5 * self._pitch + along / 2
        return (px, py) if self.pointy else (py, px)

    def to_units(self, point: Point) -> Point:
        """A point in pixels of the Tiled map as map units.

        >>> g = usual_tiles(pointy=True)
        >>> g.to_units(g.to_pixels((2.5, 4.0)))
        (2.5, 4.0)
        """
        px, py = point if self.pointy else point[::-1]
        across = self.width if self.pointy else self.height
        along = self.height if self.pointy else self.width
        x, y = px / across * SQRT3, (py - along / 2) / self._pitch * 1.5 + 1.0
        x, y = round(x, 9), round(y, 9)
        return (x, y) if self.pointy else (y, x)

    @property
    def scale(self) -> float:
        """Pixels to a map unit, approximately."""
        return (self.width if self.pointy else self.height) / SQRT3


def usual_tiles(pointy: bool, across: float = 0.0) -> TileGeometry:
    """The default tiles of exported maps: `across` is their width from flat side to flat side in pixels."""
    width = max(16, 2 * round((across or USUAL_WIDTH) / 2))
    side = max(10, 2 * round(width / SQRT3 / 2))
    return TileGeometry(pointy, width if pointy else 2 * side, 2 * side if pointy else width, side)


def tiles_of_grid(grid: HexGrid, across: float = 0.0) -> TileGeometry:
    """The tiles of an exported map."""
    return usual_tiles(grid.orientation == "pointy", across)


def text_pixels(size: float, tiles: TileGeometry) -> int:
    """The size of a text of the map in pixels."""
    return max(6, round(size * tiles.scale))
