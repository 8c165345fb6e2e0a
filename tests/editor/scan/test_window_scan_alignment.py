"""Aligning a scan in the window, with the mouse and with keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import xvfb
from scan_desk import PRINTED, THREE, Desk, Eye, Printing, action, desk_in, hex_of, other_scan, scan
from seen_widgets import told
from xvfb import Hand

from visegrad_editor.model.background import Background, Pin, align

pytestmark = xvfb.MARKS


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_in(tmp_path) as desk:
        yield desk


def test_three_clicks_align_as_one_step(desk: Desk) -> None:
    hand = desk.show()
    window, eye = hand.window, Eye(hand, desk.lie)
    before = (desk.folder / "map.yaml").read_bytes()
    window.perform("align_background")
    window.view.fit()
    hand.settle()
    assert eye.mode.draft.pins == ()
    for number in THREE:
        hand.click(eye.printed(number))
        assert eye.mode.field.open
        hand.type("9999" if number == THREE[0] else number)
        hand.key("Return")
        if number == THREE[0]:
            assert "no hex 9999" in told(eye.mode.field._frame)
            hand.type(number)
            hand.key("Return")
        assert not eye.mode.field.open
    assert len(eye.mode.draft.pins) == 3
    # A fourth place is known already: its number is in the field.
    hand.click(eye.printed("1101"))
    assert eye.mode.field.entry is not None
    assert eye.mode.field.entry.get() == "1101"
    hand.key("Return")
    panel = window.dock.panel("background")
    assert "4 pins, off by at most" in told(panel)
    hand.key("Return")
    assert window.tracing.mode is None
    assert window.session.history.undo_label == "Align the background (4 pins)"
    assert eye.error() < 0.04
    assert window.renderer.unplaced_scan is None
    hand.key("ctrl+s")
    assert b"- {hex: \"0608\", at: [" in (desk.folder / "map.yaml").read_bytes()
    hand.key("ctrl+z")
    assert window.session.design.map.background == Background("old map.jpg")
    hand.key("ctrl+s")
    assert (desk.folder / "map.yaml").read_bytes() == before


def test_hexes_are_dragged_pins_removed_and_escape_cancels(desk: Desk) -> None:
    hand = desk.show(aligned=True)
    window, eye = hand.window, Eye(hand, desk.lie)
    first = window.session.design
    assert eye.error() < 0.01
    window.perform("align_background")
    window.view.fit()
    hand.settle()
    # Drag the grid's hex at 1003 a little to the side.
    x, y = eye.printed("1003")
    hand.drag((x, y), (x + 20, y), (x + 40, y))
    pins = {p.hex for p in eye.mode.draft.pins}
    assert pins == {hex_of(n) for n in (*THREE, "1003")}
    assert eye.mode.draft.alignment.warnings()
    assert eye.mode.draft.selected == hex_of("1003")
    # Keys move it further; Ctrl+Z undoes each.
    there = eye.mode.draft.pins[-1].at
    hand.key("shift+Left", "Up")
    assert eye.mode.draft.pins[-1].at[0] < there[0]
    hand.key("ctrl+z", "ctrl+z")
    assert eye.mode.draft.pins[-1].at == pytest.approx(there)
    hand.key("ctrl+y", "ctrl+shift+z")
    assert eye.mode.draft.pins[-1].at[0] < there[0]
    hand.key("ctrl+y")
    assert window.messages.text == "There is nothing to redo."
    hand.key("ctrl+z", "ctrl+z")
    assert eye.mode.draft.pins[-1].at == pytest.approx(there)
    assert window.session.design is first
    hand.key("Delete")
    assert len(eye.mode.draft.pins) == 3
    hand.click(eye.printed("0601"), button=3)
    assert len(eye.mode.draft.pins) == 2
    # Tools and saving are disabled meanwhile.
    hand.key("t")
    assert window.controller.tool.id == "select"
    assert "Esc" in window.why_not(action("save"))
    hand.key("Escape")
    assert window.tracing.mode is None
    assert window.session.design is first
    assert window.why_not(action("save")) == ""


def walk(hand: Hand, eye: Eye, number: str) -> None:
    """Move the cross hair with the arrows to where a hex is printed."""
    window, canvas = hand.window, hand.window.view.canvas
    hand.key("Right")
    for _ in range(8):
        at = eye.mode._marks.crosshair
        assert at is not None
        (x, y), (u, v) = eye.printed(number), window.view.viewport.to_screen(at)
        assert 0 < u < canvas.winfo_width(), "it stays in sight"
        assert 0 < v < canvas.winfo_height()
        dx, dy = x - canvas.winfo_rootx() - u, y - canvas.winfo_rooty() - v
        if max(abs(dx), abs(dy)) < 1:
            return
        pressed = []
        for by, keys in ((dx, ("Right", "Left")), (dy, ("Down", "Up"))):
            far, near = divmod(round(abs(by)), 20)
            key = keys[0] if by > 0 else keys[1]
            pressed += [f"shift+{key}"] * far + [key] * near
        hand.key(*pressed, wait=0.02)
    raise AssertionError(f"the cross hair never comes to {number}")


@pytest.mark.parametrize("printing", [scan, other_scan], ids=["filled", "white below"])
def test_aligning_with_keys_alone(tmp_path: Path, printing: Printing) -> None:
    with desk_in(tmp_path, printing) as desk:
        hand = desk.show()
        window, eye = hand.window, Eye(hand, desk.lie)
        window.perform("align_background")
        window.view.fit()
        hand.settle()
        fitted = window.view.viewport
        for number in THREE:
            walk(hand, eye, number)
            assert window.view.viewport == fitted, "all is in sight, so nothing slides away"
            hand.key("Return")
            hand.type(number)
            hand.key("Return")
        hand.key("Return")
        assert window.tracing.mode is None
        assert eye.error() < 0.04


def test_the_cross_hair_stays_on_the_picture_and_its_field_visible(desk: Desk) -> None:
    hand = desk.show()
    window, eye = hand.window, Eye(hand, desk.lie)
    window.perform("align_background")
    window.view.fit()
    hand.settle()
    mode, pyramid = eye.mode, window.background.pyramid
    assert pyramid is not None
    # However often a key is pressed, the cross hair ends at the edge of the picture.
    hand.key(*["shift+Down"] * 40, wait=0.01)
    at = mode._marks.crosshair
    assert at is not None
    assert mode.draft.on_picture(at)[1] == pytest.approx(pyramid.size[1])
    assert window.view.viewport.to_screen(at)[1] < window.view.canvas.winfo_height()
    # A field scrolled out of view returns with Return, which does not finish.
    mode.draft.put(hex_of("0608"), (20.0, 20.0))
    mode.draft.put(hex_of("0601"), (20.0, 600.0))
    hand.key("Return")
    assert mode.field.entry is not None
    window.view.pan(0, -3000)
    window.view.canvas.focus_force()
    hand.settle()
    hand.key("Return")
    assert window.tracing.mode is mode
    hand.until(lambda: window.root.focus_get() is mode.field.entry)
    hand.type("1107")
    hand.key("Return")
    assert [p.hex for p in mode.draft.pins] == [hex_of(n) for n in ("0608", "0601", "1107")]
    hand.key("Escape")
    assert window.tracing.mode is None


def test_a_turned_view_stays_where_it_is(desk: Desk) -> None:
    hand = desk.show(aligned=True)
    window, eye = hand.window, Eye(hand, desk.lie)
    window.perform("turn_right")
    hand.settle(0.2)
    before = window.view.viewport
    window.perform("align_background")
    hand.settle(0.2)
    # The picture is shown unturned, so a hex is printed where the map had it.
    x, y = hand.window.view.viewport.to_screen(replace(PRINTED.geometry, turn=1).centre(hex_of("0905")))
    assert eye.printed("0905") == pytest.approx(
        (x + window.view.canvas.winfo_rootx(), y + window.view.canvas.winfo_rooty()), abs=2)
    hand.key("Escape")
    assert window.view.viewport.scale == pytest.approx(before.scale)
    assert window.view.viewport.left == pytest.approx(before.left, abs=0.2)
    window.perform("turn_back")


def test_pins_follow_a_map_that_is_turned(desk: Desk) -> None:
    from visegrad_editor.model.edit.reshape import rotate
    hand = desk.show(aligned=True)
    window = hand.window
    old = window.background.alignment
    assert old is not None
    window.session.edit("Turn", rotate(window.session.design, 1).design)
    hand.settle()
    new, map = window.background.alignment, window.session.design.map
    assert new is not None
    moved = map.moved.hex(hex_of("0905"))
    assert new.to_picture.apply(map.geometry.centre(moved)) == pytest.approx(
        old.to_picture.apply(PRINTED.geometry.centre(hex_of("0905"))), abs=0.5)
    assert window.renderer.scan is not None
    assert window.renderer.scan.to_map == new.to_map
    pins = map.background.pins if map.background else ()
    assert align(map.geometry, pins, new.to_map).fit == "affine"
    assert isinstance(pins[0], Pin)
