"""A small picture of a whole map: its ground, rivers and roads as they are drawn from far away, and marks for
towns and counters, which can be seen however small it is.

It takes the same short time at any zoom.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from PIL import Image

from ..hexgrid import Point
from ..model.design import Design
from .coarse import CoarseMap
from .counters import UnitViews
from .drawn_hexes import DrawnHexes
from .painters.pixel_painter import PixelPainter
from .primitives import Item, Polygon
from .style import DEFAULT, Style
from .styled_design import apply_style
from .viewport import Viewport

_LINES_FROM = 2.0
"""Pixels per map unit from which rivers and roads are drawn."""
_TOWN, _TOWN_PX = 0.3, 0.6
"""Half the edge of the mark of a town, in map units, and the least in pixels."""
_STACK, _STACK_PX = 0.55, 1.0
"""The same of the mark of counters."""


def overview(
    design: Design, width: int, height: int, turn: int = 0, position: UnitViews | None = None,
    style: Style = DEFAULT,
) -> Image.Image:
    """The map fitted into a box in pixels, keeping its proportions, rotated clockwise by quarter turns.

    `position` gives the counters of a game; None is the set-up of the design.
    """
    design, style = apply_style(design, style)
    hexes = DrawnHexes(design, replace(style, turn=turn % 4), position)
    _, _, right, bottom = hexes.geometry.bounds()
    scale = min(width / right, height / bottom)
    view = Viewport(scale, 0.0, 0.0, max(1, round(right * scale)), max(1, round(bottom * scale)))
    coarse = CoarseMap(hexes)
    paper = Image.new("RGB", (view.width_px, view.height_px), style.paper)
    ground = coarse.ground(view, paper, {"terrain"})
    lines = ("rivers", "roads") if scale >= _LINES_FROM else ()
    items = [item for layer in lines for item in coarse.items(layer, view.box)]
    marks = Item((*_towns(hexes, scale), *_counters(hexes, scale)), (0.0, 0.0, right, bottom))
    return PixelPainter().render([*items, marks], view, ground)


def _towns(hexes: DrawnHexes, scale: float) -> Iterator[Polygon]:
    symbols = {f.id: f.symbol for f in hexes.design.ruleset.features}
    half = max(_TOWN_PX / scale, _TOWN)
    for place in hexes.design.map.places:
        if any(symbols.get(f) in ("city", "capital", "town") for f in place.features):
            yield Polygon(_square(hexes.geometry.centre(place.hex), half), fill="#4a413a")


def _counters(hexes: DrawnHexes, scale: float) -> Iterator[Polygon]:
    """The topmost counter of each hex, in the colour of its side, with a rim."""
    side_of = {n.id: n.side for n in hexes.design.ruleset.nationalities}
    colours = {s.id: s.colour for s in hexes.design.ruleset.sides}
    half, rim = max(_STACK_PX / scale, _STACK), max(0.5 / scale, 0.12)
    for hex, counters in hexes.stacks.items():
        colour = colours.get(side_of.get(counters[-1].unit.nationality, ""), "#444444")
        yield Polygon(_square(hexes.geometry.centre(hex), half), fill=colour, stroke="#ffffff", width=rim)


def _square(centre: Point, half: float) -> tuple[Point, ...]:
    x, y = centre
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)
