"""What runs along hexsides (rivers) or across them (roads), step by step, on a map that is computed again.

A step is a hexside with what is there: its kind and how that is called. Roads and lines are known again by
their steps, so it does not matter in how many pieces and in which order a map has them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
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
