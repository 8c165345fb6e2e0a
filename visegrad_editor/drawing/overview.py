"""A small picture of a whole map: the colour of every hex, with rivers, roads, towns and counters.

It takes the same short time at any zoom, as the ground is drawn as a raster with two dots per hex.
"""

from __future__ import annotations

from PIL import Image, ImageDraw

from ..hexgrid import HexGeometry, Hexside, Point
from ..model.design import Design
from .colours import mixed, rgb
from .roads import is_railway
from .scene_builder import UnitViews, counters_by_hex
from .style import DEFAULT, Style
from .styled_design import apply_style

_LINES_FROM = 2.0
"""Pixels per map unit from which rivers and roads are drawn."""
_SUPERSAMPLE = 2


def overview(
    design: Design, width: int, height: int, turn: int = 0, position: UnitViews | None = None,
    style: Style = DEFAULT,
) -> Image.Image:
    """The map fitted into a box in pixels, keeping its proportions, rotated clockwise by quarter turns.

    `position` gives the counters of a game; None is the set-up of the design.
    """
    design, style = apply_style(design, style)
    geometry = HexGeometry(design.map.grid)
    _, _, right, bottom = geometry.bounds()
    if turn % 2:
        width, height = height, width
    scale = min(width / right, height / bottom) * _SUPERSAMPLE
    size = max(1, round(right * scale)), max(1, round(bottom * scale))
    image = _ground(design, geometry, scale, size, style)
    draw = ImageDraw.Draw(image)
    if scale / _SUPERSAMPLE >= _LINES_FROM:
        _lines(draw, design, geometry, scale)
        _roads(draw, design, geometry, scale)
    _towns(draw, design, geometry, scale)
    _counters(draw, design, geometry, scale, position)
    image = image.reduce(_SUPERSAMPLE)
    turns = (None, Image.Transpose.ROTATE_270, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_90)
    how = turns[turn % 4]
    return image if how is None else image.transpose(how)


def _ground(
    design: Design, geometry: HexGeometry, scale: float, size: tuple[int, int], style: Style
) -> Image.Image:
    grid, terrain = design.map.grid, design.map.terrain
    kinds = design.ruleset.terrain_by_id
    # Two dots per hex, so that every other line can be shifted by half a hex.
    dots_of = {letter: bytes(rgb(kinds[t].colour if t in kinds else style.off_map)) * 2
               for letter, t in terrain.legend}
    paper = rgb(style.paper)
    pointy = grid.orientation == "pointy"
    lines = terrain.rows if pointy else ["".join(row[c] for row in terrain.rows) for c in range(grid.columns)]
    longest = (grid.columns if pointy else grid.rows) * 2 + 1
    dots = bytearray()
    for i, line in enumerate(lines):
        shifted = (i & 1) == (1 if grid.stagger == "odd" else 0)
        row = b"".join(map(dots_of.__getitem__, line))
        rim = bytes(paper)
        dots += rim + row if shifted else row + rim
    raster = Image.frombytes("RGB", (longest, len(lines)), bytes(dots))
    half = scale * 3**0.5 / 2
    ground = raster.resize(
        (max(1, round(longest * half)), max(1, round(1.5 * len(lines) * scale))), Image.Resampling.BOX)
    if not pointy:
        ground = ground.transpose(Image.Transpose.TRANSPOSE)
    image = Image.new("RGB", size, style.paper)
    rim_px = round(0.25 * scale)
    image.paste(ground, (0, rim_px) if pointy else (rim_px, 0))
    return image


def _lines(draw: ImageDraw.ImageDraw, design: Design, geometry: HexGeometry, scale: float) -> None:
    map, rules = design.map, design.ruleset
    for line in map.lines:
        kind = rules.hexside_by_id.get(line.kind)
        if kind is None:
            continue
        width = max(1, round((0.05 + 0.06 * line.width) * scale))
        for side in line.sides:
            if map.grid.adjacent(side.a, side.b):
                draw.line(_pixels(geometry.side_ends(side), scale), fill=kind.colour, width=width)


def _roads(draw: ImageDraw.ImageDraw, design: Design, geometry: HexGeometry, scale: float) -> None:
    """Draw the roads, the highest kind last and of equals the first, as on the map; then the railways, which
    cover half of each step along a road, so that both show."""
    known = sorted(
        ((road, kind) for road in reversed(design.map.roads)
         if (kind := design.ruleset.road_by_id.get(road.kind)) is not None and len(road.path) > 1),
        key=lambda r: r[1].rank)
    rails = [(road, kind) for road, kind in known if is_railway(kind)]
    roads = [(road, kind) for road, kind in known if not is_railway(kind)]
    shared = {side for road, _ in roads for side in road.segments()} if rails else set[Hexside]()
    for road, kind in (*roads, *rails):
        centres, railway = [geometry.centre(h) for h in road.path], is_railway(kind)
        fill, width = mixed(kind.colour, "#ffffff", 0.25), max(1, round(kind.width * scale))
        if not railway or shared.isdisjoint(road.segments()):
            draw.line(_pixels(tuple(centres), scale), fill=fill, width=width)
            continue
        for side, a, b in zip(road.segments(), centres, centres[1:], strict=False):
            end = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) if side in shared else b
            draw.line(_pixels((a, end), scale), fill=fill, width=width)


def _towns(draw: ImageDraw.ImageDraw, design: Design, geometry: HexGeometry, scale: float) -> None:
    symbols = {f.id: f.symbol for f in design.ruleset.features}
    r = max(1.2, 0.3 * scale)
    for place in design.map.places:
        if any(symbols.get(f) in ("city", "capital", "town") for f in place.features):
            x, y = (v * scale for v in geometry.centre(place.hex))
            draw.rectangle((x - r, y - r, x + r, y + r), fill="#4a413a")


def _counters(
    draw: ImageDraw.ImageDraw, design: Design, geometry: HexGeometry, scale: float, position: UnitViews | None
) -> None:
    side_of = {n.id: n.side for n in design.ruleset.nationalities}
    colours = {s.id: s.colour for s in design.ruleset.sides}
    r = max(2.0, 0.55 * scale)
    for hex, counters in counters_by_hex(design, position).items():
        colour = colours.get(side_of.get(counters[-1].unit.nationality, ""), "#444444")
        x, y = (v * scale for v in geometry.centre(hex))
        draw.rectangle((x - r, y - r, x + r, y + r), fill=colour, outline="#ffffff",
                       width=max(1, round(0.12 * scale)))


def _pixels(points: tuple[Point, ...], scale: float) -> list[tuple[float, float]]:
    return [(x * scale, y * scale) for x, y in points]
