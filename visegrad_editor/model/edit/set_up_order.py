"""The order in which sides and set-up groups set up, and which sides do so hidden."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from ..design import Design
from .documents import with_scenario


def order_of_set_up(design: Design) -> tuple[str, ...]:
    """The ids of all sides, and of the groups that are set up apart from their side, in their order."""
    scenario, ruleset = design.scenario, design.ruleset
    said = (scenario.set_up_order if scenario else ()) or ruleset.set_up_order
    groups = scenario.group_by_id if scenario else {}
    known = (name for name in said if name in ruleset.side_by_id or name in groups)
    return tuple(dict.fromkeys((*known, *(s.id for s in ruleset.sides))))


def with_set_up_order(design: Design, order: Iterable[str]) -> Design:
    """The design with another order of set-up. An order that is as without the scenario's leaves its file."""
    scenario = design.scenario
    if scenario is None:
        raise ValueError("There is only a map here, so nothing is set up.")
    usual = order_of_set_up(with_scenario(design, replace(scenario, set_up_order=())))
    new = tuple(order)
    new = () if new == usual else new
    if new == scenario.set_up_order:
        return design
    return with_scenario(design, replace(scenario, set_up_order=new))


def with_hidden_set_up(design: Design, sides: Collection[str]) -> Design:
    """The design in which these sides set up hidden and no others."""
    scenario = design.scenario
    if scenario is None:
        raise ValueError("There is only a map here, so nothing is set up.")
    new = tuple(s.id for s in design.ruleset.sides if s.id in sides)
    if new == scenario.hidden_set_up:
        return design
    return with_scenario(design, replace(scenario, hidden_set_up=new))
