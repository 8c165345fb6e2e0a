"""The special rules of a variant: those of its base, with what the variant adds or leaves out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.store import save_design

HEAD = "format: 2\nkind: scenario\nprovenance: designer\n"
BASE = "special_rules: [One., Two., Three.]\n"


def variant(folder: Path, text: str, base: str = BASE) -> Path:
    (folder / "base.yaml").write_text(f"{HEAD}name: base\ntitle: Base\nextends: historical\n{base}",
                                      encoding="utf-8")
    path = folder / "own.yaml"
    path.write_text(f"{HEAD}name: own\ntitle: Own\nextends: base.yaml\n{text}", encoding="utf-8")
    return path


def rules(path: Path) -> tuple[str, ...]:
    design = load(path).design
    assert design is not None
    assert design.scenario is not None
    return design.scenario.special_rules


def test_a_variant_follows_its_base_in_the_rules_that_it_does_not_change(tmp_path: Path) -> None:
    text = "more_special_rules: [Four.]\nwithout_special_rules: [Two.]\n"
    assert rules(variant(tmp_path, text)) == ("One.", "Three.", "Four.")
    assert rules(variant(tmp_path, text, "special_rules: [Two., Zero.]\n")) == ("Zero.", "Four.")


def test_a_whole_list_still_takes_the_place_of_that_of_the_base(tmp_path: Path) -> None:
    assert rules(variant(tmp_path, "special_rules: [Four.]\n")) == ("Four.",)
    assert rules(variant(tmp_path, "special_rules: []\n")) == ()


@pytest.mark.parametrize(("now", "written"), [
    (("One.", "Two.", "Three.", "Four."), {"more_special_rules": "[Four.]"}),
    (("One.", "Three."), {"without_special_rules": "[Two.]"}),
    (("One.", "Three.", "Four."), {"more_special_rules": "[Four.]", "without_special_rules": "[Two.]"}),
    (("Two.", "One."), {"special_rules": ""}), (("Four.",), {"special_rules": ""}),
    ((), {"special_rules": ""}),
    (("One.", "Two.", "Three."), {})])
def test_what_differs_is_saved_and_read_again(
        tmp_path: Path, now: tuple[str, ...], written: dict[str, str]) -> None:
    path = variant(tmp_path, "more_special_rules: [Five.]\n")
    loaded = load(path)
    design = loaded.design
    assert isinstance(design, Design)
    assert design.scenario is not None
    save_design(replace(design, scenario=replace(design.scenario, special_rules=now)), loaded.sources)
    assert rules(path) == now
    lines = path.read_text(encoding="utf-8").splitlines()
    assert {line.partition(":")[0] for line in lines if "special_rules" in line} == {*written}


@pytest.mark.parametrize(("text", "code"), [
    ("without_special_rules: [Seven.]\n", "unknown-special-rule"),
    ("special_rules: [Four.]\nmore_special_rules: [Five.]\n", "twice")])
def test_what_cannot_be_is_told_with_its_line(tmp_path: Path, text: str, code: str) -> None:
    path = variant(tmp_path, text)
    found = [p for p in load(path).problems if p.code == code]
    assert [p.line for p in found] == [len(path.read_text(encoding="utf-8").splitlines())]


def test_a_scenario_without_a_base_has_nothing_to_change(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(f"{HEAD}name: own\ntitle: Own\nmap: visegrad4\nruleset: visegrad4\nturns: 4\nunits: []\n"
                    "more_special_rules: [One.]\n", encoding="utf-8")
    assert any("belongs to a variant" in p.message for p in load(path).problems)
