"""Scenarios that leave out what their ruleset says, and entries without a name."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from own_files import opened

from visegrad_editor.cli.main import main
from visegrad_editor.editor.safety.journal import files_data, files_of
from visegrad_editor.engine import Game, check_design
from visegrad_editor.model.edit.documents import change_scenario
from visegrad_editor.model.files.catalogue import find_bundled
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.store import save_design
from visegrad_editor.playtest.fuzz import fuzz

RULES = """\
format: 2
kind: ruleset
name: ford-rules
title: A ford
system: standard
extends: blank                     # only what differs
turns: 6
sides: [{id: blue, name: Blue army}, {id: red, name: Red army}]
unit_types:
  - {id: line, name: Line, symbol: infantry, movement: 4, size: brigade}
  - {id: grenadier, name: Grenadiers, symbol: infantry, movement: 4, size: brigade, traits: [elite]}
hexsides: [{id: river, shift: 0}]
stacking: {limit: 2}
zones: {kind: rigid, blocks: [retreat]}
combat: {odds: ratio, limit: result, ends: {below: {odds: "1:2", result: AE}},
  strengths: [{id: wade, name: Across the river, when: {across: [river]}, who: each, effect: {attack: /2}}]}
control: {kept_for: {features: [town]}, at_start: [{side: blue, hexes: {hexes: ["0203"]}}]}
victory:
  points: [{for: control, hexes: {features: [town]}, worth: 3}, {for: elimination, worth: 1, per: unit}]
  levels: [{id: clear, lead: 4}]
"""
MAP = """\
format: 2
kind: map
name: ford-map
title: A ford
ruleset: ford-rules.yaml
grid: {orientation: flat, columns: 8, rows: 6, stagger: odd, numbering: {order: column-first,
  column: {start: 1, direction: right, digits: 2}, row: {start: 1, direction: down, digits: 2}}}
terrain:
  legend: {".": clear, w: forest}
  rows: ["..w.....", "........", "....w...", "........", ".w......", "........"]
hexsides: [{kind: river, name: Brook, sides: "0501/0401 0502/0402 0503/0403 0504/0404 0505/0405 0506/0406"}]
places: [{hex: "0203", name: Abel, features: [town]}, {hex: "0703", name: Baker, features: [town]}]
"""
SCENARIO = """\
format: 2
kind: scenario
name: ford
title: A ford
ruleset: ford-rules.yaml
map: ford-map.yaml
entries: [{id: west-road, where: {hexes: ["0104"]}, pays: true}, {id: east-road, where: {hexes: ["0804"]}}]
units:
  - {name: 1st Line, nationality: blue, type: line, values: [5, 2], setup: "0203"}
  - {name: Guard, nationality: blue, type: grenadier, values: 7, reinforcement: {turn: 2, entry: west-road}}
  - {name: 9th Line, nationality: red, type: line, values: [5, 2], setup: "0703"}
  - {name: Reserve, nationality: red, type: line, values: [6, 3], reinforcement: {turn: 3, entry: east-road}}
"""


@pytest.fixture
def ford(tmp_path: Path) -> Path:
    for name, text in (("ford-rules", RULES), ("ford-map", MAP), ("ford", SCENARIO)):
        (tmp_path / f"{name}.yaml").write_text(text, "utf-8")
    return tmp_path / "ford.yaml"


def test_a_game_of_few_keys_is_sound_and_played(ford: Path) -> None:
    loaded, design = opened(ford)
    assert loaded.problems == ()
    assert check_design(design) == ()
    assert main(["validate", str(ford)]) == 0
    assert Game.from_scenario(design, seed=1).legal_orders()
    campaign = fuzz(design, 3, 1)
    assert (campaign.games, campaign.findings) == (3, [])


def test_turns_are_those_of_the_ruleset_and_entries_have_their_ids_as_names(ford: Path) -> None:
    scenario = opened(ford)[1].scenario
    assert scenario is not None
    assert scenario.turns == 6
    assert [e.name for e in scenario.entries] == ["west-road", "east-road"]


def test_turns_of_a_base_of_the_ruleset_count_and_without_any_the_key_is_needed(ford: Path) -> None:
    rules = ford.with_name("ford-rules.yaml")
    rules.write_text(RULES.replace("turns: 6\n", ""), "utf-8")
    scenario = opened(ford)[1].scenario
    assert scenario is not None
    assert scenario.turns == 10, "blank says so"
    found = find_bundled("rulesets/blank")
    assert found is not None
    bare = found[1].read_text("utf-8").replace("turns: 10\n", "")
    assert "turns:" not in bare
    rules.write_text(bare, "utf-8")
    problem = next(p for p in load(ford).problems if p.code == "missing-key")
    assert problem.message.startswith("The scenario needs the key `turns`")
    assert (problem.severity, problem.file) == ("error", str(ford))


def test_what_was_left_out_stays_so_when_something_else_is_saved(ford: Path) -> None:
    loaded, design = opened(ford)
    assert design.scenario is not None
    titled = replace(design, scenario=change_scenario(design.scenario, title="Another ford"))
    saved = save_design(titled, loaded.sources)
    assert ford.read_text("utf-8") == SCENARIO.replace("title: A ford", "title: Another ford")
    longer = replace(design, scenario=change_scenario(design.scenario, turns=8))
    save_design(longer, saved.sources)
    assert "turns: 8\n" in ford.read_text("utf-8")
    assert opened(ford)[1] == longer


def test_unsaved_work_comes_back_with_the_same_turns(ford: Path) -> None:
    sources = opened(ford)[0].sources
    again = files_of(json.loads(json.dumps(files_data(sources))))
    assert sources.scenario is not None
    assert again.scenario is not None
    assert again.scenario.document == sources.scenario.document
