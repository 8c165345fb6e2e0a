"""A spatial index of things by their boxes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from .curves import Box, boxes_meet

T = TypeVar("T")


class BoxIndex(Generic[T]):
    """Things with their boxes, sorted into squares; results are in the order of addition.

    >>> index = BoxIndex([((0, 0, 1, 1), "a"), ((90, 0, 99, 1), "b"), ((0, 0, 95, 1), "c")])
    >>> index.meeting((91, 0, 92, 9)), index.meeting((50, 5, 51, 6))
    (['b', 'c'], [])
    """

    def __init__(self, things: Iterable[tuple[Box, T]] = (), edge: float = 8.0) -> None:
        self._edge = edge
        self._all: list[tuple[Box, T]] = []
        self._squares: dict[tuple[int, int], list[int]] = {}
        for box, thing in things:
            self.add(box, thing)

    def add(self, box: Box, thing: T) -> None:
        """Add a thing after all others."""
        for square in self._of(box):
            self._squares.setdefault(square, []).append(len(self._all))
        self._all.append((box, thing))

    def meeting(self, box: Box) -> list[T]:
        """The things whose boxes overlap this one."""
        if not self._all:
            return []
        matches: set[int] = set()
        for square in self._of(box):
            matches.update(self._squares.get(square, ()))
        return [thing for n in sorted(matches) for one, thing in (self._all[n],) if boxes_meet(one, box)]

    def __iter__(self) -> Iterator[T]:
        return (thing for _, thing in self._all)

    def _of(self, box: Box) -> Iterator[tuple[int, int]]:
        left, top, right, bottom = (math.floor(v / self._edge) for v in box)
        return ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))
