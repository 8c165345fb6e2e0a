"""Large pictures from top to bottom in bands, so that never all of one is in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from ..primitives import Item, Scene
from ..viewport import Viewport
from .pillow_painter import PillowPainter, visible

SUPERSAMPLE = 3
_MOST = 2_500_000
"""Pixels of the oversized image a band is drawn on."""
_SPARE = 4
"""Rows drawn above and below a band and cut off: shapes are rounded differently where they leave an image."""


def band_height(width_px: int) -> int:
    """How many rows of pixels a band of a picture of that width has."""
    return max(16, _MOST // (max(1, width_px) * SUPERSAMPLE**2))


def bands(scene: Scene, view: Viewport) -> Iterator[Image.Image]:
    """The picture of a scene in a viewport as RGB images, each as wide as it, from top to bottom.

    Put together they are exactly what `PillowPainter.render` paints at once.
    """
    items = visible((i for layer in scene.layers for i in layer.items), view)
    height = band_height(view.width_px)
    for (y, rows), part in zip(_stripes(view, height), _by_band(items, view, height), strict=True):
        # A painter remembers outlines and letters, which would add up to more than the picture.
        painter = PillowPainter(SUPERSAMPLE)
        tall = view.region(0, y - _SPARE, view.width_px, rows + 2 * _SPARE)
        yield painter.render(part, tall, scene.background).crop((0, _SPARE, view.width_px, _SPARE + rows))


def _stripes(view: Viewport, height: int) -> list[tuple[int, int]]:
    """Where each band begins, and its height."""
    return [(y, min(height, view.height_px - y)) for y in range(0, view.height_px, height)]


def _by_band(items: Sequence[Item], view: Viewport, height: int) -> list[list[Item]]:
    """The items that may show in each band, in their order."""
    count = len(_stripes(view, height))
    found: list[list[Item]] = [[] for _ in range(count)]
    _, top = view.origin_px
    for item in items:
        first = int((item.box[1] * view.scale - top - _SPARE) // height)
        last = int((item.box[3] * view.scale - top + _SPARE) // height)
        for i in range(max(0, first), min(count - 1, last) + 1):
            found[i].append(item)
    return found
