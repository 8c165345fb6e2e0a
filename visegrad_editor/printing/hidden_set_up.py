"""What sheets that both sides see leave out of a hidden set-up: the hexes that its owner chose."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ..model.design import Design
from ..model.problems import Problem
from ..model.scenario import Unit
from .setup_section import side_of

_UNTOLD = "An error in a hidden set-up, which is not told here: the check of the scenario tells it."


def without_hidden_places(design: Design, of: Design | None = None) -> Design:
    """The design as both sides see it: units of a side that sets up hidden stand in no hex that their owner
    chose. `of` is another design whose hidden set-up counts instead: that of a variant for its base, which
    has the same places."""
    scenario, hidden = design.scenario, _hidden_sides(of or design)
    if scenario is None or not hidden:
        return design
    units = tuple(replace(u, position="") if u.position and _side(u, of or design, design) in hidden else u
                  for u in scenario.units)
    return replace(design, scenario=replace(scenario, units=units))


def without_hidden_problems(problems: Sequence[Problem], design: Design) -> list[Problem]:
    """The problems as both sides may read them: one that is about a unit in a hidden place, or names such a
    hex, says only that there is one."""
    scenario, hidden = design.scenario, _hidden_sides(design)
    units = [] if scenario is None else [
        u for u in scenario.units if u.position and side_of(u, design) in hidden]
    keys, hexes = {u.key for u in units}, {u.position for u in units}

    def tells(problem: Problem) -> bool:
        return problem.unit in keys or problem.hex in hexes or not hexes.isdisjoint(
            re.findall(r"\w+", problem.message))

    return [replace(p, message=_UNTOLD, hex="", unit="", rule="") if tells(p) else p for p in problems]


def _hidden_sides(design: Design) -> frozenset[str]:
    return frozenset() if design.scenario is None else frozenset(design.scenario.hidden_set_up)


def _side(unit: Unit, of: Design, design: Design) -> str:
    """The side of a unit; of one whose nationality the other design does not have, that of its own."""
    return side_of(unit, of) or side_of(unit, design)
