"""Tables and examples of aircraft (E7), written down once more from the rules."""

from __future__ import annotations

import pytest
from air_logs import FIRST, SECOND, at, done, fly, game, refused, result, wings
from table_cells import Rows, cells_of, words_of

from visegrad_editor.desk.books.air import Aircraft
from visegrad_editor.desk.special_rules import SpecialRules
from visegrad_editor.desk.tables import table

BEFORE, AFTER = "before each attack", "after the attack"


@pytest.mark.parametrize(("id", "rule", "dice", "rows"), [
    ("air-bombs", "E7.21", "one die for the group", [("<=0", "yes"), (">=1", "no")]),
    ("aircraft-data", "E7.41", "", [
        ("fb", "<=1941", 6, "39F"), ("fb", "1942-1943", 8, "42F"), ("fb", ">=1944", 12, "44F"),
        ("stuka", "any", 4, "39F")]),
    ("dogfight", "E7.221", "two dice", [("<=4", "shot-down"), (5, "damaged"), (">=6", "none")]),
    ("dogfight-modifiers", "E7.221", "", [
        ("firer-stuka", 1), ("firer-bombs", 1), ("firer-damaged", 1), ("target-damaged", -1),
        ("target-other", -1), ("target-bombs", -1)]),
    ("dogfight-rate", "E7.222", "", [("fb", "yes", 1), ("fb", "no", 2), ("stuka", "any", 0)]),
    ("rear-gunner", "E7.221", "coloured die of an original 11 of a fighter-bomber against a Stuka", [
        (6, "shot-down"), ("<=5", "damaged")]),
    ("sighting-terrain", "E7.3", "", [
        ("building", "any", 3), ("woods", "any", 3), ("rubble", "any", 3), ("orchard", "4-10", 3),
        ("orchard", "any", 0), ("light-woods", "any", 2), ("brush", "any", 1), ("grain", "any", 1),
        ("marsh", "any", 1), ("crags", "any", 1), ("graveyard", "any", 1), ("other", "any", 0)]),
    ("sighting-modifiers", "E7.3", "", [
        ("near", 1, "E7.3"), ("haze", 1, "E7.3"), ("vehicle", -1, "E7.3"), ("moved", -1, "E7.3"),
        ("column", -1, "E7.3"), ("again", -1, "E7.3"), ("seen", -2, "E7.3")]),
    ("sighting-doctrine", "A25.212", "", [("russian|soviet", 2), ("any", 0)]),
    ("run-path", "E7.401-E7.403", "", [
        ("any", "strafe", 4, 4, 0, "fb", BEFORE), ("fb", "point", 4, 2, 0, "fb", BEFORE),
        ("stuka", "point", 1, 2, 3, "stuka", AFTER)]),
    ("bomb-to-hit", "E7.421", "", [("vehicle", "<=6", 10), ("infantry", "<=6", 8)]),
    ("light-aa", "E7.511", "two dice", [
        ("<=-1", "shot-down"), (0, "damaged"), (1, "evade"), (">=2", "none")]),
    ("unlikely-kill", "E7.512", "one die", [
        (1, "shot-down"), (2, "damaged"), (3, "evade"), ("4-6", "none")]),
    ("heavy-aa", "E7.52", "two dice, original", [
        (2, "shot-down"), (3, "damaged"), (4, "no-attack"), (">=5", "none")])])
def test_cells_of_aircraft(id: str, rule: str, dice: str, rows: Rows) -> None:
    assert cells_of(id) == (rule, dice, rows)


def test_cases_of_sighting_in_words_e7_3() -> None:
    """Units that count as near are vehicles with armour and squads, half squads and crews."""
    assert words_of("sighting-modifiers") == [
        "own vehicle with armour or own squad, half squad or crew within 4 hexes, which it sees",
        "mist, dust or heat haze", "vehicle or boat on water", "moved this player turn",
        "part of a convoy or column", "already attacked from the air this player turn",
        "neither concealed nor hidden"]
    assert words_of("dogfight-modifiers") == [
        "a Stuka fires", "the firer carries bombs", "the firer is damaged", "the target is damaged",
        "the target is no fighter-bomber", "the target carries bombs"]


def test_examples_of_sighting_k7_e7_3() -> None:
    """In the building of 19K7 the squad alone is sighted with at most 7, with a truck beside it with 11;
    smoke of 2 in between adds 2 to both."""
    for inputs, most in (
            ("terrain=building", 7), ("terrain=other vehicle=yes", 11), ("terrain=building smoke=2", 5),
            ("terrain=other vehicle=yes smoke=2", 9)):
        for roll in range(2, 13):
            log = fly(at(game(wings())), Aircraft("f-1", SECOND, "fb", bombs=True))
            white = max(1, roll - 6)
            found = result(log, f"sighting target=K7 {inputs} dice={roll - white}-{white}")[0]
            assert found.startswith("sighted") is (roll <= most), (inputs, roll)


@pytest.mark.parametrize(("against", "more", "most"), [
    ("vehicle", -1 + 2, 9),  # a tank of large size, +1 to the number; it moves, +2 to the roll
    ("vehicle", 0, 10), ("infantry", 0, 8),
    ("infantry", 2, 6)])  # entrenched
def test_example_of_a_bomb_at_four_targets_e7_421(against: str, more: int, most: int) -> None:
    """A fighter-bomber three hexes away in a point attack; the highest original roll that hits each."""
    for original in range(2, 13):
        log = fly(at(game(wings())), Aircraft("f-1", SECOND, "fb", bombs=True))
        done(log, "sighting target=K7 terrain=other dice=1-1")
        found = result(log, f"air-attack weapon=bomb hex=K7 run=point stop=2 against={against} "
                            f"original={original} final={original + more}")[0]
        assert (found != "miss") is (original <= most), (original, found)


@pytest.mark.parametrize(("aircraft", "run", "stops", "before"), [
    ("fb", "strafe", "K3 K4 K5 K6 K7", True), ("fb", "point", "K3 K4 K5 K6 K7", True),
    ("stuka", "strafe", "K3 K4 K5 K6 K7", True), ("stuka", "point", "K6 K7 K8 K9 K10", False)])
def test_where_aircraft_fly_and_when_light_guns_fire_e7_4(
    aircraft: str, run: str, stops: str, before: bool
) -> None:
    """A Stuka that dives attacks from its stop first, and flies on three hexes beyond the target."""
    event = done(at(game(wings())), f"run-path aircraft={aircraft} target=K7 heading=4 run={run}")[-1]
    assert " ".join(event.hexes) == stops
    first = event.text.split(";")[0]
    assert (first.index("light guns") < first.index("attack K7")) is before


@pytest.mark.parametrize("side", ["russian", "soviet"])
def test_both_names_of_a_nation_have_the_early_doctrine_a25_212(side: str) -> None:
    assert table("sighting-doctrine").look(nation=side).number_in("drm") == 2


def test_a_stuka_has_no_rate_of_fire_e7_222() -> None:
    """Whatever its coloured die."""
    for die in range(1, 7):
        log = fly(at(game(wings(), sets=SpecialRules()), phase="close-combat"), Aircraft("s", FIRST, "stuka"),
                  Aircraft("f", SECOND, "fb"))
        done(log, "dogfight-targets targets=s>f")
        assert result(log, f"dogfight dice={die}-5") == ("none", die + 6)
        assert "E7.221" in refused(log, "dogfight firer=s target=f dice=3-3")
