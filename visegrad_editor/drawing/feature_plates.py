"""Plates beside the middle of a hex for what is no town: forts and airfields."""

from __future__ import annotations

import math

from ..hexgrid import Hex, Point
from ..model.ruleset import FeatureKind
from .colours import lighter
from .primitives import Ellipse, Line, Polygon, Primitive
from .style import Style


def fort(hex: Hex, at: Point, kind: FeatureKind, style: Style) -> list[Primitive]:
    """A star fort with five bastions, at the upper left."""
    x, y = at[0] - 0.62, at[1] - 0.36
    bastions = tuple(
        (x + r * math.sin(math.tau * (i + turn) / 20), y - r * math.cos(math.tau * (i + turn) / 20))
        for i in range(0, 20, 4) for turn, r in ((-0.9, 0.16), (0.0, 0.235), (0.9, 0.16), (2.0, 0.125)))
    return [
        Polygon(bastions, fill=lighter(kind.colour, 0.72), stroke=style.halo, width=0.09),
        Polygon(bastions, fill=lighter(kind.colour, 0.72), stroke=kind.colour, width=0.035),
        Ellipse((x, y), 0.05, 0.05, fill=kind.colour),
    ]


def airfield(hex: Hex, at: Point, kind: FeatureKind, style: Style) -> list[Primitive]:
    """An aeroplane on a plate, at the lower right."""
    x, y, c = at[0] + 0.56, at[1] + 0.42, kind.colour
    return [
        Ellipse((x, y), 0.215, 0.215, fill=style.halo, stroke=c, width=0.028),
        Line(((x, y - 0.145), (x, y + 0.13)), c, 0.05),
        Polygon(((x, y - 0.06), (x + 0.16, y + 0.035), (x + 0.16, y + 0.065), (x, y + 0.03),
                 (x - 0.16, y + 0.065), (x - 0.16, y + 0.035)), fill=c),
        Polygon(((x, y + 0.085), (x + 0.07, y + 0.14), (x - 0.07, y + 0.14)), fill=c),
    ]
