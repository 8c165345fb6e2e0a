"""Pages of sheets as pixels: the same blocks, drawn by the painter of the screen instead of the one of PDF.

Text is as wide as in the PDF; only the half-bold face is drawn with the bold one, in that width.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from ..drawing.letters.fonts import text_width
from ..drawing.painters.pixel_painter import PixelPainter
from ..drawing.primitives import Ellipse, Item, Line, Picture, Polygon, Primitive, Text
from ..drawing.viewport import Viewport
from ..hexgrid import Point
from . import fonts
from .document import Imprint, draw_content
from .flow import PlacedBlock
from .paper import Frame
from .pen import Align, Pen
from .text import HAIRLINE, TextStyle

_PAPER = "#ffffff"
_FINER = 3
"""How many times larger it is painted before it is reduced: the letters of small text are as wide as whole
pixels, which would move them."""
_CUT = 0.5
"""How much of a round corner is cut off, in radii."""


class PicturePen(Pen):
    """A pen that collects what is drawn as primitives, in points from the upper left corner of the page."""

    def __init__(self, height: float) -> None:
        super().__init__(None, height)
        self.drawn: list[Primitive] = []

    def text(self, x: float, top: float, text: str, style: TextStyle, align: Align = "left") -> None:
        """Draw a line of text as `Pen` does."""
        if not text:
            return
        self.letters.update(text)
        bold, italic = style.font in (fonts.BOLD, fonts.SEMIBOLD), style.font == fonts.ITALIC
        width, size = style.width(text), style.size
        if style.font == fonts.SEMIBOLD:
            size *= min(1.0, width / max(text_width(text, size, True), 0.001))
        left = x - {"left": 0.0, "centre": 0.5, "right": 1.0}[align] * width
        # Word by word, so that no line becomes longer than it is on paper.
        done = ""
        for word in text.split(" "):
            if word:
                self.drawn.append(Text((left + style.width(done), top + style.leading / 2), word, size,
                                       style.colour, "left", bold=bold, italic=italic))
            done += f"{word} "

    def box(self, x: float, top: float, width: float, height: float, *, fill: str = "", stroke: str = "",
            line: float = 0.6, radius: float = 0.0) -> None:
        """Draw a rectangle as `Pen` does; round corners are cut."""
        right, low, cut = x + width, top + height, radius * _CUT
        corners = ((x + cut, top), (right - cut, top), (right, top + cut), (right, low - cut),
                   (right - cut, low), (x + cut, low), (x, low - cut), (x, top + cut))
        self.drawn.append(Polygon(corners if radius else corners[::2], fill, stroke, line))

    def rule(self, x: float, top: float, width: float, *, colour: str = HAIRLINE, line: float = 0.5) -> None:
        """Draw a horizontal line."""
        self.drawn.append(Line(((x, top), (x + width, top)), colour, line))

    def upright(self, x: float, top: float, height: float, *, colour: str = HAIRLINE,
                line: float = 0.5) -> None:
        """Draw a vertical line."""
        self.drawn.append(Line(((x, top), (x, top + height)), colour, line))

    def outline(self, title: str, key: str, top: float, level: int = 0) -> None:
        """A picture has no outline."""

    def items(self, items: Sequence[Item], x: float, top: float, scale: float) -> None:
        """Draw items as `Pen` does."""
        for item in items:
            for one in item.primitives:
                # Limits on paper are in points, which are the units here.
                if isinstance(one, Text) and one.size * scale < one.least_points:
                    continue
                self.drawn.append(_moved(one, x, top, scale))


def _moved(one: Primitive, x: float, top: float, scale: float) -> Primitive:
    """A primitive in points of the page."""
    def at(point: Point) -> Point:
        return x + point[0] * scale, top + point[1] * scale

    if isinstance(one, Polygon):
        return Polygon(tuple(map(at, one.points)), one.fill, one.stroke, one.width * scale, one.smooth,
                       one.opacity)
    if isinstance(one, Line):
        dash = (one.dash[0] * scale, one.dash[1] * scale) if one.dash is not None else None
        return Line(tuple(map(at, one.points)), one.colour, one.width * scale, one.smooth, dash)
    if isinstance(one, Ellipse):
        return Ellipse(at(one.centre), one.rx * scale, one.ry * scale, one.fill, one.stroke,
                       one.width * scale, one.opacity)
    if isinstance(one, Picture):
        left, upper, right, lower = one.box
        return Picture((*at((left, upper)), *at((right, lower))), one.art, one.ground)
    return Text(at(one.at), one.text, one.size * scale, one.colour, one.anchor, one.bold, one.italic,
                one.halo, one.rotation, spacing=one.spacing, family=one.family)


def page_picture(
    pages: Sequence[Sequence[PlacedBlock]], number: int, frame: Frame, imprint: Imprint, scale: float
) -> Image.Image:
    """A page of a sheet, counted from 1, with `scale` pixels for each point; an RGB image."""
    pen = PicturePen(frame.height)
    draw_content(pen, frame, imprint, pages[number - 1], number, len(pages))
    page = Item(tuple(pen.drawn), (0.0, 0.0, frame.width, frame.height))
    width, height = max(1, round(frame.width * scale)), max(1, round(frame.height * scale))
    view = Viewport(scale * _FINER, 0.0, 0.0, width * _FINER, height * _FINER)
    return PixelPainter().render([page], view, _PAPER).reduce(_FINER)
