"""The primitives of all pictures, in map units (a hex side is 1, y points down).

Painters turn them into pixels, PDF or SVG, so that screen, paper and picture files cannot differ. Sizes of
text and widths of lines are in map units too. Colours are `#rrggbb`.
"""

from __future__ import annotations

from typing import Literal

from ..hexgrid import Point
from ..lazy_dataclass import dataclass
from ..model.counter_picture import CounterPicture

Anchor = Literal["centre", "left", "right"]


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed shape. `fill` or `stroke` "" means none; `smooth` rounds it as a spline.

    `opacity` 0..1 applies to the fill.
    """

    points: tuple[Point, ...]
    fill: str = ""
    stroke: str = ""
    width: float = 0.03
    smooth: bool = False
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Line:
    """An open line with round ends and joins. `dash` is (on, off) in map units."""

    points: tuple[Point, ...]
    colour: str
    width: float
    smooth: bool = False
    dash: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Ellipse:
    """An ellipse with radii rx, ry."""

    centre: Point
    rx: float
    ry: float
    fill: str = ""
    stroke: str = ""
    width: float = 0.03
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text; `size` is the height of the font (em), `at` the middle of its height.

    `halo` draws a rim of that colour behind the letters. `rotation` in degrees, clockwise.
    """

    at: Point
    text: str
    size: float
    colour: str = "#000000"
    anchor: Anchor = "centre"
    bold: bool = False
    italic: bool = False
    halo: str = ""
    rotation: float = 0.0
    least_pixels: float = 0.0
    """On screen, the text is omitted if it would be smaller than this."""
    fades: tuple[float, str] | None = None
    """(pixels, ground): on screen, text smaller than this fades towards the colour of its ground."""
    spacing: float = 0.0
    """Extra room between the letters, in em."""
    family: str = ""
    """An installed font family; "" is the typeface of the program."""
    least_points: float = 0.0
    """On paper, the text is omitted if it would be smaller than this many points."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that fills a box (left, top, right, bottom); of one of another shape the middle is shown.
    Where it is transparent, `ground` shows."""

    box: tuple[float, float, float, float]
    art: CounterPicture
    ground: str


Primitive = Polygon | Line | Ellipse | Text | Picture


@dataclass(frozen=True, slots=True)
class Item:
    """Primitives that belong together, with their bounding box for culling."""

    primitives: tuple[Primitive, ...]
    box: tuple[float, float, float, float]
    hex: str = ""
    unit: str = ""
    least_scale: float = 0.0
    """On screen, the item is omitted below this many pixels per map unit (fine detail)."""
    most_scale: float = 1e9
    """On screen, the item is omitted from this many pixels per map unit on (a coarse form)."""
    beside: str = ""
    """Consecutive items with the same word here are polygons side by side that do not overlap, such as the
    hexes of a piece in plain colours: they are painted as one, so that no seams show."""
