"""Set-ups are checked against all of the stacking rules, and settings that cannot be are refused."""

from __future__ import annotations

import json

import pytest
from hexgames import design, read, rules_data

from visegrad_editor.engine.checks import check_design
from visegrad_editor.model.files.schema import check_schema
from visegrad_editor.model.files.yaml_reader import read_yaml
from visegrad_editor.model.problems import Problem

TOWN = "places: [{hex: '0304', name: Town, features: [town]}]"
UNITS = "blue A foot 4 0304; blue B foot 4 0303; blue C foot 4 0303; red X foot 4 0506"


def stacks(rules: str, units: str = UNITS) -> list[Problem]:
    return [p for p in check_design(design(units, rules, map=TOWN)) if p.code in ("stacking", "no-room")]


@pytest.mark.parametrize("limit", ["0", "1/2"])
def test_a_hex_with_a_limit_of_its_own_holds_no_more(limit: str) -> None:
    problem, = stacks(f"stacking: {{by_hex: [{{hexes: {{features: [town]}}, limit: {limit}}}]}}")
    assert (problem.severity, problem.hex, problem.unit) == ("error", "0304", "blue/A")
    assert problem.message == f"1 unit is set up in 0304 (Town); the limit there is {limit}: Blue A."


def test_the_least_of_several_limits_of_a_hex_counts() -> None:
    rules = """
stacking:
  by_hex: [{hexes: {terrain: [clear]}, limit: 2}, {hexes: {hexes: ['0303']}, limit: 1}]
"""
    problem, = stacks(rules)
    assert (problem.hex, problem.unit) == ("0303", "blue/C")


@pytest.mark.parametrize("hexes", [
    "{features: [town], controlled_by: blue}", "{features: [town], in_zone: own}"])
def test_limits_of_hexes_that_change_in_play_are_not_judged(hexes: str) -> None:
    assert stacks(f"stacking: {{by_hex: [{{hexes: {hexes}, limit: 0}}]}}") == []


def test_units_that_never_stand_together_are_not_set_up_so() -> None:
    problem, = stacks("stacking: {apart: [{units: {named: [blue/B]}, from: {named: [blue/C]}, rule: '6.2'}]}")
    assert (problem.severity, problem.hex, problem.unit, problem.rule) == ("error", "0303", "blue/C", "6.2")
    assert problem.message == (
        "Blue B may not stand with Blue C, and both are set up in 0303. Move one of them.")


def test_an_area_has_the_room_of_its_hexes() -> None:
    units = "blue A foot 4 in 0304 0305; blue B foot 4 in 0304 0305; red X foot 4 0506"
    assert stacks("stacking: {limit: 1}", units) == []
    problem, = stacks("stacking: {limit: 1, by_hex: [{hexes: {features: [town]}, limit: 0}]}", units)
    assert (problem.code, problem.message.split(":")[0]) == (
        "no-room", "2 units are to be set up in an area with room for 1")


def misfits(rules: str) -> list[str]:
    reading = read_yaml(json.dumps({**rules_data(), **read(rules)}))
    return [p.message for p in check_schema("ruleset", reading, "test")]


@pytest.mark.parametrize(("rules", "message"), [
    ("stacking: {limit: -2}", "`limit` of `stacking` is -2; it must be at least 0."),
    ("stacking: {weigh: {by: type, of: {foot: -1}}}",
     "`weigh.of.foot` of `stacking` is -1; it must be at least 0."),
    ("combat: {ends: {below: {odds: '0', result: AE}}}",
     '`ends.below.odds` of `combat` is the text "0"; expected something like "1:2".'),
    ("combat: {shifts: [{id: a, when: {from: {}}, effect: {shift: 1}}]}",
     "`shifts.1.when.from` of `combat` is empty; it needs at least 1."),
    ("combat: {shifts: [{id: a, when: {from: {sides: 3}}, effect: {shift: 1}}]}",
     "Unknown key `sides` in `shifts.1.when.from` of `combat`. The only key is hexes."),
])
def test_settings_that_cannot_be_are_refused(rules: str, message: str) -> None:
    assert misfits(rules) == [message]


def test_a_row_of_one_column_may_be_a_single_result() -> None:
    rules = "tables: [{id: luck, name: Luck, columns: [Result], odds: none, rows: [DE, AE, NE, NE, NE, NE]}]"
    table = next(t for t in design(UNITS, rules).ruleset.tables if t.id == "luck")
    assert table.rows[:2] == (("DE",), ("AE",))


def test_a_game_without_units_is_told() -> None:
    assert [p.message for p in check_design(design("")) if p.code == "no-units"] == [
        "The scenario has no units, so nobody has anything to move. Place some: Scenario > "
        "New units…"]
    assert not [p for p in check_design(design(UNITS)) if p.code == "no-units"]
