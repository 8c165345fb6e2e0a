"""Players of packages: whatever they do wrong names player, package, file, line, turn and order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from packages import Packages

from visegrad_editor.cli.main import main
from visegrad_editor.engine import Game
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.players import PlayerError, UnknownPlayerError, explain, make_player


def told(players: str, capsys: pytest.CaptureFixture[str], scenario: str = "hollen") -> str:
    """What `run` says of players that fail; it ends with exit code 1."""
    capsys.readouterr()
    assert main(["run", scenario, "--players", players, "--seed", "4"]) == 1
    return capsys.readouterr().err


def load_design() -> Design:
    design = load("hollen").design
    assert design is not None
    return design


@pytest.mark.parametrize(("choose", "said"), [
    ("raise RuntimeError('boom')", "RuntimeError: boom"),
    ("return self.choose(game)", "RecursionError: maximum recursion depth exceeded"),
    ("game.undo()", "IndexError: This game keeps no history."),
    ("import sys; sys.exit(0)", "it ends the program by sys.exit(0)")])
def test_a_player_that_fails_is_named(
    packages: Packages, choose: str, said: str, capsys: pytest.CaptureFixture[str],
) -> None:
    file = packages.player("clumsy", choose)
    for names in ("clumsy,random", "random,clumsy"):
        text = told(names, capsys)
        assert "The player 'clumsy' of the package clumsy_pack fails in turn 1, at order " in text
        assert said in text
        assert f"({file}:11)." in text


def test_the_player_is_named_and_not_the_game_of_a_package(
    packages: Packages, capsys: pytest.CaptureFixture[str],
) -> None:
    scenario = packages.game("fogland")
    packages.player("clumsy", "raise RuntimeError('boom')")
    text = told("clumsy,random", capsys, str(scenario))
    assert "The player 'clumsy' of the package clumsy_pack fails" in text
    assert "fogland" not in text.replace("fogland-files", "")


def test_the_game_is_named_if_it_fails_when_a_player_asks_it(
    packages: Packages, capsys: pytest.CaptureFixture[str],
) -> None:
    scenario = packages.game("fogland", "def may_move(self, w, unit):\n    return 1 / 0")
    packages.player("curious", "return game.legal_orders()[0]")
    text = told("curious,random", capsys, str(scenario))
    assert "The rules for the system 'fogland' of the package fogland_rules fail: ZeroDivisionError" in text
    assert "curious" not in text


@pytest.mark.parametrize(("given", "shown", "why"), [
    ("Order('move', hexes=('0101',))", "`move  0101`", "exactly the form `move {units} {path}`"),
    ("Order('')", "`Order(verb='', units=(), hexes=(), words=())`", "There is no order ``."),
    ("None", "`None`", "An order must be a line of text or an Order, not None."),
    ("'dance'", "`dance`", "There is no order `dance`")])
def test_an_order_that_is_not_possible_is_shown_with_its_player(
    packages: Packages, given: str, shown: str, why: str, capsys: pytest.CaptureFixture[str],
) -> None:
    packages.player("wrong", f"return {given} if len(game.orders) > 4 else PASS")
    text = told("wrong,random", capsys)
    assert "The player 'wrong' of the package wrong_pack gives an order that is not possible, in turn" in text
    assert f"{shown}: " in text
    assert why in text


@pytest.mark.parametrize(("change", "what"), [
    ("game.apply(game.any_order(self.random.random))", "the orders"),
    ("object.__setattr__(game.design.scenario, 'turns', 1)", "the design"),
    ("game.play.state.points = [99, 0]", "the position"),
    ("game.play.state.points[0] = 99", "the position"),
    ("game.dice.count += 1", "the dice"),
    ("game.dice.seed = 5", "the dice"),
    ("self.kept = game.trial(PASS); self.kept.__enter__()", "the dice")])
def test_a_player_that_changes_the_game_is_named_and_the_game_is_as_before(
    packages: Packages, change: str, what: str,
) -> None:
    packages.player("cheat", f"{change}\nreturn game.any_order(self.random.random)")
    game = Game.from_scenario(load_design(), 4)
    game.apply("pass")
    before, turns = game.to_json(), game.design.scenario.turns if game.design.scenario else 0
    with pytest.raises(PlayerError) as caught:
        make_player("cheat", 1).choose(game)
    assert str(caught.value).startswith("The player 'cheat' of the package cheat_pack changes ")
    assert what in str(caught.value)
    assert "in turn 1, at order 2: " in str(caught.value)
    assert game.to_json() == before
    assert game.design.scenario is not None
    assert game.design.scenario.turns == turns
    assert game.undo().verb == "pass"


def test_a_player_that_takes_an_order_back_is_noticed(packages: Packages) -> None:
    packages.player("cheat", "game.undo()\nreturn game.any_order(self.random.random)")
    game = Game.from_scenario(load_design(), 4)
    game.apply("pass")
    before = game.to_json()
    with pytest.raises(PlayerError, match="changes the orders"):
        make_player("cheat", 1).choose(game)
    assert game.to_json() == before
    assert len(game.orders) == 1


def test_plans_of_a_player_are_shown_and_those_that_are_none_are_named(
    packages: Packages, tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:
    packages.player("open", "self.plans = {(1, game.phase): 'All go north.'}\n"
                    "self.explain = lambda: 'All go north.'\nreturn PASS")
    assert main(["run", "hollen", "--players", "open,random", "-o", str(tmp_path / "game.yaml")]) == 0
    shown = make_player("open", 1)
    shown.choose(Game.from_scenario(load_design(), 1))
    assert explain(shown) == "All go north."
    assert "# All go north." in (tmp_path / "game.yaml").read_text("utf-8")
    packages.player("odd", "self.plans, self.explain = {1: 2}, lambda: ''\nreturn PASS")
    text = told("odd,random", capsys)
    assert "The player 'odd' of the package odd_pack fails in turn 1, at order 1: TypeError: Its `pl" in text


def test_a_player_that_cannot_be_used_takes_no_seat(packages: Packages) -> None:
    from play_sessions import HUMANS, first_steps

    packages.install("nobody", "players", "nobody = nobody:make", "def make(seed):\n    return 1 / 0\n")
    play = first_steps(HUMANS)
    with pytest.raises(UnknownPlayerError, match="The player 'nobody' of the package nobody cannot be used"):
        play.change_seat("allied", "nobody")
    assert play.seats.names == HUMANS
    assert play.my_turn


def test_what_makes_no_player_is_refused_at_once(
    packages: Packages, capsys: pytest.CaptureFixture[str],
) -> None:
    packages.install("nobody", "players", "nobody = nobody:make",
                     "def make(seed):\n    return lambda game: None\n")
    assert main(["run", "hollen", "--players", "nobody,random"]) == 2
    text = capsys.readouterr().err
    assert "The player 'nobody' of the package nobody cannot be used" in text
    assert "has no method `choose`." in text


def test_a_player_that_prints_does_not_break_the_report(
    packages: Packages, capsys: pytest.CaptureFixture[str],
) -> None:
    packages.player("loud", "print('I think')\nreturn game.any_order(self.random.random)")
    assert main(["run", "hollen", "--players", "loud,random", "--json"]) == 0
    out = capsys.readouterr()
    assert json.loads(out.out)["players"] == {"blue": "loud", "red": "random"}
    assert "I think" in out.err


def test_two_packages_with_a_player_of_one_name_are_both_named(
    packages: Packages, capsys: pytest.CaptureFixture[str],
) -> None:
    for package in ("one_pack", "two_pack"):
        packages.install(package, "players", f"twin = {package}:P", "class P:\n    pass\n")
    assert main(["run", "hollen", "--players", "twin,random"]) == 2
    text = capsys.readouterr().err
    assert "The packages one_pack and two_pack both give a player 'twin'. Uninstall one of them." in text


def test_a_player_with_a_name_of_the_program_is_told_in_the_list(
    packages: Packages, capsys: pytest.CaptureFixture[str],
) -> None:
    packages.install("usurpers", "players", "planner = usurpers:P", "class P:\n    pass\n")
    said = "The player 'planner' of the package usurpers is left out: the program has a player of that name."
    assert main(["run", "hollen", "--players", "chess,random"]) == 2
    assert said in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["run", "--help"])
    assert said in " ".join(capsys.readouterr().out.split())


def test_a_window_names_the_player_that_fails(packages: Packages) -> None:
    from play_sessions import first_steps

    packages.player("clumsy", "raise RuntimeError('boom')")
    play = first_steps({"russian": "clumsy", "allied": "human"})
    with pytest.raises(PlayerError, match="The player 'clumsy' of the package clumsy_pack fails in turn 1"):
        play.play_one()
    assert play.orders == ()
