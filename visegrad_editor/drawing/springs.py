"""River springs: a river begins thin and has its full width after about a hexside."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

THIN = 0.3
"""The share of its width that a river has at its spring."""
FINE = 0.08
"""The greatest length of pieces of one width, in map units, short enough that no steps show."""


def tapered(lines: Array, springs: NDArray[np.bool_]) -> tuple[Array, Array, NDArray[np.int64]]:
    """Lines with equal numbers of points (n, points, 2) in short pieces; `springs` says which ends of each
    are springs (n, 2). Returns the pieces (m, 2, 2) in order, their shares (m) of the full width, and their
    lines (m). The shares grow evenly from a spring to the other end.

    >>> pieces, shares, _ = tapered(np.array([[(0.0, 0.0), (0.2, 0.0)]]), np.array([[True, False]]))
    >>> pieces[:, 1, 0].round(2).tolist(), shares.round(2).tolist()
    ([0.07, 0.13, 0.2], [0.42, 0.65, 0.88])
    """
    begin, way = lines[:, :-1], np.diff(lines, axis=1)
    length = np.hypot(way[..., 0], way[..., 1])
    gone, whole = np.cumsum(length, 1) - length, length.sum(1, keepdims=True)
    count = np.where(length < 1e-9, 0, np.ceil(length / FINE)).astype(np.int64).ravel()
    part = np.repeat(np.arange(count.size), count)
    # The part of which line each piece belongs to.
    n = np.arange(part.size) - np.repeat(np.cumsum(count) - count, count)
    many = count[part]
    stops = np.stack((n, n + 1), 1) / many[:, None]
    pieces = begin.reshape(-1, 1, 2)[part] + way.reshape(-1, 1, 2)[part] * stops[..., None]
    line = part // length.shape[1]
    at = (gone.ravel()[part] + (n + 0.5) * length.ravel()[part] / many) / whole.ravel()[line]
    far = np.minimum(np.where(springs[line, 0], at, 1.0), np.where(springs[line, 1], 1 - at, 1.0))
    return pieces, THIN + (1 - THIN) * far, line
