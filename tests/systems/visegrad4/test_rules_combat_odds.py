"""Attacks before the roll: odds, shifts, who may attack, the choice of table. Rule 11.0, steps 1 to 5."""

from __future__ import annotations

import pytest
from combat_positions import P1, R1, R2, column, combat
from designs import event_texts, make, on_to, play, unit, wing

from visegrad_editor.engine import Game, IllegalOrderError
from visegrad_editor.engine.position import Shift

RIVER, ENVELOPMENT = Shift("river", -1, "11.0, 3"), Shift("envelopment", 1, "11.0, 4")


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
    with pytest.raises(IllegalOrderError) as refused:
        game.apply("attack 0305 with R3")
    assert refused.value.rule == "11.0"
    with pytest.raises(IllegalOrderError, match="No enemy unit"):
        game.apply("attack 0405 with R1")
    game.apply("attack 0305 with R2")
    on_to(game, "retreat")
    game.apply(game.legal_orders()[0])
    assert game.step == "attack"
    with pytest.raises(IllegalOrderError, match="attacked already"):
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
    with pytest.raises(IllegalOrderError):
        game.apply("call-off")


@pytest.mark.rule("11.0")
def test_an_attack_may_be_called_off_when_the_defender_declines_air_support():
    game = combat(R1, P1, wing("2nd CAS", "poland"), result="AP")
    game.apply("attack 0305 with R1")
    assert (game.step, game.side) == ("support", "allied")
    game.apply("pass")
    assert (game.step, game.side) == ("table", "russian")
    assert [game.text(o) for o in game.legal_orders()] == ["use assault", "call-off"]
    with pytest.raises(IllegalOrderError, match="cyber-war level") as refused:
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


@pytest.mark.rule("11.0", "13.4")
def test_the_first_air_unit_of_a_scenario_supports_and_binds_like_any_other() -> None:
    game = combat(wing("1st CAS", "russia"), R1, P1, wing("2nd CAS", "poland"), result="AP")
    assert next(iter(game.position().units)) == "russia/1st CAS"
    game.apply("attack 0305 with R1")
    assert "call-off" in {o.verb for o in game.legal_orders()}
    game.apply("support with 1st CAS")
    assert "call-off" not in {o.verb for o in game.legal_orders()}
    [roll] = [e for e in game.apply("pass") if "air support" in e.text]
    assert "100%, air support +1, resolved at 200-299%" in roll.text


@pytest.mark.rule("11.0")
def test_a_preview_has_the_column_of_the_assault_table() -> None:
    game = combat(R1, P1)
    preview = game.preview(game.parse("attack 0305 with R1"))
    assert (preview.percent, preview.column, preview.column_name) == (100, 2, "100-199%")
    assert preview.chances["assault"] == {"DP": 6}
    assert preview.chances["cyber-war"] == {"DE": 6}


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
    assert ": DE." in event_texts(events, "combat")[0]
    assert game.position().markers["russian"] == left


def test_the_assault_table_may_be_used_all_the_same():
    game = play(make([R1, P1], markers=(4, 4)), 1)
    levels(game, 3, 1)
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    assert ": DP." in event_texts(game.apply("use assault"), "combat")[0]
    assert game.position().markers["russian"]["spent"] == 0


def test_without_a_marker_on_the_track_the_track_price_cannot_be_paid():
    game = play(make([R1, P1], markers=(3, 3), options={"cw_table_cost": "track"}), 1)
    levels(game, 3, 1, each=3)
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    assert game.step != "table"
