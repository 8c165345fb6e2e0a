"""Edits of the counter mix of a ruleset: taken from a scenario, and raised to what a scenario needs."""

from __future__ import annotations

from collections import Counter
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
