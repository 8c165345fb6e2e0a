"""Symbols of what stands in a hex: towns, and plates beside its middle."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping

from ..hexgrid import Hex, HexGeometry, Orientation, Point
from ..model.gamemap import Place
from ..model.ruleset import FeatureKind
from .colours import mixed
from .curves import Box
from .feature_plates import PLATE_RADIUS, PLATES, plain, plate_spots
from .natural import chance
from .primitives import Ellipse, Item, Polygon, Primitive
from .style import Style

Drawing = Callable[[Hex, Point, FeatureKind, Style], list[Primitive]]

COARSE_SCALE = 13.0
"""Below this many pixels per map unit towns are dots and plates are left out."""
_STREET = 0.19
"""Distance of streets; blocks of houses stand between them."""
_DOT, _COARSE_DOT = 0.1, 0.2
"""The radius of the dot of a place with a name and no symbol, from near and from far away."""
_RADIUS = {"city": 0.52, "town": 0.43, "village": 0.3, "capital": 0.68}


def _paved(hex: Hex, at: Point, radius: float, style: Style) -> Primitive:
    """The ground a town stands on, of irregular outline."""
    rim = tuple(
        (at[0] + math.cos(a) * r, at[1] + math.sin(a) * r * 0.94)
        for i in range(10)
        for a in [math.tau * i / 10]
        for r in [radius * (1.0 + 0.2 * chance(hex, 300 + i))]
    )
    return Polygon(rim, fill=style.city_ground, smooth=True)


def _houses(hex: Hex, at: Point, radius: float, colour: str) -> list[Primitive]:
    """Blocks of houses between streets."""
    x, y = at
    found: list[Primitive] = []
    turn = (chance(hex, 240) - 0.5) * 0.9
    cos, sin = math.cos(turn), math.sin(turn)
    reach = math.ceil(radius / _STREET)
    for i in range(-reach, reach):
        for j in range(-reach, reach):
            u, v = (i + 0.5) * _STREET, (j + 0.5) * _STREET
            salt = 400 + 40 * i + j
            # Towards the rim ever more blocks are missing.
            if math.hypot(u, v) > radius * (0.68 + 0.32 * chance(hex, salt)):
                continue
            w = _STREET * (0.72 + 0.1 * chance(hex, salt + 7)) / 2
            h = _STREET * (0.5 + 0.3 * chance(hex, salt + 13)) / 2
            corners = tuple(
                (x + (u + sx * w) * cos - (v + sy * h) * sin, y + (u + sx * w) * sin + (v + sy * h) * cos)
                for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
            )
            found.append(Polygon(corners, fill=colour))
    return found


def city(hex: Hex, at: Point, kind: FeatureKind, style: Style) -> list[Primitive]:
    """Blocks of houses on a paved ground."""
    return _houses(hex, at, _RADIUS["city"], mixed(kind.colour, style.city, 0.7))


def town(hex: Hex, at: Point, kind: FeatureKind, style: Style) -> list[Primitive]:
    """Fewer houses than those of a city."""
    return _houses(hex, at, _RADIUS["town"], mixed(kind.colour, style.city, 0.55))


def village(hex: Hex, at: Point, kind: FeatureKind, style: Style) -> list[Primitive]:
    """A handful of houses."""
    return _houses(hex, at, _RADIUS["village"] * 1.12, mixed(kind.colour, style.city, 0.4))


def capital(hex: Hex, at: Point, kind: FeatureKind, style: Style) -> list[Primitive]:
    """A larger city; its star is a plate."""
    return _houses(hex, at, _RADIUS["capital"], mixed(kind.colour, style.city, 0.35))


_TOWNS: dict[str, Drawing] = {"city": city, "town": town, "village": village, "capital": capital}
FEATURE_SYMBOLS = (*_TOWNS, *(x for x in PLATES if x not in _TOWNS))
"""The symbols a ruleset can ask for; another name gives a diamond in the feature's colour."""
_ORDER = ("city", "town", "village", "capital", "fort", "industrial", "airfield", "port")


def kinds_shown(place: Place | None, kinds: Mapping[str, FeatureKind]) -> list[FeatureKind] | None:
    """The kinds of the symbols of a place, of which one with a name alone has none but a dot; None where
    nothing is drawn."""
    if place is None:
        return None
    here = [kinds[f] for f in place.features if f in kinds]
    return here if here or place.name else None


def _dot(at: Point, radius: float, style: Style) -> Primitive:
    """Where a named place without a symbol lies."""
    return Ellipse(at, radius, radius, fill=style.halo, stroke=style.name_ink, width=radius * 0.5)


def feature_item(
    hex: Hex, number: str, kinds: list[FeatureKind], geometry: HexGeometry, style: Style
) -> Item:
    """The symbols of a hex: towns below, plates above; a dot if there is no kind."""
    x, y = at = geometry.centre(hex)
    if not kinds:
        return Item((_dot(at, _DOT, style),), (x - 1, y - 1, x + 1, y + 1), number, least_scale=COARSE_SCALE)
    drawn = {k.symbol for k in kinds}
    found: list[Primitive] = []
    spots = plate_spots(drawn, geometry.shape)
    for kind in sorted(kinds, key=lambda k: _ORDER.index(k.symbol) if k.symbol in _ORDER else 9):
        if kind.symbol == "city" and "capital" in drawn:
            continue
        if kind.symbol in _TOWNS:
            found += _TOWNS[kind.symbol](hex, at, kind, style)
        if kind.symbol in spots:
            dx, dy = spots[kind.symbol]
            found += PLATES.get(kind.symbol, plain)((x + dx, y + dy), kind, style)
    return Item(tuple(found), (x - 1, y - 1, x + 1, y + 1), number, least_scale=COARSE_SCALE)


def feature_boxes(symbols: Collection[str], centre: Point, shape: Orientation) -> list[Box]:
    """The boxes around the symbols of a hex at `centre`: that of a town first, then those of plates; where
    there are no symbols, that of the dot of a named place."""
    x, y = centre
    found = []
    if not symbols:
        r = _DOT * 1.25
        return [(x - r, y - r, x + r, y + r)]
    radius = max((_RADIUS.get(symbol, 0.0) for symbol in symbols), default=0.0)
    if radius:
        found.append((x - radius, y - radius, x + radius, y + radius))
    for symbol, (dx, dy) in plate_spots(symbols, shape).items():
        r = PLATE_RADIUS.get(symbol, 0.2)
        found.append((x + dx - r, y + dy - r, x + dx + r, y + dy + r))
    return found


def coarse_item(
    hex: Hex, number: str, kinds: list[FeatureKind], geometry: HexGeometry, style: Style
) -> Item | None:
    """A town as a mere dot, for scales at which houses would be a smudge; a small one if there is no kind."""
    x, y = geometry.centre(hex)
    if not kinds:
        dot = _dot((x, y), _COARSE_DOT, style)
        return Item((dot,), (x - 1, y - 1, x + 1, y + 1), number, most_scale=COARSE_SCALE)
    for kind in kinds:
        if kind.symbol in _RADIUS:
            great = kind.symbol == "capital"
            r = 0.5 if great else 0.36
            colour = mixed(kind.colour, style.city, 0.35 if great else 0.7)
            dot = Ellipse((x, y), r, r, fill=colour, stroke=style.halo, width=0.14)
            return Item((dot,), (x - 1, y - 1, x + 1, y + 1), number, most_scale=COARSE_SCALE)
    return None


def site_item(
    hex: Hex, number: str, kinds: list[FeatureKind], geometry: HexGeometry, style: Style
) -> Item | None:
    """What features do to the ground, under rivers and roads: paved towns, tinted industrial hexes."""
    x, y = at = geometry.centre(hex)
    drawn = {k.symbol for k in kinds}
    found: list[Primitive] = []
    if "industrial" in drawn:
        found += _industrial_rim(geometry.corners(hex), at, style)
    radius = max((_RADIUS.get(symbol, 0.0) for symbol in drawn), default=0.0)
    if radius:
        found.append(_paved(hex, at, radius, style))
    return Item(tuple(found), (x - 1, y - 1, x + 1, y + 1), number) if found else None


def _industrial_rim(corners: list[Point], centre: Point, style: Style) -> list[Primitive]:
    """A tinted band inside the hexsides, which shows whatever stands in the hex."""

    def inset(k: float) -> list[Point]:
        return [(centre[0] + (px - centre[0]) * k, centre[1] + (py - centre[1]) * k) for px, py in corners]

    outer, inner = inset(0.975), inset(0.86)
    found: list[Primitive] = [Polygon(tuple(inset(0.975)), fill=style.industrial, opacity=0.13)]
    for i in range(6):
        j = (i + 1) % 6
        found.append(Polygon((outer[i], outer[j], inner[j], inner[i]), fill=style.industrial, opacity=0.5))
    return found
