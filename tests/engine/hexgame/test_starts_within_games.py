"""Scenarios of games played from data that begin within a game: copies of positions, and starts typed by
hand."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from any_rulesets import any_design
from bundled import design_of
from mid_game_copies import errors, reread

from visegrad_editor.editor.play.play_mode import scenario_at
from visegrad_editor.engine import Game, IllegalOrderError
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.yaml_writer import new_text
from visegrad_editor.model.scenario import Scenario, Setup
from visegrad_editor.model.start import Holding, Losses, Start
from visegrad_editor.model.where import Where
from visegrad_editor.printing.setup_sheet import start_lines

QUIET = {"move", "attack", "replace", "arrive", "call-up", "order"}


def from_file(scenario: Scenario, folder: Path) -> Design:
    """The scenario written to a file and read again; it has no errors."""
    path = folder / "copy.yaml"
    path.write_text(new_text(scenario), encoding="utf-8")
    loaded = load(path)
    assert [p.message for p in loaded.problems if p.severity == "error"] == []
    assert loaded.design is not None
    assert loaded.design.scenario == scenario
    assert errors(loaded.design) == []
    return loaded.design


def played(design: Design, seed: int) -> Iterator[Game]:
    """A game of random orders, after each of them."""
    game, orders = Game.from_scenario(design, seed), random.Random(seed)
    while game.outcome is None:
        game.apply(game.any_order(orders.random))
        yield game


def goes_on_alike(game: Game, folder: Path, orders: int = 40) -> None:
    """A copy of the position and the game itself say the same with the same orders and dice."""
    copy = Game.from_scenario(from_file(scenario_at(game), folder), game.dice.seed)
    copy.dice.count = game.dice.count
    own, chosen = Game.from_json(game.design, game.to_json()), random.Random(orders)
    for _ in range(orders):
        assert (own.turn, own.phase, own.step, own.side) == (copy.turn, copy.phase, copy.step, copy.side)
        assert own.position() == copy.position()
        if own.outcome is not None:
            break
        order = own.any_order(chosen.random)
        assert [e.text for e in copy.apply(order)] == [e.text for e in own.apply(order)]


@pytest.mark.parametrize(("name", "seed", "every", "least"), [
    ("hollen", 1, 6, 5), ("hollen", 2, 7, 5), ("velna", 3, 31, 4), ("karn", 4, 23, 5),
    ("gsofg-first-steps", 5, 11, 4)])
def test_a_copy_goes_on_like_the_game(
    name: str, seed: int, every: int, least: int, tmp_path: Path,
) -> None:
    copies = 0
    for n, game in enumerate(played(design_of(name), seed)):
        if n % every or not game.turn:
            continue
        if game.play.as_data()["battle"]:
            with pytest.raises(IllegalOrderError, match="then copy the position"):
                game.scenario_now()
        elif game.outcome is None and game.step in QUIET:
            goes_on_alike(game, tmp_path)
            copies += 1
    assert copies >= least


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "seed"), [
    (name, seed) for name in ("hollen", "velna", "karn", "gsofg-first-steps") for seed in range(10, 16)])
def test_many_copies_go_on_like_their_games(name: str, seed: int, tmp_path: Path) -> None:
    test_a_copy_goes_on_like_the_game(name, seed, 5, 4, tmp_path)


@pytest.mark.exhaustive
def test_copies_of_the_large_game_go_on_like_it(tmp_path: Path) -> None:
    test_a_copy_goes_on_like_the_game("gsofg", 1, 150, 5, tmp_path)


def copies_of_a_random_game(seed: int) -> int:
    """How many copies of positions of a random game of a random ruleset were compared with it: state, checks,
    and texts of the orders that follow."""
    design, copies = any_design(seed), 0
    try:
        Game.from_scenario(design)
    except ValueError:
        # The limits of stacks are below what the fixed set-up needs.
        return 0
    for n, game in enumerate(played(design, seed)):
        if n > 250:
            break
        if n % 11 or game.outcome is not None or game.play.as_data()["battle"] or game.step not in QUIET:
            continue
        now = reread(replace(game.scenario_now(), extends=""))
        made = replace(design, scenario=now)
        assert [e for e in errors(made) if e not in errors(design)] == []
        copy = Game.from_scenario(made, seed)
        copy.dice.count = game.dice.count
        assert state_of(copy) == state_of(game)
        own, chosen = Game.from_json(design, game.to_json()), random.Random(n)
        for _ in range(12):
            if own.outcome is not None:
                break
            order = own.any_order(chosen.random)
            assert [e.text for e in copy.apply(order)] == [e.text for e in own.apply(order)]
        copies += 1
    return copies


def state_of(game: Game) -> dict[str, object]:
    """The state, without what only leads back to a decision that has been made."""
    state = game.play.as_data()
    return {**state, "happened": sorted(state["happened"]), "resume": ""}


def test_copies_of_games_of_random_rulesets_go_on_like_them() -> None:
    assert sum(map(copies_of_a_random_game, range(30))) > 50


@pytest.mark.exhaustive
@pytest.mark.parametrize("tens", range(3, 30))
def test_copies_of_many_random_rulesets_go_on_like_their_games(tens: int) -> None:
    assert sum(copies_of_a_random_game(seed) for seed in range(10 * tens, 10 * tens + 10)) > 0


def hollen(start: Start, **units: Setup) -> Design:
    """The game at Hollen, begun in the middle; units by name, with _ for blanks and `n` before a digit."""
    made = design_of("hollen")
    assert made.scenario is not None
    wanted = {name.removeprefix("n").replace("_", " "): setup for name, setup in units.items()}
    counters = tuple(
        replace(u, setup=wanted[u.name], reinforcement=None) if u.name in wanted else u
        for u in made.scenario.units)
    return replace(made, scenario=replace(made.scenario, start=start, units=counters))


def at(hex: str, *marks: str) -> Setup:
    return Setup(Where(hexes=(hex,)), marks=marks)


def test_a_start_typed_by_hand_begins_with_its_phase() -> None:
    game = Game.from_scenario(hollen(Start(3, "red-move")))
    assert (game.turn, game.phase, game.step, game.side) == (3, "red-move", "move", "red")
    assert "The game goes on in turn 3, Red army: move." in [e.text for e in game.events]
    game.apply("pass")
    assert game.turn == 4 or game.phase == "red-combat"


def test_without_a_phase_the_turn_begins() -> None:
    game = Game.from_scenario(hollen(Start(2)))
    assert (game.turn, game.phase) == (2, "blue-move")
    assert "Turn 2 begins." in [e.text for e in game.events]


def test_what_happened_before_is_known() -> None:
    start = Start(
        2, "blue-move", begun=True, points=(("red", 4),), losses=(Losses("red/11th Line", 1, 2),),
        taken=(Holding("blue", ("0101",)),), held=(Holding("blue", ("0101",)),))
    design = hollen(start, n1st_Foot=at("0304", "moved"), n11th_Line=Setup(box="eliminated"))
    assert errors(design) == []
    game = Game.from_scenario(design)
    state = game.play.as_data()
    assert state["points"] == [0, 4]
    assert sum(state["losses"][0]) == 1
    assert sum(state["losses"][1]) == 2
    assert "blue/1st Foot" not in game.movable()
    assert "blue/2nd Foot" in game.movable()
    assert game.position().units["red/11th Line"].box == "eliminated"
    lines = list(start_lines(design, design.scenario, start))  # type: ignore[arg-type]
    assert "Victory points so far: Red army 4." in lines
    assert "Lost so far: 11th Line (2 steps, gone)." in lines


@pytest.mark.parametrize(("start", "setup", "message"), [
    (Start(3, "green-move"), at("0304"), "green-move"),
    (Start(3, "blue-move", begun=True), at("0304", "asleep"), "1st Foot.*asleep.*does not know"),
    (Start(3, "blue-move"), Setup(box="eliminted"), "1st Foot.*box.*eliminted.*`eliminated`"),
    (Start(3, "blue-move", begun=True), Setup(Where(hexes=("0304",)), lost=9), "1st Foot has lost 9 steps"),
    (Start(3, begun=True), at("0304"), "not which `phase` has begun"),
    (Start(3, "blue-move", parts=(9,)), at("0304"), "part 9"),
    (Start(3, "blue-move", sources=(("depot 0304", 2),)), at("0304"), "source of supply.*depot"),
    (Start(3, "blue-move", points=(("green", 2),)), at("0304"), "side.*green"),
    (Start(3, "blue-move", losses=(Losses("blue/Nobody", 1),)), at("0304"), "unit.*blue/Nobody"),
    (Start(9, "blue-move"), at("0304"), "turn 9"),
])
def test_a_wrong_start_is_named_by_the_check_and_refused_by_the_game(
    start: Start, setup: Setup, message: str,
) -> None:
    design = hollen(start, n1st_Foot=setup)
    with pytest.raises(ValueError, match=message):
        Game.from_scenario(design)
    assert re.search(message, " ".join(errors(design)))


def test_units_in_a_box_that_only_the_scenario_knows_are_out_of_the_game() -> None:
    game = Game.from_scenario(hollen(Start(3, "blue-move"), n1st_Foot=Setup(box="moon")))
    assert game.position().units["blue/1st Foot"].box == "removed"
    whole = design_of("gsofg")
    assert whole.scenario is not None
    assert "exchange" in {u.setup.box for u in whole.scenario.units if u.setup}
    begun = replace(whole, scenario=replace(whole.scenario, start=Start(3, "soviet-move")))
    assert errors(begun) == []
    assert Game.from_scenario(begun).position().units["usa/1st Mechanized"].box == "removed"


def test_a_hex_that_is_not_there_is_named() -> None:
    design = hollen(Start(3, "blue-move", taken=(Holding("blue", ("9999",)),), free=("8888",)))
    found = " ".join(errors(design))
    assert "no hex 9999" in found
    assert "no hex 8888" in found


def test_no_copy_in_the_middle_of_a_fight() -> None:
    game = next(g for g in played(design_of("karn"), 4) if g.play.as_data()["battle"])
    with pytest.raises(IllegalOrderError, match=r"is being resolved.*Finish it or take it back"):
        game.scenario_now()
