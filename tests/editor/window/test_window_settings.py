"""Whatever is in the settings file, the window starts and is visible."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import xvfb
from xvfb import window_on

from visegrad_editor.editor.settings import Settings

pytestmark = xvfb.MARKS
KEYS = ("geometry", "theme", "scale", "panels", "recent", "pinned", "brush_shapes", "recent_commands")
ODD = {
    "nothing": None, "true": True, "number": 7, "huge": 10**40, "fraction": -1.5, "text": "junk", "empty": "",
    "list": [1, None, "x", ["y"], {"z": 1}, "\ud800", "\0"], "object": {"areas": [], "hexes": 3, "": None},
    "nested": [[[[[]]]]],
}
PANELS: dict[str, Any] = {
    "areas are texts": {"areas": {"left": "tools", "right": [["units"], 3, "nobody"], "middle": ["history"]}},
    "floating far away": {"floating": {"units": "9x9+99999+99999", "history": "junk", "tools": 4}},
    "floating and huge": {"floating": {"units": f"{'9' * 5000}x1+0+0", "history": "99999x99999+0+0"}},
    "sizes are wrong": {"areas": {"left": ["tools"]}, "sizes": {"left": 10**12, "right": "x", "corner": -4}},
    "front and closed are wrong": {"front": {"left": ["tools"]}, "closed": {"tools": ["left"], "units": 3}},
    "parts are lists": {"areas": [1], "floating": [2], "closed": [3], "front": [4], "sizes": [5]},
}
BRUSHES = {
    "hexes are no pairs": [{"name": "a", "hexes": [1, "x", [1], [1, 2, 3]]}, {"name": "", "hexes": [[0, 0]]}],
    "names are no texts": [{"name": ["a"], "hexes": [[0, 0]]}, {"name": "b", "hexes": [[10**9, 0]]}],
}


def started(folder: Path, settings: str) -> tuple[int, int, int, int]:
    """Where the window is and how large; fails where anything failed on the way."""
    folder.mkdir(exist_ok=True)
    (folder / "settings.json").write_text(settings, "utf-8")
    with window_on("hollen", folder) as hand:
        window = hand.window
        window.menus.recent.fill()
        hand.key("ctrl+k", "Escape")
        root = window.root
        found = root.winfo_rootx(), root.winfo_rooty(), root.winfo_width(), root.winfo_height()
        window.close()
        return found


def starts(folder: Path, settings: str) -> None:
    x, y, width, height = started(folder, settings)
    assert 900 <= width <= 1366
    assert 560 <= height <= 768
    assert 0 <= x <= 1366 - 880
    assert 0 <= y <= 768 - 400


@pytest.mark.parametrize("value", ODD.values(), ids=ODD)
def test_values_of_the_wrong_kind_do_not_stop_the_start(tmp_path: Path, value: object) -> None:
    starts(tmp_path, json.dumps(dict.fromkeys(KEYS, value)))


@pytest.mark.parametrize("geometry", [
    "99999x99999+0+0", "1x1+99999+99999", "1x1+-99999+-99999", "1000x600", "=1000x600+5+5", "0x0+0+0",
    "1000x600-5-5",
    f"{'9' * 5000}x{'9' * 5000}+0+0",
])
def test_a_window_off_the_screen_comes_back(tmp_path: Path, geometry: str) -> None:
    starts(tmp_path, json.dumps({"geometry": geometry}))


@pytest.mark.parametrize("panels", PANELS.values(), ids=PANELS)
def test_panels_off_the_screen_do_not_stop_the_start(tmp_path: Path, panels: object) -> None:
    starts(tmp_path, json.dumps({"panels": panels}))


@pytest.mark.parametrize("shapes", BRUSHES.values(), ids=BRUSHES)
def test_damaged_brushes_do_not_stop_the_start(tmp_path: Path, shapes: object) -> None:
    starts(tmp_path, json.dumps({"brush_shapes": shapes}))


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "[" * 100_000, '{"geometry": ' + "9" * 5000 + "}",
                                  "\0"],
                         ids=["empty", "cut off", "list", "number", "too deep", "too long", "null byte"])
def test_a_damaged_file_does_not_stop_the_start(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.json").write_text(text, "utf-8")
    settings = Settings(tmp_path)
    assert (settings.recent, settings.pinned, settings.geometry, settings.get("panels")) == ([], [], "", None)


def test_a_place_on_the_screen_is_kept(tmp_path: Path) -> None:
    Settings(tmp_path).geometry = "1000x600+120+80"
    x, y, width, height = started(tmp_path, (tmp_path / "settings.json").read_text("utf-8"))
    assert (width, height) == (1000, 600)
    assert abs(x - 120) < 30
    assert abs(y - 80) < 90


def test_impossible_paths_are_not_among_the_recent_files(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text(json.dumps(
        {"recent": ["/a", "", "\0", "\ud800", 3, "/a", "/b"], "pinned": ["/c", None]}))
    assert (Settings(tmp_path).recent, Settings(tmp_path).pinned) == (["/a", "/b"], ["/c"])
