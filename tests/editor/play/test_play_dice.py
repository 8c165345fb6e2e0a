"""Dice entered by hand in a play-test."""

from __future__ import annotations

import pytest
from designs import make, unit, wing
from play_sessions import HUMANS, duel, session, until

from visegrad_editor.editor.play.decision_panel import odds_of, support_shift
from visegrad_editor.editor.play.log_panel import last_roll
from visegrad_editor.editor.play.prompts import banner_text, roll_wanted
from visegrad_editor.editor.play.session import PlaySession
from visegrad_editor.editor.play.timeline import DiceWanted
from visegrad_editor.engine import PASS


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
