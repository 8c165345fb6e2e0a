"""The rivers of a map: their lines in the data, snapped to hexsides, with the additions of the config."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring

from ..hexgrid import Hex, HexGeometry, HexGrid, Hexside, Point
from ..hexgrid.corners import Corner, corner_point, corners_of
from ..lazy_dataclass import dataclass
from ..model.files.codec import read_text, read_words
from ..model.gamemap import GameMap, HexsideLine
from ..model.georeference import HEX_APART
from .config import Config, warn_unknown_bank, warn_unknown_river
from .errors import SourceError
from .geojson import union
from .project import Plane
from .rivers import RiverCourse, bank_of, banks, flip, left_of, representatives, runs, snap, tidy
from .towns import Site, Town, main_towns, towns_of

_SHORTEST = 1.2
_BY_HAND = ("sides", "add", "remove")


class RiverLines:
    """Makes the rivers of a map whose ground and places are known; `dry` are the hexes of land."""

    def __init__(self, config: Config, plane: Plane, dry: frozenset[Hex], sites: Sequence[Site] = ()) -> None:
        self.config, self.plane, self._dry, self._sites = config, plane, dry, sites
        self.banks: list[tuple[str, str, Hex, bool]] = []
        """Towns near rivers: town, river, hex, whether it is on its right bank; see `rivers.banks`; before
        changes by hand, and without those that were moved to the bank stated in the config."""

        self._by_hand: list[dict[str, tuple[Hexside, ...]]] = []

    def made(self) -> list[HexsideLine]:
        """The rivers, in the order of the config, each stretch a line of its own."""
        section = self.config.data.get("rivers")
        if section is None:
            return []
        towns: dict[Hex, Town] = {}
        sizes: Mapping[str, Any] = section.get("towns", {})
        if sizes:
            towns = main_towns(
                self.plane, towns_of(self.config, self.plane, sizes), float(sizes.get("least", 0)))
        courses = [self._course(section, line, i) for i, line in enumerate(section["lines"])]
        self._by_hand = [
            {key: listed_sides(self.config, line, key, ("rivers", "lines", i, key)) for key in _BY_HAND}
            for i, line in enumerate(section["lines"])]
        lines = self._snapped(section, courses, towns, {})
        stands = representatives(self.plane, {hex: town.point for hex, town in towns.items()})
        moved = moved_points(self.plane, courses, section["lines"], self._sites, stands, lines)
        return self._snapped(section, courses, towns, moved) if moved else lines

    def _snapped(
        self, section: Mapping[str, Any], courses: Sequence[RiverCourse], towns: Mapping[Hex, Town],
        moved: Mapping[Hex, Point],
    ) -> list[HexsideLine]:
        """The lines of the courses, with the points of some hexes moved."""
        for course in courses:
            course.sides.clear()
        snapped = [c for c, line in zip(courses, section["lines"], strict=True)
                   if "sides" not in line and not c.geometry.is_empty]
        points = {hex: town.point for hex, town in towns.items()}
        snap(self.plane, snapped, representatives(self.plane, {**points, **moved}))
        if section.get("flips", True):
            for course in snapped:
                flip(self.plane, course, frozenset([*towns, *moved]), courses)
        for course in snapped:
            tidy(self.plane, course, self._dry, float(section.get("shortest", _SHORTEST)))
        self.banks = [(towns[hex].name, river, hex, right)
                      for river, hex, right in banks(self.plane, snapped, points.items()) if hex not in moved]
        for course, by_hand in zip(courses, self._by_hand, strict=True):
            course.sides.update(by_hand["sides"], by_hand["add"])
            course.sides.difference_update(by_hand["remove"])
        return [
            HexsideLine(read_text(section["kind"]), run, course.name, line.get("width", 1))
            for course, line in zip(courses, section["lines"], strict=True)
            for run in runs(self.plane, course)
        ]

    def _course(self, section: Mapping[str, Any], line: Mapping[str, Any], i: int) -> RiverCourse:
        """One river of the data; without a line, and with a warning, if the source has none of its name."""
        name, upstream = read_text(line["name"]), bool(line.get("upstream"))
        drawn = []
        if "through" in line:
            shape = shapely.linestrings([[float(x), float(y)] for x, y in line["through"]])
            drawn = self.plane.project([shape])
        if drawn and "match" not in line:
            return RiverCourse(name, drawn[0], upstream=upstream)
        if "source" not in section:
            raise SourceError(self.config.path.name, f"river {name}", "`rivers` names no source for it.")
        names = read_words(line.get("match", name))
        property = read_text(section.get("property", "name"))
        features = self.config.features(read_text(section["source"]))
        geometries = [f.geometry for f in features if read_text(f.properties.get(property)) in names]
        if not geometries and "sides" not in line:
            there = (read_text(f.properties[property]) for f in features if property in f.properties)
            warn_unknown_river(self.config, i, line, dict.fromkeys(there), bool(drawn))
        given = union(self.plane.project(geometries), f"river {name}")
        if "between" in line:
            first, last = (self.plane.reference.point(float(x), float(y)) for x, y in line["between"])
            given = stretch(given, first, last)
        return RiverCourse(name, shapely.union_all([given, *drawn]), upstream=upstream)


def listed_sides(
    config: Config, line: Mapping[str, Any], key: str, path: tuple[str | int, ...]
) -> tuple[Hexside, ...]:
    """The hexsides that an entry of the config lists under a key."""
    if key not in line:
        return ()
    given = line[key]
    words = given if isinstance(given, list) else read_text(given).split()
    return config.hexes.sides(words, path, f"{read_text(line.get('name', 'line'))}")


def stretch(lines: BaseGeometry, first: Point, last: Point) -> BaseGeometry:
    """The part of the line that runs nearest to both points, between the places nearest to them."""
    ends = [shapely.points(first), shapely.points(last)]
    parts = shapely.get_parts(shapely.line_merge(lines))
    if not len(parts):
        return lines
    line = min(parts, key=lambda part: sum(float(shapely.distance(part, e)) for e in ends))
    start, end = sorted(float(shapely.line_locate_point(line, e)) for e in ends)
    return substring(line, start, end)


# Towns keep the bank stated in the config if the data has them on the river or just across it: the point that
# represents their hex is moved to that bank before the river is snapped to hexsides.

NEAR = 0.25
"""The accuracy of the data, in hexes: a town farther across a river is only reported."""
_BESIDE = 0.02
"""The distance from the river, in hexes, to which a point is moved."""


def moved_points(
    plane: Plane, courses: Sequence[RiverCourse], lines: Sequence[Mapping[str, Any]], sites: Iterable[Site],
    points: Mapping[Hex, Point], made: Sequence[HexsideLine],
) -> dict[Hex, Point]:
    """The new points of hexes: those of towns that the rivers, as `made`, have on another bank than the
    config states, if the data has them in the river or close to it. `points` represent the hexes."""
    hexes = {site.name: site.hex for site in sites if site.name}
    moved: dict[Hex, Point] = {}
    for course, line in zip(courses, lines, strict=True):
        stated = set(_stated(plane, line, hexes))
        for side, hex in sorted(stated):
            if all((other, hex) in stated for other in SIDES):
                # A contradiction cannot be satisfied; the report shows it.
                continue
            point = points[hex]
            if bank(plane.geometry, made, course.name, hex) == side:
                continue
            if not shapely.dwithin(course.geometry, shapely.points(point), NEAR * HEX_APART):
                continue
            if bank_of(course, point) != side:
                moved[hex] = _across(course, point, side)
    return moved


def _stated(plane: Plane, line: Mapping[str, Any], hexes: Mapping[str, Hex]) -> Iterator[tuple[str, Hex]]:
    for side in SIDES:
        for word in line.get(side, ()):
            hex = hexes.get(read_text(word)) or plane.grid.parse(read_text(word))
            if hex is not None:
                yield side, hex


def _across(course: RiverCourse, point: Point, side: str) -> Point:
    """The point beside the river on that bank, nearest to a point."""
    at = np.array(shapely.get_coordinates(shapely.shortest_line(course.geometry, shapely.points(point))))[0]
    away = np.array(point) - at
    length = float(np.hypot(*away))
    ways = [-away / length] if length > 1e-9 else []
    ways += [np.array([np.cos(a), np.sin(a)]) for a in np.linspace(0, 2 * np.pi, 16, endpoint=False)]
    for way in ways:
        x, y = at + way * _BESIDE * HEX_APART
        if bank_of(course, (float(x), float(y))) == side:
            return float(x), float(y)
    return point


# Towns with a bank stated in the config: their bank on the map. Data is coarse, and changes by hand come
# after it, so known banks are stated in the config and checked on the finished map.

SIDES = ("left", "right")


@dataclass(frozen=True)
class StatedBank:
    """A town of the config and its bank on the map. Left and right are looking downstream."""

    town: str
    river: str
    stated: str
    actual: str
    """left or right; "both" if the river goes round its hex, "" if it does not pass it."""

    @property
    def right(self) -> bool:
        """Whether the map has the town on the stated bank."""
        return self.stated == self.actual

    def __str__(self) -> str:
        position = {
            "": f"the {self.river} does not pass its hex",
            "both": f"the {self.river} goes round its hex",
        }.get(self.actual, f"it is on the {self.actual} bank of the {self.river}")
        return f"{self.town}: {position}; it belongs on the {self.stated} bank"


def stated_banks(config: Config, map: GameMap) -> tuple[StatedBank, ...]:
    """Every town of `left` and `right` of the rivers, in the order of the config.

    A word that is neither the name of a place nor the number of a hex gets a warning and is left out.
    """
    places = {p.name: p.hex for p in map.places if p.name}
    banks = []
    for i, line in enumerate(config.data.get("rivers", {}).get("lines", ())):
        river = read_text(line["name"])
        for side in SIDES:
            for j, word in enumerate(line.get(side, ())):
                town = read_text(word)
                hex = places.get(town) or map.grid.parse(town)
                if hex is None:
                    warn_unknown_bank(config, (i, side, j), river, town, list(places))
                else:
                    banks.append(StatedBank(town, river, side, bank(map.geometry, map.lines, river, hex)))
    return tuple(banks)


def bank(geometry: HexGeometry, lines: Sequence[HexsideLine], river: str, hex: Hex) -> str:
    """The bank of a river on which a hex lies, looking downstream: left, right, both, or "" away from it."""
    centre = geometry.centre(hex)
    sides = {
        SIDES[not left_of(corner_point(geometry, start), corner_point(geometry, end), centre)]
        for side, start, end in _down(geometry.grid, lines, river)
        if hex in side
    }
    return sides.pop() if len(sides) == 1 else "both" if sides else ""


def _down(
    grid: HexGrid, lines: Sequence[HexsideLine], river: str
) -> Iterator[tuple[Hexside, Corner, Corner]]:
    """The hexsides of a river, each with its upper and its lower end."""
    for line in lines:
        if line.name != river:
            continue
        for i, side in enumerate(line.sides):
            one, other = corners_of(grid, side)
            after = set(corners_of(grid, line.sides[i + 1])) if i + 1 < len(line.sides) else set()
            before = set(corners_of(grid, line.sides[i - 1])) if i else set()
            if not after and not before:
                after = _mouths(grid, lines, river)
            yield (side, other, one) if one in after or other in before else (side, one, other)


def _mouths(grid: HexGrid, lines: Sequence[HexsideLine], river: str) -> set[Corner]:
    """The corners of other rivers, into which a river of a single hexside flows."""
    others = [s for line in lines if line.name != river for s in line.sides]
    return {corner for side in others for corner in corners_of(grid, side)}
