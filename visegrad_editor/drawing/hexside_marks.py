"""How the kinds of hexside look that are no water: walls, cliffs, ridges, hedges, dashed lines."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import pairwise

from ..hexgrid import Point
from ..model.ruleset import HexsideKind
from .colours import darker, lighter
from .primitives import Ellipse, Line, Polygon, Primitive
from .style import Style

REACH = 0.25
"""How far marks reach from their line, in map units."""

Path = tuple[Point, ...]
Marks = Callable[[Path, str], list[Primitive]]


def hexside_marks(
    points: Path, kind: HexsideKind, width: float, style: Style
) -> list[tuple[int, tuple[Primitive, ...]]]:
    """(depth, primitives) of a kind of hexside along a line; greater depths are drawn later."""
    draw = _MARKS.get(kind.pattern)
    if draw is not None:
        return [(3, tuple(draw(points, kind.colour)))]
    edge = Line(points, darker(kind.colour, style.river_edge), width + 0.05)
    return [(0, (edge,)), (1, (Line(points, kind.colour, width),))]


def _along(points: Path, every: float) -> Iterator[tuple[Point, Point]]:
    """(place, direction) at even distances along a line, half a distance from its ends."""
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
    """A place so far along a direction and to its right."""
    x, y = direction
    return at[0] + x * along - y * across, at[1] + y * along + x * across


def _dashed(points: Path, colour: str) -> list[Primitive]:
    return [Line(points, colour, 0.09, dash=(0.18, 0.12))]


def _dotted(points: Path, colour: str) -> list[Primitive]:
    return [Ellipse(at, 0.045, 0.045, fill=colour) for at, _ in _along(points, 0.17)]


def _wall(points: Path, colour: str) -> list[Primitive]:
    """A broad line with battlements on both sides."""
    dark = darker(colour, 0.3)
    found: list[Primitive] = [Line(points, dark, 0.13), Line(points, lighter(colour, 0.45), 0.06)]
    for at, way in _along(points, 0.25):
        for side in (-1, 1):
            corners = ((-0.06, 0.05), (0.06, 0.05), (0.06, 0.12), (-0.06, 0.12))
            block = tuple(_beside(at, way, u, v * side) for u, v in corners)
            found.append(Polygon(block, fill=dark))
    return found


def _cliff(points: Path, colour: str) -> list[Primitive]:
    """A line with hachures down its lower side."""
    found: list[Primitive] = [Line(points, colour, 0.07)]
    found += [Line((at, _beside(at, way, 0.0, 0.17)), colour, 0.032) for at, way in _along(points, 0.105)]
    return found


def _ridge(points: Path, colour: str) -> list[Primitive]:
    """A line with teeth on one side."""
    found: list[Primitive] = [Line(points, colour, 0.07)]
    for at, way in _along(points, 0.2):
        tooth = ((-0.08, 0.0), (0.08, 0.0), (0.0, 0.17))
        found.append(Polygon(tuple(_beside(at, way, u, v) for u, v in tooth), fill=colour))
    return found


def _hedge(points: Path, colour: str) -> list[Primitive]:
    """A row of bushes."""
    rim = darker(colour, 0.4)
    return [Ellipse(at, 0.085, 0.085, fill=colour, stroke=rim, width=0.02) for at, _ in _along(points, 0.135)]


_MARKS: dict[str, Marks] = {
    "dashed": _dashed, "dotted": _dotted, "wall": _wall, "cliff": _cliff, "ridge": _ridge, "hedge": _hedge,
}
ONE_SIDED = frozenset({"cliff", "ridge"})
"""Patterns whose marks stand at the right of the stroke they were drawn with."""
HEXSIDE_PATTERNS = tuple(_MARKS)
"""The patterns a ruleset can ask for on hexsides; any other name draws a band like that of a river."""
