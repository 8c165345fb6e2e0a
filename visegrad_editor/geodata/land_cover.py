"""Countries, coasts and terrain of each hex."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from ..hexgrid.laea import Numbers
from ..model.files.codec import read_text, read_words
from .config import Config
from .errors import SourceError
from .geojson import Feature
from .project import Plane
from .rasters import hex_statistics

Flags = NDArray[np.bool_]


class LandCover:
    """What covers the hexes. Arrays are in the order of the grid."""

    def __init__(self, config: Config, plane: Plane) -> None:
        self.config, self.plane = config, plane
        self.countries: list[str] = [""] * len(plane.hexes)
        self.land: Flags = np.ones(len(plane.hexes), bool)
        self.terrain: list[str] = []
        self._statistics: dict[str, dict[str, Numbers]] = {}

    def find_countries(self) -> None:
        """Land and sea by the share of the hex that any country covers; the country by the greatest share."""
        section = self.config.data.get("countries")
        if section is None:
            return
        names = {read_text(k): v for k, v in section["values"].items()}
        property = read_text(section["property"])
        features = [
            f
            for f in self.config.features(read_text(section["source"]))
            if read_text(f.properties.get(property)) in names
        ]
        kinds = [names[read_text(f.properties.get(property))] for f in features]
        covers = shares(self.plane, self.plane.project([f.geometry for f in features]), kinds)
        if not covers:
            return
        table = np.array(list(covers.values()))
        ids = list(covers)
        self.land = np.minimum(table.sum(axis=0), 1.0) >= float(section.get("least", 0.5))
        owner = table.argmax(axis=0)
        preferred = [i for i, c in enumerate(ids) if c in read_words(section.get("prefer", []))]
        if preferred:
            best = np.array(preferred)[table[preferred].argmax(axis=0)]
            strong = table[best, np.arange(table.shape[1])] >= float(section.get("prefer_from", 0.35))
            owner = np.where(strong, best, owner)
        self.countries = [ids[o] if land else "" for o, land in zip(owner, self.land, strict=True)]

    def find_terrain(self) -> None:
        """The first rule that holds decides; hexes that are not land are sea."""
        section = self.config.data.get("terrain", {})
        ground = read_text(section.get("ground", "clear"))
        self.terrain = [ground if land else read_text(section.get("sea", "sea")) for land in self.land]
        open_: Flags = np.ones(len(self.terrain), bool)
        for rule in section.get("rules", ()):
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
        """The hexes with a flagged neighbour."""
        index, grid = self.plane.index, self.plane.grid
        return np.array([any(flags[index[n]] for n in grid.neighbours(h)) for h in self.plane.hexes], bool)


def chosen(features: Sequence[Feature], where: Mapping[str, Any]) -> list[Feature]:
    """The features whose properties have one of the wanted values."""
    wanted = {k: {read_text(x) for x in (v if isinstance(v, list) else [v])} for k, v in where.items()}
    return [f for f in features if all(read_text(f.properties.get(k)) in v for k, v in wanted.items())]


# The share of each hex that polygons cover.

MOST_CUTS = 400_000
"""The most hexes cut by polygons, counted for each polygon: a few seconds of work."""
_TOGETHER = 200_000
_QUICK, _SMALL, _TINY = 20_000_000, 500, 1e-3
"""The number of positions of polygons cut by hexes, counted for each cut, from which large polygons are cut
up; and the positions, width and height of a part below which it is not cut any further."""


def shares(plane: Plane, polygons: Sequence[BaseGeometry], kinds: Sequence[Hashable]) -> dict[Any, Numbers]:
    """For each kind the share of every hex (in the order of the grid, 0 to 1) that its polygons cover.

    Polygons are in map units; of other geometries only areas count.
    """
    shares_by_kind = {kind: np.zeros(len(plane.hexes)) for kind in dict.fromkeys(kinds)}
    if not shares_by_kind:
        return shares_by_kind
    tree = shapely.STRtree(plane.polygons)
    whole = float(shapely.area(plane.polygons[0]))
    rows = {kind: i for i, kind in enumerate(shares_by_kind)}
    times = Counter((rows[kind], id(p)) for kind, p in zip(kinds, polygons, strict=True))
    once = {(rows[kind], id(p)): p for kind, p in zip(kinds, polygons, strict=True)}
    areas = np.array([_areal(p) for p in once.values()], dtype=object)
    row = np.array([i for i, _ in once])
    often = np.array([times[key] for key in once])
    covers = np.zeros((len(shares_by_kind), len(plane.hexes)))
    cut = 0
    for first, last in _batches(areas, whole):
        shapely.prepare(areas[first:last])
        which, hexes = tree.query(areas[first:last], predicate="intersects")
        which += first
        # Hexes entirely covered by earlier polygons are not examined again.
        open_ = covers[row[which], hexes] < 1.0
        which, hexes = which[open_], hexes[open_]
        rim = ~shapely.contains_properly(areas[which], plane.polygons[hexes])
        cut += int(rim.sum())
        if cut > MOST_CUTS:
            raise SourceError("", "", (
                f"The polygons lie across more than {MOST_CUTS:,} hexes, counted for each of them. Leave out "
                "those that matter least, or join those of one kind that touch."))
        covered = np.full(len(which), whole)
        covered[rim] = _shared(areas, which[rim], plane.polygons[hexes[rim]])
        np.add.at(covers, (row[which], hexes), covered / whole * often[which])
        shapely.destroy_prepared(areas[first:last])
    return {kind: np.minimum(covers[i], 1.0) for kind, i in rows.items()}


def _batches(areas: Any, whole: float) -> Iterator[tuple[int, int]]:
    """Splits the polygons into runs whose hexes fit into memory."""
    bounds = shapely.bounds(areas)
    boxes = np.nan_to_num((bounds[:, 2] - bounds[:, 0]) * (bounds[:, 3] - bounds[:, 1]))
    first = total = 0
    for i, size in enumerate(boxes / whole + 4):
        if total + size > _TOGETHER and i > first:
            yield first, i
            first, total = i, 0
        total += size
    yield first, len(areas)


def _shared(areas: Any, which: Any, hexes: Any) -> Any:
    """The area that each polygon shares with a hex: the indices of the polygons, and the hexes."""
    sizes = shapely.get_num_coordinates(areas[which])
    if sizes.sum() <= _QUICK:
        return shapely.area(shapely.intersection(areas[which], hexes))
    # Each hex is cut from its whole polygon, so large polygons are first cut into small ones.
    shared_areas = np.zeros(len(which))
    small = sizes <= _SMALL
    shared_areas[small] = shapely.area(shapely.intersection(areas[which[small]], hexes[small]))
    large = np.flatnonzero(~small)
    for i in np.unique(which[large]):
        own = large[which[large] == i]
        tiles = np.array(list(_tiles(areas[i])), dtype=object)
        tile, hex = shapely.STRtree(tiles).query(hexes[own], predicate="intersects")[::-1]
        np.add.at(shared_areas, own[hex], shapely.area(shapely.intersection(tiles[tile], hexes[own][hex])))
    return shared_areas


def _tiles(area: BaseGeometry) -> Iterator[BaseGeometry]:
    """A polygon in parts with few positions each."""
    waiting = [area]
    while waiting:
        part = waiting.pop()
        left, top, right, bottom = shapely.bounds(part)
        if shapely.get_num_coordinates(part) <= _SMALL or right - left + bottom - top < _TINY:
            yield part
            continue
        if right - left > bottom - top:
            middle = (left + right) / 2
            halves = ((left, top, middle, bottom), (middle, top, right, bottom))
        else:
            middle = (top + bottom) / 2
            halves = ((left, top, right, middle), (left, middle, right, bottom))
        for half in halves:
            piece = shapely.intersection(part, shapely.box(*half))
            waiting += [p for p in shapely.get_parts(piece) if shapely.get_dimensions(p) == 2]


def _areal(geometry: BaseGeometry) -> BaseGeometry:
    if shapely.get_type_id(geometry) != 7:
        return geometry
    return shapely.union_all([p for p in shapely.get_parts(geometry) if shapely.get_dimensions(p) == 2])
