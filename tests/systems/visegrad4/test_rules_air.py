"""Cyber-war markers, air combat and interdiction: rules 3.2 and 13."""

from __future__ import annotations

import pytest
from corner_positions import FAR, P1, R1
from designs import event_texts, make, on_to, play, refuse, where, wing

from visegrad_editor.engine import Game

# -- 3.2, 5.1: cyber-war markers ----------------------------------------


@pytest.mark.rule("3.2", "5.1")
def test_allocation_is_secret_until_both_have_chosen():
    game = play(make([R1, FAR], markers=(7, 7)))
    assert (game.step, game.side) == ("allocate", "russian")
    events = game.apply("allocate table 5 track 2")
    assert not events
    assert game.position().markers["russian"] == {"table": 0, "track": 7, "spent": 0}
    assert game.side == "allied"
    events = game.apply("allocate table 3 track 4")
    assert event_texts(events, "allocation")
    assert game.position().markers["russian"]["table"] == 5


@pytest.mark.rule("3.2")
def test_the_table_holds_six_and_all_markers_go_somewhere():
    game = play(make([R1, FAR], markers=(7, 7)))
    assert refuse(game, "allocate table 7 track 0").rule == "3.2"
    assert refuse(game, "allocate table 3 track 3").rule == "3.2"
    assert len(game.legal_orders()) == 7


@pytest.mark.rule("5.1")
def test_markers_go_from_table_to_track_only_if_the_opponent_has_none_on_the_table():
    game, again = (play(make([R1, FAR], markers=(3, 3))) for _ in range(2))
    for one in (game, again):
        one.apply("allocate table 3 track 0")
        one.apply("allocate table 0 track 3")
    assert (game.step, game.side) == ("transfer", "russian")
    assert refuse(game, "transfer 4").rule == "5.1"
    [transfer] = [e for e in game.apply("transfer 2") if e.type == "transfer"]
    assert transfer.text == "The Russian side moves 2 cyber-war markers from table to track."
    [transfer] = [e for e in again.apply("transfer 1") if e.type == "transfer"]
    assert transfer.text == "The Russian side moves 1 cyber-war marker from table to track."
    assert game.position().markers["russian"] == {"table": 1, "track": 2, "spent": 0}
    game = play(make([R1, FAR], markers=(3, 3)))
    game.apply("allocate table 3 track 0")
    game.apply("allocate table 1 track 2")
    assert game.step != "transfer"


# -- 13.1 to 13.3: air combat ----------------------------------------


def air_battle(*dice: int, spend: str = "", units=(), markers=(0, 0)) -> Game:
    """An attack on 0305 with an air unit on each side; `spend` has s and p by turns, the attacker first."""
    force = units or (wing("1st CAS", "russia"), wing("2nd CAS", "poland"))
    game = play(make([R1, P1, *force], markers=markers, result="DE"), *dice)
    while game.step == "allocate":
        n = markers[0]
        game.apply(f"allocate table 0 track {n}")
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    game.apply(game.legal_orders()[0])
    assert game.side == "allied"
    game.apply(game.legal_orders()[0])
    for letter in spend:
        assert game.step == "markers", spend
        game.apply("spend-marker" if letter == "s" else "pass")
    return game


@pytest.mark.rule("13.1", "13.3", "13.4")
@pytest.mark.parametrize(("dice", "russian", "allied", "shift"), [
    ((5, 3), "used", "eliminated", 1), ((2, 3), "eliminated", "used", -1), ((4, 4), "eliminated",
                                                                            "eliminated", 0),
    ((1, 3), "used", "used", -1), ((6, 1), "used", "used", 1), ((1, 1), "used", "used", 0),
])
def test_the_higher_die_destroys_a_tie_destroys_both_and_a_one_aborts(dice, russian, allied, shift):
    game = air_battle(*dice, 6)
    assert (where(game, "russia/1st CAS"), where(game, "poland/2nd CAS")) == (russian, allied)
    text = event_texts(game.events, "combat")[0]
    assert (f"air support {shift:+d}" in text) if shift else ("air support" not in text)


@pytest.mark.rule("13.4", "11.0 step 2")
def test_one_air_unit_alone_shifts_its_owners_way_without_a_fight():
    game = play(make([R1, P1, wing("2nd CAS", "poland")], result="DE"), 6)
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    assert (game.step, game.side) == ("support", "allied")
    game.apply("support with 2nd CAS")
    assert "air support -1" in event_texts(game.events, "combat")[0]
    assert where(game, "poland/2nd CAS") == "used"


@pytest.mark.rule("13.2")
def test_markers_are_spent_by_turns_the_attacker_first_and_who_stops_is_out():
    game = air_battle(2, 4, 6, spend="spsp", markers=(3, 3))
    # Attacker spends, defender stops, attacker spends again, then stops.
    assert game.position().markers["russian"]["spent"] == 2
    assert game.position().markers["allied"]["spent"] == 0
    # 2+2 ties with 4.
    assert where(game, "russia/1st CAS") == "eliminated"
    assert where(game, "poland/2nd CAS") == "eliminated"


@pytest.mark.rule("13.2", "13.3")
def test_markers_are_spent_even_if_the_unit_aborts():
    game = air_battle(1, 4, 6, spend="spp", markers=(3, 3))
    assert game.position().markers["russian"] == {"table": 0, "track": 2, "spent": 1}
    assert where(game, "russia/1st CAS") == "used"


@pytest.mark.rule("13.5")
def test_no_marker_is_spent_against_a_sac_unit():
    game = air_battle(3, 4, 6, units=(wing("1st CAS", "russia"), wing("1st SAC", "usa", "sac")), markers=(3,
                                                                                                          3))
    assert (game.step, game.side) == ("markers", "allied")
    game.apply("pass")
    assert game.position().markers["russian"]["spent"] == 0


@pytest.mark.rule("5.1", "13.6")
def test_air_units_fly_once_a_turn_and_are_ready_again_the_next():
    game = air_battle(1, 1, 6)
    on_to(game, "move", "russian-movement")
    assert game.turn == 2
    assert where(game, "russia/1st CAS") == "ready"


@pytest.mark.rule("11.0")
def test_an_attack_cannot_be_called_off_once_an_air_unit_is_in():
    game = play(make([R1, P1, wing("1st CAS", "russia"), wing("2nd CAS", "poland")]), 6, 6, 6)
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    game.apply("support with 1st CAS")
    assert all(o.verb != "call-off" for o in game.legal_orders())
    refuse(game, "call-off")


# -- 13.7: interdiction ----------------------------------------


def interdict(*dice: int, levels=(0, 0), road: str = "", terrain: str = ".") -> Game:
    """Allied interdiction of 0306 on a road or terrain, with CW levels."""
    rows = ["." * 10, "." * 10, "....." + terrain + "....", *["." * 10] * 5]
    roads = [(road, "0306 0307")] if road else []
    game = play(make([R1, FAR, wing("1st CAS", "poland")], roads=roads, terrain=rows, markers=(6, 6)), *dice)
    game.apply(f"allocate table {levels[0]} track {6 - levels[0]}")
    game.apply(f"allocate table {levels[1]} track {6 - levels[1]}")
    on_to(game, "interdict", "allied-interdiction")
    game.apply("interdict 0306 with 1st CAS")
    return game


def hit(game: Game) -> bool:
    return "interdicted" in game.position().units["russia/R1"].marks


def test_on_a_major_highway_a_one_is_enough():
    assert hit(interdict(1, road="major-highway"))


def test_the_rulebooks_example_fails_by_the_difference_of_levels():
    # Level 3 against 6: 1 - 3 = -2, not above half a point.
    game = interdict(1, levels=(6, 3), road="major-highway")
    assert not hit(game)
    assert "1-3=-2 against 0.5" in event_texts(game.events, "interdiction-failed")[0]
    # The interdictor's own advantage adds nothing.
    assert not hit(interdict(1, levels=(0, 6), road="highway"))


@pytest.mark.parametrize(("terrain", "road", "least"), [
    (".", "", 3), ("M", "", 4), ("w", "", 5), ("M", "highway", 2),
])
def test_the_roll_must_beat_the_hex(terrain, road, least):
    assert hit(interdict(least, terrain=terrain, road=road))
    assert not hit(interdict(least - 1, terrain=terrain, road=road))


def test_the_victim_may_answer_and_a_destroyed_interdictor_does_nothing():
    game = play(make([R1, FAR, wing("1st CAS", "poland"), wing("2nd CAS", "russia")]), 2, 5)
    on_to(game, "interdict", "allied-interdiction")
    game.apply("interdict 0306 with 1st CAS")
    assert (game.step, game.side) == ("intercept", "russian")
    game.apply("intercept with 2nd CAS")
    assert where(game, "poland/1st CAS") == "eliminated"
    assert where(game, "russia/2nd CAS") == "used"
    assert game.step == "move"
    assert not hit(game)


def test_an_empty_hex_or_a_used_unit_cannot_interdict():
    game = play(make([R1, FAR, wing("1st CAS", "poland"), wing("2nd CAS", "poland")]), 1)
    on_to(game, "interdict")
    assert refuse(game, "interdict 0405 with 1st CAS").rule == "13.7"
    game.apply("interdict 0306 with 1st CAS")
    assert refuse(game, "interdict 0306 with 1st CAS").rule == "13.6"
    game.apply("pass")
    assert game.step == "move"
