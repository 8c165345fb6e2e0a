"""Sets of hexes as Python integers: bit i is the hex with index i.

A whole map fits in one integer, so unions, exclusions and flood fills take a handful of
machine operations instead of a loop over hexes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import compress, count

from ..model.cooperative_yield import with_pauses

Links = tuple[tuple[int, int], ...]
"""Steps between neighbours, grouped by index difference: (difference, set of starting hexes)."""
_FEW = 64
"""Fewer bits than this are set one by one."""


def mask_of(indices: Iterable[int]) -> int:
    """The set of these hex indices.

    >>> bin(mask_of([0, 3]))
    '0b1001'
    """
    members = list(indices)
    if len(members) < _FEW:
        mask = 0
        for i in members:
            mask |= 1 << i
        return mask
    if min(members) < 0:
        raise ValueError("the index of a hex cannot be negative")
    # Setting a bit of a large integer copies the whole integer.
    taken = bytearray((max(members) >> 3) + 1)
    for i in members:
        taken[i >> 3] |= 1 << (i & 7)
    return int.from_bytes(taken, "little")


def bits(mask: int) -> Iterator[int]:
    """The hex indices of a set, in rising order.

    >>> list(bits(0b1001))
    [0, 3]
    """
    # Removing one low bit costs as much as scanning a few dozen hexes.
    return _single(mask) if mask.bit_count() < 24 else compress(count(), flags(mask, mask.bit_length()))


def _single(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


_ONES = bytes(1 if c == ord("1") else 0 for c in range(256))


def flags(mask: int, size: int) -> bytes:
    """The set as `size` bytes, one for each hex, 1 for a hex in the set.

    >>> list(flags(0b1001, 5))
    [1, 0, 0, 1, 0]
    """
    return bin(mask | 1 << size)[:2:-1].encode().translate(_ONES)


def links(edges: Iterable[tuple[int, int]]) -> Links:
    """Group directed steps (from, to) by their index difference."""
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for start, end in edges:
        groups[end - start].append(start)
    return tuple((difference, mask_of(groups[difference])) for difference in with_pauses(sorted(groups), 1))


def spread(mask: int, steps: Links) -> int:
    """The hexes one step away from any hex of the set (the set itself only if reached)."""
    out = 0
    for delta, sources in steps:
        here = mask & sources
        if here:
            out |= here << delta if delta > 0 else here >> -delta
    return out


def flood(seeds: int, steps: Links, open_hexes: int) -> int:
    """All hexes reached from the seeds through open hexes, the seeds included.

    >>> line = links([(0, 1), (1, 2), (2, 3)])
    >>> list(bits(flood(0b1, line, 0b0111)))
    [0, 1, 2]
    """
    reached = frontier = seeds
    while frontier:
        frontier = spread(frontier, steps) & open_hexes & ~reached
        reached |= frontier
    return reached
