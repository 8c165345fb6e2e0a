"""Edits of the counter mix of a ruleset: taken from a scenario, raised to what it needs, corrected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

from ..counter_mix import fits_line
from ..design import Design
from ..rules.counter import MixLine
from ..ruleset_values import show_rows
from ..unit_values import Rows
from ..wording import quoted
from .ruleset import with_ruleset


def take_mix(design: Design) -> Design:
    """The design whose counter mix is what its scenario needs: a line for the units of each nationality, type
    and values. Raises ValueError without units."""
    scenario, rules = design.scenario, design.ruleset
    if scenario is None or not scenario.units:
        raise ValueError("This scenario has no units to take the counter mix from.")
    kinds: Counter[tuple[str, str, Rows]] = Counter((u.nationality, u.type, u.values) for u in scenario.units)
    alike = Counter((nation, type) for nation, type, _ in kinds)
    lines: list[MixLine] = []
    taken: set[str] = set()
    for (nation, type, values), number in kinds.items():
        named = rules.unit_type_by_id[type].name if type in rules.unit_type_by_id else type
        of = rules.nationality_by_id[nation].adjective if nation in rules.nationality_by_id else nation
        stem = f"{nation}-{type}"[:54]
        ids = (stem if n == 1 else f"{stem}-{n}" for n in range(1, len(kinds) + 2))
        id = next(i for i in ids if i not in taken)
        taken.add(id)
        which = f" {show_rows(values)}".rstrip() if alike[nation, type] > 1 else ""
        lines.append(MixLine(id, f"{of} {named}{which}", nation, type, values, number))
    if tuple(lines) == rules.counter_mix:
        return design
    return with_ruleset(design, replace(rules, counter_mix=tuple(lines)))


def raise_line(design: Design, id: str) -> Design:
    """The design in which a line of the counter mix has as many counters as its scenario has units. Raises
    ValueError if it has enough."""
    scenario, rules = design.scenario, design.ruleset
    line = next((one for one in rules.counter_mix if one.id == id), None)
    units = sum(fits_line(rules, u, line) for u in scenario.units) if scenario and line else 0
    if line is None or units <= line.number:
        raise ValueError(f"The line {quoted(id)} of the counter mix has counters enough.")
    return with_ruleset(design, replace(rules, counter_mix=tuple(
        replace(one, number=units) if one is line else one for one in rules.counter_mix)))


def add_line_for(design: Design, key: str) -> Design:
    """The design with a line of the counter mix for units as the one with a key, with as many counters as
    there are such units. Raises ValueError if a line is for it."""
    scenario, rules = design.scenario, design.ruleset
    unit = scenario.unit_by_key.get(key) if scenario else None
    if scenario is None or unit is None or any(fits_line(rules, unit, one) for one in rules.counter_mix):
        raise ValueError("The counter mix has a line for this unit.")
    named = rules.unit_type_by_id[unit.type].name if unit.type in rules.unit_type_by_id else unit.type
    nation = rules.nationality_by_id.get(unit.nationality)
    of = nation.adjective if nation else unit.nationality
    # Beside other lines of its nationality and type only the values tell it apart.
    alike = any((one.nationality, one.type) == (unit.nationality, unit.type) for one in rules.counter_mix)
    which = f" {show_rows(unit.values)}".rstrip() if alike else ""
    id = _free_id(rules.counter_mix, f"{unit.nationality}-{unit.type}"[:54])
    line = MixLine(id, f"{of} {named}{which}", unit.nationality, unit.type, unit.values if alike else ())
    number = sum(fits_line(rules, u, line) for u in scenario.units)
    line = replace(line, number=number)
    return with_ruleset(design, replace(rules, counter_mix=(*rules.counter_mix, line)))


def set_number_of_line(design: Design, id: str, number: int) -> Design:
    """The design with another number of counters in a line of the counter mix."""
    return _with_line(design, id, lambda line: replace(line, number=number))


def set_kind_of_line(design: Design, id: str, key: str, value: str) -> Design:
    """The design with another nationality or type (the `key`) of a line of the counter mix."""
    return _with_line(design, id, lambda line: replace(
        line, nationality=value) if key == "nationality" else replace(line, type=value))


def drop_line(design: Design, id: str) -> Design:
    """The design without a line of the counter mix."""
    return _with_line(design, id, lambda _line: None)


def join_lines(design: Design, id: str, other: str) -> Design:
    """The design with one line of the counter mix in place of two for the same counters: the first, with the
    counters of both."""
    more = sum(line.number for line in design.ruleset.counter_mix if line.id == other)
    return drop_line(_with_line(design, id, lambda line: replace(line, number=line.number + more)), other)


def name_line_apart(design: Design, id: str) -> Design:
    """The design in which the second line of the counter mix with an id has another one."""
    lines = list(design.ruleset.counter_mix)
    places = [n for n, line in enumerate(lines) if line.id == id]
    if len(places) < 2:
        raise ValueError(f"No two lines of the counter mix are called {quoted(id)} any more.")
    line, new = lines[places[1]], _free_id(lines, id)
    lines[places[1]] = replace(line, id=new, name=new if line.name == line.id else line.name)
    return with_ruleset(design, replace(design.ruleset, counter_mix=tuple(lines)))


def _free_id(lines: Iterable[MixLine], stem: str) -> str:
    taken = {line.id for line in lines}
    return stem if stem not in taken else next(
        id for n in range(2, len(taken) + 3) if (id := f"{stem[:54]}-{n}") not in taken)


def _with_line(design: Design, id: str, change: Callable[[MixLine], MixLine | None]) -> Design:
    """The design with a changed line of the counter mix, None to leave it out. Raises ValueError if there is
    none."""
    rules = design.ruleset
    if not any(line.id == id for line in rules.counter_mix):
        raise ValueError(f"The counter mix has no line {quoted(id)} any more.")
    lines = (change(line) if line.id == id else line for line in rules.counter_mix)
    return with_ruleset(design, replace(rules, counter_mix=tuple(line for line in lines if line is not None)))
