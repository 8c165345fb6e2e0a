"""Half hexes, levels, waters and buildings look the same in pixels, PDF and SVG; the key explains them."""

from __future__ import annotations

import io
import shutil
import subprocess
import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from drawn_map import drawn_scene, items_picture, view_of
from items import some
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from visegrad_editor.drawing.layers import ALL_LAYERS
from visegrad_editor.drawing.map_bounds import map_bounds
from visegrad_editor.drawing.painters.map_painter import MapPainter
from visegrad_editor.drawing.painters.pdf_painter import paint
from visegrad_editor.drawing.painters.svg_painter import svg_text
from visegrad_editor.drawing.style import DEFAULT
from visegrad_editor.drawing.vector.vector_scene import vector_scene
from visegrad_editor.drawing.whole_layers import WHOLE_LAYERS, whole_layer
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.printing.map_key import signs

SCALE = 20.0
SHOWN = tuple(x for x in ALL_LAYERS if x not in ("numbers", "names", "labels", "plates"))


@cache
def village() -> Design:
    design = load("maps/own-village").design
    assert design is not None
    return design


def pixels_of(painter: str, folder: Path) -> np.ndarray:
    """The picture of the map, without text, as a painter makes it."""
    view = view_of(map_bounds(village().map.geometry), SCALE)
    if painter == "pixels":
        return np.asarray(items_picture(drawn_scene(village(), layers=SHOWN, dots=SCALE), view))
    if painter == "whole map":
        return MapPainter(village(), SHOWN, SCALE, view.width_px, view.height_px).rows(0, view.height_px)
    rasteriser = shutil.which("pdftoppm")
    if rasteriser is None:
        pytest.skip("pdftoppm is not there")
    data = io.BytesIO()
    canvas = Canvas(data, pagesize=(view.width_px, view.height_px))
    paint(vector_scene(village(), SCALE, layers=SHOWN), canvas, scale_pt_per_unit=SCALE,
          origin_pt=(-view.left * SCALE, view.height_px + view.top * SCALE))
    canvas.save()
    (folder / "map.pdf").write_bytes(data.getvalue())
    command = [rasteriser, "-r", "72", "-png", "-singlefile", str(folder / "map.pdf"), str(folder / "map")]
    subprocess.run(command, check=True)
    return np.asarray(Image.open(folder / "map.png").convert("RGB"))


@pytest.mark.parametrize("painter", ["pixels", "whole map", "pdf"])
def test_only_the_half_on_the_map_is_shown(painter: str, tmp_path: Path) -> None:
    pixels, map = pixels_of(painter, tmp_path), village().map
    left, top, _, _ = map_bounds(village().map.geometry)
    paper = [int(DEFAULT.paper[n:n + 2], 16) for n in (1, 3, 5)]
    seen = 0
    for hex in some(map.grid.halves):
        for edge in map.grid.cuts(hex):
            inner, outer = map.geometry.halves(hex, edge)
            colours = []
            for half in (inner, outer):
                x, y = (sum(p[n] for p in half) / len(half) for n in (0, 1))
                colours.append(pixels[round((y - top) * SCALE), round((x - left) * SCALE)].astype(int))
            corner = len(map.grid.cuts(hex)) > 1
            if not corner:
                assert abs(colours[0] - paper).max() > 10, (map.grid.number(hex), edge)
            assert abs(colours[1] - paper).max() <= 6, (map.grid.number(hex), edge)
            seen += 1
    assert seen >= 50


def test_the_painters_show_the_same(tmp_path: Path) -> None:
    expected = pixels_of("pixels", tmp_path).astype(int)
    for painter in ("whole map", "pdf"):
        found = pixels_of(painter, tmp_path).astype(int)
        apart = abs(found[:expected.shape[0], :expected.shape[1]] - expected).max(2)
        assert apart.mean() < 6, painter


def test_svg_covers_the_other_halves_with_paper() -> None:
    root = ET.fromstring(svg_text(vector_scene(village(), SCALE), pixels_per_unit=SCALE))
    space = "{http://www.w3.org/2000/svg}"
    groups = {g.get("id"): g for g in root.iter(f"{space}g")}
    for name in ("levels", "waters", "buildings", "heights", "edges"):
        assert len(list(groups[name].iter())) > 3, name
    covers = [e for e in groups["edges"].iter() if e.get("fill") == DEFAULT.paper]
    grid = village().map.grid
    assert len(covers) == sum(len(grid.cuts(h)) for h in grid.halves) + len(grid.outside)


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_items_lie_in_their_boxes_however_the_map_is_turned(turn: int) -> None:
    style = replace(DEFAULT, turn=turn)
    geometry = style.geometry(village().map)
    for name in some([x for x in WHOLE_LAYERS if x != "areas"]):
        items = whole_layer(name, village().map, geometry, style)
        assert items
        outside = [
            item.hex for item in items for shape in item.primitives for x, y in getattr(shape, "points", ())
            if not (item.box[0] - 1e-6 <= x <= item.box[2] + 1e-6
                    and item.box[1] - 1e-6 <= y <= item.box[3] + 1e-6)]
        assert outside == [], name


def test_the_key_explains_levels_waters_and_buildings() -> None:
    names = [sign.name for sign in signs(village())]
    assert {"Level 3", "Level 2", "Level 1", "Fordable water, current", "Building, stone", "Building, wood",
            "Factory", "Row house", "Cellar", "Stairs", "Storeys above ground",
            "Building fills its hex"} <= set(names)
    assert len(names) == len(set(names))
