"""Movement: rule 9, and the effect of interdiction on it."""

from __future__ import annotations

import pytest
from designs import event_texts, make, on_to, play, refuse, unit, where, wing
from movement_games import HOME, R1, moves

from visegrad_editor.engine import Game, IllegalOrderError

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
def test_a_road_removes_the_cost_of_a_river():
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
def test_the_most_expensive_terrain_in_a_hex_counts():
    assert cost(moves(R1, terrain=["." * 10, "." * 10, "......M...", *["." * 10] * 5]), "0307") == 3


# -- 9.2: limits ----------------------------------------


def test_no_unit_enters_an_enemy_hex_or_leaves_the_map():
    game = moves(R1, unit("P1", "poland", "0308"))
    assert refuse(game, "move R1 0306-0307-0308").rule in ("8.1", "9.2")
    assert refuse(moves(R1, unit("P1", "poland", "0307")), "move R1 0306-0307").rule == "9.2"
    with pytest.raises(IllegalOrderError, match="no hex"):
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
    """Airborne units also move from hex to hex, without skipping any."""
    game = moves(unit("R1", "russia", "0406", type), places=FIELDS)
    game.apply("move R1 0406-0405-0404")
    assert game.position().marked("scored") == ("0405",)
    assert game._play.state.control[0] >> game.board.index["0405"] & 1


@pytest.mark.rule("4.0")
@pytest.mark.rule("9.2")
def test_over_an_enemy_stack_airborne_units_take_nothing():
    game = moves(unit("R1", "russia", "0406", "airborne"), unit("P1", "poland", "0405"), places=FIELDS)
    game.apply("move R1 0406-0405-0404")
    assert game.position().marked("scored") == ()
    state, at = game._play.state, game.board.index
    assert state.control[1] >> at["0405"] & 1
    assert state.control[0] >> at["0404"] & 1


@pytest.mark.rule("7.5")
@pytest.mark.rule("12.0")
def test_over_an_enemy_stack_airborne_units_have_entered_the_country():
    game = moves(unit("R1", "russia", "0706", "airborne"), unit("H1", "hungary", "0805"))
    events = game.apply("move R1 0706-0805-0705")
    assert len(event_texts(events, "violated")) == 1
    assert not event_texts(events, "capital")


@pytest.mark.parametrize("guarded", [False, True])
@pytest.mark.rule("4.2")
def test_an_airborne_unit_takes_an_empty_moscow_in_passing(guarded: bool):
    guard = unit("R1", "russia", "0110" if guarded else "0810")
    game = on_to(play(make([unit("P1", "poland", "0109", "airborne"), guard])), "move", "allied-movement")
    game.apply("move P1 0109-0110-0210")
    assert (game.outcome is None) is guarded


def test_points_are_not_exceeded_and_a_move_is_not_resumed():
    game = moves(R1)
    assert refuse(game, "move R1 0306-0307-0308-0309-0310").rule == "9.2"
    game.apply("move R1 0306-0307")
    assert "already moved" in refuse(game, "move R1 0307-0308").reason


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


# -- 13.7 on movement ----------------------------------------


@pytest.mark.rule("13.7", "9.2")
def test_interdicted_units_move_one_hex():
    game = play(make([R1, HOME, wing("1st CAS", "poland")]), 6, 6)
    on_to(game, "interdict")
    game.apply("interdict 0306 with 1st CAS")
    assert game.position().marked("interdicted") == ("0306",)
    assert set(game.destinations("russia/R1")) == {"0307", "0406", "0405", "0305", "0205", "0206"}
    assert refuse(game, "move R1 0306-0307-0308").rule == "9.2"
    game.apply("pass")
    assert game.position().marked("interdicted") == ()
