"""Symbols of what stands in a hex: city, capital, port, industrial plant."""

from __future__ import annotations

import math
from collections.abc import Callable

from ..hexgrid import Hex, HexGeometry, Point
from ..model.ruleset import FeatureKind
from .colours import lighter, mixed
from .curves import arc
from .natural import chance
from .primitives import Ellipse, Item, Line, Polygon, Primitive
from .style import Style

Drawing = Callable[[Hex, Point, FeatureKind, Style], list[Primitive]]

# Blocks of houses (x, y, width, height): in a ring, so that they show around a counter.
_BLOCKS = (
    (-0.3, -0.28, 0.24, 0.2), (0.02, -0.34, 0.3, 0.24), (0.36, -0.2, 0.18, 0.26), (-0.42, 0.0, 0.22, 0.26),
    (-0.1, -0.04, 0.26, 0.24), (0.2, 0.04, 0.26, 0.22), (-0.22, 0.28, 0.28, 0.2), (0.12, 0.32, 0.24, 0.18),
)
_SUBURBS = (
    (-0.66, -0.14, 0.14, 0.16), (0.62, -0.26, 0.13, 0.13), (0.64, 0.1, 0.14, 0.16), (-0.62, 0.26, 0.15, 0.12),
    (-0.5, -0.42, 0.15, 0.13), (0.5, 0.4, 0.15, 0.12), (-0.14, -0.6, 0.16, 0.11), (0.16, 0.58, 0.16, 0.11),
)


def _town(hex: Hex, at: Point, kind: FeatureKind, style: Style, blocks: tuple[tuple[float, float, float, float], ...], radius: float) -> list[Primitive]:
    x, y = at
    rim = [
        (x + math.cos(a) * radius * (0.88 + 0.16 * chance(hex, 300 + i)),
         y + math.sin(a) * radius * 0.92 * (0.88 + 0.16 * chance(hex, 320 + i)))
        for i in range(12) for a in [math.tau * i / 12]
    ]
    found: list[Primitive] = [Polygon(tuple(rim), fill=style.city_ground, smooth=True, opacity=0.85)]
    for i, (bx, by, w, h) in enumerate(blocks):
        dx, dy = (chance(hex, 200 + i) - 0.5) * 0.07, (chance(hex, 220 + i) - 0.5) * 0.07
        turn = (chance(hex, 240 + i) - 0.5) * 0.35
        cos, sin = math.cos(turn), math.sin(turn)
        corners = tuple(
            (x + bx + dx + sx * w / 2 * cos - sy * h / 2 * sin, y + by + dy + sx * w / 2 * sin + sy * h / 2 * cos)
            for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        )
        found.append(Polygon(corners, fill=mixed(kind.colour, style.city, 0.5)))
    return found


def city(hex: Hex, at: Point, kind: FeatureKind, style: Style) -> list[Primitive]:
    """Blocks of houses on a paved ground."""
    return _town(hex, at, kind, style, _BLOCKS, 0.62)


def capital(hex: Hex, at: Point, kind: FeatureKind, style: Style) -> list[Primitive]:
    """A larger city with a star at its upper right, where a counter leaves it visible."""
    found = _town(hex, at, kind, style, _BLOCKS + _SUBURBS, 0.82)
    x, y = at[0] + 0.6, at[1] - 0.44
    star = tuple(
        (x + r * math.sin(math.pi * i / 5), y - r * math.cos(math.pi * i / 5))
        for i in range(10) for r in [0.2 if i % 2 == 0 else 0.085]
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
    flame = ((x, y - 0.3), (x + 0.065, y - 0.2), (x + 0.04, y - 0.13), (x - 0.04, y - 0.13), (x - 0.06, y - 0.2))
    return [
        Ellipse((x, y), 0.265, 0.265, fill=lighter(style.industrial, 0.78), stroke=style.industrial, width=0.034),
        Line(((x - 0.13, y + 0.17), (x - 0.028, y - 0.12), (x + 0.028, y - 0.12), (x + 0.13, y + 0.17)), c, w),
        Line(((x - 0.1, y + 0.08), (x + 0.06, y - 0.02)), c, w * 0.75),
        Line(((x + 0.1, y + 0.08), (x - 0.06, y - 0.02)), c, w * 0.75),
        Line(((x - 0.17, y + 0.175), (x + 0.17, y + 0.175)), c, w),
        Polygon(flame, fill="#e2661a", smooth=True),
    ]


def _plain(hex: Hex, at: Point, kind: FeatureKind, style: Style) -> list[Primitive]:
    x, y = at[0] - 0.6, at[1] - 0.36
    diamond = ((x, y - 0.16), (x + 0.16, y), (x, y + 0.16), (x - 0.16, y))
    return [Polygon(diamond, fill=kind.colour, stroke=style.halo, width=0.035)]


DRAWINGS: dict[str, Drawing] = {
    "city": city, "town": city, "capital": capital, "port": port, "industrial": industrial,
}
"""The symbols a ruleset can ask for; another name gives a diamond in the feature's colour."""
_ORDER = ("city", "town", "capital", "industrial", "port")


def feature_item(hex: Hex, number: str, kinds: list[FeatureKind], geometry: HexGeometry, style: Style) -> Item:
    """The symbols of a hex: towns below, plates above."""
    x, y = at = geometry.centre(hex)
    drawn = {k.symbol for k in kinds}
    found: list[Primitive] = []
    if "industrial" in drawn:
        found += _industrial_rim(geometry.corners(hex), at, style)
    for kind in sorted(kinds, key=lambda k: _ORDER.index(k.symbol) if k.symbol in _ORDER else 9):
        if kind.symbol == "city" and "capital" in drawn:
            continue
        found += DRAWINGS.get(kind.symbol, _plain)(hex, at, kind, style)
    return Item(tuple(found), (x - 1, y - 1, x + 1, y + 1), number)


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
