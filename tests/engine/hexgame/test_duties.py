"""What units must do or may not: pools that keep their number, call-ups of all, joiners next to the hex, a
second combat phase, and chapters that say who must come, retreat or lose."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hexgames import design, inside, on_to, orders, play, refuse, result, where

from visegrad_editor.engine import Game, IllegalOrderError
from visegrad_editor.engine.hexgame import arrivals, results, sequence
from visegrad_editor.engine.hexgame.chapter import Chapter
from visegrad_editor.engine.hexgame.in_progress import GameInProgress

FAR = "red X foot 4 0608"
POOL = "pools: [{{id: p, side: blue, entry: [e], number: {{1: 1, 3: 0}}, keeps: {keeps}}}]"
ENTRY = "entries: [{id: e, name: Entry, where: {hexes: 0101 0201 0301}}]"
WAITING = f"blue A foot 4 event p e; blue B foot 4 event p e; blue C foot 4 event p e; {FAR}"


@pytest.mark.parametrize(("keeps", "number"), [("true", 2), ("false", 1)])
def test_a_pool_may_keep_what_did_not_come(keeps: str, number: int) -> None:
    game = on_to(play(WAITING, POOL.format(keeps=keeps), more=ENTRY), "move", "blue", turn=2)
    for key, hex in list(zip("ABC", ("0101", "0201", "0301"), strict=True))[:number]:
        game.apply(f"enter blue/{key} {hex}")
    late = "C" if number == 2 else "B"
    assert "No more units" in refuse(game, f"enter blue/{late} 0301").reason
    assert not any("enter" in text for text in orders(game, "enter"))


def test_what_has_come_is_counted_for_the_whole_game() -> None:
    game = on_to(play(WAITING, POOL.format(keeps="true"), more=ENTRY), "move", "blue")
    game.apply("enter blue/A 0101")
    game = on_to(game, "move", "blue", turn=2)
    game.apply("enter blue/B 0201")
    assert "No more units" in refuse(game, "enter blue/C 0301").reason


CALL_UP = """
sequence: {{turn: [{{player_turn: blue, phases: [call-up, move]}}, {{player_turn: red, phases: [move]}}]}}
call_ups: [{{id: c, units: {{type: [fort]}}, where: {{hexes: {hexes}}}, success: [4, 5, 6], must: {must},
  each_hex: {most}, rule: "7.1"}}]
"""
FORTS = f"blue A fort 4 event c e; blue B fort 4 event c e; blue D foot 4 0601; {FAR}"


def calling(hexes: str, must: str = "false", most: int = 0, dice: Sequence[int] = (4, 1)) -> Game:
    return on_to(play(FORTS, CALL_UP.format(hexes=hexes, must=must, most=most), dice, more=ENTRY), "call-up")


def test_a_call_up_may_be_a_duty_as_far_as_there_are_hexes() -> None:
    assert "pass" in orders(calling("0101 0201"))
    game = calling("0101 0201", "true", 1)
    assert "pass" not in orders(game)
    assert refuse(game, "pass").rule == "7.1"
    game.apply("call-up blue/A 0101")
    game.apply("call-up blue/B 0201")
    assert (where(game, "blue/A"), game.step) == ("0101", "move")
    assert calling("0101", "true", 1, (4,)).apply("call-up blue/A 0101")


@pytest.mark.parametrize("die", [1, 4])
def test_a_hex_takes_so_many_who_are_called_up_in_vain_or_not(die: int) -> None:
    game = calling("0101 0201", most=1, dice=(die, 4))
    game.apply("call-up blue/A 0101")
    assert "may not be called up" in refuse(game, "call-up blue/B 0101").reason
    game.apply("call-up blue/B 0201")
    assert where(game, "blue/B") == "0201"


GUNS = "blue A foot 2 0303; blue G gun 5 0305; red X foot 4 0304"


def test_joiners_next_to_the_hex_add_no_more_than_others_and_never_attack_alone() -> None:
    join = "combat: {{join: {{units: {{trait: [artillery]}}, range: 2, never_more_than: adjacent{more}}}}}"
    usual = on_to(play(GUNS, join.format(more="")), "attack")
    assert usual.preview(usual.parse("attack 0304 with A,G")).attack == 7
    assert "attack 0304 with G" in orders(usual, "attack")
    game = on_to(play(GUNS, join.format(more=", adjacent: true")), "attack")
    assert game.preview(game.parse("attack 0304 with A,G")).attack == 4
    assert "attack 0304 with G" not in orders(game, "attack")
    assert "At least one unit" in refuse(game, "attack 0304 with G").reason


def test_every_combat_phase_has_attacks_of_its_own() -> None:
    rules = result("[{note: Nothing.}]", """
sequence: {turn: [{player_turn: blue, phases: [combat, again]}, {player_turn: red, phases: [combat]}]}
phases: [{id: again, name: Second combat, kind: combat}]""")
    game = on_to(play("blue A foot 4 0303; red X foot 4 0304", rules), "attack")
    game.apply("attack 0304 with A")
    assert game.phase == "blue-again"
    game.apply("attack 0304 with A")
    assert game.side == "red"


class Duties(Chapter):
    """Units A must come, no phases begin with a combat, retreats lead to 0205, and B loses steps first."""

    id = "duties"

    def must_enter(self, w: GameInProgress, unit: int) -> str:
        return "9.9" if w.forces.keys[unit] == "blue/A" else ""

    def may_choose(self, w: GameInProgress, order: Sequence[str]) -> IllegalOrderError | None:
        return IllegalOrderError("Move first.", "5.9") if order[0] == "combat" else None

    def retreat_hexes(self, w: GameInProgress, unit: int, hexes: Sequence[int]) -> Sequence[int]:
        return [h for h in hexes if w.board.numbers[h] == "0404"]

    def bearers(self, w: GameInProgress, group: int, units: Sequence[int], first: bool) -> Sequence[int]:
        units = [u for u in units if w.forces.keys[u] != "blue/C"]
        if first and not w.battle.lost[group]:
            return [u for u in units if w.forces.keys[u] == "blue/B"]
        return units


def with_duties(units: str, rules: str = "", dice: Sequence[int] = (), more: str = "") -> Game:
    """A game with the chapter above, at its first decision."""
    from visegrad_editor.engine.hexgame.hexgame import HexGame
    game = Game.from_scenario(design(units, rules, more=more), 0, list(dice) or None)
    made = design(units, rules, more=more)
    assert made.scenario is not None
    game._play = HexGame(made, made.scenario, game.dice, game._events.append, [Duties()])
    game._play.begin()
    return game


def test_a_chapter_says_who_must_come() -> None:
    game = on_to(with_duties(f"blue A foot 4 turn 1 e; blue B foot 4 turn 1 e; {FAR}", more=ENTRY), "move")
    assert "pass" not in orders(game)
    assert refuse(game, "pass").rule == "9.9"
    game.apply("enter blue/A 0101")
    assert "pass" in orders(game)
    w = inside(game)
    assert arrivals.rule_to_enter(w, w.unit("blue/B")) == ""


def test_a_chapter_bars_an_order_of_phases() -> None:
    rules = """
sequence: {turn: [{player_turn: blue, phases: [move], choose: [[move, combat], [combat, move]]},
  {player_turn: red, phases: [move]}]}"""
    game = on_to(with_duties(f"blue A foot 4 0101; {FAR}", rules), "order")
    assert orders(game, "order") == ["order move,combat"]
    assert refuse(game, "order combat,move").rule == "5.9"
    assert sequence.order_refusal(inside(game), ("move", "combat")) is None


def test_a_chapter_says_where_units_retreat() -> None:
    game = with_duties("blue A foot 4 0303; red X foot 4 0304",
                       result("[{retreat: defender, by: owner}]"), (1,))
    game = on_to(game, "attack")
    game.apply("attack 0304 with A")
    assert results.open_hexes(inside(game), 1) == [inside(game).board.at("0404")]


def test_a_chapter_says_who_loses_steps() -> None:
    units = "blue A foot 4 0303; blue B foot 4 0303; blue C foot 4 0303; red X foot 4 0304"
    game = on_to(with_duties(units, result("[{lose: attacker, steps: 2, per: side}]"), (1,)), "attack")
    game.apply("attack 0304 with A,B,C")
    assert set(orders(game, "reduce")) == {"reduce A", "reduce B"}, "B has lost the first step"
    assert game.position().units["blue/B"].reduced
    game.apply("reduce blue/A")
    assert not game.position().units["blue/C"].reduced
