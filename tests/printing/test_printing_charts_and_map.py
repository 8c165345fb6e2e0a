"""Charts use the same data as the engine; the map sheet is one page of vectors."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache

import pytest
from bundled import design_of
from printed_sheets import charts_words
from printed_text import printed_text
from pypdf import PdfReader

from visegrad_editor.drawing.style import DEFAULT
from visegrad_editor.printing.charts import charts_bytes
from visegrad_editor.printing.map_sheet import map_bytes, play_box
from visegrad_editor.printing.sheets import SHEET_BY_NAME, SHEETS


@cache
def charts_text(*, aid: bool = True) -> str:
    """The charts of the sample; without its player aid and reminders they need not be dense."""
    if aid:
        return charts_words("historical")
    design = design_of("historical")
    bare = replace(design, ruleset=replace(design.ruleset, player_aid=(), special_rules=()))
    return printed_text(charts_bytes(bare))


def test_both_combat_tables_row_by_row() -> None:
    text = charts_text()
    tables = design_of("historical").ruleset.tables
    assert len(tables) == 2
    for table in tables:
        for roll, row in enumerate(table.rows, start=1):
            assert f"{roll} {' '.join(row)}" in text
        for column in table.columns:
            assert column in text


def test_every_result_is_explained() -> None:
    ruleset = design_of("historical").ruleset
    used = {cell for t in ruleset.tables for row in t.rows for cell in row}
    assert used <= {r.id for r in ruleset.results}
    for result in ruleset.results:
        assert f"{result.id} {result.name}." in charts_text()


def test_terrain_costs_and_shifts() -> None:
    text = charts_text(aid=False)
    assert "Mountain † Hex 3 2 left" in text
    assert "River Hexside +1 1 left" in text
    assert "Major highway † Road ½" in text
    assert "Industrial (shale gas) In the hex as the terrain 1 left" in text
    assert "Sea † Hex not allowed" in text


def test_sequence_of_play_with_rule_numbers() -> None:
    phases = design_of("historical").ruleset.phases
    for text in (charts_text(), charts_text(aid=False)):
        spots = [text.index(f"{i} {p.name}") for i, p in enumerate(phases, start=1)]
        assert spots == sorted(spots)
    assert "Russian air interdiction Russian side 13.7" in charts_text(aid=False)
    assert "Russian air interdiction [13.7]" in charts_text()


def test_a_changed_cell_changes_the_chart() -> None:
    design = design_of("historical")
    crt = design.ruleset.tables[0]
    rows = (("ZZ", *crt.rows[0][1:]), *crt.rows[1:])
    tables = (replace(crt, rows=rows), *design.ruleset.tables[1:])
    changed = replace(design, ruleset=replace(design.ruleset, tables=tables))
    data = charts_bytes(changed)
    assert "1 ZZ" in printed_text(data)


@pytest.mark.parametrize(("name", "width"), [("historical", False), ("first-steps", True)])
def test_the_map_is_one_page_turned_to_the_larger_side(name: str, width: bool) -> None:
    data = map_bytes(design_of(name), paper="Letter")
    (page,) = PdfReader(io.BytesIO(data)).pages
    assert (float(page.mediabox.width) > float(page.mediabox.height)) is width
    text = printed_text(data)
    assert "Warsaw" in text
    assert "2017" in text
    assert "Pripyat marsh" in text
    forms = page["/Resources"].get("/XObject", {})  # type: ignore[union-attr]
    assert {f.get_object()["/Subtype"] for f in forms.values()} <= {"/Form"}, "vectors, no pixels"


def test_the_overview_is_cut_to_the_part_in_play() -> None:
    design = design_of("first-steps")
    box = play_box(design)
    assert box is not None
    geometry, grid = design.map.geometry, design.map.grid
    inside, outside = grid.parse("2017"), grid.parse("3118")
    assert inside is not None
    assert outside is not None
    x, y = geometry.centre(inside)
    assert box[0] < x < box[2]
    assert box[1] < y < box[3]
    assert geometry.centre(outside)[1] > box[3]
    assert play_box(design_of("historical")) is None


def test_a_map_without_a_scenario_prints() -> None:
    data = map_bytes(replace(design_of("first-steps"), scenario=None))
    assert len(PdfReader(io.BytesIO(data)).pages) == 1


@pytest.mark.parametrize("name", [s.name for s in SHEETS])
def test_sheets_are_the_same_every_time(name: str) -> None:
    sheet, design = SHEET_BY_NAME[name], design_of("first-steps")
    assert sheet.build(design, "Letter", (), DEFAULT) == sheet.build(design, "Letter", (), DEFAULT)
