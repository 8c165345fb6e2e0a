"""Buildings on the map: footprints that join where a building goes on into the next hex."""

from __future__ import annotations

from collections.abc import Iterator

from ..hexgrid import Hex, HexGeometry, Point
from ..model.gamemap import Building, GameMap
from .colours import darker
from .curves import box_of
from .primitives import Item, Line, Polygon, Primitive, Text
from .style import Style

_LONG, _WIDE = 0.52, 0.42
"""Half the length and half the width of the part in one hex, in map units."""
_FULL = 0.9
"""How much of its hex a part fills that fills it completely."""
_JOIN = 0.26
"""Half the width of what joins two parts."""
_LINE = 0.05
_STAIRS = 0.13
"""Half the edge of the sign for stairs."""
_SIZE = 0.32
"""Height of the numeral of storeys."""


def building_items(map: GameMap, geometry: HexGeometry, style: Style) -> Iterator[Item]:
    """One item for each building."""
    for building in map.buildings:
        if any(h in map.grid for h in building.hexes):
            yield building_item(building, geometry, style)


def building_item(building: Building, geometry: HexGeometry, style: Style) -> Item:
    """A building: its outline, its parts, what is inside them."""
    hexes = [h for h in building.hexes if h in geometry.grid]
    colour, ink = building_colour(building, style), building_ink(building, style)
    centres = {h: geometry.centre(h) for h in hexes}
    pairs = [(a, b) for a in hexes for b in geometry.grid.neighbours(a) if b in centres and a < b]
    shapes = [_part(building, h, geometry) for h in hexes]
    shapes += [_band(centres[a], centres[b], _JOIN) for a, b in pairs]
    # First all outlines, then all grounds over them: so that inner lines do not show.
    drawn: list[Primitive] = [Polygon(shape, stroke=ink, width=2 * _LINE) for shape in shapes]
    drawn += [Polygon(shape, fill=colour) for shape in shapes]
    if building.rowhouse:
        drawn += [_wall(centres[a], centres[b], ink) for a, b in pairs]
    if building.factory:
        drawn += [Line((centres[a], centres[b]), ink, _LINE, dash=(0.14, 0.1)) for a, b in pairs]
        drawn += [Polygon(_scaled(_part(building, h, geometry), centres[h], 0.72), stroke=ink, width=_LINE)
                  for h in hexes]
    drawn += [_stairs(centres[h], ink) for h in building.stairs if h in centres]
    drawn += _signs(building, centres[hexes[0]], style, ink)
    points = [p for shape in shapes for p in shape]
    return Item(tuple(drawn), box_of(points, 2 * _LINE), geometry.grid.number(hexes[0]))


def building_colour(building: Building, style: Style) -> str:
    """The ground of a building, by its material."""
    return style.building_wood if building.material == "wood" else style.building


def building_ink(building: Building, style: Style) -> str:
    """What its walls and signs are drawn in."""
    return darker(building_colour(building, style), 0.62)


def _part(building: Building, hex: Hex, geometry: HexGeometry) -> tuple[Point, ...]:
    """The part of a building in one hex: a block, or nearly all of the hex."""
    x, y = geometry.centre(hex)
    if hex in building.full:
        return _scaled(tuple(geometry.corners(hex)), (x, y), _FULL)
    long, wide = (_WIDE, _LONG) if geometry.turn % 2 else (_LONG, _WIDE)
    return (x - long, y - wide), (x + long, y - wide), (x + long, y + wide), (x - long, y + wide)


def _scaled(shape: tuple[Point, ...], centre: Point, by: float) -> tuple[Point, ...]:
    return tuple((centre[0] + (x - centre[0]) * by, centre[1] + (y - centre[1]) * by) for x, y in shape)


def _across(one: Point, other: Point) -> tuple[Point, Point]:
    """The unit vectors along and across the way from one point to the other."""
    x, y = other[0] - one[0], other[1] - one[1]
    length = (x * x + y * y) ** 0.5
    return (x / length, y / length), (-y / length, x / length)


def _band(one: Point, other: Point, half: float) -> tuple[Point, ...]:
    """A band between two points."""
    _, (x, y) = _across(one, other)
    return ((one[0] + x * half, one[1] + y * half), (other[0] + x * half, other[1] + y * half),
            (other[0] - x * half, other[1] - y * half), (one[0] - x * half, one[1] - y * half))


def _wall(one: Point, other: Point, ink: str) -> Line:
    """The wall between two parts of a row house."""
    _, (x, y) = _across(one, other)
    middle, half = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2), _JOIN + _LINE
    return Line(((middle[0] - x * half, middle[1] - y * half), (middle[0] + x * half, middle[1] + y * half)),
                ink, 2.4 * _LINE)


def _stairs(centre: Point, ink: str) -> Polygon:
    """The sign for stairs, above the middle of a hex."""
    x, y = centre
    return Polygon(((x - _STAIRS, y - 0.36), (x + _STAIRS, y - 0.36), (x + _STAIRS, y - 0.36 + 2 * _STAIRS),
                    (x - _STAIRS, y - 0.36 + 2 * _STAIRS)), fill="#ffffff", stroke=ink, width=0.03)


def _signs(building: Building, centre: Point, style: Style, ink: str) -> list[Primitive]:
    """In the first hex: the storeys above the ground, underlined if there is a cellar."""
    x, y = centre[0], centre[1] + 0.14
    drawn: list[Primitive] = []
    if building.storeys:
        drawn.append(Text((x, y), str(building.storeys), _SIZE, ink, bold=True, halo=style.halo,
                          least_pixels=6.5))
    if building.cellar:
        drawn.append(Line(((x - 0.16, y + 0.2), (x + 0.16, y + 0.2)), ink, 0.06))
    return drawn
