"""The search for paths in plain Python, to compare the compiled one with."""

from __future__ import annotations

from collections.abc import Mapping

from visegrad_editor.engine.bits import bits
from visegrad_editor.engine.reach import START, Steps


def plain_search(
    steps: Steps, starts: Mapping[int, int], allowance: int, blocked: int, stop: int, hold: int,
    minimum: bool, single: bool,
) -> tuple[list[int], list[int], dict[int, int]]:
    """The hexes found in the order found, their costs, and the hex before each, as `reach` finds them."""
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
    rows = steps.rows
    least = [min([cost for _, cost in row], default=1 << 30) for row in rows]
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


def _members(mask: int) -> frozenset[int]:
    """The hexes of a set."""
    return frozenset(bits(mask))
