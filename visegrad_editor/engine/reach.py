"""Where a unit can go: cheapest paths within a movement allowance."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

Steps = Sequence[Sequence[tuple[int, int]]]
Field = dict[int, tuple[int, int]]
"""Hex to (cost, hex before it); the hex before a start is -1."""


def reach(
    steps: Steps, starts: Mapping[int, int], allowance: int, blocked: Collection[int],
    stop: Collection[int], hold: Collection[int] = (), minimum: bool = True, single: bool = False,
) -> Field:
    """All hexes within the allowance of one of the starts, which map a hex to what it has cost already.

    `blocked` hexes are not entered; `stop` hexes are not left again once entered, `hold` ones not even
    as starts; `minimum` allows one step from a start whatever it costs; `single` allows no second one.

    >>> line = [[(1, 2)], [(0, 2), (2, 2)], [(1, 2)]]
    >>> sorted(reach(line, {0: 0}, 4, (), ()))
    [0, 1, 2]
    >>> sorted(reach(line, {0: 0}, 4, (), {0, 1}))
    [0, 1]
    >>> sorted(reach(line, {0: 0}, 1, (), ()))
    [0, 1]
    """
    found: Field = {start: (spent, -1) for start, spent in starts.items()}
    if single:
        for start, spent in starts.items():
            for n, cost in () if start in hold else steps[start]:
                total = spent + cost
                if n not in blocked and (n not in found or total < found[n][0]) and (
                        minimum or total <= allowance):
                    found[n] = (total, start)
        return found
    buckets: list[list[int]] = [[] for _ in range(allowance + 1)]
    for start, spent in starts.items():
        if spent <= allowance and start not in hold:
            buckets[spent].append(start)
    for cost in range(allowance + 1):
        # Steps of no cost would add to the bucket being read, which a list allows.
        for here in buckets[cost]:
            known, before = found[here]
            if known != cost or (before >= 0 and here in stop):
                continue
            for n, step in steps[here]:
                total = cost + step
                if total > allowance:
                    continue
                other = found.get(n)
                if (other is None or total < other[0]) and n not in blocked:
                    found[n] = (total, here)
                    buckets[total].append(n)
    if minimum:
        for start, spent in starts.items():
            if spent == 0 and start not in hold:
                for n, cost in steps[start]:
                    if n not in found and n not in blocked:
                        found[n] = (cost, start)
    return found


def path_to(found: Field, end: int) -> list[int]:
    """The hexes from the start to `end`, both included."""
    path = [end]
    while (before := found[path[-1]][1]) >= 0:
        path.append(before)
    path.reverse()
    return path
