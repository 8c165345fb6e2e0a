"""The window with little space: at 200 %, on a small screen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import xvfb
from xvfb import Hand, window_on

pytestmark = xvfb.MARKS


@pytest.mark.parametrize(("size", "scale", "share"), [
    ("1024x600", 200, 0.43), ("1366x700", 200, 0.49), ("1366x700", 100, 0.5), ("1024x600", 100, 0.43)])
def test_the_map_keeps_most_of_the_window_and_everything_is_reachable(
    tmp_path: Path, size: str, scale: int, share: float
) -> None:
    (tmp_path / "settings.json").write_text(json.dumps({"scale": scale, "geometry": f"{size}+0+0"}))
    with window_on("first-steps", tmp_path) as hand:
        try:
            has_room(hand, scale, share)
        finally:
            hand.window.perform("scale_100")


def has_room(hand: Hand, scale: int, share: float) -> None:
    """The map has its share of the width, the tools' options and the hint fit."""
    window = hand.window
    width = window.root.winfo_width()
    assert window.view.winfo_width() >= share * width
    assert window.view.winfo_width() >= window.dock.right_width
    for button in window.toolbar.winfo_children():
        if button.winfo_ismapped():
            assert button.winfo_rootx() + button.winfo_width() <= window.root.winfo_rootx() + width
    window.use_tool("terrain")
    hand.settle(0.3)
    options = window.palette.options.shown
    assert options is not None
    for row in options.winfo_children():
        for part in row.winfo_children():
            assert part.winfo_x() + part.winfo_width() <= row.winfo_width(), str(part)
    hint = window.status.hex.cget("text")
    assert hint == window.controller.tool.hint or hint.endswith("…")
    assert hint == window.controller.tool.hint or scale == 200 or width < 1366
