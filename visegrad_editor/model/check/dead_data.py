"""Notes on what a scenario says in vain: entries by which nobody comes, hexes excluded that were never in a
set, lines that say what the ruleset says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ..design import Design
from ..files.sources import Sources
from ..problems import Fix, Problem
from ..provenance import cited_rule
from ..rules.victory import VICTORY
from ..scenario import OFF_MAP, Scenario, names_too_many_hexes
from ..where import Where
from ..wording import count, listed, quoted
from .context import Checks
from .fixes import (
    WhereEdit,
    drop,
    scenario_fix,
    where_of_entry,
    where_of_group,
    where_of_unit,
    without_entry,
)


def lint_scenario(design: Design, sources: Sources | None = None) -> tuple[Problem, ...]:
    """The notes on what has no effect, each with the fix of taking it away. What a variant inherits is its
    base's own affair."""
    scenario = design.scenario
    if scenario is None or names_too_many_hexes(scenario, design.map):
        return ()
    checks = Checks(design, sources)
    _check_entries(checks, scenario)
    _check_exclusions(checks, scenario)
    _check_lines(checks, scenario)
    _check_victory(checks, scenario)
    return tuple(checks.problems)


def _check_entries(checks: Checks, scenario: Scenario) -> None:
    idle = idle_entries(checks.design)
    for entry in scenario.entries:
        if entry.id in idle and checks.is_own("scenario", "entries", entry.id):
            called = scenario.entry_called(entry)
            checks.add("note", "unused-entry", (
                f"No unit arrives at the entry {called}. Let a unit arrive there, or remove it."),
                "scenario", "entries", entry.id, rule=cited_rule(entry.rule),
                fix=scenario_fix(f"Remove the entry {called}", _without(entry.id), harmless=True))


def idle_entries(design: Design) -> tuple[str, ...]:
    """The entries by which no unit of the scenario comes: none of those of units, of the pools in which units
    wait, and that stand in for these. () if a unit names an entry that there is not: an idle one may be
    meant."""
    scenario = design.scenario
    if scenario is None:
        return ()
    arrivals = [u.reinforcement for u in scenario.units if u.reinforcement]
    used = {e for one in arrivals for e in (one.entry, *one.also) if e}
    waited_for = {one.brought_by for one in arrivals}
    used |= {e for pool in design.ruleset.pools if pool.id in waited_for for e in pool.entry}
    used |= {e for one in tuple(used) for e in scenario.stand_ins(one)}
    if any(e not in scenario.entry_by_id and e != OFF_MAP for e in used):
        return ()
    return tuple(e.id for e in scenario.entries if e.id not in used)


def _without(id: str) -> Callable[[Scenario], Scenario]:
    def edit(scenario: Scenario) -> Scenario:
        entry = scenario.entry_by_id.get(id)
        if entry is None:
            raise ValueError("The entry is gone.")
        return without_entry(scenario, entry)

    return edit


def _check_victory(checks: Checks, scenario: Scenario) -> None:
    if scenario.victory == VICTORY and checks.is_own("scenario", "victory", ""):
        checks.add("note", "empty-victory", (
            f"The scenario has goals of its own that say nothing, so who wins is as the rules of "
            f"{quoted(checks.design.ruleset.title)} say. Remove them, or say who wins: Scenario > Goals…"),
            "scenario", "victory", fix=scenario_fix(
                "Take the goals of the rules", lambda s: replace(s, victory=None), harmless=True))


def _check_exclusions(checks: Checks, scenario: Scenario) -> None:
    grid = checks.design.map.grid
    for where, edit, of, section, name, unit in _sets(checks, scenario):
        if not where.excluding or not checks.is_own("scenario", section, name):
            continue
        whole = set(checks.hexes(replace(where, excluding=())))
        idle = [n for n in where.excluding if (h := grid.parse(n)) is not None and h not in whole]
        if idle:
            checks.add("note", "idle-exclusion", (
                f"{listed(idle)} {'are' if len(idle) > 1 else 'is'} left out of {of}, but "
                f"{'do' if len(idle) > 1 else 'does'} not belong to the set anyway."),
                "scenario", section, name, unit=unit, fix=_including(edit, of, idle))


def _sets(checks: Checks, scenario: Scenario) -> Iterator[tuple[Where, WhereEdit, str, str, str, str]]:
    """The sets of hexes of a scenario: the set, its edit, its words, section and name of its entry, unit."""
    for entry in scenario.entries:
        yield (entry.where, where_of_entry(entry.id), f"entry {scenario.entry_called(entry)}", "entries",
               entry.id, "")
    for group in scenario.set_up_groups:
        for i, where in enumerate(group.wheres):
            yield (where, where_of_group(group.id, i - 1), f"set-up group {group.name}", "set_up_groups",
                   group.id, "")
    for unit in scenario.units:
        if unit.setup is not None and not unit.setup.group:
            yield (unit.setup.where, where_of_unit(unit.key), f"set-up of {checks.called(unit)}", "units",
                   unit.key, unit.key)


def _including(edit: WhereEdit, of: str, idle: list[str]) -> Fix:
    def change(where: Where) -> Where:
        return replace(where, excluding=tuple(n for n in where.excluding if n not in idle))

    return scenario_fix(f"Take {listed(idle)} from the hexes left out of {of}", lambda s: edit(s, change),
                        harmless=True)


def _check_lines(checks: Checks, scenario: Scenario) -> None:
    """Lines of assets and replacements that say what the ruleset says already, or nothing."""
    ruleset = checks.design.ruleset
    usual = {(r.turn, r.side): (r.steps, tuple(sorted(r.assets))) for r in ruleset.replacements}
    for line in scenario.replacements:
        if checks.is_own("scenario", "replacements", f"{line.turn}/{line.side}") and (
                line.turn <= scenario.turns) and usual.get((line.turn, line.side), (0, ())) == (
                line.steps, tuple(sorted(line.assets))):
            checks.add("note", "as-in-ruleset", (
                f"The replacements of turn {line.turn} ({line.side}), {count(line.steps, 'step')}, are those "
                "of the ruleset. The line can be removed."), "scenario", "replacements",
                f"{line.turn}/{line.side}", fix=drop(
                    f"Remove the line of replacements for turn {line.turn} ({line.side})", "replacements",
                    line, True))
    at_start = {a.id: a.at_start for a in ruleset.assets}
    for one in scenario.assets:
        is_usual = not one.boxes and at_start.get(one.id) == one.number
        if is_usual and checks.is_own("scenario", "assets", one.id):
            checks.add("note", "as-in-ruleset", (
                f"The scenario gives {one.number} of {quoted(one.id)}, as the ruleset does. The line can be "
                "removed."), "scenario", "assets", one.id,
                fix=drop(f"Remove the line of {one.id} from `assets`", "assets", one, True))
