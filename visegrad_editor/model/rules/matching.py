"""Which units of a scenario a filter means, before play: what it says of states is left out."""

from __future__ import annotations

from fractions import Fraction

from ..ruleset import Ruleset
from ..scenario import Unit
from .grammar import UnitFilter


def is_meant(ruleset: Ruleset, unit: Unit, units: UnitFilter) -> bool:
    """Whether a filter means a unit as it stands in the scenario, at full strength."""
    kind = ruleset.unit_type_by_id.get(unit.type)
    nation = ruleset.nationality_by_id.get(unit.nationality)
    first = ruleset.movement.classes[0].id if ruleset.movement.classes else ""
    facts = (
        (units.side, nation.side if nation else ""), (units.nationality, unit.nationality),
        (units.type, unit.type), (units.size, unit.size or (kind.size if kind else "")),
        (units.class_, (kind.class_ if kind else "") or first), (units.formation, unit.formation),
        (units.named, unit.key))
    if not all(not words or fact in words for words, fact in facts):
        return False
    if units.trait and not (kind and kind.traits & frozenset(units.trait)):
        return False
    return units.without is None or not is_meant(ruleset, unit, units.without)


def stacking_weight(ruleset: Ruleset, unit: Unit, steps: int) -> Fraction:
    """The room that a unit takes in a stack, by the ruleset's block; `steps` are those it has."""
    rule = ruleset.stacking
    if rule.free and is_meant(ruleset, unit, rule.free):
        return Fraction(0)
    if rule.weigh.by == "steps":
        return Fraction(steps)
    if rule.weigh.by == "unit":
        return Fraction(1)
    kind = ruleset.unit_type_by_id.get(unit.type)
    name = unit.type if rule.weigh.by == "type" else unit.size or (kind.size if kind else "")
    return Fraction(dict(rule.weigh.of).get(name, "1"))
