"""Paints large pictures in bands from top to bottom, so that a picture is never in memory as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from ..primitives import Item, Scene
from ..viewport import Viewport
from .pillow_painter import PillowPainter, visible

SUPERSAMPLE = 3
_MOST = 2_500_000
"""The most pixels of the oversized image of a band."""
_SPARE = 4
"""Extra rows above and below a band, cut off later, as shapes are rounded differently at the edge of an
image."""


def band_height(width_px: int) -> int:
    """The number of rows of a band, for a picture of this width."""
    return max(16, _MOST // (max(1, width_px) * SUPERSAMPLE**2))


def bands(scene: Scene, view: Viewport) -> Iterator[Image.Image]:
    """The picture of a scene in a viewport, as RGB images of its full width from top to bottom.

    Put together they are exactly what `PillowPainter.render` paints at once.
    """
    items = visible((i for layer in scene.layers for i in layer.items), view)
    height = band_height(view.width_px)
    for (y, rows), part in zip(_stripes(view, height), _by_band(items, view, height), strict=True):
        # A painter caches outlines and letters, which would add up to more than the picture.
        painter = PillowPainter(SUPERSAMPLE)
        tall = view.region(0, y - _SPARE, view.width_px, rows + 2 * _SPARE)
        yield painter.render(part, tall, scene.background).crop((0, _SPARE, view.width_px, _SPARE + rows))


def _stripes(view: Viewport, height: int) -> list[tuple[int, int]]:
    """The first row and the height of each band."""
    return [(y, min(height, view.height_px - y)) for y in range(0, view.height_px, height)]


def _by_band(items: Sequence[Item], view: Viewport, height: int) -> list[list[Item]]:
    """The items that may be visible in each band, in order."""
    count = len(_stripes(view, height))
    by_band: list[list[Item]] = [[] for _ in range(count)]
    _, top = view.origin_px
    for item in items:
        first = int((item.box[1] * view.scale - top - _SPARE) // height)
        last = int((item.box[3] * view.scale - top + _SPARE) // height)
        for i in range(max(0, first), min(count - 1, last) + 1):
            by_band[i].append(item)
    return by_band
