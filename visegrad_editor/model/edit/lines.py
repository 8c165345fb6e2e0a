"""Adding runs of hexsides and roads so that they join the lines they continue."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from ...hexgrid import Hex, HexGrid, Hexside, hexside
from ..gamemap import HexsideLine, Road
from .hexsides import adjoin


def adjoining(grid: HexGrid, side: Hexside) -> list[Hexside]:
    """The four hexsides that meet a hexside in a corner."""
    d = grid.direction(side.a, side.b)
    assert d is not None
    beside = (grid.step(side.a, (d + 1) % 6), grid.step(side.a, (d + 5) % 6))
    return [hexside(end, third) for third in beside for end in side]


def lay_lines(
    grid: HexGrid, lines: tuple[HexsideLine, ...], new: Iterable[HexsideLine]
) -> tuple[HexsideLine, ...]:
    """The lines with others added: a side that adjoins a line of the same kind, name and width becomes part
    of it, in the place where it continues it; the rest of a line is one new line, with or without gaps."""
    result = list(lines)
    place: dict[tuple[HexsideLine, Hexside], int] = {
        (replace(line, sides=()), side): i for i, line in enumerate(result) for side in line.sides}
    for line in new:
        bare, into = replace(line, sides=()), -1
        for run in _runs(grid, line.sides):
            near = (place.get((bare, s), -1) for end in (run[0], run[-1]) for s in adjoining(grid, end))
            into = max(max(near), into)
            if into < 0:
                into = len(result)
                result.append(bare)
            result[into] = replace(bare, sides=_inserted(grid, result[into].sides, run))
            place.update(((bare, side), into) for side in run)
    return tuple(result)


def _runs(grid: HexGrid, sides: Sequence[Hexside]) -> list[list[Hexside]]:
    """The stretches of the sides within which each meets the next."""
    runs: list[list[Hexside]] = []
    for side in sides:
        if runs and adjoin(grid, runs[-1][-1], side):
            runs[-1].append(side)
        else:
            runs.append([side])
    return runs


def _inserted(grid: HexGrid, sides: tuple[Hexside, ...], run: list[Hexside]) -> tuple[Hexside, ...]:
    """The sides with a run inserted where it continues them, else at the end."""
    first, last = set(adjoining(grid, run[0])), set(adjoining(grid, run[-1]))
    for k in range(len(sides) - 1):
        if sides[k] in first and sides[k + 1] in last:
            return (*sides[: k + 1], *run, *sides[k + 1 :])
        if sides[k] in last and sides[k + 1] in first:
            return (*sides[: k + 1], *reversed(run), *sides[k + 1 :])
    if not sides or sides[-1] in first:
        return (*sides, *run)
    if sides[0] in last:
        return (*run, *sides)
    if sides[0] in first:
        return (*reversed(run), *sides)
    if sides[-1] in last:
        return (*sides, *reversed(run))
    return (*sides, *run)


def lay_roads(roads: tuple[Road, ...], new: Iterable[Road]) -> tuple[Road, ...]:
    """The roads with others added: one that begins or ends where a road of the same kind and name ends
    becomes part of it, and joins two such roads to one. Existing roads keep their direction."""
    result: list[Road | None] = list(roads)
    ends: dict[tuple[str, str, Hex], list[int]] = {}

    def know(i: int, road: Road) -> None:
        for end in {road.path[0], road.path[-1]}:
            ends.setdefault((road.kind, road.name, end), []).append(i)

    for i, road in enumerate(roads):
        know(i, road)
    for road in new:
        into = len(result)
        for end in (road.path[0], road.path[-1]):
            for i in ends.get((road.kind, road.name, end), ()):
                other = result[i]
                if other is not None and end in (other.path[0], other.path[-1]):
                    first, second = (road, other) if into < i else (other, road)
                    road = replace(road, path=_joined(first.path, second.path, end))
                    result[i] = None
                    into = min(into, i)
                    break
        if into == len(result):
            result.append(road)
        else:
            result[into] = road
        know(into, road)
    return tuple(road for road in result if road is not None)


def _joined(old: tuple[Hex, ...], new: tuple[Hex, ...], at: Hex) -> tuple[Hex, ...]:
    """Two paths that share an end as one path, in the direction of the old one."""
    onward = new if new[0] == at else new[::-1]
    if old[-1] == at:
        return (*old, *onward[1:])
    return (*reversed(onward[1:]), *old)


def stretches(path: Sequence[Hex], kept: Callable[[Hex, Hex], bool]) -> list[list[Hex]]:
    """The parts of a path within which every step from hex to hex is kept."""
    parts: list[list[Hex]] = []
    runs = False
    for here, there in pairwise(path):
        if kept(here, there):
            if not runs:
                parts.append([here])
            parts[-1].append(there)
        runs = kept(here, there)
    return parts
