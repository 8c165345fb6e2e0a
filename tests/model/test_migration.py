"""Files of format 1 load as before and are written in the present format."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from any_documents import QUICK, RULESETS, SCENARIOS, maps
from hypothesis import given
from hypothesis import strategies as st
from own_files import opened, reinforced

from visegrad_editor.editor.safety.journal import files_data, files_of
from visegrad_editor.model.files.document_file import document_from_data
from visegrad_editor.model.files.file_problems import FileProblems
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.migration import in_present_format, migrate, rewritten
from visegrad_editor.model.files.older_text import in_present_text
from visegrad_editor.model.files.schema import check_schema
from visegrad_editor.model.files.sources import Document
from visegrad_editor.model.files.store import save_as, save_design
from visegrad_editor.model.files.yaml_reader import Reading, read_yaml
from visegrad_editor.model.files.yaml_writer import changed_text, kind_of, new_text
from visegrad_editor.model.fingerprint import play_mark
from visegrad_editor.model.scenario import AssetStart

OLD = Path(__file__).parents[1] / "format_1"
FILES = sorted(p.relative_to(OLD) for p in OLD.glob("*/*.yaml"))
BASE = """\
format: 1
kind: scenario
name: war
title: War
ruleset: visegrad4
map: visegrad4
turns: 5
assets:
  - {side: allied, air_maximum: 3, cw_markers: 2, on_table: 1}
entries:
  - {id: west, name: West, where: {countries: [poland]}, pays: true, rule: "9.0"}
units: []
"""
PRESENT = BASE.replace("format: 1", "format: 2").replace(
    "  - {side: allied, air_maximum: 3, cw_markers: 2, on_table: 1}\n",
    "  - {id: air-allied, number: 3}\n  - {id: cyber-war-allied, number: 2, boxes: {table: 1}}\n")
VARIANT = """\
# A variant in format 1.
format: 1   # the first
kind: scenario
name: small
extends: war.yaml
title: Small war
assets:
  - {side: allied, air_maximum: 4, cw_markers: 2}   # more
entries:
  - {id: west, name: The west}   # any hex
"""


OLD_ASSETS = ("air_maximum", "cw_markers", "air_points")
"""What stands only in lines that differ in the present format."""


def old_files(folder: Path) -> Path:
    """Copies of the bundled documents in format 1 that refer to each other."""
    for path in FILES:
        text = (OLD / path).read_text(encoding="utf-8")
        for key, name in (("ruleset", path.parent.name and "visegrad4"), ("map", "visegrad4")):
            text = text.replace(f"\n{key}: {name}\n", f"\n{key}: {key}s-{name}.yaml\n")
        for name in ("gsofg", "blank"):
            text = text.replace(f"\nruleset: {name}\n", f"\nruleset: rulesets-{name}.yaml\n")
        text = text.replace("\nextends: historical\n", "\nextends: scenarios-historical.yaml\n")
        (folder / f"{path.parent}-{path.name}").write_text(text, encoding="utf-8")
    return folder


def read_as(kind: str, reading: Reading, base: Document | None = None) -> Document:
    assert check_schema(kind, reading, "") == ()
    document = document_from_data(kind, reading.data, FileProblems("", reading), base)
    assert document is not None
    return document


def test_there_are_files_of_every_kind() -> None:
    assert {p.parent.name for p in FILES} == {"rulesets", "maps", "scenarios"}
    assert all("format: 1\n" in (OLD / p).read_text(encoding="utf-8") for p in FILES)


@pytest.mark.parametrize("path", FILES, ids=str)
def test_a_file_of_format_1_is_the_same_document_when_it_is_rewritten(path: Path, tmp_path: Path) -> None:
    kind = path.parent.name.removesuffix("s")
    file = old_files(tmp_path) / f"{path.parent}-{path.name}"
    old = load(file, kind)
    assert [p for p in old.problems if p.severity == "error"] == []
    source = old.sources.of(kind)
    assert source is not None
    text = rewritten(kind, source.reading).text
    with_values = in_present_text(read_yaml(file.read_text("utf-8"))).text
    before = with_values.replace("format: 1\n", "format: 2\n")
    if not any(key in before for key in OLD_ASSETS):
        assert text == before
    assert [line for line in text.splitlines() if "#" in line] == [x for x in before.splitlines() if "#" in x]
    assert not any(key in text for key in OLD_ASSETS)
    assert len(set(before.splitlines()) - set(text.splitlines())) < 40
    file.write_text(text, encoding="utf-8")
    again = load(file, kind).sources.of(kind)
    assert again is not None
    assert again.document == source.document


@pytest.mark.parametrize(("name", "mark"), [
    ("historical", "0270-5b1d-9ddc"), ("free-setup", "e135-2ec6-4b8e"), ("first-steps", "b20b-d792-646b")])
def test_games_recorded_before_name_the_same_marks(tmp_path: Path, name: str, mark: str) -> None:
    design = opened(old_files(tmp_path) / f"scenarios-{name}.yaml")[1]
    assert design.scenario is not None
    design = replace(design, map=replace(design.map, ruleset="visegrad4"),
                     scenario=replace(design.scenario, ruleset="visegrad4", map="visegrad4"))
    assert play_mark(design) == mark


@QUICK
@given(st.one_of(RULESETS, SCENARIOS, maps()))
def test_any_document_is_the_same_in_both_formats(document: Document) -> None:
    kind = kind_of(document)
    old = read_yaml(new_text(document).replace("format: 2", "format: 1", 1))
    assert old.data["format"] == 1
    seen = in_present_format(kind, old)
    assert read_as(kind, seen) == document
    again = rewritten(kind, seen)
    assert read_as(kind, again) == document
    assert again.data["format"] == 2
    assert in_present_format(kind, again) is again


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "war.yaml").write_text(BASE, encoding="utf-8")
    (tmp_path / "small.yaml").write_text(VARIANT, encoding="utf-8")
    return tmp_path


def test_an_entry_of_a_variant_replaced_that_of_its_base(folder: Path) -> None:
    scenario = opened(folder / "small.yaml")[1].scenario
    assert scenario is not None
    [entry] = scenario.entries
    assert (entry.name, entry.pays, entry.rule, entry.where.countries) == ("The west", False, "", ())
    assert scenario.assets == (AssetStart("air-allied", 4), AssetStart("cyber-war-allied", 2))
    (folder / "small.yaml").write_text(VARIANT.replace("format: 1", "format: 2").replace(
        "{side: allied, air_maximum: 4, cw_markers: 2}",
        "{id: cyber-war-allied, number: 2}"), encoding="utf-8")
    changed = opened(folder / "small.yaml")[1].scenario
    assert changed is not None
    assert changed.assets[1] == AssetStart("cyber-war-allied", 2, (("table", 1),))
    [entry] = changed.entries
    assert (entry.name, entry.pays, entry.where.countries) == ("The west", True, ("poland",))


def test_the_first_save_writes_the_present_format_and_says_so(folder: Path) -> None:
    loaded, design = opened(folder / "small.yaml")
    saved = save_design(design, loaded.sources)
    assert saved.written == (folder / "small.yaml",)
    assert saved.notes == ("Now in format 2: small.yaml. The text before is in small.yaml~.",)
    assert (folder / "small.yaml~").read_text(encoding="utf-8") == VARIANT
    assert (folder / "war.yaml").read_text(encoding="utf-8") == BASE
    assert (folder / "small.yaml").read_text(encoding="utf-8") == VARIANT.replace(
        "format: 1", "format: 2").replace("""  - {side: allied, air_maximum: 4, cw_markers: 2}   # more
""", """  - {id: air-allied, number: 4}
  - {id: cyber-war-allied, number: 2, boxes: {}}
""").replace(
        "name: The west}", 'name: The west, rule: "", where: null, pays: false}')
    again = save_design(saved.design, saved.sources)
    assert (again.written, again.notes) == ((), ())
    assert opened(folder / "small.yaml")[1] == saved.design == design


def test_a_change_is_written_in_the_present_format_too(folder: Path) -> None:
    loaded, design = opened(folder / "war.yaml")
    edited = reinforced(design)
    saved = save_design(edited, loaded.sources)
    text = (folder / "war.yaml").read_text(encoding="utf-8")
    assert text.startswith("format: 2\nkind: scenario\n")
    assert opened(folder / "war.yaml")[1] == edited
    back = save_design(design, saved.sources)
    assert (folder / "war.yaml").read_text(encoding="utf-8") == PRESENT
    assert back.notes == ()


def test_files_of_a_design_that_did_not_change_are_left(tmp_path: Path) -> None:
    folder = old_files(tmp_path)
    before = (folder / "maps-visegrad4.yaml").read_bytes(), (folder / "rulesets-visegrad4.yaml").read_bytes()
    loaded, design = opened(folder / "scenarios-first-steps.yaml")
    saved = save_design(reinforced(design), loaded.sources)
    assert saved.written == (folder / "scenarios-first-steps.yaml",)
    assert before == (
        (folder / "maps-visegrad4.yaml").read_bytes(), (folder / "rulesets-visegrad4.yaml").read_bytes())
    changed = replace(saved.design, ruleset=replace(saved.design.ruleset, turns=7))
    later = save_design(changed, saved.sources)
    assert later.notes == (
        "Now in format 2: rulesets-visegrad4.yaml. The text before is in rulesets-visegrad4.yaml~.",)
    assert later.written == (folder / "rulesets-visegrad4.yaml",)


def test_a_copy_is_written_in_the_present_format_without_a_word(folder: Path) -> None:
    loaded, design = opened(folder / "war.yaml")
    saved = save_as(design, loaded.sources, folder / "copy.yaml")
    assert saved.notes == ()
    assert (folder / "copy.yaml").read_text(encoding="utf-8") == PRESENT
    assert (folder / "war.yaml").read_text(encoding="utf-8") == BASE


def test_a_text_in_which_no_comment_can_be_kept_is_written_anew() -> None:
    text = '{"format": 1, "kind": "scenario", "name": "war"}\n'
    seen = in_present_format("scenario", read_yaml(text))
    assert rewritten("scenario", seen).data == {"format": 2, "kind": "scenario", "name": "war"}


def test_problems_name_the_lines_of_the_file_as_it_is(folder: Path) -> None:
    (folder / "small.yaml").write_text(VARIANT.replace("name: The west", "nam: The west").replace(
        "air_maximum: 4", "air_maximum: many"), encoding="utf-8")
    found = {(p.code, p.line) for p in load(folder / "small.yaml").problems if p.severity == "error"}
    assert found == {("wrong-type", 8), ("unknown-key", 10)}


def test_what_is_no_format_is_a_problem(folder: Path) -> None:
    for value in ("true", "1.0", '"1"', "3", "0"):
        (folder / "war.yaml").write_text(BASE.replace("format: 1", f"format: {value}"), encoding="utf-8")
        [problem] = [p for p in load(folder / "war.yaml").problems if p.severity == "error"]
        assert (problem.code, problem.line) == ("wrong-value", 1)
        assert "this program reads formats 1 to 2." in problem.message


@pytest.mark.parametrize("more", [
    "entries: north\n", "entries: [1, [2], null]\n", "assets: {side: blue}\n", "entries: [{remove: 7}]\n"])
def test_data_of_any_form_can_be_migrated(folder: Path, more: str) -> None:
    text = f"format: 1\nkind: scenario\nname: x\nextends: war.yaml\n{more}"
    assert migrate("scenario", read_yaml(text).data)["format"] == 2
    (folder / "x.yaml").write_text(text, encoding="utf-8")
    assert {p.line for p in load(folder / "x.yaml").problems if p.severity == "error"} == {5}


def test_unsaved_work_begun_in_format_1_goes_on(folder: Path) -> None:
    loaded, design = opened(folder / "small.yaml")
    restored = files_of(files_data(loaded.sources))
    assert restored.scenario is not None
    assert restored.scenario.document == design.scenario
    saved = save_design(design, restored)
    assert saved.notes == ("Now in format 2: small.yaml. The text before is in small.yaml~.",)


def test_a_text_of_format_1_that_is_changed_keeps_its_comments(folder: Path) -> None:
    loaded, design = opened(folder / "small.yaml")
    file = loaded.sources.scenario
    assert file is not None
    assert design.scenario is not None
    text = changed_text(file.reading, file.document, replace(design.scenario, turns=9),
                        file.base_document, file.base_document)
    assert "# A variant in format 1." in text
    assert "   # any hex" in text
    assert "turns: 9\n" in text
