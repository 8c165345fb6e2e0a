"""A scenario with a part of its map in play: pictures show that part, data formats mark it."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from bundled import design_of
from PIL import Image
from printed_text import page_texts

from visegrad_editor.cli.main import main
from visegrad_editor.drawing.curves import Box
from visegrad_editor.drawing.layers import ALL_LAYERS
from visegrad_editor.exchange import pictures
from visegrad_editor.exchange.export import export
from visegrad_editor.exchange.geojson import map_geojson
from visegrad_editor.exchange.picture_options import PictureOptions, picture_size, shown_box
from visegrad_editor.exchange.tiled.convert import Conversion
from visegrad_editor.exchange.tiled.files import read_tiled
from visegrad_editor.model.design import Design
from visegrad_editor.model.fingerprint import content_mark
from visegrad_editor.model.in_play import InPlay
from visegrad_editor.printing.map_options import MapOptions
from visegrad_editor.printing.map_sheet import map_bytes

BARE = frozenset(ALL_LAYERS) - {"labels", "names", "areas", "numbers", "plates", "counters"}
"""Everything drawn in the same place whatever part of the map is shown."""


def first_steps() -> Design:
    return design_of("first-steps")


def box_of(design: Design, turn: int = 0) -> Box:
    box = InPlay(design).bounds(turn)
    assert box is not None
    return box


def png(design: Design, options: PictureOptions) -> Image.Image:
    stream = io.BytesIO()
    pictures.write_map_png(design, stream, options)
    return Image.open(io.BytesIO(stream.getvalue()))


@pytest.mark.parametrize("turn", [0, 1])
def test_a_picture_shows_the_part_in_play(turn: int) -> None:
    design, options = first_steps(), PictureOptions(hex_px=30, turn=turn)
    left, top, right, bottom = box_of(design, turn)
    scale = picture_size(design.map, options).scale
    part = png(design, options)
    assert part.size == (round((right - left) * scale), round((bottom - top) * scale))
    assert part.size[turn] < png(design, replace(options, whole_map=True)).size[turn] * 0.75


def test_the_part_is_a_window_of_the_whole() -> None:
    design = first_steps()
    options = PictureOptions(hex_px=40, layers=BARE)
    part = np.asarray(png(design, options), int)
    whole = np.asarray(png(design, replace(options, whole_map=True)), int)
    size, box = picture_size(design.map, options), box_of(design)
    bounds = design.map.geometry.bounds()
    x, y = (round((box[n] - bounds[n] + 0.35) * size.scale) for n in (0, 1))
    window = whole[y : y + part.shape[0], x : x + part.shape[1]]
    shifted = whole[y + 40 : y + 40 + part.shape[0], x : x + part.shape[1]]
    # The corner of the part lies between two pixels of the whole, so edges are a little softer or harder.
    assert np.abs(part - window).mean() < 0.4 * np.abs(part - shifted).mean()


def test_jpeg_shows_the_same_part() -> None:
    design, options = first_steps(), PictureOptions(hex_px=24, layers=BARE)
    expected, stream = np.asarray(png(design, options), int), io.BytesIO()
    pictures.write_map_jpeg(design, stream, options)
    found = np.asarray(Image.open(io.BytesIO(stream.getvalue())), int)
    assert found.shape == expected.shape
    assert np.abs(found - expected).mean() < 6


def test_a_drawing_holds_the_part_in_play() -> None:
    design = first_steps()
    part = pictures.map_svg(design, PictureOptions()).decode()
    whole = pictures.map_svg(design, PictureOptions(whole_map=True)).decode()
    box = box_of(design)
    found = re.search(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"', part)
    assert found is not None
    assert float(found[1]) / float(found[2]) == pytest.approx((box[2] - box[0]) / (box[3] - box[1]), abs=1e-3)
    assert 'id="terrain-1917"' in part
    assert 'id="terrain-3118"' in whole
    assert 'id="terrain-3118"' not in part, "Budapest is far away"
    assert len(part) < 0.5 * len(whole)
    # Names that the edge would cut are left out, whole ones are shown.
    assert ">Warsaw<" in part
    assert ">Moscow<" in whole
    assert ">Moscow<" not in part


@pytest.mark.parametrize("name", ["historical", "gsofg"])
def test_a_map_that_is_all_in_play_is_shown_whole(name: str) -> None:
    design = design_of(name)
    assert shown_box(design, PictureOptions()) is None
    usual, whole = (pictures.map_svg(design, PictureOptions(whole_map=w)) for w in (False, True))
    assert usual == whole


def test_the_sheet_of_the_map_can_show_all_of_it() -> None:
    design = first_steps()
    part, whole = (
        " ".join(page_texts(map_bytes(design, options=MapOptions(whole_map=w)))[0].split())
        for w in (False, True))
    assert "Mountain" in whole
    assert "Mountain" not in part
    assert f"content {content_mark(design)}" in whole
    assert f"content {content_mark(design)}" in part


def test_geojson_marks_what_is_in_play() -> None:
    design = first_steps()
    data = json.loads(map_geojson(design))
    assert data["play_area"] == ["0920", "2203"]
    play, grid = InPlay(design), design.map.grid
    marked = [f["properties"] for f in data["features"] if "in_play" in f["properties"]]
    assert {p["layer"] for p in marked} == {"hex", "place", "label", "counter"}
    assert len([p for p in marked if p["layer"] == "hex"]) == len(grid), "all of the map"
    for properties in marked:
        hex = grid.parse(properties["hex"])
        assert hex is not None
        assert properties["in_play"] is (hex in play)
    assert {p["in_play"] for p in marked} == {True, False}
    assert b"in_play" not in map_geojson(design_of("historical"))


@pytest.mark.parametrize("ending", ["tmx", "tmj"])
def test_a_map_of_tiled_marks_what_is_in_play_and_comes_back_whole(ending: str, tmp_path: Path) -> None:
    design = first_steps()
    path = tmp_path / f"map.{ending}"
    export(design, path)
    text = path.read_text("utf-8")
    assert "0920 2203" in text
    assert "out of play" in text
    assert Conversion(read_tiled(path), design.ruleset, path.stem).convert().map == design.map
    export(design_of("historical"), path)
    assert "in_play" not in path.read_text("utf-8")


def test_the_command_line_asks_for_the_whole_map(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def run(*words: str) -> int:
        return main(["export", "first-steps", *words])

    assert run("-o", str(tmp_path / "a.png"), "--hex", "20px") == 0
    assert run("-o", str(tmp_path / "b.png"), "--hex", "20px", "--whole-map") == 0
    sizes = []
    for name in "ab":
        with Image.open(tmp_path / f"{name}.png") as picture:
            sizes.append(picture.size)
    assert sizes[0][0] < sizes[1][0]
    assert sizes[0][1] < sizes[1][1]
    assert run("-o", str(tmp_path / "a.geojson"), "--whole-map") == 2
    assert "--whole-map has no effect" in capsys.readouterr().err
