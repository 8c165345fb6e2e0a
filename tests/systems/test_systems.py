"""Games are found as packages, bundled and installed; what cannot be used is said in a sentence."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from packages import Packages

from visegrad_editor import systems
from visegrad_editor.cli.main import main
from visegrad_editor.editor.actions import ACTIONS, why_not
from visegrad_editor.editor.documents.files import document_of
from visegrad_editor.editor.session import Session
from visegrad_editor.engine import Game, IllegalOrderError, Order, Words, check_design
from visegrad_editor.engine.key_hexes import key_hexes
from visegrad_editor.engine.position import Worth
from visegrad_editor.engine.system import System
from visegrad_editor.model.files.load import load
from visegrad_editor.players import UnknownPlayerError, make_player, player_names
from visegrad_editor.playtest.play import play_game
from visegrad_editor.systems import UnknownSystemError, exists, names, system, words_of

SAMPLES = Path(__file__).parents[2] / "sample_scenarios"
FOGLAND = """\
from dataclasses import replace
from visegrad_editor.systems.visegrad4 import SYSTEM as BASE
SYSTEM = replace(BASE, id="fogland", title="Fogland")
"""


def test_each_folder_is_a_game_that_declares_its_parts() -> None:
    folders = {p.parent.name for p in Path(systems.__file__).parent.glob("*/__init__.py")}
    assert set(systems.bundled()) == folders
    assert "visegrad4" in folders
    assert {name: system(name).id for name in folders} == {name: name for name in folders}


def test_an_installed_game_is_played_like_a_bundled_one(packages: Packages, tmp_path: Path) -> None:
    packages.install("foglanders", "systems", "fogland = foglanders", FOGLAND)
    assert "fogland" in names()
    assert exists("fogland")
    assert system("fogland").title == "Fogland"
    design = load("first-steps").design
    assert design is not None
    other = replace(design, ruleset=replace(design.ruleset, system="fogland"))
    assert Game.from_scenario(other, 1).step == "allocate"
    assert words_of("fogland").step("allocate").title == "Cyber-war markers"


@pytest.mark.parametrize(("text", "said"), [
    ("1 / 0", "ZeroDivisionError: division by zero"),
    ("import nothing_of_that_name", "No module named 'nothing_of_that_name'"),
    ("OTHER = 1", "has no attribute 'SYSTEM'"),
    ("SYSTEM = 5", "SYSTEM of brokenland is not a System."),
    (FOGLAND.replace('id="fogland"', 'id="smog"'), "has the id 'smog', not 'fogland'"),
    (None, "No module named 'brokenland'")])
def test_a_broken_package_is_named_and_stops_no_other_game(
    packages: Packages, text: str | None, said: str,
) -> None:
    packages.install("brokenland", "systems", "fogland = brokenland", text)
    with pytest.raises(UnknownSystemError) as caught:
        system("fogland")
    message = str(caught.value)
    assert "the system 'fogland' of the package brokenland cannot be used" in message
    assert said in message
    assert "fogland" in names()
    assert words_of("fogland") == Words()
    assert system("visegrad4").id == "visegrad4"


def test_checks_that_fail_are_a_problem_with_the_name_of_the_package(packages: Packages) -> None:
    packages.install("brokenland", "systems", "fogland = brokenland",
            FOGLAND + "SYSTEM = replace(SYSTEM, check=lambda design: 1 / 0)\n")
    design = load("first-steps").design
    assert design is not None
    other = replace(design, ruleset=replace(design.ruleset, system="fogland"))
    (problem,) = check_design(other)
    assert (problem.severity, problem.code) == ("error", "broken-system")
    assert problem.message.startswith("The rules for the system 'fogland' of the package brokenland fail: "
                                      "ZeroDivisionError: division by zero (")
    assert problem.message.endswith("brokenland.py:4)")


@pytest.mark.parametrize("command", ["run", "replay"])
def test_a_game_that_fails_is_named_with_its_package_file_and_line(
    packages: Packages, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:
    packages.install("brokenland", "systems", "fogland = brokenland", (
        FOGLAND.replace("visegrad4", "standard") + "\n"
        "def start(*parts):\n    return 1 / (0 if broken else 1) and BASE.start(*parts)\n"
        "broken = False\nSYSTEM = replace(SYSTEM, start=start)\n"))
    scenario = fogland_files(tmp_path)
    game = tmp_path / "game.yaml"
    assert main(["run", str(scenario), "--players", "random,random", "-o", str(game)]) == 0
    sys.modules["brokenland"].broken = True
    capsys.readouterr()
    assert main([command, str(scenario if command == "run" else game)]) == 1
    told = capsys.readouterr().err
    assert "'fogland' of the package brokenland fail: ZeroDivisionError" in told
    assert "brokenland.py:6)" in told


def test_a_missing_game_is_named_with_file_and_line_and_that_a_package_may_be_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:
    scenario = fogland_files(tmp_path)
    ruleset = tmp_path / "hollen-ruleset.yaml"
    line = next(n for n, text in enumerate(ruleset.read_text("utf-8").splitlines(), 1) if "fogland" in text)
    told = {}
    for words in (["validate", str(scenario)], ["validate", str(ruleset)], ["run", str(scenario)]):
        assert main(words) != 0
        out = capsys.readouterr()
        told[words[1] + words[0]] = out.out + out.err
    assert len(told) == 3
    wrong = [text for text in told.values() if f"hollen-ruleset.yaml:{line}: " not in text
             or "the package is not installed here" not in text]
    assert wrong == []


def test_the_window_says_that_a_game_is_not_installed(tmp_path: Path) -> None:
    loaded = load(str(fogland_files(tmp_path)))
    assert loaded.design is not None
    session = Session(loaded.design, document_of(loaded))
    action = next(a for a in ACTIONS if a.needs == "game")
    assert why_not(action, session) == (
        "The game fogland, which the ruleset names, is not installed: install the package with its rules.")


def fogland_files(folder: Path) -> Path:
    """A scenario of the game fogland in a folder."""
    for kind in ("ruleset", "map", "scenario"):
        text = (SAMPLES / f"{kind}s" / "hollen.yaml").read_text("utf-8")
        text = text.replace("system: standard", "system: fogland").replace(
            "ruleset: hollen", "ruleset: hollen-ruleset.yaml").replace("map: hollen", "map: hollen-map.yaml")
        (folder / f"hollen-{kind}.yaml").write_text(text, encoding="utf-8")
    return folder / "hollen-scenario.yaml"


def test_the_hint_that_gives_an_illegal_order_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    base = system("standard")
    wrong = replace(base, decisions=lambda: {"move": lambda *parts: Order("pass", ("blue/1st Foot",))})
    monkeypatch.setattr(systems, "system", lambda name: wrong)
    design = load("hollen").design
    assert design is not None
    with pytest.raises(IllegalOrderError, match="The hint for the step `move`"):
        play_game(design, 1, ("planner", "planner"))


def test_two_packages_for_one_game_are_both_named(packages: Packages) -> None:
    packages.install("one_land", "systems", "fogland = one_land", FOGLAND)
    packages.install("two_land", "systems", "fogland = two_land", FOGLAND)
    with pytest.raises(UnknownSystemError, match=r"The packages one[-_]land and two[-_]land both give rules"):
        system("fogland")


def test_a_bundled_game_is_not_replaced_by_an_installed_one(packages: Packages) -> None:
    packages.install("usurpers", "systems", "visegrad4 = usurpers", FOGLAND)
    assert system("visegrad4").title == "Visegrad 4"
    assert names().count("visegrad4") == 1


def test_an_unknown_game_is_a_problem_of_the_design() -> None:
    design = load("first-steps").design
    assert design is not None
    other = replace(design, ruleset=replace(design.ruleset, system="chess"))
    assert [p.code for p in check_design(other)] == ["unknown-system"]
    assert key_hexes(other) == ()
    assert not exists("chess")
    assert not exists("")


def test_a_game_needs_only_start_and_check() -> None:
    base = system("visegrad4")
    plain = System("plain", "Plain", base.start, base.check)
    assert plain.worth(load("historical").design, "AE") == Worth()
    assert plain.words.step("draw-cards").title == "Draw cards"
    assert list(plain.invariants(None, None, None, None)) == []
    assert plain.decisions() == {}
    assert plain.odds_report is None


def test_an_installed_player_is_found_and_a_broken_one_named(packages: Packages, capsys) -> None:
    packages.install("sleepers", "players", "sleeper = sleepers:Sleeper\nbroken = sleepers:Nobody",
            "from visegrad_editor.players.random_player import RandomPlayer\nclass Sleeper(RandomPlayer):\n"
            "    name = 'sleeper'\n")
    assert player_names() == ("broken", "planner", "random", "sleeper")
    assert make_player("sleeper", 2).name == "sleeper"
    with pytest.raises(UnknownPlayerError, match="'broken' of the package sleepers cannot be used"):
        make_player("broken")
    assert main(["run", "first-steps", "--players", "sleeper,random"]) == 0
    assert "Winner" in capsys.readouterr().out
    assert main(["run", "first-steps", "--players", "broken,random"]) == 2
    assert "of the package sleepers cannot be used" in capsys.readouterr().err


def test_a_decision_nobody_knows_is_made_by_trying_the_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planner without hints for this game still plays it to its end, and changes nothing by thinking."""
    design = load("first-steps").design
    assert design is not None
    game = Game.from_scenario(design, 3, history=False)
    game.system = replace(game.system, decisions=dict)
    seats = {side.id: make_player("planner", n) for n, side in enumerate(design.ruleset.sides)}
    steps = set()
    while game.outcome is None:
        before = game.to_json() if game.step not in steps else ""
        order = seats[game.side].choose(game)
        if before:
            assert game.to_json() == before, game.step
        steps.add(game.step)
        game.apply(order)
    assert {"allocate", "replace", "move", "attack"} <= steps


def test_a_trial_takes_other_dice_and_is_undone() -> None:
    design = load("first-steps").design
    assert design is not None
    game = Game.from_scenario(design, 1)
    before = game.to_json()
    with game.trial("allocate table 1 track 2"):
        assert game.side == "allied"
        assert game.dice.seed == 0
    assert game.to_json() == before
    with pytest.raises(IllegalOrderError), game.trial("pass"):
        pytest.fail("an order that is refused must not begin the block")
    assert game.to_json() == before
