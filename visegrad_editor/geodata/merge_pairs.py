"""Which place or label of one map is which on another, where it may have moved or been renamed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any

from ..hexgrid import HexGrid

Entry = Any
"""A place or a label: a value with a `hex`."""


def pairs(
    called: Callable[[Entry], str], grid: HexGrid, before: Sequence[Entry], after: Sequence[Entry]
) -> list[tuple[Entry | None, Entry | None]]:
    """The entries of two maps, each with what it is on the other: the one of its name in its hex, else the
    nearest of its name elsewhere, else the one in its hex, where there is but one."""
    partner: dict[int, int] = {}
    taken: set[int] = set()

    def left(key: Callable[[Entry], Hashable]) -> Iterator[tuple[list[int], list[int]]]:
        """The entries that have no partner yet, those of both maps with the same key."""
        found: defaultdict[Hashable, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        for i, entry in enumerate(before):
            if i not in partner:
                found[key(entry)][0].append(i)
        for j, entry in enumerate(after):
            if j not in taken:
                found[key(entry)][1].append(j)
        return ((one, other) for what, (one, other) in found.items() if one and other and what != "")

    def pair(i: int, j: int) -> None:
        if i not in partner and j not in taken:
            partner[i] = j
            taken.add(j)

    for one, other in left(lambda e: (e.hex, called(e))):
        for i, j in zip(one, other, strict=False):
            pair(i, j)
    for one, other in left(called):
        for _, i, j in sorted((grid.distance(before[i].hex, after[j].hex), i, j) for i in one for j in other):
            pair(i, j)
    for one, other in left(lambda e: (e.hex,)):
        if len(one) == len(other) == 1:
            pair(one[0], other[0])
    return [*((e, after[partner[i]] if i in partner else None) for i, e in enumerate(before)),
            *((None, e) for j, e in enumerate(after) if j not in taken)]
