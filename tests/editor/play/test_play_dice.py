"""Dice entered by hand in a play-test."""

from __future__ import annotations

from dataclasses import replace

import pytest
from designs import make, unit, wing
from hexgames import design as small_design
from play_sessions import HUMANS, duel, session, until

from visegrad_editor.editor.play.decision_panel import odds_of, support_shift
from visegrad_editor.editor.play.log_panel import last_roll
from visegrad_editor.editor.play.prompts import banner_text, roll_wanted
from visegrad_editor.editor.play.session import HUMAN, PlaySession
from visegrad_editor.editor.play.start_dialog import rolls
from visegrad_editor.editor.play.timeline import DiceWanted
from visegrad_editor.engine import PASS, Game
from visegrad_editor.engine.dice import greatest_die
from visegrad_editor.engine.record import RecordError, parse_record, record_of, record_text, replay


def test_rolls_are_requested_one_by_one_and_undone_with_the_order() -> None:
    play = PlaySession(duel(), HUMANS, 0, ())
    until(play, "attack")
    asked: list[int] = []
    play.wanted.connect(lambda: asked.append(play.timeline.at))
    play.decision.click("0306")
    at = play.timeline.at
    assert not play.confirm()
    assert asked == [at]
    assert play.pending is not None
    assert not play.my_turn
    assert play.position.battle == ""
    assert play.enter_roll(4)
    assert last_roll(play.timeline.done)[0] == (4,)
    assert play.timeline.game.dice.given == (4,)
    play.take_back()
    play.give(PASS)
    assert play.timeline.at == at + 1
    play.take_back()
    play.play_on()
    assert play.timeline.game.dice.given == ()


def test_a_roll_by_hand_shows_its_purpose_and_value() -> None:
    play = session(duel(wing("W", "russia"), wing("V", "poland")), dice_by_hand=True)
    until(play, "attack")
    play.decision.click("0306")
    play.confirm()
    play.decision.pick("russia/W")
    assert support_shift(play)[0] == 1
    assert "unless it is intercepted" in support_shift(play)[1]
    play.confirm()
    play.decision.pick("poland/V")
    assert support_shift(play) == (
        0, "Polish V will fight Russian W in the air first; the one left alone shifts a column (13.4).")
    assert not play.confirm()
    assert play.roll.purpose.endswith("die 1 of 2: Russian W (13.1)")
    assert "die 1 of 2: Russian W" in banner_text(play)
    assert not play.enter_roll(5)
    assert roll_wanted(play.roll).endswith("die 2 of 2: Polish V (13.1). Entered so far: 5.")
    assert not play.enter_roll(2)
    assert play.roll.purpose == "the combat in 0306, Assault (11.0)"
    assert play.roll.given == (5, 2)


def test_battle_odds_count_settled_air_support() -> None:
    play = session(duel(wing("W", "russia"), markers=(3, 0)))
    while play.timeline.game.step != "attack":
        play.give(play.decision.passing or play.decision.orders[-1])
    play.decision.click("0306")
    play.confirm()
    play.decision.pick("russia/W")
    foreseen = odds_of(play.timeline.game, play.timeline.game.preview(None, support_shift(play)[0]))
    play.confirm()
    assert play.timeline.game.step == "table"
    assert odds_of(play.timeline.game, play.timeline.game.preview()) == foreseen
    assert ("air support", 1, "13.4") in odds_of(play.timeline.game, play.timeline.game.preview()).shifts


def test_a_roll_before_the_first_decision_is_asked_for_too() -> None:
    design = make([unit("A", "ukraine", "0305"), unit("D", "poland", "0801")])
    with pytest.raises(DiceWanted):
        PlaySession(design, HUMANS, 0, ())
    play = PlaySession(design, HUMANS, 0, (1,))
    assert play.position.units["ukraine/A"].hex == "0305"


# -- other dice than six-sided ones ------------------------------------------------------------------------

TWO_DICE = """
tables: [{id: combat, odds: none, die: %s, columns: [Result], rows: {1: [NE], 2: [NE]}}]
sequence: {first: {by: roll, roll: 1d6}}"""


def fight_with(die: str, *dice: int) -> PlaySession:
    """A game by hand at the attack of A on X, whose table is rolled on with other dice than the turn."""
    made = small_design("blue A foot 4 0303; red X foot 4 0304", TWO_DICE % die)
    play = PlaySession(made, {"blue": HUMAN, "red": HUMAN}, 0, (6, 1, *dice))
    while play.timeline.game.step != "attack":
        play.give(PASS)
    return play


@pytest.mark.parametrize(("die", "sides", "faces"), [
    ("1d10", 10, (10,)), ("2d6", 6, (5, 6)), ("1d20", 20, (17,))])
def test_every_face_of_the_dice_of_a_table_can_be_entered(
        die: str, sides: int, faces: tuple[int, ...]) -> None:
    play = fight_with(die)
    assert not play.give(play.timeline.game.parse("attack 0304 with A"))
    for n, face in enumerate(faces):
        assert play.roll.sides == sides
        assert play.enter_roll(face) is (n == len(faces) - 1)
    assert last_roll(play.timeline.done)[0] == faces
    record = parse_record(record_text(record_of(play.timeline.game, "fight")))
    assert record.dice == (6, 1, *faces)
    assert replay(play.design, record).to_json() == play.timeline.game.to_json()
    assert Game.from_json(play.design, play.timeline.game.to_json()).dice.given == record.dice


def test_a_roll_that_the_die_cannot_show_is_asked_for_again_and_named_in_a_replay() -> None:
    made = small_design("blue A foot 4 0303; red X foot 4 0304", TWO_DICE % "1d10")
    with pytest.raises(DiceWanted) as wanted:
        PlaySession(made, {"blue": HUMAN, "red": HUMAN}, 0, (3, 9, 4))
    assert (wanted.value.sides, wanted.value.given) == (6, (3,))
    record = parse_record(record_text(record_of(fight_with("1d10").timeline.game, "fight")))
    with pytest.raises(RecordError, match=r"Roll 2 of the list of dice is 9, and the die .* has 6 sides"):
        replay(made, replace(record, dice=(3, 9), orders=(), marks=()))
    with pytest.raises(RecordError, match="11 is not a roll of a die with 10 sides"):
        replay(made, replace(record, dice=(3, 11), orders=(), marks=()))


def test_known_rolls_are_those_of_the_dice_of_the_game() -> None:
    assert greatest_die(small_design("", TWO_DICE % "1d10").ruleset) == 10
    assert greatest_die(duel().ruleset) == 6
    assert rolls("10, 3", 10) == (10, 3)
    with pytest.raises(ValueError, match="11 is not a roll of a die with 10 sides"):
        rolls("4 11", 10)
