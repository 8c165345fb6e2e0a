"""Conditions of the ruleset made into functions of a game: which units, which hexes, in which situation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from fractions import Fraction
from functools import cache, cached_property
from typing import Protocol

from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.rules.grammar import (
    ENEMY,
    OWN_SIDE,
    Comparison,
    Group,
    HexCount,
    HexFilter,
    Modifier,
    Number,
    Situation,
    UnitFilter,
    dice_of,
)
from ...model.ruleset import Ruleset
from ..bits import mask_of, spread
from ..board import Board
from ..odds import opposite
from .forces import Forces
from .ground import Ground
from .state import FAR, MOVED, GameState

UnitTest = Callable[[int, int], bool]
"""(unit, side under judgement, -1 if none) to whether the unit is one of those meant."""
HexSet = Callable[[int], int]
"""Side under judgement to the hexes meant, as a set."""


@dataclass(slots=True)
class Case:
    """What a situation is judged for. `side` is the side under judgement; `unit` and `hex` a unit or a hex;
    `start` the hex from which one moves or attacks. In a fight there are `attackers` and `defenders`, and
    `odds` once they are known."""

    side: int = -1
    unit: int = -1
    hex: int = -1
    start: int = -1
    attackers: Sequence[int] = ()
    defenders: Sequence[int] = ()
    origins: Sequence[int] = ()
    odds: Fraction | None = None
    fight: bool = False


Test = Callable[[Case], bool]


class Facts(Protocol):
    """What conditions ask of a game; `in_progress.GameInProgress` answers."""

    design: Design
    board: Board
    forces: Forces
    ground: Ground
    state: GameState
    options: dict[str, str]
    ruleset: Ruleset
    mask: list[int]
    passed: list[int]

    @property
    def phase_id(self) -> str: ...

    def is_in_state(self, u: int, state: str) -> bool: ...

    def is_supplied(self, u: int) -> bool: ...

    def steps_left(self, u: int) -> int: ...

    def room(self, u: int) -> Fraction: ...

    def asset_left(self, id: str, side: int) -> int: ...

    def controlled(self, side: int) -> int: ...

    def supply_area(self, side: int) -> int: ...

    def zone(self, side: int) -> int: ...

    def hexes_of(self, test: Callable[[int, int], bool], side: int) -> int: ...

    def points_of(self, side: int) -> int: ...

    def lead_of(self, side: int) -> int: ...

    def losses_of(self, side: int, units: Callable[[int, int], bool], by_step: bool) -> int: ...

    def roll_for_condition(self, number: int, sides: int) -> int: ...


class Conditions:
    """Makes functions of a game from the conditions of its ruleset, each once."""

    def __init__(self, w: Facts) -> None:
        self._w = w
        self._tests: dict[int, tuple[Situation, Test]] = {}
        self._units: dict[int, tuple[UnitFilter, UnitTest]] = {}
        self._hexes: dict[int, tuple[HexFilter, HexSet]] = {}
        self._settled: set[UnitTest] = set()
        self._members: dict[tuple[UnitTest, int], tuple[int, ...]] = {}
        self._everybody = range(len(w.forces.units))

    # The ruleset keeps its records alive, and each is asked for again and again: they are known by identity.

    def test(self, situation: Situation | None) -> Test:
        """Whether a situation holds in a case; None and an empty one always do."""
        if situation is None:
            return always
        known = self._tests.get(id(situation))
        if known is None:
            known = self._tests[id(situation)] = situation, _Situations(self._w, self).test(situation)
        return known[1]

    def units(self, units: UnitFilter | None) -> UnitTest:
        """Whether a unit is one of those meant; None and an empty filter mean all."""
        if units is None:
            return _any_unit
        known = self._units.get(id(units))
        if known is None:
            known = self._units[id(units)] = units, _unit_test(self._w, units)
            if not asks_for_state(units):
                self._settled.add(known[1])
        return known[1]

    def members(self, test: UnitTest, side: int) -> Sequence[int]:
        """The units among which a side finds all that a test of `units` accepts: just those, if states of
        units do not matter."""
        if test not in self._settled:
            return self._everybody
        known = self._members.get((test, side))
        if known is None:
            known = self._members[test, side] = tuple(u for u in self._everybody if test(u, side))
        return known

    def may_hold_for(self, situation: Situation) -> frozenset[int] | None:
        """The units for which a situation may hold that is judged for a unit by its own side; None if that
        cannot be said before."""
        if situation.units is not None and not asks_for_state(situation.units):
            return self.unit_set(situation.units)
        if situation.any:
            parts = [self.may_hold_for(one) for one in situation.any]
            known = [part for part in parts if part is not None]
            return frozenset().union(*known) if len(known) == len(parts) else None
        return None

    def number(self, number: Number) -> Callable[[Case], tuple[int | Fraction, int | Fraction]] | None:
        """The function that gives a number and the whole of what is counted; None if no key is given."""
        return _Situations(self._w, self).number(number)

    def hexes(self, hexes: HexFilter) -> HexSet:
        """The hexes meant, in play."""
        known = self._hexes.get(id(hexes))
        if known is None:
            known = self._hexes[id(hexes)] = hexes, _hex_set(self._w, self, hexes)
        return known[1]

    def unit_set(self, units: UnitFilter) -> frozenset[int]:
        """The numbers of the units meant, each judged by its own side."""
        test = self.units(units)
        return frozenset(
            u for u in range(len(self._w.forces.units)) if test(u, self._w.forces.side[u]))


def asks_for_state(units: UnitFilter) -> bool:
    """Whether the units meant change with the states of units."""
    return bool(units.state) or (units.without is not None and asks_for_state(units.without))


_TIME = {"turn", "phase", "player_turn", "option", "happened"}


def is_about_time(when: Situation) -> bool:
    """Whether a situation asks only for the time and what has happened."""
    return all(f.name in _TIME or getattr(when, f.name) == f.default for f in fields(when))


_FIGHT = _TIME | {"from_", "odds", "nationalities", "attackers", "defenders"}


def is_about_fight(when: Situation) -> bool:
    """Whether a situation asks only for the time and the fight as a whole, so that it is the same for all
    units of a side."""
    return all(f.name in _FIGHT or getattr(when, f.name) == f.default for f in fields(when))


def is_about_origins(when: Situation) -> bool:
    """Whether a situation asks only from where a hex is attacked, and for options."""
    return all(f.name in ("from_", "option") or getattr(when, f.name) == f.default for f in fields(when))


def always(case: Case) -> bool:
    """What a situation without conditions is made into."""
    return True


def _never(case: Case) -> bool:
    return False


def _any_unit(unit: int, side: int) -> bool:
    return True


def _all_of(tests: Sequence[Test]) -> Test:
    """Whether all tests hold; they are joined without a loop, as they are asked very often."""
    if not tests:
        return always
    if len(tests) == 1:
        return tests[0]
    first, rest = tests[0], _all_of(tests[1:])
    return lambda case: first(case) and rest(case)


def _any_of(tests: Sequence[Test]) -> Test:
    """Whether one of the tests holds."""
    if len(tests) == 1:
        return tests[0]
    first, rest = tests[0], _any_of(tests[1:])
    return lambda case: first(case) or rest(case)


# -- units -----------------------------------------------------------------------------------------


def _named_units(w: Facts, f: UnitFilter) -> frozenset[int]:
    """The units that a filter names, whatever becomes of them; worked out once for a scenario."""
    forces = w.forces
    known = forces.tables.get(id(f))
    # The filter is kept, so that no other one can have its identity.
    if known is not None and known[0] is f:
        members: frozenset[int] = known[1]
        return members
    fixed: set[int] = set()
    sides = frozenset(f.side) - {OWN_SIDE, ENEMY}
    relative = frozenset(f.side) & {OWN_SIDE, ENEMY}
    names = frozenset(f.named)
    formations = frozenset(f.formation)
    for u, unit in enumerate(forces.units):
        side = forces.side_ids[forces.side[u]] if forces.side[u] >= 0 else ""
        if ((not f.nationality or unit.nationality in f.nationality)
                and (not f.type or unit.type in f.type)
                and (not f.trait or forces.traits[u] & frozenset(f.trait))
                and (not f.class_ or forces.class_[u] in f.class_)
                and (not f.size or forces.size[u] in f.size)
                and (not formations or getattr(unit, "formation", "") in formations)
                and (not names or unit.key in names)
                and (not sides or relative or side in sides)):
            fixed.add(u)
    members = frozenset(fixed)
    forces.tables[id(f)] = f, members
    return members


def _unit_test(w: Facts, f: UnitFilter) -> UnitTest:
    forces = w.forces
    sides = frozenset(f.side) - {OWN_SIDE, ENEMY}
    relative = frozenset(f.side) & {OWN_SIDE, ENEMY}
    members = _named_units(w, f)
    states = frozenset(f.state)
    without = _unit_test(w, f.without) if f.without is not None else None
    if not relative and not states and without is None:
        return lambda unit, side: unit in members
    named = {forces.side_ids.index(s) for s in sides if s in forces.side_ids}

    def test(unit: int, side: int) -> bool:
        if unit not in members:
            return False
        if relative:
            mine = forces.side[unit] == side
            if not ((mine and OWN_SIDE in relative) or (not mine and ENEMY in relative)
                    or forces.side[unit] in named):
                return False
        if states and not any(w.is_in_state(unit, s) for s in states):
            return False
        return without is None or not without(unit, side)

    return test


# -- hexes -----------------------------------------------------------------------------------------


def _side_number(w: Facts, name: str, side: int) -> int:
    """The number of a side by its id, or by own or enemy from the view of a side; -1 for none."""
    if name == OWN_SIDE:
        return side
    if name == ENEMY:
        return 1 - side if side >= 0 else -1
    ids = w.forces.side_ids
    return ids.index(name) if name in ids else -1


def _named_hexes(w: Facts, f: HexFilter) -> int:
    """The hexes in play that a filter names, whatever happens there; worked out once for a map."""
    known = w.forces.tables.get(id(f))
    # The filter is kept, so that no other one can have its identity.
    if known is not None and known[0] is f:
        mask: int = known[1]
        return mask
    board = w.board
    mask = board.playable
    if not f.is_everywhere or f.on_whole_map:
        mask = mask_of(board.grid.index(h) for h in f.resolve(w.design.map)) & board.playable
    elif f.excluding:
        mask &= ~mask_of(i for i in (board.at(t) for t in f.excluding) if i >= 0)
    w.forces.tables[id(f)] = f, mask
    return mask


def _hex_set(w: Facts, made: Conditions, f: HexFilter) -> HexSet:
    board = w.board
    fixed = _named_hexes(w, f)
    parts: list[HexSet] = []
    if f.controlled_by == "none":
        parts.append(lambda side: ~(w.controlled(0) | w.controlled(1)))
    elif f.controlled_by:
        owner = f.controlled_by
        parts.append(lambda side: w.controlled(_side_number(w, owner, side)))
    if f.supplied is not None:
        wanted = f.supplied
        parts.append(lambda side: w.supply_area(side) if wanted else ~w.supply_area(side))
    if f.in_zone:
        of_enemy = f.in_zone == ENEMY
        parts.append(lambda side: w.zone(1 - side if of_enemy else side) if side >= 0 else 0)
    if f.next_to is not None:
        near = made.units(f.next_to)
        parts.append(lambda side: spread(w.hexes_of(near, side), board.adjacent))
    if f.occupied_by is not None:
        there = made.units(f.occupied_by)
        parts.append(lambda side: w.hexes_of(there, side))
    if f.within is not None:
        parts.append(_near(w, made, f))
    if f.without is not None:
        others = made.hexes(f.without)
        if f.without.is_fixed:
            fixed &= ~others(-1)
        else:
            parts.append(lambda side: ~others(side))
    if not parts:
        return lambda side: fixed

    def hexes(side: int) -> int:
        mask = fixed
        for part in parts:
            if not mask:
                break
            mask &= part(side)
        return mask

    return hexes


def _near(w: Facts, made: Conditions, f: HexFilter) -> HexSet:
    within = f.within
    assert within is not None
    # As the crow flies: hexes out of play count, such as the sea.
    links, far = w.ground.links_over_all, within.hexes
    centres = made.hexes(within.of) if within.of is not None else None
    units = made.units(within.units) if within.units is not None else None

    def hexes(side: int) -> int:
        mask = (centres(side) if centres is not None else 0) | (
            w.hexes_of(units, side) if units is not None else 0)
        for _ in range(far):
            mask |= spread(mask, links)
        return mask

    if units is None and within.of is not None and within.of.is_fixed:
        known = cache(lambda: hexes(-1))
        return lambda side: known()
    return hexes


# -- situations ------------------------------------------------------------------------------------


class _Situations:
    """Makes the tests of situations."""

    def __init__(self, w: Facts, made: Conditions) -> None:
        self._w, self._made = w, made

    def test(self, s: Situation) -> Test:
        tests = [*self._time(s), *self._judged(s), *self._fight(s), *self._numbers(s)]
        tests += [self._made.test(one) for one in s.all]
        if s.any:
            tests.append(_any_of([self._made.test(one) for one in s.any]))
        if s.without is not None:
            other = self._made.test(s.without)
            tests.append(lambda case: not other(case))
        return _all_of(tests)

    def _time(self, s: Situation) -> Iterable[Test]:
        w = self._w
        if s.turn is not None:
            first, last = s.turn
            yield lambda case: first <= w.state.turn <= last
        if s.phase:
            phases = frozenset(s.phase)
            yield lambda case: w.phase_id in phases or w.state.phase in phases
        if s.player_turn:
            sides = frozenset(s.player_turn)
            yield lambda case: w.state.turn > 0 and (
                w.forces.side_ids[w.state.player] in sides
                or (OWN_SIDE in sides and w.state.player == case.side)
                or (ENEMY in sides and w.state.player == 1 - case.side))
        for option, choices in s.option:
            # Options do not change in play.
            yield always if w.options.get(option) in choices else _never
        if s.happened:
            events = frozenset(s.happened)
            yield lambda case: not events.isdisjoint(w.state.happened)

    def _judged(self, s: Situation) -> Iterable[Test]:
        w, made = self._w, self._made
        if s.units is not None:
            units = made.units(s.units)
            yield lambda case: case.unit >= 0 and units(case.unit, case.side)
        if s.hexes is not None:
            hexes = made.hexes(s.hexes)
            yield lambda case: (at := _place(w, case)) >= 0 and bool(hexes(case.side) >> at & 1)
        if s.state:
            states = s.state
            yield lambda case: case.unit >= 0 and any(w.is_in_state(case.unit, one) for one in states)
        if s.supplied is not None:
            wanted = s.supplied
            yield lambda case: case.unit >= 0 and w.is_supplied(case.unit) is wanted
        if s.in_zone:
            enemy = s.in_zone == ENEMY
            yield lambda case: (at := _place(w, case)) >= 0 and case.side >= 0 and bool(
                w.zone(1 - case.side if enemy else case.side) >> at & 1)
        if s.moved:
            bit = FAR if s.moved == "half" else MOVED
            wanted_flag = s.moved != "not"
            yield lambda case: case.unit >= 0 and bool(w.state.flags[case.unit] & bit) is wanted_flag
        if s.steps is not None:
            bounds = self._bounds(s.steps)
            yield lambda case: case.unit >= 0 and bounds(w.steps_left(case.unit), None, case)

    def _fight(self, s: Situation) -> Iterable[Test]:
        w = self._w
        if s.attackers is not None:
            yield self._group(s.attackers, True)
        if s.defenders is not None:
            yield self._group(s.defenders, False)
        if s.across:
            kinds = frozenset(s.across)
            yield lambda case: w.ground.is_across(case.start, case.hex, kinds)
        if s.from_:
            yield self._from(s.from_)
        if s.odds is not None:
            bounds = self._bounds(s.odds)
            yield lambda case: case.odds is not None and bounds(case.odds, None, case)
        if s.nationalities is not None:
            many = self._bounds(s.nationalities)
            yield lambda case: many(
                len({w.forces.units[u].nationality for u in case.attackers}), None, case)

    def _group(self, group: Group, attacking: bool) -> Test:
        made = self._made
        every = made.units(group.all) if group.all is not None else None
        some = made.units(group.any) if group.any is not None else None
        none = made.units(group.none) if group.none is not None else None

        def test(case: Case) -> bool:
            units = case.attackers if attacking else case.defenders
            return bool(units) and (
                (every is None or all(every(u, case.side) for u in units))
                and (some is None or any(some(u, case.side) for u in units))
                and (none is None or not any(none(u, case.side) for u in units)))

        return test

    def _from(self, wanted: str) -> Test:
        w = self._w

        def directions(case: Case) -> frozenset[int]:
            return frozenset(d for o in case.origins if (d := w.board.direction(case.hex, o)) >= 0)

        if wanted == "opposite":
            return lambda case: opposite(directions(case))
        if wanted == "three-alternate":
            return lambda case: any(
                {d, d + 2, d + 4} <= directions(case) for d in (0, 1))
        number = int(wanted)
        return lambda case: len(directions(case)) >= number

    def _numbers(self, s: Situation) -> Iterable[Test]:
        number = self.number(s)
        if number is None:
            return
        bounds = self._bounds(s)
        yield lambda case: bounds(*number(case), case)

    def number(self, n: Number) -> Callable[[Case], tuple[int | Fraction, int | Fraction]] | None:
        """The function that gives a number and the whole of what is counted; None if no key is given."""
        w, made = self._w, self._made
        if n.control is not None:
            return self._hex_count(n.control, w.controlled)
        if n.ever_taken is not None:
            return self._hex_count(n.ever_taken, lambda side: w.state.taken[side])
        if n.entered is not None:
            return self._hex_count(n.entered, lambda side: w.mask[side] | w.passed[side])
        if n.count is not None:
            units, hexes, by = made.units(n.count.units), made.hexes(n.count.hexes), n.count.by

            def count(case: Case) -> tuple[int | Fraction, int | Fraction]:
                mask = hexes(case.side)
                total: int | Fraction = 0
                whole: int | Fraction = 0
                for u, at in enumerate(w.state.where):
                    if at >= 0 and units(u, case.side):
                        size = w.room(u) if by == "weight" else w.steps_left(u) if by == "step" else 1
                        whole += size
                        total += size if mask >> at & 1 else 0
                return total, whole

            return count
        if n.points:
            owner = n.points
            return lambda case: _twice(w.points_of(_side_number(w, owner, case.side)))
        if n.lead:
            leader = n.lead
            return lambda case: _twice(w.lead_of(_side_number(w, leader, case.side)))
        if n.asset is not None:
            asset, keeper = n.asset.id, n.asset.side
            return lambda case: _twice(w.asset_left(asset, _side_number(w, keeper, case.side)))
        if n.losses is not None:
            loser, by_step, times = n.losses.side, n.losses.by == "step", n.losses.times
            lost = made.units(n.losses.units)

            def losses(case: Case) -> tuple[int, int]:
                side = _side_number(w, loser, case.side)
                whole = sum(w.forces.steps[u] if by_step else 1 for u, owner in enumerate(w.forces.side)
                            if owner == side and lost(u, side))
                return w.losses_of(side, lost, by_step) * times, whole * times

            return losses
        if n.roll:
            dice = dice_of(n.roll)
            return lambda case: _twice(w.roll_for_condition(*dice))
        if n.number is not None:
            fixed = n.number
            return lambda case: (fixed, fixed)
        return None

    def _hex_count(
        self, counted: HexCount, held_by: Callable[[int], int]
    ) -> Callable[[Case], tuple[int, int]]:
        w, hexes, owner = self._w, self._made.hexes(counted.hexes), counted.side

        def count(case: Case) -> tuple[int, int]:
            side = _side_number(w, owner, case.side)
            whole = hexes(side)
            held = whole & held_by(side) if side >= 0 else 0
            if counted.supplied and held:
                held &= w.supply_area(side)
            number = _largest_group(w, held) if counted.connected else held.bit_count()
            return number, whole.bit_count()

        return count

    def _bounds(self, c: Comparison) -> Callable[[int | Fraction, int | Fraction | None, Case], bool]:
        """Whether a number, of a whole, is within the bounds."""
        tests: list[Callable[[int | Fraction, int | Fraction | None, Case], bool]] = []
        least = self._bound(c.at_least)
        if least is not None:
            tests.append(lambda n, whole, case: n >= least(whole, case))
        most = self._bound(c.at_most)
        if most is not None:
            tests.append(lambda n, whole, case: n <= most(whole, case))
        more = self._bound(c.more_than)
        if more is not None:
            tests.append(lambda n, whole, case: n > more(whole, case))
        less = self._bound(c.less_than)
        if less is not None:
            tests.append(lambda n, whole, case: n < less(whole, case))
        if not tests:
            # A number without bounds: at least one.
            return lambda n, whole, case: n >= 1
        return lambda n, whole, case: all(test(n, whole, case) for test in tests)

    def _bound(self, bound: int | str | Number | None) -> Callable[
            [int | Fraction | None, Case], int | Fraction] | None:
        if bound is None:
            return None
        if isinstance(bound, Number):
            number = self.number(bound)
            if number is None:
                return lambda whole, case: 0
            return lambda whole, case: number(case)[0]
        if bound == "all":
            return lambda whole, case: max(1, whole or 0)
        if isinstance(bound, str):
            first, _, second = bound.partition(":")
            odds = Fraction(int(first), max(1, int(second)))
            return lambda whole, case: odds
        fixed = int(bound)
        return lambda whole, case: fixed


def _twice(number: int) -> tuple[int, int]:
    return number, number


def _place(w: Facts, case: Case) -> int:
    """The hex under judgement: that of the case, or that of its unit."""
    return case.hex if case.hex >= 0 else w.state.where[case.unit] if case.unit >= 0 else -1


def _largest_group(w: Facts, hexes: int) -> int:
    """The size of the largest part of a set whose hexes hang together."""
    best = 0
    while hexes:
        group = hexes & -hexes
        while True:
            grown = (group | spread(group, w.board.adjacent)) & hexes
            if grown == group:
                break
            group = grown
        best = max(best, group.bit_count())
        hexes &= ~group
    return best


# -- modifiers -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rule:
    """A modifier with its test."""

    modifier: Modifier
    holds: Test

    @cached_property
    def name(self) -> str:
        return self.modifier.name or self.modifier.id.replace("-", " ")

    @cached_property
    def is_about_fight(self) -> bool:
        """Whether it holds for all units of a side or for none."""
        return is_about_fight(self.modifier.when)


def best_of_groups(
    rules: Iterable[tuple[Rule, bool]], gain: Callable[[Rule], Fraction], takes: str
) -> list[Rule]:
    """The modifiers that hold, of each group only one: the one with the least `gain` (best for the
    defender), the one that changes most, or the first."""
    holding = [rule for rule, holds in rules if holds]
    grouped: dict[str, list[Rule]] = {}
    for rule in holding:
        if rule.modifier.group:
            grouped.setdefault(rule.modifier.group, []).append(rule)
    if not grouped:
        return holding
    chosen = [
        same[0] if takes == "first" else min(same, key=gain) if takes == "best-for-defender"
        else max(same, key=lambda r: abs(gain(r)))
        for same in grouped.values()]
    return [rule for rule in holding if not rule.modifier.group or rule in chosen]


def rules_of(made: Conditions, modifiers: Iterable[Modifier]) -> tuple[Rule, ...]:
    """The modifiers with their tests."""
    return tuple(Rule(m, made.test(m.when)) for m in modifiers)
