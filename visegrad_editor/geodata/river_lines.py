"""The rivers of a map: their lines in the data, snapped to hexsides, with what the config adds by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring

from ..hexgrid import Hex, Hexside, Point
from ..model.codec import read_text, read_words
from ..model.gamemap import HexsideLine
from .bank_points import moved_points
from .config import Config
from .errors import GeodataError
from .project import Plane
from .rivers import Course, banks, flip, representatives, runs, snap, tidy
from .shapes import united
from .towns import Site, Town, main_towns, towns_of
from .unknown_names import tell_river

_SHORTEST = 1.2
_BY_HAND = ("sides", "add", "remove")


class RiverLines:
    """Makes the rivers of a map whose ground and places are known; `dry` are the hexes of land."""

    def __init__(self, config: Config, plane: Plane, dry: frozenset[Hex], sites: Sequence[Site] = ()) -> None:
        self.config, self.plane, self._dry, self._sites = config, plane, dry, sites
        self.banks: list[tuple[str, str, Hex, bool]] = []
        """Towns near rivers: town, river, hex, whether it is on its right bank; see `rivers.banks`; before
        changes by hand, and without those that were moved to the bank the config tells."""

        self._by_hand: list[dict[str, tuple[Hexside, ...]]] = []

    def made(self) -> list[HexsideLine]:
        """The rivers, in the order of the config, each stretch a line of its own."""
        asked = self.config.data.get("rivers")
        if asked is None:
            return []
        towns: dict[Hex, Town] = {}
        sizes: Mapping[str, Any] = asked.get("towns", {})
        if sizes:
            towns = main_towns(
                self.plane, towns_of(self.config, self.plane, sizes), float(sizes.get("least", 0)))
        courses = [self._course(asked, line, i) for i, line in enumerate(asked["lines"])]
        self._by_hand = [
            {key: sides_told(self.config, line, key, ("rivers", "lines", i, key)) for key in _BY_HAND}
            for i, line in enumerate(asked["lines"])]
        found = self._snapped(asked, courses, towns, {})
        stands = representatives(self.plane, {hex: town.point for hex, town in towns.items()})
        moved = moved_points(self.plane, courses, asked["lines"], self._sites, stands, found)
        return self._snapped(asked, courses, towns, moved) if moved else found

    def _snapped(
        self, asked: Mapping[str, Any], courses: Sequence[Course], towns: Mapping[Hex, Town],
        moved: Mapping[Hex, Point],
    ) -> list[HexsideLine]:
        """The lines of the courses, with the points of some hexes moved."""
        for course in courses:
            course.sides.clear()
        snapped = [c for c, line in zip(courses, asked["lines"], strict=True)
                   if "sides" not in line and not c.geometry.is_empty]
        points = {hex: town.point for hex, town in towns.items()}
        snap(self.plane, snapped, representatives(self.plane, {**points, **moved}))
        if asked.get("flips", True):
            for course in snapped:
                flip(self.plane, course, frozenset([*towns, *moved]), courses)
        for course in snapped:
            tidy(self.plane, course, self._dry, float(asked.get("shortest", _SHORTEST)))
        self.banks = [(towns[hex].name, river, hex, right)
                      for river, hex, right in banks(self.plane, snapped, points.items()) if hex not in moved]
        for course, told in zip(courses, self._by_hand, strict=True):
            course.sides.update(told["sides"], told["add"])
            course.sides.difference_update(told["remove"])
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
        given = united(self.plane.project(found), f"river {name}")
        if "between" in line:
            first, last = (self.plane.reference.point(float(x), float(y)) for x, y in line["between"])
            given = stretch(given, first, last)
        return Course(name, shapely.union_all([given, *drawn]), upstream=upstream)


def sides_told(
    config: Config, line: Mapping[str, Any], key: str, path: tuple[str | int, ...]
) -> tuple[Hexside, ...]:
    """The hexsides an entry of the config lists under a key."""
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
