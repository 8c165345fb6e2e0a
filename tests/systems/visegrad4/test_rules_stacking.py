"""Stacking and zones of control: rules 6 and 8."""

from __future__ import annotations

import pytest
from designs import refuse, unit, where
from movement_games import R1, moves

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
