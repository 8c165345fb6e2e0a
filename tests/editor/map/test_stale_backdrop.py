"""The stale backdrop at another zoom level: the same prepared or made at once, and never outdated."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Iterator

import pytest
import xvfb
from map_view import near, rested
from PIL import Image, ImageTk
from xvfb import Hand, window_on

from visegrad_editor.drawing.viewport import Viewport
from visegrad_editor.editor.map.backdrop import (
    TAG,
    BackdropImage,
    BackdropImages,
    StaleBackdrop,
    ViewSnapshot,
    assembled_snapshot,
    stretched_snapshot,
)
from visegrad_editor.editor.map.tile_cache import TileKey
from visegrad_editor.editor.map.view import MapView
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.terrain import paint_terrain

pytestmark = pytest.mark.xdist_group("window")


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    if xvfb.MISSING:
        pytest.skip(f"not installed: {', '.join(xvfb.MISSING)}")
    with window_on("historical", tmp_path_factory.mktemp("backdrop")) as hand:
        hand.window.tray.switch(False)  # the whole height is the map's
        hand.settle(0.3)
        yield hand


def reset_view(hand: Hand) -> None:
    """Show the middle of the map, with nothing cached by earlier tests."""
    hand.window.view.show_all()
    hand.window.view.renderer.tiles.clear()
    near(hand)


def place_of(canvas: tk.Canvas, image: BackdropImage | None) -> tuple[int, int, int, int]:
    """The place of a picture on the canvas, its width and its height."""
    assert image is not None
    left, top, right, bottom = canvas.bbox(*(item for _, item in image._strips))
    return left, top, right - left, bottom - top


def picture_of(image: BackdropImage) -> Image.Image:
    """What was passed to Tk, all strips together."""
    whole, top = Image.new("RGB", image.size), 0
    for photo, _ in image._strips:
        whole.paste(ImageTk.getimage(photo).convert("RGB"), (0, top))
        top += photo.height()
    assert top == image.size[1]
    return whole


def windowfuls(view: MapView) -> float:
    """How many pictures of the size of the window all strips on the canvas make up."""
    canvas = view.canvas
    names = {canvas.tk.call(str(canvas), "itemcget", item, "-image") for item in canvas.find_withtag(TAG)}
    pixels = sum(int(canvas.tk.call("image", "width", name)) * int(canvas.tk.call("image", "height", name))
                 for name in names)
    return pixels / (view.viewport.width_px * view.viewport.height_px)


def plain(view: Viewport, _part: int) -> Image.Image:
    return Image.new("RGB", (view.width_px, view.height_px), "#123456")


@pytest.mark.parametrize("factor", [1.25, 0.8, 0.3, 3.0])
def test_the_middle_stays_sharp_and_the_rest_is_rough(factor: float) -> None:
    old = Viewport(20.0, 3.0, 2.0, 400, 300)
    picture = Image.new("RGB", (400, 300), "#ffffff")
    picture.paste("#aa0000", (190, 140, 210, 160))
    before = ViewSnapshot(picture, old, old.box, 20.0)
    shown = stretched_snapshot(before, old.zoom_at(200, 150, factor), plain)
    assert shown.picture.size == (400, 300)
    assert shown.picture.getpixel((200, 150)) == (170, 0, 0)
    corner = (0x12, 0x34, 0x56) if factor < 1 else (255, 255, 255)
    assert {shown.picture.getpixel(p) for p in ((0, 0), (399, 0), (0, 299), (399, 299))} == {corner}
    red = sum(n for n, c in shown.picture.getcolors(1 << 18) or [] if c == (170, 0, 0))
    assert red == pytest.approx(400 * factor**2, rel=0.1)


def test_an_old_picture_beats_a_sketch_until_it_is_enlarged_too_far() -> None:
    old = Viewport(20.0, 3.0, 2.0, 400, 300)
    seen = ViewSnapshot(Image.new("RGB", (400, 300)), old, old.box, 20.0)
    middle, corner = (12.0, 9.0, 14.0, 10.0), (1.0, 1.0, 4.0, 4.0)
    assert seen.is_drawn(middle)
    assert seen.is_drawn(corner), "what of it is in sight"
    out = stretched_snapshot(seen, old.zoom_at(200, 150, 0.8), plain)
    assert out.is_drawn(middle)
    assert not out.is_drawn(corner)
    back = stretched_snapshot(out, out.view.zoom_at(200, 150, 1.25), plain)
    assert back.is_drawn(middle)
    near = seen
    for notches in range(1, 8):
        near = stretched_snapshot(near, near.view.zoom_at(200, 150, 1.25), plain)
        assert near.is_drawn(near.view.box) == (notches < 5)


def test_outside_the_old_picture_everything_is_rough() -> None:
    old = Viewport(20.0, 3.0, 2.0, 400, 300)
    far = Viewport(25.0, 300.0, 2.0, 400, 300)
    shown = stretched_snapshot(ViewSnapshot(Image.new("RGB", (400, 300)), old, old.box, 20.0), far, plain)
    assert shown.picture.getcolors() == [(120_000, (0x12, 0x34, 0x56))]
    assert not shown.is_drawn(far.box)


def test_a_backdrop_does_not_change_with_the_tiles_above_it(hand: Hand) -> None:
    reset_view(hand)
    tiles = hand.window.view.tiles
    view = Viewport(48.828125, 0.0, 0.0, 300, 200)
    below = ViewSnapshot(Image.new("RGB", (300, 200), "#00ff00"), view, view.box, view.scale)
    key = next(iter(tiles._pictures()))._replace(column=0, row=0)
    whole = assembled_snapshot(view, {key: Image.new("RGB", (256, 256), "#ff0000")}, below, plain)
    assert below.picture.getcolors() == [(60_000, (0, 255, 0))]
    assert sorted(whole.picture.getcolors() or []) == [(44 * 200, (0, 255, 0)), (256 * 200, (255, 0, 0))]


def test_a_prepared_backdrop_equals_one_made_at_once(hand: Hand) -> None:
    reset_view(hand)
    view = hand.window.view
    old = view.viewport
    for factor in (1.25, 0.8, 0.3):
        new, shown = old.zoom_at(200, 150, factor), []
        for steps in range(4):
            backdrop = StaleBackdrop(view.canvas, view.renderer)
            for step in range(steps):
                if step == 0:
                    backdrop.take_snapshot(old, view.tiles._pictures())
                else:
                    backdrop.prepare_next(old, view.tiles._pictures, new)
            assert backdrop.is_ready(new) == (steps == 3)
            backdrop.show_stretched(old, view.tiles._pictures, new)
            assert backdrop.shown is not None
            assert backdrop.shown.view == new
            shown.append(backdrop.shown.picture.tobytes())
            backdrop.drop()
            backdrop._images.release()
        assert len(set(shown)) == 1


def test_the_next_wheel_notch_in_either_direction_uses_a_prepared_backdrop(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    reset_view(hand)
    view, shown = hand.window.view, []
    tiles = view.tiles
    view.zoom(-1)
    first = view.viewport
    monkeypatch.setattr("visegrad_editor.editor.map.tiles._STILL_S", 60.0)  # the wheel never rests
    end = time.perf_counter() + 20
    while not tiles._next_ready and time.perf_counter() < end:
        hand.window.root.update()
    assert tiles._next_ready
    monkeypatch.setattr(BackdropImages, "put", lambda *_: pytest.fail("a picture was handed over late"))
    for notches in (-1, 1):
        view.zoom(notches)
        assert tiles._backdrop.shown is not None
        shown.append(tiles._backdrop.shown.view)
        assert place_of(view.canvas, tiles._backdrop._images._up) == (
            *view.viewport.origin_px, view.viewport.width_px, view.viewport.height_px)
    assert shown[1].place == first.place
    monkeypatch.undo()
    rested(hand)
    assert tiles._backdrop.shown is None


def test_an_edit_or_a_painted_tile_discards_prepared_backdrops(hand: Hand) -> None:
    reset_view(hand)
    view, session = hand.window.view, hand.window.session
    tiles = view.tiles
    view.zoom(-1)
    rested(hand)
    assert tiles._next is not None
    assert tiles._next_ready
    design = session.design
    session.edit("Paint", with_map(design, paint_terrain(design.map, [Hex(9, 12)], "marsh")))
    assert not tiles._next_ready
    rested(hand)
    assert tiles._next_ready
    view.zoom(-1)
    up = tiles._backdrop._images._up
    assert up is not None
    handed = picture_of(up)
    fresh = StaleBackdrop(view.canvas, view.renderer)
    assert up.snapshot is not None
    assert up.snapshot.picture.tobytes() == handed.tobytes()
    # The marsh is in it: it equals stretched_snapshot of the tiles as painted now.
    view.zoom(1)
    rested(hand)
    old = view.viewport
    fresh.show_stretched(old, tiles._pictures, view._zoomed(old, -1, None))
    assert fresh.shown is not None
    assert fresh.shown.picture.tobytes() == handed.tobytes()
    fresh.drop()
    fresh._images.release()
    session.history.undo()
    rested(hand)


def test_a_picture_from_before_an_edit_is_not_shown_again(hand: Hand) -> None:
    reset_view(hand)
    view, session = hand.window.view, hand.window.session
    view.look(Viewport(119.20928955078125, 0.0, 0.0, 1, 1))
    view.centre_on(view.geometry.centre(Hex(9, 12)))
    rested(hand)
    view.zoom(1)
    up = view.tiles._backdrop.shown
    assert up is not None
    there = [h for h in session.design.map.grid.within(Hex(9, 12), 9) if h in session.design.map.grid]
    session.edit("Paint", with_map(session.design, paint_terrain(session.design.map, there, "marsh")))
    view.zoom(-1)
    view.zoom(1)
    assert view.tiles._backdrop.shown is not up
    rested(hand)
    session.history.undo()
    rested(hand)


def test_no_sketch_covers_a_good_picture_during_painting(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    reset_view(hand)
    view, renderer = hand.window.view, hand.window.view.renderer
    view.look(Viewport(37.5, 0.0, 0.0, 1, 1))
    view.centre_on(view.geometry.centre(Hex(9, 12)))
    rested(hand)
    sketched: list[object] = []
    sketch = renderer.sketch
    monkeypatch.setattr(renderer, "sketch", lambda key: sketched.append(key) or sketch(key))
    view.zoom(1)
    inside = set(view.tiles._visible)
    assert not view.bare
    rested(hand)
    assert not inside & set(sketched)
    for _ in range(6):  # zoomed in far at once: the old picture is too coarse
        view.zoom(1)
    inside = set(view.tiles._visible)
    assert view.bare
    rested(hand)
    assert inside <= set(sketched)


def test_panning_discards_backdrops_prepared_for_the_wheel(hand: Hand) -> None:
    reset_view(hand)
    view = hand.window.view
    view.zoom(-1)
    assert view.tiles._next is not None
    view.pan(7, 0)
    assert view.tiles._next is None
    rested(hand)


def test_an_idle_window_holds_at_most_one_full_size_picture(hand: Hand) -> None:
    reset_view(hand)
    view = hand.window.view
    for notches in (-1, -1, 1, -1):
        view.zoom(notches)
        hand.settle(0.02)
        assert windowfuls(view) <= 3.0
    rested(hand)
    hand.settle(0.1)
    assert windowfuls(view) <= 1.0


def test_a_picture_is_passed_strip_by_strip(hand: Hand) -> None:
    reset_view(hand)
    view = hand.window.view
    images, at = BackdropImages(view.canvas), view.viewport
    noise = Image.effect_noise((at.width_px, at.height_px), 90.0).convert("RGB")
    snapshot = ViewSnapshot(noise, at, at.box, at.scale)
    passed = 0
    while not images.put(snapshot, end=0.0):  # a time long past: one strip each time
        assert not images.has(at), "what is not passed as a whole is not shown"
        passed += 1
    assert passed >= 1, "this window is one strip"
    images.show(at)
    assert images._up is not None
    assert picture_of(images._up).tobytes() == noise.tobytes()
    assert place_of(view.canvas, images._up) == (*at.origin_px, at.width_px, at.height_px)
    images.hide()
    images.release()


def test_what_is_out_of_date_halfway_begins_anew(hand: Hand) -> None:
    reset_view(hand)
    view = hand.window.view
    images, at = BackdropImages(view.canvas), view.viewport
    red, blue = (Image.new("RGB", (at.width_px, at.height_px), c) for c in ("#ff0000", "#0000ff"))
    assert not images.put(ViewSnapshot(red, at, at.box, at.scale), end=0.0)
    images.outdated()
    assert images.put(ViewSnapshot(blue, at, at.box, at.scale))
    assert len(images._images) == 1, "the room is used again"
    images.show(at)
    assert images._up is not None
    assert picture_of(images._up).getcolors() == [(at.width_px * at.height_px, (0, 0, 255))]
    images.hide()
    images.release()


def test_a_window_at_rest_has_room_for_the_first_notch(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    reset_view(hand)
    view = hand.window.view
    view.pan(5, 0)
    rested(hand)
    assert view.tiles._backdrop.has_room
    monkeypatch.setattr(BackdropImage, "_add", lambda *_: pytest.fail("a picture was made in a frame"))
    view.zoom(1)
    assert view.tiles._backdrop.shown is not None
    monkeypatch.undo()
    rested(hand)


@pytest.mark.parametrize("gap", [False, True])
def test_only_what_tiles_leave_free_is_drawn_roughly(gap: bool) -> None:
    view = Viewport(20.0, 0.0, 0.0, 600, 700)
    keys = [TileKey(20.0, c, r) for c in (0, 1) for r in (0, 1)][gap:]
    drawn: list[tuple[int, int, int, int]] = []

    def rough(part: Viewport, _edge: int) -> Image.Image:
        drawn.append((*part.origin_px, part.width_px, part.height_px))
        return plain(part, 1)

    whole = assembled_snapshot(view, {k: Image.new("RGB", (256, 256), "#ff0000") for k in keys}, None, rough)
    assert drawn == ([(0, 0, 600, 700)] if gap else [(0, 512, 600, 188), (512, 0, 88, 512)])
    red = len(keys) * 256 * 256
    assert sorted(whole.picture.getcolors() or []) == sorted(
        [(red, (255, 0, 0)), (600 * 700 - red, (0x12, 0x34, 0x56))])


def test_zooming_out_and_in_again_restores_the_view(hand: Hand) -> None:
    reset_view(hand)
    view = hand.window.view
    at = view.viewport
    for notches in (-1, -1, -1, 1, 1, 1):
        view.zoom(notches, (333, 77))
    assert view.viewport.place == at.place
    view.look(Viewport(160.0, 0.0, 0.0, 1, 1))
    before = view.viewport
    view.zoom(1)
    assert view.viewport == before  # no further
    rested(hand)
