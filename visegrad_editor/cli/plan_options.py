"""What `new --on` may say about a new scenario beyond its title: sides, units, set-up, arrivals, goals."""

from __future__ import annotations

import argparse
import re
from dataclasses import replace
from pathlib import Path

from ..engine.set_up_filling import fill_set_up
from ..exchange.unit_table import read_units
from ..model.design import Design
from ..model.edit.documents import with_scenario
from ..model.edit.goals import read_goal, victory_of
from ..model.edit.scenario_plan import (
    ScenarioPlan,
    entry_at,
    has_free_sides,
    rectangle,
    renamed,
    with_area,
    with_arrivals,
)
from ..model.where import Where
from ..model.wording import listed, quoted
from .exits import UnusableError

PLANNED = ("side", "moves_first", "units_from", "set_up", "fill", "arrive", "goal")
"""The options, by their names in the namespace."""
_BOX = re.compile(r"(.+)\.\.(.+)")


def add_plan_arguments(add: argparse._ArgumentGroup) -> None:
    """Add the options to the group of those for a scenario on a map."""
    add.add_argument("--side", metavar="ID=NAME", help="the name of a side; may be repeated", action="append")
    add.add_argument("--moves-first", metavar="ID", help="the side that moves first")
    add.add_argument("--units-from", metavar="TABLE", help="units of a table: CSV or XLSX")
    add.add_argument(
        "--set-up", metavar="SIDE=WHERE", action="append",
        help="where the units of a side may be set up: two corner hexes, 0101..0409, or an area of the map; "
        "may be repeated")
    add.add_argument("--fill", action="store_true", default=None, help="set them up there, by the rules")
    add.add_argument(
        "--arrive", metavar="UNIT=TURN:ENTRY", action="append",
        help="a unit that arrives: red/5th=2:east, at an edge or in a hex; may be repeated")
    add.add_argument(
        "--goal", metavar="TEXT", action="append",
        help="how a side wins in this scenario, in place of the rules: 'red control 0605 0606' (at the end), "
        "'red take 0605' (at once), 'blue destroy 3' (steps), 'blue ratio 2' (losses), 'red leave west 2' "
        "(units), 'blue survive 6 4' (turn, units), 'red points 5 for town' (or for steps, for units); 'and' "
        "joins parts that are needed together; may be repeated")


def is_planned(arguments: argparse.Namespace) -> bool:
    """Whether one of the options is given."""
    return any(getattr(arguments, name) is not None for name in PLANNED)


def planned(arguments: argparse.Namespace, begun: Design) -> tuple[Design, tuple[str, ...]]:
    """A begun scenario with what the options say, and sentences about what is still missing. Raises
    UnusableError for options that do not fit."""
    scenario = begun.scenario
    assert scenario is not None
    plan = ScenarioPlan(scenario.title, scenario.turns, begun.map, begun.ruleset, units=scenario.units,
                        prototypes=scenario.prototypes, assets=scenario.assets)
    told: tuple[str, ...] = ()
    try:
        plan = _with_sides(plan, arguments)
        if arguments.units_from:
            read = read_units(Path(arguments.units_from), plan.working_design, make_formations=True)
            if read.problems:
                raise UnusableError("\n".join(f"{arguments.units_from}: {p}" for p in read.problems))
            plan, told = plan.with_units_of(read.design), (f"{read.summary}.", *read.notes)
        plan = _with_places(plan, arguments)
        made = plan.design
    except ValueError as error:
        raise UnusableError(str(error)) from error
    assert made.scenario is not None
    made = with_scenario(made, replace(made.scenario, name=scenario.name))
    notes = [*told, *(str(gap) for gap in plan.gaps())]
    if arguments.fill:
        filled = fill_set_up(made)
        made = with_scenario(made, filled.scenario)
        notes.append(filled.words)
    return made, tuple(notes)


def _with_sides(plan: ScenarioPlan, arguments: argparse.Namespace) -> ScenarioPlan:
    rules = plan.ruleset
    assert rules is not None
    if (arguments.side or arguments.moves_first) and not has_free_sides(rules):
        raise UnusableError(f"The rules of {rules.title} say who fights and who moves first; leave out "
                            "--side and --moves-first.")
    for text in arguments.side or ():
        side, name = _pair(text, "--side", "blue=Westland")
        old = next(s for s in (plan.sides or rules.sides) if s.id == _side(plan, side))
        plan = renamed(rules, plan, side, name, old.colour)
    return replace(plan, first=_side(plan, arguments.moves_first)) if arguments.moves_first else plan


def _with_places(plan: ScenarioPlan, arguments: argparse.Namespace) -> ScenarioPlan:
    map = plan.map
    assert map is not None
    for text in arguments.set_up or ():
        side, where = _pair(text, "--set-up", "blue=0101..0409")
        plan = with_area(plan, _side(plan, side), _where(plan, where))
    for text in arguments.arrive or ():
        key, when = _pair(text, "--arrive", "red/5th=2:east")
        turn, colon, entry = when.partition(":")
        if not colon or not turn.strip().isdecimal():
            raise UnusableError(f"--arrive {text}: write turn and entry, such as {key}=2:east.")
        if key not in {u.key for u in plan.units}:
            raise UnusableError(f"--arrive: there is no unit {quoted(key)}. Write nationality/name.")
        plan = with_arrivals(plan, [key], int(turn), entry_at(map, plan.entries, entry))
    rules = plan.rules
    try:
        plan = replace(plan, goals=tuple(read_goal(text, rules, map) for text in arguments.goal or ()))
        victory_of(plan.goals, rules)
    except ValueError as error:
        raise UnusableError(f"--goal: {error}") from error
    return plan


def _where(plan: ScenarioPlan, text: str) -> Where:
    map, rules = plan.map, plan.ruleset
    assert map is not None
    assert rules is not None
    if match := _BOX.fullmatch(text):
        corners = [map.grid.parse(number.strip()) for number in match.groups()]
        if corners[0] is None or corners[1] is None:
            raise UnusableError(f"--set-up: {quoted(text)} names no two hexes of the map.")
        return rectangle(map, rules, corners[0], corners[1])
    area = next((a.id for a in map.areas if text.casefold() in (a.id.casefold(), a.name.casefold())), "")
    if area:
        return Where(areas=(area,))
    raise UnusableError(f"--set-up: {quoted(text)} is no area of the map. Areas: "
                        f"{listed([a.id for a in map.areas]) if map.areas else 'none'}. Two corner hexes are "
                        "written 0101..0409.")


def _side(plan: ScenarioPlan, id: str) -> str:
    assert plan.ruleset is not None
    known = [s.id for s in plan.ruleset.sides]
    if id not in known:
        raise UnusableError(f"There is no side {quoted(id)}. Sides: {listed(known)}.")
    return id


def _pair(text: str, option: str, example: str) -> tuple[str, str]:
    left, equals, right = text.partition("=")
    if not equals or not left.strip() or not right.strip():
        raise UnusableError(f"{option} {quoted(text)}: write it as {option} {example}.")
    return left.strip(), right.strip()
