"""Countries, coasts and terrain of each hex."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from ..hexgrid.laea import Numbers
from ..model.files.codec import read_text, read_words
from .config import Config
from .geojson import Feature
from .project import Plane
from .rasters import hex_statistics

Flags = NDArray[np.bool_]


class Ground:
    """What covers the hexes. Arrays are in the order of the grid."""

    def __init__(self, config: Config, plane: Plane) -> None:
        self.config, self.plane = config, plane
        self.countries: list[str] = [""] * len(plane.hexes)
        self.land: Flags = np.ones(len(plane.hexes), bool)
        self.terrain: list[str] = []
        self._statistics: dict[str, dict[str, Numbers]] = {}

    def find_countries(self) -> None:
        """Land and sea by the part of the hex that any country covers; the country by the greatest part."""
        asked = self.config.data.get("countries")
        if asked is None:
            return
        names = {read_text(k): v for k, v in asked["values"].items()}
        property = read_text(asked["property"])
        features = [
            f
            for f in self.config.features(read_text(asked["source"]))
            if read_text(f.properties.get(property)) in names
        ]
        kinds = [names[read_text(f.properties.get(property))] for f in features]
        found = shares(self.plane, self.plane.project([f.geometry for f in features]), kinds)
        if not found:
            return
        table = np.array(list(found.values()))
        ids = list(found)
        self.land = np.minimum(table.sum(axis=0), 1.0) >= float(asked.get("least", 0.5))
        owner = table.argmax(axis=0)
        preferred = [i for i, c in enumerate(ids) if c in read_words(asked.get("prefer", []))]
        if preferred:
            best = np.array(preferred)[table[preferred].argmax(axis=0)]
            strong = table[best, np.arange(table.shape[1])] >= float(asked.get("prefer_from", 0.35))
            owner = np.where(strong, best, owner)
        self.countries = [ids[o] if land else "" for o, land in zip(owner, self.land, strict=True)]

    def find_terrain(self) -> None:
        """The first rule that holds decides; hexes that are no land are sea."""
        asked = self.config.data.get("terrain", {})
        ground = read_text(asked.get("ground", "clear"))
        self.terrain = [ground if land else read_text(asked.get("sea", "sea")) for land in self.land]
        open_: Flags = np.ones(len(self.terrain), bool)
        for rule in asked.get("rules", ()):
            holds = self._holds(rule) & open_
            if not rule.get("sea"):
                holds &= self.land
            if rule.get("alone") is False:
                holds &= self._beside(holds)
            for i in np.flatnonzero(holds):
                self.terrain[i] = read_text(rule["terrain"])
            open_ &= ~holds

    def _holds(self, rule: Mapping[str, Any]) -> Flags:
        strong: Flags = np.ones(len(self.plane.hexes), bool)
        weak = strong.copy()
        if "coverage" in rule:
            cover = rule["coverage"]
            features = chosen(self.config.features(read_text(cover["source"])), cover.get("where", {}))
            part = shares(
                self.plane, self.plane.project([f.geometry for f in features]), [0] * len(features)
            )
            holds = part[0] >= float(cover["least"]) if part else ~strong
            strong, weak = strong & holds, weak & holds
        for measure in rule.get("measures", ()):
            total = np.full(len(self.plane.hexes), float(measure.get("plus", 0)))
            for term in measure["sum"]:
                total += float(term.get("times", 1)) * self._statistic(
                    read_text(term["source"]), term["statistic"]
                )
            strong = strong & (total >= float(measure["least"]))
            weak = weak & (total >= float(measure.get("weak", measure["least"])))
        if "countries" in rule:
            there = np.isin(self.countries, read_words(rule["countries"]))
            strong, weak = strong & there, weak & there
        return strong | (weak & self._beside(strong))

    def _statistic(self, source: str, statistic: str) -> Numbers:
        if source not in self._statistics:
            self._statistics[source] = hex_statistics(self.plane, self.config.raster(source))
        return self._statistics[source][statistic]

    def _beside(self, flags: Flags) -> Flags:
        """The hexes with a neighbour that is flagged."""
        index, grid = self.plane.index, self.plane.grid
        return np.array([any(flags[index[n]] for n in grid.neighbours(h)) for h in self.plane.hexes], bool)


def chosen(features: Sequence[Feature], where: Mapping[str, Any]) -> list[Feature]:
    """The features whose properties have one of the values asked for."""
    wanted = {k: {read_text(x) for x in (v if isinstance(v, list) else [v])} for k, v in where.items()}
    return [f for f in features if all(read_text(f.properties.get(k)) in v for k, v in wanted.items())]


# How much of each hex polygons cover.

def shares(plane: Plane, polygons: Sequence[BaseGeometry], kinds: Sequence[Hashable]) -> dict[Any, Numbers]:
    """For each kind the part of every hex (in the order of the grid, 0 to 1) that its polygons cover.

    Polygons are in map units; of other geometries only areas count.
    """
    found = {kind: np.zeros(len(plane.hexes)) for kind in dict.fromkeys(kinds)}
    if not found:
        return found
    tree = shapely.STRtree(plane.polygons)
    whole = float(shapely.area(plane.polygons[0]))
    areas = np.array([_areal(p) for p in polygons], dtype=object)
    shapely.prepare(areas)
    which, hexes = tree.query(areas, predicate="intersects")
    inside = shapely.contains_properly(areas[which], plane.polygons[hexes])
    covered = np.full(len(which), whole)
    rim = ~inside
    covered[rim] = shapely.area(shapely.intersection(areas[which[rim]], plane.polygons[hexes[rim]]))
    for i, hex, area in zip(which, hexes, covered, strict=True):
        found[kinds[i]][hex] += area / whole
    return {kind: np.minimum(values, 1.0) for kind, values in found.items()}


def _areal(geometry: BaseGeometry) -> BaseGeometry:
    if shapely.get_type_id(geometry) != 7:
        return geometry
    return shapely.union_all([p for p in shapely.get_parts(geometry) if shapely.get_dimensions(p) == 2])
