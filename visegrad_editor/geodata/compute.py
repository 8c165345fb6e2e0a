"""Computing a map from geographic data."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from typing import Any

import shapely

from ..hexgrid import Hex
from ..lazy_dataclass import dataclass
from ..model.files.codec import read_text
from ..model.files.map_file import read_areas, read_labels
from ..model.gamemap import DataSource, GameMap
from ..model.geo_fit import Residual, residuals
from ..model.georeference import GeoReference
from ..model.layer import Layer
from .config import Config, check_sources, hex_numbers
from .errors import SourceError
from .land_cover import LandCover
from .lines import LineMaker
from .project import Plane
from .river_lines import StatedBank, stated_banks
from .road_towns import RoadTown
from .towns import places

_FACT = "a fact, not from data"


@dataclass(frozen=True)
class ComputedMap:
    """A map computed from data, with results for the report."""

    map: GameMap
    residuals: tuple[Residual, ...]
    banks: tuple[int, int]
    """(towns on the right bank, towns near rivers), by the data and before changes by hand."""
    wrong_banks: tuple[tuple[str, str, Hex], ...]
    """The towns near rivers that are on the wrong bank: town, river, hex."""
    road_towns: tuple[RoadTown, ...]
    """The towns that lines of roads pass, and whether the roads go through their hexes."""
    stated_banks: tuple[StatedBank, ...]
    """The towns whose bank the config states, on the finished map."""
    seconds: dict[str, float]
    """The seconds each step took."""

    @property
    def counts(self) -> dict[str, int]:
        """The numbers of hexes of each terrain and country, of hexsides, of road hexes and of places."""
        totals: Counter[str] = Counter()
        for hex in self.map.grid:
            totals[f"terrain/{self.map.terrain.at(hex)}"] += 1
            totals[f"countries/{self.map.countries.at(hex)}"] += 1
        for line in self.map.lines:
            totals[f"hexsides/{line.kind}"] += len(line.sides)
        for road in self.map.roads:
            totals[f"roads/{road.kind}"] += len(road.path) - 1
        for place in self.map.places:
            totals.update(f"places/{f}" for f in place.features or ("named",))
        return dict(sorted(totals.items()))


def compute(config: Config) -> ComputedMap:
    """The map of the config and its data; raises `ConfigError` and `SourceError`."""
    try:
        return _computed(config)
    except SourceError as error:
        raise error if error.file else SourceError(config.path.name, error.where, error.message) from None
    except shapely.GEOSException as error:
        message = f"A shape of the data cannot be cut into hexes: {error}"
        raise SourceError(config.path.name, "", message) from None


def _computed(config: Config) -> ComputedMap:
    watch = _StopWatch()
    check_sources(config)
    geography = config.geography()
    reference = GeoReference(config.geometry, geography)
    plane = Plane(reference)
    watch.lap("grid")
    cover = LandCover(config, plane)
    cover.find_countries()
    watch.lap("countries")
    cover.find_terrain()
    pinned = _pin(config, plane, cover)
    watch.lap("terrain")
    towns, sites = places(config, plane)
    watch.lap("places")
    lines = LineMaker(config, plane, cover, sites)
    rivers = lines.rivers()
    watch.lap("rivers")
    wet = lines.water_sides()
    watch.lap("water")
    roads = lines.roads()
    watch.lap("roads")
    data = config.data
    map = GameMap(
        name=read_text(data["name"]),
        title=read_text(data["title"]),
        ruleset=read_text(data["ruleset"]),
        grid=config.grid,
        terrain=_layer(plane, cover.terrain),
        countries=_layer(plane, cover.countries),
        version=read_text(data.get("version", "1")),
        notes=data.get("notes", ""),
        provenance=config.source_of({}, "data"),
        lines=(*rivers, *wet),
        roads=tuple(roads),
        places=tuple(towns),
        areas=tuple(read_areas(data, config.hexes)),
        labels=tuple(read_labels(data, config.hexes)),
        geography=geography,
    )
    stated = stated_banks(config, map)
    config.check()
    map = replace(map, sources=(*_sources(config, map), *pinned))
    right = sum(right for *_, right in lines.banks), len(lines.banks)
    wrong = tuple((town, river, hex) for town, river, hex, right in lines.banks if not right)
    known = tuple(residuals(reference, config.known))
    return ComputedMap(map, known, right, wrong, tuple(lines.road_towns), stated, watch.laps)


def _layer(plane: Plane, values: list[str]) -> Layer:
    layer = Layer(((" ", ""),) if "" in values else (), ())
    for value in sorted(set(values) - {""}, key=lambda v: (-values.count(v), v)):
        layer = layer.with_letter_for(value)
    width = plane.grid.columns
    texts = "".join(layer.letters[v] for v in values)
    return Layer(layer.legend, tuple(texts[i : i + width] for i in range(0, len(texts), width)))


# -- sources ---------------------------------------------------------------------------------


def _pin(config: Config, plane: Plane, cover: LandCover) -> list[DataSource]:
    """Apply the facts that override the data; returns their sources."""
    sources = []
    for i, pin in enumerate(config.data.get("pins", ())):
        hexes = config.hexes.several(hex_numbers(pin["hexes"]), ("pins", i, "hexes"), f"pin {i + 1}")
        gives = []
        for hex in hexes:
            at = plane.index[hex]
            if "terrain" in pin:
                cover.terrain[at] = read_text(pin["terrain"])
                cover.land[at] = cover.terrain[at] != _sea(config)
                if not cover.land[at]:
                    cover.countries[at] = ""
            if "country" in pin:
                cover.countries[at] = read_text(pin["country"])
                cover.land[at] = bool(pin["country"])
                if pin["country"] and cover.terrain[at] == _sea(config):
                    cover.terrain[at] = read_text(config.data.get("terrain", {}).get("ground", "clear"))
        gives += [f"terrain/{read_text(pin['terrain'])}"] if "terrain" in pin else []
        gives += [f"countries/{read_text(pin['country'])}"] if pin.get("country") else []
        provenance = config.source_of(pin, "designer")
        title = f"{provenance.source.capitalize()} {provenance.rule}".strip()
        sources.append(
            DataSource(f"pin-{i + 1}", title, _FACT, note=provenance.note, gives=tuple(gives), hexes=hexes)
        )
    return sources


def _sea(config: Config) -> str:
    return read_text(config.data.get("terrain", {}).get("sea", "sea"))


def _sources(config: Config, map: GameMap) -> list[DataSource]:
    """The sources of the config, each with the parts of the map it supplied."""
    gives: dict[str, list[str]] = {}
    data: Any = config.data

    def note(part: Any, *values: str) -> None:
        if isinstance(part, dict) and "source" in part:
            gives.setdefault(read_text(part["source"]), []).extend(values)

    note(data.get("countries"), "countries", f"terrain/{_sea(config)}")
    for rule in data.get("terrain", {}).get("rules", ()):
        terrain = f"terrain/{read_text(rule['terrain'])}"
        note(rule.get("coverage"), terrain)
        for measure in rule.get("measures", ()):
            for term in measure["sum"]:
                note(term, terrain)
    if "rivers" in data:
        kind = f"hexsides/{read_text(data['rivers']['kind'])}"
        note(data["rivers"], kind)
    for wet in data.get("water_sides", ()):
        note(wet if "source" in wet else data.get("countries"), f"hexsides/{read_text(wet['kind'])}")
    if "roads" in data:
        note(data["roads"], *sorted({f"roads/{r.kind}" for r in map.roads}))
        note(data["roads"].get("from"), *sorted({f"roads/{r.kind}" for r in map.roads}))
    note(data.get("places"), "places")
    return [
        DataSource(
            id,
            read_text(s["title"]),
            read_text(s["licence"]),
            read_text(s.get("url", "")),
            read_text(s.get("note", "")),
            tuple(dict.fromkeys(gives[id])),
        )
        for id, s in config.sources.items()
        if id in gives
    ]


class _StopWatch:
    """Measures how long each stage of a computation takes, in seconds by name."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._from = time.perf_counter()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.laps[name] = round(now - self._from, 3)
        self._from = now
