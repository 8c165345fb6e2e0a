"""What every game asks of a set-up: no hex too full, no enemies together, ground that can be entered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..model.design import Design
from ..model.give_way import paced
from ..model.problems import Problem, Severity
from ..model.ruleset import Ruleset
from ..model.scenario import Scenario, Unit, names_too_many_hexes
from ..model.wording import count, listed
from .board import Board, board_for
from .orders import Names


@dataclass(frozen=True)
class Chapters:
    """Where a game's rulebook says what is checked; "" where the ruleset alone says it."""

    stacking: str = ""
    enemies: str = ""
    alone: str = ""
    terrain: str = ""
    entry: str = ""
    set_up: str = ""


@dataclass(frozen=True)
class Placed:
    """A ground unit that is set up on the map: its name for sentences, its side, its hexes in play."""

    unit: Unit
    label: str
    side: str
    hexes: tuple[int, ...]


def placed_units(ruleset: Ruleset, scenario: Scenario, labels: Mapping[str, str],
                 hexes: Sequence[tuple[int, ...]]) -> list[Placed]:
    """The ground units with a set-up and a side of the ruleset; `hexes` are those in play of each unit of
    the scenario, `labels` the names by unit key."""
    sides = {n.id: n.side for n in ruleset.nationalities if n.side in ruleset.side_by_id}
    found = []
    for unit, where in zip(scenario.units, hexes, strict=True):
        kind = ruleset.unit_type_by_id.get(unit.type)
        if where and unit.nationality in sides and (kind is None or "air" not in kind.traits):
            found.append(Placed(unit, labels[unit.key], sides[unit.nationality], where))
    return found


def stacks_of(placed: Iterable[Placed]) -> dict[int, list[Placed]]:
    """The units with one set-up hex, by that hex, in map order."""
    stacks: dict[int, list[Placed]] = {}
    for p in placed:
        if len(p.hexes) == 1:
            stacks.setdefault(p.hexes[0], []).append(p)
    return dict(sorted(stacks.items()))


def check_set_up(design: Design) -> tuple[Problem, ...]:
    """What is wrong with a set-up and its entries by the ruleset alone, for games no rules module plays."""
    scenario, ruleset = design.scenario, design.ruleset
    if scenario is None:
        return ()
    board = board_for(design.map, ruleset, scenario.play_area)
    hexes = [
        tuple(i for i in (board.grid.index(h) for h in u.setup.where.resolve(design.map))
              if board.is_playable(i)) if u.setup and not u.setup.box else ()
        for u in paced(scenario.units, 32)]
    labels = Names(scenario.units, ruleset).full
    placed = placed_units(ruleset, scenario, labels, hexes)
    return (*absent_units(ruleset, scenario, labels, Chapters()),
            *set_up_problems(design, board, placed, Chapters()),
            *entry_problems(design, board, scenario, Chapters()))


def absent_units(ruleset: Ruleset, scenario: Scenario, labels: Mapping[str, str],
                 chapters: Chapters) -> Iterator[Problem]:
    """Units that are nowhere in a scenario. Air units may wait off the map without being told to."""
    for unit in paced(scenario.units, 64):
        kind = ruleset.unit_type_by_id.get(unit.type)
        if unit.setup is None and unit.reinforcement is None and (kind is None or "air" not in kind.traits):
            yield Problem("warning", "never-appears", f"{labels[unit.key]} has neither a set-up nor an "
                          "arrival and never comes into play.", unit=unit.key, rule=chapters.set_up)


def set_up_problems(design: Design, board: Board, placed: Sequence[Placed],
                    chapters: Chapters) -> Iterator[Problem]:
    """Ground nobody can enter, stacks that are too large or hold enemies, areas without room."""
    for p in placed:
        if not _can_enter(board, p.hexes):
            where = board.name(p.hexes[0]) + "," if len(p.hexes) == 1 else "nothing but"
            yield _at(p, "setup-terrain", f"{p.label} is set up in {where} terrain that no unit may enter.",
                      board, chapters.terrain)
    for hex, units in paced(stacks_of(placed).items(), 16):
        yield from _stack(design.ruleset, board, hex, units, chapters)
    yield from _areas(design.ruleset, placed, chapters)


def entry_problems(design: Design, board: Board, scenario: Scenario, chapters: Chapters) -> Iterator[Problem]:
    """Entries that units use and that lie in ground nobody can enter."""
    used = {e: u for u in reversed(scenario.units) if u.reinforcement
            for e in (u.reinforcement.entry, *u.reinforcement.also)}
    for entry in scenario.entries:
        unit = used.get(entry.id)
        if unit is None:
            continue
        hexes = tuple(i for i in (board.grid.index(h) for h in entry.where.resolve(design.map))
                      if board.is_playable(i))
        if hexes and not _can_enter(board, hexes):
            yield Problem("error", "entry-terrain", f"{entry.name} lies in nothing but terrain that no unit "
                          f"may enter, so {unit.name} cannot arrive there.", hex=board.number(hexes[0]),
                          unit=unit.key, rule=chapters.entry)


def _can_enter(board: Board, hexes: Iterable[int]) -> bool:
    return any(board.cost[i] is not None or i in board.road_cost for i in hexes)


def _stack(ruleset: Ruleset, board: Board, hex: int, units: Sequence[Placed],
           chapters: Chapters) -> Iterator[Problem]:
    name, limit = board.name(hex), ruleset.stacking_limit
    sides = [s.id for s in ruleset.sides if any(p.side == s.id for p in units)]
    if len(sides) > 1:
        one, other = (next(p for p in units if p.side == s) for s in sides[:2])
        # A ruleset says how many may stand together, not who: there a game may allow it.
        yield _at(one, "enemies", f"{one.label} and {other.label} are enemies and both set up in {name}. "
                  "Move one of them.", board, chapters.enemies, "error" if chapters.enemies else "warning")
    for side in sides:
        own = [p for p in units if p.side == side]
        if len(own) > limit:
            the_limit = "the limit" if chapters.stacking else "the ruleset's stacking limit"
            names = listed([p.label for p in own])
            yield _at(own[limit], "stacking", f"{count(len(own), 'unit')} are set up in {name}; {the_limit} "
                      f"is {limit}: {names}.", board, chapters.stacking)
    for p in units:
        if not (p.unit.setup and p.unit.setup.alone):
            continue
        same = [q.label for q in units if q is not p and q.unit.nationality == p.unit.nationality]
        if same:
            yield _at(p, "not-alone", f"{p.label} must be set up alone, but {listed(same)} "
                      f"{'stands' if len(same) == 1 else 'stand'} in {name} too.", board, chapters.alone)
            break


def _areas(ruleset: Ruleset, placed: Iterable[Placed], chapters: Chapters) -> Iterator[Problem]:
    """Areas too small for the units that must be set up in them."""
    groups: dict[tuple[str, bool, tuple[int, ...]], list[Placed]] = {}
    for p in placed:
        if len(p.hexes) > 1:
            alone = bool(p.unit.setup and p.unit.setup.alone)
            groups.setdefault((p.side, alone, p.hexes), []).append(p)
    for (_, alone, hexes), units in groups.items():
        room = len(hexes) * (1 if alone else ruleset.stacking_limit)
        if len(units) > room:
            yield Problem("error", "no-room", f"{len(units)} units are to be set up in an area with room for "
                          f"{room}: {listed([p.label for p in units])}.", unit=units[0].unit.key,
                          rule=chapters.alone if alone else chapters.stacking)


def _at(p: Placed, code: str, message: str, board: Board, rule: str, severity: Severity = "error") -> Problem:
    hex = board.number(p.hexes[0]) if len(p.hexes) == 1 else ""
    return Problem(severity, code, message, hex=hex, unit=p.unit.key, rule=rule)


# Checks of a design: those of the documents, then those of its game's rules.

def check_design(design: Design) -> tuple[Problem, ...]:
    """What the rules of the design's game find wrong with it: set-up, map, entries, schedules.

    Where the ruleset names no system, the set-up is checked by what the ruleset itself says; a system
    nobody plays gives one problem. Fast enough to run after every edit.
    """
    from ..systems import UnknownSystem, system
    if design.scenario is not None and names_too_many_hexes(design.scenario, design.map):
        return ()  # The checks of the documents say so.
    if not design.ruleset.system:
        return check_set_up(design)
    try:
        rules = system(design.ruleset.system)
    except UnknownSystem as error:
        return (Problem("error", "unknown-system", str(error)),)
    return tuple(rules.check(design))
