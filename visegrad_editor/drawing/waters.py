"""Waters on the map: a tint by depth, and arrows where they flow."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ..hexgrid import HexGeometry, Point
from ..model.gamemap import GameMap, Waters, flow_direction
from .colours import darker, mixed
from .curves import box_of
from .primitives import Item, Line, Polygon, Primitive
from .style import Style

_DEEP, _SHALLOW = 0.62, 0.4
"""How much of the tint covers its ground."""
_HALF = 0.34
"""Half the length of an arrow, in map units."""
_HEAD = 0.17
_WIDTH = 0.05


def waters_items(map: GameMap, geometry: HexGeometry, style: Style) -> Iterator[Item]:
    """One item for each hex of each stretch of water."""
    for waters in map.waters:
        for hex in waters.hexes:
            if hex in map.grid:
                drawn = hex_of_waters(waters, tuple(geometry.corners(hex)), geometry.centre(hex),
                                      flow_angle(map, geometry, waters), style)
                yield Item(drawn, box_of(geometry.corners(hex), 0.0), map.grid.number(hex))


def hex_of_waters(
    waters: Waters, corners: tuple[Point, ...], centre: Point, angle: float | None, style: Style
) -> tuple[Primitive, ...]:
    """The drawing of one hex: its tint and, with an angle, the arrow of a current."""
    colour = style.waters if waters.depth == "fordable" else darker(style.waters, 0.3)
    if waters.frozen:
        colour = mixed(colour, "#ffffff", 0.75)
    tint = Polygon(corners, fill=colour, opacity=_SHALLOW if waters.depth == "fordable" else _DEEP)
    return tint, *(() if angle is None else _arrow(centre, angle, waters.current == "heavy", style))


def flow_angle(map: GameMap, geometry: HexGeometry, waters: Waters) -> float | None:
    """The direction of a current as an angle in the picture, clockwise from the right; None if there is
    none."""
    if waters.flow is None or not waters.hexes:
        return None
    here = waters.hexes[0]
    (x, y), (to_x, to_y) = geometry.centre(here), geometry.centre(
        map.grid.step(here, flow_direction(map.grid, waters.flow)))
    return math.atan2(to_y - y, to_x - x)


def _arrow(centre: Point, angle: float, heavy: bool, style: Style) -> list[Line]:
    """An arrow, with two heads for a heavy current."""
    x, y = centre
    ways = math.cos(angle), math.sin(angle)

    def at(along: float, across: float) -> Point:
        return x + along * ways[0] - across * ways[1], y + along * ways[1] + across * ways[0]

    colour = darker(style.waters, 0.6)
    lines = [Line((at(-_HALF, 0), at(_HALF, 0)), colour, _WIDTH)]
    for tip in (_HALF, _HALF - _HEAD) if heavy else (_HALF,):
        lines.append(Line((at(tip - _HEAD, -_HEAD * 0.7), at(tip, 0), at(tip - _HEAD, _HEAD * 0.7)),
                          colour, _WIDTH))
    return lines
