"""Maps whose hexes have letters, in every format and back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.support.items import some
from tests.support.lettered import lettered
from visegrad_editor.exchange.cell_texts import guard_cell
from visegrad_editor.exchange.export import FORMATS, export
from visegrad_editor.exchange.importer import ImportResult, fits, import_table, tiled_conversion
from visegrad_editor.exchange.unit_table import UnitImport
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.reshape import renumber
from visegrad_editor.model.edit.units import place_units
from visegrad_editor.model.numbering_text import numbering_of

CONTENTS = [(f.ending, c.name) for f in FORMATS for c in f.contents]


@pytest.mark.parametrize(("ending", "what"), CONTENTS)
def test_every_format_is_written(tmp_path: Path, ending: str, what: str) -> None:
    path = export(lettered("velna"), tmp_path / f"war{ending}", what)
    assert path.stat().st_size > 100
    if ending in (".csv", ".svg", ".geojson", ".json") and what != "totals":
        assert "JJ4" in path.read_text(encoding="utf-8-sig")


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_units_come_back_from_tables(tmp_path: Path, ending: str) -> None:
    design = lettered("velna")
    found = import_table(export(design, tmp_path / f"units.{ending}", "units"), design)
    assert isinstance(found, UnitImport)
    assert (found.changes, found.problems) == ((), ())


def test_units_move_to_hexes_however_these_are_spelt(tmp_path: Path) -> None:
    design = lettered("velna")
    path = export(design, tmp_path / "units.csv", "units")
    text = path.read_text(encoding="utf-8-sig")
    path.write_text(text.replace(",JJ4,", ",jj5,").replace(",II7,", ",II08,"), encoding="utf-8")
    found = import_table(path, design)
    assert isinstance(found, UnitImport)
    assert not found.problems
    assert found.design.scenario is not None
    units = found.design.scenario.unit_by_key
    assert (units["east/1st Tank"].hex, units["east/2nd Tank"].hex) == ("JJ5", "II8")


@pytest.mark.parametrize("spelt", ["AA1", "aa1", "AA01", " aA001"])
def test_hexes_come_back_from_tables(tmp_path: Path, spelt: str) -> None:
    design = lettered("velna")
    path = export(design, tmp_path / "hexes.csv", "hexes")
    found = import_table(path, design)
    assert isinstance(found, ImportResult)
    assert not found.changes
    text = path.read_text(encoding="utf-8-sig")
    path.write_text(text.replace("\nAA1,forest", f"\n{spelt},hills"), encoding="utf-8")
    found = import_table(path, design)
    assert isinstance(found, ImportResult)
    hex = design.map.grid.parse("AA1")
    assert hex is not None
    assert len(found.changes) == 1
    assert found.design.map.terrain.at(hex) == "hills"


@pytest.mark.parametrize("ending", ["tmx", "tmj"])
@pytest.mark.parametrize("first", ["X1", "X01", "1.A", "9_9", "A.A"])
def test_maps_come_back_from_tiled(tmp_path: Path, ending: str, first: str) -> None:
    design = numbered(first)
    made = tiled_conversion(export(design, tmp_path / f"map.{ending}"), design.ruleset)
    assert fits(made, design.map)
    assert made.convert().map.grid == design.map.grid


def numbered(first: str) -> Design:
    design = lettered("velna")
    grid = design.map.grid
    return renumber(design, numbering_of("column-first", first, "upper-left", grid.columns, grid.rows)).design


@pytest.mark.parametrize("first", ["A1", "1A", "1.A", "A_1", "9:9", "1.1", "5E"])
def test_a_spreadsheet_leaves_hex_numbers_as_they_are(first: str) -> None:
    """What it would take for a time, a date or a number is written with an apostrophe."""
    for number in some(numbered(first).map.grid.numbers):
        is_one = number.replace(".", "", 1).replace(":", "", 1).isdecimal()
        assert guard_cell(number) == (f"'{number}" if is_one else number)


def test_a_set_up_sheet_lists_hexes_as_they_are_counted(tmp_path: Path) -> None:
    design = lettered("velna")
    assert design.scenario is not None
    scenario = design.scenario
    for key, hex in (("east/1st Tank", "AA1"), ("east/2nd Tank", "Z10"), ("east/3rd Mechanized", "Z2")):
        scenario = place_units(scenario, [key], hex)
    path = export(replace(design, scenario=scenario), tmp_path / "setup.pdf", "setup")
    text = " ".join(page.extract_text() for page in PdfReader(path).pages)
    listed = text.partition("Check by hex: Eastern army")[2]
    places = [listed.index(n) for n in ("Z2", "Z10", "AA1", "GG4", "HH3", "HH11")]
    assert places == sorted(places)
