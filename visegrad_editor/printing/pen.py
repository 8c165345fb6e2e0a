"""Drawing on a PDF page from its upper left corner, in points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from reportlab.lib.colors import HexColor

from ..drawing.letters.fonts import drawn_runs
from ..drawing.painters.pdf_painter import paint, run_font_name
from ..drawing.primitives import Item
from ..drawing.style import DEFAULT, Style
from . import fonts
from .text import HAIRLINE, INK, TextStyle

Align = Literal["left", "centre", "right"]


class Pen:
    """A reportlab canvas whose y grows downward from the upper edge of the page."""

    def __init__(self, canvas: Any, height: float, style: Style = DEFAULT) -> None:
        fonts.register()
        self.canvas = canvas
        self.height = height
        self.style = style
        """The style of counters."""
        self.letters: set[str] = set()
        """The letters of the texts drawn, until somebody clears it."""

    def text(self, x: float, top: float, text: str, style: TextStyle, align: Align = "left") -> None:
        """Draw a line of text in a line box, as high as the style's leading, that starts `top` below the
        edge."""
        if not text:
            return
        self.letters.update(text)
        baseline = self.height - top - (style.leading + style.size * 0.7) / 2
        self.canvas.setFillColor(HexColor(style.colour))
        left = x - {"left": 0.0, "centre": 0.5, "right": 1.0}[align] * style.width(text)
        for run in drawn_runs(text):
            font = run_font_name(run, style.font)
            self.canvas.setFont(font, style.size)
            self.canvas.drawString(left, baseline, run.text)
            left += self.canvas.stringWidth(run.text, font, style.size)

    def lines(self, x: float, top: float, lines: list[str], style: TextStyle, align: Align = "left") -> None:
        """Draw lines of text below each other."""
        for i, line in enumerate(lines):
            self.text(x, top + i * style.leading, line, style, align)

    def box(
        self,
        x: float,
        top: float,
        width: float,
        height: float,
        *,
        fill: str = "",
        stroke: str = "",
        line: float = 0.6,
        radius: float = 0.0,
    ) -> None:
        """Draw a rectangle, with round corners if a radius is given."""
        if fill:
            self.canvas.setFillColor(HexColor(fill))
        if stroke:
            self.canvas.setStrokeColor(HexColor(stroke))
            self.canvas.setLineWidth(line)
        lower = self.height - top - height
        if radius:
            self.canvas.roundRect(
                x, lower, width, height, radius, fill=int(bool(fill)), stroke=int(bool(stroke))
            )
        else:
            self.canvas.rect(x, lower, width, height, fill=int(bool(fill)), stroke=int(bool(stroke)))

    def rule(self, x: float, top: float, width: float, *, colour: str = HAIRLINE, line: float = 0.5) -> None:
        """Draw a horizontal line."""
        self.canvas.setStrokeColor(HexColor(colour))
        self.canvas.setLineWidth(line)
        self.canvas.line(x, self.height - top, x + width, self.height - top)

    def upright(
        self, x: float, top: float, height: float, *, colour: str = HAIRLINE, line: float = 0.5
    ) -> None:
        """Draw a vertical line."""
        self.canvas.setStrokeColor(HexColor(colour))
        self.canvas.setLineWidth(line)
        self.canvas.line(x, self.height - top, x, self.height - top - height)

    def items(self, items: Sequence[Item], x: float, top: float, scale: float) -> None:
        """Draw items from bottom to top with their origin (0, 0) at a place of the page, `scale` points for
        each of their units."""
        paint(items, self.canvas, origin_pt=(x, self.height - top), scale_pt_per_unit=scale)

    def tick_box(self, x: float, top: float, size: float = 8.5) -> None:
        """Draw an empty box to tick with a pencil."""
        self.box(x, top, size, size, fill="#ffffff", stroke=INK, line=0.7, radius=1.2)

    def outline(self, title: str, key: str, top: float, level: int = 0) -> None:
        """Add an entry to the outline that a PDF reader shows beside the pages."""
        self.canvas.bookmarkHorizontalAbsolute(key, self.height - top)
        self.canvas.addOutlineEntry(title, key, level, closed=False)
