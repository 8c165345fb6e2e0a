"""A pen for icons: primitives on a square of 24 by 24, y downward."""

from __future__ import annotations

from ...hexgrid import Point
from ..curves import arc, rounded_box
from ..primitives import Ellipse, Line, Polygon, Primitive, Text

DARK = "#36414f"
PAPER = "#ffffff"
BLUE = "#2f6fc1"
GREEN = "#3f8f4a"
RED = "#c43a32"
AMBER = "#d9912b"
LAND = "#d9cfa0"
WATER = "#4d8fcb"


class IconPen:
    """Collects the primitives of one icon. `stroke` widens or thins all lines."""

    def __init__(self, stroke: float = 1.0) -> None:
        self.stroke = stroke
        self.parts: list[Primitive] = []

    def line(self, *points: Point, colour: str = DARK, width: float = 2.0, smooth: bool = False) -> None:
        self.parts.append(Line(points, colour, width * self.stroke, smooth))

    def loop(self, *points: Point, colour: str = DARK, width: float = 2.0, fill: str = "") -> None:
        """A closed outline, perhaps filled."""
        self.parts.append(Polygon(points, fill=fill, stroke=colour, width=width * self.stroke))

    def fill(self, *points: Point, colour: str = DARK, smooth: bool = False) -> None:
        self.parts.append(Polygon(points, fill=colour, smooth=smooth))

    def box(
        self,
        left: float,
        top: float,
        right: float,
        bottom: float,
        *,
        radius: float = 0.0,
        fill: str = "",
        colour: str = DARK,
        width: float = 2.0,
    ) -> None:
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        points = rounded_box(left, top, right, bottom, radius) if radius else corners
        self.parts.append(
            Polygon(points, fill=fill, stroke=colour, width=width * self.stroke if colour else 0.0)
        )

    def bend(
        self, x: float, y: float, r: float, start: float, end: float, colour: str = DARK, width: float = 2.0
    ) -> None:
        """An arc from angle to angle, in degrees clockwise from the right."""
        self.line(*arc((x, y), r, r, start, end, 24), colour=colour, width=width)

    def ring(
        self, x: float, y: float, r: float, colour: str = DARK, width: float = 2.0, fill: str = ""
    ) -> None:
        self.parts.append(Ellipse((x, y), r, r, fill=fill, stroke=colour, width=width * self.stroke))

    def dot(self, x: float, y: float, r: float, colour: str = DARK) -> None:
        self.parts.append(Ellipse((x, y), r, r, fill=colour))

    def word(self, x: float, y: float, text: str, size: float, colour: str = DARK) -> None:
        self.parts.append(Text((x, y), text, size, colour, bold=True))

    def hexagon(
        self, x: float, y: float, r: float, fill: str = "", colour: str = DARK, width: float = 2.0
    ) -> None:
        """A hex with a corner at the top."""
        points = arc((x, y), r, r, -90, 270, 6)[:6]
        self.parts.append(
            Polygon(tuple(points), fill=fill, stroke=colour, width=width * self.stroke if colour else 0.0)
        )
