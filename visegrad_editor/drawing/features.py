"""The symbols of features in a hex: towns, and plates beside its centre."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping

from ..hexgrid import Hex, HexGeometry, Orientation, Point
from ..model.gamemap import Place
from ..model.ruleset import FeatureKind
from .colours import lighter, mixed
from .curves import Box, arc
from .hex_variants import chance
from .primitives import Ellipse, Item, Line, Polygon, Primitive
from .style import Style

# Plates beside the centre of a hex: the star of a capital, ports, plants, forts and airfields.
#
# They are entirely inside their hex, so that those of neighbours never meet, and placed so that a counter
# leaves most of them visible.

Plate = Callable[[Point, FeatureKind, Style], list[Primitive]]


def star(at: Point, kind: FeatureKind, style: Style) -> list[Primitive]:
    """The star of a capital."""
    x, y = at
    points = tuple(
        (x + r * math.sin(math.pi * i / 5), y - r * math.cos(math.pi * i / 5))
        for i in range(10)
        for r in [0.2 if i % 2 == 0 else 0.085]
    )
    return [Ellipse(at, 0.235, 0.235, fill=style.halo, stroke=kind.colour, width=0.03),
            Polygon(points, fill=kind.colour)]


def port(at: Point, kind: FeatureKind, style: Style) -> list[Primitive]:
    """An anchor."""
    x, y, s = *at, 0.17
    c, w = kind.colour, 0.042
    return [
        Ellipse((x, y), 0.215, 0.215, fill=style.halo, stroke=c, width=0.028),
        Ellipse((x, y - 0.66 * s), 0.17 * s, 0.17 * s, stroke=c, width=w * 0.7),
        Line(((x, y - 0.45 * s), (x, y + 0.8 * s)), c, w),
        Line(((x - 0.38 * s, y - 0.2 * s), (x + 0.38 * s, y - 0.2 * s)), c, w),
        Line(tuple(arc((x, y + 0.08 * s), 0.72 * s, 0.72 * s, 170, 10, 10)), c, w),
    ]


def industrial(at: Point, kind: FeatureKind, style: Style) -> list[Primitive]:
    """A gas derrick with its flame."""
    x, y = at
    c, w = kind.colour, 0.032
    flame = ((x + 0.01, y - 0.25), (x + 0.05, y - 0.17), (x + 0.03, y - 0.12), (x - 0.03, y - 0.12),
             (x - 0.045, y - 0.18))
    legs = ((x - 0.13, y + 0.17), (x - 0.028, y - 0.12), (x + 0.028, y - 0.12), (x + 0.13, y + 0.17))
    return [
        Ellipse(at, 0.25, 0.25, fill=lighter(style.industrial, 0.78), stroke=style.industrial, width=0.03),
        Line(legs, c, w),
        Line(((x - 0.1, y + 0.08), (x + 0.06, y - 0.02)), c, w * 0.75),
        Line(((x + 0.1, y + 0.08), (x - 0.06, y - 0.02)), c, w * 0.75),
        Line(((x - 0.17, y + 0.175), (x + 0.17, y + 0.175)), c, w),
        Polygon(flame, fill=style.flame, smooth=True),
    ]


def fort(at: Point, kind: FeatureKind, style: Style) -> list[Primitive]:
    """A star fort with five bastions."""
    x, y = at
    bastions = tuple(
        (x + r * math.sin(math.tau * (i + turn) / 20), y - r * math.cos(math.tau * (i + turn) / 20))
        for i in range(0, 20, 4) for turn, r in ((-0.9, 0.16), (0.0, 0.235), (0.9, 0.16), (2.0, 0.125)))
    return [
        Polygon(bastions, fill=lighter(kind.colour, 0.72), stroke=style.halo, width=0.09),
        Polygon(bastions, fill=lighter(kind.colour, 0.72), stroke=kind.colour, width=0.035),
        Ellipse((x, y), 0.05, 0.05, fill=kind.colour),
    ]


def airfield(at: Point, kind: FeatureKind, style: Style) -> list[Primitive]:
    """An aeroplane."""
    (x, y), c = at, kind.colour
    return [
        Ellipse((x, y), 0.215, 0.215, fill=style.halo, stroke=c, width=0.028),
        Line(((x, y - 0.145), (x, y + 0.13)), c, 0.05),
        Polygon(((x, y - 0.06), (x + 0.16, y + 0.035), (x + 0.16, y + 0.065), (x, y + 0.03),
                 (x - 0.16, y + 0.065), (x - 0.16, y + 0.035)), fill=c),
        Polygon(((x, y + 0.085), (x + 0.07, y + 0.14), (x - 0.07, y + 0.14)), fill=c),
    ]


def plain(at: Point, kind: FeatureKind, style: Style) -> list[Primitive]:
    """A diamond in the feature's colour."""
    x, y = at
    diamond = ((x, y - 0.16), (x + 0.16, y), (x, y + 0.16), (x - 0.16, y))
    return [Polygon(diamond, fill=kind.colour, stroke=style.halo, width=0.035)]


PLATES: dict[str, Plate] = {
    "capital": star, "port": port, "industrial": industrial, "fort": fort, "airfield": airfield}
PLATE_RADIUS = {"capital": 0.25, "port": 0.23, "industrial": 0.265, "fort": 0.25, "airfield": 0.23}
"""How far a plate reaches from its middle."""
_TOWN_SYMBOLS = frozenset({"city", "town", "village"})
_SPOTS: dict[Orientation, dict[str, Point]] = {
    "pointy": {"capital": (0.6, -0.35), "port": (0.63, 0.15), "industrial": (-0.595, 0.12),
               "fort": (-0.6, -0.35), "airfield": (0.53, 0.4)},
    "flat": {"capital": (0.6, -0.19), "port": (0.6, 0.22), "industrial": (-0.62, 0.11),
             "fort": (-0.52, -0.38), "airfield": (0.5, 0.4)},
}
"""The positions of plates in hexes with a corner, or a side, at the top."""
_ELSE = (0.33, 0.54)
"""The position of an airfield beside a port."""


def plate_spots(symbols: Collection[str], shape: Orientation) -> dict[str, Point]:
    """The positions of the plates of a hex, from its centre, for those of its symbols that are plates."""
    spots = _SPOTS[shape]
    chosen = {s: spots.get(s, spots["fort"]) for s in symbols if s not in _TOWN_SYMBOLS}
    if "airfield" in chosen and "port" in chosen:
        chosen["airfield"] = _ELSE
    return chosen


Drawing = Callable[[Hex, Point, FeatureKind, Style], list[Primitive]]

COARSE_SCALE = 13.0
"""Below this many pixels per map unit towns are dots and plates are left out."""
_STREET = 0.19
"""The distance between streets; blocks of houses are between them."""
_DOT, _COARSE_DOT = 0.1, 0.2
"""The radius of the dot of a place with a name but no symbol, in detail and in the coarse form."""
_RADIUS = {"city": 0.52, "town": 0.43, "village": 0.3, "capital": 0.68}


def _paved(hex: Hex, at: Point, radius: float, style: Style) -> Primitive:
    """The ground of a town, with an irregular outline."""
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
    houses: list[Primitive] = []
    turn = (chance(hex, 240) - 0.5) * 0.9
    cos, sin = math.cos(turn), math.sin(turn)
    reach = math.ceil(radius / _STREET)
    for i in range(-reach, reach):
        for j in range(-reach, reach):
            u, v = (i + 0.5) * _STREET, (j + 0.5) * _STREET
            salt = 400 + 40 * i + j
            # Towards the rim, more and more blocks are missing.
            if math.hypot(u, v) > radius * (0.68 + 0.32 * chance(hex, salt)):
                continue
            w = _STREET * (0.72 + 0.1 * chance(hex, salt + 7)) / 2
            h = _STREET * (0.5 + 0.3 * chance(hex, salt + 13)) / 2
            corners = tuple(
                (x + (u + sx * w) * cos - (v + sy * h) * sin, y + (u + sx * w) * sin + (v + sy * h) * cos)
                for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
            )
            houses.append(Polygon(corners, fill=colour))
    return houses


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
_ORDER = ("city", "town", "village", "capital", "fort", "industrial", "airfield", "port")


def kinds_shown(place: Place | None, kinds: Mapping[str, FeatureKind]) -> list[FeatureKind] | None:
    """The kinds of the symbols of a place, [] for a place with only a name (drawn as a dot); None if nothing
    is drawn."""
    if place is None:
        return None
    here = [kinds[f] for f in place.features if f in kinds]
    return here if here or place.name else None


def _dot(at: Point, radius: float, style: Style) -> Primitive:
    """The dot of a named place without a symbol."""
    return Ellipse(at, radius, radius, fill=style.halo, stroke=style.name_ink, width=radius * 0.5)


def feature_item(
    hex: Hex, number: str, kinds: list[FeatureKind], geometry: HexGeometry, style: Style
) -> Item:
    """The symbols of a hex: towns below, plates above; a dot if there is no kind."""
    x, y = at = geometry.centre(hex)
    if not kinds:
        return Item((_dot(at, _DOT, style),), (x - 1, y - 1, x + 1, y + 1), number, least_scale=COARSE_SCALE)
    drawn = {k.symbol for k in kinds}
    primitives: list[Primitive] = []
    spots = plate_spots(drawn, geometry.shape)
    for kind in sorted(kinds, key=lambda k: _ORDER.index(k.symbol) if k.symbol in _ORDER else 9):
        if kind.symbol == "city" and "capital" in drawn:
            continue
        if kind.symbol in _TOWNS:
            primitives += _TOWNS[kind.symbol](hex, at, kind, style)
        if kind.symbol in spots:
            dx, dy = spots[kind.symbol]
            primitives += PLATES.get(kind.symbol, plain)((x + dx, y + dy), kind, style)
    return Item(tuple(primitives), (x - 1, y - 1, x + 1, y + 1), number, least_scale=COARSE_SCALE)


def feature_boxes(symbols: Collection[str], centre: Point, shape: Orientation) -> list[Box]:
    """The boxes around the symbols of a hex at `centre`: that of a town first, then those of plates; without
    symbols, the box of the dot of a named place."""
    x, y = centre
    boxes = []
    if not symbols:
        r = _DOT * 1.25
        return [(x - r, y - r, x + r, y + r)]
    radius = max((_RADIUS.get(symbol, 0.0) for symbol in symbols), default=0.0)
    if radius:
        boxes.append((x - radius, y - radius, x + radius, y + radius))
    for symbol, (dx, dy) in plate_spots(symbols, shape).items():
        r = PLATE_RADIUS.get(symbol, 0.2)
        boxes.append((x + dx - r, y + dy - r, x + dx + r, y + dy + r))
    return boxes


def coarse_item(
    hex: Hex, number: str, kinds: list[FeatureKind], geometry: HexGeometry, style: Style
) -> Item | None:
    """A town as a dot, for scales at which houses would be a smudge; a small dot if there is no kind."""
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
    """The effect of features on the ground, below rivers and roads: paved towns, tinted industrial hexes."""
    x, y = at = geometry.centre(hex)
    drawn = {k.symbol for k in kinds}
    primitives: list[Primitive] = []
    if "industrial" in drawn:
        primitives += _industrial_rim(geometry.corners(hex), at, style)
    radius = max((_RADIUS.get(symbol, 0.0) for symbol in drawn), default=0.0)
    if radius:
        primitives.append(_paved(hex, at, radius, style))
    return Item(tuple(primitives), (x - 1, y - 1, x + 1, y + 1), number) if primitives else None


def _industrial_rim(corners: list[Point], centre: Point, style: Style) -> list[Primitive]:
    """A tinted band inside the hexsides, visible whatever is in the hex."""

    def inset(k: float) -> list[Point]:
        return [(centre[0] + (px - centre[0]) * k, centre[1] + (py - centre[1]) * k) for px, py in corners]

    outer, inner = inset(0.975), inset(0.86)
    shapes: list[Primitive] = [Polygon(tuple(inset(0.975)), fill=style.industrial, opacity=0.13)]
    for i in range(6):
        j = (i + 1) % 6
        shapes.append(Polygon((outer[i], outer[j], inner[j], inner[i]), fill=style.industrial, opacity=0.5))
    return shapes
