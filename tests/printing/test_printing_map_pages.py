"""A map on several pages: its division, the content of each page, and refusals."""

from __future__ import annotations

import io
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from bundled import design_of
from printed_text import page_texts
from pypdf import PdfReader

from visegrad_editor.cli.main import main
from visegrad_editor.drawing.curves import Box, boxes_meet
from visegrad_editor.drawing.primitives import Item
from visegrad_editor.exchange.export import ExportError, export
from visegrad_editor.exchange.map_pages import pages_words
from visegrad_editor.exchange.picture_options import PictureOptions
from visegrad_editor.hexgrid import Hex, HexGeometry
from visegrad_editor.model.design import Design
from visegrad_editor.printing.map_art import MapDrawing
from visegrad_editor.printing.map_options import MapOptions
from visegrad_editor.printing.map_sheet import map_bytes, plan_of
from visegrad_editor.printing.page_plan import PagePlan, TooManyPagesError, page_plan
from visegrad_editor.printing.paper import MM, Paper, frame


def whole_hexes(design: Design, plan: PagePlan, turn: int) -> list[set[Hex]]:
    """The hexes that are whole on each page."""
    geometry = HexGeometry(design.map.grid, turn)
    corners = {h: geometry.corners(h) for h in design.map.grid}
    return [
        {h for h, ends in corners.items()
         if all(x0 <= x <= x1 and y0 <= y <= y1 for x, y in ends)}
        for x0, y0, x1, y1 in (w.box for w in plan.windows)]


@pytest.mark.parametrize(("name", "paper", "mm", "turn"), [
    ("gsofg", "A4", 16.0, 0), ("gsofg", "Letter", 12.7, 1), ("visegrad4", "A4", 25.0, 0),
    ("visegrad4", "A3", 16.0, 3)])
def test_every_hex_is_whole_on_a_page(name: str, paper: Paper, mm: float, turn: int) -> None:
    design = design_of(name)
    plan = plan_of(design, paper, MapOptions(turn, hex_mm=mm))
    on_pages = whole_hexes(design, plan, turn)
    assert set().union(*on_pages) == set(design.map.grid)
    assert plan.scale * 3**0.5 == pytest.approx(mm * MM)
    for window in plan.windows:
        assert (window.box[2] - window.box[0]) * plan.scale <= plan.page.content_width + 0.01
        assert (window.box[3] - window.box[1]) * plan.scale <= plan.page.content_height + 0.01


def test_only_several_pages_are_assembled() -> None:
    design = design_of("first-steps")
    titles = []
    for mm in (8.0, 16.0):
        plan = plan_of(design, "A4", MapOptions(hex_mm=mm))
        first = page_texts(map_bytes(design, paper="A4", options=MapOptions(hex_mm=mm)))[0]
        titles.append((len(plan.windows) > 1, "Assembling the pages" in first, "Printing the page" in first))
    assert titles == [(False, False, True), (True, True, False)]


def test_what_two_pages_share_is_the_same_on_both() -> None:
    design = design_of("visegrad4")
    plan, drawing = plan_of(design, "A4", MapOptions(hex_mm=16.0)), MapDrawing(design)

    def drawn(box: Box, shared: Box) -> list[Item]:
        return [i for x in drawing.within(box, plan.scale) for i in x.items if boxes_meet(i.box, shared)]

    pairs = 0
    for one, other in combinations(plan.windows, 2):
        if boxes_meet(one.box, other.box):
            shared = (*(max(a, b) for a, b in zip(one.box[:2], other.box[:2], strict=True)),
                      *(min(a, b) for a, b in zip(one.box[2:], other.box[2:], strict=True)))
            here = drawn(one.box, shared)  # type: ignore[arg-type]
            assert here == drawn(other.box, shared)  # type: ignore[arg-type]
            assert len(here) > 10
            pairs += 1
    assert pairs >= len(plan.windows)


def test_pages_are_few_equal_and_share_what_is_asked() -> None:
    bounds, extent = (0.0, 0.0, 100.0, 40.0), (1.8, 2.0)
    plan = page_plan(bounds, extent, "A4", 20.0, "portrait", 10.0)
    sizes = {(round(w.box[2] - w.box[0], 6), round(w.box[3] - w.box[1], 6)) for w in plan.windows}
    assert len(sizes) == 1
    assert plan.overlap == pytest.approx((10 * MM / 20, 10 * MM / 20))
    assert plan.windows[0].box[:2] == pytest.approx(bounds[:2])
    assert plan.windows[-1].box[2:] == pytest.approx(bounds[2:])
    room = plan.page.content_width / 20.0
    assert (plan.columns - 1) * (room - plan.overlap[0]) < 100.0 <= plan.columns * room, "no page too many"
    counts = {way: len(page_plan(bounds, extent, "A4", 20.0, way).windows)
              for way in ("portrait", "landscape", "auto")}
    assert counts["auto"] == min(counts.values())
    assert page_plan(bounds, extent, "A4", 20.0, "landscape").landscape
    one = page_plan((0, 0, 5, 5), extent, "A4", 20.0)
    assert (one.rows, one.columns, one.overlap) == (1, 1, (0.0, 0.0))


def test_too_many_pages_are_refused() -> None:
    with pytest.raises(TooManyPagesError, match="8,580 pages of A4; the limit is 500"):
        page_plan((0, 0, 1000, 1000), (1.8, 2.0), "A4", 57.0, "portrait", 0.0)
    with pytest.raises(TooManyPagesError, match="almost the same part"):
        page_plan((0, 0, 100, 100), (1.8, 2.0), "A4", 20.0, "portrait", 170.0)


@cache
def pages() -> list[str]:
    data = map_bytes(design_of("visegrad4"), options=MapOptions(hex_mm=16.0))
    return [" ".join(text.split()) for text in page_texts(data)]


def test_the_pages_say_where_they_belong() -> None:
    plan = plan_of(design_of("visegrad4"), "A4", MapOptions(hex_mm=16.0))
    first, *rest = pages()
    assert len(rest) == len(plan.windows) == plan.rows * plan.columns > 1
    assert "100 mm" in first
    assert "Pripyat marsh" in first, "the key"
    for window, text in zip(plan.windows, rest, strict=True):
        assert window.name in first
        assert (f"{window.name} row {window.row + 1} of {plan.rows}, column {window.column + 1} of "
                f"{plan.columns}") in text


def test_each_page_has_its_hexes_and_no_others() -> None:
    design = design_of("visegrad4")
    plan = plan_of(design, "A4", MapOptions(hex_mm=16.0))
    drawing = MapDrawing(design)
    lettered = {i.hex for x in drawing.layers(plan.scale) if x.name == "numbers" for i in x.items}
    printed = 0
    for hexes, text in zip(whole_hexes(design, plan, 0), pages()[1:], strict=True):
        numbers = {design.map.grid.number(h) for h in hexes} & lettered
        assert all(number in text for number in numbers)
        printed += len(numbers)
    assert printed


def test_one_page_can_be_laid_on_its_side() -> None:
    for way in ("portrait", "landscape"):
        data = map_bytes(design_of("visegrad4"), options=MapOptions(orientation=way))
        box = PdfReader(io.BytesIO(data)).pages[0].mediabox
        assert (float(box.width) > float(box.height)) is (way == "landscape")
        sizes = sorted((float(box.width), float(box.height)))
        assert sizes == pytest.approx([frame("A4").width, frame("A4").height], abs=0.01)


def test_the_command_line_prints_pages(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["export", "maps/visegrad4", "-o", "map.pdf", "--hex-size", "25mm", "--paper", "A3",
             "--orientation", "landscape", "--overlap", "12mm", "--without", "names"]
    assert main(words) == 0
    options = MapOptions(hex_mm=25, orientation="landscape", overlap_mm=12)
    plan = plan_of(design_of("visegrad4"), "A3", options)
    reader = PdfReader(tmp_path / "map.pdf")
    assert len(reader.pages) == 1 + len(plan.windows)
    assert float(reader.pages[1].mediabox.width) == pytest.approx(420 * MM, abs=0.01)
    assert "Warsaw" not in "".join(page_texts((tmp_path / "map.pdf").read_bytes()))
    for more, message in (
            (["--overlap", "5mm"], "give the size of its hexes too"),
            (["--overlap", "wide", "--hex", "16mm"], '--overlap wide: "wide" is not a length'),
            (["--hex", "2mm"], "5 to 100 mm"), (["--hex", "16mm", "--overlap", "120mm"], "share 0 to 100 mm"),
            (["--hex", "40px"], "are sizes on paper")):
        assert main(["export", "maps/visegrad4", "-o", "other.pdf", *more]) == 2
        assert message in capsys.readouterr().err
    assert main(["export", "historical", "-o", "other.pdf", "--orientation", "portrait"]) == 2
    assert "it is for the PDF sheet of the map (--what map)" in capsys.readouterr().err
    assert not (tmp_path / "other.pdf").exists()


def test_the_number_of_pages_is_known_before_printing(tmp_path: Path) -> None:
    design = design_of("visegrad4")
    options = PictureOptions(hex_mm=16.0)
    plan = plan_of(design, "A4", MapOptions(hex_mm=16.0))
    message = pages_words(design, "A4", options)
    assert message.startswith(f"{len(plan.windows)} pages of A4, ")
    assert "one page of Letter" in pages_words(design, "Letter", PictureOptions())
    with pytest.raises(ExportError, match="5 to 100 mm"):
        pages_words(design, "A4", PictureOptions(hex_mm=1.0))
    path = export(design, tmp_path / "a.pdf", options=options)
    assert len(PdfReader(path).pages) == len(plan.windows) + 1
