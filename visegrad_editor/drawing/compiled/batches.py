"""The shapes of a map, from bottom to top, ready to be painted in any rows of its picture."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...lazy_dataclass import dataclass
from . import _raster
from .hex_field import Array
from .map_ground import GroundRegions


@dataclass(frozen=True)
class Batch:
    """Groups of shapes, each with its position and its vertical extent (n, 2), in map units."""

    which: Array
    at: Array
    reach: Array
    parts: int = 0
    """For few groups at many positions: the number of subpixel positions, each way."""

    @property
    def highest(self) -> float:
        """The greatest height of a group if the groups are ordered from top to bottom, else 0."""
        top, bottom = self.reach.T
        in_order = len(top) > 0 and bool((np.diff(top) >= 0).all())
        return float((bottom - top).max()) if in_order else 0.0


Step = Batch | GroundRegions


class MapShapes:
    """A map at a scale, ready to be painted in bands, also by several threads at once."""

    def __init__(self, steps: Sequence[Step], shapes: _raster.Shapes) -> None:
        self.steps, self._shapes = steps, shapes
        self._given = tuple(
            s.tables if isinstance(s, GroundRegions) else (s.which, s.at, s.reach, s.parts, s.highest)
            for s in steps)

    def paint(self, canvas: _raster.Canvas) -> None:
        """Paint the shapes that lie on a canvas."""
        canvas.paint(self._shapes, self._given)


def reach_of(top: Array, bottom: Array) -> Array:
    """The vertical extents of groups (n, 2)."""
    return np.stack((top, bottom), 1).astype(np.float32)
