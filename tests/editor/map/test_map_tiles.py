"""Tiles on the canvas: prepared before they are visible, kept for other zoom levels, right in the end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import xvfb
from map_view import near, rested
from PIL import Image, ImageTk
from xvfb import Hand, window_on

from visegrad_editor.editor.map.tile_renderer import TILE_PX, TileKey, TileRenderer
from visegrad_editor.editor.map.tiles import TilePlaceholders
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
        items = view.tiles._items
        assert len(items._kept) <= items.room
        assert all(k in items for k in view.tiles._visible)
        assert len(view.canvas.find_withtag("tile")) == len(items._kept)
    near(hand)
    assert_tiles_current(hand)


def test_painting_a_tile_discards_the_composed_picture(hand: Hand) -> None:
    near(hand)
    tiles = hand.window.view.tiles
    assert tiles._zoom_ready
    key = tiles._visible[0]
    tiles._put(key, tiles._renderer.tile(key))
    assert not tiles._zoom_ready
    hand.window.view.refresh()
    rested(hand)
    assert tiles._zoom_ready


def test_an_edit_remakes_a_sketch_made_ahead() -> None:
    design = load("historical").design
    assert design is not None
    renderer = TileRenderer()
    renderer.show(design)
    first, key, other = TilePlaceholders(renderer), TileKey(20.0, 2, 1), TileKey(20.0, 3, 1)
    for one in (key, other):
        assert isinstance(first.ahead(one), Image.Image)
        assert not first.is_rough(one)
    first.outdated(lambda k: k == key)
    assert first.is_rough(key)
    assert not first.is_rough(other)
    first.expect([key])
    made = first.sketch(lambda _key: True)
    assert made is not None
    assert not first.is_rough(key)
