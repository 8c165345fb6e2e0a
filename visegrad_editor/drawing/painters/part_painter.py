"""Paints parts of a map, such as the tiles of the window."""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Iterator
from dataclasses import field

import numpy as np
from PIL import Image

from ...lazy_dataclass import dataclass
from ..colours import rgb
from ..compiled import _raster
from ..curves import Box, box_inside, boxes_meet
from ..lazy_scene import LazyScene
from ..tables.batches import MapShapes
from ..tables.map_tables import MapTables
from ..viewport import Viewport
from .transparency import on_transparent

_KEPT = 12
"""The most gathered boxes that are kept: about those that a window shows."""


@dataclass
class _GatheredBox:
    """The shapes of some layers in a box of the map at a scale, once they are gathered."""

    layers: tuple[str, ...]
    scale: float
    box: Box
    gathering: Iterator[MapShapes | None]
    shapes: MapShapes | None = field(default=None)

    def covers(self, layers: tuple[str, ...], view: Viewport) -> bool:
        return self.scale == view.scale and self.layers == layers and box_inside(view.box, self.box)

    def advance(self, end: float) -> bool:
        """Gather until the time `end`, at least a little; returns whether all is gathered."""
        while self.shapes is None:
            self.shapes = next(self.gathering)
            if self.shapes is None and time.perf_counter() > end:
                return False
        return True


class PartPainter:
    """Paints layers of the map of a scene, at one scale after another. Every part has exactly the pixels that
    it has in a picture of the whole map (`map_painter.py`).

    Shapes are gathered for boxes larger than a tile, because that takes hardly longer than for one tile, and
    kept until `forget` is called for something in them.
    """

    def __init__(self, scene: LazyScene) -> None:
        self._scene, self._tables = scene, MapTables(scene)
        self._gathered: list[_GatheredBox] = []
        """The least recently used one first."""
        self._canvas: _raster.Canvas | None = None
        self._pixels = np.empty((0, 0, 3), np.uint8)
        self._scale = 0.0

    def forget(self, boxes: Collection[Box]) -> None:
        """Drop the shapes gathered for these boxes, in which the scene has changed."""
        self._gathered = [g for g in self._gathered
                          if g.shapes is not None and not any(boxes_meet(g.box, box) for box in boxes)]

    def gather(self, layers: Collection[str], view: Viewport, about: Box, end: float) -> bool:
        """Gather the shapes for a view until the time `end` (of `time.perf_counter`), at least a little;
        returns whether `render` needs no more. If there are none, they are gathered for the box `about` the
        view."""
        return self._box_for(tuple(layers), view, about).advance(end)

    def render(
        self, layers: Collection[str], view: Viewport, background: Image.Image | str | None = None
    ) -> Image.Image:
        """An RGB image of layers, named from bottom to top, on a picture of the size of the view or on a
        colour, by default that of the paper."""
        found = self._box_for(tuple(layers), view, view.box)
        found.advance(math.inf)
        assert found.shapes is not None
        height, width = view.height_px, view.width_px
        canvas = self._canvas_for(view)
        # Rows of a smaller picture follow each other without gaps.
        pixels = self._pixels.reshape(-1)[: 3 * width * height]
        if isinstance(background, Image.Image):
            pixels[:] = np.frombuffer(background.tobytes(), np.uint8)
        else:
            pixels.reshape(-1, 3)[:] = rgb(self._scene.style.paper if background is None else background)
        found.shapes.paint(canvas)
        return Image.frombytes("RGB", (width, height), pixels.tobytes())

    def render_transparent(self, layers: Collection[str], view: Viewport) -> Image.Image:
        """An RGBA image of layers, named from bottom to top, transparent where nothing is painted."""
        return on_transparent(lambda ground: self.render(layers, view, ground))

    def _box_for(self, layers: tuple[str, ...], view: Viewport, about: Box) -> _GatheredBox:
        found = next((g for g in self._gathered if g.covers(layers, view)), None)
        if found is None:
            found = _GatheredBox(
                layers, view.scale, about, self._tables.gathering(layers, view.scale, about))
            del self._gathered[: 1 - _KEPT]
        else:
            self._gathered.remove(found)
        self._gathered.append(found)
        return found

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
