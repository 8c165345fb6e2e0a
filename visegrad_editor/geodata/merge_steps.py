"""Merging lines along hexsides (rivers) or across them (roads), step by step, on a map computed again.

A step is a hexside with the kind and name of its line. Roads and lines are identified by their steps, so the
number and order of their pieces on a map do not matter.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from ..hexgrid import Hexside
from ..lazy_dataclass import dataclass
from .merge_changes import Resets

Step = tuple[Hexside, str, Any]
"""A hexside, the kind of the line, and what distinguishes two of a kind: the name of a road, name and width
of a river."""
Spot = tuple[Hexside, str]
Piece = TypeVar("Piece")


def by_spot(steps: Iterable[Step]) -> Mapping[Spot, set[Any]]:
    """The lines of each kind at each hexside; empty if there are none."""
    names: defaultdict[Spot, set[Any]] = defaultdict(set)
    for side, kind, called in steps:
        names[side, kind].add(called)
    return names


def merged_steps(
    ours: Iterable[Step], old: Iterable[Step], new: Iterable[Step], resets: Resets,
    held: Collection[Step] = (),
) -> tuple[Step, ...]:
    """The steps of `ours` when it follows the data from `old` to `new` except for changes by hand.

    Steps drawn by hand stay and steps erased by hand stay away; a line renamed by hand is not added again
    under its name in the data, nor a line drawn where the data now has it. `held` stay as they are on our
    map, present or absent; hexes that are reset are as in `new`.
    """
    all_ours, all_old, all_new = by_spot(ours), by_spot(old), by_spot(new)
    result: list[Step] = []
    for side, kind in {**all_ours, **all_new}:
        spot = side, kind
        mine, was, theirs = (where.get(spot, set()) for where in (all_ours, all_old, all_new))
        if resets.any_of(side):
            result += [(side, kind, called) for called in sorted(theirs)]
            continue
        added, removed, gone = mine - was, was - mine, was - theirs
        stays_away = bool(gone & removed) or bool(added and not removed)
        for called in sorted(mine | theirs):
            step = side, kind, called
            if step in held or called in added:
                wanted = called in mine
            elif called in was:
                wanted = called in mine and called in theirs
            else:
                wanted = not stays_away
            if wanted:
                result.append(step)
    return tuple(result)


def assembled(
    ours: Sequence[Piece], new: Sequence[Piece], wanted: Iterable[Step],
    steps_of: Callable[[Piece], Sequence[Step]],
    cut: Callable[[Piece, Collection[Step]], Iterable[Piece]],
) -> tuple[list[Piece], list[Piece]]:
    """The wanted steps as pieces: first the unchanged pieces of the data and of our map, the longest first,
    then the rest of our own and of the data's pieces, as `cut` returns it."""
    left = set(wanted)
    whole: list[Piece] = []
    longest_first = sorted(((p, steps_of(p)) for p in (*new, *ours)), key=lambda each: -len(each[1]))
    for piece, steps in longest_first:
        if steps and left.issuperset(steps):
            whole.append(piece)
            left.difference_update(steps)
    parts: list[Piece] = []
    for piece in (*ours, *new):
        for part in cut(piece, left):
            parts.append(part)
            left.difference_update(steps_of(part))
    return whole, parts


def in_our_order(
    pieces: Iterable[Piece], ours: Sequence[Piece], steps_of: Callable[[Piece], Sequence[Step]]
) -> tuple[Piece, ...]:
    """The pieces in the order of our map, replacements in the place of what they replace; new ones last."""
    place = {step: i for i in reversed(range(len(ours))) for step in steps_of(ours[i])}
    return tuple(sorted(
        pieces, key=lambda p: min((place.get(step, len(ours)) for step in steps_of(p)), default=len(ours))))


# Stretches of roads and rivers that are removed, and the stretches that replace them.

Node = Hashable
"""The meeting point of two steps: a hex of a road, a corner of a river."""
Apart = Callable[[Node, Node], int]
"""The distance between two nodes, in hexes."""


@dataclass(frozen=True)
class LinePath:
    """A road, or a connected line of hexsides: its steps, each from one node to the next."""

    kind: str
    name: str
    nodes: tuple[Node, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Stretch(LinePath):
    """A part of a way: whether the way begins and ends with it, and the adjacent steps."""

    at_end: tuple[bool, bool]
    beside: tuple[Step, ...]

    @property
    def ends(self) -> tuple[Node, Node]:
        return self.nodes[0], self.nodes[-1]

    @property
    def whole(self) -> bool:
        return all(self.at_end)


def stretches(ways: Iterable[LinePath], which: Callable[[Step], bool]) -> Iterator[Stretch]:
    """The stretches of ways whose steps satisfy `which`; of duplicates only the first."""
    seen: set[Step] = set()
    for way in ways:
        steps = way.steps
        begin: int | None = None
        for i in range(len(steps) + 1):
            inside = i < len(steps) and steps[i] not in seen and which(steps[i])
            if inside:
                seen.add(steps[i])
                begin = i if begin is None else begin
            elif begin is not None:
                beside = (*steps[max(0, begin - 1) : begin], *steps[i : i + 1])
                at_end = begin == 0, i == len(steps)
                yield Stretch(
                    way.kind, way.name, way.nodes[begin : i + 1], steps[begin:i], at_end, beside)
                begin = None


Pair = tuple[Stretch | None, Stretch | None]


def match_stretches(
    removed: Sequence[Stretch], added: Sequence[Stretch], apart: Apart, named_alike: bool = False
) -> list[Pair]:
    """The replacement of each removed stretch: first stretches between the same nodes, then, the nearest
    first, stretches from the same node to the end of their ways, or whole ways of the same name.
    `named_alike`: only stretches of the same name."""
    pairs: list[Pair] = []
    met: set[int] = set()

    def pair(gone: Stretch, fresh: Stretch) -> None:
        if met.isdisjoint((id(gone), id(fresh))):
            pairs.append((gone, fresh))
            met.update((id(gone), id(fresh)))

    between: defaultdict[tuple[str, frozenset[Node]], list[Stretch]] = defaultdict(list)
    by_end: defaultdict[tuple[str, str, Node | None], list[Stretch]] = defaultdict(list)
    for fresh in added:
        between[fresh.kind, frozenset(fresh.ends)].append(fresh)
        for end in (*fresh.ends, *((None,) if fresh.whole and fresh.name else ())):
            by_end[fresh.kind, fresh.name, end].append(fresh)
    for any_name in (False,) if named_alike else (False, True):
        for gone in removed:
            for fresh in between[gone.kind, frozenset(gone.ends)]:
                if any_name or fresh.name == gone.name:
                    pair(gone, fresh)
    near = [(away, gone, fresh) for gone in removed if id(gone) not in met
            for end in (*gone.ends, *((None,) if gone.whole else ()))
            for fresh in by_end[gone.kind, gone.name, end] if id(fresh) not in met
            and (away := _moved(apart, gone, fresh)) is not None]
    for _, gone, fresh in sorted(near, key=lambda candidate: candidate[0]):
        pair(gone, fresh)
    return [*pairs, *((g, None) for g in removed if id(g) not in met),
            *((None, c) for c in added if id(c) not in met)]


def _moved(apart: Apart, gone: Stretch, fresh: Stretch) -> int | None:
    """How far the end of a road has moved, in hexes, if these can be the same road of one name; else None."""
    distances = []
    for g in (0, 1):
        for f in (0, 1):
            if gone.ends[1 - g] == fresh.ends[1 - f] and gone.at_end[g] and fresh.at_end[f]:
                distances.append(apart(gone.ends[g], fresh.ends[f]))
    if gone.name and gone.whole and fresh.whole:
        (a, b), (c, d) = gone.ends, fresh.ends
        distances += [apart(a, c) + apart(b, d), apart(a, d) + apart(b, c)]
    return min(distances, default=None)


def held_back(
    old: Sequence[LinePath], new: Sequence[LinePath], mine: frozenset[Step], apart: Apart,
    by_step: bool = False,
) -> frozenset[Step]:
    """The steps changed by the data that stay as they are on our map, which has the steps `mine`, because
    they belong to a stretch that was changed by hand.

    `by_step`: if a way is only removed, or lies elsewhere now, each step that nobody changed follows the
    data.
    """
    was, theirs = (frozenset(step for way in ways for step in way.steps) for ways in (old, new))
    if mine == was or was == theirs:
        return frozenset()
    ours_at, old_at, new_at = by_spot(mine), by_spot(was), by_spot(theirs)

    def only_renamed(step: Step) -> bool:
        spot = step[:2]
        before, after = old_at.get(spot, set()), new_at.get(spot, set())
        return bool(before - after) and bool(after - before)

    removed = list(stretches(old, lambda step: step not in theirs and not only_renamed(step)))
    added = list(stretches(new, lambda step: step not in was and not only_renamed(step)))
    drawn: defaultdict[str, set[Node]] = defaultdict(set)
    for side, kind, _ in mine - was:
        if (side, kind) not in old_at:
            drawn[kind].update(side)

    def erased(spot: Spot) -> bool:
        return spot in old_at and spot not in ours_at

    held_steps: set[Step] = set()
    for gone, fresh in match_stretches(removed, added, apart):
        by_hand = [] if gone is None else [step for step in gone.steps if step not in mine]
        if gone is None:
            # It extends a road whose continuation was removed by hand.
            held = fresh is not None and bool(fresh.beside) and all(erased(s[:2]) for s in fresh.beside)
        elif fresh is None:
            # The data ends a stretch that was rerouted by hand.
            held = not by_step and any(not drawn[gone.kind].isdisjoint(step[0]) for step in by_hand)
        elif by_step and set(gone.ends) != set(fresh.ends):
            held = len(by_hand) == len(gone.steps)
        else:
            held = bool(by_hand)
        if held:
            held_steps.update(step for run in (gone, fresh) if run is not None for step in run.steps)
    return frozenset(held_steps)
