"""Stacking, supply, zones of control and movement: rules 6 to 9."""

from __future__ import annotations

import pytest
from designs import make, on_to, play, refuse, said, unit, where, wing

from visegrad_editor.engine import Game, IllegalOrder
from visegrad_editor.model.scenario import Entry, Where

HOME = unit("P0", "poland", "0101")


def moves(*units, dice=(6,) * 20, **more) -> Game:
    """A game at the Russian movement phase of turn 1, with a Polish unit far off."""
    return on_to(play(make([*units, HOME], **more), *dice), "move", "russian-movement")


R1 = unit("R1", "russia", "0306")


# -- 9.0, 9.1, 9.4: costs ----------------------------------------


def cost(game: Game, hex: str, key: str = "russia/R1") -> float:
    return game.destinations(key)[hex]


@pytest.mark.rule("9.0")
def test_clear_costs_two_and_seven_points_go_three_hexes():
    game = moves(R1)
    assert (cost(game, "0307"), cost(game, "0308"), cost(game, "0309")) == (2, 4, 6)
    assert "0310" not in game.destinations("russia/R1")


@pytest.mark.rule("9.1")
def test_a_highway_counts_only_where_it_is_drawn_across_the_hexside():
    rows = ["." * 10, "." * 10, "......MM..", *["." * 10] * 5]
    game = moves(R1, terrain=rows, roads=[("highway", "0306 0307 0308 0309 0310")])
    assert cost(game, "0308") == 2
    # The road at 0307 does not help a unit that comes off it.
    game = moves(unit("R1", "russia", "0407"), terrain=rows, roads=[("highway", "0306 0307 0308")])
    assert cost(game, "0307") == 3


@pytest.mark.rule("9.1", "9.4")
def test_a_road_lifts_the_cost_of_a_river():
    assert cost(moves(R1, rivers="0306/0307"), "0307") == 3
    assert cost(moves(R1, rivers="0306/0307", roads=[("highway", "0306 0307")]), "0307") == 1


@pytest.mark.rule("9.1")
def test_the_better_of_two_roads_across_a_hexside_counts():
    game = moves(R1, roads=[("highway", "0306 0307"), ("major-highway", "0306 0307")])
    assert cost(game, "0307") == 0.5
    assert moves(R1, roads=[("major-highway",
                             "0306 0307 0308 0309 0310")]).destinations("russia/R1")["0310"] == 2


@pytest.mark.rule("9.1")
def test_the_road_left_by_decides_in_a_hex_with_both_kinds():
    # 0307 has both; from 0306 the highway leads in, from 0308 the major highway.
    roads = [("highway", "0306 0307"), ("major-highway", "0307 0308")]
    assert cost(moves(R1, roads=roads), "0307") == 1
    assert cost(moves(unit("R1", "russia", "0308"), roads=roads), "0307") == 0.5


@pytest.mark.rule("8.2", "9.0")
def test_airborne_units_ignore_terrain_and_pay_one_a_hex():
    rows = ["." * 10, "." * 10, "......MMww", *["." * 10] * 5]
    game = moves(unit("R1", "russia", "0306", "airborne"), terrain=rows, rivers="0306/0307")
    assert cost(game, "0310") == 4


@pytest.mark.rule("9.0")
def test_the_dearest_terrain_in_a_hex_counts():
    assert cost(moves(R1, terrain=["." * 10, "." * 10, "......M...", *["." * 10] * 5]), "0307") == 3


# -- 9.2: limits ----------------------------------------


def test_no_unit_enters_an_enemy_hex_or_leaves_the_map():
    game = moves(R1, unit("P1", "poland", "0308"))
    assert refuse(game, "move R1 0306-0307-0308").rule in ("8.1", "9.2")
    assert refuse(moves(R1, unit("P1", "poland", "0307")), "move R1 0306-0307").rule == "9.2"
    with pytest.raises(IllegalOrder, match="no hex"):
        game.apply("move R1 0306-9999")
    assert refuse(game, "move R1 0306-0308").rule == "9.2"


def test_airborne_units_fly_over_enemies_but_do_not_stop_there():
    game = moves(unit("R1", "russia", "0306", "airborne"), unit("P1", "poland", "0307"))
    ends = game.destinations("russia/R1")
    assert "0307" not in ends
    assert ends["0308"] == 2
    game.apply("move R1 0306-0307-0308")
    assert where(game, "russia/R1") == "0308"


FIELDS = {"0101": ("Warsaw", "capital"), "0110": ("Moscow", "capital"), "0801": ("Budapest", "capital"),
          "0405": ("East field", "industrial"), "0501": ("West field", "industrial")}


@pytest.mark.parametrize("type", ["armored", "airborne", "air-cavalry"])
@pytest.mark.rule("4.0")
@pytest.mark.rule("9.2")
def test_every_unit_takes_the_empty_hexes_it_passes(type: str):
    """Airborne units too go from hex to hex; they leap over none."""
    game = moves(unit("R1", "russia", "0406", type), places=FIELDS)
    game.apply("move R1 0406-0405-0404")
    assert game.position().scored == ("0405",)
    assert game._play.state.control[0] >> game.board.index["0405"] & 1


@pytest.mark.rule("4.0")
@pytest.mark.rule("9.2")
def test_over_an_enemy_stack_airborne_units_take_nothing():
    game = moves(unit("R1", "russia", "0406", "airborne"), unit("P1", "poland", "0405"), places=FIELDS)
    game.apply("move R1 0406-0405-0404")
    assert game.position().scored == ()
    state, at = game._play.state, game.board.index
    assert state.control[1] >> at["0405"] & 1
    assert state.control[0] >> at["0404"] & 1


@pytest.mark.rule("7.5")
@pytest.mark.rule("12.0")
def test_over_an_enemy_stack_airborne_units_have_entered_the_country():
    game = moves(unit("R1", "russia", "0706", "airborne"), unit("H1", "hungary", "0805"))
    events = game.apply("move R1 0706-0805-0705")
    assert len(said(events, "violated")) == 1
    assert not said(events, "capital")


@pytest.mark.parametrize("guarded", [False, True])
@pytest.mark.rule("4.2")
def test_an_airborne_unit_takes_an_empty_moscow_in_passing(guarded: bool):
    guard = unit("R1", "russia", "0110" if guarded else "0810")
    game = on_to(play(make([unit("P1", "poland", "0109", "airborne"), guard])), "move", "allied-movement")
    game.apply("move P1 0109-0110-0210")
    assert (game.outcome() is None) is guarded


def test_points_are_not_exceeded_and_a_move_is_not_resumed():
    game = moves(R1)
    assert refuse(game, "move R1 0306-0307-0308-0309-0310").rule == "9.2"
    game.apply("move R1 0306-0307")
    assert "moved already" in refuse(game, "move R1 0307-0308").reason


def test_sea_and_prohibited_hexsides_are_not_crossed():
    game = moves(R1, terrain=["." * 10, "." * 10, "......~...", *["." * 10] * 5], walls="0306/0406")
    assert {"0307", "0406"} & set(game.destinations("russia/R1")) == {"0406"}
    assert refuse(game, "move R1 0306-0406").rule == "9.0"


@pytest.mark.rule("2.3")
def test_the_other_side_does_not_move():
    assert "other side" in refuse(moves(R1), "move P0 0101-0102").reason


# -- 9.3, 2.6 ----------------------------------------


@pytest.mark.rule("9.3")
def test_one_hex_is_always_possible():
    rows = ["." * 10, "." * 10, "......w...", *["." * 10] * 5]
    slow = unit("R1", "russia", "0306", movement=1)
    game = moves(slow, terrain=rows)
    game.apply("move R1 0306-0307")
    assert where(game, "russia/R1") == "0307"


@pytest.mark.rule("2.6")
def test_iron_wolf_never_moves():
    game = on_to(play(make([R1, unit("Iron Wolf", "lithuania", "0103", "static")])), "move",
                 "allied-movement")
    assert game.legal_orders("lithuania/Iron Wolf") == []
    assert refuse(game, "move Iron Wolf 0103-0104").rule == "2.6"


# -- 9.6: E77 ----------------------------------------

E77 = [("e77", "0306 0307 0308 0309")]


def test_each_step_along_the_e77_is_rolled_and_a_one_ends_the_move():
    game = moves(R1, roads=E77, dice=(6, 1))
    events = game.apply("move R1 0306-0307-0308-0309")
    assert where(game, "russia/R1") == "0308"
    assert events[0].dice == (6, 1)
    assert events[0].rule == "9.6"


def test_airborne_units_do_not_roll_on_the_e77():
    game = moves(unit("R1", "russia", "0306", "air-cavalry"), roads=E77, dice=(1,))
    assert game.apply("move R1 0306-0307-0308")[0].dice == ()


@pytest.mark.rule("6.0", "9.6")
def test_a_stack_rolls_for_each_unit_and_a_forced_stop_may_crowd_a_hex():
    crowd = [unit(f"C{i}", "russia", "0307") for i in (1, 2, 3)]
    game = moves(R1, unit("R2", "russia", "0306"), *crowd, roads=E77, dice=(1, 5, 5))
    game.apply("move R1, R2 0306-0307-0308")
    assert where(game, "russia/R2") == "0308"
    assert game.step == "remove"
    assert refuse(game, "pass").rule == "6.0"
    game.apply("remove C2")
    assert (where(game, "russia/C2"), where(game, "russia/R1"), game.step) == ("eliminated", "0307", "move")


# -- 6: stacking ----------------------------------------


@pytest.mark.rule("6.0")
def test_no_move_ends_with_four_units_in_a_hex_but_may_pass_through():
    crowd = [unit(f"C{i}", "russia", "0307") for i in (1, 2, 3)]
    game = moves(R1, *crowd)
    assert refuse(game, "move R1 0306-0307").rule == "6.0"
    game.apply("move R1 0306-0307-0308")
    assert where(game, "russia/R1") == "0308"


@pytest.mark.parametrize("nation", ["ukraine", "belarus"])
def test_russians_pass_through_but_never_end_with_ukrainians_or_belarusians(nation):
    game = moves(R1, unit("X", nation, "0307"), dice=(5,) * 9)
    assert refuse(game, "move R1 0306-0307").rule == "6.4"
    game.apply("move R1 0306-0307-0308")
    assert where(game, "russia/R1") == "0308"


@pytest.mark.rule("6.4")
def test_ukrainians_and_belarusians_stack_with_each_other():
    game = moves(unit("U", "ukraine", "0306"), unit("B", "belarus", "0307"), dice=(5,) * 9)
    game.apply("move U 0306-0307")
    assert where(game, "ukraine/U") == "0307"


def test_units_that_move_together_start_together():
    game = moves(R1, unit("R2", "russia", "0307"))
    assert refuse(game, "move R1, R2 0306-0307-0308").rule == "6.1"


# -- 8: zones of control ----------------------------------------


def test_a_unit_stops_in_an_enemy_zone_and_may_leave_it_later():
    game = moves(R1, unit("P1", "poland", "0309"))
    assert refuse(game, "move R1 0306-0307-0308-0408").rule == "8.1"
    game.apply("move R1 0306-0307-0308")
    # It starts in the zone, leaves, and stops in the next one it enters.
    game = moves(unit("R1", "russia", "0308"), unit("P1", "poland", "0309"))
    assert refuse(game, "move R1 0308-0208-0207").rule == "8.1"
    game.apply("move R1 0308-0307-0306")
    assert where(game, "russia/R1") == "0306"


@pytest.mark.rule("8.0")
def test_zones_reach_across_rivers_and_walls():
    game = moves(R1, unit("P1", "poland", "0308"), rivers="0308/0307", walls="0308/0207")
    assert {"0307", "0207"} <= game.enemy_zoc("russia/R1")


@pytest.mark.rule("8.2")
def test_airborne_units_heed_only_zones_of_their_own_kind():
    flyer = unit("R1", "russia", "0305", "airborne")
    game = moves(flyer, unit("P1", "poland", "0308"))
    assert "0307" not in game.enemy_zoc("russia/R1")
    game.apply("move R1 0305-0306-0307-0407-0408")
    game = moves(flyer, unit("P1", "poland", "0308", "air-cavalry"))
    assert refuse(game, "move R1 0305-0306-0307-0407-0408").rule == "8.1"


# -- 7: supply ----------------------------------------


def out(game: Game, key: str = "russia/R1") -> bool:
    return game.position().units[key].out_of_supply


def after_russian_movement(*units, **more) -> Game:
    game = moves(*units, **more)
    game.apply("pass")
    return game


@pytest.mark.rule("7.0")
def test_a_path_of_any_length_serves():
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
def test_a_source_in_enemy_hands_serves_nobody():
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
    assert said(game.events, "violated")
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


# -- 13.7 on movement ----------------------------------------


@pytest.mark.rule("13.7", "9.2")
def test_interdicted_units_move_one_hex():
    game = play(make([R1, HOME, wing("1st CAS", "poland")]), 6, 6)
    on_to(game, "interdict")
    game.apply("interdict 0306 with 1st CAS")
    assert game.position().interdicted == ("0306",)
    assert set(game.destinations("russia/R1")) == {"0307", "0406", "0405", "0305", "0205", "0206"}
    assert refuse(game, "move R1 0306-0307-0308").rule == "9.2"
    game.apply("pass")
    assert game.position().interdicted == ()


# -- 10: entry ----------------------------------------

EAST = Entry("east", "Eastern edge", Where(hexes=("0310", "0410")), pays=True)
CITIES = Entry("cities", "Polish cities", Where(countries=("poland",), features=("city", "capital")))
HEX = Entry("hex", "Budapest", Where(hexes=("0801",)))
STOP = Entry("stop", "Landing", Where(hexes=("0103",)), stops=True, rule="10.1")


@pytest.mark.rule("10.0")
def test_edge_entry_pays_the_first_hex():
    game = moves(unit("N", "russia", turn=1, entry="east"), entries=[EAST])
    assert {o.hexes for o in game.legal_orders("russia/N")} >= {("0310",), ("0310", "0309"), ("0310",
                                                                                              "0309", "0308")}
    assert refuse(game, "enter N 0310-0309-0308-0307").rule == "9.2"
    costs = game.destinations("russia/N")
    assert (costs["0310"], costs["0309"], costs["0308"]) == (2, 4, 6)
    game.apply("enter N 0310-0309-0308")
    assert where(game, "russia/N") == "0308"
    assert "moved already" in refuse(game, "move N 0308-0307").reason


@pytest.mark.rule("3.3", "10.0")
def test_entry_cannot_be_put_off_but_waits_while_blocked():
    game = moves(unit("N", "russia", turn=1, entry="east"), entries=[EAST])
    assert refuse(game, "pass").rule == "10.0"
    block = [unit("P1", "poland", "0310"), unit("P2", "poland", "0410")]
    game = moves(unit("N", "russia", turn=1, entry="east"), *block, entries=[EAST])
    game.apply("pass")
    assert where(game, "russia/N") == "reinforcements"
    on_to(game, "move", "allied-movement")
    game.apply("move P1 0310-0209")
    game.apply("pass")
    on_to(game, "move", "russian-movement")
    assert refuse(game, "pass").rule == "10.0"


def test_a_unit_does_not_enter_before_its_turn():
    game = moves(unit("N", "russia", turn=2, entry="east"), entries=[EAST])
    assert refuse(game, "enter N 0310").rule == "10.0"


@pytest.mark.rule("10.0")
def test_entry_at_a_hex_is_free_and_the_unit_moves_on():
    game = play(make([R1, unit("N", "hungary", turn=1, entry="hex")], entries=[HEX]))
    on_to(game, "move", "allied-movement")
    game.apply("enter N 0801-0701-0601-0502")
    assert where(game, "hungary/N") == "0502"


@pytest.mark.rule("3.3")
def test_a_full_hex_delays_entry_there():
    crowd = [unit(f"C{i}", "hungary", "0801") for i in (1, 2, 3)]
    game = play(make([R1, *crowd, unit("N", "hungary", turn=1, entry="hex")], entries=[HEX]))
    on_to(game, "move", "allied-movement")
    assert refuse(game, "enter N 0801").rule == "6.0"
    game.apply("move C1 0801-0701")
    game.apply("enter N 0801")


@pytest.mark.rule("10.0")
def test_city_entry_wants_control_supply_and_no_enemy_next_door():
    places = {"0110": ("Moscow", "capital"), "0101": ("Warsaw", "capital"), "0503": ("Town", "city")}
    new = unit("N", "poland", turn=1, entry="cities")

    def entries(*units):
        game = play(make([*units, new], places=places, entries=[CITIES]))
        on_to(game, "move", "allied-movement")
        return {o.hexes[0] for o in game.legal_orders("poland/N")}

    assert entries(R1) == {"0101", "0503"}
    assert entries(unit("R1", "russia", "0504")) == {"0101"}
    # Taken and left again: no longer under friendly control.
    game = play(make([unit("R1", "russia", "0504"), new], places=places, entries=[CITIES]))
    on_to(game, "move", "russian-movement")
    game.apply("move R1 0504-0503-0603-0704")
    on_to(game, "move", "allied-movement")
    assert {o.hexes[0] for o in game.legal_orders("poland/N")} == {"0101"}
    assert "friendly control" in refuse(game, "enter N 0503").reason


@pytest.mark.rule("10.0")
def test_marines_use_a_port_beside_enemies_but_not_under_them():
    ports = Entry("ports", "Any port", Where(countries=("poland",), features=("port",)))
    places = {"0110": ("Moscow", "capital"), "0101": ("Warsaw", "capital"), "0503": ("Haven", "port")}
    marine = unit("M", "russia", type="marine", turn=1, entry="ports")
    game = moves(R1, marine, unit("P1", "poland", "0504"), places=places, entries=[ports])
    game.apply("enter M 0503")
    assert where(game, "russia/M") == "0503"
    game = moves(R1, marine, unit("P1", "poland", "0503"), places=places, entries=[ports])
    assert game.legal_orders("russia/M") == []


@pytest.mark.rule("10.1")
def test_a_landing_stops_the_unit_and_is_optional():
    from dataclasses import replace
    marine = unit("M", "russia", type="marine", turn=1, entry="east")
    marine = replace(marine, reinforcement=replace(marine.reinforcement, also=("stop",)))
    game = moves(R1, marine, entries=[EAST, STOP])
    assert refuse(game, "enter M 0103-0104").rule == "10.1"
    game.apply("enter M 0103")
    assert where(game, "russia/M") == "0103"
    # With the edge blocked the landing is open but nobody has to make it.
    block = [unit("P1", "poland", "0310"), unit("P2", "poland", "0410")]
    moves(R1, marine, *block, entries=[EAST, STOP]).apply("pass")


@pytest.mark.rule("10.0")
def test_a_unit_that_enters_is_in_supply_that_phase():
    places = {"0101": ("Warsaw", "capital")}
    game = moves(R1, unit("N", "russia", turn=1, entry="east"), entries=[EAST], places=places)
    game.apply("enter N 0310")
    game.apply("pass")
    assert not out(game, "russia/N")
    assert out(game)


@pytest.mark.rule("8.1", "10.0")
def test_an_edge_hex_in_an_enemy_zone_stops_the_unit():
    game = moves(unit("N", "russia", turn=1, entry="east"), unit("P1", "poland", "0309"), entries=[EAST])
    assert refuse(game, "enter N 0310-0210").rule == "8.1"
    game.apply("enter N 0310")
