"""The hexes of printed boards on their plan: outlines, names, and marks, for choosing hexes on a screen."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence

from ..desk.boards import Layout
from ..desk.names import column_letters
from ..hexgrid import Hex, Point
from .board_plan import ACROSS, DOWN, hex_centre, plan_box
from .curves import Box
from .primitives import Item, Line, Polygon, Primitive, Text

_OUTLINE = "#8b959e"
_NAME = "#55606b"
_PAPER, _EDGE = "#ffffff", "#1b2127"
_RIM = 0.86
"""The size of a mark within its hex."""
_RIM_WIDTH = 0.07
_LIT = 0.28
"""How much of a mark covers what is beneath it, so that terrain is still seen."""
_CORNERS: tuple[Point, ...] = tuple(
    (math.cos(math.radians(60 * n)), math.sin(math.radians(60 * n))) for n in range(6))


def board_hexes(layout: Layout, box: Box, marks: Mapping[str, Collection[Hex]], names: bool) -> Item:
    """The hexes in play within a box, with those in `marks` filled in their colours, later ones on top, and
    perhaps with their names. Of the hexes at the edges of the boards only the printed half is shown, but the
    whole name. Lengths are in sides of a hex."""
    shown = [p for p in layout.names_by_place if _meets(hex_centre(p), box)]
    return Item((*_hexes(shown, marks), *_around(plan_box(layout), box),
                 *(_names(layout, shown) if names else ())), box)


def _around(plan: Box, box: Box) -> Iterator[Primitive]:
    """What covers everything beyond the boards."""
    left, top, right, bottom = plan
    for x0, y0, x1, y1 in ((box[0], box[1], box[2], top), (box[0], bottom, box[2], box[3]),
                           (box[0], top, left, bottom), (right, top, box[2], bottom)):
        if x1 > x0 and y1 > y0:
            yield Polygon(((x0, y0), (x1, y0), (x1, y1), (x0, y1)), _PAPER)
    corners = (left, top), (right, top), (right, bottom), (left, bottom)
    yield Line((*corners, corners[0]), _EDGE, 0.12)


def _hexes(shown: Sequence[Hex], marks: Mapping[str, Collection[Hex]]) -> Iterator[Primitive]:
    for colour, places in marks.items():
        known = set(places)
        for place in shown:
            if place in known:
                corners = _outline(hex_centre(place), _RIM)
                yield Polygon(corners, colour, opacity=_LIT)
                yield Line((*corners, corners[0]), colour, _RIM_WIDTH)
    for place in shown:
        corners = _outline(hex_centre(place), 1)
        yield Line((*corners, corners[0]), _OUTLINE, 0.05)


def _names(layout: Layout, shown: Sequence[Hex]) -> Iterator[Primitive]:
    for place in shown:
        _, own = layout.names_by_place[place][0]
        x, y = hex_centre(place)
        yield Text((x, y - 0.5), f"{column_letters(own.col)}{own.row}", 0.5, _NAME, halo=_PAPER)


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
