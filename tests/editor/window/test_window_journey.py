"""The journey of docs/architecture.md from a click on the map to the saved file, made with the real mouse."""

from __future__ import annotations

from pathlib import Path

import xvfb
from blank_design import write_blank_war
from journeys import Calls, journey
from xvfb import window_on

from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.files.load import load

pytestmark = xvfb.MARKS


def test_a_click_on_the_map_to_the_saved_file(tmp_path: Path) -> None:
    (tmp_path / "design").mkdir()
    path = write_blank_war(tmp_path / "design")
    with window_on(path, tmp_path / "settings") as hand:
        window = hand.window
        window.session.choose(terrain="marsh", size=0, mode="freehand")
        window.use_tool("terrain")
        hand.settle(0.2)
        calls = Calls(journey("A click"))
        with calls.noted():
            hand.click(hand.pixel(window.session.design.map.geometry.centre(Hex(10, 4))))
            hand.until(lambda: window.session.unsaved)
            hand.settle(0.2)
            hand.key("ctrl+s")
            hand.until(lambda: not window.session.unsaved)
    assert calls.missing == ""
    saved = load(path).design
    assert saved is not None
    assert saved.map.terrain.at(Hex(10, 4)) == "marsh"
