"""Tables of units: out and back in, what spreadsheets damage, what is wrong in a line."""

from __future__ import annotations

import csv
import io
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.support.bundled import design_of
from tests.support.small_design import small_design
from visegrad_editor.exchange.cell_texts import plain_cell
from visegrad_editor.exchange.errors import FileImportError
from visegrad_editor.exchange.export import export
from visegrad_editor.exchange.importer import import_table
from visegrad_editor.exchange.tables import unit_rows, units_csv
from visegrad_editor.exchange.unit_table import UnitImport, numbered, read_units, text_rows, unit_import
from visegrad_editor.exchange.workbook import read_workbook, workbook_bytes
from visegrad_editor.model.check import check_documents
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
    assert any('Line 9, New Four: reinforcement turn "77": The turn must be between 1 and' in t for t in told)
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


_RISKY = st.sampled_from([
    "=", "+", "-", "@", "\t", "\r", "\n", "'", '"', ",", ";", "=\"", "''", " ", "\ufeff", "4-2", "0601",
    "1", "a", "Ł", "＝", "\u202e", "sep=", "\x0b", "{", "true", "1e5", "Mar"])
_CELLS = st.lists(_RISKY, max_size=6).map("".join)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@example(notes="=\r\x0b=", name="", short="")
@given(notes=_CELLS, name=_CELLS, short=_CELLS)
def test_whatever_a_text_is_it_comes_back_and_is_no_formula(notes: str, name: str, short: str) -> None:
    design = small_design()
    units = scenario_of(design).units
    name = " ".join(plain_cell(f"x{name}")[1:].split()) or "n"
    new = replace(units[0], name=name, short=" ".join(short.split()), notes=notes.strip())
    odd = replace(design, scenario=replace(scenario_of(design), units=(new, *units[1:])))
    data = units_csv(odd, scenario_of(odd))
    first = next(iter(csv.reader(io.StringIO(data.decode("utf-8-sig").partition("\r\n")[2], newline=""))))
    signs = ("=", "+", "-", "@", "\t", "\r")
    assert not any(cell.lstrip().startswith(signs) for cell in first)
    book = read_workbook(workbook_bytes("Units", *unit_rows(odd, scenario_of(odd))), "u.xlsx")
    for rows in (text_rows(data.decode("utf-8-sig"), "u.csv"),
                 numbered([[plain_cell(cell) for cell in row] for row in book.rows])):
        found = unit_import(odd, rows, "u")
        assert (found.changes, found.problems) == ((), ())


def test_lines_of_a_note_stay_lines_and_may_have_commas() -> None:
    found = imported('key,notes\r\npoland/20th Mechanized,"Held back,\r\nthen ""free"", at last"\r\n')
    assert found.problems == ()
    unit = scenario_of(found.design).unit_by_key["poland/20th Mechanized"]
    assert unit.notes == 'Held back,\nthen "free", at last'


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig"])
def test_wide_encodings_are_read_with_and_without_their_mark(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "units.csv"
    path.write_bytes("nationality,name,notes\npoland,20th Mechanized,Łódź\n".encode(encoding))
    found = read_units(path, historical())
    assert [str(c) for c in found.changes] == ["20th Mechanized, notes: – → Łódź"]


@pytest.mark.parametrize(("column", "cell", "words"), [
    ("strength", "#REF!", "error of a formula"), ("notes", "#N/A", "error of a formula"),
    ("strength", "NaN", 'strength "NaN": Write a whole number'), ("strength", "4.5", "not a whole number"),
    ("name", "2026-02-04", "is a date"), ("short", "4-Feb", "is a date"),
    ("set-up", "box:", "name of the off-map"), ("notes", "x" * 25_000, "at most 20,000"),
])
def test_a_cell_that_a_spreadsheet_spoiled_is_named(column: str, cell: str, words: str) -> None:
    found = imported(f"key,{column}\npoland/20th Mechanized,{cell}\n")
    (problem,) = found.problems
    assert problem.line == 2
    assert problem.message.startswith(column.replace("short", "short name"))
    assert words in problem.message
    assert found.design.scenario is historical().scenario


def test_an_unknown_box_is_refused_with_those_that_there_are() -> None:
    found = imported("key,set-up\npoland/20th Mechanized,box:redy\npoland/2nd Mechanized,BOX:Ready\n")
    (problem,) = found.problems
    assert problem.line == 2
    assert 'There is no box "redy". The boxes are ' in problem.message
    assert "eliminated" in problem.message
    setup = scenario_of(found.design).unit_by_key["poland/2nd Mechanized"].setup
    assert setup is not None
    assert setup.box == "ready"


def test_a_cell_too_long_for_any_table_is_named() -> None:
    with pytest.raises(FileImportError, match="line 2: a cell that begins here has more than 131,072"):
        imported("key,notes\npoland/20th Mechanized," + "x" * 140_000 + "\n")


def test_cells_below_no_head_and_names_in_other_capitals_are_told() -> None:
    found = imported("nationality,name,strength\nPOLAND,20th MECHANIZED,8,more\n")
    assert [str(c) for c in found.changes] == ["20th Mechanized, strength: 7 → 8"]
    assert any('line 2 "more"' in n and "quotation marks" in n for n in found.notes)
    assert any('"20th MECHANIZED" is 20th Mechanized' in n for n in found.notes)
    (problem,) = imported("nationality,name,strength\npoland,20th Mechanised,8\n").problems
    assert "Did you mean 20th Mechanized?" in problem.message


def test_a_wrong_entry_is_named_whole_and_is_never_the_usual_one() -> None:
    found = imported(
        "nationality,name,type,entry,reinforcement turn\n"
        "poland,901st,armored,Northern edge of Poland (1724 to 1420),3\n"
        "poland,902nd,armored,us-entrry,3\n"
        "poland,903rd,armored,prague budapst,3\n"
        "poland,904th,armored,Prague (2623),3\n"
        "poland,20th Mechanized,,nowhere,3\n")
    told = [p.message for p in found.problems if p.line < 6]
    assert told == [
        'entry: "Northern edge of Poland (1724 to 1420)" is not an entry. Did you mean "Northern edge of '
        'Poland (1724 to 1418)"?',
        'entry: "us-entrry" is not an entry. Did you mean `us-entry`?',
        'entry: "budapst" is not an entry. Did you mean `budapest`?']
    units = scenario_of(found.design).unit_by_key
    entries = {}
    for key in ("poland/901st", "poland/902nd", "poland/903rd", "poland/904th", "poland/20th Mechanized"):
        arrival = units[key].reinforcement
        assert arrival is not None
        assert arrival.turn == 3
        entries[key.partition("/")[2]] = arrival.entry
    assert entries == {"901st": "", "902nd": "", "903rd": "", "904th": "prague", "20th Mechanized": ""}
    assert "901st arrives, but no entry is named. Name one." in [
        p.message for p in check_documents(found.design) if p.code == "unknown-entry"]


def test_titles_are_taken_for_ids_if_they_mean_only_one() -> None:
    design = historical()
    scenario = scenario_of(design)
    first, second = scenario.entries[0], scenario.entries[1]
    alike = replace(design, scenario=replace(scenario, entries=(
        replace(first, name="Any Port"), replace(second, name="any  port"), *(
            replace(e, name=f"Gate {n}") for n, e in enumerate(scenario.entries[2:])))))
    ids = [e.id for e in scenario.entries]
    arrivals = [u for u in scenario.units if u.reinforcement is not None and u.reinforcement.turn]

    def entry(text: str) -> UnitImport:
        return imported(f'key,entry\n{arrivals[0].key},"{text}"\n', alike)

    (problem,) = entry("Any port").problems
    assert f"is the name of several; write an id: {ids[0]}, {ids[1]}." in problem.message
    found = entry("Gate 0, Gate 1")
    assert found.problems == ()
    arrival = scenario_of(found.design).unit_by_key[arrivals[0].key].reinforcement
    assert arrival is not None
    assert (arrival.entry, arrival.also) == (ids[2], (ids[3],))


def test_the_same_units_give_the_same_workbook() -> None:
    rows = unit_rows(historical(), scenario_of(historical()))
    assert workbook_bytes("Units", *rows) == workbook_bytes("Units", *rows)
    assert read_workbook(workbook_bytes("Units", *rows), "x").rows[1][:3] == [
        "poland/10th Armored Cavalry", "10th Armored Cavalry", "Poland"]


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
    rows = read_workbook(data, "x.xlsx").rows
    assert rows == [["name", "", "set-up"], [], ["601", "2026-04-03", "yes", "2"]]


def _sheet(rows: str, more: str = "") -> str:
    return f"<worksheet><sheetData>{rows}</sheetData>{more}</worksheet>"


def test_merged_cells_count_for_each_of_their_rows() -> None:
    data = _book(_sheet(
        '<row r="1"><c t="str"><v>nationality</v></c><c t="str"><v>name</v></c></row>'
        '<row r="2"><c t="str"><v>poland</v></c><c t="str"><v>a</v></c></row>'
        '<row r="3"><c r="B3" t="str"><v>b</v></c></row><row r="4"><c r="B4" t="str"><v>c</v></c></row>',
        '<mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="D1:E9"/><mergeCell ref="junk"/></mergeCells>'))
    assert read_workbook(data, "x.xlsx").rows[1:] == [["poland", "a"], ["poland", "b"], ["", "c"]]


def test_the_first_sheet_that_is_shown_is_read() -> None:
    def book(*states: str) -> bytes:
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as package:
            sheets = "".join(f'<sheet name="S{n}" state="{s}"/>' for n, s in enumerate(states, 1))
            package.writestr("xl/workbook.xml", f"<workbook><sheets>{sheets}</sheets></workbook>")
            for n in range(1, len(states) + 1):
                package.writestr(f"xl/worksheets/sheet{n}.xml", _sheet(
                    f'<row r="1"><c t="str"><v>of {n}</v></c></row>'))
        return stream.getvalue()

    sheet = read_workbook(book("hidden", "visible", "veryHidden", "visible"), "x.xlsx")
    assert (sheet.rows, sheet.notes) == ([["of 2"]], ('Only the first sheet, "S2", was read, not "S4".',))
    with pytest.raises(FileImportError, match=r"All sheets of x\.xlsx are hidden"):
        read_workbook(book("hidden"), "x.xlsx")


def test_odd_numbers_are_texts_and_dates_since_1904_are_right() -> None:
    rows = '<row r="1"><c><v>NaN</v></c><c><v>1e999</v></c><c><v>4.0</v></c><c s="1"><v>44664</v></c></row>'
    data = _book(_sheet(rows), styles='<styleSheet><cellXfs><xf/><xf numFmtId="14"/></cellXfs></styleSheet>')
    assert read_workbook(data, "x.xlsx").rows == [["NaN", "1e999", "4", "2022-04-13"]]
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(stream, "w") as package:
        for name in source.namelist():
            text = source.read(name).decode()
            package.writestr(name, text.replace("<sheets>", '<workbookPr date1904="1"/><sheets>'))
    assert read_workbook(stream.getvalue(), "x.xlsx").rows[0][3] == "2026-04-14"


@pytest.mark.parametrize(("sheet", "words"), [
    (_sheet('<row r="2"><c r="C2"><f>A1</f></c></row>'), "cell C2: a formula without a result"),
    (_sheet(f'<row r="1"><c t="str"><v>{"x" * 40_000}</v></c></row>'), "cell A1: a text of 40,000 letters"),
    (_sheet('<row r="1"><c t="s"><v>7</v></c></row>'), "damaged"),
    (_sheet("".join(f'<row r="{n}"><c r="ALL{n}"><v>1</v></c></row>' for n in range(1, 4000))),
     "3,000,000 cells"),
    (_sheet("".join(f'<row r="{n}"><c><v>1</v></c></row>' for n in range(1, 3000)),
            "<mergeCells>" + '<mergeCell ref="A1:A3000"/>' * 2000 + "</mergeCells>"), "too many merged"),
])
def test_cells_that_cannot_be_read_are_named(sheet: str, words: str) -> None:
    with pytest.raises(FileImportError, match=words):
        read_workbook(_book(sheet), "x.xlsx")


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


FORMATIONS = ("name,nationality,type,formation\nAlpha,poland,infantry,North Wing\n"
              "Beta,poland,infantry,north wing\nGamma,nowhere,infantry,Lost Wing\nDelta,poland,infantry,-\n")


def test_formations_of_a_table_are_made_only_if_that_is_asked_for() -> None:
    rows = text_rows(FORMATIONS, "units.csv")
    without = unit_import(historical(), rows, "units.csv")
    assert without.unknown_formations == ("North Wing", "Lost Wing")
    assert without.design.ruleset is historical().ruleset
    made = unit_import(historical(), rows, "units.csv", make_formations=True)
    # The unit of the other one is wrong, and a formation without units is not made.
    assert made.formations == ("North Wing",)
    assert [p.unit for p in made.problems] == ["Gamma"]
    new = made.design.ruleset.formations[len(historical().ruleset.formations):]
    assert [(f.id, f.name, f.nationality) for f in new] == [("north-wing", "North Wing", "poland")]
    units = {u.name: u.formation for u in scenario_of(made.design).units}
    assert (units["Alpha"], units["Beta"], units["Delta"]) == ("north-wing", "north-wing", "")
    assert made.summary == "3 units added and 1 formation made"


def test_a_ruleset_without_formations_says_why_the_column_is_left_out() -> None:
    design = replace(historical(), ruleset=replace(historical().ruleset, formations=()))
    found = unit_import(design, text_rows(FORMATIONS, "units.csv"), "units.csv")
    assert 'The column "formation" is left out, because the ruleset has no formations.' in found.notes
    assert found.unknown_formations == ("North Wing", "Lost Wing")
    made = unit_import(design, text_rows(FORMATIONS, "units.csv"), "units.csv", make_formations=True)
    assert [f.name for f in made.design.ruleset.formations] == ["North Wing"]
