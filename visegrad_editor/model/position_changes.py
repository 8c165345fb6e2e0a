"""What differs between the set-ups of two scenarios: which units stand elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

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


def has_fixed_set_up(scenario: Scenario) -> bool:
    """Whether most of the units that are set up on the map stand in a hex."""
    on_map = [u for u in scenario.units if u.setup is not None and not u.setup.box and not u.reinforcement]
    return 2 * sum(bool(u.hex) for u in on_map) > len(on_map)


def _hex(unit: Unit) -> str:
    return "" if unit.reinforcement is not None else unit.hex
