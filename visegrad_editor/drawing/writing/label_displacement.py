"""Displaces names that counters on the map would cover.

A name that no counter covers keeps its usual position; so when a counter moves, only names near it are placed
again, and no legible label, plate or name moves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Sized

import numpy as np

from ...hexgrid import Hex, HexGeometry
from ..counters import stack_box
from ..curves import Box, boxes_meet
from ..style import Style
from .incremental_placement import IncrementalPlacement, MovablePlacement, PlacedItem, Placer
from .names import GAP
from .obstacles import block_within

_REACH = 1.0
"""The greatest reach of a stack of counters from the centre of its hex, in map units."""
_SLACK = 0.12
"""The share of the height of a line that letters leave free above and below."""
_FARTHER = 0.4
"""How much farther from its place a name may go than without counters, in map units."""


class StackBoxes:
    """The stacks of counters on a map, by hex."""

    def __init__(self, stacks: Mapping[Hex, Sized], geometry: HexGeometry, style: Style) -> None:
        self._stacks, self._geometry, self._style = stacks, geometry, style

    def box(self, hex: Hex) -> Box | None:
        """The box of the counters in a hex; None if there are none."""
        stack = self._stacks.get(hex)
        return stack_box(len(stack), self._geometry.centre(hex), self._style) if stack else None

    def boxes(self, box: Box) -> list[Box]:
        """The boxes of the counters that meet a box."""
        if not self._stacks:
            return []
        columns, rows = block_within(self._geometry, box, _REACH)
        there = [Hex(c, r) for r in rows for c in columns if (c, r) in self._stacks]
        return [b for hex in there if (b := self.box(hex)) is not None and boxes_meet(b, box)]

    def differing(self, before: StackBoxes, hexes: Collection[Hex] | None) -> list[Box]:
        """The boxes of counters that differ from `before`, in some hexes or, if None, anywhere."""
        some: Iterable[Hex] = self._stacks.keys() | before._stacks.keys() if hexes is None else hexes
        pairs = ((before.box(hex), self.box(hex)) for hex in some)
        return [b for one, other in pairs if one != other for b in (one, other) if b is not None]


class DisplacedNames(IncrementalPlacement):
    """Names of which those that the counters of `stacks` would cover stand elsewhere, clear of all others, of
    the counters and of what is `written` in an area."""

    def __init__(
        self, usual: MovablePlacement, stacks: StackBoxes, written: Callable[[Box], Sequence[Box]]
    ) -> None:
        self.obstacles = usual.obstacles
        self.usual, self.stacks, self._written = usual, stacks, written
        self._covered: dict[int, bool] = {}
        more = np.array((-_FARTHER, -_FARTHER, _FARTHER, _FARTHER))
        super().__init__(usual.keys, usual.areas + more)

    def _placer(self, which: Sequence[int]) -> Placer:
        moved = [n for n in which if self._is_covered(n)]
        elsewhere = self.usual.elsewhere(moved) if moved else None

        def place(n: int, taken: Sequence[Box]) -> PlacedItem:
            if elsewhere is not None and self._is_covered(n):
                return elsewhere(n, taken)
            return self.usual.result(n)

        return place

    def place_again(self, around: Sequence[Box], others: Sequence[Box] = ()) -> list[Box]:
        """Place names again near changed boxes, or where counters changed."""
        self._covered.clear()
        return super().place_again(around, others)

    def _missing(self, around: Sequence[Box]) -> set[int]:
        # A name that was not displaced affected no other and so needed no result; a counter changes that.
        covered = {n for n in self._in(around) if self._is_covered(n)}
        self._add_influences(covered)
        return {n for n in covered if n not in self._results}

    def _is_covered(self, n: int) -> bool:
        covered = self._covered.get(n)
        if covered is None:
            covered = self._covered[n] = any(
                self.stacks.boxes(_letters(box)) for box in self.usual.result(n).boxes)
        return covered

    def _settle(
        self, which: Iterable[int], known: dict[int, tuple[tuple[Box, ...], PlacedItem]] | None = None
    ) -> None:
        which = list(which)
        self.usual.settled(which)
        super()._settle(which, known)

    def _near(self, n: int) -> list[int]:
        """The names near the n-th that can affect it: only displaced names affect others."""
        near = super()._near(n)
        self.usual.settled(near)
        return [m for m in near if m == n or self._is_covered(m)]

    def _clear_of(self, n: int) -> tuple[Box, ...]:
        if not self._is_covered(n):
            return self.usual.result(n).boxes
        area, near = self._area[n], super()._near(n)
        others = self.usual.settled(near)
        boxes = [b for m in near if m != n for b in others[m].boxes if boxes_meet(b, area)]
        return (*self.stacks.boxes(area), *boxes, *self._written(area), *super()._clear_of(n))


def _letters(box: Box) -> Box:
    """The box of letters without the room around it."""
    left, top, right, bottom = box
    size = bottom - top
    aside = min(GAP * size, (right - left) / 3)
    return left + aside, top + _SLACK * size, right - aside, bottom - _SLACK * size
