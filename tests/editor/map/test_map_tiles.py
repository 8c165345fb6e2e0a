"""Tiles on the canvas: prepared before they are visible, kept for other zoom levels, right in the end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import xvfb
from map_view import near, rested
from PIL import Image, ImageTk
from xvfb import Hand, window_on

from visegrad_editor.editor.map.tile_cache import TILE_PX, Tile, TileCache, TileKey
from visegrad_editor.editor.map.tile_renderer import TileRenderer
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.files.load import load

pytestmark = pytest.mark.xdist_group("window")


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    if xvfb.MISSING:
        pytest.skip(f"not installed: {', '.join(xvfb.MISSING)}")
    with window_on("historical", tmp_path_factory.mktemp("tiles")) as hand:
        yield hand


def assert_tiles_current(hand: Hand) -> None:
    """Every visible tile in Tk equals the tile of a fresh renderer."""
    view, fresh = hand.window.view, TileRenderer()
    fresh.style = view.renderer.style
    fresh.show(hand.window.session.design)
    assert view.tiles._visible
    for key in view.tiles._visible:
        photo, item = view.tiles._items._kept[key]
        assert view.canvas.itemcget(item, "state") == "normal"
        assert ImageTk.getimage(photo).convert("RGB").tobytes() == fresh.tile(key).tobytes(), key
    assert view.tiles._backdrop.shown is None


def test_tiles_coming_into_view_are_already_sketched(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    near(hand)
    view = hand.window.view
    before = set(view.tiles._visible)
    monkeypatch.setattr(view.tiles, "work", lambda: None)  # nothing is made from now on
    monkeypatch.setattr(view.renderer, "rough", lambda *_: pytest.fail("a tile came into sight in blocks"))
    for dx, dy in ((TILE_PX, 0), (-TILE_PX, 0), (0, TILE_PX), (-TILE_PX, -TILE_PX)):
        view.pan(dx, dy)
        assert set(view.tiles._visible) - before or (dx, dy) == (-TILE_PX, 0)
    monkeypatch.undo()
    view.refresh()
    rested(hand)
    assert_tiles_current(hand)


def test_zooming_back_shows_painted_tiles_at_once(hand: Hand) -> None:
    near(hand)
    view = hand.window.view
    at, seen = view.viewport, set(view.tiles._visible)
    view.zoom(1)
    assert view.tiles._backdrop.shown is not None
    assert all(view.canvas.itemcget(view.tiles._items._kept[k][1], "state") == "hidden" for k in seen)
    rested(hand)
    assert_tiles_current(hand)
    view.look(at)
    assert view.tiles._backdrop.shown is None
    assert not view.busy
    assert_tiles_current(hand)


def test_an_edit_updates_tiles_outside_the_view_and_at_other_zoom_levels(hand: Hand) -> None:
    near(hand)
    view, session = hand.window.view, hand.window.session
    at = view.viewport
    view.zoom(2)
    rested(hand)
    there = [h for h in session.design.map.grid.within(Hex(9, 12), 7) if h in session.design.map.grid]
    session.edit("Paint", with_map(session.design, paint_terrain(session.design.map, there, "marsh")))
    rested(hand)
    assert_tiles_current(hand)
    view.pan(TILE_PX, TILE_PX)
    rested(hand)
    assert_tiles_current(hand)
    view.look(at)
    rested(hand)
    assert_tiles_current(hand)
    session.history.undo()
    rested(hand)
    assert_tiles_current(hand)


def test_a_visible_tile_is_never_evicted(hand: Hand) -> None:
    near(hand)
    view = hand.window.view
    for _ in range(4):
        view.zoom(1)
        rested(hand)
        items, cache = view.tiles._items, view.renderer.tiles
        assert len(items._kept) <= len(cache._tiles) <= cache.room
        assert all(k in items and cache.has_good(k) for k in view.tiles._visible)
        assert len(view.canvas.find_withtag("tile")) == len(items._kept)
    near(hand)
    assert_tiles_current(hand)


def test_painting_a_tile_discards_the_composed_picture(hand: Hand) -> None:
    near(hand)
    tiles = hand.window.view.tiles
    assert tiles._zoom_ready
    key = tiles._visible[0]
    tiles._put(key)
    assert not tiles._zoom_ready
    hand.window.view.refresh()
    rested(hand)
    assert tiles._zoom_ready


def test_an_edit_drops_a_sketch_it_touches_and_outdates_a_painted_tile() -> None:
    design = load("historical").design
    assert design is not None
    renderer = TileRenderer()
    renderer.show(design)
    gone: list[TileKey] = []
    renderer.tiles.dropped = gone.append
    sketched, painted, other = TileKey(20.0, 1, 1), TileKey(20.0, 0, 1), TileKey(20.0, 3, 3)
    for key in (sketched, other):
        assert not renderer.stand_in(key).good
    renderer.tile(painted)
    assert renderer.tiles.has_good(painted)
    x, y = TILE_PX / 20.0, 1.5 * TILE_PX / 20.0
    there = design.map.geometry.nearest(x, y)
    assert renderer.update(with_map(design, paint_terrain(design.map, [there], "sea")))
    assert gone == [sketched]
    tile = renderer.tiles.get(painted)
    assert tile is not None
    assert tile.painted
    assert not tile.good
    assert renderer.tiles.get(other) is not None
    renderer.tiles.clear()
    assert set(gone) == {sketched, painted, other}


def test_the_least_recently_used_tile_is_dropped_first() -> None:
    tiles, gone = TileCache(), list[TileKey]()
    tiles.dropped, tiles.room = gone.append, 3
    keys = [TileKey(20.0, n, 0) for n in range(4)]
    for key in keys[:3]:
        tiles.put(key, Tile(Image.new("RGB", (1, 1)), painted=True))
    tiles.use(keys[:1])
    tiles.put(keys[3], Tile(Image.new("RGB", (1, 1)), painted=False))
    assert gone == [keys[1]]
    assert [tiles.has_good(key) for key in keys] == [True, False, True, False]
