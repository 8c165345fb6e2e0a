"""Prototypes of units: what units have in common, said once. A unit names one, and says itself only what is
different. Immutable.

What a prototype may say is what its record declares; a unit has each of these under the same name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any

from .fields import Field, declared
from .unit_values import UnitValues
from .values import Id, Name, Notes, OwnId, UnitSize


@dataclass(frozen=True)
class Prototype:
    """What several units have in common: each takes what it does not say itself from the prototype that it
    names. What a prototype leaves out it takes from the one that it names itself. A prototype without a name
    is called by its id."""

    id: OwnId
    name: Annotated[Name, Field(required=False)] = ""
    prototype: Annotated[Id, Field(
        "Prototype", "Another prototype, for what this one does not say.", required=False)] = ""
    type: Annotated[Id, Field(
        "Type", "A unit type of the ruleset.", refers_to="unit_types", fact=True, required=False)] = ""
    values: UnitValues = ()
    steps: Annotated[int | None, Field(
        "Steps", "How many steps its units have, if not as many as their `values` say, or else the ruleset's "
        "`steps`.", minimum=1, maximum=12, fact=True)] = None
    size: Annotated[UnitSize, Field(help="The unit size, if it differs from that of the type.")] = ""
    formation: Annotated[Id, Field(
        "Formation", "A formation of the ruleset.", refers_to="formations", required=False)] = ""
    notes: Notes = ""

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", self.id)

    @property
    def says(self) -> tuple[str, ...]:
        """The names of the fields that it gives its units."""
        return tuple(name for name in inherited() if not is_left_out(getattr(self, name)))


_OWN = ("id", "name", "prototype", "notes")
"""What a prototype does not give its units."""


@cache
def inherited() -> tuple[str, ...]:
    """The names of the fields that units may take from their prototype."""
    return tuple(one.name for one in declared(Prototype) if one.name not in _OWN)


def is_left_out(value: Any) -> bool:
    """Whether a value of a prototype or a unit is none: the prototype of it says it then."""
    return value in ("", None, ())


def whole_prototypes(prototypes: Sequence[Prototype]) -> Mapping[str, Prototype]:
    """The prototypes by id, each with what it takes from others; of several with one id the last. Where they
    name each other in a circle, each is taken once."""
    by_id = {one.id: one for one in prototypes}
    return {id: _whole(one, by_id) for id, one in by_id.items()}


def _whole(one: Prototype, by_id: Mapping[str, Prototype]) -> Prototype:
    values: dict[str, Any] = {}
    for above in line_of(one, by_id)[1:]:
        for name in above.says:
            if name not in values and name not in one.says:
                values[name] = getattr(above, name)
    return replace(one, **values) if values else one


def line_of(one: Prototype, by_id: Mapping[str, Prototype]) -> tuple[Prototype, ...]:
    """A prototype and those from which it takes what it does not say, the nearest first."""
    line = {one.id: one}
    while one.prototype in by_id and one.prototype not in line:
        one = by_id[one.prototype]
        line[one.id] = one
    return tuple(line.values())


def in_circle(one: Prototype, by_id: Mapping[str, Prototype]) -> bool:
    """Whether a prototype is one of those from which it takes what it does not say."""
    last = line_of(one, by_id)[-1]
    return last.prototype == one.id
