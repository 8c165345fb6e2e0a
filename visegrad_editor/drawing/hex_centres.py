"""The centres of many hexes at once, as arrays."""

from __future__ import annotations

import numpy as np

from ..hexgrid import HexGeometry

_SQRT3 = 3.0**0.5


def centres(geometry: HexGeometry, col: np.ndarray, row: np.ndarray) -> np.ndarray:
    """The centres of hexes (n, 2), also of those outside the map."""
    grid = geometry.grid
    odd = 1 if grid.stagger == "odd" else 0
    if grid.orientation == "pointy":
        x, y = _SQRT3 * (col + 0.5 + np.where((row & 1) == odd, 0.5, 0.0)), 1.0 + 1.5 * row
    else:
        x, y = 1.0 + 1.5 * col, _SQRT3 * (row + 0.5 + np.where((col & 1) == odd, 0.5, 0.0))
    if geometry.turn:
        x, y = geometry.turned((x, y))  # type: ignore[arg-type, assignment]
    return np.stack((x, y), -1)
