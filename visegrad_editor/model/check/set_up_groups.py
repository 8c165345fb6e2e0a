"""Checks of the set-up groups of a scenario: their names, their room, and whether their units obey them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...hexgrid import Hex
from ..place_words import hex_words, in_words, where_words
from ..problems import Severity
from ..provenance import is_rule_number
from ..scenario import Scenario, SetUpGroup, Unit
from ..where import Where
from ..wording import count, listed, quoted
from .context import Checks
from .where import check_where

SECTION = "set_up_groups"


def check_set_up_groups(checks: Checks, scenario: Scenario) -> None:
    """Unknown names, groups without room or without units, and positions that break a group."""
    checks.doubles("scenario", SECTION, "set-up groups", (g.id for g in scenario.set_up_groups))
    ids = list(scenario.group_by_id)
    for unit in scenario.units:
        if unit.setup is not None and unit.setup.group and unit.setup.group not in scenario.group_by_id:
            checks.unknown("set-up group", unit.setup.group, ids, f"set-up of {unit.name}", "scenario",
                           "units", unit.key, unit=unit.key)
    for group in scenario.group_by_id.values():
        _check_group(checks, scenario, group)


def group_rule(group: SetUpGroup, unit: Unit) -> str:
    """The number of the rule that a unit breaks if it breaks its group; "" if neither says one."""
    rules = (group.rule, unit.provenance.of("setup").rule)
    return next((rule for rule in rules if is_rule_number(rule)), "")


def _check_group(checks: Checks, scenario: Scenario, group: SetUpGroup) -> None:
    def add(severity: Severity, code: str, message: str) -> None:
        checks.add(severity, code, message, "scenario", SECTION, group.id, rule=group.rule)

    units, of = scenario.members(group.id), f"set-up group {group.name}"
    known = [check_where(checks, where, of, SECTION, group.id)
             for where in (group.where, *(limit.where for limit in group.limits))]
    if not units:
        add("warning", "unused-group", (
            f"No unit is set up in the group {quoted(group.name)}. Name it in the `setup` of units, or "
            "remove it."))
    if not all(known):
        return
    hexes = [h for h in checks.hexes(group.where) if checks.is_playable(h) and checks.in_play(h)]
    if not hexes:
        add("error", "empty-group", (
            f"The set-up group {group.name} leaves no hex in play that a unit may be in. Change its "
            "`where`."))
        return
    nations = checks.design.ruleset.nationality_by_id
    sides = dict.fromkeys(nations[u.nationality].side for u in units if u.nationality in nations)
    if len(sides) > 1:
        add("error", "group-of-two-sides", (
            f"The set-up group {group.name} has units of {count(len(sides), 'side')}. Give each side a group "
            "of its own."))
    for limit in group.limits:
        if not set(hexes) & set(checks.hexes(limit.where)):
            add("warning", "idle-limit", (
                f"A limit of the set-up group {group.name} is about "
                f"{where_words(limit.where, checks.design)}, where none of its units may be set up anyway."))
    if len(units) > (room := _room(checks, group, hexes)):
        add("error", "no-room", (
            f"{count(len(units), 'unit')} are to be set up in the group {group.name}, and its limits let "
            f"{room} stand."))
    for code, message, unit in _breaches(checks, group, units):
        checks.add("error", code, message, "scenario", "units", unit.key, unit.hex, unit.key,
                   rule=group_rule(group, unit))


def _room(checks: Checks, group: SetUpGroup, hexes: Sequence[Hex]) -> int:
    """The most units that the limits of a group may let stand."""
    limited = {h for limit in group.limits for h in checks.hexes(limit.where)}
    if not group.limits or any(h not in limited for h in hexes):
        return 1_000_000
    return sum(limit.at_most for limit in group.limits)


def _breaches(
    checks: Checks, group: SetUpGroup, units: Sequence[Unit],
) -> Iterator[tuple[str, str, Unit]]:
    """Code, sentence and unit of each breach of what a group says about its units together."""
    if checks.design.scenario is not None and checks.design.scenario.start is not None and (
            checks.design.scenario.start.begun):
        return
    map = checks.design.map
    standing = [u for u in units if u.hex]
    for limit in group.limits:
        numbers = _numbers(checks, limit.where)
        there = [u for u in standing if u.hex in numbers]
        if len(there) > limit.at_most:
            yield "set-up-limit", (
                f"{count(len(there), 'unit')} of the group {group.name} stand{'s' * (len(there) == 1)} "
                f"{in_words(limit.where, checks.design)}; at most {limit.at_most} may be set up there: "
                f"{listed([f'{u.name} in {hex_words(u.hex, map)}' for u in there])}."), there[-1]
    if group.together and len({u.hex for u in standing}) > 1:
        other = next(u for u in standing if u.hex != standing[0].hex)
        yield "not-together", (
            f"{other.name} stands in {hex_words(other.hex, map)} and {standing[0].name} in "
            f"{hex_words(standing[0].hex, map)}; all units of the group {group.name} must be set up in one "
            "hex."), other


def _numbers(checks: Checks, where: Where) -> frozenset[str]:
    return frozenset(map(checks.design.map.grid.number, checks.hexes(where)))
