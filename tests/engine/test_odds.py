"""Odds and column shifts, and the report that `--json` prints."""

from __future__ import annotations

from fractions import Fraction

import pytest

from visegrad_editor.engine.odds import (
    AttackReport,
    Case,
    Chances,
    ExtraChance,
    Result,
    Strength,
    opposite,
    percent,
)
from visegrad_editor.engine.position import Shift
from visegrad_editor.model.rules.combat import CombatTable


@pytest.mark.parametrize(("attack", "defence", "expected"), [
    (1, 1, 100), (3, 1, 300), (2, 3, 66), (0, 5, 0), (7, 0, 70_000), (0, 0, 0), (199, 100, 199)])
def test_odds_are_whole_percents_and_nothing_defends_like_a_hundredth(
        attack: int, defence: int, expected: int) -> None:
    assert percent(attack, defence) == expected


@pytest.mark.parametrize(("headings", "odds", "expected"), [
    (("50%", "100%", "200%"), (0, 49, 50, 99, 100, 199, 200, 900), (0, 0, 0, 0, 1, 1, 2, 2)),
    # A column of all lower odds, and headings that do not rise, are looked through one by one.
    (("< 1:1", "1:1", "2:1"), (Fraction(1, 2), 1, Fraction(3, 2), 2, 5), (0, 1, 1, 2, 2)),
    (("+2", "-1", "+5"), (-3, -1, 2, 4, 5), (0, 1, 1, 1, 2))])
def test_the_column_of_odds_is_the_last_that_they_reach(
        headings: tuple[str, ...], odds: tuple[int | Fraction, ...], expected: tuple[int, ...]) -> None:
    table = CombatTable("t", "Table", headings, (), (headings,))
    assert tuple(map(table.column, odds)) == expected


def test_three_pairs_of_directions_lie_opposite_each_other() -> None:
    pairs = {frozenset({a, b}) for a in range(6) for b in range(6) if a < b and opposite(frozenset({a, b}))}
    assert pairs == {frozenset({0, 3}), frozenset({1, 4}), frozenset({2, 5})}
    assert not opposite(frozenset())
    assert opposite(frozenset(range(6)))


def test_a_report_as_plain_data_tells_all_of_it() -> None:
    third, half = Fraction(1, 3), Fraction(1, 2)
    chances = Chances("t", "Table", (("low", third), ("even", 1 - third)), {"A": half, "B": half},
                      Fraction(3, 2), Fraction(1, 4), third, 1 - third)
    case = Case("none", "No air", {-1: third, 0: third, 2: third}, (chances,),
                (ExtraChance("a_loss", "attacker's", Fraction(1, 8)),
                 ExtraChance("b_loss", "defender's", third)))
    report = AttackReport(
        "0101", "Oxford", (Strength("a/1", "First", "0102", 2, 6, 3, (("halved", "7.3"),)),),
        (Strength("b/1", "Second", "0101", 1, 4, 4),), 3, 4, 75, "low",
        (Shift("terrain", -2, "11.0", "mountain"), Shift("sides", 1, "11.1", "envelopment")), {"t": "even"},
        (Result("A", "Attackers retreat", 0, 1, False, True),), (case,), ("One assumption.",), ("A note.",),
        {"supply": "yes"})
    assert report.shift == -1
    assert report.as_dict() == {
        "hex": "0101", "place": "Oxford",
        "attackers": [{"unit": "a/1", "name": "First", "hex": "0102", "steps": 2, "printed": 6, "counts": 3,
                       "notes": [{"text": "halved", "rule": "7.3"}]}],
        "defenders": [{"unit": "b/1", "name": "Second", "hex": "0101", "steps": 1, "printed": 4, "counts": 4,
                       "notes": []}],
        "attack": 3, "defence": 4, "percent": 75, "odds_column": "low",
        "attack_notes": [], "defence_notes": [],
        "shifts": [{"name": "terrain", "columns": -2, "rule": "11.0", "text": "mountain"},
                   {"name": "sides", "columns": 1, "rule": "11.1", "text": "envelopment"}],
        "shift": -1, "columns": {"t": "even"},
        "results": {"A": {"name": "Attackers retreat", "attacker_steps": 0, "defender_steps": 1,
                          "taken": False, "cleared": True}},
        "cases": [{
            "case": "none", "title": "No air",
            "further_shifts": {"-1": 0.333333, "0": 0.333333, "+2": 0.333333},
            "a_loss": 0.125, "b_loss": 0.333333,
            "tables": [{"table": "t", "name": "Table", "columns": {"low": 0.333333, "even": 0.666667},
                        "results": {"A": 0.5, "B": 0.5}, "attacker_steps": 1.5, "defender_steps": 0.25,
                        "taken": 0.333333, "cleared": 0.666667}]}],
        "assumptions": ["One assumption."], "notes": ["A note."], "supply": "yes"}
