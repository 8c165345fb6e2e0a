"""The painter for the window: compiled code if available, otherwise Pillow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from PIL import Image

from .compiled.raster import COMPILED
from .painters.pillow_painter import PillowPainter
from .primitives import Item
from .viewport import Viewport


class ScreenPainter(Protocol):
    """Paints items to images. A part of a picture painted alone has the pixels it has in the whole."""

    def render(
        self, what: Iterable[Item], viewport: Viewport, background: str | Image.Image | None = None
    ) -> Image.Image:
        """An RGB image of items, from bottom to top, on a colour or a picture of the viewport's size."""
        ...

    def forget(self) -> None:
        """Clear the cache, after a document was replaced."""
        ...


def screen_painter() -> ScreenPainter:
    """A painter for pictures on the screen."""
    if not COMPILED:
        return PillowPainter(supersample=2)
    from .compiled.item_painter import ItemPainter

    return ItemPainter()
