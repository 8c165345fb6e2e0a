"""Where a unit can go: cheapest paths within a movement allowance.

The search is compiled (`_reach.c`) where a compiler was at hand when the package was installed, else plain
Python (`reach_plain.py`); both give the same answers. The environment variable `VISEGRAD_PURE=1` leaves the
compiled part out.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, overload

from ..model.cooperative_yield import with_pauses, yield_to_window
from .reach_plain import search

if TYPE_CHECKING:
    from ._reach import Net

UNREACHED = -2
"""What the compiled search tells of a hex not reached in place of the hex before it."""


def _compiled_part() -> type[Net] | None:
    """The compiled search, or None where it is missing or not wanted."""
    if os.environ.get("VISEGRAD_PURE", "0") not in ("", "0"):
        return None
    try:
        from ._reach import Net
    except ImportError:
        return None
    return Net


_NET = _compiled_part()

COMPILED = _NET is not None
"""Whether searches run compiled."""


class Steps(Sequence[tuple[tuple[int, int], ...]]):
    """Per hex the (neighbour, cost) steps out of it, made ready for searches.

    They are kept as flat tables; as tuples, which take ten times as much room, they are made when they are
    first asked for. Raises `ValueError` for a neighbour that is not on the map and for a cost below nothing.
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
            raise ValueError(f"a step leads off a map of {size} hexes or costs less than nothing")
        yield_to_window()
        self._first, self._ends, self._costs = _flat(first), _flat(ends), _flat(costs)
        self.dearest: int = max(costs, default=0)
        """What the dearest step costs, 0 where there is none."""
        self.longest: int = self.dearest * size
        """No cheapest path costs more."""
        self.width: int = (size + 7) // 8
        """The bytes that a set of hexes takes."""

    @cached_property
    def rows(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The steps of all hexes."""
        pairs = list(zip(self._ends, self._costs, strict=True))
        return tuple([tuple(pairs[a:b]) for a, b in with_pauses(pairwise(self._first))])

    @cached_property
    def least(self) -> list[int]:
        """Per hex the cost of the cheapest step."""
        return [min([cost for _, cost in row], default=1 << 30) for row in self.rows]

    @cached_property
    def net(self) -> Net | None:
        """The same for the compiled search; None where it is left to plain Python."""
        return _net_of(self._first, self._ends, self._costs)

    def cost(self, start: int, end: int) -> int | None:
        """What a step costs, None where there is no such step."""
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


def _flat(numbers: Sequence[int]) -> Sequence[int]:
    """The numbers in four bytes each, where these hold them."""
    try:
        return numbers if isinstance(numbers, array) else array("i", numbers)
    except OverflowError:
        return numbers


def _net_of(first: Sequence[int], ends: Sequence[int], costs: Sequence[int]) -> Net | None:
    """The steps as flat tables, or None where the compiled part is missing or its numbers too small."""
    if _NET is None:
        return None
    try:
        return _NET(array("i", first).tobytes(), array("i", ends).tobytes(), array("i", costs).tobytes())
    except (OverflowError, ValueError):
        return None


class Field:
    """The hexes a unit can get to, in the order found, what each costs, and how to get there."""

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
        """Hex to what it costs; made when it is first asked for."""
        if self._cost is None:
            self._cost = dict(zip(self.hexes, self.costs, strict=True))
        return self._cost

    def path_to(self, end: int) -> list[int]:
        """The hexes from the start to `end`, both included; `KeyError` where it is not reached."""
        if isinstance(self._before, bytes):
            self._before = memoryview(self._before).cast("i")
        before, path = self._before, [end]
        while (end := before[end]) >= 0:
            path.append(end)
        if end == UNREACHED:
            raise KeyError(path[0])
        path.reverse()
        return path


NOWHERE = Field([], [], {})


def reach(
    steps: Steps, starts: dict[int, int], allowance: int, blocked: int, stop: int, hold: int = 0,
    minimum: bool = True, single: bool = False,
) -> Field:
    """All hexes within the allowance of one of the starts, which map a hex to what it has cost already.

    `blocked`, `stop` and `hold` are sets of hexes as in `bits`: `blocked` ones are not entered, `stop` ones
    not left again once entered, `hold` ones not even as starts. `minimum` allows one step from a start
    whatever it costs; `single` allows no second one. A start is never blocked, and is always among the hexes
    found. Raises `ValueError` for a start off the map or one that has cost less than nothing.

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
    net = steps.net
    if net is None:
        return Field(*search(steps, starts, allowance, blocked, stop, hold, minimum, single))
    width = steps.width
    return Field(*net.search(
        starts, allowance, blocked.to_bytes(width, "little"), stop.to_bytes(width, "little"),
        hold.to_bytes(width, "little"), minimum, single))
