"""Counters of cards, in a plain design of their own that also tells nations apart in black and white."""

from __future__ import annotations

from collections.abc import Iterator

from ..desk.counters import Face
from ..hexgrid import Point
from .letters.fonts import fitting_size, text_width
from .primitives import Ellipse, Item, Line, Polygon, Primitive, Text

INK = "#1b2127"
PAPER = "#ffffff"
GROUNDS = ("#f3ecd9", "#dfe8ef", "#e6eedb", "#f4e1dc", "#ece5f1", "#e9e9e9")
"""The grounds of counters by nation, all so light that black on them is easy to read."""
_STRIP = 0.13
"""The width of the strip with the pattern of a nation."""
_LINE = 0.035
_LEAST_POINTS = 4.5
"""Names that would be smaller on paper are left out: they stand beside the counter."""


def card_counter(face: Face, nation: int, letter: str) -> Item:
    """A counter in a square of 1 from (0, 0) on, y growing downward. `nation` is the place of its nation
    among those of the card, which chooses ground and pattern, and `letter` stands for it; neither is shown on
    a counter of no nation."""
    parts = _parts(face, nation if face.nation else -1, letter if face.nation else "")
    return Item(tuple(parts), (0.0, 0.0, 1.0, 1.0))


def pattern_of(nation: int) -> tuple[Primitive, ...]:
    """The strip that marks a nation in black and white, in a square of 1: solid, stripes, blank, bars, dots,
    a thick line, then these again."""
    strip = (_rectangle(0, 0, _STRIP, 1, stroke=INK),)
    kind = nation % len(_PATTERNS)
    return (*strip, *_PATTERNS[kind])


def _rectangle(left: float, top: float, right: float, bottom: float, fill: str = "", stroke: str = "",
               width: float = _LINE) -> Polygon:
    return Polygon(((left, top), (right, top), (right, bottom), (left, bottom)), fill, stroke, width)


_STEPS = tuple(n / 8 for n in range(1, 8))
_PATTERNS: tuple[tuple[Primitive, ...], ...] = (
    (_rectangle(0, 0, _STRIP, 1, INK),),
    tuple(Line(((0.0, y + 0.06), (_STRIP, y - 0.06)), INK, _LINE) for y in _STEPS),
    (),
    tuple(Line(((0.0, y), (_STRIP, y)), INK, 0.05) for y in _STEPS[::2]),
    tuple(Ellipse((_STRIP / 2, y), 0.03, 0.03, INK) for y in _STEPS),
    (_rectangle(_STRIP * 0.35, 0, _STRIP * 0.65, 1, INK),),
)


def _parts(face: Face, nation: int, letter: str) -> Iterator[Primitive]:
    """A counter in a square of 1."""
    ground = GROUNDS[nation % len(GROUNDS)] if nation >= 0 else PAPER
    yield _rectangle(0, 0, 1, 1, ground)
    if nation >= 0:
        yield from pattern_of(nation)
    yield from _frame(face)
    left = _STRIP if nation >= 0 else 0.0
    middle = (1 + left) / 2
    if letter:
        size = fitting_size(letter, 0.21, 0.3, bold=True)
        yield Text((left + 0.05, 0.15), letter, size, INK, "left", bold=True)
    if face.letter:
        yield Text((0.94, 0.15), face.letter, 0.21, INK, "right", bold=True)
    if face.symbol == "unit":
        yield from _heads(face, middle)
    elif face.symbol:
        yield from _symbol(face.symbol, middle)
    if face.value:
        large = face.symbol in ("unit", "", "dummy")
        place = {"unit": 0.65, "": 0.58, "dummy": 0.52}.get(face.symbol, 0.81)
        yield from _value(face, (middle, place), 1 - left - 0.1,
                          0.7 if face.symbol == "dummy" else 0.36 if large else 0.27)


def _frame(face: Face) -> Iterator[Primitive]:
    """The edge; that of a broken unit is dashed, and so is that of what hides others."""
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0))
    if face.broken or face.symbol in ("cloak", "dummy"):
        yield Line(corners, INK, 0.05, dash=(0.09, 0.09))
    else:
        yield _rectangle(0, 0, 1, 1, stroke=INK, width=0.05)
    if face.symbol == "fortification":
        yield _rectangle(0.09, 0.09, 0.91, 0.91, stroke=INK)


def _heads(face: Face, middle: float) -> Iterator[Primitive]:
    for i in range(face.heads):
        centre = (middle + (i - (face.heads - 1) / 2) * 0.17, 0.37)
        if face.hollow:
            yield Ellipse(centre, 0.055, 0.055, stroke=INK, width=0.04)
        else:
            yield Ellipse(centre, 0.065, 0.065, INK)


def _value(face: Face, at: Point, room: float, size: float) -> Iterator[Primitive]:
    """The value, with lines under its first and last number where they are underlined."""
    text = face.value
    size = fitting_size(text, size, room, bold=True)
    yield Text(at, text, size, INK, bold=True, least_points=_LEAST_POINTS)
    if not (face.firepower_underlined or face.morale_underlined):
        return
    whole = text_width(text, size, True)
    first, last = text.partition("-")[0], text.rpartition("-")[2]
    y = at[1] + size * 0.46
    for part, holds, start in (
            (first, face.firepower_underlined, at[0] - whole / 2),
            (last, face.morale_underlined, at[0] + whole / 2 - text_width(last, size, True))):
        if holds:
            yield Line(((start, y), (start + text_width(part, size, True), y)), INK, 0.04)


def _symbol(symbol: str, middle: float) -> tuple[Primitive, ...]:
    """The symbol of what is no unit, in the upper part of a counter."""

    def line(*points: Point, width: float = 0.055) -> Line:
        return Line(tuple((middle + x, y) for x, y in points), INK, width)

    def shape(*points: Point, fill: str = INK) -> Polygon:
        return Polygon(tuple((middle + x, y) for x, y in points), fill, INK, _LINE)

    def ring(x: float, y: float, radius: float, fill: str = PAPER) -> Ellipse:
        return Ellipse((middle + x, y), radius, radius, fill, INK, 0.04)

    body = shape((-0.26, 0.34), (0.08, 0.34), (0.08, 0.42), (0.26, 0.42), (0.26, 0.55), (-0.26, 0.55),
                 fill=PAPER)
    wings: dict[str, tuple[Primitive, ...]] = {
        "leader": (ring(0, 0.38, 0.08, INK), shape((-0.19, 0.64), (-0.13, 0.51), (0.13, 0.51), (0.19, 0.64))),
        "weapon": (line((-0.27, 0.48), (0.27, 0.4)), line((0.08, 0.43), (0.18, 0.62)),
                   line((0.08, 0.43), (0.02, 0.62)),
                   shape((-0.27, 0.44), (-0.12, 0.42), (-0.12, 0.5), (-0.27, 0.56))),
        "gun": (line((-0.05, 0.5), (0.3, 0.36), width=0.07), line((-0.05, 0.5), (-0.3, 0.62)),
                ring(-0.02, 0.54, 0.1)),
        "vehicle": (body, ring(-0.15, 0.58, 0.065), ring(0.15, 0.58, 0.065)),
        "tracked": (body, Ellipse((middle, 0.58), 0.27, 0.08, PAPER, INK, 0.045),
                    *(ring(x, 0.58, 0.03, INK) for x in (-0.14, 0.0, 0.14))),
        "plane": (line((0, 0.28), (0, 0.66), width=0.09), line((-0.3, 0.42), (0.3, 0.42), width=0.08),
                  line((-0.12, 0.63), (0.12, 0.63), width=0.06)),
        "glider": (line((0, 0.3), (0, 0.66)), line((-0.33, 0.42), (0.33, 0.42), width=0.045),
                   line((-0.1, 0.64), (0.1, 0.64), width=0.045)),
        "boat": (shape((-0.3, 0.42), (0.3, 0.42), (0.2, 0.6), (-0.2, 0.6), fill=PAPER),
                 line((-0.34, 0.66), (0.34, 0.66), width=0.035)),
        "cloak": (Ellipse((middle, 0.5), 0.26, 0.26, INK), Ellipse((middle + 0.12, 0.44), 0.2, 0.2, PAPER)),
        "fortification": (line((-0.28, 0.62), (-0.2, 0.42), (-0.07, 0.42), (0, 0.58), (0.07, 0.42),
                               (0.2, 0.42), (0.28, 0.62)),),
    }
    return wings.get(symbol, ())
