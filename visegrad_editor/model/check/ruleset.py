"""Checks within a ruleset: names that refer to each other, values, tables."""

from __future__ import annotations

from .context import Checks
from .ruleset_style import check_style
from .ruleset_tables import check_tables
from .ruleset_values import check_values

_CONDITIONAL = (("special_rules", "special rule"), ("options", "option"), ("phases", "phase"))
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
    for side in ruleset.set_up_order:
        if side not in sides:
            checks.unknown("side", side, sides, "order of set-up", "ruleset", "set_up_order", "")
    _check_conditions(checks)
    check_values(checks)
    check_tables(checks)
    check_style(checks)


def _check_conditions(checks: Checks) -> None:
    """Conditions that name what the ruleset does not have, and so never hold."""
    ruleset = checks.design.ruleset
    choices = {o.id: list(o.choices) for o in ruleset.options}
    known = {
        "nationality": ("nationalities", list(ruleset.nationality_by_id)),
        "unit type": ("unit_types", list(ruleset.unit_type_by_id)),
        "trait": ("traits", sorted({t for kind in ruleset.unit_types for t in kind.traits})),
        "kind of terrain": ("terrain", list(ruleset.terrain_by_id)),
        "hexside kind": ("hexsides", list(ruleset.hexside_by_id)),
        "road kind": ("roads", list(ruleset.road_by_id)),
        "feature": ("features", list(ruleset.feature_by_id)),
    }
    for section, one in _CONDITIONAL:
        for entry in getattr(ruleset, section):
            name = entry.rule if section == "special_rules" else entry.id
            place = f"condition of the {one} {name}"
            for condition in (entry.when, entry.unless):
                for what, (field, words) in known.items():
                    for word in getattr(condition, field):
                        if word not in words:
                            checks.unknown(what, word, words, place, "ruleset", section, name)
                for option, wanted in condition.options:
                    if option not in choices:
                        checks.unknown("option", option, list(choices), place, "ruleset", section, name)
                        continue
                    for choice in wanted:
                        if choice not in choices[option]:
                            checks.unknown(
                                "choice", choice, choices[option], place, "ruleset", section, name)
