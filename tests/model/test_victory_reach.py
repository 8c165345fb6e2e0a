"""Conditions of victory that cannot be reached in a scenario are told, with the reason; others are not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hexgames import ROWS, design

from visegrad_editor.model.check import check_documents
from visegrad_editor.model.edit.key_words import words_at
from visegrad_editor.model.files.catalogue import bundled
from visegrad_editor.model.files.load import load
from visegrad_editor.model.problems import Problem

UNITS = "blue A foot 4 0202; blue B foot 4 turn 2 n; red X foot 4/2 0508; red Y foot 6/3 0607"
ENTRY = 'entries: [{id: n, name: North, where: {hexes: ["0101"]}}]\n'
ISLAND = ("........", "....~~~~", "....~..~", "....~~~~", "........", "........")
TOWNS = 'places: [{hex: "0306", name: Isle, features: town}, {hex: "0201", name: Shore, features: town}]'


def told(
    when: str, judged: str = "end", units: str = UNITS, more: str = "", rules: str = "", rule: str = ""
) -> list[Problem]:
    """The problems of a game in which blue wins in a situation; the town 0306 is on an island."""
    condition = f"{{winner: blue, judged: {judged}, when: {when}{rule}}}"
    given = design(
        units, (f"victory: {{conditions: [{condition}]}}", rules), ISLAND, TOWNS, ENTRY + more)
    return [p for p in check_documents(given) if p.code == "victory-out-of-reach"]


def why(*given: str, **more: str) -> list[str]:
    return [p.message.partition("scenario: ")[2].removesuffix(" Change it, or the scenario.")
            for p in told(*given, **more)]


HELD = "{control: {side: blue, hexes: {features: [town]}}, at_least: %s}"
FERRY = "movement: {modes: [{id: boat, name: Boat, over: any, range: 3}]}"


def test_a_town_that_nobody_can_get_to() -> None:
    assert why(HELD % "all") == [
        "it asks for 2 hexes, and the side Blue army can get to 1 of them only, not to 0306."]
    alone = '{ever_taken: {side: blue, hexes: {hexes: ["0306"]}}, at_least: 1}'
    assert why(alone) == ["no unit of the side Blue army can ever get to 0306."]
    assert why(HELD % 1) == []


def test_whoever_comes_by_another_way_can_get_there() -> None:
    assert why(HELD % "all", rules=FERRY) == []
    assert why(HELD % "all", units=f"{UNITS}; blue C foot 4 0307") == []
    own = "control: {at_start: [{side: blue, hexes: {features: [town]}}]}"
    assert why(HELD % "all", rules=own) == []
    given = """
events: [{id: gift, name: Gift, when: {turn: 2}, does: [{control: {features: [town]}, to: blue}]}]"""
    assert why(HELD % "all", rules=given) == []


def test_a_unit_of_an_event_that_never_comes_goes_nowhere() -> None:
    isle = '{id: isle, name: Isle, where: {hexes: ["0306"]}}'
    entries = f"{ENTRY.rstrip()[:-1]}, {isle}]\n"
    for line, found in (("never: true", 1), ("turn: 2", 0)):
        more = f"schedule: [{{id: landing, {line}}}]"
        given = design(f"{UNITS}; blue C foot 4 event landing isle", (
            f"victory: {{conditions: [{{winner: blue, when: {HELD % 'all'}}}]}}",), ISLAND, TOWNS,
            entries + more)
        assert len([p for p in check_documents(given) if p.code == "victory-out-of-reach"]) == found


@pytest.mark.parametrize(("when", "reason"), [
    ("{turn: [1, 3]}", "it is judged after turn 4, and asks for turn 3."),
    ("{happened: relief}", 'the event "Relief" never happens by the schedule.'),
    ("{happened: rain}", 'the event "Rain" never happens, since turn 9 is after the last turn, 4.'),
    ("{losses: {side: red, by: step}, at_least: 5}",
     "it asks for the loss of 5 steps, and the side Red army can lose 4."),
    ("{points: own, at_least: 7}", "it asks for 7 points, and the side Blue army can have 6 at most."),
    ("{lead: blue, more_than: 6}",
     "it asks for a lead of 7, and the side Blue army can have 6 points at most."),
    ("{all: [{turn: 4}, {happened: relief}]}", 'the event "Relief" never happens by the schedule.'),
    ("{any: [{turn: 3}, {happened: relief}]}",
     'neither can be: it is judged after turn 4, and asks for turn 3; the event "Relief" never happens by '
     "the schedule.")])
def test_what_can_never_be(when: str, reason: str) -> None:
    rules = """
events: [{id: rain, name: Rain, when: {all: [{turn: 9}]}}]
victory: {points: [{for: elimination, side: blue, worth: 3}, {for: elimination, side: red, worth: 9}]}"""
    schedule = "schedule: [{id: relief, never: true}]"
    assert why(when, more=schedule, rules=rules) == [reason]


@pytest.mark.parametrize("when", [
    "{turn: [2, 4]}", "{points: own, at_least: 6}", "{losses: {side: red}, at_least: 2}",
    "{any: [{turn: 4}, {turn: 1}]}", "{not: {turn: 4}}", "{happened: relief}"])
def test_what_may_be_is_not_told(when: str) -> None:
    rules = "victory: {points: [{for: elimination, side: blue, worth: 3}]}"
    assert why(when, more="schedule: [{id: relief, turn: 3}]", rules=rules) == []


def test_points_of_events_and_rebuilt_units_have_no_bound() -> None:
    lead = "{lead: blue, at_least: 99}"
    events = "events: [{id: gold, name: Gold, when: {turn: 2}, once: false, does: [{points: {blue: 5}}]}]"
    again = "rebuilding: {where: {features: [town]}}\nvictory: {points: [{for: elimination, worth: 3}]}"
    assert why(lead) != []
    assert why(lead, rules=events) == why(lead, rules=again) == []


def test_a_level_that_needs_more_points_than_there_are() -> None:
    levels = """
victory: {points: [{for: control, hexes: {features: [town]}, worth: 2}],
          levels: [{id: small, lead: 2}, {id: great, name: Great victory, lead: 5}]}"""
    given = design(UNITS, levels, ISLAND, TOWNS, ENTRY)
    found = [p.message for p in check_documents(given) if p.code == "victory-out-of-reach"]
    assert found == [
        'The level of victory "Great victory" cannot be reached in this scenario: it needs a lead of 5, '
        "and no side can have more than 2 points. Change it, or the points."]


def test_the_problem_has_its_rule_and_stands_beside_the_condition() -> None:
    problem, = told(HELD % "all", rule=', text: Both towns, rule: "4.1"')
    assert (problem.rule, problem.severity) == ("4.1", "warning")
    assert problem.message.startswith(
        'The goal "The Blue army wins at the end of the game: Both towns" cannot be reached')
    condition = f'{{winner: blue, when: {HELD % "all"}}}'
    given = design(UNITS, f"victory: {{conditions: [{condition}]}}", ISLAND, TOWNS, ENTRY)
    words = words_at(given, "ruleset", ("victory", "conditions", 0), check_documents(given))
    assert "cannot be reached in this scenario: it asks for 2 hexes" in words
    possible = replace(given, map=design(UNITS, "", ROWS, TOWNS, ENTRY).map)
    words = words_at(possible, "ruleset", ("victory", "conditions", 0), check_documents(possible))
    assert "Nothing that is known keeps it from being reached." in words


def test_games_that_come_with_the_program_can_be_won() -> None:
    played = [b.name for b in bundled() if b.kind == "scenario"]
    assert "karn" in played
    for name in played:
        assert [p for p in load(f"scenarios/{name}").problems if p.code == "victory-out-of-reach"] == []


def test_a_goal_out_of_reach_is_called_by_what_it_says_and_can_be_removed() -> None:
    goal, other = "{winner: blue, when: %s}", "{winner: red, when: {losses: {side: blue}}}"
    bad = goal % '{control: {side: blue, hexes: {hexes: ["0306"]}}, at_least: 1}'
    own = f"victory: {{conditions: [{bad}, {other}]}}"
    for given, label in (
            (design(UNITS, "", ISLAND, TOWNS, f"{ENTRY}{own}\n"), "Remove this goal"),
            (design(UNITS, own, ISLAND, TOWNS, ENTRY),
             "Give the scenario the goals of the rules as its own, without this one")):
        [problem] = [p for p in check_documents(given) if p.code == "victory-out-of-reach"]
        assert problem.message.startswith('The goal "The Blue army wins at the end of the game if hex 0306')
        assert [f.label for f in problem.fixes] == [label]
        after = problem.fixes[0].edit(given)
        assert [c.winner for c in after.scenario.own_victory.conditions] == ["red"]
        assert [p for p in check_documents(after) if p.code == "victory-out-of-reach"] == []
    assert told('{control: {side: blue, hexes: {hexes: ["0306"]}}, at_least: 1}')[0].fixes == ()
