"""Maps as picture files."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from PIL import Image

from ..model.design import Design
from .painters.pillow_painter import PillowPainter
from .scene import PRINTED_LAYERS, UnitViews, map_scene
from .style import DEFAULT, Style
from .viewport import Viewport


def picture(
    design: Design,
    scale: float = 48.0,
    *,
    layers: Collection[str] = PRINTED_LAYERS,
    position: UnitViews | None = None,
    style: Style = DEFAULT,
) -> Image.Image:
    """The whole map as an RGB image, `scale` pixels to the side of a hex."""
    scene = map_scene(design, layers=layers, position=position, style=style)
    left, top, right, bottom = scene.bounds
    view = Viewport(scale, left, top, round((right - left) * scale), round((bottom - top) * scale))
    return PillowPainter().render(scene, view)


def save_picture(
    design: Design,
    path: Path,
    scale: float = 48.0,
    *,
    layers: Collection[str] = PRINTED_LAYERS,
    position: UnitViews | None = None,
    style: Style = DEFAULT,
) -> None:
    """Write the whole map to a picture file; the extension of `path` gives the format (PNG, JPEG ...)."""
    image = picture(design, scale, layers=layers, position=position, style=style)
    image.save(path)
