"""Roads keep their towns: a road whose line passes close to a town goes through the hex in which the map
shows it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from ..hexgrid import Hex, HexGrid, Point
from ..lazy_dataclass import dataclass
from ..model.georeference import HEX_APART
from .project import Plane
from .towns import Site

NEAR = 0.25
"""A line that comes nearer than this, in hexes, to a town passes through it."""
_INTO = 0.1
"""How far a line that only passes a hex is led into it, in hexes."""


@dataclass(frozen=True)
class RoadTown:
    """A road whose line passes a town, shown in a hex; `missed` says why the road misses that hex, "" if it
    does not."""

    road: str
    town: str
    hex: Hex
    missed: str = ""

    def words(self, grid: HexGrid) -> str:
        """That it misses the town, and why, as a sentence without its end."""
        where = f"{self.town or 'the town'} in {grid.number(self.hex)}"
        return f"{self.road or 'A road'} misses {where}: {self.missed}"


def road_towns(
    road: str, passed: Iterable[tuple[Site, float]], paths: Sequence[Sequence[Hex]], dry: Collection[Hex]
) -> Iterator[RoadTown]:
    """For each town that a line passes, whether one of its paths goes through the hex of the town."""
    for site, away in passed:
        missed = (
            "" if any(site.hex in path for path in paths)
            else "that hex is water" if site.hex not in dry
            else f"its line is {away:.1f} hexes away from that hex" if away > NEAR
            else "there is no way through that hex")
        yield RoadTown(road, site.name, site.hex, missed)


def route_through_towns(
    plane: Plane, line: Sequence[Point], sites: Iterable[Site], dry: Collection[Hex]
) -> tuple[list[Point], frozenset[Hex], list[tuple[Site, float]]]:
    """A line in map units led into the hexes of the towns it passes, those hexes, and all towns it passes,
    each with the distance of their hex from the line, in hexes."""
    way = shapely.linestrings(np.asarray(line))
    shapely.prepare(way)
    passed = [(site, float(shapely.distance(way, _hex(plane, site.hex))) / HEX_APART) for site in sites
              if shapely.distance(way, shapely.points(site.point)) <= NEAR * HEX_APART]
    reached = [site for site, away in passed if away <= NEAR and site.hex in dry]
    aside = [site for site in reached if not _goes_into(plane, way, site.hex)]
    return _with_visits(plane, way, aside), frozenset(site.hex for site in reached), passed


def without_spurs(
    plane: Plane, path: Sequence[Hex], kept: Collection[Hex], dry: Collection[Hex]
) -> tuple[Hex, ...]:
    """The path without entering a hex and returning the same way: it comes or leaves by another hex."""
    hexes = list(path)
    for i in range(1, len(hexes) - 1):
        if hexes[i] in kept and hexes[i - 1] == hexes[i + 1]:
            hexes[i - 1:i + 2] = _round(plane, hexes, i, kept, dry)
            return without_spurs(plane, hexes, kept, dry)
    return tuple(hexes)


def _round(
    plane: Plane, path: Sequence[Hex], i: int, kept: Collection[Hex], dry: Collection[Hex]
) -> list[Hex]:
    """The replacement for the hex before a town, the town and the same hex again."""
    grid, aside, town = plane.grid, path[i - 1], path[i]
    before, after = path[max(i - 2, 0):i - 1], path[i + 2:i + 3]
    comes = not before or grid.adjacent(before[0], town)
    leaves = not after or grid.adjacent(after[0], town)
    if before and after and comes and leaves and aside not in kept:
        return [town]
    if comes or leaves:
        return [town, aside] if (comes and before) or not leaves else [aside, town]
    beside = [h for h in grid.neighbours(town) if h in dry and h not in path]
    if ways := [h for h in beside if grid.adjacent(h, before[0])]:
        return [ways[0], town, aside]
    if ways := [h for h in beside if grid.adjacent(h, after[0])]:
        return [aside, town, ways[0]]
    return [aside]


def _hex(plane: Plane, hex: Hex) -> BaseGeometry:
    return plane.polygons[plane.index[hex]]


def _goes_into(plane: Plane, way: BaseGeometry, hex: Hex) -> bool:
    return float(shapely.length(shapely.intersection(way, _hex(plane, hex)))) > 2 * _INTO * HEX_APART


def _with_visits(plane: Plane, way: BaseGeometry, sites: Iterable[Site]) -> list[Point]:
    """The positions of a line, with a visit to each of these hexes from the nearest position."""
    at: list[tuple[float, list[Point]]] = []
    for site in sites:
        there = float(shapely.line_locate_point(way, _nearest(way, _hex(plane, site.hex))))
        leave = shapely.line_interpolate_point(way, there)
        at.append((there, [_point(leave), _inside(plane, site.hex, _point(leave)), _point(leave)]))
    corners = shapely.get_coordinates(way)
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(corners, axis=0).T))])
    at += [(float(s), [(float(x), float(y))]) for s, (x, y) in zip(along, corners, strict=True)]
    return [point for _, points in sorted(at, key=lambda e: e[0]) for point in points]


def _nearest(way: BaseGeometry, polygon: BaseGeometry) -> BaseGeometry:
    return shapely.get_point(shapely.shortest_line(way, polygon), 0)


def _inside(plane: Plane, hex: Hex, point: Point) -> Point:
    """A point a little within a hex, on the line from a point to its middle."""
    x, y = plane.geometry.centre(hex)
    straight = shapely.linestrings([point, (x, y)])
    edge = shapely.get_coordinates(shapely.intersection(straight, _hex(plane, hex)))[0]
    way = float(np.hypot(x - edge[0], y - edge[1]))
    part = min(1.0, 2 * _INTO * HEX_APART / way) if way else 0.0
    return float(edge[0] + (x - edge[0]) * part), float(edge[1] + (y - edge[1]) * part)


def _point(point: BaseGeometry) -> Point:
    return float(shapely.get_x(point)), float(shapely.get_y(point))
