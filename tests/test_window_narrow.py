"""The window where there is little room: at 200 %, on a small screen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import xvfb
from xvfb import Hand

from visegrad_editor.editor.app import open_window
from visegrad_editor.editor.files import open_document
from visegrad_editor.editor.settings import Settings

pytestmark = [
    pytest.mark.skipif(bool(xvfb.MISSING), reason=f"not installed: {', '.join(xvfb.MISSING)}"),
    pytest.mark.xdist_group("window"),
]


@pytest.mark.parametrize(("size", "scale", "share"), [
    ("1024x600", 200, 0.43), ("1366x700", 200, 0.49), ("1366x700", 100, 0.5), ("1024x600", 100, 0.43)])
def test_the_map_keeps_the_most_room_and_everything_is_reached(
    tmp_path: Path, size: str, scale: int, share: float
) -> None:
    xvfb.screen(1366, 768)
    (tmp_path / "settings.json").write_text(json.dumps({"scale": scale, "geometry": f"{size}+0+0"}))
    hand = Hand(open_window(open_document("first-steps")[0], Settings(tmp_path)))
    window = hand.window
    try:
        hand.settle(0.5)
        wide = window.root.winfo_width()
        assert window.view.winfo_width() >= share * wide
        assert window.view.winfo_width() >= window.dock.right_width
        for button in window.toolbar.winfo_children():
            if button.winfo_ismapped():
                assert button.winfo_rootx() + button.winfo_width() <= window.root.winfo_rootx() + wide
        window.use_tool("terrain")
        hand.settle(0.3)
        options = window.palette.options.shown
        assert options is not None
        for row in options.winfo_children():
            for part in row.winfo_children():
                assert part.winfo_x() + part.winfo_width() <= row.winfo_width(), str(part)
        hint = window.status.hex.cget("text")
        assert hint == window.controller.tool.hint or hint.endswith("…")
        assert hint == window.controller.tool.hint or scale == 200 or wide < 1366
    finally:
        window.perform("scale_100")
        window.root.destroy()
