"""Air support: arrival, sighting, attacks on the ground, combat between aircraft, observation planes (E7)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from air_logs import FIRST, SECOND, at, done, fly, game, into, offered, on_map, refused, result, wings
from items import some

from visegrad_editor.desk.books.air import Aircraft
from visegrad_editor.desk.card import START, Force, Group
from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.procedures.aircraft import arrival_chance
from visegrad_editor.desk.special_rules import Night, SpecialRules
from visegrad_editor.desk.tables import table

BOMBER = Aircraft("f-1", SECOND, "fb", bombs=True)
FIGHTER = Aircraft("f-1", SECOND, "fb")
DIVER = Aircraft("s-1", SECOND, "stuka", bombs=True)


def _plane(log: CardLog, id: str) -> Aircraft:
    plane = log.books.air.get(id)
    assert plane is not None
    return plane


# -- arrival (E7.2, E7.21) ----------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "die", "comes"), [
    (1, 1, False), (2, 1, True), (2, 2, False), (3, 2, True), (3, 3, False), (4, 3, True), (7, 6, True),
    (6, 6, False)])
def test_air_support_comes_with_a_roll_below_the_turn(turn: int, die: int, comes: bool) -> None:
    log = at(game(wings(FIRST)), turn - 1, "second", "close-combat")
    event = done(log, f"next dice={die}")[-1]
    assert (event.rule, event.result) == ("E7.2", "comes" if comes else "not-yet")
    assert ("comes in the next Movement Phase" in event.text) is comes
    assert log.books.air.support[0].state == ("coming" if comes else "awaited")


def test_only_its_own_rally_phases_bring_air_support_and_only_once() -> None:
    log = game(wings(FIRST))
    assert len(into(log, 4, "first", "rally", "close-combat")) == 0  # that of the other side
    at(log, 4, "second", "close-combat")
    assert done(log, "next dice=1")[-1].result == "comes"
    at(log, 5, "second", "close-combat")
    assert len(done(log, "next")) == 1


@pytest.mark.parametrize(("sets", "rule"), [
    (SpecialRules(night=Night(3)), "E7.2"), (SpecialRules(weather=("overcast",)), "E3.55")])
def test_no_aircraft_by_night_and_under_an_overcast_sky(sets: SpecialRules, rule: str) -> None:
    log = at(game(wings(FIRST), sets=sets), 8, "second", "close-combat")
    event = done(log, "next")[-1]
    assert (event.rule, event.result) == (rule, "no-aircraft")
    assert log.books.air.support[0].state == "awaited"


def test_each_side_has_air_support_of_its_own() -> None:
    other = replace(wings(SECOND), id="others")
    log = at(game(wings(FIRST), other), 2, "second", "close-combat")
    done(log, "next dice=1")
    at(log, 3, "first", "close-combat")
    done(log, "next dice=1")
    assert [s.state for s in log.books.air.support] == ["coming", "coming"]
    at(log, 3, "second", "movement")
    assert done(log, "air-enter dice=1,6")[-1].units == ("others-1",)


def test_a_special_rule_brings_aircraft_on_turn_1_without_a_roll() -> None:
    log = game(wings(FIRST), sets=SpecialRules(air_first_turn=True))
    assert done(log, "next")[-1].result == "comes"
    late = at(game(wings(SECOND), sets=SpecialRules(air_first_turn=True)), 2, "first", "close-combat")
    assert done(late, "next dice=2")[-1].result == "not-yet"


@pytest.mark.parametrize(("die", "number"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
@pytest.mark.parametrize(("exponent", "bombs_die", "bombs"), [(3, 3, True), (3, 4, False), (1, 1, True)])
def test_number_and_bombs_of_aircraft(
    die: int, number: int, exponent: int, bombs_die: int, bombs: bool
) -> None:
    log = at(game(wings(FIRST, exponent, "stuka")), 2, "second", "close-combat")
    done(log, "next dice=1")
    at(log, 3, "first", "prep-fire")
    done(log, "next")
    assert offered(log)[0] == "air-enter group=wings"
    assert "First `air-enter`" in refused(log, "next")
    event = done(log, f"air-enter dice={die},{bombs_die}")[-1]
    assert (event.result, event.final) == ("bombs" if bombs else "no-bombs", number)
    assert event.text.startswith("1 Stuka enters" if number == 1 else f"{number} Stukas enter ")
    assert log.books.air.here == tuple(
        Aircraft(f"wings-{n + 1}", FIRST, "stuka", bombs) for n in range(number))
    assert "E7.2: The air support wings does not enter now" in refused(log, "air-enter group=wings "
                                                                            "exponent=1 aircraft=fb dice=1,1")


def test_air_support_enters_in_a_movement_phase_of_its_own_side() -> None:
    log = at(game(wings(FIRST)), 2, "second", "close-combat")
    done(log, "next dice=1")
    at(log, 3, "second", "movement")
    assert "E7.2: The air support wings does not enter now" in refused(
        log, "air-enter group=wings exponent=1 aircraft=fb dice=1,1")
    at(log, 3, "second", "prep-fire")
    assert len(done(log, "next")) == 1
    assert offered(log) == []


def test_exponent_and_type_are_asked_if_the_card_does_not_say_them() -> None:
    log = at(game(wings(FIRST, None, "")), 2, "second", "close-combat")
    done(log, "next dice=1")
    at(log, 3, "first", "movement")
    assert "Exponent is missing" in refused(log, "air-enter aircraft=fb dice=1,1")
    assert "H1.531" in refused(log, "air-enter exponent=2 dice=1,1")
    event = done(log, "air-enter exponent=2 aircraft=fb dice=1,2")[-1]
    assert event.result == "bombs"
    assert len(event.asked) == 2


def test_chances_of_arrival() -> None:
    assert [arrival_chance(turn) for turn in (1, 2, 3)] == [0, Fraction(1, 6), Fraction(16, 36)]
    assert arrival_chance(6) < 1 == arrival_chance(7) == arrival_chance(9)


# -- data (E7.41, E7.403) -----------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "year", "fp", "kill"), [
    ("fb", 1939, 6, "39F"), ("fb", 1941, 6, "39F"), ("fb", 1942, 8, "42F"), ("fb", 1943, 8, "42F"),
    ("fb", 1944, 12, "44F"), ("fb", 1945, 12, "44F"), ("stuka", 1941, 4, "39F"), ("stuka", 1944, 4, "39F")])
def test_guns_by_year(kind: str, year: int, fp: int, kill: str) -> None:
    log = at(game(wings(), year=year))
    assert result(log, f"air-data aircraft={kind}") == (kill, fp)


# -- leaving (E7.21, E7.225, E7.24) -------------------------------------------------------------


def test_aircraft_leave_in_the_enemys_movement_and_drop_bombs_in_their_own() -> None:
    log = fly(at(game(wings())), BOMBER)
    assert "E7.225" in refused(log, "air-leave aircraft=f-1 does=jettison")
    assert result(log, "air-leave aircraft=f-1 does=leave")[0] == "left"
    assert not log.books.air.here
    log = fly(at(game(wings()), half="second"), BOMBER)
    assert "E7.21" in refused(log, "air-leave aircraft=f-1 does=leave")
    assert result(log, "air-leave aircraft=f-1 does=jettison")[0] == "no-bombs"
    assert not _plane(log, "f-1").bombs
    assert "has no bombs" in refused(log, "air-leave aircraft=f-1 does=jettison")
    held = fly(at(game(wings())), Aircraft("f-1", SECOND, "fb", melee=True))
    assert "in melee" in refused(held, "air-leave aircraft=f-1 does=leave")
    assert "in play: f-1" in refused(held, "air-leave aircraft=f-9 does=leave")


def test_aircraft_go_home_at_the_end_of_the_phase() -> None:
    log = fly(at(game(wings())), Aircraft("f-1", SECOND, "fb", leaves=True), Aircraft("f-2", SECOND, "fb"))
    assert [e.rule for e in done(log, "next") if e.rule] == ["E7.24"]
    assert (_plane(log, "f-1").gone, _plane(log, "f-2").gone) == ("recalled", "")


# -- sighting (E7.3) ----------------------------------------------------------------------------


@pytest.mark.parametrize(("inputs", "drm"), [
    ("terrain=building", 3), ("terrain=woods", 3), ("terrain=rubble", 3), ("terrain=orchard", 3),
    ("terrain=light-woods", 2), ("terrain=brush", 1), ("terrain=grain", 1), ("terrain=marsh", 1),
    ("terrain=crags", 1), ("terrain=graveyard", 1), ("terrain=other", 0), ("terrain=other smoke=2", 2),
    ("terrain=other near=yes", 1), ("terrain=other haze=yes", 1), ("terrain=other vehicle=yes", -1),
    ("terrain=other moved=yes", -1), ("terrain=other column=yes", -1), ("terrain=other again=yes", -1),
    ("terrain=other concealed=no", -2), ("terrain=building concealed=no", 1),
    ("terrain=woods smoke=1 near=yes haze=yes vehicle=yes moved=yes column=yes again=yes", 2)])
def test_every_sighting_modifier(inputs: str, drm: int) -> None:
    more = "" if "concealed" in inputs else " concealed=yes"
    log = fly(at(game(wings())), FIGHTER)
    event = done(log, f"sighting target=F5 {inputs}{more} dice=1-2")[-1]
    assert (event.final, sum(m.amount for m in event.modifiers)) == (3 + drm, drm)


@pytest.mark.parametrize(("hex", "terrain", "drm"), [
    ("A1", "other", 0), ("C2", "woods", 3), ("B3", "light-woods", 2), ("C6", "grain", 1), ("G2", "brush", 1),
    ("I4", "building", 3), ("R6", "building", 3), ("I6", "marsh", 1), ("J2", "other", 0),
    ("L2", "orchard", 3), ("L3", "graveyard", 1), ("Z8", "crags", 1), ("E5", "other", 0)])
def test_a_map_says_in_what_a_target_stands(hex: str, terrain: str, drm: int) -> None:
    log = fly(at(on_map(game(wings()))), FIGHTER)
    event = done(log, f"sighting target={hex} concealed=yes dice=1-2")[-1]
    assert event.final == 3 + drm
    assert f"Terrain: {terrain} (the map of the board)" in event.asked


def test_players_may_say_other_terrain_than_the_map_and_must_without_one() -> None:
    log = fly(at(on_map(game(wings()))), FIGHTER)
    event = done(log, "sighting target=C2 terrain=brush concealed=yes dice=1-2")[-1]
    assert (event.final, any("map" in a for a in event.asked)) == (4, False)
    said = refused(fly(at(game(wings())), FIGHTER), "sighting target=C2 concealed=yes dice=1-2")
    assert "Terrain is missing" in said


@pytest.mark.parametrize(("month", "drm"), [(3, 0), (4, 3), (10, 3), (11, 0), (1, 0)])
def test_orchards_hide_from_april_to_october(month: int, drm: int) -> None:
    log = fly(at(game(wings(), month=month)), FIGHTER)
    assert done(log, "sighting target=F5 terrain=orchard concealed=yes dice=1-2")[-1].final == 3 + drm


def test_mist_is_known_and_early_doctrine_counts_for_russian_aircraft_only() -> None:
    line = "sighting target=F5 terrain=other concealed=yes dice=3-3"
    assert result(fly(at(game(wings()), weather=("mist",)), FIGHTER), line)[1] == 7
    sets = SpecialRules(early_russian_doctrine=True)
    assert result(fly(at(game(wings(), sets=sets)), FIGHTER), line)[1] == 6
    russian = Group("men", SECOND, START, forces=(Force(1, "russian/4-4-7"),))
    assert result(fly(at(game(wings(), russian, sets=sets)), FIGHTER), line)[1] == 8
    assert result(fly(at(game(wings(), russian)), FIGHTER), line)[1] == 6
    enemy = Group("men", FIRST, START, forces=(Force(1, "russian/4-4-7"),))
    assert result(fly(at(game(wings(), enemy, sets=sets)), FIGHTER), line)[1] == 6


@pytest.mark.parametrize(("dice", "drm", "word", "leaves"), [
    ("4-4", 0, "sighted", False), ("4-5", 0, "failed", False), ("5-6", 0, "failed", False),
    ("6-6", 0, "mistaken-recall", True), ("5-6", 1, "mistaken", False), ("6-6", -1, "failed-recall", True),
    ("6-6", -4, "sighted-recall", True)])
def test_results_of_sighting(dice: str, drm: int, word: str, leaves: bool) -> None:
    inputs = {0: "concealed=yes", 1: "concealed=yes near=yes", -1: "concealed=yes vehicle=yes",
              -4: "vehicle=yes moved=yes"}[drm]
    log = fly(at(game(wings())), BOMBER)
    event = done(log, f"sighting target=F5 terrain=other {inputs} dice={dice}")[-1]
    assert event.result == word
    assert _plane(log, "f-1").leaves is leaves
    assert any(o.startswith("air-attack aircraft=f-1") for o in offered(log)) is ("failed" not in word)
    assert any(o.must for o in log.offers()) is ("mistaken" in word)


def test_examples_of_sighting_in_the_rules() -> None:
    for inputs, highest in (("terrain=building", 7), ("terrain=other vehicle=yes", 11)):
        for roll, word in ((highest, "sighted"), (highest + 1, None)):
            log = fly(at(game(wings())), BOMBER)
            found = result(log, f"sighting target=K7 {inputs} "
                                f"dice={min(6, roll - 1)}-{roll - min(6, roll - 1)}")
            assert (found[0] == "sighted") is (word == "sighted"), (inputs, roll)


def test_who_may_sight() -> None:
    line = "sighting aircraft=f-1 target=F5 terrain=other dice=1-1"
    assert "E7.4" in refused(fly(at(game(wings()), half="second"), FIGHTER), line)
    assert "E7.22" in refused(fly(at(game(wings())), Aircraft("f-1", SECOND, "fb", melee=True)), line)
    assert "E7.41" in refused(fly(at(game(wings())), Aircraft("f-1", SECOND, "fb", mg_out=True)), line)
    assert "E7.24" in refused(fly(at(game(wings())), Aircraft("f-1", SECOND, "fb", leaves=True)), line)
    assert not refused(fly(at(game(wings())), Aircraft("f-1", SECOND, "fb", bombs=True, mg_out=True)), line)
    log = fly(at(game(wings())), FIGHTER, Aircraft("f-2", SECOND, "fb"))
    assert "sighting" in offered(log)
    done(log, line)
    assert "E7.3: f-1 has sighted" in refused(log, line)
    assert "E7.43: First f-1 ends" in refused(log, line.replace("f-1", "f-2"))
    done(log, "air-attack weapon=end")
    assert "E7.3: f-1 has made its attacks" in refused(log, line)
    assert not refused(log, line.replace("f-1", "f-2"))
    failed = fly(at(game(wings())), FIGHTER)
    done(failed, "sighting target=F5 terrain=woods dice=5-4")
    assert "E7.3: f-1 has failed" in refused(failed, line)


@pytest.mark.parametrize(("reading", "fires"), [("none", False), ("each", True)])
def test_light_guns_after_a_failed_sighting_are_a_reading(reading: str, fires: bool) -> None:
    log = fly(at(game(wings(), readings=(("R11", reading),))), FIGHTER)
    event = done(log, "sighting target=F5 terrain=woods dice=5-4")[-1]
    assert event.readings == (f"R11 {reading}",)
    assert (refused(log, "light-aa target=f-1 kill=6 star=1 dice=6-5") == "") is fires


def test_a_new_player_turn_lets_aircraft_sight_again() -> None:
    log = fly(at(game(wings())), FIGHTER)
    done(log, "sighting target=F5 terrain=other dice=1-1")
    at(log, 2, "first", "close-combat")
    done(log, "next dice=6")
    assert (_plane(log, "f-1").support, _plane(log, "f-1").target) == ("", "")


# -- attacks on the ground (E7.4) ---------------------------------------------------------------


def _seen(plane: Aircraft, year: int = 1943, **more: Any) -> CardLog:
    log = fly(at(game(wings(), year=year)), plane)
    done(log, "sighting target=K7 terrain=other dice=1-1")
    return log


def test_a_strafing_run_of_four_hexes() -> None:
    log = _seen(FIGHTER)
    for stop, hex in enumerate(("K7", "K8", "K9", "K10"), start=1):
        event = done(log, f"air-attack weapon=mg hex={hex} run=strafe original=7")[-1]
        assert "8 firepower, column 42F" in event.text
        assert "4 hexes away, aerial range 8" in event.text
        assert _plane(log, "f-1").attacks == stop
    assert "E7.41: A strafe run has 4 stops" in refused(log, "air-attack weapon=mg hex=K10 run=strafe "
                                                             "original=7")


@pytest.mark.parametrize(("line", "says"), [
    ("air-attack weapon=mg hex=K8 run=strafe original=7", "E7.401: From stop 1"),
    ("air-attack weapon=mg hex=K7 run=strafe", "E7.4: For an attack write original="),
    ("air-attack weapon=mg hex=K7 original=7", "write run="),
    ("air-attack weapon=bomb hex=K7 run=strafe original=7", "E7.42: f-1 has no bombs"),
    ("air-attack weapon=mg hex=K8 run=point original=7", "E7.402: From stop 1"),
])
def test_attacks_that_are_refused(line: str, says: str) -> None:
    log = _seen(FIGHTER)
    assert says in refused(log, line), refused(log, line)


def test_hexes_may_be_left_out_but_no_stop_is_used_twice() -> None:
    log = _seen(FIGHTER)
    done(log, "air-attack weapon=mg hex=K9 run=strafe stop=3 original=7")
    assert "E7.401: f-1 has attacked from stop 3" in refused(
        log, "air-attack weapon=mg hex=K9 run=strafe stop=3 original=7")
    assert "stop 3" in refused(log, "air-attack weapon=mg hex=K8 run=strafe stop=2 original=7")
    assert not refused(log, "air-attack weapon=mg hex=K10 run=strafe original=7")


def test_a_point_attack_of_a_fighter_bomber() -> None:
    log = _seen(BOMBER)
    assert "aerial range 8" in done(log, "air-attack weapon=mg hex=K7 run=point original=7")[-1].text
    assert "aerial range 6" in done(log, "air-attack weapon=mg hex=K7 run=point original=7")[-1].text
    assert "E7.402: A point run has 2 stops" in refused(log, "air-attack weapon=mg hex=K7 run=point "
                                                             "original=7")
    assert "keeps to it" in refused(log, "air-attack weapon=mg hex=K7 run=strafe original=7")
    event = done(log, "air-attack weapon=bomb hex=K7 run=point original=8")[-1]
    assert "3 hexes away, aerial range 6: 8 against 8" in event.text
    assert not _plane(log, "f-1").bombs
    assert _plane(log, "f-1").support == "done"


def test_a_stuka_dives_and_drops_its_bombs_above_the_target() -> None:
    log = _seen(DIVER)
    event = done(log, "air-attack weapon=mg hex=K7 run=point original=7")[-1]
    assert "4 firepower, column 39F" in event.text
    assert "1 hex away, aerial range 2" in event.text
    assert "is pinned (E7.403)" in event.text
    assert "E7.4: s-1 flies a point run" in refused(log, "air-attack weapon=mg hex=K7 run=strafe original=7")
    assert "E7.403: A Stuka drops its bombs above" in refused(
        log, "air-attack weapon=bomb hex=K7 run=point stop=1 original=7")
    second = done(log, "air-attack weapon=mg hex=K7 run=point original=7")[-1]
    assert "above it" in second.text
    assert "pinned" not in second.text
    assert done(log, "air-attack weapon=bomb hex=K7 run=point original=7")[-1].result == "hit"
    straight = _seen(DIVER)
    assert "above it" in done(straight, "air-attack weapon=bomb hex=K7 run=point original=7")[-1].text
    strafing = _seen(DIVER)
    assert "is pinned" not in done(strafing, "air-attack weapon=mg hex=K7 run=strafe original=7")[-1].text
    assert "E7.403: A Stuka drops no bombs" in refused(
        strafing, "air-attack weapon=bomb hex=K7 run=strafe original=7")


@pytest.mark.parametrize(("inputs", "word"), [
    ("against=vehicle original=5", "direct-hit"), ("against=vehicle original=6", "near-miss"),
    ("against=vehicle original=10", "near-miss"), ("against=vehicle original=11", "miss"),
    ("against=vehicle original=12 final=11", "miss"), ("against=vehicle original=7 final=5", "direct-hit"),
    ("against=infantry original=8", "hit"), ("against=infantry original=9", "miss"),
    ("against=area original=7 basic=7", "area"), ("against=area original=8 basic=7", "miss"),
    ("against=vehicle original=4 basic=9", "direct-hit"), ("against=vehicle original=5 "
                                                           "basic=9", "near-miss")])
def test_bombs_on_the_second_stop_of_a_point_attack(inputs: str, word: str) -> None:
    log = _seen(BOMBER)
    assert result(log, f"air-attack weapon=bomb hex=K7 run=point stop=2 {inputs}")[0] == word


def test_numbers_to_hit_that_the_desk_does_not_have_are_asked() -> None:
    log = _seen(BOMBER)
    said = refused(log, "air-attack weapon=bomb hex=K7 run=strafe original=5")
    assert "aerial range 8 is asked; write basic=" in said
    assert "an area" in refused(log, "air-attack weapon=bomb hex=K7 run=point stop=2 against=area original=5")


def test_guns_fail_with_an_original_12_and_bombs_still_fall() -> None:
    log = _seen(BOMBER)
    assert result(log, "air-attack weapon=mg hex=K7 run=strafe original=12")[0] == "mg-out"
    assert "E7.41: The machine guns of f-1" in refused(log, "air-attack weapon=mg hex=K8 run=strafe "
                                                            "original=7")
    assert result(log, "air-attack weapon=bomb hex=K7 run=strafe original=6 basic=9")[0] == "hit"
    fine = _seen(BOMBER)
    assert result(fine, "air-attack weapon=mg hex=K7 run=strafe original=11")[0] == "attacked"


def test_dummies_do_not_use_up_the_sighting() -> None:
    log = _seen(FIGHTER)
    assert result(log, "air-attack weapon=dummies")[0] == "dummies"
    assert not refused(log, "sighting target=K7 terrain=other dice=1-1")
    shot = _seen(FIGHTER)
    done(shot, "air-attack weapon=mg hex=K7 run=strafe original=7")
    assert "E7.25" in refused(shot, "air-attack weapon=dummies")
    assert "E7.3: f-1 has not sighted" in refused(
        fly(at(game(wings())), FIGHTER), "air-attack aircraft=f-1 weapon=end")


def test_a_shaken_aircraft_attacks_from_one_more_stop_with_1_added() -> None:
    log = _seen(BOMBER)
    assert result(log, "light-aa kill=6 star=1 dice=3-3")[0] == "evade"
    event = done(log, "air-attack weapon=mg hex=K7 run=strafe original=7")[-1]
    assert "Add 1" in event.text
    assert "E7.511" in refused(log, "air-attack weapon=mg hex=K8 run=strafe original=7")
    assert "Add 1" in done(log, "air-attack weapon=bomb hex=K7 run=strafe original=7 basic=8")[-1].text


def test_ways_of_attacks() -> None:
    log = at(game(wings()))
    strafe = done(log, "run-path target=K7 heading=4")[-1]
    assert strafe.hexes == ("K3", "K4", "K5", "K6", "K7")
    assert strafe.text.count("attack K") == 4
    assert all(f"attack K{n}" in strafe.text for n in (7, 8, 9, 10))
    assert strafe.text.index("light guns") < strafe.text.index("attack")
    point = done(log, "run-path target=K7 heading=4 run=point")[-1]
    assert point.hexes == strafe.hexes
    assert point.text.count("attack K7") == 2
    assert "K3 (4 hexes away, aerial range 8)" in point.text
    dive = done(log, "run-path aircraft=stuka target=K7 heading=4 run=point")[-1]
    assert dive.hexes[:5] == ("K6", "K7", "K8", "K9", "K10")
    assert dive.text.index("attack K7") < dive.text.index("light guns")
    assert dive.text.count("attack K7") == 2
    assert (strafe.rule, point.rule, dive.rule) == ("E7.401", "E7.402", "E7.403")
    off = done(log, "run-path target=A1 heading=4")[-1]
    assert "(terrain of A" in off.text
    assert "E7.401" in refused(log, "run-path aircraft=zeppelin target=K7 heading=4")
    fly(log, DIVER)
    assert done(log, "run-path aircraft=s-1 target=K7 heading=4 run=point")[-1].rule == "E7.403"


# -- combat between aircraft (E7.22) ------------------------------------------------------------


def _duel(first: Aircraft, second: Aircraft) -> CardLog:
    log = fly(at(game(wings()), phase="close-combat"), first, second)
    done(log, f"dogfight-targets targets={first.id}>{second.id}")
    return log


@pytest.mark.parametrize(("firer", "target", "drm"), [
    (Aircraft("a", FIRST, "fb"), Aircraft("b", SECOND, "fb"), 0),
    (Aircraft("a", FIRST, "fb", bombs=True), Aircraft("b", SECOND, "fb"), 1),
    (Aircraft("a", FIRST, "fb", damaged=True, melee=True), Aircraft("b", SECOND, "fb"), 1),
    (Aircraft("a", FIRST, "stuka"), Aircraft("b", SECOND, "fb"), 1),
    (Aircraft("a", FIRST, "fb"), Aircraft("b", SECOND, "stuka"), -1),
    (Aircraft("a", FIRST, "fb"), Aircraft("b", SECOND, "fb", bombs=True), -1),
    (Aircraft("a", FIRST, "fb"), Aircraft("b", SECOND, "fb", damaged=True), -1),
    (Aircraft("a", FIRST, "fb"), Aircraft("b", SECOND, "stuka", bombs=True, damaged=True), -3)])
@pytest.mark.parametrize("roll", [4, 5, 6])
def test_every_modifier_of_combat_between_aircraft(
    firer: Aircraft, target: Aircraft, drm: int, roll: int
) -> None:
    log = _duel(firer, target)
    original = roll - drm
    coloured = min(6, original - 1)
    event = done(log, f"dogfight dice={coloured}-{original - coloured}")[-1]
    assert (event.final, sum(m.amount for m in event.modifiers)) == (roll, drm)
    word = {4: "shot-down", 5: "damaged", 6: "none"}[roll]
    assert event.result == word
    after = _plane(log, "b")
    lost = word == "shot-down" or (word == "damaged" and target.damaged)
    assert (after.gone == "shot-down") is lost
    if lost:
        assert "2 victory points for the British side" in event.text
    if word == "damaged" and not target.damaged:
        assert after.damaged


@pytest.mark.parametrize(("kind", "bombs", "coloured", "again"), [
    ("fb", False, 1, True), ("fb", False, 2, True), ("fb", False, 3, False), ("fb", True, 1, True),
    ("fb", True, 2, False), ("stuka", False, 1, False)])
def test_rate_of_fire_in_the_air(kind: str, bombs: bool, coloured: int, again: bool) -> None:
    log = _duel(Aircraft("a", FIRST, kind, bombs=bombs), Aircraft("b", SECOND, "fb"))
    done(log, f"dogfight dice={coloured}-6")
    assert ("dogfight firer=a" in offered(log)) is again
    assert (refused(log, "dogfight firer=a target=b dice=5-5") == "") is again


def test_no_rate_of_fire_without_an_enemy_left() -> None:
    log = _duel(Aircraft("a", FIRST, "fb"), Aircraft("b", SECOND, "fb"))
    done(log, "dogfight dice=1-1")
    assert offered(log) == ["points-lost unit=b of=german size=aircraft", "dogfight-end"]
    done(log, "points-lost")
    assert log.books.points is not None
    assert log.books.points.casualty_points(FIRST) == 2


@pytest.mark.parametrize(("dice", "word", "gone", "damaged"), [
    ("6-5", "firer-shot-down", "shot-down", False), ("5-6", "firer-damaged", "", True)])
def test_the_rear_gunner_of_a_stuka(dice: str, word: str, gone: str, damaged: bool) -> None:
    log = _duel(Aircraft("a", FIRST, "fb"), Aircraft("b", SECOND, "stuka"))
    event = done(log, f"dogfight dice={dice}")[-1]
    assert (event.result, event.final) == (word, 10)
    assert (_plane(log, "a").gone, _plane(log, "a").damaged) == (gone, damaged)
    other = _duel(Aircraft("a", FIRST, "fb"), Aircraft("b", SECOND, "fb"))
    assert done(other, f"dogfight dice={dice}")[-1].result == "none"
    divers = _duel(Aircraft("a", FIRST, "stuka", melee=True), Aircraft("b", SECOND, "stuka"))
    assert done(divers, f"dogfight dice={dice}")[-1].result == "none"


def test_guns_fail_and_the_target_may_go_home() -> None:
    log = _duel(Aircraft("a", FIRST, "fb"), Aircraft("b", SECOND, "stuka", bombs=True))
    event = done(log, "dogfight dice=6-6")[-1]
    assert (event.result, "fail for good (E7.223)" in event.text) == ("mg-out", True)
    assert _plane(log, "a").mg_out
    assert _plane(log, "b").may_leave
    for dice, may in (("5-4", False), ("5-5", True)):
        log = _duel(Aircraft("a", FIRST, "fb"), Aircraft("b", SECOND, "fb"))
        done(log, f"dogfight dice={dice}")
        assert _plane(log, "b").may_leave is may


@pytest.mark.parametrize(("line", "says"), [
    ("targets=a", "Write FIRER>TARGET"), ("targets=a>c", "no aircraft c"), ("targets=a>d", "of one side"),
    ("targets=a>b,a>b", "named twice"), ("targets=a>b,a>e", "names two targets"), ("targets=m>b", "E7.223"),
    ("targets=b>a,d>b", "")])
def test_targets_that_are_refused(line: str, says: str) -> None:
    log = fly(at(game(wings()), phase="close-combat"), Aircraft("a", FIRST, "fb"),
              Aircraft("b", SECOND, "fb"), Aircraft("d", FIRST, "fb"),
              Aircraft("e", SECOND, "fb"), Aircraft("m", FIRST, "fb", mg_out=True))
    said = refused(log, f"dogfight-targets {line}")
    assert says in said if says else said == ""


def test_only_an_undamaged_fighter_bomber_begins() -> None:
    for plane, begins in ((Aircraft("a", FIRST, "fb", damaged=True), False),
                          (Aircraft("a", FIRST, "stuka"), False), (Aircraft("a", FIRST, "fb"), True)):
        log = fly(at(game(wings()), phase="close-combat"), plane, Aircraft("b", SECOND, "stuka"))
        assert (refused(log, "dogfight-targets targets=a>b") == "") is begins


def test_replies_come_after_all_attacks_of_the_side_that_moves() -> None:
    log = fly(at(game(wings()), phase="close-combat"), Aircraft("a", FIRST, "fb"), Aircraft("c", FIRST, "fb"),
              Aircraft("b", SECOND, "fb"), Aircraft("x", FIRST, "fb"))
    assert "dogfight-targets" in offered(log)
    assert "E7.221: First name" in refused(log, "dogfight firer=a target=b dice=3-3")
    done(log, "dogfight-targets targets=b>a,a>b,c>b")
    assert offered(log)[:3] == ["dogfight firer=a target=b", "dogfight firer=c target=b",
                                "dogfight firer=b target=a"]
    assert "dogfight-targets" not in offered(log)
    assert "end" in refused(log, "dogfight-targets targets=x>b")
    assert "E7.22: a and c of the side that moves" in refused(log, "dogfight firer=b target=a dice=3-3")
    assert 'E7.221: Target is b here, not "a"' in refused(log, "dogfight firer=c target=a dice=3-3")
    assert "x is not in this combat" in refused(log, "dogfight firer=x target=b dice=3-3")
    assert "still to be made" in refused(log, "dogfight-end")
    assert "First `dogfight`" in refused(log, "next")
    done(log, "dogfight dice=4-6")
    assert "E7.221" in refused(log, "dogfight firer=a target=b dice=3-3")
    done(log, "dogfight dice=3-1")  # b is shot down and does not reply
    assert [o.split()[0] for o in offered(log)][:2] == ["points-lost", "dogfight-end"]


def test_attacks_that_are_left_out_do_not_hold_up_the_end() -> None:
    planes = (Aircraft("a", FIRST, "fb"), Aircraft("b", SECOND, "fb"))
    log = fly(at(game(wings()), phase="close-combat"), *planes)
    done(log, "dogfight-targets targets=a>b,b>a")
    assert "a of the side that moves" in refused(log, "dogfight firer=b target=a dice=3-3")
    done(log, "skip procedure=dogfight")
    assert "b at a" in refused(log, "dogfight-end")
    done(log, "dogfight dice=4-4")
    assert offered(log)[0] == "dogfight-end"
    both = fly(at(game(wings()), phase="close-combat"), *planes)
    done(both, "dogfight-targets targets=a>b")
    done(both, "skip procedure=dogfight")
    assert "dogfight-end" in offered(both)
    done(both, "dogfight-end")
    assert "dogfight-end" not in offered(both)


def test_the_end_of_a_combat() -> None:
    def fought(*, melee: str = "no", leave: str = "", damaged: bool = False) -> CardLog:
        log = _duel(Aircraft("a", FIRST, "fb"), Aircraft("b", SECOND, "fb"))
        done(log, "dogfight dice=3-2" if damaged else "dogfight dice=5-5")
        done(log, f"dogfight-end melee={melee}" + (f" leave={leave}" if leave else ""))
        return log

    log = fought(leave="b")
    assert _plane(log, "b").leaves
    done(log, "next dice=6")
    assert _plane(log, "b").gone == "recalled"
    assert [p.melee for p in fought(melee="yes").books.air.here] == [True, True]
    assert [p.melee for p in fought().books.air.here] == [False, False]
    assert [p.leaves for p in fought(damaged=True).books.air.here] == [False, True]
    held = fought(damaged=True, melee="yes")
    assert [(p.leaves, p.melee) for p in held.books.air.here] == [(False, True), (False, True)]
    assert held.books.air.dogfight is None
    assert "dogfight-targets" in offered(held)


def test_ends_that_are_refused() -> None:
    log = _duel(Aircraft("a", FIRST, "fb"), Aircraft("b", SECOND, "fb"))
    done(log, "dogfight dice=6-6")
    assert "E7.223: a may not go home" in refused(log, "dogfight-end leave=a")  # held by b
    assert "not in this combat" in refused(log, "dogfight-end leave=z")
    assert "without aircraft of both sides" in refused(log, "dogfight-end leave=b melee=yes")
    free = _duel(Aircraft("a", FIRST, "fb"), Aircraft("b", SECOND, "stuka"))
    done(free, "dogfight dice=6-6")
    assert "No side has" in refused(free, "dogfight-end melee=yes")
    assert not refused(free, "dogfight-end leave=a")
    for kind, goes in (("fb", True), ("stuka", False)):
        worn = _duel(Aircraft("a", FIRST, "fb", damaged=True, melee=True),
                     Aircraft("b", SECOND, kind, mg_out=True))
        done(worn, "dogfight dice=5-3")
        assert (refused(worn, "dogfight-end leave=b") == "") is goes
    plain = _duel(Aircraft("a", FIRST, "fb"), Aircraft("b", SECOND, "stuka"))
    done(plain, "dogfight dice=5-4")
    assert "E7.224: b may not go home" in refused(plain, "dogfight-end leave=b")
    assert "no combat" in refused(at(game(wings()), phase="close-combat"), "dogfight-end")


def test_the_example_of_two_fighter_bombers_and_three_stukas() -> None:
    """E7.22: the first shoots one down with two hits, loses its guns at another; the replies miss."""
    stukas = tuple(Aircraft(id, SECOND, "stuka", bombs=True) for id in "ABC")
    log = fly(at(game(wings()), phase="close-combat"), Aircraft("one", FIRST, "fb"),
              Aircraft("two", FIRST, "fb"), *stukas)
    done(log, "dogfight-targets targets=one>A,two>B,A>one,B>one,C>two")
    assert result(log, "dogfight dice=1-6") == ("damaged", 5)
    assert result(log, "dogfight target=A dice=2-6") == ("damaged", 5)
    assert _plane(log, "A").gone == "shot-down"
    assert result(log, "dogfight target=C dice=6-6") == ("mg-out", 10)
    assert "E7.221" in refused(log, "dogfight firer=two target=C dice=3-3")
    assert result(log, "dogfight dice=4-5") == ("none", 7)
    assert result(log, "dogfight dice=1-3") == ("none", 6)
    assert result(log, "dogfight dice=3-4") == ("none", 9)
    done(log, "dogfight-end leave=one melee=yes")
    assert [(p.id, p.melee, p.leaves) for p in log.books.air.here] == [
        ("one", False, True), ("two", True, False), ("B", True, False), ("C", True, False)]


# -- observation planes (E7.6) ------------------------------------------------------------------


def test_an_observation_plane_sights_before_battery_access() -> None:
    sets = SpecialRules(observation_plane=(SECOND,))
    log = at(game(sets=sets))
    assert [p.id for p in log.procedures() if p.id in ("spotter-plane", "sighting", "heavy-aa")] == [
        "spotter-plane", "heavy-aa"]
    event = done(log, "spotter-plane target=F5 terrain=other concealed=yes dice=4-4")[-1]
    assert (event.result, event.final, event.rule) == ("sighted", 8, "E7.61")
    assert "one more black chit" in event.text
    assert "black" not in done(log, "spotter-plane target=F5 terrain=other dice=4-4")[-1].text
    assert log.books.air.spotters[0].sighted == "F5"
    assert result(log, "spotter-plane target=F5 terrain=other concealed=yes dice=4-5")[0] == "failed"
    assert "E7.62" in done(log, "spotter-plane target=F5 terrain=woods concealed=yes dice=4-5")[-1].text
    assert "E7.62" not in done(log, "spotter-plane target=F5 terrain=light-woods concealed=yes "
                                    "dice=4-5")[-1].text
    assert result(log, "spotter-plane target=F5 terrain=other concealed=yes dice=6-6")[0] == "failed-recall"
    assert "E7.6" in refused(log, "spotter-plane target=F5 terrain=other dice=1-1 side=german")
    done(log, "next")
    assert log.books.air.spotters[0].gone == "recalled"
    said = refused(log, f"spotter-plane side={FIRST} target=F5 terrain=other dice=1-1")
    assert f"The {FIRST.capitalize()} side has no" in said


def test_tables_of_aircraft_have_no_gap() -> None:
    for id, key in some([("dogfight", "final"), ("light-aa", "above")]):
        assert all(table(id).look(**{key: final}).word_in("result") for final in range(-2, 16))
