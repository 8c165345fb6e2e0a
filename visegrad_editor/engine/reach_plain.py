"""Cheapest paths in plain Python: what `reach` does without its compiled part, and the measure of that part.

`_reach_search.c` takes the same steps in the same order, so that answers do not tell which of them gave
them. Whoever changes one changes the other; a test compares them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache

from .bits import bits

START = -1
"""What stands for the hex before a start."""

Rows = Sequence[Sequence[tuple[int, int]]]
"""Per hex the (neighbour, cost) steps out of it."""


def search(
    rows: Rows, least: Sequence[int], starts: Mapping[int, int], allowance: int, blocked: int, stop: int,
    hold: int, minimum: bool, single: bool,
) -> tuple[list[int], list[int], dict[int, int]]:
    """The hexes found in the order found, their costs, and the hex before each; see `reach`.

    `least` is the cost of the cheapest step out of each hex. Raises `ValueError` for a start off the map
    or one that has cost less than nothing.
    """
    for start, spent in starts.items():
        if not 0 <= start < len(rows) or spent < 0:
            raise ValueError(f"hex {start} at a cost of {spent} is no start")
    # Less than nothing allows no more than that, and is not to be taken for the ban.
    allowance = max(allowance, -1)
    stopping, holding = _members(stop), _members(hold)
    # What a hex must be reached for less than: one list for the allowance, the best so far and the ban.
    best = [allowance + 1] * len(rows)
    for h in _members(blocked):
        best[h] = -1
    before = dict.fromkeys(starts, START)
    buckets: defaultdict[int, list[int]] = defaultdict(list)
    for start, spent in starts.items():
        best[start] = min(spent, allowance + 1)
        if spent <= allowance and start not in holding and not single:
            buckets[spent].append(start)
    spent = 0
    while buckets:
        if spent in buckets:
            left = allowance - spent
            # Steps of no cost add to the bucket being read, which a list allows.
            for here in buckets[spent]:
                if best[here] != spent or least[here] > left:
                    continue
                for n, cost in rows[here]:
                    total = spent + cost
                    if total < best[n]:
                        best[n] = total
                        before[n] = here
                        if n not in stopping:
                            buckets[total].append(n)
            del buckets[spent]
        spent += 1
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
    """The hexes of a set; units of a side ask with the same sets again and again."""
    return frozenset(bits(mask))
