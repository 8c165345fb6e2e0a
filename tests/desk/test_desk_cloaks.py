"""Cloaks and concealment by night."""

from __future__ import annotations

from dataclasses import replace

import pytest
from desk_logs import log_in, night_card, results, the_event

from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.tables import table
from visegrad_editor.engine import IllegalOrderError


def cloaked() -> CardLog:
    log = log_in(night_card())
    log.apply("night-allotment")
    for _ in range(3):
        log.apply("next")
    return log


_LOST = {
    "moves-in-light": "E1.31", "strays-at-edge-of-light": "E1.31", "leaves-light-spending": "E1.31",
    "enters-enemy": "E1.31", "attacks": "E1.43", "jitter": "E1.552", "overstacked-in-sight": "E1.422",
    "sniper": "E1.72", "wave": "E1.423"}
_KEPT = {
    "assault-moves-in-light": "E1.31", "enters-edge-of-light": "E1.31", "leaves-light": "E1.31",
    "moves-in-dark": "E1.31", "advances": "E1.31", "ambushes": "E1.43"}


def test_the_table_of_cloaks_is_the_one_tested_here() -> None:
    assert {str(row[0]) for row in table("cloak-loss").rows} == {*_LOST, *_KEPT, "starshell"}


@pytest.mark.parametrize("event", _LOST)
def test_what_a_cloak_does_not_survive_e1_43(event: str) -> None:
    log = cloaked()
    found = the_event(log, f"cloak act=event cloak=c2 event={event}")
    assert (found.result, found.rule) == ("lost", _LOST[event])
    assert "placed unconcealed" in found.text
    assert "4 PP and more do not fire" in found.text
    cloak = log.books.night.cloak("c2")
    assert cloak is not None
    assert cloak.state == "lost"
    assert results(log, "cloak act=event cloak=c2 event=advances") == ["refused E1.43"]


@pytest.mark.parametrize("event", _KEPT)
def test_what_a_cloak_survives(event: str) -> None:
    log = cloaked()
    before = log.books
    found = the_event(log, f"cloak act=event cloak=c2 event={event}")
    assert (found.result, found.rule) == ("kept", _KEPT[event])
    assert log.books == before


def test_who_fires_a_starshell_is_concealed() -> None:
    found = the_event(cloaked(), "cloak act=event cloak=c2 event=starshell")
    assert (found.result, found.rule) == ("replaced", "E1.921")
    assert "placed concealed" in found.text
    assert "do not fire" not in found.text


def test_units_shown_on_the_move_go_on_with_their_own_mf_e1_421() -> None:
    line = "cloak act=event event=enters-enemy"
    assert "1 MF left" in the_event(cloaked(), f"{line} cloak=c1 used=3 allowance=4").text
    assert "0 MF left" in the_event(cloaked(), f"{line} cloak=c1 used=6 allowance=4").text
    assert results(cloaked(), f"{line} cloak=c1 used=3") == ["refused E1.421"]
    assert results(cloaked(), "cloak act=event cloak=c1") == ["refused E1.43"]


@pytest.mark.parametrize(("line", "found"), [
    ("stacking=yes", "allowed"), ("stacking=no", "refused E1.41"), ("", "refused E1.41"),
    ("stacking=yes infantry=no", "refused E1.41"),
    ("stacking=yes pp=4,5,2 capacity=8", "allowed"), ("stacking=yes pp=4,5,2 capacity=7", "refused E1.42"),
    ("stacking=yes pp=3,6 capacity=9", "allowed"), ("stacking=yes pp=3,6 capacity=8", "refused E1.42"),
    ("stacking=yes pp=4 mmc=no", "refused E1.42"), ("stacking=yes pp=5 mmc=no", "refused E1.42"),
    ("stacking=yes pp=3,6 mmc=no", "allowed")])
def test_what_may_be_in_a_box_e1_41(line: str, found: str) -> None:
    log = cloaked()
    assert results(log, f"cloak act=check cloak=c1 {line}") == [found]
    if found == "allowed":
        event = log.events[-1]
        assert event not in log.seen_events("german")
        assert "6 MF" in event.text


def test_merging_dropping_and_taking_away_e1_422() -> None:
    log = cloaked()
    for line, found in (
            ("act=split cloak=c1", "refused E1.422"), ("act=merge cloak=c1 stacking=yes", "refused E1.422"),
            ("act=merge cloak=c1,c1 stacking=yes", "refused E1.4"),
            ("act=merge cloak=c1,c2", "refused E1.41"),
            ("act=merge cloak=c1,c2 stacking=no", "refused E1.41"),
            ("act=merge cloak=c1,c2,c3 stacking=yes", "merged"), ("act=drop cloak=c2", "refused E1.43"),
            ("act=drop cloak=c1", "kept"), ("act=drop cloak=c4,c5", "refused E1.422"),
            ("act=remove cloak=c4", "removed"), ("act=replace cloak=c5", "replaced"),
            ("act=drop cloak=x", "refused E1.411"), ('act=drop cloak=""', "refused ")):
        assert results(log, f"cloak {line}")[0].startswith(found), line
    assert [c.state for c in log.books.night.cloaks] == [
        "kept", "merged", "merged", "removed", "replaced", "kept", "kept", "kept", "kept"]
    with pytest.raises(IllegalOrderError, match="`night-allotment` gives out cloaks"):
        log_in(night_card()).apply("cloak act=drop cloak=c1")


_INFANTRY = {
    "moves": "kept", "moves-in-light": "lost", "assault-moves-in-light": "kept", "advances": "kept",
    "enters-enemy": "lost", "leaves-light": "kept", "leaves-light-spending": "lost",
    "enters-edge-of-light": "kept", "strays-at-edge-of-light": "lost"}


@pytest.mark.parametrize("event", _INFANTRY)
def test_concealment_of_infantry_e1_31(event: str) -> None:
    found = the_event(cloaked(), f"night-conceal unit=infantry event={event}")
    assert (found.result, found.rule) == (_INFANTRY[event], "E1.31")


@pytest.mark.parametrize(("unit", "event", "found", "rule"), [
    *((u, e, "as by day", "E1.31") for u in ("vehicle", "cavalry")
      for e in ("moves", "moves-in-light", "assault-moves-in-light", "advances", "enters-enemy")),
    *((u, "gains-by-roll", "gained", "E1.32") for u in ("infantry", "vehicle", "cavalry")),
    *((u, "beyond-sight", "not known", "E1.33") for u in ("infantry", "vehicle", "cavalry")),
    *(("fortification", e, "shown", "E1.16") for e in ("gives-tem", "entered", "cost-in-sight",
                                                       "entry-fails")),
    ("fortification", "cost-unseen", "kept", "E1.16")])
def test_concealment_of_others(unit: str, event: str, found: str, rule: str) -> None:
    one = the_event(cloaked(), f"night-conceal unit={unit} event={event} name=X")
    assert (one.result, one.rule, one.units) == (found, rule, ("X",))


def test_words_that_seem_misprinted_by_both_readings_r06() -> None:
    card = night_card(nvr=0)
    printed = replace(card, readings=(("R06", "printed"),))
    assert results(log_in(card), "night-conceal unit=fortification event=set-up") == ["hidden"]
    assert results(log_in(printed), "night-conceal unit=fortification event=set-up") == ["concealed"]
    line = "night-conceal unit=infantry event=enters-unseen-enemy"
    assert "concealed or hidden enemy" in the_event(log_in(card), line).text
    event = the_event(log_in(printed), line)
    assert "location of a concealed enemy" in event.text
    assert event.result == "attacked there"
    assert results(log_in(night_card()), line) == ["refused E1.13"]


def test_what_does_not_happen_to_a_unit_is_refused() -> None:
    for unit, event in (("vehicle", "gives-tem"), ("fortification", "moves"), ("infantry", "set-up")):
        assert results(cloaked(), f"night-conceal unit={unit} event={event}") == ["refused E1.3"]
