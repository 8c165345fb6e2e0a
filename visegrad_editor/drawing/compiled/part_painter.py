"""Paints parts of a map, such as the tiles of the window."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from PIL import Image

from ..lazy_scene import LazyScene
from ..viewport import Viewport
from . import _raster
from .map_shapes import MapTables


class PartPainter:
    """Paints layers of the map of a scene, at one scale after another. Every part has exactly the pixels that
    it has in a picture of the whole map (`map_painter.py`)."""

    def __init__(self, scene: LazyScene) -> None:
        self._tables = MapTables(scene)
        self._canvas: _raster.Canvas | None = None
        self._pixels = np.empty((0, 0, 3), np.uint8)
        self._scale = 0.0

    def render(self, layers: Collection[str], view: Viewport, background: Image.Image) -> Image.Image:
        """An RGB image of layers, named from bottom to top, on a picture of the size of the view."""
        height, width = view.height_px, view.width_px
        canvas = self._canvas_for(view)
        # Rows of a smaller picture follow each other without gaps.
        pixels = self._pixels.reshape(-1)[: 3 * width * height]
        pixels[:] = np.frombuffer(background.tobytes(), np.uint8)
        self._tables.shapes(layers, view.scale, view.box).paint(canvas)
        return Image.frombytes("RGB", (width, height), pixels.tobytes())

    def _canvas_for(self, view: Viewport) -> _raster.Canvas:
        """A canvas that shows the view. It is kept, because it keeps pictures of repeated shapes."""
        high, wide = self._pixels.shape[:2]
        if (canvas := self._canvas) is None or self._scale != view.scale or (
                high < view.height_px or wide < view.width_px):
            high, wide = max(high, view.height_px), max(wide, view.width_px)
            self._pixels, self._scale = np.empty((high, wide, 3), np.uint8), view.scale
            canvas = self._canvas = _raster.Canvas(self._pixels, wide, high, view.scale, 0.0, 0.0)
        left, top = view.origin_px
        canvas.move(left, top, view.width_px, view.height_px)
        return canvas
