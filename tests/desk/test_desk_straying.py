"""Going astray and fire from fear by night, and random locations."""

from __future__ import annotations

from dataclasses import replace

import pytest
from desk_logs import log_in, night_card, results, the_event

from visegrad_editor.desk.log import CardLog
from visegrad_editor.engine import IllegalOrderError


def moving(**readings: str) -> CardLog:
    return log_in(replace(night_card(), readings=tuple(readings.items())), "movement")


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
    event = the_event(moving(), f"stray-direction unit=A class=lax at=F5 dice={way}-{way % 6 + 1}")
    assert (event.result, event.hexes) == (f"direction {way}", (there,))
    assert results(moving(), f"stray-direction unit=A class=lax dice={way}-{way % 6 + 1}") == [f"direction "
                                                                                               f"{way}"]


def test_who_would_leave_the_map_or_enter_light_becomes_ti() -> None:
    log = moving()
    event = the_event(log, "stray-direction unit=A class=lax at=C1 dice=1-2")
    assert (event.result, event.hexes) == ("direction 1 ti", ())
    log.apply("blaze at=F3")
    assert results(log, "stray-direction unit=A class=lax at=F6 dice=1-2") == ["direction 1 ti"]
    assert results(log, "stray-direction unit=A class=lax at=F6 next-lit=no dice=1-2") == ["direction 1"]
    assert results(log, "stray-direction unit=A class=lax at=F7 dice=1-2") == ["direction 1"]
    assert results(log, "stray-direction unit=A class=lax at=F7 next-lit=yes dice=1-2") == ["direction 1 ti"]


@pytest.mark.parametrize(("end", "found", "rule"), [
    ("spent", "ends", "E1.53"), ("friends", "released", "E1.532"), ("jitter", "ends", "E1.552"),
    *((e, "ti", "E1.53") for e in (
        "too-little", "climb", "stairs", "ford", "scale", "swim", "nearer-enemy", "lit", "impassable",
        "off-map",
        "ffe", "minefield", "bog"))])
def test_how_straying_ends(end: str, found: str, rule: str) -> None:
    event = the_event(moving(), f"stray-end unit=A end={end}")
    assert (event.result, event.rule) == (found, rule)


# -- Jitter Fire ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("total", "fires"), [
    (8, {"lax"}), (10, {"lax", "normal"}), (12, {"lax", "normal", "stealthy", "cloaked"})])
@pytest.mark.parametrize("mover", ["lax", "normal", "stealthy", "cloaked"])
def test_the_mover_fires_e1_55(total: int, fires: set[str], mover: str) -> None:
    moves = "class=lax cloaked=yes" if mover == "cloaked" else f"class={mover}"
    log = after_an_attack()
    event = the_event(log, f"jitter total={total} mover=A {moves}")
    assert event.result == ("mover" if mover in fires else "none")
    assert [d.procedure for d in log.books.due] == (["gunflash"] if mover in fires else [])


@pytest.mark.parametrize(("total", "fires"), [
    (2, ["L", "N", "S"]), (4, ["L", "N"]), (6, ["L"])])
def test_the_nearest_fire_e1_55(total: int, fires: list[str]) -> None:
    log = after_an_attack()
    line = f"jitter total={total} mover=A class=lax nearest=L:lax,N:normal,S:stealthy"
    event = the_event(log, line)
    assert (event.result, list(event.units)) == ("nearest", fires)
    assert [d.procedure for d in log.books.due] == ["gunflash"]
    words = {2: "nearest units of", 4: "nearest normal and lax units", 6: "nearest lax units"}[total]
    event = the_event(log, line.partition(" nearest")[0])
    assert event.result == "nearest"
    assert words in event.text


def test_one_or_several_fire() -> None:
    line = "jitter total=2 mover=A class=lax nearest=B:lax"
    assert the_event(after_an_attack(), line).text.startswith("B fires from fear")
    assert the_event(after_an_attack(), f"{line},C:lax").text.startswith("B and C fire from fear")


@pytest.mark.parametrize("state", ["hidden", "not-good-order", "hero", "no-fp", "final-fire",
                                   "first-fire-nearer"])
def test_who_is_exempt_from_jitter_fire_e1_551(state: str) -> None:
    log = after_an_attack()
    assert results(log, f"jitter total=2 mover=A class=lax nearest=B:lax:{state}") == ["none"]
    event = the_event(log, f"jitter total=2 mover=A class=lax nearest=B:lax:{state},C:lax")
    assert event.units == ("C",)


def test_concealed_units_and_jitter_fire_by_both_readings_r04() -> None:
    line = "jitter total=2 mover=A class=lax nearest=B:lax:concealed"
    assert results(after_an_attack(), line) == ["nearest"]
    assert results(after_an_attack(R04="concealed"), line) == ["none"]
    assert "not concealed" in the_event(after_an_attack(R04="concealed"), line.partition(" nearest")[0]).text


def test_no_jitter_fire_before_an_attack_has_left_a_gunflash() -> None:
    log = moving()
    assert results(log, "jitter total=12 mover=A class=lax") == ["refused E1.55"]
    assert results(log, "stray-direction unit=A class=lax dice=2-2") == ["direction 2", "no jitter"]
    log.apply("gunflash cause=first-fire at=K5 enemy=no")
    assert results(log, "stray-direction unit=A class=lax dice=2-2") == ["direction 2", "no jitter"]
    log.apply("gunflash cause=first-fire at=K5")
    assert results(log, "stray-direction unit=A class=lax cloaked=yes at=F5 dice=6-6") == ["direction 6"]
    with pytest.raises(IllegalOrderError, match="First `jitter`"):
        log.apply("next")
    assert results(log, "jitter") == ["mover"]
    assert dict(log.books.due[-1].inputs) == {"enemy": "no", "at": "F5"}
    assert results(log, "stray-direction unit=A class=lax dice=2-3") == ["direction 2"]


@pytest.mark.parametrize("line", [
    "total=7 mover=A class=lax", "total=2 mover=A class=lax nearest=B", "total=2 mover=A class=lax "
                                                                        "nearest=B:fast",
    "total=2 mover=A class=lax nearest=B:lax:asleep", "total=2 mover=A class=lax nearest=:lax"])
def test_jitter_fire_refuses_what_cannot_be(line: str) -> None:
    found = results(after_an_attack(), f"jitter {line}")
    assert found in (["refused E1.55"], ["refused E1.551"])
    late = after_an_attack()
    late.apply("next")
    assert results(late, "jitter total=12 mover=A class=lax") == ["refused E1.55"]


# -- random locations ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "found"), [
    ("1-2", "F3"), ("2-2", "H4"), ("3-2", "H6"), ("4-3", "F8"), ("5-2", "D6"), ("6-4", "B3")])
def test_random_location_e_3(dice: str, found: str) -> None:
    event = the_event(moving(), f"random-location at=F5 dice={dice}")
    assert (event.result, event.hexes, event.rule) == ("found", (found,), "E.3")


def test_a_random_location_may_lie_off_the_boards() -> None:
    assert results(moving(), "random-location at=B1 dice=6-5") == ["off board"]
    assert results(moving(), "random-location dice=6-5") == ["refused "]
