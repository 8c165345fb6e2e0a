"""What is printed on a counter besides its symbol: the templates of the ruleset, filled in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .counter_values import has_values, value_of
from .rules.counter import CounterFace
from .rules.grammar import UnitFilter
from .ruleset import Ruleset
from .scenario import Unit
from .whole_look import look_of

_FIELD = re.compile(r"\{([^{}]*)\}")
WORDS = ("name", "type", "formation", "setup")
"""What a template may name besides values."""


class CounterTexts(NamedTuple):
    """The texts of one side of a counter, each "" if there is none."""

    front: str
    small: str
    top_left: str = ""
    top_right: str = ""
    left: str = ""
    right: str = ""


def fields_of(template: str) -> Iterator[str]:
    """What a template names in braces.

    >>> list(fields_of("{attack}-{movement}"))
    ['attack', 'movement']
    """
    return (found[1] for found in _FIELD.finditer(template))


def templates(face: CounterFace) -> dict[str, str]:
    """The templates of a counter's face, by their keys in files."""
    return {"front": face.front, "back": face.back, "small": face.small,
            **{f"corners.{name}": getattr(face.corners, name) for name in CounterTexts._fields[2:]}}


def counter_texts(ruleset: Ruleset, unit: Unit, reduced: bool) -> CounterTexts:
    """The texts on the side of a unit's counter that is up. A unit without any value has none below its
    symbol."""
    face, look, lost = ruleset.counter, look_of(ruleset, unit), 1 if reduced else 0
    corners = face.corners
    bare = _is_bare(ruleset, unit)
    front = (reduced and look.back) or look.front or "-".join(f"{{{v.id}}}" for v in ruleset.values)
    first = ruleset.values[0].id
    small = _filled(face.small, ruleset, unit, lost) if face.small else str(
        value_of(ruleset, unit, first, lost) or "")
    return CounterTexts(
        "" if bare else _filled(front, ruleset, unit, lost), "" if bare else small,
        *(_filled(getattr(corners, name), ruleset, unit, lost) for name in CounterTexts._fields[2:]))


def _is_bare(ruleset: Ruleset, unit: Unit) -> bool:
    """Whether nothing is printed below the symbol of a unit: it has no value, or it flies and has only the
    allowance of its type."""
    kind = ruleset.unit_type_by_id.get(unit.type)
    if kind is not None and "air" in kind.traits:
        return not has_values(ruleset, unit)
    return all(value_of(ruleset, unit, v.id) is None for v in ruleset.values)


def _filled(template: str, ruleset: Ruleset, unit: Unit, lost: int) -> str:
    return _FIELD.sub(lambda found: _word(found[1], ruleset, unit, lost), template) if template else ""


def _word(name: str, ruleset: Ruleset, unit: Unit, lost: int) -> str:
    """What stands for a name in a template; the name itself in braces if there is nothing of that name."""
    if name in ruleset.value_place:
        value = value_of(ruleset, unit, name, lost)
        text = ruleset.counter.when_none if value is None else str(value)
        brackets = ruleset.counter.brackets
        inside = brackets is not None and brackets.value == name and belongs(ruleset, unit, brackets.units)
        return f"({text})" if inside else text
    if name == "name":
        return unit.name
    if name == "type":
        kind = ruleset.unit_type_by_id.get(unit.type)
        return kind.name if kind else unit.type
    if name == "formation":
        formation = ruleset.formation_by_id.get(unit.formation)
        return formation.name if formation else unit.formation
    if name == "setup":
        return unit.setup.box or unit.hex if unit.setup else ""
    return f"{{{name}}}"


def belongs(ruleset: Ruleset, unit: Unit, units: UnitFilter) -> bool:
    """Whether a unit of a scenario, as it starts, is one of those that a filter describes."""
    kind = ruleset.unit_type_by_id.get(unit.type)
    nation = ruleset.nationality_by_id.get(unit.nationality)
    asked = (
        (units.side, (nation.side,) if nation else ()),
        (units.nationality, (unit.nationality,)),
        (units.type, (unit.type,)),
        (units.trait, kind.traits if kind else ()),
        (units.class_, (kind.class_,) if kind else ()),
        (units.size, (unit.size or (kind.size if kind else ""),)),
        (units.formation, (unit.formation,)),
        (units.state, ("reduced" if unit.reduced else "full",)),
        (units.named, (unit.key,)))
    inside = all(not words or not set(words).isdisjoint(own) for words, own in asked)
    return inside and not (units.without is not None and belongs(ruleset, unit, units.without))
