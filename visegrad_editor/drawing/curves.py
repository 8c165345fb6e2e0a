"""Curves as points: splines, rounded corners, arcs, and boxes around points."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

from ..hexgrid import Point

Box = tuple[float, float, float, float]
Cubic = tuple[Point, Point, Point, Point]


def spline(points: Sequence[Point], closed: bool) -> list[Cubic]:
    """The cubic pieces of the Catmull-Rom spline through the points."""
    n = len(points)
    if n < 2:
        return []
    pieces: list[Cubic] = []
    for i in range(n if closed else n - 1):
        p1, p2 = points[i], points[(i + 1) % n]
        p0 = points[i - 1] if closed or i else p1
        p3 = points[(i + 2) % n] if closed or i + 2 < n else p2
        pieces.append(
            (
                p1,
                (p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6),
                (p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6),
                p2,
            )
        )
    return pieces


@lru_cache
def _shares(steps: int) -> list[tuple[float, float, float, float]]:
    """The weights of the four points of a curve at each step along it."""
    along = [(i / steps, 1 - i / steps) for i in range(steps)]
    return [(u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t) for t, u in along]


def flattened(points: Sequence[Point], closed: bool, steps: int = 8) -> list[Point]:
    """Points along the spline, `steps` for each piece; an open one ends at the last point."""
    result: list[Point] = []
    shares = _shares(steps)
    for a, b, c, d in spline(points, closed):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = a, b, c, d
        result += [
            (k0 * ax + k1 * bx + k2 * cx + k3 * dx, k0 * ay + k1 * by + k2 * cy + k3 * dy)
            for k0, k1, k2, k3 in shares]
    if not closed and points:
        result.append(points[-1])
    return result


def arc(centre: Point, rx: float, ry: float, start: float, end: float, steps: int = 8) -> list[Point]:
    """Points of an elliptic arc; angles in degrees, clockwise from the right."""
    return [
        (centre[0] + rx * math.cos(a), centre[1] + ry * math.sin(a))
        for i in range(steps + 1)
        for a in [math.radians(start + (end - start) * i / steps)]
    ]


def rounded_box(left: float, top: float, right: float, bottom: float, radius: float) -> tuple[Point, ...]:
    """A rectangle with round corners, clockwise."""
    r = min(radius, (right - left) / 2, (bottom - top) / 2)
    return tuple(
        arc((right - r, top + r), r, r, -90, 0, 5)
        + arc((right - r, bottom - r), r, r, 0, 90, 5)
        + arc((left + r, bottom - r), r, r, 90, 180, 5)
        + arc((left + r, top + r), r, r, 180, 270, 5)
    )


def box_of(points: Iterable[Point], margin: float = 0.0) -> Box:
    """The box around the points, widened by a margin."""
    xs, ys = zip(*points, strict=True)
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


def boxes_meet(one: Box, other: Box) -> bool:
    """Whether two boxes overlap."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def box_inside(one: Box, other: Box) -> bool:
    """Whether a box lies wholly in another."""
    return other[0] <= one[0] and other[1] <= one[1] and one[2] <= other[2] and one[3] <= other[3]


def clipped(points: Sequence[Point], convex: Sequence[Point]) -> list[Point]:
    """The part of a shape inside a convex shape given clockwise (Sutherland-Hodgman)."""
    shape = list(points)
    for i, a in enumerate(convex):
        b = convex[(i + 1) % len(convex)]
        if a == b:
            continue
        ex, ey = b[0] - a[0], b[1] - a[1]
        source, shape = shape, []
        for j, p in enumerate(source):
            q = source[j - 1]
            dp = ex * (p[1] - a[1]) - ey * (p[0] - a[0])
            dq = ex * (q[1] - a[1]) - ey * (q[0] - a[0])
            if (dp >= 0) != (dq >= 0):
                t = dq / (dq - dp)
                shape.append((q[0] + (p[0] - q[0]) * t, q[1] + (p[1] - q[1]) * t))
            if dp >= 0:
                shape.append(p)
        if not shape:
            break
    return shape
