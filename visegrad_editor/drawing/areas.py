"""Areas on the map, each drawn as a tint, an outline and a name."""

from __future__ import annotations

from ..hexgrid import HexGeometry
from ..model.gamemap import Area
from ..model.select import outlines
from .letters.fonts import text_width
from .primitives import Item, Line, Polygon, Primitive, Text
from .style import Style

_SIZE = 0.42
"""Height of the letters of a name, in map units."""
_ABOVE = 0.25
"""How far above the centre of a hex the name is."""
_RIM = 0.2
"""The room around lines and letters for their halo."""


def area_item(area: Area, index: int, geometry: HexGeometry, style: Style) -> Item | None:
    """An area in the colour of its position in the list; None for one without hexes on the map."""
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
    # The hex nearest the middle, so that the name of a bent area is still inside it.
    x, y = min(centres, key=lambda c: (c[0] - middle[0]) ** 2 + (c[1] - middle[1]) ** 2)
    left, top, right, bottom = geometry.bounds()
    half = text_width(area.name, _SIZE, bold=True) / 2 + _RIM
    if right - left > 2 * half:
        # Keep the name on the sheet: nothing outside it is painted.
        x = min(max(x, left + half), right - half)
    y = min(max(y - _ABOVE, top + _SIZE), bottom - _SIZE)
    name = Text((x, y), area.name, _SIZE, colour, bold=True, halo=style.paper, least_pixels=6.0)
    points = [p for rim in rims for p in rim.points]
    box = (min(x - half, *(p[0] for p in points)) - _RIM, min(y - _SIZE, *(p[1] for p in points)) - _RIM,
           max(x + half, *(p[0] for p in points)) + _RIM, max(y + _SIZE, *(p[1] for p in points)) + _RIM)
    return Item((*tint, *rims, name), box)
