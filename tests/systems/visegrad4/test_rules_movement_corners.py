"""Rare cases of movement and supply."""

from __future__ import annotations

import pytest
from corner_positions import FAR, P1, R1
from designs import PLACES, make, on_to, play, refuse, unit, where, wing

from visegrad_editor.model.scenario import Entry
from visegrad_editor.model.where import Where

# -- 6, 8, 9: on the move --------------------------------------------------------------------------------


@pytest.mark.rule("6.1")
def test_a_stack_drops_units_on_its_way_and_picks_none_up() -> None:
    """Each part of the stack moves by its own order: together to the hex where one stays, then without it."""
    units = [unit(f"R{n}", "russia", "0306") for n in (1, 2, 3)] + [unit("R4", "russia", "0308")]
    game = on_to(play(make([*units, FAR])), "move", "russian-movement")
    game.apply("move R1 0306-0307")
    game.apply("move R2, R3 0306-0307-0308")
    assert [where(game, f"russia/R{n}") for n in (1, 2, 3)] == ["0307", "0308", "0308"]
    # R4 waited there: it moves by itself, not along with those that have come.
    assert refuse(game, "move R2, R4 0308-0309").rule == "9.0"
    game.apply("move R4 0308-0309")


@pytest.mark.rule("8.1")
def test_a_unit_may_move_one_hex_from_zone_to_zone() -> None:
    game = on_to(play(make([R1, P1, FAR])), "move", "russian-movement")
    assert {"0306", "0405"} <= game.enemy_zoc("russia/R1")
    assert refuse(game, "move R1 0306-0405-0506").rule == "8.1"
    game.apply("move R1 0306-0405")
    assert where(game, "russia/R1") == "0405"


@pytest.mark.rule("8.0", "7.2")
def test_units_out_of_supply_have_zones_too() -> None:
    game = play(make([R1, P1, unit("R2", "russia", "0303")], places={"0110": ("Moscow", "capital")}))
    on_to(game, "attack", "allied-combat")
    assert game.position().units["poland/P1"].out_of_supply
    on_to(game, "move", "russian-movement")
    assert "0304" in game.enemy_zoc("russia/R2")


@pytest.mark.rule("9.3")
def test_one_hex_is_possible_out_of_supply_over_a_river_and_under_interdiction() -> None:
    rows = ["." * 10, "." * 10, "......w...", *["." * 10] * 5]
    units = [R1, FAR, wing("1st CAS", "poland")]
    design = make(units, terrain=rows, rivers="0306/0307", places={"0101": ("Warsaw", "capital")})
    game = on_to(play(design, *[6] * 9), "move", "russian-movement")
    game.apply("pass")
    assert game.position().units["russia/R1"].out_of_supply
    on_to(game, "interdict", "allied-interdiction")
    game.apply("interdict 0306 with 1st CAS")
    # Marsh and river cost 5 of the 3 points left.
    assert game.destinations("russia/R1")["0307"] == 5
    game.apply("move R1 0306-0307")
    assert where(game, "russia/R1") == "0307"


@pytest.mark.rule("9.3", "9.0")
def test_one_hex_is_not_possible_into_prohibited_terrain() -> None:
    rows = ["." * 10, "." * 10, "......~...", *["." * 10] * 5]
    game = on_to(play(make([R1, FAR], terrain=rows, walls="0306/0405")), "move", "russian-movement")
    assert "0307" not in game.destinations("russia/R1")
    assert refuse(game, "move R1 0306-0405").rule == "9.0"


@pytest.mark.rule("9.6")
def test_moving_onto_or_off_the_e77_needs_no_roll() -> None:
    game = on_to(play(make([R1, FAR], roads=[("e77", "0307 0308")]), 5), "move", "russian-movement")
    assert game.apply("move R1 0306-0307")[0].dice == ()
    game = on_to(play(make([R1, FAR], roads=[("e77", "0305 0306")]), 5), "move", "russian-movement")
    assert game.apply("move R1 0306-0307")[0].dice == ()


@pytest.mark.rule("9.6", "10.0")
def test_a_reinforcement_rolls_on_the_e77_and_takes_the_hex_where_it_is_held_up() -> None:
    entry = Entry("hex", "On the road", Where(hexes=("0308",)))
    places = {**PLACES, "0307": ("Field", "industrial"), "0306": ("Beyond", "industrial")}
    design = make([unit("N", "russia", turn=1, entry="hex"), FAR], entries=[entry], places=places,
                  roads=[("e77", "0305 0306 0307 0308")])
    game = on_to(play(design, 1), "move", "russian-movement")
    events = game.apply("enter N 0308-0307-0306")
    assert events[0].dice == (1,)
    assert where(game, "russia/N") == "0307"
    assert game.position().marked("scored") == ("0307",)


@pytest.mark.rule("6.4", "11.1")
def test_russians_do_not_retreat_to_belarusians() -> None:
    ring = [unit("B1", "belarus", "0307"), unit("P2", "poland", "0404"), FAR]
    game = on_to(play(make([R1, P1, *ring], result="AP"), 1), "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    assert refuse(game, "retreat R1 0307").rule == "6.4"
    assert "0307" not in {o.hexes[0] for o in game.legal_orders()}


@pytest.mark.rule("6.4", "11.2")
def test_russians_do_not_advance_together_with_belarusians() -> None:
    units = [R1, unit("B1", "belarus", "0304"), P1, FAR]
    game = on_to(play(make(units, result="OR"), 1), "attack", "russian-combat")
    game.apply("attack 0305 with R1, B1")
    assert refuse(game, "advance R1, B1").rule == "6.4"
    game.apply("advance B1")


@pytest.mark.rule("6.4", "10.0", "10.2")
def test_russians_neither_enter_nor_are_rebuilt_among_belarusians() -> None:
    entry = Entry("hex", "A hex", Where(hexes=("0310",)))
    units = [R1, P1, unit("B1", "belarus", "0310"), unit("B2", "belarus", "0110"),
             unit("N", "russia", turn=1, entry="hex"), FAR]
    design = make(units, entries=[entry], result="AE", replacements=[(2, "russian", 2, 0)])
    game = on_to(play(design, 1), "move", "russian-movement")
    assert refuse(game, "enter N 0310").rule == "6.4"
    # Barred by stacking it waits (3.3).
    game.apply("pass")
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    while game.turn < 2:
        game.apply("pass")
    # Moscow holds Belarusians, and there is no other capital.
    assert game.step != "replace"


# -- 7: supply -------------------------------------------------------------------------------------------


@pytest.mark.rule("8.3", "7.0", "7.5")
def test_a_source_in_an_enemy_zone_serves_only_with_a_friend_in_it() -> None:
    places = {"0101": ("Warsaw", "capital"), "0310": ("Town", "city")}
    beside = unit("P1", "poland", "0309")
    for friends, served in (((), False), ((unit("R2", "russia", "0310"),), True)):
        game = on_to(play(make([unit("R1", "russia", "0505"), beside, *friends], places=places)), "move",
                     "russian-movement")
        game.apply("pass")
        assert game.position().units["russia/R1"].out_of_supply is not served
    # Who stands in the city himself is served by it.
    assert not game.position().units["russia/R2"].out_of_supply


@pytest.mark.rule("7.3", "7.2")
def test_being_out_of_supply_costs_no_step() -> None:
    game = play(make([R1, FAR], places={"0101": ("Warsaw", "capital")}, turns=4), *[6] * 9)
    while game.outcome is None:
        game.apply("pass")
    unit_ = game.position().units["russia/R1"]
    assert (unit_.hex, unit_.reduced, unit_.out_of_supply) == ("0306", False, True)


@pytest.mark.rule("7.4")
def test_supply_from_the_air_gives_full_strength_in_the_enemys_turn() -> None:
    lone = unit("P1", "poland", "0305", strength=(7, 3))
    game = play(make([R1, lone, wing("1st CAS", "poland")], places={"0110": ("Moscow", "capital")}))
    on_to(game, "air-supply", "allied-movement")
    game.apply("air-supply 0305 with 1st CAS")
    on_to(game, "attack", "russian-combat")
    assert game.preview(game.parse("attack 0305 with R1")).defence == 7
