"""Tiles of the window: which of them an edit touches, and how they are repainted."""

import math
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from visegrad_editor.drawing.curves import Box
from visegrad_editor.drawing.lazy_scene import LazyScene
from visegrad_editor.editor.map.tile_cache import TileKey, touched_tiles
from visegrad_editor.editor.map.tile_renderer import TileRenderer
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.files.load import load
from visegrad_editor.model.layer import Layer

_keys = st.builds(TileKey, st.sampled_from([5.0, 12.8, 20.0]), st.integers(-2, 6), st.integers(-2, 6))


@st.composite
def _boxes(draw: st.DrawFn) -> Box:
    x, y = draw(st.floats(-20, 100)), draw(st.floats(-20, 100))
    return x, y, x + draw(st.floats(0, 60)), y + draw(st.floats(0, 60))


@given(st.sets(_keys, max_size=30), st.lists(_boxes(), max_size=4))
def test_touched_tiles_are_those_that_overlap_a_box(tiles: set[TileKey], boxes: list[Box]) -> None:
    expected = {(k, b) for k in tiles for b in boxes if k.viewport.pixels(b, 4) is not None}
    assert set(touched_tiles(tiles, boxes)) == expected


_letters = st.text("abc", min_size=5, max_size=5)


@given(st.lists(_letters, min_size=4, max_size=4), st.lists(_letters, min_size=4, max_size=4),
       st.permutations(["clear", "marsh", "sea"]))
def test_two_layers_differ_where_their_values_do(
        rows: list[str], others: list[str], values: list[str]) -> None:
    one = Layer(tuple(zip("abc", ("clear", "marsh", "sea"), strict=True)), tuple(rows))
    other = Layer(tuple(zip("abc", values, strict=True)), tuple(others))
    everywhere = [Hex(c, r) for r in range(4) for c in range(5)]
    assert list(one.differing(other)) == [h for h in everywhere if one.at(h) != other.at(h)]


@pytest.fixture(scope="module")
def design() -> Design:
    found = load("historical").design
    assert found is not None
    return found


def _stroke(design: Design) -> Design:
    disc = design.map.grid.within(Hex(11, 14), 2)
    return with_map(design, paint_terrain(design.map, disc, "marsh"))


@pytest.mark.parametrize("scale", [3.0, 5.0, 20.0])
def test_a_touched_tile_repainted_in_slices_equals_a_fresh_one(design: Design, scale: float) -> None:
    renderer, again = TileRenderer(), TileRenderer()
    renderer.show(design)
    x, y = design.map.geometry.centre(Hex(11, 14))
    edge = 256 / scale
    key = TileKey(scale, math.floor(x / edge), math.floor(y / edge))
    renderer.tile(key)
    after = _stroke(design)
    assert renderer.update(after)
    assert not renderer.tiles.has_good(key)
    slices = 1
    while renderer.advance(key, time.perf_counter()) is None:
        slices += 1
    assert slices > 1 or scale < 4
    again.show(after)
    assert _same(renderer.tile(key), again.tile(key))


def test_a_rough_update_has_the_new_colour_and_is_repainted(design: Design) -> None:
    renderer, again = TileRenderer(), TileRenderer()
    renderer.show(design)
    x, y = design.map.geometry.centre(Hex(11, 14))
    key = TileKey(20.0, int(x * 20 // 256), int(y * 20 // 256))
    before = renderer.tile(key).copy()
    after = _stroke(design)
    renderer.update(after)
    part = renderer.rough_update(key)
    assert part is not None
    known = renderer.tiles.get(key)
    assert known is not None
    assert not known.good
    hasty = known.picture.copy()
    assert _same(hasty.crop((0, 0, 256, part[1])), before.crop((0, 0, 256, part[1])))
    spot = int(x * 20 - key.column * 256), int(y * 20 - key.row * 256)
    colour = after.ruleset.terrain_by_id["marsh"].colour
    assert hasty.getpixel(spot) == tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))
    assert not _same(hasty, before)
    again.show(after)
    assert _same(renderer.tile(key), again.tile(key))
    assert renderer.rough_update(TileKey(20.0, key.column + 9, key.row)) is None


def test_a_rough_picture_has_the_size_of_the_window_and_the_colours_of_the_map(design: Design) -> None:
    renderer = TileRenderer()
    renderer.show(design)
    view = TileKey(5.0, 0, 0).viewport
    rough = renderer.rough(view, 2)
    assert rough.size == (view.width_px, view.height_px)
    # Apart from finer details drawn over it, each hex has exactly the colour of its ground.
    colours = {k.id: k.colour for k in design.ruleset.terrain}
    seen = 0
    for hex in design.map.grid:
        x, y = design.map.geometry.centre(hex)
        spot = int((x - view.left) * view.scale), int((y - view.top) * view.scale)
        if 0 <= spot[0] < rough.width and 0 <= spot[1] < rough.height:
            seen += 1
            pixel = rough.crop((*spot, spot[0] + 1, spot[1] + 1)).tobytes()
            assert f"#{pixel.hex()}" == colours[design.map.terrain.at(hex)]
    assert seen > 500


def _same(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one, other).getbbox() is None


def test_a_fill_of_most_of_the_map_touches_all_of_it_in_few_boxes(design: Design) -> None:
    lazy = LazyScene()
    lazy.show(design)
    half = [h for h in design.map.grid if h.row < 15]
    after = with_map(design, paint_terrain(design.map, half, "marsh"))
    boxes = lazy.show(after)
    assert len(boxes) < 40 < len(half)
    changed = {h for h in half if design.map.terrain.at(h) != "marsh"}
    for hex in changed:
        x, y = design.map.geometry.centre(hex)
        assert any(b[0] <= x - 1.2 and b[1] <= y - 1.2 and b[2] >= x + 1.2 and b[3] >= y + 1.2 for b in boxes)
