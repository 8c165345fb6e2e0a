"""Unit symbols: our own line drawings in the style of the NATO standard.

A symbol is drawn in a box 3 wide and 2 high, from (-1.5, -1) to (1.5, 1); `symbol` scales it.
"""

from __future__ import annotations

from collections.abc import Callable

from ..hexgrid import Point
from .curves import arc, rounded_box
from .primitives import Ellipse, Line, Polygon, Primitive, Text

# Symbols of ground troops.

def _infantry(p: SymbolPen) -> None:
    cross(p)


def _armor(p: SymbolPen) -> None:
    track(p)


def _mechanized(p: SymbolPen) -> None:
    cross(p)
    track(p)


def _mechanized_infantry(p: SymbolPen) -> None:
    """Mechanized, with a bar on the left for infantry fighting vehicles."""
    _mechanized(p)
    p.line((-1.16, -1), (-1.16, 1), width=0.2)


def _mechanized_static(p: SymbolPen) -> None:
    """Mechanized, with a broad foot, as these units cannot move."""
    _mechanized(p)
    p.shape((-1.5, 0.7), (1.5, 0.7), (1.5, 1), (-1.5, 1))


def _motorized(p: SymbolPen) -> None:
    cross(p)
    p.line((0, -1), (0, 1))


def _cavalry(p: SymbolPen) -> None:
    """The half-black box of old maps, which distinguishes cavalry from reconnaissance."""
    p.shape((-1.5, 1), (-1.5, -1), (1.5, -1))


def _recon(p: SymbolPen) -> None:
    slash(p)


def _armored_cavalry(p: SymbolPen) -> None:
    slash(p)
    track(p)


def _artillery(p: SymbolPen) -> None:
    p.dot(0, 0, 0.4)


def _airborne(p: SymbolPen) -> None:
    cross(p)
    gull(p)


def _rotor(p: SymbolPen, y: float) -> None:
    """Two blades like a bow tie."""
    p.shape((-0.62, y - 0.21), (0, y), (-0.62, y + 0.21))
    p.shape((0.62, y - 0.21), (0, y), (0.62, y + 0.21))


def _air_mobile(p: SymbolPen) -> None:
    cross(p)
    _rotor(p, 0.66)


def _air_landing(p: SymbolPen) -> None:
    """Wings above, and an arrow down to the ground."""
    cross(p)
    gull(p, -0.56)
    p.line((0, 0.2), (0, 0.72), width=0.14)
    p.shape((-0.34, 0.6), (0.34, 0.6), (0, 0.98))


def _air_transportable(p: SymbolPen) -> None:
    """A small transport aircraft in the lower quarter, seen from above."""
    cross(p)
    p.clear(0, 0.52, 0.62, 0.46)
    p.shape(*mirrored([
        (0.0, 0.04), (0.1, 0.16), (0.1, 0.36), (0.66, 0.44), (0.66, 0.58), (0.1, 0.6), (0.08, 0.78),
        (0.3, 0.86), (0.3, 0.96), (0.0, 0.94),
    ]))


def _marine(p: SymbolPen) -> None:
    cross(p)
    p.clear(0, 0, 0.82, 0.86)
    anchor(p)


def _naval_infantry(p: SymbolPen) -> None:
    cross(p)
    p.clear(0, -0.1, 0.72, 0.72)
    anchor(p, -0.14, 0.8)
    waves(p, 0.74, 0.8)


def _mountain(p: SymbolPen) -> None:
    cross(p)
    p.shape((-0.52, 0.93), (0, 0.2), (0.52, 0.93))


def _coastal(p: SymbolPen) -> None:
    cross(p)
    waves(p, 0.42, 0.5)
    waves(p, 0.74, 0.8)


def _rifles(p: SymbolPen) -> None:
    """A bugle horn across the middle."""
    cross(p)
    p.clear(0, -0.1, 0.86, 0.66)
    p.line(*arc((0, -0.32), 0.5, 0.52, 8, 176, 14), width=0.2)
    p.shape((0.26, -0.5), (0.84, -0.6), (0.74, -0.02))
    p.dot(-0.5, -0.38, 0.16)


def _mobile(p: SymbolPen) -> None:
    cross(p)
    for x in (-0.5, 0.0, 0.5):
        p.dot(x, 0.72, 0.2)


def _rapid(p: SymbolPen) -> None:
    cross(p)
    p.clear(0, 0.58, 0.62, 0.4)
    for x in (-0.4, 0.12):
        p.line((x - 0.1, 0.28), (x + 0.3, 0.6), (x - 0.1, 0.92), width=0.19)


def _lettered(p: SymbolPen, letter: str) -> None:
    """Infantry with a letter large enough for a small counter."""
    cross(p)
    p.clear(0, 0, 0.66, 0.72)
    p.word(letter, 1.35)


def _territorial(p: SymbolPen) -> None:
    _lettered(p, "T")


def _jaeger(p: SymbolPen) -> None:
    _lettered(p, "J")


def _engineer(p: SymbolPen) -> None:
    p.line((-0.75, 0.42), (-0.75, -0.4), (0.75, -0.4), (0.75, 0.42), width=0.18)
    p.line((0, -0.4), (0, 0.42), width=0.18)


def _anti_air(p: SymbolPen) -> None:
    p.line(*arc((0, 1.0), 1.5, 1.25, -180, 0, 16))


def _headquarters(p: SymbolPen) -> None:
    p.word("HQ", 1.25)


def _special_forces(p: SymbolPen) -> None:
    p.word("SF", 1.25)


def _electronic(p: SymbolPen) -> None:
    p.word("EW", 1.2)


def _air_supply(p: SymbolPen) -> None:
    """A crate under a parachute."""
    canopy = [*arc((0, -0.12), 0.86, 0.74, -180, 0, 14)]
    p.shape(*canopy)
    for x in (-0.57, 0.0, 0.57):
        p.clear(x, -0.1, 0.27, 0.16)
    for x in (-0.84, 0.84):
        p.line((x, -0.14), (0, 0.5), width=0.1)
    p.line((0, -0.2), (0, 0.5), width=0.1)
    p.shape((-0.3, 0.42), (0.3, 0.42), (0.3, 0.9), (-0.3, 0.9))


GROUND: dict[str, Callable[[SymbolPen], None]] = {
    "infantry": _infantry,
    "armor": _armor,
    "mechanized": _mechanized,
    "mechanized-infantry": _mechanized_infantry,
    "mechanized-static": _mechanized_static,
    "motorized": _motorized,
    "armored-cavalry": _armored_cavalry,
    "cavalry": _cavalry,
    "artillery": _artillery,
    "airborne": _airborne,
    "air-mobile": _air_mobile,
    "air-landing": _air_landing,
    "air-transportable": _air_transportable,
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
    "ew": _electronic,
    "air-supply": _air_supply,
}
"""The drawing function of each boxed symbol."""


# Silhouettes of aircraft, nose up: our own drawings.

def _cas(p: SymbolPen) -> None:
    """A straight-winged attack aircraft with two engines beside the tail, nose up."""
    p.shape(
        *mirrored(
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


def _sac(p: SymbolPen) -> None:
    """A swept-wing strike aircraft with a split tail, nose up."""
    p.shape(
        *mirrored(
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


def _air(p: SymbolPen) -> None:
    """A fighter with delta wings and small canards: tactical air of any kind."""
    p.shape(*mirrored([
        (0.0, -1.5), (0.08, -1.24), (0.16, -0.92), (0.46, -0.72), (0.46, -0.6), (0.17, -0.56), (0.22, -0.2),
        (1.36, 0.74), (1.36, 0.98), (0.3, 0.94), (0.26, 1.18), (0.12, 1.32), (0.0, 1.22),
    ]))


AIR: dict[str, Callable[[SymbolPen], None]] = {"air": _air, "cas": _cas, "sac": _sac}
"""The drawing function of each aircraft."""


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
    pen = SymbolPen(ink, paper)
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
    assert isinstance(stroke, Text)
    return Text(at(stroke.at), stroke.text, stroke.size * k, stroke.colour, stroke.anchor, stroke.bold)


# The pen that draws unit symbols, and strokes that several of them share.
#
# A symbol is drawn in a box 3 wide and 2 high, from (-1.5, -1) to (1.5, 1).

Strokes = list[Primitive]
LINE = 0.15
"""The width of a common stroke."""


class SymbolPen:
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
        """An oval in the colour of the box, so that crossing lines do not obscure what is drawn on it."""
        self.strokes.append(Ellipse((x, y), rx, ry, fill=self.paper))


def cross(p: SymbolPen) -> None:
    """The crossed belts of infantry."""
    p.line((-1.5, -1), (1.5, 1))
    p.line((-1.5, 1), (1.5, -1))


def slash(p: SymbolPen) -> None:
    """The single belt of cavalry and scouts."""
    p.line((-1.5, 1), (1.5, -1))


def track(p: SymbolPen) -> None:
    """The track of armour."""
    oval = rounded_box(-0.95, -0.48, 0.95, 0.48, 0.48)
    p.line(*oval, oval[0])


def gull(p: SymbolPen, y: float = 0.82, x: float = 0.0) -> None:
    """The wings of airborne troops: two small arcs that meet in the middle."""
    p.line(*arc((x - 0.3, y), 0.3, 0.3, -180, 0), width=0.13)
    p.line(*arc((x + 0.3, y), 0.3, 0.3, -180, 0), width=0.13)


def anchor(p: SymbolPen, y: float = 0.0, s: float = 1.0, width: float = LINE) -> None:
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


def waves(p: SymbolPen, y: float, half: float) -> None:
    """A line of waves from -half to half."""
    count = round(half * 10)
    points = [(-half + 2 * half * i / count, y + (0.09 if i % 2 else -0.09)) for i in range(count + 1)]
    p.strokes.append(Line(tuple(points), p.paper, 0.36, smooth=True))
    p.line(*points, width=0.12, smooth=True)


def mirrored(half: list[Point]) -> tuple[Point, ...]:
    """A closed outline from its right half, drawn from the top down."""
    return tuple(half + [(-x, y) for x, y in reversed(half)])
