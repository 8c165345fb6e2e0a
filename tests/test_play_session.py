"""A play-test without its window: every kind of decision, moving in time, saving, copying a position."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from designs import make, unit, wing

from visegrad_editor.editor.play.eventlog import entry_lines, fits, last_roll
from visegrad_editor.editor.play.figures import figures
from visegrad_editor.editor.play.moments import last_beginning
from visegrad_editor.editor.play.occasion import occasion
from visegrad_editor.editor.play.odds import odds_of, support_shift
from visegrad_editor.editor.play.opening import is_game_file, open_game, session_of
from visegrad_editor.editor.play.pages import first_page
from visegrad_editor.editor.play.refusals import not_declined
from visegrad_editor.editor.play.session import PlaySession
from visegrad_editor.editor.play.telling import order_words, pass_label, roll_wanted, told
from visegrad_editor.editor.play.timeline import DiceWanted
from visegrad_editor.engine import PASS, Order
from visegrad_editor.engine.orders import IllegalOrder
from visegrad_editor.engine.record import read_record, replay
from visegrad_editor.model.design import Design
from visegrad_editor.model.load import load
from visegrad_editor.model.scenario import Entry, Reinforcement, Setup, Unit, Where

HUMANS = {"russian": "human", "allied": "human"}


def session(design: Design, *dice: int, seats: dict[str, str] | None = None, seed: int = 0,
            dice_by_hand: bool = False) -> PlaySession:
    return PlaySession(design, seats or HUMANS, seed, dice if dice or dice_by_hand else None)


def until(play: PlaySession, step: str, side: str = "russian", limit: int = 30) -> PlaySession:
    """Pass until a decision of that kind comes."""
    game = play.timeline.game
    while (game.step, game.side) != (step, side):
        limit -= 1
        assert limit, f"no {step} for {side}: {game.step} {game.side}"
        assert play.decision.passing, game.step
        play.give(play.decision.passing)
    return play


def duel(*more: Unit, attacker: str = "0305", defender: str = "0306", **options: object) -> Design:
    """A Russian unit next to a Polish one."""
    return make([unit("A", "russia", attacker), unit("D", "poland", defender), *more],
                **options)  # type: ignore[arg-type]


# -- decisions on the map ------------------------------------------------------------------------------


def test_a_unit_is_moved_by_clicks_or_by_a_drag_and_shows_what_hexes_cost() -> None:
    play = until(session(make([unit("A", "russia", "0305"), unit("D", "poland", "0801")])), "move")
    decision = play.decision
    assert decision.style == "go"
    assert decision.sources() == {"0305"}
    assert decision.click("0305") is None
    assert decision.picked == ("russia/A",)
    costs = {s.hex: s.label for s in decision.shades()}
    assert costs["0306"] == "2"
    assert "0305" not in costs
    assert decision.path(("russia/A",), "0307") == ("0305", "0306", "0307")
    order = decision.click("0306")
    assert order == Order("move", ("russia/A",), ("0305", "0306"))
    assert order is not None
    play.give(order)
    assert play.position.units["russia/A"].hex == "0306"

    play.take_back()
    units = play.decision.grab("0305")
    dropped = play.decision.drop(units, "0307")
    assert dropped is not None
    assert dropped.hexes == ("0305", "0306", "0307")


def test_an_illegal_drop_is_refused_with_the_rule_and_changes_nothing() -> None:
    play = until(session(duel(unit("B", "russia", "0805"))), "move")
    before = play.position
    with pytest.raises(IllegalOrder) as refusal:
        play.decision.drop(play.decision.grab("0305"), "0310")
    assert refusal.value.rule == "8.1" or refusal.value.rule == "9.2"
    with pytest.raises(IllegalOrder) as refusal:
        play.decision.drop(play.decision.grab("0305"), "0306")
    assert refusal.value.rule == "9.2"
    assert play.position == before


def test_a_unit_that_has_moved_says_why_it_stays() -> None:
    play = until(session(duel(defender="0801")), "move")
    order = play.decision.drop(play.decision.grab("0305"), "0306")
    assert order is not None
    play.give(order)
    assert play.decision.grab("0306") == ()
    assert "moved already" in str(play.decision.why_fixed("0306"))


def test_a_refusal_names_the_rule_first_says_what_to_click_and_goes_when_the_game_goes_on() -> None:
    late = [unit(f"N{i}", "russia", turn=1, entry="edge") for i in range(6)]
    design = make([unit("A", "russia", "0305"), unit("D", "poland", "0801"), *late],
                  entries=(Entry("edge", "Edge", Where(hexes=("0310", "0309", "0308"))),))
    play = until(session(design), "move")
    told: list[str] = []
    play.refused.connect(lambda: told.append(play.complaint))
    with pytest.raises(IllegalOrder) as refusal:
        play.decline()
    play.complain(refusal.value)
    assert told == ["Rule 10.0: 6 reinforcements must enter this turn, entry cannot be put off: Russian N0, "
                    "Russian N1, Russian N2 and 3 more. Drag from Off the map onto a shaded hex."]
    play.choose()
    assert play.complaint == ""
    play.complain("No.")
    play.give(play.decision.orders[1])
    assert play.complaint == ""
    play.complain("")
    assert len(told) == 2


@pytest.mark.parametrize("step", ["place", "allocate", "remove", "table", "lose", "choose", "retreat"])
def test_what_cannot_be_declined_is_said_without_the_words_of_a_game_file(step: str) -> None:
    told = not_declined(step, IllegalOrder("Choose: `choose retreat`.", "11.0"))
    assert "`" not in told.reason
    assert told.rule == "11.0"
    assert told.reason[0].isupper()
    assert told.reason.endswith(".")


def test_the_prompt_says_what_is_left_to_spend_or_to_lose() -> None:
    damaged = replace(unit("B", "russia", "0307"), reduced=True)
    play = session(make([unit("A", "russia", "0305"), damaged, unit("D", "poland", "0801")],
                        replacements=[(1, "russian", 1, 2)]))
    until(play, "replace")
    assert told(play).endswith("Left: 1 replacement step, 2 air points.")
    play.give(Order("restore", ("russia/B",)))
    assert "replacement step" not in told(play)

    stack = [unit(n, "russia", "0305") for n in "ABC"]
    play = session(make([*stack, unit("D", "poland", "0306")], result="AT"), *[3] * 9)
    until(play, "attack")
    play.decision.click("0306")
    play.confirm()
    assert play.timeline.game.step == "lose"
    assert told(play).endswith("Left: 2 units to lose at least.")


def test_a_decision_says_what_it_answers_and_the_page_for_it_comes_up() -> None:
    play = session(duel(wing("W", "poland"), wing("X", "russia"), defender="0801"), 6)
    until(play, "interdict", "allied")
    assert occasion(play) is None
    play.decision.click("0305")
    play.confirm()
    assert play.timeline.game.step == "intercept"
    cause = occasion(play)
    assert cause is not None
    assert cause.type == "interdiction"
    assert cause.hexes == ("0305",)
    assert first_page(play) == "decision"


def test_a_reinforcement_that_cannot_get_there_is_told_by_which_way_it_comes() -> None:
    entry = Entry("east", "Eastern edge", Where(hexes=("0310",)))
    play = until(session(make([unit("A", "russia", "0305"), unit("D", "poland", "0801"),
                               unit("N", "russia", turn=1, entry="east")], entries=(entry,))), "move")
    assert "A reinforcement is due: see Off the map." in told(play)
    with pytest.raises(IllegalOrder) as refusal:
        play.decision.drop(("russia/N",), "0801")
    assert refusal.value.reason == "Russian N cannot get to 0801 this turn. It arrives at Eastern edge."
    assert refusal.value.rule


def test_from_within_an_attack_the_last_moment_that_can_be_copied_is_found() -> None:
    play = until(session(duel(unit("B", "russia", "0405"), result="DP"), 1), "attack")
    at = play.timeline.at
    assert last_beginning(play) == at
    play.decision.click("0306")
    play.confirm()
    assert play.timeline.game.step == "retreat"
    position = play.position
    assert last_beginning(play) == at
    assert play.position == position
    assert play.timeline.at == at + 1


def test_the_log_says_what_was_declined() -> None:
    play = until(session(duel(wing("W", "poland"), defender="0801")), "interdict", "allied")
    play.decline()
    line = next(iter(entry_lines(play.timeline.game, play.timeline.done[-1], 1)))
    assert line.text == "Allied side: no more interdiction."


def test_an_unknown_decision_that_cannot_be_declined_says_its_prompt() -> None:
    assert "Choose one of the orders below." in not_declined("draw-cards", IllegalOrder("`draw`")).reason
    assert not_declined("draw-cards", IllegalOrder("Draw a card.")).reason == "Draw a card."


def test_a_stack_moves_together_and_is_shaded_only_where_all_can_go() -> None:
    stack = [unit("A", "russia", "0305"), unit("B", "russia", "0305"), unit("C", "russia", "0307"),
             unit("E", "russia", "0307"), unit("D", "poland", "0801")]
    play = until(session(make(stack)), "move")
    decision = play.decision
    assert decision.grab("0305", all=True) == ("russia/A", "russia/B")
    goals = decision.goals()
    assert "0306" in goals
    assert "0307" not in goals  # four units would stand there (6.0)
    order = decision.drop(decision.picked, "0306")
    assert order is not None
    assert order.units == ("russia/A", "russia/B")
    with pytest.raises(IllegalOrder) as refusal:
        decision.drop(("russia/A", "russia/B"), "0307")
    assert refusal.value.rule == "6.0"


def test_clicking_a_stack_again_goes_down_it() -> None:
    play = until(session(make([unit("A", "russia", "0305"), unit("B", "russia", "0305"),
                               unit("D", "poland", "0801")])), "move")
    play.decision.click("0305")
    assert play.decision.picked == ("russia/B",)
    play.decision.click("0305")
    assert play.decision.picked == ("russia/A",)
    play.decision.pick("russia/B", add=True)
    assert set(play.decision.picked) == {"russia/A", "russia/B"}
    play.decision.click("0805")
    assert play.decision.picked == ()


def test_set_up_units_are_placed_on_the_shaded_hexes_of_their_area() -> None:
    roaming = replace(unit("A", "russia"), setup=Setup(Where(hexes=("0305", "0306"))))
    play = session(make([roaming, unit("D", "poland", "0801")]))
    assert play.timeline.game.step == "place"
    decision = play.decision
    assert decision.picked == ("russia/A",)  # the only one there is
    assert {s.hex for s in decision.shades()} == {"0305", "0306"}
    with pytest.raises(IllegalOrder) as refusal:
        decision.drop(("russia/A",), "0401")
    assert refusal.value.rule == "3.0"
    order = decision.drop(("russia/A",), "0306")
    assert order is not None
    play.give(order)
    assert play.position.units["russia/A"].hex == "0306"


def test_reinforcements_are_dragged_from_their_box_and_must_come() -> None:
    entries = [Entry("east", "East", Where(hexes=("0310", "0410")), pays=True)]
    late = replace(unit("A", "russia"), reinforcement=Reinforcement("east", 1))
    play = until(session(make([late, unit("B", "russia", "0305"), unit("D", "poland", "0801")],
                              entries=entries)), "move")
    decision = play.decision
    decision.pick("russia/A")
    assert "0310" in {s.hex for s in decision.shades()}
    assert pass_label(play) == "End movement"
    with pytest.raises(IllegalOrder) as refusal:
        play.decline()
    assert refusal.value.rule == "10.0"
    order = decision.drop(("russia/A",), "0309")
    assert order is not None
    assert order.verb == "enter"
    play.give(order)
    assert play.position.units["russia/A"].hex == "0309"
    assert play.decline()


def test_an_attack_shows_its_odds_before_it_is_confirmed() -> None:
    play = until(session(duel(unit("B", "russia", "0307"), rivers="0305/0306"), 3), "attack")
    decision = play.decision
    assert decision.style == "attack"
    assert [s.hex for s in decision.shades()] == ["0306"]
    decision.click("0306")
    assert set(decision.picked) == {"russia/A", "russia/B"}
    odds = odds_of(play.design, play.timeline.game.preview(decision.ready))
    assert odds.line == "16 to 8, 200 %"
    assert set(odds.shifts) == {("river", -1, "11.0, 3"), ("envelopment", 1, "11.0, 4")}
    assert [(c.code, c.faces, c.suffers) for c in odds.tables[0][1]] == [("DP", 6, "defender")]
    assert len(odds.tables) == 2
    assert play.timeline.at
    assert play.position.battle == ""
    decision.click("0305")  # leave one out
    assert decision.picked == ("russia/B",)
    decision.click("0305")
    assert play.confirm()
    assert play.timeline.game.step == "advance"  # surrounded, the defender could not retreat (11.1)
    assert play.position.units["poland/D"].box == "eliminated"


def test_an_attack_can_be_made_by_dragging_onto_the_enemy() -> None:
    play = until(session(duel(unit("B", "russia", "0805")), 3), "attack")
    assert play.decision.drop(play.decision.grab("0305"), "0306") is None
    assert play.decision.ready == Order("attack", ("russia/A",), ("0306",))
    play.decision.clear()
    with pytest.raises(IllegalOrder) as refusal:
        play.decision.drop(("russia/B",), "0306")
    assert refusal.value.rule == "11.0"


def test_retreat_and_advance_are_chosen_on_the_map() -> None:
    play = until(session(duel(), 3), "attack")
    play.decision.click("0306")
    play.confirm()
    assert (play.timeline.game.step, play.timeline.game.side) == ("retreat", "allied")
    decision = play.decision
    assert decision.picked == ("poland/D",)  # the only one that must
    free = {s.hex for s in decision.shades()}
    assert free
    assert "0305" not in free
    shaded = decision.shades()
    with pytest.raises(IllegalOrder) as beside:
        decision.click("0801")  # says why, and keeps the choice
    assert beside.value.rule == "11.1"
    assert (decision.picked, decision.shades()) == (("poland/D",), shaded)
    hex = sorted(free)[0]
    order = decision.click(hex)
    assert order == Order("retreat", ("poland/D",), (hex,))
    assert order is not None
    play.give(order)
    assert play.timeline.game.step == "advance"
    assert play.decision.style == "many"
    play.decision.click("0305")
    assert play.decision.picked == ("russia/A",)
    assert [s.hex for s in play.decision.shades()] == ["0306"]
    follow = play.decision.click("0306")
    assert follow == Order("advance", ("russia/A",))
    play.decision.clear()
    dragged = play.decision.drop(play.decision.grab("0305"), "0306")
    assert dragged == follow
    with pytest.raises(IllegalOrder):
        play.decision.drop(("russia/A",), "0404")


def test_a_phase_that_ended_by_itself_is_not_taken_for_the_next_one() -> None:
    """Whoever ends the combat, while it has just ended with its last attack, does not skip interdiction."""
    play = until(session(duel(wing("W", "russia"), wing("V", "russia")), 3), "attack")
    play.decision.click("0306")
    play.confirm()
    game = play.timeline.game
    phase = game.phase
    while game.phase == phase:
        play.give(play.decision.passing or play.decision.orders[0])
    assert (game.step, game.side) == ("interdict", "russian")
    with pytest.raises(IllegalOrder) as refusal:
        play.decline()
    assert "has ended by itself" in refusal.value.reason
    assert "No more interdiction" in refusal.value.reason
    assert game.step == "interdict"
    assert play.decline()
    assert game.step != "interdict"
    play.decline()  # what follows a phase that was ended by hand is ended at once


def test_the_planner_does_a_phase_and_gives_the_seat_back() -> None:
    play = first_steps(HUMANS, 5)
    while play.timeline.game.step != "move":
        play.give(play.decision.passing or play.decision.orders[0])
    turn, phase = play.timeline.game.turn, play.timeline.game.phase
    assert play.lend_phase()
    assert play.automatic
    assert dict(play.record().players) == HUMANS, "the file keeps whose seat it is"
    while play.automatic:
        play.play_one()
    assert (play.timeline.game.turn, play.timeline.game.phase) != (turn, phase)
    assert play.seats.names == HUMANS
    assert {(e.turn, e.phase) for e in play.timeline.done if e.order.verb == "move"} == {(turn, phase)}
    # Another moment ends the loan, too, and so it does where both sides have lent theirs.
    play.lend_phase()
    other = next(s for s in HUMANS if s != play.timeline.game.side)
    play._lent[other] = (play.timeline.game.turn, play.timeline.game.phase)
    play.seats.change(other, "planner")
    play.take_back()
    assert play.seats.names == HUMANS


def test_a_click_on_a_stack_of_attackers_puts_all_of_it_in_or_out() -> None:
    play = session(duel(unit("B", "russia", "0305")))
    until(play, "attack")
    decision = play.decision
    decision.click("0306")
    assert set(decision.picked) == {"russia/A", "russia/B"}
    for inside in (False, True, False):
        decision.click("0305")
        assert set(decision.picked) == ({"russia/A", "russia/B"} if inside else set())
    decision.click("0305")
    decision.pick("russia/B")
    assert decision.picked == ("russia/A",)
    decision.click("0305")
    assert set(decision.picked) == {"russia/A", "russia/B"}, "a stack that is half in is put in whole"


def test_losses_are_clicked_and_confirmed_when_they_are_enough() -> None:
    design = duel(unit("B", "russia", "0305"), unit("C", "russia", "0305"), result="AT")
    play = until(session(design, 3), "attack")
    play.decision.click("0306")
    play.confirm()
    assert play.timeline.game.step == "lose"
    play.decision.click("0305")
    assert len(play.decision.picked) == 1
    assert play.decision.ready is None  # half of three is two
    play.decision.click("0305")
    assert play.decision.ready is not None
    lost = play.decision.picked
    play.confirm()
    assert all(play.position.units[k].box == "eliminated" for k in lost)


def test_interdiction_is_aimed_at_a_stack_and_confirmed() -> None:
    play = session(duel(wing("W", "poland"), defender="0801"), 6)
    until(play, "interdict", "allied")
    decision = play.decision
    assert decision.style == "strike"
    assert [s.hex for s in decision.shades()] == ["0305"]
    assert decision.ready is None
    decision.click("0305")
    assert decision.ready == Order("interdict", ("poland/W",), ("0305",))
    play.confirm()
    assert play.position.interdicted == ("0305",)


# -- decisions in the panel ----------------------------------------------------------------------------


def test_markers_are_a_number_and_tables_are_buttons() -> None:
    play = session(duel(markers=(3, 1)), 3)
    assert play.timeline.game.step == "allocate"
    assert play.decision.style == "list"
    assert len(play.decision.orders) == 4
    play.give(Order("allocate", words=("3", "0")))
    secret = list(entry_lines(play.timeline.game, play.timeline.done[-1], 1))
    assert "3" not in secret[0].text
    play.give(Order("allocate", words=("0", "1")))
    until(play, "attack")
    play.decision.click("0306")
    play.confirm()
    assert play.timeline.game.step == "table"
    texts = [order_words(play, o) for o in play.decision.words_only]
    assert any("Cyber-war" in t for t in texts)
    assert "Call the attack off" in texts


def test_replacements_restore_rebuild_and_buy() -> None:
    worn = replace(unit("A", "russia", "0305"), reduced=True)
    design = make([worn, unit("D", "poland", "0801"), wing("W", "russia", box="pool")],
                  replacements=[(1, "russian", 1, 1)])
    play = session(design)
    assert play.timeline.game.step == "replace"
    assert play.decision.verbs == {"pass", "restore", "buy"}
    play.decision.click("0305")
    assert play.decision.ready == Order("restore", ("russia/A",))
    assert [play.decision.confirmed_by(k) for k in ("russia/A", "russia/W")] == [True, False]
    play.confirm()
    assert not play.position.units["russia/A"].reduced
    play.decision.pick("russia/W")
    assert play.decision.ready == Order("buy", ("russia/W",))


def test_whole_games_of_any_decision_can_be_played_by_the_list_alone() -> None:
    """Nothing is ever stuck: at every decision some order is listed, and each is what it says."""
    design = load("first-steps").design
    assert design is not None
    play = PlaySession(design, {"russian": "planner", "allied": "planner"}, 3)
    seen = set()
    while not play.over:
        decision = play.decision
        seen.add(play.timeline.game.step)
        assert decision.orders
        assert all(order_words(play, o) for o in decision.orders[:20])
        for key in sorted(decision.pickable)[:3]:
            decision.pick(key)
            decision.shades()
            assert decision.ready is None or play.timeline.why_not(decision.ready) is None
            decision.clear()
        play.play_one()
    assert {"allocate", "replace", "move", "attack"} <= seen


# -- dice by hand --------------------------------------------------------------------------------------


def test_rolls_are_asked_for_one_by_one_and_taken_back_with_the_order() -> None:
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


def test_a_roll_by_hand_says_what_it_is_for_and_what_was_given() -> None:
    play = session(duel(wing("W", "russia"), wing("V", "poland")), dice_by_hand=True)
    until(play, "attack")
    play.decision.click("0306")
    play.confirm()
    play.decision.pick("russia/W")
    assert support_shift(play)[0] == 1
    assert "unless it is met in the air" in support_shift(play)[1]
    play.confirm()
    play.decision.pick("poland/V")
    assert support_shift(play) == (
        0, "Polish V will fight Russian W in the air first; one that is left alone shifts a column (13.4).")
    assert not play.confirm()
    assert play.roll.purpose.endswith("die 1 of 2: Russian W (13.1)")
    assert "die 1 of 2: Russian W" in told(play)
    assert not play.enter_roll(5)
    assert roll_wanted(play.roll).endswith("die 2 of 2: Polish V (13.1). Given so far: 5.")
    assert not play.enter_roll(2)
    assert play.roll.purpose == "the combat in 0306, Assault (11.0)"
    assert play.roll.given == (5, 2)


def test_the_odds_of_a_battle_count_the_air_support_that_has_been_settled() -> None:
    play = session(duel(wing("W", "russia"), markers=(3, 0)))
    while play.timeline.game.step != "attack":
        play.give(play.decision.passing or play.decision.orders[-1])
    play.decision.click("0306")
    play.confirm()
    play.decision.pick("russia/W")
    foreseen = odds_of(play.design, play.timeline.game.preview(None, support_shift(play)[0]))
    play.confirm()
    assert play.timeline.game.step == "table"
    assert odds_of(play.design, play.timeline.game.preview()) == foreseen
    assert ("air support", 1, "13.4") in odds_of(play.design, play.timeline.game.preview()).shifts


def test_a_roll_before_the_first_decision_is_asked_for_too() -> None:
    design = make([unit("A", "ukraine", "0305"), unit("D", "poland", "0801")])
    with pytest.raises(DiceWanted):
        PlaySession(design, HUMANS, 0, ())
    play = PlaySession(design, HUMANS, 0, (1,))
    assert play.position.units["ukraine/A"].hex == "0305"


# -- moving in time ------------------------------------------------------------------------------------


def first_steps(seats: dict[str, str], seed: int = 3) -> PlaySession:
    design = load("first-steps").design
    assert design is not None
    return PlaySession(design, seats, seed)


def run(play: PlaySession, orders: int) -> None:
    for _ in range(orders):
        if play.over:
            return
        if play.automatic:
            play.play_one()
        else:
            play.give(play.decision.passing or play.decision.orders[0])


def test_take_back_goes_to_the_last_decision_of_a_person_and_redo_returns() -> None:
    play = first_steps({"russian": "human", "allied": "planner"})
    play.give(play.decision.orders[0])
    while play.automatic:
        play.play_one()
    reached, position = play.timeline.at, play.position
    assert reached > 1
    assert play.take_back()
    assert play.timeline.at == 0
    assert play.my_turn
    assert play.redo()
    assert play.timeline.at == reached
    assert play.position == position
    assert not play.redo()


def test_looking_back_changes_nothing_and_playing_on_drops_what_was_ahead() -> None:
    play = first_steps({"russian": "planner", "allied": "planner"})
    run(play, 40)
    orders, position = play.orders, play.position
    play.look_at(10)
    assert play.looking_back
    assert not play.automatic
    assert play.timeline.at == 10
    assert play.orders == orders
    play.look_at(999)
    assert not play.looking_back
    assert play.position == position
    play.look_at(10)
    play.play_on()
    assert play.orders == orders[:10]
    assert play.automatic


def test_the_same_seed_and_players_give_the_game_of_a_run() -> None:
    from visegrad_editor.playtest.play import play_game
    play = first_steps({"russian": "planner", "allied": "planner"}, 11)
    run(play, 10_000)
    record = play_game(play.design, 11)
    assert [o.text for o in play.record().orders] == [o.text for o in record.orders]
    assert play.record().outcome == record.outcome


# -- files ---------------------------------------------------------------------------------------------


def test_a_saved_game_replays_and_opens_where_it_was_left(tmp_path: Path) -> None:
    play = first_steps({"russian": "human", "allied": "planner"})
    run(play, 25)
    assert play.unsaved
    path = tmp_path / "game.yaml"
    play.look_at(7)
    play.save(path)
    assert not play.unsaved
    assert play.timeline.at == 7
    assert is_game_file(path)
    record = read_record(path)
    assert replay(play.design, record).orders == play.orders
    again = session_of(open_game(path))
    assert again.orders == play.orders
    assert again.seats.names == {"russian": "human", "allied": "planner"}
    assert again.timeline.at == again.timeline.length
    assert not again.looking_back
    assert not again.unsaved


def test_a_finished_game_opens_at_its_beginning(tmp_path: Path) -> None:
    play = first_steps({"russian": "planner", "allied": "planner"})
    run(play, 10_000)
    play.save(tmp_path / "game.yaml")
    again = session_of(open_game(tmp_path / "game.yaml"))
    assert again.looking_back
    assert again.timeline.at == 0
    again.look_at(again.timeline.length)
    assert again.over
    assert again.timeline.game.outcome() == play.timeline.game.outcome()


def test_scenarios_are_no_game_files(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("format: 1\nkind: scenario\nname: x\n", "utf-8")
    assert not is_game_file(path)
    assert not is_game_file(tmp_path / "missing.yaml")
    assert not is_game_file("historical")


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


def test_figures_count_both_sides() -> None:
    play = session(duel(unit("B", "russia", "0805"), markers=(3, 2)))
    rows = {r.name: r.values for r in figures(play)}
    assert rows["Turn"] == ("1 of 10",)
    assert rows["Units"] == ("2", "1")
    assert rows["Strength"] == ("16", "8")
    assert rows["Track"] == ("3", "2")


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_clicked_and_dropped_anywhere_is_legal_or_refused_in_words(seed: int) -> None:
    """Random hands on the map, in games of random orders: no gesture makes an order that is not legal,
    none fails otherwise, and none changes the game before its order is given."""
    from random import Random
    chance = Random(seed)
    play = first_steps({"russian": "random" if seed else "planner", "allied": "planner"}, seed)
    numbers = play.timeline.game.board.numbers
    for _ in range(160):
        if play.over:
            break
        position, decision = play.position, play.decision
        near = [*decision.sources(), *decision.targets, *(u.hex for u in position.units.values() if u.hex)]
        for _ in range(6):
            hex = chance.choice([*near, chance.choice(numbers)])
            try:
                order = decision.click(hex, add=chance.random() < 0.3)
            except IllegalOrder:
                continue
            assert order is None or play.timeline.why_not(order) is None, order
            assert decision.ready is None or play.timeline.why_not(decision.ready) is None
            for shade in decision.shades():
                assert shade.hex in numbers
            units = decision.grab(chance.choice(near), all=chance.random() < 0.5)
            if units:
                try:
                    dropped = decision.drop(units, chance.choice([*near, chance.choice(numbers)]))
                except IllegalOrder:
                    continue
                assert dropped is None or play.timeline.why_not(dropped) is None, dropped
        assert play.position is position
        play.play_one()
