"""Conditions of the rules one by one: what is left out, turned round or moved by one shows here."""

from __future__ import annotations

from dataclasses import replace

import pytest
from combat_positions import combat
from corner_positions import FAR, P1, R1, bundled
from designs import LANDS, PLACES, default, event_texts, make, on_to, play, refuse, unit, where, wing

from visegrad_editor.engine import Game, Order
from visegrad_editor.systems import system
from visegrad_editor.model.design import Design
from visegrad_editor.model.scenario import AssetStart
from visegrad_editor.model.start import Start
from visegrad_editor.systems.visegrad4.checks import check
from visegrad_editor.systems.visegrad4.combat import support_effect

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
    assert {side: dict(n) for side, n in game.position().markers.items()} == dict.fromkeys(
        SIDES, {"table": 0, "track": 0, "spent": 0})


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
    one = play(with_assets(design, AssetStart("cyber-war-russian", 1), AssetStart("air-russian", 1)))
    one.apply("allocate table 0 track 1")
    assert "buy 1st CAS" in [one.text(o) for o in one.legal_orders()]


@pytest.mark.rule("10.2", "10.3")
def test_a_line_of_the_chart_without_air_points_gives_none() -> None:
    pool = wing("1st CAS", "russia", box="pool")
    game = on_to(play(make([R1, FAR, pool])), "move", "russian-movement")
    assert event_texts(game.events, "replacements") == []
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


# -- 11.0: combat -----------------------------------------------------------------------------------------


@pytest.mark.rule("11.0")
def test_an_attack_that_is_called_off_is_told() -> None:
    game = combat(R1, P1, FAR, wing("1st CAS", "russia"))
    game.apply("attack 0305 with R1")
    assert event_texts(game.apply("call-off"), "called-off") == ["The attack on 0305 is called off."]


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


@pytest.mark.rule("9.0", "10.0")
def test_a_move_by_chance_is_that_of_a_unit_on_the_map_or_of_one_that_arrives() -> None:
    from visegrad_editor.model.scenario import Entry
    from visegrad_editor.model.where import Where
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
    assert game.any_move("poland/P0", lambda: 0.5) is None


# -- the checks of a design -------------------------------------------------------------------------------


@pytest.mark.rule("2.3")
def test_a_ruleset_without_one_of_the_sides_is_told_which_sides_are_needed() -> None:
    design = make([R1, P1, FAR])
    sides = (design.ruleset.sides[0], replace(design.ruleset.sides[1], id="blue"))
    nations = tuple(n if n.side == "russian" else replace(n, side="blue") for n in design.ruleset.nationalities)
    other = replace(design, ruleset=replace(design.ruleset, sides=sides, nationalities=nations))
    (text, *nations_told) = problems(other, "no-side")
    assert text == "The ruleset has no side `allied`; these rules need the sides `russian` and `allied`."
    assert len(nations_told) == sum(n.side == "blue" for n in nations)


@pytest.mark.rule("3.0")
def test_an_order_of_set_up_that_is_not_that_of_the_rules_is_told() -> None:
    design = make([R1, P1, FAR])
    other = replace(design, ruleset=replace(design.ruleset, set_up_order=SIDES))
    assert problems(other, "set-up-order") == [
        "Under these rules the allied side sets up first, then the russian side; `set_up_order` says russian, "
        "then allied. Games follow the rules; set-up sheets print `set_up_order`."]
    assert problems(replace(design, ruleset=replace(design.ruleset, set_up_order=SIDES[::-1])),
                    "set-up-order") == []


@pytest.mark.rule("3.1")
def test_a_side_without_air_units_needs_no_assets() -> None:
    assert problems(without_assets(make([R1, P1, FAR])), "no-assets") == []
    (text,) = problems(without_assets(make([R1, P1, FAR, wing("1st CAS", "russia", box="pool")])), "no-assets")
    assert text.startswith("The russian side has air units to buy")


# -- what the program knows of the game -------------------------------------------------------------------


def test_the_game_offers_what_a_game_may_offer() -> None:
    design = make([R1, P1, FAR, wing("1st CAS", "russia")])
    known = system("visegrad4")
    assert known.scenarios == ("historical", "free-setup", "first-steps")
    assert [bundled(name).ruleset.system for name in known.scenarios] == ["visegrad4"] * 3
