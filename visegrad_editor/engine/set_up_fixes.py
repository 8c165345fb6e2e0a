"""Fixes of a set-up that breaks the rules: its units are put where they may stand, or taken off the map."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from itertools import islice

from ..model.design import Design
from ..model.edit.documents import with_scenario
from ..model.edit.units import place_units, take_off_map
from ..model.files.option_changes import in_force
from ..model.place_words import hex_words
from ..model.problems import Fix, Problem, with_fixes
from ..model.wording import count, listed
from .checks import check_design
from .rules import SetUp
from .set_up import set_up_of

BREACHES = frozenset({
    "not-permitted", "not-alone", "stacking", "enemies", "setup-terrain", "prohibited-terrain", "out-of-play",
    "set-up-limit", "not-together", "mixed-stack", "barred-start"})
"""The codes of problems of units that stand where they may not be set up."""
_OF_ONE = frozenset({
    "not-permitted", "setup-terrain", "prohibited-terrain", "out-of-play", "barred-start"})
"""Those of them that are about one unit, whoever stands with it."""
_BESIDE = "position-alone"
"""The code of a position beside the only hex of a unit."""
_NOWHERE = frozenset({"unknown-hex", "empty-setup"})
"""The codes of problems of a unit without a hex of the map, which may be set up as another one is; the rules
of a game may have something against that."""
_MOST = 20
"""The most problems that get fixes: each needs a search for hexes."""
_MOST_TOGETHER = 100
"""The most units concerned in one problem for which hexes are searched; a designer moves larger heaps."""

_MOST_NAMED = 3
"""The most units that the label of a fix names, if it moves more than one more."""
_MOST_TRIED = 12
"""The most hexes that are tried for a unit whose hex is not on the map."""

Moves = dict[str, str]
"""New hexes by unit key; "" for a unit that may stand nowhere."""


def with_set_up_fixes(design: Design, problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The problems, those of units that stand where they may not with their fixes."""
    problems = tuple(problems)
    left, found = _MOST, []
    known = {(p.code, p.unit, p.part) for p in problems}
    said = {(p.unit, p.message) for p in problems}
    begun = design.scenario is not None and design.scenario.start is not None and design.scenario.start.begun
    for problem in problems:
        if problem.code in BREACHES and problem.unit and not begun and left:
            left -= 1
            problem = _with_fixes(design, problem)
        elif problem.code in _NOWHERE and problem.unit and not begun and left:
            left -= 1
            problem = _with_known_hex(design, with_fixes(problem, [
                f for f in problem.fixes if _suits(design, f, problem.unit, said)]))
        if (problem.code in BREACHES or problem.code == _BESIDE) and problem.fixes and not begun:
            problem = with_fixes(problem, [f for f in problem.fixes if _is_sound(design, f, known)])
        found.append(problem)
    return tuple(found)


def _is_sound(design: Design, fix: Fix, known: Container[tuple[str, str, str]]) -> bool:
    """Whether a fix that takes positions away makes no other problem: where the unit may stand in one hex
    only, or in few, others may have taken the room. `known` are the problems that there are by now."""
    try:
        after = fix.edit(design)
    except ValueError:
        return True
    if after.scenario is None or design.scenario is None:
        return True
    freed = [u.key for u in design.scenario.units if u.position and (
        new := after.scenario.unit_by_key.get(u.key)) is not None and not new.position]
    if not freed:
        return True
    set_up = set_up_of(in_force(after))
    # With more hexes than there are units one is always left.
    if set_up is None or all(
            (setup := after.scenario.unit_by_key[key].setup) is not None and setup.has_choice
            and len(set_up.permitted([key])) > len(after.scenario.units) for key in freed):
        return True
    return all((p.code, p.unit, p.part) in known or p.severity == "note" for p in check_design(after))


def _suits(design: Design, fix: Fix, unit: str, said: Container[tuple[str, str]]) -> bool:
    """Whether the rules of the game have nothing new to say against a unit after a fix: they may require of
    it what they do not of the unit that it is to follow. `said` is what problems say by now."""
    try:
        after = fix.edit(design)
    except ValueError:
        return True
    return all(p.unit != unit or (p.unit, p.message) in said or p.severity == "note"
               for p in check_design(after))


def _with_fixes(design: Design, problem: Problem) -> Problem:
    try:
        moves = _moves(design, problem)
    except ValueError:
        return problem
    scenario = design.scenario
    if not moves or scenario is None:
        return problem
    fixes, names = [], {key: design.unit_name(scenario.unit_by_key[key]) for key in moves}
    if all(moves.values()):
        ways = [f"{names[key]} from {hex_words(scenario.unit_by_key[key].hex, design.map)} to "
                f"{hex_words(hex, design.map)}" for key, hex in moves.items()]
        nearest = "the nearest hex allowed" if len(moves) == 1 else "the nearest hexes allowed"
        fixes.append(Fix(f"Move {_first(ways)}, {nearest}", lambda d: _moved(d, problem)))
    if all(_may_wait(design, key) for key in moves):
        gone = _first(list(names.values()))
        fixes.append(Fix(f"Take {gone} off the map", lambda d: _taken_off(d, problem)))
    if not fixes:
        return problem
    return replace(problem, fix=fixes[0], more_fixes=tuple(fixes[1:]))


def _first(words: Sequence[str]) -> str:
    """The words as a list, of very many only the first and the number of the rest."""
    return listed(words if len(words) <= _MOST_NAMED + 1 else [
        *words[:_MOST_NAMED], count(len(words) - _MOST_NAMED, "more unit")])


def _with_known_hex(design: Design, problem: Problem) -> Problem:
    """The problem of a unit whose only hex the map does not have, with the fix of setting it up in one of the
    hexes whose numbers come nearest: the first in which nothing is wrong with the unit."""
    unit = design.scenario.unit_by_key.get(problem.unit) if design.scenario is not None else None
    if unit is None or unit.hex != problem.hex or not problem.hex.isdigit():
        return problem
    try:
        set_up = set_up_of(in_force(design))
    except ValueError:
        return problem
    if set_up is None:
        return problem
    wanted = int(problem.hex)
    numbers = sorted((n for n in set_up.permitted([unit.key]) if n.isdigit()),
                     key=lambda n: (abs(int(n) - wanted), n))
    free = islice((n for n in numbers if set_up.refusal([unit.key], n) is None), _MOST_TRIED)
    hex = next((n for n in free if not any(
        p.unit == unit.key for p in check_design(_placed(design, unit.key, n)))), "")
    if not hex:
        return problem
    fix = Fix(f"Set {design.unit_name(unit)} up in {hex_words(hex, design.map)}, the nearest number where it "
              "may stand", lambda d: _placed(d, unit.key, hex))
    return with_fixes(problem, (fix, *problem.fixes))


def _placed(design: Design, key: str, hex: str) -> Design:
    if design.scenario is None or key not in design.scenario.unit_by_key:
        raise ValueError("The unit is gone.")
    return with_scenario(design, place_units(design.scenario, [key], hex))


def _may_wait(design: Design, key: str) -> bool:
    """Whether a unit that is taken off the map may be set up again: its choice stays."""
    unit = design.scenario.unit_by_key[key] if design.scenario is not None else None
    return unit is not None and bool(unit.position) and unit.setup is not None and unit.setup.has_choice


def _moved(design: Design, problem: Problem) -> Design:
    """The design with the unit of a problem, and others whose place is forbidden for the same reason, where
    they may stand."""
    moves = _moves(design, problem)
    if design.scenario is None or not all(moves.values()):
        raise ValueError("There is no hex in which it may stand any more.")
    scenario = design.scenario
    for key, hex in moves.items():
        scenario = place_units(scenario, [key], hex)
    return with_scenario(design, scenario)


def _taken_off(design: Design, problem: Problem) -> Design:
    moves = _moves(design, problem)
    if design.scenario is None:
        raise ValueError("The unit is gone.")
    return with_scenario(design, take_off_map(design.scenario, moves))


def _moves(design: Design, problem: Problem) -> Moves:
    """The units that must leave their hexes so that a problem is solved: its own unit, and of those that
    stand with it, or are in its group, as many as it needs. None if its unit may stand where it stands."""
    scenario, set_up, key = design.scenario, set_up_of(in_force(design)), problem.unit
    unit = scenario.unit_by_key.get(key) if scenario is not None else None
    if scenario is None or unit is None or not unit.hex or set_up is None:
        raise ValueError("The unit is gone.")
    if set_up.refusal([key], unit.hex) is None:
        return {}
    moves = {key: _nearest(design, set_up, key, unit.hex)}
    if problem.code in _OF_ONE:
        return moves
    group = scenario.group_of(unit)
    others = [u for u in scenario.units if u.key != key and u.hex and (
        u.hex == unit.hex or (group is not None and scenario.group_of(u) is group))]
    if len(others) >= _MOST_TOGETHER:
        raise ValueError(f"{len(others) + 1:,} units are concerned, too many to find hexes for.")
    for one in reversed(others):
        # A unit that may stand there with nobody has a problem, and a fix, of its own.
        if one.hex in set_up.permitted([one.key]) and set_up.refusal([one.key], one.hex) is not None:
            moves[one.key] = _nearest(design, set_up, one.key, one.hex)
    return moves


def _nearest(design: Design, set_up: SetUp, key: str, hex: str) -> str:
    """The nearest hex in which a unit may stand, where it is put on trial; "" if there is none, and then it
    is off the map."""
    grid = design.map.grid
    set_up.lift([key])
    at = grid.parse(hex)
    hexes = [(grid.distance(at, there) if at is not None else 0, number)
             for number in set_up.permitted([key]) if (there := grid.parse(number)) is not None]
    for _, number in sorted(hexes):
        if number != hex and set_up.refusal([key], number) is None:
            set_up.put([key], number)
            return number
    return ""
