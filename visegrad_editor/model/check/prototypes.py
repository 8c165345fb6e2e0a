"""Checks of the prototypes of a scenario: their names, what they say, and who uses them."""

from __future__ import annotations

from dataclasses import replace

from ..design import Design
from ..edit.documents import with_scenario
from ..edit.prototypes import remove_prototype, use_prototype
from ..problems import Fix
from ..prototypes import Prototype, in_circle
from ..scenario import Scenario, Unit
from ..wording import quoted
from .context import Checks

SECTION = "prototypes"


def check_prototypes(checks: Checks, scenario: Scenario) -> None:
    """Unknown names, circles, and prototypes that nobody uses."""
    checks.doubles("scenario", SECTION, "prototypes", (p.id for p in scenario.prototypes))
    ids = list(scenario.prototype_by_id)
    for unit in scenario.units:
        if unit.prototype and unit.prototype not in scenario.prototype_by_id:
            _unknown(checks, unit, ids)
    by_id = {p.id: p for p in scenario.prototypes}
    for one in scenario.prototypes:
        _check_prototype(checks, scenario, one)
        if one.prototype and one.prototype not in by_id:
            checks.unknown("prototype", one.prototype, ids, f"prototype {one.name}", "scenario", SECTION,
                           one.id)
        elif one.prototype and in_circle(one, by_id):
            checks.add("error", "circle-of-prototypes", (
                f"The prototype {one.name} takes what it does not say from {quoted(one.prototype)}, which in "
                "the end takes it from this one. Remove `prototype` from one of them."),
                "scenario", SECTION, one.id, fix=Fix(
                    f"Let {one.name} name no prototype", lambda d, id=one.id: _alone(d, id)))  # type: ignore[misc]


def _unknown(checks: Checks, unit: Unit, ids: list[str]) -> None:
    called = checks.called(unit)
    message = f"There is no prototype {quoted(unit.prototype)} ({called})."
    message += checks.suggest("prototype", unit.prototype, ids)
    checks.add("error", "unknown-prototype", message, "scenario", "units", unit.key, unit.hex, unit.key,
               fix=Fix(f"Let {called} have no prototype", lambda d: use_prototype(d, [unit.key], "")))


def _check_prototype(checks: Checks, scenario: Scenario, one: Prototype) -> None:
    rules = checks.design.ruleset
    where = f"prototype {one.name}"
    if one.type and one.type not in rules.unit_type_by_id:
        checks.unknown("unit type", one.type, list(rules.unit_type_by_id), where, "scenario", SECTION, one.id)
    if one.formation and one.formation not in rules.formation_by_id:
        checks.unknown("formation", one.formation, list(rules.formation_by_id), where, "scenario", SECTION,
                       one.id)
    most = max(map(len, one.values), default=0)
    if most > len(rules.values):
        checks.add("error", "too-many-values", (
            f"`values` of the prototype {one.name} has {most} numbers, but the counters of this game have "
            f"{len(rules.values)}."), "scenario", SECTION, one.id)
    if not scenario.units_like(one.id) and not any(p.prototype == one.id for p in scenario.prototypes):
        checks.add("note", "unused-prototype", (
            f"No unit has the prototype {quoted(one.name)}. Use it for units, or remove it."),
            "scenario", SECTION, one.id,
            fix=Fix("Remove the prototype", lambda d: remove_prototype(d, one.id)))


def _alone(design: Design, id: str) -> Design:
    """The design in which a prototype names no other one."""
    scenario = design.scenario
    if scenario is None or not any(p.id == id and p.prototype for p in scenario.prototypes):
        raise ValueError("This prototype names no other one any more.")
    prototypes = tuple(replace(p, prototype="") if p.id == id else p for p in scenario.prototypes)
    return with_scenario(design, replace(scenario, prototypes=prototypes))
