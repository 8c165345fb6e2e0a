"""Incremental placement of text: each thing is placed clear of those placed before it.

The position of a thing depends only on earlier things that may come near it. So only what is requested is
placed, together with the things that affect it, and after an edit only what the edit may affect. The result
is the same as if everything were placed again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from ..box_pairs import Boxes, as_table, meeting, overlapping
from ..curves import Box, boxes_meet
from ..primitives import Item, Text
from .obstacles import Obstacles

_FEW = 60
"""Up to this many, a linear search is faster."""


class PlacedItem(NamedTuple):
    """The result for one thing; `item` is None if it found no room."""

    item: Item | None
    boxes: tuple[Box, ...] = ()
    """Later things keep clear of these boxes."""


Placer = Callable[[int, Sequence[Box]], PlacedItem]
"""Places the n-th thing clear of some boxes."""


def numbered_keys(keys: Iterable[Hashable]) -> list[Hashable]:
    """The keys, with repeated ones numbered.

    >>> numbered_keys("aba")
    [('a', 0), ('b', 0), ('a', 1)]
    """
    seen: Counter[Hashable] = Counter()
    keys_out: list[Hashable] = []
    for key in keys:
        keys_out.append((key, seen[key]))
        seen[key] += 1
    return keys_out


class IncrementalPlacement(ABC):
    """Things in the order in which they are placed.

    `keys` identify them from edit to edit; `areas` are the boxes in which each may be placed: it never leaves
    its area, and nothing outside affects it.
    """

    obstacles: Obstacles
    """The symbols, lines and borders on the map."""

    def __init__(self, keys: Sequence[Hashable], areas: Sequence[Box] | Boxes) -> None:
        self.keys = keys
        self.areas: Boxes = as_table(areas)
        self._area = [tuple(a) for a in self.areas.tolist()]
        self._results: dict[int, PlacedItem] = {}
        self._taken: dict[int, tuple[Box, ...]] = {}
        """The boxes of which each had to keep clear."""

    # -- defined by subclasses ----------------------------------------------------------------

    @abstractmethod
    def _placer(self, which: Sequence[int]) -> Placer:
        """A function that places some of them; shared preparations are made once here."""

    def _others(self, area: Box) -> Sequence[Box]:
        """The boxes in an area that were taken before the first of these things."""
        return ()

    def _rank(self, n: int) -> int:
        """The position of the n-th in the picture, from the bottom."""
        return n

    def settled(self, which: Iterable[int]) -> Mapping[int, PlacedItem]:
        """All results so far, including those of some things, which are placed now if necessary."""
        self._settle(which)
        return self._results

    def result(self, n: int) -> PlacedItem:
        """The result for the n-th."""
        placed = self._results.get(n)
        return placed if placed is not None else self.settled([n])[n]

    # -- results ------------------------------------------------------------------------------

    def items(self, box: Box | None = None) -> list[Item]:
        """The items that meet a box, or all, from the bottom of the picture to the top."""
        which = range(len(self.keys)) if box is None else meeting(self.areas, box).tolist()
        self._settle(which)
        ranked = [(self._rank(n), item) for n in which if (item := self._results[n].item) is not None
                 and (box is None or boxes_meet(item.box, box))]
        return [item for _, item in sorted(ranked, key=lambda e: e[0])]

    def boxes(self, box: Box, below: float = 1e9) -> list[Box]:
        """The boxes to keep clear of in a box; only those of things that are shown somewhere `below` a scale
        in pixels per map unit."""
        which = [n for n, area in enumerate(self._area) if boxes_meet(area, box)] if (
            len(self._area) <= _FEW) else meeting(self.areas, box).tolist()
        self._settle(which)
        return [b for n in which if self._shown_below(n, below) for b in self._results[n].boxes
                if boxes_meet(b, box)]

    def _shown_below(self, n: int, scale: float) -> bool:
        item = self._results[n].item
        return scale >= 1e9 or (item is not None and item.least_scale < scale and any(
            not isinstance(p, Text) or p.size * scale > p.least_pixels for p in item.primitives))

    # -- edits --------------------------------------------------------------------------------

    def place_again(self, around: Sequence[Box], others: Sequence[Box] = ()) -> list[Box]:
        """Place things again whose surroundings changed in some boxes, or near which `others` changed, and
        those affected by them; returns the boxes of what changed, before and after."""
        if not self._results or not (around or others):
            return []
        missing = self._missing(around)
        stale = self._known_in(around) | missing
        look = self._known_in(others) - stale
        changes: list[Box] = []
        heap = [*stale, *look]
        heapify(heap)
        place = self._placer(sorted(stale)) if stale else None
        last = -1
        while heap:
            n = heappop(heap)
            if n == last:
                continue
            last, taken = n, self._clear_of(n)
            if n not in stale and taken == self._taken[n]:
                continue
            old = self._results.get(n)
            new = (place if place is not None and n in stale else self._placer([n]))(n, taken)
            self._taken[n] = taken
            if new == old:
                continue
            self._results[n] = new
            changes += [_extent(x) for x in (old, new) if x is not None and x.item is not None]
            if old is None or new.boxes != old.boxes:
                for m in self._near(n):
                    if m > n and m in self._results:
                        heappush(heap, m)
        return changes

    def take_over(
        self, before: IncrementalPlacement, around: Sequence[Box], others: Sequence[Box] = ()
    ) -> list[Box]:
        """Take over the results of `before`, a list in which some things differ now; things whose
        surroundings changed, in some boxes, are placed again. Returns the boxes of what changed."""
        known = {before.keys[n]: n for n in before._results}
        mine = {n: known.pop(key) for n, key in enumerate(self.keys) if key in known}
        elsewhere = self._in(around)
        old = {key: m for m, key in enumerate(before.keys)}
        new = []
        # Those that are new, or that changed and had not been placed.
        for n, key in enumerate(self.keys):
            m = old.get(key)
            if m is None or (m not in before._results and before._area[m] != self._area[n]):
                new.append(n)
        changes = [_extent(x) for m in known.values() if (x := before._results[m]).item is not None]
        self._settle([*mine, *new], {
            n: (before._taken[m], before._results[m]) for n, m in mine.items()
            if n not in elsewhere and before._area[m] == self._area[n]})
        changes += [_extent(x) for n in new if (x := self._results[n]).item is not None]
        for n, m in mine.items():
            one, other = before._results[m], self._results[n]
            if one == other:
                self._results[n] = one
            else:
                changes += [_extent(x) for x in (one, other) if x.item is not None]
        return changes

    def replace_items(self, change: Callable[[int, Item], Item]) -> list[Box]:
        """Change the look of placed things without moving them; returns the boxes of changed ones."""
        boxes = []
        for n, placed in self._results.items():
            if placed.item is not None and (new := change(n, placed.item)) != placed.item:
                self._results[n] = placed._replace(item=new)
                boxes.append(new.box)
        return boxes

    def _missing(self, around: Sequence[Box]) -> set[int]:
        """The things without a result that others now depend on, after a change in some boxes. None here, as
        each result comes after those of all things that may affect it."""
        return set()

    # -- placing ------------------------------------------------------------------------------

    def _settle(
        self, which: Iterable[int], known: dict[int, tuple[tuple[Box, ...], PlacedItem]] | None = None
    ) -> None:
        """Place some things, after those that affect them; a `known` result is reused if the boxes to keep
        clear of are the same."""
        known = known or {}
        wanted = {n for n in which if n not in self._results}
        if not wanted:
            return
        if len(wanted) + len(self._results) < len(self.keys):
            self._add_influences(wanted)
        order = sorted(wanted)
        fresh = [n for n in order if n not in known]
        place = self._placer(fresh) if fresh else None
        for n in order:
            taken = self._clear_of(n)
            if n in known and known[n][0] == taken:
                self._results[n] = known[n][1]
            else:
                self._results[n] = (
                    place if place is not None and n not in known else self._placer([n]))(n, taken)
            self._taken[n] = taken

    def _add_influences(self, wanted: set[int]) -> None:
        """Add the things without a result that affect some things, directly or through others."""
        asked = list(wanted)
        while asked:
            n = asked.pop()
            for m in self._near(n):
                if m >= n:
                    break
                if m not in wanted and m not in self._results:
                    wanted.add(m)
                    asked.append(m)

    def _clear_of(self, n: int) -> tuple[Box, ...]:
        area = self._area[n]
        boxes = list(self._others(area))
        for m in self._near(n):
            if m >= n:
                break
            boxes += [b for b in self._results[m].boxes if boxes_meet(b, area)]
        return tuple(boxes)

    def _near(self, n: int) -> list[int]:
        """The things whose areas meet that of the n-th, including itself, in order."""
        first, near = self._pairs
        return near[first[n]:first[n + 1]]

    @cached_property
    def _pairs(self) -> tuple[list[int], list[int]]:
        one, other = overlapping(self.areas, self.areas)
        counts = [0] * (len(self.keys) + 1)
        for n in one.tolist():
            counts[n + 1] += 1
        for n in range(len(self.keys)):
            counts[n + 1] += counts[n]
        return counts, other.tolist()

    def _known_in(self, boxes: Sequence[Box]) -> set[int]:
        return {n for n in self._in(boxes) if n in self._results}

    def _in(self, boxes: Sequence[Box]) -> set[int]:
        if not boxes:
            return set()
        return set(overlapping(as_table(boxes), self.areas)[1].tolist())


class MovablePlacement(IncrementalPlacement):
    """Things that can be placed elsewhere than in their usual position."""

    @abstractmethod
    def elsewhere(self, which: Sequence[int]) -> Placer:
        """A function that places some of them in other positions, clear of boxes."""


def _extent(placed: PlacedItem) -> Box:
    """The bounding box of a result."""
    boxes = placed.boxes if placed.item is None else (placed.item.box, *placed.boxes)
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)
