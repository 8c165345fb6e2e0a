"""Convoys and columns."""

from __future__ import annotations

from dataclasses import replace

import pytest
from desk_logs import log_in, night_card, results, the_event

from visegrad_editor.desk.card import Arrival, Card
from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.procedures.catalogue import procedures_of, reminders_of


def marching(**readings: str) -> Card:
    card = replace(night_card(), readings=tuple(readings.items()))
    groups = [replace(g, arrives=Arrival(turn=2, by=by)) for g, by in zip(
        card.groups, ("convoy", "column"), strict=False)]
    return replace(card, groups=(*groups, *card.groups[len(groups):]))


def moving(phase: str = "movement", half: str = "first", **readings: str) -> CardLog:
    return log_in(marching(**readings), phase, half=half)


@pytest.mark.parametrize(("line", "cost", "rule"), [
    ("cost=2", "3 MP", "E11.2"),
    ("cost=0.5 road=yes", "2 MP", "E11.2"),
    ("cost=0.5", "1.5 MP", "E11.2"),
    ("cost=2 road=yes", "3 MP", "E11.2"),
    ("cost=2 towing=yes", "3 MP", "E11.2"),
    # The examples of E11.23: a truck and a wreck on a road, off it, and a convoy off it.
    ("cost=0.5 road=yes there=vehicle-or-wreck extra=2", "6 MP", "E11.2"),
    ("cost=4 there=vehicle-or-wreck extra=1", "7 MP", "E11.2"),
    ("cost=4 there=convoy extra=1", "9 MP", "E11.2"),
    ("mover=other cost=4 there=vehicle-or-wreck extra=1", "5 MP", "E11.23"),
    ("mover=other cost=4 there=convoy extra=1", "6 MP", "E11.23"),
    ("mover=other cost=0.5 road=yes", "0.5 MP", "E11.23"),
    ("mover=other cost=4 reverse=yes back=yes", "4 MP", "E11.23"),
])
def test_what_a_convoy_pays(line: str, cost: str, rule: str) -> None:
    event = the_event(moving(), f"convoy {line}")
    assert (event.result, event.rule) == (cost, rule)


def test_cost_of_a_convoy_in_words() -> None:
    text = the_event(moving(), "convoy cost=4 there=convoy extra=1 towing=yes").text
    assert text == ("It pays 9 MP: 4 for the hex, +1 convoy (E11.2), +4 extra cost of what is there, 4 "
                    "times (E11.23). A towed gun costs nothing more.")


@pytest.mark.parametrize(("line", "rule"), [
    ("convoy cost=2 reverse=yes", "E11.22"), ("convoy cost=2 back=yes", "E11.22"),
    ("convoy cost=2 there=convoy", "E11.23"), ("convoy mover=other cost=2 towing=yes", "E11.2"),
    ("convoy-leave vehicle=A reason=radio platoon=yes", "E11.252"),
    ("convoy-leave vehicle=A reason=recalled as=new-convoy", "E11.253"),
    ("column mf=4 move=assault", "E11.52"), ("column mf=4 move=bypass", "E11.52"),
    ("column mf=4 move=dash", "E11.52"), ("column mf=4 move=human-wave", "E11.52"),
    ("column mf=4 move=minimum", "E11.52"), ("column mf=4,x", "E11.52"), ("column mf=", "E11.52"),
    ("column mf=21", "E11.52"),
    ("column mf=4 terrain=woods", "E11.521"), ("column mf=4 terrain=building", "E11.521"),
    ("disband cause=attacked off-board=yes", "E11.53"), ("disband cause=he-oba", "E11.533"),
])
def test_what_is_refused(line: str, rule: str) -> None:
    assert results(moving(), line) == [f"refused {rule}"]


@pytest.mark.parametrize(("front", "rear", "impulses", "result", "rule", "words"), [
    (2, 5, 1, "2+5 front first", "E11.21", "in front a convoy of 2, behind a convoy of 5. The front part"),
    (2, 2, 2, "2+2 front first", "E11.21", "The front part ends its Movement Phase first"),
    (2, 5, 0, "2+5 free", "E11.21", "each part moves by itself"),
    (1, 2, 1, "1+2 front first", "E11.21", "in front one vehicle that is no convoy, behind a convoy of 2"),
    (0, 2, 1, "convoy", "E11.21", "a convoy of 2 left"), (3, 0, 0, "convoy", "E11.21", "a convoy of 3 left"),
    (1, 0, 1, "none", "E11.1", "one vehicle that is no convoy"), (0, 0, 1, "none", "E11.1", "nothing left"),
])
def test_gaps(front: int, rear: int, impulses: int, result: str, rule: str, words: str) -> None:
    event = the_event(moving(), f"convoy-gap front={front} rear={rear} impulses={impulses}")
    assert (event.result, event.rule) == (result, rule)
    assert words in event.text


@pytest.mark.parametrize(("reason", "result", "rule"), [
    ("sees-enemy", "may", "E11.251"), ("sees-attacked", "may", "E11.251"), ("sees-lost", "may", "E11.251"),
    ("radio", "may", "E11.251"), ("recalled", "must", "E11.253")])
def test_leaving_a_convoy(reason: str, result: str, rule: str) -> None:
    """For each reason of E11.251; who is recalled must (E11.25)."""
    log = moving()
    event = the_event(log, f"convoy-leave vehicle=A reason={reason}")
    assert (event.result, event.rule, event.units) == (result, rule, ("A",))
    assert log.books.due == ()
    assert results(log, f"convoy-leave vehicle=A reason={reason} platoon=yes as=platoon") == [result]


def test_a_new_convoy_leaves_a_gap() -> None:
    """E11.254."""
    log = moving()
    assert "first of a new convoy" in the_event(
        log, "convoy-leave vehicle=A reason=sees-lost as=new-convoy").text
    assert [d.procedure for d in log.books.due] == ["convoy-gap"]


@pytest.mark.parametrize(("spent", "most"), [("3,5", 5), ("5,3", 5), ("0,0", 0), ("2,99,4", 99)])
def test_convoys_that_join_have_spent_what_the_one_had_that_spent_most_e11_26(spent: str, most: int) -> None:
    event = the_event(moving(), f"convoy-join spent={spent}")
    assert (event.result, event.rule) == (f"{most} MP", "E11.26")
    assert len(event.asked) == 1


@pytest.mark.parametrize("spent", ["3", "", "3,x", "3,100", "3,-1", "3,1.5"])
def test_what_cannot_join_e11_26(spent: str) -> None:
    assert results(moving(), f"convoy-join spent={spent}") == ["refused E11.26"]


@pytest.mark.parametrize(("line", "result"), [
    ("mf=4,6,3", "3 MF"), ("mf=4,6 bonus=2", "6 MF"), ("mf=4 move=double-time", "4 MF"),
    ("mf=12 move=gallop", "12 MF"), ("mf=4 terrain=factory", "4 MF"), ("mf=4 terrain=woods way=yes", "4 MF"),
    ("mf=4 terrain=building way=yes", "4 MF")])
def test_movement_of_a_column(line: str, result: str) -> None:
    assert results(moving(), f"column {line}") == [result]


def test_minimum_moves_of_columns_by_the_other_reading_r22() -> None:
    event = the_event(moving(R22="none"), "column mf=4 move=minimum")
    assert (event.result, event.readings) == ("4 MF", ("R22 none",))


@pytest.mark.parametrize(("line", "result", "rule"), [
    ("attacked", "ends", "E11.53"), ("sees-enemy", "ends", "E11.53"), ("hidden-wire", "ends", "E11.534"),
    ("voluntary", "ends", "E11.53"), ("minefield", "stays", "E11.534"),
    ("minefield hurt=yes", "ends", "E11.534"),
    *((f"{c} distance={d}", r, "E11.533") for c in ("air-attack", "he-oba", "wp-oba")
      for d, r in ((6, "ends"), (7, "stays")))])
def test_when_a_column_disbands(line: str, result: str, rule: str) -> None:
    """In the Movement Phase (E11.531), by artillery and aircraft (E11.533) and by mines (E11.534)."""
    log = moving()
    event = the_event(log, f"disband side={log.books.mover} cause={line}")
    assert (event.result, event.rule) == (result, rule)


def test_what_disbanding_does() -> None:
    """In other phases (E11.532), to wagons (E11.535), by pins (E11.536) and to concealment (E11.54)."""
    log = moving()
    own, = {log.books.mover}
    other = log.card.other(own)
    ends = the_event(log, f"disband side={own} cause=attacked").text
    assert "the Movement Phase of all its units is over" in ends
    assert "lose concealment" in ends
    assert "pinned" not in ends
    pinned = the_event(log, f"disband side={other} cause=attacked")
    assert (pinned.result, "are pinned but wagons" in pinned.text) == ("pinned", True)
    assert results(log, f"disband side={other} cause=voluntary") == ["refused E11.53"]
    assert "1 MF is spent" in the_event(log, f"disband side={own} cause=voluntary").text
    later = moving("advance")
    assert results(later, f"disband side={own} cause=attacked") == ["disbanded"]
    assert results(later, f"disband side={own} cause=voluntary") == ["refused E11.53"]


def test_who_has_convoys_and_columns() -> None:
    ids = {"convoy", "convoy-gap", "convoy-leave", "convoy-join", "column", "disband"}
    told = {"convoy-capacity", "convoy-motion", "convoy-in-sight", "column-joining", "column-discovery",
            "convoy-straying", "convoy-entry"}
    assert ids <= {p.id for p in procedures_of(marching())}
    assert told <= {r.id for r in reminders_of(marching())}
    assert not ids & {p.id for p in procedures_of(night_card())}
    assert not told & {r.id for r in reminders_of(night_card())}
