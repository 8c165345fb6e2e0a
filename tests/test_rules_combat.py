"""Combat: rules 11.0 to 11.2."""

from __future__ import annotations

import pytest
from designs import make, on_to, play, said, unit, where, wing

from visegrad_editor.engine import Game, IllegalOrder
from visegrad_editor.engine.position import Shift

R1 = unit("R1", "russia", "0306")
R2 = unit("R2", "russia", "0304")
P1 = unit("P1", "poland", "0305")
RIVER, ENVELOPMENT = Shift("river", -1, "11.0, 3"), Shift("envelopment", 1, "11.0, 4")


def combat(*units, dice=(1,), **more) -> Game:
    """A game at the Russian combat phase of turn 1."""
    return on_to(play(make(units, **more), *dice), "attack", "russian-combat")


def column(events) -> str:
    return said(events, "combat")[0].split("resolved at ")[1].split(" of ")[0]


# -- 1: odds ----------------------------------------


@pytest.mark.parametrize(("attack", "defence", "percent", "name"), [
    (35, 10, 350, "300-399%"), (14, 10, 140, "100-199%"), (9, 10, 90, "50-99%"), (4, 10, 40, "49% or less"),
    (60, 10, 600, "600% or more"), (200, 10, 2000, "600% or more"),
])
def test_odds_are_a_percentage_cut_down_to_a_column(attack, defence, percent, name):
    game = combat(unit("R1", "russia", "0306", strength=(attack, 1)), unit("P1", "poland", "0305",
                                                                           strength=(defence, 1)))
    preview = game.preview(game.parse("attack 0305 with R1"))
    assert (preview.attack, preview.defence, preview.percent, preview.column_name) == (attack, defence,
                                                                                       percent, name)
    assert column(game.apply("attack 0305 with R1")) == name


def test_all_defenders_count_and_only_the_attackers_named():
    game = combat(R1, R2, P1, unit("P2", "poland", "0305"))
    preview = game.preview(game.parse("attack 0305 with R1"))
    assert (preview.attack, preview.defence) == (8, 16)
    assert game.preview(game.parse("attack 0305 with R1, R2")).attack == 16


@pytest.mark.rule("7.3", "11.0 step 1")
def test_halving_out_of_supply_is_per_unit_and_rounds_down():
    # 7.3: 7 and 5 halved are 3 and 2, not 6.
    units = [unit("R1", "russia", "0306", strength=(7, 3)), unit("R2", "russia", "0306", strength=(5, 2)), P1]
    game = combat(*units, places={"0101": ("Warsaw", "capital")})
    assert game.position().units["russia/R1"].out_of_supply
    assert game.preview(game.parse("attack 0305 with R1, R2")).attack == 5


# -- 3: terrain and rivers ----------------------------------------

STRONG = unit("R1", "russia", "0306", strength=(35, 9))
WEAK = unit("P1", "poland", "0305", strength=(10, 5))


def test_an_industrial_hex_shifts_one_left_and_a_river_one_more():
    # The rulebook's example: 300 becomes 200, and 100 with a river between.
    places = {"0305": ("Field", "industrial"), "0110": ("Moscow", "capital"), "0101": ("Warsaw", "capital")}
    game = combat(STRONG, WEAK, places=places)
    assert column(game.apply("attack 0305 with R1")) == "200-299%"
    game = combat(STRONG, WEAK, places=places, rivers="0305/0306")
    assert column(game.apply("attack 0305 with R1")) == "100-199%"


def test_only_the_terrain_best_for_the_defender_counts():
    # A city (-1) in the mountains (-2): two columns, not three.
    rows = ["..........", "..........", "....M.....", *[".........."] * 5]
    places = {"0305": ("Town", "city"), "0110": ("Moscow", "capital"), "0101": ("Warsaw", "capital")}
    game = combat(STRONG, WEAK, terrain=rows, places=places)
    assert column(game.apply("attack 0305 with R1")) == "100-199%"


def test_one_attacker_across_a_river_shifts_the_whole_attack_once():
    r2 = unit("R2", "russia", "0205", strength=(5, 2))
    game = combat(unit("R1", "russia", "0306", strength=(30, 9)), r2, WEAK, rivers="0305/0205")
    assert game.preview(game.parse("attack 0305 with R1, R2")).shifts == (RIVER,)
    game = combat(unit("R1", "russia", "0306", strength=(30, 9)), r2, WEAK, rivers="0305/0205 0305/0306")
    assert game.preview(game.parse("attack 0305 with R1, R2")).shifts == (RIVER,)


@pytest.mark.rule("11.0 step 1")
def test_shifts_are_summed_before_the_outer_columns_bind():
    strong = unit("R1", "russia", "0306", strength=(70, 9))
    game = combat(strong, R2, WEAK, rivers="0305/0306")
    preview = game.preview(game.parse("attack 0305 with R1, R2"))
    assert preview.shifts == (RIVER, ENVELOPMENT)
    assert preview.column_name == "600% or more"
    game = combat(unit("R1", "russia", "0306", strength=(1, 1)), WEAK, rivers="0305/0306")
    assert game.preview(game.parse("attack 0305 with R1")).column_name == "49% or less"


# -- 4: envelopment ----------------------------------------


@pytest.mark.parametrize(("hexes", "shift"), [
    (("0306", "0304"), 1), (("0205", "0404"), 1), (("0204", "0405"), 1), (("0306", "0404"), 0), (("0306",
                                                                                                  "0306"), 0),
    (("0306", "0205"), 0),
])
def test_envelopment_needs_exactly_opposite_hexes(hexes, shift):
    units = [unit(f"R{i}", "russia", h) for i, h in enumerate(hexes)]
    game = combat(*units, P1)
    preview = game.preview(game.parse("attack 0305 with R0, R1"))
    assert preview.shifts == ((ENVELOPMENT,) if shift else ())


def test_several_opposite_pairs_shift_one_column():
    units = [unit(f"R{h}", "russia", h) for h in ("0306", "0304", "0205", "0404")]
    game = combat(*units, P1)
    order = game.parse("attack 0305 with R0306, R0304, R0205, R0404")
    assert game.preview(order).shifts == (ENVELOPMENT,)


@pytest.mark.rule("11.0 step 3", "11.0 step 4", "13.4")
def test_a_preview_names_the_rule_of_every_shift():
    places = {"0305": ("Field", "industrial"), "0110": ("Moscow", "capital"), "0101": ("Warsaw", "capital")}
    game = combat(R1, R2, P1, places=places, rivers="0305/0306")
    order = game.parse("attack 0305 with R1, R2")
    assert game.preview(order, -1).shifts == (
        Shift("terrain", -1, "11.0, 3"), RIVER, ENVELOPMENT, Shift("air support", -1, "13.4"))


# -- who may attack what ----------------------------------------


@pytest.mark.rule("11.0", "11.0 step 7")
def test_attackers_must_be_adjacent_and_attack_once():
    game = combat(R1, R2, unit("R3", "russia", "0308"), P1, unit("P2", "poland", "0307"), result="AP",
                  dice=(1, 1))
    with pytest.raises(IllegalOrder) as refused:
        game.apply("attack 0305 with R3")
    assert refused.value.rule == "11.0"
    with pytest.raises(IllegalOrder, match="No enemy unit"):
        game.apply("attack 0405 with R1")
    game.apply("attack 0305 with R2")
    on_to(game, "retreat")
    game.apply(game.legal_orders()[0])
    assert game.step == "attack"
    with pytest.raises(IllegalOrder, match="attacked already"):
        game.apply("attack 0305 with R1")


@pytest.mark.rule("11.0")
def test_an_attack_may_be_called_off_before_air_units_are_in():
    game = combat(R1, P1, wing("1st CAS", "russia"), wing("2nd CAS", "poland"))
    game.apply("attack 0305 with R1")
    assert (game.step, game.side) == ("support", "russian")
    game.apply("call-off")
    assert game.step == "attack"
    game.apply("attack 0305 with R1")
    game.apply("support with 1st CAS")
    with pytest.raises(IllegalOrder):
        game.apply("call-off")


@pytest.mark.rule("11.0")
def test_an_attack_may_be_called_off_when_the_defender_declines_air_support():
    game = combat(R1, P1, wing("2nd CAS", "poland"), result="AP")
    game.apply("attack 0305 with R1")
    assert (game.step, game.side) == ("support", "allied")
    game.apply("pass")
    assert (game.step, game.side) == ("table", "russian")
    assert [game.text(o) for o in game.legal_orders()] == ["use assault", "call-off"]
    with pytest.raises(IllegalOrder, match="cyber-war level") as refused:
        game.apply("use cyber-war")
    assert refused.value.rule == "11.0"
    game.apply("call-off")
    assert (game.step, game.side) == ("attack", "russian")
    # 11.0 step 7: nobody has attacked or been attacked.
    game.apply("attack 0305 with R1")
    game.apply("pass")
    game.apply("use assault")
    assert game.step == "retreat"
    # Committed by either side, an air unit binds the attacker.
    game = combat(R1, P1, wing("2nd CAS", "poland"), result="AP")
    game.apply("attack 0305 with R1")
    game.apply("support with 2nd CAS")
    assert game.step == "retreat"
    # Without an air unit on either side nothing has happened since the attack was declared.
    game = combat(R1, P1, result="AP")
    game.apply("attack 0305 with R1")
    assert game.step == "retreat"


@pytest.mark.rule("11.0")
def test_nobody_must_attack():
    game = combat(R1, P1)
    game.apply("pass")
    assert game.phase.startswith("allied")


# -- 5: the choice of table ----------------------------------------


def levels(game: Game, russian: int, allied: int, each: int = 4) -> None:
    on_to(game, "allocate")
    game.apply(f"allocate table {russian} track {each - russian}")
    game.apply(f"allocate table {allied} track {each - allied}")


@pytest.mark.parametrize(("russian", "allied", "free"), [(3, 2, True), (2, 2, False), (1, 2, False)])
def test_the_cyber_war_table_needs_a_higher_level(russian, allied, free):
    game = play(make([R1, P1], markers=(4, 4)), 1)
    levels(game, russian, allied)
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    assert (game.step == "table") == free


@pytest.mark.parametrize(("option", "left"), [
    ("table", {"table": 2, "track": 1, "spent": 1}), ("track", {"table": 3, "track": 0, "spent": 1}),
    ("none", {"table": 3, "track": 1, "spent": 0}),
])
def test_the_price_of_the_cyber_war_table_is_an_option(option, left):
    game = play(make([R1, P1], markers=(4, 4), options={"cw_table_cost": option}), 1)
    levels(game, 3, 1)
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    events = game.apply("use cyber-war")
    assert ": DE." in said(events, "combat")[0]
    assert game.position().markers["russian"] == left


def test_the_assault_table_may_be_used_all_the_same():
    game = play(make([R1, P1], markers=(4, 4)), 1)
    levels(game, 3, 1)
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    assert ": DP." in said(game.apply("use assault"), "combat")[0]
    assert game.position().markers["russian"]["spent"] == 0


def test_without_a_marker_on_the_track_the_track_price_cannot_be_paid():
    game = play(make([R1, P1], markers=(3, 3), options={"cw_table_cost": "track"}), 1)
    levels(game, 3, 1, each=3)
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    assert game.step != "table"


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
    with pytest.raises(IllegalOrder, match="other side"):
        game.apply("lose P1")
    game.apply("lose R3")
    assert where(game, "russia/R3") == "eliminated"
    game.apply("retreat R1 0307")
    assert where(game, "russia/R1") == "0307"


def test_half_of_three_is_two_and_of_one_that_one():
    three = [unit(f"R{i}", "russia", "0306") for i in (1, 2, 3)]
    game = combat(*three, P1, result="AT")
    game.apply("attack 0305 with R1, R2, R3")
    with pytest.raises(IllegalOrder, match="choose 2"):
        game.apply("lose R1")
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
    game.apply("choose loss")
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
    with pytest.raises(IllegalOrder) as refused:
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
    assert game.position().scored == ("0305",)


def test_advance_is_optional_and_only_at_once():
    game = combat(R1, R2, P1, result="OR")
    game.apply("attack 0305 with R1")
    game.apply("pass")
    with pytest.raises(IllegalOrder):
        game.apply("advance R1")
