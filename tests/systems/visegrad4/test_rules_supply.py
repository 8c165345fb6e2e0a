"""Supply: rule 7."""

from __future__ import annotations

import pytest
from designs import event_texts, make, on_to, play, refuse, unit, where, wing
from movement_games import HOME, R1, moves, out

from visegrad_editor.engine import Game

# -- 7: supply ----------------------------------------


def after_russian_movement(*units, **more) -> Game:
    game = moves(*units, **more)
    game.apply("pass")
    return game


@pytest.mark.rule("7.0")
def test_a_supply_path_may_have_any_length():
    assert not out(after_russian_movement(unit("R1", "russia", "0805")))


@pytest.mark.rule("7.0", "8.3")
def test_enemy_zones_cut_supply_unless_a_friendly_unit_stands_in_them():
    # A line of zones across the map from 0106 down to 0806.
    wall = [unit(f"W{r}", "poland", f"0{r}06") for r in range(1, 9, 2)] + [unit("W8", "poland", "0806")]
    west = unit("R1", "russia", "0303")
    assert out(after_russian_movement(west, *wall))
    bridge = [unit("B1", "russia", "0205"), unit("B2", "russia", "0206"), unit("B3", "russia", "0207")]
    assert not out(after_russian_movement(west, *wall, *bridge))


@pytest.mark.rule("7.1")
def test_mountains_and_marsh_need_a_connected_highway():
    rows = [".....M....", ".....M....", ".....w....", ".....M....", ".....M....", ".....M....", ".....M....",
            ".....M...."]
    west = unit("R1", "russia", "0303")
    assert out(after_russian_movement(west, terrain=rows))
    assert not out(after_russian_movement(west, terrain=rows, roads=[("highway", "0305 0306 0307")]))
    # A road that ends in the marsh leads through nothing.
    assert out(after_russian_movement(west, terrain=rows, roads=[("highway", "0305 0306")]))
    # A unit in the mountains is not cut off by its own hex.
    assert not out(after_russian_movement(unit("R1", "russia", "0406"), terrain=rows))


@pytest.mark.rule("7.3")
def test_out_of_supply_halves_movement_rounded_down():
    # 7.3: 7 gives 3, 5 gives 2, 9 gives 4.
    places = {"0101": ("Warsaw", "capital")}
    units = [R1, unit("R2", "russia", "0506", "airborne"), unit("R3", "russia", "0706", movement=9)]
    game = after_russian_movement(*units, places=places)
    on_to(game, "move", "allied-movement")
    on_to(game, "move", "russian-movement")
    assert game.turn == 2
    assert max(game.destinations("russia/R1").values()) == 2
    assert max(game.destinations("russia/R2").values()) == 2
    assert max(game.destinations("russia/R3").values()) == 4


@pytest.mark.rule("7.2")
def test_supply_is_judged_for_the_moving_side_only_and_lasts_to_its_next_phase():
    cut = [unit("P1", "poland", "0303"), unit("R1", "russia", "0302"), unit("R2", "russia", "0304"),
           unit("R3", "russia", "0203"), unit("R4", "russia", "0403"), unit("R5", "russia", "0202")]
    game = after_russian_movement(*cut)
    assert not out(game, "poland/P1")
    on_to(game, "move", "allied-movement")
    game.apply("pass")
    assert out(game, "poland/P1")


@pytest.mark.rule("7.5")
def test_a_source_held_by_the_enemy_supplies_nobody():
    places = {"0101": ("Warsaw", "capital"), "0310": ("Town", "city")}
    assert not out(after_russian_movement(R1, places=places))
    assert out(after_russian_movement(R1, unit("P1", "poland", "0310"), places=places))


@pytest.mark.rule("7.5")
def test_polish_units_are_served_by_polish_cities_alone_and_others_by_any_friendly_one():
    places = {"0110": ("Moscow", "capital"), "0801": ("Budapest", "capital")}
    game = play(make([R1, unit("P1", "poland", "0603"), unit("H1", "hungary", "0703")], places=places))
    on_to(game, "move", "allied-movement")
    game.apply("pass")
    assert out(game, "poland/P1")
    assert not out(game, "hungary/H1")


@pytest.mark.rule("7.5")
def test_a_country_the_russian_side_has_entered_serves_every_allied_unit():
    places = {"0110": ("Moscow", "capital"), "0801": ("Budapest", "capital")}
    units = [unit("R1", "russia", "0708"), unit("P1", "poland", "0603")]
    game = on_to(play(make(units, places=places)), "move", "russian-movement")
    game.apply("move R1 0708-0808")
    assert event_texts(game.events, "violated")
    on_to(game, "move", "allied-movement")
    game.apply("pass")
    # Austria has no city here, and Hungary was not entered.
    assert out(game, "poland/P1")
    game = on_to(play(make([unit("R1", "russia", "0706"), units[1]], places=places)), "move",
                 "russian-movement")
    game.apply("move R1 0706-0805")
    on_to(game, "move", "allied-movement")
    game.apply("pass")
    assert not out(game, "poland/P1")


def test_air_supply_costs_a_cas_unit_and_serves_one_hex():
    places = {"0101": ("Warsaw", "capital")}
    units = [R1, unit("R2", "russia", "0306"), unit("R3", "russia", "0606"), wing("1st CAS", "russia"),
             wing("2nd CAS", "russia")]
    game = moves(*units, places=places)
    game.apply("pass")
    assert game.step == "air-supply"
    game.apply("air-supply 0306 with 1st CAS")
    assert not out(game)
    assert not out(game, "russia/R2")
    assert out(game, "russia/R3")
    assert where(game, "russia/1st CAS") == "eliminated"
    assert refuse(game, "air-supply 0306 with 2nd CAS").rule == "7.4"
    assert refuse(game, "air-supply 0606 with 1st CAS").reason == "Russian 1st CAS is not available."
    # It lasts until the next judgement, and the unit moves in full before that.
    on_to(game, "move", "russian-movement")
    assert max(game.destinations("russia/R1").values()) == 6
    game.apply("pass")
    assert out(game)


def test_sac_units_cannot_supply():
    places = {"0110": ("Moscow", "capital")}
    game = play(make([R1, HOME, wing("1st SAC", "usa", "sac"), wing("1st CAS", "usa")], places=places))
    on_to(game, "air-supply", "allied-movement")
    assert refuse(game, "air-supply 0101 with 1st SAC").rule == "7.4"
