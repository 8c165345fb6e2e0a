"""Checks of the counter mix of a ruleset, and of a scenario against it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import combinations

from ..counter_mix import used_mix, without_counter
from ..edit.counter_mix import (
    add_line_for,
    drop_line,
    join_lines,
    name_line_apart,
    raise_line,
    set_kind_of_line,
    set_number_of_line,
)
from ..problems import Fix
from ..rules.counter import MixLine
from ..wording import closest, count, listed, quoted
from .context import Checks

_NAMED = 4
_MOST_COMPARED = 300
"""So many lines are compared with each other; no game has as many."""


def check_counter_mix(checks: Checks) -> None:
    """Units for which the game has no counter."""
    for used in used_mix(checks.design):
        line = used.line
        if not used.beyond:
            continue
        last = used.units[line.number:]
        names = [u.name for u in last[:_NAMED]]
        more = [f"{len(last) - _NAMED} more"] if len(last) > _NAMED else []
        has = "has no counter" if not line.number else f"has {count(line.number, 'counter')}"
        checks.add("warning", "beyond-the-counter-mix", (
            f"The counter mix {has} for {line.name}, and the scenario has {count(len(used.units), 'unit')}: "
            f"{listed([*names, *more])} {'is' if used.beyond == 1 else 'are'} beyond it. Remove "
            f"{count(used.beyond, 'unit')}, or raise the number in the ruleset."),
            "scenario", "units", last[0].key, last[0].hex, last[0].key,
            fix=Fix(f"Raise the counter mix of {line.name} to {len(used.units)}",
                    lambda d, id=line.id: raise_line(d, id)))  # type: ignore[misc]
    for unit in without_counter(checks.design):
        checks.add("warning", "beyond-the-counter-mix", (
            f"The counter mix has no line for {checks.called(unit)}: no counter of its nationality has its "
            "type and values. Change the unit, or add a line in the ruleset."),
            "scenario", "units", unit.key, unit.hex, unit.key,
            fix=Fix(f"Add a line for units such as {unit.name} to the counter mix",
                    lambda d, key=unit.key: add_line_for(d, key)))  # type: ignore[misc]


def check_mix_lines(checks: Checks) -> None:
    """Lines of the counter mix with one id or for the same counters, for a nationality or a type that there
    is not, and totals that are less than their parts."""
    rules = checks.design.ruleset
    lines = rules.counter_mix
    for id, times in Counter(line.id for line in lines).items():
        if times > 1:
            checks.add("error", "twice", (
                f"{times} lines of the counter mix are called {quoted(id)}; each needs a name of its own."),
                "ruleset", "counter_mix", id, nth=1,
                fix=Fix(f"Give the second {quoted(id)} another name", partial(name_line_apart, id=id)))
            # What follows tells lines apart by their ids.
            return
    for line in lines:
        _check_kind(checks, line, "nationality", line.nationality, list(rules.nationality_by_id))
        _check_kind(checks, line, "type", line.type, list(rules.unit_type_by_id))
    for one, other in combinations(lines[:_MOST_COMPARED], 2):
        if _kind(one) == _kind(other):
            together = one.number + other.number
            checks.add("warning", "same-counters-twice", (
                f"The lines {one.name} and {other.name} of the counter mix are for the same counters, so "
                f"that each unit counts in both, with {one.number} and with {other.number} counters. Make "
                "one line of them."), "ruleset", "counter_mix", other.id, fixes=(
                    Fix(f"Make them one line with {count(together, 'counter')}",
                        partial(join_lines, id=one.id, other=other.id)),
                    Fix(f"Remove {other.name} and leave {count(one.number, 'counter')}",
                        partial(drop_line, id=other.id))))
    for line in lines[:_MOST_COMPARED]:
        parts = _parts_of(line, lines[:_MOST_COMPARED])
        total = sum(part.number for part in parts)
        if total > line.number:
            checks.add("warning", "mix-does-not-add-up", (
                f"The counter mix has {count(line.number, 'counter')} for {line.name}, but {total} for what "
                f"is among them: {listed([f'{p.number} {p.name}' for p in parts])}. Correct one of the "
                "numbers."),
                "ruleset", "counter_mix", line.id, within=("number",), fix=Fix(
                    f"Raise {line.name} to {total}", partial(set_number_of_line, id=line.id, number=total)))


def _check_kind(checks: Checks, line: MixLine, key: str, id: str, known: list[str]) -> None:
    if not id or id in known:
        return
    near, what = closest(id, known), {"type": "unit type"}.get(key, key)
    fixes = [Fix(f"Write {near}", partial(set_kind_of_line, id=line.id, key=key, value=near))] if near else []
    fixes.append(Fix(f"Remove the line {line.name}", partial(drop_line, id=line.id)))
    checks.add("error", f"unknown-{what.replace(' ', '-')}", (
        f"There is no {what} {quoted(id)} (`{key}` of line of the counter mix {quoted(line.id)})."
        f"{checks.suggest(what, id, known)}"), "ruleset", "counter_mix", line.id, within=(key,), fixes=fixes)


def _kind(line: MixLine) -> tuple[object, ...]:
    return line.nationality, line.type, line.values


def _is_part(fine: MixLine, wide: MixLine) -> bool:
    """Whether all counters of a line are among those of another one, which has more kinds."""
    return _kind(fine) != _kind(wide) and all(
        not b or a == b for a, b in zip(_kind(fine), _kind(wide), strict=True))


def _are_apart(one: MixLine, other: MixLine) -> bool:
    """Whether no unit fits both lines."""
    if any(a and b and a != b for a, b in zip(_kind(one)[:2], _kind(other)[:2], strict=True)):
        return True
    return any(a is not None and b is not None and a != b
               for rows in zip(one.values, other.values, strict=False) for a, b in zip(*rows, strict=False))


def _parts_of(wide: MixLine, lines: Sequence[MixLine]) -> list[MixLine]:
    """Lines for different counters that are all among those of a line; the largest first."""
    parts: list[MixLine] = []
    for line in sorted(lines, key=lambda one: -one.number):
        if _is_part(line, wide) and all(_are_apart(line, part) for part in parts):
            parts.append(line)
    return parts
