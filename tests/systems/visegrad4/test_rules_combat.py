"""Results of combat, retreat and advance: rules 11.0 to 11.2."""

from __future__ import annotations

import pytest
from combat_positions import P1, R1, R2, combat
from designs import unit, where

from visegrad_editor.engine import Game, IllegalOrderError

# -- 6: results ----------------------------------------


TWO = (R1, unit("R3", "russia", "0306"), P1, unit("P2", "poland", "0305"))


def fight(result: str, *units) -> Game:
    game = combat(*(units or TWO), result=result)
    game.apply("attack 0305 with R1, R3" if not units else "attack 0305 with R1")
    return game


def test_ae_destroys_all_attackers():
    game = fight("AE")
    assert {where(game, "russia/R1"), where(game, "russia/R3")} == {"eliminated"}
    assert where(game, "poland/P1") == "0305"


def test_ad_costs_a_step_and_a_retreat():
    game = fight("AD")
    assert game.position().units["russia/R1"].reduced
    assert (game.step, game.side) == ("retreat", "russian")
    game.apply("retreat R1 0307")
    game.apply("retreat R3 0206")
    assert (where(game, "russia/R1"), where(game, "russia/R3")) == ("0307", "0206")


@pytest.mark.parametrize("result", ["AP", "AW"])
def test_ap_and_aw_retreat_without_loss(result):
    game = fight(result)
    assert not game.position().units["russia/R1"].reduced
    game.apply("retreat R1 0307")
    game.apply("retreat R3 0307")
    assert game.step != "retreat"


def test_at_destroys_half_of_the_attackers_at_their_owners_choice():
    game = fight("AT")
    assert (game.step, game.side) == ("lose", "russian")
    with pytest.raises(IllegalOrderError, match="other side"):
        game.apply("lose P1")
    game.apply("lose R3")
    assert where(game, "russia/R3") == "eliminated"
    game.apply("retreat R1 0307")
    assert where(game, "russia/R1") == "0307"


def test_half_of_three_is_two_and_of_one_that_one():
    three = [unit(f"R{i}", "russia", "0306") for i in (1, 2, 3)]
    game = combat(*three, P1, result="AT")
    game.apply("attack 0305 with R1, R2, R3")
    with pytest.raises(IllegalOrderError, match="choose 2"):
        game.apply("lose R1")
    assert {o.units for o in game.legal_orders("russia/R1")} == {
        ("russia/R1", "russia/R2"), ("russia/R1", "russia/R3")}
    game.apply("lose R1, R2, R3")
    game = fight("AT", R1, P1)
    assert where(game, "russia/R1") == "eliminated"


def test_bb_halves_both_sides_each_choosing_for_itself():
    game = fight("BB")
    assert (game.step, game.side) == ("lose", "russian")
    game.apply("lose R1")
    assert (game.step, game.side) == ("lose", "allied")
    game.apply("lose P2")
    assert (game.step, game.side) == ("retreat", "russian")
    game.apply("retreat R3 0307")
    assert (game.step, game.side) == ("retreat", "allied")
    game.apply("retreat P1 0304")
    assert where(game, "poland/P1") == "0304"
    # No advance follows.
    assert game.step != "advance"


def test_dd_costs_the_defenders_a_step_and_a_retreat_and_lets_the_attacker_advance():
    game = fight("DD")
    assert game.position().units["poland/P1"].reduced
    assert (game.step, game.side) == ("retreat", "allied")
    game.apply("retreat P1 0304")
    game.apply("retreat P2 0304")
    assert (game.step, game.side) == ("advance", "russian")
    game.apply("advance R1")
    assert (where(game, "russia/R1"), where(game, "russia/R3")) == ("0305", "0306")


@pytest.mark.rule("11.2")
@pytest.mark.parametrize(("order", "text"), [
    ("advance R1", "Russian R1 advances into 0305."),
    ("advance R1, R3", "Russian R1 and Russian R3 advance into 0305."),
])
def test_the_units_that_advance_are_named(order: str, text: str) -> None:
    game = fight("DD")
    game.apply("retreat P1 0304")
    game.apply("retreat P2 0304")
    [advance] = [e for e in game.apply(order) if e.type == "advance"]
    assert (advance.text, advance.rule, advance.hexes) == (text, "11.2", ("0305",))


@pytest.mark.rule("2.7")
def test_a_reduced_unit_that_loses_a_step_is_destroyed():
    game = fight("DD", R1, unit("P1", "poland", "0305", reduced=True))
    assert where(game, "poland/P1") == "eliminated"
    assert game.step == "advance"


def test_de_destroys_the_defenders_without_advance():
    game = fight("DE")
    assert {where(game, "poland/P1"), where(game, "poland/P2")} == {"eliminated"}
    assert game.step != "advance"


def test_dp_lets_the_defender_choose_his_way():
    game = fight("DP")
    assert (game.step, game.side) == ("retreat", "allied")


def test_dw_lets_the_attacker_choose_the_defenders_way_and_gives_no_advance():
    game = fight("DW")
    assert (game.step, game.side) == ("retreat", "russian")
    game.apply("retreat P1 0404")
    game.apply("retreat P2 0204")
    assert (where(game, "poland/P1"), where(game, "poland/P2")) == ("0404", "0204")
    assert game.step != "advance"


def test_ma_lets_the_defender_retreat_and_the_attacker_advance():
    game = fight("MA")
    assert (game.step, game.side) == ("choose", "allied")
    game.apply("choose retreat")
    game.apply("retreat P1 0304")
    game.apply("retreat P2 0304")
    assert game.step == "advance"


def test_ma_lets_the_defender_lose_steps_and_gives_no_advance_even_if_he_dies():
    game = fight("MA", R1, unit("P1", "poland", "0305", reduced=True))
    [choice] = [e for e in game.apply("choose loss") if e.type == "choice"]
    assert (choice.text, choice.rule, choice.hexes) == (
        "The allied side chooses to hold and lose steps.", "11.0", ("0305",))
    assert where(game, "poland/P1") == "eliminated"
    assert game.step != "advance"


def test_or_destroys_the_defenders_and_lets_the_attacker_advance():
    game = fight("OR")
    assert game.step == "advance"
    game.apply("pass")
    assert where(game, "russia/R1") == "0306"


# -- 7: afterwards ----------------------------------------


def test_defenders_that_survive_are_not_attacked_again_this_turn():
    game = combat(R1, unit("R4", "russia", "0303"), P1, result="DP")
    game.apply("attack 0305 with R1")
    # 0304 is in the zone of control of R4, so the way out is south-west.
    game.apply("retreat P1 0404")
    game.apply("pass")
    assert all(o.hexes != ("0404",) for o in game.legal_orders())


# -- 11.1: retreat ----------------------------------------


def test_retreat_is_barred_by_enemies_zones_of_control_and_full_hexes():
    crowd = [unit(f"C{i}", "poland", "0404") for i in (1, 2, 3)]
    game = combat(R1, P1, unit("R4", "russia", "0203"), *crowd, result="DP")
    game.apply("attack 0305 with R1")
    # 0304 and 0204 are next to R4, 0404 is full, 0205 and 0405 are next to R1.
    assert where(game, "poland/P1") == "eliminated"


def test_a_friendly_unit_does_not_lift_a_zone_of_control_for_a_retreat():
    game = combat(R1, P1, unit("P2", "poland", "0205"), unit("R4", "russia", "0105"), result="DP")
    game.apply("attack 0305 with R1")
    assert {o.hexes[0] for o in game.legal_orders() if o.units == ("poland/P1",)} == {"0304", "0404"}


def test_retreat_off_the_map_destroys():
    game = combat(unit("R1", "russia", "0107"), unit("R2", "russia", "0205"), unit("R3", "russia", "0206"),
                  unit("R4", "russia", "0105"), unit("P1", "poland", "0106"), result="DP")
    game.apply("attack 0106 with R1")
    assert where(game, "poland/P1") == "eliminated"


def test_a_stack_may_split_and_the_order_of_retreats_is_free():
    # P2 may go only where P1 may go too: the last place must be left to it.
    full = [unit(f"C{i}", "poland", "0404") for i in (1, 2)]
    game = combat(R1, P1, unit("P2", "poland", "0305"), unit("R4", "russia", "0203"), *full, result="DP")
    game.apply("attack 0305 with R1")
    assert {o.hexes[0] for o in game.legal_orders()} == {"0404"}
    game.apply("retreat P2 0404")
    assert where(game, "poland/P1") == "eliminated"


def test_prohibited_hexsides_bar_retreat_and_movement_does_not_matter():
    game = combat(R1, P1, result="DP", walls="0304/0305", terrain=["." * 10, "." * 10, "...w......",
                                                                   *["." * 10] * 5])
    game.apply("attack 0305 with R1")
    assert {o.hexes[0] for o in game.legal_orders()} == {"0204", "0404"}


@pytest.mark.rule("9.5")
def test_a_unit_out_of_movement_still_retreats_into_the_mountains():
    # 9.5: a retreat costs no movement.
    rows = ["." * 10, "...M......", "...M......", "...M......", *["." * 10] * 4]
    game = combat(R1, P1, result="DP", terrain=rows)
    game.apply("attack 0305 with R1")
    assert {o.hexes[0] for o in game.legal_orders()} == {"0204", "0304", "0404"}


# -- 2.6: the unit that never leaves its hex ----------------------------------------


WOLF = unit("Iron Wolf", "lithuania", "0305", "static", (7, 3))


@pytest.mark.parametrize(("result", "fate"), [
    ("DP", "reduced"), ("DW", "reduced"), ("DD", "eliminated"), ("DE", "eliminated"), ("OR", "eliminated"),
])
def test_iron_wolf_loses_a_step_in_place_of_a_retreat(result, fate):
    game = fight(result, R1, WOLF)
    wolf = game.position().units["lithuania/Iron Wolf"]
    assert (wolf.box or ("reduced" if wolf.reduced else "full")) == fate
    if fate == "reduced":
        # It stands, so nobody advances.
        assert game.step != "advance"


def test_iron_wolf_under_ma_loses_a_step_either_way():
    for choice in ("retreat", "loss"):
        game = fight("MA", R1, WOLF)
        game.apply(f"choose {choice}")
        wolf = game.position().units["lithuania/Iron Wolf"]
        assert wolf.hex == "0305"
        assert wolf.reduced
        assert game.step != "advance"


# -- 11.2: advance ----------------------------------------


def test_advance_ignores_zones_of_control_and_respects_stacking():
    four = [unit(f"R{i}", "russia", "0306") for i in (1, 2, 3)] + [unit("R4", "russia", "0205")]
    game = combat(*four, P1, unit("P2", "poland", "0303"), result="OR")
    game.apply("attack 0305 with R1, R2, R3, R4")
    with pytest.raises(IllegalOrderError) as refused:
        game.apply("advance R1, R2, R3, R4")
    assert refused.value.rule == "6.0"
    game.apply("advance R1, R2, R4")
    assert where(game, "russia/R4") == "0305"


def test_advance_takes_an_industrial_hex():
    places = {"0305": ("Field", "industrial"), "0401": ("Other", "industrial"), "0110": ("Moscow", "capital"),
              "0101": ("Warsaw", "capital")}
    game = combat(R1, P1, result="OR", places=places)
    game.apply("attack 0305 with R1")
    game.apply("advance R1")
    assert game.position().marked("scored") == ("0305",)


def test_advance_is_optional_and_only_at_once():
    game = combat(R1, R2, P1, result="OR")
    game.apply("attack 0305 with R1")
    game.apply("pass")
    with pytest.raises(IllegalOrderError):
        game.apply("advance R1")
