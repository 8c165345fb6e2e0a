"""Shapes to paint with: brush shapes, and the lines, boxes and hexagons drawn with them.

A brush shape is a set of axial offsets from the hex under the pointer, so that it is the same anywhere on a
map and can be turned by 60°. Nothing here changes a map.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Literal

from ..hexgrid import Hex, HexGeometry, HexGrid
from .region import Offset, hex_at, offset_from
from .select import Hexes, box

BrushShape = frozenset[Offset]
ShapeName = Literal["hexagon", "ring", "triangle", "row"]

SHAPE_LABELS: dict[ShapeName, str] = {
    "hexagon": "Hexagon", "ring": "Ring", "triangle": "Triangle", "row": "Row"}
"""The built-in shapes and their labels."""
BRUSH_SIZES = 4
"""How many sizes each of them has; the first is one hex."""
MOST_BRUSH_HEXES = 400
"""The most hexes in a custom brush: more follow the pointer too slowly."""


@lru_cache(maxsize=128)
def brush_shape(shape: ShapeName, size: int, turn: int = 0) -> BrushShape:
    """The brush of a shape and size, turned clockwise by sixths.

    >>> [len(brush_shape("hexagon", n)) for n in range(4)], [len(brush_shape("ring", n)) for n in range(4)]
    ([1, 7, 19, 37], [1, 6, 12, 18])
    >>> [len(brush_shape("triangle", n)) for n in range(4)], [len(brush_shape("row", n)) for n in range(4)]
    ([1, 3, 6, 10], [1, 3, 5, 7])
    """
    if shape == "row":
        offsets = {Offset(i, 0) for i in range(-size, size + 1)}
    elif shape == "triangle":
        # The hex at its middle, or nearest to it, is under the pointer.
        back = size // 3
        offsets = {Offset(q - back, r - back) for q in range(size + 1) for r in range(size + 1 - q)}
    else:
        reach = range(-size, size + 1)
        offsets = {Offset(q, r) for q in reach for r in reach if abs(q + r) <= size}
        if shape == "ring" and size:
            offsets = {o for o in offsets if max(abs(o.q), abs(o.r), abs(o.q + o.r)) == size}
    return turned_shape(frozenset(offsets), turn)


def turned_shape(offsets: BrushShape, sixths: int) -> BrushShape:
    """The brush turned clockwise about its middle by sixths of a full turn."""
    for _ in range(sixths % 6):
        offsets = frozenset(Offset(-r, q + r) for q, r in offsets)
    return offsets


def shape_of_hexes(geometry: HexGeometry, hexes: Collection[Hex]) -> BrushShape:
    """Some hexes of a map as a brush centred on the one nearest their middle.

    Raises ValueError for none, or for more than `MOST_BRUSH_HEXES`.
    """
    if not hexes:
        raise ValueError("Select the hexes of the shape first.")
    if len(hexes) > MOST_BRUSH_HEXES:
        raise ValueError(f"A brush has at most {MOST_BRUSH_HEXES} hexes; {len(hexes):,} are selected.")
    centres = [geometry.centre(h) for h in hexes]
    x, y = sum(p[0] for p in centres) / len(centres), sum(p[1] for p in centres) / len(centres)
    middle = min(hexes, key=lambda h: (
        round((geometry.centre(h)[0] - x) ** 2 + (geometry.centre(h)[1] - y) ** 2, 6), h))
    return frozenset(offset_from(geometry.grid, middle, h) for h in hexes)


def stamped(grid: HexGrid, offsets: BrushShape, hexes: Iterable[Hex]) -> Hexes:
    """The hexes of the map that a brush covers when it is put down on each of some hexes."""
    if len(offsets) == 1 and Offset(0, 0) in offsets:
        return frozenset(h for h in hexes if h in grid)
    placed = (hex_at(grid, hex, offset) for hex in hexes for offset in offsets)
    return frozenset(h for h in placed if h in grid)


# -- figures ----------------------------------------------------------------------------

_TWELVE = tuple(
    (q, r) for q, r in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1),
                        (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1)))
"""Steps to the six neighbours, and past the six corners."""


def straight_end(grid: HexGrid, start: Hex, end: Hex) -> Hex:
    """The hex nearest `end` that lies in one of the twelve straight directions from `start`: along a row of
    hexes, or along their corners. It may lie outside the grid."""
    q, r = offset_from(grid, start, end)

    def away(there: Offset) -> int:
        """The square of the distance on the plane, in steps."""
        a, b = there.q - q, there.r - r
        return a * a + a * b + b * b

    best = Offset(0, 0)
    for u, v in _TWELVE:
        length = u * u + u * v + v * v
        n = max(0, round((u * q + v * r + (u * r + v * q) / 2) / length))
        best = min(best, Offset(n * u, n * v), key=away)
    return hex_at(grid, start, best)


def rectangle(
    geometry: HexGeometry, one: Hex, other: Hex, *, square: bool = False, middle: bool = False
) -> Hexes:
    """The hexes in the columns and rows between two hexes.

    `square` makes it as high as it is wide on paper; `middle` makes the first hex its middle.
    """
    across, down = other.col - one.col, other.row - one.row
    if square:
        width, height = (3**0.5, 1.5) if geometry.grid.orientation == "pointy" else (1.5, 3**0.5)
        reach = max(abs(across) * width, abs(down) * height)
        across = round(reach / width) * (-1 if across < 0 else 1)
        down = round(reach / height) * (-1 if down < 0 else 1)
    first = Hex(one.col - across, one.row - down) if middle else one
    return box(geometry.grid, first, Hex(one.col + across, one.row + down))


def hexagon(grid: HexGrid, one: Hex, other: Hex, *, across: bool = False) -> Hexes:
    """The hexes no farther from the first than the second is; with `across`, those of a hexagon that reaches
    from one to the other."""
    steps = grid.distance(one, other)
    if across:
        return _around(grid, grid.line(one, other)[steps // 2], (steps + 1) // 2)
    return _around(grid, one, steps)


def _around(grid: HexGrid, centre: Hex, radius: int) -> Hexes:
    """The hexes of the map at most `radius` away, row by row (flat-top: column by column)."""
    q0, r0 = grid.axial(centre)
    hexes: list[Hex] = []
    if grid.orientation == "pointy":
        for row in range(max(0, r0 - radius), min(grid.rows - 1, r0 + radius) + 1):
            d, shift = row - r0, grid.from_axial(0, row).col
            first = max(0, q0 + max(-radius, -d - radius) + shift)
            last = min(grid.columns - 1, q0 + min(radius, -d + radius) + shift)
            hexes += [Hex(col, row) for col in range(first, last + 1)]
    else:
        for col in range(max(0, q0 - radius), min(grid.columns - 1, q0 + radius) + 1):
            d, shift = col - q0, grid.from_axial(col, 0).row
            first = max(0, r0 + max(-radius, -d - radius) + shift)
            last = min(grid.rows - 1, r0 + min(radius, -d + radius) + shift)
            hexes += [Hex(col, row) for row in range(first, last + 1)]
    return frozenset(hexes)


def rim(grid: HexGrid, hexes: Hexes) -> Hexes:
    """The hexes that have a neighbour outside the set, or lie at the edge of the map."""
    return frozenset(h for h in hexes if any(n not in hexes for n in grid.around(h)))
