"""The hexes of printed boards on their plan: outlines, names, and marks, for choosing hexes on a screen."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping

from ..desk.boards import Layout
from ..desk.names import column_letters
from ..hexgrid import Hex, Point
from .board_plan import ACROSS, DOWN, hex_centre
from .curves import Box
from .primitives import Item, Line, Polygon, Primitive, Text

_OUTLINE = "#8b959e"
_NAME = "#55606b"
_RIM = 0.86
"""The size of a mark within its hex."""
_CORNERS: tuple[Point, ...] = tuple(
    (math.cos(math.radians(60 * n)), math.sin(math.radians(60 * n))) for n in range(6))


def board_hexes(layout: Layout, box: Box, marks: Mapping[str, Collection[Hex]], names: bool) -> Item:
    """The hexes in play within a box, with those in `marks` filled in their colours, later ones on top;
    with their names if these are large enough to be read. Lengths are in sides of a hex."""
    return Item(tuple(_hexes(layout, box, marks, names)), box)


def _hexes(layout: Layout, box: Box, marks: Mapping[str, Collection[Hex]],
           names: bool) -> Iterator[Primitive]:
    shown = [p for p in layout.names_by_place if _meets(hex_centre(p), box)]
    for colour, places in marks.items():
        known = set(places)
        for place in shown:
            if place in known:
                yield Polygon(_outline(hex_centre(place), _RIM), colour, opacity=0.6)
    for place in shown:
        corners = _outline(hex_centre(place), 1)
        yield Line((*corners, corners[0]), _OUTLINE, 0.05)
        if names:
            _, own = layout.names_by_place[place][0]
            x, y = hex_centre(place)
            yield Text((x, y - 0.5), f"{column_letters(own.col)}{own.row}", 0.5, _NAME)


def cursor_item(place: Hex, colour: str) -> Item:
    """A rim around a hex."""
    x, y = hex_centre(place)
    corners = _outline((x, y), 0.92)
    return Item((Line((*corners, corners[0]), colour, 0.16),), (x - 1, y - 1, x + 1, y + 1))


def _outline(centre: Point, size: float) -> tuple[Point, ...]:
    return tuple((centre[0] + size * x, centre[1] + size * y) for x, y in _CORNERS)


def _meets(centre: Point, box: Box) -> bool:
    return box[0] - 1 <= centre[0] <= box[2] + 1 and box[1] - 1 <= centre[1] <= box[3] + 1


def hex_at(point: Point) -> Hex:
    """The place in common coordinates that a point of the plan lies in, on a board or not."""
    column = round(point[0] / ACROSS)
    near = [Hex(c, r) for c in (column - 1, column, column + 1)
            for r in range(math.floor(point[1] / DOWN) - 1, math.floor(point[1] / DOWN) + 3)]
    return min(near, key=lambda place: math.dist(hex_centre(place), point))
