"""Tables of units: out and back in, what spreadsheets damage, what is wrong in a line."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.bundled import design_of
from tests.support.small_design import small_design
from visegrad_editor.exchange.errors import FileImportError
from visegrad_editor.exchange.export import export
from visegrad_editor.exchange.importer import import_table
from visegrad_editor.exchange.tables import unit_rows
from visegrad_editor.exchange.unit_table import UnitImport, read_units, text_rows, unit_import
from visegrad_editor.exchange.workbook import read_workbook, workbook_bytes
from visegrad_editor.model.design import Design
from visegrad_editor.model.scenario import Scenario


def historical() -> Design:
    return design_of("historical")


def scenario_of(design: Design) -> Scenario:
    assert design.scenario is not None
    return design.scenario


def imported(text: str, design: Design | None = None) -> UnitImport:
    return unit_import(design or historical(), text_rows(text, "units.csv"), "units.csv")


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_a_table_that_was_exported_changes_nothing(tmp_path: Path, ending: str) -> None:
    path = export(historical(), tmp_path / f"units.{ending}", "units")
    found = import_table(path, historical())
    assert isinstance(found, UnitImport)
    assert (found.changes, found.problems, found.summary) == ((), (), "No changes")
    assert found.design.scenario is historical().scenario


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_set_up_groups_are_in_a_table_and_come_back(tmp_path: Path, ending: str) -> None:
    design = design_of("free-setup")
    path = export(design, tmp_path / f"units.{ending}", "units")
    assert not import_table(path, design).changes
    bare = replace(design, scenario=replace(scenario_of(design), units=tuple(
        replace(u, setup=None) if u.setup and u.setup.group else u for u in scenario_of(design).units)))
    found = import_table(path, bare)
    assert not found.problems
    assert found.changed == 15
    after = scenario_of(found.design).members("polish-army")
    assert [(u.key, u.setup) for u in after] == [
        (u.key, u.setup) for u in scenario_of(design).members("polish-army")]


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_all_units_come_back_into_an_empty_scenario(tmp_path: Path, ending: str) -> None:
    path = export(historical(), tmp_path / f"units.{ending}", "units")
    # Events are known by the units that they bring.
    bringers = tuple(u for u in scenario_of(historical()).units if u.reinforcement and u.reinforcement.event)
    bare = replace(historical(), scenario=replace(scenario_of(historical()), units=bringers))
    found = read_units(path, bare)
    assert found.problems == ()
    assert found.added == 87 - len(bringers)
    before = scenario_of(historical()).unit_by_key
    for unit in scenario_of(found.design).units:
        # A value that is that of the type is not stored with the unit.
        old = before[unit.key]
        assert replace(unit, provenance=old.provenance, values=old.values) == old
    rows = unit_rows(historical(), scenario_of(historical()))[1]
    again = unit_rows(found.design, scenario_of(found.design))[1]
    assert sorted(str(row[:-1]) for row in again) == sorted(str(row[:-1]) for row in rows)


def test_semicolons_and_a_bom_and_lost_zeros(tmp_path: Path) -> None:
    path = tmp_path / "units.csv"
    text = "Nationality;Name;Set-up;Strength\r\nPoland;20th Mechanized;709;9,0\r\n"
    path.write_bytes(text.encode("utf-8-sig"))
    found = import_table(path, historical())
    assert isinstance(found, UnitImport)
    unit = scenario_of(found.design).unit_by_key["poland/20th Mechanized"]
    assert (unit.hex, unit.values[0]) == ("0709", (9,))
    assert [str(c) for c in found.changes] == [
        "20th Mechanized, set-up: 2017 → 0709", "20th Mechanized, strength: 7 → 9"]
    assert unit.provenance.values != ()


@pytest.mark.parametrize("cell", ["3-Apr", "2026-04-03", "04.03.2026", "6/3"])
def test_a_date_in_a_strength_is_called_one(cell: str) -> None:
    found = imported(f"nationality,name,strength\npoland,20th Mechanized,{cell}\n")
    (problem,) = found.problems
    assert problem.line == 2
    assert f'"{cell}" is a date' in problem.message
    assert found.design.scenario is historical().scenario


def test_each_wrong_cell_is_a_problem_of_its_line() -> None:
    found = imported(
        "nationality,name,type,strength,set-up,reinforcement turn,colour\n"
        "poland,20th Mechanized,,11,,,red\n"
        "poland,20th Mechanized,,12,,,\n"
        "poland,New One,,1,,,\n"
        "polnad,New One,armored,1,,,\n"
        "poland,New Two,armored,1,9999,,\n"
        "poland,New Three,armored,1,2017,3,\n"
        "poland,,armored,1,,,\n"
        "poland,New Four,armored,1,,77,\n")
    told = [str(p) for p in found.problems]
    assert told[0].startswith("Line 2, 20th Mechanized: type:")
    assert any(t.startswith("Line 3, 20th Mechanized: The unit has a row already, in line 2") for t in told)
    assert any(t.startswith("Line 4, New One: There is no such unit yet") for t in told)
    assert any(t.startswith('Line 5, New One: "polnad" is not a nationality') for t in told)
    assert any(t.startswith('Line 6, New Two: set-up: There is no hex "9999"') for t in told)
    assert any("Line 7, New Three: It is set up and arrives later as well" in t for t in told)
    assert any(t.startswith("Line 8: The row has no name") for t in told)
    assert any("Line 9, New Four: reinforcement turn: The turn must be between 1 and 10" in t for t in told)
    assert any('"colour"' in note for note in found.notes)
    assert {c.unit for c in found.changes if c.what == "new unit"} == {"New Two", "New Three", "New Four"}


def test_an_empty_cell_of_what_a_unit_must_have_is_refused() -> None:
    found = imported("key,name,nationality\npoland/20th Mechanized,,poland\n")
    assert [p.message for p in found.problems] == ["name: A unit needs a name."]


def test_names_can_be_changed_and_swapped_by_key() -> None:
    found = imported("key,name\npoland/20th Mechanized,34th Armored Cavalry\n"
                     "poland/34th Armored Cavalry,20th Mechanized\n")
    units = scenario_of(found.design).unit_by_key
    assert found.problems == ()
    assert units["poland/20th Mechanized"].type == "armored-cavalry"
    with pytest.raises(FileImportError, match="two units called 34th Armored Cavalry"):
        imported("key,name\npoland/20th Mechanized,34th Armored Cavalry\n")


def test_formulas_are_texts_in_both_forms(tmp_path: Path) -> None:
    design = small_design()
    units = scenario_of(design).units
    named = replace(design, scenario=replace(scenario_of(design), units=(
        replace(units[0], name="=1+1", notes="@x"), *units[1:])))
    book = export(named, tmp_path / "units.xlsx")
    with zipfile.ZipFile(book) as package:
        sheet = package.read("xl/worksheets/sheet1.xml").decode()
    assert "<f>" not in sheet
    assert "=1+1</t>" in sheet
    assert b"'=1+1" in export(named, tmp_path / "units.csv", "units").read_bytes()
    for name in ("units.xlsx", "units.csv"):
        assert read_units(tmp_path / name, named).changes == ()


def test_the_same_units_give_the_same_workbook() -> None:
    rows = unit_rows(historical(), scenario_of(historical()))
    assert workbook_bytes("Units", *rows) == workbook_bytes("Units", *rows)
    assert read_workbook(workbook_bytes("Units", *rows), "x")[1][:3] == [
        "poland/10th Armored Cavalry", "10th Armored Cavalry", "poland"]


def _book(sheet: str, **parts: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("xl/workbook.xml", '<workbook><sheets><sheet name="A"/></sheets></workbook>')
        package.writestr("xl/worksheets/sheet1.xml", sheet)
        for name, text in parts.items():
            package.writestr(f"xl/{name}.xml", text)
    return stream.getvalue()


def test_a_workbook_of_a_spreadsheet_is_read() -> None:
    data = _book(
        '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>'
        '<row r="3"><c r="A3"><v>601</v></c><c r="B3" s="1"><v>46115</v></c><c r="C3" t="b"><v>1</v></c>'
        '<c r="D3" t="str"><f>1+1</f><v>2</v></c></row></sheetData></worksheet>',
        sharedStrings="<sst><si><t>name</t></si><si><r><t>set</t></r><r><t>-up</t></r></si></sst>",
        styles='<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>')
    assert read_workbook(data, "x.xlsx") == [["name", "", "set-up"], [], ["601", "2026-04-03", "yes", "2"]]


@pytest.mark.parametrize(("sheet", "words"), [
    ('<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>', "Workbooks never do"),
    ('<worksheet><sheetData><row r="300000"/></sheetData></worksheet>', "rows"),
    ('<worksheet><sheetData><row r="1"><c r="ZZZ1"/></row></sheetData></worksheet>', "columns"),
    ('<worksheet><sheetData><row r="x"/></sheetData></worksheet>', "damaged"),
    ("<worksheet>", "not well-formed"),
])
def test_harmful_workbooks_are_refused(sheet: str, words: str) -> None:
    with pytest.raises(FileImportError, match=words):
        read_workbook(_book(sheet), "x.xlsx")


def test_what_is_no_workbook_is_refused() -> None:
    with pytest.raises(FileImportError, match="not a workbook"):
        read_workbook(b"PK but no more", "x.xlsx")
    with pytest.raises(FileImportError, match="larger than"):
        read_workbook(_book("<a>" + " " * 61_000_000 + "</a>"), "x.xlsx")


def test_a_table_without_names_says_which_columns_there_are() -> None:
    with pytest.raises(FileImportError, match="possible ones are name, short name, nationality"):
        imported("nationality,strength\npoland,3\n")
    with pytest.raises(FileImportError, match="two columns for strength"):
        imported("name,strength,Strength\nx,3,4\n")
    with pytest.raises(FileImportError, match="only a map here"):
        imported("name,strength\nx,3\n", replace(historical(), scenario=None))
