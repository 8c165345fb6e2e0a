"""What the numbers on a counter are: the one place that reads them by the names of a ruleset."""

from __future__ import annotations

from collections.abc import Iterable

from .provenance import Provenance
from .rules.counter import CounterValue, Steps
from .ruleset import Ruleset
from .scenario import Unit
from .unit_values import Rows, source_name, trimmed


def steps_of(ruleset: Ruleset, unit: Unit) -> int:
    """How many steps a unit has at full strength. Air units have one side, unless they say otherwise."""
    if unit.steps is not None:
        return unit.steps
    if len(unit.values) > 1:
        return len(unit.values)
    kind = ruleset.unit_type_by_id.get(unit.type)
    return 1 if kind is not None and "air" in kind.traits else ruleset.steps.usual


def own_value(ruleset: Ruleset, unit: Unit, value: str, lost: int = 0) -> int | None:
    """A value that the unit itself has; None if it has none, or the one of its type."""
    place = ruleset.value_place.get(value)
    if place is None or lost >= max(steps_of(ruleset, unit), 1) or not unit.values:
        return None
    row = unit.values[min(lost, len(unit.values) - 1)]
    return row[place] if place < len(row) else None


def value_of(ruleset: Ruleset, unit: Unit, value: str, lost: int = 0) -> int | None:
    """The value with an id on the counter of a unit that has lost so many steps; None if it has none, which
    is not 0."""
    own = own_value(ruleset, unit, value, lost)
    if own is not None:
        return own
    place = ruleset.value_place.get(value)
    if place is None or ruleset.values[place].from_ != "type":
        return None
    return type_value(ruleset, unit)


def type_value(ruleset: Ruleset, unit: Unit) -> int | None:
    """What the unit's type gives for values that come from it: its movement allowance."""
    kind = ruleset.unit_type_by_id.get(unit.type)
    return kind.movement if kind else None


def movement_of(ruleset: Ruleset, unit: Unit, lost: int = 0) -> int | None:
    """The movement allowance printed on a unit's counter; None if it has none."""
    return value_of(ruleset, unit, ruleset.movement.value, lost)


def own_values(ruleset: Ruleset) -> tuple[CounterValue, ...]:
    """The values that units have by themselves, not from their type."""
    return tuple(v for v in ruleset.values if v.from_ != "type")


def counter_numbers(ruleset: Ruleset, units: Iterable[Unit] = ()) -> list[tuple[CounterValue, int]]:
    """The numbers on the counters of a game, each a value and the steps lost: each value for full strength,
    and those that units have by themselves for every step that the game usually has, or one of `units`."""
    steps = max([1, ruleset.steps.usual, *(steps_of(ruleset, unit) for unit in units)])
    return [(v, lost) for v in ruleset.values for lost in range(1 if v.from_ == "type" else steps)]


def step_name(ruleset: Ruleset, lost: int) -> str:
    """What the ruleset calls a unit that has lost so many steps: `full`, `reduced`; beyond its names the last
    one with the number of steps lost."""
    names = ruleset.steps.names or Steps().names
    if lost < len(names):
        return names[lost]
    return f"{names[-1] if len(names) > 1 else Steps().names[-1]} ({lost} steps lost)"


def number_title(ruleset: Ruleset, value: CounterValue, lost: int, whole: bool = False) -> str:
    """The name of such a number: `Attack`, `Reduced attack`, by the names of steps that the ruleset has;
    `Reduced` alone in games with one such value, unless the `whole` name is wanted."""
    if not lost:
        return value.name
    step, _, lot = step_name(ruleset, lost).partition(" (")
    words = step[:1].upper() + step[1:]
    if whole or len(own_values(ruleset)) > 1:
        words += f" {value.name.lower()}"
    return f"{words} ({lot}" if lot else words


def has_values(ruleset: Ruleset, unit: Unit) -> bool:
    """Whether the unit itself has a value that its type does not give."""
    return any(own_value(ruleset, unit, v.id) for v in own_values(ruleset))


def has_reduced_side(ruleset: Ruleset, unit: Unit) -> bool:
    """Whether a unit that has lost a step has a value left with which it can fight."""
    return any(own_value(ruleset, unit, v.id, 1) for v in own_values(ruleset))


def with_value(ruleset: Ruleset, unit: Unit, value: str, number: int | None, lost: int = 0) -> Rows:
    """The `values` of a unit with one of them changed: for one step, but a value that its type may give for
    all steps."""
    place = ruleset.value_place[value]
    rows = [list(row) for row in unit.values] or [[]]
    while len(rows) <= lost:
        rows.append(list(rows[-1]))
    for n in range(len(rows)) if ruleset.values[place].from_ == "type" else (lost,):
        rows[n] += [None] * (place + 1 - len(rows[n]))
        rows[n][place] = number
    return trimmed(rows)


def source_of(ruleset: Ruleset, unit: Unit, value: CounterValue, lost: int = 0) -> Provenance:
    """Where a value on the counter of a unit comes from."""
    kind = ruleset.unit_type_by_id.get(unit.type)
    if value.from_ == "type" and kind is not None and own_value(ruleset, unit, value.id, lost) is None:
        return kind.provenance
    named = {name for name, _ in unit.provenance.values}
    name = source_name(value.id, lost > 0)
    if name not in named and name in ("values", "reduced"):
        # A variant that does not know the ruleset's values tells them by their place.
        place = ruleset.value_place[value.id]
        name = source_name(("strength", "movement")[place], lost > 0) if place < 2 else name
    return unit.provenance.of(name)
