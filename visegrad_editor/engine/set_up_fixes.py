"""Fixes of a set-up that breaks the rules: its units are put where they may stand, or taken off the map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
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
from .fix_trials import FixTrials
from .rules import SetUp
from .set_up import set_up_of

BREACHES = frozenset({
    "not-permitted", "not-alone", "stacking", "enemies", "setup-terrain", "prohibited-terrain", "out-of-play",
    "set-up-limit", "not-together", "mixed-stack", "barred-start"})
"""The codes of problems of units that stand where they may not be set up."""
_OF_ONE = frozenset({
    "not-permitted", "setup-terrain", "prohibited-terrain", "out-of-play", "barred-start"})
"""Those of them that are about one unit, whoever stands with it."""
_OF_GROUP = frozenset({"set-up-limit", "not-together"})
"""Those of them that are about a whole set-up group, wherever its units stand."""
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

_MOST_MOVES = 8
"""The most hexes that are tried for a unit that must leave its own."""
_MOST_TRIALS = 40
"""The most fixes that are tried here; the rest of the trials is for other problems."""

Moves = dict[str, str]
"""New hexes by unit key; "" for a unit that may stand nowhere."""
Place = tuple[str, str]
"""A unit key and a hex."""


def with_set_up_fixes(
    design: Design, problems: Iterable[Problem], trials: FixTrials | None = None
) -> tuple[Problem, ...]:
    """The problems, those of units that stand where they may not with their fixes; each was tried and makes
    no other problem."""
    trials = trials or FixTrials(design)
    left, found, least = _MOST, [], max(0, trials.left - _MOST_TRIALS)
    begun = design.scenario is not None and design.scenario.start is not None and design.scenario.start.begun
    for problem in problems:
        if problem.unit and not begun and left and trials.left > least:
            if problem.code in BREACHES:
                left -= 1
                problem = _with_fixes(design, problem, trials)
            elif problem.code == "unknown-hex" and problem.hex:
                left -= 1
                problem = _with_known_hex(design, problem)
        if (problem.code in BREACHES | _NOWHERE or problem.code == _BESIDE) and problem.fixes and not begun:
            problem = with_fixes(problem, [
                f for f in problem.fixes if trials.left > least and not trials.new_problems(problem, f)])
        found.append(problem)
    return tuple(found)


def _with_fixes(design: Design, problem: Problem, trials: FixTrials) -> Problem:
    try:
        moves = _moves(design, problem)
    except ValueError:
        return problem
    scenario = design.scenario
    if not moves or scenario is None:
        return problem
    fixes, names = [], {key: design.unit_name(scenario.unit_by_key[key]) for key in moves}
    put = _move(design, problem, moves, trials)
    if put is not None:
        fixes.append(put)
    if all(_may_wait(design, key) for key in moves):
        gone = _first(list(names.values()))
        fixes.append(Fix(f"Take {gone} off the map", lambda d: _taken_off(d, problem)))
    if not fixes:
        return problem
    return replace(problem, fix=fixes[0], more_fixes=tuple(fixes[1:]))


def _move(design: Design, problem: Problem, moves: Moves, trials: FixTrials) -> Fix | None:
    """The fix of moving units to the nearest hexes where they may stand and that make no other problem; None
    if there are none, or not among those that are tried."""
    scenario, closed, nearest = design.scenario, frozenset[Place](), "nearest"
    for _ in range(_MOST_MOVES):
        if scenario is None or not moves or not all(moves.values()) or not trials.left:
            return None
        ways = [f"{design.unit_name(scenario.unit_by_key[key])} from "
                f"{hex_words(scenario.unit_by_key[key].hex, design.map)} to {hex_words(hex, design.map)}"
                for key, hex in moves.items()]
        fix = Fix(f"Move {_first(ways)}, the {nearest} {'hex' if len(moves) == 1 else 'hexes'} allowed"
                  f"{'' if nearest == 'nearest' else ' without another problem'}", _moving(problem, closed))
        new = trials.new_problems(problem, fix)
        if not new:
            return fix
        bad = [key for key, hex in moves.items() if any(p.unit == key or p.hex == hex for p in new)]
        closed, nearest = closed | {(key, moves[key]) for key in bad or moves}, "next"
        try:
            moves = _moves(design, problem, closed)
        except ValueError:
            return None
    return None


def _moving(problem: Problem, closed: Set[Place]) -> Callable[[Design], Design]:
    return lambda design: _moved(design, problem, closed)


def _first(words: Sequence[str]) -> str:
    """The words as a list, of very many only the first and the number of the rest."""
    return listed(words if len(words) <= _MOST_NAMED + 1 else [
        *words[:_MOST_NAMED], count(len(words) - _MOST_NAMED, "more unit")])


def _with_known_hex(design: Design, problem: Problem) -> Problem:
    """The problem of a unit whose only hex the map does not have, with the fix of setting it up in one of the
    hexes whose numbers come nearest: the first in which nothing is wrong with the unit."""
    unit = design.scenario.unit_by_key.get(problem.unit) if design.scenario is not None else None
    grid = design.map.grid
    numbering = grid.numbering
    # Zeros in front may be missing.
    wanted = numbering.split(problem.hex) or numbering.split(problem.hex.zfill(len(grid.ends()[0])))
    if unit is None or unit.hex != problem.hex or wanted is None:
        return problem
    try:
        set_up = set_up_of(in_force(design))
    except ValueError:
        return problem
    if set_up is None:
        return problem

    def far(number: str) -> tuple[int, int]:
        """How much the halves of a number differ; the first counts more, as in a number of digits."""
        one, other = numbering.split(number) or (0, 0)
        return abs(one - wanted[0]), abs(other - wanted[1])

    numbers = sorted(grid.in_order(n for n in set_up.permitted([unit.key]) if grid.knows(n)), key=far)
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


def _moved(design: Design, problem: Problem, closed: Set[Place]) -> Design:
    """The design with the unit of a problem, and others whose place is forbidden for the same reason, where
    they may stand."""
    moves = _moves(design, problem, closed)
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


def _moves(design: Design, problem: Problem, closed: Set[Place] = frozenset()) -> Moves:
    """The units that must leave their hexes so that a problem is solved: its own unit, and of those that
    stand with it, or are in its group, as many as it needs. None if its unit may stand where it stands. No
    unit is put in a hex that is `closed` to it."""
    scenario, set_up, key = design.scenario, set_up_of(in_force(design)), problem.unit
    unit = scenario.unit_by_key.get(key) if scenario is not None else None
    if scenario is None or unit is None or not unit.hex or set_up is None:
        raise ValueError("The unit is gone.")
    if set_up.refusal([key], unit.hex) is None:
        return {}
    moves = {key: _nearest(design, set_up, key, unit.hex, closed)}
    if problem.code in _OF_ONE:
        return moves
    group = scenario.group_of(unit) if problem.code in _OF_GROUP else None
    others = [u for u in scenario.units if u.key != key and u.hex and (
        u.hex == unit.hex or (group is not None and scenario.group_of(u) is group))]
    if len(others) >= _MOST_TOGETHER:
        raise ValueError(f"{len(others) + 1:,} units are concerned, too many to find hexes for.")
    for one in reversed(others):
        # A unit that may stand there with nobody has a problem, and a fix, of its own.
        if one.hex in set_up.permitted([one.key]) and set_up.refusal([one.key], one.hex) is not None:
            moves[one.key] = _nearest(design, set_up, one.key, one.hex, closed)
    return moves


def _nearest(design: Design, set_up: SetUp, key: str, hex: str, closed: Set[Place]) -> str:
    """The nearest hex in which a unit may stand, where it is put on trial; "" if there is none, and then it
    is off the map."""
    grid = design.map.grid
    set_up.lift([key])
    at = grid.parse(hex)
    hexes = [(grid.distance(at, there) if at is not None else 0, number)
             for number in set_up.permitted([key]) if (there := grid.parse(number)) is not None]
    for _, number in sorted(hexes):
        if number != hex and (key, number) not in closed and set_up.refusal([key], number) is None:
            set_up.put([key], number)
            return number
    return ""
