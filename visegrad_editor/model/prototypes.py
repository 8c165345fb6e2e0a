"""Prototypes of units: what units have in common, said once. A unit names one, and says itself only what is
different. Immutable.

What a prototype may say is what its record declares; a unit has each of these under the same name.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Annotated, Any

from ..lazy_dataclass import dataclass
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
    whole: dict[str, Prototype] = {}
    for id in by_id:
        line, circle = _line(id, by_id, whole)
        # Once around to know what is said in the circle, then for each what the others after it say.
        said = dict[str, Any]()
        for one in reversed(circle):
            said.update(_says(one))
        for one in reversed(circle):
            whole[one.id] = _filled(one, said)
            said.update(_says(one))
        for one in reversed(line):
            above = whole.get(one.prototype)
            whole[one.id] = one if above is None else _filled(one, _says(above))
    return {id: whole[id] for id in by_id}


def _says(one: Prototype) -> dict[str, Any]:
    return {name: getattr(one, name) for name in one.says}


def _filled(one: Prototype, said: Mapping[str, Any]) -> Prototype:
    """A prototype with what others say where it says nothing."""
    values = {name: value for name, value in said.items() if name not in one.says}
    return replace(one, **values) if values else one


def _line(
    id: str, by_id: Mapping[str, Prototype], done: Collection[str]
) -> tuple[list[Prototype], list[Prototype]]:
    """A prototype and those from which it takes what it does not say, the nearest first, up to one that is
    done; and those of them that name each other in a circle, apart."""
    line: list[Prototype] = []
    places: dict[str, int] = {}
    while id in by_id and id not in done:
        if id in places:
            return line[:places[id]], line[places[id]:]
        places[id] = len(line)
        line.append(by_id[id])
        id = by_id[id].prototype
    return line, []


def circles(prototypes: Sequence[Prototype]) -> tuple[tuple[Prototype, ...], ...]:
    """The circles in which prototypes name each other, each once, beginning with the member that is first in
    the list."""
    by_id = {one.id: one for one in prototypes}
    place = {id: n for n, id in enumerate(by_id)}
    done, found = set[str](), list[tuple[Prototype, ...]]()
    for id in by_id:
        line, circle = _line(id, by_id, done)
        done.update(one.id for one in (*line, *circle))
        if circle:
            first = min(range(len(circle)), key=lambda i: place[circle[i].id])
            found.append((*circle[first:], *circle[:first]))
    return tuple(found)
