"""docs/scenario-tutorial.md: following it by hand gives the scenario it promises, with its pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import scenario_tutorial
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
def test_following_the_tutorial_gives_the_scenario_it_promises(hand: Hand, tmp_path: Path) -> None:
    shown: list[str] = []
    scenario_tutorial.follow(hand, shown.append, tmp_path / "alder.yaml")
    loaded = load(tmp_path / "alder.yaml")
    assert loaded.problems == ()
    design = loaded.design
    assert design is not None
    scenario, map, rules = design.scenario, design.map, design.ruleset
    assert scenario is not None
    assert (scenario.title, scenario.turns) == (scenario_tutorial.TITLE, 3)
    assert (map.grid.columns, map.grid.rows) == (12, 9)
    assert [s.name for s in rules.sides] == [scenario_tutorial.WEST, scenario_tutorial.EAST]
    assert [part.player_turn for part in rules.sequence.turn] == ["red", "blue"]
    # units, where they may be set up and where they stand
    units = scenario.unit_by_key
    assert [key for key, u in units.items() if u.reinforcement] == list(scenario_tutorial.LATE)
    assert {(u.reinforcement.turn, u.reinforcement.entry) for u in units.values() if u.reinforcement} == {
        (2, "east")}
    assert [(g.id, len(g.where.hexes)) for g in scenario.set_up_groups] == [("blue", 36), ("red", 36)]
    there = [u for u in units.values() if not u.reinforcement]
    assert len(there) == 9
    assert [u.setup.group if u.setup else "" for u in there] == ["blue"] * 4 + ["red"] * 5
    assert all(u.position for u in there)
    moved, hex = scenario_tutorial.MOVED
    assert units[moved].position == hex
    # the map and the goals
    assert {number for number in map.grid.numbers
            if map.terrain.at(map.grid.parse(number)) == "forest"} >= set(scenario_tutorial.WOOD)  # type: ignore[arg-type]
    assert [(map.grid.number(p.hex), p.name) for p in map.places] == [
        (scenario_tutorial.TOWN, scenario_tutorial.TOWN_NAME)]
    assert scenario.victory is not None
    goals = [(c.winner, c.when.control.hexes.hexes) for c in scenario.victory.conditions if c.when.control]
    assert goals == [("blue", (scenario_tutorial.TOWN,)), ("red", (scenario_tutorial.TOWN,))]
    assert (tmp_path / "alder-setup.pdf").read_bytes().startswith(b"%PDF")
    text = (DOCS / "scenario-tutorial.md").read_text("utf-8")
    assert re.findall(r"images/(scenario-tutorial-[\w-]+)\.png", text) == shown
    assert all((DOCS / "images" / f"{name}.png").is_file() for name in shown)
