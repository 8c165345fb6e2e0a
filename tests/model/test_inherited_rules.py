"""Variants that change a set-up group or an entry of a rulebook, whose rule says something else then."""

from __future__ import annotations

from pathlib import Path

import pytest
from own_files import opened

from visegrad_editor.engine.problem_list import find_problems
from visegrad_editor.engine.set_up import set_up_of
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.units import place_units
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.store import save_as
from visegrad_editor.model.problems import Problem

HEAD = "format: 2\nkind: scenario\nname: {0}\ntitle: Own\nextends: {1}\n"
LIMITED = ("set_up_groups:\n"
           "  - {id: polish-army, limits: [{at_most: 3, where: {features: [city]}, shared: true}]}\n")


def told(folder: Path, text: str, base: str = "free-setup", name: str = "own") -> list[Problem]:
    path = folder / f"{name}.yaml"
    path.write_text(HEAD.format(name, base) + text, encoding="utf-8")
    loaded = load(path)
    assert loaded.design is not None
    found = find_problems(loaded.design, loaded.sources, loaded.reading)
    return [p for p in found if p.code == "rule-of-base"]


@pytest.mark.parametrize(("text", "what", "line"), [
    (LIMITED, "set-up group Polish army has limits of its own", 7),
    ("set_up_groups:\n  - id: polish-army\n    alone: false\n",
     "set-up group Polish army has a word on standing alone of its own", 8),
    ("entries:\n  - {id: prague, where: {hexes: ['2522']}}\n", "entry Prague (2623) has hexes of its own", 7),
])
def test_a_changed_group_or_entry_may_not_keep_the_number_of_the_rulebook(
    text: str, what: str, line: int, tmp_path: Path
) -> None:
    [found] = told(tmp_path, text)
    assert (found.line, found.severity) == (line, "warning")
    assert what in found.message
    assert len(found.fixes) == 2


@pytest.mark.parametrize("text", [
    "set_up_groups:\n  - {id: polish-army, name: Poles}\n",
    LIMITED.replace("polish-army,", 'polish-army, rule: "3.4",'),
    LIMITED.replace("polish-army,", 'polish-army, rule: "7",'),
    LIMITED.replace("polish-army,", "polish-army, rule: '',")])
def test_a_number_that_is_stated_or_taken_away_is_not_told(text: str, tmp_path: Path) -> None:
    loaded = told(tmp_path, text)
    assert loaded == []
    assert told(tmp_path, LIMITED), "it is told otherwise"


def test_it_is_told_in_variants_of_the_variant_too(tmp_path: Path) -> None:
    assert told(tmp_path, LIMITED)
    [deep] = told(tmp_path, "turns: 8\n", "own.yaml", "deep")
    assert (Path(deep.file).name, deep.line) == ("own.yaml", 7)


def test_the_rules_of_a_designer_say_what_the_designer_wants(tmp_path: Path) -> None:
    own = "entries:\n  - {id: east-edge, rule: '5', where: {hexes: ['1304']}}\n"
    assert told(tmp_path, own, "velna") == []
    other = "entries:\n  - {id: east-edge, where: {hexes: ['1305']}}\n"
    assert told(tmp_path, other, "own.yaml", "deep") == []
    assert told(tmp_path, LIMITED)


@pytest.mark.parametrize("nth", [0, 1])
def test_both_fixes_are_saved_and_settle_it(nth: int, tmp_path: Path) -> None:
    [found] = told(tmp_path, LIMITED)
    loaded, design = opened(tmp_path / "own.yaml")
    save_as(found.fixes[nth].edit(design), loaded.sources, tmp_path / "new.yaml")
    text = (tmp_path / "new.yaml").read_text(encoding="utf-8")
    assert ("rule:" in text) == (nth == 0)
    assert ("limits" in text) == (nth == 0)
    again, design = opened(tmp_path / "new.yaml")
    assert [p for p in find_problems(design, again.sources, again.reading) if p.code == "rule-of-base"] == []


def test_a_number_that_was_taken_away_is_cited_nowhere(tmp_path: Path) -> None:
    """What a group without a rule number says is the designer's: neither a problem nor a refused move cites
    the rule that the units have from the base."""
    path = tmp_path / "own.yaml"
    without = LIMITED.replace("polish-army,", "polish-army, rule: '',")
    path.write_text(HEAD.format("own", "free-setup") + without, encoding="utf-8")
    loaded, design = opened(path)
    assert design.scenario is not None
    unit = design.scenario.members("polish-army")[0]
    assert unit.provenance.of("setup").rule == "3.4"
    away = with_scenario(design, place_units(design.scenario, [unit.key], "1609"))
    [problem] = [p for p in find_problems(away, loaded.sources)
                 if (p.unit, p.severity) == (unit.key, "error")]
    assert (problem.rule, "may be" in problem.message) == ("", True)
    set_up = set_up_of(design)
    assert set_up is not None
    refused = set_up.refusal([unit.key], "1609")
    assert refused is not None
    assert "may be set up" in str(refused)
    assert "3.4" not in str(refused)
    _, base = opened("free-setup")
    in_base = set_up_of(base)
    assert in_base is not None
    assert "3.4" in str(in_base.refusal([unit.key], "1609"))
