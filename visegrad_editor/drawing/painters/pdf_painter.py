"""Paints items on a PDF page as vectors, with embedded fonts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from ...hexgrid import Point
from ..colours import rgb
from ..curves import boxes_meet, spline
from ..letters.fonts import CAP_HEIGHT, Run, drawn_runs, font_name, font_path, text_width
from ..primitives import Ellipse, Item, Line, Polygon, Scene, Text

Box = tuple[float, float, float, float]


def register_fonts() -> None:
    """Make Open Sans known to reportlab under the names of `fonts.font_name`."""
    for bold in (False, True):
        for italic in (False, True):
            name = font_name(bold, italic)
            if name not in pdfmetrics.getRegisteredFontNames():
                pdfmetrics.registerFont(TTFont(name, str(font_path(bold, italic))))


def run_font_name(run: Run, usual: str) -> str:
    """The name reportlab knows the font of a run by; `usual` is that of the style."""
    if run.face is None:
        return usual
    if run.face.name not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(run.face.name, str(run.face.path)))
    return run.face.name


def paint(
    what: Scene | Iterable[Item],
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
    if isinstance(what, Scene):
        items: Iterable[Item] = (i for layer in what.layers for i in layer.items)
        clip = clip or what.bounds
    else:
        items = what
    canvas.saveState()
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    pen = _Pen(canvas, origin_pt, scale_pt_per_unit)
    if clip is not None:
        (x0, y0), (x1, y1) = pen.at((clip[0], clip[3])), pen.at((clip[2], clip[1]))
        outline = canvas.beginPath()
        outline.rect(x0, y0, x1 - x0, y1 - y0)
        canvas.clipPath(outline, stroke=0, fill=0)
    if isinstance(what, Scene) and clip is not None:
        canvas.setFillColorRGB(*_parts(what.background))
        canvas.rect(x0, y0, x1 - x0, y1 - y0, stroke=0, fill=1)
    for item in items:
        if (item.most_scale < 1e9 and not coarse) or (clip is not None and not boxes_meet(item.box, clip)):
            continue
        for primitive in item.primitives:
            pen.draw(primitive)
    canvas.restoreState()


def _parts(colour: str) -> tuple[float, float, float]:
    r, g, b = rgb(colour)
    return r / 255, g / 255, b / 255


class _Path:
    """A path with its code written: reportlab's own take a third of a map's time to write their numbers."""

    def __init__(self, code: str) -> None:
        self._code = code

    def getCode(self) -> str:  # as reportlab calls it
        return self._code


class _Pen:
    def __init__(self, canvas: Any, origin: Point, scale: float) -> None:
        self.canvas, self.origin, self.scale = canvas, origin, scale
        self._opacity = 1.0

    def at(self, point: Point) -> Point:
        return self.origin[0] + point[0] * self.scale, self.origin[1] - point[1] * self.scale

    def draw(self, shape: Polygon | Line | Ellipse | Text) -> None:
        if isinstance(shape, Polygon):
            self._filled(shape.fill, shape.stroke, shape.width, shape.opacity)
            path = self._path(shape.points, True, shape.smooth)
            self.canvas.drawPath(path, stroke=int(bool(shape.stroke)), fill=int(bool(shape.fill)))
        elif isinstance(shape, Line):
            self._filled("", shape.colour, shape.width, 1.0)
            if shape.dash:
                self.canvas.setLineCap(0)
                on, off = (d * self.scale for d in shape.dash)
                self.canvas.setDash([on, off], on / 2)
            self.canvas.drawPath(self._path(shape.points, False, shape.smooth), stroke=1, fill=0)
            if shape.dash:
                self.canvas.setDash()
                self.canvas.setLineCap(1)
        elif isinstance(shape, Ellipse):
            self._filled(shape.fill, shape.stroke, shape.width, shape.opacity)
            x, y = self.at(shape.centre)
            rx, ry = shape.rx * self.scale, shape.ry * self.scale
            self.canvas.ellipse(
                x - rx,
                y - ry,
                x + rx,
                y + ry,
                stroke=int(bool(shape.stroke)),
                fill=int(bool(shape.fill)),
            )
        else:
            self._text(shape)

    def _filled(self, fill: str, stroke: str, width: float, opacity: float) -> None:
        if fill:
            self.canvas.setFillColorRGB(*_parts(fill))
        if stroke:
            self.canvas.setStrokeColorRGB(*_parts(stroke))
            self.canvas.setLineWidth(width * self.scale)
        if opacity != self._opacity:
            self.canvas.setFillAlpha(opacity)
            self._opacity = opacity

    def _path(self, points: Sequence[Point], closed: bool, smooth: bool) -> _Path:
        (left, top), k = self.origin, self.scale
        if smooth:
            steps = [
                " ".join(f"{left + x * k:.3f} {top - y * k:.3f}" for x, y in ends) + " c"
                for _, *ends in spline(points, closed)]
        else:
            steps = [f"{left + x * k:.3f} {top - y * k:.3f} l" for x, y in points[1:]]
        x, y = self.at(points[0])
        return _Path(" ".join(("n", f"{x:.3f} {y:.3f} m", *steps, *("h" * closed))))

    def _text(self, text: Text) -> None:
        size = text.size * self.scale
        width = text_width(text.text, size, text.bold, text.italic, text.spacing, text.family)
        start = {"left": 0.0, "centre": -width / 2, "right": -width}[text.anchor]
        drop = -CAP_HEIGHT * size / 2
        x, y = self.at(text.at)
        angle = -math.radians(text.rotation)
        cos, sin = math.cos(angle), math.sin(angle)
        self._filled(text.colour, "", 0.0, 1.0)
        font = font_name(text.bold, text.italic)
        for halo in (True, False) if text.halo else (False,):
            words = self.canvas.beginText()
            words.setTextTransform(
                cos,
                sin,
                -sin,
                cos,
                x + start * cos - drop * sin,
                y + start * sin + drop * cos,
            )
            words.setCharSpace(text.spacing * size)
            if halo:
                self.canvas.setStrokeColorRGB(*_parts(text.halo))
                self.canvas.setLineWidth(size * 0.24)
                words.setTextRenderMode(1)
            else:
                words.setTextRenderMode(0)
            for run in drawn_runs(text.text, text.family, text.bold, text.italic):
                words.setFont(run_font_name(run, font), size)
                words.textOut(run.text)
            if halo:
                words.setTextRenderMode(0)
            self.canvas.drawText(words)
