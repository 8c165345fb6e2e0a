"""Where a unit can go: cheapest paths within a movement allowance."""

from __future__ import annotations

from collections.abc import Collection, Sequence

Steps = Sequence[Sequence[tuple[int, int]]]


def reach(
    steps: Steps, start: int, allowance: int, blocked: Collection[int], stop: Collection[int],
    spent: int = 0, minimum: bool = True, most: int | None = None,
) -> dict[int, tuple[int, int]]:
    """Hex to (cost, hex before it) for all hexes within the allowance, `start` included.

    `blocked` hexes are not entered, `stop` hexes not left again; `minimum` lets the unit make one
    step whatever it costs; `most` limits the number of hexes entered (1 is all that is supported).

    >>> line = [[(1, 2)], [(0, 2), (2, 2)], [(1, 2)]]
    >>> sorted(reach(line, 0, 4, (), ()))
    [0, 1, 2]
    >>> sorted(reach(line, 0, 4, (), {1}))
    [0, 1]
    >>> sorted(reach(line, 0, 1, (), ()))
    [0, 1]
    """
    found: dict[int, tuple[int, int]] = {start: (spent, -1)}
    if most is not None and most <= 1:
        for n, cost in steps[start]:
            if n not in blocked and (minimum or spent + cost <= allowance):
                found[n] = (spent + cost, start)
        return found
    if spent <= allowance:
        buckets: list[list[int]] = [[] for _ in range(allowance + 1)]
        buckets[spent].append(start)
        for cost in range(spent, allowance + 1):
            # Steps of no cost would add to the bucket being read, which a list allows.
            for here in buckets[cost]:
                if found[here][0] != cost or (here != start and here in stop):
                    continue
                for n, step in steps[here]:
                    total = cost + step
                    if total > allowance or n in blocked:
                        continue
                    known = found.get(n)
                    if known is None or total < known[0]:
                        found[n] = (total, here)
                        buckets[total].append(n)
    if minimum and not spent:
        for n, cost in steps[start]:
            if n not in found and n not in blocked:
                found[n] = (cost, start)
    return found


def path_to(found: dict[int, tuple[int, int]], end: int) -> list[int]:
    """The hexes from the start to `end`, both included."""
    path = [end]
    while (before := found[path[-1]][1]) >= 0:
        path.append(before)
    path.reverse()
    return path
