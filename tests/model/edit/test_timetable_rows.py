"""The timetable as rows: what is listed by kind and side, and what changing rows does."""

from __future__ import annotations

from dataclasses import replace

import pytest
from test_turn_track import made, unit

from tests.support.bundled import design_of
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.replacement_chart import (
    chart_of,
    received_choices,
    received_text,
    set_received,
)
from visegrad_editor.model.edit.timetable_rows import (
    ARRIVALS,
    EVENTS,
    EVERYTHING,
    RELEASES,
    REPLACEMENTS,
    UNITS,
    WITHDRAWALS,
    Row,
    drop,
    set_moments,
    set_when,
    shift_when,
    timetable_rows,
    when_choices,
)
from visegrad_editor.model.ruleset import Replacements
from visegrad_editor.model.schedule import ScheduledEvent, UnitRelease, UnitWithdrawal


def given() -> Design:
    design = made()
    lines = (Replacements(1, "blue", 2), Replacements(3, "red", 1))
    return replace(design, ruleset=replace(design.ruleset, replacements=lines))


def rows(design: Design, *ids: str) -> list[Row]:
    return [row for row in timetable_rows(design, EVERYTHING) if row.id in ids]


def line_of(design: Design, event: str) -> ScheduledEvent:
    assert design.scenario is not None
    return design.scenario.scheduled[event]


@pytest.mark.parametrize(("kind", "side", "listed"), [
    (ARRIVALS, "", [("blue/A", "2", "North")]),
    (WITHDRAWALS, "", [("leaves blue/A", "4", "leaves the map"),
                       ("leaves red/X", "Relief", "leaves the map")]),
    (WITHDRAWALS, "red", [("leaves red/X", "Relief", "leaves the map")]),
    (RELEASES, "", [("moves blue/B", "3", "moves from turn 3 on, or once an enemy is within 2 hexes")]),
    (EVENTS, "red", [("happens rain", "turns 2 to 3, 4 or more on 1d6", ""),
                     ("happens relief", "turn 3", "")]),
    (REPLACEMENTS, "", [("receives 1/blue", "1", "receives 2 steps"),
                        ("receives 3/red", "3", "receives 1 step")])])
def test_rows_of_a_kind_and_a_side(kind: str, side: str, listed: list[tuple[str, str, str]]) -> None:
    assert [(r.id, r.when, r.what) for r in timetable_rows(given(), kind, side)] == listed


def test_units_and_everything_come_in_the_order_of_turns() -> None:
    assert [r.id for r in timetable_rows(given(), UNITS)] == [
        "blue/A", "moves blue/B", "leaves blue/A", "leaves red/X"]
    assert [r.turn for r in timetable_rows(given(), EVERYTHING)] == [1, 2, 2, 3, 3, 3, 4, 0]


def test_several_rows_get_another_time() -> None:
    before = given()
    after = set_when(before, rows(before, "blue/A", "leaves red/X", "moves blue/B"), "1")
    arrival = unit(after, "blue/A").reinforcement
    assert arrival is not None
    assert (arrival.turn, unit(after, "red/X").withdrawal, unit(after, "blue/B").release) == (
        1, UnitWithdrawal(1), UnitRelease(1, enemy_within=2))
    assert unit(set_when(before, rows(before, "leaves blue/A"), "rain"), "blue/A").withdrawal == (
        UnitWithdrawal(event="rain"))


def test_events_get_a_turn_or_never_or_the_rules() -> None:
    before = given()
    rain = rows(before, "happens rain")
    assert line_of(set_when(before, rain, "1"), "rain").turn == (1, 2)
    never = set_when(before, rain, "never")
    assert line_of(never, "rain") == ScheduledEvent("rain", never=True)
    assert line_of(set_when(never, rain, "4"), "rain") == ScheduledEvent("rain", turn=(4, 4))
    by_rules = set_when(before, rain, "by the rules").scenario
    assert by_rules is not None
    assert "rain" not in by_rules.scheduled
    with pytest.raises(ValueError, match="Rain happens on a turn"):
        set_when(before, rain, "relief")
    assert list(when_choices(before, rain))[:3] == ["by the rules", "never", "1"]
    assert when_choices(before, rows(before, "blue/A"))["Relief"] == "relief"


def test_rows_go_a_turn_on_or_none_does() -> None:
    before = given()
    two = rows(before, "blue/A", "happens rain")
    after = shift_when(before, two, 1)
    assert [r.turn for r in rows(after, "blue/A", "happens rain")] == [3, 3]
    with pytest.raises(ValueError, match="would leave on turn 5, and the game has turns 1 to 4, so none was"):
        shift_when(before, rows(before, "blue/A", "leaves blue/A"), 1)


def test_rows_are_taken_off() -> None:
    before = given()
    after = drop(before, rows(before, "blue/A", "leaves red/X", "moves blue/B", "happens rain"))
    assert (unit(after, "blue/A").reinforcement, unit(after, "red/X").withdrawal,
            unit(after, "blue/B").release) == (None, None, None)
    assert [r.id for r in timetable_rows(after, EVERYTHING) if r.role == "happens" and r.turn] == [
        "happens relief"]
    with pytest.raises(ValueError, match="stand in the ruleset"):
        drop(before, rows(before, "receives 1/blue"))


def test_steps_of_replacements_are_those_of_the_scenario() -> None:
    before = given()
    after = set_received(before, ["1/blue", "3/red"], "5")
    assert [(r.turn, r.side, r.steps) for r in chart_of(after).values()] == [(1, "blue", 5), (3, "red", 5)]
    assert [r.steps for r in chart_of(set_received(after, ["3/red"], "0 steps")).values()] == [5, 0]
    assert before.ruleset.replacements == after.ruleset.replacements
    again = drop(after, rows(after, "receives 3/red"))
    assert [r.steps for r in chart_of(again).values()] == [5, 1]
    assert after.scenario is not None
    assert with_scenario(after, after.scenario) == after
    with pytest.raises(ValueError, match="not a number up to 99"):
        set_received(before, ["1/blue"], "100")


def lines(design: Design) -> list[tuple[int, str, int]]:
    """What is received when."""
    return [(r.turn, r.side, r.steps) for r in chart_of(design).values() if r.steps]


def test_replacements_go_to_other_turns() -> None:
    """Lines of the chart are moved for this scenario; a side receives them besides what it has there."""
    before = given()
    ids = "receives 1/blue", "receives 3/red"
    assert lines(set_when(before, rows(before, *ids), "2")) == [(2, "blue", 2), (2, "red", 1)]
    later = shift_when(before, rows(before, *ids), 1)
    assert lines(later) == [(2, "blue", 2), (4, "red", 1)]
    assert later.ruleset is before.ruleset
    back = shift_when(later, rows(later, "receives 2/blue", "receives 4/red"), -1)
    assert back == before, "what is as in the ruleset leaves the file"
    two = set_received(later, ["1/blue"], "3")
    assert lines(set_when(two, rows(two, "receives 1/blue"), "2"))[0] == (2, "blue", 5)
    both = shift_when(two, rows(two, "receives 1/blue", "receives 2/blue"), 1)
    assert lines(both)[:2] == [(2, "blue", 3), (3, "blue", 2)], "they do not run into each other"
    with pytest.raises(ValueError, match="Replacements of the Red army on turn 3 cannot come on turn 5: the "
                                         "game has 4 turns"):
        shift_when(before, rows(before, "receives 3/red"), 2)
    with pytest.raises(ValueError, match="come on a turn"):
        set_when(before, rows(before, "receives 3/red"), "rain")


def test_air_points_and_steps_of_a_turn_are_typed_together() -> None:
    before = design_of("historical")
    some = ["1/allied", "2/allied"]
    assert [received_text(before, [name]) for name in some] == [
        "1 step, 4 air points", "1 step, 3 air points"]
    assert received_text(before, some) == ""
    assert "4 air points" in received_choices(before, some)

    def received(text: str) -> list[tuple[int, tuple[tuple[str, int], ...]]]:
        after = set_received(before, some, text)
        assert after.ruleset is before.ruleset
        return [(line.steps, line.assets) for line in chart_of(after).values() if (line.turn, line.side) in (
            (1, "allied"), (2, "allied"))]

    points = "air-points-allied"
    assert received("6 air points") == [(1, ((points, 6),)), (1, ((points, 6),))]
    assert received("3 steps and 1 Air point") == [(3, ((points, 1),)), (3, ((points, 1),))]
    assert received("2, 0 air-points-allied") == [(2, ()), (2, ())]
    assert set_received(before, some[:1], received_text(before, some[:1])) is before
    for text, words in (("", "how many steps"), ("many", "number up to 99"), ("200 steps", "up to 99"),
                        ("4 tanks", "not an asset of this side")):
        with pytest.raises(ValueError, match=words):
            set_received(before, some, text)


def test_times_of_units_that_leave_or_may_move_are_typed_as_in_their_table() -> None:
    before = given()
    after = set_moments(before, rows(before, "moves blue/B"), "4 within:3")
    assert after.scenario is not None
    assert after.scenario.unit_by_key["blue/B"].release == UnitRelease(4, "", 3)
    after = set_moments(before, rows(before, "leaves blue/A", "leaves red/X"), "relief")
    assert after.scenario is not None
    assert {after.scenario.unit_by_key[k].withdrawal for k in ("blue/A", "red/X")} == {
        UnitWithdrawal(0, "relief")}
    with pytest.raises(ValueError, match="turn or event"):
        set_moments(before, rows(before, "leaves blue/A"), "Friday")
