"""Paints pictures of whole maps, any rows at a time and in several threads."""

from __future__ import annotations

from collections.abc import Collection
from threading import local

import numpy as np

from ...model.design import Design
from ..colours import rgb
from ..compiled import _raster
from ..compiled.png_parts import workers
from ..curves import Box
from ..layers import ALL_LAYERS
from ..lazy_scene import scene_of
from ..style import DEFAULT, Style
from ..tables.map_tables import MapTables
from ..viewport import Viewport

_AT_ONCE = 1 << 21
"""The most pixels painted at once, to save memory; in very low bands many shapes would be in two bands."""


def band_height(width_px: int) -> int:
    """The number of rows painted together, for a picture of this width."""
    return min(96, max(16, _AT_ONCE // workers() // max(1, width_px)))


class MapPainter:
    """The picture of a map at one scale. It holds the shapes of the map, not the picture."""

    def __init__(
        self, design: Design, layers: Collection[str], scale: float, width_px: int, height_px: int,
        style: Style = DEFAULT, box: Box | None = None,
    ) -> None:
        """With a `box`, in map units, only that part of the map is painted."""
        scene = scene_of(design, style, "counters" in layers)
        left, top, _, _ = box or scene.bounds
        self._view = Viewport(scale, left, top, width_px, height_px)
        self._paper = rgb(scene.style.paper)
        self._own = local()
        self._shapes = MapTables(scene).shapes([x for x in ALL_LAYERS if x in layers], scale, box, True)

    def rows(self, first: int, count: int) -> np.ndarray:
        """Some rows of the picture: (count, width, 3) bytes. Thread-safe."""
        return self.lent_rows(first, count).copy()

    def lent_rows(self, first: int, count: int) -> np.ndarray:
        """Like `rows`, but the bytes are valid only until the same thread requests others."""
        view, pixels, canvas = self._view, *self._canvas(count)
        left, top = view.origin_px
        top += first
        canvas.move(left, top)
        canvas.fill(*self._paper)
        self._shapes.paint(canvas)
        return pixels[:count]

    def _canvas(self, count: int) -> tuple[np.ndarray, _raster.Canvas]:
        """The canvas of the calling thread, with at least this many rows."""
        known: tuple[np.ndarray, _raster.Canvas] | None = getattr(self._own, "canvas", None)
        if known is None or len(known[0]) < count:
            height = max(count, band_height(self._view.width_px) + 1)
            pixels = np.empty((height, self._view.width_px, 3), np.uint8)
            canvas = _raster.Canvas(pixels, self._view.width_px, height, self._view.scale, 0.0, 0.0)
            known = self._own.canvas = pixels, canvas
        return known
