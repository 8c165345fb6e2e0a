"""The values on counters of a ruleset that extends another: its own, in its own order."""

from __future__ import annotations

from pathlib import Path

from visegrad_editor.engine import Game
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.counter_values import value_of
from visegrad_editor.model.files.load import LoadResult, load
from visegrad_editor.model.files.yaml_writer import new_text

RULES = """format: 2
kind: ruleset
name: mine
title: Mine
extends: {base}
{more}
"""
SCENARIO = """format: 2
kind: scenario
name: war
title: War
ruleset: mine.yaml
map: hollen
turns: 4
units:
  - {name: 1st, nationality: blue, type: infantry, values: 4-5-6, setup: "0305"}
  - {name: 2nd, nationality: red, type: infantry, values: 3-4-5, setup: "0505"}
"""
THREE = """values:
  - {id: attack, name: Attack}
  - {id: defence, name: Defence}
  - {id: movement, name: Movement}
combat: {values: {attack: attack, defence: defence}}
counter: {front: "{attack}-{defence}-{movement}"}"""


def loaded(folder: Path, more: str, base: str = "blank") -> LoadResult:
    (folder / "mine.yaml").write_text(RULES.format(base=base, more=more), encoding="utf-8")
    path = folder / "war.yaml"
    path.write_text(SCENARIO, encoding="utf-8")
    return load(path)


def values(found: LoadResult) -> list[str]:
    assert found.design is not None
    return [value.id for value in found.design.ruleset.values]


def messages(found: LoadResult) -> str:
    assert found.design is not None
    return " ".join(p.message for p in (*found.problems, *check_documents(found.design)))


def test_a_ruleset_that_states_its_values_has_just_its_own(tmp_path: Path) -> None:
    found = loaded(tmp_path, THREE)
    assert values(found) == ["attack", "defence", "movement"]
    design = found.design
    assert design is not None
    assert design.scenario is not None
    first = design.scenario.units[0]
    assert [value_of(design.ruleset, first, id) for id in ("attack", "defence", "movement")] == [4, 5, 6]
    game = Game.from_scenario(design)
    assert game.strength("blue/1st") == 4
    assert game.strength("blue/1st", "defence") == 5
    assert max(game.destinations("blue/1st").values()) <= 6


def test_they_are_saved_and_read_again(tmp_path: Path) -> None:
    found = loaded(tmp_path, THREE)
    assert found.design is not None
    base = load("rulesets/blank").ruleset
    assert base is not None
    text = new_text(found.design.ruleset, base)
    assert "remove" not in text
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    assert load(tmp_path / "war.yaml").design == found.design


def test_what_only_changes_or_removes_is_merged(tmp_path: Path) -> None:
    assert values(loaded(tmp_path, "values: [{id: strength, short: V}]")) == ["strength", "movement"]
    assert values(loaded(tmp_path, "values: [{id: strength, remove: true}, {id: force, name: Force}]")) == [
        "movement", "force"]


def test_values_that_a_base_states_are_merged_by_their_ids(tmp_path: Path) -> None:
    found = loaded(tmp_path, "values: [{id: morale, name: Morale}]", "velna")
    assert values(found) == ["attack", "defence", "movement", "morale"]


def test_fights_with_a_value_that_nobody_has_are_an_error(tmp_path: Path) -> None:
    more = """values:
  - {id: movement, name: Movement}
  - {id: defence, name: Defence}
  - {id: morale, name: Morale}
  - {id: attack, name: Attack}
combat: {values: {attack: attack, defence: defence}}"""
    text = messages(loaded(tmp_path, more))
    assert ("Units attack with attack, and no unit has it. `values` of a unit are read as movement, defence, "
            "morale, attack") in text
    assert "no unit has it" not in messages(loaded(tmp_path, THREE))
