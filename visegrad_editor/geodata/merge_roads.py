"""Merging roads of a map that is computed again. A road is identified by its steps, not by its number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import cast

from ..hexgrid import Hex, HexGrid
from ..model.gamemap import Road
from .merge_changes import Change, Changes, Resets
from .merge_steps import (
    Apart,
    LinePath,
    Step,
    assembled,
    held_back,
    in_our_order,
    match_stretches,
    merged_steps,
    stretches,
)

Roads = tuple[Road, ...]


def merged_roads(grid: HexGrid, ours: Roads, old: Roads, new: Roads, resets: Resets, log: Changes) -> Roads:
    """The roads of a map that follows the data from `old` to `new` except for changes by hand."""
    mine, was, theirs = (_all_steps(roads) for roads in (ours, old, new))
    held = held_back(_ways(old), _ways(new), frozenset(mine), _apart(grid))
    wanted = merged_steps(mine, was, theirs, resets, held)
    if resets.everywhere or ours == old:
        result = new
    elif set(wanted) == set(mine):
        result = ours
    else:
        whole, parts = assembled(ours, new, wanted, _steps, _cut)
        result = in_our_order(_joined(whole, parts), ours, _steps)
    by_hand = {(side, kind) for side, kind, _ in set(mine) ^ set(was)}

    def given_up(step: Step) -> bool:
        return step[:2] in by_hand and resets.any_of(step[0])

    log.changed += road_changes(grid, ours, result, lambda step: not given_up(step))
    log.reset += road_changes(grid, ours, result, given_up)
    log.kept += road_changes(grid, new, result)
    return result


def road_changes(
    grid: HexGrid, before: Roads, after: Roads, which: Callable[[Step], bool] = lambda _step: True
) -> list[Change]:
    """The differences between the roads of two maps, a change for each stretch."""
    had, has = set(_all_steps(before)), set(_all_steps(after))
    removed = list(stretches(_ways(before), lambda step: step not in has and which(step)))
    added = list(stretches(_ways(after), lambda step: step not in had and which(step)))

    def words(way: LinePath | None) -> str:
        return "" if way is None else "-".join(grid.number(hex) for hex in _path(way))

    return [Change("roads", f"{way.kind} {way.name}".strip(), words(gone), words(fresh))
            for gone, fresh in match_stretches(removed, added, _apart(grid), named_alike=True)
            if (way := gone or fresh) is not None]


def _steps(road: Road) -> tuple[Step, ...]:
    return tuple((side, road.kind, road.name) for side in road.segments())


def _ways(roads: Iterable[Road]) -> list[LinePath]:
    return [LinePath(road.kind, road.name, road.path, _steps(road)) for road in roads]


def _path(way: LinePath) -> tuple[Hex, ...]:
    return cast("tuple[Hex, ...]", way.nodes)


def _apart(grid: HexGrid) -> Apart:
    return cast("Apart", grid.distance)


def _all_steps(roads: Iterable[Road]) -> tuple[Step, ...]:
    return tuple(dict.fromkeys(step for road in roads for step in _steps(road)))


# -- pieces ---------------------------------------------------------------------------------------


def _cut(road: Road, left: Collection[Step]) -> Iterator[Road]:
    for part in stretches(_ways([road]), left.__contains__):
        yield replace(road, path=_path(part))


def _joined(whole: Sequence[Road], parts: Sequence[Road]) -> list[Road]:
    """The pieces, each part joined to another of that road that ends where it does, unless more than two meet
    there or it would become a ring."""
    meeting: defaultdict[tuple[str, str, Hex], list[Road]] = defaultdict(list)

    def put(road: Road) -> None:
        for end in dict.fromkeys((road.path[0], road.path[-1])):
            meeting[road.kind, road.name, end].append(road)

    def take(road: Road) -> None:
        for end in dict.fromkeys((road.path[0], road.path[-1])):
            here = meeting[road.kind, road.name, end]
            here[:] = [r for r in here if r is not road]

    pieces = {id(road): road for road in (*whole, *parts)}
    for road in pieces.values():
        put(road)
    for part in parts:
        for end in (part.path[0], part.path[-1]):
            here = meeting[part.kind, part.name, end]
            if len(here) != 2 or any(r.path[0] == r.path[-1] for r in here):
                continue
            one, two = here
            first = one.path if one.path[-1] == end else one.path[::-1]
            second = two.path if two.path[0] == end else two.path[::-1]
            if first[0] != second[-1]:
                longer = replace(one, path=(*first, *second[1:]))
                for road in (one, two):
                    take(road)
                    del pieces[id(road)]
                put(longer)
                pieces[id(longer)] = longer
    return list(pieces.values())
