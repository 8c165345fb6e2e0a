"""Making the rivers, hexsides of water and roads of a map."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
import shapely

from ..hexgrid import Hex, Hexside, Point, hexside
from ..model.files.codec import read_text
from ..model.gamemap import HexsideLine, Road
from .config import Config, warn_unknown_stop
from .geojson import union
from .land_cover import LandCover
from .project import Plane
from .river_lines import RiverLines, listed_sides
from .rivers import RiverCourse, runs
from .road_towns import RoadTown, road_towns, route_through_towns, without_spurs
from .roads import GRAZED, hex_paths
from .towns import Gazetteer, Site, Town, towns_of

_SAMPLES = 21


class LineMaker:
    """Makes the lines of a map whose ground is known."""

    def __init__(self, config: Config, plane: Plane, cover: LandCover, sites: Sequence[Site] = ()) -> None:
        self.config, self.plane, self._sites = config, plane, sites
        self.dry = frozenset(h for h, land in zip(plane.hexes, cover.land, strict=True) if land)
        self.banks: list[tuple[str, str, Hex, bool]] = []
        """Towns near rivers: town, river, hex, whether it is on its right bank; see `rivers.banks`; before
        changes by hand."""
        self.road_towns: list[RoadTown] = []
        """The towns that the lines of roads pass."""

    def rivers(self) -> list[HexsideLine]:
        """The rivers, in the order of the config, each stretch a line of its own."""
        rivers = RiverLines(self.config, self.plane, self.dry, self._sites)
        lines = rivers.made()
        self.banks = rivers.banks
        return lines

    # -- hexsides of water ------------------------------------------------------------------

    def water_sides(self) -> list[HexsideLine]:
        """Hexsides between hexes of land that lie under water, a line for each stretch."""
        lines = []
        for i, section in enumerate(self.config.data.get("water_sides", ())):
            sides = set(self._wet(section))
            sides.update(listed_sides(self.config, section, "add", ("water_sides", i, "add")))
            sides.difference_update(
                listed_sides(self.config, section, "remove", ("water_sides", i, "remove")))
            course = RiverCourse(read_text(section.get("name", "")), shapely.from_wkt("POINT EMPTY"), sides)
            lines += [
                HexsideLine(read_text(section["kind"]), run, course.name) for run in runs(self.plane, course)
            ]
        return lines

    def _wet(self, section: Mapping[str, Any]) -> list[Hexside]:
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
        if "source" in section:
            shapes = self.plane.project(
                [f.geometry for f in self.config.features(read_text(section["source"]))]
            )
            wet = shapely.contains(_prepared(union(shapes, "water_sides")), points)
        else:
            land = self.config.data.get("countries")
            if land is None:
                return []
            shapes = self.plane.project(
                [f.geometry for f in self.config.features(read_text(land["source"]))]
            )
            wet = ~shapely.intersects(_prepared(union(shapes, "water_sides")), points)
        return [
            s
            for s, part in zip(sides, wet.mean(axis=1), strict=True)
            if part >= float(section.get("least", 0.7))
        ]

    # -- roads ----------------------------------------------------------------------------------

    def roads(self) -> list[Road]:
        """The roads, those listed first, each stretch on the map a road of its own."""
        section = self.config.data.get("roads")
        if section is None:
            return []
        gazetteer = Gazetteer(list(towns_of(self.config, self.plane, section)))
        roads = []
        for i, line in enumerate(section.get("lines", ())):
            roads += self._road(section, line, i, gazetteer)
        if "from" in section:
            roads += self._roads_of_lines(section)
        return roads

    def _road(
        self, section: Mapping[str, Any], line: Mapping[str, Any], i: int, gazetteer: Gazetteer
    ) -> list[Road]:
        kind, name = read_text(line["kind"]), read_text(line.get("name", ""))
        if "path" in line:
            given = line["path"]
            words = given if isinstance(given, list) else read_text(given).replace("-", " ").split()
            path = self.config.hexes.run(
                [read_text(w) for w in words], ("roads", "lines", i, "path"), f"road {name}"
            )
            return [Road(kind, path, name)]
        via = line.get("via", ())
        named_stops = [self._stop(word, name, gazetteer, (i, j)) for j, word in enumerate(via)]
        stops = [stop for stop in named_stops if stop is not None]
        kept = {h for s in stops if (h := self.plane.geometry.hex_at(*s.point)) is not None}
        return [Road(kind, path, name) for path in self._paths(section, name, [s.point for s in stops], kept)]

    def _paths(
        self, section: Mapping[str, Any], name: str, way: Sequence[Point], stops: Collection[Hex] = ()
    ) -> list[tuple[Hex, ...]]:
        """The hexes along a line, including those of its stops and of the towns it passes."""
        if len(way) < 2:
            return []
        line, through, passed = route_through_towns(self.plane, way, self._sites, self.dry)
        kept = through.union(stops)
        paths = [without_spurs(self.plane, path, through, self.dry) for path in hex_paths(
            self.plane, line, kept, self.dry, float(section.get("grazed", GRAZED)))]
        self.road_towns += road_towns(name, passed, paths, self.dry)
        return paths

    def _stop(self, word: Any, road: str, gazetteer: Gazetteer, at: tuple[int, int]) -> Town | None:
        """A stop of a road; None, with a warning, for an unknown word."""
        if isinstance(word, list):
            return Town("", self.plane.reference.point(float(word[0]), float(word[1])))
        text = read_text(word)
        town = gazetteer.get(text)
        if town is not None:
            return town
        hex = self.plane.grid.parse(text)
        if hex is None:
            warn_unknown_stop(self.config, at, road, text, gazetteer.names)
            return None
        return Town(text, self.plane.geometry.centre(hex))

    def _roads_of_lines(self, section: Mapping[str, Any]) -> list[Road]:
        lines = section["from"]
        kinds = {read_text(k): read_text(v) for k, v in lines["kinds"]["values"].items()}
        roads = []
        for feature in self.config.features(read_text(lines["source"])):
            kind = kinds.get(read_text(feature.properties.get(read_text(lines["kinds"]["property"]))))
            name = read_text(feature.properties.get(read_text(lines.get("property", "name"))))
            if kind is None:
                continue
            for shape in shapely.get_parts(self.plane.project([feature.geometry])[0]):
                if shapely.get_dimensions(shape) == 1:
                    way = [(float(x), float(y)) for x, y in shapely.get_coordinates(shape)]
                    roads += [Road(kind, path, name) for path in self._paths(section, name, way)]
        return roads


def _prepared(geometry: Any) -> Any:
    shapely.prepare(geometry)
    return geometry
