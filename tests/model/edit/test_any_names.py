"""Ids of entries, events and pools: another name everywhere, and who uses one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from visegrad_editor.model.check import check_documents
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.any_key import (
    Kind,
    PlainData,
    keys_of,
    read_typed,
    shown,
    value_at,
    way_of,
    with_value,
)
from visegrad_editor.model.edit.any_key import Path as KeyPath
from visegrad_editor.model.edit.any_names import names_of, users_of, with_id
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.key_words import hexes_at, words_at
from visegrad_editor.model.edit.turn_track import put_in_box, turn_track
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.problems import Problem
from visegrad_editor.model.rules.grammar import ALWAYS
from visegrad_editor.model.scenario import Scenario, Unit


def design_of(name: str) -> Design:
    found = load(name).design
    assert found is not None
    return found


def scenario_of(design: Design) -> Scenario:
    assert design.scenario is not None
    return design.scenario


def test_entry_renamed_everywhere() -> None:
    """Arrivals, their other choices, and entries that stand in follow; afterwards nobody uses the old id."""
    design = design_of("historical")
    scenario = scenario_of(design)
    index = [e.id for e in scenario.entries].index("east-edge")
    first = replace(scenario.entries[0], else_=("east-edge",))
    design = with_scenario(design, replace(scenario, entries=(first, *scenario.entries[1:])))
    before = users_of(design, "scenario", "entries", "east-edge")
    assert len(before) == 2
    after = with_id(design, "scenario", "entries", index, "sunrise")
    assert users_of(after, "scenario", "entries", "sunrise") == before
    assert users_of(after, "scenario", "entries", "east-edge") == ()
    assert scenario_of(after).entries[0].else_ == ("sunrise",)
    assert with_id(after, "scenario", "entries", index, "east-edge") == design


def test_taken_id_is_refused() -> None:
    """Two entries, and two events, cannot have one id."""
    design = design_of("historical")
    with pytest.raises(ValueError, match="already an entry"):
        with_id(design, "scenario", "entries", 0, "east-edge")
    velna = design_of("velna")
    assert len(velna.ruleset.events) > 1
    with pytest.raises(ValueError, match="taken"):
        with_id(velna, "ruleset", "events", 0, velna.ruleset.events[1].id)


def test_event_renamed_in_the_scenario_too() -> None:
    """A unit that an event brings arrives with it under its new id; other rules that name it follow."""
    design = design_of("velna")
    old = design.ruleset.events[0].id
    scenario = scenario_of(design)
    unit = scenario.units[0]
    design = with_value(design, "scenario", ("units", 0, "setup"), "0101")
    entry = names_of(design, "entry")[0]
    boxes = [b for b in turn_track(design) if b.event == old]
    assert len(boxes) == 1
    design = with_value(design, "scenario", ("units", 0, "reinforcement"), {"event": old, "entry": entry})
    assert unit.name in " ".join(users_of(design, "ruleset", "events", old))
    after = with_id(design, "ruleset", "events", 0, "thaw")
    arrival = scenario_of(after).units[0].reinforcement
    assert arrival is not None
    assert arrival.event == "thaw"
    assert users_of(after, "ruleset", "events", old) == ()


def test_asset_renamed_in_the_scenario_too() -> None:
    """What a scenario has of an asset at the start, and what replacements bring, has its new id."""
    design = design_of("historical")
    ids = [a.id for a in design.ruleset.assets]
    own = scenario_of(design).assets[0].id
    after = with_id(design, "ruleset", "assets", ids.index(own), "sorties")
    assert scenario_of(after).assets[0].id == "sorties"
    assert not [r for r in after.ruleset.replacements if own in dict(r.assets)]
    assert with_id(after, "ruleset", "assets", ids.index(own), own) == design


def test_words_of_an_entry() -> None:
    """An entry says its hexes and who arrives there."""
    design = design_of("historical")
    index = [e.id for e in scenario_of(design).entries].index("polish-cities")
    hexes = hexes_at(design, "scenario", ("entries", index))
    words = words_at(design, "scenario", ("entries", index))
    assert len(hexes) == 12
    assert words.startswith("12 hexes: 1620 ")
    assert "Used by" in words
    assert hexes_at(design, "scenario", ("entries", index, "where", "countries")) == hexes


def test_words_of_a_condition() -> None:
    """A condition of victory says itself, and that it can never hold where a check found that."""
    design = design_of("velna")
    path = ("victory", "conditions", 0)
    assert design.ruleset.victory.conditions
    words = words_at(design, "ruleset", path)
    assert words.endswith("Nothing that is known keeps it from being reached.")
    assert len(words) > 70
    never = Problem("warning", "never-true", (
        "The condition never holds: it begins on turn 40, and the game has 8 turns."),
        part="ruleset/victory", within=("conditions", 0, "when"))
    assert words_at(design, "ruleset", path, [never]).endswith(never.message)
    for other in (replace(never, within=("conditions", 8, "when")), replace(never, part="ruleset/events/a")):
        assert "never" not in words_at(design, "ruleset", path, [other])


def test_never_is_what_the_check_finds() -> None:
    """A condition that the check of the whole design calls impossible says so at its event and at itself."""
    design = design_of("velna")
    index = next(i for i, e in enumerate(design.ruleset.events) if e.when != ALWAYS)
    impossible = with_value(design, "ruleset", ("events", index, "when", "turn"), 90)
    problems = check_documents(impossible, Sources())
    for path in (("events", index), ("events", index, "when")):
        assert "never holds: it begins on turn 90" in words_at(impossible, "ruleset", path, problems)
        assert "never" not in words_at(design, "ruleset", path, check_documents(design, Sources()))


@pytest.mark.parametrize("name", ["historical", "gsofg", "hollen", "karn", "velna"])
def test_words_of_every_part(name: str) -> None:
    """Every part of the samples can be marked: it has a form with all its keys, words, and hexes or none."""
    design, plain, said = design_of(name), PlainData(), 0
    kinds: tuple[Kind, ...] = ("scenario", "map", "ruleset")

    def look(kind: Kind, path: KeyPath) -> None:
        nonlocal said
        value = value_at(plain.of(design, kind), path)
        if path and way_of(kind, path) in ("data", "numbers", "texts", "words"):
            return
        said += bool(words_at(design, kind, path))
        hexes_at(design, kind, path)
        if isinstance(value, dict):
            keys = keys_of(kind, path)
            if path:
                assert set(value) <= set(keys), path
            for key in keys:
                if key in value:
                    look(kind, (*path, key))
        elif isinstance(value, list):
            for i in range(min(len(value), 10)):
                look(kind, (*path, i))
        else:
            assert str(read_typed(kind, path, shown(value), design.map)) == str(value)

    for kind in kinds:
        look(kind, ())
    assert said > 30


def test_track_has_every_arrival() -> None:
    """Each reinforcement is in one box; a turn after the last one is there if somebody arrives then."""
    design = design_of("historical")
    scenario = scenario_of(design)
    arriving = sorted(u.key for u in scenario.units if u.reinforcement)
    assert sorted(key for box in turn_track(design)[1:] for key in box.units) == arriving
    short = with_scenario(design, replace(scenario, turns=2))
    assert any("after the end" in box.title for box in turn_track(short))


def test_put_in_box() -> None:
    """A unit without a place gets its usual entry; a turn after the end is refused with the unit."""
    design = design_of("historical")
    scenario = scenario_of(design)
    key = next(u.key for u in scenario.units if u.reinforcement and u.nationality == "russia")
    boxes = {box.id: box for box in turn_track(design)}
    off = put_in_box(design, [key], boxes["waiting"])
    assert scenario_of(off).unit_by_key[key].reinforcement is None
    back = scenario_of(put_in_box(off, [key], boxes["turn 3"])).unit_by_key[key].reinforcement
    assert back is not None
    assert (back.turn, back.entry) == (3, "east-edge")
    event = scenario_of(put_in_box(design, [key], boxes["event us-entry"])).unit_by_key[key].reinforcement
    assert event is not None
    assert (event.turn, event.event) == (0, "us-entry")
    short = with_scenario(design, replace(scenario, turns=2))
    with pytest.raises(ValueError, match="cannot arrive on turn 3"):
        put_in_box(short, [key], boxes["turn 3"])


def test_no_entry_to_arrive_at() -> None:
    """In a scenario without entries a unit cannot be scheduled, and it is said what to do."""
    design = design_of("hollen")
    scenario = scenario_of(design)
    unit = Unit("Lost", scenario.units[0].nationality, scenario.units[0].type)
    bare = with_scenario(design, replace(scenario, entries=(), units=(*scenario.units, unit)))
    box = next(b for b in turn_track(bare) if b.turn == 1)
    with pytest.raises(ValueError, match="Scenario > Entries"):
        put_in_box(bare, [unit.key], box)
