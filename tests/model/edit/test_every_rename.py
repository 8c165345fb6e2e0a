"""Another id for each thing that has one, in bundled designs: nothing names the old one afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from hexgames import design as small_design

from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.any_names import what_is_named, with_id
from visegrad_editor.model.edit.unit_cells import with_units
from visegrad_editor.model.edit.units import change_unit
from visegrad_editor.model.files.load import load
from visegrad_editor.model.rules.grammar import Situation, UnitFilter
from visegrad_editor.model.rules.victory import Victory, VictoryCondition
from visegrad_editor.model.ruleset import Condition
from visegrad_editor.model.ruleset_fields import SECTIONS
from visegrad_editor.model.scenario import JudgedProblem
from visegrad_editor.model.schedule import ScheduledEvent

LISTS = ("events", "pools", "assets", "formations", "states", "phases", "options")
OF_SCENARIOS = ("entries", "set_up_groups", "prototypes", "schedule")
NEW = "quite-new"
_KINDS = {
    "sides": {"side", "side or set-up group"}, "nationalities": {"nationality", "country"},
    "unit_types": {"unit type"}, "terrain": {"kind of terrain"}, "hexsides": {"hexside kind"},
    "roads": {"road kind"}, "features": {"feature"}, "tables": {"table"}, "results": {"result"},
    "values": {"value"}, "events": {"event", "pool or event"}, "schedule": {"event", "pool or event"},
    "pools": {"pool", "pool or event"}, "assets": {"asset"}, "formations": {"formation"}, "states": {"state"},
    "phases": {"phase"}, "entries": {"entry"}, "prototypes": {"prototype"},
    "set_up_groups": {"set-up group", "side or set-up group"}}
_OF_CONDITION = {
    "nationalities": "nationalities", "unit_types": "unit_types", "events": "events", "undated": "events",
    "entries": "entries", "assets": "assets", "terrain": "terrain", "hexsides": "hexsides", "roads": "roads",
    "features": "features", "options": "options"}


def records(value: Any) -> Iterator[Any]:
    """All records in a document."""
    if is_dataclass(value):
        yield value
        for one in fields(value):
            yield from records(getattr(value, one.name, None))
    elif isinstance(value, tuple | frozenset):
        for part in value:
            yield from records(part)


def words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | frozenset):
        for part in value:
            yield from words(part)


def stale(design: Design, section: str, old: str) -> list[str]:
    """Where an entry of a section is still called by its old id."""
    found = []
    for record in (*records(design.ruleset), *records(design.scenario)):
        for one in fields(record):
            value = getattr(record, one.name, None)
            what, besides = what_is_named(type(record), one.name)
            named = what in _KINDS.get(section, ()) or (
                isinstance(record, Condition) and _OF_CONDITION.get(one.name) == section) or (
                section == "options" and isinstance(record, Situation) and one.name == "option")
            if isinstance(record, Condition | Situation) and one.name in ("options", "option"):
                value = tuple(key for key, _ in value)
            if named and old not in besides and old in words(value):
                found.append(f"{type(record).__name__}.{one.name}: {old}")
    return found


def jobs(design: Design) -> Iterator[tuple[str, str, int, str]]:
    for section in (*(s for s in SECTIONS if SECTIONS[s].has_id), *(s for s in LISTS if s not in SECTIONS)):
        for i, entry in enumerate(getattr(design.ruleset, section)):
            yield "ruleset", section, i, entry.id
    for section in OF_SCENARIOS:
        for i, entry in enumerate(getattr(design.scenario, section)):
            yield "scenario", section, i, entry.id


@pytest.mark.parametrize(("name", "least"), [
    ("historical", 100), ("gsofg", 120), ("karn", 30), ("free-setup", 100)])
def test_nothing_keeps_the_old_id(name: str, least: int) -> None:
    """Each is given another id and its own again: the design is as it was, and nothing was left behind."""
    design = load(name).design
    assert design is not None
    done, was_named = 0, 0
    for kind, section, index, old in jobs(design):
        was_named += bool(stale(design, section, old))
        after = with_id(design, kind, section, index, NEW)  # type: ignore[arg-type]
        assert stale(after, section, old) == [], f"{section} {old}"
        assert with_id(after, kind, section, index, old) == design, f"{section} {old}"  # type: ignore[arg-type]
        done += 1
    assert done >= least
    assert was_named >= least // 4


def test_a_phase_follows_its_side() -> None:
    design = load("gsofg").design
    assert design is not None
    index = next(i for i, s in enumerate(design.ruleset.sides)
                 if any(p.side == s.id for p in design.ruleset.phases))
    old = design.ruleset.sides[index].id
    after = with_id(design, "ruleset", "sides", index, NEW)
    assert [p.side == NEW for p in after.ruleset.phases] == [p.side == old for p in design.ruleset.phases]


def test_a_unit_is_followed_by_whatever_the_scenario_says_of_it() -> None:
    """The schedule, entries, goals and judged problems know a unit by its new name: from the inspector, from
    the table, and with another nationality."""
    given = small_design("blue A foot 4 0101; red X foot 4 0608")
    assert given.scenario is not None
    near = Situation(units=UnitFilter(named=("blue/A",)))
    scenario = replace(given.scenario, schedule=(ScheduledEvent("relief", when=near),), problems=(
        JudgedProblem("never-moves", "silent", "It stays.", unit="blue/A"),),
        victory=Victory(conditions=(VictoryCondition("blue", near),)))
    given = replace(given, scenario=scenario)
    unit = scenario.unit_by_key["blue/A"]
    renamed = change_unit(scenario, "blue/A", name="B")
    tabled = with_units(given, {"blue/A": replace(unit, name="B")}).scenario
    assert tabled is not None
    for after in (renamed, tabled):
        assert after.schedule[0].when == Situation(units=UnitFilter(named=("blue/B",)))
        assert after.victory is not None
        assert after.victory.conditions[0].when == after.schedule[0].when
        assert after.problems[0].unit == "blue/B"
    index = next(i for i, n in enumerate(given.ruleset.nationalities) if n.id == "blue")
    other = with_id(given, "ruleset", "nationalities", index, "azure").scenario
    assert other is not None
    assert other.schedule[0].when == Situation(units=UnitFilter(named=("azure/A",)))
    assert other.victory is not None
    assert other.victory.conditions[0].when == other.schedule[0].when
    assert other.problems[0].unit == "azure/A"
