"""Checks of the moment a scenario begins at."""

from __future__ import annotations

from collections import Counter

from ..map_hexes import number_range
from ..scenario import Scenario
from ..start import Start
from .context import Checks

OF = "start"


def check_start(checks: Checks, scenario: Scenario) -> None:
    """Turn and phase, the names in it, and the markers the sides have then."""
    for asset in scenario.assets:
        if asset.on_table + asset.spent > asset.cw_markers:
            checks.add("error", "markers", (
                f"The side {asset.side} has {asset.cw_markers} markers, but {asset.on_table} on the table "
                f"and {asset.spent} spent."), "scenario", "assets", asset.side)
    start = scenario.start
    if start is None:
        _check_marks(checks, scenario)
        return
    if start.turn > scenario.turns:
        _add(checks, "after-the-end", (
            f"The scenario begins in turn {start.turn} and ends with turn {scenario.turns}."))
    phases = [p.id for p in checks.design.ruleset.phases]
    if start.phase and phases and start.phase not in phases:
        checks.unknown("phase", start.phase, phases, OF, "scenario", OF, "")
    _check_names(checks, start)


def _add(checks: Checks, code: str, message: str, hex: str = "") -> None:
    checks.add("error", code, message, "scenario", OF, "", hex)


def _check_names(checks: Checks, start: Start) -> None:
    game_map = checks.design.map
    held = [h for holding in start.held for h in holding.hexes]
    for number in (*start.scored, *held):
        if game_map.grid.parse(number) is None:
            _add(checks, "unknown-hex", (
                f"There is no hex {number} on the map ({OF}). {number_range(game_map.grid)}"), number)
    for number, times in Counter(held).items():
        if times > 1:
            _add(checks, "twice", f"Hex {number} is held {times} times ({OF}).", number)
    countries = sorted(c for c in game_map.countries.values.values() if c)
    for country in (*start.entered, *start.struck):
        if country not in countries:
            checks.unknown("country", country, countries, OF, "scenario", OF, "")
    sides = list(checks.design.ruleset.side_by_id)
    for holding in start.held:
        if holding.side not in sides:
            checks.unknown("side", holding.side, sides, OF, "scenario", OF, "")


def _check_marks(checks: Checks, scenario: Scenario) -> None:
    """Nothing can have happened to a unit before a scenario that begins with the set-up."""
    for unit in scenario.units:
        if unit.setup is not None and unit.setup.marks:
            checks.add("warning", "marks", (
                f"{unit.name} is marked {' and '.join(unit.setup.marks)}, but the scenario does not begin "
                "within a game. Remove `marks`, or give the scenario a `start`."),
                "scenario", "units", unit.key, unit.hex, unit.key)
