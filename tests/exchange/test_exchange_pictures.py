"""Pictures and drawings of the map: their size, what they show, and that all painters agree."""

from __future__ import annotations

import io
import math
import shutil
import struct
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from drawn_map import drawn_scene, items_picture, map_picture, view_of
from PIL import Image, ImageChops, ImageFilter, ImageStat
from reportlab.pdfgen.canvas import Canvas
from small_design import small_design

from visegrad_editor.drawing.compiled.png_parts import write_png_of
from visegrad_editor.drawing.layers import ALL_LAYERS
from visegrad_editor.drawing.map_bounds import map_bounds
from visegrad_editor.drawing.painters.pdf_painter import paint
from visegrad_editor.drawing.painters.svg_lettering import LETTERINGS
from visegrad_editor.drawing.painters.svg_painter import svg_text
from visegrad_editor.drawing.style_file import find_style, shipped_styles
from visegrad_editor.drawing.vector.parts import VectorScene
from visegrad_editor.drawing.vector.vector_scene import vector_scene
from visegrad_editor.errors import Cancelled
from visegrad_editor.exchange.export import ExportError, export
from visegrad_editor.exchange.picture_options import PictureOptions, picture_size
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load

SVG = "{http://www.w3.org/2000/svg}"


def opened(path: Path) -> Image.Image:
    with Image.open(path) as image:
        image.load()
        return image


def much_alike(one: Image.Image, other: Image.Image) -> bool:
    """Whether two pictures differ only in how edges are smoothed."""
    assert one.size == other.size
    blurred = [x.convert("RGB").filter(ImageFilter.BoxBlur(2)) for x in (one, other)]
    difference = ImageChops.difference(*blurred)
    means = ImageStat.Stat(difference).mean
    return max(means) < 4 and max(height for _, height in difference.getextrema()) < 80


# -- size ---------------------------------------------------------------------------------


def test_dots_per_inch_and_hex_size_give_the_pixels(tmp_path: Path) -> None:
    design = small_design()
    options = PictureOptions(dpi=150, hex_mm=20)
    image = opened(export(design, tmp_path / "a.png", options=options))
    size = picture_size(design.map, options)
    assert image.size == (size.width_px, size.height_px)
    assert image.info["dpi"] == pytest.approx((150, 150), abs=0.02)
    # Eight hexes and a half side by side, with the white rim.
    left, _, right, _ = map_bounds(design.map.geometry)
    assert size.millimetres[0] == pytest.approx((right - left) * 20 / math.sqrt(3), abs=0.1)
    jpeg = opened(export(design, tmp_path / "a.jpeg", options=options))
    assert (jpeg.format, jpeg.size, jpeg.info["dpi"]) == ("JPEG", image.size, (150, 150))


def test_hexes_can_be_given_in_pixels() -> None:
    map = small_design().map
    assert picture_size(map, PictureOptions(hex_px=100)).scale == pytest.approx(100 / math.sqrt(3))
    both = picture_size(map, PictureOptions(hex_px=100, hex_mm=25.4))
    assert both.dpi == pytest.approx(100)
    turned = picture_size(map, PictureOptions(hex_px=100, turn=1))
    level = picture_size(map, PictureOptions(hex_px=100))
    assert (turned.width_px, turned.height_px) == (level.height_px, level.width_px)


@pytest.mark.parametrize(("options", "said"), [
    (PictureOptions(dpi=5), "10 to 2,400 dots"),
    (PictureOptions(dpi=float("nan")), "10 to 2,400 dots"),
    (PictureOptions(hex_mm=1), "5 to 100 mm"),
    (PictureOptions(hex_px=2), "4 to 4,000 pixels"),
    (PictureOptions(quality=0), "1 to 95"),
    (PictureOptions(counters=1.5), "0 %"),
    (PictureOptions(layers=frozenset({"moon"})), 'no layer "moon"'),
])
def test_impossible_sizes_are_refused(options: PictureOptions, said: str, tmp_path: Path) -> None:
    with pytest.raises(ExportError, match=said):
        export(small_design(), tmp_path / "a.png", options=options)
    assert not list(tmp_path.iterdir())


def test_too_large_pictures_are_refused_with_the_possible_size() -> None:
    design = load("historical").design
    assert design is not None
    with pytest.raises(ExportError, match=r"Hexes of at most \d+ pixels") as caught:
        picture_size(design.map, PictureOptions(dpi=2400, hex_mm=100))
    possible = int(str(caught.value).split("at most ")[-1].split()[0])
    assert picture_size(design.map, PictureOptions(hex_px=possible)).width_px <= 100_000
    with pytest.raises(ExportError, match="JPEG picture has at most 250 million"):
        picture_size(design.map, PictureOptions(hex_px=700), "JPEG")


# -- what is shown ------------------------------------------------------------------------


def test_layers_and_counters_are_chosen(tmp_path: Path) -> None:
    design, size = small_design(), 40.0

    def made(**choices: object) -> Image.Image:
        options = replace(PictureOptions(hex_px=size), **choices)
        return opened(export(design, tmp_path / "a.png", options=options))

    usual = made()
    bare = made(counters=0.0)
    half = made(counters=0.5)
    assert ImageChops.difference(bare, made(layers=PictureOptions().layers - {"counters"})).getbbox() is None
    assert ImageChops.difference(usual, bare).getbbox() is not None
    assert ImageChops.difference(half, Image.blend(bare, usual, 0.5)).getbbox() is None
    assert ImageChops.difference(usual, made(layers=frozenset(ALL_LAYERS))).getbbox() is not None
    turned = made(turn=3)
    assert turned.size == usual.size[::-1]
    scale = size / math.sqrt(3)
    scene = drawn_scene(design, dots=scale)
    assert much_alike(usual, items_picture(scene, view_of(scene.bounds, scale)))


def test_a_cancelled_picture_leaves_nothing(tmp_path: Path) -> None:
    seen: list[float] = []

    def report(fraction: float, _text: str) -> bool:
        seen.append(fraction)
        return fraction < 0.3

    target = tmp_path / "a.png"
    target.write_bytes(b"old")
    with pytest.raises(Cancelled):
        export(small_design(), target, options=PictureOptions(hex_px=400), report=report)
    assert seen == sorted(seen)
    assert 0.3 <= seen[-1] < 1
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


# -- the PNG file itself ------------------------------------------------------------------


def test_png_follows_the_standard() -> None:
    noise = Image.effect_noise((61, 47), 90).convert("RGB")
    pixels, stream = np.asarray(noise), io.BytesIO()
    write_png_of(stream, 61, 47, lambda first, count: pixels[first : first + count], 20, 300)
    data = stream.getvalue()
    at, names = 8, []
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(name + body)
        names.append(name)
        at += 12 + length
    assert (names[:2], names[-1]) == ([b"IHDR", b"pHYs"], b"IEND")
    image = Image.open(stream)
    assert ImageChops.difference(image.convert("RGB"), noise).getbbox() is None


_MEASURE = """
import sys
from visegrad_editor.exchange.export import export
from visegrad_editor.exchange.picture_options import PictureOptions, picture_size
from visegrad_editor.model.files.load import load
design = load("historical").design
options = PictureOptions(hex_px=187)
def used(what):
    line = next(x for x in open("/proc/self/status") if x.startswith(what))
    return int(line.split()[1]) * 1024
before = used("VmRSS")
export(design, sys.argv[1], options=options)
size = picture_size(design.map, options)
print(size.width_px, size.height_px, size.raw_bytes, used("VmHWM") - before)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_a_picture_of_25_megapixels_needs_less_memory_than_twice_its_raw_size(tmp_path: Path) -> None:
    run = subprocess.run([sys.executable, "-c", _MEASURE, str(tmp_path / "a.png")], check=True,
                         capture_output=True, text=True)
    width, height, raw, used = map(int, run.stdout.split())
    assert width > 4900
    assert height > 4900
    assert used < 2 * raw


# -- one scene, several painters ------------------------------------------------------------


SIZE = 30.0
"""Pixels per map unit: from about this size screens show the names that paper has."""


STYLES = [s.name for s in shipped_styles()]
IN_STYLES = [
    pytest.param(name, style, marks=() if name == "small" or style == STYLES[0] else pytest.mark.exhaustive)
    for name in ("small", "first-steps") for style in STYLES]
"""A small map in each style, and a large one in the usual style."""


def design_of(name: str) -> Design:
    design = small_design() if name == "small" else load(name).design
    assert design is not None
    return design


def by_pdf(scene: VectorScene, folder: Path) -> Image.Image:
    left, top, right, bottom = scene.bounds
    path = folder / "scene.pdf"
    width, height = (right - left) * SIZE, (bottom - top) * SIZE
    canvas = Canvas(str(path), pagesize=(width, height))
    paint(scene, canvas, origin_pt=(-left * SIZE, height + top * SIZE), scale_pt_per_unit=SIZE)
    canvas.save()
    subprocess.run(["pdftoppm", "-r", "72", "-png", "-singlefile", path, path.with_suffix("")], check=True)
    return opened(path.with_suffix(".png")).convert("RGB")


def by_svg(scene: VectorScene) -> Image.Image:
    resvg = pytest.importorskip("resvg_py", reason="resvg-py is not installed")
    text = svg_text(scene, mm_per_unit=SIZE * 25.4 / 96, lettering="outlines")
    return Image.open(io.BytesIO(bytes(resvg.svg_to_bytes(svg_string=text, dpi=96)))).convert("RGB")


def assert_alike(one: Image.Image, other: Image.Image) -> None:
    """The same picture, apart from the rasteriser's edges and small letters."""
    assert abs(one.width - other.width) <= 1
    assert abs(one.height - other.height) <= 1
    other = other.crop((0, 0, *one.size))
    soft = [i.filter(ImageFilter.GaussianBlur(2)) for i in (one, other)]
    difference = ImageChops.difference(*soft).convert("L")
    mean = ImageStat.Stat(difference).mean[0]
    far = sum(difference.histogram()[48:]) / (one.width * one.height)
    assert mean < 3
    assert far < 0.004


@pytest.mark.parametrize(("name", "style"), IN_STYLES)
def test_pixels_and_svg_show_the_same(name: str, style: str) -> None:
    design, chosen = design_of(name), find_style(style).style
    assert_alike(map_picture(design, SIZE, style=chosen), by_svg(vector_scene(design, SIZE, style=chosen)))


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="pdftoppm (poppler) is not installed")
@pytest.mark.parametrize(("name", "style"), IN_STYLES)
def test_pixels_and_pdf_show_the_same(name: str, style: str, tmp_path: Path) -> None:
    design, chosen = design_of(name), find_style(style).style
    scene = vector_scene(design, SIZE, style=chosen)
    assert_alike(map_picture(design, SIZE, style=chosen), by_pdf(scene, tmp_path))


@pytest.mark.parametrize(("name", "style"), IN_STYLES)
def test_paths_and_their_items_show_the_same(name: str, style: str) -> None:
    """Paths and runs of many hexes are written as their parts one by one would be."""
    design, chosen = design_of(name), find_style(style).style
    scene = drawn_scene(design, style=chosen, dots=SIZE)
    assert_alike(map_picture(design, SIZE, style=chosen), by_svg(scene))


def test_a_picture_that_lacks_something_differs() -> None:
    design = design_of("small")
    less = vector_scene(design, SIZE, layers=[x for x in ALL_LAYERS if x != "counters"])
    with pytest.raises(AssertionError):
        assert_alike(map_picture(design, SIZE), by_svg(less))


# -- SVG ------------------------------------------------------------------------------------


def test_svg_is_measured_in_millimetres(tmp_path: Path) -> None:
    path = export(small_design(), tmp_path / "a.svg", options=PictureOptions(hex_mm=20))
    root = ElementTree.parse(path).getroot()
    left, _, right, _ = map_bounds(small_design().map.geometry)
    width = (right - left) * 20 / math.sqrt(3)
    assert root.get("width", "").endswith("mm")
    assert float(root.get("width", "0mm")[:-2]) == pytest.approx(width, abs=0.01)
    assert [float(v) for v in root.get("viewBox", "").split()][:3] == pytest.approx([0, 0, width], abs=0.01)


def test_every_id_of_an_svg_is_unique_and_hexes_and_units_have_one(tmp_path: Path) -> None:
    root = ElementTree.parse(export(small_design(), tmp_path / "a.svg")).getroot()
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    assert {"terrain", "rivers", "roads", "names", "numbers", "counters", "paper"} <= set(ids)
    by_id = {e.get("id"): e for e in root.iter()}
    assert by_id["terrain-0601"].get("data-hex") == "0601"
    assert by_id["unit-norland-1st-Armored"].get("data-unit") == "norland/1st Armored"
    assert sum(1 for e in by_id["terrain"].iter() if e.get("data-hex")) >= 48


@pytest.mark.parametrize("lettering", LETTERINGS)
def test_letters_of_an_svg(lettering: str, tmp_path: Path) -> None:
    options = PictureOptions(lettering=lettering)  # type: ignore[arg-type]
    path = export(small_design(), tmp_path / "a.svg", options=options)
    root = ElementTree.parse(path).getroot()
    texts = ["".join(t.itertext()) for t in root.iter(f"{SVG}text")]
    assert ("Mid" in texts) == (lettering != "outlines")
    assert (root.find(f"{SVG}style") is not None) == (lettering == "embedded")
    if lettering == "outlines":
        assert "Mid" in {p.get("aria-label") for p in root.iter(f"{SVG}path")}
    assert path.stat().st_size < 1_500_000


def test_characters_unknown_to_xml_do_not_break_an_svg(tmp_path: Path) -> None:
    design = small_design()
    assert design.scenario is not None
    odd = replace(design, scenario=replace(design.scenario, title="Odd \x00\x0b & <title>"))
    root = ElementTree.parse(export(odd, tmp_path / "a.svg")).getroot()
    assert root.findtext(f"{SVG}title") == "Odd �� & <title>"
