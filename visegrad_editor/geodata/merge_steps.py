"""What runs along hexsides (rivers) or across them (roads), step by step, on a map that is computed again.

A step is a hexside with what is there: its kind and how that is called. Roads and lines are known again by
their steps, so it does not matter in how many pieces and in which order a map has them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ..hexgrid import Hexside
from .merge_changes import Back

Step = tuple[Hexside, str, Any]
"""A hexside, the kind of what is there, and what tells two of a kind apart: the name of a road, name and
width of a river."""
Spot = tuple[Hexside, str]
Piece = TypeVar("Piece")


def by_spot(steps: Iterable[Step]) -> Mapping[Spot, set[Any]]:
    """What there is of each kind at each hexside; empty where there is nothing."""
    found: defaultdict[Spot, set[Any]] = defaultdict(set)
    for side, kind, called in steps:
        found[side, kind].add(called)
    return found


def merged_steps(
    ours: Iterable[Step], old: Iterable[Step], new: Iterable[Step], back: Back, held: Collection[Step] = (),
) -> tuple[Step, ...]:
    """The steps that `ours` has when it follows the data from `old` to `new` but for changes by hand.

    What was drawn by hand stays and what was erased stays away; what was called otherwise by hand is not
    there a second time under the name the data gives it now, nor what was drawn where the data has it now.
    `held` stay as they are on our map, there or not; in the hexes that are given back all is as in `new`.
    """
    all_ours, all_old, all_new = by_spot(ours), by_spot(old), by_spot(new)
    result: list[Step] = []
    for side, kind in {**all_ours, **all_new}:
        spot = side, kind
        mine, was, theirs = (where.get(spot, set()) for where in (all_ours, all_old, all_new))
        if back.any_of(side):
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
    """The wanted steps as pieces: those of the data and of our map that are wanted as they are, the longest
    first, then what is left of our own and of the data's, as `cut` gives it."""
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
    """The pieces in the order in which our map has them or what was in their place; new ones last."""
    place = {step: i for i in reversed(range(len(ours))) for step in steps_of(ours[i])}
    return tuple(sorted(
        pieces, key=lambda p: min((place.get(step, len(ours)) for step in steps_of(p)), default=len(ours))))


# Stretches of roads and rivers that go, and the stretches that come for them.
#
# Where the data leads a road another way, that is one change: the stretch that goes and the one that comes
# for it. If the stretch that goes was changed by hand, it stays as it is, and what would come for it stays
# away.

Node = Hashable
"""Where two steps meet: a hex of a road, a corner of a river."""
Apart = Callable[[Node, Node], int]
"""How far two of them are from each other, in hexes."""


@dataclass(frozen=True)
class Way:
    """A road, or a line of hexsides that hangs together: its steps, each from one node to the next."""

    kind: str
    name: str
    nodes: tuple[Node, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Stretch(Way):
    """A part of a way: whether that begins and ends there, and its steps next to it."""

    at_end: tuple[bool, bool]
    beside: tuple[Step, ...]

    @property
    def ends(self) -> tuple[Node, Node]:
        return self.nodes[0], self.nodes[-1]

    @property
    def whole(self) -> bool:
        return all(self.at_end)


def stretches(ways: Iterable[Way], which: Callable[[Step], bool]) -> Iterator[Stretch]:
    """The stretches of ways whose steps are such; of what is there twice only the first."""
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


def replaced(
    goes: Sequence[Stretch], comes: Sequence[Stretch], apart: Apart, named_alike: bool = False
) -> list[Pair]:
    """Which stretch comes for which one that goes: first where both lead between the same nodes, then, the
    nearest first, where they lead from the same node to where their ways end, or are the whole of two ways of
    one name. `named_alike`: only what has one name."""
    pairs: list[Pair] = []
    met: set[int] = set()

    def pair(gone: Stretch, fresh: Stretch) -> None:
        if met.isdisjoint((id(gone), id(fresh))):
            pairs.append((gone, fresh))
            met.update((id(gone), id(fresh)))

    between: defaultdict[tuple[str, frozenset[Node]], list[Stretch]] = defaultdict(list)
    by_end: defaultdict[tuple[str, str, Node | None], list[Stretch]] = defaultdict(list)
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
            and (away := _moved(apart, gone, fresh)) is not None]
    for _, gone, fresh in sorted(near, key=lambda found: found[0]):
        pair(gone, fresh)
    return [*pairs, *((g, None) for g in goes if id(g) not in met),
            *((None, c) for c in comes if id(c) not in met)]


def _moved(apart: Apart, gone: Stretch, fresh: Stretch) -> int | None:
    """How far the end of a road has moved, in hexes, if these can be the same road, which has one name; else
    None."""
    found = []
    for g in (0, 1):
        for f in (0, 1):
            if gone.ends[1 - g] == fresh.ends[1 - f] and gone.at_end[g] and fresh.at_end[f]:
                found.append(apart(gone.ends[g], fresh.ends[f]))
    if gone.name and gone.whole and fresh.whole:
        (a, b), (c, d) = gone.ends, fresh.ends
        found += [apart(a, c) + apart(b, d), apart(a, d) + apart(b, c)]
    return min(found, default=None)


def held_back(
    old: Sequence[Way], new: Sequence[Way], mine: frozenset[Step], apart: Apart, by_step: bool = False
) -> frozenset[Step]:
    """The steps the data changes that stay as they are on our map, which has the steps `mine`, because they
    belong to a stretch that was changed by hand.

    `by_step`: of a way that only goes, or lies elsewhere now, each step that nobody changed follows the data.
    """
    was, theirs = (frozenset(step for way in ways for step in way.steps) for ways in (old, new))
    if mine == was or was == theirs:
        return frozenset()
    ours_at, old_at, new_at = by_spot(mine), by_spot(was), by_spot(theirs)

    def only_renamed(step: Step) -> bool:
        spot = step[:2]
        before, after = old_at.get(spot, set()), new_at.get(spot, set())
        return bool(before - after) and bool(after - before)

    goes = list(stretches(old, lambda step: step not in theirs and not only_renamed(step)))
    comes = list(stretches(new, lambda step: step not in was and not only_renamed(step)))
    drawn: defaultdict[str, set[Node]] = defaultdict(set)
    for side, kind, _ in mine - was:
        if (side, kind) not in old_at:
            drawn[kind].update(side)

    def erased(spot: Spot) -> bool:
        return spot in old_at and spot not in ours_at

    found: set[Step] = set()
    for gone, fresh in replaced(goes, comes, apart):
        by_hand = [] if gone is None else [step for step in gone.steps if step not in mine]
        if gone is None:
            # It makes a road longer of which by hand nothing was left there.
            held = fresh is not None and bool(fresh.beside) and all(erased(s[:2]) for s in fresh.beside)
        elif fresh is None:
            # The data ends what goes another way by hand.
            held = not by_step and any(not drawn[gone.kind].isdisjoint(step[0]) for step in by_hand)
        elif by_step and set(gone.ends) != set(fresh.ends):
            held = len(by_hand) == len(gone.steps)
        else:
            held = bool(by_hand)
        if held:
            found.update(step for run in (gone, fresh) if run is not None for step in run.steps)
    return frozenset(found)
