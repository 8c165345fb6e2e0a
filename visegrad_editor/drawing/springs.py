"""River springs: a river begins thin and has its full width after about a hexside."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..hexgrid import Point

Array = NDArray[np.float64]

_THIN = 0.3
"""The share of its width that a river has at its spring."""
_FINE = 0.08
"""The greatest length of pieces of one width, in map units, short enough that no steps show."""


def tapered(
    points: Sequence[Point], springs: tuple[bool, bool]
) -> Iterator[tuple[tuple[Point, Point], float]]:
    """A line in short pieces, each with its share of the full width; `springs` says which ends of the line
    are springs. The shares grow evenly from there to the other end.

    >>> [(round(b[0], 2), round(share, 2)) for (_, b), share in tapered([(0, 0), (0.2, 0)], (True, False))]
    [(0.07, 0.42), (0.13, 0.65), (0.2, 0.88)]
    """
    whole = math.fsum(math.dist(a, b) for a, b in pairwise(points))
    gone = 0.0
    for a, b in pairwise(points):
        length = math.dist(a, b)
        if length < 1e-9:
            continue
        count = math.ceil(length / _FINE)
        shares = (n / count for n in range(count + 1))
        stops = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in shares]
        for n, piece in enumerate(pairwise(stops)):
            at = (gone + (n + 0.5) * length / count) / whole
            far = min([t for t, spring in zip((at, 1 - at), springs, strict=True) if spring], default=1.0)
            yield piece, _THIN + (1 - _THIN) * far
        gone += length


def all_tapered(lines: Array, springs: NDArray[np.bool_]) -> tuple[Array, Array, NDArray[np.int64]]:
    """Like `tapered`, for many lines with equal numbers of points (n, points, 2) and their springs (n, 2):
    returns the pieces (m, 2, 2) in order, their shares (m) of the full width, and their lines (m)."""
    begin, way = lines[:, :-1], np.diff(lines, axis=1)
    length = np.hypot(way[..., 0], way[..., 1])
    gone, whole = np.cumsum(length, 1) - length, length.sum(1, keepdims=True)
    count = np.where(length < 1e-9, 0, np.ceil(length / _FINE)).astype(np.int64).ravel()
    part = np.repeat(np.arange(count.size), count)
    # The part of which line each piece belongs to.
    n = np.arange(part.size) - np.repeat(np.cumsum(count) - count, count)
    many = count[part]
    stops = np.stack((n, n + 1), 1) / many[:, None]
    pieces = begin.reshape(-1, 1, 2)[part] + way.reshape(-1, 1, 2)[part] * stops[..., None]
    line = part // length.shape[1]
    at = (gone.ravel()[part] + (n + 0.5) * length.ravel()[part] / many) / whole.ravel()[line]
    far = np.minimum(np.where(springs[line, 0], at, 1.0), np.where(springs[line, 1], 1 - at, 1.0))
    return pieces, _THIN + (1 - _THIN) * far, line
