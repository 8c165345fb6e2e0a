"""Decisions of a play-test taken on the map, without its window."""

from __future__ import annotations

from dataclasses import replace

import pytest
from designs import make, unit, wing
from play_sessions import HUMANS, duel, first_steps, session, until

from visegrad_editor.editor.play.decision import OrderForms
from visegrad_editor.editor.play.decision_panel import odds_of
from visegrad_editor.editor.play.prompts import pass_label
from visegrad_editor.editor.play.words import order_text
from visegrad_editor.engine import Order
from visegrad_editor.engine.orders import IllegalOrderError
from visegrad_editor.model.scenario import Entry, Reinforcement, Setup
from visegrad_editor.model.where import Where


def test_a_unit_is_moved_by_clicks_or_drag_and_shows_movement_costs() -> None:
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
    with pytest.raises(IllegalOrderError) as refusal:
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
    with pytest.raises(IllegalOrderError) as refusal:
        decision.drop(("russia/A",), "0401")
    assert refusal.value.rule == "3.0"
    order = decision.drop(("russia/A",), "0306")
    assert order is not None
    play.give(order)
    assert play.position.units["russia/A"].hex == "0306"


def test_reinforcements_are_dragged_from_their_box_and_must_enter() -> None:
    entries = [Entry("east", "East", Where(hexes=("0310", "0410")), pays=True)]
    late = replace(unit("A", "russia"), reinforcement=Reinforcement("east", 1))
    play = until(session(make([late, unit("B", "russia", "0305"), unit("D", "poland", "0801")],
                              entries=entries)), "move")
    decision = play.decision
    decision.pick("russia/A")
    assert "0310" in {s.hex for s in decision.shades()}
    assert pass_label(play) == "End movement"
    with pytest.raises(IllegalOrderError) as refusal:
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
    odds = odds_of(play.timeline.game, play.timeline.game.preview(decision.ready))
    assert odds.line == "16 to 8, 200 %"
    assert set(odds.shifts) == {("river", -1, "11.0, 3"), ("envelopment", 1, "11.0, 4")}
    assert [(c.code, c.ways, c.of, c.suffers) for c in odds.tables[0][1]] == [("DP", 6, 6, "defender")]
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
    with pytest.raises(IllegalOrderError) as refusal:
        play.decision.drop(("russia/B",), "0306")
    assert refusal.value.rule == "11.0"


def test_the_first_of_several_units_that_retreat_is_chosen_and_its_hexes_are_shaded() -> None:
    play = until(session(duel(unit("E", "poland", "0306")), 3), "attack")
    play.decision.click("0306")
    play.confirm()
    assert play.timeline.game.step == "retreat"
    decision = play.decision
    assert len(decision.pickable) == 2
    (first,) = decision.picked
    goals = sorted(s.hex for s in decision.shades())
    assert goals
    order = decision.click(goals[0])
    assert order == Order("retreat", (first,), (goals[0],))
    play.give(order)
    (second,) = play.decision.picked
    assert {first, second} == set(decision.pickable)
    assert play.decision.shades()


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
    with pytest.raises(IllegalOrderError) as beside:
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
    with pytest.raises(IllegalOrderError):
        play.decision.drop(("russia/A",), "0404")


def test_a_phase_that_ended_by_itself_is_not_confused_with_the_next() -> None:
    """Ending a combat phase that just ended with its last attack does not skip interdiction."""
    play = until(session(duel(wing("W", "russia"), wing("V", "russia")), 3), "attack")
    play.decision.click("0306")
    play.confirm()
    game = play.timeline.game
    phase = game.phase
    while game.phase == phase:
        play.give(play.decision.passing or play.decision.orders[0])
    assert (game.step, game.side) == ("interdict", "russian")
    with pytest.raises(IllegalOrderError) as refusal:
        play.decline()
    assert "has already ended" in refusal.value.reason
    assert "No more interdiction" in refusal.value.reason
    assert game.step == "interdict"
    assert play.decline()
    assert game.step != "interdict"
    play.decline()  # after a phase ended by hand, empty steps end at once


def test_the_planner_finishes_a_phase_and_returns_the_seat() -> None:
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
    # Moving in time ends the loan too, also when both sides have lent their seats.
    play.lend_phase()
    other = next(s for s in HUMANS if s != play.timeline.game.side)
    play._lent[other] = (play.timeline.game.turn, play.timeline.game.phase)
    play.seats.change(other, "planner")
    play.take_back()
    assert play.seats.names == HUMANS


def test_a_click_on_a_stack_of_attackers_toggles_all_of_it() -> None:
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


def test_holding_units_are_clicked_when_each_may_choose() -> None:
    design = duel(unit("E", "poland", "0306"), result="MA", options={"ma_choice": "unit"})
    play = until(session(design, 3), "attack")
    play.decision.click("0306")
    play.confirm()
    assert play.timeline.game.step == "choose"
    assert {o.words for o in play.decision.plain_orders} == {("retreat",), ("loss",)}
    hold = next(o for o in play.decision.orders if o.verb == "hold")
    assert order_text(play.timeline.game, hold) == "Polish D holds, the others retreat"
    play.decision.pick("poland/E")
    play.confirm()
    assert play.position.units["poland/E"].reduced
    assert play.timeline.game.step == "retreat"


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
    assert play.position.marked("interdicted") == ("0305",)


def test_what_goes_from_hex_to_hex_is_chosen_by_two_clicks() -> None:
    play = until(session(make([unit("A", "russia", "0305"), unit("D", "poland", "0801")])), "move")
    decision = play.decision
    orders = [Order("send", hexes=("0305", "0306")), Order("fly", hexes=("0305", "0306")),
              Order("send", hexes=("0305", "0405")), Order("send", hexes=("0801", "0702"))]
    decision.orders, decision.verbs = orders, {"send", "fly"}
    decision.forms.many = decision.forms.strikes = frozenset()
    decision.forms.pairs = frozenset({"send", "fly"})
    for name in ("style", "pickable", "targets", "plain_orders"):
        decision.__dict__.pop(name, None)
    assert decision.style == "pair"
    assert {(s.hex, s.kind) for s in decision.shades()} == {("0305", "target"), ("0801", "target")}
    assert decision.click("0305") is None
    assert decision.start == "0305"
    assert decision.ready is None
    assert {(s.hex, s.kind) for s in decision.shades()} >= {("0306", "go"), ("0405", "go")}
    assert decision.candidates() == orders[:3]
    assert decision.click("0405") == orders[2]
    decision.clear()
    assert not decision.is_begun
    decision.click("0305")
    assert decision.click("0306") is None
    assert decision.candidates() == orders[:2]
    assert decision.click("0801") is None
    assert (decision.start, decision.target) == ("0801", "")
    decision.click("0801")
    assert not decision.is_begun
    decision.click("0305")
    decision.click("0101")
    assert not decision.is_begun


def test_the_form_of_an_order_with_two_hexes_gives_it_that_gesture() -> None:
    class TwoHexes:
        def form(self, verb: str) -> str:
            return {"send": "{hex} {hex}", "bomb": "{hex}"}[verb]

        def meaning(self, order: Order) -> str:
            return ""

    forms = OrderForms(TwoHexes(), [Order("send"), Order("bomb")])  # type: ignore[arg-type]
    assert (forms.pairs, forms.strikes) == ({"send"}, {"bomb"})


def test_chances_with_two_dice_are_parts_of_their_36_ways() -> None:
    play = until(session(duel(unit("B", "russia", "0307"), rivers="0305/0306"), 3), "attack")
    play.decision.click("0306")
    game = play.timeline.game
    table = game.design.ruleset.tables[0]
    preview = replace(game.preview(play.decision.ready), chances={table.id: {"DP": 27, "AE": 9}})
    _, chances = odds_of(game, preview).tables[0]
    assert [(c.code, c.ways, c.of, c.share) for c in chances] == [("AE", 9, 36, 0.25), ("DP", 27, 36, 0.75)]
