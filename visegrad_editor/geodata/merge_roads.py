"""Roads on a map that is computed again. A road is known again by the steps it takes, not by its number.

Where the data leads a road another way, that is one change: the stretch that goes and the one that comes for
it. If the stretch that goes was changed by hand, it stays as it is, and what would come for it stays away.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ..hexgrid import Hex, HexGrid, hexside
from ..model.gamemap import Road
from .merge_changes import Back, Change, Changes
from .merge_steps import Spot, Step, assembled, by_spot, in_our_order, merged_steps

Roads = tuple[Road, ...]


def merged_roads(grid: HexGrid, ours: Roads, old: Roads, new: Roads, back: Back, told: Changes) -> Roads:
    """The roads of a map that follows the data from `old` to `new` but for changes by hand."""
    mine, was, theirs = (_all_steps(roads) for roads in (ours, old, new))
    held = _held(grid, old, new, *map(frozenset, (mine, was, theirs)))
    wanted = merged_steps(mine, was, theirs, back, held)
    if back.everywhere or ours == old:
        result = new
    elif set(wanted) == set(mine):
        result = ours
    else:
        whole, parts = assembled(ours, new, wanted, _steps, _cut)
        result = in_our_order(_joined(whole, parts), ours, _steps)
    by_hand = {(side, kind) for side, kind, _ in set(mine) ^ set(was)}

    def given_up(step: Step) -> bool:
        return step[:2] in by_hand and back.any_of(step[0])

    told.changed += road_changes(grid, ours, result, lambda step: not given_up(step))
    told.reset += road_changes(grid, ours, result, given_up)
    told.kept += road_changes(grid, new, result)
    return result


def road_changes(
    grid: HexGrid, before: Roads, after: Roads, which: Callable[[Step], bool] = lambda _step: True
) -> list[Change]:
    """Where the roads of two maps differ, a change for each stretch."""
    had, has = set(_all_steps(before)), set(_all_steps(after))
    goes = list(_runs(before, lambda step: step not in has and which(step)))
    comes = list(_runs(after, lambda step: step not in had and which(step)))

    def words(run: _Run | None) -> str:
        return "" if run is None else "-".join(map(grid.number, run.path))

    return [Change("roads", f"{run.kind} {run.name}".strip(), words(gone), words(fresh))
            for gone, fresh in _replaced(grid, goes, comes, named_alike=True)
            if (run := gone or fresh) is not None]


def _steps(road: Road) -> tuple[Step, ...]:
    return tuple((side, road.kind, road.name) for side in road.segments())


def _all_steps(roads: Iterable[Road]) -> tuple[Step, ...]:
    return tuple(dict.fromkeys(step for road in roads for step in _steps(road)))


# -- stretches --------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Run:
    """A stretch of a road: its hexes, whether the road begins and ends there, and its steps next to it."""

    kind: str
    name: str
    path: tuple[Hex, ...]
    at_end: tuple[bool, bool]
    beside: tuple[Step, ...]

    @property
    def ends(self) -> tuple[Hex, Hex]:
        return self.path[0], self.path[-1]

    @property
    def whole(self) -> bool:
        return all(self.at_end)

    @property
    def steps(self) -> Iterator[Step]:
        return ((hexside(a, b), self.kind, self.name) for a, b in pairwise(self.path))


def _runs(roads: Iterable[Road], which: Callable[[Step], bool]) -> Iterator[_Run]:
    """The stretches of roads whose steps are such; of what is there twice only the first."""
    seen: set[Step] = set()
    for road in roads:
        steps = _steps(road)
        begin: int | None = None
        for i in range(len(steps) + 1):
            inside = i < len(steps) and steps[i] not in seen and which(steps[i])
            if inside:
                seen.add(steps[i])
                begin = i if begin is None else begin
            elif begin is not None:
                beside = (*steps[max(0, begin - 1) : begin], *steps[i : i + 1])
                at_end = begin == 0, i == len(steps)
                yield _Run(road.kind, road.name, road.path[begin : i + 1], at_end, beside)
                begin = None


_Pair = tuple[_Run | None, _Run | None]


def _replaced(
    grid: HexGrid, goes: Sequence[_Run], comes: Sequence[_Run], named_alike: bool = False
) -> list[_Pair]:
    """Which stretch comes for which one that goes: first where both lead from and to the same hexes, then,
    the nearest first, where they lead from the same hex to where their roads end, or are the whole of two
    roads of one name."""
    pairs: list[_Pair] = []
    met: set[int] = set()

    def pair(gone: _Run, fresh: _Run) -> None:
        if met.isdisjoint((id(gone), id(fresh))):
            pairs.append((gone, fresh))
            met.update((id(gone), id(fresh)))

    between: defaultdict[tuple[str, frozenset[Hex]], list[_Run]] = defaultdict(list)
    by_end: defaultdict[tuple[str, str, Hex | None], list[_Run]] = defaultdict(list)
    for fresh in comes:
        between[fresh.kind, frozenset(fresh.ends)].append(fresh)
        for end in (*fresh.ends, *((None,) if fresh.whole and fresh.name else ())):
            by_end[fresh.kind, fresh.name, end].append(fresh)
    for any_name in (False,) if named_alike else (False, True):
        for gone in goes:
            for fresh in between[gone.kind, frozenset(gone.ends)]:
                if any_name or fresh.name == gone.name:
                    pair(gone, fresh)
    near = [(away, gone, fresh) for gone in goes if id(gone) not in met
            for end in (*gone.ends, *((None,) if gone.whole else ()))
            for fresh in by_end[gone.kind, gone.name, end] if id(fresh) not in met
            and (away := _moved(grid, gone, fresh)) is not None]
    for _, gone, fresh in sorted(near, key=lambda found: found[0]):
        pair(gone, fresh)
    return [*pairs, *((g, None) for g in goes if id(g) not in met),
            *((None, c) for c in comes if id(c) not in met)]


def _moved(grid: HexGrid, gone: _Run, fresh: _Run) -> int | None:
    """How far the end of a road has moved, in hexes, if these can be the same road, which has one name; else
    None."""
    found = []
    for g in (0, 1):
        for f in (0, 1):
            if gone.ends[1 - g] == fresh.ends[1 - f] and gone.at_end[g] and fresh.at_end[f]:
                found.append(grid.distance(gone.ends[g], fresh.ends[f]))
    if gone.name and gone.whole and fresh.whole:
        (a, b), (c, d) = gone.ends, fresh.ends
        found += [grid.distance(a, c) + grid.distance(b, d), grid.distance(a, d) + grid.distance(b, c)]
    return min(found, default=None)


# -- what a change by hand holds back -----------------------------------------------------------


def _held(
    grid: HexGrid, old: Roads, new: Roads,
    mine: frozenset[Step], was: frozenset[Step], theirs: frozenset[Step],
) -> frozenset[Step]:
    """The steps the data changes that stay as they are on our map, because they belong to a stretch that was
    changed by hand."""
    if mine == was or was == theirs:
        return frozenset()
    ours_at, old_at, new_at = by_spot(mine), by_spot(was), by_spot(theirs)

    def only_renamed(step: Step) -> bool:
        spot = step[:2]
        before, after = old_at.get(spot, set()), new_at.get(spot, set())
        return bool(before - after) and bool(after - before)

    goes = list(_runs(old, lambda step: step not in theirs and not only_renamed(step)))
    comes = list(_runs(new, lambda step: step not in was and not only_renamed(step)))
    drawn: defaultdict[str, set[Hex]] = defaultdict(set)
    for side, kind, _ in mine - was:
        if (side, kind) not in old_at:
            drawn[kind].update(side)

    def erased(spot: Spot) -> bool:
        return spot in old_at and spot not in ours_at

    found: set[Step] = set()
    for gone, fresh in _replaced(grid, goes, comes):
        by_hand = [] if gone is None else [step for step in gone.steps if step not in mine]
        if gone is None:
            # It makes a road longer of which by hand nothing was left there.
            held = fresh is not None and bool(fresh.beside) and all(erased(s[:2]) for s in fresh.beside)
        elif fresh is None:
            # The data ends what goes another way by hand.
            held = any(not drawn[gone.kind].isdisjoint(step[0]) for step in by_hand)
        else:
            held = bool(by_hand)
        if held:
            found.update(step for run in (gone, fresh) if run is not None for step in run.steps)
    return frozenset(found)


# -- pieces ---------------------------------------------------------------------------------------


def _cut(road: Road, left: Collection[Step]) -> Iterator[Road]:
    for run in _runs([road], left.__contains__):
        yield replace(road, path=run.path)


def _joined(whole: Sequence[Road], parts: Sequence[Road]) -> list[Road]:
    """The pieces, parts made one with what else of that road ends where they do, unless more than two meet
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
