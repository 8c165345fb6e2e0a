"""Areas drawn on the map: a tint, an outline and the name of each."""

from __future__ import annotations

from ..hexgrid import HexGeometry
from ..model.gamemap import Area
from ..model.select import outlines
from .primitives import Item, Line, Polygon, Primitive, Text
from .style import Style


def area_item(area: Area, index: int, geometry: HexGeometry, style: Style) -> Item | None:
    """An area in the colour of its place in the list; None for one without hexes on the map."""
    hexes = [h for h in area.hexes if h in geometry.grid]
    if not hexes:
        return None
    colour = style.area_colours[index % len(style.area_colours)]
    tint: list[Primitive] = [
        Polygon(tuple(geometry.corners(h)), fill=colour, opacity=style.area_tint) for h in hexes]
    rims = [Line((*rim, rim[0]), colour, style.area_line, dash=(0.3, 0.2))
            for rim in outlines(geometry, hexes)]
    centres = [geometry.centre(h) for h in hexes]
    middle = (sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres))
    # The hex of the area nearest its middle, so that the name of a bent one still stands in it.
    x, y = min(centres, key=lambda c: (c[0] - middle[0]) ** 2 + (c[1] - middle[1]) ** 2)
    name = Text((x, y - 0.25), area.name, 0.42, colour, bold=True, halo=style.paper, least_pixels=6.0)
    points = [p for rim in rims for p in rim.points]
    half = len(area.name) * 0.15 + 0.3
    box = (min(x - half, *(p[0] for p in points)) - 0.2, min(y - 1, *(p[1] for p in points)) - 0.2,
           max(x + half, *(p[0] for p in points)) + 0.2, max(y + 1, *(p[1] for p in points)) + 0.2)
    return Item((*tint, *rims, name), box)
