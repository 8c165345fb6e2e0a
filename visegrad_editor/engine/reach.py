"""The hexes a unit can reach: cheapest paths within a movement allowance. The search is compiled
(`_reach.c`)."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import overload

from ..model.cooperative_yield import with_pauses, yield_to_window
from ._reach import Net

START = -1
"""Stands for the hex before a start."""
UNREACHED = -2
"""The value of the compiled search for a hex that is not reached, in place of the previous hex."""


class Steps(Sequence[tuple[tuple[int, int], ...]]):
    """The (neighbour, cost) steps out of each hex, prepared for searches.

    They are kept as flat tables; tuples, which take ten times as much memory, are made on demand. Raises
    `ValueError` for a neighbour that is not on the map, and for a cost that is negative or in the hundreds of
    millions.
    """

    def __init__(self, rows: Iterable[Iterable[tuple[int, int]]]) -> None:
        first, ends, costs = [0], list[int](), list[int]()
        for row in with_pauses(rows):
            for end, cost in row:
                ends.append(end)
                costs.append(cost)
            first.append(len(ends))
        self._take(first, ends, costs)

    @classmethod
    def of_tables(cls, first: Sequence[int], ends: Sequence[int], costs: Sequence[int]) -> Steps:
        """The steps of hex h are those from first[h] to first[h + 1] of `ends` and `costs`."""
        made = cls.__new__(cls)
        made._take(first, ends, costs)
        return made

    def _take(self, first: Sequence[int], ends: Sequence[int], costs: Sequence[int]) -> None:
        yield_to_window()
        size = len(first) - 1
        if ends and (min(ends) < 0 or max(ends) >= size or min(costs) < 0):
            raise ValueError(f"a step leads off a map of {size} hexes or has a negative cost")
        yield_to_window()
        self._first, self._ends, self._costs = _flat(first), _flat(ends), _flat(costs)
        self.dearest: int = max(costs, default=0)
        """The cost of the most expensive step; 0 if there are no steps."""
        self.longest: int = self.dearest * size
        """An upper bound for the cost of a cheapest path."""
        self.width: int = (size + 7) // 8
        """The size of a set of hexes, in bytes."""

    def with_costs(self, changed: Mapping[tuple[int, int], int]) -> Steps:
        """The same steps with other costs for some of them, by the hexes at their ends."""
        costs = list(self._costs)
        first, ends = self._first, self._ends
        for (start, end), cost in changed.items():
            costs[ends.index(end, first[start], first[start + 1])] = cost
        return Steps.of_tables(first, ends, costs)

    @cached_property
    def rows(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The steps of all hexes."""
        pairs = list(zip(self._ends, self._costs, strict=True))
        return tuple([tuple(pairs[a:b]) for a, b in with_pauses(pairwise(self._first))])

    @cached_property
    def net(self) -> Net:
        """The steps as the search takes them."""
        return Net(self._first.tobytes(), self._ends.tobytes(), self._costs.tobytes())

    def cost(self, start: int, end: int) -> int | None:
        """The cost of a step; None if there is no such step."""
        first, last = self._first[start], self._first[start + 1]
        near = self._ends[first:last]
        return self._costs[first + near.index(end)] if end in near else None

    def __len__(self) -> int:
        return len(self._first) - 1

    @overload
    def __getitem__(self, hex: int) -> tuple[tuple[int, int], ...]: ...

    @overload
    def __getitem__(self, hex: slice) -> tuple[tuple[tuple[int, int], ...], ...]: ...

    def __getitem__(self, hex: int | slice) -> (
            tuple[tuple[int, int], ...] | tuple[tuple[tuple[int, int], ...], ...]):
        return self.rows[hex]

    def __iter__(self) -> Iterator[tuple[tuple[int, int], ...]]:
        return iter(self.rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Steps) and (self._first, self._ends, self._costs) == (
            other._first, other._ends, other._costs)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[Steps], tuple[tuple[tuple[tuple[int, int], ...], ...]]]:
        return Steps, (self.rows,)


def _flat(numbers: Sequence[int]) -> array[int]:
    """The numbers in four bytes each."""
    try:
        return numbers if isinstance(numbers, array) else array("i", numbers)
    except OverflowError:
        raise ValueError("a step costs more than can be counted") from None


class Reach:
    """The hexes within reach of a unit, in the order found, with the cost of each and a path to it."""

    __slots__ = ("_before", "_cost", "costs", "hexes")

    def __init__(self, hexes: list[int], costs: list[int], before: Mapping[int, int] | bytes) -> None:
        self.hexes, self.costs = hexes, costs
        self._before: Mapping[int, int] | memoryview[int] | bytes = before
        self._cost: dict[int, int] | None = None

    def __contains__(self, hex: int) -> bool:
        return hex in self.hexes

    def __iter__(self) -> Iterator[int]:
        return iter(self.hexes)

    def __len__(self) -> int:
        return len(self.hexes)

    @property
    def cost(self) -> dict[int, int]:
        """Hex to cost; made on demand."""
        if self._cost is None:
            self._cost = dict(zip(self.hexes, self.costs, strict=True))
        return self._cost

    def path_to(self, end: int) -> list[int]:
        """The hexes from the start to `end`, both included; raises `KeyError` if `end` is not reached."""
        if isinstance(self._before, bytes):
            self._before = memoryview(self._before).cast("i")
        before, path = self._before, [end]
        while (end := before[end]) >= 0:
            path.append(end)
        if end == UNREACHED:
            raise KeyError(path[0])
        path.reverse()
        return path

    def before(self, hex: int) -> int:
        """The hex before one that is reached, on the path to it; `START` for a start."""
        if isinstance(self._before, bytes):
            self._before = memoryview(self._before).cast("i")
        return self._before[hex]

    def named_paths(self, ends: Iterable[int], names: Sequence[str]) -> list[tuple[str, ...]]:
        """The names of the hexes along the path to each of some hexes that are reached, as `path_to` finds
        it: much faster than one at a time."""
        if isinstance(self._before, bytes):
            self._before = memoryview(self._before).cast("i")
        before, known = self._before, dict[int, tuple[str, ...]]()
        paths = []
        for end in ends:
            new, here = [], end
            while here >= 0 and here not in known:
                new.append(here)
                here = before[here]
            path = known[here] if here >= 0 else ()
            for hex in reversed(new):
                path = known[hex] = (*path, names[hex])
            paths.append(known[end])
        return paths


NOWHERE = Reach([], [], {})


def reach(
    steps: Steps, starts: dict[int, int], allowance: int, blocked: int, stop: int, hold: int = 0,
    minimum: bool = True, single: bool = False,
) -> Reach:
    """All hexes within the allowance from one of the starts, which map a hex to the cost already spent.

    `blocked`, `stop` and `hold` are sets of hexes as in `bits`: `blocked` hexes are not entered, `stop` hexes
    are not left once entered, and `hold` hexes are not left even as starts. `minimum` allows one step from a
    start whatever its cost; `single` allows no second step. Starts are never blocked and always part of the
    result. Raises `ValueError` for a start off the map or with a negative cost.

    >>> line = Steps([[(1, 2)], [(0, 2), (2, 2)], [(1, 2)]])
    >>> reach(line, {0: 0}, 4, 0, 0).cost
    {0: 0, 1: 2, 2: 4}
    >>> list(reach(line, {0: 0}, 4, 0, stop=0b11))
    [0, 1]
    >>> list(reach(line, {0: 0}, 1, 0, 0))
    [0, 1]
    >>> reach(line, {0: 0}, 4, 0, 0).path_to(2)
    [0, 1, 2]
    """
    width = steps.width
    return Reach(*steps.net.search(
        starts, allowance, blocked.to_bytes(width, "little"), stop.to_bytes(width, "little"),
        hold.to_bytes(width, "little"), minimum, single))
