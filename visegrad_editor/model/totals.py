"""Totals of the order of battle: units, steps and values by side, nationality, formation and type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ..lazy_dataclass import dataclass
from .counter_mix import used_mix, without_counter
from .counter_values import own_values, steps_of, value_of
from .design import Design
from .rules.counter import CounterValue
from .ruleset import Ruleset
from .scenario import Unit
from .timetable_words import event_name


@dataclass(frozen=True)
class Total:
    """The total of the units of a side, a nationality, a formation or a type. `values` are the sums of the
    values that units have by themselves, as they begin; `arriving` are the numbers of those that arrive by
    turn, event or pool; the rest of the units wait off the map."""

    level: str
    """`all`, `side`, `nationality`, `formation` or `type`."""
    id: str
    name: str
    keys: tuple[str, ...]
    steps: int
    values: tuple[int, ...]
    on_map: int
    arriving: tuple[tuple[str, int], ...]
    below: tuple[Total, ...] = ()

    @property
    def units(self) -> int:
        """How many units there are."""
        return len(self.keys)

    @property
    def later(self) -> int:
        """How many of them arrive later."""
        return sum(number for _, number in self.arriving)

    @property
    def off(self) -> int:
        """How many of them have no place at all."""
        return self.units - self.on_map - self.later

    def arriving_words(self, design: Design) -> str:
        """When they arrive, in words: `turn 2: 3, US entry: 1`."""
        return ", ".join(f"{f'turn {when}' if when.isdecimal() else event_name(design, when)}: {number}"
                         for when, number in self.arriving)


@dataclass(frozen=True)
class MixTotal:
    """A line of the counter mix against the units of a scenario; units without a line have the id ""."""

    id: str
    name: str
    counters: int
    keys: tuple[str, ...]

    @property
    def left(self) -> int:
        """How many counters are left; below 0 if there are too few."""
        return self.counters - len(self.keys)


def summed_values(ruleset: Ruleset) -> tuple[CounterValue, ...]:
    """The values that totals add up: those that units have by themselves."""
    return own_values(ruleset)


def totals(design: Design, keys: Sequence[str] | None = None) -> Total:
    """The totals of the units of a scenario, or of some of them, as a tree."""
    rules = design.ruleset
    units = design.scenario.units if design.scenario else ()
    if keys is not None:
        wanted = frozenset(keys)
        units = tuple(u for u in units if u.key in wanted)
    side_of = {n.id: n.side for n in rules.nationalities}
    known = {s.id: s.name for s in rules.sides}
    sides = []
    for side, of_side in _grouped(units, [side_of.get(u.nationality, "") for u in units], known):
        nations = tuple(_nation(rules, nation, of_nation) for nation, of_nation in _grouped(
            of_side, [u.nationality for u in of_side], [n.id for n in rules.nationalities]))
        sides.append(_total(rules, "side", side, known.get(side, "No side"), of_side, nations))
    return _total(rules, "all", "", "All units", units, tuple(sides))


def _nation(rules: Ruleset, id: str, units: Sequence[Unit]) -> Total:
    known = rules.nationality_by_id.get(id)
    below: list[Total] = []
    for formation, members in _grouped(
            units, [u.formation for u in units], ["", *(f.id for f in rules.formations)]):
        kinds = tuple(_types(rules, members))
        if formation:
            named = rules.formation_by_id.get(formation)
            below.append(_total(rules, "formation", formation, named.name if named else formation, members,
                                kinds))
        else:
            below += kinds
    return _total(rules, "nationality", id, known.name if known else id, units, tuple(below))


def _types(rules: Ruleset, units: Sequence[Unit]) -> Iterator[Total]:
    known = rules.unit_type_by_id
    for type, members in _grouped(units, [u.type for u in units], known):
        yield _total(rules, "type", type, known[type].name if type in known else type, members)


def _grouped(units: Sequence[Unit], words: Sequence[str],
             order: Iterable[str]) -> Iterator[tuple[str, tuple[Unit, ...]]]:
    """The units by word, in that order and then as they come; words without units are left out."""
    groups: dict[str, list[Unit]] = {word: [] for word in order}
    for word, unit in zip(words, units, strict=True):
        groups.setdefault(word, []).append(unit)
    return ((word, tuple(members)) for word, members in groups.items() if members)


def _total(rules: Ruleset, level: str, id: str, name: str, units: Sequence[Unit],
           below: tuple[Total, ...] = ()) -> Total:
    arriving = Counter(when for u in units if (when := _arrival(u)))
    lost = [_lost(u) for u in units]
    return Total(
        level, id, name, tuple(u.key for u in units),
        sum(max(0, steps_of(rules, u) - gone) for u, gone in zip(units, lost, strict=True)),
        tuple(sum(value_of(rules, u, value.id, gone) or 0 for u, gone in zip(units, lost, strict=True))
              for value in summed_values(rules)),
        sum(1 for u in units if u.setup is not None and not u.setup.box),
        tuple(sorted(arriving.items(), key=lambda one: (not one[0].isdecimal(), one[0].zfill(4)))), below)


def _lost(unit: Unit) -> int:
    """How many steps a unit has lost when the scenario begins."""
    return max(int(unit.reduced), unit.setup.lost if unit.setup else 0)


def _arrival(unit: Unit) -> str:
    """The turn, event or pool that brings a unit; "" if none does."""
    arrival = unit.reinforcement
    return "" if arrival is None else arrival.brought_by or str(arrival.turn)


def mix_totals(design: Design) -> tuple[MixTotal, ...]:
    """The lines of the counter mix against the scenario, and last the units that it has no line for."""
    lines = [MixTotal(used.line.id, used.line.name, used.line.number, tuple(u.key for u in used.units))
             for used in used_mix(design)]
    if rest := without_counter(design):
        lines.append(MixTotal("", "Without a counter", 0, tuple(u.key for u in rest)))
    return tuple(lines)


def total_rows(total: Total, depth: int = 0) -> Iterator[tuple[int, Total]]:
    """A total and all below it, each with its depth."""
    yield depth, total
    for one in total.below:
        yield from total_rows(one, depth + 1)


def total_table(design: Design, whole: Total) -> list[list[str]]:
    """Totals as the rows of a table for spreadsheets, with a line of heads."""
    rules = design.ruleset
    rows = [["level", "name", "units", "steps", *(v.name.lower() for v in summed_values(rules)),
             "on the map", "later", "off the map", "arriving"]]
    for _, total in total_rows(whole):
        rows.append([total.level, total.name, *map(str, (
            total.units, total.steps, *total.values, total.on_map, total.later, total.off)),
            total.arriving_words(design)])
    return rows
