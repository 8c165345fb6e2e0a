"""Writes primitives as the operators of a PDF page, with embedded fonts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from ...hexgrid import Point
from ..colours import rgb
from ..compiled import _raster
from ..curves import spline
from ..letters.fonts import CAP_HEIGHT, TextRun, drawn_runs, font_name, font_path, text_width
from ..picture_pixels import Shown, image_of, shown
from ..primitives import Ellipse, Line, Picture, Polygon, Primitive, Text
from ..tables.hex_field import Array


def register_fonts() -> None:
    """Register Open Sans with reportlab under the names of `fonts.font_name`."""
    for bold in (False, True):
        for italic in (False, True):
            name = font_name(bold, italic)
            if name not in pdfmetrics.getRegisteredFontNames():
                pdfmetrics.registerFont(TTFont(name, str(font_path(bold, italic))))


def run_font_name(run: TextRun, usual: str) -> str:
    """The reportlab name of the font of a run; `usual` is that of the style."""
    if run.font is None:
        return usual
    if run.font.name not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(run.font.name, str(run.font.path)))
    return run.font.name


class PdfPen:
    """Draws on a reportlab canvas: `origin` is the position of the map's origin in points from the lower
    left; map y grows downward from there. Colours and widths are written only when they change, so no other
    code may set them on the canvas meanwhile."""

    def __init__(self, canvas: Any, origin: Point, scale: float) -> None:
        self.canvas, self.origin, self.scale = canvas, origin, scale
        self._opacity = 1.0
        self._fill = self._stroke = ""
        self._width = -1.0
        self._dash: tuple[float, float] | None = None

    def at(self, point: Point) -> Point:
        """The position of a point of the map on the page."""
        return self.origin[0] + point[0] * self.scale, self.origin[1] - point[1] * self.scale

    def draw(self, shape: Primitive) -> None:
        """Draw a primitive."""
        if isinstance(shape, Polygon):
            self.look(shape.fill, shape.stroke, shape.width, shape.opacity)
            self.end(self.path(shape.points, True, shape.smooth), bool(shape.stroke), bool(shape.fill))
        elif isinstance(shape, Line):
            self.look("", shape.colour, shape.width, 1.0)
            path = self.path(shape.points, False, shape.smooth)
            self.dash(shape.dash)
            self.end(path, True, False)
            self.dash(None)
        elif isinstance(shape, Ellipse):
            self.look(shape.fill, shape.stroke, shape.width, shape.opacity)
            x, y = self.at(shape.centre)
            rx, ry = shape.rx * self.scale, shape.ry * self.scale
            self.canvas.ellipse(
                x - rx, y - ry, x + rx, y + ry, stroke=int(bool(shape.stroke)), fill=int(bool(shape.fill)))
        elif isinstance(shape, Picture):
            self._picture(shape)
        else:
            self._text(shape)

    def dash(self, dash: tuple[float, float] | None) -> None:
        """Dash lines from now on, (on, off) in map units, beginning in the middle of a dash; or do not."""
        if dash == self._dash:
            return
        self._dash = dash
        if dash is None:
            self.canvas.setDash()
            self.canvas.setLineCap(1)
            return
        self.canvas.setLineCap(0)
        on, off = (d * self.scale for d in dash)
        self.canvas.setDash([on, off], on / 2)

    def texts(self, points: Array, count: Array, end: str, begins: Sequence[int]) -> list[str]:
        """The operators of paths through points of the map (n, 2), of which each has so many, in as many
        pieces as there are indices of first paths; `end` follows each path."""
        # Points that coincide at a small scale become one.
        digits = 1 if self.scale < SMALL else 2
        text, ends = self._written(points, count, digits, 1, end)
        stops = ends[np.array([*begins[1:], len(count)], np.int64) - 1].tolist() if begins else []
        return [text[a:b] for a, b in zip([0, *stops[:-1]], stops, strict=True)]

    def places(self, points: Array) -> list[str]:
        """Points of the map (n, 2) on the page, written."""
        text, _ = self._written(points, np.ones(len(points)), 2, 3, "\n")
        return text.split("\n")[:-1]

    def _written(
        self, points: Array, count: Array, digits: int, form: int, end: str
    ) -> tuple[str, Array]:
        many = count.astype(np.int32)
        k = self.scale * 10**digits
        origin = -self.origin[0] / self.scale, self.origin[1] / self.scale
        data, ends = _raster.paths(
            np.ascontiguousarray(points, np.float64), np.cumsum(many, dtype=np.int32) - many, many, origin,
            (k, -k), digits, form, end.encode("ascii"))
        return data.decode("ascii"), np.frombuffer(ends, np.int64)

    def _picture(self, picture: Picture) -> None:
        left, top, right, bottom = picture.box
        x, y = self.at((left, bottom))
        # The canvas keeps each picture once by this object, however often it is drawn.
        kept: dict[Shown, ImageReader] = self.canvas.__dict__.setdefault("_counter_pictures", {})
        key = shown(picture)
        if key not in kept:
            kept[key] = ImageReader(image_of(key))
        self.canvas.drawImage(
            kept[key], x, y, (right - left) * self.scale, (bottom - top) * self.scale)

    def look(self, fill: str, stroke: str, width: float, opacity: float) -> None:
        """Set colours, the line width in map units, and the opacity of fills."""
        if fill and fill != self._fill:
            self.canvas.setFillColorRGB(*parts(fill))
            self._fill = fill
        if stroke:
            if stroke != self._stroke:
                self.canvas.setStrokeColorRGB(*parts(stroke))
                self._stroke = stroke
            if width != self._width:
                self.canvas.setLineWidth(width * self.scale)
                self._width = width
        if opacity != self._opacity:
            self.canvas.setFillAlpha(opacity)
            self._opacity = opacity

    def end(self, path: str, stroke: bool, fill: bool) -> None:
        """Draw a path given as operators."""
        # With reportlab's own paths, writing numbers takes a third of the time of a map.
        self.canvas._code.append(f"n {path} {'B*' if stroke and fill else 'f*' if fill else 'S'}")

    def path(self, points: Sequence[Point], closed: bool, smooth: bool = False) -> str:
        """The operators of a path through these points of the map."""
        (left, top), k = self.origin, self.scale
        if smooth:
            steps = [
                " ".join(f"{left + x * k:.2f} {top - y * k:.2f}" for x, y in ends) + " c"
                for _, *ends in spline(points, closed)]
        elif k < SMALL:
            # Points that coincide at this scale become one.
            steps = [f"{left + x * k:.1f} {top - y * k:.1f} l" for x, y in points]
            steps = [one for one, before in zip(steps[1:], steps, strict=False) if one != before]
        else:
            steps = [f"{left + x * k:.2f} {top - y * k:.2f} l" for x, y in points[1:]]
        x, y = self.at(points[0])
        return " ".join((f"{x:.2f} {y:.2f} m", *steps, *("h" * closed)))

    def _text(self, text: Text) -> None:
        size = text.size * self.scale
        if size < text.least_points:
            return
        width = text_width(text.text, size, text.bold, text.italic, text.spacing, text.family)
        start = {"left": 0.0, "centre": -width / 2, "right": -width}[text.anchor]
        drop = -CAP_HEIGHT * size / 2
        x, y = self.at(text.at)
        angle = -math.radians(text.rotation)
        cos, sin = math.cos(angle), math.sin(angle)
        self.look(text.colour, "", 0.0, 1.0)
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
                self.look("", text.halo, text.size * HALO, 1.0)
                words.setTextRenderMode(1)
            else:
                words.setTextRenderMode(0)
            for run in drawn_runs(text.text, text.family, text.bold, text.italic):
                words.setFont(run_font_name(run, font), size)
                words.textOut(run.text)
            if halo:
                words.setTextRenderMode(0)
            self.canvas.drawText(words)


SMALL = 5.0
"""Below this many points per hex side, tenths of a point (720 dots per inch) are fine enough."""
HALO = 0.24
"""The width of the stroke of a halo, as a share of the size of the letters."""


@lru_cache(maxsize=1000)
def parts(colour: str) -> tuple[float, float, float]:
    """Red, green and blue, 0 to 1."""
    r, g, b = rgb(colour)
    return r / 255, g / 255, b / 255
