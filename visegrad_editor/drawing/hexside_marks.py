"""The marks of hexsides other than water: walls, cliffs, borders, bridges and the like."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import pairwise

from ..hexgrid import Point
from ..model.ruleset import HexsideKind
from .borders import dash_dot
from .colours import darker, lighter
from .primitives import Ellipse, Line, Polygon, Primitive
from .style import Style

REACH = 0.3
"""How far marks extend from their line, in map units."""
RIM = 0.05
"""How much wider a band is with its rim, in map units."""

_HEAVIER = 4.5
"""How much heavier marks become per map unit of width beyond the first width class."""

Path = tuple[Point, ...]
Marks = Callable[[Path, str, float], list[Primitive]]
"""Draws marks along a line in a colour with a weight, 1 for a line of the first width class."""


def hexside_marks(
    points: Path, kind: HexsideKind, width: float, style: Style
) -> list[tuple[int, tuple[Primitive, ...]]]:
    """(depth, primitives) of a kind of hexside along a line; greater depths are drawn later."""
    draw = _MARKS.get(kind.pattern)
    if draw is not None:
        weight = 1 + (width - style.river_widths[0]) * _HEAVIER
        marks = draw(points, kind.colour, weight)
        # The bands of one hexside must not cover the line of the next.
        return [(depth, (mark,)) for depth, mark in zip(_BANDS, marks, strict=True)] if draw is _coast else [
            (_DEPTHS.get(kind.pattern, 3), tuple(marks))]
    bands = (darker(kind.colour, style.river_edge), RIM), (kind.colour, 0.0)
    return [(depth, (Line(points, colour, width + more),)) for depth, (colour, more) in enumerate(bands)]


def _along(points: Path, every: float) -> Iterator[tuple[Point, Point]]:
    """(position, direction) at even distances along a line, half a distance from its ends."""
    length = sum(math.dist(a, b) for a, b in pairwise(points))
    count = max(1, round(length / every))
    step, wanted, gone = length / count, 0.5 * length / count, 0.0
    for a, b in pairwise(points):
        part = math.dist(a, b)
        while part > 0 and wanted <= gone + part:
            k = (wanted - gone) / part
            direction = ((b[0] - a[0]) / part, (b[1] - a[1]) / part)
            yield (a[0] + (b[0] - a[0]) * k, a[1] + (b[1] - a[1]) * k), direction
            wanted += step
        gone += part


def _beside(at: Point, direction: Point, along: float, across: float) -> Point:
    """The point at distances along a direction and to its right."""
    x, y = direction
    return at[0] + x * along - y * across, at[1] + y * along + x * across


def _middle(points: Path) -> tuple[Point, Point]:
    """(position, direction) halfway along a line."""
    return next(_along(points, math.inf))


def _dashed(points: Path, colour: str, weight: float) -> list[Primitive]:
    return [Line(points, colour, 0.09 * weight, dash=(0.18, 0.12))]


def _dotted(points: Path, colour: str, weight: float) -> list[Primitive]:
    r = 0.045 * weight
    return [Ellipse(at, r, r, fill=colour) for at, _ in _along(points, 0.17 * weight)]


def _border(points: Path, colour: str, weight: float) -> list[Primitive]:
    """Dashes with a dot between them; water below shows on both sides."""
    return [*dash_dot(points, colour, 0.05 * weight, (0.19, 0.17))]


def _coast(points: Path, colour: str, weight: float) -> list[Primitive]:
    """A solid line with increasingly pale bands on both sides."""
    return [Line(points, lighter(colour, paler), width * weight)
            for paler, width in ((0.8, 0.3), (0.55, 0.18), (0.0, 0.07))]


def _bridge(points: Path, colour: str, weight: float) -> list[Primitive]:
    """A deck across the line between two railings that open at their ends."""
    at, way = _middle(points)
    long, width = 0.25, 0.095 * weight
    corners = ((-width, -long), (width, -long), (width, long), (-width, long))
    deck = tuple(_beside(at, way, u, v) for u, v in corners)
    primitives: list[Primitive] = [Polygon(deck, fill=lighter(colour, 0.7))]
    for side in (-1, 1):
        end, out = long - 0.06, (width + 0.07, long + 0.04)
        ends = ((out[0], -out[1]), (width, -end), (width, end), out)
        rail = tuple(_beside(at, way, u * side, v) for u, v in ends)
        primitives += [Line(rail, lighter(colour, 0.85), 0.085), Line(rail, darker(colour, 0.2), 0.05)]
    return primitives


def _ford(points: Path, colour: str, weight: float) -> list[Primitive]:
    """Stepping stones across the line."""
    at, way = _middle(points)
    stones: list[Primitive] = []
    for v in (-0.24, -0.08, 0.08, 0.24):
        place, r = _beside(at, way, 0.03 if v in (-0.24, 0.08) else -0.03, v), 0.055 * weight
        stone = lighter(colour, 0.6)
        stones.append(Ellipse(place, r * 1.15, r, fill=stone, stroke=darker(colour, 0.2), width=0.03))
    return stones


def _wall(points: Path, colour: str, weight: float) -> list[Primitive]:
    """A broad line with battlements on both sides."""
    dark, w = darker(colour, 0.3), weight
    marks: list[Primitive] = [Line(points, dark, 0.13 * w), Line(points, lighter(colour, 0.45), 0.06 * w)]
    for at, way in _along(points, 0.25):
        for side in (-1, 1):
            corners = ((-0.06, 0.05 * w), (0.06, 0.05 * w), (0.06, 0.12 * w), (-0.06, 0.12 * w))
            block = tuple(_beside(at, way, u, v * side) for u, v in corners)
            marks.append(Polygon(block, fill=dark))
    return marks


def _cliff(points: Path, colour: str, weight: float) -> list[Primitive]:
    """A line with hachures down its lower side."""
    marks: list[Primitive] = [Line(points, colour, 0.07 * weight)]
    marks += [Line((at, _beside(at, way, 0.0, 0.17)), colour, 0.032) for at, way in _along(points, 0.105)]
    return marks


def _ridge(points: Path, colour: str, weight: float) -> list[Primitive]:
    """A line with teeth on one side."""
    primitives: list[Primitive] = [Line(points, colour, 0.07 * weight)]
    for at, way in _along(points, 0.2):
        tooth = ((-0.08, 0.0), (0.08, 0.0), (0.0, 0.17))
        primitives.append(Polygon(tuple(_beside(at, way, u, v) for u, v in tooth), fill=colour))
    return primitives


def _hedge(points: Path, colour: str, weight: float) -> list[Primitive]:
    """A row of bushes."""
    rim, r = darker(colour, 0.4), 0.085 * weight
    return [Ellipse(at, r, r, fill=colour, stroke=rim, width=0.02) for at, _ in _along(points, 0.135)]


_MARKS: dict[str, Marks] = {
    "dashed": _dashed, "dotted": _dotted, "border": _border, "coast": _coast, "wall": _wall, "cliff": _cliff,
    "ridge": _ridge, "hedge": _hedge, "bridge": _bridge, "ford": _ford,
}
_DEPTHS = {"border": 4, "bridge": 6, "ford": 5}
"""The depths on one hexside; other patterns are at 3, rivers at 0 and 1."""
_BANDS = (-2, -1, 2)
"""The depths of the bands of a coast, from the palest."""
ONE_SIDED = frozenset({"cliff", "ridge"})
"""Patterns whose marks are to the right of the stroke with which they were drawn."""
HEXSIDE_PATTERNS = tuple(_MARKS)
"""The patterns a ruleset can ask for on hexsides; any other name draws a band like that of a river."""
