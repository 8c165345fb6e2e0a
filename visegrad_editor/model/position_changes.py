"""What differs between the set-ups of two scenarios: which units stand elsewhere."""

from __future__ import annotations

from collections.abc import Iterable

from ..lazy_dataclass import dataclass
from .scenario import Scenario, Unit


@dataclass(frozen=True)
class MovedUnit:
    """A unit that stands elsewhere than in another scenario: hex numbers, "" where it is in no hex."""

    unit: str
    name: str
    before: str
    after: str


def moved_units(before: Scenario, after: Scenario) -> tuple[MovedUnit, ...]:
    """The units of both scenarios that are not in the same hex, in the order of the second one."""
    found = []
    for unit in after.units:
        old = before.unit_by_key.get(unit.key)
        if old is not None and _hex(old) != _hex(unit):
            found.append(MovedUnit(unit.key, unit.name, _hex(old), _hex(unit)))
    return tuple(found)


def most_fixed(scenarios: Iterable[Scenario]) -> Scenario | None:
    """The scenario in which most units stand in a hex, the first of several; None if there is none."""
    return max(scenarios, key=lambda s: sum(bool(_hex(u)) for u in s.units), default=None)


def _hex(unit: Unit) -> str:
    return "" if unit.reinforcement is not None else unit.hex
