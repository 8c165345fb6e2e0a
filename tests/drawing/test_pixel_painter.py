"""The window shows the same as picture files, and a part painted alone equals that part of the whole."""

from __future__ import annotations

import random

import numpy as np
import pytest
from PIL import Image
from small_design import small_design

from visegrad_editor.drawing.colours import rgb
from visegrad_editor.drawing.layers import ALL_LAYERS
from visegrad_editor.drawing.painters.map_painter import MapPainter
from visegrad_editor.drawing.painters.pixel_painter import PixelPainter
from visegrad_editor.drawing.piece_picture import PiecePainter
from visegrad_editor.drawing.primitives import Ellipse, Item, Line, Polygon, Primitive, Text
from visegrad_editor.drawing.viewport import Viewport
from visegrad_editor.editor.map.tile_cache import TILE_PX, TileKey
from visegrad_editor.editor.map.tile_renderer import TileRenderer
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.pieces import cut_out
from visegrad_editor.model.files.load import load

HEX = 3 ** -0.5
"""Map units per pixel for hexes of a given width in pixels."""


@pytest.fixture(scope="module")
def design() -> Design:
    found = load("historical").design
    assert found is not None
    return found


@pytest.fixture(scope="module")
def renderer(design: Design) -> TileRenderer:
    renderer = TileRenderer()
    renderer.show(design)
    return renderer


@pytest.mark.parametrize(("hex_px", "mean", "far_off"), [
    (15.0, 2.0, 0.01), (19.0, 2.0, 0.01), (35.0, 0.7, 0.001), (60.0, 0.7, 0.002), (90.0, 0.7, 0.003)])
def test_a_tile_equals_the_same_part_of_a_picture_file(
    design: Design, renderer: TileRenderer, hex_px: float, mean: float, far_off: float
) -> None:
    scale = hex_px * HEX
    x, y = design.map.geometry.centre(Hex(9, 12))
    key = TileKey(scale, int(x * scale) // TILE_PX, int(y * scale) // TILE_PX)
    left, top, right, _ = renderer.bounds
    width = int((right - left) * scale)
    whole = MapPainter(design, [a for a in ALL_LAYERS if a != "areas"], scale, width, 1 << 14)
    ox, oy = round(left * scale), round(top * scale)
    first, begin = key.row * TILE_PX - oy, key.column * TILE_PX - ox
    skipped = max(0, -begin), max(0, -first)
    wanted = whole.rows(max(0, first), TILE_PX - skipped[1])[:, max(0, begin) : begin + TILE_PX].astype(int)
    assert wanted.shape[0] > 128 < wanted.shape[1]
    tile = np.asarray(renderer.tile(key)).astype(int)
    apart = abs(tile[skipped[1]:, skipped[0] : skipped[0] + wanted.shape[1]] - wanted).max(2)
    assert apart.mean() < mean
    assert (apart > 40).mean() < far_off


@pytest.mark.parametrize("hex_px", [23.3, 35.0, 90.0, 140.0])
def test_boxes_of_a_tile_have_the_pixels_of_the_tile(renderer: TileRenderer, hex_px: float) -> None:
    chance = random.Random(4)
    view = TileKey(hex_px * HEX, 1, 2).viewport
    whole = renderer.picture(view)
    for _ in range(10):
        x, y = chance.randrange(TILE_PX - 9), chance.randrange(TILE_PX - 9)
        width, height = chance.randrange(1, TILE_PX + 1 - x), chance.randrange(1, TILE_PX + 1 - y)
        part = renderer.picture(view.region(x, y, width, height))
        assert part.tobytes() == whole.crop((x, y, x + width, y + height)).tobytes(), (x, y, width, height)


def _wild_shapes(chance: random.Random) -> list[Primitive]:
    def spot() -> tuple[float, float]:
        return chance.uniform(-4, 14), chance.uniform(-4, 14)

    found: list[Primitive] = []
    for _ in range(6):
        points = tuple(spot() for _ in range(5))
        found += [
            Polygon(points, "#d04020", "#102030", 0.07, opacity=chance.choice((1.0, 0.4))),
            Line(points, "#2040e0", chance.choice((0.003, 0.05, 0.6)), smooth=chance.random() < 0.5),
            Line(points, "#108040", 0.11, dash=(0.31, 0.17)),
            Ellipse(spot(), chance.uniform(0.02, 3), chance.uniform(0.02, 3), "#e0c000", "#000000"),
            Text(spot(), "Žilina", chance.uniform(0.6, 1.4), halo="#ffffff", rotation=chance.choice((0, 31)))]
    return found


@pytest.mark.parametrize("seed", range(6))
def test_shapes_are_the_same_on_a_separate_canvas(seed: int) -> None:
    chance = random.Random(seed)
    shapes = _wild_shapes(chance)
    side = tuple(Item((s,), (-99, -99, 99, 99), beside="a" if isinstance(s, Polygon) else "") for s in shapes)
    view = Viewport(chance.uniform(9, 30), 1.0, 1.0, 220, 200)
    whole = PixelPainter().render(side, view, "#c8d8b0")
    seen = np.asarray(whole)
    assert (seen != seen[0, 0]).any(2).mean() > 0.3
    parts = (0, 0, 220, 1), (99, 0, 1, 200), (37, 51, 90, 64), (219, 199, 1, 1), (3, 120, 64, 7)
    for x, y, width, height in parts:
        part = PixelPainter().render(side, view.region(x, y, width, height), "#c8d8b0")
        assert part.tobytes() == whole.crop((x, y, x + width, y + height)).tobytes()


@pytest.mark.parametrize("turned", [False, True])
def test_no_seam_shows_between_items_side_by_side(turned: bool) -> None:
    one, other = ((0.1, 0.1), (9.0, 0.1), (4.4, 9.0)), ((9.0, 0.1), (9.0, 9.0), (4.4, 9.0))
    view = Viewport(10.0, 0.0, 0.0, 100, 100)

    def painted(beside: str) -> np.ndarray:
        items = [Item((Polygon(p[::-1] if turned else p, fill="#202020"),), (0, 0, 9, 9), beside=beside)
                 for p in (one, other)]
        return np.asarray(PixelPainter().render(items, view, "#ffffff"))[10:85, 60:85, 0]

    assert (painted("") > 0x40).any()
    assert (painted("land") == 0x20).all()


def test_the_background_shows_where_nothing_is_painted() -> None:
    below = Image.effect_noise((60, 40), 90).convert("RGB")
    square = Item((Polygon(((1, 1), (3, 1), (3, 3), (1, 3)), fill="#ff0000"),), (1, 1, 3, 3))
    made = np.asarray(PixelPainter().render([square], Viewport(10.0, 0.0, 0.0, 60, 40), below))
    expected = np.array(below)
    assert (made[11:29, 11:29] == (255, 0, 0)).all()
    expected[9:32, 9:32] = made[9:32, 9:32]
    assert np.array_equal(made, expected)


@pytest.mark.parametrize("far", [1e3, 1e6, 9e7])
def test_dashing_a_very_long_line_terminates(far: float) -> None:
    """On so long a line, adding a dash once did not change the float, and the program hung."""
    line = Line(((1.0, 1.5), (-far, 1.5)), "#00ff00", 0.4, dash=(5.0, 5.0))
    item, view = Item((line,), (-far, 1.0, 2.0, 2.0)), Viewport(160.0, 0.0, 0.0, 300, 300)
    picture = PixelPainter().render([item], view)
    assert picture.getpixel((80, 240)) == (0, 255, 0)


def test_a_piece_in_plain_colours_has_its_hexes_and_nothing_around_them() -> None:
    design = small_design()
    hexes = [hex for hex in design.map.grid if hex.row < 3]
    piece = PiecePainter(cut_out(design, hexes, {"terrain"}, hexes[0]), design.ruleset, {"terrain"})
    image, scale = piece.coarse(12.0), 12.0
    first, (x, y) = design.map.geometry.centre(hexes[0]), piece.anchor
    for hex in hexes:
        cx, cy = design.map.geometry.centre(hex)
        kind = design.ruleset.terrain_by_id[design.map.terrain.at(hex)]
        at = int((x + cx - first[0]) * scale), int((y + cy - first[1]) * scale)
        assert image.getpixel(at) == (*rgb(kind.colour), 255), hex
    seen = np.asarray(image)[..., 3] / 255
    assert seen.sum() == pytest.approx(len(hexes) * 1.5 * 3**0.5 * scale**2, rel=0.003)
