"""What a map is painted with, from bottom to top, in any rows of its picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from . import _raster
from .hex_field import Array
from .map_ground import Regions


@dataclass(frozen=True)
class Batch:
    """Groups of shapes with where each is painted and how far up and down it reaches (n, 2), in map units."""

    which: Array
    at: Array
    reach: Array
    parts: int = 0
    """Of few groups at many places: in how many parts of a pixel, each way, they may begin."""

    @property
    def highest(self) -> float:
        """How high the highest is where they follow each other from top to bottom, else 0."""
        top, bottom = self.reach.T
        in_order = len(top) > 0 and bool((np.diff(top) >= 0).all())
        return float((bottom - top).max()) if in_order else 0.0


Step = Batch | Regions


class MapShapes:
    """A map at a scale, ready to be painted in bands; several threads may do it at once."""

    def __init__(self, steps: Sequence[Step], shapes: _raster.Shapes) -> None:
        self.steps, self._shapes = steps, shapes
        self._given = tuple(
            s.tables if isinstance(s, Regions) else (s.which, s.at, s.reach, s.parts, s.highest)
            for s in steps)

    def paint(self, canvas: _raster.Canvas) -> None:
        """Paint what lies on a canvas."""
        canvas.paint(self._shapes, self._given)


def reach_of(top: Array, bottom: Array) -> Array:
    """How far up and down groups reach (n, 2)."""
    return np.stack((top, bottom), 1).astype(np.float32)
