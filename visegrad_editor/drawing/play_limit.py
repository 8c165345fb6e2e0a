"""The limit of play on a map of which a scenario uses only a part."""

from __future__ import annotations

from ..hexgrid import HexGeometry, hexside
from ..model.in_play import InPlay
from .primitives import Item, Line, Polygon
from .style import Style

LIMIT = "Limit of play"
LIMIT_WIDTH = 0.07
LIMIT_COLOUR = "#20262b"
_PALE = 0.62
"""How far hexes out of play fade to the paper, 0 to 1."""


def play_limit(play: InPlay, geometry: HexGeometry, style: Style) -> list[Item]:
    """Hexes out of play made paler, and the line between them and those in play; [] if all of the map is in
    play."""
    if play.whole:
        return []
    grid = geometry.grid
    pale: list[Item] = []
    lines: list[Item] = []
    for hex in grid:
        if hex in play:
            continue
        corners = tuple(geometry.corners(hex))
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        box = min(xs), min(ys), max(xs), max(ys)
        pale.append(Item((Polygon(corners, fill=style.paper, opacity=_PALE),), box, grid.number(hex)))
        ends = [geometry.side_ends(hexside(hex, n)) for n in grid.neighbours(hex) if n in play]
        if ends:
            drawn = tuple(Line(side, LIMIT_COLOUR, LIMIT_WIDTH) for side in ends)
            lines.append(Item(drawn, box, grid.number(hex)))
    return pale + lines
