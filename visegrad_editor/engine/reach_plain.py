"""Cheapest paths in plain Python: the search of `reach` without its compiled part, and its reference.

`_reach_search.c` takes the same steps in the same order and gives identical results. A change in one must be
made in the other; a test compares them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from .bits import bits

if TYPE_CHECKING:
    from .reach import Steps

START = -1
"""Stands for the hex before a start."""


def search(
    steps: Steps, starts: Mapping[int, int], allowance: int, blocked: int, stop: int, hold: int,
    minimum: bool, single: bool,
) -> tuple[list[int], list[int], dict[int, int]]:
    """The hexes found in the order found, their costs, and the hex before each; see `reach`.

    Raises `ValueError` for a start off the map or one that has cost less than nothing.
    """
    for start, spent in starts.items():
        if not 0 <= start < len(steps) or spent < 0:
            raise ValueError(f"hex {start} at a cost of {spent} is not a valid start")
    # An allowance beyond the longest path makes no difference, and a negative one must not equal the ban.
    allowance = max(-1, min(allowance, steps.longest + max(starts.values(), default=0)))
    stopping, holding = _members(stop), _members(hold)
    # The cost below which a hex must be reached: one list for the allowance, the best so far and the ban.
    best = [allowance + 1] * len(steps)
    for h in _members(blocked):
        best[h] = -1
    before = dict.fromkeys(starts, START)
    buckets: list[list[int]] = [[] for _ in range(allowance + 1)]
    for start, spent in starts.items():
        best[start] = min(spent, allowance + 1)
        if spent <= allowance and start not in holding and not single:
            buckets[spent].append(start)
    least, rows = steps.least, steps.rows
    for spent, bucket in enumerate(buckets):
        left = allowance - spent
        # Steps without cost add to the bucket being read, which a list allows.
        for here in bucket:
            if best[here] != spent or least[here] > left:
                continue
            for n, cost in rows[here]:
                total = spent + cost
                if total < best[n]:
                    best[n] = total
                    before[n] = here
                    if n not in stopping:
                        buckets[total].append(n)
    for start, spent in starts.items():
        if best[start] > allowance:
            best[start] = spent
    if minimum or single:
        for start, spent in starts.items():
            if start in holding or (spent and not single):
                continue
            for n, cost in rows[start]:
                if n not in before and best[n] >= 0 and (minimum or spent + cost <= allowance):
                    best[n] = spent + cost
                    before[n] = start
    return list(before), [best[h] for h in before], before


@lru_cache(maxsize=32)
def _members(mask: int) -> frozenset[int]:
    """The hexes of a set, cached because units of a side use the same sets again and again."""
    return frozenset(bits(mask))
