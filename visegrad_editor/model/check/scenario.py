"""Checks of a scenario apart from its units: entries, options, assets, the part in play."""

from __future__ import annotations

from ..scenario import Scenario
from ..wording import did_you_mean, quoted
from .context import Checks
from .start import check_start
from .where import check_where


def check_scenario(checks: Checks, scenario: Scenario) -> None:
    """What the scenario names that its ruleset and map do not have."""
    _check_references(checks, scenario)
    _check_play_area(checks, scenario)
    _check_options(checks, scenario)
    _check_sides(checks, scenario)
    check_start(checks, scenario)
    checks.doubles("scenario", "entries", "entries", (e.id for e in scenario.entries))
    for entry in scenario.entries:
        if not check_where(checks, entry.where, f"entry {entry.name}", "entries", entry.id):
            continue
        hexes = checks.hexes(entry.where)
        usable = [h for h in hexes if checks.is_playable(h) and checks.in_play(h)]
        if not usable:
            why = "has no hex" if not hexes else "has no hex a unit may be in"
            checks.add("error", "empty-entry", f"Entry {entry.name} {why}: nothing can arrive there.",
                       "scenario", "entries", entry.id)


def _check_references(checks: Checks, scenario: Scenario) -> None:
    game_map, ruleset = checks.design.map, checks.design.ruleset
    if "/" in game_map.ruleset or game_map.ruleset.endswith((".yaml", ".yml")):
        return
    if scenario.ruleset != game_map.ruleset and game_map.ruleset != ruleset.name:
        checks.add("warning", "other-ruleset", (
            f"The map {game_map.title} was made for the ruleset {quoted(game_map.ruleset)}, and the scenario "
            f"uses {quoted(scenario.ruleset)}."), "scenario", "ruleset")


def _check_play_area(checks: Checks, scenario: Scenario) -> None:
    grid = checks.design.map.grid
    for number in scenario.play_area:
        if grid.parse(number) is None:
            checks.add("error", "unknown-hex", f"`play_area` names {number}, which is no hex of the map.",
                       "scenario", "play_area", hex=number)
    if len(scenario.play_area) == 1:
        checks.add("error", "play-area", "`play_area` names one hex; it needs two opposite corners.",
                   "scenario", "play_area", hex=scenario.play_area[0])


def _check_options(checks: Checks, scenario: Scenario) -> None:
    options = {o.id: o for o in checks.design.ruleset.options}
    for name, choice in scenario.options:
        option = options.get(name)
        if option is None:
            where = "options of the scenario"
            checks.unknown("option", name, list(options), where, "scenario", "options", "")
        elif choice not in option.choices:
            message = f"Option {quoted(option.name)} cannot be {quoted(choice)}."
            message += did_you_mean(choice, list(option.choices), "Choices")
            checks.add("error", "unknown-choice", message, "scenario", "options", rule=option.rule)


def _check_sides(checks: Checks, scenario: Scenario) -> None:
    sides = list(checks.design.ruleset.side_by_id)
    for side in scenario.set_up_order:
        if side not in sides:
            checks.unknown("side", side, sides, "order of set-up", "scenario", "set_up_order", "")
    checks.doubles("scenario", "assets", "lines of assets", (a.side for a in scenario.assets))
    for asset in scenario.assets:
        if asset.side not in sides:
            checks.unknown("side", asset.side, sides, "assets", "scenario", "assets", asset.side)
    names = [f"{r.turn}/{r.side}" for r in scenario.replacements]
    checks.doubles("scenario", "replacements", "lines of replacements", names)
    for line, name in zip(scenario.replacements, names, strict=True):
        if line.side not in sides:
            checks.unknown("side", line.side, sides, f"replacements of turn {line.turn}",
                           "scenario", "replacements", name)
        if line.turn > scenario.turns:
            checks.add("warning", "after-the-end", (
                f"Replacements are listed for turn {line.turn}; the scenario ends with turn "
                f"{scenario.turns}."), "scenario", "replacements", name)
