"""Unit symbols: our own line drawings in the manner of the NATO standard.

A symbol is drawn in a box 3 wide and 2 high, from (-1.5, -1) to (1.5, 1); `symbol` scales it.
"""

from __future__ import annotations

from ...hexgrid import Point
from ..primitives import Ellipse, Line, Polygon, Primitive, Text
from .symbol_pen import LINE, Pen
from .symbols_air import AIR
from .symbols_ground import GROUND

BOX_WIDTH, BOX_HEIGHT = 3.0, 2.0
_AIRCRAFT_HEIGHT = 2.8
_SYMBOLS = {**GROUND, **AIR}
SYMBOL_NAMES = tuple(_SYMBOLS)
"""The symbols a ruleset can ask for; any other name gives a box with a question mark."""
AIRCRAFT = frozenset(AIR)
"""Symbols drawn as silhouettes, without a box."""


def symbol(
    name: str, centre: Point, height: float, ink: str, paper: str, *, rim: str = ""
) -> list[Primitive]:
    """A symbol with its box, `height` high and 1.5 times as wide, about `centre`.

    `ink` draws it, `paper` fills the box, `rim` (default: the ink) outlines it. Aircraft have
    no box and are drawn in `ink` alone.
    """
    pen = Pen(ink, paper)
    draw = _SYMBOLS.get(name)
    if draw is None:
        pen.word("?", 1.5)
    else:
        draw(pen)
    k = height / (BOX_HEIGHT if name not in AIRCRAFT else _AIRCRAFT_HEIGHT)
    strokes = [_placed(s, centre, k) for s in pen.strokes]
    if name in AIRCRAFT:
        return strokes
    half_w, half_h = BOX_WIDTH / 2 * k, height / 2
    corners = tuple(
        (centre[0] + sx * half_w, centre[1] + sy * half_h) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )
    return [
        Polygon(corners, fill=paper),
        *strokes,
        Polygon(corners, stroke=rim or ink, width=LINE * k * 1.1),
    ]


def _placed(stroke: Primitive, centre: Point, k: float) -> Primitive:
    def at(p: Point) -> Point:
        return centre[0] + p[0] * k, centre[1] + p[1] * k

    if isinstance(stroke, Line):
        return Line(tuple(map(at, stroke.points)), stroke.colour, stroke.width * k, stroke.smooth)
    if isinstance(stroke, Polygon):
        return Polygon(
            tuple(map(at, stroke.points)),
            stroke.fill,
            stroke.stroke,
            stroke.width * k,
            stroke.smooth,
            stroke.opacity,
        )
    if isinstance(stroke, Ellipse):
        return Ellipse(
            at(stroke.centre), stroke.rx * k, stroke.ry * k, stroke.fill, stroke.stroke, stroke.width * k
        )
    return Text(at(stroke.at), stroke.text, stroke.size * k, stroke.colour, stroke.anchor, stroke.bold)
