"""The planner where a phase may not be ended at will: attacks that are a duty, hexes that are too full."""

from __future__ import annotations

import pytest
from hexgames import design, on_to, play, where

from visegrad_editor.engine import Game
from visegrad_editor.players import make_player
from visegrad_editor.playtest import play_game

ARMIES = """blue A foot 4 0303; blue B foot 3 0302; blue C foot 5 0402; blue D foot 2 0202
red X foot 4 0306; red Y foot 3 0307; red Z foot 5 0406; red W foot 2 0206"""
TOWN = "places: [{hex: '0304', name: Town, features: [town]}]"
FOR_THE_TOWN = "victory: {points: [{for: control, hexes: {features: [town]}, worth: 1, judged: each-turn}]}"
DUTY = "combat: {must: all-in-zones}\nzones: {kind: rigid}\nadvice: {boldness: 99}"


def stand_and_finish(game: Game) -> Game:
    """The game after the planner has played the phase that is under way."""
    player, here = make_player("planner", 1), (game.turn, game.phase, game.side)
    while (game.turn, game.phase, game.side) == here:
        game.apply(player.choose(game))
    return game


def test_it_attacks_where_it_must_however_little_it_wants_to() -> None:
    game = on_to(play("blue A foot 1 0303; blue B foot 2 0204; red X foot 9 0304", DUTY), "attack")
    chosen = make_player("planner", 1).choose(game)
    # The attack is lost whoever makes it: the weaker one goes.
    assert (chosen.verb, chosen.units) == ("attack", ("blue/A",))


@pytest.mark.parametrize("rules", [
    DUTY,
    "stacking: {limit: 1, judged: end-of-phase}",
    "stacking: {limit: 1, judged: end-of-phase, excess: enemy-removes}",
    "stacking: {limit: 1, judged: end-of-phase}\nretreat: {stacking: ignore}",
])
def test_it_plays_games_with_duties_to_their_end(rules: str) -> None:
    game = play_game(design(ARMIES, (rules, FOR_THE_TOWN), map=TOWN), 3, ("planner", "planner"))
    assert game.outcome is not None
    assert game.outcome.winner


def test_it_makes_room_in_a_hex_that_is_too_full() -> None:
    # Its units retreated into one hex, or the map began like this.
    game = on_to(play("blue A foot 4 0304; blue B foot 3 0302; red X foot 4 0608",
                      ("stacking: {limit: 1, judged: end-of-phase}", FOR_THE_TOWN), map=TOWN), "move")
    game.apply("move blue/B 0302-0303-0304")
    stand_and_finish(game)
    assert {where(game, "blue/A"), where(game, "blue/B")} > {"0304"}


def test_it_does_not_march_into_a_hex_that_is_full() -> None:
    game = on_to(play("blue A foot 4 0303; blue B foot 3 0302; blue C foot 3 0203; red X foot 4 0608",
                      ("stacking: {limit: 1, judged: end-of-phase}", FOR_THE_TOWN), map=TOWN), "move")
    stand_and_finish(game)
    assert len({where(game, f"blue/{u}") for u in "ABC"}) == 3
