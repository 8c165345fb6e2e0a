"""Checks of a set-up that apply to every game: stacking, enemies in one hex, prohibited terrain."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from ..lazy_dataclass import dataclass
from ..model.check.context import PLAY_AREA, set_ups_of
from ..model.check.fixes import entry_words, other_entries, remove_unit, renamed_words, scenario_fix, unit_fix
from ..model.check.set_up_groups import group_faults
from ..model.cooperative_yield import with_pauses
from ..model.counter_values import steps_of
from ..model.design import Design
from ..model.edit.documents import with_scenario
from ..model.edit.units import boxed_units
from ..model.files.option_changes import in_force
from ..model.in_play import InPlay
from ..model.place_words import hex_words, in_words
from ..model.problems import UNKNOWN_NAME, Fix, Problem, Reason, first_problems, has_errors, with_fixes
from ..model.provenance import cited_rule
from ..model.rules.grammar import HexFilter, fraction_text
from ..model.rules.matching import is_meant, stacking_weight
from ..model.ruleset import Ruleset
from ..model.scenario import Reinforcement, Scenario, Setup, Unit, names_too_many_hexes
from ..model.timetable_words import event_name
from ..model.values import ID_PATTERN
from ..model.where import Where
from ..model.wording import closest, count, did_you_mean, listed, quoted
from .board import Board, board_for
from .game import Game
from .orders import UnitNames
from .rules import SetupError
from .set_up_room import Crowd, PlacedUnit, contested_room, crowds
from .words import BOXES, MARKS, Words


@dataclass(frozen=True)
class RuleNumbers:
    """The rule numbers of the checks in a game's rulebook; "" for a check based on the ruleset alone."""

    stacking: str = ""
    enemies: str = ""
    alone: str = ""
    terrain: str = ""
    entry: str = ""
    set_up: str = ""
    boxes: str = ""


def placed_units(ruleset: Ruleset, scenario: Scenario, labels: Mapping[str, str],
                 hexes: Sequence[tuple[int, ...]]) -> list[PlacedUnit]:
    """The ground units with a set-up and a known side; `hexes` are the set-up hexes in play of each unit of
    the scenario, `labels` the names by unit key."""
    sides = {n.id: n.side for n in ruleset.nationalities if n.side in ruleset.side_by_id}
    units = []
    for unit, where in zip(scenario.units, hexes, strict=True):
        kind = ruleset.unit_type_by_id.get(unit.type)
        if where and unit.nationality in sides and (kind is None or "air" not in kind.traits):
            units.append(PlacedUnit(unit, labels[unit.key], sides[unit.nationality], where))
    return units


def stacks_of(placed: Iterable[PlacedUnit]) -> dict[int, list[PlacedUnit]]:
    """The units with exactly one set-up hex, by that hex, in map order."""
    stacks: dict[int, list[PlacedUnit]] = {}
    for p in placed:
        if len(p.hexes) == 1:
            stacks.setdefault(p.hexes[0], []).append(p)
    return dict(sorted(stacks.items()))


def check_set_up(design: Design) -> tuple[Problem, ...]:
    """The problems of a set-up and its entries according to the ruleset, for games without a rules module."""
    scenario, ruleset = design.scenario, design.ruleset
    if scenario is None:
        return ()
    board = board_for(design.map, ruleset, scenario.play_area)
    labels = UnitNames(scenario.units, ruleset).full
    placed = _placed_by_files(design, scenario, board, labels)
    rules = RuleNumbers(
        stacking=cited_rule(ruleset.stacking.rule), terrain=cited_rule(ruleset.movement.rule),
        enemies=cited_rule(ruleset.sequence.set_up_rule),
        entry=cited_rule(ruleset.arrivals.rule), set_up=cited_rule(ruleset.arrivals.rule))
    return (*absent_units(ruleset, scenario, labels, rules, design),
            *boxed_problems(ruleset, scenario, labels, rules, design),
            *set_up_problems(design, board, placed, rules),
            *entry_problems(design, board, scenario, rules))


def units_without_room(design: Design) -> tuple[Crowd, ...]:
    """For each side the units that surely find no room, whatever their owner chooses, beside the units that
    stand already, as the checks tell them (`no-room`)."""
    design = in_force(design)
    scenario = design.scenario
    if scenario is None or (scenario.start is not None and scenario.start.begun):
        return ()
    board = board_for(design.map, design.ruleset, scenario.play_area)
    placed = _placed_by_files(design, scenario, board, UnitNames(scenario.units, design.ruleset).full)
    limits = _Limits(design, board)
    return tuple(c for c in crowds(design, placed, lambda hex: _can_enter(board, (hex,)), limits.of)
                 if c.is_sure)


def _placed_by_files(design: Design, scenario: Scenario, board: Board,
                     labels: Mapping[str, str]) -> list[PlacedUnit]:
    """The units that are set up, in the hexes that the files give them, if those are playable."""
    return placed_units(design.ruleset, scenario, labels, [
        tuple(i for i in (board.grid.index(h) for h in u.start_hexes(design.map)) if board.is_playable(i))
        for u in with_pauses(scenario.units, 32)])


def _places_for(design: Design, unit: Unit) -> Iterator[Fix]:
    """Lets a unit come into play: by its usual entry."""
    scenario = design.scenario
    if scenario is None:
        return
    for entry in other_entries(design, unit)[:1]:
        yield unit_fix(f"Let {design.unit_name(unit)} arrive on turn 1 at {entry_words(scenario, entry)}",
                       unit.key, _arriving(entry))


def _arriving(entry: str) -> Callable[[Unit], Unit]:
    return lambda unit: replace(unit, reinforcement=Reinforcement(entry, 1))


def absent_units(ruleset: Ruleset, scenario: Scenario, labels: Mapping[str, str],
                 rules: RuleNumbers, design: Design | None = None) -> Iterator[Problem]:
    """Problems of units without a place in a scenario; air units need none. With the design they have
    fixes."""
    for unit in with_pauses(scenario.units, 64):
        kind = ruleset.unit_type_by_id.get(unit.type)
        if unit.setup is None and unit.reinforcement is None and (kind is None or "air" not in kind.traits):
            found = Problem("warning", "never-appears", f"{labels[unit.key]} has neither a set-up nor an "
                            "arrival and never comes into play.", unit=unit.key, rule=rules.set_up)
            yield with_fixes(found, [] if design is None else [
                *_places_for(design, unit), remove_unit(unit.key, design.unit_name(unit))])


def boxed_problems(ruleset: Ruleset, scenario: Scenario, labels: Mapping[str, str],
                   rules: RuleNumbers, design: Design) -> Iterator[Problem]:
    """Problems of units that are set up in hexes, although units of their type stand in boxes off the map."""
    boxes: dict[str, Counter[str]] = {}
    aloft = boxed_units(ruleset, with_pauses(scenario.units, 64))
    for unit in aloft:
        if unit.setup is not None and unit.setup.box:
            boxes.setdefault(unit.nationality, Counter())[unit.setup.box] += 1
    for unit in aloft:
        setup = unit.setup
        if setup is None or setup.box or unit.reinforcement is not None or setup.where == Where():
            continue
        called, bare = design.unit_name(unit), replace(setup, where=Where(), alone=False, group="")
        usual = boxes.get(unit.nationality, Counter[str]()).most_common(1)
        fixes = [unit_fix(f"Set {called} up in the box {box}, as others of its nationality", unit.key,
                          _boxed(bare, box)) for box, _ in usual]
        fixes.append(unit_fix(f"Take the set-up of {called} away", unit.key, _boxed(bare, "")))
        yield with_fixes(Problem("warning", "never-in-a-hex", (
            f"{labels[unit.key]} is set up {in_words(setup.where, design)}, and units of the type "
            f"{ruleset.unit_type_by_id[unit.type].name} stand in boxes off the map, never in a hex. The game "
            "passes over this set-up."), unit=unit.key, rule=rules.boxes, within=("setup",)), fixes)


def _boxed(bare: Setup, box: str) -> Callable[[Unit], Unit]:
    """Sets a unit up in a box, or nowhere; what it has done or suffered before stays."""
    setup = replace(bare, box=box)
    return lambda unit: replace(unit, position="", setup=None if setup == Setup() else setup)


def set_up_problems(design: Design, board: Board, placed: Sequence[PlacedUnit],
                    rules: RuleNumbers) -> Iterator[Problem]:
    """Set-ups in prohibited terrain, stacks that are too large or hold enemies, areas without enough room."""
    for p in placed:
        if not _can_enter(board, p.hexes):
            where = f"in {board.name(p.hexes[0])}, in" if len(p.hexes) == 1 else "only in"
            yield _at(p, "setup-terrain", f"{p.label} is set up {where} terrain that no unit may enter.",
                      board, rules.terrain)
    limits = _Limits(design, board)
    for hex, units in with_pauses(stacks_of(placed).items(), 16):
        yield from _stack(design, board, hex, units, rules, limits)
    too_small = [*_areas(design, placed, rules, limits), *_together(design, placed, rules, limits)]
    yield from too_small
    begun = design.scenario is not None and design.scenario.start is not None and design.scenario.start.begun
    # What is too small for anybody needs no search for who finds no room.
    if not too_small and not begun:
        yield from _crowds(design, board, placed, rules, limits)


def entry_problems(design: Design, board: Board, scenario: Scenario, rules: RuleNumbers) -> Iterator[Problem]:
    """Problems of entries that are used by units and lie in prohibited terrain, wholly or with a hex that
    they name."""
    may_stand = InPlay(design).may_stand
    used = {e: u for u in reversed(scenario.units) if u.reinforcement
            for own in (u.reinforcement.entry, *u.reinforcement.also)
            for e in (own, *scenario.stand_ins(own))}
    for entry in scenario.entries:
        unit = used.get(entry.id)
        if unit is None:
            continue
        hexes = tuple(i for i in (board.grid.index(h) for h in entry.where.resolve(design.map))
                      if board.is_playable(i))
        if hexes and not _can_enter(board, hexes):
            yield Problem("error", "entry-terrain", f"{scenario.entry_called(entry)} lies entirely in "
                          f"terrain that no unit may enter, so {design.unit_name(unit)} cannot arrive there.",
                          hex=board.number(hexes[0]), unit=unit.key, rule=rules.entry)
        elif hexes:
            # What lies outside the part in play is no slip: variants have entries for the whole map.
            closed = [n for n in dict.fromkeys(entry.where.hexes) if (h := board.grid.parse(n)) is not None
                      and board.area >> board.grid.index(h) & 1 and not may_stand(h)]
            if closed:
                names = listed([hex_words(n, design.map) for n in closed])
                yield Problem("warning", "entry-terrain", (
                    f"{scenario.entry_called(entry)} names {names}, where no unit may stand, so nobody "
                    f"arrives there. Take {'it' if len(closed) == 1 else 'them'} out of the entry."),
                    hex=closed[0], rule=rules.entry, part=f"scenario/entries/{entry.id}",
                    fix=scenario_fix(f"Take {names} out of {scenario.entry_called(entry)}",
                                     _without_hexes(entry.id, frozenset(closed))))


def _without_hexes(id: str, closed: frozenset[str]) -> Callable[[Scenario], Scenario]:
    """Takes hexes out of those that an entry names."""
    def change(scenario: Scenario) -> Scenario:
        return replace(scenario, entries=tuple(
            replace(e, where=replace(e.where, hexes=tuple(n for n in e.where.hexes if n not in closed)))
            if e.id == id else e for e in scenario.entries))
    return change


def _can_enter(board: Board, hexes: Iterable[int]) -> bool:
    return any(board.cost[i] is not None or i in board.road_cost for i in hexes)


def _stack(design: Design, board: Board, hex: int, units: Sequence[PlacedUnit],
           rules: RuleNumbers, limits: _Limits) -> Iterator[Problem]:
    ruleset, name, limit = design.ruleset, board.name(hex), limits.of(hex)
    sides = [s.id for s in ruleset.sides if any(p.side == s.id for p in units)]
    if len(sides) > 1:
        one, other = (next(p for p in units if p.side == s) for s in sides[:2])
        if not _is_out_of_place(one, design) and _is_out_of_place(other, design):
            one, other = other, one
        # Whether the ruleset says so or not: with such a set-up no game begins.
        yield _at(one, "enemies", f"{one.label} and {other.label} are enemies and both set up in {name}. "
                  "Move one of them.", board, rules.enemies)
    for side in sides:
        own = [p for p in units if p.side == side]
        weight = _weight(ruleset, own)
        if weight > limit:
            the_limit = ("the limit there" if limits.is_special(hex) else
                         "the limit" if rules.stacking else "the ruleset's stacking limit")
            names = listed([p.label for p in own])
            much = count(len(own), "unit") if weight == len(own) else (
                f"{count(len(own), 'unit')} of {fraction_text(weight)} stacking points")
            yield _at(own[min(int(limit), len(own) - 1)], "stacking",
                      f"{much} {'is' if len(own) == 1 else 'are'} set up in {name}; {the_limit} is "
                      f"{fraction_text(limit)}: {names}.", board, rules.stacking)
        for quota in ruleset.stacking.at_most:
            those = [p for p in own if is_meant(ruleset, p.unit, quota.units)]
            if len(those) > quota.number:
                yield _at(those[-1], "stacking", f"{listed([p.label for p in those])} are set up in {name}; "
                          f"at most {quota.number} of them may stand together.", board,
                          cited_rule(quota.rule) or rules.stacking)
        for apart in ruleset.stacking.apart:
            pair = next(((p, q) for p in own if is_meant(ruleset, p.unit, apart.units)
                         for q in own if q is not p and is_meant(ruleset, q.unit, apart.from_)), None)
            if pair is not None:
                yield _at(pair[1], "stacking", f"{pair[0].label} may not stand with {pair[1].label}, and "
                          f"both are set up in {name}. Move one of them.", board,
                          cited_rule(apart.rule) or rules.stacking)
    for p in units:
        if not _stands_alone(design, board, p.unit, hex):
            continue
        others = [q for q in units if q is not p and q.unit.nationality == p.unit.nationality]
        same = [q.label for q in others]
        group = design.scenario.group_of(p.unit) if design.scenario is not None else None
        if same and group is not None and not p.unit.position and all(
                not q.unit.position and q.unit.setup is not None and q.unit.setup.group == group.id
                for q in others):
            # Nobody has put them there: their group has one hex for all of them.
            if not group.together:
                yield Problem("error", "no-room", (
                    f"{count(len(same) + 1, 'unit')} of the set-up group {group.name} are to be set up in "
                    f"{name}, its only hex, none with another of its nationality, and there is room for 1: "
                    f"{listed([p.label, *same])}. Give the group more hexes."), unit=p.unit.key,
                    rule=cited_rule(group.rule) or rules.alone,
                    reasons=_crowding(design, [p.unit, *(q.unit for q in others)]))
            break
        if same:
            yield _at(p, "not-alone", f"{p.label} must be set up alone, but {listed(same)} "
                      f"{'stands' if len(same) == 1 else 'stand'} in {name} too.", board,
                      _alone_rule(design, p.unit, rules))
            break


def _stands_alone(design: Design, board: Board, unit: Unit, hex: int) -> bool:
    """Whether a unit may not be set up in a hex with another of its nationality."""
    return unit.setup is not None and unit.setup.alone and design.scenario is not None and (
        design.scenario.stands_alone(unit, board.hex(hex), design.map))


def _alone_rule(design: Design, unit: Unit, rules: RuleNumbers) -> str:
    """The number of the rule by which a unit stands alone: that of its set-up group, if it has one."""
    group = design.scenario.group_of(unit) if design.scenario is not None else None
    return rules.alone if group is None else cited_rule(group.rule)


def _is_out_of_place(p: PlacedUnit, design: Design) -> bool:
    """Whether a unit stands where it may not be set up: of two enemies it is the one that must go."""
    setup, hex = p.unit.setup, design.map.grid.parse(p.unit.position)
    return setup is not None and setup.has_choice and hex is not None and (
        hex not in setup.where.resolve(design.map))


class _Limits:
    """The stacking limit of each hex: that of the block, if the ruleset has one. Limits of hexes that change
    in play are left out."""

    def __init__(self, design: Design, board: Board) -> None:
        rule = design.ruleset.stack_limits
        self._usual = Fraction(rule.limit)
        self._special: dict[int, Fraction] = {}
        for one in rule.by_hex:
            limit = Fraction(one.limit)
            for hex in _fixed_hexes(one.hexes, design, board):
                self._special[hex] = min(limit, self._special.get(hex, limit))

    def of(self, hex: int) -> Fraction:
        return self._special.get(hex, self._usual)

    def is_special(self, hex: int) -> bool:
        """Whether the hex has a limit of its own."""
        return hex in self._special


def _fixed_hexes(hexes: HexFilter, design: Design, board: Board) -> set[int]:
    """The hexes that a filter means from the beginning to the end; none if they change in play."""
    if not hexes.is_fixed:
        return set()
    if hexes.is_everywhere:
        meant = set(range(board.size)) - {board.at(number) for number in hexes.excluding}
    else:
        meant = {board.grid.index(h) for h in hexes.resolve(design.map)}
    return meant - (_fixed_hexes(hexes.without, design, board) if hexes.without is not None else set())


def _weight(ruleset: Ruleset, units: Iterable[PlacedUnit]) -> Fraction:
    """The room that units take together."""
    return sum((stacking_weight(ruleset, p.unit, steps_of(ruleset, p.unit)) for p in units), Fraction(0))


def _areas(design: Design, placed: Iterable[PlacedUnit], rules: RuleNumbers,
           limits: _Limits) -> Iterator[Problem]:
    """Problems of areas too small for the units that must be set up in them. Those that need not stand alone
    in some hexes are counted as if they need not in any: for the others `_crowds` tries."""
    scenario, shares = design.scenario, dict[str, bool]()
    groups: dict[tuple[str, bool, tuple[int, ...]], list[PlacedUnit]] = {}
    for p in placed:
        if len(p.hexes) > 1:
            group = scenario.group_of(p.unit) if scenario is not None else None
            if group is not None and group.id not in shares:
                shares[group.id] = bool(group.shared_hexes(design.map))
            alone = bool(p.unit.setup and p.unit.setup.alone) and not (group and shares[group.id])
            groups.setdefault((p.side, alone, p.hexes), []).append(p)
    for (_, alone, hexes), units in groups.items():
        room = Fraction(len(hexes)) if alone else sum(map(limits.of, hexes), Fraction(0))
        if (len(units) if alone else _weight(design.ruleset, units)) > room:
            several = f"{count(len(units), 'unit')} {'is' if len(units) == 1 else 'are'}"
            yield Problem("error", "no-room", f"{several} to be set up in an area with room for "
                          f"{fraction_text(room)}: {listed([p.label for p in units])}.",
                          unit=units[0].unit.key, rule=rules.alone if alone else rules.stacking,
                          reasons=_crowding(design, [p.unit for p in units]))


def _crowding(design: Design, units: Sequence[Unit]) -> tuple[Reason, ...]:
    """The parts of a scenario by which units find no room: their set-ups, those of their groups, the part of
    the map in play."""
    scenario = design.scenario
    groups = dict.fromkeys(g.id for u in units if scenario is not None and (g := scenario.group_of(u)))
    return (*set_ups_of(reversed(units)), *(
        ("set_up_groups", id, (key,)) for id in groups for key in ("where", "alone", "together", "limits")),
        PLAY_AREA)


_MOST_NAMED = 6
"""The most hexes that are named where units find no room."""


def _crowds(design: Design, board: Board, placed: Sequence[PlacedUnit], rules: RuleNumbers,
            limits: _Limits) -> Iterator[Problem]:
    """Problems of units that find no free hex beside the others, whatever their owner chooses."""
    def can_enter(hex: int) -> bool:
        return _can_enter(board, (hex,))

    found = list(crowds(design, placed, can_enter, limits.of))
    if not found and (contested := contested_room(design, placed, can_enter, limits.of)) is not None:
        yield _contest(design, board, contested, rules)
    for crowd in found:
        scenario, units = design.scenario, [p.unit for p in crowd.units]
        groups = dict.fromkeys(g for u in units if scenario is not None and (g := scenario.group_of(u)))
        if any(group_faults(design, group.id, errors=True) for group in groups):
            continue  # The checks of the group say so.
        where = _hexes_of(board, crowd) or "where enemies stand or no unit may enter"
        whole = len(groups) == 1 and all(scenario is not None and scenario.group_of(u) for u in units)
        who, one = listed([
            p.label if whole or scenario is None or (group := scenario.group_of(p.unit)) is None
            else f"{p.label} (group {group.name})" for p in crowd.units]), len(units) == 1
        if whole:
            who += f" of the set-up group {listed([g.name for g in groups])}"
        alone = any(u.setup is not None and u.setup.alone for u in units)
        rule = cited_rule(*(g.rule for g in groups)) or (rules.alone if alone else rules.stacking)
        reasons = _pressing(design, board, crowd)
        if crowd.is_sure:
            yield Problem("error", "no-room", (
                f"{who} {'is' if one else 'are'} to be set up {where}, and there is no room for "
                f"{'it' if one else 'all of them'} beside the units that stand on the map: who finds no free "
                "hex is out of the game. Give them more hexes, or move units away."),
                unit=units[0].key, rule=rule, reasons=reasons)
        else:
            yield Problem("warning", "no-room", (
                f"{who} are to be set up {where}, and no way was found to give each of them a hex; who finds "
                "none is out of the game. Give them more hexes, or move units away."),
                unit=units[0].key, rule=rule, reasons=reasons)


def _hexes_of(board: Board, crowd: Crowd) -> str:
    """In which hexes a crowd may be set up, in words; "" if in none."""
    names = [board.name(h) for h in crowd.hexes[:_MOST_NAMED]]
    more = len(crowd.hexes) - len(names)
    return f"in {listed([*names, f'{more} more'] if more else names)}" if names else ""


def _pressing(design: Design, board: Board, crowd: Crowd) -> tuple[Reason, ...]:
    """The parts of a scenario by which a crowd finds no room: its own, and who stands in the way."""
    numbers = {*map(board.number, crowd.hexes)}
    beside = [u for u in design.scenario.units if u.hex in numbers] if design.scenario is not None else []
    return (*_crowding(design, [p.unit for p in crowd.units]), *(
        ("units", u.key, (key,)) for u in beside for key in ("position", "setup")))


def _contest(design: Design, board: Board, crowd: Crowd, rules: RuleNumbers) -> Problem:
    """The problem of units of several sides that need the same hexes: no fault of one side, and a game
    begins."""
    sides = design.ruleset.side_by_id
    who = [f"{listed([p.label for p in crowd.units if p.side == side])} ({sides[side].name})"
           for side in dict.fromkeys(p.side for p in crowd.units)]
    return Problem("warning", "no-room", (
        f"{listed(who)} are to be set up {_hexes_of(board, crowd)}, and there is no room for all of them: "
        "who is set up later finds no free hex and is out of the game. Give them more hexes."),
        unit=crowd.units[0].unit.key, rule=rules.enemies, reasons=_pressing(design, board, crowd))


def _together(design: Design, placed: Sequence[PlacedUnit], rules: RuleNumbers,
              limits: _Limits) -> Iterator[Problem]:
    """Problems of set-up groups whose units must stand in one hex, and do not fit into any."""
    scenario = design.scenario
    for group in scenario.set_up_groups if scenario is not None else ():
        own = [p for p in placed if p.unit.setup is not None and p.unit.setup.group == group.id]
        hexes = {hex for p in own for hex in p.hexes}
        room = max(map(limits.of, hexes), default=Fraction(0))
        if group.together and own and _weight(design.ruleset, own) > room:
            yield Problem(
                "error", "no-room", f"All units of the set-up group {group.name} must be set up in one hex, "
                f"and there is room for {fraction_text(room)} in a hex: {listed([p.label for p in own])}.",
                reasons=_crowding(design, [p.unit for p in own]),
                part=f"scenario/set_up_groups/{group.id}", within=("together",), rule=rules.stacking, fix=Fix(
                    f"Let the units of the group {group.name} stand in several hexes", _apart(group.id)))


def _apart(group: str) -> Callable[[Design], Design]:
    def edit(design: Design) -> Design:
        scenario = design.scenario
        if scenario is None or group not in scenario.group_by_id:
            raise ValueError("The set-up group is gone.")
        return with_scenario(design, replace(scenario, set_up_groups=tuple(
            replace(g, together=False) if g.id == group else g for g in scenario.set_up_groups)))

    return edit


def _at(p: PlacedUnit, code: str, message: str, board: Board, rule: str) -> Problem:
    hex = board.number(p.hexes[0]) if len(p.hexes) == 1 else ""
    return Problem("error", code, message, hex=hex, unit=p.unit.key, rule=rule)


START = "start"
"""The code of what is wrong in a start according to its game."""


def check_design(design: Design) -> tuple[Problem, ...]:
    """The problems of a design according to the rules of its game: set-up, map, entries, schedules.

    If the ruleset names no system, only the set-up is checked, against the ruleset; an unknown system is one
    problem. Fast enough to run after every edit.
    """
    from ..systems import UnknownSystemError, fault_text, system, words_of
    design = in_force(design)
    if design.scenario is not None and names_too_many_hexes(design.scenario, design.map):
        return ()  # The checks of the documents say so.
    words = words_of(design.ruleset.system)
    marks = tuple(first_problems(_unknown_marks(design, words)))
    if not design.ruleset.system:
        return (*marks, *first_problems(_unknown_boxes(design, words.boxes)), *check_set_up(design))
    try:
        rules = system(design.ruleset.system)
    except UnknownSystemError as error:
        return (Problem("error", "unknown-system", str(error), part="ruleset/system"),)
    if design.scenario is not None and not design.scenario.units:
        marks = (*marks, Problem(
            "warning", "no-units", "The scenario has no units, so nobody has anything to move. Place "
            "some: Scenario > New units…", part="scenario/units"))
    try:
        found = [p for p in rules.check(design) if p.code != UNKNOWN_NAME]
        # The game itself judges the marks of units in a start.
        judged = {p.unit for p in found if p.code == START}
        waiting = first_problems(_unknown_events(design, rules.events))
        marks = (*marks, *first_problems(_unknown_boxes(design, (*words.boxes, *rules.boxes()))))
        return (*(p for p in marks if not p.unit or p.unit not in judged), *waiting, *found)
    except (Exception, SystemExit) as error:
        # The window checks after every edit, and a mistake in a package must not stop it.
        if text := fault_text(rules.id, error):
            return (Problem("error", "broken-system", text),)
        raise


_RULES = {
    ("prohibited-terrain", "units"): "movement", ("setup-and-arrival", "units"): "set-up",
    ("after-the-end", "units"): "arrivals", ("after-the-end", "replacements"): "rebuilding",
    ("never-comes", "schedule"): "arrivals", ("never-true", "schedule"): "arrivals",
    ("empty-entry", "entries"): "arrivals"}
"""The part of the rules that problems of scenarios break, by their codes and the section they are in."""


def with_rules(design: Design, problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The problems, those of the documents that break a rule with its number, if the game states it: what
    inherits nothing from a rulebook names no rule itself."""
    from ..systems import UnknownSystemError, system
    try:
        rules = system(design.ruleset.system) if design.ruleset.system else None
    except UnknownSystemError:
        rules = None  # A problem of its own.
    whole: Ruleset | None = None
    told = []
    for problem in problems:
        _, section, name = (*problem.part.split("/", 2), "", "", "")[:3]
        block = _RULES.get((problem.code, section), "")
        if block and not problem.rule:
            if whole is None:
                whole = rules.whole_rules(design) if rules is not None else design.ruleset
            of_event = rules.event_rules.get(name, "") if rules is not None and section == "schedule" else ""
            of_block = whole.sequence.set_up_rule if block == "set-up" else getattr(whole, block).rule
            problem = replace(problem, rule=of_event or cited_rule(of_block))
        told.append(problem)
    return tuple(told)


def why_no_game(design: Design, found: Iterable[Problem]) -> tuple[Problem, ...]:
    """The problem of a design with which no game begins though nothing that was found says so: the game
    itself is asked. None for a design with errors, which say it better, and for one without a game."""
    from ..systems import fault_text
    if has_errors(found) or design.scenario is None or not design.ruleset.system:
        return ()
    try:
        Game.from_scenario(design, history=False)
    except SetupError as error:
        return (Problem("error", "cannot-begin", f"No game can begin: {error.reason}", hex=error.hex,
                        unit=error.unit, rule=error.rule, part="" if error.unit else "scenario/units"),)
    except ValueError as error:
        return (Problem("error", "cannot-begin", f"No game can begin: {error}", part="scenario/units"),)
    except (Exception, SystemExit) as error:
        if text := fault_text(design.ruleset.system, error):
            return (Problem("error", "broken-system", text),)
        raise
    return ()


def check_rules_alone(design: Design) -> tuple[Problem, ...]:
    """The problems of the ruleset of a design according to its game, without map and scenario: none if there
    is no such game."""
    from ..systems import UnknownSystemError, fault_text, system
    design = in_force(design)
    try:
        rules = system(design.ruleset.system) if design.ruleset.system else None
    except UnknownSystemError:
        return ()  # The command that asks says so.
    try:
        return tuple(rules.check_rules(design)) if rules is not None else ()
    except (Exception, SystemExit) as error:
        if text := fault_text(design.ruleset.system, error):
            return (Problem("error", "broken-system", text),)
        raise


def _unknown_events(design: Design, more: Iterable[str]) -> Iterator[Problem]:
    """Units that wait for an event that nothing brings about; `more` are those of the game itself."""
    ruleset, scenario = design.ruleset, design.scenario
    known = list(dict.fromkeys((*more, *(
        one.id for several in (ruleset.events, ruleset.pools, ruleset.call_ups) for one in several))))
    used: dict[str, dict[str, None]] = {}
    for unit in scenario.units if scenario is not None else ():
        if unit.reinforcement is not None and unit.reinforcement.event in known:
            used.setdefault(unit.nationality, {})[unit.reinforcement.event] = None
    for unit in scenario.units if scenario is not None else ():
        arrival = unit.reinforcement
        if arrival is None or not arrival.event or arrival.event in known:
            continue
        called = design.unit_name(unit)
        meant = [closest(arrival.event, known), *used.get(unit.nationality, ()), *known[:len(known) == 1]]
        fixes = [unit_fix(f"Let {called} come with the event {event_name(design, event)}", unit.key,
                          _coming(0, event))
                 for event in dict.fromkeys(filter(None, meant))]
        if not arrival.turn and not fixes:
            fixes.append(unit_fix(f"Let {called} arrive on turn 1, without an event", unit.key,
                                  _coming(1, "")))
        yield with_fixes(Problem("warning", "unknown-event", (
            f"{called} waits for the event {quoted(arrival.event)}, which never happens in this game."
            f"{did_you_mean(arrival.event, known, 'Events')}"), unit=unit.key,
            rule=cited_rule(unit.provenance.of("reinforcement").rule),
            within=("reinforcement", "event")), fixes)


def _coming(turn: int, event: str) -> Callable[[Unit], Unit]:
    return lambda unit: unit if unit.reinforcement is None else replace(
        unit, reinforcement=replace(unit.reinforcement, turn=turn, event=event))


def _unknown_boxes(design: Design, more: Iterable[str]) -> Iterator[Problem]:
    """Units that are set up in a box that neither the game nor its ruleset has; `more` are those of the game
    itself. The last word of a box may stand for it: in `russian-air-pool` units are in the pool."""
    ruleset, scenario = design.ruleset, design.scenario
    known = list(dict.fromkeys((*ruleset.boxes, *more, *BOXES, "exited")))
    for unit in scenario.units if scenario is not None else ():
        box = unit.setup.box if unit.setup is not None else ""
        if not box or box in known or box.rpartition("-")[2] in known:
            continue
        called = design.unit_name(unit)
        near = closest(box, known)
        yield with_fixes(Problem("warning", "unknown-box", (
            f"{called} is set up in the box {quoted(box)}, which this game does not have, so it is out of "
            f"the game.{did_you_mean(box, known, 'Boxes')} A ruleset may have boxes of its own."),
            unit=unit.key, rule=cited_rule(unit.provenance.of("setup").rule), within=("setup", "box")), [
                *([unit_fix(f"Let {called} be set up in the box {near}", unit.key, _in_box(near))]
                  if near else []),
                *([Fix(f"Add the box {box} to the ruleset", _with_box(box))]
                  if re.fullmatch(ID_PATTERN, box) else [])])


def _in_box(box: str) -> Callable[[Unit], Unit]:
    return lambda unit: unit if unit.setup is None else replace(unit, setup=replace(unit.setup, box=box))


def _with_box(box: str) -> Callable[[Design], Design]:
    return lambda design: design if box in design.ruleset.boxes else replace(
        design, ruleset=replace(design.ruleset, boxes=(*design.ruleset.boxes, box)))


def _unknown_marks(design: Design, words: Words) -> Iterator[Problem]:
    """Marks of units set up within a game that the game does not know."""
    states = [state.id for state in design.ruleset.states]
    known = list(dict.fromkeys((*MARKS, *words.marks, *states, *(f"state-{id}" for id in states))))
    scenario = design.scenario
    begun = scenario is not None and scenario.start is not None
    for unit in scenario.units if scenario else ():
        for mark in unit.setup.marks if unit.setup else ():
            if mark not in known:
                called = design.unit_name(unit)
                yield with_fixes(Problem("error", "unknown-mark", (
                    f"{called} is marked {quoted(mark)}, which this game does not know."
                    f"{did_you_mean(mark, known, 'Marks')}"), hex=unit.hex, unit=unit.key), [
                        *([unit_fix(f"Mark {called} {near}", unit.key, _marked(mark, near))]
                          if begun and (near := closest(mark, known)) else []),
                        unit_fix(f"Take the mark {mark} of {called} away", unit.key, _marked(mark, ""))])


def _marked(old: str, new: str) -> Callable[[Unit], Unit]:
    return lambda unit: unit if unit.setup is None else replace(
        unit, setup=replace(unit.setup, marks=renamed_words(unit.setup.marks, old, new)))
