"""Counters: place, move, flip, change, add and remove units of a scenario."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..counter_values import has_reduced_side
from ..provenance import Provenance
from ..rules.renaming import renamed_in
from ..ruleset import Ruleset
from ..scenario import Scenario, Unit, by_designer, with_other_unit
from ..unit_values import Rows, trimmed
from ..where import Where
from ..wording import listed

_FIELDS = frozenset({
    "name", "nationality", "type", "values", "steps", "size", "formation", "short", "reduced", "setup",
    "position", "reinforcement", "withdrawal", "release", "notes",
})


def change_unit(scenario: Scenario, key: str, **fields: Any) -> Scenario:
    """The scenario with fields of a unit changed.

    The values that a designer changes are marked as the designer's, the others keep their provenance. A unit
    without a choice of hexes and without a group has no position beside its set-up. Raises ValueError for a
    name that is taken.
    """
    if unknown := set(fields) - _FIELDS:
        raise TypeError(f"a unit has no field {unknown.pop()}")
    old = scenario.unit_by_key[key]
    new: Unit = replace(old, **fields)
    if new.position and not (new.setup is not None and new.setup.is_permission):
        new = replace(new, position="")
    if new == old:
        return scenario
    if new.key != key and new.key in scenario.unit_by_key:
        raise ValueError(f"There is already a unit called {new.name} of that nationality.")
    if not new.name.strip():
        raise ValueError("A unit needs a name.")
    scenario = _with(scenario, {key: by_designer(old, new)})
    return scenario if new.key == key else with_other_key(scenario, key, new.key)


def with_other_key(scenario: Scenario, key: str, new: str) -> Scenario:
    """The scenario whose mid-game start, judgements, schedule, entries and goals know a unit by a new key;
    for "" start and judgements do not know it any more."""
    start = scenario.start and scenario.start.with_unit(key, new)
    judged = with_other_unit(scenario.problems, key, new)
    schedule = renamed_in(scenario.schedule, "unit", key, new) if new else scenario.schedule
    entries = renamed_in(scenario.entries, "unit", key, new) if new else scenario.entries
    victory = renamed_in(scenario.victory, "unit", key, new) if new else scenario.victory
    return replace(scenario, start=start, problems=judged, schedule=schedule, entries=entries,
                   victory=victory)


def name_units(
    scenario: Scenario, names: Mapping[str, str], named: Callable[[Unit, str], Unit],
) -> Scenario:
    """The scenario with other names of units, by key, for a translation: where their values come from stays.
    The names must be free; `named` makes a unit with its name."""
    changed = {key: named(scenario.unit_by_key[key], name) for key, name in names.items()}
    made = _with(scenario, changed) if changed else scenario
    if scenario.start is not None or scenario.problems or scenario.schedule or (
            scenario.victory is not None) or any(e.needs is not None for e in scenario.entries):
        for key, unit in changed.items():
            made = with_other_key(made, key, unit.key)
    return made


def boxed_units(ruleset: Ruleset, units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Those of some units that are never set up in a hex: units of their type stand in boxes off the map."""
    types = ruleset.unit_type_by_id
    return tuple(u for u in units if u.type in types and types[u.type].stands_in_boxes)


def refuse_hexes(ruleset: Ruleset, units: Iterable[Unit]) -> None:
    """Raise ValueError if some units are set up in hexes and never stand in one."""
    wrong = boxed_units(ruleset, (u for u in units if u.setup is not None and u.setup.where != Where()))
    if wrong:
        raise ValueError(f"{boxed_words(ruleset, wrong)}.")


_MOST_NAMED = 6
"""The most units that are named in a sentence."""


def boxed_words(ruleset: Ruleset, units: Sequence[Unit]) -> str:
    """That some units are never in a hex, as a sentence without its full stop."""
    names = [u.name for u in units[:_MOST_NAMED]]
    if len(units) > len(names):
        names.append(f"{len(units) - len(names)} more")
    kinds = listed(list(dict.fromkeys(ruleset.unit_type_by_id[u.type].name for u in units)))
    return (f"{listed(names)} {'is' if len(units) == 1 else 'are'} never in a hex: units of the "
            f"{'types' if len({u.type for u in units}) > 1 else 'type'} {kinds} stand in boxes off the map")


def place_units(scenario: Scenario, keys: Iterable[str], hex_number: str) -> Scenario:
    """The scenario with these units in one hex and no longer reinforcements. Where a unit with a choice may
    be set up stays; any other unit is set up in that hex."""
    for key in keys:
        unit = scenario.unit_by_key[key]
        if unit.hex != hex_number:
            new = unit.placed(hex_number)
            scenario = change_unit(scenario, key, setup=new.setup, position=new.position,
                                   reinforcement=new.reinforcement)
    return scenario


def take_off_map(scenario: Scenario, keys: Iterable[str]) -> Scenario:
    """The scenario with these units off the map; they stay in the order of battle. Where a unit may be set up
    stays if that is a choice of hexes or a group: it is still to be set up, or stands in the only hex of its
    group as before (`stays_in_only_hex`). The others have no set-up any more."""
    for key in keys:
        setup = scenario.unit_by_key[key].setup
        kept = setup if setup is not None and setup.is_permission else None
        scenario = change_unit(scenario, key, setup=kept, position="")
    return scenario


def stays_in_only_hex(unit: Unit) -> bool:
    """Whether a unit cannot be taken off the map: its group leaves it one hex, so that it stands there
    without a position, too."""
    return unit.setup is not None and unit.setup.is_permission and bool(unit.setup.where.single_hex)


def kept_words(units: Sequence[Unit], scenario: Scenario) -> str:
    """Why units of `stays_in_only_hex` are not taken off the map, and what to do instead, in sentences."""
    first, others = units[0], len(units) - 1
    group = scenario.group_of(first)
    only = first.setup.where.single_hex if first.setup is not None else ""
    more = f" {others} more {'unit stays' if others == 1 else 'units stay'} in such a hex." if others else ""
    return (f"{first.name} stays: its set-up group {group.name if group else ''} has only the hex {only}. "
            f"Give the group more hexes, or the unit another set-up.{more}")


def clearable_units(scenario: Scenario) -> tuple[Unit, ...]:
    """The units with a choice of hexes that stand in one, in the order of the file."""
    return tuple(u for u in scenario.units if u.position and u.setup is not None and u.setup.has_choice)


def clear_positions(scenario: Scenario) -> Scenario:
    """The scenario in which every unit with a choice of hexes is still to be set up. Units with one hex only
    stay as they are."""
    return take_off_map(scenario, [u.key for u in clearable_units(scenario)])


def can_flip(ruleset: Ruleset, unit: Unit) -> bool:
    """Whether a counter may be turned over: it has a reduced side, or wrongly shows one."""
    return unit.reduced or has_reduced_side(ruleset, unit)


def flip_units(scenario: Scenario, keys: Iterable[str]) -> Scenario:
    """The scenario with these counters turned over: full to reduced and back."""
    for key in keys:
        scenario = change_unit(scenario, key, reduced=not scenario.unit_by_key[key].reduced)
    return scenario


def add_unit(scenario: Scenario, unit: Unit) -> Scenario:
    """The scenario with one more unit. Raises ValueError if its key is taken."""
    if unit.key in scenario.unit_by_key:
        raise ValueError(f"There is already a unit called {unit.name} of that nationality.")
    return replace(scenario, units=(*scenario.units, unit))


def remove_units(scenario: Scenario, keys: Iterable[str]) -> Scenario:
    """The scenario without these units."""
    gone = set(keys)
    units = tuple(u for u in scenario.units if u.key not in gone)
    for key in gone & scenario.unit_by_key.keys():
        scenario = with_other_key(scenario, key, "")
    return scenario if len(units) == len(scenario.units) else replace(scenario, units=units)


def why_no_units(ruleset: Ruleset) -> str:
    """Why no unit can be made: the ruleset has no nationality or no type for it; "" if one can."""
    missing = [what for what, there in (("nationality", ruleset.nationalities),
                                        ("unit type", ruleset.unit_types)) if not there]
    return f"The ruleset has no {' and no '.join(missing)}. Add one in Ruleset… first." if missing else ""


def new_unit(ruleset: Ruleset, scenario: Scenario, nationality: str, type: str) -> Unit:
    """A unit of the type with an unused name and the usual values of its type in this scenario."""
    kind = ruleset.unit_type_by_id[type]
    number = 1
    while f"{nationality}/{ordinal(number)} {kind.name}" in scenario.unit_by_key:
        number += 1
    alike = [u for u in scenario.units if u.type == type]
    alike.sort(key=lambda u: u.nationality != nationality)
    air = "air" in kind.traits
    values, steps = (alike[0].values, alike[0].steps) if alike else (_first_values(ruleset), None)
    return Unit(
        f"{ordinal(number)} {kind.name}", nationality, type, () if air and not alike else values, steps,
        provenance=Provenance("designer"))


def _first_values(ruleset: Ruleset) -> Rows:
    """The values of the first unit of a scenario: 4 each, and 2 after a step loss."""
    def row(number: int) -> list[int | None]:
        return [None if v.from_ == "type" else min(max(number, v.least), v.most) for v in ruleset.values]

    return trimmed([row(4), row(2)] if ruleset.steps.usual > 1 else [row(4)])


def ordinal(n: int) -> str:
    """A number as names of units have it.

    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 21)]
    ['1st', '2nd', '3rd', '4th', '11th', '21st']
    """
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def stack_at(scenario: Scenario, hex_number: str) -> tuple[Unit, ...]:
    """The units with a fixed set-up in the hex, in the order of the file."""
    return tuple(u for u in scenario.units if u.hex == hex_number)


def _with(scenario: Scenario, changed: dict[str, Unit]) -> Scenario:
    """The scenario with other units under some keys. Of units that have one key by mistake the last is meant,
    as in `unit_by_key`; the others stay as they are."""
    meant = {key: scenario.unit_by_key[key] for key in changed}
    return replace(scenario, units=tuple(
        changed[u.key] if u.key in changed and u is meant[u.key] else u for u in scenario.units))
