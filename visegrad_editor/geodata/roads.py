"""Roads as paths of hexes, from lines on the earth or from the towns they join."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence

import numpy as np
import shapely

from ..hexgrid import Hex, HexGrid, Point
from ..model.georeference import HEX_APART
from .project import Plane

GRAZED = 0.42
"""A hex with less road than this, in hexes, is passed by where the path stays connected."""
_STEP = 0.05


def hex_paths(
    plane: Plane, line: Sequence[Point], kept: Collection[Hex], dry: Collection[Hex], grazed: float = GRAZED
) -> list[tuple[Hex, ...]]:
    """The hexes along a line in map units, neighbour after neighbour, cut where it leaves the map.

    Hexes it only grazes are left out (but for `kept`), what is not `dry` is gone around, and paths of less
    than two hexes are dropped.
    """
    found = []
    for stretch in _on_the_map(plane, line):
        hexes = _tidied(plane.grid, *stretch, frozenset(kept), grazed)
        path = _around_water(plane.grid, hexes, dry)
        if len(path) > 1:
            found.append(tuple(path))
    return found


def _on_the_map(plane: Plane, line: Sequence[Point]) -> list[tuple[list[Hex], list[float]]]:
    """The hexes of each stretch on the map in turn, and how much of the line lies in each, in hexes."""
    if len(line) < 2:
        return []
    way = shapely.linestrings(np.asarray(line))
    length = float(shapely.length(way))
    count = max(2, int(length / (_STEP * HEX_APART)) + 1)
    points = shapely.get_coordinates(shapely.line_interpolate_point(way, np.linspace(0, length, count)))
    step = length / (count - 1) / HEX_APART
    found: list[tuple[list[Hex], list[float]]] = []
    before: Hex | None = None
    for x, y in points:
        hex = plane.geometry.hex_at(float(x), float(y))
        if hex is None:
            before = None
            continue
        if before is None or not (hex == before or plane.grid.adjacent(before, hex)):
            found.append(([], []))
        hexes, lengths = found[-1]
        if hexes and hexes[-1] == hex:
            lengths[-1] += step
        else:
            hexes.append(hex)
            lengths.append(step)
        before = hex
    return found


def _tidied(
    grid: HexGrid, hexes: list[Hex], lengths: list[float], kept: frozenset[Hex], grazed: float
) -> list[Hex]:
    """Without grazed hexes and without little detours back to a hex left before."""
    hexes, lengths = list(hexes), list(lengths)
    while True:
        order = sorted(range(1, len(hexes) - 1), key=lambda i: lengths[i])
        for i in order:
            if lengths[i] >= grazed:
                return hexes
            before, after = hexes[i - 1], hexes[i + 1]
            if hexes[i] in kept:
                continue
            if before == after:
                lengths[i - 1] += lengths[i] + lengths[i + 1]
                del hexes[i : i + 2], lengths[i : i + 2]
                break
            if grid.adjacent(before, after):
                del hexes[i], lengths[i]
                break
        else:
            return hexes


def _around_water(grid: HexGrid, hexes: Sequence[Hex], dry: Collection[Hex]) -> list[Hex]:
    """The path with the shortest way over land in place of each stretch over water."""
    land = [h for h in hexes if h in dry]
    found: list[Hex] = []
    for hex in land:
        if not found or grid.adjacent(found[-1], hex):
            found.append(hex)
        elif found[-1] != hex:
            found += shortest(grid, found[-1], hex, dry)[1:] or [hex]
    return _longest_stretch(grid, found)


def _longest_stretch(grid: HexGrid, path: Sequence[Hex]) -> list[Hex]:
    """Where there is no way over land the longest piece is left."""
    pieces: list[list[Hex]] = [[]]
    for hex in path:
        if pieces[-1] and not grid.adjacent(pieces[-1][-1], hex):
            pieces.append([])
        pieces[-1].append(hex)
    return max(pieces, key=len)


def shortest(grid: HexGrid, start: Hex, goal: Hex, dry: Collection[Hex]) -> list[Hex]:
    """The shortest path of hexes over land, both ends included; empty where there is none."""
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
