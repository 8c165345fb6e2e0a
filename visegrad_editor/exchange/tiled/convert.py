"""Converting a Tiled map to a map of this program."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from itertools import pairwise
from typing import Any

from ...hexgrid import Axis, Hex, HexGeometry, HexGrid, Hexside, Numbering, Orientation, Point
from ...hexgrid.corners import CornerWalk, nearest_corner
from ...lazy_dataclass import dataclass
from ...model.edit.blank import first_ground, usual_numbering
from ...model.files.file_problems import FileProblems
from ...model.files.formats import present_format
from ...model.files.json_reader import read_json
from ...model.files.map_file import grid_data, map_from_data
from ...model.files.schema import check_schema, schema
from ...model.files.yaml_reader import Reading
from ...model.gamemap import GameMap
from ...model.grid_limits import numbering_complaint
from ...model.layer import Layer
from ...model.problems import Problem
from ...model.ruleset import Ruleset
from ...model.wording import Suggestions, document_name, quoted
from ..errors import FileImportError
from .document import MapObject, ObjectLayer, Tile, TiledMap, TileLayer, Tileset
from .entries import DATA, HOLDS, ORDER, from_properties
from .geometry import TileGeometry, text_pixels
from .tile_data import without_flags

_FIXED = (
    "format", "kind", "extends", "change", "grid", "terrain", "countries", "hexsides", "roads", "places",
    "areas", "labels")


@dataclass(frozen=True)
class ObjectProblem:
    """A problem of an object of a map of Tiled; `where` says which object and layer."""

    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


@dataclass(frozen=True)
class ConvertedMap:
    """A converted Tiled map: the map, the hexes of counters by unit key, and notes for the user. `problems`
    are objects, or features of them, that the ruleset does not know; they are not in the map."""

    map: GameMap
    counters: Mapping[str, Hex]
    notes: tuple[str, ...] = ()
    problems: tuple[ObjectProblem, ...] = ()


@dataclass
class Conversion:
    """The conversion of one Tiled map under a ruleset."""

    tiled: TiledMap
    ruleset: Ruleset
    name: str
    """The map's title if the file has none."""
    _rest: dict[str, Any] = field(init=False)
    _tiles: Tiles = field(init=False)

    def __post_init__(self) -> None:
        self._tiles = Tiles(self.tiled, self.ruleset)
        self._rest = _rest(self.tiled)

    @property
    def ours(self) -> bool:
        """Whether this program wrote it."""
        return bool(self._rest)

    def tile_kinds(self) -> list[TileKind]:
        """The kinds of tile of the ground, and the probable terrain of each."""
        return self._tiles.kinds()

    def unknown_tiles(self, choices: Mapping[str, str]) -> list[TileKind]:
        """The kinds of tile that name no terrain of the ruleset and are not in `choices`."""
        return [t for t in self.tile_kinds() if t.label and t.terrain is None and t.label not in choices]

    def convert(self, choices: Mapping[str, str] | None = None, usual: str = "") -> ConvertedMap:
        """The map. `choices` gives the terrain of a label, `usual` the terrain of all others.

        Raises `FileImportError` if no map can be made of it.
        """
        choices, usual = choices or {}, usual or first_ground(self.ruleset)
        for terrain in (*choices.values(), usual):
            if terrain not in self.ruleset.terrain_by_id:
                raise FileImportError(f'The ruleset {self.ruleset.title} has no terrain "{terrain}".')
        grid = self._grid()
        notes = list(self.tiled.notes)
        values = self._tiles.values(choices, usual)
        notes += self._unknown(choices, usual)
        if self._tiles.turned:
            notes.append("Some tiles are turned or mirrored; terrain has no direction, so that is left out.")
        objects = ObjectReader(self.tiled, grid, self.ruleset).read()
        data = self._data(grid, values, objects)
        collected = FileProblems(self.name, Reading("", data, {}))
        problems = [p for p in check_schema("map", collected.reading, self.name) if p.code != "unknown-key"]
        map = None if problems else map_from_data(data, collected)
        if map is None:
            problems += collected.problems
            raise FileImportError("No map can be made of this file: " + _listed(problems))
        return ConvertedMap(map, objects.counters, (*notes, *objects.notes), tuple(objects.problems))

    def _unknown(self, choices: Mapping[str, str], usual: str) -> list[str]:
        name = self.ruleset.terrain_by_id[usual].name
        notes = []
        for tile in self.tile_kinds():
            if tile.terrain is None and tile.label not in choices:
                what = (
                    f'The tile "{tile.label}" is not a terrain' if tile.label
                    else "Some hexes have no tile"
                )
                notes.append(
                    f"{what} ({tile.count:,} {'hex' if tile.count == 1 else 'hexes'}): taken as {name}."
                )
        return notes

    def _grid(self) -> HexGrid:
        m = self.tiled
        numbering = _numbering(self._rest.get("grid"))
        if numbering is None or numbering_complaint(numbering, m.width, m.height):
            numbering = usual_numbering(m.width, m.height)
        orientation: Orientation = "pointy" if m.stagger_axis == "y" else "flat"
        return HexGrid(orientation, m.width, m.height, m.stagger_index, numbering)

    def _data(self, grid: HexGrid, values: list[str], objects: MapEntries) -> dict[str, Any]:
        """The map as the plain data of a map file."""
        known = schema("map")["properties"]
        given = {k: v for k, v in self.tiled.properties.items() if k in known and isinstance(v, str)}
        data = {k: v for k, v in {**self._rest, **given}.items() if k in known and k not in _FIXED}
        data.setdefault("title", self.name)
        data.setdefault("name", document_name(str(data["title"]), "map"))
        if not self.ours or "ruleset" not in data:
            data["ruleset"] = self.ruleset.name
        if not self.ours:
            data.setdefault("provenance", "designer")
            data.setdefault("places_provenance", "designer")
        data.update(format=present_format("map"), kind="map", grid=grid_data(grid))
        legends = self._rest.get("legends")
        legends = legends if isinstance(legends, dict) else {}
        data["terrain"] = _letters(values, legends.get("terrain"), ".", grid)
        if self._tiles.countries:
            data["countries"] = _letters(self._tiles.country_of_each(), legends.get("countries"), " ", grid)
        for section in ("hexsides", "roads", "places", "labels"):
            entries = [_known(e, section) for e in getattr(objects, section)]
            if entries:
                data[section] = entries
        if areas := self._areas(grid):
            data["areas"] = areas
        return data

    def _areas(self, grid: HexGrid) -> list[dict[str, Any]]:
        ranked: list[tuple[float, int, dict[str, Any]]] = []
        for layer in self._tiles.areas:
            entry = from_properties(layer.properties)
            order = entry.pop(ORDER, None)
            rank = float(order) if isinstance(order, int) else float("inf")
            entry = _known(entry, "areas")
            entry.setdefault("name", layer.name)
            entry.setdefault("id", document_name(layer.name, "area"))
            entry["hexes"] = _area_hexes(layer, entry.get("hexes"), grid)
            ranked.append((rank, len(ranked), entry))
        return [e for _, _, e in sorted(ranked, key=lambda x: x[:2])]


def _rest(map: TiledMap) -> dict[str, Any]:
    """The other data of a map file that a Tiled map carries besides layers and objects; {} for foreign
    maps."""
    try:
        data = read_json(str(map.properties.get(DATA, "")))
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _numbering(grid: Any) -> Numbering | None:
    """The numbering of the grid in the data carried along, if it is usable."""
    try:
        given = grid["numbering"]
        axes = [
            Axis(int(a["start"]), a["direction"], int(a.get("digits", 2)), a.get("letters") is True)
            for a in (given["row"], given["column"])
        ]
        good = (
            given["order"] in ("row-first", "column-first")
            and axes[0].direction in ("down", "up")
            and axes[1].direction in ("right", "left")
        )
        return Numbering(given["order"], axes[0], axes[1], str(given.get("separator", ""))) if good else None
    except (TypeError, KeyError, ValueError, AttributeError):
        return None


def _letters(values: list[str], legend: Any, blank: str, grid: HexGrid) -> dict[str, Any]:
    """A layer of a map file; its former letters are kept."""
    pairs: dict[str, str] = {}
    for pair in legend if isinstance(legend, list) else ():
        if (
            isinstance(pair, list)
            and len(pair) == 2
            and all(isinstance(x, str) for x in pair)
            and len(pair[0]) == 1
        ):
            pairs.setdefault(pair[0], pair[1])
    first = values[0]
    if first not in pairs.values() and blank not in pairs and (blank != " " or first == ""):
        pairs[blank] = first
    layer = Layer(tuple(pairs.items()), ())
    for value in dict.fromkeys(values):
        layer = layer.with_letter_for(value)
    letters = layer.letters
    text = "".join(letters[v] for v in values)
    width = grid.columns
    return {"legend": dict(layer.legend), "rows": [text[i : i + width] for i in range(0, len(text), width)]}


def _area_hexes(layer: TileLayer, before: Any, grid: HexGrid) -> str:
    """The hexes of an area, in their former order."""
    inside = [grid.number(h) for h, gid in zip(grid, layer.gids, strict=True) if gid]
    left = dict.fromkeys(inside)
    words = before.split() if isinstance(before, str) else before if isinstance(before, list) else []
    kept = [str(w) for w in words if str(w) in left]
    return " ".join(dict.fromkeys((*kept, *inside)))


def _known(entry: dict[str, Any], section: str) -> dict[str, Any]:
    """The entry without properties that a map file does not have, such as those people added in Tiled."""
    keys = schema("map")["properties"][section]["items"]["properties"]
    return {k: v for k, v in entry.items() if k in keys}


def _listed(problems: list[Problem]) -> str:
    shown = " ".join(p.message for p in problems[:3])
    return f"{shown} (and {len(problems) - 3} more)" if len(problems) > 3 else shown


# -- objects of a Tiled map as entries of a map file; the position of a shape gives its hexes ------


_NAMES = {
    "hexsides": ("hexside", "river", "stream", "edge", "border", "wall", "water"),
    "roads": ("road", "highway", "rail", "track", "path"),
    "places": ("place", "cities", "city", "town", "village", "poi"),
    "labels": ("label", "text", "name"),
}
"""Words in the names of layers of foreign maps that say what they hold."""
_MOST_POINTS = 200_000
_MOST_STEPS = 300_000
"""Steps from hex to hex and from corner to corner along the lines of a map."""


@dataclass
class MapEntries:
    """The entries of the sections of a map file, in their order, and the counters' hexes by unit key."""

    hexsides: list[dict[str, Any]] = field(default_factory=list)
    roads: list[dict[str, Any]] = field(default_factory=list)
    places: list[dict[str, Any]] = field(default_factory=list)
    labels: list[dict[str, Any]] = field(default_factory=list)
    counters: dict[str, Hex] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    problems: list[ObjectProblem] = field(default_factory=list)


class ObjectReader:
    """Reads the objects of one map."""

    def __init__(self, map: TiledMap, grid: HexGrid, ruleset: Ruleset) -> None:
        self.map, self.grid, self.ruleset = map, grid, ruleset
        self.tiles = TileGeometry(map.stagger_axis == "y", map.tile_width, map.tile_height, map.side_length)
        self.geometry = HexGeometry(grid)
        self.entries = MapEntries()
        self._suggest = Suggestions()
        self._left: dict[str, int] = {}
        self._steps = 0
        self._ordered: dict[tuple[str, int], dict[str, Any]] = {}

    def read(self) -> MapEntries:
        """The entries of all objects."""
        keyed: dict[str, list[tuple[float, int, dict[str, Any]]]] = {s: [] for s in _NAMES}
        points = objects = 0
        for layer in self.map.all_layers():
            if not isinstance(layer, ObjectLayer):
                continue
            for object in layer.objects:
                points += len(object.points)
                objects += 1
                if points > _MOST_POINTS or self._steps > _MOST_STEPS:
                    self.entries.notes.append(
                        f"The objects have too many points; those from object {objects} on were left out.")
                    break
                section = self._section(layer, object)
                if section == "counters":
                    self._counter(object)
                    continue
                entry = self._entry(section, layer, object) if section else None
                if entry is None:
                    self._left[layer.name] = self._left.get(layer.name, 0) + 1
                elif entry:
                    order = object.properties.get(ORDER)
                    rank = float(order) if isinstance(order, int) else math.inf
                    keyed[section].append((rank, len(keyed[section]), entry))
        for section, entries in keyed.items():
            getattr(self.entries, section).extend(e for _, _, e in sorted(entries, key=lambda x: x[:2]))
        for name, count in self._left.items():
            what = "1 object" if count == 1 else f"{count} objects"
            self.entries.notes.append(
                f'Left out (unknown on a hex map, or outside it): {what} of the layer "{name[:40]}".'
            )
        return self.entries

    # -- what an object is --------------------------------------------------------------

    def _section(self, layer: ObjectLayer, object: MapObject) -> str:
        holds = str(layer.properties.get(HOLDS, ""))
        if holds in (*_NAMES, "counters"):
            return holds
        if object.shape == "text":
            return "labels"
        if object.shape == "tile":
            return "places" if object.name else ""
        if object.shape in ("polyline", "polygon"):
            if object.kind in self.ruleset.road_by_id:
                return "roads"
            if object.kind in self.ruleset.hexside_by_id:
                return "hexsides"
        words = f"{layer.name} {layer.kind} {object.kind}".lower()
        line = object.shape in ("polyline", "polygon")
        for section in ("hexsides", "roads") if line else ("places",):
            if any(word in words for word in _NAMES[section]):
                return section
        return "places" if object.shape == "point" and object.name else ""

    def _entry(self, section: str, layer: ObjectLayer, object: MapObject) -> dict[str, Any] | None:
        """The entry of an object; None if it cannot be one, {} if it was added to another."""
        base = {**from_properties(object.properties)}
        order = base.pop(ORDER, None)
        if object.name and section != "labels":
            base["name"] = object.name
        if section == "places":
            return self._place(base, object)
        if section == "labels":
            return self._label(base, object)
        if object.shape not in ("polyline", "polygon"):
            return None
        known = self.ruleset.hexside_by_id if section == "hexsides" else self.ruleset.road_by_id
        kind = base["kind"] = self._kind(base, layer, object, known)
        if not kind:
            return None
        if kind not in known:
            self._report(object, "hexside kind" if section == "hexsides" else "road kind", kind, known)
            return {}
        points = self._points(object)
        if section == "roads":
            path = self._path(points)
            return {**base, "path": "-".join(map(self.grid.number, path))} if len(path) > 1 else None
        sides = " ".join(map(self.grid.side_text, self._sides(points)))
        if not sides:
            return None
        earlier = self._ordered.get((section, order)) if isinstance(order, int) else None
        if earlier is not None and all(earlier.get(k) == base.get(k) for k in ("kind", "name", "width")):
            earlier["sides"] += f" {sides}"
            return {}
        entry = {**base, "sides": sides}
        if isinstance(order, int):
            self._ordered[section, order] = entry
        return entry

    def _kind(self, base: dict[str, Any], layer: ObjectLayer, object: MapObject, known: Iterable[str]) -> str:
        for kind in (base.get("kind"), object.kind, layer.properties.get("kind")):
            if isinstance(kind, str) and kind:
                return kind
        words = f"{layer.name} {layer.kind}".lower()
        ids = list(known)
        return next((k for k in ids if k in words), ids[0] if ids else "")

    def _report(self, object: MapObject, what: str, word: str, known: Mapping[str, object]) -> None:
        """Report an object whose kind or feature the ruleset does not have."""
        name = f", {quoted(object.name)}" if object.name else ""
        self.entries.problems.append(ObjectProblem(
            f"{object.where[:1].upper()}{object.where[1:]}{name}",
            f"the ruleset {self.ruleset.title} has no {what} {quoted(word)}."
            f"{self._suggest(what, word, list(known))}"))

    def _place(self, base: dict[str, Any], object: MapObject) -> dict[str, Any] | None:
        hex = self._hex(_centre(object))
        given = str(base.pop("features", "")).split()
        known = self.ruleset.feature_by_id
        if hex is None or not (object.name or given or object.kind in known):
            return None
        for unknown in (f for f in given if f not in known):
            self._report(object, "feature", unknown, known)
        features = [f for f in given if f in known]
        if not given and object.kind in known:
            features = [object.kind]
        if not (object.name or features):
            return {}
        return {**base, "hex": self.grid.number(hex), **({"features": features} if features else {})}

    def _label(self, base: dict[str, Any], object: MapObject) -> dict[str, Any] | None:
        hex, text = self._hex(_centre(object)), (object.text or object.name).strip()
        if hex is None or not text:
            return None
        entry: dict[str, Any] = {**base, "text": text[:120], "hex": self.grid.number(hex)}
        size = base.get("size")
        same = isinstance(size, int | float) and text_pixels(size, self.tiles) == object.text_size
        if not same:
            entry["size"] = round(min(10.0, max(0.1, object.text_size / self.tiles.scale)), 2)
        before = entry.pop("rotation", 0)
        if isinstance(before, int | float) and (object.rotation - before) % 360 == 0:
            rotation: float = before
        else:
            rotation = math.remainder(object.rotation, 360.0)
        return {**entry, "rotation": rotation} if rotation else entry

    def _counter(self, object: MapObject) -> None:
        unit, hex = object.properties.get("unit"), self._hex(_centre(object))
        if isinstance(unit, str) and hex is not None:
            self.entries.counters[unit] = hex

    # -- where it lies ------------------------------------------------------------------

    def _points(self, object: MapObject) -> list[Point]:
        """The points of a line in map units; a polygon returns to its first."""
        angle = math.radians(object.rotation)
        cos, sin = math.cos(angle), math.sin(angle)
        points = object.points
        if object.shape == "polygon" and points:
            points = [*points, points[0]]
        return [
            self.tiles.to_units((object.x + x * cos - y * sin, object.y + x * sin + y * cos))
            for x, y in points
        ]

    def _hex(self, point: Point) -> Hex | None:
        return self.geometry.hex_at(*self.tiles.to_units(point))

    def _path(self, points: list[Point]) -> list[Hex]:
        """The hexes of the grid that a line runs through."""
        hexes = [self.geometry.nearest(*p) for p in points]
        path = hexes[:1]
        for here, there in pairwise(hexes):
            far = max(abs(here.col - there.col), abs(here.row - there.row))
            if far >= 2000:
                continue
            self._steps += far
            if self._steps > _MOST_STEPS:
                break
            path += self.grid.line(here, there)[1:]
        return list(_once([h for h in path if h in self.grid]))

    def _sides(self, points: list[Point]) -> tuple[Hexside, ...]:
        """The hexsides a line follows from corner to corner."""
        left, top, right, bottom = self.geometry.bounds()
        inside = [
            (min(max(x, left - 0.5), right + 0.5), min(max(y, top - 0.5), bottom + 0.5)) for x, y in points
        ]
        if not inside:
            return ()
        walk = CornerWalk(self.geometry, nearest_corner(self.geometry, inside[0]))
        for here, there in pairwise(inside):
            steps = max(1, math.ceil(math.dist(here, there) / 0.9))
            self._steps += steps
            if self._steps > _MOST_STEPS:
                break
            for i in range(1, steps + 1):
                t = i / steps
                walk.follow((here[0] + (there[0] - here[0]) * t, here[1] + (there[1] - here[1]) * t))
        return walk.sides


def _centre(object: MapObject) -> Point:
    """The middle of an object, whatever its shape."""
    if object.shape == "point":
        return object.x, object.y
    angle = math.radians(object.rotation)
    dx = object.width / 2
    # Tiled positions a tile by its lower left corner, everything else by the upper left one.
    dy = -object.height / 2 if object.shape == "tile" else object.height / 2
    return (
        object.x + dx * math.cos(angle) - dy * math.sin(angle),
        object.y + dx * math.sin(angle) + dy * math.cos(angle),
    )


def _once(hexes: Iterable[Hex]) -> Iterator[Hex]:
    """The hexes without repetitions of the preceding one."""
    before: Hex | None = None
    for hex in hexes:
        if hex != before:
            yield hex
        before = hex


# -- the terrain of the tiles of a Tiled map, and the countries of its hexes -----------------------


EMPTY = ""
"""The label of hexes without a tile in any layer."""
_MOST_VALUES = 60


@dataclass(frozen=True)
class TileKind:
    """A kind of tile: its label, the number of its hexes, and its probable terrain."""

    label: str
    count: int
    terrain: str | None


class Tiles:
    """The tiles of one map, each looked up once."""

    def __init__(self, map: TiledMap, ruleset: Ruleset) -> None:
        self.map, self.ruleset = map, ruleset
        self._labels: dict[int, str] = {}
        self._found: dict[int, tuple[Tileset, Tile] | None] = {}
        self.turned = 0
        layers = [x for x in map.all_layers() if isinstance(x, TileLayer)]
        self.countries = [x for x in layers if x.properties.get(HOLDS) == "countries"]
        self.areas = [x for x in layers if x.properties.get(HOLDS) == "area"]
        marked = [x for x in layers if x.properties.get(HOLDS) == "terrain"]
        self.ground = marked or [x for x in layers if HOLDS not in x.properties and x.visible]
        if not self.ground:
            raise FileImportError("The map has no layer of tiles to take the terrain from.")

    def kinds(self) -> list[TileKind]:
        """The kinds of tile of the ground, the most frequent first, the empty ones last."""
        counts: dict[str, int] = {}
        for layer in self.ground:
            for i, gid in enumerate(layer.gids):
                label = self.label(layer, i, gid)
                if label:
                    counts[label] = counts.get(label, 0) + 1
        empty = sum(not any(column) for column in zip(*(x.gids for x in self.ground), strict=True))
        if empty:
            counts[EMPTY] = empty
        return [
            TileKind(label, n, self.terrain(label) if label else None)
            for label, n in sorted(counts.items(), key=lambda e: (e[0] == EMPTY, -e[1], e[0]))
        ]

    def terrain(self, label: str) -> str | None:
        """The terrain of a label in the ruleset, or None."""
        if label in self.ruleset.terrain_by_id:
            return label
        return terrain_called(label, self.ruleset)

    def values(self, choices: Mapping[str, str], usual: str) -> list[str]:
        """The terrain of each hex. `choices` gives the terrain of labels, `usual` that of all others that
        name no terrain of the ruleset."""
        means: dict[str, str | None] = {}
        values: list[str] = [choices.get(EMPTY, usual)] * (self.map.width * self.map.height)
        known = [False] * len(values)
        for layer in self.ground:
            for i, gid in enumerate(layer.gids):
                label = self.label(layer, i, gid)
                if not label:
                    continue
                if label not in means:
                    means[label] = choices.get(label) or self.terrain(label)
                terrain = means[label]
                if terrain is not None:
                    values[i], known[i] = terrain, True
                elif not known[i]:
                    values[i] = usual
        if len(set(values)) > _MOST_VALUES:
            raise FileImportError(f"A map has at most {_MOST_VALUES} kinds of terrain.")
        return values

    def country_of_each(self) -> list[str]:
        """The country of each hex, "" for none."""
        values = [""] * (self.map.width * self.map.height)
        for layer in self.countries:
            for i, gid in enumerate(layer.gids):
                if gid:
                    values[i] = str(self._tile(layer, i, gid)[1].properties.get("country", ""))
        if len(set(values)) > _MOST_VALUES:
            raise FileImportError(f"A map has at most {_MOST_VALUES} countries.")
        return values

    def label(self, layer: TileLayer, index: int, gid: int) -> str:
        """The label of the tile of a hex, "" if there is none."""
        number = without_flags(gid)
        if number == 0:
            return ""
        if number != gid:
            self.turned += 1
        if number not in self._labels:
            self._labels[number] = _label(*self._tile(layer, index, gid))
        return self._labels[number]

    def _tile(self, layer: TileLayer, index: int, gid: int) -> tuple[Tileset, Tile]:
        number = without_flags(gid)
        entry = self._found.get(number)
        if entry is None:
            entry = self._found[number] = self.map.tile(number)
        if entry is None:
            row, column = divmod(index, self.map.width)
            raise FileImportError(
                f'The layer "{layer.name[:40]}" has tile {without_flags(gid)} in column {column + 1}, row '
                f"{row + 1}, and no tileset of the file has it. Open the map in Tiled, see that all tilesets "
                "are there, and save it again."
            )
        return entry


def _label(tileset: Tileset, tile: Tile) -> str:
    for name in ("terrain", "name", "type"):
        value = tile.properties.get(name)
        if isinstance(value, str) and value.strip():
            return value.strip()[:80]
    if tile.kind.strip():
        return tile.kind.strip()[:80]
    if tile.image:
        return tile.image.replace("\\", "/").rsplit("/", 1)[-1].rsplit(".", 1)[0][:80]
    return f"{tileset.name[:60]} {tile.id}"


# -- the names in a ruleset for terrain of other programs ------------------------------------------


_SAME: tuple[frozenset[str], ...] = tuple(frozenset(words.split()) for words in (
    "clear open plain grass grassland field meadow steppe farmland land",
    "forest wood woodland tree jungle taiga",
    "mountain mount alpine peak",
    "hill rough broken highland",
    "sea ocean water deep",
    "lake water sea",
    "marsh swamp bog wetland fen",
    "heath moor scrub bush",
    "desert sand dune",
    "city town urban village",
    "none void off empty blocked",
))
"""Words with about the same meaning; a word in two rows belongs best to the first."""


def terrain_called(label: str, ruleset: Ruleset) -> str | None:
    """The terrain of the ruleset that a label means, or None.

    Its id or name counts first, then a word of the label, then a word that means the same.
    """
    wanted = _plain(label)
    if not wanted:
        return None
    named = {key: t.id for t in reversed(ruleset.terrain) for key in (_plain(t.name), _plain(t.id))}
    if wanted in named:
        return named[wanted]
    words = list(_words(label))
    for word in words:
        if word in named:
            return named[word]
    for word in words:
        for row in _SAME:
            if word in row and (id := next((named[w] for w in named if w in row), None)):
                return id
    return None


def _plain(text: str) -> str:
    return " ".join(_words(text))


def _words(text: str) -> Iterator[str]:
    """The words of a label such as `Grass_02` or `darkForests`, in lower case and singular."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    for word in re.findall(r"[^\W\d_]+", apart.lower()):
        yield word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us")) else word
