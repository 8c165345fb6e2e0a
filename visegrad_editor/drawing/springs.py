"""Where rivers begin: thin, and of their full width after about a hexside."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..hexgrid import Point

_THIN = 0.3
"""The share of its width that a river has at its spring."""
_FINE = 0.08
"""How long pieces of one width are at most, in map units: so short that no steps are seen."""


def tapered(
    points: Sequence[Point], springs: tuple[bool, bool]
) -> Iterator[tuple[tuple[Point, Point], float]]:
    """A line in short pieces, each with the share of the full width it has; `springs` says at which ends of
    the line it begins. The shares grow evenly from there to the other end.

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
