"""Goals without effect: which conditions of victory never decide, and which may."""

from __future__ import annotations

import re

import pytest
from hexgames import design, read

from visegrad_editor.model.check import check_documents
from visegrad_editor.model.check.goals import implies
from visegrad_editor.model.files.codec import record_of
from visegrad_editor.model.rules.grammar import Situation


def told(victory: str) -> list[tuple[str, int]]:
    """The goals without effect in a victory: the code, and the number of the condition."""
    victory = re.sub(r"HELD(\d)", rf"{HELD}\1}}", victory).replace("LOST", LOST)
    made = design("blue A foot 4 0101; red X foot 4 0608", f"victory: {victory}")
    return [(p.code, int(p.within[1]) + 1) for p in check_documents(made) if p.code.startswith("goal-")]


HELD = "{control: {side: blue, hexes: {hexes: ['0304', '0305']}}, at_least: "
LOST = "{losses: {side: blue}}"


@pytest.mark.parametrize(("victory", "found"), [
    ("{otherwise: red, conditions: [{winner: red, when: LOST}]}",
     [("goal-without-effect", 1)]),
    ("{otherwise: red, conditions: [{winner: red, judged: at-once, when: LOST}]}", []),
    ("{otherwise: red, conditions: [{winner: red, level: great, when: LOST}]}", []),
    ("{otherwise: red, points: [{for: survival}], conditions: [{winner: red, when: LOST}]}",
     []),
    ("{otherwise: red, conditions: [{winner: red, when: LOST}, {winner: blue, when: HELD1}]}", []),
    ("{otherwise: red, conditions: [{winner: blue, when: HELD1}, {winner: red, when: LOST}]}",
     [("goal-without-effect", 2)]),
    ("{conditions: [{winner: draw, when: LOST}]}", []),
    ("{conditions: [{winner: blue, when: HELD1}, {winner: draw, when: LOST}]}",
     [("goal-without-effect", 2)]),
    ("{conditions: [{winner: blue, when: HELD1}, {winner: blue, level: great, when: HELD2}]}",
     [("goal-never-decides", 2)]),
    ("{conditions: [{winner: blue, level: great, when: HELD2}, {winner: blue, when: HELD1}]}",
     []),
    ("{conditions: [{winner: blue, when: HELD1}, {winner: blue, judged: turn-end, when: HELD2}]}",
     []),
    ("{conditions: [{winner: blue, when: {losses: {side: own}}}, {winner: red, "
     "when: {losses: {side: own}}}]}", []),
    ("{conditions: [{winner: blue, when: {losses: {side: own}}}, {winner: red, when: "
     "{losses: {side: enemy}, at_least: 2}}]}", [("goal-never-decides", 2)]),
    ("{conditions: [{winner: red, judged: at-once, when: {losses: {side: blue}, at_least: 5}}, {winner: red, "
     "when: {losses: {side: blue}, at_least: 6}}]}", [("goal-never-decides", 2)]),
    ("{conditions: [{winner: red, when: {losses: {side: blue}, at_least: {number: 6}}}, {winner: red, "
     "judged: at-once, when: {losses: {side: blue}, at_least: 5}}]}", [("goal-never-decides", 1)]),
    ("{conditions: [{winner: red, judged: at-once, when: {losses: {side: blue}, at_least: 6}}, {winner: red, "
     "when: {losses: {side: blue}, at_least: 5}}]}", []),
    ("{conditions: [{winner: red, judged: at-once, when: {points: red, at_least: 5}}, {winner: red, "
     "when: {points: red, at_least: 6}}]}", [])])
def test_goals_that_never_decide_are_told(victory: str, found: list[tuple[str, int]]) -> None:
    assert told(victory) == found


@pytest.mark.parametrize(("one", "other", "follows"), [
    ("{turn: [2, 3]}", "{turn: [1, 4]}", True), ("{turn: [2, 5]}", "{turn: [1, 4]}", False),
    ("{turn: 2, points: blue, at_least: 3}", "{points: blue}", True),
    ("{points: blue, at_least: 3}", "{turn: 2, points: blue}", False),
    ("{points: blue, at_most: 3}", "{points: blue, at_most: 4}", True),
    ("{points: blue, more_than: 3}", "{points: blue, at_least: 4}", True),
    ("{points: blue, at_least: {points: red}}", "{points: blue, at_least: 1}", False),
    ("{all: [{turn: 2}, {points: blue}]}", "{points: blue}", True),
    ("{any: [{turn: 2}, {points: blue}]}", "{points: blue}", False),
    ("{any: [{turn: 2}, {turn: 3}]}", "{turn: [2, 3]}", True),
    ("{turn: 2}", "{any: [{points: blue}, {turn: 2}]}", True),
    ("{turn: 2, points: blue}", "{all: [{turn: 2}, {points: blue}]}", True),
    ("{turn: 2}", "{all: [{turn: 2}, {points: blue}]}", False),
    ("{not: {turn: 2}}", "{turn: 2}", False), ("{turn: 2}", "{}", True),
    ("{roll: 2d6, at_least: 7}", "{roll: 2d6, at_least: 6}", False)])
def test_what_follows_from_a_situation(one: str, other: str, follows: bool) -> None:
    form = record_of(Situation)
    assert implies(form.read(read(one)), form.read(read(other))) is follows
