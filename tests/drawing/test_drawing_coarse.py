"""The coarse painter for small scales: hex positions and colours, edits, and no jump to the fine picture."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from coarse_ground import ground_of
from PIL import Image, ImageChops, ImageStat
from small_design import small_design

from visegrad_editor.drawing import coarse
from visegrad_editor.drawing.coarse import COARSE_BELOW, RASTER_LAYERS, CoarseMap
from visegrad_editor.drawing.colours import rgb
from visegrad_editor.drawing.compiled import _raster
from visegrad_editor.drawing.drawn_hexes import DrawnHexes
from visegrad_editor.drawing.ground import PATTERNS_FROM
from visegrad_editor.drawing.layers import ALL_LAYERS
from visegrad_editor.drawing.painters.map_painter import MapPainter
from visegrad_editor.drawing.style import DEFAULT
from visegrad_editor.drawing.style_file import find_style
from visegrad_editor.drawing.viewport import Viewport
from visegrad_editor.editor.map.tile_cache import TileKey
from visegrad_editor.editor.map.tile_renderer import TileRenderer
from visegrad_editor.hexgrid import Hex, HexGrid
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.files.load import load


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
@pytest.mark.parametrize("stagger", ["odd", "even"])
@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_every_point_has_the_colour_of_its_hex(orientation: str, stagger: str, turn: int) -> None:
    design = small_design()
    grid = HexGrid(orientation, 8, 6, stagger, design.map.grid.numbering)  # type: ignore[arg-type]
    map = replace(design.map, grid=grid, lines=(), roads=())
    for i, hex in enumerate(grid):
        map = paint_terrain(map, [hex], design.ruleset.terrain[i * 7 % 3].id)
    layers = DrawnHexes(Design(design.ruleset, map), replace(DEFAULT, turn=turn))
    view = Viewport(9.0, -1.0, -1.5, 170, 160)
    below = Image.new("RGB", (170, 160), "#123456")
    picture = CoarseMap(layers).ground(view, below, {"terrain"}, 1)
    chance, inside, wrong = random.Random(3), 0, 0
    for _ in range(500):
        x, y = chance.randrange(1, 170), chance.randrange(1, 160)
        spots = [layers.geometry.hex_at(*view.to_map(x + dx, y + dy))
                 for dx, dy in ((0.5, 0.5), (-0.6, 0.5), (0.5, -0.6))]
        if spots[0] != spots[1] or spots[0] != spots[2]:
            continue  # a coast may run there
        hex = spots[0]
        wanted = rgb(layers.ground.kind(hex).colour) if hex is not None else rgb("#123456")
        inside += hex is not None
        wrong += picture.getpixel((x, y)) != wanted
    assert inside > 100
    assert wrong == 0


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_coasts_borders_and_the_grid_lie_where_the_ground_changes(orientation: str, turn: int) -> None:
    design, chance = small_design(), random.Random(turn)
    map = replace(design.map, grid=HexGrid(
        orientation, 8, 6, "odd", design.map.grid.numbering), lines=(), roads=())  # type: ignore[arg-type]
    for hex in map.grid:
        map = paint_terrain(map, [hex], chance.choice(design.ruleset.terrain).id)
    layers = DrawnHexes(Design(design.ruleset, map), replace(DEFAULT, turn=turn))
    seen = set()
    for view in (Viewport(9.0, -1.0, -1.5, 170, 160), Viewport(30.0, 3.0, 3.0, 50, 40)):
        for shown in (RASTER_LAYERS, frozenset({"terrain"}), frozenset({"borders", "grid"})):
            below = Image.new("RGB", (view.width_px, view.height_px), "#123456")
            for finer in (1, 2):
                found = CoarseMap(layers).ground(view, below, shown, finer).tobytes()
                assert found == ground_of(layers, view, below, shown, finer).tobytes()
                seen.add(found)
    assert len(seen) == 12


def test_the_compiled_ground_refuses_tables_that_do_not_fit() -> None:
    paint: Any = _raster.ground
    f, i = np.float32, np.int32

    def tables() -> list[Any]:
        return [bytearray(3 * 6), bytearray(6), (3, 2), (4, 5), False, True,
                (np.zeros(3, f), np.zeros((2, 3), i), np.zeros(2, i), np.zeros(2, f)),
                bytes(20), bytes(20), bytes(256 * 8 + 8)]

    assert paint(*tables()) is True
    axes = tables()[6]
    bad: list[tuple[int, Any]] = [
        (0, bytearray(17)), (1, bytearray(5)), (2, (0, 2)), (2, (1 << 20, 1 << 20)), (2, (2, 3)), (3, (5, 5)),
        (3, (-4, -5)), (4, True), (7, bytes(19)), (8, bytes(0)), (9, bytes(256 * 8))]
    bad += [(6, tuple(x[..., :1] if k == n else x for k, x in enumerate(axes))) for n in range(4)]
    for n, wrong in bad:
        given = tables()
        given[n] = wrong if n != 6 else tuple(np.ascontiguousarray(x) for x in wrong)
        with pytest.raises(ValueError, match="tables of the size"):
            paint(*given)
    far = tables()
    far[6] = (np.zeros(3, f), np.full((2, 3), -(1 << 31), i), np.full(2, (1 << 31) - 1, i), np.full(2, -1, f))
    assert paint(*far) is False
    assert not any(far[1])


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every map counts as a large one."""
    monkeypatch.setattr(coarse, "_MOST_DETAILED", 0)


@pytest.mark.usefixtures("large")
def test_coarse_and_fine_pictures_look_alike() -> None:
    design = load("historical").design
    assert design is not None
    renderer = TileRenderer()
    renderer.show(design)
    far = renderer.picture(Viewport(COARSE_BELOW * 0.999, 2.0, 2.0, 240, 240))
    near = renderer.picture(Viewport(COARSE_BELOW, 2.0, 2.0, 240, 240))
    blurred = [p.resize((24, 24), Image.Resampling.BOX) for p in (far, near)]
    assert 1 < max(ImageStat.Stat(ImageChops.difference(*blurred)).mean) < 12


@pytest.mark.parametrize("hex_px", [7.0, 11.5])
def test_a_map_of_few_thousand_hexes_is_drawn_in_full_detail(
    hex_px: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its rivers wind and its borders have ribbons however small it is."""
    design = load("maps/gsofg").design
    assert design is not None
    renderer = TileRenderer()
    renderer.show(design)
    view = Viewport(hex_px / 3**0.5, 4.0, 6.0, 90, 120)
    seen, (left, top, _, _) = renderer.picture(view), renderer.bounds
    whole = MapPainter(design, [x for x in ALL_LAYERS if x != "areas"], view.scale, 200, 200)
    x, y = (round(v * view.scale) for v in (view.left, view.top))
    x, y = x - round(left * view.scale), y - round(top * view.scale)
    assert seen.tobytes() == whole.rows(y, 120)[:, x : x + 90].tobytes()
    monkeypatch.setattr(coarse, "_MOST_DETAILED", 1_000)
    assert ImageStat.Stat(ImageChops.difference(renderer.picture(view), seen).convert("L")).mean[0] > 3


def test_ground_patterns_show_on_hexes_ten_pixels_wide() -> None:
    design, style = small_design(), find_style("low-ink").style
    assert PATTERNS_FROM * 3**0.5 < 10
    hills = next(k for k in design.ruleset.terrain if k.pattern == "mountain")
    map = paint_terrain(design.map, list(design.map.grid), hills.id)
    renderer = TileRenderer()
    renderer.style = style
    renderer.show(Design(design.ruleset, replace(map, lines=(), roads=(), places=(), labels=())))
    renderer.hidden = frozenset(ALL_LAYERS) - {"terrain"}
    spread = [ImageStat.Stat(renderer.picture(Viewport(scale, 3.0, 3.0, 30, 30)).convert("L")).stddev[0]
              for scale in (10 / 3**0.5, 9 / 3**0.5)]
    assert spread[0] > 4 > 1 > spread[1]


@pytest.mark.parametrize("far", [True, False])
@pytest.mark.parametrize("what", ["terrain", "lines", "roads", "places", "units"])
def test_a_small_tile_follows_an_edit(what: str, far: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coarse, "_MOST_DETAILED", 0 if far else 5_000)
    design = small_design()
    assert design.scenario is not None
    if what == "terrain":
        after = with_map(design, paint_terrain(design.map, [Hex(4, 4)], "mountain"))
    elif what == "units":
        after = replace(design, scenario=replace(design.scenario, units=()))
    else:
        after = replace(design, map=replace(design.map, **{what: ()}))
    key = TileKey(5.0, 0, 0)
    renderer, fresh = TileRenderer(), TileRenderer()
    renderer.show(design)
    first = renderer.tile(key).tobytes()
    assert renderer.update(after)
    fresh.show(after)
    assert renderer.tile(key).tobytes() == fresh.tile(key).tobytes() != first


@pytest.mark.usefixtures("large")
def test_a_hidden_layer_is_hidden_at_small_scales_too() -> None:
    renderer = TileRenderer()
    renderer.show(small_design())
    view = Viewport(6.5, 0.0, 0.0, 90, 70)
    seen = {renderer.picture(view).tobytes()}
    for layer in (*sorted(RASTER_LAYERS), "rivers", "roads", "features", "counters"):
        renderer.hidden = frozenset({"areas", layer})
        renderer.update(small_design())
        seen.add(renderer.picture(view).tobytes())
    assert len(seen) > 7


@pytest.mark.parametrize("scale", [6.0, 21.0])
def test_a_tile_gathered_in_slices_is_the_tile_painted_at_once(scale: float) -> None:
    one, other, key = TileRenderer(), TileRenderer(), TileKey(scale, 0, 0)
    one.show(small_design())
    other.show(small_design())
    steps = 1
    while one.advance(key, 0.0) is None:
        steps += 1
    assert steps > 3
    assert one.tile(key).tobytes() == other.tile(key).tobytes()
    assert one.sketch(key).size == (256, 256)
