"""Checks within a ruleset: names that refer to each other."""

from __future__ import annotations

from ..costs import MOST, is_exact, points
from .context import Checks

_SECTIONS = {
    "sides": "sides", "nationalities": "nationalities", "unit_types": "unit types",
    "terrain": "kinds of terrain", "hexsides": "hexside kinds", "roads": "road kinds",
    "features": "features", "tables": "tables", "results": "results", "phases": "phases",
    "options": "options",
}


def check_ruleset(checks: Checks) -> None:
    """Doubled names; sides, results and turns that do not exist."""
    ruleset = checks.design.ruleset
    sides = list(ruleset.side_by_id)
    for section, what in _SECTIONS.items():
        checks.doubles("ruleset", section, what, (e.id for e in getattr(ruleset, section)))
    _check_costs(checks)
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
    known = [r.id for r in ruleset.results]
    for table in ruleset.tables:
        for code in dict.fromkeys(c for row in table.rows for c in row):
            if known and code not in known:
                checks.unknown("result", code, known, f"table {table.name}", "ruleset", "tables", table.id)


def _check_costs(checks: Checks) -> None:
    """Costs are counted in twelfths of a point; no unit has more points than a map has use for."""
    ruleset = checks.design.ruleset
    for section, free in (("terrain", False), ("features", False), ("hexsides", True), ("roads", False)):
        for kind in getattr(ruleset, section):
            cost = kind.cost
            if cost is None or isinstance(cost, str) or (is_exact(cost) and (cost > 0 or free)):
                continue
            least = "0" if free else "more than 0"
            hint = f" Write {_decimal(cost)} instead." if 0 < cost < MOST else ""
            checks.add("error", "cost", (
                f"{kind.name} costs {cost:g} movement points. A cost is {least} to {MOST}, and in halves, "
                f"thirds, quarters, sixths or twelfths of a point (a third is 0.33).{hint}"),
                "ruleset", section, kind.id)
    for unit_type in ruleset.unit_types:
        if not 0 <= unit_type.movement <= MOST:
            checks.add("error", "allowance", (
                f"{unit_type.name} has {unit_type.movement} movement points. An allowance is 0 to {MOST}."),
                "ruleset", "unit_types", unit_type.id)


def _decimal(cost: float) -> str:
    return f"{float(points(cost)):.2f}".rstrip("0").rstrip(".")
