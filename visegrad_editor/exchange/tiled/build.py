"""A design as a Tiled map: terrain and countries as tiles, everything else as objects."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import field
from typing import Any

from ...drawing.colours import darker
from ...drawing.counters import counters_by_hex
from ...drawing.country_tints import country_tint
from ...drawing.letters.fonts import text_width
from ...drawing.style import DEFAULT, Style
from ...drawing.styled_design import apply_style
from ...hexgrid import Hex, Point
from ...hexgrid.corners import corner_point, corner_runs
from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.files.map_file import map_to_data
from ...model.in_play import InPlay
from ...model.layer import Layer as Letters
from .document import GroupLayer, Layer, MapObject, ObjectLayer, Tile, TiledMap, TileLayer, Tileset
from .entries import DATA, HOLDS, ORDER, to_properties
from .geometry import TileGeometry, text_pixels, tiles_of_grid
from .tile_pictures import COLUMNS, VARIANTS, TilePainter, png_bytes, sheet, tiled_colour

SECTIONS = ("terrain", "countries", "hexsides", "roads", "places", "areas", "labels")
"""The sections of a map file that become layers; all others are kept unchanged in one property."""
_PLAIN = ("name", "title", "version", "ruleset", "notes")
_COUNTRY_OPACITY, _AREA_OPACITY, _OUT_OPACITY = 0.22, 0.45, 0.6
_IN_PLAY = "in_play"
"""The property that says whether a hex is in play; only if a scenario leaves some out."""


@dataclass
class TiledFiles:
    """A Tiled map and the pictures it needs beside it, by file name."""

    map: TiledMap
    pictures: dict[str, bytes] = field(default_factory=dict)


def tiled_files(design: Design, stem: str, across: float = 0.0, style: Style = DEFAULT) -> TiledFiles:
    """The Tiled map of a design, whose pictures are called `stem`-tiles.png and `stem`-counters.png.

    `across` is the width of its hexes from flat side to flat side in pixels.
    """
    design, style = apply_style(design, style)
    return _Builder(design, stem, tiles_of_grid(design.map.grid, across), style).files()


class _Builder:
    def __init__(self, design: Design, stem: str, geometry: TileGeometry, style: Style) -> None:
        self.design, self.stem, self.geometry, self.style = design, stem, geometry, style
        self.map, self.grid = design.map, design.map.grid
        self.play = InPlay(design)
        self.data = map_to_data(design.map)
        self.painter = TilePainter(design.ruleset, geometry, style)
        self.pictures: dict[str, bytes] = {}

    def files(self) -> TiledFiles:
        hexes, numbers = self._hex_tiles()
        tilesets = [hexes]
        counters = self._counters(tilesets)
        layers: list[Layer] = [
            TileLayer("terrain", self._ground_gids(numbers), properties={HOLDS: "terrain"}),
            TileLayer("countries", self._country_gids(numbers), properties={HOLDS: "countries"}),
            GroupLayer("hexsides", list(self._hexsides())),
            ObjectLayer("labels", self._labels(), properties={HOLDS: "labels"}),
            GroupLayer("roads", list(self._roads())),
            GroupLayer("areas", list(self._areas(numbers)), visible=False),
            ObjectLayer(
                "places", self._places(), properties={HOLDS: "places"}, colour=tiled_colour(self.style.city)
            ),
        ]
        if counters is not None:
            layers.append(counters)
        if not self.play.whole:
            layers.append(TileLayer(
                "out of play", self._out_of_play(numbers), properties={HOLDS: "play_area", _IN_PLAY: False}))
        g = self.geometry
        made = TiledMap(
            self.grid.columns,
            self.grid.rows,
            g.width,
            g.height,
            g.side,
            "y" if g.pointy else "x",
            self.grid.stagger,
            tilesets,
            layers,
            self._properties(),
            tiled_colour(self.style.paper),
        )
        return TiledFiles(made, self.pictures)

    def _properties(self) -> dict[str, Any]:
        rest = {k: v for k, v in self.data.items() if k not in (*SECTIONS, *_PLAIN)}
        rest["legends"] = {
            "terrain": [list(e) for e in self.map.terrain.legend],
            "countries": [list(e) for e in self.map.countries.legend],
        }
        plain = {k: self.data[k] for k in _PLAIN if k in self.data}
        if self.design.scenario is not None and not self.play.whole:
            plain["play_area"] = " ".join(self.design.scenario.play_area)
        return {**plain, DATA: json.dumps(rest, ensure_ascii=False)}

    # -- tiles --------------------------------------------------------------------------

    def _hex_tiles(self) -> tuple[Tileset, dict[tuple[str, str], list[int]]]:
        """The tileset of grounds, countries and areas, and the tile numbers of each of them."""
        tiles: dict[int, Tile] = {}
        images: list[Any] = []
        numbers: dict[tuple[str, str], list[int]] = {}

        def add(kind: str, value: str | bool, image: Any) -> None:
            tiles[len(images)] = Tile(len(images), kind, {kind: value})
            numbers.setdefault((kind, str(value)), []).append(len(images) + 1)
            images.append(image)

        used = dict(self.map.terrain.legend).values()
        for terrain in dict.fromkeys((*used, *(t.id for t in self.design.ruleset.terrain))):
            for image in self.painter.ground(terrain):
                add("terrain", terrain, image)
        for country in (v for v in dict.fromkeys(v for _, v in self.map.countries.legend) if v):
            tint = country_tint(self.style, self.map.countries, country)
            add("country", country, self.painter.tint(tint, _COUNTRY_OPACITY))
        for i, area in enumerate(self.map.areas):
            colour = self.style.area_colours[i % len(self.style.area_colours)]
            add("area", area.id, self.painter.tint(colour, _AREA_OPACITY))
        if not self.play.whole:
            add(_IN_PLAY, False, self.painter.tint(self.style.off_map, _OUT_OPACITY))
        whole = sheet(images)
        name = f"{self.stem}-tiles.png"
        self.pictures[name] = png_bytes(whole)
        g = self.geometry
        return Tileset(
            1, "hexes", g.width, g.height, len(images), min(COLUMNS, len(images)), name, whole.size, tiles
        ), numbers

    def _ground_gids(self, numbers: dict[tuple[str, str], list[int]]) -> list[int]:
        by_letter = {letter: numbers["terrain", value] for letter, value in self.map.terrain.legend}
        gids = []
        for r, row in enumerate(self.map.terrain.rows):
            for c, letter in enumerate(row):
                choice = by_letter[letter]
                gids.append(choice[(c * 5 + r * 7 + c * r) % len(VARIANTS) % len(choice)])
        return gids

    def _country_gids(self, numbers: dict[tuple[str, str], list[int]]) -> list[int]:
        layer: Letters = self.map.countries
        by_letter = {x: numbers["country", value][0] if value else 0 for x, value in layer.legend}
        return [by_letter[x] for row in layer.rows for x in row]

    def _out_of_play(self, numbers: dict[tuple[str, str], list[int]]) -> list[int]:
        """A veil over the hexes that a scenario does not have in play."""
        veil = numbers[_IN_PLAY, str(False)][0]
        return [0 if hex in self.play else veil for hex in self.grid]

    def _in_play(self, hex: Hex) -> dict[str, bool]:
        """The property that says whether a hex is in play; {} if all are."""
        return {} if self.play.whole else {_IN_PLAY: hex in self.play}

    def _areas(self, numbers: dict[tuple[str, str], list[int]]) -> list[TileLayer]:
        layers = []
        for order, (area, entry) in enumerate(zip(self.map.areas, self.data.get("areas", ()), strict=True)):
            gids = [0] * len(self.grid)
            for hex in area.hexes:
                if hex in self.grid:
                    gids[self.grid.index(hex)] = numbers["area", area.id][0]
            layers.append(
                TileLayer(
                    area.name or area.id,
                    gids,
                    properties={HOLDS: "area", ORDER: order, **to_properties(entry)},
                )
            )
        return layers

    # -- objects ------------------------------------------------------------------------

    def _px(self, point: Point) -> Point:
        x, y = self.geometry.to_pixels(point)
        return round(x, 3), round(y, 3)

    def _centre(self, hex: Hex) -> Point:
        return self._px(self.map.geometry.centre(hex))

    def _polyline(self, points: Sequence[Point], name: str, kind: str, properties: Any) -> MapObject:
        x, y = points[0]
        moved = [(round(px - x, 3), round(py - y, 3)) for px, py in points]
        return MapObject("polyline", x, y, name, kind, points=moved, properties=properties)

    def _hexsides(self) -> list[ObjectLayer]:
        """A layer for each kind, with an object for each connected run of a line."""
        layers: dict[str, ObjectLayer] = {}
        kinds = self.design.ruleset.hexside_by_id
        for order, (line, entry) in enumerate(
            zip(self.map.lines, self.data.get("hexsides", ()), strict=True)
        ):
            kind = kinds.get(line.kind)
            layer = _of_kind(layers, "hexsides", line.kind, kind.colour if kind else "#3070c0")
            properties = {ORDER: order, **to_properties(entry, ("sides", "name"))}
            for corners in corner_runs(self.grid, line.sides):
                points = [self._px(corner_point(self.map.geometry, c)) for c in corners]
                layer.objects.append(self._polyline(points, line.name, line.kind, properties))
        return list(layers.values())

    def _roads(self) -> list[ObjectLayer]:
        layers: dict[str, ObjectLayer] = {}
        kinds = self.design.ruleset.road_by_id
        for order, (road, entry) in enumerate(zip(self.map.roads, self.data.get("roads", ()), strict=True)):
            kind = kinds.get(road.kind)
            layer = _of_kind(layers, "roads", road.kind, kind.colour if kind else "#a03020")
            properties = {ORDER: order, **to_properties(entry, ("path", "name"))}
            points = [self._centre(h) for h in road.path]
            layer.objects.append(self._polyline(points, road.name, road.kind, properties))
        return list(layers.values())

    def _places(self) -> list[MapObject]:
        objects = []
        for place, entry in zip(self.map.places, self.data.get("places", ()), strict=True):
            x, y = self._centre(place.hex)
            properties = to_properties(entry, ("hex", "name", "features"))
            properties["features"] = " ".join(place.features)
            properties.update(self._in_play(place.hex))
            objects.append(MapObject("point", x, y, place.name, "place", properties=properties))
        return objects

    def _labels(self) -> list[MapObject]:
        objects = []
        for label, entry in zip(self.map.labels, self.data.get("labels", ()), strict=True):
            size = text_pixels(label.size, self.geometry)
            country, water = label.style == "country", label.style in ("water", "sea", "river")
            width = round(text_width(label.text, size, country, not country) * 1.1 + 8, 2)
            height = round(size * 1.5, 2)
            x, y = _corner_of_turned(self._centre(label.hex), width, height, label.rotation)
            ink = self.style.water_label if water else self.style.region_label
            objects.append(
                MapObject(
                    "text",
                    x,
                    y,
                    label.text,
                    "label",
                    width,
                    height,
                    label.rotation,
                    text=label.text,
                    text_size=size,
                    colour=tiled_colour(darker(ink, 0.1)),
                    bold=country,
                    italic=not country,
                    properties={
                        **to_properties({"size": label.size, **entry}, ("hex", "text")),
                        **self._in_play(label.hex)},
                )
            )
        return objects

    def _counters(self, tilesets: list[Tileset]) -> ObjectLayer | None:
        """The counters on the map, as tiles; None without a scenario."""
        if self.design.scenario is None:
            return None
        stacks = counters_by_hex(self.design, None)
        units = [counter.unit for counters in stacks.values() for counter in counters]
        layer = ObjectLayer("counters", properties={HOLDS: "counters"})
        if not units:
            return layer
        image, edge = self.painter.counters(units)
        name = f"{self.stem}-counters.png"
        self.pictures[name] = png_bytes(image)
        first = tilesets[-1].first_gid + tilesets[-1].count
        tiles = {i: Tile(i, "counter", {"unit": unit.key}) for i, unit in enumerate(units)}
        tilesets.append(
            Tileset(
                first, "counters", edge, edge, len(units), min(COLUMNS, len(units)), name, image.size, tiles
            )
        )
        gid, step = first, self.style.stack_step * self.geometry.scale
        for hex, counters in stacks.items():
            x, y = self._centre(hex)
            for depth, unit in enumerate(counter.unit for counter in counters):
                off = (depth - (len(counters) - 1) / 2) * step
                # Tiled positions a tile by its lower left corner.
                layer.objects.append(
                    MapObject(
                        "tile",
                        round(x + off - edge / 2, 3),
                        round(y - off + edge / 2, 3),
                        unit.name,
                        "counter",
                        edge,
                        edge,
                        gid=gid,
                        properties={"unit": unit.key, **self._in_play(hex)},
                    )
                )
                gid += 1
        return layer


def _corner_of_turned(centre: Point, width: float, height: float, degrees: float) -> Point:
    """The upper left corner of a box turned about that corner, whose middle is at `centre`."""
    angle = math.radians(degrees)
    dx, dy = width / 2, height / 2
    x = centre[0] - (dx * math.cos(angle) - dy * math.sin(angle))
    y = centre[1] - (dx * math.sin(angle) + dy * math.cos(angle))
    return round(x, 3), round(y, 3)


def _of_kind(layers: dict[str, ObjectLayer], holds: str, kind: str, colour: str) -> ObjectLayer:
    """The layer for the lines of a kind; a new one for the first of them."""
    new = ObjectLayer(kind, properties={HOLDS: holds, "kind": kind}, colour=tiled_colour(colour))
    return layers.setdefault(kind, new)
