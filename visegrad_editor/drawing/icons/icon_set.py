"""The program's icons, drawn with the same primitives as its maps.

`scripts/make_icons.py` writes them to `icons/` as PNG in the sizes of `SIZES` and as SVG.
"""

from __future__ import annotations

from PIL import Image

from ..painters.pillow_painter import PillowPainter
from ..painters.svg_painter import svg_text
from ..primitives import Item, Scene, SceneLayer
from ..viewport import Viewport
from .icon_commands import COMMANDS
from .icon_map import MAP
from .icon_pen import IconPen
from .icon_region import REGION
from .icon_tools import TOOLS
from .icon_view import VIEW

GRID = 24.0
SIZES = (16, 24, 32, 48)
_DRAWINGS = {**COMMANDS, **MAP, **REGION, **TOOLS, **VIEW}
ICON_NAMES = tuple(sorted(_DRAWINGS))
"""The names of all icons."""


def icon_item(name: str, edge_px: int = 24) -> Item:
    """An icon on a square of 24 by 24; small sizes get slightly stronger lines. KeyError if unknown."""
    pen = IconPen(1.2 if edge_px <= 16 else 1.0 if edge_px <= 32 else 0.9)
    _DRAWINGS[name](pen)
    return Item(tuple(pen.parts), (0.0, 0.0, GRID, GRID))


def icon_image(name: str, edge_px: int) -> Image.Image:
    """An icon as an RGBA image of `edge_px` by `edge_px` pixels. KeyError for an unknown name.

    >>> icon_image("save", 16).size
    (16, 16)
    """
    view = Viewport(edge_px / GRID, 0.0, 0.0, edge_px, edge_px)
    return PillowPainter(supersample=8).render_transparent([icon_item(name, edge_px)], view)


def icon_svg(name: str) -> str:
    """An icon as SVG text, 24 by 24."""
    scene = Scene((0.0, 0.0, GRID, GRID), [SceneLayer(name, [icon_item(name)])], background="none")
    return svg_text(scene, pixels_per_unit=1.0, title=name)
