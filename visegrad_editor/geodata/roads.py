"""Roads as paths of hexes, from lines on the earth or from the towns they join."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import field

import numpy as np
import shapely

from ..hexgrid import Hex, HexGrid, Point
from ..lazy_dataclass import dataclass
from ..model.georeference import HEX_APART
from .project import Plane

GRAZED = 0.42
"""A hex with less road than this, in hexes, is left out if the path stays connected."""
SHALLOW = 0.12
"""A path does not enter a hex that the line enters no farther than this, in hexes."""
_STEP = 0.05


def hex_paths(
    plane: Plane, line: Sequence[Point], kept: Collection[Hex], dry: Collection[Hex], grazed: float = GRAZED
) -> list[tuple[Hex, ...]]:
    """The hexes along a line in map units, neighbour after neighbour, cut where it leaves the map.

    Hexes it only grazes are left out (except `kept`; with `grazed` 0 none is), the path goes around hexes
    that are not `dry`, and paths of less than two hexes are dropped.
    """
    paths = []
    for visits in _on_the_map(plane, line):
        _leave_out_grazed(plane.grid, visits, frozenset(kept), grazed)
        if grazed:
            _straighten(plane, visits, frozenset(kept))
        path = _around_water(plane.grid, [v.hex for v in visits], dry)
        if len(path) > 1:
            paths.append(tuple(path))
    return paths


@dataclass
class _Visit:
    """A line passes through a hex: its length there, in hexes, and its place, in map units."""

    hex: Hex
    length: float = 0.0
    points: list[Point] = field(default_factory=list)


def _on_the_map(plane: Plane, line: Sequence[Point]) -> list[list[_Visit]]:
    """The hexes of each stretch on the map, in order."""
    if len(line) < 2:
        return []
    way = shapely.linestrings(np.asarray(line))
    length = float(shapely.length(way))
    count = max(2, int(length / (_STEP * HEX_APART)) + 1)
    points = shapely.get_coordinates(shapely.line_interpolate_point(way, np.linspace(0, length, count)))
    step = length / (count - 1) / HEX_APART
    stretches: list[list[_Visit]] = []
    before: Hex | None = None
    for x, y in points.tolist():
        hex = plane.geometry.hex_at(x, y)
        if hex is None:
            before = None
            continue
        if before is None or not (hex == before or plane.grid.adjacent(before, hex)):
            stretches.append([])
        visits = stretches[-1]
        if not visits or visits[-1].hex != hex:
            visits.append(_Visit(hex))
        visits[-1].length += step
        visits[-1].points.append((x, y))
        before = hex
    return stretches


def _leave_out_grazed(grid: HexGrid, visits: list[_Visit], kept: frozenset[Hex], grazed: float) -> None:
    """Leave out grazed hexes and short detours that return to an earlier hex."""
    while True:
        order = sorted(range(1, len(visits) - 1), key=lambda i: visits[i].length)
        for i in order:
            if visits[i].length >= grazed:
                return
            before, after = visits[i - 1], visits[i + 1]
            if visits[i].hex in kept:
                continue
            if before.hex == after.hex:
                before.length += visits[i].length + after.length
                before.points += visits[i].points + after.points
                del visits[i : i + 2]
                break
            if grid.adjacent(before.hex, after.hex):
                after.points += visits[i].points
                del visits[i]
                break
        else:
            return


def _straighten(plane: Plane, visits: list[_Visit], kept: frozenset[Hex]) -> None:
    """Leave out hexes the line hardly enters, so that a path between two columns does not zigzag."""
    while True:
        shallow = [
            (depth, i) for i in range(1, len(visits) - 1)
            if visits[i].hex not in kept and plane.grid.adjacent(visits[i - 1].hex, visits[i + 1].hex)
            and (depth := _beyond(plane, visits[i].points, visits[i - 1].hex, visits[i + 1].hex)) <= SHALLOW]
        if not shallow:
            return
        i = min(shallow)[1]
        visits[i + 1].points += visits[i].points
        del visits[i]


def _beyond(plane: Plane, points: Sequence[Point], one: Hex, other: Hex) -> float:
    """The greatest distance of points from two hexes, in hexes."""
    shapes = plane.polygons[[plane.index[one], plane.index[other]]]
    away = shapely.distance(shapes[:, None], shapely.points(points)[None, :])
    return float(away.min(axis=0).max()) / HEX_APART


def _around_water(grid: HexGrid, hexes: Sequence[Hex], dry: Collection[Hex]) -> list[Hex]:
    """The path with each stretch over water replaced by the shortest way over land."""
    land = [h for h in hexes if h in dry]
    path: list[Hex] = []
    for hex in land:
        if not path or grid.adjacent(path[-1], hex):
            path.append(hex)
        elif path[-1] != hex:
            path += shortest(grid, path[-1], hex, dry)[1:] or [hex]
    return _longest_stretch(grid, path)


def _longest_stretch(grid: HexGrid, path: Sequence[Hex]) -> list[Hex]:
    """The longest piece that remains where there is no way over land."""
    pieces: list[list[Hex]] = [[]]
    for hex in path:
        if pieces[-1] and not grid.adjacent(pieces[-1][-1], hex):
            pieces.append([])
        pieces[-1].append(hex)
    return max(pieces, key=len)


def shortest(grid: HexGrid, start: Hex, goal: Hex, dry: Collection[Hex]) -> list[Hex]:
    """The shortest path of hexes over land, both ends included; empty if there is none."""
    came: dict[Hex, Hex | None] = {start: None}
    queue = deque([start])
    while queue:
        hex = queue.popleft()
        if hex == goal:
            path = [hex]
            while (before := came[path[-1]]) is not None:
                path.append(before)
            return path[::-1]
        for near in grid.neighbours(hex):
            if near not in came and near in dry:
                came[near] = hex
                queue.append(near)
    return []
