"""The map turned by quarters: mouse and keys act on the hex shown under them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import xvfb
from xvfb import Hand, window_on

from visegrad_editor.editor.map.tile_renderer import TileRenderer
from visegrad_editor.editor.settings import Settings
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.blank import blank_map
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.files.store import save_design

pytestmark = xvfb.MARKS


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    folder = Path(tmp_path_factory.mktemp("turn"))
    rules = load("visegrad4", "ruleset").ruleset
    map = blank_map(rules, "small", "A small map", 14, 10, "pointy")
    save_design(Design(rules, map), Sources(), folder / "small.yaml")
    with window_on(folder / "small.yaml", folder) as hand:
        yield hand


@pytest.fixture(autouse=True)
def _unturned(hand: Hand) -> Iterator[None]:
    yield
    hand.window.perform("turn_back")
    hand.window.session.history.jump(0)
    hand.window.use_tool("select")
    hand.settle(0.2)


def middle(hand: Hand) -> Hex:
    view = hand.window.view
    v = view.viewport
    return hand.window.session.design.map.geometry.nearest(*view.to_map(v.width_px // 2, v.height_px // 2))


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_click_hits_the_visible_hex_on_a_turned_map(hand: Hand, turns: int) -> None:
    hand.window.view.canvas.focus_force()
    for _ in range(turns):
        hand.key("ctrl+r", wait=0.2)
    assert hand.window.view.geometry.turn == turns
    hand.window.navigator.to_hex(hand.window.session.design.map.grid.parse("0605"))
    hand.settle(0.2)
    hand.click(hand.centre("0605"))
    grid = hand.window.session.design.map.grid
    assert grid.number(hand.window.session.hex) == "0605"
    hand.key("t")
    hand.window.session.choose(terrain="marsh")
    hand.drag(hand.centre("0504"), hand.centre("0505"))
    map = hand.window.session.design.map
    assert map.terrain.at(grid.parse("0504")) == map.terrain.at(grid.parse("0505")) == "marsh"


def test_the_middle_stays_in_the_middle(hand: Hand) -> None:
    hand.window.view.zoom(3)
    hand.window.navigator.to_hex(hand.window.session.design.map.grid.parse("0704"))
    hand.window.view.centre_on(hand.window.session.design.map.geometry.centre(hand.window.session.hex))
    before = middle(hand)
    for action in ("turn_left", "turn_left", "turn_right"):
        hand.window.perform(action)
        assert hand.window.session.design.map.grid.distance(middle(hand), before) <= 1
    hand.window.view.fit()


@pytest.mark.parametrize(("action", "key"), [
    ("turn_right", "Right"), ("turn_left", "Up"), ("turn_left", "Down")])
def test_arrows_go_where_they_point(hand: Hand, action: str, key: str) -> None:
    hand.window.perform(action)
    hand.window.navigator.to_hex(hand.window.session.design.map.grid.parse("0704"))
    hand.settle(0.2)
    start = hand.pixel(hand.window.session.design.map.geometry.centre(hand.window.controller.cursor))
    hand.key(key)
    end = hand.pixel(hand.window.session.design.map.geometry.centre(hand.window.controller.cursor))
    dx, dy = end[0] - start[0], end[1] - start[1]
    step = {"Right": dx, "Up": -dy, "Down": dy}[key]
    assert step > 0
    assert step > abs(dx if key in ("Up", "Down") else dy)


def test_hover_outline_lies_under_the_pointer(hand: Hand) -> None:
    hand.window.perform("turn_left")
    hand.settle(0.2)
    x, y = hand.centre("0704")
    hand.do("mousemove", x, y)
    canvas = hand.window.view.canvas
    left, top, right, bottom = canvas.bbox("hover")
    left, right = left - canvas.canvasx(0), right - canvas.canvasx(0)
    top, bottom = top - canvas.canvasy(0), bottom - canvas.canvasy(0)
    assert abs((left + right) / 2 + canvas.winfo_rootx() - x) < 3
    assert abs((top + bottom) / 2 + canvas.winfo_rooty() - y) < 3
    assert right - left > bottom - top  # flat tops are shown


def test_an_edit_undone_during_a_turn_disappears(hand: Hand) -> None:
    window, session = hand.window, hand.window.session
    hex = Hex(6, 5)
    before = session.design
    session.edit("Paint", with_map(session.design, paint_terrain(session.design.map, [hex], "mountain")))
    hand.settle(0.1)
    window.root.after_idle(session.history.undo)  # like a key at the same instant
    window.perform("turn_right")
    hand.until(lambda: window.renderer.turn == 1 and session.design is before)
    hand.settle(0.2)
    fresh = TileRenderer()
    fresh.style, fresh.turn = window.renderer.style, 1
    fresh.show(session.design)
    view = window.view.viewport
    assert window.renderer.picture(view).tobytes() == fresh.picture(view).tobytes()


def test_the_turn_of_each_map_is_remembered(hand: Hand) -> None:
    window = hand.window
    path = window.session.document.path
    assert path is not None
    hand.key("ctrl+r", wait=0.3)
    assert window.renderer.turn == 1
    window.files.open_asking("first-steps")
    hand.settle(0.3)
    assert window.renderer.turn == window.view.geometry.turn == 0
    window.files.open_asking(str(path))
    hand.settle(0.3)
    assert window.renderer.turn == window.view.geometry.turn == 1
    # So does another window with the same settings.
    assert Settings(window.settings.folder).turn_of(path) == 1
    hand.key("ctrl+shift+r", wait=0.3)
    assert Settings(window.settings.folder).turn_of(path) == 0


def test_broken_settings_turn_no_map(tmp_path: Path) -> None:
    for known in ("[]", '{"x": "far"}', "3", '{"x": 7}'):
        (tmp_path / "settings.json").write_text(f'{{"turned": {known}}}', "utf-8")
        settings = Settings(tmp_path)
        assert settings.turn_of(Path("x")) == 0
        settings.remember_turn(tmp_path / "map.yaml", 6)
        assert settings.turn_of(tmp_path / "map.yaml") == 2
