"""Towns whose bank the config tells keep it, where the data has them on the river or just across it: then the
point that stands for their hex is moved to that bank before the river is snapped to hexsides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import shapely

from ..hexgrid import Hex, Point
from ..model.codec import read_text
from ..model.gamemap import HexsideLine
from ..model.georeference import HEX_APART
from .project import Plane
from .rivers import Course, bank_of
from .told_banks import SIDES, bank
from .towns import Site

NEAR = 0.25
"""Data is not surer than this, in hexes: a town farther across a river is only told to be elsewhere."""
_BESIDE = 0.02
"""How far from the river, in hexes, a point is moved."""


def moved_points(
    plane: Plane, courses: Sequence[Course], lines: Sequence[Mapping[str, Any]], sites: Iterable[Site],
    points: Mapping[Hex, Point], found: Sequence[HexsideLine],
) -> dict[Hex, Point]:
    """Where the points of hexes are to be instead: those of towns that the rivers, as `found`, have on
    another bank than the config tells, where the data has them in the river or close to it. `points` stand
    for the hexes."""
    hexes = {site.name: site.hex for site in sites if site.name}
    moved: dict[Hex, Point] = {}
    for course, line in zip(courses, lines, strict=True):
        told = set(_told(plane, line, hexes))
        for side, hex in sorted(told):
            if all((other, hex) in told for other in SIDES):
                # What contradicts itself cannot be had; the report says so.
                continue
            point = points[hex]
            if bank(plane.geometry, found, course.name, hex) == side:
                continue
            if not shapely.dwithin(course.geometry, shapely.points(point), NEAR * HEX_APART):
                continue
            if bank_of(course, point) != side:
                moved[hex] = _across(course, point, side)
    return moved


def _told(plane: Plane, line: Mapping[str, Any], hexes: Mapping[str, Hex]) -> Iterator[tuple[str, Hex]]:
    for side in SIDES:
        for word in line.get(side, ()):
            hex = hexes.get(read_text(word)) or plane.grid.parse(read_text(word))
            if hex is not None:
                yield side, hex


def _across(course: Course, point: Point, side: str) -> Point:
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
