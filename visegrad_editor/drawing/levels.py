"""Levels on the map: the tint of hexes above or below level 0, a line around each step up, and numerals."""

from __future__ import annotations

from collections.abc import Iterator

from ..hexgrid import Hex, HexGeometry, hexside
from ..model.gamemap import GameMap
from .curves import box_of
from .primitives import Item, Line, Polygon, Text
from .style import Style

_SIZE = 0.34
"""Height of the numerals, in map units."""
_STRONGEST = 0.62
"""How much of the tint covers its ground at most."""
_WIDTH = 0.07
_MINUS = "−"


def _raised_hexes(map: GameMap) -> Iterator[tuple[Hex, int]]:
    """The hexes that are not at level 0, with their levels."""
    values = {letter: int(value) for letter, value in map.levels.legend}
    flat = {letter for letter, level in values.items() if level == 0}
    for r, row in enumerate(map.levels.rows):
        if not flat.issuperset(row):
            yield from ((Hex(c, r), values[x]) for c, x in enumerate(row) if x not in flat)


def level_tints(map: GameMap, geometry: HexGeometry, style: Style) -> Iterator[Item]:
    """The tint of each hex that is not at level 0; the line of each hexside to a lower hex."""
    for hex, level in _raised_hexes(map):
        corners = tuple(geometry.corners(hex))
        yield Item((Polygon(corners, fill=level_colour(level, style), opacity=level_opacity(level, style)),),
                   box_of(corners, 0.0), map.grid.number(hex))
    for hex, level in _stepped_hexes(map):
        lines = []
        for near in map.grid.neighbours(hex):
            other = map.level(near)
            if other < level:
                higher = level if level > 0 else other
                ends = geometry.side_ends(hexside(hex, near))
                lines.append(Line(ends, level_colour(higher, style), _WIDTH))
        if lines:
            yield Item(tuple(lines), box_of([p for x in lines for p in x.points], _WIDTH),
                       map.grid.number(hex))


def _stepped_hexes(map: GameMap) -> list[tuple[Hex, int]]:
    """The hexes that may be higher than a neighbour, with their levels: those not at level 0, and those that
    touch one below it."""
    found = dict(_raised_hexes(map))
    for hex in [h for h, level in found.items() if level < 0]:
        for near in map.grid.neighbours(hex):
            found.setdefault(near, map.level(near))
    return sorted(found.items(), key=lambda entry: map.grid.index(entry[0]))


def level_numerals(map: GameMap, geometry: HexGeometry, style: Style) -> Iterator[Item]:
    """The level of each hex that is not at level 0, in its lower right."""
    for hex, level in _raised_hexes(map):
        x, y = geometry.centre(hex)
        text = Text((x + 0.42, y + 0.48), level_text(level), _SIZE, level_colour(level, style), bold=True,
                    halo=style.halo, least_pixels=7.0)
        yield Item((text,), (x + 0.1, y + 0.2, x + 0.75, y + 0.75), map.grid.number(hex))


def level_text(level: int) -> str:
    """A level as the map prints it.

    >>> level_text(2), level_text(-1)
    ('2', '−1')
    """
    return f"{_MINUS if level < 0 else ''}{abs(level)}"


def level_colour(level: int, style: Style) -> str:
    """The colour of a level's tint and numeral."""
    return style.raised if level > 0 else style.sunken


def level_opacity(level: int, style: Style) -> float:
    """How much of the tint of a level covers its ground."""
    return min(_STRONGEST, abs(level) * style.level_tint)
