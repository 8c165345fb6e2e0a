"""The map is painted when its size stays, once and at once; nothing is drawn over it before."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import xvfb
from xvfb import window_on

from visegrad_editor.editor.map.tile_cache import TileKey
from visegrad_editor.editor.map.tile_renderer import TileRenderer
from visegrad_editor.editor.map.view import MapView
from visegrad_editor.hexgrid import Point

pytestmark = xvfb.MARKS


@pytest.mark.parametrize("name", ["historical", "maps/hollen"])
def test_a_map_is_painted_for_the_size_that_it_keeps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    sizes: list[tuple[int, int]] = []
    drawn_before: list[int] = []
    sketches: Counter[TileKey] = Counter()
    fill, stand_in = MapView.fill, TileRenderer.stand_in

    def noted_fill(view: MapView, about: Point) -> None:
        sizes.append((view.canvas.winfo_width(), view.canvas.winfo_height()))
        drawn_before.extend(view.canvas.find_all())
        fill(view, about)

    def noted_stand_in(renderer: TileRenderer, key: TileKey) -> None:
        sketches[key] += 1
        stand_in(renderer, key)

    monkeypatch.setattr(MapView, "fill", noted_fill)
    monkeypatch.setattr(TileRenderer, "stand_in", noted_stand_in)
    with window_on(name, tmp_path) as hand:
        view = hand.window.view
        hand.until(lambda: view.fitted and not view.busy)
        assert sizes == [(view.canvas.winfo_width(), view.canvas.winfo_height())]
        assert drawn_before == []
        assert len(sketches) >= 6
        assert set(sketches.values()) == {1}
        assert bool(view.canvas.find_withtag("overlay")) == (name == "historical"), "areas of units to set up"


def test_all_tiles_in_sight_are_there_after_the_first_filling(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare: list[bool] = []
    fill = MapView.fill

    def noted(view: MapView, about: Point) -> None:
        fill(view, about)
        bare.append(view.bare)

    monkeypatch.setattr(MapView, "fill", noted)
    with window_on("historical", tmp_path) as hand:
        hand.until(lambda: hand.window.view.fitted)
        assert bare[0] is False


def test_a_window_closed_before_its_map_is_shown_says_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with window_on("historical", tmp_path, wait=0) as hand:
        hand.window.root.update_idletasks()
    assert capfd.readouterr().err == ""
