"""docs/map-tutorial.md: following it by hand gives the map it promises, and its pictures are there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import map_tutorial
import pytest
import xvfb
from xvfb import Hand, window_on

from visegrad_editor.model.files.load import load

DOCS = Path(__file__).resolve().parents[3] / "docs"


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[Hand]:
    with window_on("first-steps", tmp_path / "settings") as hand:
        hand.window.root.geometry("1366x740+0+0")
        hand.settle(0.3)
        yield hand


@xvfb.window_test
def test_following_the_tutorial_gives_the_map_it_promises(hand: Hand, tmp_path: Path) -> None:
    shown: list[str] = []
    map_tutorial.follow(hand, shown.append, tmp_path / "green-valley.yaml")
    loaded = load(tmp_path / "green-valley.yaml")
    assert loaded.problems == ()
    assert loaded.design is not None
    map = loaded.design.map
    assert (map.grid.columns, map.grid.rows, map.title) == (15, 12, "The Green Valley")
    grid = map.grid
    (river,) = map.lines
    assert (river.kind, river.name) == ("river", map_tutorial.RIVER_NAME)
    assert len(river.sides) > 12
    places = {grid.number(p.hex): p for p in map.places}
    assert {number: p.name for number, p in places.items()} == map_tutorial.TOWNS
    assert "capital" in places[map_tutorial.CAPITAL].features
    assert {r.kind for r in map.roads} == {"highway", "road"}
    ends = {grid.number(end) for road in map.roads for end in (road.path[0], road.path[-1])}
    assert ends <= set(map_tutorial.TOWNS)
    assert [(label.text, label.style) for label in map.labels] == [(map_tutorial.SEA, "water")]
    grounds = {map.terrain.at(h) for h in grid}
    assert {"sea", "mountain", "forest", "clear"} <= grounds
    text = (DOCS / "map-tutorial.md").read_text("utf-8")
    assert re.findall(r"images/(tutorial-[\w-]+)\.png", text) == shown
    assert all((DOCS / "images" / f"{name}.png").is_file() for name in shown)
