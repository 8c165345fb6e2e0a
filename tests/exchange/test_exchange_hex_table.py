"""Tables of hexes to a spreadsheet and back, with everything that spreadsheets do to them."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from region_maps import contents, designs
from small_design import small_design

import visegrad_editor.exchange.hex_table as hex_table_module
from visegrad_editor.cli.main import main
from visegrad_editor.exchange.errors import FileImportError
from visegrad_editor.exchange.hex_cells import read_roads, read_sides, roads_cell, sides_cell
from visegrad_editor.exchange.hex_table import ENCODINGS, HexTable, hex_table, likely_encoding
from visegrad_editor.exchange.importer import import_table
from visegrad_editor.exchange.tables import HexCells, hexes_csv
from visegrad_editor.exchange.tiled.files import read_tiled
from visegrad_editor.hexgrid import Axis, Hex, HexGrid, Numbering, hexside
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.blank import emptied
from visegrad_editor.model.edit.hex_rows import RoadMark, SideMark, with_rows
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.gamemap import GameMap, HexsideLine, Place


@cache
def historical() -> Design:
    design = load("historical").design
    assert design is not None
    return design


def imported(design: Design, data: bytes | str) -> GameMap:
    table = hex_table(data.encode() if isinstance(data, str) else data, "t.csv", design)
    assert table.problems == []
    map, conflicts = with_rows(design.map, table.rows)
    assert conflicts == []
    return map


def cells(map: GameMap) -> list[dict[str, str]]:
    found = HexCells(map)
    return [found.of(h) for h in map.grid]


# -- round trips ---------------------------------------------------------------------------


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(designs())
def test_any_map_comes_back_as_it_was(design: Design) -> None:
    data = hexes_csv(design.map)
    assert imported(design, data) is design.map
    bare = replace(design, map=emptied(design.map, design.ruleset))
    filled = imported(bare, data)
    assert cells(filled) == cells(design.map)
    before = contents(replace(design, scenario=None))
    after = contents(replace(bare, map=filled, scenario=None))
    for what in ("terrain", "countries"):
        assert after[what] == before[what]


def test_the_map_of_a_game_comes_back_with_all_its_rivers_and_roads() -> None:
    design = historical()
    data = hexes_csv(design.map)
    assert imported(design, data) is design.map
    filled = imported(replace(design, map=emptied(design.map, design.ruleset)), data)
    assert cells(filled) == cells(design.map)
    assert {(x.kind, x.name) for x in filled.lines} == {(x.kind, x.name) for x in design.map.lines}
    # Rivers and roads stay connected, and are not one piece for each hex.
    assert len(filled.lines) <= 2 * len(design.map.lines)
    assert len(filled.roads) <= 2 * len(design.map.roads)


def test_only_what_the_table_changes_is_changed() -> None:
    design = small_design()
    text = hexes_csv(design.map).decode("utf-8-sig").replace("Mid", "Midtown")
    map = imported(design, text)
    assert map.place_at[Hex(6, 4)].name == "Midtown"
    assert map.place_at[Hex(6, 4)].provenance.source == "designer"
    assert map.place_at[Hex(2, 1)] is design.map.place_at[Hex(2, 1)]
    assert (map.terrain, map.lines, map.roads) == (design.map.terrain, design.map.lines, design.map.roads)


# -- the contents of cells -------------------------------------------------------------------


def changed(text: str) -> GameMap:
    return imported(small_design(), text)


def test_a_row_alone_may_change_a_hexside() -> None:
    grid = small_design().map.grid
    a, b = Hex(3, 4), Hex(4, 4)
    map = changed(f"hex,hexsides\n{grid.number(a)},E: wall/3 Long Wall\n")
    assert map.lines[-1] == HexsideLine("wall", (hexside(a, b),), "Long Wall", 3)
    gone = imported(replace(small_design(), map=map), f"hex,hexsides\n{grid.number(b)},\n")
    assert gone.lines == small_design().map.lines


def test_two_rows_may_agree_but_not_contradict_each_other() -> None:
    design, grid = small_design(), small_design().map.grid
    a, b = grid.number(Hex(3, 4)), grid.number(Hex(4, 4))
    same = changed(f"hex;hexsides\n{a};E: wall\n{b};W: wall\n")
    assert same.lines[-1].sides == (hexside(Hex(3, 4), Hex(4, 4)),)
    table = hex_table(f"hex;hexsides\n{a};E: wall\n{b};W: river\n".encode(), "t.csv", design)
    map, conflicts = with_rows(design.map, table.rows)
    assert map is design.map
    problem = table.conflict_problem(conflicts[0], grid)
    assert (problem.line, problem.hex) == (3, b)
    assert f"line 2 disagree about the hexside {a}/{b}" in problem.message


def test_roads_are_cut_and_joined() -> None:
    design, grid = small_design(), small_design().map.grid
    middle = grid.number(Hex(6, 4))
    map = changed(f"hex,roads\n{middle},W: highway R1\n")
    assert [r.path for r in map.roads] == [(Hex(5, 4), Hex(6, 4))]
    back = imported(replace(design, map=map), f"hex,roads\n{middle},W: highway R1; E: Highway R1\n")
    assert [set(r.path) for r in back.roads] == [set(design.map.roads[0].path)]


def test_names_may_contain_anything() -> None:
    design = small_design()
    line = HexsideLine("wall", (hexside(Hex(3, 4), Hex(4, 4)),), 'The "old"; wall, 2')
    design = replace(design, map=replace(design.map, lines=(*design.map.lines, line)))
    bare = replace(design, map=emptied(design.map, design.ruleset))
    assert imported(bare, hexes_csv(design.map)).side_lines[line.sides[0]][0].name == line.name


@pytest.mark.parametrize("text", [
    "hex,terrain\n'0708,mountain\n",
    "hex,terrain\n0708,mountain\n",
    "hex,terrain\n708,mountain\n",
    "hex,terrain\n708.0,mountain\n",
    'Hex number;Ground\n"708,0";Mountain\n',
    '"hex"\t"terrain"\n"=""0708"""\t" MOUNTAIN "\n',
    "\n\nhex,terrain,remark\n\n708,mountain,steep\n,,\n",
    "\ufeffhex,terrain\r\n0708,mountain\r\n",
])
def test_changes_by_spreadsheets_are_understood(text: str) -> None:
    design = small_design()
    table = hex_table(text.encode(), "t.csv", design)
    assert table.problems == []
    assert [(r.hex, r.terrain) for r in table.rows] == [(design.map.grid.parse("0708"), "mountain")]


def test_other_encodings_are_read() -> None:
    design = small_design()
    text = "hex\tname\n0708\tŁódź\n"
    width = hex_table(text.encode("utf-16"), "t.csv", design)
    old = hex_table(text.encode("cp1250"), "t.csv", design)
    assert [t.rows[0].name for t in (width, old)] == ["Łódź", "Łódź"]
    assert (width.notes, len(old.notes)) == ([], 1)


def test_numbers_without_their_leading_zeros_are_found() -> None:
    design = small_design()
    numbering = Numbering("row-first", Axis(0, "down", 1), Axis(0, "right", 2))
    grid = HexGrid("pointy", 8, 6, "odd", numbering)
    map = replace(design.map, grid=grid)
    table = hex_table(b"hex,terrain\n1,sea\n", "t.csv", replace(design, map=map))
    assert [r.hex for r in table.rows] == [Hex(1, 0)]


# -- errors ------------------------------------------------------------------------------


@pytest.mark.parametrize(("row", "line", "hex", "said"), [
    ("9999,clear,,,,,", 2, "", 'no hex "9999" on the map. The hex numbers of the map run from'),
    (",clear,,,,,", 2, "", "has no hex number"),
    ("0708,mountian,,,,,", 2, "0708", 'terrain: "mountian" is not a terrain. Did you mean `mountain`?'),
    ("0708,,,village,,,", 2, "0708", 'features: "village" is not a feature'),
    ("0708,,Ruritania!,,,,", 2, "0708", 'country: "Ruritania!" is not a country'),
    ("0708,,,,,NORTH: river,", 2, "0708", '"NORTH: river" cannot be read; write a direction and a kind'),
    ("0708,,,,,N: river,", 2, "0708", '"N" is not a side of these hexes; they are E, SE, SW, W, NW, NE'),
    ("0708,,,,,E: rivr,", 2, "0708", "Did you mean `river`?"),
    ("0708,,,,,E: river/9,", 2, "0708", "widths are 1 to 5"),
    ("0708,,,,,,E: highway/2", 2, "0708", "roads have no width"),
    ("0608,,,,,,E: highway; NW: highway", 2, "0608", "roads: The map ends at its side NW"),
    (f"0708,,,,{'x' * 121},,", 2, "0708", "longer than 120"),
    ("0708,clear,,,,,\n0708,sea,,,,,", 3, "0708", "has a row already, in line 2"),
    ('0707,,,,"two\nlines",,\n0708,bog,,,,,', 4, "0708", '"bog" is not a terrain'),
])
def test_problems_name_line_and_hex(row: str, line: int, hex: str, said: str) -> None:
    text = f"hex,terrain,country,features,name,hexsides,roads\n{row}\n"
    (problem,) = hex_table(text.encode(), "t.csv", small_design()).problems
    assert (problem.line, problem.hex) == (line, hex)
    assert said in str(problem)


@pytest.mark.parametrize(("data", "said"), [
    (b"", "is empty"), (b"\n\n", "is empty"), (b"a,b\n1,2\n", 'no column "hex"'),
    (b"hex\n0101\n", "nothing about"), (b"hex,terrain,ground\n", "two columns for terrain"),
    (b"PK\x03\x04\x00\x00", "save it as CSV in the spreadsheet"),
    (b"\xff\xfea", "not text"), (b'hex,name\n0708,"' + b"x" * 200_000 + b'"\n', "line"),
])
def test_files_that_are_not_tables_are_refused(data: bytes, said: str) -> None:
    with pytest.raises(FileImportError, match=said):
        hex_table(data, "t.csv", small_design())


def test_missing_files_are_reported(tmp_path: Path) -> None:
    with pytest.raises(FileImportError, match=r"gone\.csv cannot be read"):
        import_table(tmp_path / "gone.csv", small_design())


def test_devices_and_pipes_are_not_tables(tmp_path: Path) -> None:
    (tmp_path / "zero.csv").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe.csv")
    os.mkfifo(tmp_path / "pipe.tmx")
    for name, read in (("zero.csv", lambda p: import_table(p, small_design())),
                       ("pipe.csv", lambda p: import_table(p, small_design())), ("pipe.tmx", read_tiled)):
        with pytest.raises(FileImportError, match=f"{name} cannot be read.*device or a pipe"):
            read(tmp_path / name)
    with pytest.raises(FileImportError, match="This is a folder"):
        import_table(tmp_path, small_design())


def test_hexsides_at_the_edge_are_imported_and_the_map_can_be_saved(tmp_path: Path) -> None:
    design = small_design()
    table = hex_table(b"hex,hexsides\n0608,NW: river\n", "t.csv", design)
    assert table.problems == []
    map, _ = with_rows(design.map, table.rows)
    save_design(replace(design, map=map, scenario=None), Sources(), tmp_path / "m.yaml")
    assert "0608/NW" in (tmp_path / "m.yaml").read_text(encoding="utf-8")


def test_terminal_control_characters_stay_out_of_names() -> None:
    (row,) = hex_table(b"hex,name\n0708,\x1b[31mGy\xc5\x91r\x07\n", "t.csv", small_design()).rows
    assert row.name == "[31mGyőr"
    (problem,) = hex_table(b"hex,terrain\n0708,\x1b[31mbog\n", "t.csv", small_design()).problems
    assert str(problem).isprintable()


def test_many_problems_are_reported_as_a_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "t.csv"
    path.write_text("hex,terrain\n" + "1718,clear\n" * 3_000, encoding="utf-8")
    assert main(["import", str(path), "--map", "historical", "--dry-run"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert len(said) < 60
    assert "… and 2,959 more problems" in said


def test_new_countries_are_reported() -> None:
    table: HexTable = hex_table(b"hex,country\n0708,Atlantis\n0707,Norland\n", "t.csv", small_design())
    assert [r.country for r in table.rows] == ["atlantis", "norland"]
    assert table.notes == ['The country "atlantis" is new on the map.']


def test_changes_show_only_the_differing_hexsides(tmp_path: Path) -> None:
    design = small_design()
    path = tmp_path / "t.csv"
    number = design.map.grid.number(Hex(2, 2))
    path.write_text(f"hex,hexsides\n{number},W: river Long; E: wall\n", encoding="utf-8")
    found = import_table(path, design)
    assert [(c.hex, c.before, c.after) for c in found.changes] == [
        (number, "", "E: wall"), (design.map.grid.number(Hex(3, 2)), "", "W: wall")]


def test_an_unclosed_quotation_mark_is_reported() -> None:
    text = 'hex,terrain\n0101,"' + "clear " * 30_000
    with pytest.raises(FileImportError, match=r"t\.csv, line \d+: a cell begins here.*quotation mark"):
        hex_table(text.encode(), "t.csv", small_design())


@pytest.mark.parametrize(("text", "line"), [
    ('hex,name\n0101,"Wars\n0102,B\n0103,C\n', 2),
    ('hex,name\n0101,A\n0102,"B\n0103,C"\n0104,D\n', 3),
    ('hex,name,remarks\n0101,A,x\n0102,B,"never closed\n0103,C,z\n', 3),
])
def test_rows_are_never_lost_within_quotation_marks(text: str, line: int) -> None:
    with pytest.raises(FileImportError, match=rf"t\.csv, line {line}: .*quotation mark"):
        hex_table(text.encode(), "t.csv", small_design())


def test_a_remark_may_have_several_lines() -> None:
    table = hex_table(b'hex,name,remarks\n0601,A,"one\ntwo"\n0602,B,"3\n4"\n', "t.csv", small_design())
    assert [row.name for row in table.rows] == ["A", "B"]


def named(table: HexTable) -> str:
    (row,) = table.rows
    return str(row.name)


def with_a_place(name: str) -> Design:
    design = small_design()
    return replace(design, map=replace(design.map, places=(Place(Hex(1, 1), name, ("city",)),)))


def test_the_encoding_is_guessed_from_the_letters_of_the_names() -> None:
    design = with_a_place("Děčín Plzeň")
    text = "hex,name\n0708,Plzeň\n"
    table = hex_table(text.encode("cp1250"), "t.csv", design)
    assert (named(table), table.encoding) == ("Plzeň", "windows-1250")
    assert "was read as Windows-1250" in table.notes[0]
    west = "hex,name\n0708,Nîmes-è\n"
    table = hex_table(west.encode("cp1252"), "t.csv", with_a_place("Orléans, Nîmes"))
    assert (named(table), table.encoding) == ("Nîmes-è", "windows-1252")


def test_a_chosen_encoding_is_used() -> None:
    design = small_design()
    table = hex_table("hex,name\n0708,Тула\n".encode("cp1251"), "t.csv", design, "windows-1251")
    assert (named(table), table.encoding, table.notes) == ("Тула", "windows-1251", [])
    with pytest.raises(FileImportError, match="not written in UTF-8"):
        hex_table("hex,name\n0708,Łódź\n".encode("cp1250"), "t.csv", design, "utf-8")


@pytest.mark.parametrize(("system", "taken"), [
    ("cp1250", "windows-1250"), ("cp1257", "windows-1257"), ("utf-8", "windows-1252"), ("", "windows-1252"),
])
def test_the_system_decides_if_the_letters_do_not(system: str, taken: str) -> None:
    assert likely_encoding("Köln".encode("cp1252"), (), system or "UTF-8") == taken


# -- words, bounds and columns -------------------------------------------------------------------


@pytest.mark.parametrize("word", ["hex", "Number", "hex number", "HexNumber", "no", "No."])
@pytest.mark.parametrize(("column", "cell"), [
    ("terrain", "mountain"), ("ground", "mountain"), ("country", "sudland"), ("nation", "sudland"),
    ("owner", "sudland"), ("features", "port"), ("feature", "port"), ("name", "Oxford"), ("place", "Oxford"),
    ("town", "Oxford"), ("hexsides", "E: wall"), ("hexside", "E: wall"), ("rivers", "E: wall"),
    ("river", "E: wall"), ("sides", "E: wall"), ("roads", "E: track"), ("road", "E: track")])
def test_columns_have_several_names(word: str, column: str, cell: str) -> None:
    design = small_design()
    number = design.map.grid.number(Hex(3, 4))
    table = hex_table(f"{word},{column}\n{number},{cell}\n".encode(), "t.csv", design)
    assert (table.problems, table.notes) == ([], [])
    (row,) = table.rows
    said = {k: v for k in ("terrain", "country", "features", "name", "sides", "roads")
            if (v := getattr(row, k)) is not None}
    assert row.hex == Hex(3, 4)
    assert len(said) == 1
    assert ["mountain", "sudland", "port", "Oxford", "wall", "track"][
        ["terrain", "country", "features", "name", "sides", "roads"].index(next(iter(said)))] in str(said)


def test_kinds_are_known_by_name_and_by_what_the_map_has() -> None:
    """Features, terrains and lines that only the map has keep their ids; names of the ruleset count."""
    small = small_design()
    odd = replace(small.map, places=(Place(Hex(0, 1), "Fort", ("fort",)),),
                  lines=(HexsideLine("ditch", (hexside(Hex(4, 4), Hex(5, 4)),)),))
    design = replace(small, map=odd)
    number = design.map.grid.number(Hex(3, 4))
    map = imported(design, f"hex;terrain;features;hexsides\n{number};MOUNTAIN;fort City;E: Ditch/5\n")
    assert map.terrain.at(Hex(3, 4)) == "mountain"
    high = tuple(replace(t, name="High Ground") if t.id == "mountain" else t for t in small.ruleset.terrain)
    named = replace(small, ruleset=replace(small.ruleset, terrain=high))
    for said in ("High Ground", "high ground", "mountain"):
        assert imported(named, f"hex;terrain\n{number};{said}\n").terrain.at(Hex(3, 4)) == "mountain"
    assert map.features_at(Hex(3, 4)) == ("fort", "city")
    assert ("ditch", 5) in {(x.kind, x.width) for x in map.lines}


@pytest.mark.parametrize(("cell", "said"), [
    ("E: wall/6", "The width 6 is invalid; widths are 1 to 5."), ("E: wall/0", "The width 0 is invalid"),
    ("X: wall", '"X" is not a side of these hexes'), ("x" * 50, f"\"{'x' * 40}\" cannot be read")])
def test_hexsides_have_a_direction_and_a_width(cell: str, said: str) -> None:
    design = small_design()
    number = design.map.grid.number(Hex(3, 4))
    table = hex_table(f"hex,hexsides\n{number},{cell}\n".encode(), "t.csv", design)
    assert said in str(table.problems[0])


@pytest.mark.parametrize("name", ["Bug", " Bug", "Bug ", 'the "Bug"', "a; b", '"', "'s Gravenhage", '""'])
def test_names_of_lines_come_back_as_they_were(name: str) -> None:
    for kind in ("sides", "roads"):
        for orientation in ("pointy", "flat"):
            if kind == "sides":
                marks = {0: frozenset({SideMark("river", 5, name)}), 3: frozenset({SideMark("wall", 1, "")})}
                text = sides_cell(marks, orientation)
                assert read_sides(text, orientation, str) == marks
            else:
                roads = {1: frozenset({RoadMark("highway", name)}), 5: frozenset({RoadMark("track", "")})}
                text = roads_cell(roads, orientation)
                assert read_roads(text, orientation, str) == roads


@pytest.mark.parametrize(("cell", "name"), [
    ('"=""Oxford"""', "Oxford"), ("'=1+1", "=1+1"), ('"=""a"', '=""a'.replace('""', '"')), ('"="""', '="')])
def test_what_guards_a_cell_is_taken_away_only_where_it_is_whole(cell: str, name: str) -> None:
    design = small_design()
    number = design.map.grid.number(Hex(6, 4))
    assert imported(design, f"hex,name\n{number},{cell}\n").place_at[Hex(6, 4)].name == name


def test_names_have_at_most_a_hundred_and_twenty_letters() -> None:
    design = small_design()
    number = design.map.grid.number(Hex(6, 4))
    assert imported(design, f"hex,name\n{number},{'x' * 120}\n").place_at[Hex(6, 4)].name == "x" * 120
    table = hex_table(f"hex,name\n{number},{'x' * 121}\n".encode(), "t.csv", design)
    assert "longer than 120 letters" in table.problems[0].message


def test_a_map_has_at_most_sixty_countries() -> None:
    design = small_design()
    numbers = [design.map.grid.number(h) for h in list(design.map.grid)]
    known = len(design.map.countries.legend)
    rows = [f"{n},c{i:02d}" for i, n in enumerate(numbers[: 60 - known])]
    bare = replace(design, map=replace(design.map, grid=design.map.grid))
    table = hex_table(("hex,country\n" + "\n".join(rows) + "\n").encode(), "t.csv", bare)
    assert (len(table.problems), len(table.notes)) == (0, min(60 - known, len(numbers)))
    names = " ".join(table.notes)
    assert 'The country "c00" is new on the map.' in names


def test_rows_and_columns_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    design = small_design()
    numbers = [design.map.grid.number(h) for h in list(design.map.grid)[:3]]
    text = "hex,terrain\n" + "".join(f"{n},clear\n" for n in numbers)
    monkeypatch.setattr(hex_table_module, "MOST_ROWS", 4)
    assert len(hex_table(text.encode(), "t.csv", design).rows) == 3
    monkeypatch.setattr(hex_table_module, "MOST_ROWS", 3)
    with pytest.raises(FileImportError, match=r"t.csv, line 4: the table has more than 3 rows"):
        hex_table(text.encode(), "t.csv", design)
    wide = "hex,terrain" + "," * 998
    assert len(hex_table(f"{wide}\n{numbers[0]},clear\n".encode(), "t.csv", design).rows) == 1
    with pytest.raises(FileImportError, match=r"has 1,001 columns; at most 1,000"):
        hex_table(f"{wide},\n{numbers[0]},clear\n".encode(), "t.csv", design)


def test_of_very_many_problems_the_first_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hex_table_module, "MOST_PROBLEMS", 2)
    design = small_design()
    table = hex_table(b"hex,terrain\n" + b"9999,clear\n" * 5, "t.csv", design)
    assert [p.line for p in table.problems] == [2, 3, 4]
    assert table.problems[2].message == "There are more problems from here on; the first 2 are shown."


def test_every_encoding_that_can_be_chosen_is_one_of_python_and_has_a_title() -> None:
    assert ENCODINGS["utf-8"] == "UTF-8"
    for name, title in ENCODINGS.items():
        assert "".encode(name) == b""
        digits = "".join(c for c in name if c.isdigit())
        assert digits in "".join(c for c in title if c.isdigit())
        assert title.replace("-", " ").lower().startswith(name.replace("-", " ").split(" ")[0])
        assert "?" not in title


@pytest.mark.parametrize(("system", "taken"), [
    ("cp1251", "windows-1251"), ("windows-1253", "windows-1253"), ("CP1250", "windows-1250"),
    ("ISO_8859_2", "iso-8859-2"), ("iso-8859-1", "windows-1252"), ("utf-8", "windows-1252"),
    ("mac-roman", "windows-1252")])
def test_the_encoding_of_the_system_is_known_by_several_names(system: str, taken: str) -> None:
    assert likely_encoding(b"", (), system) == taken
