"""Cyber war, replacements, intervention, air and Ukraine: rules 3.1, 3.2, 10.2 to 10.4, 12, 13, 14."""

from __future__ import annotations

import pytest
from designs import PLACES, make, on_to, play, refuse, said, unit, where, wing

from visegrad_editor.engine import DiceExhausted, Game
from visegrad_editor.model.scenario import Entry, Where

R1 = unit("R1", "russia", "0306")
P1 = unit("P1", "poland", "0305")
FAR = unit("P0", "poland", "0103")


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
    assert said(events, "allocation")
    assert game.position().markers["russian"]["table"] == 5


@pytest.mark.rule("3.2")
def test_the_table_holds_six_and_all_markers_go_somewhere():
    game = play(make([R1, FAR], markers=(7, 7)))
    assert refuse(game, "allocate table 7 track 0").rule == "3.2"
    assert refuse(game, "allocate table 3 track 3").rule == "3.2"
    assert len(game.legal_orders()) == 7


@pytest.mark.rule("5.1")
def test_markers_go_from_table_to_track_only_if_the_opponent_has_none_on_the_table():
    game = play(make([R1, FAR], markers=(3, 3)))
    game.apply("allocate table 3 track 0")
    game.apply("allocate table 0 track 3")
    assert (game.step, game.side) == ("transfer", "russian")
    assert refuse(game, "transfer 4").rule == "5.1"
    game.apply("transfer 2")
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
    text = said(game.events, "combat")[0]
    assert (f"air support {shift:+d}" in text) if shift else ("air support" not in text)


@pytest.mark.rule("13.4", "11.0 step 2")
def test_one_air_unit_alone_shifts_its_owners_way_without_a_fight():
    game = play(make([R1, P1, wing("2nd CAS", "poland")], result="DE"), 6)
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    assert (game.step, game.side) == ("support", "allied")
    game.apply("support with 2nd CAS")
    assert "air support -1" in said(game.events, "combat")[0]
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
    return game.position().units["russia/R1"].interdicted


def test_on_a_major_highway_a_one_is_enough():
    assert hit(interdict(1, road="major-highway"))


def test_the_rulebooks_example_fails_by_the_difference_of_levels():
    # Level 3 against 6: 1 - 3 = -2, not above half a point.
    game = interdict(1, levels=(6, 3), road="major-highway")
    assert not hit(game)
    assert "1-3=-2 against 0.5" in said(game.events, "interdiction-failed")[0]
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


# -- 10.2 to 10.4, 3.1: replacements ----------------------------------------


def replacing(*units, steps: int = 2, points: int = 2, **more) -> Game:
    game = play(make([*units, FAR], replacements=[(1, "russian", steps, points)], **more))
    return on_to(game, "replace", "russian-replacement")


@pytest.mark.rule("10.2")
def test_a_reduced_unit_is_made_full_where_it_stands():
    game = replacing(unit("R1", "russia", "0306", reduced=True))
    game.apply("restore R1")
    assert not game.position().units["russia/R1"].reduced


@pytest.mark.rule("10.2")
def test_no_replacement_in_an_enemy_zone_of_control():
    game = replacing(unit("R1", "russia", "0306", reduced=True), P1, wing("1st CAS", "russia", box="pool"))
    assert refuse(game, "restore R1").rule == "10.2"


@pytest.mark.rule("10.2")
def test_no_replacement_out_of_supply():
    game = play(make([unit("R1", "russia", "0306", reduced=True), FAR], places={"0101": ("W", "capital")},
                     replacements=[(2, "russian", 1, 1)], markers=(1, 1)))
    while game.turn < 2:
        game.apply("pass" if game.step != "allocate" else "allocate table 0 track 1")
    # Nothing else can be bought, so the phase is skipped.
    assert not said(game.events, "restored")
    assert all(o.verb != "restore" for o in game.legal_orders())


def destroyed(**more) -> Game:
    """Turn 2 with the Russian R1 destroyed on turn 1."""
    units = [R1, P1, unit("R2", "russia", "0209"), unit("B1", "belarus", "0310")]
    game = play(make(units, result="AE", replacements=[(2, "russian", 3, 0)], **more), 1)
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    return on_to(game, "replace", "russian-replacement")


@pytest.mark.rule("10.2")
@pytest.mark.parametrize(("size", "reduced"), [("reduced", True), ("full", False)])
def test_a_destroyed_unit_returns_to_a_capital(size, reduced):
    game = destroyed()
    assert where(game, "russia/R1") == "eliminated"
    game.apply(f"rebuild R1 0110 {size}")
    assert game.position().units["russia/R1"].reduced == reduced
    assert where(game, "russia/R1") == "0110"
    refuse(game, "rebuild R1 0110 full")


@pytest.mark.rule("10.2")
def test_a_unit_returns_to_no_other_hex():
    game = destroyed()
    assert refuse(game, "rebuild R1 0306 full").rule == "10.2"
    assert refuse(game, "rebuild R1 0101 full").rule == "10.2"


@pytest.mark.rule("10.2")
def test_steps_do_not_carry_over_and_are_not_overdrawn():
    game = destroyed()
    game.apply("rebuild R1 0110 full")
    assert game.step != "replace"


@pytest.mark.rule("3.1", "10.3")
def test_air_units_and_markers_cost_a_point_each_up_to_the_maximum():
    wings = [wing(f"{i}. CAS", "russia", box="pool") for i in range(1, 4)]
    game = replacing(R1, *wings, points=2)
    game.apply("buy 1. CAS")
    assert where(game, "russia/1. CAS") == "ready"
    game.apply("buy 2. CAS")
    assert game.step != "replace"
    assert where(game, "russia/3. CAS") == "pool"


@pytest.mark.rule("3.1")
def test_the_maximum_of_air_units():
    wings = [wing(f"{i}. CAS", "russia", box="pool") for i in range(1, 13)]
    game = replacing(R1, *wings, points=12)
    for i in range(1, 11):
        game.apply(f"buy {i}. CAS")
    assert game.step != "replace"
    assert where(game, "russia/11. CAS") == "pool"


@pytest.mark.rule("10.4")
def test_a_spent_marker_comes_back_to_the_track():
    units = [R1, P1, wing("1st CAS", "russia"), wing("2nd CAS", "poland")]
    game = play(make(units, markers=(2, 2), result="AW", replacements=[(2, "russian", 0, 3)]), 5, 3, 6)
    game.apply("allocate table 0 track 2")
    game.apply("allocate table 0 track 2")
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    game.apply("support with 1st CAS")
    game.apply("support with 2nd CAS")
    game.apply("spend-marker")
    on_to(game, "retreat")
    game.apply(game.legal_orders()[0])
    while game.step != "replace" or game.side != "russian":
        n = 0 if game.side == "russian" else 1
        game.apply("pass" if game.step != "allocate" else f"allocate table 1 track {n}")
    game.apply("recover-marker")
    assert game.position().markers["russian"] == {"table": 1, "track": 1, "spent": 0}


# -- 12: intervention ----------------------------------------

US = Entry("us", "Highways", Where(countries=("hungary", "austria"), roads=("highway",)), stops=True,
           rule="12.0")
EDGE = Entry("south", "Southern edge", Where(hexes=("0803",)), stops=True, rule="12.1")
WEST = Entry("west", "Western edge", Where(hexes=("0806",)), stops=True, rule="12.2")
GUESTS = (
    unit("1st Armored", "usa", strength=(12, 6), event="us-entry", entry="us", movement=9),
    unit("282nd", "romania", event="romania-entry", entry="south"),
    unit("Ariete", "italy", event="italy-entry", entry="west"),
)


def called(*dice: int, units=(R1, FAR), turns: int = 3, places=None, orders=(), options=None) -> Game:
    from dataclasses import replace
    us_wing = replace(GUESTS[0], name="1st CAS", type="cas")
    design = make([*units, *GUESTS, us_wing], entries=[US, EDGE, WEST], roads=[("highway", "0802 0803 0804")],
                  places=places, options=options, turns=turns)
    game = play(design, *dice)
    for order in orders:
        on_to(game, "move", "russian-movement")
        game.apply(order)
    while game.turn < 2 and game.outcome() is None:
        game.apply("pass")
    return game


@pytest.mark.rule("12.0")
def test_the_roll_must_be_below_the_turn():
    game = called(1)
    assert said(game.events,
                "die") == ["The intervention roll is 1 against turn 1: the United States stay out."]
    game = called(1, 1)
    while game.turn < 3:
        game.apply("pass")
    assert "intervene" in said(game.events, "die")[1]
    assert where(game, "usa/1st CAS") == "ready"
    # 12.1: no field is taken, so Romania comes; 12.2: no capital was taken, so Italy does not.
    assert said(game.events, "intervention")[1:] == ["Romania joins the allied side."]


@pytest.mark.rule("12.0")
def test_ground_units_enter_on_highways_and_stop():
    game = called(1, 1, 6, 6)
    while game.turn < 3:
        game.apply("pass")
    on_to(game, "move", "allied-movement")
    assert {o.hexes for o in game.legal_orders("usa/1st Armored")} == {("0802",), ("0803",), ("0804",)}
    assert refuse(game, "enter 1st Armored 0803-0804").rule == "12.0"
    assert refuse(game, "pass").rule == "10.0"
    game.apply("enter 1st Armored 0803")
    game.apply("enter 282nd 0803")
    game.apply("pass")


@pytest.mark.rule("12.0", "12.2")
def test_each_violated_country_lowers_the_roll():
    places = {**PLACES, "0806": ("Vienna", "capital")}
    game = called(1, units=(unit("R1", "russia", "0706"), FAR), places=places, orders=["move R1 0706-0806"])
    # 1 - 1 = 0 is below turn 1; Vienna was occupied, so Italy comes too.
    assert "1-1=0 against turn 1: the United States intervene" in said(game.events, "die")[0]
    assert [t.split()[0] for t in said(game.events, "intervention")] == ["American", "Romania", "Italy"]
    game = called(1, units=(unit("R1", "russia", "0706"), FAR), places=places, orders=["move R1 0706-0806"],
                  options={"intervention_modifier": "hinders"})
    assert "stay out" in said(game.events, "die")[0]


@pytest.mark.rule("12.0")
def test_russian_interdiction_abroad_counts_even_if_it_fails():
    units = (R1, unit("H1", "hungary", "0802"), wing("1st CAS", "russia"))
    design = make([*units, *GUESTS], entries=[US, EDGE, WEST], roads=[("highway", "0803 0804")])
    game = play(design, 1, 1)
    on_to(game, "interdict", "russian-interdiction")
    game.apply("interdict 0802 with 1st CAS")
    while game.turn < 2:
        game.apply("pass")
    assert "1-1=0" in said(game.events, "die")[0]


@pytest.mark.rule("12.1")
def test_romania_stays_at_home_once_three_fields_are_taken():
    places = {**PLACES, "0305": ("A", "industrial"), "0304": ("B", "industrial"), "0303": ("C", "industrial"),
              "0806": ("Vienna", "capital")}
    units = (R1, unit("R2", "russia", "0706"), FAR)
    game = called(1, units=units, places=places, orders=["move R1 0306-0305-0304-0303", "move R2 0706-0806"])
    assert len(game.position().scored) == 3
    assert "Romania" not in " ".join(said(game.events, "intervention"))


@pytest.mark.rule("12.0")
def test_without_american_units_nobody_rolls():
    game = play(make([R1, FAR], turns=2), 6, 6)
    while game.outcome() is None:
        game.apply("pass")
    assert len(said(game.events, "die")) == 1


# -- 14: Ukraine ----------------------------------------


def test_even_numbers_leave_and_odd_ones_stay():
    units = [R1, FAR, unit("U1", "ukraine", "0505"), unit("U2", "ukraine", "0506")]
    game = play(make(units), 3, 4)
    assert (where(game, "ukraine/U1"), where(game, "ukraine/U2")) == ("0505", "removed")
    game = play(make(units, options={"ukraine": "leave"}))
    assert where(game, "ukraine/U1") == "removed"


def test_units_that_left_are_never_rebuilt():
    units = [R1, FAR, unit("U1", "ukraine", "0505")]
    game = play(make(units, replacements=[(1, "russian", 3, 0)]), 2)
    assert all("ukraine/U1" not in o.units for o in game.legal_orders())


# -- 4: victory ----------------------------------------

FIELDS = {**PLACES, "0305": ("A", "industrial"), "0304": ("B", "industrial")}


@pytest.mark.rule("4.1")
def test_all_fields_in_poland_win_at_once():
    places = {k: v for k, v in FIELDS.items() if k != "0501"}
    game = on_to(play(make([R1, FAR], places=places)), "move", "russian-movement")
    game.apply("move R1 0306-0305-0304")
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.rule) == ("russian", "4.1")
    assert game.legal_orders() == []
    assert refuse(game, "pass").rule == "4.1"


def test_a_capital_wins_at_once_for_the_allies():
    game = on_to(play(make([R1, unit("P1", "poland", "0109")])), "move", "allied-movement")
    game.apply("move P1 0109-0110")
    assert (game.outcome().winner, game.outcome().rule) == ("allied", "4.2")


@pytest.mark.parametrize(("dice", "winner"), [((1, 1), "allied"), ((6, 6), "allied")])
def test_the_last_roll_must_be_below_the_fields_taken(dice, winner):
    game = on_to(play(make([R1, FAR], places=FIELDS, turns=1), *dice), "move", "russian-movement")
    game.apply("move R1 0306-0305-0304")
    while game.outcome() is None:
        game.apply("pass")
    assert (game.outcome().winner, game.outcome().rule) == (winner, "4.0")


def test_the_last_roll_can_be_won():
    places = {**FIELDS, "0303": ("C", "industrial")}
    game = on_to(play(make([R1, FAR], places=places, turns=1), 1, 1), "move", "russian-movement")
    game.apply("move R1 0306-0305-0304-0303")
    while game.outcome() is None:
        game.apply("pass")
    assert (game.outcome().winner, game.outcome().rule) == ("russian", "4.0")


@pytest.mark.rule("4.0")
def test_a_field_taken_stays_taken_and_a_unit_flying_through_takes_all_it_passes():
    game = on_to(play(make([R1, FAR], places=FIELDS)), "move", "russian-movement")
    game.apply("move R1 0306-0305")
    on_to(game, "move", "allied-movement")
    game.apply("move P0 0103-0203-0304")
    assert game.position().scored == ("0305",)
    flyer = unit("R1", "russia", "0306", "airborne")
    game = on_to(play(make([flyer, FAR], places=FIELDS)), "move", "russian-movement")
    game.apply("move R1 0306-0305-0304")
    assert game.position().scored == ("0304", "0305")


def test_given_dice_that_run_out_say_so_and_change_nothing():
    game = on_to(play(make([R1, P1]), 6), "attack", "russian-combat")
    game.dice.count = 1
    before = game.to_json()
    with pytest.raises(DiceExhausted, match="used up after 1 roll"):
        game.apply("attack 0305 with R1")
    assert game.to_json() == before
