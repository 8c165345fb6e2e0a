"""Pixels, PDF and SVG from the same scene."""

from __future__ import annotations

import io
import shutil
import subprocess
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from drawn_map import drawn_scene, items_of, layer_of, map_picture
from PIL import Image, ImageChops, ImageStat
from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas
from small_design import small_design

from visegrad_editor.drawing.painters.pdf_painter import paint
from visegrad_editor.drawing.painters.pixel_painter import PixelPainter, visible
from visegrad_editor.drawing.painters.svg_painter import svg_text
from visegrad_editor.drawing.primitives import Ellipse, Item, Line, Polygon, Text
from visegrad_editor.drawing.vector.parts import VectorScene
from visegrad_editor.drawing.vector.vector_scene import vector_scene
from visegrad_editor.drawing.viewport import Viewport

BIG = (-100.0, -100.0, 100.0, 100.0)


def one(*primitives: Polygon | Line | Ellipse | Text) -> list[Item]:
    return [Item(primitives, BIG)]


def at(image: Image.Image, x: int, y: int) -> tuple[int, ...]:
    value = image.getpixel((x, y))
    assert isinstance(value, tuple)
    return value


VIEW = Viewport(10.0, 0.0, 0.0, 100, 100)
SQUARE = ((2.0, 2.0), (8.0, 2.0), (8.0, 8.0), (2.0, 8.0))


def test_shapes_are_painted_in_place_and_colour() -> None:
    painter = PixelPainter()
    image = painter.render(one(Polygon(SQUARE, fill="#ff0000")), VIEW)
    assert at(image, 50, 50) == (255, 0, 0)
    assert at(image, 10, 10) == (255, 255, 255)
    half = painter.render(one(Polygon(SQUARE, fill="#000000", opacity=0.5)), VIEW)
    assert 120 <= at(half, 50, 50)[0] <= 135
    frame = painter.render(one(Polygon(SQUARE, stroke="#0000ff", width=1.0)), VIEW)
    assert at(frame, 20, 50) == (0, 0, 255)
    assert at(frame, 50, 50) == (255, 255, 255)
    disc = painter.render(one(Ellipse((5, 5), 3, 2, fill="#00ff00", stroke="#000000", width=0.4)), VIEW)
    assert at(disc, 50, 50) == (0, 255, 0)
    assert at(disc, 50, 30) == (0, 0, 0)
    assert at(disc, 50, 26) == (255, 255, 255)


def test_lines_have_their_width_and_dashes_have_gaps() -> None:
    painter = PixelPainter()
    line = painter.render(one(Line(((1, 5), (9, 5)), "#000000", 2.0)), VIEW)
    column = [at(line, 50, y)[0] for y in range(100)]
    assert sum(v < 128 for v in column) == pytest.approx(20, abs=1)
    dashed = painter.render(one(Line(((1, 5), (9, 5)), "#000000", 1.0, dash=(1.0, 1.0))), VIEW)
    row = [at(dashed, x, 50)[0] < 128 for x in range(100)]
    assert 3 <= sum(a != b for a, b in pairwise(row)) // 2 <= 5
    bent = painter.render(one(Line(((1, 1), (5, 9), (9, 1)), "#000000", 1.0)), VIEW)
    assert at(bent, 50, 88) == (0, 0, 0)


def test_smooth_shapes_pass_through_their_points() -> None:
    points = ((5.0, 1.0), (9.0, 5.0), (5.0, 9.0), (1.0, 5.0))
    image = PixelPainter().render(one(Polygon(points, fill="#000000", smooth=True)), VIEW)
    assert at(image, 25, 25) == (0, 0, 0), "a straight edge would leave this corner out"
    assert at(image, 10, 10) == (255, 255, 255)


def test_text_is_centred_and_small_text_is_left_out() -> None:
    painter = PixelPainter()

    def ink(text: Text) -> tuple[int, int, int, int] | None:
        return ImageChops.invert(painter.render(one(text), VIEW).convert("L")).getbbox()

    middle = ink(Text((5, 5), "HHH", 2.0))
    assert middle is not None
    assert (middle[0] + middle[2]) / 2 == pytest.approx(50, abs=2)
    assert (middle[1] + middle[3]) / 2 == pytest.approx(50, abs=2)
    left = ink(Text((5, 5), "HHH", 2.0, anchor="left"))
    right = ink(Text((5, 5), "HHH", 2.0, anchor="right"))
    assert left is not None
    assert right is not None
    assert left[0] >= 49
    assert right[2] <= 52
    turned = ink(Text((5, 5), "HHH", 2.0, rotation=90))
    assert turned is not None
    assert turned[3] - turned[1] > turned[2] - turned[0]
    spaced = ink(Text((5, 5), "HHH", 2.0, spacing=0.3))
    assert spaced is not None
    assert spaced[2] - spaced[0] > middle[2] - middle[0] + 8
    assert ink(Text((5, 5), "HHH", 2.0, least_pixels=21)) is None
    halo = painter.render(
        one(Polygon(SQUARE, fill="#000000"), Text((5, 5), "HHH", 2.0, halo="#ff0000")), VIEW
    )
    assert (255, 0, 0) in {at(halo, x, 50) for x in range(25, 75)}


def test_items_are_drawn_only_at_their_scales() -> None:
    shape = (Polygon(SQUARE, fill="#000000"),)
    fine, coarse = Item(shape, BIG, least_scale=12.0), Item(shape, BIG, most_scale=12.0)
    assert visible([fine, coarse], VIEW) == [coarse]
    assert visible([fine, coarse], Viewport(12.0, 0, 0, 10, 10)) == [fine]


@pytest.mark.parametrize("scale", [13.7, 31.0, 74.5])
def test_a_region_painted_alone_is_the_same_as_in_the_whole(scale: float) -> None:
    items, painter = items_of(drawn_scene(small_design())), PixelPainter()
    whole_view = Viewport(scale, 1.37, 0.81, 420, 300)
    whole = painter.render(items, whole_view)
    for x, y in ((0, 0), (37, 91), (211, 120)):
        part = painter.render(items, whole_view.region(x, y, 150, 110))
        assert part.tobytes() == whole.crop((x, y, x + 150, y + 110)).tobytes()


def test_culling_keeps_everything_visible() -> None:
    items, painter = items_of(drawn_scene(small_design())), PixelPainter()
    view = Viewport(40.0, 4.0, 2.0, 200, 150)
    everything = [replace(i, box=BIG) for i in items]
    culled = painter.render(items, view)
    assert len(visible(everything, view)) > len(visible(items, view))
    assert culled.tobytes() == painter.render(everything, view).tobytes()


def test_transparent_images_are_clear_outside_and_opaque_inside() -> None:
    image = PixelPainter().render_transparent(one(Polygon(SQUARE, fill="#3366cc")), VIEW)
    assert at(image, 5, 5)[3] == 0
    assert at(image, 50, 50) == (0x33, 0x66, 0xCC, 255)
    faint = PixelPainter().render_transparent(one(Polygon(SQUARE, fill="#3366cc", opacity=0.5)), VIEW)
    assert 120 <= at(faint, 50, 50)[3] <= 135


# -- PDF --------------------------------------------------------------------------------------


def pdf_of(scene: VectorScene, width: float, height: float, scale: float) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(width, height))
    left, top, _, _ = scene.bounds
    paint(scene, canvas, origin_pt=(-left * scale, height + top * scale), scale_pt_per_unit=scale)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def test_the_pdf_holds_all_texts_with_embedded_fonts() -> None:
    scene = vector_scene(small_design(), 40.0)
    page = PdfReader(io.BytesIO(pdf_of(scene, 400, 300, 25.0))).pages[0]
    found = page.extract_text()
    for word in ("0608", "Mid", "Haven", "6-7", "1 Arm"):
        assert word in found
    fonts = page["/Resources"]["/Font"]
    used = [f.get_object() for f in fonts.values() if "OpenSans" in str(f.get_object()["/BaseFont"])]
    assert used
    assert all("/FontFile2" in f["/FontDescriptor"] for f in used)


def test_paper_shows_fine_detail_at_any_scale_but_no_coarse_forms() -> None:
    def operators(*items: Item) -> bytes:
        out = io.BytesIO()
        canvas = Canvas(out, pageCompression=0)
        paint(items, canvas, origin_pt=(0, 100), scale_pt_per_unit=1.0)
        canvas.save()
        return out.getvalue()

    shape = (Polygon(SQUARE, fill="#123456"),)
    colour = b".070588 .203922 .337255 rg"
    assert colour in operators(Item(shape, BIG, least_scale=50))
    assert colour not in operators(Item(shape, BIG, most_scale=50))


def test_counters_on_paper_have_no_names_too_small_to_be_read() -> None:
    scene = vector_scene(small_design(), 40.0)

    def written(scale: float) -> str:
        page = PdfReader(io.BytesIO(pdf_of(scene, 16 * scale, 12 * scale, scale))).pages[0]
        return page.extract_text()

    # The edge of a counter is 1.04 units: in them the short name takes 0.19, the whole name at most 0.078.
    for scale, short, whole in ((11.0, False, False), (17.0, False, False), (18.0, True, False),
                                (40.0, True, False), (50.0, True, True)):
        found = written(scale)
        assert "6-7" in found, "strength and movement are printed at every size"
        assert ("1 Arm" in found) == short
        assert ("1st Armored" in found) == whole


def test_pixels_and_pdf_show_the_same_picture(tmp_path: Path) -> None:
    design, scale = small_design(), 40.0
    scene, pixels = vector_scene(design, scale), map_picture(design, scale)
    width, height = pixels.size
    data = pdf_of(scene, width, height, scale)
    rasteriser = shutil.which("pdftoppm")
    if rasteriser is None:
        # Without a rasteriser: everything painted is in the file, no more and no less.
        text = PdfReader(io.BytesIO(data)).pages[0].extract_text()
        words = [
            p.text
            for x in scene.layers
            for i in x.items
            if i.most_scale > 1e8
            for p in i.primitives
            if isinstance(p, Text)
        ]
        assert words
        assert all(w.replace(" ", "") in text.replace(" ", "") for w in words)
        return
    (tmp_path / "map.pdf").write_bytes(data)
    subprocess.run(
        [rasteriser, "-r", "72", "-png", "-singlefile", str(tmp_path / "map.pdf"), str(tmp_path / "map")],
        check=True,
        timeout=60,
    )
    with Image.open(tmp_path / "map.png") as opened:
        paper = opened.convert("RGB").resize(pixels.size)
    # Small differences in smoothing are everywhere, but no patch of the picture differs.
    coarse = (width // 10, height // 10)
    one_, other = (x.resize(coarse, Image.Resampling.BOX) for x in (pixels, paper))
    difference = ImageChops.difference(one_, other).convert("L")
    assert ImageStat.Stat(difference).mean[0] < 4
    assert difference.getextrema()[1] < 70


# -- SVG --------------------------------------------------------------------------------------


def test_svg_has_a_group_for_each_layer_and_names_hexes_and_units() -> None:
    scene = drawn_scene(small_design())
    root = ET.fromstring(svg_text(scene, pixels_per_unit=20, title="A & B"))
    space = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{space}title") == "A & B"
    groups = {g.get("id"): g for g in root.findall(f"{space}g")}
    assert list(groups) == [x.name for x in scene.layers]
    units = {g.get("data-unit") for g in groups["counters"]}
    assert units == {"norland/1st Armored", "norland/2nd Armored", "sudland/1st Infantry"}
    numbers = [t.text for t in groups["numbers"].iter(f"{space}text")]
    assert len(numbers) == 48
    assert float(root.get("width", "0")) == pytest.approx((scene.bounds[2] - scene.bounds[0]) * 20, abs=0.01)


def test_svg_has_the_same_shapes_once() -> None:
    def mark(x: float, more: float = 0.0) -> Item:
        shapes = tuple(Line(((x, 1.0 + n), (x + 2.0 + more, 1.5 + n)), f"#00000{n}", 0.1) for n in range(6))
        return Item(shapes, (x, 0.0, x + 3.0, 8.0), f"{x:.0f}")

    layer = layer_of("terrain", [mark(0.0), mark(7.0), mark(14.0, 0.5)])
    text = svg_text(VectorScene((0.0, 0.0, 20.0, 9.0), (layer,)))
    assert text.count("<path") == 12
    root = ET.fromstring(text)
    uses = [e for e in root.iter() if e.tag.endswith("use")]
    assert [(e.get("x"), e.get("y")) for e in uses] == [("7", "1")]
    name = uses[0].get("{http://www.w3.org/1999/xlink}href", "").removeprefix("#")
    named = next(e for e in root.iter() if e.get("id") == name)
    assert len(list(named)) == 6
    assert [e.get("data-hex") for e in root.iter() if e.get("data-hex")] == ["0", "7", "14"]


def test_svg_escapes_names() -> None:
    layer = layer_of("names", [Item((Text((0, 0), "<A&B>", 1.0),), BIG, hex='"1"')])
    scene = VectorScene((0, 0, 1, 1), (layer,))
    root = ET.fromstring(svg_text(scene))
    assert "<A&B>" in "".join(root.itertext())
