"""Entries of a variant that its base has made superfluous, and those that refer to what has gone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from visegrad_editor.cli.loading import all_problems
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.edit.documents import choose_options
from visegrad_editor.model.files.catalogue import bundled
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.scenario import Scenario

BASE = """\
format: 2
kind: scenario
name: base
title: Base
extends: historical
change:
  - {unit: poland/2nd Mechanized, setup: "2118"}
"""
VARIANT = """\
format: 2
kind: scenario
name: mine
title: Mine
extends: base.yaml
change:
  - {unit: poland/10th Armored Cavalry, setup: "1621"}
  - {unit: poland/2nd Mechanized, setup: "2119"}
"""


def found(path: Path) -> list[tuple[str, str, str, int]]:
    return [(p.severity, p.code, p.unit, p.line) for p in load(path).problems
            if p.code in ("as-in-base", "unknown-unit")]


def test_a_changed_base_tells_what_no_longer_fits(tmp_path: Path) -> None:
    base, path = tmp_path / "base.yaml", tmp_path / "mine.yaml"
    base.write_text(BASE, "utf-8")
    path.write_text(VARIANT, "utf-8")
    assert found(path) == []
    base.write_text(BASE.replace("2118", "2119"), "utf-8")
    assert found(path) == [("note", "as-in-base", "poland/2nd Mechanized", 8)]
    (note,) = [p for p in load(path).problems if p.code == "as-in-base"]
    assert note.message == ('`change` says of "poland/2nd Mechanized" only what its base has already. '
                            "The entry can be removed.")
    assert Path(note.file).name == "mine.yaml"
    base.write_text(BASE.replace("change:", "remove: [poland/10th Armored Cavalry]\nchange:"), "utf-8")
    assert found(path) == [("error", "unknown-unit", "poland/10th Armored Cavalry", 7)]


def test_an_area_of_a_map_that_the_base_has_already(tmp_path: Path) -> None:
    path = tmp_path / "map.yaml"
    design = load("maps/visegrad4").design
    assert design is not None
    area = design.map.areas[0]
    text = (f"format: 2\nkind: map\nname: map\ntitle: Map\nextends: visegrad4\n"
            f"areas:\n  - {{id: {area.id}, name: \"%s\"}}\n")
    for name, lines in ((area.name, [7]), ("Another", [])):
        path.write_text(text % name, "utf-8")
        assert [p.line for p in load(path).problems if p.code == "as-in-base"] == lines


def test_no_bundled_variant_says_anything_for_nothing() -> None:
    names = [f"{b.kind}s/{b.name}" for b in bundled()]
    assert len(names) > 10
    assert [n for n in names if any(p.code == "as-in-base" for p in load(n).problems)] == []


def test_terrain_of_a_ruleset_places_labels_and_options_that_the_base_has_already(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(
        "format: 2\nkind: ruleset\nname: rules\ntitle: Rules\nextends: visegrad4\nterrain:\n"
        "  - {id: marsh, cost: 4}\n  - {id: mountain, cost: 5}\n"
        "results:\n  - {id: AD, name: Attacker disrupted, text: Each attacking unit loses a "
        "step and retreats one hex.}\n  - {id: AE}\n  - {id: AP, rule: ''}\n", "utf-8")
    (tmp_path / "map.yaml").write_text(
        "format: 2\nkind: map\nname: map\ntitle: Map\nextends: visegrad4\nruleset: rules.yaml\nplaces:\n"
        '  - {hex: "1616", name: Suwałki}\n  - {hex: "1620", name: Danzig}\n'
        'labels:\n  - {text: Baltic Sea, hex: "1422", size: 0.95}\n'
        '  - {text: Black Sea, hex: "3202", size: 2}\n', "utf-8")
    (tmp_path / "mine.yaml").write_text(
        "format: 2\nkind: scenario\nname: mine\ntitle: Mine\nextends: historical\nruleset: rules.yaml\n"
        "map: map.yaml\noptions: {us_entry: dice, e77_roll: road}\n", "utf-8")
    loaded = load(tmp_path / "mine.yaml")
    notes = [(Path(p.file).name, p.line, p.message.split(" only ")[0]) for p in loaded.problems
             if p.code == "as-in-base"]
    assert sorted(notes) == [
        ("map.yaml", 8, '`places` says of "1616"'), ("map.yaml", 11, '`labels` says of "Baltic Sea"'),
        ("mine.yaml", 8, '`options` says of "us_entry"'), ("rules.yaml", 7, '`terrain` says of "marsh"'),
        ("rules.yaml", 12, '`results` says of "AP"')]
    assert not [p for p in loaded.problems if p.severity == "error"]


def test_a_unit_of_the_base_that_comes_after_the_last_turn_is_told_at_the_turns_of_the_variant(
    tmp_path: Path,
) -> None:
    path = tmp_path / "short.yaml"
    path.write_text(
        "format: 2\nkind: scenario\nname: short\ntitle: Short\nextends: historical\n\n\nturns: 2\n"
        "change:\n  - {unit: poland/6th Airborne, reinforcement: {turn: 5, entry: polish-cities}}\n",
        encoding="utf-8")
    late = [p for p in load(path).problems if p.code == "after-the-end"]
    assert len(late) >= 3
    for problem in late:
        assert problem.file.endswith("short.yaml")
        assert problem.line == (10 if problem.unit == "poland/6th Airborne" else 8)
    assert "poland/6th Airborne" in {p.unit for p in late}


def test_what_the_part_in_play_of_a_variant_makes_wrong_is_told_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "west.yaml"
    path.write_text(
        'format: 2\nkind: scenario\nname: west\ntitle: West\nextends: velna\n'
        'set_up_groups: [{id: bank, where: {hexes: ["1304"]}}]\n'
        'play_area: ["0101", "1212"]\n', encoding="utf-8")
    loaded = load(path)
    found = {p.code: p for p in all_problems(loaded)}
    for code in ("empty-entry", "no-source", "out-of-play"):
        assert (found[code].file, found[code].line) == (str(path), 7), found[code]
    # What the file says itself stays where it says it.
    assert (found["empty-group"].file, found["empty-group"].line) == (str(path), 6)
    assert "Eastern edge has no hex in the part of the map in play" in found["empty-entry"].message


def test_hexes_of_a_base_that_another_map_does_not_have_are_told_at_the_map(tmp_path: Path) -> None:
    path = tmp_path / "other.yaml"
    path.write_text("format: 2\nkind: scenario\nname: other\ntitle: Other\nextends: velna\n"
                    "map: hollen\n", encoding="utf-8")
    unknown = [p for p in load(path).problems if p.code == "unknown-hex"]
    assert unknown
    assert {(p.file, p.line) for p in unknown} == {(str(path), 6)}


def test_what_was_reset_says_nothing_before_or_after_it_is_saved(tmp_path: Path) -> None:
    """An entry whose unit was changed back goes with the next save, so there is nothing to remove."""
    (tmp_path / "base.yaml").write_text(BASE, "utf-8")
    path = tmp_path / "mine.yaml"
    path.write_text(VARIANT, "utf-8")
    loaded = load(path)
    assert loaded.design is not None
    assert loaded.design.scenario is not None
    key = "poland/2nd Mechanized"
    design, sources = loaded.design, loaded.sources

    def notes() -> list[str]:
        return [p.unit for p in check_documents(design, sources) if p.code == "as-in-base"]

    scenario = loaded.design.scenario
    assert sources.scenario is not None
    assert isinstance(sources.scenario.base_document, Scenario)
    of_base = sources.scenario.base_document.unit_by_key[key]
    for hex in ("2120", ""):
        unit = scenario.unit_by_key[key].placed(hex) if hex else of_base
        design = replace(design, scenario=replace(scenario, units=tuple(
            unit if u.key == key else u for u in scenario.units)))
        assert notes() == []
        saved = save_design(design, sources)
        design, sources = saved.design, saved.sources
        assert (key in path.read_text("utf-8")) is bool(hex)
        assert notes() == []


def test_a_choice_that_was_changed_since_is_not_called_that_of_the_base(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("format: 2\nkind: scenario\nname: mine\ntitle: Mine\nextends: historical\n"
                    "options: {us_entry: dice}\n", "utf-8")
    loaded = load(path)
    assert loaded.design is not None
    assert [p.code for p in loaded.problems] == ["as-in-base"]
    other = next(c for o in loaded.design.ruleset.options if o.id == "us_entry" for c in o.choices
                 if c != "dice")
    changed = choose_options(loaded.design, [("us_entry", other)])
    assert not [p for p in check_documents(changed, loaded.sources) if p.code == "as-in-base"]
