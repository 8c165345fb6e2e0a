"""Light vehicles turned over (A25.935), panzerfausts (A25.76, A25.85), anti-tank mines (A25.87)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from desk_logs import bundled, results, the_event

from visegrad_editor.desk.card import Card, CardRule, Date, Force
from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.special_rules import SpecialRules
from visegrad_editor.engine import Dice, IllegalOrderError


def card(*kinds: str, date: str = "1944-08", rules: dict[str, Any] | None = None) -> Card:
    """A card whose german side has counters: `8*finnish/8-3-8=elite`."""
    loaded = bundled("lantern-hill")
    year, month = map(int, date.split("-"))
    parts = [(kind.partition("*"), kind) for kind in kinds]
    forces = []
    for (number, star, rest), whole in parts:
        kind, _, unit_class = (rest if star else whole).partition("=")
        forces.append(Force(int(number) if star else 1, kind, unit_class=unit_class))
    groups = tuple(replace(g, forces=tuple(forces) if g.side == "german" else (Force(1, "russian/4-4-7"),))
                   for g in loaded.groups)
    ssr = (CardRule("", SpecialRules(**rules)),) if rules else ()
    return replace(loaded, groups=groups, date=Date(year, month), ssr=ssr)


def log(*kinds: str, **more: Any) -> CardLog:
    return CardLog(card(*kinds, **more), Dice(given=[]))


def ethiopians() -> CardLog:
    return log("4*ethiopian/3-4-7", date="1936-01")


# -- a vehicle is turned over ---------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "result"), [
    ("1-1", "destroyed"), ("3-3", "destroyed"), ("3-4", "immobilised"), ("4-4", "none"), ("6-6", "none")])
def test_each_row_of_turning_over(dice: str, result: str) -> None:
    event = the_event(ethiopians(), f"tank-flip equivalents=2 weight=4 dice={dice}")
    assert (event.result, event.rule, event.modifiers) == (result, "A25.9351", ())


@pytest.mark.parametrize(("given", "drm"), [
    ("ambush=yes", -1), ("leader=-1", -1), ("leader=1", 1), ("equivalents=2.5", 0), ("equivalents=3", -1),
    ("equivalents=4.5", -2), ("heroes=2", -2), ("immobile=yes", -1), ("cx=yes", 1), ("wire=yes", 1),
    ("escort-halves=2", 2), ("escort-squads=2", 4), ("moving=yes", 2),
    ("ambush=yes leader=-2 equivalents=3 heroes=1 cx=yes", -4)])
def test_each_modifier_of_turning_over(given: str, drm: int) -> None:
    full = given if "equivalents" in given else f"equivalents=2 {given}"
    event = the_event(ethiopians(), f"tank-flip {full} weight=3.2 dice=4-4")
    assert event.final == 8 + drm
    assert sum(m.amount for m in event.modifiers) == drm
    assert all(m.rule == "A25.9351" for m in event.modifiers)


@pytest.mark.parametrize(("given", "result"), [
    ("equivalents=2 weight=4", "none"), ("equivalents=2 weight=4.1", "refused A25.935"),
    ("equivalents=1.5 weight=3", "refused A25.935"), ("equivalents=2 weight=heavy", "refused A25.935"),
    ("equivalents=2 weight=0", "refused A25.935"), ("equivalents=2 weight=nan", "refused A25.935")])
def test_what_may_be_turned_over(given: str, result: str) -> None:
    assert results(ethiopians(), f"tank-flip {given} dice=6-6") == [result]


def test_only_ethiopians_turn_vehicles_over() -> None:
    with pytest.raises(IllegalOrderError, match="not in use on this card"):
        log("finnish/8-3-8").apply("tank-flip equivalents=2 weight=3")


# -- panzerfausts ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("nation", "date", "equivalents", "shots", "reach"), [
    ("finnish", "1944-07", "3", 4, 1), ("finnish", "1944-12", "2", 3, 1), ("finnish", "1945-04", "5", 7, 1),
    ("romanian", "1944-03", "3", 4, 1), ("romanian", "1944-06", "4", 6, 1),
    ("romanian", "1944-07", "4", 6, 2),
    ("romanian", "1944-12", "3.5", 5, 2), ("romanian", "1945-01", "4", 4, 2),
    ("romanian", "1945-05", "3", 3, 2),
    ("hungarian", "1944-06", "4", 4, 1), ("hungarian", "1944-07", "3.5", 3, 2),
    ("hungarian", "1945-03", "4", 4, 2)])
def test_how_many_panzerfausts_there_are(
    nation: str, date: str, equivalents: str, shots: int, reach: int,
) -> None:
    event = the_event(log(f"{nation}/3-4-7", date=date), f"pf-limit equivalents={equivalents}")
    assert event.final == shots
    assert event.text.endswith(f"range {reach}.")
    assert event.rule == ("A25.76" if nation == "finnish" else "A25.85")


@pytest.mark.parametrize(("nation", "date"), [
    ("finnish", "1944-06"), ("romanian", "1944-02"), ("hungarian", "1944-05"), ("romanian", "1943-12")])
def test_before_they_are_issued(nation: str, date: str) -> None:
    rule = "A25.76" if nation == "finnish" else "A25.85"
    assert results(log(f"{nation}/3-4-7", date=date), "pf-limit equivalents=4") == [f"refused {rule}"]


def test_finns_a_month_before_by_special_rule() -> None:
    early = {"june_panzerfaust": True}
    june = log("finnish/8-3-8", date="1944-06", rules=early)
    assert results(june, "pf-limit equivalents=4") == ["6", "early"]
    assert results(log("finnish/8-3-8", date="1944-07", rules=early), "pf-limit equivalents=4") == ["6"]
    assert results(log("finnish/8-3-8", date="1944-05", rules=early), "pf-limit equivalents=4") == [
        "refused A25.76"]


@pytest.mark.parametrize(("kinds", "shots"), [
    (("4*finnish/8-3-8", "2*finnish/3-3-8"), "7"), (("4*finnish/8-3-8", "3*finnish/4-3-7"), "6"),
    (("2*finnish/6-4-8=first", "2*finnish/5-3-8=elite", "2*finnish/4-4-7=second"), "6"),
    (("2*finnish/8-3-8", "2*finnish/9-1"), "3"), (("2*finnish/6-4-8",), "refused A25.76"),
    (("4*romanian/3-4-7", "2*romanian/1-3-7"), "refused A25.85"), (("4*romanian/4-4-7",), "6"),
    (("4*hungarian/4-4-7", "3*hungarian/4-3-6=conscript"), "7")])
def test_squad_equivalents_of_the_card(kinds: tuple[str, ...], shots: str) -> None:
    assert results(log(*kinds), "pf-limit") == [shots]


@pytest.mark.parametrize(("nation", "given", "date", "drm"), [
    ("romanian", "class=first", "1944-08", 0), ("romanian", "class=conscript", "1944-08", 1),
    ("romanian", "class=elite vehicle=yes", "1944-08", -1), ("romanian", "class=elite", "1944-08", 0),
    ("romanian", "class=first vehicle=yes", "1944-08", 0), ("romanian", "class=first", "1945-01", 1),
    ("romanian", "class=elite vehicle=yes", "1945-01", 0), ("romanian", "class=conscript", "1945-01", 2),
    ("hungarian", "class=conscript", "1944-08", 1), ("hungarian", "class=elite vehicle=yes", "1944-08", 0),
    ("hungarian", "class=first", "1945-01", 0), ("finnish", "class=elite vehicle=yes", "1945-01", 0),
    ("finnish", "class=first other=2", "1944-08", 2), ("romanian", "class=conscript other=-1", "1944-08", 0)])
def test_each_modifier_of_the_check(nation: str, given: str, date: str, drm: int) -> None:
    event = the_event(log(f"{nation}/4-4-7", date=date), f"pf-check unit=squad {given} equivalents=4 dice=3")
    assert event.final == 3 + drm
    assert event.result == ("fires" if 3 + drm <= 2 else "none")


def test_each_row_of_the_check_and_the_limit() -> None:
    one = log("romanian/4-4-7", date="1945-02")
    check = "pf-check unit=squad class=first equivalents=1"
    assert results(one, f"{check} dice=2") == ["none"]
    assert one.books.nations.fired_by("romanian") == 0
    assert results(one, f"{check} dice=1") == ["fires"]
    assert one.books.nations.fired_by("romanian") == 1
    assert results(one, f"{check} dice=1") == ["refused A25.85"]
    assert "1 of them fired" in the_event(one, "pf-limit equivalents=1").text
    one.undo()
    one.undo()
    assert one.books.nations.fired_by("romanian") == 0


@pytest.mark.parametrize(("nation", "given", "result"), [
    ("finnish", "unit=squad class=second", "refused A25.76"),
    ("finnish", "unit=squad class=conscript", "refused A25.76"),
    ("finnish", "unit=crew class=first", "fires"), ("hungarian", "unit=crew class=first", "refused A25.85"),
    ("romanian", "unit=crew class=elite", "refused A25.85"), ("hungarian", "unit=hs class=green", "fires")])
def test_who_has_panzerfausts(nation: str, given: str, result: str) -> None:
    one = log(f"{nation}/4-4-7", date="1944-08")
    assert results(one, f"pf-check {given} equivalents=4 dice=1") == [result]


def test_two_nations_are_told_apart() -> None:
    one = log("4*romanian/4-4-7", "2*hungarian/4-4-7")
    assert results(one, "pf-limit") == ["refused "]
    assert results(one, "pf-limit nation=romanian") == ["6"]
    assert results(one, "pf-limit nation=hungarian") == ["2"]


# -- anti-tank mines ------------------------------------------------------------------------------


@pytest.mark.parametrize(("given", "date", "drm"), [
    ("unit=squad class=elite", "1944-08", 0), ("unit=squad class=first", "1944-08", 1),
    ("unit=hs class=elite", "1944-08", 1), ("unit=squad class=elite cx=yes", "1944-08", 1),
    ("unit=squad class=elite unarmoured=yes", "1944-08", 1), ("unit=squad class=elite", "1943-12", 1),
    ("unit=hs class=first cx=yes unarmoured=yes", "1943-07", 5)])
def test_each_modifier_of_the_check_for_mines(given: str, date: str, drm: int) -> None:
    event = the_event(log("romanian/4-4-7", date=date), f"atmm {given} base=3 dice=3")
    assert (event.final, event.result) == (3 + drm, "none" if drm else "mines")
    assert event.rule == "A25.87"
    assert ("-2" in event.text) == (not drm)


@pytest.mark.parametrize(("given", "date", "result"), [
    ("unit=squad class=first", "1943-06", "refused A25.87"), ("unit=squad class=first", "1943-07", "mines"),
    ("unit=crew class=first", "1944-08", "refused A25.87"),
    ("unit=squad class=second", "1944-08", "refused A25.87"),
    ("unit=squad class=first pinned=yes", "1944-08", "refused A25.87"),
    ("unit=squad class=first good-order=no", "1944-08", "refused A25.87")])
def test_who_may_check_for_mines(given: str, date: str, result: str) -> None:
    assert results(log("romanian/4-4-7", date=date), f"atmm {given} base=3 dice=1") == [result]


def test_the_usual_number_is_asked() -> None:
    with pytest.raises(IllegalOrderError, match=r"C13\.7"):
        log("romanian/4-4-7").apply("atmm unit=squad class=first dice=1")
    with pytest.raises(IllegalOrderError, match="not in use on this card"):
        log("hungarian/4-4-7").apply("atmm unit=squad class=first base=3 dice=1")
