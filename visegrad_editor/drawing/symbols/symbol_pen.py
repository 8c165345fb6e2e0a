"""The pen unit symbols are drawn with, and the strokes several of them share.

A symbol is drawn in a box 3 wide and 2 high, from (-1.5, -1) to (1.5, 1).
"""

from __future__ import annotations

from ...hexgrid import Point
from ..curves import arc, rounded_box
from ..primitives import Ellipse, Line, Polygon, Primitive, Text

Strokes = list[Primitive]
LINE = 0.15
"""The width of a common stroke."""


class Pen:
    """Collects primitives in box units for one symbol in one ink."""

    def __init__(self, ink: str, paper: str) -> None:
        self.ink, self.paper = ink, paper
        self.strokes: Strokes = []

    def line(self, *points: Point, width: float = LINE, smooth: bool = False) -> None:
        self.strokes.append(Line(points, self.ink, width, smooth))

    def shape(self, *points: Point, smooth: bool = False, paper: bool = False) -> None:
        self.strokes.append(Polygon(points, fill=self.paper if paper else self.ink, smooth=smooth))

    def dot(self, x: float, y: float, r: float, paper: bool = False) -> None:
        self.strokes.append(Ellipse((x, y), r, r, fill=self.paper if paper else self.ink))

    def ring(self, x: float, y: float, rx: float, ry: float, width: float = LINE) -> None:
        self.strokes.append(Ellipse((x, y), rx, ry, stroke=self.ink, width=width))

    def word(self, text: str, size: float, x: float = 0.0, y: float = 0.0) -> None:
        self.strokes.append(Text((x, y), text, size, self.ink, bold=True))

    def clear(self, x: float, y: float, rx: float, ry: float) -> None:
        """An oval of box colour, so that crossing lines do not swallow what is drawn on it."""
        self.strokes.append(Ellipse((x, y), rx, ry, fill=self.paper))


def cross(p: Pen) -> None:
    """The crossed belts of infantry."""
    p.line((-1.5, -1), (1.5, 1))
    p.line((-1.5, 1), (1.5, -1))


def slash(p: Pen) -> None:
    """The single belt of cavalry and scouts."""
    p.line((-1.5, 1), (1.5, -1))


def track(p: Pen) -> None:
    """The track of armour."""
    oval = rounded_box(-0.95, -0.48, 0.95, 0.48, 0.48)
    p.line(*oval, oval[0])


def gull(p: Pen, y: float = 0.82, x: float = 0.0) -> None:
    """The wings of airborne troops: two small arcs that meet in the middle."""
    p.line(*arc((x - 0.3, y), 0.3, 0.3, -180, 0), width=0.13)
    p.line(*arc((x + 0.3, y), 0.3, 0.3, -180, 0), width=0.13)


def anchor(p: Pen, y: float = 0.0, s: float = 1.0, width: float = LINE) -> None:
    """An anchor about (0, y), `s` times its common size."""
    p.ring(0, y - 0.62 * s, 0.15 * s, 0.15 * s, width * 0.85)
    p.line((0, y - 0.47 * s), (0, y + 0.72 * s), width=width)
    p.line((-0.36 * s, y - 0.22 * s), (0.36 * s, y - 0.22 * s), width=width)
    p.line(*arc((0, y + 0.1 * s), 0.62 * s, 0.62 * s, 160, 20, 10), width=width)
    for side in (-1, 1):
        p.shape(
            (side * 0.78 * s, y + 0.1 * s),
            (side * 0.36 * s, y + 0.2 * s),
            (side * 0.7 * s, y + 0.5 * s),
        )


def waves(p: Pen, y: float, half: float) -> None:
    """A line of waves from -half to half."""
    count = round(half * 10)
    points = [(-half + 2 * half * i / count, y + (0.09 if i % 2 else -0.09)) for i in range(count + 1)]
    p.strokes.append(Line(tuple(points), p.paper, 0.36, smooth=True))
    p.line(*points, width=0.12, smooth=True)


def mirrored(half: list[Point]) -> tuple[Point, ...]:
    """A closed outline from its right half, drawn from the top down."""
    return tuple(half + [(-x, y) for x, y in reversed(half)])
