"""Adding runs of hexsides and roads so that they join what they continue."""

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
    """The lines with others laid: what adjoins a line of the same kind, name and width becomes part
    of it, in the place where it runs on; the rest of a line is one new line, gaps or not."""
    found = list(lines)
    place: dict[tuple[HexsideLine, Hexside], int] = {
        (replace(line, sides=()), side): i for i, line in enumerate(found) for side in line.sides}
    for line in new:
        bare, into = replace(line, sides=()), -1
        for run in _runs(grid, line.sides):
            near = (place.get((bare, s), -1) for end in (run[0], run[-1]) for s in adjoining(grid, end))
            into = max(max(near), into)
            if into < 0:
                into = len(found)
                found.append(bare)
            found[into] = replace(bare, sides=_inserted(grid, found[into].sides, run))
            place.update(((bare, side), into) for side in run)
    return tuple(found)


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
    """The sides with a run put where it continues them, else at the end."""
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
    """The roads with others laid: one that begins or ends where a road of the same kind and name
    ends becomes part of it, and joins two such roads to one. What is there keeps its direction."""
    found: list[Road | None] = list(roads)
    ends: dict[tuple[str, str, Hex], list[int]] = {}

    def know(i: int, road: Road) -> None:
        for end in {road.path[0], road.path[-1]}:
            ends.setdefault((road.kind, road.name, end), []).append(i)

    for i, road in enumerate(roads):
        know(i, road)
    for road in new:
        into = len(found)
        for end in (road.path[0], road.path[-1]):
            for i in ends.get((road.kind, road.name, end), ()):
                other = found[i]
                if other is not None and end in (other.path[0], other.path[-1]):
                    first, second = (road, other) if into < i else (other, road)
                    road = replace(road, path=_joined(first.path, second.path, end))
                    found[i] = None
                    into = min(into, i)
                    break
        if into == len(found):
            found.append(road)
        else:
            found[into] = road
        know(into, road)
    return tuple(road for road in found if road is not None)


def _joined(old: tuple[Hex, ...], new: tuple[Hex, ...], at: Hex) -> tuple[Hex, ...]:
    """One path of two that share an end; it runs the way the old one does."""
    onward = new if new[0] == at else new[::-1]
    if old[-1] == at:
        return (*old, *onward[1:])
    return (*reversed(onward[1:]), *old)


def stretches(path: Sequence[Hex], kept: Callable[[Hex, Hex], bool]) -> list[list[Hex]]:
    """The parts of a path within which every step from hex to hex is kept."""
    found: list[list[Hex]] = []
    runs = False
    for here, there in pairwise(path):
        if kept(here, there):
            if not runs:
                found.append([here])
            found[-1].append(there)
        runs = kept(here, there)
    return found
