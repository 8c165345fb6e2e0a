"""Plates beside the middle of a hex: the star of a capital, ports, plants, forts and airfields.

They stand wholly in their hex, so that those of neighbours never meet, and where a counter leaves the
greater part of them visible.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection

from ..hexgrid import Orientation, Point
from ..model.ruleset import FeatureKind
from .colours import lighter
from .curves import arc
from .primitives import Ellipse, Line, Polygon, Primitive
from .style import Style

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
_TOWNS = frozenset({"city", "town", "village"})
_SPOTS: dict[Orientation, dict[str, Point]] = {
    "pointy": {"capital": (0.6, -0.35), "port": (0.63, 0.15), "industrial": (-0.595, 0.12),
               "fort": (-0.6, -0.35), "airfield": (0.53, 0.4)},
    "flat": {"capital": (0.6, -0.19), "port": (0.6, 0.22), "industrial": (-0.62, 0.11),
             "fort": (-0.52, -0.38), "airfield": (0.5, 0.4)},
}
"""Where plates stand in hexes with a corner, or a side, at the top."""
_ELSE = (0.33, 0.54)
"""Where an airfield stands beside a port."""


def plate_spots(symbols: Collection[str], shape: Orientation) -> dict[str, Point]:
    """Where the plates of a hex stand, from its middle, for those of its symbols that are plates."""
    spots = _SPOTS[shape]
    found = {s: spots.get(s, spots["fort"]) for s in symbols if s not in _TOWNS}
    if "airfield" in found and "port" in found:
        found["airfield"] = _ELSE
    return found
