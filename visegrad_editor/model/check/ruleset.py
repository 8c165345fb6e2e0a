"""Checks within a ruleset: names that refer to each other, values, tables."""

from __future__ import annotations

from .context import Checks
from .ruleset_style import check_style
from .ruleset_tables import check_tables
from .ruleset_values import check_values

_SECTIONS = {
    "sides": "sides", "nationalities": "nationalities", "unit_types": "unit types",
    "terrain": "kinds of terrain", "hexsides": "hexside kinds", "roads": "road kinds",
    "features": "features", "tables": "tables", "results": "results", "phases": "phases",
    "options": "options",
}


def check_ruleset(checks: Checks) -> None:
    """Doubled names; sides, results and turns that do not exist; bad values; tables with gaps."""
    ruleset = checks.design.ruleset
    sides = list(ruleset.side_by_id)
    for section, what in _SECTIONS.items():
        checks.doubles("ruleset", section, what, (e.id for e in getattr(ruleset, section)))
    for nationality in ruleset.nationalities:
        if nationality.side not in sides:
            checks.unknown("side", nationality.side, sides, f"nationality {nationality.name}",
                           "ruleset", "nationalities", nationality.id)
    for phase in ruleset.phases:
        if phase.side and phase.side not in sides:
            checks.unknown("side", phase.side, sides, f"phase {phase.name}", "ruleset", "phases", phase.id)
    for line in ruleset.replacements:
        name = f"{line.turn}/{line.side}"
        if line.side not in sides:
            checks.unknown("side", line.side, sides, f"replacements of turn {line.turn}",
                           "ruleset", "replacements", name)
        if line.turn > ruleset.turns:
            checks.add("warning", "after-the-end", (
                f"Replacements are listed for turn {line.turn}; the game has {ruleset.turns} turns."),
                "ruleset", "replacements", name)
    checks.doubles("ruleset", "replacements", "lines of replacements",
                   (f"{r.turn}/{r.side}" for r in ruleset.replacements))
    check_values(checks)
    check_tables(checks)
    check_style(checks)
