"""Affine maps of the plane, and least-squares fits of them to pairs of points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from .coords import Point

Pair = tuple[Point, Point]
"""A point and its image."""


class Affine(NamedTuple):
    """Takes (x, y) to (a x + b y + c, d x + e y + f).

    >>> quarter = Affine(0, -1, 10, 1, 0, 0)
    >>> quarter.apply((2, 1)), quarter.inverse().apply((9, 2))
    ((9, 2), (2.0, 1.0))
    """

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def apply(self, point: Point) -> Point:
        """The image of a point."""
        x, y = point
        return self.a * x + self.b * y + self.c, self.d * x + self.e * y + self.f

    def then(self, other: Affine) -> Affine:
        """This map followed by another, as one map."""
        a, b, c, d, e, f = other
        return Affine(
            a * self.a + b * self.d, a * self.b + b * self.e, a * self.c + b * self.f + c,
            d * self.a + e * self.d, d * self.b + e * self.e, d * self.c + e * self.f + f)

    @property
    def determinant(self) -> float:
        """The factor by which areas grow; below 0 where the plane is mirrored."""
        return self.a * self.e - self.b * self.d

    @property
    def growth(self) -> float:
        """The factor by which lengths grow, as a mean over all directions."""
        return math.sqrt(abs(self.determinant))

    @property
    def stretches(self) -> Point:
        """The largest and the smallest factor by which a length grows, over all directions."""
        p, q = (self.a + self.e) / 2, (self.d - self.b) / 2
        r, s = (self.a - self.e) / 2, (self.d + self.b) / 2
        most, less = math.hypot(p, q), math.hypot(r, s)
        return most + less, abs(most - less)

    def inverse(self) -> Affine:
        """The map that undoes this one. Raises ZeroDivisionError if this one flattens the plane to a line."""
        n = self.determinant
        a, b, d, e = self.e / n, -self.b / n, -self.d / n, self.a / n
        return Affine(a, b, -(a * self.c + b * self.f), d, e, -(d * self.c + e * self.f))

    @classmethod
    def scaling(cls, factor: float) -> Affine:
        """An enlargement by a factor, about the origin."""
        return cls(factor, 0.0, 0.0, 0.0, factor, 0.0)

    @classmethod
    def shift(cls, dx: float, dy: float) -> Affine:
        """A shift by (dx, dy)."""
        return cls(1.0, 0.0, dx, 0.0, 1.0, dy)


def similarity_through(pairs: Sequence[Pair]) -> Affine:
    """The turn, enlargement and shift (no mirroring, no shear) that brings the first points closest to the
    second, by least squares. Raises ValueError if all the first points are the same.

    >>> s = similarity_through([((0, 0), (5, 5)), ((1, 0), (5, 7))])
    >>> [round(v, 6) + 0.0 for v in s.apply((0, 1))]
    [3.0, 5.0]
    """
    (mx, my), (mu, mv) = _middles(pairs)
    above = 0j
    below = 0.0
    for (x, y), (u, v) in pairs:
        z, w = complex(x - mx, y - my), complex(u - mu, v - mv)
        above += z.conjugate() * w
        below += abs(z) ** 2
    if below <= 0.0 or above == 0j:
        raise ValueError("The points are all the same.")
    turn = above / below
    a, d = turn.real, turn.imag
    return Affine(a, -d, mu - a * mx + d * my, d, a, mv - d * mx - a * my)


def affine_through(pairs: Sequence[Pair]) -> Affine:
    """The affine map that brings the first points closest to the second, by least squares. Raises ValueError
    if the first points, or the second, lie on one line: it takes three that do not.

    >>> a = affine_through([((0, 0), (1, 2)), ((2, 0), (5, 2)), ((0, 4), (1, 10))])
    >>> [round(v, 6) + 0.0 for v in a]
    [2.0, 0.0, 1.0, 0.0, 2.0, 2.0]
    """
    if min(flatness([p for p, _ in pairs]), flatness([q for _, q in pairs])) < 1e-6:
        raise ValueError("The points lie on one line.")
    (mx, my), (mu, mv) = _middles(pairs)
    xx = xy = yy = ux = uy = vx = vy = 0.0
    for (x, y), (u, v) in pairs:
        x, y, u, v = x - mx, y - my, u - mu, v - mv
        xx, xy, yy = xx + x * x, xy + x * y, yy + y * y
        ux, uy, vx, vy = ux + u * x, uy + u * y, vx + v * x, vy + v * y
    n = xx * yy - xy * xy
    a, b = (ux * yy - uy * xy) / n, (uy * xx - ux * xy) / n
    d, e = (vx * yy - vy * xy) / n, (vy * xx - vx * xy) / n
    return Affine(a, b, mu - a * mx - b * my, d, e, mv - d * mx - e * my)


def flatness(points: Sequence[Point]) -> float:
    """How far points are from lying on one line: 0 on a line, 1 when spread evenly in all directions.

    >>> flatness([(0, 0), (1, 1), (2, 2)]), round(flatness([(0, 0), (4, 0), (0, 1), (4, 1)]), 6)
    (0.0, 0.25)
    """
    n = len(points)
    mx, my = sum(x for x, _ in points) / n, sum(y for _, y in points) / n
    xx = sum((x - mx) ** 2 for x, _ in points)
    yy = sum((y - my) ** 2 for _, y in points)
    xy = sum((x - mx) * (y - my) for x, y in points)
    half, apart = (xx + yy) / 2, math.hypot((xx - yy) / 2, xy)
    return math.sqrt(max(0.0, half - apart) / (half + apart)) if half > 0 else 0.0


def _middles(pairs: Sequence[Pair]) -> tuple[Point, Point]:
    n = len(pairs)
    (mx, my), (mu, mv) = ((sum(x for x, _ in side) / n, sum(y for _, y in side) / n)
                          for side in zip(*pairs, strict=True))
    return (mx, my), (mu, mv)
