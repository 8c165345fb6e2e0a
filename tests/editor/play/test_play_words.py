"""The texts of a play-test, without its window: refusals, prompts, pages, the log and the figures."""

from __future__ import annotations

from dataclasses import replace

import pytest
from designs import make, unit, wing
from play_sessions import duel, session, until

from visegrad_editor.editor.play.decision import why_not_passed
from visegrad_editor.editor.play.decision_panel import cause_of_decision
from visegrad_editor.editor.play.log_panel import entry_lines, fits
from visegrad_editor.editor.play.play_mode import last_startable_moment
from visegrad_editor.editor.play.prompts import banner_text
from visegrad_editor.editor.play.session import HUMAN
from visegrad_editor.editor.play.state_panel import figures
from visegrad_editor.editor.play.table import first_page
from visegrad_editor.engine import Order
from visegrad_editor.engine.orders import IllegalOrderError
from visegrad_editor.engine.words import Words
from visegrad_editor.model.scenario import Entry
from visegrad_editor.model.where import Where
from visegrad_editor.systems import words_of

# -- refusals and prompts -------------------------------------------------------------------------------


def test_an_illegal_drop_is_refused_with_the_rule_and_changes_nothing() -> None:
    play = until(session(duel(unit("B", "russia", "0805"))), "move")
    before = play.position
    with pytest.raises(IllegalOrderError) as refusal:
        play.decision.drop(play.decision.grab("0305"), "0310")
    assert refusal.value.rule == "8.1" or refusal.value.rule == "9.2"
    with pytest.raises(IllegalOrderError) as refusal:
        play.decision.drop(play.decision.grab("0305"), "0306")
    assert refusal.value.rule == "9.2"
    assert play.position == before


def test_a_unit_that_has_moved_says_why_it_stays() -> None:
    play = until(session(duel(defender="0801")), "move")
    order = play.decision.drop(play.decision.grab("0305"), "0306")
    assert order is not None
    play.give(order)
    assert play.decision.grab("0306") == ()
    assert "already moved" in str(play.decision.why_fixed("0306"))


def test_a_refusal_names_the_rule_first_and_goes_when_play_continues() -> None:
    late = [unit(f"N{i}", "russia", turn=1, entry="edge") for i in range(6)]
    design = make([unit("A", "russia", "0305"), unit("D", "poland", "0801"), *late],
                  entries=(Entry("edge", "Edge", Where(hexes=("0310", "0309", "0308"))),))
    play = until(session(design), "move")
    told: list[str] = []
    play.refused.connect(lambda: told.append(play.complaint))
    with pytest.raises(IllegalOrderError) as refusal:
        play.decline()
    play.complain(refusal.value)
    assert told == ["Rule 10.0: 6 reinforcements must enter this turn; entry cannot be postponed: "
                    "Russian N0, Russian N1, Russian N2 and 3 more. Drag them from the page Off the map onto "
                    "a shaded hex."]
    play.choose()
    assert play.complaint == ""
    play.complain("No.")
    play.give(play.decision.orders[1])
    assert play.complaint == ""
    play.complain("")
    assert len(told) == 2


@pytest.mark.parametrize("step", ["place", "allocate", "remove", "table", "lose", "choose", "retreat"])
def test_why_a_decision_cannot_be_passed_is_said_in_plain_words(step: str) -> None:
    told = why_not_passed(words_of("visegrad4"), step, IllegalOrderError("Choose: `choose retreat`.", "11.0"))
    assert "`" not in told.reason
    assert told.rule == "11.0"
    assert told.reason[0].isupper()
    assert told.reason.endswith(".")


def test_the_prompt_counts_what_is_left_to_spend_or_lose() -> None:
    damaged = replace(unit("B", "russia", "0307"), reduced=True)
    play = session(make([unit("A", "russia", "0305"), damaged, unit("D", "poland", "0801")],
                        replacements=[(1, "russian", 1, 2)]))
    until(play, "replace")
    assert banner_text(play).endswith("Left: 1 replacement step, 2 air points.")
    play.give(Order("restore", ("russia/B",)))
    assert "replacement step" not in banner_text(play)

    stack = [unit(n, "russia", "0305") for n in "ABC"]
    play = session(make([*stack, unit("D", "poland", "0306")], result="AT"), *[3] * 9)
    until(play, "attack")
    play.decision.click("0306")
    play.confirm()
    assert play.timeline.game.step == "lose"
    assert banner_text(play).endswith("Left: 2 units to lose at least.")


def test_a_decision_names_its_cause_and_opens_its_page() -> None:
    play = session(duel(wing("W", "poland"), wing("X", "russia"), defender="0801"), 6)
    until(play, "interdict", "allied")
    assert cause_of_decision(play) is None
    play.decision.click("0305")
    play.confirm()
    assert play.timeline.game.step == "intercept"
    cause = cause_of_decision(play)
    assert cause is not None
    assert cause.type == "interdiction"
    assert cause.hexes == ("0305",)
    assert first_page(play) == "decision"


def test_a_reinforcement_that_cannot_reach_a_hex_is_told_where_it_enters() -> None:
    entry = Entry("east", "Eastern edge", Where(hexes=("0310",)))
    play = until(session(make([unit("A", "russia", "0305"), unit("D", "poland", "0801"),
                               unit("N", "russia", turn=1, entry="east")], entries=(entry,))), "move")
    assert "A reinforcement is due: see the page Off the map." in banner_text(play)
    with pytest.raises(IllegalOrderError) as refusal:
        play.decision.drop(("russia/N",), "0801")
    assert refusal.value.reason == "Russian N cannot reach 0801 this turn. It arrives at Eastern edge."
    assert refusal.value.rule


def test_copying_from_within_an_attack_uses_the_last_startable_moment() -> None:
    play = until(session(duel(unit("B", "russia", "0405"), result="DP"), 1), "attack")
    at = play.timeline.at
    assert last_startable_moment(play) == at
    play.decision.click("0306")
    play.confirm()
    assert play.timeline.game.step == "retreat"
    position = play.position
    assert last_startable_moment(play) == at
    assert play.position == position
    assert play.timeline.at == at + 1


def test_the_log_lists_what_was_passed() -> None:
    play = until(session(duel(wing("W", "poland"), defender="0801")), "interdict", "allied")
    play.decline()
    line = next(iter(entry_lines(play.timeline.game, play.timeline.done[-1], 1)))
    assert line.text == "Allied side: no more interdiction."


def test_an_unknown_decision_that_cannot_be_passed_shows_its_prompt() -> None:
    assert "Choose one of the orders below." in why_not_passed(Words(), "draw-cards", IllegalOrderError(
        "`draw`")).reason
    assert why_not_passed(Words(), "draw-cards", IllegalOrderError("Draw a card.")).reason == "Draw a card."


# -- the log and the figures -----------------------------------------------------------------------------


def test_log_lines_lead_to_the_hex_a_unit_came_to() -> None:
    play = until(session(duel(defender="0801")), "move")
    order = play.decision.drop(play.decision.grab("0305"), "0307")
    assert order is not None
    play.give(order)
    lines = list(entry_lines(play.timeline.game, play.timeline.done[-1], play.timeline.at))
    assert lines[0].hex == "0307"
    assert lines[0].order == play.timeline.at
    assert fits(lines[0], "moves 9.0")
    assert not fits(lines[0], "retreats")


def test_the_figures_count_both_sides() -> None:
    play = session(duel(unit("B", "russia", "0805"), markers=(3, 2)))
    rows = {r.name: r.values for r in figures(play)}
    assert rows["Turn"] == ("1 of 10",)
    assert rows["Units"] == ("2", "1")
    assert rows["Strength"] == ("16", "8")
    assert rows["Track"] == ("3", "2")


def test_marks_that_one_side_sees_are_shown_to_the_person_of_that_side(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play = session(duel(unit("B", "russia", "0805"), markers=(3, 2)))
    asked: list[str] = []
    monkeypatch.setattr(play.timeline.game, "hex_marks", lambda side="": asked.append(side) or {})
    sides = [s.id for s in play.design.ruleset.sides]
    figures(play)
    for mine, other in (sides, sides[::-1]):
        play.change_seat(mine, HUMAN)
        play.change_seat(other, "random")
        figures(play)
    play.change_seat(mine, "random")
    figures(play)
    assert asked == [play.timeline.game.side, *sides, ""]
