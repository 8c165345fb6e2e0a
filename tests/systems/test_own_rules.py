"""The game in docs/own-rules.md, installed as a package of its own."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hexgames import design as small_design
from packages import Packages

from visegrad_editor import systems
from visegrad_editor.cli.main import main
from visegrad_editor.engine import Game, IllegalOrderError
from visegrad_editor.engine.hexgame.chapter_faults import chapter_faults
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.players import make_player
from visegrad_editor.playtest import contract
from visegrad_editor.playtest.faults import THOROUGH
from visegrad_editor.playtest.fuzz import fuzz
from visegrad_editor.systems import UnknownSystemError

SAMPLES = Path(__file__).parents[2] / "sample_scenarios"
PAGE = Path(__file__).parents[2] / "docs" / "own-rules.md"


def block(language: str) -> str:
    """The first block of the page in a language."""
    return blocks(language)[0]


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture
def fogland(packages: Packages) -> None:
    """The package as pip would install it."""
    entry = re.search(
        r'\[project\.entry-points\."visegrad_editor\.([^"]+)"\]\n(\w+) = "(\w+)"', block("toml"))
    assert entry is not None
    packages.install("fogland", entry[1], f"{entry[2]} = {entry[3]}", block("python"))


def foggy() -> Design:
    design = load("hollen").design
    return replace(design, ruleset=replace(design.ruleset, system="fogland"))


def played(seed: int, dice: list[int] | None = None) -> Game:
    return Game.from_scenario(foggy(), seed, dice)


def test_the_page_is_a_chapter_of_at_most_forty_lines() -> None:
    lines = [line for line in block("python").splitlines() if line.strip()]
    assert 20 < len(lines) <= 40


def test_fog_shifts_attacks_and_is_undone_and_saved(fogland: None) -> None:
    # The die of turn 1 makes fog on turn 2.
    game = played(0, [5, 1, *[1] * 50])
    game.apply("move 1st Foot 0305-0404-0505")
    game.apply("move 2nd Foot 0404-0505")
    while game.turn == 1:
        game.apply("pass")
    assert game.turn == 2
    assert "fog" in [e.type for e in game.events]
    game.apply("pass")
    preview = game.preview(game.parse("attack 0604 with 1st Foot, 2nd Foot"))
    assert [(s.name, s.columns, s.rule) for s in preview.shifts if s.name == "fog"] == [("fog", -1, "9.1")]
    again = Game.from_json(foggy(), game.to_json())
    assert again.preview(again.parse("attack 0604 with 1st Foot, 2nd Foot")) == preview
    while game.turn == 2:
        game.undo()
    assert "fog" not in [e.type for e in game.events]


def test_only_one_side_knows_the_fog_of_tomorrow(fogland: None) -> None:
    game = played(0, [6, *[1] * 20])
    assert game.view("blue")["state"]["chapters"]["fog"] == {"now": 0, "tomorrow": 1}
    assert game.view("red")["state"]["chapters"]["fog"] == {"now": 0, "tomorrow": None}
    assert game.view()["state"]["chapters"]["fog"]["tomorrow"] is None


def test_the_contract_holds(fogland: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "design"
    folder.mkdir()
    for kind in ("ruleset", "map", "scenario"):
        text = (SAMPLES / f"{kind}s" / "hollen.yaml").read_text("utf-8")
        text = text.replace("system: standard", "system: fogland").replace(
            "ruleset: hollen", "ruleset: hollen-ruleset.yaml").replace("map: hollen", "map: hollen-map.yaml")
        (folder / f"hollen-{kind}.yaml").write_text(text, encoding="utf-8")
    assert main(["check-system", "fogland", str(folder / "hollen-scenario.yaml"), "--games", "8"]) == 0
    assert "keeps its contract" in capsys.readouterr().out


def test_without_the_package_the_game_that_is_missing_is_named() -> None:
    with pytest.raises(UnknownSystemError, match="fogland"):
        played(1)


@pytest.fixture
def trapland(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Design]:
    """A design of the second game of the page."""
    (tmp_path / "trapland.py").write_text(blocks("python")[1], encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    game = importlib.import_module("trapland").SYSTEM
    monkeypatch.setattr(systems, "system", lambda name: game)
    rules = f"system: trapland\n{block('yaml')}"
    yield small_design("blue A foot 4 0303; red X foot 4 0305; red Y foot 4 0606", rules)
    sys.modules.pop("trapland", None)


def test_the_page_has_a_decision_of_its_own_that_is_secret(trapland: Design) -> None:
    game = Game.from_scenario(trapland, 1)
    assert (game.step, game.side) == ("lay-trap", "blue")
    with pytest.raises(IllegalOrderError, match=r"No trap can be laid in 0101\. \(rule 9\.2\)"):
        game.apply("trap 0101")
    game.apply("trap 0304")
    assert game.hex_marks("blue") == {"trap": ("0304",)}
    assert game.hex_marks("red") == game.hex_marks() == {}
    assert game.view("red")["state"]["chapters"]["traps"] == {"hexes": [None]}
    assert game.view("red")["orders"][-1][4] == "secret"
    while game.side == "blue":
        game.apply("pass")
    game.apply("move X 0305-0304")
    assert game.position().units["red/X"].marks >= {"shaken"}
    assert game.hex_marks("blue") == {"trap": ()}


def test_the_decision_of_the_page_keeps_the_contract(trapland: Design) -> None:
    play = Game.from_scenario(trapland, 1).play
    assert list(chapter_faults(play.chapters, [trapland])) == []
    assert fuzz(trapland, 8, rates=THOROUGH).findings == []
    found = [fault for seed in range(2) for fault in contract._secret_game(trapland, seed)]
    assert found
    assert set(found) == {""}


def test_the_hint_of_the_page_lays_a_trap(trapland: Design) -> None:
    game = Game.from_scenario(trapland, 1)
    assert make_player("planner").choose(game).verb == "trap"
