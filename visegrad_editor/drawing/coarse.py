"""A large map from far away: the ground as a raster of hexes, lines as few strokes, counters as squares.

Drawn so, a screen of many thousand hexes takes no longer than one of a few. A map of few thousand hexes is
drawn as from near until a hex is only some pixels wide, except for its counters.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby

import numpy as np
from PIL import Image

from ..hexgrid import HexGeometry, Hexside, Point
from ..model.layer import Layer
from .box_index import BoxIndex
from .coarse_hexes import Axes, axes_of_pixels, hexes_of
from .colours import darker, mixed, rgb
from .compiled import raster
from .curves import Box, box_of
from .features import coarse_item, kinds_shown
from .hex_layers import HexLayers
from .lazy_scene import KEPT_WHOLE
from .primitives import Item, Line, Polygon
from .roads import is_railway
from .viewport import Viewport

COARSE_BELOW = 8.0
"""Pixels per map unit, below which as many hexes may be in sight as a large map has."""
_ALWAYS_BELOW = 4.0
"""The same of any map: curves and ribbons are not to be seen."""
_GRID_FROM = 6.0
"""As the hexsides of the fine picture."""
RASTER_LAYERS = frozenset({"terrain", "countries", "borders", "grid"})
"""The layers that are one picture here."""
_RAIL_DASH = (3**0.5, 3**0.5)
"""Of a railway along a road: hex by hex one of them is seen."""
_LINES = frozenset({"rivers", "roads", "features", "counters"})
PLAIN_LAYERS = frozenset({"counters"})
"""The layers of any map that are drawn so below `COARSE_BELOW`: dark rims are seen on every ground."""
SAME_LAYERS = frozenset({"labels", "areas", "names"})
"""The layers that are drawn as from near."""


def seen_from_far(scale: float, hexes: int) -> bool:
    """Whether a map of so many hexes is drawn so at a scale in pixels per map unit.

    >>> seen_from_far(6.6, 1_320), seen_from_far(6.6, 90_000), seen_from_far(3.5, 1_320)
    (False, True, True)
    """
    return scale < _ALWAYS_BELOW or (scale < COARSE_BELOW and hexes > KEPT_WHOLE)


class CoarseMap:
    """Draws one design from far away."""

    def __init__(self, hexes: HexLayers, before: CoarseMap | None = None) -> None:
        self._hexes = hexes
        self._items: dict[str, BoxIndex[Item]] = {}
        self._looks: dict[frozenset[str], Looks] = {}
        if before is not None and before._hexes.geometry == hexes.geometry:
            old, new = before._hexes.design, hexes.design
            if old.ruleset is new.ruleset:
                parts = {"rivers": "lines", "roads": "roads", "features": "places"}
                self._items = {
                    x: before._items[x] for x, part in parts.items()
                    if x in before._items and getattr(old.map, part) is getattr(new.map, part)}
                if "counters" in before._items and before._hexes.piles is hexes.piles:
                    self._items["counters"] = before._items["counters"]

    # -- the ground ---------------------------------------------------------------------------

    def ground(
        self, viewport: Viewport, below: Image.Image, layers: Collection[str], finer: int = 2
    ) -> Image.Image:
        """The ground of a viewport, drawn over a picture of its size; `layers` are those of
        `RASTER_LAYERS` that are shown. `finer` is how many times more points are looked at each way."""
        shown = frozenset(layers)
        if viewport.scale < _GRID_FROM:
            shown -= {"grid"}
        if shown not in self._looks:
            self._looks[shown] = looks_of(self._hexes, shown)
        return coarse_ground(self._hexes, viewport, below, self._looks[shown], finer)

    # -- items --------------------------------------------------------------------------------

    def items(self, layer: str, box: Box) -> list[Item]:
        """The items of a layer in a box, from bottom to top; few layers have any."""
        if layer not in _LINES:
            return []
        if layer not in self._items:
            self._items[layer] = BoxIndex(((i.box, i) for i in self._make(layer)), edge=24.0)
        return self._items[layer].meeting(box)

    def _make(self, layer: str) -> list[Item]:
        if layer == "rivers":
            return self._rivers()
        if layer == "roads":
            return self._roads()
        return self._towns() if layer == "features" else self._counters()

    def _rivers(self) -> list[Item]:
        design, geometry, style = self._hexes.design, self._hexes.geometry, self._hexes.style
        found = []
        for line in design.map.lines:
            kind = design.ruleset.hexside_by_id.get(line.kind)
            if kind is None:
                continue
            width = 1.5 * style.river_widths[min(max(line.width, 1), len(style.river_widths)) - 1]
            colour = darker(kind.colour, 0.15)
            strokes = tuple(
                Line(points, colour, width, smooth=True)
                for points in _runs(geometry, line.sides) if len(points) > 1)
            if strokes:
                found.append(Item(strokes, box_of((p for s in strokes for p in s.points), width)))
        return found

    def _roads(self) -> list[Item]:
        design, geometry, along = self._hexes.design, self._hexes.geometry, self._hexes.roads.along
        found = []
        for road in design.map.roads:
            kind = design.ruleset.road_by_id.get(road.kind)
            if kind is None or len(road.path) < 2:
                continue
            railway, first = is_railway(kind), 0
            for shared, steps in groupby(railway and side in along for side in road.segments()):
                count = len(list(steps))
                points = tuple(geometry.centre(h) for h in road.path[first:first + count + 1])
                stroke = Line(points, mixed(kind.colour, "#ffffff", 0.15), 1.6 * kind.width,
                              dash=_RAIL_DASH if shared else None)
                found.append(((railway, kind.rank), Item((stroke,), box_of(points, kind.width))))
                first += count
        return [item for _, item in sorted(found, key=lambda e: e[0])]

    def _towns(self) -> list[Item]:
        design, kinds = self._hexes.design, self._hexes.design.ruleset.feature_by_id
        made = (
            coarse_item(p.hex, "", here, self._hexes.geometry, self._hexes.style)
            for p in design.map.places
            if p.hex in design.map.grid and (here := kinds_shown(p, kinds)) is not None)
        return [item for item in made if item is not None]

    def _counters(self) -> list[Item]:
        rules, style = self._hexes.design.ruleset, self._hexes.style
        half = style.counter_size * 0.52
        found = []
        for hex, pile in sorted(self._hexes.piles.items()):
            nation = rules.nationality_by_id.get(pile[-1][0].nationality)
            x, y = self._hexes.geometry.centre(hex)
            square = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
            fill = nation.colours.ground if nation else "#cfcfcf"
            found.append(Item((Polygon(square, fill=fill, stroke=style.counter_edge, width=0.14),),
                              (x - 0.7, y - 0.7, x + 0.7, y + 0.7)))
        return found


def _runs(geometry: HexGeometry, sides: Sequence[Hexside]) -> list[tuple[Point, ...]]:
    """A line along hexsides, through their middles, in pieces where it is broken."""
    runs: list[list[Point]] = []
    for side in sides:
        if not geometry.grid.adjacent(side.a, side.b):
            continue  # checks report it
        middle = geometry.side_middle(side)
        if not runs or math.dist(runs[-1][-1], middle) > 0.9:
            runs.append([geometry.side_ends(side)[0]])
        runs[-1].append(middle)
    return [tuple(run) for run in runs]


# The ground of the map from far away as a raster: the hex under each pixel says its colour.

_GRID_SHOWS = 0.4
_NOTHING = bytes(4)


@dataclass(frozen=True)
class Looks:
    """How letters of terrain and of countries look; letters are numbers here."""

    colours: np.ndarray
    """For each letter of terrain red, green and blue."""
    lined: np.ndarray
    """The same beside a line of the grid; as `colours` where there is none."""
    wet: np.ndarray
    """Which letters of terrain are water."""
    nobody: np.ndarray
    """Which letters of countries are no country."""
    coast: tuple[int, int, int] | None
    """None where coasts are not drawn."""
    border: tuple[int, int, int] | None

    @cached_property
    def table(self) -> bytes:
        """As the compiled part takes them."""
        letters = np.column_stack([self.colours, self.lined, self.wet, self.nobody]).astype(np.uint8)
        return letters.tobytes() + b"".join(
            _NOTHING if line is None else bytes((*line, 1)) for line in (self.coast, self.border))


def looks_of(hexes: HexLayers, layers: Collection[str]) -> Looks:
    """How the ground looks with some layers shown; where the terrain is hidden it has the colour of paper."""
    style = hexes.style
    colours, wet, nobody = np.zeros((256, 3), np.uint8), np.zeros(256, bool), np.zeros(256, bool)
    for letter, (colour, water) in hexes.ground.letter_colours.items():
        colours[ord(letter) & 255] = rgb(colour if "terrain" in layers else style.paper)
        wet[ord(letter) & 255] = water
    nobody[[ord(letter) & 255 for letter, value in hexes.design.map.countries.legend if not value]] = True
    lined = colours
    if "grid" in layers:
        lined = (colours * (1 - _GRID_SHOWS) + np.array(rgb(style.grid)) * _GRID_SHOWS).astype(np.uint8)
    return Looks(colours, lined, wet, nobody, rgb(style.coast) if "terrain" in layers else None,
                 rgb(style.border) if "borders" in layers else None)


def coarse_ground(
    hexes: HexLayers, viewport: Viewport, below: Image.Image, looks: Looks, finer: int
) -> Image.Image:
    """The ground of a viewport over a picture of its size; `finer` times more points are looked at each
    way than it has pixels."""
    axes = axes_of_pixels(hexes.geometry, viewport, finer)
    paint = _painted if raster.ground is None else _painted_compiled
    image, inside = paint(axes, hexes, looks)
    image = image.reduce(finer) if finer > 1 else image
    if inside is None:
        return image
    inside = inside.reduce(finer) if finer > 1 else inside
    found = below.copy()
    found.paste(image, (0, 0), inside)
    return found


def _painted_compiled(axes: Axes, hexes: HexLayers, looks: Looks) -> tuple[Image.Image, Image.Image | None]:
    """The points painted, and which of them are on the map: None where all are."""
    assert raster.ground is not None
    map, grid = hexes.design.map, hexes.geometry.grid
    width, height = axes.size
    pixels, inside = bytearray(width * height * 3), bytearray(width * height)
    whole = raster.ground(
        pixels, inside, (width, height), (grid.columns, grid.rows), axes.turned, axes.pointy, axes.tables,
        _letters(map.terrain), _letters(map.countries), looks.table)
    image = Image.frombuffer("RGB", (width, height), pixels, "raw", "RGB", 0, 1)
    return image, None if whole else Image.frombuffer("L", (width, height), inside, "raw", "L", 0, 1)


def _painted(axes: Axes, hexes: HexLayers, looks: Looks) -> tuple[Image.Image, Image.Image | None]:
    """The same in plain Python."""
    map, grid = hexes.design.map, hexes.geometry.grid
    rows, columns = hexes_of(axes)
    inside = (rows >= 0) & (rows < grid.rows) & (columns >= 0) & (columns < grid.columns)
    rows, columns = rows.clip(0, grid.rows - 1), columns.clip(0, grid.columns - 1)
    index = rows * np.int32(grid.columns) + columns
    letters = _numbers(map.terrain).take(index)
    picture, water = looks.colours.take(letters, axis=0), looks.wet.take(letters)
    if looks.lined is not looks.colours:
        lines = _edges(index)
        picture[lines] = looks.lined.take(letters[lines], axis=0)
    if looks.coast is not None:
        picture[_edges(water)] = looks.coast
    if looks.border is not None:
        nations = _numbers(map.countries).take(index)
        land = ~(water | looks.nobody.take(nations))
        picture[_edges(nations) & land & _inner(land)] = looks.border
    return Image.fromarray(picture), None if inside.all() else Image.fromarray(inside * np.uint8(255))


@lru_cache(maxsize=8)
def _letters(layer: Layer) -> bytes:
    """The letters of a layer, row by row."""
    return "".join(layer.rows).encode("latin-1", "replace")


def _numbers(layer: Layer) -> np.ndarray:
    return np.frombuffer(_letters(layer), np.uint8)


def _edges(values: np.ndarray) -> np.ndarray:
    """Where a value differs from that to the left or above."""
    found = np.zeros(values.shape, bool)
    found[:, 1:] |= values[:, 1:] != values[:, :-1]
    found[1:] |= values[1:] != values[:-1]
    return found


def _inner(land: np.ndarray) -> np.ndarray:
    """Where what lies to the left and above is land too."""
    found = np.ones(land.shape, bool)
    found[:, 1:] &= land[:, :-1]
    found[1:] &= land[:-1]
    return found
