"""Going astray and fire from fear by night, and random locations."""

from __future__ import annotations

from dataclasses import replace

import pytest
from desk_logs import log_in, night_card, results, the_event

from visegrad_editor.desk.log import CardLog
from visegrad_editor.engine import IllegalOrderError


def moving(**readings: str) -> CardLog:
    return log_in(replace(night_card(), readings=tuple(readings.items())), "movement")


def astray(log: CardLog, more: str = "class=lax", dice: str = "") -> CardLog:
    """A log in which A has gone astray, and with `dice` its Straying DR is made."""
    log.apply(f"stray unit=A {more} dice=6-6")
    if dice:
        log.apply(f"stray-direction dice={dice}")
    return log


def after_an_attack(**readings: str) -> CardLog:
    log = moving(**readings)
    log.apply("gunflash cause=first-fire at=K5")
    return log


@pytest.mark.parametrize(("moves", "from_white"), [("lax", 1), ("normal", 3), ("stealthy", 5)])
def test_all_movement_rolls_e1_53(moves: str, from_white: int) -> None:
    log = moving()
    for coloured in range(1, 7):
        for white in range(1, 7):
            found = results(log, f"stray unit=A class={moves} dice={coloured}-{white}")
            assert found == ["strays" if coloured == 6 and white >= from_white else "moves"]


def test_straying_is_rolled_in_the_movement_phase_and_its_direction_must_follow() -> None:
    assert results(log_in(night_card(), "advance"), "stray unit=A class=lax dice=6-1") == ["refused E1.53"]
    log = moving()
    log.apply("stray unit=A class=lax at=F5 dice=6-1")
    with pytest.raises(IllegalOrderError, match="First `stray-direction`: A goes astray"):
        log.apply("next")
    event = the_event(log, "stray-direction unit=A dice=3-1")
    assert (event.result, event.hexes) == ("direction 3", ("G6",))
    assert [(d.procedure, d.must) for d in log.books.due] == [("stray-end", False)]
    log.apply("next")
    assert results(log, "stray-direction unit=A class=lax dice=3-1") == ["refused E1.53"]
    assert results(log, "stray-end unit=A end=spent") == ["refused E1.53"]
    assert "stray" in [o.procedure.id for o in moving().offers()]


@pytest.mark.parametrize(("reason", "rule"), [
    *((r, "E1.531") for r in (
        "underground", "trail-break", "sees-enemy", "near-road", "near-water", "near-light", "near-trench",
        "near-pillbox", "follows", "enters")), ("berserk", "E1.533")])
def test_who_makes_no_roll(reason: str, rule: str) -> None:
    event = the_event(moving(), f"stray unit=A class=lax exempt={reason}")
    assert (event.result, event.rule, event.dice) == ("exempt", rule, ())
    assert len(event.asked) == 2


def test_entrenchments_by_both_readings_r10() -> None:
    for reason, trench, entrenchment in (
            ("near-trench", "exempt", "exempt"), ("near-pillbox", "exempt", "refused E1.531"),
            ("near-entrenchment", "refused E1.531", "exempt")):
        line = f"stray unit=A class=lax exempt={reason}"
        assert results(moving(), line) == [trench]
        assert results(moving(R10="entrenchment"), line) == [entrenchment]


@pytest.mark.parametrize(("way", "there"), [(1, "F4"), (2, "G5"), (3, "G6"), (4, "F6"), (5, "E6"), (6, "E5")])
def test_the_coloured_die_is_the_direction(way: int, there: str) -> None:
    # The hexes of F lie half a hex lower than those of E and G.
    line = f"stray-direction unit=A class=lax dice={way}-{way % 6 + 1}"
    event = the_event(astray(moving(), "class=lax at=F5"), line)
    assert (event.result, event.hexes) == (f"direction {way}", (there,))
    assert results(astray(moving()), line) == [f"direction {way}"]


def test_who_would_leave_the_map_or_enter_light_becomes_ti() -> None:
    log = moving()
    event = the_event(astray(log, "class=lax at=C1"), "stray-direction dice=1-2")
    assert (event.result, event.hexes) == ("direction 1 ti", ())
    log.apply("blaze at=F3")
    for at, lit, found in (("F6", "", " ti"), ("F6", "next-lit=no", ""), ("F7", "", ""),
                           ("F7", "next-lit=yes", " ti")):
        assert results(astray(log, f"class=lax at={at}"), f"stray-direction {lit} dice=1-2") == [
            f"direction 1{found}"]


@pytest.mark.parametrize(("end", "found", "rule"), [
    ("spent", "ends", "E1.53"), ("friends", "released", "E1.532"), ("jitter", "ends", "E1.552"),
    *((e, "ti", "E1.53") for e in (
        "too-little", "climb", "stairs", "ford", "scale", "swim", "nearer-enemy", "lit", "impassable",
        "off-map",
        "ffe", "minefield", "bog"))])
def test_how_straying_ends(end: str, found: str, rule: str) -> None:
    event = the_event(astray(moving(), dice="1-2"), f"stray-end unit=A end={end}")
    assert (event.result, event.rule) == (found, rule)


# -- Jitter Fire ------------------------------------------------------------------------------------


def jittery(**readings: str) -> CardLog:
    """A log in which A strays with two ones, after an attack."""
    return astray(after_an_attack(**readings), dice="1-1")


@pytest.mark.parametrize(("total", "fires"), [
    (8, {"lax"}), (10, {"lax", "normal"}), (12, {"lax", "normal", "stealthy", "cloaked"})])
@pytest.mark.parametrize("mover", ["lax", "normal", "stealthy", "cloaked"])
def test_the_mover_fires_e1_55(total: int, fires: set[str], mover: str) -> None:
    moves = "class=lax cloaked=yes" if mover == "cloaked" else f"class={mover}"
    log = astray(after_an_attack(), moves, f"{total // 2}-{total // 2}")
    event = the_event(log, "jitter")
    assert event.result == ("mover" if mover in fires else "none")
    assert [d.procedure for d in log.books.due] == ["stray-end", *(["gunflash"] if mover in fires else [])]


@pytest.mark.parametrize(("total", "fires"), [
    (2, ["L", "N", "S"]), (4, ["L", "N"]), (6, ["L"])])
def test_the_nearest_fire_e1_55(total: int, fires: list[str]) -> None:
    dice = f"{total // 2}-{total // 2}"
    log = astray(after_an_attack(), dice=dice)
    event = the_event(log, "jitter nearest=L:lax,N:normal,S:stealthy")
    assert (event.result, list(event.units)) == ("nearest", fires)
    assert [d.procedure for d in log.books.due] == ["stray-end", "gunflash"]
    words = {2: "nearest units of", 4: "nearest normal and lax units", 6: "nearest lax units"}[total]
    event = the_event(astray(after_an_attack(), dice=dice), "jitter")
    assert event.result == "nearest"
    assert words in event.text


def test_one_or_several_fire() -> None:
    assert the_event(jittery(), "jitter nearest=B:lax").text.startswith("B fires from fear")
    assert the_event(jittery(), "jitter nearest=B:lax,C:lax").text.startswith("B and C fire from fear")


@pytest.mark.parametrize("state", ["hidden", "not-good-order", "hero", "no-fp", "final-fire",
                                   "first-fire-nearer"])
def test_who_is_exempt_from_jitter_fire_e1_551(state: str) -> None:
    assert results(jittery(), f"jitter nearest=B:lax:{state}") == ["none"]
    event = the_event(jittery(), f"jitter nearest=B:lax:{state},C:lax")
    assert event.units == ("C",)


def test_concealed_units_and_jitter_fire_by_both_readings_r04() -> None:
    line = "jitter nearest=B:lax:concealed"
    assert results(jittery(), line) == ["nearest"]
    assert results(jittery(R04="concealed"), line) == ["none"]
    assert "not concealed" in the_event(jittery(R04="concealed"), "jitter").text


def test_no_jitter_fire_before_an_attack_has_left_a_gunflash() -> None:
    log = moving()
    assert results(astray(log), "stray-direction dice=2-2") == ["direction 2", "no jitter"]
    log.apply("gunflash cause=first-fire at=K5 enemy=no")
    assert results(astray(log), "stray-direction dice=2-2") == ["direction 2", "no jitter"]
    log.apply("gunflash cause=first-fire at=K5")
    assert results(astray(log, "class=lax cloaked=yes at=F5"), "stray-direction dice=6-6") == ["direction 6"]
    with pytest.raises(IllegalOrderError, match="First `jitter`"):
        log.apply("next")
    assert results(log, "jitter") == ["mover"]
    assert dict(log.books.due[-1].inputs) == {"enemy": "no", "at": "F5"}
    assert results(astray(log), "stray-direction dice=2-3") == ["direction 2"]


@pytest.mark.parametrize("line", [
    "total=7", "mover=B", "class=normal", "cloaked=yes", "nearest=B", "nearest=B:fast",
    "nearest=B:lax:asleep", "nearest=:lax", "nearest=B:lax,B:lax", "nearest=B:lax,B:normal"])
def test_jitter_fire_refuses_what_cannot_be(line: str) -> None:
    log = jittery()
    assert results(log, f"jitter {line}") in (["refused E1.55"], ["refused E1.551"])
    assert results(log, "jitter") == ["nearest"]
    assert results(after_an_attack(), "jitter total=12 mover=A class=lax") == ["refused E1.55"]


@pytest.mark.parametrize("line", [
    "unit=B class=normal", "class=stealthy", "unit=A class=lax", "cloaked=yes", "at=K6"])
def test_a_straying_roll_is_that_of_the_unit_that_has_gone_astray_e1_53(line: str) -> None:
    """What the Movement DR was made with holds for the Straying DR."""
    log = moving()
    log.apply("stray unit=A class=normal at=F5 dice=6-3")
    assert results(log, f"stray-direction {line} dice=1-2") == ["refused E1.53"]
    assert results(log, "stray-end unit=A end=spent") == ["refused E1.53"]
    assert results(log, "stray-direction unit=A class=normal dice=1-2") == ["direction 1"]
    assert results(log, "stray-end unit=B end=spent") == ["refused E1.53"]
    assert results(log, "stray-end end=spent") == ["ends"]


# -- random locations ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "found"), [
    ("1-2", "F3"), ("2-2", "H4"), ("3-2", "H6"), ("4-3", "F8"), ("5-2", "D6"), ("6-4", "B3")])
def test_random_location_e_3(dice: str, found: str) -> None:
    event = the_event(moving(), f"random-location at=F5 dice={dice}")
    assert (event.result, event.hexes, event.rule) == ("found", (found,), "E.3")


def test_a_random_location_may_lie_off_the_boards() -> None:
    assert results(moving(), "random-location at=B1 dice=6-5") == ["off board"]
    assert results(moving(), "random-location dice=6-5") == ["refused "]
