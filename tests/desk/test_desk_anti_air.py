"""Light and heavy guns at aircraft and gliders (E7.51, E7.52, E8.21)."""

from __future__ import annotations

import pytest
from air_logs import FIRST, SECOND, at, done, fly, game, gliders, offered, refused, result, wings

from visegrad_editor.desk.books.air import Aircraft
from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.special_rules import SpecialRules


def _seen(**state: bool) -> CardLog:
    log = fly(at(game(wings())), Aircraft("f-1", SECOND, "fb", **state))
    done(log, "sighting target=K7 terrain=other dice=1-1")
    return log


def _glider(count: int = 1) -> CardLog:
    log = at(game(gliders(count)), 2, "first", "prep-fire")
    done(log, "next")
    for hex in ("K7", "M7", "P7")[:count]:
        done(log, f"glider-place hex={hex}")
    return log


@pytest.mark.parametrize(("dice", "star", "more", "word", "final"), [
    ("1-2", 2, 0, "shot-down", 5), ("3-1", 2, 0, "damaged", 6), ("3-2", 2, 0, "evade", 7),
    ("3-3", 2, 0, "none", 8), ("1-2", 2, 1, "damaged", 6), ("3-1", 1, 0, "shot-down", 5),
    ("3-3", 1, -2, "shot-down", 5)])
def test_light_guns_at_aircraft(dice: str, star: int, more: int, word: str, final: int) -> None:
    log = _seen()
    event = done(log, f"light-aa kill=6 star={star} more={more} dice={dice}")[-1]
    assert (event.result, event.final, event.rule) == (word, final, "E7.511")
    plane = log.books.air.get("f-1")
    assert plane is not None
    assert (plane.gone, plane.damaged, plane.leaves, plane.shaken) == {
        "shot-down": ("shot-down", False, False, False), "damaged": ("", True, True, True),
        "evade": ("", False, False, True), "none": ("", False, False, False)}[word]


def test_a_second_damage_shoots_down() -> None:
    log = _seen(damaged=True)
    event = done(log, "light-aa kill=6 star=1 dice=3-2")[-1]
    assert event.result == "damaged"
    assert "second damage (E7.226): 2 victory points" in event.text
    assert not log.books.air.here


@pytest.mark.parametrize(("kill", "die", "word"), [
    (0, 1, "shot-down"), (0, 2, "damaged"), (0, 3, "evade"), (0, 4, "none"), (0, 6, "none"),
    (4, 4, "damaged"), (4, 1, "shot-down"), (4, 3, "damaged"), (3, 4, "evade"), (3, 2, "damaged"),
    (3, 3, "evade")])
def test_an_original_2_gives_an_unlikely_kill_and_the_worse_counts(kill: int, die: int, word: str) -> None:
    assert result(_seen(), f"light-aa kill={kill} star=2 dice=1-1,{die}") == (word, 4)


def test_no_die_after_an_original_2_that_shoots_down() -> None:
    assert result(_seen(), "light-aa kill=6 star=2 dice=1-1") == ("shot-down", 4)
    assert "has 3 dice, and needs only 2" in refused(_seen(), "light-aa kill=6 star=2 dice=1-2,1")


def test_machine_guns_may_cower_with_doubles() -> None:
    assert result(_seen(), "light-aa kill=6 cowers=5 star=0 dice=3-3")[0] == "evade"
    assert result(_seen(), "light-aa kill=6 cowers=5 star=0 dice=4-2")[0] == "damaged"
    assert result(_seen(), "light-aa kill=6 star=0 dice=3-3")[0] == "damaged"


def test_whom_light_guns_fire_at() -> None:
    log = fly(at(game(wings())), Aircraft("f-1", SECOND, "fb"))
    assert "light-aa" not in offered(log)
    assert "E7.51: f-1 is out of range" in refused(log, "light-aa target=f-1 kill=6 star=1 dice=3-3")
    own = fly(at(game(wings())), Aircraft("f-1", FIRST, "fb", support="sighted"))
    assert "E7.51: Light guns fire" in refused(own, "light-aa target=f-1 kill=6 star=1 dice=3-3")
    log = _seen()
    assert "light-aa" in offered(log)
    assert "E7.511: Write star=" in refused(log, "light-aa kill=6 dice=3-3")
    assert "no aircraft or glider x" in refused(log, "light-aa target=x kill=6 dice=3-3")
    done(log, "air-attack weapon=mg hex=K7 run=strafe original=7")
    done(log, "air-attack weapon=end")
    assert not refused(log, "light-aa target=f-1 kill=6 star=1 dice=3-3")


@pytest.mark.parametrize(("dice", "word", "damaged", "evades"), [
    ("2-2", "shot-down", False, False), ("3-2", "damaged", True, True), ("3-3", "evade", False, True),
    ("4-3", "none", False, False)])
def test_light_guns_at_gliders_add_1(dice: str, word: str, damaged: bool, evades: bool) -> None:
    log = _glider()
    event = done(log, f"light-aa kill=6 dice={dice}")[-1]
    assert (event.result, event.rule) == (word, "E8.21")
    glider = log.books.gliders.get("planes-1")
    assert glider is not None
    assert (glider.state == "lost") is (word == "shot-down")
    assert (glider.damaged, glider.must_evade) == (damaged, evades)
    assert ("glider-evade glider=planes-1" in offered(log)) is evades
    assert ("glider-land glider=planes-1" in offered(log)) is (word != "shot-down")
    assert not glider.wreck


def test_a_glider_damaged_twice_in_the_air_is_lost_and_evades_once_in_each_hex() -> None:
    log = _glider()
    done(log, "light-aa kill=6 dice=3-3")
    done(log, "light-aa kill=6 dice=3-2")
    assert offered(log).count("glider-evade glider=planes-1") == 1
    event = done(log, "light-aa kill=6 dice=3-2")[-1]
    assert "second damage (E8.41)" in event.text
    assert log.books.gliders.gliders[0].state == "lost"
    assert not log.books.due
    assert "not in the air" in refused(log, "light-aa target=planes-1 kill=6 dice=3-3")


def test_gliders_are_fired_at_when_all_are_placed() -> None:
    log = at(game(gliders(2)), 2, "first", "prep-fire")
    done(log, "next")
    done(log, "glider-place hex=K7")
    assert "light-aa" not in offered(log)
    assert "E8.21: First all" in refused(log, "light-aa target=planes-1 kill=6 dice=3-3")
    done(log, "glider-place hex=M7")
    assert "light-aa" in offered(log)


@pytest.mark.parametrize(("dice", "word"), [
    ("1-1", "shot-down"), ("1-2", "damaged"), ("2-2", "no-attack"), ("3-2", "none"), ("6-6", "none")])
def test_heavy_guns(dice: str, word: str) -> None:
    log = fly(at(game(wings()), phase="prep-fire"), Aircraft("f-1", SECOND, "fb"))
    event = done(log, f"heavy-aa side={FIRST} dice={dice}")[-1]
    assert (event.result, event.rule) == (word, "E7.52")
    plane = log.books.air.aircraft[0]
    assert (plane.gone, plane.damaged, plane.support) == {
        "shot-down": ("shot-down", False, ""), "damaged": ("", True, ""), "no-attack": ("", False, "done"),
        "none": ("", False, "")}[word]
    white = dice[-1]
    assert f"{white} hexspine{'' if white == '1' else 's'} clockwise" in event.text


def test_when_heavy_guns_fire_and_at_what() -> None:
    planes = (Aircraft("f-1", SECOND, "fb"), Aircraft("f-2", FIRST, "fb"))
    for phase, side, allowed in (("prep-fire", FIRST, True), ("prep-fire", SECOND, False),
                                 ("defensive-fire", FIRST, False), ("defensive-fire", SECOND, True),
                                 ("movement", FIRST, False)):
        log = fly(at(game(wings()), phase=phase), *planes)
        assert (refused(log, f"heavy-aa side={side} target=f-1 dice=6-5") == "") is allowed, (phase, side)
    log = fly(at(game(wings()), phase="prep-fire"), *planes)
    assert "Target is missing" in refused(log, f"heavy-aa side={FIRST} dice=6-5")
    assert "in play: f-1, f-2" in refused(log, f"heavy-aa side={FIRST} target=x dice=6-5")


@pytest.mark.parametrize(("dice", "gone", "leaves"), [
    ("1-1", "shot-down", False), ("1-2", "", True), ("2-2", "", False)])
def test_heavy_guns_at_an_observation_plane(dice: str, gone: str, leaves: bool) -> None:
    log = at(game(sets=SpecialRules(observation_plane=(SECOND,))), phase="prep-fire")
    done(log, f"heavy-aa side={FIRST} dice={dice}")
    spotter = log.books.air.spotters[0]
    assert (spotter.gone, spotter.leaves) == (gone, leaves)
