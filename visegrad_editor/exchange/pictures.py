"""Pictures of the map, with the set-up of the scenario where there is one."""

from __future__ import annotations

import io
import math
from dataclasses import replace

from ..drawing.picture import picture
from ..drawing.scene import map_scene
from ..drawing.style import DEFAULT
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


def map_png(design: Design, turn: int = 0) -> bytes:
    """The map as a PNG picture, turned clockwise by quarters."""
    stream = io.BytesIO()
    style = replace(DEFAULT, turn=turn)
    picture(design, pixels_per_unit(design), style=style).save(stream, "PNG", optimize=True)
    return stream.getvalue()


def map_svg(design: Design, turn: int = 0) -> bytes:
    """The map as an SVG drawing, in UTF-8, turned clockwise by quarters."""
    name = design.scenario.title if design.scenario else design.map.title
    scene = map_scene(design, style=replace(DEFAULT, turn=turn))
    return svg_text(scene, pixels_per_unit=PIXELS_PER_UNIT, title=name).encode()
