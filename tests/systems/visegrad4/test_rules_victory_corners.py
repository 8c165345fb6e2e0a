"""Rare cases of the free set-up and of the four kinds of victory."""

from __future__ import annotations

import pytest
from corner_positions import R1, bundled
from designs import PLACES, event_texts, make, on_to, play, refuse, unit, where

from visegrad_editor.engine import Game

# -- 3.4, 14: free set-up --------------------------------------------------------------------------------


@pytest.mark.rule("3.4", "6.4")
def test_free_set_up_follows_the_rulebook() -> None:
    design = bundled("free-setup")
    game = Game.from_scenario(design, 1)
    numbers = {c: {design.map.grid.number(h) for h in design.map.hexes_in(c)}
               for c in ("poland", "hungary", "russia", "belarus", "ukraine")}
    options: dict[str, set[str]] = {}
    for order in game.legal_orders():
        options.setdefault(order.units[0], set()).add(order.hexes[0])
    assert options["poland/1st Armored"] <= numbers["poland"] - {"1718"}
    assert len(options["poland/1st Armored"]) > 50
    assert options["hungary/5th Mechanized"] <= numbers["hungary"]
    game.apply("place Polish 1st Armored 2413")
    assert refuse(game, "place 34th Armored Cavalry 2413").rule == "3.4"
    while game.side == "allied":
        game.apply(game.legal_orders()[0])
    assert where(game, "russia/Airborne") == "1718"
    options = {}
    for order in game.legal_orders():
        options.setdefault(order.units[0], set()).add(order.hexes[0])
    home = numbers["russia"] | numbers["belarus"] | numbers["ukraine"]
    assert options["russia/25th Motorized"] <= home
    assert options["russia/25th Motorized"] & numbers["ukraine"]
    assert options["ukraine/24th Mechanized"] <= numbers["ukraine"]
    assert options["belarus/38th Mobile"] <= numbers["belarus"]
    spot = sorted(options["ukraine/24th Mechanized"] & options["russia/25th Motorized"])[0]
    game.apply(f"place Ukrainian 24th Mechanized {spot}")
    assert refuse(game, f"place Russian 25th Motorized {spot}").rule == "6.4"
    while game.step == "place":
        game.apply(game.legal_orders()[0])
    # 14.0: one die for each Ukrainian unit, after the set-up.
    assert len(event_texts(game.events, "loyalty")) == 4
    assert game.dice.count == 4
    east = design.scenario.entry_by_id["east-edge"].where  # type: ignore[union-attr]
    assert {design.map.grid.number(h) for h in east.resolve(design.map)} & numbers["ukraine"]


# -- 4: four ways to win ---------------------------------------------------------------------------------


@pytest.mark.rule("4.0")
@pytest.mark.parametrize(("dice", "winner"), [((1, 1), "russian"), ((1, 2), "allied"), ((2, 2), "allied")])
def test_the_sum_of_two_dice_must_be_less_than_the_fields(dice: tuple[int, int], winner: str) -> None:
    places = {**PLACES, "0305": ("A", "industrial"), "0304": ("B", "industrial"), "0303": ("C", "industrial")}
    game = on_to(play(make([R1, unit("P0", "poland", "0101")], places=places, turns=1), *dice), "move")
    game.apply("move R1 0306-0305-0304-0303")
    while game.outcome is None:
        game.apply("pass")
    outcome = game.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.rule) == (winner, "4.0")


@pytest.mark.rule("4.0")
def test_a_field_is_scored_once_though_it_changes_hands() -> None:
    places = {**PLACES, "0305": ("A", "industrial"), "0303": ("B", "industrial")}
    game = on_to(play(make([R1, unit("P0", "poland", "0103")], places=places), *[6] * 9), "move")
    assert len(event_texts(game.apply("move R1 0306-0305"), "scored")) == 1
    game.apply("pass")
    on_to(game, "move", "russian-movement")
    game.apply("move R1 0305-0306")
    on_to(game, "move", "allied-movement")
    game.apply("move P0 0103-0203-0304-0305")
    assert game.position().marked("scored") == ("0305",)
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    game.apply(game.legal_orders()[0])
    assert event_texts(game.apply("advance R1"), "scored") == []
    assert game.position().marked("scored") == ("0305",)


@pytest.mark.rule("4.2")
@pytest.mark.parametrize(("country", "wins"), [("U", True), ("B", True), ("R", True), ("A", False)])
def test_minsk_kiev_and_moscow_win_at_once_and_no_other_capital(country: str, wins: bool) -> None:
    lands = (*["PPPPP" + country * 5] * 7, "HHHHHAAAAA")
    units = [unit("R1", "russia", "0710"), unit("P1", "poland", "0109")]
    game = on_to(play(make(units, lands=lands)), "move", "allied-movement")
    game.apply("move P1 0109-0110")
    assert (game.outcome is not None) is wins
