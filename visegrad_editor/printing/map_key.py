"""The key of a map: samples of its terrain, symbols and lines with their names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..drawing.borders import dash_dot
from ..drawing.buildings import building_colour, building_ink, building_item
from ..drawing.curves import flattened
from ..drawing.features import feature_item, site_item
from ..drawing.ground import Ground
from ..drawing.hexside_marks import hexside_marks
from ..drawing.levels import level_colour, level_opacity, level_text
from ..drawing.painters.pdf_painter import paint
from ..drawing.patterns import WATER
from ..drawing.play_limit import LIMIT, LIMIT_COLOUR, LIMIT_WIDTH, play_limit
from ..drawing.primitives import Item, Line, Polygon, Primitive, Text
from ..drawing.style import DEFAULT, Style
from ..drawing.styled_design import apply_style
from ..drawing.tables.roads import stretch_of_road
from ..drawing.waters import flow_angle, hex_of_waters
from ..hexgrid import Hex
from ..lazy_dataclass import dataclass
from ..model.design import Design
from ..model.edit.terrain import paint_terrain
from ..model.gamemap import Building, Waters
from ..model.in_play import InPlay
from ..model.ruleset import FeatureKind, HexsideKind, Ruleset
from . import words
from .flow import Block
from .fonts import clean
from .pen import Pen
from .text import LABEL, SMALL, shorten

_ACROSS_MOST = 6
_CELL = 118.0
_ROW = 26.0
_SAMPLE = 24.0
"""Height of a sample hex, in points."""
_STRETCH = tuple(flattened(((-0.95, 0.12), (-0.3, -0.1), (0.3, 0.1), (0.95, -0.12)), closed=False))
"""The points of a sample line, in map units."""
BORDER = "Border"


@dataclass(frozen=True)
class Sign:
    """A sample and its name; the items are drawn around `centre`, in map units."""

    name: str
    items: tuple[Item, ...]
    centre: tuple[float, float]


def signs(design: Design, style: Style = DEFAULT) -> list[Sign]:
    """A sample of every terrain, feature, hexside and road that occurs on the map in play, in the ruleset's
    order, of levels, waters and buildings, of the borders of countries and of the limit of play; the terrain
    off the map is left out, but water is not."""
    design, style = apply_style(design, style)
    ruleset, play = design.ruleset, InPlay(design)
    hexes = [hex for hex in design.map.grid if hex in play]
    first: dict[str, Hex] = {}
    for hex in hexes:
        first.setdefault(design.map.terrain.at(hex), hex)
    samples = [
        Sign(clean(t.name), (_ground(design, first[t.id], style), _rim(design, first[t.id], style)),
             design.map.geometry.centre(first[t.id]))
        for t in ruleset.terrain
        if t.id in first and (t.playable or t.pattern in WATER)
    ]
    plain = _commonest(design, first)
    samples += [
        sign for f in ruleset.features if (sign := _feature(f, design, style, plain, play)) is not None]
    samples += [_hexside(h, design.ruleset, style) for h in ruleset.hexsides if h.id in play.hexsides]
    names = {sign.name for sign in samples}
    samples += [*_levels(design, style, hexes, plain), *_waters(design, style, hexes),
                *_buildings(design, style, hexes)]
    return [*samples, *_borders(design, style, hexes, names), *_limit(design, style, play),
            *_roads(design, style, play)]


def _commonest(design: Design, terrain: Iterable[str]) -> str:
    """The most common of these kinds of terrain that units may enter; "" if there is none."""
    layer, kinds = design.map.terrain, design.ruleset.terrain_by_id
    number = Counter("".join(layer.rows))
    hexes = Counter({t: sum(number[c] for c, v in layer.legend if v == t)
                     for t in terrain if t in kinds and kinds[t].playable})
    return hexes.most_common(1)[0][0] if hexes else ""


def _ground(design: Design, hex: Hex, style: Style) -> Item:
    """A sample of the ground of a hex: the whole hex, independent of its neighbours on the map."""
    geometry = design.map.geometry
    ground = Ground(design, style)
    whole = Polygon(tuple(geometry.corners(hex)), fill=ground.kind(hex).colour)
    marks = ground.marks(design.map.terrain.rows[hex.row][hex.col], hex, geometry.centre(hex))
    return Item((whole, *marks), (-1, -1, 1, 1))


def _rim(design: Design, hex: Hex, style: Style) -> Item:
    """The hexsides around a sample, so that even terrain as pale as the paper shows."""
    corners = tuple(design.map.geometry.corners(hex))
    return Item((Polygon(corners, stroke=style.grid, width=0.04),), (-1, -1, 1, 1))


def _borders(design: Design, style: Style, hexes: Iterable[Hex], listed: set[str]) -> list[Sign]:
    """A stretch of a border between countries, if the map has any and no kind of hexside has that name."""
    ground = Ground(design, style)
    there = any(ground.is_border(hex, near) for hex in hexes for near in design.map.grid.around(hex))
    if not there or BORDER in listed:
        return []
    item = Item(dash_dot(_STRETCH, style.border, style.border_width, style.border_dash), (-1, -1, 1, 1))
    return [Sign(BORDER, (item,), (0.0, 0.0))]


def _limit(design: Design, style: Style, play: InPlay) -> list[Sign]:
    """A stretch of the limit of play, if the map continues beyond it."""
    if not play_limit(play, design.map.geometry, style):
        return []
    ends = (_STRETCH[0][0], 0.0), (_STRETCH[-1][0], 0.0)
    return [Sign(LIMIT, (Item((Line(ends, LIMIT_COLOUR, LIMIT_WIDTH),), (-1, -1, 1, 1)),), (0.0, 0.0))]


def _feature(kind: FeatureKind, design: Design, style: Style, plain: str, play: InPlay) -> Sign | None:
    """A sample on the terrain `plain`, not on the terrain of the hex from which it is taken."""
    place = next((p for p in design.map.places if kind.id in p.features and p.hex in play), None)
    if place is None:
        return None
    if plain:
        design = replace(design, map=paint_terrain(design.map, [place.hex], plain))
    number, geometry = design.map.grid.number(place.hex), design.map.geometry
    site = site_item(place.hex, number, [kind], geometry, style)
    symbol = feature_item(place.hex, number, [kind], geometry, style)
    items = tuple(x for x in (_ground(design, place.hex, style), site, symbol) if x)
    items = (*items, _rim(design, place.hex, style))
    return Sign(clean(kind.name), items, geometry.centre(place.hex))


def _hexside(kind: HexsideKind, ruleset: Ruleset, style: Style) -> Sign:
    """A stretch of the kind; a bridge or ford is shown on the line it crosses."""
    below = next((h for h in ruleset.hexsides if "crossing" not in h.traits), None)
    shown = [below, kind] if "crossing" in kind.traits and below is not None else [kind]
    marks = [mark for k in shown for mark in hexside_marks(_STRETCH, k, _usual_width(style), style)]
    marks.sort(key=lambda mark: mark[0])
    item = Item(tuple(p for _, drawn in marks for p in drawn), (-1, -1, 1, 1))
    return Sign(clean(kind.name), (item,), (0.0, 0.0))


def _roads(design: Design, style: Style, play: InPlay) -> list[Sign]:
    """A stretch of each kind by itself; on the map it may be hidden below another."""
    signs = []
    for kind in design.ruleset.roads:
        if kind.id in play.roads:
            lines = tuple(stretch_of_road(kind, _STRETCH, style))
            signs.append(Sign(clean(kind.name), (Item(lines, (-1, -1, 1, 1)),), (0.0, 0.0)))
    return signs


# -- levels, waters, buildings ----------------------------------------------------------------------


def _levels(design: Design, style: Style, hexes: Iterable[Hex], plain: str) -> list[Sign]:
    """A hex of the terrain `plain` at each level but 0 that is in play."""
    map, found = design.map, dict[int, Hex]()
    for hex in hexes if map.has_levels else ():
        found.setdefault(map.level(hex), hex)
    if plain:
        design = replace(design, map=paint_terrain(map, found.values(), plain))
    signs = []
    for level, hex in sorted(found.items(), reverse=True):
        x, y = map.geometry.centre(hex)
        tint = Polygon(tuple(map.geometry.corners(hex)), fill=level_colour(level, style),
                       opacity=level_opacity(level, style))
        number = Text((x, y), level_text(level), 0.7, level_colour(level, style), bold=True, halo=style.halo)
        if level:
            signs.append(_on_hex(f"Level {level_text(level)}", design, hex, style, (tint, number)))
    return signs


def _waters(design: Design, style: Style, hexes: Iterable[Hex]) -> list[Sign]:
    """A hex of each depth and current that is in play."""
    map, play = design.map, set(hexes)
    found: dict[str, Waters] = {}
    for waters in map.waters:
        if not play.isdisjoint(waters.hexes):
            depth = "Fordable water" if waters.depth == "fordable" else "Deep water"
            frozen = ", frozen" if waters.frozen else ""
            found.setdefault(f"{depth}{frozen}{_CURRENT[waters.current]}", waters)
    signs = []
    for name, waters in found.items():
        hex, geometry = waters.hexes[0], map.geometry
        drawn = hex_of_waters(waters, tuple(geometry.corners(hex)), geometry.centre(hex),
                              flow_angle(map, geometry, waters), style)
        signs.append(_on_hex(name, design, hex, style, drawn))
    return signs


_CURRENT = {"still": "", "normal": ", current", "heavy": ", heavy current"}


def _buildings(design: Design, style: Style, hexes: Iterable[Hex]) -> list[Sign]:
    """A building of each material, and each sign in buildings, that is in play."""
    play = set(hexes)
    there = [b for b in design.map.buildings if not play.isdisjoint(b.hexes)]
    if not there:
        return []
    hex = next(h for h in there[0].hexes if h in play)
    plain = Building("sample", (hex,), material=there[0].material)
    shown = [(f"Building{f', {b.material}' if b.material else ''}", replace(plain, material=b.material))
             for b in there]
    shown += [(name, made) for name, made, wanted in (
        ("Factory", replace(plain, factory=True), any(b.factory for b in there)),
        ("Building fills its hex", replace(plain, full=(hex,)), any(b.full for b in there)),
        ("Storeys above ground", replace(plain, storeys=max(b.storeys for b in there)),
         any(b.storeys for b in there)),
        ("Cellar", replace(plain, cellar=True), any(b.cellar for b in there)),
        ("Stairs", replace(plain, stairs=(hex,)), any(b.stairs for b in there))) if wanted]
    geometry = design.map.geometry
    signs = [Sign(clean(name), (building_item(made, geometry, style),), geometry.centre(hex))
             for name, made in dict(shown).items()]
    row = next((b for b in there if b.rowhouse and len(b.hexes) > 1), None)
    if row is not None:
        wall = Line(((0.0, -0.5), (0.0, 0.5)), building_ink(row, style), 0.14)
        ground = Polygon(((-0.9, -0.3), (0.9, -0.3), (0.9, 0.3), (-0.9, 0.3)),
                         fill=building_colour(row, style), stroke=building_ink(row, style), width=0.06)
        signs.append(Sign("Row house", (Item((ground, wall), (-1, -1, 1, 1)),), (0.0, 0.0)))
    return signs


def _on_hex(name: str, design: Design, hex: Hex, style: Style, drawn: tuple[Primitive, ...]) -> Sign:
    """A sign on the ground of a hex."""
    corners = tuple(design.map.geometry.corners(hex))
    ground = Ground(design, style)
    whole = Polygon(corners, fill=ground.kind(hex).colour)
    rim = Polygon(corners, stroke=style.grid, width=0.04)
    return Sign(clean(name), (Item((whole, *drawn, rim), (-1, -1, 1, 1)),), design.map.geometry.centre(hex))


def _usual_width(style: Style) -> float:
    """The width of a line of the second class, in a style that has one."""
    return style.river_widths[min(1, len(style.river_widths) - 1)]


class MapKey(Block):
    """The signs in rows, below a map or on pages of their own."""

    def __init__(self, signs: Sequence[Sign], note: str = "") -> None:
        self.signs, self.note = tuple(signs), note

    def _across(self, width: float) -> int:
        return max(1, min(_ACROSS_MOST, int(width / _CELL), len(self.signs)))

    def height(self, width: float) -> float:
        """The height in points for a width in points."""
        rows = -(-len(self.signs) // self._across(width)) if self.signs else 0
        return rows * _ROW + (SMALL.leading + 2 if self.note else 0)

    def split(self, width: float, room: float) -> tuple[Block, Block] | None:
        """The rows that fit the room, and the others with the note."""
        fit = int(room / _ROW) * self._across(width)
        if not 0 < fit < len(self.signs):
            return None
        return MapKey(self.signs[:fit]), MapKey(self.signs[fit:], self.note)

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        """Draw it with its upper left corner at `x`, `top`."""
        across = self._across(width)
        cell = width / across
        scale = _SAMPLE / 2
        for i, sign in enumerate(self.signs):
            left, y = x + (i % across) * cell, top + (i // across) * _ROW + _ROW / 2
            at = (left + scale - sign.centre[0] * scale, pen.height - y + sign.centre[1] * scale)
            paint(sign.items, pen.canvas, origin_pt=at, scale_pt_per_unit=scale)
            name = shorten(sign.name, LABEL, cell - 2 * scale - 10)
            pen.text(left + 2 * scale + 5, y - 5, name, LABEL)
        if self.note:
            pen.text(x, top + self.height(width) - SMALL.leading, self.note, SMALL)


def map_key(design: Design, style: Style = DEFAULT) -> MapKey:
    """The key of a design's map, with a note about units that are not shown."""
    scenario, note = design.scenario, ""
    if scenario is not None:
        free = sum(1 for u in scenario.units if u.setup and not u.setup.box and not u.hex)
        if free:
            note = f"{words.count_words(free, 'unit')} without a fixed hex not shown."
    return MapKey(signs(design, style), note)
