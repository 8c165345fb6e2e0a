"""Acceptance cases of the night, T01 to T10 as far as they are of the night."""

from __future__ import annotations

from typing import Any

import pytest
from desk_logs import log_in, night_card, results, the_event

from visegrad_editor.desk.log import CardLog


def after(phase: str = "", turn: int = 1, half: str = "first", rules: dict[str, Any] | None = None,
          **night: Any) -> CardLog:
    return log_in(night_card(rules, **night), phase, turn, half)


def test_t01_the_range_of_sight_in_january() -> None:
    log = after(nvr=None)
    event = the_event(log, "nvr-setup month=1 dice=2-5")
    assert event.final == 3
    assert (log.books.night.clouds, log.books.night.moon, log.books.night.nvr) == ("scattered", "new", 2)
    snow = after(nvr=None)
    assert results(snow, "nvr-setup month=1 weather=ground-snow dice=2-5") == ["nvr 5"]


def test_t02_changes_of_the_range_of_sight() -> None:
    def changed(*dice: str, fired: bool = False, nvr: int = 5, moon: str = "full",
                snow: bool = False) -> list[str]:
        rules: dict[str, Any] = {"weather": ("ground-snow",)} if snow else {}
        log = after("prep-fire", rules=rules, nvr=nvr, clouds="scattered", moon=moon)
        if fired:
            log.apply("starshell firer=leader at=F4 reason=sight dice=1")
            log.apply("starshell-place option=1 at=F4 dice=1")
        while log.books.half == "first":
            log.apply("next")
        return [r for d in dice for r in results(log, f"nvr-change dice={d}")]
    assert changed("6-5") == ["nvr 6"]
    assert changed("6-2") == ["nvr 4"]
    assert changed("6-4") == ["nvr 6"]
    assert changed("6-4", fired=True) == ["nvr 5"]
    assert changed("6-3", "6-3", nvr=3, moon="half", snow=True) == ["nvr 2", "nvr 2"]


def test_t04_vehicles_beyond_the_range() -> None:
    log = after("prep-fire")
    for line, found in (
            ("distance=5 vehicle=other", "seen"), ("distance=6 vehicle=other", "beyond"),
            ("distance=6 vehicle=tracked", "seen"), ("distance=7 vehicle=tracked", "beyond"),
            ("distance=3 buttoned-up=yes nvr=5", "beyond"), ("distance=2 buttoned-up=yes nvr=5", "seen")):
        assert results(log, f"nvr-see {line}") == [found], line


def test_t05_what_the_sides_have() -> None:
    log = after()
    found = results(log, "night-allotment on-board=11.5 defender=11.5 attacker=11,3 defender-san=6")
    assert found[:4] == ["hidden 3", "dummies 11", "cloaks 14", "san 7"]
    assert [sum(c.group == g for c in log.books.night.cloaks) for g in (0, 1)] == [11, 3]


def test_t06_reconnaissance() -> None:
    assert results(after(), "recon nation=british class=stealthy dice=3") == ["hexes 5"]
    event = the_event(after(), "recon nation=romanian class=lax dice=1")
    assert (event.final, event.result) == (-1, "hexes 0")


@pytest.mark.parametrize(("moves", "dice", "found"), [
    ("normal", "6-2", "moves"), ("normal", "6-3", "strays"), ("stealthy", "6-4", "moves"),
    ("stealthy", "6-5", "strays"), ("lax", "6-1", "strays"), ("lax", "5-6", "moves"), ("normal", "5-6",
                                                                                       "moves"),
    ("stealthy", "5-6", "moves")])
def test_t07_movement_rolls(moves: str, dice: str, found: str) -> None:
    assert results(after("movement"), f"stray unit=A3 class={moves} dice={dice}") == [found]


@pytest.mark.parametrize(("dice", "unit", "found"), [
    ("4-4", "class=normal", "none"), ("5-5", "class=normal", "mover"), ("5-5", "class=normal cloaked=yes",
                                                                        "none"),
    ("6-6", "class=normal cloaked=yes", "mover")])
def test_t08_fire_from_fear(dice: str, unit: str, found: str) -> None:
    log = after("movement")
    log.apply("gunflash cause=first-fire at=K5")
    log.apply(f"stray unit=A3 {unit} dice=6-6")
    log.apply(f"stray-direction dice={dice}")
    assert results(log, "jitter") == [found]


@pytest.mark.parametrize(("line", "dice", "found"), [
    ("option=1", "2", "G4"), ("option=3 hex=F1", "4-5", "F6"), ("option=2 hex=I3 target=I3 los=yes", "6-5",
                                                                "F1")])
def test_t09_starshells(line: str, dice: str, found: str) -> None:
    log = after("prep-fire")
    log.apply("starshell firer=leader at=F4 reason=sight dice=4")
    assert the_event(log, f"starshell-place {line} dice={dice}").hexes == (found,)


def test_t10_trip_flares() -> None:
    log = log_in(night_card({"trip_flares": (("german", 2),)}))
    log.apply("trip-flare-plan at=K5 number=2 terrain=wire")
    for _ in range(3):
        log.apply("next")
    assert results(log, "trip-flare at=K5 action=enter dice=3") == ["none"]
    event = the_event(log, "trip-flare at=K5 action=enter way=road vehicle=yes dice=6")
    assert (event.final, event.result) == (2, "goes off, left 0")
