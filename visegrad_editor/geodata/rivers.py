"""Rivers snapped to hexsides.

A hexside belongs to a river if the river crosses the line between the representative points of its two hexes
an odd number of times. Those points are the centres, or the main towns, so a town stays on its bank;
in-and-out loops cancel, and the result is connected wherever the river is. Then single hexes are flipped, so
that the chain passes on their other side, where it is nearer to the river.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from ..hexgrid import Hex, Hexside, Point, hexside
from ..hexgrid.corners import Corner, corners_of, exits
from ..hexgrid.laea import Numbers
from ..lazy_dataclass import dataclass
from ..model.georeference import HEX_APART
from .project import Plane

_NEAR = 0.35
_PASSES = 12
_BY_THE_RIVER = 1.0
"""The distance, in hexes, within which a town has a bank."""
_ON_IT, _ASIDE, _NEAR_IT = 1e-6, np.array([2.3e-5, 3.1e-5]), 1e-4
"""The distance in map units within which a point is on a river, by which it is then moved off it, with a
margin."""
_LITTLE = 0.05
"""The distance in map units up and down a river that gives its direction at a place."""


@dataclass
class RiverCourse:
    """One river: its geometry in map units and the hexsides it runs along."""

    name: str
    geometry: BaseGeometry
    sides: set[Hexside] = field(default_factory=set)
    upstream: bool = False
    """Whether the data runs from the mouth to the source."""


def representatives(plane: Plane, towns: Mapping[Hex, Point]) -> dict[Hex, Point]:
    """The point that represents each hex: its main town, or its centre."""
    centres = {h: (float(x), float(y)) for h, (x, y) in zip(plane.hexes, plane.centres, strict=True)}
    return {**centres, **{h: p for h, p in towns.items() if h in centres}}


def snap(plane: Plane, courses: Iterable[RiverCourse], points: Mapping[Hex, Point]) -> None:
    """Find the hexsides of each river by its crossings."""
    grid = plane.grid
    sides = [hexside(h, n) for h in plane.hexes for n in grid.neighbours(h) if h < n]
    tree = shapely.STRtree(shapely.linestrings([[points[s.a], points[s.b]] for s in sides]))
    for course in courses:
        shapely.prepare(course.geometry)
        beside = _beside(course.geometry, points)
        start, end = _segments(course.geometry)
        for i in tree.query(course.geometry, predicate="dwithin", distance=_NEAR_IT):
            if _crossings(start, end, beside[sides[i].a], beside[sides[i].b]) % 2:
                course.sides.add(sides[i])


def _beside(river: BaseGeometry, points: Mapping[Hex, Point]) -> dict[Hex, Point]:
    """The points, those on the river itself moved slightly beside it: on it they would be on neither bank."""
    at = np.array(list(points.values()))
    on = shapely.dwithin(river, shapely.points(at), _ON_IT)
    at[on] += _ASIDE
    return {h: (float(x), float(y)) for h, (x, y) in zip(points, at, strict=True)}


def _segments(river: BaseGeometry) -> tuple[Numbers, Numbers]:
    """The ends of the straight pieces of a river."""
    lines = [shapely.get_coordinates(p) for p in shapely.get_parts(river) if shapely.get_dimensions(p) == 1]
    none = np.zeros((0, 2))
    return np.concatenate([none, *(p[:-1] for p in lines)]), np.concatenate([none, *(p[1:] for p in lines)])


def _crossings(start: Numbers, end: Numbers, a: Point, b: Point) -> int:
    """How often the pieces cross the line from `a` to `b`. A vertex on the line counts as left of it, so that
    a river that only touches it there does not cross it."""
    one, other = (_left(np.array(a), np.array(b), p) for p in (start, end))
    return int(np.sum((one != other) & (_left(start, end, np.array(a)) != _left(start, end, np.array(b)))))


def _left(start: Numbers, end: Numbers, point: Numbers) -> NDArray[np.bool_]:
    along, away = end - start, point - start
    return np.asarray(along[..., 0] * away[..., 1] - along[..., 1] * away[..., 0] >= 0)


def flip(plane: Plane, course: RiverCourse, kept: frozenset[Hex], others: Iterable[RiverCourse]) -> None:
    """Let the river pass single hexes on their other side if that is nearer to it.

    The hexes `kept`, those of towns, keep all their hexsides; and no stretch where another river joins is
    removed.
    """
    away = _Distance(plane, course.geometry)
    joined = {
        c for other in others if other is not course for s in other.sides for c in corners_of(plane.grid, s)
    }
    for _ in range(_PASSES):
        near = dict.fromkeys(h for s in sorted(course.sides) for h in s if h in plane.index)
        free = [h for h in near if h not in kept and not kept.intersection(plane.grid.neighbours(h))]
        flipped = [_flip_one(plane, course, h, away, joined) for h in free]
        if not any(flipped):
            return


def _flip_one(plane: Plane, course: RiverCourse, hex: Hex, away: _Distance, joined: set[Corner]) -> bool:
    around = [hexside(hex, n) for n in plane.grid.around(hex)]
    if any(h not in plane.index for s in around for h in s):
        return False
    wet = [s in course.sides for s in around]
    starts = [i for i in range(6) if wet[i] and not wet[i - 1]]
    if len(starts) != 1:
        return False
    run = [around[(starts[0] + i) % 6] for i in range(sum(wet))]
    inner = [
        c
        for one, next_ in pairwise(run)
        for c in set(corners_of(plane.grid, one)) & set(corners_of(plane.grid, next_))
    ]
    if joined.intersection(inner) or any(_forks(plane, course, c, around) for c in inner):
        return False
    other = [s for s, w in zip(around, wet, strict=True) if not w]
    if sum(map(away.cost, other)) >= sum(map(away.cost, run)):
        return False
    course.sides.difference_update(run)
    course.sides.update(other)
    return True


def _forks(plane: Plane, course: RiverCourse, corner: Corner, around: list[Hexside]) -> bool:
    """Whether a branch of the river itself leaves the hex at a corner."""
    a, b, c = corner
    return any(s in course.sides and s not in around for s in (hexside(a, b), hexside(b, c), hexside(a, c)))


class _Distance:
    """The distances of hexsides from a river, in hexes."""

    def __init__(self, plane: Plane, river: BaseGeometry) -> None:
        self._plane, self._river = plane, river
        self._known: dict[Hexside, float] = {}
        shapely.prepare(river)

    def of(self, side: Hexside) -> float:
        distance = self._known.get(side)
        if distance is None:
            (x0, y0), (x1, y1) = self._plane.geometry.side_ends(side)
            t = np.linspace(0.1, 0.9, 5)
            points = shapely.points(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t)
            distance = self._known[side] = float(np.mean(shapely.distance(points, self._river))) / HEX_APART
        return distance

    def cost(self, side: Hexside) -> float:
        return 1 + 6 * (self.of(side) / _NEAR) ** 2


# -- tidying ------------------------------------------------------------------------------


def tidy(plane: Plane, course: RiverCourse, dry: frozenset[Hex], shortest: float) -> None:
    """Drop hexsides at water, open closed rings, drop stretches shorter than `shortest` hexes."""
    course.sides = {s for s in course.sides if s.a in dry and s.b in dry}
    away = _Distance(plane, course.geometry)
    for group in _groups(plane, course.sides):
        course.sides -= group - _opened(plane, group, away)
    for group in _groups(plane, course.sides):
        # A side of a hex is 1/√3 of the distance to the next hex.
        if len(group) / HEX_APART < shortest:
            course.sides -= group


def _opened(plane: Plane, group: set[Hexside], away: _Distance) -> set[Hexside]:
    """A group without rings: each is opened at the stretch with the side farthest from the river."""
    left = set(group)
    while (ring := _in_rings(plane, left)):
        gone = max(sorted(ring), key=away.of)
        left.discard(gone)
        for corner in corners_of(plane.grid, gone):
            # A new end at a corner without an end before was the rest of the ring.
            while len(onward := [s for s in exits_of(plane, corner) if s in left]) == 1 and onward[0] in ring:
                left.discard(onward[0])
                one, other = corners_of(plane.grid, onward[0])
                corner = other if one == corner else one
    return left


def _in_rings(plane: Plane, group: set[Hexside]) -> set[Hexside]:
    """The sides that lie on rings or between them: what remains after removing loose ends."""
    left = set(group)
    count: dict[Corner, int] = {}
    for side in left:
        for corner in corners_of(plane.grid, side):
            count[corner] = count.get(corner, 0) + 1
    loose = [c for c, n in count.items() if n == 1]
    while loose:
        corner = loose.pop()
        for side in exits_of(plane, corner):
            if side in left:
                left.discard(side)
                for end in corners_of(plane.grid, side):
                    count[end] -= 1
                    if count[end] == 1:
                        loose.append(end)
    return left


def exits_of(plane: Plane, corner: Corner) -> list[Hexside]:
    """The three hexsides that meet at a corner."""
    return [side for side, _ in exits(plane.grid, corner)]


def runs(plane: Plane, course: RiverCourse) -> list[tuple[Hexside, ...]]:
    """The hexsides in their order along the river, one run for each connected stretch, from the source to the
    mouth as far as the data shows."""
    ordered_runs = []
    for group in _groups(plane, course.sides):
        ordered = _walk(plane, group)
        if len(ordered) > 1:
            first, last = (shapely.points(plane.geometry.side_middle(s)) for s in (ordered[0], ordered[-1]))
            if _downstream(course.geometry, last, first) != course.upstream:
                ordered.reverse()
        ordered_runs.append(tuple(ordered))
    return sorted(ordered_runs, key=len, reverse=True)


def _downstream(river: BaseGeometry, start: BaseGeometry, end: BaseGeometry) -> bool:
    """Whether the longest piece of the data in between runs from `start` to `end`."""
    pieces = [p for p in shapely.get_parts(shapely.line_merge(river)) if shapely.get_dimensions(p) == 1]
    along = [shapely.line_locate_point(p, end) - shapely.line_locate_point(p, start) for p in pieces]
    return bool(along) and max(along, key=abs) > 0


def _groups(plane: Plane, sides: Iterable[Hexside]) -> list[set[Hexside]]:
    """The sides in groups connected at corners."""
    at: dict[Corner, list[Hexside]] = {}
    for side in sorted(sides):
        for corner in corners_of(plane.grid, side):
            at.setdefault(corner, []).append(side)
    left = set(sides)
    groups: list[set[Hexside]] = []
    for start in sorted(left):
        if start not in left:
            continue
        left.discard(start)
        group, edge = {start}, [start]
        while edge:
            for corner in corners_of(plane.grid, edge.pop()):
                new = [s for s in at[corner] if s in left]
                left.difference_update(new)
                group.update(new)
                edge += new
        groups.append(group)
    return groups


def _walk(plane: Plane, group: set[Hexside]) -> list[Hexside]:
    """The sides of a group from one end to the other, branches after the stem."""
    at: dict[Corner, list[Hexside]] = {}
    for side in sorted(group):
        for corner in corners_of(plane.grid, side):
            at.setdefault(corner, []).append(side)
    ends = sorted((c for c, met in at.items() if len(met) == 1), key=sorted) or list(at)
    left = set(group)
    path: list[Hexside] = []
    corner = ends[0]
    while left:
        onward = [s for s in at[corner] if s in left]
        if not onward:
            corner = next(
                c for s in path for c in corners_of(plane.grid, s) if any(x in left for x in at[c])
            )
            continue
        side = onward[0]
        left.discard(side)
        path.append(side)
        one, other = corners_of(plane.grid, side)
        corner = other if one == corner else one
    return path


# -- quality -----------------------------------------------------------------------------


def banks(
    plane: Plane, courses: Iterable[RiverCourse], towns: Iterable[tuple[Hex, Point]]
) -> Iterator[tuple[str, Hex, bool]]:
    """For each river and each town near it: the river, the hex of the town, whether it is on its right bank.

    Near is a town within a hex of a river whose hex the river passes. It is on its right bank if its hex lies
    on the same side of the hexsides, looking downstream, as the town lies of the river itself.
    """
    towns = list(towns)
    for course in courses:
        passed = {h for s in course.sides for h in s}
        for hex, point in towns:
            spot = shapely.points(point)
            if hex not in passed or shapely.distance(course.geometry, spot) > _BY_THE_RIVER * HEX_APART:
                continue
            part = _nearest_part(course, point)
            own = [s for s in course.sides if hex in s]
            side = min(own, key=lambda s: float(shapely.distance(_segment(plane, s), spot)))
            centre = plane.geometry.centre(hex)
            ends = sorted(plane.geometry.side_ends(side), key=lambda p: _along(part, p))
            right = left_of(ends[0], ends[1], centre) == left_of(*_reach(part, point), point)
            yield course.name, hex, right


def bank_of(course: RiverCourse, point: Point) -> str:
    """The bank of a river on which a point lies, looking downstream: left, right, or "" in the river."""
    if shapely.distance(course.geometry, shapely.points(point)) <= _NEAR_IT:
        return ""
    left = left_of(*_reach(_nearest_part(course, point), point, _NEAR_IT), point)
    return "left" if left != course.upstream else "right"


def _nearest_part(course: RiverCourse, point: Point) -> BaseGeometry:
    parts = shapely.get_parts(shapely.line_merge(course.geometry))
    return min(parts, key=lambda part: float(shapely.distance(part, shapely.points(point))))


def _segment(plane: Plane, side: Hexside) -> BaseGeometry:
    return shapely.linestrings(plane.geometry.side_ends(side))


def _along(line: BaseGeometry, point: Point) -> float:
    return float(shapely.line_locate_point(line, shapely.points(point)))


def _reach(line: BaseGeometry, point: Point, little: float = _LITTLE) -> tuple[Point, Point]:
    """Two points of a river a little above and below the place nearest to a point."""
    at = _along(line, point)
    first, second = shapely.get_coordinates(
        shapely.line_interpolate_point(line, [max(at - little, 0), at + little]))
    return (float(first[0]), float(first[1])), (float(second[0]), float(second[1]))


def left_of(start: Point, end: Point, point: Point) -> bool:
    """Whether a point lies to the left of the way from `start` to `end`; y grows downwards."""
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0]) < 0
