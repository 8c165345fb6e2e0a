"""Exports as other programs read them."""

from __future__ import annotations

import csv
import json
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from PIL import Image
from printed_text import page_texts
from pypdf import PdfReader
from small_design import small_design

from visegrad_editor.cli.main import main
from visegrad_editor.exchange.cell_texts import guard_cell, unguard_cell
from visegrad_editor.exchange.export import FORMATS, ExportError, export
from visegrad_editor.exchange.picture_options import MOST_PIXELS, PictureOptions, picture_size
from visegrad_editor.exchange.tables import HEX_COLUMNS, unit_columns
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.map_file import map_to_data
from visegrad_editor.model.files.ruleset_file import ruleset_to_data
from visegrad_editor.model.scenario import Setup, Unit
from visegrad_editor.model.where import Where


@cache
def historical() -> Design:
    design = load("historical").design
    assert design is not None
    return design


@cache
def small() -> Design:
    design = small_design()
    return replace(design, map=replace(design.map, lines=()))


def table(path: Path) -> list[dict[str, str]]:
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_pdf_is_the_set_up_sheet_by_default(tmp_path: Path) -> None:
    path = export(small(), tmp_path / "sheet.PDF", paper="letter", problems=())
    page = PdfReader(path).pages[0]
    assert float(page.mediabox.width) == 612
    assert "SET-UP SHEET" in page_texts(path.read_bytes())[0]


@pytest.mark.parametrize("what", ["setup", "map", "charts"])
def test_every_sheet_can_be_chosen(what: str, tmp_path: Path) -> None:
    assert export(small(), tmp_path / "x.pdf", what, problems=()).read_bytes().startswith(b"%PDF-")


def test_a_map_alone_prints_as_a_map(tmp_path: Path) -> None:
    alone = replace(small(), scenario=None)
    assert len(PdfReader(export(alone, tmp_path / "map.pdf")).pages) == 1
    assert table(export(alone, tmp_path / "map.csv"))[0].keys() == set(HEX_COLUMNS)
    with pytest.raises(ExportError, match=r"needs a scenario.*map, charts"):
        export(alone, tmp_path / "x.pdf", "setup")


def test_png_has_the_shape_of_the_map(tmp_path: Path) -> None:
    path = export(small(), tmp_path / "map.png")
    left, top, right, bottom = small().map.geometry.bounds()
    with Image.open(path) as image:
        assert image.format == "PNG"
        assert image.width / image.height == pytest.approx((right - left) / (bottom - top), rel=0.05)
        assert len(image.getcolors(1 << 22) or ()) > 20


def test_pictures_of_huge_maps_stay_within_bounds() -> None:
    design = small()
    grid = replace(design.map.grid, columns=400, rows=300)
    huge = replace(design, map=replace(design.map, grid=grid))
    left, top, right, bottom = huge.map.geometry.bounds()
    scale = picture_size(huge.map, PictureOptions()).scale
    assert (right - left) * scale * (bottom - top) * scale <= MOST_PIXELS
    assert picture_size(design.map, PictureOptions()).scale == 48


def test_svg_is_well_formed_and_names_its_units(tmp_path: Path) -> None:
    root = ElementTree.parse(export(small(), tmp_path / "map.svg")).getroot()
    assert root.tag.endswith("svg")
    marked = {e.get("data-unit") for e in root.iter()} - {None}
    scenario = small().scenario
    assert scenario is not None
    assert marked == {u.key for u in scenario.units if u.hex}


def test_units_table(tmp_path: Path) -> None:
    rows = table(export(historical(), tmp_path / "units.csv"))
    scenario = historical().scenario
    assert scenario is not None
    assert tuple(rows[0]) == unit_columns(historical().ruleset)
    assert [unguard_cell(r["key"]) for r in rows] == [u.key for u in scenario.units]
    by_key = {r["key"]: r for r in rows}
    warsaw = by_key["poland/20th Mechanized"]
    assert (warsaw["set-up"], warsaw["strength"], warsaw["movement"], warsaw["size"]) == (
        "2017",
        "7",
        "7",
        "brigade",
    )
    assert by_key["hungary/25th Infantry"]["reinforcement turn"] == "3"
    assert by_key["hungary/25th Infantry"]["entry"] == "Budapest (3118)"
    assert by_key["usa/1st Armored"]["reinforcement turn"] == "us-entry"
    assert by_key["russia/9th Artillery"]["starts reduced"] == "yes"
    assert by_key["belarus/38th Mobile"]["set-up"] == "Belarus"
    assert by_key["russia/1st CAS"]["strength"] == ""
    wolf = by_key["lithuania/Iron Wolf Mechanized"]
    assert wolf["provenance"] == "rulebook; reduced_strength: reconstructed"


def test_hexes_table(tmp_path: Path) -> None:
    rows = table(export(historical(), tmp_path / "hexes.csv", "hexes"))
    assert len(rows) == len(historical().map.grid)
    by_number = {unguard_cell(r["hex"]): r for r in rows}
    assert by_number["2017"]["name"] == "Warsaw"
    assert by_number["2017"]["country"] == "poland"
    assert "capital" in by_number["2017"]["features"].split()
    assert by_number["0601"]["hex"] == "'0601"
    assert any("river" in r["hexsides"] for r in rows)
    assert any(r["roads"] for r in rows)


@pytest.mark.parametrize(
    "name",
    [
        "=1+1",
        "+cmd|' /C calc'!A0",
        "-2",
        "@SUM(A1)",
        "\t=1",
        "6/3",
        "1 Mar",
        "2-10",
        "May 5",
        "007",
        "1e5",
        "TRUE",
        "'quoted",
        "12:30",
        " =1",
        "1. Mar",
    ],
)
def test_cells_a_spreadsheet_would_change_are_guarded(name: str, tmp_path: Path) -> None:
    assert guard_cell(name).startswith("'")
    assert unguard_cell(guard_cell(name)) == name
    scenario = small().scenario
    assert scenario is not None
    unit = Unit(name, "norland", "armored", ((1,), (1,)), setup=Setup(Where(hexes=("0808",))))
    design = replace(small(), scenario=replace(scenario, units=(unit,)))
    (row,) = table(export(design, tmp_path / "u.csv"))
    assert row["name"] == f"'{name}"


@pytest.mark.parametrize(
    "name", ["1st Armored", "2017", "20", "Zażółć, “gęślą” jaźń", "Mars", "M.E.U.", "3 Marine", "E77"]
)
def test_plain_cells_stay_as_they_are(name: str) -> None:
    assert guard_cell(name) == unguard_cell(name) == name


def test_quotes_commas_and_line_ends_survive(tmp_path: Path) -> None:
    scenario = small().scenario
    assert scenario is not None
    unit = Unit('1st "Iron", heavy', "norland", "armored", ((1,), (1,)))
    design = replace(small(), scenario=replace(scenario, units=(unit,)))
    (row,) = table(export(design, tmp_path / "u.csv"))
    assert row["name"] == unit.name


def test_json_holds_the_documents_as_their_files_do(tmp_path: Path) -> None:
    data = json.loads(export(historical(), tmp_path / "all.json").read_text(encoding="utf-8"))
    assert data["format"] == 1
    assert data["ruleset"] == json.loads(json.dumps(ruleset_to_data(historical().ruleset)))
    assert data["map"] == json.loads(json.dumps(map_to_data(historical().map)))
    scenario = historical().scenario
    assert scenario is not None
    assert [u["name"] for u in data["scenario"]["units"]] == [u.name for u in scenario.units]


def test_json_of_a_variant_is_complete(tmp_path: Path) -> None:
    design = load("first-steps").design
    assert design is not None
    assert design.scenario is not None
    data = json.loads(export(design, tmp_path / "all.json").read_text(encoding="utf-8"))
    assert "extends" not in data["scenario"]
    assert len(data["scenario"]["units"]) == len(design.scenario.units)


@pytest.mark.parametrize("ending", [f.ending for f in FORMATS])
def test_the_same_export_twice_gives_the_same_bytes(ending: str, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
        export(small(), folder / f"a{ending}", problems=())
    made = sorted(p.name for p in first.iterdir())
    assert made == sorted(p.name for p in second.iterdir())
    for name in made:
        assert (first / name).read_bytes() == (second / name).read_bytes()


def test_an_unknown_extension_lists_the_formats(tmp_path: Path) -> None:
    with pytest.raises(ExportError) as error:
        export(small(), tmp_path / "sheet.docx")
    text = str(error.value)
    assert '".docx"' in text
    for word in (".pdf", ".png", ".svg", ".csv", ".json", "charts", "hexes"):
        assert word in text
    with pytest.raises(ExportError, match="has no extension"):
        export(small(), tmp_path / "sheet")


def test_an_unknown_content_says_where_it_belongs(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match=r'cannot hold "hexes".*setup.*can be written to \.csv'):
        export(small(), tmp_path / "x.pdf", "hexes")
    with pytest.raises(ExportError, match="units"):
        export(small(), tmp_path / "x.csv", "counters")


def test_an_unknown_paper_lists_papers(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="A4 or Letter"):
        export(small(), tmp_path / "x.pdf", paper="A3")
    with pytest.raises(ExportError, match="unknown; choose A4 or Letter"):
        export(small(), tmp_path / "x.pdf", paper="Legal")


def test_targets_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="no folder"):
        export(small(), tmp_path / "missing" / "x.csv")
    (tmp_path / "d.csv").mkdir()
    with pytest.raises(ExportError, match="is a folder"):
        export(small(), tmp_path / "d.csv")
    (tmp_path / "file").write_text("x")
    with pytest.raises(ExportError, match="no folder"):
        export(small(), tmp_path / "file" / "x.csv")


def test_a_full_disk_is_a_sentence_and_keeps_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "u.csv"
    target.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(ExportError, match=r"u\.csv was not saved: the disk is full"):
        export(small(), target)
    assert target.read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real = tmp_path / "real.csv"
    real.write_text("old")
    link = tmp_path / "link.csv"
    try:
        link.symlink_to(real)
    except OSError:
        pytest.skip("no links here")
    export(small(), link)
    assert link.is_symlink()
    assert b"norland" in real.read_bytes()


@pytest.mark.slow
def test_errors_of_the_design_are_announced_on_the_sheet(tmp_path: Path) -> None:
    design = load("first-steps").design
    assert design is not None
    assert design.scenario is not None
    crowd = tuple(
        replace(u, setup=Setup(Where(hexes=("2017",))))
        if u.nationality == "poland" and u.setup and u.hex
        else u
        for u in design.scenario.units
    )
    crowded = replace(design, scenario=replace(design.scenario, units=crowd))
    text = page_texts(export(crowded, tmp_path / "x.pdf").read_bytes())[0]
    assert "Not ready to play" in text
    assert "2017" in text[text.index("Not ready") :][:400]
    calm = page_texts(export(design, tmp_path / "y.pdf").read_bytes())[0]
    assert "Not ready to play" not in calm


def test_layers_need_a_name_and_drawings_a_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = ["export", "historical", "-o", str(tmp_path / "m.svg")]
    for words, said in ((["--layers", ""], "need at least one layer. Layers are terrain, "),
                        (["--without", " ,"], "need at least one layer. Layers are terrain, "),
                        (["--hex", "1000000mm"], "Hexes on paper are 5 to 100 mm")):
        assert main([*out, *words]) == 2
        assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_a_map_can_be_turned(tmp_path: Path, ending: str) -> None:
    design = load("first-steps").design
    assert design is not None
    plain = export(design, tmp_path / f"plain.{ending}", "map").read_bytes()
    turned = export(design, tmp_path / f"turned.{ending}", "map", turn=1).read_bytes()
    assert turned != plain
    assert turned == export(design, tmp_path / f"again.{ending}", "map", turn=5).read_bytes()


def test_contents_without_a_map_cannot_be_turned(tmp_path: Path) -> None:
    design = load("first-steps").design
    assert design is not None
    with pytest.raises(ExportError, match="cannot be turned"):
        export(design, tmp_path / "units.csv", "units", turn=1)
