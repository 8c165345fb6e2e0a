"""Paints pictures of whole maps, any rows of them at a time and several at once."""

from __future__ import annotations

from collections.abc import Collection
from threading import local

import numpy as np

from ...model.design import Design
from ..colours import rgb
from ..curves import Box
from ..lazy_scene import LazyScene
from ..scene_builder import ALL_LAYERS
from ..style import DEFAULT, Style
from ..viewport import Viewport
from . import _raster
from .map_shapes import map_shapes
from .png_parts import workers

_AT_ONCE = 1 << 21
"""Pixels of the bands that are painted at once, for memory; of too low bands many shapes would lie in two."""


def band_height(width_px: int) -> int:
    """How many rows of a picture of that width are painted together."""
    return min(96, max(16, _AT_ONCE // workers() // max(1, width_px)))


class MapPainter:
    """The picture of a map at one scale. It holds the map's shapes, not the picture.

    The compiled painter must be there (`raster.COMPILED`).
    """

    def __init__(
        self, design: Design, layers: Collection[str], scale: float, width_px: int, height_px: int,
        style: Style = DEFAULT, box: Box | None = None,
    ) -> None:
        """With a `box`, in map units, the picture of that part of the map."""
        scene = LazyScene(style)
        scene.show(design, counters="counters" in layers)
        left, top, _, _ = box or scene.bounds
        self._view = Viewport(scale, left, top, width_px, height_px)
        self._paper = rgb(scene.style.paper)
        self._own = local()
        self._shapes = map_shapes(scene, [x for x in ALL_LAYERS if x in layers], scale, box)

    def rows(self, first: int, count: int) -> np.ndarray:
        """Some rows of the picture: (count, width, 3) bytes. May be called from several threads at once."""
        return self.lent_rows(first, count).copy()

    def lent_rows(self, first: int, count: int) -> np.ndarray:
        """As `rows`; the bytes hold until the same thread asks for others."""
        view, pixels, canvas = self._view, *self._canvas(count)
        left, top = view.origin_px
        top += first
        canvas.move(left, top)
        canvas.fill(*self._paper)
        self._shapes.paint(canvas)
        return pixels[:count]

    def _canvas(self, count: int) -> tuple[np.ndarray, _raster.Canvas]:
        """The canvas of the thread that asks, with at least so many rows."""
        known: tuple[np.ndarray, _raster.Canvas] | None = getattr(self._own, "canvas", None)
        if known is None or len(known[0]) < count:
            height = max(count, band_height(self._view.width_px) + 1)
            pixels = np.empty((height, self._view.width_px, 3), np.uint8)
            canvas = _raster.Canvas(pixels, self._view.width_px, height, self._view.scale, 0.0, 0.0)
            known = self._own.canvas = pixels, canvas
        return known
