"""Whether all units that choose their set-up hexes find room beside the others: tried, not only counted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from ..lazy_dataclass import dataclass
from ..model.counter_values import steps_of
from ..model.design import Design
from ..model.rules.matching import is_meant, stacking_weight
from ..model.scenario import Unit

_MOST_TRIED = 30_000
"""How often at most a unit is tried in a hex before the search gives up; what it tells is then a guess."""
_MOST_TRIED_TO_NAME = 90_000
"""How often at most, in all, to find the fewest units that have no room together."""


@dataclass(frozen=True)
class PlacedUnit:
    """A ground unit that is set up on the map: its name in sentences, its side, its possible hexes."""

    unit: Unit
    label: str
    side: str
    hexes: tuple[int, ...]


@dataclass(frozen=True)
class Crowd:
    """Units, as few as could be found, that cannot all be set up; `is_sure` unless the search gave up."""

    units: tuple[PlacedUnit, ...]
    hexes: tuple[int, ...]
    """Those that they may choose, in map order."""
    is_sure: bool = True


@dataclass(frozen=True)
class _Limit:
    """At most so many units of a group in these hexes."""

    group: str
    hexes: frozenset[int]
    at_most: int


@dataclass(frozen=True)
class _Piece:
    """What counts of a unit when others stand with it."""

    side: str
    nationality: str
    alone: bool
    shared: frozenset[int]
    """The hexes in which it need not stand alone."""
    group: str
    weight: Fraction
    limited: tuple[bool, ...]
    """Whether each quota of the ruleset means it."""
    apart: tuple[tuple[bool, bool], ...]
    """For each kind of units that may not stack whether it is one of them, and whether it is shunned."""

    def is_alone(self, hex: int) -> bool:
        """Whether it shares this hex with no other unit of its nationality."""
        return self.alone and hex not in self.shared


@dataclass(frozen=True)
class _Block:
    """Units that are set up in one hex, most often one unit."""

    units: tuple[PlacedUnit, ...]
    pieces: tuple[_Piece, ...]
    hexes: tuple[int, ...]
    weight: Fraction


def crowds(design: Design, placed: Iterable[PlacedUnit], can_enter: Callable[[int], bool],
           limit_of: Callable[[int], Fraction]) -> Iterator[Crowd]:
    """For each side the units that find no room whatever their owner chooses, if there are any: beside the
    units that stand already, with stacking limits, units that stand alone, and limits of set-up groups. What
    the other side may choose is left open, and so are units that stand where they may not."""
    units = list(placed)
    for side in dict.fromkeys(p.side for p in units):
        if any(p.side == side and len(p.hexes) > 1 for p in units):
            search = _Search(design, {side}, units, can_enter, limit_of)
            found = search.crowd()
            if found is not None:
                yield found


def contested_room(design: Design, placed: Iterable[PlacedUnit], can_enter: Callable[[int], bool],
                   limit_of: Callable[[int], Fraction]) -> Crowd | None:
    """The units of several sides that surely do not all find room in the hexes that they share, whatever
    their owners choose, although those of each side do; None if there are none. To be asked where `crowds`
    finds nothing."""
    units = list(placed)
    if len({p.side for p in units if len(p.hexes) > 1}) < 2:
        return None
    search = _Search(design, {p.side for p in units}, units, can_enter, limit_of)
    found = search.crowd() if search.shares_hexes() else None
    return found if found is not None and found.is_sure else None


class _Search:
    """Puts the units of some sides into hexes, those with the fewest first, and takes them back where others
    find no room."""

    def __init__(self, design: Design, sides: Collection[str], placed: Sequence[PlacedUnit],
                 can_enter: Callable[[int], bool], limit_of: Callable[[int], Fraction]) -> None:
        self._ruleset, self._limit_of = design.ruleset, limit_of
        self._tries = 0
        self._gave_up = False
        scenario = design.scenario
        assert scenario is not None
        grid = design.map.grid
        self._limits = [_Limit(group.id, frozenset(map(grid.index, one.where.resolve(design.map))),
                               one.at_most) for group in scenario.set_up_groups for one in group.limits]
        self._shared = {group.id: frozenset(map(grid.index, group.shared_hexes(design.map)))
                        for group in scenario.set_up_groups}
        self._there: dict[int, list[_Piece]] = {}
        holders: dict[int, set[str]] = {}
        for p in placed:
            if len(p.hexes) == 1:
                holders.setdefault(p.hexes[0], set()).add(p.side)
                if p.side in sides:
                    self._there.setdefault(p.hexes[0], []).append(self._piece(p))
        together = {group.id for group in scenario.set_up_groups if group.together}
        at = {_group(p.unit): p.hexes[0] for p in placed
              if len(p.hexes) == 1 and p.side in sides and _group(p.unit) in together}
        chosen: dict[str, list[PlacedUnit]] = {}
        for p in placed:
            if p.side in sides and len(p.hexes) > 1:
                group = _group(p.unit)
                name = f"group {group}" if group in together else f"unit {p.unit.key}"
                chosen.setdefault(name, []).append(p)
        self._blocks: list[_Block] = []
        for own in chosen.values():
            # The others of a group that stands in one hex go where its first unit stands.
            only, side = at.get(_group(own[0].unit)), own[0].side
            hexes = tuple(h for h in own[0].hexes if holders.get(h, {side}) == {side} and can_enter(h)
                          and only in (None, h))
            pieces = tuple(map(self._piece, own))
            self._blocks.append(_Block(
                tuple(own), pieces, hexes, sum((p.weight for p in pieces), Fraction(0))))

    def shares_hexes(self) -> bool:
        """Whether units of two sides may choose one hex."""
        chosen: dict[str, set[int]] = {}
        for block in self._blocks:
            chosen.setdefault(block.units[0].side, set()).update(block.hexes)
        return any(not a.isdisjoint(b) for a, b in combinations(chosen.values(), 2))

    def crowd(self) -> Crowd | None:
        """The fewest units found that have no room together; None if all have room."""
        blocks = self._pressed(self._blocks)
        if self._fits(blocks, _MOST_TRIED):
            return None
        if self._gave_up:
            return self._told(blocks, False)
        begun = self._tries
        for block in list(blocks):
            fewer = [b for b in blocks if b is not block]
            fits = bool(fewer) and self._fits(fewer, _MOST_TRIED_TO_NAME + begun - self._tries)
            if self._gave_up:
                break
            if fewer and not fits:
                blocks = fewer
        return self._told(blocks, True)

    def _told(self, blocks: Sequence[_Block], is_sure: bool) -> Crowd:
        return Crowd(tuple(u for b in blocks for u in b.units),
                     tuple(sorted({h for b in blocks for h in b.hexes})), is_sure)

    def _pressed(self, blocks: Sequence[_Block]) -> list[_Block]:
        """The blocks without those that find room after all others: in a hex where none of them needs to
        stand, and of which no limit of a group speaks."""
        left = list(blocks)
        limited = {h for limit in self._limits for h in limit.hexes}
        while True:
            kept = [b for b in left if not self._has_room(b, len(left), limited)]
            if len(kept) == len(left):
                return left
            left = kept

    def _has_room(self, block: _Block, number: int, limited: set[int]) -> bool:
        found = 0
        for hex in block.hexes:
            if hex not in limited and self._may(block, hex):
                found += 1
                if found >= number:
                    return True
        return False

    def _fits(self, blocks: Sequence[_Block], most: int) -> bool:
        """Whether all of the blocks find room together; False if the search gave up, which it notes."""
        end = self._tries + most
        left = list(blocks)
        last: dict[tuple[object, ...], list[int]] = {}

        def fit() -> bool:
            if not left or self._gave_up:
                return not self._gave_up
            best, places = -1, list[int]()
            for i, block in enumerate(left):
                self._tries += len(block.hexes) or 1
                if self._tries > end:
                    self._gave_up = True
                    return False
                open_hexes = [h for h in block.hexes if self._may(block, h)]
                if best < 0 or len(open_hexes) < len(places):
                    best, places = i, open_hexes
                if not open_hexes:
                    return False
            block = left.pop(best)
            # Of units that are alike only one order is tried.
            alike = last.setdefault(self._kind(block), [])
            for hex in places:
                if alike and hex < alike[-1]:
                    continue
                self._there.setdefault(hex, []).extend(block.pieces)
                alike.append(hex)
                try:
                    if fit():
                        return True
                finally:
                    alike.pop()
                    del self._there[hex][-len(block.pieces):]
            left.insert(best, block)
            return False

        return fit()

    def _kind(self, block: _Block) -> tuple[object, ...]:
        return block.hexes, block.pieces

    def _may(self, block: _Block, hex: int) -> bool:
        """Whether a block may stand in a hex with the units that stand there now."""
        there = self._there.get(hex, ())
        # Where enemies stand together already, that is a problem of its own.
        if there and there[-1].side != block.pieces[0].side:
            return False
        if block.weight + sum((p.weight for p in there), Fraction(0)) > self._limit_of(hex):
            return False
        here = (*there, *block.pieces)
        for i, one in enumerate(here):
            # Those that stand there already have problems of their own if they may not.
            for other in here[max(i + 1, len(there)):]:
                if one.nationality == other.nationality and (one.is_alone(hex) or other.is_alone(hex)):
                    return False
                if any((a and d) or (b and c) for (a, b), (c, d) in zip(one.apart, other.apart, strict=True)):
                    return False
        for i, quota in enumerate(self._ruleset.stacking.at_most):
            if any(p.limited[i] for p in block.pieces) and sum(p.limited[i] for p in here) > quota.number:
                return False
        group = block.pieces[0].group
        return not any(
            limit.group == group and hex in limit.hexes and len(block.pieces) + sum(
                p.group == group for h in limit.hexes for p in self._there.get(h, ())) > limit.at_most
            for limit in self._limits)

    def _piece(self, placed: PlacedUnit) -> _Piece:
        ruleset, unit, setup = self._ruleset, placed.unit, placed.unit.setup
        return _Piece(
            placed.side, unit.nationality, setup is not None and setup.alone,
            self._shared.get(_group(unit), frozenset()), _group(unit),
            stacking_weight(ruleset, unit, steps_of(ruleset, unit)),
            tuple(is_meant(ruleset, unit, quota.units) for quota in ruleset.stacking.at_most),
            tuple((is_meant(ruleset, unit, one.units), is_meant(ruleset, unit, one.from_))
                  for one in ruleset.stacking.apart))


def _group(unit: Unit) -> str:
    return unit.setup.group if unit.setup is not None else ""
