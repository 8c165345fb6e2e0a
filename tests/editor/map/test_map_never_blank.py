"""The map is never blank: every new tile shows something at once."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import xvfb
from xvfb import Hand, window_on


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[Hand]:
    if xvfb.MISSING:
        pytest.skip(f"not installed: {', '.join(xvfb.MISSING)}")
    with window_on("historical", tmp_path) as hand:
        yield hand


def bare_spots(hand: Hand) -> list[tuple[int, int]]:
    """The visible map points where the canvas shows neither a tile nor the old picture."""
    view = hand.window.view
    canvas, found = view.canvas, []
    left, top, right, bottom = view.renderer.bounds
    for x in range(3, view.viewport.width_px, 23):
        for y in range(3, view.viewport.height_px, 23):
            at = view.viewport.to_map(x, y)
            if left < at[0] < right and top < at[1] < bottom:
                cx, cy = canvas.canvasx(x), canvas.canvasy(y)
                items = canvas.find_overlapping(cx, cy, cx + 1, cy + 1)
                if not any({"tile", "backdrop"} & set(canvas.gettags(i)) for i in items):
                    found.append((x, y))
    return found


@pytest.mark.xdist_group("window")
def test_no_tile_is_blank_while_the_map_is_dragged_and_zoomed(hand: Hand) -> None:
    window = hand.window
    canvas = window.view.canvas
    window.view.tiles.work = lambda: None  # type: ignore[method-assign] # so slow a machine that it paints nothing
    x, y = canvas.winfo_rootx() + 60, canvas.winfo_rooty() + 60

    def real(*command: object) -> None:
        subprocess.run(["xdotool", *map(str, command)], check=True)
        window.root.winfo_pointerxy()
        window.root.update()
        assert bare_spots(hand) == []

    real("mousemove", x + 200, y + 150, "click", 4)
    real("click", 4)
    real("click", 4)
    real("mousemove", x, y, "mousedown", 2)
    for far in (30, 140, 260, 400):
        real("mousemove", x + far, y + far // 2)
    real("mouseup", 2)
    real("click", 5)
    real("mousemove", x + 400, y + 300, "mousedown", 2)
    real("mousemove", x, y)
    real("mouseup", 2)
    del window.view.tiles.work
    window.view.refresh()
    hand.until(lambda: not window.view.bare)
    hand.until(lambda: not window.view.busy)
    assert bare_spots(hand) == []
