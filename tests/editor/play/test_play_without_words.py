"""A game that declares no words is shown all the same, with words made from its ids."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from designs import unit, wing
from play_sessions import duel, session, until

from visegrad_editor.drawing.counters import Mark
from visegrad_editor.editor.play.boxes_panel import groups, unit_note
from visegrad_editor.editor.play.decision_panel import cause_of_decision, odds_of, support_shift
from visegrad_editor.editor.play.log_panel import entry_lines
from visegrad_editor.editor.play.prompts import banner_text, order_words, pass_label
from visegrad_editor.editor.play.session import PlaySession, views
from visegrad_editor.editor.play.state_panel import figures
from visegrad_editor.engine import Order
from visegrad_editor.engine.position import Worth
from visegrad_editor.engine.system import System, no_effect, no_worth
from visegrad_editor.engine.words import Words
from visegrad_editor.model.rules.results import UnitState


def wordless(play: PlaySession) -> PlaySession:
    """The session of a game without words and hints."""
    game = play.timeline.game
    game.system = System(game.system.id, game.system.title, game.system.start, game.system.check)
    game.worths = defaultdict(Worth)
    return play


def test_decisions_orders_and_boxes_have_words() -> None:
    play = wordless(until(session(duel(wing("W", "russia"), unit("B", "russia", "0805"), markers=(3, 2))),
                          "allocate"))
    assert play.words == Words()
    assert banner_text(play) == "Russian side: Choose one of the orders below."
    assert pass_label(play) == ""
    assert order_words(play, Order("allocate", words=("2", "1"))) == "Allocate table 2 track 1"
    assert "Ready, Russian side" in {g.title for g in groups(play)}
    assert unit_note(play, "russia/W").endswith(": ready")
    rows = {row.name: row.values for row in figures(play)}
    assert rows["Ready"] == ("1", "0")
    assert {"Markers", "Table", "Track", "Spent"} <= set(rows)
    assert not any("Cyber" in name or "Goals taken" in name for name in rows)


def test_a_general_decision_keeps_its_words_and_its_gestures() -> None:
    play = wordless(until(session(duel(unit("B", "russia", "0805"))), "move"))
    assert pass_label(play) == "End movement"
    assert play.decision.style == "go"
    assert play.decision.drop(play.decision.grab("0805"), "0806") is not None


def test_the_odds_of_a_game_that_tells_no_worth_say_that_nobody_suffers() -> None:
    play = wordless(until(session(duel(unit("B", "russia", "0405"))), "attack"))
    assert play.timeline.game.system.worth is no_worth
    assert play.timeline.game.system.effect is no_effect
    play.decision.click("0306")
    assert play.decision.ready is not None
    odds = odds_of(play.timeline.game, play.timeline.game.preview(play.decision.ready))
    assert {chance.suffers for _, chances in odds.tables for chance in chances} == {"nobody"}
    assert support_shift(play) == (0, "")
    assert cause_of_decision(play) is None


def test_the_log_names_an_order_without_events() -> None:
    play = until(session(duel(markers=(3, 2))), "allocate")
    play.give(play.decision.orders[0])
    secret = next(iter(entry_lines(play.timeline.game, play.timeline.done[-1], 1)))
    assert secret.text == "Russian side: markers are allocated secretly."


def test_marks_are_badges_in_the_order_of_the_words() -> None:
    play = until(session(duel(unit("B", "russia", "0805"))), "move")
    key = "russia/B"
    place = replace(play.position.units[key], out_of_supply=True, marks=frozenset({"interdicted", "alert"}))
    position = replace(play.position, units={**play.position.units, key: place})
    play.timeline._position = position
    assert [mark.id for mark in play.views()[key].marks] == ["out-of-supply", "interdicted", "alert"]
    assert play.views()["poland/D"].marks == ()


def test_badges_have_the_letters_of_the_game_and_of_the_states_of_its_ruleset() -> None:
    play = until(session(duel(unit("B", "russia", "0805"))), "move")
    place = replace(play.position.units["russia/B"], marks=frozenset({"interdicted", "shaken", "moved"}))
    position = replace(play.position, units={"russia/B": place})
    ruleset = replace(play.design.ruleset, states=(UnitState("shaken", "Shaken", "S"),))
    shown = views(replace(play.design, ruleset=ruleset), position, play.words)["russia/B"].marks
    assert shown == (Mark("moved", "", "MVD"), Mark("interdicted", "INT", "INT"), Mark("shaken", "S"))
