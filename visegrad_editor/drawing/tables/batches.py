"""The shapes of a map, from bottom to top, ready to be painted in any rows of its picture."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...lazy_dataclass import dataclass
from ..compiled import _raster
from ..compiled.shape_list import ShapeList
from .hex_field import Array
from .shape_tables import Regions


@dataclass(frozen=True)
class Batch:
    """Groups of shapes of a list, each with its position and its vertical extent (n, 2), in map units."""

    shapes: ShapeList
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


Step = Batch | Regions


class Run:
    """Consecutive steps whose groups are in the same tables."""

    def __init__(self, shapes: _raster.Shapes, steps: Sequence[Step]) -> None:
        self.shapes = shapes
        self.steps = tuple(
            s.tables if isinstance(s, Regions) else (s.which, s.at, s.reach, s.parts, s.highest)
            for s in steps)


class MapShapes:
    """A map at a scale, or a part of it, ready to be painted in bands, also by several threads at once."""

    def __init__(self, runs: Sequence[Run]) -> None:
        self._runs = runs

    def paint(self, canvas: _raster.Canvas) -> None:
        """Paint the shapes that lie on a canvas."""
        for run in self._runs:
            canvas.paint(run.shapes, run.steps)


def reach_of(top: Array, bottom: Array) -> Array:
    """The vertical extents of groups (n, 2)."""
    return np.stack((top, bottom), 1).astype(np.float32)
