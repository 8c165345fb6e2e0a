"""Paints items on a PDF page as vectors, with embedded fonts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...hexgrid import Point
from ..curves import Box, boxes_meet
from ..primitives import Scene
from ..vector.runs import Drawn, Run, VectorScene
from .pdf_pen import PdfPen, parts, register_fonts, run_font_name
from .pdf_runs import draw_run

__all__ = ["paint", "register_fonts", "run_font_name"]


def paint(
    what: Scene | VectorScene | Iterable[Drawn],
    canvas: Any,
    *,
    origin_pt: Point,
    scale_pt_per_unit: float,
    clip: Box | None = None,
    coarse: bool = False,
) -> None:
    """Draw a scene or items, from bottom to top, on a reportlab canvas.

    `origin_pt` is where the map's origin (0, 0) comes to lie on the page, in points from its
    lower left corner; map y grows downward from there. `clip` is a box in map units: nothing
    outside it is drawn. Limits that hold for the screen (`least_pixels`, `least_scale`) do not
    hold on paper; coarse forms for small scales (`most_scale`) are left out, unless the items were
    chosen for their scale (`coarse`).
    """
    register_fonts()
    items: Iterable[Drawn]
    if isinstance(what, Scene):
        items = (i for layer in what.layers for i in layer.items)
        clip = clip or what.bounds
    elif isinstance(what, VectorScene):
        items = (part for layer in what.layers for part in layer.parts)
        clip = clip or what.bounds
    else:
        items = what
    canvas.saveState()
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    pen = PdfPen(canvas, origin_pt, scale_pt_per_unit)
    if clip is not None:
        (x0, y0), (x1, y1) = pen.at((clip[0], clip[3])), pen.at((clip[2], clip[1]))
        outline = canvas.beginPath()
        outline.rect(x0, y0, x1 - x0, y1 - y0)
        canvas.clipPath(outline, stroke=0, fill=0)
    if isinstance(what, (Scene, VectorScene)) and clip is not None:
        canvas.setFillColorRGB(*parts(what.background))
        canvas.rect(x0, y0, x1 - x0, y1 - y0, stroke=0, fill=1)
    for item in items:
        if isinstance(item, Run):
            draw_run(pen, item if clip is None else item.within(clip))
            continue
        if (item.most_scale < 1e9 and not coarse) or (clip is not None and not boxes_meet(item.box, clip)):
            continue
        for primitive in item.primitives:
            pen.draw(primitive)
    canvas.restoreState()
