"""Units of format 1 in games whose counters have other values than strength and movement."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from own_files import opened

from visegrad_editor.cli.main import main
from visegrad_editor.editor.safety.journal import files_data, files_of
from visegrad_editor.engine import Game, check_design
from visegrad_editor.model.counter_texts import counter_texts
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.files.unit_migration import Columns, unit_values_of_format_1

OLD = """\
# A war of before.
format: 1
kind: scenario
name: before
title: A war of before
ruleset: gsofg
map: gsofg
turns: 15
units:
  - {name: 11th, nationality: usa, type: mechanized, strength: 3/1, setup: "2024"}   # two steps
  - {name: 12th, nationality: usa, type: mechanized, strength: "2/2", setup: "2024"}
  - name: A
    nationality: ussr
    type: tank
    strength: 6/0    # one step
    movement: 9
    setup: "3715"
"""
VARIANT = """\
format: 1
kind: scenario
name: after
title: A war of after
extends: before.yaml
change:
  - {unit: usa/11th, movement: 6}
  - {unit: usa/12th, strength: 4/2}
units:
  - {name: B, nationality: ussr, type: tank, strength: 5/2, setup: "3714"}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "before.yaml").write_text(OLD, "utf-8")
    (tmp_path / "after.yaml").write_text(VARIANT, "utf-8")
    return tmp_path


def rows(path: Path) -> dict[str, Any]:
    """The values of the units of a scenario, and their steps if they say so, by name."""
    scenario = opened(path)[1].scenario
    assert scenario is not None
    return {u.name: (u.values, u.steps) for u in scenario.units}


def test_one_strength_is_that_of_attack_and_defence(folder: Path) -> None:
    assert rows(folder / "before.yaml") == {
        "11th": (((3, 3), (1, 1)), None), "12th": (((2, 2), (2, 2)), None), "A": (((6, 6, 9),), 1)}


def test_a_variant_means_what_it_meant(folder: Path) -> None:
    assert rows(folder / "after.yaml") == {
        "11th": (((3, 3, 6), (1, 1, 6)), None), "12th": (((4, 4), (2, 2)), None), "A": (((6, 6, 9),), 1),
        "B": (((5, 5), (2, 2)), None)}


def test_the_game_is_sound_prints_and_begins(folder: Path) -> None:
    loaded, design = opened(folder / "before.yaml")
    assert [p for p in (*loaded.problems, *check_design(design)) if p.severity == "error"] == []
    assert design.scenario is not None
    texts = [counter_texts(design.ruleset, unit, False).front for unit in design.scenario.units]
    assert texts == ["3-3-8", "2-2-8", "6-6-9"]
    assert Game.from_scenario(design, seed=1).legal_orders()


def test_saving_writes_the_values_and_says_so(folder: Path) -> None:
    loaded, design = opened(folder / "before.yaml")
    saved = save_design(design, loaded.sources)
    assert saved.notes == ("Now in format 2: before.yaml. The text before is in before.yaml~.",)
    text = (folder / "before.yaml").read_text("utf-8")
    for old, new in (("format: 1", "format: 2"), ("strength: 3/1", "values: [3-3, 1-1]"),
                     ('strength: "2/2"', "values: [2-2, 2-2]"),
                     ("    strength: 6/0    # one step\n    movement: 9\n",
                      "    values: 6-6-9\n    steps: 1    # one step\n")):
        assert new in text
        assert old not in text
    assert opened(folder / "before.yaml")[1] == design
    variant = opened(folder / "after.yaml")
    save_design(variant[1], variant[0].sources)
    assert opened(folder / "after.yaml")[1] == variant[1]


def test_unsaved_work_comes_back_with_the_same_values(folder: Path) -> None:
    sources = opened(folder / "after.yaml")[0].sources
    again = files_of(json.loads(json.dumps(files_data(sources))))
    assert sources.scenario is not None
    assert again.scenario is not None
    assert again.scenario.document == sources.scenario.document


def test_a_ruleset_that_is_missing_is_told_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "before.yaml").write_text(OLD.replace("ruleset: gsofg", "ruleset: nowhere.yaml"), "utf-8")
    assert main(["validate", str(folder / "before.yaml")]) == 1
    said = capsys.readouterr()
    assert (said.out + said.err).count("nowhere.yaml") == 1


QUALITY = Columns(("strength", "", "movement", "strength"), (("tank", 7),))


@pytest.mark.parametrize(("old", "new"), [
    ({"type": "tank", "strength": "6/3"}, ["6-_-7-6", "3-_-7-3"]),
    ({"type": "tank", "strength": "6/3", "movement": 4}, ["6-_-4-6", "3-_-4-3"]),
    ({"type": "foot", "strength": "6/0"}, "6-_-_-6"),
    ({"unit": "a/b", "strength": "6/3"}, ["6-=-=-6", "3-=-=-3"]),
    ({"unit": "a/b", "movement": 5}, "=-=-5"),
    ({"unit": "a/b", "strength": None}, "_-=-=-_"),
])
def test_columns_of_any_order_and_allowances_that_counters_must_say(old: dict[str, Any], new: Any) -> None:
    assert unit_values_of_format_1(old, QUALITY)["values"] == new
