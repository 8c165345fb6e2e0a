"""Unit symbols: our own line drawings in the manner of the NATO standard.

A symbol is drawn in a box 3 wide and 2 high, from (-1.5, -1) to (1.5, 1); `symbol` scales it.
"""

from __future__ import annotations

from collections.abc import Callable

from ..hexgrid import Point
from .curves import arc, rounded_box
from .primitives import Ellipse, Line, Polygon, Primitive, Text

Strokes = list[Primitive]
BOX_WIDTH, BOX_HEIGHT = 3.0, 2.0
_AIRCRAFT_HEIGHT = 2.8
_LINE = 0.15


class _Pen:
    """Collects primitives in box units for one symbol in one ink."""

    def __init__(self, ink: str, paper: str) -> None:
        self.ink, self.paper = ink, paper
        self.strokes: Strokes = []

    def line(self, *points: Point, width: float = _LINE, smooth: bool = False) -> None:
        self.strokes.append(Line(points, self.ink, width, smooth))

    def shape(self, *points: Point, smooth: bool = False, paper: bool = False) -> None:
        self.strokes.append(Polygon(points, fill=self.paper if paper else self.ink, smooth=smooth))

    def dot(self, x: float, y: float, r: float, paper: bool = False) -> None:
        self.strokes.append(Ellipse((x, y), r, r, fill=self.paper if paper else self.ink))

    def ring(self, x: float, y: float, rx: float, ry: float, width: float = _LINE) -> None:
        self.strokes.append(Ellipse((x, y), rx, ry, stroke=self.ink, width=width))

    def word(self, text: str, size: float, x: float = 0.0, y: float = 0.0) -> None:
        self.strokes.append(Text((x, y), text, size, self.ink, bold=True))


def _infantry(p: _Pen) -> None:
    p.line((-1.5, -1), (1.5, 1))
    p.line((-1.5, 1), (1.5, -1))


def _armor(p: _Pen) -> None:
    track = rounded_box(-0.95, -0.48, 0.95, 0.48, 0.48)
    p.line(*track, track[0])


def _mechanized(p: _Pen) -> None:
    _infantry(p)
    _armor(p)


def _motorized(p: _Pen) -> None:
    _infantry(p)
    p.line((0, -1), (0, 1))


def _cavalry(p: _Pen) -> None:
    p.line((-1.5, 1), (1.5, -1))


def _armored_cavalry(p: _Pen) -> None:
    _cavalry(p)
    _armor(p)


def _artillery(p: _Pen) -> None:
    p.dot(0, 0, 0.4)


def _gull(p: _Pen, y: float = 0.82) -> None:
    """The wings of airborne troops: two small arcs that meet in the middle."""
    p.line(*arc((-0.3, y), 0.3, 0.3, -180, 0), width=0.13)
    p.line(*arc((0.3, y), 0.3, 0.3, -180, 0), width=0.13)


def _airborne(p: _Pen) -> None:
    _infantry(p)
    _gull(p)


def _air_mobile(p: _Pen) -> None:
    _infantry(p)
    # A rotor: two blades like a bow tie in the lower quarter.
    p.shape((-0.62, 0.45), (0, 0.66), (-0.62, 0.87))
    p.shape((0.62, 0.45), (0, 0.66), (0.62, 0.87))


def _anchor(p: _Pen, y: float = 0.0, s: float = 1.0, width: float = _LINE) -> None:
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


def _clear(p: _Pen, x: float, y: float, rx: float, ry: float) -> None:
    """An oval of box colour, so that crossing lines do not swallow what is drawn on it."""
    p.strokes.append(Ellipse((x, y), rx, ry, fill=p.paper))


def _marine(p: _Pen) -> None:
    _infantry(p)
    _clear(p, 0, 0, 0.82, 0.86)
    _anchor(p)


def _waves(p: _Pen, y: float, half: float) -> None:
    count = round(half * 10)
    points = [(-half + 2 * half * i / count, y + (0.09 if i % 2 else -0.09)) for i in range(count + 1)]
    p.strokes.append(Line(tuple(points), p.paper, 0.36, smooth=True))
    p.line(*points, width=0.12, smooth=True)


def _naval_infantry(p: _Pen) -> None:
    _infantry(p)
    _clear(p, 0, -0.1, 0.72, 0.72)
    _anchor(p, -0.14, 0.8)
    _waves(p, 0.74, 0.8)


def _mountain(p: _Pen) -> None:
    _infantry(p)
    p.shape((-0.52, 0.93), (0, 0.2), (0.52, 0.93))


def _coastal(p: _Pen) -> None:
    _infantry(p)
    _waves(p, 0.42, 0.5)
    _waves(p, 0.74, 0.8)


def _rifles(p: _Pen) -> None:
    _infantry(p)
    # A bugle horn in the upper quarter.
    horn = arc((0, -0.82), 0.36, 0.34, 10, 170, 10)
    p.line(*horn, width=0.16)
    p.shape((0.2, -0.86), (0.56, -0.9), (0.5, -0.62))


def _mobile(p: _Pen) -> None:
    _infantry(p)
    for x in (-0.42, 0.0, 0.42):
        p.dot(x, 0.78, 0.15)


def _rapid(p: _Pen) -> None:
    _infantry(p)
    for x in (-0.3, 0.1):
        p.line((x - 0.12, 0.5), (x + 0.16, 0.7), (x - 0.12, 0.9), width=0.14)


def _headquarters(p: _Pen) -> None:
    p.word("HQ", 1.25)


def _recon(p: _Pen) -> None:
    _cavalry(p)


def _engineer(p: _Pen) -> None:
    p.line((-0.75, 0.42), (-0.75, -0.4), (0.75, -0.4), (0.75, 0.42), width=0.18)
    p.line((0, -0.4), (0, 0.42), width=0.18)


def _anti_air(p: _Pen) -> None:
    p.line(*arc((0, 1.0), 1.5, 1.25, -180, 0, 16))


def _territorial(p: _Pen) -> None:
    _infantry(p)
    p.word("T", 0.8, 0, -0.58)


def _jaeger(p: _Pen) -> None:
    _infantry(p)
    p.word("J", 0.8, 0, -0.58)


def _special_forces(p: _Pen) -> None:
    p.word("SF", 1.25)


def _electronic(p: _Pen) -> None:
    p.word("EW", 1.2)


def _mirrored(half: list[Point]) -> tuple[Point, ...]:
    return tuple(half + [(-x, y) for x, y in reversed(half)])


def _cas(p: _Pen) -> None:
    """A straight-winged attack aircraft with two engines beside the tail, nose up."""
    p.shape(
        *_mirrored(
            [
                (0.0, -1.32),
                (0.13, -1.15),
                (0.18, -0.85),
                (0.18, -0.42),
                (1.52, -0.26),
                (1.6, -0.18),
                (1.6, 0.08),
                (1.5, 0.14),
                (0.2, 0.16),
                (0.16, 0.78),
                (0.72, 0.9),
                (0.76, 0.98),
                (0.76, 1.16),
                (0.16, 1.12),
                (0.0, 1.2),
            ]
        )
    )
    for side in (-1, 1):
        p.shape(*rounded_box(side * 0.36 - 0.13, 0.2, side * 0.36 + 0.13, 0.78, 0.12))
        p.line((side * 1.0, -0.5), (side * 1.0, -0.1), width=0.1)


def _sac(p: _Pen) -> None:
    """A swept-wing strike aircraft with a split tail, nose up."""
    p.shape(
        *_mirrored(
            [
                (0.0, -1.5),
                (0.1, -1.2),
                (0.17, -0.75),
                (0.32, -0.45),
                (0.4, -0.1),
                (1.42, 0.55),
                (1.42, 0.78),
                (0.45, 0.62),
                (0.42, 0.86),
                (0.86, 1.14),
                (0.86, 1.34),
                (0.3, 1.26),
                (0.24, 1.4),
                (0.08, 1.38),
                (0.0, 1.16),
            ]
        )
    )


_SYMBOLS: dict[str, Callable[[_Pen], None]] = {
    "infantry": _infantry,
    "armor": _armor,
    "mechanized": _mechanized,
    "motorized": _motorized,
    "armored-cavalry": _armored_cavalry,
    "cavalry": _cavalry,
    "artillery": _artillery,
    "airborne": _airborne,
    "air-mobile": _air_mobile,
    "marine": _marine,
    "naval-infantry": _naval_infantry,
    "mountain": _mountain,
    "coastal": _coastal,
    "rifles": _rifles,
    "mobile": _mobile,
    "rapid": _rapid,
    "hq": _headquarters,
    "recon": _recon,
    "engineer": _engineer,
    "anti-air": _anti_air,
    "territorial": _territorial,
    "jaeger": _jaeger,
    "special-forces": _special_forces,
    "air": _cas,
    "ew": _electronic,
    "cas": _cas,
    "sac": _sac,
}
SYMBOL_NAMES = tuple(_SYMBOLS)
"""The symbols a ruleset can ask for; any other name gives a box with a question mark."""
AIRCRAFT = frozenset({"air", "cas", "sac"})
"""Symbols drawn as silhouettes, without a box."""


def symbol(
    name: str, centre: Point, height: float, ink: str, paper: str, *, rim: str = ""
) -> list[Primitive]:
    """A symbol with its box, `height` high and 1.5 times as wide, about `centre`.

    `ink` draws it, `paper` fills the box, `rim` (default: the ink) outlines it. Aircraft have
    no box and are drawn in `ink` alone.
    """
    pen = _Pen(ink, paper)
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
        Polygon(corners, stroke=rim or ink, width=_LINE * k * 1.1),
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
