"""The coarse form of a map for small scales: the ground as a raster, lines as few strokes, counters as
squares.

It makes a screen of many thousand hexes as quick as one of a few. A map of a few thousand hexes is drawn in
detail until a hex is only some pixels wide, except for its counters.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import groupby

import numpy as np
from PIL import Image

from ..hexgrid import HexGeometry, Hexside, Point
from ..model.layer import Layer
from .box_index import BoxIndex
from .coarse_hexes import Axes, axes_of_pixels
from .colours import darker, mixed, rgb
from .compiled import _raster
from .curves import Box, box_of
from .drawn_hexes import DrawnHexes
from .features import coarse_item, kinds_shown
from .primitives import Item, Line, Polygon
from .roads import is_railway
from .viewport import Viewport
from .whole_layers import WHOLE_LAYERS

COARSE_BELOW = 8.0
"""Pixels per map unit below which large maps are drawn coarsely."""
_MOST_DETAILED = 5_000
"""Maps with no more hexes than this are drawn in detail below that, too."""
_ALWAYS_BELOW = 4.0
"""The same for any map, as curves and ribbons are no longer visible."""
_GRID_FROM = 6.0
"""Pixels per map unit from which the grid is drawn, as in the detailed picture."""
RASTER_LAYERS = frozenset({"terrain", "countries", "borders", "grid"})
"""The layers that are drawn as one raster."""
_RAIL_DASH = (3**0.5, 3**0.5)
"""The dash of a railway along a road: road and railway alternate hex by hex."""
_LINES = frozenset({"rivers", "roads", "features", "counters"})
PLAIN_LAYERS = frozenset({"counters"})
"""The layers of any map that are coarse below `COARSE_BELOW`; their dark rims show on every ground."""
SAME_LAYERS = frozenset({"labels", "names", *WHOLE_LAYERS})
"""The layers that are always drawn in detail."""


def seen_from_far(scale: float, hexes: int) -> bool:
    """Whether a map with this number of hexes is drawn coarsely at a scale in pixels per map unit.

    >>> seen_from_far(6.6, 1_320), seen_from_far(6.6, 90_000), seen_from_far(3.5, 1_320)
    (False, True, True)
    """
    return scale < _ALWAYS_BELOW or (scale < COARSE_BELOW and hexes > _MOST_DETAILED)


class CoarseMap:
    """Draws one design coarsely."""

    def __init__(self, hexes: DrawnHexes, before: CoarseMap | None = None) -> None:
        self._hexes = hexes
        self._items: dict[str, BoxIndex[Item]] = {}
        self._looks: dict[frozenset[str], bytes] = {}
        if before is not None and before._hexes.geometry == hexes.geometry:
            old, new = before._hexes.design, hexes.design
            if old.ruleset is new.ruleset:
                parts = {"rivers": "lines", "roads": "roads", "features": "places"}
                self._items = {
                    x: before._items[x] for x, part in parts.items()
                    if x in before._items and getattr(old.map, part) is getattr(new.map, part)}
                if "counters" in before._items and before._hexes.stacks is hexes.stacks:
                    self._items["counters"] = before._items["counters"]

    # -- the ground ---------------------------------------------------------------------------

    def ground(
        self, viewport: Viewport, below: Image.Image, layers: Collection[str], finer: int = 2
    ) -> Image.Image:
        """The ground of a viewport, drawn over a picture of its size; `layers` are the visible ones of
        `RASTER_LAYERS`. `finer` is the number of sample points per pixel each way."""
        shown = frozenset(layers)
        if viewport.scale < _GRID_FROM:
            shown -= {"grid"}
        if shown not in self._looks:
            self._looks[shown] = ground_looks(self._hexes, shown)
        return coarse_ground(self._hexes, viewport, below, self._looks[shown], finer)

    # -- items --------------------------------------------------------------------------------

    def items(self, layer: str, box: Box) -> list[Item]:
        """The items of a layer in a box, from bottom to top; most layers have none."""
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
        items = []
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
                items.append(Item(strokes, box_of((p for s in strokes for p in s.points), width)))
        return items

    def _roads(self) -> list[Item]:
        design, geometry, along = self._hexes.design, self._hexes.geometry, self._hexes.roads.along
        items = []
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
                items.append(((railway, kind.rank), Item((stroke,), box_of(points, kind.width))))
                first += count
        return [item for _, item in sorted(items, key=lambda e: e[0])]

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
        items = []
        for hex, counters in sorted(self._hexes.stacks.items()):
            nation = rules.nationality_by_id.get(counters[-1].unit.nationality)
            x, y = self._hexes.geometry.centre(hex)
            square = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
            fill = nation.colours.ground if nation else "#cfcfcf"
            items.append(Item((Polygon(square, fill=fill, stroke=style.counter_edge, width=0.14),),
                              (x - 0.7, y - 0.7, x + 0.7, y + 0.7)))
        return items


def _runs(geometry: HexGeometry, sides: Sequence[Hexside]) -> list[tuple[Point, ...]]:
    """A line through the middles of hexsides, in several pieces if it is broken."""
    runs: list[list[Point]] = []
    for side in sides:
        if not geometry.grid.adjacent(side.a, side.b):
            continue  # checks report it
        middle = geometry.side_middle(side)
        if not runs or math.dist(runs[-1][-1], middle) > 0.9:
            runs.append([geometry.side_ends(side)[0]])
        runs[-1].append(middle)
    return [tuple(run) for run in runs]


# The ground of the map as a raster: each pixel has the colour of its hex.

_GRID_SHOWS = 0.4
_NOTHING = bytes(4)


def ground_looks(hexes: DrawnHexes, layers: Collection[str]) -> bytes:
    """The colours of the ground with some layers shown, as the compiled code takes them (`looks` in
    `_raster.pyi`); paper if the terrain is hidden. Coasts belong to the terrain."""
    style = hexes.style
    colours, wet, nobody = np.zeros((256, 3), np.uint8), np.zeros(256, bool), np.zeros(256, bool)
    for letter, (colour, water) in hexes.ground.letter_colours.items():
        colours[ord(letter) & 255] = rgb(colour if "terrain" in layers else style.paper)
        wet[ord(letter) & 255] = water
    nobody[[ord(letter) & 255 for letter, value in hexes.design.map.countries.legend if not value]] = True
    lined = colours
    if "grid" in layers:
        lined = (colours * (1 - _GRID_SHOWS) + np.array(rgb(style.grid)) * _GRID_SHOWS).astype(np.uint8)
    letters = np.column_stack([colours, lined, wet, nobody]).astype(np.uint8)
    return letters.tobytes() + b"".join(
        bytes((*rgb(line), 1)) if layer in layers else _NOTHING
        for line, layer in ((style.coast, "terrain"), (style.border, "borders")))


def coarse_ground(
    hexes: DrawnHexes, viewport: Viewport, below: Image.Image, looks: bytes, finer: int
) -> Image.Image:
    """The ground of a viewport over a picture of its size, with `finer` sample points per pixel each way."""
    axes = axes_of_pixels(hexes.geometry, viewport, finer)
    image, inside = _painted(axes, hexes, looks)
    image = image.reduce(finer) if finer > 1 else image
    if inside is None:
        return image
    inside = inside.reduce(finer) if finer > 1 else inside
    picture = below.copy()
    picture.paste(image, (0, 0), inside)
    return picture


def _painted(axes: Axes, hexes: DrawnHexes, looks: bytes) -> tuple[Image.Image, Image.Image | None]:
    """The painted points, and a mask of those on the map: None if all are."""
    map, grid = hexes.design.map, hexes.geometry.grid
    width, height = axes.size
    pixels, inside = bytearray(width * height * 3), bytearray(width * height)
    whole = _raster.ground(
        pixels, inside, (width, height), (grid.columns, grid.rows), axes.turned, axes.pointy, axes.tables,
        _letters(map.terrain), _letters(map.countries), looks)
    image = Image.frombuffer("RGB", (width, height), pixels, "raw", "RGB", 0, 1)
    return image, None if whole else Image.frombuffer("L", (width, height), inside, "raw", "L", 0, 1)


@lru_cache(maxsize=8)
def _letters(layer: Layer) -> bytes:
    """The letters of a layer, row by row."""
    return "".join(layer.rows).encode("latin-1", "replace")
