"""Paints items as pixels, for any part of a map, as in the window.

Every shape covers the exact share of each pixel, as in pictures of whole maps (`map_painter.py`), so the
window shows the same as these pictures. All rounding is relative to the map's origin, so a region painted
alone has the pixels that it has in the whole picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np
from PIL import Image

from ..colours import rgb
from ..compiled import _raster
from ..compiled.glyph_list import GlyphList
from ..compiled.shape_list import ShapeList, side_by_side
from ..curves import boxes_meet
from ..primitives import Item, Polygon
from ..viewport import Viewport
from .transparency import on_transparent

_WHITE = "#ffffff"
_MOST_BYTES, _MOST_WORDS = 2_000_000, 20_000
"""The most cached masks of letters, in bytes, and words set from them."""
_EVERYWHERE = np.array([-1e9, 1e9], np.float32)
_HERE = np.zeros(2, np.float32)


class _Shapes(NamedTuple):
    """The tables of some items, and what is painted of them, from bottom to top."""

    tables: _raster.Shapes
    steps: tuple[_raster.Regions | _raster.Places, ...]


class PixelPainter:
    """Paints items to images; keep the object, as it caches letters."""

    def __init__(self) -> None:
        self._glyphs = GlyphList()

    def render(
        self, items: Iterable[Item], viewport: Viewport, background: str | Image.Image = _WHITE
    ) -> Image.Image:
        """An RGB image of the part of items, from bottom to top, in the viewport.

        `background` is a colour, or a picture of the viewport's size to paint on.
        """
        return _painted(self._shapes(items, viewport), viewport, background)

    def render_transparent(self, items: Iterable[Item], viewport: Viewport) -> Image.Image:
        """An RGBA image, transparent where nothing is painted."""
        shapes = self._shapes(items, viewport)
        return on_transparent(lambda ground: _painted(shapes, viewport, ground))

    def forget(self) -> None:
        """Clear the cache."""
        self._glyphs = GlyphList()

    def _shapes(self, items: Iterable[Item], viewport: Viewport) -> _Shapes:
        """What is painted of the visible items."""
        if len(self._glyphs.masks) > _MOST_BYTES or len(self._glyphs) > _MOST_WORDS:
            self.forget()
        shapes = ShapeList(viewport.scale, self._glyphs)
        steps = [
            step for beside, run in groupby(visible(items, viewport), key=lambda i: i.beside)
            for step in self._steps(shapes, beside, list(run))]
        return _Shapes(shapes.tables(), tuple(steps))

    def _steps(
        self, shapes: ShapeList, beside: str, items: Sequence[Item]
    ) -> list[_raster.Regions | _raster.Places]:
        if not beside:
            return [_group(shapes.add(items))]
        return [side_by_side([p for i in items for p in i.primitives if isinstance(p, Polygon)])]


def visible(items: Iterable[Item], viewport: Viewport) -> list[Item]:
    """The items visible in the viewport at its scale, in order."""
    box, scale = viewport.box, viewport.scale
    return [i for i in items if i.least_scale <= scale < i.most_scale and boxes_meet(i.box, box)]


def _painted(shapes: _Shapes, viewport: Viewport, background: str | Image.Image) -> Image.Image:
    width, height = viewport.width_px, viewport.height_px
    if isinstance(background, Image.Image):
        pixels = np.array(background)
    else:
        pixels = np.full((height, width, 3), rgb(background), np.uint8)
    canvas = _raster.Canvas(pixels, width, height, viewport.scale, *viewport.origin_px)
    canvas.paint(shapes.tables, shapes.steps)
    return Image.fromarray(pixels)


def _group(number: int) -> _raster.Places:
    return np.array([number], np.int32), _HERE, _EVERYWHERE, 0, 0.0
