"""A counter with everything set looks the same in the window, in pictures, in SVG and on paper."""

from __future__ import annotations

import io
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from drawn_map import drawn_items, layer_of
from PIL import Image
from reportlab.pdfgen.canvas import Canvas
from small_design import RULESET

from visegrad_editor.drawing.counter_looks import StyledNationality
from visegrad_editor.drawing.counters import Counter, counter_item, print_key, stack_items
from visegrad_editor.drawing.map_bounds import map_bounds
from visegrad_editor.drawing.painters.map_painter import MapPainter
from visegrad_editor.drawing.painters.pdf_painter import paint
from visegrad_editor.drawing.painters.pixel_painter import PixelPainter
from visegrad_editor.drawing.painters.svg_painter import svg_text
from visegrad_editor.drawing.primitives import Item, Picture, Polygon, Text
from visegrad_editor.drawing.style import DEFAULT
from visegrad_editor.drawing.style_file import find_style
from visegrad_editor.drawing.styled_design import apply_style_to_ruleset
from visegrad_editor.drawing.vector.parts import VectorScene
from visegrad_editor.drawing.viewport import Viewport
from visegrad_editor.exchange.picture_options import PictureOptions
from visegrad_editor.exchange.pictures import write_map_png
from visegrad_editor.model.files.counter_pictures import picture_of
from visegrad_editor.model.files.load import load
from visegrad_editor.model.look import Look
from visegrad_editor.model.scenario import Unit
from visegrad_editor.printing.setup_sheet import setup_sheet_bytes

EDGE = 200
FLAG = (b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 10">'
        b'<rect width="16" height="10" fill="#ffffff"/>'
        b'<rect y="5" width="16" height="5" fill="#dc143c"/></svg>')
ART = picture_of(FLAG, "flag.svg")
LOOK = Look(symbol="cavalry", mark="corps", ground="#f0d060", ink="#101010", box="#c0ffc0", band="#203080",
            camouflage="plain", front="{strength}!{movement}", picture="flag.svg", place="symbol", art=ART)
UNIT = Unit("1st", "norland", "armored", ((6,), (3,)), look=LOOK)
SPOTS = {(-0.45, 0.05): "#f0d060", (-0.45, -0.35): "#203080", (0.0, -0.12): "#ffffff", (0.0, 0.06): "#dc143c"}
"""Places on a counter of edge length 1, and the colours that the look gives them."""


def drawn(unit: Unit = UNIT) -> Item:
    return counter_item(Counter(unit), RULESET, (0.0, 0.0), 1.0, shadow=False)


def colour(image: Image.Image, x: float, y: float) -> str:
    found = image.convert("RGB").getpixel((int(x), int(y)))
    assert isinstance(found, tuple)
    return "#{:02x}{:02x}{:02x}".format(*found)


def spots(image: Image.Image) -> dict[tuple[float, float], str]:
    return {(x, y): colour(image, image.width * (x + 0.5), image.height * (y + 0.5)) for x, y in SPOTS}


def as_screen(item: Item) -> Image.Image:
    return PixelPainter().render([item], Viewport(EDGE, -0.5, -0.5, EDGE, EDGE))


def as_svg(item: Item) -> Image.Image:
    scene = VectorScene((-0.5, -0.5, 0.5, 0.5), (layer_of("counters", [item]),))
    resvg = pytest.importorskip("resvg_py", reason="resvg-py is not installed")
    text = svg_text(scene, pixels_per_unit=EDGE)
    return Image.open(io.BytesIO(bytes(resvg.svg_to_bytes(svg_string=text))))


def as_pdf(item: Item, folder: Path) -> Image.Image:
    canvas = Canvas(str(folder / "a.pdf"), pagesize=(EDGE, EDGE))
    paint([item], canvas, origin_pt=(EDGE / 2, EDGE / 2), scale_pt_per_unit=EDGE)
    canvas.save()
    return page(folder / "a.pdf", 72)


def page(file: Path, dpi: int, number: int = 1) -> Image.Image:
    tool = shutil.which("pdftoppm")
    if tool is None:
        pytest.skip("pdftoppm is not installed")
    done = subprocess.run([tool, "-r", str(dpi), "-png", "-f", str(number), "-l", str(number), str(file)],
                          capture_output=True, check=True)
    return Image.open(io.BytesIO(done.stdout))


@pytest.mark.parametrize("where", ["screen", "svg", "pdf"])
@pytest.mark.parametrize("reduced", [False, True])
def test_the_same_everywhere(where: str, reduced: bool, tmp_path: Path) -> None:
    item = drawn(replace(UNIT, reduced=reduced))
    image = {"screen": as_screen, "svg": as_svg}[where](item) if where != "pdf" else (
        as_pdf(item, tmp_path))
    assert spots(image) == SPOTS


def test_a_picture_of_many_colours_is_shown_as_it_is() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (60, 80, 3), np.uint8)
    stream = io.BytesIO()
    large = Image.fromarray(noise).resize((320, 240), Image.Resampling.NEAREST)
    large.save(stream, "PNG")
    art = picture_of(stream.getvalue(), "a.png")
    item = Item((Picture((-0.4, -0.3, 0.4, 0.3), art, "#00ff00"),), (-0.5, -0.5, 0.5, 0.5))
    seen = np.asarray(as_screen(item), np.int16)[45:155, 25:175]
    expected = np.asarray(large.resize((160, 120), Image.Resampling.BOX), np.int16)[5:115, 5:155]
    assert float(np.abs(seen - expected).mean()) < 12


def test_one_flat_colour_has_no_seam_at_any_scale() -> None:
    art = picture_of(FLAG.replace(b"#dc143c", b"#ffffff"), "a.svg")
    item = Item((Polygon(((-1, -1), (1, -1), (1, 1), (-1, 1)), fill="#000000"),
                 Picture((-0.37, -0.33, 0.41, 0.29), art, "#000000")), (-1, -1, 1, 1))
    for scale in (41.3, 77.7, 130.0):
        part = Viewport(scale, -0.3, -0.25, int(0.6 * scale), int(0.4 * scale))
        image = PixelPainter().render([item], part)
        assert np.asarray(image).min() == 255


@pytest.fixture(scope="module")
def scenario(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("looks")
    (folder / "flag.svg").write_bytes(FLAG)
    path = folder / "a.yaml"
    path.write_text(
        "format: 2\nkind: scenario\nname: a\ntitle: A\nextends: historical\nchange:\n"
        "  - {unit: poland/10th Armored Cavalry, look: {ground: '#00f0f0', picture: flag.svg}}\n")
    return path


def test_the_exported_map_shows_what_the_window_shows(scenario: Path) -> None:
    design = load(scenario).design
    assert design is not None
    stream = io.BytesIO()
    write_map_png(design, stream, PictureOptions())
    image = Image.open(io.BytesIO(stream.getvalue())).convert("RGB")
    bounds = map_bounds(design.map.geometry)
    [item] = [i for i in drawn_items(design, "counters") if i.unit == "poland/10th Armored Cavalry"]
    [picture] = [p for p in item.primitives if isinstance(p, Picture)]
    left, top, right, bottom = picture.box
    x, y = ((left + right) / 2 - bounds[0]) * 48, (top + (bottom - top) * 0.8 - bounds[1]) * 48
    assert colour(image, x, y) == "#dc143c"
    part = Viewport(48.0, left, top, 20, 10)
    assert "#ffffff" in {colour(PixelPainter().render([item], part), i, 2) for i in range(20)}
    painter = MapPainter(design, ["counters"], 48.0, image.width, image.height)
    assert (painter.rows(0, image.height) == (0xDC, 0x14, 0x3C)).all(axis=2).sum() > 100


def test_the_set_up_sheet_shows_the_counter(scenario: Path, tmp_path: Path) -> None:
    design = load(scenario).design
    assert design is not None
    (tmp_path / "s.pdf").write_bytes(setup_sheet_bytes(design))
    pages = [np.asarray(page(tmp_path / "s.pdf", 100, n).convert("RGB")).astype(int) for n in (1, 2)]
    for wanted in ((0x00, 0xF0, 0xF0), (0xDC, 0x14, 0x3C)):
        # A picture that is scaled may be a step darker.
        assert any((abs(p - wanted).max(axis=2) <= 1).sum() > 20 for p in pages)


def test_small_counters_show_the_look_too() -> None:
    [item] = [i for i in stack_items([Counter(UNIT)], RULESET, (0, 0), 1.0, scale=10.0) if i.most_scale < 1e8]
    assert [p for p in item.primitives if isinstance(p, Picture)]
    fills = [p.fill for p in item.primitives if isinstance(p, Polygon)]
    assert "#f0d060" in fills


def test_equal_prints_have_the_same_picture() -> None:
    other = picture_of(FLAG.replace(b"#dc143c", b"#00aa00"), "flag.svg")
    same, changed = (replace(UNIT, look=replace(LOOK, art=art)) for art in (ART, other))
    assert print_key(Counter(same), RULESET, False) == print_key(Counter(UNIT), RULESET, False)
    assert print_key(Counter(changed), RULESET, False) != print_key(Counter(UNIT), RULESET, False)
    assert drawn(changed).primitives != drawn(same).primitives


def test_without_the_picture_the_symbol_is_drawn() -> None:
    bare = replace(UNIT, look=replace(LOOK, art=None))
    assert not [p for p in drawn(bare).primitives if isinstance(p, Picture)]
    assert len(drawn(bare).primitives) > len(drawn().primitives)


def test_a_hidden_name_is_not_printed() -> None:
    def names(unit: Unit) -> list[str]:
        return [p.text for p in drawn(unit).primitives if isinstance(p, Text)]

    assert "1st" in names(UNIT)
    assert names(replace(UNIT, look=replace(LOOK, name="hidden"))) == ["6!7"]


def test_a_picture_stands_where_there_is_no_text() -> None:
    def box(**corners: str) -> tuple[float, ...]:
        face = replace(RULESET.counter, corners=replace(RULESET.counter.corners, **corners))
        unit = replace(UNIT, look=replace(LOOK, place="beside"))
        item = counter_item(Counter(unit), replace(RULESET, counter=face), (0, 0), 1.0)
        [picture] = [p for p in item.primitives if isinstance(p, Picture)]
        return picture.box

    assert box()[2] < -0.2
    assert box(left="{type}")[0] > 0.2
    both = box(left="{type}", right="{type}")
    assert both[0] == pytest.approx(-both[2])


def test_a_style_tones_the_colours_of_looks() -> None:
    rules, _ = apply_style_to_ruleset(RULESET, find_style("low-ink").style)
    assert isinstance(rules.nationality_by_id["norland"], StyledNationality)
    item = counter_item(Counter(UNIT), rules, (0.0, 0.0), 1.0, shadow=False, style=DEFAULT)
    fills = {p.fill for p in item.primitives if isinstance(p, Polygon)}
    assert "#f0d060" not in fills
    assert "#203080" not in fills
    again, _ = apply_style_to_ruleset(rules, DEFAULT)
    assert counter_item(Counter(UNIT), again, (0.0, 0.0), 1.0, shadow=False).primitives == item.primitives
