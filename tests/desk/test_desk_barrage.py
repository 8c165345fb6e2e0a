"""Barrages: lines, corrections, and one that creeps."""

from __future__ import annotations

from dataclasses import replace

import pytest
from desk_logs import log_in, night_card, results, the_event

from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.log_view import shown_offers
from visegrad_editor.desk.procedures.catalogue import procedures_of, reminders_of
from visegrad_editor.desk.special_rules import Barrage

PLAN = "barrage-plan side=russian centre=M6 beside=L6,N5"
CREEP = f"{PLAN} calibre=105 last=S6 pattern=ffe-1-2 lift=9"


def planning(**readings: str) -> CardLog:
    return log_in(replace(night_card({"barrage": ("russian",)}), readings=tuple(readings.items())))


def creeping(line: str = CREEP, chit: str = "red first=2 dice=6") -> CardLog:
    log = planning()
    log.apply(line)
    log.apply(f"creep-start chit={chit}")
    return log


@pytest.mark.parametrize(("calibre", "firepower"), [
    (80, 12), (99, 12), (100, 16), (149, 16), (150, 24), (203, 24)])
def test_firepower_e12_5(calibre: int, firepower: int) -> None:
    assert the_event(planning(), f"barrage-line centre=M6 beside=L6,N5 calibre={calibre}").final == firepower


@pytest.mark.parametrize(("centre", "beside", "at", "line"), [
    ("H6", "H5,H7", "D4", "D0 D1 D2 D3 D4 D5 D6 D7 D8"),
    ("H6", "I6,H7", "H6", "J3 J4 I5 I6 H6 H7 G8 G9 F9"),
    ("H6", "H5,H7", "H6", "H2 H3 H4 H5 H6 H7 H8 H9 H10"),
])
def test_the_printed_examples_of_lines(centre: str, beside: str, at: str, line: str) -> None:
    event = the_event(planning(), f"barrage-line centre={centre} beside={beside} at={at} calibre=100")
    assert (sorted(event.hexes), event.rule) == (
        sorted(line.split()), "E12.31" if at != centre else "E12.11")


def test_a_registered_line_is_used_and_firepower_may_be_unknown() -> None:
    log = planning()
    log.apply(f"{PLAN} calibre=152")
    assert the_event(log, "barrage-line").final == 24
    log = planning()
    log.apply(PLAN)
    event = the_event(log, "barrage-line")
    assert (event.final, event.result) == (None, "line")
    assert "give `calibre`" in event.text


@pytest.mark.parametrize(("line", "rule"), [
    (f"{PLAN} rockets=yes", "E12.1"),
    ("barrage-plan side=russian centre=M6 beside=L6", "E12.2"),
    ("barrage-plan side=russian centre=M6 beside=L6,L5", "E12.2"),
    ("barrage-line centre=M6", "E12.2"),
    (f"{PLAN.replace('russian', 'german')} last=S6 pattern=ffe-1 lift=4", "E12.7"),
    (f"{PLAN} last=S6 lift=4", "E12.71"), (f"{PLAN} last=S6 pattern=ffe-1", "E12.71"),
    (f"{PLAN} last=S5 pattern=ffe-1 lift=4", "E12.71"), (f"{PLAN} last=M6 pattern=ffe-1 lift=4", "E12.71"),
    ("creep-start chit=black", "E12.72"), ("creep accurate=yes", "E12.73"), ("correct at=M6 to=M5", "E12.4"),
])
def test_what_is_refused(line: str, rule: str) -> None:
    assert results(planning(), line) == [f"refused {rule}"]


def test_lines_of_one_artillery_are_parallel_and_one_barrage_creeps() -> None:
    log = creeping()
    assert results(log, "barrage-plan side=russian centre=H6 beside=H5,H7") == ["refused E12.2"]
    assert results(log, "barrage-plan side=russian centre=H6 beside=H5,H7 module=other") == ["planned"]
    assert results(log, "barrage-plan side=russian centre=H6 beside=G7,I6") == ["planned"]
    assert results(log, CREEP) == ["refused E12.7"]


def test_forms_of_alternate_lines_by_both_readings_r26() -> None:
    line = "barrage-line centre=H6 beside=H5,I7 calibre=100"
    assert results(planning(), line) == ["line"]
    assert results(planning(R26="fixed"), line) == ["refused E12.2"]
    assert results(planning(R26="fixed"), "barrage-line centre=M6 beside=L5,N5 calibre=100") == ["line"]


@pytest.mark.parametrize(("at", "to", "result"), [
    # The example of E12.4: from D4 to C6, next to it, or next to H6; not from C6 to a neighbour.
    ("D4", "C6", "corrected"), ("D4", "C5", "corrected"), ("D4", "G6", "corrected"),
    ("D4", "H6", "refused E12.4"), ("D4", "E4", "refused E12.4"), ("D4", "D4", "refused E12.4"),
    ("C6", "C5", "refused E12.4"), ("C5", "C6", "corrected"), ("C5", "B5", "refused E12.4"),
])
def test_corrections(at: str, to: str, result: str) -> None:
    assert results(planning(), f"correct at={at} to={to} capable=C6,H6") == [result]


@pytest.mark.parametrize(("die", "turns"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_turns_before_the_game(die: int, turns: int) -> None:
    log = creeping(CREEP.replace("S6", "EE6"), f"red first=2 dice={die}")
    assert log.books.barrages.planned[0].before == turns
    for _ in range(2 * turns):
        assert [(d.procedure, d.must) for d in log.books.due] == [("creep", True)]
        log.apply("creep accurate=yes")
    assert log.books.due == ()


def test_a_black_chit_begins_on_turn_1_in_the_prep_fire_phase_of_the_attacker() -> None:
    log = creeping(chit="black first=2")
    assert log.books.due == ()
    while log.books.phase != "prep-fire":
        log.apply("next")
    assert [d.procedure for d in log.books.due] == ["creep"]
    assert results(log, "creep accurate=yes") == ["placed", "line"]
    assert results(creeping(chit="black first=2"), "creep accurate=yes") == ["refused E12.73"]


def test_two_rows_lead_to_the_last_hex_of_an_alternate_row() -> None:
    log = planning()
    log.apply(CREEP)
    assert results(log, "creep-start chit=black") == ["refused E12.71"]
    assert results(log, "creep-start chit=black first=3") == ["turn-1"]


@pytest.mark.parametrize(("die", "lands"), [
    (1, "O5"), (2, "P5"), (3, "P6"), (4, "O7"), (5, "N6"), (6, "N5")])
def test_errors_of_corrections_are_one_hex(die: int, lands: str) -> None:
    log = creeping()
    log.apply("creep accurate=yes")
    event = log.apply(f"creep accurate=no dice={die}")[0]
    assert log.card.layout.name(log.books.barrages.planned[0].place) == lands  # type: ignore[arg-type]
    assert "O6" in event.text


def test_a_first_placing_off_the_registered_hex_moves_the_row() -> None:
    log = creeping()
    assert results(log, "creep accurate=no") == ["refused E12.73"]
    assert results(log, "creep accurate=no lands=M7") == ["adjusted", "last", "line"]
    (barrage,) = log.books.barrages.planned
    assert barrage.last is not None
    assert [log.card.layout.name(h) for h in (barrage.centre, barrage.last)] == ["M7", "S7"]


def test_the_pattern_without_corrections_in_the_phase_of_the_enemy() -> None:
    log = creeping(CREEP.replace("ffe-1-2", "ffe-1"))
    found = [results(log, "creep accurate=yes") for _ in range(3)]
    assert found == [["placed", "line"], ["line"], ["corrected", "line"]]


def test_lifting_when_the_row_or_the_turns_are_over() -> None:
    log = creeping()
    found = [results(log, "creep accurate=yes") for _ in range(5)]
    assert found[-2:] == [["corrected", "line"], ["lifted"]]
    log = creeping(CREEP.replace("lift=9", "lift=2"))
    assert [results(log, "creep accurate=yes")[0] for _ in range(3)] == ["placed", "corrected", "lifted"]


@pytest.mark.parametrize(("weather", "drm"), [((), 2), (("deep-snow",), 1), (("ground-snow",), 2)])
def test_hindrance_of_a_creeping_barrage(weather: tuple[str, ...], drm: int) -> None:
    log = log_in(night_card({"barrage": ("russian",), "weather": weather}))
    log.apply(CREEP)
    log.apply("creep-start chit=red first=2 dice=1")
    assert f"hinders sight by +{drm}" in log.apply("creep accurate=yes")[-1].text


def test_barrages_of_the_card_are_registered_from_the_start() -> None:
    one = Barrage("russian", "105", False, 105, "M6", ("L6", "N5"))
    log = log_in(night_card({"barrages": (one, replace(one, rockets=True), replace(one, creeping=True))}))
    assert [p.calibre_mm for p in log.books.barrages.planned] == [105]
    assert the_event(log, "barrage-line").final == 16


def test_what_turns_barrages_on() -> None:
    ids = {"barrage-plan", "barrage-line", "correct", "creep-start", "creep-due", "creep"}
    on = night_card({"barrage": ("russian",)})
    assert ids <= {p.id for p in procedures_of(on)}
    assert not ids & {p.id for p in procedures_of(night_card())}
    told = {"barrage-counters", "barrage-smoke", "barrage-missions"}
    assert told <= {r.id for r in reminders_of(on)}
    assert not told & {r.id for r in reminders_of(night_card())}


def test_what_is_due_of_a_secret_plan_is_shown_to_its_side_alone() -> None:
    log = planning()
    log.apply(CREEP)
    seen = {view: "creep-start" in [o.procedure.id for o in shown_offers(log, view)]
            for view in (None, "russian", "german", "")}
    assert seen == {None: True, "russian": True, "german": False, "": False}
    log.apply("creep-start chit=black first=2")
    assert "creep-start" not in [o.procedure.id for o in log.offers()]
