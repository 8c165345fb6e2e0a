"""Pictures of the map, with the set-up of the scenario where there is one."""

from __future__ import annotations

import io
import math

from ..drawing.picture import picture
from ..drawing.scene import map_scene
from ..drawing.svg_painter import svg_text
from ..model.design import Design

PIXELS_PER_UNIT = 48.0
"""Pixels to the side of a hex: numbers and counters read well, and a hex is 83 pixels wide."""
MOST_PIXELS = 80_000_000
"""Maps of very many hexes are drawn smaller, so that their picture has no more pixels than this."""


def pixels_per_unit(design: Design) -> float:
    """The scale of a picture of this map."""
    left, top, right, bottom = design.map.geometry.bounds()
    area = (right - left + 1) * (bottom - top + 1)
    return min(PIXELS_PER_UNIT, math.sqrt(MOST_PIXELS / area))


def map_png(design: Design) -> bytes:
    """The map as a PNG picture."""
    stream = io.BytesIO()
    picture(design, pixels_per_unit(design)).save(stream, "PNG", optimize=True)
    return stream.getvalue()


def map_svg(design: Design) -> bytes:
    """The map as an SVG drawing, in UTF-8."""
    name = design.scenario.title if design.scenario else design.map.title
    return svg_text(map_scene(design), pixels_per_unit=PIXELS_PER_UNIT, title=name).encode()
