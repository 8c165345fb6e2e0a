"""What is easily skipped: the corners of rules that are played a hundred times before they matter."""

from __future__ import annotations

from dataclasses import replace

import pytest
from designs import PLACES, make, on_to, play, refuse, said, unit, where, wing

from visegrad_editor.engine import Game
from visegrad_editor.model.design import Design
from visegrad_editor.model.load import load
from visegrad_editor.model.scenario import Entry, Reinforcement, Where
from visegrad_editor.model.start import Start

R1 = unit("R1", "russia", "0306")
P1 = unit("P1", "poland", "0305")
FAR = unit("P0", "poland", "0103")


def bundled(name: str) -> Design:
    design = load(name).design
    assert design is not None
    return design


def tracks(game: Game, n: int) -> Game:
    """Both sides put all their markers on the track."""
    for _ in range(2):
        game.apply(f"allocate table 0 track {n}")
    return game


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
    assert "air support -1" in said(game.events, "combat")[0]


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
    assert game.position().interdicted == ("0306",)


@pytest.mark.rule("13.3", "13.7")
@pytest.mark.parametrize(("dice", "hit"), [
    ((1, 4), False), ((1, 1), False), ((4, 1, 6), True), ((4, 1, 2), False)])
def test_an_interdictor_that_aborts_interdicts_nobody(dice: tuple[int, ...], hit: bool) -> None:
    game = play(make([R1, FAR, wing("1st CAS", "poland"), wing("2nd CAS", "russia")]), *dice)
    on_to(game, "interdict", "allied-interdiction")
    game.apply("interdict 0306 with 1st CAS")
    game.apply("intercept with 2nd CAS")
    assert game.dice.count == len(dice)
    assert game.position().units["russia/R1"].interdicted is hit
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
    assert game.position().interdicted == ("0306",)
    on_to(game, "interdict", "russian-interdiction")
    assert game.position().interdicted == ()
    game.apply("interdict 0103 with 1st CAS")
    # The allied unit has flown this turn and cannot answer (13.6).
    assert game.position().interdicted == ("0103",)
    assert refuse(game, "move P0 0103-0203-0304").rule == "9.2"
    game.apply("move P0 0103-0203")


@pytest.mark.rule("13.7")
def test_all_units_of_the_stack_are_interdicted_and_the_better_road_counts() -> None:
    units = [R1, unit("R2", "russia", "0306"), FAR, wing("1st CAS", "poland")]
    roads = [("highway", "0306 0307"), ("major-highway", "0306 0206")]
    game = on_to(play(make(units, roads=roads), 1), "interdict")
    game.apply("interdict 0306 with 1st CAS")
    assert [game.position().units[f"russia/R{n}"].interdicted for n in (1, 2)] == [True, True]


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


@pytest.mark.rule("5.1", "3.2")
def test_the_allied_side_too_may_bring_its_markers_back() -> None:
    game = play(make([R1, FAR], markers=(3, 3)))
    game.apply("allocate table 0 track 3")
    game.apply("allocate table 3 track 0")
    assert (game.step, game.side) == ("transfer", "allied")
    assert {o.words for o in game.legal_orders()} == {(), ("1",), ("2",), ("3",)}
    game.apply("transfer 3")
    assert game.position().markers["allied"] == {"table": 0, "track": 3, "spent": 0}


# -- 6, 8, 9: on the move --------------------------------------------------------------------------------


@pytest.mark.rule("6.1")
def test_a_stack_drops_units_on_its_way_and_picks_none_up() -> None:
    """Each part of the stack moves by its own order: together as far as one stays, farther without it."""
    units = [unit(f"R{n}", "russia", "0306") for n in (1, 2, 3)] + [unit("R4", "russia", "0308")]
    game = on_to(play(make([*units, FAR])), "move", "russian-movement")
    game.apply("move R1 0306-0307")
    game.apply("move R2, R3 0306-0307-0308")
    assert [where(game, f"russia/R{n}") for n in (1, 2, 3)] == ["0307", "0308", "0308"]
    # R4 waited there: it moves by itself, not along with those that have come.
    assert refuse(game, "move R2, R4 0308-0309").rule == "9.0"
    game.apply("move R4 0308-0309")


@pytest.mark.rule("8.1")
def test_from_zone_to_zone_a_unit_goes_one_hex() -> None:
    game = on_to(play(make([R1, P1, FAR])), "move", "russian-movement")
    assert {"0306", "0405"} <= game.enemy_zoc("russia/R1")
    assert refuse(game, "move R1 0306-0405-0506").rule == "8.1"
    game.apply("move R1 0306-0405")
    assert where(game, "russia/R1") == "0405"


@pytest.mark.rule("8.0", "7.2")
def test_units_out_of_supply_have_zones_too() -> None:
    game = play(make([R1, P1, unit("R2", "russia", "0303")], places={"0110": ("Moscow", "capital")}))
    on_to(game, "attack", "allied-combat")
    assert game.position().units["poland/P1"].out_of_supply
    on_to(game, "move", "russian-movement")
    assert "0304" in game.enemy_zoc("russia/R2")


@pytest.mark.rule("9.3")
def test_one_hex_is_possible_out_of_supply_over_a_river_and_under_interdiction() -> None:
    rows = ["." * 10, "." * 10, "......w...", *["." * 10] * 5]
    units = [R1, FAR, wing("1st CAS", "poland")]
    design = make(units, terrain=rows, rivers="0306/0307", places={"0101": ("Warsaw", "capital")})
    game = on_to(play(design, *[6] * 9), "move", "russian-movement")
    game.apply("pass")
    assert game.position().units["russia/R1"].out_of_supply
    on_to(game, "interdict", "allied-interdiction")
    game.apply("interdict 0306 with 1st CAS")
    # Marsh and river cost 5 of the 3 points left.
    assert game.destinations("russia/R1")["0307"] == 5
    game.apply("move R1 0306-0307")
    assert where(game, "russia/R1") == "0307"


@pytest.mark.rule("9.3", "9.0")
def test_one_hex_is_not_possible_where_the_terrain_is_not() -> None:
    rows = ["." * 10, "." * 10, "......~...", *["." * 10] * 5]
    game = on_to(play(make([R1, FAR], terrain=rows, walls="0306/0405")), "move", "russian-movement")
    assert "0307" not in game.destinations("russia/R1")
    assert refuse(game, "move R1 0306-0405").rule == "9.0"


@pytest.mark.rule("9.6")
def test_nobody_rolls_on_the_way_onto_the_e77_or_off_it() -> None:
    game = on_to(play(make([R1, FAR], roads=[("e77", "0307 0308")]), 5), "move", "russian-movement")
    assert game.apply("move R1 0306-0307")[0].dice == ()
    game = on_to(play(make([R1, FAR], roads=[("e77", "0305 0306")]), 5), "move", "russian-movement")
    assert game.apply("move R1 0306-0307")[0].dice == ()


@pytest.mark.rule("9.6", "10.0")
def test_a_reinforcement_rolls_on_the_e77_and_takes_the_hex_where_it_is_held_up() -> None:
    entry = Entry("hex", "On the road", Where(hexes=("0308",)))
    places = {**PLACES, "0307": ("Field", "industrial"), "0306": ("Beyond", "industrial")}
    design = make([unit("N", "russia", turn=1, entry="hex"), FAR], entries=[entry], places=places,
                  roads=[("e77", "0305 0306 0307 0308")])
    game = on_to(play(design, 1), "move", "russian-movement")
    events = game.apply("enter N 0308-0307-0306")
    assert events[0].dice == (1,)
    assert where(game, "russia/N") == "0307"
    assert game.position().scored == ("0307",)


@pytest.mark.rule("6.4", "11.1")
def test_russians_do_not_retreat_to_belarusians() -> None:
    ring = [unit("B1", "belarus", "0307"), unit("P2", "poland", "0404"), FAR]
    game = on_to(play(make([R1, P1, *ring], result="AP"), 1), "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    assert refuse(game, "retreat R1 0307").rule == "6.4"
    assert "0307" not in {o.hexes[0] for o in game.legal_orders()}


@pytest.mark.rule("6.4", "11.2")
def test_russians_do_not_advance_together_with_belarusians() -> None:
    units = [R1, unit("B1", "belarus", "0304"), P1, FAR]
    game = on_to(play(make(units, result="OR"), 1), "attack", "russian-combat")
    game.apply("attack 0305 with R1, B1")
    assert refuse(game, "advance R1, B1").rule == "6.4"
    game.apply("advance B1")


@pytest.mark.rule("6.4", "10.0", "10.2")
def test_russians_neither_enter_nor_are_rebuilt_among_belarusians() -> None:
    entry = Entry("hex", "A hex", Where(hexes=("0310",)))
    units = [R1, P1, unit("B1", "belarus", "0310"), unit("B2", "belarus", "0110"),
             unit("N", "russia", turn=1, entry="hex"), FAR]
    design = make(units, entries=[entry], result="AE", replacements=[(2, "russian", 2, 0)])
    game = on_to(play(design, 1), "move", "russian-movement")
    assert refuse(game, "enter N 0310").rule == "6.4"
    # Barred by stacking it waits (3.3).
    game.apply("pass")
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    while game.turn < 2:
        game.apply("pass")
    # Moscow holds Belarusians, and there is no other capital.
    assert game.step != "replace"


# -- 7: supply -------------------------------------------------------------------------------------------


@pytest.mark.rule("8.3", "7.0", "7.5")
def test_a_source_in_an_enemy_zone_serves_only_with_a_friend_in_it() -> None:
    places = {"0101": ("Warsaw", "capital"), "0310": ("Town", "city")}
    beside = unit("P1", "poland", "0309")
    for friends, served in (((), False), ((unit("R2", "russia", "0310"),), True)):
        game = on_to(play(make([unit("R1", "russia", "0505"), beside, *friends], places=places)), "move",
                     "russian-movement")
        game.apply("pass")
        assert game.position().units["russia/R1"].out_of_supply is not served
    # Who stands in the city himself is served by it.
    assert not game.position().units["russia/R2"].out_of_supply


@pytest.mark.rule("7.3", "7.2")
def test_being_out_of_supply_costs_no_step() -> None:
    game = play(make([R1, FAR], places={"0101": ("Warsaw", "capital")}, turns=4), *[6] * 9)
    while game.outcome() is None:
        game.apply("pass")
    unit_ = game.position().units["russia/R1"]
    assert (unit_.hex, unit_.reduced, unit_.out_of_supply) == ("0306", False, True)


@pytest.mark.rule("7.4")
def test_supply_from_the_air_gives_full_strength_in_the_enemys_turn() -> None:
    lone = unit("P1", "poland", "0305", strength=(7, 3))
    game = play(make([R1, lone, wing("1st CAS", "poland")], places={"0110": ("Moscow", "capital")}))
    on_to(game, "air-supply", "allied-movement")
    game.apply("air-supply 0305 with 1st CAS")
    on_to(game, "attack", "russian-combat")
    assert game.preview(game.parse("attack 0305 with R1")).defence == 7


# -- 10: entering and coming back ------------------------------------------------------------------------

CITIES = Entry("cities", "Polish cities", Where(countries=("poland",), features=("city", "capital")))


@pytest.mark.rule("10.0", "7.0")
def test_a_city_cut_off_over_land_takes_no_reinforcement() -> None:
    """0503 is friendly and no enemy is beside it, but a source of its own is no supply over land."""
    places = {"0110": ("Moscow", "capital"), "0503": ("Town", "city")}
    new = unit("N", "hungary", turn=1, entry="cities")
    # Sources are Polish cities and others of the alliance: 0503 serves itself.
    game = on_to(play(make([R1, new], places=places, entries=[CITIES])), "move", "allied-movement")
    assert {o.hexes[0] for o in game.legal_orders("hungary/N")} >= {"0503"}
    # A Russian unit that has been there and left: neither control nor a source any more.
    game = play(make([unit("R1", "russia", "0504"), new], places=places, entries=[CITIES]))
    on_to(game, "move", "russian-movement")
    game.apply("move R1 0504-0503-0603-0704")
    on_to(game, "move", "allied-movement")
    assert game.legal_orders("hungary/N") == []
    assert refuse(game, "enter N 0503").rule == "10.0"


@pytest.mark.rule("10.2", "10.3")
def test_steps_and_points_not_used_are_lost() -> None:
    pool = [wing(f"{n}. CAS", "russia", box="pool") for n in (1, 2)]
    units = [replace(R1, reduced=True), unit("R2", "russia", "0410", reduced=True), FAR, *pool]
    chart = [(1, "russian", 5, 5), (2, "russian", 1, 1)]
    game = on_to(play(make(units, replacements=chart), *[6] * 9), "replace")
    game.apply("pass")
    on_to(game, "replace", "russian-replacement")
    assert game.turn == 2
    game.apply("restore R1")
    assert refuse(game, "restore R2").reason == "No replacement step is left."
    game.apply("buy 1. CAS")
    assert game.step != "replace"
    assert where(game, "russia/2. CAS") == "pool"


@pytest.mark.rule("10.2", "6.0")
def test_a_unit_is_rebuilt_within_stacking_and_moves_at_once() -> None:
    crowd = [unit(f"C{n}", "russia", "0110") for n in (1, 2, 3)]
    design = make([R1, P1, FAR, *crowd], result="AE", replacements=[(2, "russian", 2, 0)])
    game = on_to(play(design, 1), "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    while game.turn < 2:
        game.apply("pass")
    assert game.step != "replace"  # Moscow is full
    design = make([R1, P1, FAR, *crowd[:2]], result="AE", replacements=[(2, "russian", 2, 0)])
    game = on_to(play(design, 1), "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    on_to(game, "replace", "russian-replacement")
    assert refuse(game, "rebuild C1 0110 full").rule == "10.2"
    game.apply("rebuild R1 0110 full")
    on_to(game, "move", "russian-movement")
    game.apply("move R1 0110-0109")


@pytest.mark.rule("12.0", "10.0", "10.1")
def test_americans_stop_wherever_they_enter() -> None:
    """By highway, by port and on the northern edge; the Russian marines may go on from a port."""
    game = Game.from_scenario(bundled("historical"), 3)
    ways = {u: tuple(game.design.scenario.entry_by_id[e] for e in (a.entry, *a.also))  # type: ignore[union-attr]
            for u in ("usa/M.E.U.", "usa/2nd Marine", "usa/1st Armored", "russia/336th Naval Infantry")
            if (a := game.design.scenario.unit_by_key[u].reinforcement)}  # type: ignore[union-attr]
    assert all(e.stops for u, entries in ways.items() if u.startswith("usa") for e in entries)
    assert [e.stops for e in ways["russia/336th Naval Infantry"]] == [False, True, False]
    ports = Entry("ports", "Any port", Where(countries=("poland",), features=("port",)), stops=True,
                  rule="12.0")
    marine = replace(unit("M", "usa", type="marine"), reinforcement=Reinforcement("ports", 0, "us-entry"))
    places = {**PLACES, "0203": ("Haven", "port")}
    game = play(make([R1, FAR, marine], entries=[ports], places=places, turns=3), 6, 1, 6, 6)
    while game.turn < 3:
        game.apply("pass")
    on_to(game, "move", "allied-movement")
    assert {o.hexes for o in game.legal_orders("usa/M")} == {("0203",)}
    assert refuse(game, "enter M 0203-0204").rule == "12.0"


@pytest.mark.rule("12.0", "12.1", "12.2")
def test_who_comes_and_by_which_way() -> None:
    """The historical units: six in the air and three on the ground, three Romanians, four Italians."""
    design = bundled("historical")
    scenario = design.scenario
    assert scenario is not None
    start_events = ("us-entry", "romania-entry", "italy-entry")
    begun = replace(design, scenario=replace(scenario, start=Start(5, "allied-movement", (), start_events)))
    game = Game.from_scenario(begun, 2)
    while game.step == "place":
        game.apply(game.legal_orders()[0])
    due = {k for k in game.movable() if where(game, k) == "reinforcements"}
    guests = {k for k in due if k.split("/")[0] in ("usa", "romania", "italy")}
    assert sorted(k.split("/")[0] for k in guests) == ["italy"] * 4 + ["romania"] * 3 + ["usa"] * 3
    areas = {a.id: {design.map.grid.number(h) for h in a.hexes} for a in design.map.areas}
    country = {n: c for c in ("austria", "hungary", "poland") for n in
               (design.map.grid.number(h) for h in design.map.hexes_in(c))}
    for key in guests:
        hexes = {o.hexes for o in game.legal_orders(key)}
        assert all(len(path) == 1 for path in hexes), key
        ends = {path[0] for path in hexes}
        if key.startswith("romania"):
            assert ends <= areas["hungary-south-edge"]
        elif key.startswith("italy"):
            assert ends <= areas["austria-west-edge"]
        elif key == "usa/1st Armored":
            assert {country[e] for e in ends} == {"austria", "hungary"}
        assert ends
    north = areas["poland-north-edge"]
    assert north & {o.hexes[0] for o in game.legal_orders("usa/M.E.U.")}
    assert not north & {o.hexes[0] for o in game.legal_orders("usa/1st Armored")}


@pytest.mark.rule("12.1")
@pytest.mark.parametrize(("fields", "comes"), [(2, True), (3, False)])
def test_romania_comes_while_two_fields_are_taken_and_not_with_three(fields: int, comes: bool) -> None:
    rumanian = unit("282nd", "romania", event="romania-entry", entry="south")
    american = unit("1st Armored", "usa", event="us-entry", entry="south")
    south = Entry("south", "Southern edge", Where(hexes=("0803",)), stops=True)
    places = {**PLACES, "0305": ("A", "industrial"), "0304": ("B", "industrial"), "0303": ("C", "industrial")}
    units = [R1, unit("P0", "poland", "0101"), rumanian, american]
    design = make(units, entries=[south], places=places, turns=3)
    game = on_to(play(design, 6, 1, 6, 6), "move", "russian-movement")
    game.apply("move R1 " + "-".join(["0306", "0305", "0304", "0303"][: fields + 1]))
    while game.turn < 3 and game.outcome() is None:
        game.apply("pass")
    assert len(game.position().scored) == fields
    assert ("Romania joins the allied side." in said(game.events, "intervention")) is comes


# -- 11: combat ------------------------------------------------------------------------------------------


def fought(result: str, *units: object, attackers: str = "R1", **more: object) -> Game:
    game = on_to(play(make(units, result=result, **more), *[1] * 9), "attack", "russian-combat")  # type: ignore[arg-type]
    game.apply(f"attack 0305 with {attackers}")
    return game


@pytest.mark.rule("11.0 AD", "11.0 AT", "11.1")
@pytest.mark.parametrize("result", ["AD", "AP", "AW"])
def test_attackers_that_cannot_retreat_are_destroyed(result: str) -> None:
    ring = [unit("P2", "poland", "0308"), unit("P3", "poland", "0107"), unit("P4", "poland", "0507")]
    game = fought(result, R1, P1, *ring)
    assert where(game, "russia/R1") == "eliminated"
    assert game.step != "retreat"


@pytest.mark.rule("11.0 MA")
def test_all_defenders_do_the_same_under_ma() -> None:
    pair = [P1, unit("P2", "poland", "0305", reduced=True)]
    game = fought("MA", R1, *pair)
    game.apply("choose loss")
    assert game.position().units["poland/P1"].reduced
    assert (where(game, "poland/P1"), where(game, "poland/P2")) == ("0305", "eliminated")
    assert game.step != "advance"
    game = fought("MA", R1, *pair)
    game.apply("choose retreat")
    assert (game.step, game.side) == ("retreat", "allied")
    game.apply("retreat P1 0304")
    game.apply("retreat P2 0404")
    assert not game.position().units["poland/P1"].reduced
    assert (game.step, game.side) == ("advance", "russian")


@pytest.mark.rule("11.0 MA", "11.1", "11.2")
def test_who_chose_to_retreat_and_could_not_has_left_the_hex_to_the_attacker() -> None:
    ring = [unit("R2", "russia", "0303"), unit("R3", "russia", "0504"), unit("R4", "russia", "0104")]
    game = fought("MA", R1, P1, *ring)
    game.apply("choose retreat")
    assert where(game, "poland/P1") == "eliminated"
    assert game.step == "advance"


@pytest.mark.rule("11.0 DD", "2.7")
def test_dd_destroys_the_reduced_and_drives_the_rest_away() -> None:
    game = fought("DD", R1, P1, unit("P2", "poland", "0305", reduced=True))
    assert where(game, "poland/P2") == "eliminated"
    assert {o.units for o in game.legal_orders()} == {("poland/P1",)}
    game.apply("retreat P1 0304")
    assert game.position().units["poland/P1"].reduced
    assert game.step == "advance"


@pytest.mark.rule("11.0 BB")
def test_half_of_three_defenders_are_two_in_a_bloodbath() -> None:
    three = [unit(f"P{n}", "poland", "0305") for n in (1, 2, 3)]
    game = fought("BB", R1, *three)
    # The only attacker is half or more of one.
    assert where(game, "russia/R1") == "eliminated"
    assert (game.step, game.side) == ("lose", "allied")
    assert "choose 2" in refuse(game, "lose P1").reason
    game.apply("lose P1, P3")
    game.apply("retreat P2 0304")
    assert where(game, "poland/P2") == "0304"


@pytest.mark.rule("11.0 DW", "11.1")
def test_the_attacker_may_drive_defenders_apart_but_only_where_they_may_go() -> None:
    pair = [P1, unit("P2", "poland", "0305")]
    game = fought("DW", R1, *pair)
    assert game.side == "russian"
    assert refuse(game, "retreat P1 0205").rule == "11.1"
    assert refuse(game, "retreat R1 0307").rule == "11.1"
    game.apply("retreat P1 0404")
    game.apply("retreat P2 0204")
    assert game.step != "advance"


@pytest.mark.rule("11.0 step 7", "11.0")
def test_who_stood_his_ground_is_not_attacked_again_nor_does_the_attacker_attack() -> None:
    units = [R1, unit("R2", "russia", "0306"), unit("R3", "russia", "0304"), P1, unit("P2", "poland", "0406")]
    game = fought("MA", *units)
    game.apply("choose loss")
    assert "attacked already" in refuse(game, "attack 0305 with R3").reason
    assert "attacked already" in refuse(game, "attack 0406 with R1").reason
    game.apply("attack 0406 with R2")
    assert game.step == "choose"
    # In the next turn all of it is possible again.
    game.apply("choose loss")
    on_to(game, "attack", "russian-combat")
    assert game.turn == 2
    game.apply("attack 0305 with R1, R3")


@pytest.mark.rule("11.2")
def test_nobody_advances_across_a_hexside_he_could_not_cross() -> None:
    game = fought("OR", R1, P1, walls="0305/0306")
    assert where(game, "poland/P1") == "eliminated"
    assert game.step != "advance"


# -- 3.4, 14: free set-up --------------------------------------------------------------------------------


@pytest.mark.rule("3.4", "6.4")
def test_free_set_up_as_the_rulebook_has_it() -> None:
    design = bundled("free-setup")
    game = Game.from_scenario(design, 1)
    numbers = {c: {design.map.grid.number(h) for h in design.map.hexes_in(c)}
               for c in ("poland", "hungary", "russia", "belarus", "ukraine")}
    options: dict[str, set[str]] = {}
    for order in game.legal_orders():
        options.setdefault(order.units[0], set()).add(order.hexes[0])
    assert options["poland/1st Armored"] <= numbers["poland"] - {"1718"}
    assert len(options["poland/1st Armored"]) > 50
    assert options["hungary/5th Mechanized"] <= numbers["hungary"]
    game.apply("place Polish 1st Armored 2413")
    assert refuse(game, "place 34th Armored Cavalry 2413").rule == "3.4"
    while game.side == "allied":
        game.apply(game.legal_orders()[0])
    assert where(game, "russia/Airborne") == "1718"
    options = {}
    for order in game.legal_orders():
        options.setdefault(order.units[0], set()).add(order.hexes[0])
    home = numbers["russia"] | numbers["belarus"] | numbers["ukraine"]
    assert options["russia/25th Motorized"] <= home
    assert options["russia/25th Motorized"] & numbers["ukraine"]
    assert options["ukraine/24th Mechanized"] <= numbers["ukraine"]
    assert options["belarus/38th Mobile"] <= numbers["belarus"]
    spot = sorted(options["ukraine/24th Mechanized"] & options["russia/25th Motorized"])[0]
    game.apply(f"place Ukrainian 24th Mechanized {spot}")
    assert refuse(game, f"place Russian 25th Motorized {spot}").rule == "6.4"
    while game.step == "place":
        game.apply(game.legal_orders()[0])
    # 14.0: one die for each Ukrainian unit, after the set-up.
    assert len(said(game.events, "loyalty")) == 4
    assert game.dice.count == 4
    east = design.scenario.entry_by_id["east-edge"].where  # type: ignore[union-attr]
    assert {design.map.grid.number(h) for h in east.resolve(design.map)} & numbers["ukraine"]


# -- 4: four ways to win ---------------------------------------------------------------------------------


@pytest.mark.rule("4.0")
@pytest.mark.parametrize(("dice", "winner"), [((1, 1), "russian"), ((1, 2), "allied"), ((2, 2), "allied")])
def test_the_sum_of_two_dice_must_be_less_than_the_fields(dice: tuple[int, int], winner: str) -> None:
    places = {**PLACES, "0305": ("A", "industrial"), "0304": ("B", "industrial"), "0303": ("C", "industrial")}
    game = on_to(play(make([R1, unit("P0", "poland", "0101")], places=places, turns=1), *dice), "move")
    game.apply("move R1 0306-0305-0304-0303")
    while game.outcome() is None:
        game.apply("pass")
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.rule) == (winner, "4.0")


@pytest.mark.rule("4.0")
def test_a_field_is_scored_once_though_it_changes_hands() -> None:
    places = {**PLACES, "0305": ("A", "industrial"), "0303": ("B", "industrial")}
    game = on_to(play(make([R1, unit("P0", "poland", "0103")], places=places), *[6] * 9), "move")
    assert len(said(game.apply("move R1 0306-0305"), "scored")) == 1
    game.apply("pass")
    on_to(game, "move", "russian-movement")
    game.apply("move R1 0305-0306")
    on_to(game, "move", "allied-movement")
    game.apply("move P0 0103-0203-0304-0305")
    assert game.position().scored == ("0305",)
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    game.apply(game.legal_orders()[0])
    assert said(game.apply("advance R1"), "scored") == []
    assert game.position().scored == ("0305",)


@pytest.mark.rule("4.2")
@pytest.mark.parametrize(("country", "wins"), [("U", True), ("B", True), ("R", True), ("A", False)])
def test_minsk_kiev_and_moscow_win_at_once_and_no_other_capital(country: str, wins: bool) -> None:
    lands = (*["PPPPP" + country * 5] * 7, "HHHHHAAAAA")
    units = [unit("R1", "russia", "0710"), unit("P1", "poland", "0109")]
    game = on_to(play(make(units, lands=lands)), "move", "allied-movement")
    game.apply("move P1 0109-0110")
    assert (game.outcome() is not None) is wins
