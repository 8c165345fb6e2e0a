"""Rivers, hexsides of water and roads of a map."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring

from ..hexgrid import Hex, Hexside, Point, hexside
from ..model.codec import read_text, read_words
from ..model.gamemap import HexsideLine, Road
from .config import Config
from .errors import GeodataError
from .ground import Ground
from .project import Plane
from .rivers import Course, banks, flip, representatives, runs, snap, tidy
from .road_towns import RoadTown, led_through, road_towns, without_spurs
from .roads import GRAZED, hex_paths
from .towns import Gazetteer, Site, Town, main_towns, towns_of
from .unknown_names import tell_river, tell_stop

_SHORTEST = 1.2
_SAMPLES = 21


class Lines:
    """Makes the lines of a map whose ground is known."""

    def __init__(self, config: Config, plane: Plane, ground: Ground, sites: Sequence[Site] = ()) -> None:
        self.config, self.plane, self._sites = config, plane, sites
        self.dry = frozenset(h for h, land in zip(plane.hexes, ground.land, strict=True) if land)
        self.banks: list[tuple[str, str, Hex, bool]] = []
        """Towns near rivers: town, river, hex, whether it is on its right bank; see `rivers.banks`; before
        changes by hand."""
        self.road_towns: list[RoadTown] = []
        """The towns that the lines of roads pass."""

    # -- rivers ---------------------------------------------------------------------------

    def rivers(self) -> list[HexsideLine]:
        """The rivers, in the order of the config, each stretch a line of its own."""
        asked = self.config.data.get("rivers")
        if asked is None:
            return []
        towns: dict[Hex, Town] = {}
        sizes: Mapping[str, Any] = asked.get("towns", {})
        if sizes:
            towns = main_towns(
                self.plane, towns_of(self.config, self.plane, sizes), float(sizes.get("least", 0))
            )
        courses = [self._course(asked, line, i) for i, line in enumerate(asked["lines"])]
        snapped = [c for c, line in zip(courses, asked["lines"], strict=True)
                   if "sides" not in line and not c.geometry.is_empty]
        points = {hex: town.point for hex, town in towns.items()}
        snap(self.plane, snapped, representatives(self.plane, points))
        if asked.get("flips", True):
            for course in snapped:
                flip(self.plane, course, frozenset(towns), courses)
        for course in snapped:
            tidy(self.plane, course, self.dry, float(asked.get("shortest", _SHORTEST)))
        self.banks = [(towns[hex].name, river, hex, right)
                      for river, hex, right in banks(self.plane, snapped, points.items())]
        for i, (course, line) in enumerate(zip(courses, asked["lines"], strict=True)):
            for key, change in (
                ("sides", course.sides.update),
                ("add", course.sides.update),
                ("remove", course.sides.difference_update),
            ):
                change(self._sides(line, key, ("rivers", "lines", i, key)))
        return [
            HexsideLine(read_text(asked["kind"]), run, course.name, line.get("width", 1))
            for course, line in zip(courses, asked["lines"], strict=True)
            for run in runs(self.plane, course)
        ]

    def _course(self, asked: Mapping[str, Any], line: Mapping[str, Any], i: int) -> Course:
        """One river of the data; without a line where the source has none of its name, which is told."""
        name, upstream = read_text(line["name"]), bool(line.get("upstream"))
        drawn = []
        if "through" in line:
            shape = shapely.linestrings([[float(x), float(y)] for x, y in line["through"]])
            drawn = self.plane.project([shape])
        if drawn and "match" not in line:
            return Course(name, drawn[0], upstream=upstream)
        if "source" not in asked:
            raise GeodataError(self.config.path.name, f"river {name}", "`rivers` names no source for it.")
        names = read_words(line.get("match", name))
        property = read_text(asked.get("property", "name"))
        features = self.config.features(read_text(asked["source"]))
        found = [f.geometry for f in features if read_text(f.properties.get(property)) in names]
        if not found and "sides" not in line:
            there = (read_text(f.properties[property]) for f in features if property in f.properties)
            tell_river(self.config, i, line, dict.fromkeys(there), bool(drawn))
        given = shapely.union_all(self.plane.project(found))
        if "between" in line:
            first, last = (self.plane.reference.point(float(x), float(y)) for x, y in line["between"])
            given = stretch(given, first, last)
        return Course(name, shapely.union_all([given, *drawn]), upstream=upstream)

    def _sides(self, line: Mapping[str, Any], key: str, path: tuple[str | int, ...]) -> tuple[Hexside, ...]:
        if key not in line:
            return ()
        given = line[key]
        words = given if isinstance(given, list) else read_text(given).split()
        return self.config.hexes.sides(words, path, f"{read_text(line.get('name', 'line'))}")

    # -- hexsides of water ------------------------------------------------------------------

    def water_sides(self) -> list[HexsideLine]:
        """Hexsides between hexes of land that lie under water, a line for each stretch."""
        found = []
        for i, asked in enumerate(self.config.data.get("water_sides", ())):
            sides = set(self._wet(asked))
            sides.update(self._sides(asked, "add", ("water_sides", i, "add")))
            sides.difference_update(self._sides(asked, "remove", ("water_sides", i, "remove")))
            course = Course(read_text(asked.get("name", "")), shapely.from_wkt("POINT EMPTY"), sides)
            found += [
                HexsideLine(read_text(asked["kind"]), run, course.name) for run in runs(self.plane, course)
            ]
        return found

    def _wet(self, asked: Mapping[str, Any]) -> list[Hexside]:
        sides = [
            hexside(h, n)
            for h in self.plane.hexes
            if h in self.dry
            for n in self.plane.grid.neighbours(h)
            if h < n and n in self.dry
        ]
        if not sides:
            return []
        ends = np.array([self.plane.geometry.side_ends(s) for s in sides])
        t = np.linspace(0.03, 0.97, _SAMPLES)[None, :, None]
        points = shapely.points(ends[:, None, 0] * (1 - t) + ends[:, None, 1] * t)
        if "source" in asked:
            shapes = self.plane.project(
                [f.geometry for f in self.config.features(read_text(asked["source"]))]
            )
            wet = shapely.contains(_prepared(shapely.union_all(shapes)), points)
        else:
            land = self.config.data.get("countries")
            if land is None:
                return []
            shapes = self.plane.project(
                [f.geometry for f in self.config.features(read_text(land["source"]))]
            )
            wet = ~shapely.intersects(_prepared(shapely.union_all(shapes)), points)
        return [
            s
            for s, part in zip(sides, wet.mean(axis=1), strict=True)
            if part >= float(asked.get("least", 0.7))
        ]

    # -- roads ----------------------------------------------------------------------------------

    def roads(self) -> list[Road]:
        """The roads, those listed first, each stretch on the map a road of its own."""
        asked = self.config.data.get("roads")
        if asked is None:
            return []
        gazetteer = Gazetteer(list(towns_of(self.config, self.plane, asked)))
        found = []
        for i, line in enumerate(asked.get("lines", ())):
            found += self._road(asked, line, i, gazetteer)
        if "from" in asked:
            found += self._roads_of_lines(asked)
        return found

    def _road(
        self, asked: Mapping[str, Any], line: Mapping[str, Any], i: int, gazetteer: Gazetteer
    ) -> list[Road]:
        kind, name = read_text(line["kind"]), read_text(line.get("name", ""))
        if "path" in line:
            given = line["path"]
            words = given if isinstance(given, list) else read_text(given).replace("-", " ").split()
            path = self.config.hexes.run(
                [read_text(w) for w in words], ("roads", "lines", i, "path"), f"road {name}"
            )
            return [Road(kind, path, name)]
        found = [self._stop(word, name, gazetteer, (i, j)) for j, word in enumerate(line.get("via", ()))]
        stops = [stop for stop in found if stop is not None]
        kept = {h for s in stops if (h := self.plane.geometry.hex_at(*s.point)) is not None}
        return [Road(kind, path, name) for path in self._paths(asked, name, [s.point for s in stops], kept)]

    def _paths(
        self, asked: Mapping[str, Any], name: str, way: Sequence[Point], stops: Collection[Hex] = ()
    ) -> list[tuple[Hex, ...]]:
        """The hexes along a line, those of its stops and of the towns it passes among them."""
        if len(way) < 2:
            return []
        line, through, passed = led_through(self.plane, way, self._sites, self.dry)
        kept = through.union(stops)
        paths = [without_spurs(self.plane, path, through, self.dry) for path in hex_paths(
            self.plane, line, kept, self.dry, float(asked.get("grazed", GRAZED)))]
        self.road_towns += road_towns(name, passed, paths, self.dry)
        return paths

    def _stop(self, word: Any, road: str, gazetteer: Gazetteer, at: tuple[int, int]) -> Town | None:
        """A stop of a road; None for a word that names none, which is told."""
        if isinstance(word, list):
            return Town("", self.plane.reference.point(float(word[0]), float(word[1])))
        text = read_text(word)
        town = gazetteer.get(text)
        if town is not None:
            return town
        hex = self.plane.grid.parse(text)
        if hex is None:
            tell_stop(self.config, at, road, text, gazetteer.names)
            return None
        return Town(text, self.plane.geometry.centre(hex))

    def _roads_of_lines(self, asked: Mapping[str, Any]) -> list[Road]:
        lines = asked["from"]
        kinds = {read_text(k): read_text(v) for k, v in lines["kinds"]["values"].items()}
        found = []
        for feature in self.config.features(read_text(lines["source"])):
            kind = kinds.get(read_text(feature.properties.get(read_text(lines["kinds"]["property"]))))
            name = read_text(feature.properties.get(read_text(lines.get("property", "name"))))
            if kind is None:
                continue
            for shape in shapely.get_parts(self.plane.project([feature.geometry])[0]):
                if shapely.get_dimensions(shape) == 1:
                    way = [(float(x), float(y)) for x, y in shapely.get_coordinates(shape)]
                    found += [Road(kind, path, name) for path in self._paths(asked, name, way)]
        return found


def stretch(lines: BaseGeometry, first: Point, last: Point) -> BaseGeometry:
    """The part of the line that runs nearest to both points, between the places nearest to them."""
    ends = [shapely.points(first), shapely.points(last)]
    parts = shapely.get_parts(shapely.line_merge(lines))
    if not len(parts):
        return lines
    line = min(parts, key=lambda part: sum(float(shapely.distance(part, e)) for e in ends))
    start, end = sorted(float(shapely.line_locate_point(line, e)) for e in ends)
    return substring(line, start, end)


def _prepared(geometry: Any) -> Any:
    shapely.prepare(geometry)
    return geometry
