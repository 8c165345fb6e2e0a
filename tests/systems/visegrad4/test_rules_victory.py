"""Gas fields, capitals and the final roll: rule 4."""

from __future__ import annotations

import pytest
from corner_positions import FAR, P1, R1
from designs import PLACES, make, on_to, play, refuse, unit

from visegrad_editor.engine import DiceExhaustedError

# -- 4: victory ----------------------------------------


FIELDS = {**PLACES, "0305": ("A", "industrial"), "0304": ("B", "industrial")}


@pytest.mark.rule("4.1")
def test_all_fields_in_poland_win_at_once():
    places = {k: v for k, v in FIELDS.items() if k != "0501"}
    game = on_to(play(make([R1, FAR], places=places)), "move", "russian-movement")
    game.apply("move R1 0306-0305-0304")
    outcome = game.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.rule) == ("russian", "4.1")
    assert game.legal_orders() == []
    assert refuse(game, "pass").rule == "4.1"


def test_a_capital_wins_at_once_for_the_allies():
    game = on_to(play(make([R1, unit("P1", "poland", "0109")])), "move", "allied-movement")
    game.apply("move P1 0109-0110")
    assert (game.outcome.winner, game.outcome.rule) == ("allied", "4.2")


@pytest.mark.parametrize(("dice", "winner"), [((1, 1), "allied"), ((6, 6), "allied")])
def test_the_last_roll_must_be_below_the_fields_taken(dice, winner):
    game = on_to(play(make([R1, FAR], places=FIELDS, turns=1), *dice), "move", "russian-movement")
    game.apply("move R1 0306-0305-0304")
    while game.outcome is None:
        game.apply("pass")
    assert (game.outcome.winner, game.outcome.rule) == (winner, "4.0")


def test_the_last_roll_can_be_won():
    places = {**FIELDS, "0303": ("C", "industrial")}
    game = on_to(play(make([R1, FAR], places=places, turns=1), 1, 1), "move", "russian-movement")
    game.apply("move R1 0306-0305-0304-0303")
    while game.outcome is None:
        game.apply("pass")
    assert (game.outcome.winner, game.outcome.rule) == ("russian", "4.0")


@pytest.mark.rule("4.0")
def test_a_field_taken_stays_taken_and_a_unit_flying_through_takes_all_it_passes():
    game = on_to(play(make([R1, FAR], places=FIELDS)), "move", "russian-movement")
    game.apply("move R1 0306-0305")
    on_to(game, "move", "allied-movement")
    game.apply("move P0 0103-0203-0304")
    assert game.position().marked("scored") == ("0305",)
    flyer = unit("R1", "russia", "0306", "airborne")
    game = on_to(play(make([flyer, FAR], places=FIELDS)), "move", "russian-movement")
    game.apply("move R1 0306-0305-0304")
    assert game.position().marked("scored") == ("0304", "0305")


def test_given_dice_that_run_out_say_so_and_change_nothing():
    game = on_to(play(make([R1, P1]), 6), "attack", "russian-combat")
    game.dice.count = 1
    before = game.to_json()
    with pytest.raises(DiceExhaustedError, match="used up after 1 roll"):
        game.apply("attack 0305 with R1")
    assert game.to_json() == before
