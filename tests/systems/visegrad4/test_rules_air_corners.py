"""Rare cases of air operations and of the choices before them."""

from __future__ import annotations

import pytest
from corner_positions import FAR, P1, R1, tracks
from designs import event_texts, make, on_to, play, refuse, unit, where, wing

# -- 13: in the air --------------------------------------------------------------------------------------


@pytest.mark.rule("13.2")
def test_the_defender_may_go_on_when_the_attacker_has_stopped() -> None:
    units = [R1, P1, wing("1st CAS", "russia"), wing("2nd CAS", "poland")]
    game = tracks(play(make(units, markers=(3, 3), result="DE"), 6, 4, 6), 3)
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    game.apply("support with 1st CAS")
    game.apply("support with 2nd CAS")
    assert game.side == "russian"
    game.apply("pass")
    for _ in range(3):
        assert (game.step, game.side) == ("markers", "allied")
        game.apply("spend-marker")
    # The attacker, who has stopped, is not asked again; 4+3 beats 6.
    assert game.position().markers["allied"] == {"table": 0, "track": 0, "spent": 3}
    assert where(game, "russia/1st CAS") == "eliminated"
    assert "air support -1" in event_texts(game.events, "combat")[0]


@pytest.mark.rule("13.2")
def test_markers_are_declared_one_at_a_time_in_turn() -> None:
    units = [R1, P1, wing("1st CAS", "russia"), wing("2nd CAS", "poland")]
    game = tracks(play(make(units, markers=(2, 2), result="DE"), 3, 3, 6), 2)
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    game.apply("support with 1st CAS")
    game.apply("support with 2nd CAS")
    seen = []
    while game.step == "markers":
        seen.append(game.side)
        assert {o.verb for o in game.legal_orders()} == {"pass", "spend-marker"}
        game.apply("spend-marker")
    assert seen == ["russian", "allied", "russian", "allied"]


@pytest.mark.rule("13.5", "13.7")
def test_a_sac_unit_that_interdicts_is_met_without_markers() -> None:
    units = [R1, FAR, wing("1st SAC", "usa", "sac"), wing("2nd CAS", "russia")]
    game = tracks(play(make(units, markers=(2, 2)), 4, 5, 6), 2)
    on_to(game, "interdict", "allied-interdiction")
    game.apply("interdict 0306 with 1st SAC")
    game.apply("intercept with 2nd CAS")
    assert (game.step, game.side) == ("markers", "allied")
    game.apply("spend-marker")
    # The Russian side has markers and may not use them; it is the allied side's choice again.
    assert (game.step, game.side) == ("markers", "allied")
    game.apply("spend-marker")
    assert game.position().markers["russian"]["spent"] == 0
    assert where(game, "russia/2nd CAS") == "eliminated"
    assert game.position().marked("interdicted") == ("0306",)


@pytest.mark.rule("13.3", "13.7")
@pytest.mark.parametrize(("dice", "hit"), [
    ((1, 4), False), ((1, 1), False), ((4, 1, 6), True), ((4, 1, 2), False)])
def test_an_interdictor_that_aborts_interdicts_nobody(dice: tuple[int, ...], hit: bool) -> None:
    game = play(make([R1, FAR, wing("1st CAS", "poland"), wing("2nd CAS", "russia")]), *dice)
    on_to(game, "interdict", "allied-interdiction")
    game.apply("interdict 0306 with 1st CAS")
    game.apply("intercept with 2nd CAS")
    assert game.dice.count == len(dice)
    assert ("interdicted" in game.position().units["russia/R1"].marks) is hit
    assert (where(game, "poland/1st CAS"), where(game, "russia/2nd CAS")) == ("used", "used")


@pytest.mark.rule("13.7", "5.1")
def test_both_sides_interdict_each_before_the_others_movement() -> None:
    units = [R1, FAR, wing("1st CAS", "russia"), wing("2nd CAS", "poland")]
    game = on_to(play(make(units), 6, 6), "interdict")
    assert (game.side, game.phase) == ("allied", "allied-interdiction")
    assert refuse(game, "interdict 0103 with 2nd CAS").rule == "13.7"
    game.apply("interdict 0306 with 2nd CAS")
    assert (game.step, game.side) == ("intercept", "russian")
    game.apply("pass")
    assert game.position().marked("interdicted") == ("0306",)
    on_to(game, "interdict", "russian-interdiction")
    assert game.position().marked("interdicted") == ()
    game.apply("interdict 0103 with 1st CAS")
    # The allied unit has flown this turn and cannot answer (13.6).
    assert game.position().marked("interdicted") == ("0103",)
    assert refuse(game, "move P0 0103-0203-0304").rule == "9.2"
    game.apply("move P0 0103-0203")


@pytest.mark.rule("13.7")
def test_all_units_of_the_stack_are_interdicted_and_the_better_road_counts() -> None:
    units = [R1, unit("R2", "russia", "0306"), FAR, wing("1st CAS", "poland")]
    roads = [("highway", "0306 0307"), ("major-highway", "0306 0206")]
    game = on_to(play(make(units, roads=roads), 1), "interdict")
    game.apply("interdict 0306 with 1st CAS")
    assert [game.position().units[f"russia/R{n}"].marks for n in (1, 2)] == [{"interdicted"}] * 2


@pytest.mark.rule("13.6", "13.0")
def test_a_unit_that_has_answered_an_interdiction_does_not_support_an_attack() -> None:
    units = [R1, P1, wing("1st CAS", "russia"), wing("2nd CAS", "poland"), wing("3rd CAS", "russia")]
    game = on_to(play(make(units), 1, 4, *[6] * 9), "interdict", "allied-interdiction")
    game.apply("interdict 0306 with 2nd CAS")
    game.apply("intercept with 1st CAS")
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    assert refuse(game, "support with 1st CAS").rule == "13.0"
    game.apply("support with 3rd CAS")


@pytest.mark.rule("13.0", "2.3")
def test_air_units_and_ground_units_are_told_apart() -> None:
    game = on_to(play(make([R1, P1, wing("1st CAS", "russia")]), *[1] * 5), "attack", "russian-combat")
    refusal = refuse(game, "attack 0305 with 1st CAS")
    assert (refusal.rule, refusal.reason) == (
        "13.0", "Russian 1st CAS is an air unit; it can only support an attack.")
    refusal = refuse(game, "attack 0305 with P1")
    assert (refusal.rule, refusal.reason) == ("2.3", "Polish P1 belongs to the other side.")


@pytest.mark.rule("5.1", "3.2")
def test_the_allied_side_too_may_bring_its_markers_back() -> None:
    game = play(make([R1, FAR], markers=(3, 3)))
    game.apply("allocate table 0 track 3")
    game.apply("allocate table 3 track 0")
    assert (game.step, game.side) == ("transfer", "allied")
    assert {o.words for o in game.legal_orders()} == {(), ("1",), ("2",), ("3",)}
    game.apply("transfer 3")
    assert game.position().markers["allied"] == {"table": 0, "track": 3, "spent": 0}
