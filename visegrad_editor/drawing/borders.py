"""Borders: dashes with a dot between them, continuous from one hexside to the next."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from ..hexgrid import Point
from .primitives import Line, Primitive

DOT = 0.25
"""Half the length of a dot without its round ends, in widths of the line."""


def dash_dot(
    points: tuple[Point, ...], colour: str, width: float, dash: tuple[float, float]
) -> tuple[Primitive, ...]:
    """A piece of a border: dashes, with dots in the middle of the gaps.

    `dash` is the lengths of a dash and of a gap. Both are stretched so that the piece begins and ends with
    half a dash: pieces that meet form one line.
    """
    length = sum(math.dist(a, b) for a, b in pairwise(points))
    count = max(1, round(length / sum(dash)))
    k = length / (count * sum(dash))
    dots = [Line(_dot(points, (n + 0.5) * length / count, DOT * width), colour, width) for n in range(count)]
    return Line(points, colour, width, dash=(dash[0] * k, dash[1] * k)), *dots


def _dot(points: Sequence[Point], far: float, half: float) -> tuple[Point, Point]:
    """A short line centred at a distance along a polyline."""
    for (ax, ay), (bx, by) in pairwise(points):
        part = math.dist((ax, ay), (bx, by))
        if part > 0 and far <= part:
            ux, uy = (bx - ax) / part, (by - ay) / part
            x, y = ax + ux * far, ay + uy * far
            return (x - ux * half, y - uy * half), (x + ux * half, y + uy * half)
        far -= part
    return points[-2], points[-1]
