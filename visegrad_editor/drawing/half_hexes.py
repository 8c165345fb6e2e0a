"""Half hexes at the edges of the map: paper over the half that is not on it, and the line of the cut."""

from __future__ import annotations

from collections.abc import Iterator

from ..hexgrid import EDGES, Edge, Hex, HexGeometry, HexGrid, Hexside, Orientation, Point
from .curves import box_of
from .primitives import Item, Line, Polygon
from .style import Style

_OUTWARD: dict[Edge, int] = {"top": 4, "bottom": 1, "left": 3, "right": 0}
"""The direction of the grid across the straight side of a hex at an edge."""
_ENDS: dict[Orientation, tuple[Edge, ...]] = {"flat": ("top", "bottom"), "pointy": ("left", "right")}
"""The edges along which every second hex lies farther out."""
_BEYOND = 1.14
"""The paper covers a little more than the half hex, because coasts and lines stray from hexsides."""


def half_hex_items(geometry: HexGeometry, style: Style) -> Iterator[Item]:
    """For each half hex what covers its other half, for each hex beyond an edge what covers all of it; over
    all of these, the lines along the edges."""
    grid, lines = geometry.grid, []
    for hex in grid.outside:
        corners = tuple(geometry.corners(hex))
        yield Item((Polygon(corners, fill=style.paper),), box_of(corners, 0.0), grid.number(hex))
    for hex in grid.halves:
        for edge in grid.cuts(hex):
            inside, outside = geometry.halves(hex, edge)
            cut = (inside[-1], inside[0])
            cover = _larger(outside, cut)
            yield Item((Polygon(cover, fill=style.paper),), box_of(cover, 0.0), grid.number(hex))
            lines.append(_edge(cut, style, grid.number(hex)))
    yield from lines
    # The straight sides between the cuts, which the paper covers at their ends.
    for hex in grid.rim:
        if (side := _straight_side(grid, hex)) is not None:
            ends = _inside(geometry, hex, geometry.side_ends(side))
            yield _edge(ends, style, grid.number(hex))


def _straight_side(grid: HexGrid, hex: Hex) -> Hexside | None:
    """The side of a hex that is a part of an edge that cuts hexes of the same row; None if it has none."""
    for edge in _ENDS[grid.orientation]:
        lines = grid.half_hexes[EDGES.index(edge)]
        there = {"top": hex.row == 0, "bottom": hex.row == grid.rows - 1, "left": hex.col == 0,
                 "right": hex.col == grid.columns - 1}[edge]
        if lines and there and edge not in grid.cuts(hex):
            out = _OUTWARD[edge]
            return grid.side(hex, (out + 3) % 6 if grid.beyond(hex) == edge else out)
    return None


def _inside(geometry: HexGeometry, hex: Hex, ends: tuple[Point, Point]) -> tuple[Point, Point]:
    """The part of a side that is on the map: in a corner of the map another edge cuts it in the middle."""
    grid = geometry.grid
    flat = grid.orientation == "flat"
    before, after = ("left", "right") if flat else ("top", "bottom")
    line, last = (hex.col, grid.columns - 1) if flat else (hex.row, grid.rows - 1)
    middle = (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2
    for edge, there, onward in ((before, line == 0, 1), (after, line == last, -1)):
        if there and grid.half_hexes[EDGES.index(edge)]:
            x, y = hex.col + (onward if flat else 0), hex.row + (0 if flat else onward)
            to = geometry.centre(Hex(x, y))
            near = min(ends, key=lambda p: (p[0] - to[0]) ** 2 + (p[1] - to[1]) ** 2)
            return middle, near
    return ends


def _edge(ends: tuple[Point, Point], style: Style, number: str) -> Item:
    """A stretch of an edge of the map."""
    line = Line(ends, style.grid, 1.6 * style.grid_width)
    return Item((line,), box_of(ends, line.width), number)


def _larger(half: list[Point], cut: tuple[Point, Point]) -> tuple[Point, ...]:
    """A half hex that is larger everywhere but along the cut."""
    (x0, y0), (x1, y1) = cut
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    return tuple((x + (px - x) * _BEYOND, y + (py - y) * _BEYOND) for px, py in half)
