"""Checks of documents against each other: what a single file cannot know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from ..design import Design
from ..edit.blank import blank_map
from ..files.option_changes import in_force
from ..files.sources import Sources
from ..gc_pause import gc_paused
from ..problems import Problem, more_problems
from ..ruleset import Ruleset
from ..scenario import MOST_HEXES, names_too_many_hexes
from .blocks import Blocks
from .choices import check_choices
from .context import Checks, TooManyProblems, locate_problems
from .dead_data import lint_scenario
from .fixed_set_up import check_fixed_set_up
from .game_map import check_map
from .inherited_rules import check_inherited_rules
from .inherited_texts import check_inherited_texts
from .judged import judged
from .looks import check_looks
from .replaced_set_up import check_replaced_set_up
from .rules_on_map import check_barred_starts, check_rules_on_map
from .ruleset import check_ruleset
from .scenario import check_scenario, check_units
from .timetable import check_timetable
from .variant import check_variant
from .victory_reach import check_victory

__all__ = ["check_documents", "check_rules", "judged", "lint_scenario", "locate_problems"]

_ORDER = {"error": 0, "warning": 1, "note": 2}


@gc_paused()
def check_documents(
    design: Design, sources: Sources | None = None, scenario_only: bool = False,
) -> tuple[Problem, ...]:
    """What does not fit together in a ruleset, a map and a scenario; errors first.

    With the sources of the design the problems name file and line. The rules of the game itself (stacking,
    supply, which units may be together) are checked by its rules module. `scenario_only` leaves out what
    ruleset and map have whatever the scenario says, which takes most of the time: for comparing scenarios.
    """
    checks = Checks(in_force(design), sources)
    scenario = design.scenario
    with _until_too_many(checks):
        if not scenario_only:
            check_ruleset(checks)
            check_map(checks)
            check_rules_on_map(checks)
        else:
            check_barred_starts(Blocks(checks, whole=True))
        if scenario is not None and names_too_many_hexes(scenario, design.map):
            checks.add("error", "too-many-hexes", (
                f"The set-ups and entries of the scenario mean more than {MOST_HEXES:,} hexes together, so "
                "they are not checked. Name smaller areas, or remove units and entries."),
                "scenario", "units")
        elif scenario is not None:
            check_scenario(checks, scenario)
            check_units(checks, scenario)
            check_timetable(checks, scenario, design.ruleset)
            check_victory(checks)
        check_looks(checks)
        if not scenario_only:
            check_choices(checks, design, sources)
        check_inherited_texts(checks, design, sources)
        check_variant(checks, design, sources)
        check_inherited_rules(checks, design, sources)
        check_fixed_set_up(checks, design, sources)
        check_replaced_set_up(checks, design, sources)
    return _in_order(checks.problems)


def check_rules(ruleset: Ruleset, sources: Sources | None = None) -> tuple[Problem, ...]:
    """What does not fit together in a ruleset on its own; errors first."""
    design = Design(ruleset, blank_map(ruleset, "", "", 1, 1))
    checks = Checks(in_force(design), sources)
    with _until_too_many(checks):
        check_ruleset(checks)
        check_choices(checks, design, sources)
        check_inherited_texts(checks, design, sources)
        check_variant(checks, design, sources)
    return _in_order(checks.problems)


@contextmanager
def _until_too_many(checks: Checks) -> Iterator[None]:
    """Stops the checks when there are more errors than are reported."""
    try:
        yield
    except TooManyProblems:
        checks.problems.append(more_problems("error"))


def _in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(dict.fromkeys(problems), key=lambda p: _ORDER[p.severity]))
