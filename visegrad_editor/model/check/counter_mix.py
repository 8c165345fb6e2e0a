"""Checks of a scenario against the counter mix of its ruleset."""

from __future__ import annotations

from ..counter_mix import used_mix, without_counter
from ..edit.counter_mix import raise_line
from ..problems import Fix
from ..wording import count, listed
from .context import Checks

_NAMED = 4


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
            "scenario", "units", unit.key, unit.hex, unit.key)
