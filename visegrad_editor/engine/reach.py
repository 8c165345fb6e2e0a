"""Where a unit can go: cheapest paths within a movement allowance."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

Row = tuple[tuple[int, int], ...]


class Steps(tuple[Row, ...]):
    """Per hex the (neighbour, cost) steps out of it. `least` holds per hex the cost of the cheapest."""

    least: list[int]

    def __new__(cls, rows: Iterable[Iterable[tuple[int, int]]]) -> Steps:
        made = super().__new__(cls, (tuple(row) for row in rows))
        made.least = [min((cost for _, cost in row), default=1 << 30) for row in made]
        return made


class Field:
    """The hexes a unit can get to, in the order found, and how.

    `before` maps each to the hex before it on the cheapest path, -1 for a start; `cost[hex]` is what the
    path costs, and means nothing for other hexes.
    """

    __slots__ = ("before", "cost")

    def __init__(self, before: dict[int, int], cost: list[int]) -> None:
        self.before, self.cost = before, cost

    def __contains__(self, hex: int) -> bool:
        return hex in self.before

    def __iter__(self) -> Iterator[int]:
        return iter(self.before)

    def __len__(self) -> int:
        return len(self.before)

    def path_to(self, end: int) -> list[int]:
        """The hexes from the start to `end`, both included."""
        before, path = self.before, [end]
        while (end := before[end]) >= 0:
            path.append(end)
        path.reverse()
        return path


NOWHERE = Field({}, [])


def reach(
    steps: Steps, starts: Mapping[int, int], allowance: int, blocked: Collection[int],
    stop: Collection[int], hold: Collection[int] = (), minimum: bool = True, single: bool = False,
) -> Field:
    """All hexes within the allowance of one of the starts, which map a hex to what it has cost already.

    `blocked` hexes are not entered; `stop` hexes are not left again once entered, `hold` ones not even
    as starts; `minimum` allows one step from a start whatever it costs; `single` allows no second one.
    A start is never blocked.

    >>> line = Steps([[(1, 2)], [(0, 2), (2, 2)], [(1, 2)]])
    >>> sorted(reach(line, {0: 0}, 4, (), ()))
    [0, 1, 2]
    >>> sorted(reach(line, {0: 0}, 4, (), {0, 1}))
    [0, 1]
    >>> sorted(reach(line, {0: 0}, 1, (), ()))
    [0, 1]
    """
    # What a hex must be reached for less than: one list for the allowance, the best so far and the ban.
    best = [allowance + 1] * len(steps)
    for h in blocked:
        best[h] = -1
    before = dict.fromkeys(starts, -1)
    buckets: list[list[int]] = [[] for _ in range(allowance + 1)]
    for start, spent in starts.items():
        best[start] = spent
        if spent <= allowance and start not in hold and not single:
            buckets[spent].append(start)
    least = steps.least
    for spent, bucket in enumerate(buckets):
        left = allowance - spent
        # Steps of no cost would add to the bucket being read, which a list allows.
        for here in bucket:
            if best[here] != spent or least[here] > left:
                continue
            for n, cost in steps[here]:
                total = spent + cost
                if total < best[n]:
                    best[n] = total
                    before[n] = here
                    if n not in stop:
                        buckets[total].append(n)
    if minimum or single:
        for start, spent in starts.items():
            if start in hold or (spent and not single):
                continue
            for n, cost in steps[start]:
                if n not in before and best[n] >= 0 and (minimum or spent + cost <= allowance):
                    best[n] = spent + cost
                    before[n] = start
    return Field(before, best)
