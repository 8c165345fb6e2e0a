"""Where hexes lie on the plane.

Map units: the side of a hex (its centre-to-corner distance) is 1. x grows to the right, y downward.
Everything is computed from the index, never by adding steps, so no error builds up.
"""

from __future__ import annotations

import math
from functools import cache, cached_property

from ..lazy_dataclass import dataclass
from .coords import Hex, Hexside, Point
from .grid import Edge, HexGrid, Orientation

SQRT3 = math.sqrt(3.0)


@cache
def _corner_offset(orientation: Orientation, corner: int, turn: int) -> Point:
    first = -30.0 if orientation == "pointy" else 0.0
    angle = math.radians(first + 60.0 * corner + 90.0 * turn)
    return (math.cos(angle), math.sin(angle))


@dataclass(frozen=True)
class HexGeometry:
    """Centres, corners and hit tests of a grid, in map units.

    `turn` is the number of quarter turns clockwise by which the map is seen. All points are then those of the
    turned map, whose upper left corner is again the origin.
    """

    grid: HexGrid
    turn: int = 0

    @property
    def shape(self) -> Orientation:
        """The shape of the hexes as seen: a pointy-top grid turned by a quarter shows flat tops."""
        if self.turn % 2 == 0:
            return self.grid.orientation
        return "flat" if self.grid.orientation == "pointy" else "pointy"

    def turned(self, point: Point) -> Point:
        """Where a point of the unturned map lies on the turned one."""
        x, y = point
        width, height = self._extent
        return ((x, y), (height - y, x), (width - x, height - y), (y, width - x))[self.turn % 4]

    def unturned(self, point: Point) -> Point:
        """Where a point of the turned map lies on the unturned one."""
        x, y = point
        width, height = self._extent
        return ((x, y), (y, height - x), (width - x, height - y), (width - y, x))[self.turn % 4]

    def centre(self, hex: Hex) -> Point:
        """The centre of a hex, which may lie outside the grid."""
        point = self._level(hex)
        return self.turned(point) if self.turn else point

    def _level(self, hex: Hex) -> Point:
        """The centre of a hex on the unturned map."""
        g = self.grid
        if g.orientation == "pointy":
            shifted = (hex.row & 1) == (1 if g.stagger == "odd" else 0)
            return (SQRT3 * (hex.col + 0.5 + (0.5 if shifted else 0.0)), 1.0 + 1.5 * hex.row)
        shifted = (hex.col & 1) == (1 if g.stagger == "odd" else 0)
        return (1.0 + 1.5 * hex.col, SQRT3 * (hex.row + 0.5 + (0.5 if shifted else 0.0)))

    def corner_offset(self, corner: int) -> Point:
        """A corner relative to its centre; side d runs from corner d to corner d + 1."""
        return _corner_offset(self.grid.orientation, corner, self.turn)

    def corners(self, hex: Hex) -> list[Point]:
        """The six corners, clockwise."""
        x, y = self.centre(hex)
        return [(x + dx, y + dy) for dx, dy in map(self.corner_offset, range(6))]

    def halves(self, hex: Hex, edge: Edge) -> tuple[list[Point], list[Point]]:
        """The corners of the two halves into which an edge of the map cuts a hex, clockwise: of that on the
        map, and of that beyond the edge. In each the cut runs from the last corner to the first."""
        x, y = self._level(hex)
        first = -30.0 if self.grid.orientation == "pointy" else 0.0
        angles = [math.radians(first + 60.0 * n) for n in range(6)]
        corners = [(math.cos(a), math.sin(a)) for a in angles]
        out_x, out_y = _OUT[edge]
        inside, outside = (_half(corners, (out_x * s, out_y * s)) for s in (-1, 1))
        inner, outer = ([self.turned((x + dx, y + dy)) for dx, dy in half] for half in (inside, outside))
        return inner, outer

    def side_ends(self, side: Hexside) -> tuple[Point, Point]:
        """The two ends of a hexside."""
        d = self.grid.direction(side.a, side.b)
        if d is None:
            raise ValueError(f"{side.a} and {side.b} share no hexside")
        x, y = self.centre(side.a)
        (x0, y0), (x1, y1) = self.corner_offset(d), self.corner_offset(d + 1)
        return (x + x0, y + y0), (x + x1, y + y1)

    def side_middle(self, side: Hexside) -> Point:
        """The middle of a hexside."""
        (x0, y0), (x1, y1) = self.centre(side.a), self.centre(side.b)
        return ((x0 + x1) / 2, (y0 + y1) / 2)

    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the box around all hexes."""
        width, height = self._extent
        return (0.0, 0.0, height, width) if self.turn % 2 else (0.0, 0.0, width, height)

    @cached_property
    def _extent(self) -> Point:
        """Width and height of the unturned map."""
        g = self.grid
        if g.orientation == "pointy":
            half = 0.5 if g.rows > 1 or g.stagger == "even" else 0.0
            return SQRT3 * (g.columns + half), 1.5 * g.rows + 0.5
        half = 0.5 if g.columns > 1 or g.stagger == "even" else 0.0
        return 1.5 * g.columns + 0.5, SQRT3 * (g.rows + half)

    def hex_at(self, x: float, y: float) -> Hex | None:
        """The hex of the grid that contains the point, or None outside the map."""
        hex = self.nearest(x, y)
        return hex if hex in self.grid else None

    def nearest(self, x: float, y: float) -> Hex:
        """The hex whose centre is nearest the point; it may lie outside the grid."""
        g = self.grid
        x, y = self.unturned((x, y))
        if g.orientation == "pointy":
            row, col = round((y - 1.0) / 1.5), round(x / SQRT3 - 0.5)
        else:
            col, row = round((x - 1.0) / 1.5), round(y / SQRT3 - 0.5)
        near = [Hex(c, r) for c in range(col - 1, col + 2) for r in range(row - 1, row + 2)]
        return min(near, key=lambda h: distance2(self._level(h), (x, y)))

    def side_at(self, x: float, y: float) -> Hexside | None:
        """The hexside nearest the point, or None where the point lies off the map."""
        hex = self.hex_at(x, y)
        if hex is None:
            return None
        return min(self.grid.sides(hex), key=lambda s: distance2(self.side_middle(s), (x, y)))


_OUT: dict[Edge, Point] = {"top": (0, -1), "right": (1, 0), "bottom": (0, 1), "left": (-1, 0)}
"""The way out of the map across each edge."""


def _half(corners: list[Point], way: Point) -> list[Point]:
    """The part of a hexagon about the origin that lies in a direction from it, its corners in their order
    from one end of the cut to the other."""
    far = [round(x * way[0] + y * way[1], 9) for x, y in corners]
    start = next(n for n in range(6) if far[n] > 0 and far[n - 1] <= 0)
    half = []
    for n in range(start - 1, start + 6):
        (x, y), (nx, ny), here, there = corners[n % 6], corners[(n + 1) % 6], far[n % 6], far[(n + 1) % 6]
        if here >= 0:
            half.append((x, y))
        if here * there < 0:
            part = here / (here - there)
            half.append((x + (nx - x) * part, y + (ny - y) * part))
        if here > 0 and there <= 0:
            if there == 0:
                half.append((nx, ny))
            break
    return half


def distance2(one: Point, other: Point) -> float:
    """The square of the distance between two points."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
