"""The boards of a card as a plan with numbered points, to read and to draw in."""

from __future__ import annotations

from collections.abc import Sequence

from ..desk.card import Card
from ..drawing.board_plan import board_plan, hex_centre, plan_box
from ..hexgrid import Hex
from ..lazy_dataclass import dataclass
from .flow import Block
from .pen import Pen
from .text import INK, STRONG, TextStyle


@dataclass
class PointPlan(Block):
    """The boards in true proportions with north at the top. Each of `points` is a mark and its place; marks
    stand in white circles."""

    card: Card
    points: Sequence[tuple[str, Hex]] = ()
    most: float = 260.0
    gap: float = 6.0
    group: Block | None = None

    _LETTER = 9.0
    _NORTH = 20.0

    def _scale(self, width: float) -> float:
        left, top, right, bottom = plan_box(self.card.layout)
        return min((width - self._NORTH - 2) / (right - left), self.most / (bottom - top))

    def height(self, width: float) -> float:
        _, top, _, bottom = plan_box(self.card.layout)
        return (bottom - top) * self._scale(width) + 2

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        scale, box = self._scale(width), plan_box(self.card.layout)
        left, upper = x + 1 - box[0] * scale, top + 1 - box[1] * scale
        pen.items([board_plan(self.card.layout, self._LETTER / scale)], left, upper, scale)
        for mark, place in self.points:
            across, down = hex_centre(place)
            at_x, at_y = left + across * scale, upper + down * scale
            style = TextStyle(STRONG.font, 7.0, 10, INK)
            half = max(5.5, style.width(mark) / 2 + 2.5)
            pen.box(at_x - half, at_y - 5.5, 2 * half, 11, fill="#ffffff", stroke=INK, line=0.9, radius=5.4)
            pen.text(at_x, at_y - 5, mark, style, "centre")
        north = x + (box[2] - box[0]) * scale + 2 + self._NORTH / 2
        pen.upright(north, top + 4, 18, colour=INK, line=1.2)
        pen.lines(north, top + 24, ["N"], STRONG, "centre")
        pen.canvas.setLineWidth(1.2)
        for side in (-3.5, 3.5):
            pen.canvas.line(north, pen.height - top - 4, north + side, pen.height - top - 10)
