"""Symbols of what stands in a hex: city, capital, port, industrial plant."""

from __future__ import annotations

import math
from collections.abc import Callable

from ..hexgrid import Hex, HexGeometry, Point
from ..model.ruleset import FeatureKind
from .colours import lighter, mixed
from .curves import arc
from .feature_plates import airfield, fort
from .natural import chance
from .primitives import Ellipse, Item, Line, Polygon, Primitive
from .style import Style

Drawing = Callable[[Hex, Point, FeatureKind, Style], list[Primitive]]

COARSE_SCALE = 13.0
"""Below this many pixels per map unit towns are dots and plates are left out."""
_STREET = 0.19
"""Distance of streets; blocks of houses stand between them."""
_RADIUS = {"city": 0.52, "town": 0.43, "village": 0.3, "capital": 0.72}


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
    """A larger city with a star at its upper right, where a counter leaves it visible."""
    found = _houses(hex, at, _RADIUS["capital"], mixed(kind.colour, style.city, 0.35))
    x, y = at[0] + 0.6, at[1] - 0.44
    star = tuple(
        (x + r * math.sin(math.pi * i / 5), y - r * math.cos(math.pi * i / 5))
        for i in range(10)
        for r in [0.2 if i % 2 == 0 else 0.085]
    )
    found.append(Ellipse((x, y), 0.235, 0.235, fill=style.halo, stroke=kind.colour, width=0.03))
    found.append(Polygon(star, fill=kind.colour))
    return found


def port(hex: Hex, at: Point, kind: FeatureKind, style: Style) -> list[Primitive]:
    """An anchor on a plate at the right."""
    x, y, s = at[0] + 0.66, at[1] + 0.16, 0.17
    c, w = kind.colour, 0.042
    return [
        Ellipse((x, y), 0.215, 0.215, fill=style.halo, stroke=c, width=0.028),
        Ellipse((x, y - 0.66 * s), 0.17 * s, 0.17 * s, stroke=c, width=w * 0.7),
        Line(((x, y - 0.45 * s), (x, y + 0.8 * s)), c, w),
        Line(((x - 0.38 * s, y - 0.2 * s), (x + 0.38 * s, y - 0.2 * s)), c, w),
        Line(tuple(arc((x, y + 0.08 * s), 0.72 * s, 0.72 * s, 170, 10, 10)), c, w),
    ]


def industrial(hex: Hex, at: Point, kind: FeatureKind, style: Style) -> list[Primitive]:
    """A gas derrick with its flame on a plate at the left."""
    x, y = at[0] - 0.66, at[1] + 0.1
    c, w = kind.colour, 0.032
    flame = (
        (x + 0.01, y - 0.25),
        (x + 0.05, y - 0.17),
        (x + 0.03, y - 0.12),
        (x - 0.03, y - 0.12),
        (x - 0.045, y - 0.18),
    )
    return [
        Ellipse(
            (x, y), 0.265, 0.265, fill=lighter(style.industrial, 0.78), stroke=style.industrial, width=0.034
        ),
        Line(
            ((x - 0.13, y + 0.17), (x - 0.028, y - 0.12), (x + 0.028, y - 0.12), (x + 0.13, y + 0.17)), c, w
        ),
        Line(((x - 0.1, y + 0.08), (x + 0.06, y - 0.02)), c, w * 0.75),
        Line(((x + 0.1, y + 0.08), (x - 0.06, y - 0.02)), c, w * 0.75),
        Line(((x - 0.17, y + 0.175), (x + 0.17, y + 0.175)), c, w),
        Polygon(flame, fill=style.flame, smooth=True),
    ]


def _plain(hex: Hex, at: Point, kind: FeatureKind, style: Style) -> list[Primitive]:
    x, y = at[0] - 0.6, at[1] - 0.36
    diamond = ((x, y - 0.16), (x + 0.16, y), (x, y + 0.16), (x - 0.16, y))
    return [Polygon(diamond, fill=kind.colour, stroke=style.halo, width=0.035)]


DRAWINGS: dict[str, Drawing] = {
    "city": city,
    "town": town,
    "village": village,
    "capital": capital,
    "port": port,
    "industrial": industrial,
    "fort": fort,
    "airfield": airfield,
}
"""The symbols a ruleset can ask for; another name gives a diamond in the feature's colour."""
_ORDER = ("city", "town", "village", "capital", "fort", "industrial", "airfield", "port")


def feature_item(
    hex: Hex, number: str, kinds: list[FeatureKind], geometry: HexGeometry, style: Style
) -> Item:
    """The symbols of a hex: towns below, plates above."""
    x, y = at = geometry.centre(hex)
    drawn = {k.symbol for k in kinds}
    found: list[Primitive] = []
    for kind in sorted(kinds, key=lambda k: _ORDER.index(k.symbol) if k.symbol in _ORDER else 9):
        if kind.symbol == "city" and "capital" in drawn:
            continue
        found += DRAWINGS.get(kind.symbol, _plain)(hex, at, kind, style)
    return Item(tuple(found), (x - 1, y - 1, x + 1, y + 1), number, least_scale=COARSE_SCALE)


def coarse_item(
    hex: Hex, number: str, kinds: list[FeatureKind], geometry: HexGeometry, style: Style
) -> Item | None:
    """A town as a mere dot, for scales at which houses would be a smudge."""
    x, y = geometry.centre(hex)
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
