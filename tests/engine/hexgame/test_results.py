"""Results as scripts: every verb, who chooses, retreats, advances, states."""

from __future__ import annotations

import pytest
from hexgames import inside, on_to, orders, play, refuse, result, texts, where

from visegrad_editor.editor.play.session import PlaySession
from visegrad_editor.editor.play.words import order_text
from visegrad_editor.engine import Game, IllegalOrderError
from visegrad_editor.engine.record import parse_record, record_of, record_text, replay
from visegrad_editor.players import make_player

X = "red X foot 4 0304"


def fought(does: str, units: str = f"blue A foot 4 0303; {X}", *rules: str, order: str = "attack 0304 with A",
           **more: object) -> Game:
    """A game after an attack whose result does this."""
    game = on_to(play(units, (result(does), *rules), **more), "attack")  # type: ignore[arg-type]
    game.apply(order)
    return game


def steps(game: Game, unit: str) -> int:
    """The steps a unit has left."""
    w = inside(game)
    return w.steps_left(w.forces.number[unit])


PAIRS = "blue A foot 4 0303; blue B foot 4 0303; red X foot 4 0304; red Y foot 3 0304"
AB = "attack 0304 with A,B"


@pytest.mark.parametrize(("party", "lost"), [
    ("attacker", {"blue/A", "blue/B"}), ("defender", {"red/X", "red/Y"}),
    ("both", {"blue/A", "blue/B", "red/X", "red/Y"})])
def test_eliminate(party: str, lost: set[str]) -> None:
    game = fought(f"[{{eliminate: {party}}}]", PAIRS, order=AB)
    assert {k for k, u in game.position().units.items() if u.box == "eliminated"} == lost


def test_an_effect_may_be_about_some_of_the_units() -> None:
    game = fought("[{eliminate: defender, units: {type: [horse]}}]", PAIRS.replace("Y foot", "Y horse"),
        order=AB)
    assert where(game, "red/Y") == "eliminated"
    assert where(game, "red/X") == "0304"


@pytest.mark.parametrize(("when", "gone"), [
    ("{defenders: {any: {type: [foot]}}}", True), ("{turn: 2}", False), ('{odds: {at_least: "1:1"}}', True),
    ('{odds: {at_least: "2:1"}}', False), ("{hexes: {terrain: [clear]}}", True)])
def test_an_effect_may_depend_on_the_situation(when: str, gone: bool) -> None:
    game = fought(f"[{{eliminate: defender, when: {when}}}]")
    assert (where(game, "red/X") == "eliminated") is gone


def test_every_unit_loses_steps() -> None:
    game = fought("[{lose: both, steps: 1, per: unit}]", PAIRS, order=AB)
    assert [steps(game, u) for u in ("blue/A", "blue/B", "red/X", "red/Y")] == [1, 1, 1, 1]


def test_all_steps_are_the_unit() -> None:
    game = fought("[{lose: defender, steps: all}]", PAIRS, order=AB)
    assert where(game, "red/X") == where(game, "red/Y") == "eliminated"


@pytest.mark.parametrize(("by", "side"), [
    ("owner", "red"), ("enemy", "blue"), ("attacker", "blue"), ("defender", "red"), ("winner", "blue")])
def test_a_side_loses_steps_that_somebody_chooses(by: str, side: str) -> None:
    game = fought(f"[{{lose: defender, steps: 1, per: side, by: {by}}}]", PAIRS, order=AB)
    assert (game.step, game.side, set(orders(game))) == ("reduce", side, {"reduce X", "reduce Y"})
    assert game.position().left == {"steps to lose": 1}
    refuse(game, "reduce A")
    game.apply("reduce Y")
    assert (steps(game, "red/X"), steps(game, "red/Y")) == (2, 1)


@pytest.mark.parametrize(("by", "reduced"), [("strongest", "red/X"), ("weakest", "red/Y")])
def test_the_strongest_or_the_weakest_loses_the_steps(by: str, reduced: str) -> None:
    game = fought(f"[{{lose: defender, steps: 1, per: side, by: {by}}}]", PAIRS, order=AB)
    assert steps(game, reduced) == 1
    assert sum(steps(game, u) for u in ("red/X", "red/Y")) == 3


def test_both_sides_choose_in_turn_which_steps_they_lose() -> None:
    game = fought("[{lose: both, steps: 1, per: side}]", PAIRS, order=AB)
    assert (game.step, game.side) == ("reduce", "red")
    game.apply("reduce X")
    assert (game.step, game.side) == ("reduce", "blue")
    game.apply("reduce A")
    assert [steps(game, u) for u in ("blue/A", "blue/B", "red/X", "red/Y")] == [1, 2, 1, 2]


def test_an_exchange_costs_the_attacker_what_the_defender_lost() -> None:
    game = fought("[{lose: defender, steps: 1, per: unit}, {lose: attacker, steps: same}, {advance: may}]",
                  PAIRS.replace("Y foot 3 0304", "Y foot 3 0304 reduced"), order=AB)
    assert (where(game, "red/Y"), steps(game, "red/X")) == ("eliminated", 1)
    assert (game.step, game.side) == ("reduce", "blue")
    assert game.position().left == {"steps to lose": 2}
    game.apply("reduce A")
    game.apply("reduce B")
    assert game.step != "advance", "X still stands in the hex"
    assert (steps(game, "blue/A"), steps(game, "blue/B")) == (1, 1)


def test_only_the_units_meant_can_be_chosen() -> None:
    units = f"{PAIRS}; red Z horse 4 0304"
    game = fought("[{lose: defender, steps: 1, per: side, units: {type: [foot]}}]", units, order=AB)
    assert set(orders(game)) == {"reduce X", "reduce Y"}
    assert "not one of the units meant" in refuse(game, "reduce Z").reason


@pytest.mark.parametrize(("part", "need"), [("1/2", 2), ("1/3", 1), ("2/3", 2)])
def test_a_part_of_the_units_is_lost_rounded_up(part: str, need: int) -> None:
    units = f"{PAIRS}; red Z horse 4 0304"
    game = fought(f"[{{lose_units: defender, part: {part}}}]", units, order=AB)
    assert (game.step, game.side) == ("lose", "red")
    assert game.position().left == {"units to lose at least": need}
    if need == 2:
        assert "At least 2 units" in refuse(game, "lose X").reason
    game.apply("lose X,Y" if need == 2 else "lose Y")
    assert where(game, "red/Y") == "eliminated"
    assert where(game, "red/Z") == "0304"


@pytest.mark.parametrize(("chooser", "side"), [("attacker", "blue"), ("defender", "red")])
def test_a_side_chooses_one_of_some_scripts(chooser: str, side: str) -> None:
    game = fought(
        f"[{{choose: {chooser}, of: [[{{lose: defender}}], [{{eliminate: attacker}}, {{note: Gone.}}]]}}]")
    assert (game.step, game.side, orders(game)) == ("choose", side, ["choose 1", "choose 2"])
    refuse(game, "choose 3")
    again = Game.from_json(game.design, game.to_json())
    game.apply("choose 1")
    assert steps(game, "red/X") == 1
    again.apply("choose 2")
    assert where(again, "blue/A") == "eliminated"
    assert texts(again.events, "note") == ["Gone."]


def test_the_defender_who_chooses_is_told_what_in_the_window_and_in_the_record() -> None:
    game = fought("[{choose: defender, of: [[{lose: defender}], [{retreat: defender}, {advance: may}]]}]")
    assert [game.meaning(o) for o in game.legal_orders()] == [
        "Each defending unit loses a step.", "The defender retreats one hex; the attacker may advance."]
    session = PlaySession(game.design, {"blue": "human", "red": "human"}, 0, None)
    for order in game.orders:
        session.give(order)
    assert (session.decision.side, session.decision.style, session.decision.forms.numbers) == (
        "red", "list", frozenset())
    assert [order_text(session.timeline.game, o) for o in session.decision.plain_orders] == [
        "Each defending unit loses a step", "The defender retreats one hex; the attacker may advance"]
    chosen = make_player("planner").choose(game)
    assert chosen in game.legal_orders()
    game.apply("choose 2")
    assert texts(game.events, "choice") == [
        "The Red army makes choice 2 of 2: The defender retreats one hex; the attacker may advance."]
    game.apply(game.legal_orders()[0])
    assert game.side == "blue"
    again = replay(game.design, parse_record(record_text(record_of(game, "fight"))))
    assert again.to_json() == game.to_json()


def test_a_result_may_roll_on_another_table() -> None:
    game = fought("[{roll: losses}]", f"blue A foot 4 0303; {X}", """
tables: [{id: losses, name: Losses, columns: [Result], rows: {1: [L], 2: [L], 3: [M], 4: [M], 5: [M], 6: [M]},
          modifiers: [{id: m, when: {turn: 1}, effect: {die: -1}}]}]
results: [{id: L, name: Loss, does: [{lose: attacker}]}, {id: M, name: More, does: [{lose: defender}]}]""",
                  dice=[1, 3, 1, 1])
    assert (steps(game, "blue/A"), steps(game, "red/X")) == (1, 2)
    assert "die 3 -1: L" in texts(game.events, "table")[0]


def test_points_assets_control_and_notes() -> None:
    game = fought("[{points: {blue: 2, red: -1}}, {asset: {air: -5}}, {control: {hexes: ['0101']}, to: blue},"
                  "{note: A sentence.}, {event: storm}, {remove: {named: [red/Y]}}]",
                  f"blue A foot 4 0303; {X}; red Y foot 4 0608", """
assets: [{id: air, name: Air, side: blue, at_start: 3}]
events: [{id: storm, name: Storm, when: {turn: 9}, does: [{points: {red: 7}}]}]""")
    w = inside(game)
    assert w.state.points == [2, 6]
    assert w.state.assets == {"air": 0}
    assert w.controlled(0) & 1
    assert texts(game.events, "note") == ["A sentence."]
    assert "storm" in w.state.happened
    assert where(game, "red/Y") == "removed"


def test_an_asset_never_exceeds_its_most() -> None:
    game = fought("[{asset: {air: 5}}]", f"blue A foot 4 0303; {X}",
                  "assets: [{id: air, name: Air, side: blue, at_start: 1, most: 3}]")
    assert inside(game).state.assets == {"air": 3}


@pytest.mark.parametrize(("winner", "expected"), [("blue", "blue"), ("red", "red"), ("draw", "")])
def test_a_result_may_end_the_game(winner: str, expected: str) -> None:
    game = fought(f"[{{win: {winner}}}, {{eliminate: attacker}}]")
    assert game.outcome is not None
    assert game.outcome.winner == expected
    assert where(game, "blue/A") == "0303"
    assert game.legal_orders() == []


# -- states --------------------------------------------------------------------------------------------


def shaken(ends: str, effect: str = "{}", more: str = "") -> Game:
    effect = "" if effect == "{}" else f"effect: {effect}, "
    return fought("[{state: defender, set: shaken}]", f"blue A foot 4 0303; {X}; red Y foot 4 0205",
                  f"states: [{{id: shaken, name: Shaken, {effect}ends: {ends}, {more}}}]")


@pytest.mark.parametrize(("ends", "in_own_turn", "at_turn_two", "later"), [
    ("turn-end", True, False, False), ("own-turn-start", False, False, False), ("own-turn-end", True, False,
        False),
    ("never", True, True, True)])
def test_a_state_lasts_as_long_as_it_says(ends: str, in_own_turn: bool, at_turn_two: bool,
        later: bool) -> None:
    game = shaken(ends)
    w = inside(game)
    x = w.forces.number["red/X"]
    assert texts(game.events, "state") == ["Red X is shaken."]
    on_to(game, "move", "red")
    assert ("shaken" in w.marks_of(x)) is in_own_turn
    on_to(game, "move", "blue", 2)
    assert ("shaken" in w.marks_of(x)) is at_turn_two
    on_to(game, "move", "blue", 3)
    assert ("shaken" in w.marks_of(x)) is later


def test_a_state_ends_in_the_own_phase_of_rally() -> None:
    game = fought("[{state: defender, set: shaken}]", f"blue A foot 4 0303; {X}", """
states: [{id: shaken, name: Shaken, ends: own-rally}]
sequence: {turn: [{player_turn: blue, phases: [move, combat, rally]}, {player_turn: red, phases: [move,
  rally, combat]}]}""")
    w = inside(game)
    on_to(game, "move", "red")
    assert w.is_in_state(1, "shaken")
    game.apply("pass")
    assert not w.is_in_state(1, "shaken")


def test_a_state_changes_strength_allowance_and_what_a_unit_may_do() -> None:
    game = shaken("never", "{attack: x2, defence: /2, allowance: '=1'}")
    assert game.preview(game.parse("attack 0304 with A")).defence == 2
    on_to(game, "move", "red")
    assert set(game.destinations("red/X").values()) == {1.0}
    game.apply("pass")
    assert game.preview(game.parse("attack 0303 with X")).attack == 8
    for word in ("move", "combat"):
        held = on_to(shaken("never", "{}", f"may_not: [{word}]"), "move", "red")
        assert bool(held.destinations("red/X")) is (word == "combat")
        held.apply("pass")
        refusal = held.why_not(held.parse("attack 0303 with X"))
        assert (refusal is not None) is (word == "combat")


# -- retreat -------------------------------------------------------------------------------------------


def offered(game: Game) -> set[str]:
    return {o.hexes[0] for o in game.legal_orders() if o.verb == "retreat"}


DR = "[{retreat: defender}, {advance: may}]"
# Behind 0304, seen from 0303, lie 0305 and, on the flanks, 0204 and 0404.
AROUND = {"0305", "0203", "0204", "0403", "0404"}


@pytest.mark.parametrize(("rules", "zones", "expected"), [
    ("{}", "none", AROUND), ("{}", "rigid", {"0305", "0204", "0404"}), ("into_zones: free", "rigid", AROUND),
    ("into_zones: lose-step", "rigid", AROUND), ("prefer: [away]", "none", {"0305", "0204", "0404"})])
def test_where_a_unit_may_retreat(rules: str, zones: str, expected: set[str]) -> None:
    game = fought(DR, f"blue A foot 4 0303; {X}", f"retreat: {rules if rules == '{}' else '{' + rules + '}'}",
                  f"zones: {{kind: {zones}}}")
    assert offered(game) == expected
    refuse(game, "retreat X 0303")
    refuse(game, "retreat X 0306")


def test_zones_that_do_not_block_retreat() -> None:
    assert offered(fought(DR, f"blue A foot 4 0303; {X}", "zones: {kind: rigid, blocks: [supply]}")) == AROUND


@pytest.mark.parametrize("setting", ["retreat: {friends_lift: true}",
    "zones: {lifted_by_friends: [retreat]}"])
def test_a_friend_lifts_the_zone_for_a_retreat(setting: str) -> None:
    units = f"blue A foot 4 0303; {X}; red Y foot 4 0403"
    assert "0403" not in offered(fought(DR, units, "zones: {kind: rigid}"))
    assert "0403" in offered(fought(DR, units, "zones: {kind: rigid}", setting))


def test_a_retreat_into_a_zone_costs_a_step() -> None:
    game = fought(DR, f"blue A foot 4 0303; {X}", "zones: {kind: rigid}", "retreat: {into_zones: lose-step}")
    free = Game.from_json(game.design, game.to_json())
    game.apply("retreat X 0403")
    assert steps(game, "red/X") == 1
    free.apply("retreat X 0305")
    assert steps(free, "red/X") == 2


@pytest.mark.parametrize(("prefer", "expected"), [("[]", AROUND), ("[empty]", AROUND - {"0305"})])
def test_a_unit_may_have_to_retreat_to_empty_hexes_first(prefer: str, expected: set[str]) -> None:
    game = fought(DR, f"blue A foot 4 0303; {X}; red Y foot 4 0305", f"retreat: {{prefer: {prefer}}}")
    assert offered(game) == expected


CROWD = f"blue A foot 4 0303; {X}; red Y foot 4 0305; red Z foot 4 0305"


@pytest.mark.parametrize(("retreat", "offers"), [
    ("{}", False), ("{stacking: ignore}", True), ("{prefer: [room]}", False)])
def test_a_retreat_keeps_the_limit_of_stacks(retreat: str, offers: bool) -> None:
    game = fought(DR, CROWD, f"retreat: {retreat}", "stacking: {limit: 2}")
    assert ("0305" in offered(game)) is offers


def walled(retreat: str, *more: str) -> Game:
    """X can go nowhere."""
    walls = "hexsides: [{kind: wall, sides: '0304/0305 0203/0304 0204/0304 0304/0403 0304/0404'}]"
    return fought(DR, f"blue A foot 4 0303; {X}", f"retreat: {retreat}", *more, map=walls)


def test_a_unit_without_a_way_is_lost_or_loses_a_step_and_stays() -> None:
    assert where(walled("{}"), "red/X") == "eliminated"
    stays = walled("{blocked: lose-step}")
    assert (where(stays, "red/X"), steps(stays, "red/X")) == ("0304", 1)
    assert stays.step != "advance"


def test_with_room_preferred_a_unit_may_crowd_a_hex_if_there_is_no_other() -> None:
    walls = "hexsides: [{kind: wall, sides: '0203/0304 0204/0304 0304/0403 0304/0404'}]"
    game = fought(DR, CROWD, "retreat: {prefer: [room]}", "stacking: {limit: 2, excess: owner-removes}",
        map=walls)
    assert offered(game) == {"0305"}
    game.apply("retreat X 0305")
    assert (game.step, game.side) == ("remove", "red")
    assert set(orders(game)) == {"remove X", "remove Y", "remove Z"}
    game.apply("remove Y")
    assert where(game, "red/Y") == "eliminated"
    assert game.step == "advance"


def test_the_enemy_may_remove_the_units_that_are_too_many() -> None:
    walls = "hexsides: [{kind: wall, sides: '0203/0304 0204/0304 0304/0403 0304/0404'}]"
    game = fought(DR, CROWD, "retreat: {stacking: ignore}", "stacking: {limit: 2, excess: enemy-removes}",
        map=walls)
    game.apply("retreat X 0305")
    assert (game.step, game.side) == ("remove", "blue")


@pytest.mark.parametrize(("static", "place", "left"), [
    ("eliminate", "eliminated", 0), ("lose-step", "0304", 1), ("stay", "0304", 2)])
def test_a_unit_that_never_moves_does_not_retreat(static: str, place: str, left: int) -> None:
    game = fought(DR, "blue A foot 4 0303; red X fort 4 0304", f"retreat: {{static: {static}}}")
    assert (where(game, "red/X"), steps(game, "red/X")) == (place, left)


@pytest.mark.parametrize(("by", "rule", "side"), [
    ("", "owner", "red"), ("", "winner", "blue"), ("", "attacker", "blue"), (", by: enemy", "owner", "blue"),
    (", by: owner", "winner", "red"), (", by: defender", "winner", "red")])
def test_who_chooses_the_way(by: str, rule: str, side: str) -> None:
    game = fought(f"[{{retreat: defender{by}}}]", f"blue A foot 4 0303; {X}", f"retreat: {{by: {rule}}}")
    assert (game.step, game.side) == ("retreat", side)


def test_a_retreat_of_several_hexes_is_made_hex_by_hex_and_does_not_turn_back() -> None:
    game = fought("[{retreat: defender, hexes: 3}]")
    game.apply("retreat X 0305")
    assert "0304" not in offered(game)
    assert offered(game) == {"0306", "0205", "0405"}
    game.apply("retreat X 0306")
    game.apply("retreat X 0307")
    assert where(game, "red/X") == "0307"
    assert game.step != "retreat"


def test_both_sides_retreat_the_defender_first() -> None:
    game = fought("[{retreat: both}]")
    assert game.side == "red"
    game.apply("retreat X 0305")
    assert (game.step, game.side) == ("retreat", "blue")
    game.apply("retreat A 0302")
    assert where(game, "blue/A") == "0302"


def test_a_unit_retreats_only_where_it_can_go() -> None:
    rows = ("........", "........", "....r...", "........", "........", "........")
    assert "0305" not in offered(fought(DR, f"blue A foot 4 0303; {X}", rows=rows))


@pytest.mark.parametrize(("passive", "defence"), [("true", 4), ("false", 8)])
def test_a_unit_that_has_retreated_may_not_help_and_be_lost(passive: str, defence: int) -> None:
    units = f"blue A foot 4 0303; blue B foot 4 0405; {X}; red Y foot 4 0305"
    game = fought("[{retreat: defender}]", units, f"retreat: {{passive: {passive}}}")
    game.apply("retreat X 0305")
    assert game.preview(game.parse("attack 0305 with B")).defence == defence
    game.apply("attack 0305 with B")
    assert (where(game, "red/X") == "eliminated") is (passive == "true")


# -- advance -------------------------------------------------------------------------------------------


DE = "[{eliminate: defender}, {advance: %s}]"


def test_attackers_may_advance_together_or_stay() -> None:
    game = fought(DE % "may", PAIRS, order=AB)
    assert (game.step, game.side) == ("advance", "blue")
    assert set(orders(game)) == {"advance A, B", "advance A", "advance B", "pass"}
    game.apply("advance A,B")
    assert where(game, "blue/A") == where(game, "blue/B") == "0304"
    assert inside(game).controlled(0) >> inside(game).board.index["0304"] & 1


def test_attackers_must_advance() -> None:
    game = fought(DE % "must", PAIRS, order=AB)
    assert "pass" not in orders(game)
    assert refuse(game, "pass").reason == "Advance into the hex."


def test_attackers_never_advance() -> None:
    assert fought(DE % "never").step != "advance"


@pytest.mark.parametrize(("rules", "who"), [
    (("advance: {units: {type: [horse]}}",), {"advance B"}), (("stacking: {limit: 1}",), {"advance A",
        "advance B"})])
def test_who_may_advance(rules: tuple[str, ...], who: set[str]) -> None:
    units = f"blue A foot 4 0303; blue B horse 4 0305; {X}"
    assert set(orders(fought(DE % "must", units, *rules, order=AB))) == who


@pytest.mark.parametrize(("ignores", "step"), [("true", "advance"), ("false", "move")])
def test_zones_may_hinder_an_advance(ignores: str, step: str) -> None:
    units = f"blue A foot 4 0303; {X}; red Y foot 4 0305"
    game = fought(DE % "may", units, "zones: {kind: rigid}", f"advance: {{ignores_zones: {ignores}}}")
    assert game.step == step


def test_nobody_advances_into_a_hex_with_enemies_or_across_a_wall() -> None:
    assert fought("[{lose: defender}, {advance: must}]").step != "advance"
    rules = "combat: {join: {units: {trait: [artillery]}, range: 2, alone: true}}"
    assert fought(DE % "must", f"blue A gun 4 0302; {X}", rules).step != "advance"


def test_who_has_retreated_does_not_advance() -> None:
    game = fought("[{retreat: attacker}, {eliminate: defender}, {advance: may}]")
    game.apply("retreat A 0203")
    assert game.step != "advance"


# -- advance of several hexes ------------------------------------------------------------------------------


FAR = "[{eliminate: defender}, {advance: may, hexes: 3}]"


def advanced(does: str, units: str, *rules: str, order: str = "advance A", **more: object) -> Game:
    game = fought(does, units, *rules, **more)  # type: ignore[arg-type]
    game.apply(order)
    return game


def test_attackers_advance_hex_by_hex_up_to_so_many_hexes() -> None:
    game = fought(FAR, PAIRS, order=AB)
    game.apply("advance A, B")
    assert (game.step, game.side) == ("advance-on", "blue")
    assert {"advance-on A 0305", "advance-on B 0305", "pass"} <= set(orders(game))
    assert "0406 is not next to it" in refuse(game, "advance-on A 0406").reason
    game.apply("advance-on A 0305")
    game.apply("advance-on A 0306")
    assert "advances no further" in refuse(game, "advance-on A 0307").reason
    assert {o.split()[1] for o in orders(game, "advance-on")} == {"B"}
    game.apply("advance-on B 0204")
    game.apply("pass")
    assert game.step != "advance-on"
    assert (where(game, "blue/A"), where(game, "blue/B")) == ("0306", "0204")
    w = inside(game)
    assert all(w.controlled(0) >> w.board.index[n] & 1 for n in ("0304", "0305", "0306", "0204"))
    assert texts(game.events, "advance") == [
        "Blue A and Blue B advance into 0304.", "Blue A advances into 0305.", "Blue A advances into 0306.",
        "Blue B advances into 0204."]
    again = replay(game.design, parse_record(record_text(record_of(game, "fight"))))
    assert again.to_json() == game.to_json()


@pytest.mark.parametrize(("rules", "does"), [
    ("advance: {hexes: 2}", DE % "may"), ("", DE % "may, hexes: 2"), ("advance: {hexes: 2}", DE % "must")])
def test_the_block_or_the_result_says_how_far(rules: str, does: str) -> None:
    game = advanced(does, f"blue A foot 4 0303; {X}; red Y foot 4 0608", rules)
    game.apply("advance-on A 0305")
    assert (game.step, where(game, "blue/A")) == ("move", "0305")
    stays = advanced(does, f"blue A foot 4 0303; {X}; red Y foot 4 0608", rules)
    stays.apply("pass")
    assert (stays.step, where(stays, "blue/A")) == ("move", "0304")


@pytest.mark.parametrize(("rules", "more", "closed"), [
    ("", {}, set()), ("", {"units": "red Y foot 4 0305"}, {"0305"}),
    ("", {"rows": ("........", "........", "....r...", "........", "........", "........")}, {"0305"}),
    ("", {"map": "hexsides: [{kind: wall, sides: '0304/0305'}]"}, {"0305"}),
    ("stacking: {limit: 1}", {"units": "blue C foot 4 0305"}, {"0305"}),
    ("zones: {kind: rigid}\nadvance: {ignores_zones: false}", {"units": "red Y foot 4 0306"},
     {"0305", "0205", "0405"}),
    ("zones: {kind: rigid}", {"units": "red Y foot 4 0307"}, set())])
def test_a_further_hex_must_be_open(rules: str, more: dict[str, object], closed: set[str]) -> None:
    units = f"blue A foot 4 0303; {X}; {more.pop('units', 'red Y foot 4 0608')}"
    game = advanced(FAR, units, rules, **more)
    around = {"0305", "0404", "0403", "0203", "0204"}
    assert "leads on, not back" in refuse(game, "advance-on A 0303").reason
    assert {o.hexes[0] for o in game.legal_orders("blue/A")} == around - closed
    for hex in closed & around:
        refuse(game, f"advance-on A {hex}")


def test_only_some_units_advance_further() -> None:
    does = "[{eliminate: defender}, {advance: may, hexes: 2, units: {type: [horse]}}, {advance: may}]"
    units = f"blue A horse 4 0303; blue B foot 4 0303; {X}; red Y foot 4 0608"
    game = fought(does, units, order=AB)
    assert orders(game) == ["advance A", "pass"]
    game.apply("advance A")
    game.apply("advance-on A 0305")
    assert orders(game) == ["advance B", "pass"]
    game.apply("advance B")
    assert game.step == "move"


def test_a_further_advance_is_made_with_clicks_and_by_the_planner() -> None:
    game = advanced(FAR, f"blue A foot 4 0303; blue B foot 4 0303; {X}; red Y foot 4 0307",
                    "victory: {points: [{for: control, hexes: {features: [town]}}]}",
                    map="places: [{hex: '0306', name: T, features: [town]}]")
    assert make_player("planner").choose(game).hexes == ("0305",)
    session = PlaySession(game.design, {"blue": "human", "red": "human"}, 0, None)
    for order in game.orders:
        session.give(order)
    decision = session.decision
    assert decision.style == "go"
    assert decision.picked == ("blue/A",), "the only unit is chosen at once"
    assert {s.hex for s in decision.shades()} >= {"0305", "0204"}
    assert decision.click("0305") == game.parse("advance-on A 0305")
    assert order_text(session.timeline.game, game.parse("advance-on A 0305")) == "Blue A advances to 0305"
    with pytest.raises(IllegalOrderError, match="0308 is not next to it"):
        decision.drop(("blue/A",), "0308")


def test_a_state_may_forbid_an_advance() -> None:
    state = "states: [{id: spent, name: Spent, may_not: [advance], ends: never}]"
    does = "[{state: attacker, set: spent, units: {type: [foot]}}, {eliminate: defender}, {advance: may}]"
    game = fought(does, f"blue A foot 4 0303; blue B horse 4 0303; {X}; red Y foot 4 0608", state,
                  order=AB)
    assert orders(game) == ["advance B", "pass"]
    assert refuse(game, "advance A").reason == "Blue A is spent and may not advance."
