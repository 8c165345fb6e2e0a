"""Another id for each thing that has one, in bundled designs: nothing names the old one afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

import pytest
from hexgames import design as small_design

from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.any_names import what_is_named, with_id
from visegrad_editor.model.edit.unit_cells import with_units
from visegrad_editor.model.edit.units import change_unit
from visegrad_editor.model.fields import declared, entry_type, form_of, is_record
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.option_changes import NOT_CHANGED
from visegrad_editor.model.files.ruleset_file import ruleset_to_data
from visegrad_editor.model.frozen_data import FrozenMap, thawed
from visegrad_editor.model.rules.grammar import Situation, UnitFilter
from visegrad_editor.model.rules.references import REFERENCES
from visegrad_editor.model.rules.renaming import named_by, rename_in_rules
from visegrad_editor.model.rules.victory import Victory, VictoryCondition
from visegrad_editor.model.ruleset import Condition, Option, Ruleset
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


@cache
def attributes(kind: type) -> tuple[str, ...]:
    """The names of the fields of a kind of record; () for anything else."""
    return tuple(one.name for one in fields(kind)) if is_dataclass(kind) else ()


def records(value: Any) -> Iterator[Any]:
    """All records in a document."""
    if names := attributes(type(value)):
        yield value
        for name in names:
            yield from records(getattr(value, name, None))
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
        for name, besides in naming(type(record), section):
            value = getattr(record, name, None)
            if isinstance(record, Condition | Situation) and name in ("options", "option"):
                assert value is not None
                value = tuple(key for key, _ in value)
            if old not in besides and old in words(value):
                found.append(f"{type(record).__name__}.{name}: {old}")
    return found


@cache
def naming(kind: type, section: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The fields of a kind of record that name entries of a section, and the words they may have besides."""
    found = []
    for name in attributes(kind):
        what, besides = what_is_named(kind, name)
        if what in _KINDS.get(section, ()) or (
                issubclass(kind, Condition) and _OF_CONDITION.get(name) == section) or (
                section == "options" and issubclass(kind, Situation) and name == "option"):
            found.append((name, besides))
    return tuple(found)


def jobs(design: Design, each: int = 1) -> Iterator[tuple[str, str, int, str]]:
    """The entries that may have another id: kind of document, section, index and id. Of several entries of a
    section one comes, one in `each`."""
    for section in (*(s for s in SECTIONS if SECTIONS[s].has_id), *(s for s in LISTS if s not in SECTIONS)):
        for i, entry in list(enumerate(getattr(design.ruleset, section)))[::each]:
            yield "ruleset", section, i, entry.id
    for section in OF_SCENARIOS:
        for i, entry in list(enumerate(getattr(design.scenario, section)))[::each]:
            yield "scenario", section, i, entry.id


@pytest.mark.parametrize(("name", "each", "least"), [
    ("historical", 2, 50), ("gsofg", 5, 30), ("karn", 1, 30), ("free-setup", 4, 25),
    pytest.param("historical", 1, 100, marks=pytest.mark.exhaustive),
    pytest.param("gsofg", 1, 120, marks=pytest.mark.exhaustive),
    pytest.param("free-setup", 1, 100, marks=pytest.mark.exhaustive)])
def test_nothing_keeps_the_old_id(name: str, each: int, least: int) -> None:
    """Each is given another id and its own again: the design is as it was, and nothing was left behind."""
    design = load(name).design
    assert design is not None
    done, was_named = 0, 0
    for kind, section, index, old in jobs(design, each):
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


# -- what options change, which is plain data ------------------------------------------------------------


def changing_all(design: Design) -> Design:
    """The design with one more option, whose choice changes everything in the ruleset to what it is."""
    whole = ruleset_to_data(design.ruleset, {})
    data = {key: value for key, value in whole.items() if key not in NOT_CHANGED}
    option = Option("all", "All", ("without", "with"), changes=FrozenMap.of({"with": data}))
    return replace(design, ruleset=replace(design.ruleset, options=(*design.ruleset.options, option)))


def changed_by(design: Design) -> Any:
    return thawed(design.ruleset.options[-1].changes)["with"]


@pytest.mark.parametrize(("name", "each", "least"), [
    ("historical", 2, 40), ("gsofg", 5, 25), ("karn", 1, 30), ("velna", 1, 30),
    pytest.param("historical", 1, 60, marks=pytest.mark.exhaustive),
    pytest.param("gsofg", 1, 80, marks=pytest.mark.exhaustive)])
def test_what_options_change_follows_each_rename(name: str, each: int, least: int) -> None:
    """Changes that say the whole ruleset once more say the whole renamed ruleset after each rename."""
    design = load(name).design
    assert design is not None
    design = changing_all(design)
    done = 0
    for kind, section, index, old in jobs(design, each):
        if (kind, section) not in (("ruleset", section), ("scenario", "entries")) or section == "options":
            continue
        after = with_id(design, kind, section, index, NEW)  # type: ignore[arg-type]
        bare = replace(after, ruleset=replace(after.ruleset, options=after.ruleset.options[:-1]))
        assert changed_by(after) == changed_by(changing_all(bare)), f"{section} {old}"
        done += 1
    assert done >= least


Path = tuple[tuple[str, str], ...]
"""The keys that lead to a record, each with the form of what stands there: list, names or record."""


def every_reference() -> dict[tuple[type, str], tuple[str, Path, Any]]:
    """Every field of a record within a ruleset that names something: what it names, and where it stands."""
    found: dict[tuple[type, str], tuple[str, Path, Any]] = {}
    queue: list[tuple[Any, Path]] = [(Ruleset, ())]
    seen = {Ruleset}
    while queue:
        record, path = queue.pop(0)
        for one in declared(record):
            if record is Ruleset and one.key in NOT_CHANGED:
                continue
            if one.field.within is not None:
                queue.append((one.type, path))
                continue
            for what, _ in named_by(record, one):
                found.setdefault((record, one.name), (what, path, one))
            inside, form = one.field.more or one.type, "record"
            while (entry := entry_type(inside)) is not None:
                inside, form = form_of(entry).type, "list"
            if not is_record(inside) and one.field.values is not None:
                inside, form = form_of(one.field.values).type, "names"
            if is_record(inside) and inside not in seen and one.key:
                seen.add(inside)
                queue.append((inside, (*path, (one.key, form))))
    return found


def at(path: Path, data: Any) -> Any:
    for key, form in reversed(path):
        data = {key: [data] if form == "list" else {"x": data} if form == "names" else data}
    return data


NOT_RENAMED = {"trait", "movement class", "size", "hex", "area"}
"""What has no id of its own that is changed: words of the designer's, places of the map, whose ids stay."""
REFERRING = every_reference()
FOLLOWING = [(key, where) for key, where in REFERRING.items() if where[0] not in NOT_RENAMED]


def test_every_declared_reference_stands_somewhere() -> None:
    """Each table of references, and each field that refers to a section, is reached from a ruleset."""
    reached = {record for record, _ in REFERRING}
    assert [kind.__name__ for kind in REFERENCES if kind not in reached and not any(
        issubclass(other, kind) for other in reached)] == []
    assert len(REFERRING) >= 80


@pytest.mark.parametrize("number", range(len(FOLLOWING)))
def test_each_declared_reference_in_changes_follows(number: int) -> None:
    (record, name), (what, path, one) = FOLLOWING[number]
    kinds = {"unit": "nationality", "country": "nationality", "pool or event": "event"}
    renamed = kinds.get(what, what)
    old, new = ("blue/A", "azure/A") if what == "unit" else ("old", NEW)
    changes = FrozenMap.of({"with": at(path, {one.key: old})})
    option = Option("fog", "Fog", ("without", "with"), changes=changes)
    ruleset = replace(Ruleset("own", "Own", ""), options=(option,))
    after = rename_in_rules(ruleset, renamed, old.split("/")[0], new.split("/")[0])
    assert thawed(after.options[0].changes)["with"] == at(path, {one.key: new}), (record, name)


@pytest.mark.parametrize(("what", "before", "after"), [
    ("side", {"events": [{"id": "e", "does": [{"points": {"old": 1}}]}]},
     {"events": [{"id": "e", "does": [{"points": {NEW: 1}}]}]}),
    ("asset", {"replacements": [{"turn": 1, "side": "s", "assets": {"old": 1}}]},
     {"replacements": [{"turn": 1, "side": "s", "assets": {NEW: 1}}]}),
    ("option", {"events": [{"id": "e", "when": {"option": {"old": ["with"]}}}]},
     {"events": [{"id": "e", "when": {"option": {NEW: ["with"]}}}]}),
    ("unit type", {"stacking": {"weigh": {"by": "type", "of": {"old": 2}}}},
     {"stacking": {"weigh": {"by": "type", "of": {NEW: 2}}}}),
    ("result", {"tables": [{"id": "t", "rows": {1: ["old", "B"]}}]},
     {"tables": [{"id": "t", "rows": {"1": [NEW, "B"]}}]}),
    ("kind of terrain", {"terrain": [{"id": "old", "remove": True}, {"id": "b", "cost": 2}]},
     {"terrain": [{"id": NEW, "remove": True}, {"id": "b", "cost": 2}]}),
    ("kind of terrain", {"terrain": [{"id": "old", "cost": 3}, {"id": NEW, "cost": 2}]},
     {"terrain": [{"id": NEW, "cost": 2}]}),
    ("country", {"control": {"kept_for": {"countries": ["old"]}}},
     {"control": {"kept_for": {"countries": ["old"]}}}),
    ("phase", {"movement": {"modes": [{"id": "m", "then_not": ["combat"]}]}},
     {"movement": {"modes": [{"id": "m", "then_not": ["combat"]}]}})])
def test_names_that_are_keys_in_changes_follow(what: str, before: Any, after: Any) -> None:
    old = "combat" if what == "phase" else "absent" if what == "country" else "old"
    option = Option("fog", "Fog", ("without", "with"), changes=FrozenMap.of({"with": before}))
    made = rename_in_rules(replace(Ruleset("own", "Own", ""), options=(option,)), what, old, NEW)
    assert thawed(made.options[0].changes)["with"] == thawed(FrozenMap.of(after))
