"""Conditions of the rules one by one: what is left out, turned round or moved by one shows here."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from combat_positions import combat
from corner_positions import FAR, P1, R1, bundled
from designs import PLACES, event_texts, make, on_to, play, refuse, unit, where, wing

from visegrad_editor.engine import Game, IllegalOrderError, Order
from visegrad_editor.engine.dice import Dice, DiceExhaustedError
from visegrad_editor.engine.rules import SetupError
from visegrad_editor.model.design import Design
from visegrad_editor.model.rules.results import ResultCode
from visegrad_editor.model.scenario import AssetStart, Entry, Reinforcement, Setup, Unit
from visegrad_editor.model.start import Start
from visegrad_editor.model.where import Where
from visegrad_editor.systems import system
from visegrad_editor.systems.visegrad4.checks import check
from visegrad_editor.systems.visegrad4.combat import support_effect
from visegrad_editor.systems.visegrad4.game import VisegradGame
from visegrad_editor.systems.visegrad4.key_hexes import key_hexes
from visegrad_editor.systems.visegrad4.losses import WORTH
from visegrad_editor.systems.visegrad4.rules import completed, usual_rules

SIDES = ("russian", "allied")


def problems(design: Design, id: str) -> list[str]:
    """What the checks say of one kind of problem."""
    return [p.message for p in check(design) if p.code == id]


def without_assets(design: Design) -> Design:
    assert design.scenario is not None
    return replace(design, scenario=replace(design.scenario, assets=()))


def with_assets(design: Design, *assets: AssetStart) -> Design:
    assert design.scenario is not None
    return replace(design, scenario=replace(design.scenario, assets=assets))


# -- 3.1, 3.2, 10.3: air units, markers, air points -------------------------------------------------------


@pytest.mark.rule("3.1", "3.2")
def test_a_side_of_which_the_scenario_says_nothing_has_no_markers() -> None:
    game = play(without_assets(make([R1, FAR])))
    none = {"table": 0, "track": 0, "spent": 0}
    assert {side: dict(n) for side, n in game.position().markers.items()} == {
        "russian": none, "allied": none}


@pytest.mark.rule("3.1")
def test_a_side_with_markers_and_no_line_for_air_units_may_own_none() -> None:
    pool = wing("1st CAS", "russia", box="pool")
    design = with_assets(make([R1, FAR, pool], replacements=[(1, "russian", 0, 2)]),
                         AssetStart("cyber-war-russian", 1), AssetStart("cyber-war-allied", 0))
    game = play(design)
    game.apply("allocate table 0 track 1")
    assert event_texts(game.events, "replacements") == [
        "The Russian side receives 0 replacement steps and 2 air points."]
    assert game.step != "replace", "there is nothing to buy"
    hurt = replace(unit("R2", "russia", "0508"), reduced=True)
    game = play(with_assets(make([R1, FAR, pool, hurt], replacements=[(1, "russian", 1, 2)]),
                            AssetStart("cyber-war-russian", 1), AssetStart("cyber-war-allied", 0)))
    game.apply("allocate table 0 track 1")
    assert refuse(game, "buy 1st CAS").reason == (
        "The Russian side already owns its maximum of 0 air units.")
    one = play(with_assets(design, AssetStart("cyber-war-russian", 1), AssetStart("air-russian", 1)))
    one.apply("allocate table 0 track 1")
    assert "buy 1st CAS" in [one.text(o) for o in one.legal_orders()]


@pytest.mark.rule("10.2", "10.3")
def test_a_line_of_the_chart_without_air_points_gives_none() -> None:
    pool = wing("1st CAS", "russia", box="pool")
    game = on_to(play(make([R1, FAR, pool, wing("2nd CAS", "poland", box="pool")])), "move",
                 "allied-movement")
    assert event_texts(game.events, "replacements") == [], "no line at all gives none either"
    assert where(game, "russia/1st CAS") == "pool"


@pytest.mark.rule("3.2", "5.1")
def test_what_the_other_side_has_allocated_is_hidden_until_both_have() -> None:
    game = play(make([R1, P1, FAR], markers=(3, 2)))
    game.apply("allocate table 2 track 1")

    def hidden(side: str) -> tuple[object, str]:
        seen = game.view(side)
        return seen["state"]["chapters"]["cyber-war"]["pending"], seen["orders"][0][4]

    assert [hidden(side) for side in ("russian", "allied", "")] == [
        (2, "allocate"), (None, "secret"), (None, "secret")]
    game.apply("allocate table 0 track 2")
    assert [hidden(side)[1] for side in ("russian", "allied", "")] == ["allocate"] * 3
    assert [hidden(side)[0] for side in ("russian", "allied", "")] == [-1] * 3
    assert [o[4] for o in game.view("")["orders"]] == ["allocate", "allocate"]


@pytest.mark.rule("3.2", "5.1")
def test_nothing_is_hidden_before_anybody_has_allocated() -> None:
    game = play(make([R1, P1, FAR], markers=(3, 2)))
    assert game.side == "russian"
    assert game.view("allied")["state"]["chapters"]["cyber-war"]["pending"] == -1
    game = play(make([R1, P1, FAR], markers=(0, 2)))
    assert game.side == "allied", "the Russian side has nothing to allocate"
    assert game.view("allied")["state"]["chapters"]["cyber-war"]["pending"] == 0


@pytest.mark.rule("3.2", "5.1")
def test_nobody_need_put_a_marker_on_the_table() -> None:
    game = play(make([R1, P1, FAR], markers=(3, 2)))
    assert game.legal_orders("russia/R1") == []
    assert refuse(game, "pass").rule == "5.1"
    game.apply("allocate table 0 track 3")
    again = Game.from_json(game.design, game.to_json())
    assert (again.step, again.side) == ("allocate", "allied")
    again.apply("allocate table 1 track 1")
    assert dict(again.position().markers["russian"]) == {"table": 0, "track": 3, "spent": 0}


@pytest.mark.rule("3.4")
def test_the_allied_side_is_set_up_first_whatever_the_ruleset_says() -> None:
    free = [replace(unit(name, nation), setup=Setup(Where(hexes=hexes))) for name, nation, hexes in (
        ("R1", "russia", ("0306", "0307")), ("P1", "poland", ("0101", "0102")))]
    design = make(free)
    for order in (SIDES, SIDES[::-1]):
        game = play(replace(design, ruleset=replace(design.ruleset, set_up_order=order)))
        assert (game.step, game.side) == ("place", "allied")


@pytest.mark.rule("3.2", "3.4")
def test_a_game_is_saved_and_read_again_before_any_unit_is_placed() -> None:
    design = bundled("free-setup")
    game = Game.from_scenario(design, 1)
    assert game.step == "place"
    again = Game.from_json(design, game.to_json())
    assert (again.step, again.to_json()) == ("place", game.to_json())


# -- 13.6: readiness --------------------------------------------------------------------------------------


@pytest.mark.rule("13.6")
@pytest.mark.parametrize(("number", "text"), [
    (1, "1 air unit of the Russian side returns to readiness."),
    (2, "2 air units of the Russian side return to readiness.")])
def test_the_air_units_that_return_are_counted(number: int, text: str) -> None:
    wings = [wing(f"{n} CAS", "russia", box="used") for n in range(number)]
    game = play(make([R1, FAR, *wings]))
    assert event_texts(game.events, "air-ready") == [text]


# -- 7.4: air supply --------------------------------------------------------------------------------------


CUT = [unit("R1", "russia", "0305"), unit("R2", "russia", "0507"), *(
    unit(f"P{n}", "poland", hex) for n, hex in enumerate(("0306", "0405", "0404", "0304", "0204", "0205")))]
"""R1 without a supply path."""


@pytest.mark.rule("7.4")
def test_only_cas_units_supply_by_air() -> None:
    wings = [wing("1st SAC", "russia", "sac")]
    game = play(make([*CUT, *wings]))
    on_to(game, "attack", "russian-combat")
    assert event_texts(game.events, "air-supply") == []
    game = on_to(play(make([*CUT, *wings, wing("1st CAS", "russia")])), "air-supply")
    assert [game.text(o) for o in game.legal_orders()] == ["pass", "air-supply 0305 with 1st CAS"]
    assert refuse(game, "air-supply 0305 with 1st SAC").rule == "7.4"


@pytest.mark.rule("7.4")
def test_the_orders_of_air_supply_that_name_a_unit() -> None:
    game = on_to(play(make([*CUT, wing("1st CAS", "russia")])), "air-supply")
    for named in ("russia/1st CAS", "russia/R1"):
        assert [game.text(o) for o in game.legal_orders(named)] == ["air-supply 0305 with 1st CAS"]
    assert game.legal_orders("russia/R2") == []
    assert refuse(game, "move R2 0507-0607").rule == "7.4"


@pytest.mark.rule("7.3", "7.4")
def test_a_unit_supplied_by_air_counts_in_full_at_once() -> None:
    second = [unit("R9", "russia", "0801")]
    ring = [unit(f"H{n}", "hungary", hex) for n, hex in enumerate(("0702", "0802", "0701"))]
    game = on_to(play(make([*CUT, *second, *ring, *(wing(f"{n} CAS", "russia") for n in (1, 2))])),
                 "air-supply")
    assert game.position().units["russia/R1"].out_of_supply
    before = game.strength("russia/R1")
    game.apply("air-supply 0305 with 1 CAS")
    assert game.step == "air-supply", "another stack is out of supply"
    assert not game.position().units["russia/R1"].out_of_supply
    assert game.strength("russia/R1") == 2 * before


# -- 3.0, 4.0: set-up -------------------------------------------------------------------------------------


@pytest.mark.rule("3.0", "4.0")
def test_a_unit_set_up_in_an_industrial_hex_has_taken_it() -> None:
    game = play(make([R1, FAR, unit("R2", "russia", "0501")]))
    assert game.position().marked("scored") == ("0501",)
    assert event_texts(game.events, "scored") == [
        "Russian R2 takes the industrial hex 0501 (Field); the Russian side now has 1."]


@pytest.mark.rule("3.0", "3.4")
def test_a_unit_that_is_placed_is_told_with_the_rule_of_set_up() -> None:
    game = Game.from_scenario(bundled("free-setup"), 1)
    (placed,) = [e for e in game.apply(game.legal_orders()[0]) if e.type == "place"]
    assert placed.rule == "3.0"


# -- 11.0: combat -----------------------------------------------------------------------------------------


@pytest.mark.rule("11.0")
def test_an_attack_that_is_called_off_is_told() -> None:
    game = combat(R1, P1, FAR, wing("1st CAS", "russia"))
    game.apply("attack 0305 with R1")
    assert event_texts(game.apply("call-off"), "called-off") == ["The attack on 0305 is called off."]


@pytest.mark.rule("11.0 MA")
def test_of_a_great_stack_64_ways_to_hold_in_part_are_listed() -> None:
    units = [unit(f"P{n}", "poland", "0305") for n in range(7)]
    design = make([R1, FAR, *units], result="MA", options={"ma_choice": "unit"})
    design = replace(design, ruleset=replace(design.ruleset, stacking_limit=7))
    game = on_to(play(design, 1), "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    assert game.step == "choose"
    verbs = Counter(o.verb for o in game.legal_orders())
    assert verbs == {"choose": 2, "hold": 64}
    assert {o.verb for o in game.legal_orders("poland/P3")} == {"hold"}
    assert all("poland/P3" in o.units for o in game.legal_orders("poland/P3"))


@pytest.mark.rule("9.5", "11.1")
def test_flying_units_retreat_along_a_road_through_prohibited_terrain() -> None:
    rows = [*["." * 10] * 2, "...w......", "..w.......", *["." * 10] * 4]
    flyer = unit("A1", "poland", "0305", type="airborne")
    design = make([R1, flyer, FAR], terrain=rows, roads=[("highway", "0305 0304 0303")])
    kinds = tuple(replace(k, cost=None) if k.id == "marsh" else k for k in design.ruleset.terrain)
    game = play(replace(design, ruleset=replace(design.ruleset, terrain=kinds)), 1)
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    ends = {o.hexes[0] for o in game.legal_orders() if o.verb == "retreat"}
    assert "0304" in ends, "prohibited, but with a road"
    assert ends <= {"0204", "0304", "0404"}


@pytest.mark.rule("11.0 step 2", "13.4")
def test_the_effect_of_support_before_it_is_given() -> None:
    wings = [wing("1st CAS", "russia"), wing("2nd CAS", "poland")]
    game = combat(R1, P1, FAR, *wings, dice=(1, 1, 1))
    game.apply("attack 0305 with R1")
    attacker, defender = (Order("support", (key,)) for key in ("russia/1st CAS", "poland/2nd CAS"))
    assert support_effect(game, attacker) == (1, "With Russian 1st CAS, unless it is intercepted:")
    assert support_effect(game, Order("call-off")) == (0, "")
    game.apply("pass")
    assert support_effect(game, defender) == (-1, "With Polish 2nd CAS:")
    game = combat(R1, P1, FAR, *wings, dice=(1, 1, 1))
    game.apply("attack 0305 with R1")
    game.apply(attacker)
    assert support_effect(game, defender)[0] == 0


@pytest.mark.rule("2.5", "13.0")
def test_an_air_unit_has_no_strength_on_the_ground() -> None:
    game = combat(R1, P1, FAR, wing("1st CAS", "russia"))
    assert game.strength("russia/1st CAS") == 0


# -- 4.0: a map without a kind of place -------------------------------------------------------------------


@pytest.mark.rule("4.0")
def test_without_industrial_hexes_nothing_scores() -> None:
    places = {hex: place for hex, place in PLACES.items() if "industrial" not in place}
    game = on_to(play(make([R1, FAR], places=places)), "move", "russian-movement")
    game.apply("move R1 0306-0305")
    assert game.position().marked("scored") == ()
    assert event_texts(game.events, "scored") == []
    assert dict(game.goals("russian").take) == {}


@pytest.mark.rule("4.0")
def test_without_a_kind_of_industrial_hexes_nothing_scores() -> None:
    places = {hex: place for hex, place in PLACES.items() if "industrial" not in place}
    design = make([R1, FAR], places=places)
    kinds = tuple(f for f in design.ruleset.features if f.id != "industrial")
    game = play(replace(design, ruleset=replace(design.ruleset, features=kinds)))
    on_to(game, "move", "russian-movement").apply("move R1 0306-0305")
    assert (game.position().marked("scored"), game.outcome) == ((), None)
    assert dict(game.goals("russian").take) == {}


@pytest.mark.rule("7.5", "12.0")
def test_the_first_unit_in_a_neutral_country_is_told_with_the_name_of_the_country() -> None:
    game = on_to(play(make([unit("R1", "russia", "0708"), FAR])), "move", "russian-movement")
    game.apply("move R1 0708-0808")
    (event,) = [e for e in game.events if e.type == "violated"]
    assert (event.rule, event.text) == (
        "7.5", "Russian R1 is the first Russian-side unit in Austria; its cities now supply every allied "
        "unit.")
    game = on_to(play(make([unit("R1", "russia", "0704"), FAR])), "move", "russian-movement")
    game.apply("move R1 0704-0804")
    assert "in Hungary;" in event_texts(game.events, "violated")[0]


@pytest.mark.rule("11.0 step 6")
def test_a_ruleset_may_have_results_of_its_own_and_name_those_of_the_game() -> None:
    design = make([R1, P1, FAR], result="ZZ")
    stop = replace(next(r for r in usual_rules().results if r.id == "AP"), id="ZZ", name="Own")
    named = ResultCode("DP", "Pushed back", "As usual.")
    ruleset = replace(design.ruleset, results=(stop, named))
    found = {r.id: r for r in completed(replace(design, ruleset=ruleset)).ruleset.results}
    assert found["ZZ"] == stop
    assert (found["DP"].name, found["DP"].does) == (
        "Pushed back", next(r for r in usual_rules().results if r.id == "DP").does)
    assert len(found) == len(usual_rules().results) + 1
    own = replace(named, does=stop.does)
    changed = completed(replace(design, ruleset=replace(design.ruleset, results=(own,)))).ruleset
    assert next(r for r in changed.results if r.id == "DP") == own


@pytest.mark.rule("4.0", "4.2")
def test_a_decisive_capital_is_worth_five_industrial_hexes_to_automatic_players() -> None:
    game = play(make([R1, FAR]))
    assert (dict(game.goals("russian").take), dict(game.goals("russian").hold)) == ({"0501": 1}, {"0110": 5})
    assert (dict(game.goals("allied").take), dict(game.goals("allied").hold)) == ({"0110": 5}, {"0501": 1})


@pytest.mark.rule("4.0")
@pytest.mark.parametrize("rolled", [0, 1])
def test_the_dice_at_the_end_are_told_apart(rolled: int) -> None:
    game = Game.from_scenario(make([R1, FAR], turns=1), 0, (5,) * rolled)
    with pytest.raises(DiceExhaustedError) as missing:
        on_to(game, "support")
    assert missing.value.purpose == f"the end of the game, die {rolled + 1} of 2 (4.0)"


@pytest.mark.rule("12.0")
def test_a_saved_game_in_which_an_event_happens_twice_is_refused() -> None:
    game = on_to(play(make([unit("R1", "russia", "0708"), FAR])), "move", "russian-movement")
    game.apply("move R1 0708-0808")
    text = game.to_json()
    data = json.loads(text)
    assert data["state"]["happened"] == ["austria-entered"]
    data["state"]["happened"] *= 2
    with pytest.raises(ValueError, match="its events happen twice"):
        Game.from_json(game.design, json.dumps(data))


@pytest.mark.rule("5.1")
def test_the_player_turns_are_told_by_the_names_of_the_sides() -> None:
    game = on_to(play(make([R1, FAR])), "move", "allied-movement")
    assert event_texts(game.events, "player-turn") == [
        "The Russian player turn begins.", "The allied player turn begins."]


@pytest.mark.rule("2.6")
def test_the_unit_that_never_leaves_its_hex_loses_a_step_by_its_own_rule() -> None:
    game = combat(R1, unit("S", "poland", "0305", type="static"), FAR, result="DP")
    events = game.apply("attack 0305 with R1")
    (lost,) = [e for e in events if e.type == "step-loss"]
    assert (lost.rule, lost.text) == ("2.6", "Polish S is reduced in 0305.")


# -- 8.2: the zone of a flying unit in the first hex ------------------------------------------------------


@pytest.mark.rule("8.2")
def test_flying_units_stop_next_to_a_flying_enemy_in_the_first_hex() -> None:
    flyers = [unit("A1", "russia", "0103", type="airborne"), unit("A2", "poland", "0101", type="airborne")]
    game = on_to(play(make([*flyers, P1])), "move", "russian-movement")
    assert game.enemy_zoc("russia/A1") == {"0102", "0201"}


# -- moving units -----------------------------------------------------------------------------------------


@pytest.mark.rule("9.0")
def test_only_units_of_the_moving_side_have_destinations_and_only_while_units_move() -> None:
    last = unit("R9", "russia", "0506")
    game = on_to(play(make([P1, FAR, R1, last])), "move", "russian-movement")
    assert game.destinations("russia/R9")
    assert game.destinations("poland/P0") == {}
    assert game.movable() == ["russia/R1", "russia/R9"]
    on_to(game, "attack", "russian-combat")
    assert game.destinations("russia/R9") == {}
    assert game.movable() == []


@pytest.mark.rule("9.0")
def test_a_unit_in_the_first_hex_moves_like_any_other() -> None:
    game = on_to(play(make([unit("R0", "russia", "0101"), FAR], places={"0110": ("Moscow", "capital")})),
                 "move", "russian-movement")
    assert game.movable() == ["russia/R0"]
    assert game.text(game.move_order("russia/R0", "0201")) == "move R0 0101-0201"
    (placed,) = [u.setup for u in game.scenario_now().units if u.key == "russia/R0"]
    assert placed is not None
    assert placed.where.hexes == ("0101",)
    game.apply("move R0 0101-0201-0101")
    assert marks(game) == {"russia/R0": ("moved",)}


@pytest.mark.rule("6.0", "9.2")
def test_a_flying_unit_ends_neither_with_enemies_nor_in_a_full_hex() -> None:
    flyer = unit("A1", "russia", "0308", type="airborne")
    three = [unit(f"F{n}", "russia", "0307") for n in range(3)]
    game = on_to(play(make([flyer, P1, FAR, *three])), "move", "russian-movement")
    for hex in ("0305", "0307"):
        assert hex not in game.destinations("russia/A1")
        with pytest.raises(IllegalOrderError) as refused:
            game.move_order("russia/A1", hex)
        assert refused.value.rule == "9.2"
    assert game.text(game.move_order("russia/A1", "0306")) == "move A1 0308-0307-0306"


@pytest.mark.rule("2.3", "9.0")
def test_no_order_moves_an_enemy_or_an_air_unit() -> None:
    game = on_to(play(make([R1, P1, FAR, wing("1st CAS", "russia")])), "move", "russian-movement")
    assert [game.legal_orders(key) for key in ("poland/P0", "poland/P1", "russia/1st CAS")] == [[], [], []]
    assert {o.units for o in game.legal_orders() if o.verb == "move"} == {("russia/R1",)}
    refusal = refuse(game, "move R1 0306")
    assert (refusal.rule, refusal.reason) == ("9.0", "Russian R1 needs a hex to move to.")


@pytest.mark.rule("9.0", "10.0")
def test_a_move_by_chance_is_that_of_a_unit_on_the_map_or_of_one_that_arrives() -> None:
    east = Entry("east", "East", Where(hexes=("0510",)))
    units = [unit("R0", "russia", "0101"), FAR, unit("R9", "russia", turn=1, entry="east"),
             unit("R8", "russia", turn=2, entry="east")]
    game = on_to(play(make(units, entries=[east], places={"0110": ("Moscow", "capital")})), "move",
                 "russian-movement")
    moved, came = game.any_move("russia/R0", lambda: 0.5), game.any_move("russia/R9", lambda: 0.5)
    assert moved is not None
    assert (moved.verb, moved.hexes[0]) == ("move", "0101")
    assert came is not None
    assert (came.verb, came.hexes[0]) == ("enter", "0510")
    assert game.any_move("russia/R8", lambda: 0.5) is None
    assert game.destinations("russia/R8") == {}
    assert "0510" in game.destinations("russia/R9")
    assert game.movable() == ["russia/R0", "russia/R9"]
    assert game.any_move("poland/P0", lambda: 0.5) is None


# -- 12.0, 13.7: interdiction, and who joins --------------------------------------------------------------


@pytest.mark.rule("13.7")
def test_interdiction_ends_when_every_stack_is_interdicted() -> None:
    wings = [wing(f"{n} CAS", "poland") for n in (1, 2)]
    game = on_to(play(make([R1, P1, FAR, *wings]), 6), "interdict", "allied-interdiction")
    game.apply("interdict 0306 with 1 CAS")
    assert (game.step, game.side) == ("move", "russian")
    assert where(game, "poland/2 CAS") == "ready"


@pytest.mark.rule("13.7")
def test_the_orders_of_interdiction_that_name_a_unit() -> None:
    wings = [wing(f"{n} CAS", "poland") for n in (1, 2)]
    units = [R1, P1, FAR, unit("R2", "russia", "0508"), *wings, wing("3 CAS", "russia")]
    game = on_to(play(make(units), 6, 6), "interdict", "allied-interdiction")

    def texts(key: str | None) -> list[str]:
        return [game.text(o) for o in game.legal_orders(key)]

    assert texts("poland/1 CAS") == ["interdict 0306 with 1 CAS", "interdict 0508 with 1 CAS"]
    assert texts("russia/R2") == ["interdict 0508 with 1 CAS", "interdict 0508 with 2 CAS"]
    assert set(texts(None)) == {"pass", *texts("poland/1 CAS"), *texts("poland/2 CAS")}
    game.apply("interdict 0306 with 1 CAS")
    assert game.step == "intercept"
    assert texts(None) == ["pass", "intercept with 3 CAS"]
    assert texts("russia/3 CAS") == ["intercept with 3 CAS"]
    assert texts("russia/R1") == []


@pytest.mark.rule("3.1", "12.0")
@pytest.mark.parametrize(("number", "text"), [
    (1, "US 0 CAS becomes available."), (2, "US 0 CAS and US 1 CAS become available.")])
def test_the_united_states_bring_their_own_units(number: int, text: str) -> None:
    event = Reinforcement("", 0, "us-entry")
    wings = [replace(wing(f"{n} CAS", "usa"), setup=None, reinforcement=event) for n in range(number)]
    later = unit("P3", "poland", turn=3, entry="west")
    west = Entry("west", "West", Where(hexes=("0201",)))
    design = make([R1, P1, FAR, later, *wings], turns=3, entries=[west])
    assert design.scenario is not None
    game = play(replace(design, scenario=replace(design.scenario, start=Start(turn=2, phase="turn-end"))), 1)
    called, _ = [e for e in game.events if e.type == "intervention"]
    assert called.units == tuple(f"usa/{n} CAS" for n in range(number))
    assert event_texts(game.events, "air-arrival") == [text]


@pytest.mark.rule("3.1")
def test_an_air_unit_arrives_on_its_turn_and_not_before() -> None:
    units = [replace(wing(f"{n} CAS", "poland"), setup=None, reinforcement=Reinforcement("", n))
             for n in (2, 3)]
    game = play(make([R1, P1, FAR, *units]))
    while game.turn < 2:
        game.apply(game.legal_orders()[0])
    assert event_texts(game.events, "air-arrival") == ["Polish 2 CAS becomes available."]


@pytest.mark.rule("5.1", "9.0")
def test_the_moving_side_decides_in_the_movement_phase_whoever_decided_before() -> None:
    game = on_to(play(make([R1, FAR])), "move", "russian-movement")
    w = VisegradGame(game.design, Dice(1), lambda event: None)
    w.load_data(game.play.as_data())
    w.state.side = 1
    w.go("move")
    assert (w.state.step, w.state.side) == ("move", 0)


# -- 2.6, 7.3, 9.0, 10.0: arriving and moving -------------------------------------------------------------


def arriving(*units: Unit, step: str = "move", **more: Any) -> Game:
    """A game in the Russian movement phase of turn 1 with units that may enter at 0510."""
    entries = [Entry("east", "East", Where(hexes=("0510",))), *more.pop("entries", ())]
    return on_to(play(make([R1, FAR, *units], entries=entries, **more)), step, "russian-movement")


@pytest.mark.rule("2.6", "10.0")
def test_a_unit_that_never_leaves_its_hex_stays_where_it_enters() -> None:
    game = arriving(unit("S", "russia", type="static", turn=1, entry="east"))
    assert refuse(game, "enter S 0510-0509").rule == "2.6"
    assert refuse(game, "enter S 0510-0509-0508").rule == "2.6"
    game.apply("enter S 0510")
    assert where(game, "russia/S") == "0510"


@pytest.mark.rule("9.0", "10.0")
def test_no_unit_enters_in_prohibited_terrain() -> None:
    rows = [*["." * 10] * 4, "." * 9 + "w", *["." * 10] * 3]
    design = make([R1, FAR, unit("N", "russia", turn=1, entry="east")], terrain=rows,
                  entries=[Entry("east", "East", Where(hexes=("0510", "0410")))])
    kinds = tuple(replace(k, cost=None) if k.id == "marsh" else k for k in design.ruleset.terrain)
    game = on_to(play(replace(design, ruleset=replace(design.ruleset, terrain=kinds))), "move")
    assert refuse(game, "enter N 0510").rule == "9.0"
    game.apply("enter N 0410")
    assert where(game, "russia/N") == "0410"


@pytest.mark.rule("10.0", "10.1")
def test_a_unit_that_must_stop_where_it_enters_may_enter_in_the_first_hex() -> None:
    stop = Entry("corner", "Corner", Where(hexes=("0101", "0102")), stops=True)
    game = on_to(play(make([R1, P1, unit("N", "poland", turn=1, entry="corner")], entries=[stop])),
                 "move", "allied-movement")
    assert [game.text(o) for o in game.legal_orders("poland/N")] == ["enter N 0101", "enter N 0102"]


@pytest.mark.rule("3.3", "10.0")
def test_a_unit_waits_while_the_city_of_its_entry_is_not_its_own() -> None:
    town = Entry("town", "Town", Where(features=("city",)))
    places = {**PLACES, "0506": ("Town", "city")}
    units = [R1, FAR, unit("N", "poland", turn=1, entry="town")]
    game = on_to(play(make(units, entries=[town], places=places)), "move", "allied-movement")
    assert game.legal_orders("poland/N") == []
    assert refuse(game, "enter N 0506").rule == "10.0"
    game.apply("pass")
    assert where(game, "poland/N") == "reinforcements"


@pytest.mark.rule("10.0")
@pytest.mark.parametrize(("number", "text"), [
    (1, "1 reinforcement must enter this turn; entry cannot be postponed: Russian N0."),
    (4, "4 reinforcements must enter this turn; entry cannot be postponed: Russian N0, Russian N1, "
        "Russian N2 and Russian N3."),
    (5, "5 reinforcements must enter this turn; entry cannot be postponed: Russian N0, Russian N1, "
        "Russian N2 and 2 more.")])
def test_those_who_must_enter_are_named(number: int, text: str) -> None:
    game = arriving(*(unit(f"N{n}", "russia", turn=1, entry="east") for n in range(number)))
    refusal = refuse(game, "pass")
    assert (refusal.rule, refusal.reason) == ("10.0", text)


@pytest.mark.rule("14.0")
@pytest.mark.parametrize(("start", "rolls"), [
    (None, 1), (Start(turn=1), 1), (Start(turn=1, phase="russian-movement"), 0), (Start(turn=2), 0)])
def test_loyalty_is_rolled_for_before_the_first_turn_only(start: Start | None, rolls: int) -> None:
    design = make([R1, FAR, unit("U1", "ukraine", "0508")])
    assert design.scenario is not None
    game = play(replace(design, scenario=replace(design.scenario, start=start)), seed=3)
    assert game.dice.count == rolls


@pytest.mark.rule("10.4")
def test_a_marker_is_not_recovered_without_an_air_point() -> None:
    hurt = replace(unit("R2", "russia", "0508"), reduced=True)
    design = make([R1, FAR, hurt], replacements=[(1, "russian", 1, 0)])
    design = with_assets(design, AssetStart("cyber-war-russian", 2, (("spent", 2),)))
    game = play(design)
    assert (game.step, [o.verb for o in game.legal_orders()]) == ("replace", ["pass", "restore"])
    assert refuse(game, "recover-marker").rule == "10.4"


@pytest.mark.rule("10.0")
def test_of_two_entries_the_one_listed_first_is_taken() -> None:
    entries = [Entry("east", "East", Where(hexes=("0510",))), Entry("north", "North", Where(hexes=("0410",)))]
    for way, start in (("east", "0510"), ("north", "0410")):
        other = "north" if way == "east" else "east"
        late = unit("N", "russia", turn=1, entry=way)
        assert late.reinforcement is not None
        late = replace(late, reinforcement=replace(late.reinforcement, also=(other,)))
        game = on_to(play(make([R1, FAR, late], entries=entries)), "move", "russian-movement")
        assert game.text(game.move_order("russia/N", "0409")) == f"enter N {start}-0409"


@pytest.mark.rule("7.3", "9.2")
def test_a_unit_out_of_supply_does_not_go_further_than_half_its_points() -> None:
    start = Start(turn=2, phase="russian-movement")
    cut = replace(unit("R1", "russia", "0306"), setup=Setup(Where(hexes=("0306",)), marks=("out-of-supply",)))
    design = make([cut, FAR])
    assert design.scenario is not None
    game = play(replace(design, scenario=replace(design.scenario, start=start)))
    assert game.step == "move"
    refusal = refuse(game, "move R1 0306-0307-0308")
    assert (refusal.rule, "has 3 movement points; the path costs 4" in refusal.reason) == ("9.2", True)
    game.apply("move R1 0306-0307")
    assert where(game, "russia/R1") == "0307"


# -- 5.1: a scenario of the present position --------------------------------------------------------------


def marks(game: Game) -> dict[str, tuple[str, ...]]:
    """The marks of units in the scenario of the present position."""
    return {u.key: u.setup.marks for u in game.scenario_now().units if u.setup and u.setup.marks}


@pytest.mark.rule("5.1", "13.7")
def test_the_scenario_of_a_position_marks_who_has_moved_and_who_has_entered() -> None:
    game = arriving(unit("N", "russia", turn=1, entry="east"), unit("R2", "russia", "0508"))
    game.apply("enter N 0510")
    game.apply("move R2 0508-0608")
    assert marks(game) == {"russia/N": ("moved", "entered"), "russia/R2": ("moved",)}
    again = play(replace(make([]), scenario=game.scenario_now()))
    assert (again.step, again.movable()) == ("move", ["russia/R1"])
    assert marks(again) == marks(game)


@pytest.mark.rule("5.1", "10.0")
def test_who_has_entered_is_forgotten_with_the_next_player_turn() -> None:
    game = arriving(unit("N", "russia", turn=1, entry="east"), wing("1st CAS", "russia"))
    game.apply("enter N 0510")
    assert marks(game) == {"russia/N": ("moved", "entered")}
    on_to(game, "interdict", "russian-interdiction")
    assert set(json.loads(game.to_json())["state"]["flags"]) == {0}
    on_to(game, "move", "allied-movement")
    assert marks(game) == {}


@pytest.mark.rule("5.1", "12.0", "12.2")
def test_the_scenario_of_a_position_holds_all_that_has_happened() -> None:
    start = Start(turn=2, events=("capital-taken", "us-entry"))
    design = make([R1, FAR])
    assert design.scenario is not None
    game = play(replace(design, scenario=replace(design.scenario, start=start)))
    now = on_to(game, "move", "russian-movement").scenario_now().start
    assert now is not None
    assert now.events == ("us-entry", "capital-taken")


@pytest.mark.rule("5.1", "11.0")
def test_the_scenario_of_a_position_marks_who_has_attacked_and_who_has_been_attacked() -> None:
    units = [R1, P1, FAR, unit("R2", "russia", "0508"), unit("P2", "poland", "0507")]
    game = combat(*units, result="MA")
    game.apply("attack 0305 with R1")
    game.apply("choose loss")
    assert marks(game) == {"russia/R1": ("attacked",), "poland/P1": ("defended",)}
    again = play(replace(make([]), scenario=game.scenario_now()), 1)
    assert {o.hexes for o in again.legal_orders() if o.verb == "attack"} == {("0507",)}
    assert marks(again) == marks(game)


@pytest.mark.rule("5.1")
@pytest.mark.parametrize("phase", ["administration-cw", "administration-transfer"])
def test_what_units_did_in_the_turn_before_is_dropped(phase: str) -> None:
    acted = replace(R1, setup=Setup(Where(hexes=("0306",)), marks=("moved", "attacked", "interdicted")))
    design = make([acted, FAR], markers=(2, 2))
    assert design.scenario is not None
    start = Start(turn=2, phase=phase)
    game = play(replace(design, scenario=replace(design.scenario, start=start)))
    assert Game.from_json(game.design, game.to_json()).to_json() == game.to_json()
    assert json.loads(game.to_json())["state"]["flags"] == [0, 0]
    on_to(game, "move", "russian-movement")
    assert "0308" in game.destinations("russia/R1")


@pytest.mark.rule("3.2")
@pytest.mark.parametrize(("on_table", "spent", "fault"), [
    (2, 2, ""), (2, 3, "cannot begin with 2 on the table and 3 spent"),
    (7, 0, "begins with 7 cyber-war markers on the table"), (-1, 0, "begin with -1 on the table")])
def test_a_scenario_does_not_begin_with_markers_that_a_side_does_not_have(
        on_table: int, spent: int, fault: str) -> None:
    number = max(4, on_table)
    design = with_assets(make([R1, FAR]), AssetStart(
        "cyber-war-russian", number, (("table", on_table), ("spent", spent))))
    if not fault:
        assert dict(play(design).position().markers["russian"]) == {"table": 2, "track": 0, "spent": 2}
        return
    with pytest.raises(SetupError, match=fault):
        play(design)


# -- 4.2, 6.4, 7.5, 12.0: what countries are for ----------------------------------------------------------


RUSSIAN_HOMES = {"russia", "latvia", "belarus", "ukraine"}
OTHER_HOMES = {"poland", "lithuania", "czech-republic", "slovakia", "hungary"}
NEUTRAL = {"germany", "czech-republic", "slovakia", "austria", "hungary"}
COUNTRIES = sorted(RUSSIAN_HOMES | OTHER_HOMES | NEUTRAL)


def in_country(country: str, *units: Unit, **more: Any) -> Design:
    """A map that is all in one country, with a capital at 0405."""
    design = make(units, lands=("L" * 10,) * 8, places={"0405": ("Town", "capital")}, **more)
    layer = design.map.countries
    legend = tuple((c, country if c == "L" else k) for c, k in layer.legend if k != country or c == "L")
    return replace(design, map=replace(design.map, countries=replace(layer, legend=legend)))


@pytest.mark.rule("7.5")
@pytest.mark.parametrize("country", COUNTRIES)
def test_the_cities_of_a_country_supply_some_units(country: str) -> None:
    event = {"entry": "west", "event": "us-entry"}
    units = [R1, unit("P1", "poland", "0101"), unit("H1", "hungary", "0102"), unit("U1", "usa", **event)]
    west = Entry("west", "West", Where(hexes=("0801",)))
    told = problems(in_country(country, *units, entries=[west]), "no-source")
    without = {text.partition(" units")[0] for text in told}
    supplied = {"Russian": RUSSIAN_HOMES, "Polish": {"poland"}, "Hungarian": OTHER_HOMES,
                "US": OTHER_HOMES | NEUTRAL}
    assert without == {nation for nation, countries in supplied.items() if country not in countries}


@pytest.mark.rule("4.2", "7.5", "12.2")
@pytest.mark.parametrize("country", COUNTRIES)
def test_the_capital_of_a_country_that_a_player_must_know(country: str) -> None:
    units = [R1, unit("P1", "poland", "0101"), unit("H1", "hungary", "0102"),
             unit("I1", "italy", entry="west", event="italy-entry")]
    west = Entry("west", "West", Where(hexes=("0801",)))
    found = {k.name: k.hexes for k in key_hexes(in_country(country, *units, entries=[west]))}
    assert {name for name, hexes in found.items() if hexes == ("0405",)} == {name for name, countries in {
        "Capitals that win the game when an allied ground unit enters": RUSSIAN_HOMES - {"latvia"},
        "Capitals that bring Italy in, once the Russian side has been there": NEUTRAL,
        "Supply sources of the Russian side": RUSSIAN_HOMES,
        "Supply sources of Polish units": {"poland"},
        "Supply sources of other allied units": OTHER_HOMES - {"poland"},
        "Further supply sources of all allied units once the Russian side is in the country": NEUTRAL,
    }.items() if country in countries}


@pytest.mark.rule("7.5", "12.0")
@pytest.mark.parametrize("country", COUNTRIES)
def test_the_first_russian_unit_in_a_country_violates_it_if_it_is_neutral(country: str) -> None:
    game = on_to(play(in_country(country, R1, FAR)), "move", "russian-movement")
    assert len(event_texts(game.events, "violated")) == (country in NEUTRAL)
    game = on_to(play(in_country(country, unit("R1", "russia", "0405"), FAR)), "move", "russian-movement")
    assert len(event_texts(game.events, "capital")) == (country in NEUTRAL), "12.2: Italy"


@pytest.mark.rule("12.2")
def test_a_capital_of_the_sides_own_countries_brings_nobody_in_though_it_scores() -> None:
    places = {"0501": ("Field", "industrial", "capital"), "0502": ("Other", "industrial"),
              "0110": ("Moscow", "capital")}
    game = play(make([R1, FAR, unit("R2", "russia", "0501")], places=places))
    assert game.position().marked("scored") == ("0501",)
    assert event_texts(game.events, "capital") == []


@pytest.mark.rule("10.2")
@pytest.mark.parametrize("country", COUNTRIES)
def test_a_destroyed_unit_returns_to_a_capital_of_its_sides_countries(country: str) -> None:
    gone = replace(unit("R2", "russia"), setup=Setup(box="eliminated"))
    game = play(in_country(country, unit("R1", "russia", "0405"), FAR, gone,
                           replacements=[(1, "russian", 2, 0)]))
    rebuilt = {o.hexes for o in game.legal_orders() if o.verb == "rebuild"}
    assert rebuilt == ({("0405",)} if country in RUSSIAN_HOMES else set())


@pytest.mark.rule("6.4")
@pytest.mark.parametrize("nation", ["ukraine", "belarus", "lithuania"])
def test_russian_units_stack_with_none_of_these(nation: str) -> None:
    units = [R1, FAR, unit("N", nation, "0307")]
    design = make(units)
    nations = tuple(replace(n, side="russian") if n.id == nation else n for n in design.ruleset.nationalities)
    design = replace(design, ruleset=replace(design.ruleset, nationalities=nations))
    game = on_to(play(design, 1), "move", "russian-movement")
    assert where(game, f"{nation}/N") == "0307"
    assert refuse(game, "move R1 0306-0307").rule == "6.4"
    together = make([R1, FAR, unit("N", nation, "0306")])
    together = replace(together, ruleset=replace(together.ruleset, nationalities=nations))
    (text,) = problems(together, "mixed-stack")
    assert text.startswith("Russian units may not stack with ")


@pytest.mark.rule("11.0 step 6")
def test_what_results_cost_either_side_for_automatic_players() -> None:
    assert {code: worth.attacker_loss for code, worth in WORTH.items() if worth.attacker_loss} == {
        "AE": 1.0, "AT": 0.6, "AD": 0.5, "BB": 0.55}
    assert {code: worth.defender_loss for code, worth in WORTH.items() if worth.defender_loss} == {
        "DE": 1.0, "OR": 1.0, "DD": 0.5, "BB": 0.55, "MA": 0.3}
    assert {code for code, worth in WORTH.items() if worth.ground == 2} == {"DP", "DD", "OR"}, "an advance"
    assert {code for code, worth in WORTH.items() if worth.ground < 0} == {"AE", "AT", "AD", "AP", "AW"}
    assert set(WORTH) == {r.id for r in usual_rules().results}


# -- 2.5, 2.7, 13.0: units ------------------------------------------------------------------------------


@pytest.mark.rule("2.5", "2.7")
def test_a_reduced_unit_has_the_strength_of_its_back() -> None:
    hurt = replace(unit("R2", "russia", "0508", strength=(9, 5)), reduced=True)
    game = play(make([unit("R1", "russia", "0306", strength=(9, 5)), hurt, FAR]))
    assert (game.strength("russia/R1"), game.strength("russia/R2")) == (9, 5)


@pytest.mark.rule("13.0")
def test_an_air_unit_is_no_ground_unit_and_the_other_way_round() -> None:
    game = on_to(play(make([R1, P1, FAR, wing("1st CAS", "russia")])), "move", "russian-movement")
    assert refuse(game, "move 1st CAS 0306-0307").reason == "Russian 1st CAS is an air unit."
    game = combat(R1, P1, FAR, wing("1st CAS", "russia"))
    game.apply("attack 0305 with R1")
    assert refuse(game, "support with R1").reason == "Russian R1 is not an air unit."


@pytest.mark.rule("13.2")
def test_the_markers_left_are_told_while_an_air_combat_is_fought() -> None:
    units = [R1, P1, FAR, wing("1st CAS", "russia"), wing("2nd CAS", "poland")]
    game = play(make(units, markers=(2, 0)), 4, 4, 1)
    game.apply("allocate table 0 track 2")
    on_to(game, "attack", "russian-combat")
    assert dict(game.position().left) == {}
    for order in ("attack 0305 with R1", "support with 1st CAS", "support with 2nd CAS"):
        game.apply(order)
    assert (game.step, dict(game.position().left)) == ("markers", {"cyber-war markers on the track": 2})


# -- the checks of a design -------------------------------------------------------------------------------


@pytest.mark.rule("2.3")
def test_a_ruleset_without_one_of_the_sides_is_told_which_sides_are_needed() -> None:
    design = make([R1, P1, FAR, unit("P2", "poland", "0306")])
    assert problems(design, "enemies"), "with R1 in a hex"
    sides = (design.ruleset.sides[0], replace(design.ruleset.sides[1], id="blue"))
    nations = tuple(
        n if n.side == "russian" else replace(n, side="blue") for n in design.ruleset.nationalities)
    other = replace(design, ruleset=replace(design.ruleset, sides=sides, nationalities=nations))
    (text, *nations_told) = problems(other, "no-side")
    assert text == "The ruleset has no side `allied`; these rules need the sides `russian` and `allied`."
    assert len(nations_told) == sum(n.side == "blue" for n in nations)
    assert problems(other, "enemies") == [], "set-ups of unknown sides are not judged"


@pytest.mark.rule("3.0")
def test_an_order_of_set_up_that_is_not_that_of_the_rules_is_told() -> None:
    design = make([R1, P1, FAR])
    other = replace(design, ruleset=replace(design.ruleset, set_up_order=SIDES))
    assert problems(other, "set-up-order") == [
        "Under these rules the allied side sets up first, then the russian side; the order of set-up is "
        "russian, then allied. Games and set-up sheets follow the rules."]
    assert problems(replace(design, ruleset=replace(design.ruleset, set_up_order=SIDES[::-1])),
                    "set-up-order") == []


@pytest.mark.rule("3.1")
def test_a_side_without_air_units_needs_no_assets() -> None:
    assert problems(without_assets(make([R1, P1, FAR])), "no-assets") == []
    pool = wing("1st CAS", "russia", box="pool")
    (text,) = problems(without_assets(make([R1, P1, FAR, pool])), "no-assets")
    assert text.startswith("The russian side has air units to buy")


@pytest.mark.rule("4.0", "4.2", "7.5", "10.0")
def test_features_that_a_ruleset_lacks_are_told_with_their_rules() -> None:
    design = make([R1, P1, FAR])
    bare = replace(design, ruleset=replace(design.ruleset, features=()))
    assert [(p.message.partition("`")[2].partition("`")[0], p.rule) for p in check(bare)
            if p.code == "no-feature"] == [
        ("city", "7.5"), ("capital", "4.2"), ("port", "10.0"), ("industrial", "4.0")]
    assert {"no-industry", "no-prize"} <= {p.code for p in check(bare)}
    home = in_country("russia", R1, FAR)
    home = replace(home, ruleset=replace(home.ruleset, features=()))
    assert len(problems(home, "no-prize")) == 1
    start = Start(turn=2, scored=("0101", "0501"))
    assert bare.scenario is not None
    begun = replace(bare, scenario=replace(bare.scenario, start=start))
    assert problems(begun, "won-at-start") == []
    assert problems(begun, "scored") == [
        f"Hex {hex} counts as scored but is not an industrial hex in play." for hex in ("0101", "0501")]


@pytest.mark.rule("12.0", "12.1", "12.2")
def test_units_of_later_allies_that_come_too_early_are_told_with_their_country() -> None:
    units = [unit(n[0], n, hex) for n, hex in (("usa", "0401"), ("romania", "0402"), ("italy", "0403"))]
    assert [text.partition("whether ")[2].partition(" joined")[0]
            for text in problems(make([R1, *units]), "before-entry")] == [
        "the United States have", "Romania has", "Italy has"]


@pytest.mark.rule("4.0", "5.1")
def test_a_field_that_was_scored_before_is_not_scored_at_the_start() -> None:
    design = make([R1, FAR, unit("R2", "russia", "0501")])
    assert design.scenario is not None
    assert len(problems(design, "scored-at-start")) == 1
    later = replace(design, scenario=replace(design.scenario, start=Start(turn=2, scored=("0501",))))
    assert problems(later, "scored-at-start") == []


# -- 4.0, 4.2, 7.5, 9.6, 12.2: the hexes that a player must know -------------------------------------------


@pytest.mark.rule("4.0", "4.2", "7.5", "9.6", "12.2")
def test_the_hexes_that_a_player_must_know() -> None:
    roads = [("e77", "0404 0405 0406"), ("e77", "0702")]
    found = key_hexes(make([R1, P1, FAR], roads=roads))
    assert [k.decides for k in found] == [True, True, False, False, False, False]
    groups = {k.name: k.hexes for k in found}
    assert groups == {
        "Industrial hexes, each scored by the first Russian-side ground unit in it": ("0501",),
        "Capitals that win the game when an allied ground unit enters": ("0110",),
        "Supply sources of the Russian side": ("0110",),
        "Supply sources of Polish units": ("0101",),
        "Further supply sources of all allied units once the Russian side is in the country": ("0801",),
        "Hexes of the E77, where each step needs a roll": ("0404", "0405", "0406")}
    corner = key_hexes(make([R1, P1, FAR], roads=[("e77", "0101 0102")]))
    assert corner[-1].hexes == ("0101", "0102")


@pytest.mark.rule("7.5", "9.6", "12.0", "12.2")
def test_the_hexes_that_a_player_must_know_depend_on_who_takes_part() -> None:
    event = {"entry": "west", "event": "us-entry"}
    units = [R1, unit("H1", "hungary", "0802"), unit("U1", "usa", **event),
             unit("I1", "italy", entry="west", event="italy-entry")]
    west = Entry("west", "West", Where(hexes=("0801",)))
    names = [k.name for k in key_hexes(make(units, entries=[west]))]
    assert names[2:] == [
        "Capitals that bring Italy in, once the Russian side has been there",
        "Supply sources of the Russian side", "Supply sources of other allied units",
        "Further supply sources of all allied units once the Russian side is in the country, or the United "
        "States intervene", "Hexes of the E77, where each step needs a roll"]
    groups = {k.name: k.hexes for k in key_hexes(make([*units, P1], entries=[west]))}
    assert groups["Supply sources of other allied units, besides those of Polish ones"] == ("0801",)
    assert groups["Hexes of the E77, where each step needs a roll"] == ()


@pytest.mark.rule("7.5")
def test_a_ruleset_without_sources_of_supply_names_none() -> None:
    design = make([R1, P1, FAR])
    supply = replace(usual_rules().supply, sources=())
    found = key_hexes(replace(design, ruleset=replace(design.ruleset, supply=supply)))
    assert {k.name: k.hexes for k in found if k.rule == "7.5" and "Further" not in k.name} == {
        "Supply sources of the Russian side": (), "Supply sources of Polish units": ()}


# -- what the program knows of the game -------------------------------------------------------------------


def test_the_game_offers_what_a_game_may_offer() -> None:
    known = system("visegrad4")
    assert known.scenarios == ("historical", "free-setup", "first-steps")
    assert [bundled(name).ruleset.system for name in known.scenarios] == ["visegrad4"] * 3
