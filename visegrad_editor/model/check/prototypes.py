"""Checks of the prototypes of a scenario: their names, what they say, and who uses them."""

from __future__ import annotations

from dataclasses import replace

from ..design import Design
from ..edit.documents import with_scenario
from ..edit.prototypes import remove_prototype, use_prototype
from ..problems import Fix
from ..prototypes import Prototype, circles
from ..scenario import Scenario, Unit
from ..wording import closest, listed, quoted
from .context import Checks
from .fixes import list_fix

SECTION = "prototypes"
_MOST_NAMED = 6


def check_prototypes(checks: Checks, scenario: Scenario) -> None:
    """Unknown names, circles, and prototypes that nobody uses."""
    checks.doubles("scenario", SECTION, "prototypes", (p.id for p in scenario.prototypes))
    ids = list(scenario.prototype_by_id)
    for unit in scenario.units:
        if unit.prototype and unit.prototype not in scenario.prototype_by_id:
            _unknown(checks, unit, ids)
    used = {u.prototype for u in scenario.units} | {p.prototype for p in scenario.prototypes}
    for one in checks.each(SECTION, scenario.prototypes, lambda p: p.id):
        _check_prototype(checks, one, one.id in used)
        if one.prototype and one.prototype not in scenario.prototype_by_id:
            checks.unknown("prototype", one.prototype, ids, f"prototype {one.name}", "scenario", SECTION,
                           one.id, within=("prototype",), fixes=_known_prototype(one, ids))
    for circle in circles(scenario.prototypes):
        first, names = circle[0], [one.name for one in circle]
        shown = names if len(names) <= _MOST_NAMED + 1 else [
            *names[:_MOST_NAMED], f"{len(names) - _MOST_NAMED:,} more"]
        checks.add("error", "circle-of-prototypes", (
            f"The prototypes {listed(shown)} take what they do not say from each other in a circle. Take "
            "the prototype of one of them away." if len(circle) > 1 else
            f"The prototype {first.name} takes what it does not say from itself. Take its prototype away."),
            "scenario", SECTION, first.id, within=("prototype",), fix=Fix(
                f"Let {first.name} name no prototype", lambda d, id=first.id: _alone(d, id)))  # type: ignore[misc]


def _known_prototype(one: Prototype, ids: list[str]) -> tuple[Fix, ...]:
    """Writes the name that is most like the unknown one, if that makes no circle; or none."""
    near = closest(one.prototype, [id for id in ids if id != one.id])

    def named(new: str) -> Fix:
        return list_fix(f"Let {one.name} take what it does not say from {new}" if new else
                        f"Let {one.name} name no prototype", SECTION, lambda entries: (
                            replace(p, prototype=new) if p == one else p for p in entries))

    return (*((named(near),) if near else ()), named(""))


def _unknown(checks: Checks, unit: Unit, ids: list[str]) -> None:
    called = checks.called(unit)
    message = f"There is no prototype {quoted(unit.prototype)} ({called})."
    message += checks.suggest("prototype", unit.prototype, ids)
    near = closest(unit.prototype, ids)
    checks.add("error", "unknown-prototype", message, "scenario", "units", unit.key, unit.hex, unit.key,
               within=("prototype",), fixes=(
                   *((Fix(f"Let {called} have the prototype {near}",
                          lambda d: use_prototype(d, [unit.key], near)),) if near else ()),
                   Fix(f"Let {called} have no prototype", lambda d: use_prototype(d, [unit.key], ""))))


def _check_prototype(checks: Checks, one: Prototype, used: bool) -> None:
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
            f"The prototype {one.name} has {most} values, but the counters of this game have "
            f"{len(rules.values)}."), "scenario", SECTION, one.id)
    if not used:
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
