"""Checks of the values in a ruleset: costs, colours, names, where they come from."""

from __future__ import annotations

from typing import Any

from ..costs import MOST, is_exact, points
from ..ruleset_fields import SECTIONS, entry_label
from ..wording import quoted
from .context import Checks

_COSTS = (("terrain", False), ("features", False), ("hexsides", True), ("roads", False))
"""Sections with costs, and whether a cost of 0 is one."""
_DRAWN = ("terrain", "hexsides")


def check_values(checks: Checks) -> None:
    """Values no game can use, and kinds nobody can tell apart on the map."""
    _check_costs(checks)
    _check_fields(checks)
    _check_looks(checks)
    _check_sources(checks)
    if not any(t.playable for t in checks.design.ruleset.terrain):
        checks.add("error", "no-terrain", "No kind of terrain is playable, so no unit can be anywhere.",
                   "ruleset", "terrain")


def _check_costs(checks: Checks) -> None:
    """Costs are counted in twelfths of a point; no unit has more points than a map has use for."""
    for section, free in _COSTS:
        for kind in getattr(checks.design.ruleset, section):
            cost = kind.cost
            if cost is None or isinstance(cost, str) or (is_exact(cost) and (cost > 0 or free)):
                continue
            least = "0" if free else "more than 0"
            hint = f" Write {_decimal(cost)} instead." if 0 < cost < MOST else ""
            checks.add("error", "cost", (
                f"{kind.name} costs {cost:g} movement points. A cost is {least} to {MOST}, and in halves, "
                f"thirds, quarters, sixths or twelfths of a point (a third is 0.33).{hint}"),
                "ruleset", section, kind.id, within=("cost",))
    for unit_type in checks.design.ruleset.unit_types:
        if not 0 <= unit_type.movement <= MOST:
            checks.add("error", "allowance", (
                f"{unit_type.name} has {unit_type.movement} movement points. An allowance is 0 to {MOST}."),
                "ruleset", "unit_types", unit_type.id, within=("movement",))


def _decimal(cost: float) -> str:
    return f"{float(points(cost)):.2f}".rstrip("0").rstrip(".")


def _check_fields(checks: Checks) -> None:
    """What could not be typed into a table of the ruleset is wrong in one."""
    for section in SECTIONS.values():
        for entry in getattr(checks.design.ruleset, section.key):
            for field in section.fields:
                if field.kind == "cost" or field.key == "movement":
                    continue
                text = field.text_of(entry)
                try:
                    field.read(text)
                except ValueError as error:
                    label, name = entry_label(section.key, entry), _name(section.key, entry)
                    checks.add("error", "bad-value", (
                        f"{label}: {field.title.lower()} is {quoted(text)}. {error}"),
                        "ruleset", section.key, name, within=tuple(field.key.split(".")))


def _check_looks(checks: Checks) -> None:
    """Two kinds of one look cannot be told apart on the map."""
    for section in _DRAWN:
        seen: dict[tuple[str, str], str] = {}
        for kind in getattr(checks.design.ruleset, section):
            look = (kind.colour.lower(), kind.pattern)
            if look in seen:
                checks.add("warning", "same-look", (
                    f"{kind.name} looks like {seen[look]} on the map. Give it another colour or pattern."),
                    "ruleset", section, kind.id, within=("colour",))
            seen.setdefault(look, kind.name)


def _check_sources(checks: Checks) -> None:
    """Who says that a value is the rulebook's names the rule."""
    for section in SECTIONS.values():
        for entry in getattr(checks.design.ruleset, section.key):
            source = getattr(entry, "provenance", None)
            if source is not None and source.source == "rulebook" and not source.rule:
                checks.add("note", "no-rule", (
                    f"{entry_label(section.key, entry)} is marked as taken from the rulebook without a rule "
                    "number."), "ruleset", section.key, _name(section.key, entry), within=("provenance",))


def _name(section: str, entry: Any) -> str:
    """What an entry is known by in its section."""
    if section == "replacements":
        return f"{entry.turn}/{entry.side}"
    return str(entry.id)
