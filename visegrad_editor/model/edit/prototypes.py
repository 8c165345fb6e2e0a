"""Prototypes of units: making one of units, using one, taking back what units say themselves, another name,
removing one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

from ..design import Design
from ..prototypes import Prototype, inherited, is_left_out
from ..scenario import Scenario, Unit, by_designer
from ..wording import quoted
from .documents import with_scenario


def using(unit: Unit, prototype: Prototype) -> Unit:
    """The unit with everything that a prototype says; what that does not say stays the unit's own."""
    values: dict[str, Any] = {name: getattr(prototype, name) for name in prototype.says}
    return by_designer(unit, replace(unit, prototype=prototype.id, like=prototype, **values))


def use_prototype(design: Design, keys: Collection[str], id: str) -> Design:
    """The design in which units have a prototype and all it says; with "" they have none, and keep their
    values. Raises ValueError for a prototype that there is not."""
    scenario = _scenario(design)
    if not id:
        return _with_units(design, scenario, keys, lambda u: replace(u, prototype=""))
    if id not in scenario.prototype_by_id:
        raise ValueError(f"There is no prototype {quoted(id)} in this scenario.")
    prototype = scenario.prototype_by_id[id]
    return _with_units(design, scenario, keys, lambda u: using(u, prototype))


def reset_to_prototype(design: Design, keys: Collection[str], names: Sequence[str] | None = None) -> Design:
    """The design in which units are as their prototypes say, in these fields or in all."""
    return _with_units(design, _scenario(design), keys, lambda u: u.as_prototype(names))


def common_values(units: Sequence[Unit]) -> dict[str, Any]:
    """What units have in common, of what a prototype may say, by field."""
    return {name: value for name in inherited()
            if not is_left_out(value := getattr(units[0], name))
            and all(getattr(u, name) == value for u in units[1:])} if units else {}


def make_prototype(design: Design, keys: Collection[str], id: str, name: str = "") -> Design:
    """The design with a prototype of what units have in common; they use it, and say themselves only what is
    different. Raises ValueError for an id that is taken, and if they have nothing in common."""
    scenario = _scenario(design)
    units = [u for u in scenario.units if u.key in keys]
    if not units:
        raise ValueError("Select the units first of which the prototype is made.")
    if id in scenario.prototype_by_id:
        raise ValueError(f"There is already a prototype called {quoted(id)}. Choose another id.")
    common = common_values(units)
    if not common:
        raise ValueError("These units have neither type, values, steps, size nor formation in common.")
    made = Prototype(id, name or id, **common)
    design = with_scenario(design, replace(scenario, prototypes=(*scenario.prototypes, made)))
    return use_prototype(design, keys, id)


def rename_prototype(design: Design, index: int, id: str) -> Design:
    """The design with another id for a prototype, also in the units and prototypes that name it. Raises
    ValueError for an id that is taken."""
    scenario = _scenario(design)
    old = scenario.prototypes[index]
    if id == old.id:
        return design
    if id in scenario.prototype_by_id:
        raise ValueError(f"There is already a prototype called {quoted(id)}. Choose another id.")
    prototypes = tuple(
        replace(p, id=id, name=id if p.name == p.id else p.name) if n == index else
        replace(p, prototype=id) if p.prototype == old.id else p for n, p in enumerate(scenario.prototypes))
    units = tuple(
        replace(u, prototype=id, like=u.like and replace(u.like, id=id)) if u.prototype == old.id else u
        for u in scenario.units)
    return with_scenario(design, replace(scenario, prototypes=prototypes, units=units))


def remove_prototype(design: Design, id: str) -> Design:
    """The design without a prototype; units and prototypes that name it keep their values as their own."""
    scenario = _scenario(design)
    gone = next((p for p in scenario.prototypes if p.id == id), None)
    if gone is None:
        raise ValueError(f"There is no prototype {quoted(id)} in this scenario.")
    by_id = scenario.prototype_by_id
    prototypes = tuple(
        replace(p, prototype="", **{name: getattr(by_id[p.id], name) for name in by_id[p.id].says})
        if p.prototype == id else p for p in scenario.prototypes if p.id != id)
    units = tuple(replace(u, prototype="") if u.prototype == id else u for u in scenario.units)
    return with_scenario(design, replace(scenario, prototypes=prototypes, units=units))


def users_of_prototype(scenario: Scenario, id: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of the units that use a prototype, and of the prototypes that name it."""
    return (tuple(u.name for u in scenario.units_like(id)),
            tuple(p.name for p in scenario.prototypes if p.prototype == id))


def _scenario(design: Design) -> Scenario:
    if design.scenario is None:
        raise ValueError("There is only a map here: begin a scenario first.")
    return design.scenario


def _with_units(design: Design, scenario: Scenario, keys: Collection[str],
                change: Callable[[Unit], Unit]) -> Design:
    units = tuple(change(u) if u.key in keys else u for u in scenario.units)
    if all(new is old or (new == old and new.like is old.like)
           for new, old in zip(units, scenario.units, strict=True)):
        return design
    return with_scenario(design, replace(scenario, units=units))
