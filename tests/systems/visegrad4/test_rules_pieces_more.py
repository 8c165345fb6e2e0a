"""What counts as a unit and what does not: markers, air units, stacks, nationalities (rules 2, 6, 8, 13)."""

from __future__ import annotations

import pytest
from designs import event_texts, make, on_to, play, refuse, unit, where, wing

R1 = unit("R1", "russia", "0306")
P1 = unit("P1", "poland", "0305")
FAR = unit("P0", "poland", "0103")


@pytest.mark.rule("2.8", "6.2")
def test_markers_and_air_units_take_no_room_in_a_stack() -> None:
    """Two units interdicted and out of supply, with an air unit over them, leave room for a third."""
    units = [R1, unit("R2", "russia", "0306"), unit("R3", "russia", "0307"), FAR, wing("1st CAS", "poland")]
    game = play(make(units, places={"0101": ("Warsaw", "capital")}), 6)
    on_to(game, "interdict", "allied-interdiction")
    game.apply("interdict 0306 with 1st CAS")
    assert game.position().marked("interdicted") == ("0306",)
    game.apply("move R3 0307-0306")
    assert game.position().at("0306") == ("russia/R1", "russia/R2", "russia/R3")
    game.apply("pass")
    marked = [game.position().units[f"russia/R{i}"].out_of_supply for i in (1, 2, 3)]
    assert marked == [True, True, True]


@pytest.mark.rule("13.0")
def test_air_units_neither_move_nor_attack_on_the_ground() -> None:
    game = on_to(play(make([R1, P1, wing("1st CAS", "russia")])), "move", "russian-movement")
    assert refuse(game, "move 1st CAS 0306-0307").rule == "13.0"
    assert "russia/1st CAS" not in game.movable()
    on_to(game, "attack", "russian-combat")
    assert refuse(game, "attack 0305 with 1st CAS").rule == "13.0"
    game.apply("attack 0305 with R1")
    assert refuse(game, "support with R1").rule == "13.0"


@pytest.mark.rule("6.3")
def test_each_side_sees_the_others_stacks() -> None:
    units = [R1, unit("R2", "russia", "0306", reduced=True), P1, unit("P2", "poland", "0305")]
    game = on_to(play(make(units)), "move", "russian-movement")
    assert game.side == "russian"
    assert game.position().at("0305") == ("poland/P1", "poland/P2")
    on_to(game, "move", "allied-movement")
    assert game.side == "allied"
    assert game.position().at("0306") == ("russia/R1", "russia/R2")
    assert game.position().units["russia/R2"].reduced


@pytest.mark.rule("13.0", "11.0 step 2")
def test_any_air_unit_supports_any_nation_of_its_side_one_a_battle() -> None:
    wings = [wing("1st SAC", "usa", "sac"), wing("1st CAS", "poland")]
    game = play(make([R1, unit("H1", "hungary", "0305"), *wings], result="DE"), 6)
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    assert (game.step, game.side) == ("support", "allied")
    game.apply("support with 1st SAC")
    assert event_texts(game.events, "combat")[0].count("air support -1") == 1
    assert (where(game, "usa/1st SAC"), where(game, "poland/1st CAS")) == ("used", "ready")


@pytest.mark.rule("11.0 step 2", "13.0")
def test_the_attacker_declares_first_and_nobody_must() -> None:
    game = play(make([R1, P1, wing("1st CAS", "russia"), wing("2nd CAS", "poland")], result="DE"), 1)
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    assert game.side == "russian"
    game.apply("pass")
    assert game.side == "allied"
    game.apply("pass")
    game.apply("use assault")
    assert "air support" not in event_texts(game.events, "combat")[0]
    assert where(game, "poland/2nd CAS") == "ready"


@pytest.mark.rule("2.3")
def test_no_side_gives_orders_to_the_other_sides_units() -> None:
    game = on_to(play(make([R1, P1, wing("1st CAS", "russia"), wing("2nd CAS", "poland")])), "attack")
    assert refuse(game, "attack 0306 with P1").rule == "2.3"
    game.apply("attack 0305 with R1")
    assert refuse(game, "support with 2nd CAS").rule == "2.3"


@pytest.mark.rule("8.2", "8.3", "11.1")
def test_airborne_units_heed_zones_in_supply_and_retreat() -> None:
    """Only their movement ignores zones of control."""
    ring = [unit(f"P{i}", "poland", h) for i, h in enumerate(("0304", "0307"))]
    flyer = unit("R1", "russia", "0306", "airborne")
    game = on_to(play(make([flyer, P1, *ring], result="AP"), 1), "move", "russian-movement")
    assert not game.supplied_hexes("russia/R1") & {"0306"}
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    # Every hex around is in a zone of control of 0305 or 0307.
    assert where(game, "russia/R1") == "eliminated"


@pytest.mark.rule("9.2", "13.7")
def test_interdiction_does_not_hinder_a_retreat() -> None:
    game = play(make([R1, P1, FAR, wing("1st CAS", "poland")], result="AP"), 6, 1)
    on_to(game, "interdict", "allied-interdiction")
    game.apply("interdict 0306 with 1st CAS")
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    assert game.step == "retreat"
    game.apply("retreat R1 0307")
    assert where(game, "russia/R1") == "0307"


@pytest.mark.rule("13.2", "13.7")
def test_the_interdictor_is_the_attacker_when_markers_are_spent() -> None:
    units = [R1, FAR, wing("1st CAS", "poland"), wing("2nd CAS", "russia")]
    game = play(make(units, markers=(2, 2)), 3, 3, 6)
    game.apply("allocate table 0 track 2")
    game.apply("allocate table 0 track 2")
    on_to(game, "interdict", "allied-interdiction")
    game.apply("interdict 0306 with 1st CAS")
    game.apply("intercept with 2nd CAS")
    assert (game.step, game.side) == ("markers", "allied")
    game.apply("spend-marker")
    assert game.side == "russian"
    game.apply("pass")
    game.apply("pass")
    # 3+1 beats 3, and the survivor's 6 beats the clear hex.
    assert where(game, "russia/2nd CAS") == "eliminated"
    assert game.position().marked("interdicted") == ("0306",)


@pytest.mark.rule("13.5", "13.3")
def test_two_sac_units_bar_the_markers_of_both_and_a_one_aborts_them_too() -> None:
    wings = [wing("1st CAS", "russia"), wing("1st SAC", "usa", "sac")]
    game = play(make([R1, P1, *wings], markers=(2, 2), result="DE"), 5, 1, 6)
    game.apply("allocate table 0 track 2")
    game.apply("allocate table 0 track 2")
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    game.apply("support with 1st CAS")
    game.apply("support with 1st SAC")
    assert game.side == "allied"
    game.apply("pass")
    assert where(game, "usa/1st SAC") == "used"
    assert "air support +1" in event_texts(game.events, "combat")[0]
