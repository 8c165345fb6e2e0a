"""Lights and gunflashes by night: what leaves them, where they come, what they light, and when they go."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from desk_logs import log_in, night_card, results, the_event
from hypothesis import given, settings
from hypothesis import strategies as st

from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.procedures.procedure import PHASES
from visegrad_editor.desk.tables import table
from visegrad_editor.engine import IllegalOrderError


def in_phase(phase: str = "prep-fire", rules: dict[str, Any] | None = None, turn: int = 1,
             half: str = "first",
             **night: Any) -> CardLog:
    return log_in(night_card(rules, **night), phase, turn, half)


def to(log: CardLog, phase: str, half: str = "first", turn: int = 1) -> CardLog:
    while (log.books.turn, log.books.half, log.books.phase) != (turn, half, phase):
        log.apply("next")
    return log


# -- gunflashes ------------------------------------------------------------------------------------

_LEAVES = {
    "prep-fire": "E1.8", "moving-fire": "E1.8", "opportunity-fire": "E1.8", "first-fire": "E1.8",
    "final-fire": "E1.8", "intensive-fire": "E1.8", "no-fire": "E1.8", "melee": "E1.82",
    "mines-harm": "E1.83",
    "mol": "E1.84", "flamethrower": "E1.84", "dc-explodes": "E1.85", "atmm-damage": "E1.85",
    "search-loss": "E1.86", "ffe-he": "E1.87", "ir-mortar": "E1.931", "fire-setting": "E1.94"}
_LEAVES_NONE = {
    "advancing-fire": "E footnote 10", "mines-harmless": "E1.83", "dc-fails": "E1.85",
    "atmm-harmless": "E1.85",
    "search-harmless": "E1.86", "sr": "E1.87", "piat": "E1.88", "dismantling": "E1.89", "spotting": "E1.89",
    "radio": "E1.89", "ammo-vehicle": "E1.89", "starshell": "E1.921"}
_NO_ATTACK = {"search-loss", "ir-mortar", "fire-setting"}


def test_the_table_of_gunflashes_is_the_one_tested_here() -> None:
    assert {str(row[0]) for row in table("gunflash").rows} == {*_LEAVES, *_LEAVES_NONE}


@pytest.mark.parametrize("cause", _LEAVES)
def test_what_leaves_a_gunflash_e1_8(cause: str) -> None:
    log = in_phase()
    more = {"flamethrower": " own=F4", "ffe-he": " by=german"}.get(cause, "")
    event = the_event(log, f"gunflash cause={cause} at=F5{more}")
    assert (event.result, event.rule) == ("gunflash", _LEAVES[cause])
    assert [f.name for f in log.books.night.gunflashes] == (["F5",
                                                             "F4"] if cause == "flamethrower" else ["F5"])
    assert log.books.night.attacked == (cause not in _NO_ATTACK)


@pytest.mark.parametrize("cause", _LEAVES_NONE)
def test_what_leaves_none(cause: str) -> None:
    log = in_phase()
    event = the_event(log, f"gunflash cause={cause} at=F5")
    assert (event.result, event.rule) == ("none", _LEAVES_NONE[cause])
    assert log.books.night.gunflashes == ()
    assert not log.books.night.attacked


@pytest.mark.parametrize(("cause", "by"), [
    ("prep-fire", "russian"), ("moving-fire", "russian"), ("opportunity-fire", "russian"),
    ("advancing-fire", "russian"), ("first-fire", "german"), ("final-fire", "german"), ("melee", ""), ("piat",
                                                                                                       ""),
    ("sr", "")])
def test_whose_attack_it_is_by_the_phase(cause: str, by: str) -> None:
    log = in_phase("movement")
    log.apply(f"gunflash cause={cause} at=F5")
    assert log.books.night.attack_by == ((by,) if by else ())
    log.apply(f"gunflash cause={cause} at=F5 by=german")
    assert ("german" in log.books.night.attack_by) == (cause != "sr")


def test_gunflashes_refuse_what_is_missing() -> None:
    log = in_phase()
    assert results(log, "gunflash cause=prep-fire") == ["refused E1.8"]
    assert results(log, "gunflash cause=flamethrower at=F5") == ["refused E1.84"]
    assert results(log, "gunflash cause=ffe-he at=F5") == ["refused E1.91"]
    assert results(in_phase(""), "gunflash cause=melee at=F5 until=rout") == ["refused E1.8"]
    assert results(in_phase(""), "gunflash cause=first-fire at=F5") == ["gunflash"]


@pytest.mark.parametrize(("line", "phase", "gone"), [
    # First and final fire to the end of the Advancing Fire Phase, or of the next one.
    ("cause=first-fire", "movement", ("advancing-fire", "first", 1)),
    ("cause=final-fire", "defensive-fire", ("advancing-fire", "first", 1)),
    ("cause=final-fire", "advancing-fire", ("advancing-fire", "first", 1)),
    ("cause=final-fire", "rout", ("advancing-fire", "second", 1)),
    ("cause=prep-fire until=advancing-fire", "prep-fire", ("advancing-fire", "first", 1)),
    ("cause=opportunity-fire until=rally", "advancing-fire", ("rally", "second", 1)),
    ("cause=melee until=close-combat", "close-combat", ("close-combat", "first", 1)),
])
def test_when_a_gunflash_goes(line: str, phase: str, gone: tuple[str, str, int]) -> None:
    log = in_phase(phase)
    log.apply(f"gunflash {line} at=F5")
    to(log, *gone)
    assert log.books.night.flashes(log.card.layout.place("F5"))
    events = log.apply("next")
    assert not log.books.night.gunflashes
    assert (events[0].result, events[0].rule) == ("gone", "E1.8")  # type: ignore[attr-defined]


def test_a_gunflash_without_a_phase_stays_until_it_is_taken_away() -> None:
    log = in_phase()
    log.apply("gunflash cause=melee at=F5,G5")
    log.apply("gunflash cause=melee at=F5")
    to(log, "rally", turn=2)
    assert [f.name for f in log.books.night.gunflashes] == ["G5", "F5"]
    assert results(log, "night-off what=gunflash at=F5") == ["gone"]
    assert results(log, "night-off what=gunflash at=F5") == ["refused E1.8"]
    assert results(log, "night-off what=light at=G5") == ["refused E1.9"]
    assert [f.name for f in log.books.night.gunflashes] == ["G5"]


# -- the first light, E1.91 ---------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "reason", "found"), [
    ("", "", "refused E1.91"), ("", "reason=sight", "fires"), ("", "reason=vehicle", "refused E1.91"),
    ("", "reason=vehicle vehicle=V4", "fires"), ("", "reason=vehicle vehicle=W4", "refused E1.91"),
    ("", "reason=vehicle vehicle=G5 own-vehicle=yes", "refused E1.91"),
    ("gunflash cause=prep-fire at=K5", "", "fires"), ("gunflash cause=prep-fire at=K5 enemy=no", "",
                                                      "refused E1.91"),
    ("gunflash cause=ffe-he at=K5 by=german enemy=no", "", "fires"),
    ("gunflash cause=ffe-he at=K5 by=russian enemy=no", "", "refused E1.91"),
    ("gunflash cause=search-loss at=K5", "", "refused E1.91"),
])
def test_what_allows_the_first_light_e1_91(before: str, reason: str, found: str) -> None:
    log = in_phase(rules={"ir": ("russian",)})
    if before:
        log.apply(before)
    # V4 is 16 hexes from F4, and W4 is 17.
    dice = " dice=1" if found == "fires" else ""
    assert results(log, f"starshell firer=leader at=F4 {reason}{dice}") == [found]
    log = in_phase(rules={"ir": ("russian",)})
    if before:
        log.apply(before)
    assert results(log, f"ir by=oba at=F4 {reason}") == [found]


# -- starshells, E1.92 ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("firer", "most"), [("leader", 4), ("armour-leader", 4), ("mmc", 2), ("afv", 2)])
def test_usage_of_starshells_e1_921(firer: str, most: int) -> None:
    for die in range(1, 7):
        log = in_phase()
        found = results(log, f"starshell firer={firer} at=F4 reason=sight dice={die}")
        assert found == ["fires" if die <= most else "none"]
        assert bool(log.books.due) == (die <= most)
        assert log.books.night.fired is None


@pytest.mark.parametrize("unfit", [
    "not-good-order", "pinned", "ti", "airborne", "pillbox", "full-building", "underground"])
def test_who_may_not_fire_a_starshell(unfit: str) -> None:
    assert results(in_phase(), f"starshell firer=leader at=F4 reason=sight unfit={unfit}") == ["refused "
                                                                                               "E1.921"]


@pytest.mark.parametrize(("side", "phases"), [
    ("russian", {"prep-fire"}), ("german", {"movement", "defensive-fire"})])
def test_in_which_phase_each_side_fires_e1_92(side: str, phases: set[str]) -> None:
    log, found = in_phase("rally"), {}
    for number, phase in enumerate(PHASES, 1):
        line = f"starshell side={side} firer=leader at=F{number} reason=sight"
        (found[phase],) = results(log, f"{line} dice=6")
        log.apply("next")
    assert found == {p: "none" if p in phases else "refused E1.92" for p in PHASES}


def test_each_hex_tries_once_in_a_phase_e1_92() -> None:
    log = in_phase()
    line = "starshell firer=leader at=F4 reason=sight dice=6"
    assert results(log, line) == ["none"]
    assert results(log, line) == ["refused E1.92"]
    assert results(log, line.replace("F4", "F5")) == ["none"]
    to(log, "movement")
    german = line.replace("starshell", "starshell side=german")
    assert results(log, german) == ["none"]
    assert results(log, german) == ["refused E1.92"]
    to(log, "defensive-fire")
    assert results(log, german) == ["refused E1.92"]
    assert results(log, german.replace("F4", "F5")) == ["none"]
    to(log, "prep-fire", "second")
    assert results(log, german) == ["none"]
    assert len(log.books.night.tries) == 1


def test_a_special_rule_may_take_starshells_away() -> None:
    log = in_phase(rules={"starshells": (("russian", False), ("german", True))})
    assert results(log, "starshell firer=leader at=F4 reason=sight") == ["refused E1.92"]
    assert results(to(log, "movement"),
                   "starshell side=german firer=leader at=F4 reason=sight dice=6") == ["none"]


def first_light(log: CardLog, side: str = "russian") -> CardLog:
    log.apply(f"starshell side={side} firer=leader at=F4 reason=sight dice=1")
    log.apply("starshell-place option=1 dice=1")
    return log


@pytest.mark.parametrize(("firer", "phase", "at_start", "found"), [
    ("leader", "movement", "yes", "fires"), ("leader", "movement", "no", "fires"),
    ("leader", "defensive-fire", "no", "fires"), ("armour-leader", "defensive-fire", "no", "fires"),
    ("mmc", "movement", "yes", "fires"), ("mmc", "movement", "no", "refused E1.921"),
    ("mmc", "defensive-fire", "yes", "refused E1.921"), ("afv", "movement", "no", "refused E1.921"),
])
def test_after_the_turn_of_the_first_light_only_leaders_fire_late(
    firer: str, phase: str, at_start: str, found: str
) -> None:
    log = first_light(in_phase())
    early = f"starshell side=german firer={firer} at=M5 at-start={at_start} dice=1"
    # In the same player turn all still may.
    assert results(to(log, phase), early) == ["fires"]
    log.apply("starshell-place option=1 dice=1")
    late = early.replace("german", "russian")
    if found != "fires":
        late = late.partition(" dice")[0]
    assert results(to(log, phase, "second"), late) == [found]


def test_the_phasing_side_fires_at_the_start_of_its_prep_fire() -> None:
    log = to(first_light(in_phase()), "prep-fire", "second")
    assert results(log, "starshell firer=mmc at=M5 at-start=no") == ["refused E1.921"]
    assert results(log, "starshell firer=mmc at=M5 dice=1") == ["fires"]


def test_a_hidden_firer_is_placed() -> None:
    log = in_phase()
    assert "placed" in the_event(log, "starshell firer=leader at=F4 reason=sight hiding=hidden dice=1").text
    assert "placed" not in the_event(log, "starshell firer=leader at=F5 reason=sight dice=1").text


# -- where lights come, E1.922 and E1.932 ----------------------------------------------------------------


def placed(line: str, by: str = "starshell", **readings: str) -> str:
    card = replace(night_card({"ir": ("russian",)}), readings=tuple(readings.items()))
    log = log_in(card, "prep-fire")
    found = re.search(r"at=(\w+)", line)
    at = found[1] if found else "K5"
    log.apply(f"starshell firer=leader at={at} reason=sight dice=1" if by == "starshell" else
              f"ir by={by} at={at} reason=sight" + (" dice=4" if by == "mortar" else ""))
    result = results(log, f"{'starshell' if by == 'starshell' else 'ir'}-place {line}")[-1]
    return log.books.night.lights[-1].name if log.books.night.lights else result


@pytest.mark.parametrize(("line", "found"), [
    *((f"option=1 at=F4 dice={way}", there) for way, there in (
        (1, "F3"), (2, "G4"), (3, "G5"), (4, "F5"), (5, "E5"), (6, "E4"))),
    ("option=3 at=K5 hex=K2 dice=4-5", "K7"), ("option=3 at=K5 hex=N5 dice=1-1", "N4"),
    ("option=3 at=K5 hex=K3", "refused E1.922"), ("option=3 at=K5 hex=K1", "refused E1.922"),
    ("option=3 at=K5", "refused E1.922"), ("option=2 at=K5 hex=K2", "refused E1.922"),
    ("option=2 at=K5 hex=K2 target=K2", "refused E1.922"),
    ("option=2 at=K5 hex=Q5 target=Q5 los=yes dice=1-1", "Q4"),
    ("option=2 at=K5 hex=Q5 target=Q5 los=yes dice=1-2", "Q4"),
    ("option=2 at=K5 hex=Q5 target=Q5 los=yes dice=1-3", "Q3"),
    ("option=2 at=K5 hex=Q5 target=Q5 los=yes dice=1-5", "Q2"),
    ("option=2 at=K5 hex=Q5 target=T5 los=yes dice=4-1", "Q6"),
    ("option=2 at=K5 hex=R5 target=T5 los=yes", "refused E1.922"),
    ("option=2 at=K5 hex=Q5 target=U5 los=yes", "refused E1.922"),
    ("option=2 at=K5 hex=L9 target=Q5 los=yes", "refused E1.922"),
    ("option=2 at=K5 hex=K5 target=Q5 los=yes dice=4-6", "K8"),
])
def test_where_starshells_come_e1_922(line: str, found: str) -> None:
    assert placed(line) == found


@pytest.mark.parametrize("by", ["starshell", "ir"])
def test_a_light_is_placed_from_where_it_is_fired_e1_922(by: str) -> None:
    log = log_in(night_card({"ir": ("russian",)}), "prep-fire")
    line = f"{by}-place option=3 hex={'K3' if by == 'starshell' else 'Q6'} at=K6 dice=5-3"
    rule = {"starshell": "refused E1.922", "ir": "refused E1.932"}[by]
    assert results(log, line) == [rule]
    log.apply("starshell firer=leader at=K6 reason=sight dice=4" if by == "starshell" else
              "ir by=oba at=K6 reason=sight")
    assert results(log, line.replace("at=K6", "at=H6")) == [rule]
    if by == "ir":
        assert results(log, f"{line} by=mortar range=9") == [rule]
    assert results(log, line) == [f"lit {3 if by == 'starshell' else 6}"]


def test_the_worked_example_of_e1_922() -> None:
    # A leader in I4 lights a bridge in K6: 5-3 carries it to H7, with a gunflash in sight to I7.
    assert placed("option=3 at=I4 hex=K6 dice=5-3") == "H7"
    assert placed("option=2 at=I4 hex=K6 target=K7 los=yes dice=5-3") == "I7"


def test_the_distance_of_a_target_by_both_readings_r05() -> None:
    line = "option=2 at=K5 hex=N5 target=T5 los=yes"
    assert placed(f"{line} dice=1-1") == "N4"
    assert placed(line, R05="under") == "refused E1.922"
    assert placed("option=2 at=K5 hex=N5 target=S5 los=yes dice=1-1", R05="under") == "N4"


@pytest.mark.parametrize(("by", "line", "found"), [
    ("oba", "option=3 at=K5 hex=Q5 dice=1-2", "Q3"), ("oba", "option=3 at=K5 hex=W5 dice=1-2", "W3"),
    ("oba", "option=3 at=K5 hex=N5", "refused E1.932"), ("oba", "option=3 at=K5 hex=K5", "refused E1.932"),
    ("oba", "option=2 at=K5 hex=Z5 target=Z5 los=yes dice=1-5", "Z2"),
    ("oba", "option=2 at=K5 hex=Z5 target=Z5", "refused E1.932"), ("oba", "option=2 at=K5 hex=Z5",
                                                                   "refused E1.932"),
    ("oba", "option=2 at=K5 hex=A5 target=Z5 los=yes", "refused E1.932"),
    ("oba", "option=1 at=K5", "refused E1.932"),
    ("mortar", "option=3 at=K5 hex=Q5", "refused E1.932"),
    ("mortar", "option=3 at=K5 hex=Q5 range=6 dice=1-2", "Q3"),
    ("mortar", "option=3 at=K5 hex=W5 range=11", "refused E1.932"),
    ("mortar", "option=3 at=K5 hex=W5 range=12 dice=4-1", "W6"),
    ("mortar", "option=3 at=K5 hex=Q5 mortar=J5 range=6", "refused E1.932"),
    ("mortar", "option=3 at=K5 hex=Q5 mortar=L5 range=5 dice=1-2", "Q3"),
    ("mortar", "option=3 at=K5 malfunction=yes", "malfunction"),
])
def test_where_illuminating_rounds_come_e1_932(by: str, line: str, found: str) -> None:
    assert placed(line, by) == found


def test_illuminating_rounds_e1_93() -> None:
    """Starshells light 3 hexes around (E1.923), illuminating rounds 6 (E1.933)."""
    log = in_phase()
    log.apply("starshell firer=leader at=K5 reason=sight dice=1")
    assert results(log, "starshell-place option=1 at=K5 dice=1") == ["lit 3"]
    log = in_phase(rules={"ir": ("german",)})
    assert results(log, "ir by=oba at=K5 reason=sight") == ["refused E1.93"]
    for die in range(1, 7):
        log = in_phase(rules={"ir": ("russian",)})
        found = results(log, f"ir by=mortar at=K5 reason=sight dice={die}")
        assert found == ["fires" if die <= 4 else "none"]
    log = in_phase(rules={"ir": ("russian",)})
    log.apply("ir by=mortar at=K5 reason=sight dice=4")
    assert results(log, "ir-place option=3 hex=Q5 range=6 dice=1-2") == ["lit 6"]
    night = log.books.night
    assert [(f.name, f.cause) for f in night.gunflashes] == [("K5", "ir-mortar")]
    assert (night.fired, night.attacked) == ((1, "first", "prep-fire"), False)
    log = in_phase(rules={"ir": ("russian",)})
    log.apply("ir by=mortar at=K5 reason=sight dice=4")
    log.apply("ir-place option=3 malfunction=yes")
    assert (log.books.night.fired, len(log.books.night.gunflashes), log.books.night.lights) == (None, 1, ())
    log = in_phase("", rules={"ir": ("russian",)})
    assert results(log, "ir side=russian by=oba at=K5 reason=sight") == ["refused E1.93"]


# -- what is lit -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "radius", "hexes"), [
    ("blaze at=K5", 2, 19), ("blaze at=K5 levels=2", 4, 61), ("blaze at=K5 levels=3", 6, 99),
    ("blaze at=K5 levels=4", 8, 0),
    ("blaze at=K5.1 kind=flame", 0, 1), ("blaze at=K5 kind=flame levels=3", 0, 1)])
def test_light_of_fires_e1_94(line: str, radius: int, hexes: int) -> None:
    """Two hexes for each level that burns; a flame lights its own location (E1.942)."""
    log = in_phase()
    assert results(log, line) == [f"lit {radius}"]
    assert results(log, "lit")[0].startswith("lit ")
    lit = sum(log.books.night.lit(p) for p in log.card.layout.names_by_place)
    assert results(log, "lit") == [f"lit {lit}"]
    if radius <= 4:
        assert lit == hexes


def test_what_is_lit_e1_9() -> None:
    """What the books show, without the shadows that players see (E1.941)."""
    log = in_phase()
    assert results(log, "lit") == ["dark"]
    assert results(log, "lit at=K5") == ["dark"]
    log.apply("blaze at=K5")
    log.apply("blaze at=K5 kind=flame")
    assert the_event(log, "lit").text == "1 hex is lit, but for closed locations and shadows: K5."
    log.apply("blaze at=K5")
    many = the_event(log, "lit").text
    assert many.startswith("19 hexes are lit, but for closed locations and shadows: I4, ")
    assert results(log, "lit at=K7") == ["lit"]
    assert results(log, "lit at=K8") == ["dark"]
    assert results(log, "lit at=K7 dark=K7") == ["dark"]
    assert results(log, "lit dark=K7,K6") == ["lit 17"]
    assert results(log, "night-off what=light at=K5") == ["out"]
    assert results(log, "lit") == ["dark"]


def test_fires_are_set_only_where_a_special_rule_allows_it_e1_94() -> None:
    assert results(in_phase(), "blaze at=K5 set-on-purpose=yes") == ["refused E1.94"]
    log = in_phase(fires_allowed=True)
    assert results(log, "blaze at=K5 set-on-purpose=yes") == ["lit 2"]
    assert [dict(d.inputs) for d in log.books.due] == [{"cause": "fire-setting"}]


def test_starshells_go_at_the_end_of_close_combat_and_fires_stay() -> None:
    log = first_light(in_phase())
    log.apply("blaze at=Z5")
    to(log, "close-combat")
    assert [x.kind for x in log.books.night.lights] == ["starshell", "blaze"]
    event = log.apply("next")[0]
    assert (event.result, event.rule, event.hexes) == ("out", "E1.74", ("F3",))  # type: ignore[attr-defined]
    assert [x.kind for x in log.books.night.lights] == ["blaze"]


def test_a_light_may_come_off_the_boards() -> None:
    assert placed("option=3 at=K4 hex=K1 dice=1-2") == "K-1*"
    small = night_card()
    board = replace(small.boards[0], columns="C", rows=2)
    log = log_in(replace(small, boards=(board,), groups=()), "prep-fire")
    log.apply("starshell firer=leader at=B1 reason=sight dice=1")
    assert results(log, "starshell-place option=3 at=B1 hex=B1") == ["refused E1.922"]
    log.apply("starshell-place option=1 at=B1 dice=1")
    assert log.books.night.lights[0].name == "B0"


# -- trip flares, E1.95 ------------------------------------------------------------------------------------


def flares(number: int = 2, phase: str = "movement", turn: int = 1, half: str = "first") -> CardLog:
    log = log_in(night_card({"trip_flares": (("german", 9),)}))
    log.apply(f"trip-flare-plan at=K5 number={number} terrain=wire")
    return to(log, phase, half, turn)


@pytest.mark.parametrize(("line", "dice", "found", "left"), [
    ("action=enter", "1", "goes off, left 1", 1), ("action=enter", "2", "goes off, left 1", 1),
    ("action=enter", "3", "none", 2), ("action=spend", "2", "goes off, left 1", 1), ("action=spend", "3",
                                                                                     "none", 2),
    ("action=search", "2", "goes off, left 1", 1), ("action=search", "3", "none", 2),
    ("action=enter way=road", "6", "goes off, left 0", 0), ("action=spend way=road", "6", "goes off, left 0",
                                                            0),
    ("action=search way=road", "6", "goes off, left 0", 0),
    ("action=enter vehicle=yes", "2", "goes off, left 0", 0), ("action=enter vehicle=yes", "3", "none", 2),
    ("action=enter way=made-path", "", "no roll", 2), ("action=enter way=entrenchment", "", "no roll", 2),
    ("action=enter way=pillbox", "", "no roll", 2), ("action=enter way=underground", "", "no roll", 2),
    ("action=search way=made-path", "2", "goes off, left 1", 1),
    ("action=search way=entrenchment", "2", "goes off, left 1", 1),
    ("action=spend way=made-path", "2", "goes off, left 1", 1),
    ("action=stop", "", "no roll", 2), ("action=delay", "", "no roll", 2), ("action=smoke way=road", "",
                                                                            "no roll", 2),
    ("action=ffe-kia", "", "left 0", 0), ("action=ffe-k", "", "left 1", 1),
    ("action=bombardment", "3-4", "left 2", 2), ("action=bombardment", "4-4", "left 0", 0),
])
def test_trip_flares_e1_95(line: str, dice: str, found: str, left: int) -> None:
    """Among them searches, which roll as if the searcher entered on foot (E1.953)."""
    log = flares()
    assert results(log, f"trip-flare at=K5 {line}{f' dice={dice}' if dice else ''}") == [found]
    night = log.books.night
    assert night.flares_in("K5") == left
    assert (night.allowed, len(night.lights)) == ((True, 1) if "goes off" in found else (False, 0))
    assert (night.fired, night.attacked) == (None, False)


def test_more_trip_flares_go_off_more_easily() -> None:
    assert results(flares(6), "trip-flare at=K5 action=enter dice=6") == ["goes off, left 5"]
    assert results(flares(1), "trip-flare at=K5 action=enter dice=2") == ["none"]
    assert results(flares(1), "trip-flare at=K5 action=enter way=road dice=5") == ["goes off, left 0"]
    assert results(flares(1), "trip-flare at=K5 action=enter way=road dice=6") == ["none"]
    log = flares()
    assert results(log, "trip-flare at=K6 action=enter") == ["refused E1.95"]
    assert results(log, "trip-flare at=K6 action=enter flares=6 dice=6") == ["goes off, left 5"]
    log.apply("trip-flare at=K5 action=ffe-kia")
    assert results(log, "trip-flare at=K5 action=enter") == ["refused E1.952"]


@pytest.mark.parametrize(("phase", "gone"), [
    ("movement", ("close-combat", "first", 1)), ("rout", ("advancing-fire", "second", 1)),
    ("advance", ("advancing-fire", "second", 1)), ("close-combat", ("advancing-fire", "second", 1))])
def test_how_long_a_trip_flare_burns_e1_951(phase: str, gone: tuple[str, str, int]) -> None:
    log = flares(phase=phase)
    log.apply("trip-flare at=K5 action=enter accessible=K6,L5 dice=1")
    assert results(log, "lit") == ["lit 3"]
    to(log, *gone)
    assert log.books.night.lights
    log.apply("next")
    assert not log.books.night.lights
    second = flares(phase="rout", half="second")
    second.apply("trip-flare at=K5 action=enter dice=1")
    assert second.books.night.lights[0].until == (2, "first", "advancing-fire")


def test_trip_flares_allow_lights_but_are_no_first_one() -> None:
    log = flares()
    assert results(log, "starshell side=german firer=leader at=F4") == ["refused E1.91"]
    log.apply("trip-flare at=K5 action=enter dice=1")
    assert results(log, "starshell side=german firer=leader at=F4 dice=6") == ["none"]
    to(log, "rally", "second")
    # A white 4 still raises the range, because no starshell has been fired (E1.12).
    assert results(log, "nvr-change dice=6-4") == ["nvr 4"]


@pytest.mark.parametrize("phase", [p for p in PHASES if p not in ("movement", "rout", "advance",
                                                                  "close-combat")])
def test_no_trip_flare_in_other_phases(phase: str) -> None:
    assert results(flares(phase=phase), "trip-flare at=K5 action=enter") == ["refused E1.951"]


def test_setting_trip_flares_is_secret_and_has_a_limit() -> None:
    log = log_in(night_card({"trip_flares": (("german", 3),)}))
    event = the_event(log, "trip-flare-plan at=K5 number=2 terrain=wire")
    assert (event.secret, event.side, event.result) == (True, "german", "flares 2")
    assert event not in log.seen_events("russian")
    assert results(log, "trip-flare-plan at=K6 number=2 terrain=jungle") == ["refused E1.95"]
    assert results(log, "trip-flare-plan at=K5 number=3 terrain=panji") == ["flares 3"]
    log.apply("next")
    assert results(log, "trip-flare-plan at=K5 number=1 terrain=panji") == ["refused E1.95"]
    with pytest.raises(IllegalOrderError, match="not in use on this card"):
        log_in(night_card()).apply("trip-flare at=K5 action=enter")


# -- limits of the book -------------------------------------------------------------------------------------

_ORDERS = st.lists(st.sampled_from([
    "next", "gunflash cause=first-fire at=F5", "blaze at=K5", "night-off what=light at=K5",
    "starshell firer=leader at=F4 reason=sight", "starshell-place option=1 at=F4", "nvr-change",
    "trip-flare at=K5 action=enter", "stray unit=A class=lax", "stray-direction unit=A class=lax",
    "jitter total=12 mover=A class=lax"]), max_size=40)


@given(_ORDERS)
@settings(max_examples=25, deadline=None)
def test_any_orders_keep_the_book_within_its_limits_and_are_undone(orders: list[str]) -> None:
    log = flares(3, phase="rally")
    start, states = log.books, []
    for line in orders:
        before = log.books
        try:
            log.apply(line)
        except IllegalOrderError:
            assert log.books == before
            continue
        states.append(before)
        night = log.books.night
        assert night.nvr is not None
        assert 0 <= night.nvr <= 6
        assert all(n >= 0 for _, n in night.trip_flares)
        now = (log.books.turn, log.books.half == "second", tuple(PHASES).index(log.books.phase))
        for one in (*night.lights, *night.gunflashes):
            if one.until is not None:
                then = (one.until.turn, one.until.half == "second", tuple(PHASES).index(one.until.phase))
                assert then >= now
    while states:
        log.undo()
        assert log.books == states.pop()
    assert log.books == start
