"""Paints items as pixels with compiled code, for any part of a map, as in the window.

Every shape covers the exact share of each pixel, as in pictures of whole maps (`map_painter.py`), so the
window shows the same as these pictures.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

import numpy as np
from PIL import Image

from ..colours import rgb
from ..painters.pillow_painter import visible
from ..primitives import Item, Polygon
from ..viewport import Viewport
from . import _raster
from .glyph_list import GlyphList
from .shape_list import ShapeList, side_by_side

_MOST_BYTES, _MOST_WORDS = 2_000_000, 20_000
"""The most cached masks of letters, in bytes, and words set from them."""
_EVERYWHERE = np.array([-1e9, 1e9], np.float32)
_HERE = np.zeros(2, np.float32)


class ItemPainter:
    """Paints items to images like `PillowPainter`; keep the object, as it caches letters.

    Requires the compiled painter (`raster.COMPILED`).
    """

    def __init__(self) -> None:
        self._glyphs = GlyphList()

    def render(
        self, what: Iterable[Item], viewport: Viewport, background: str | Image.Image | None = None
    ) -> Image.Image:
        """An RGB image of items, from bottom to top, in the viewport; `background` is a colour (default
        white) or a picture of the viewport's size to paint on."""
        width, height = viewport.width_px, viewport.height_px
        if isinstance(background, Image.Image):
            pixels = np.array(background)
        else:
            pixels = np.full((height, width, 3), rgb(background or "#ffffff"), np.uint8)
        left, top = viewport.origin_px
        canvas = _raster.Canvas(pixels, width, height, viewport.scale, left, top)
        if len(self._glyphs.masks) > _MOST_BYTES or len(self._glyphs) > _MOST_WORDS:
            self.forget()
        shapes = ShapeList(viewport.scale, self._glyphs)
        steps = [
            step for beside, run in groupby(visible(what, viewport), key=lambda i: i.beside)
            for step in self._steps(shapes, beside, list(run))]
        canvas.paint(shapes.tables(), tuple(steps))
        return Image.fromarray(pixels)

    def forget(self) -> None:
        """Clear the cache."""
        self._glyphs = GlyphList()

    def _steps(
        self, shapes: ShapeList, beside: str, items: Sequence[Item]
    ) -> list[_raster.Regions | _raster.Places]:
        if not beside:
            return [_group(shapes.add(items))]
        return [side_by_side([p for i in items for p in i.primitives if isinstance(p, Polygon)])]


def _group(number: int) -> _raster.Places:
    return np.array([number], np.int32), _HERE, _EVERYWHERE, 0, 0.0
