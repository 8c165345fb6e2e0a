"""The odds report of games from data: what shifts are called and come from, and what results do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

import pytest
from hexgames import design, inside, play, result

from visegrad_editor.engine.hexgame.fights import Fight, assess, plain_strength
from visegrad_editor.engine.hexgame.hexgame import HexGame
from visegrad_editor.engine.hexgame.report import report, usual_notes
from visegrad_editor.engine.odds import Case, Result
from visegrad_editor.engine.orders import IllegalOrderError
from visegrad_editor.playtest.odds_report import text as odds_text

AROUND = "blue A foot 4 0303; blue B foot 4 0305; red X foot 4 0304"
OPPOSITE = "combat: {shifts: [{id: both, name: from both sides, when: {from: opposite}, effect: {shift: 1}}]}"


def only(units: str, *rules: str, rows: Sequence[str] = ("........",) * 6) -> Result:
    """What the only result of a game does to an attack of all next to 0304."""
    (found,) = report(design(units, rules, rows), "0304").results
    return found


def test_each_shift_names_its_cause() -> None:
    rows = ["........", "........", "...f....", "........", "........", "........"]
    hill = 'places: [{hex: "0304", name: Hill, features: [fortress]}]'
    made = design(AROUND, OPPOSITE, rows, f'{hill}\nhexsides: [{{kind: river, sides: "0303/0304"}}]')
    assert [(s.name, s.columns, s.text) for s in report(made, "0304").shifts] == [
        ("terrain", -2, "fortress"), ("hexside", -1, "river crossed from 0303"),
        ("from both sides", 1, "opposite hexes 0305 and 0303")]
    both = design(AROUND, "combat: {ground_shift: sum}", rows, hill)
    assert [s.text for s in report(both, "0304").shifts] == ["fortress and forest"]


def test_units_that_join_from_farther_away_are_counted_unless_others_are_named() -> None:
    units = "blue A foot 4 0303; blue G gun 3 0302; blue H gun 3 0301; red X foot 4 0304"
    made = design(units, "combat: {join: {units: {type: [gun]}, range: 2}}")
    assert [s.hex for s in report(made, "0304").attackers] == ["0303", "0302"]
    assert report(made, "0304").attack == 7
    assert [s.hex for s in report(made, "0304", "A").attackers] == ["0303"]


def test_a_shift_named_like_its_cause_is_named_once() -> None:
    told = odds_text(report(design(AROUND, (
        "combat: {shifts: [{id: staff, name: The staff is near, rule: '5.3', effect: {shift: 1}}]}")),
        "0304"))
    assert "Shifts     The staff is near: 1 right (5.3)\n" in told


def test_a_game_has_its_own_words_and_rule_numbers_for_shifts() -> None:
    w = inside(play(AROUND, map='hexsides: [{kind: river, sides: "0303/0304"}]'))
    w.shift_names = {"hexside": "river", "support": "guns"}
    w.rule_numbers = {"shifts": "7.1", "support": "7.2"}
    fight = assess(w, w.hex("0304"), [w.unit("blue/A"), w.unit("blue/B")], 1)
    assert [(s.name, s.columns, s.rule) for s in fight.shifts] == [("guns", 1, "7.2"), ("river", -1, "7.1")]


def test_strengths_cut_for_each_unit_are_whole_everywhere() -> None:
    rules = ("combat: {halve: each}", "states: [{id: shaken, name: Shaken, effect: {attack: /2}}]")
    for rule, wanted in ((rules, Fraction(2)), (rules[1:], Fraction(5, 2))):
        w = inside(play("blue A foot 5 0303; red X foot 4 0304", rule))
        u = w.unit("blue/A")
        w.set_state(u, "shaken")
        assert plain_strength(w, u, "attack") == wanted
        w.forget()


def test_a_game_gives_its_own_cases_of_support() -> None:
    def cases(w: HexGame, fight: Fight) -> Sequence[Case]:
        return [Case("perhaps", "Perhaps a column", {0: Fraction(1, 3), 1: Fraction(2, 3)}, ())]

    def notes(w: HexGame, fight: Fight) -> Iterable[str]:
        return [*usual_notes(w, fight), f"{len(fight.attackers)} attack."]

    found = report(design("blue A foot 4 0303; red X foot 4 0304"), "0304", cases=cases, notes=notes,
                   assumptions=("Nobody sleeps.",), listed=("DE", "DR"))
    (case,) = found.cases
    (table,) = case.tables
    assert table.columns == (("1:1", Fraction(1, 3)), ("2:1", Fraction(2, 3)))
    # In the column 1:1 AE AR NE DR DR DE in some order, in 2:1 AR NE DR DR DE DE.
    assert table.results["DE"] == Fraction(1, 3) * Fraction(1, 6) + Fraction(2, 3) * Fraction(2, 6)
    assert sum(table.results.values()) == 1
    assert list(table.results)[:2] == ["DE", "DR"]
    assert [r.code for r in found.results][:2] == ["DE", "DR"]
    assert (found.notes, found.assumptions) == (("1 attack.",), ("Nobody sleeps.",))


# -- what a result does ----------------------------------------------------------------------------------


EIGHT = "; ".join((*(f"blue W{n} foot 1 0303" for n in range(4)),
                   *(f"blue S{n} foot 9/9 0303 reduced" for n in range(4)), "red X foot 4 0304"))


def test_of_many_units_those_with_the_fewest_steps_are_lost() -> None:
    roomy = "stacking: {limit: 9}"
    assert only(EIGHT, result("[{lose_units: attacker, part: 1/2}]"), roomy).attacker_steps == 4
    assert only(EIGHT, result("[{lose_units: attacker, part: 1/2, by: enemy}]"), roomy).attacker_steps == 8


def test_the_side_that_decides_chooses_the_retreat() -> None:
    units = "blue A foot 4 0303; red X foot 4 0304; red Y foot 4 0304"
    away = "[{retreat: defender, hexes: 1}]"
    assert only(units, result(away)) == Result("X", "Result", 0, 0, False, True)
    zoc = "zones: {kind: rigid, blocks: [retreat]}\nretreat: {into_zones: lose-step}"
    watched = f"{units}; blue G foot 4 0505"
    own = only(watched, result(away), zoc)
    enemy = only(watched, result("[{retreat: defender, hexes: 1, by: attacker}]"), zoc)
    assert (own.defender_steps, enemy.defender_steps) == (0, 2)


def test_a_choice_that_costs_the_same_is_made_for_the_hex() -> None:
    choice = "[{choose: defender, of: [[{retreat: defender}], [{note: They stay.}]]}]"
    assert not only("blue A foot 4 0303; red X foot 4 0304", result(choice)).cleared
    costly = choice.replace("{note: They stay.}", "{lose: defender}")
    assert only("blue A foot 4 0303; red X foot 4 0304", result(costly)).cleared


RIVER = 'hexsides: [{kind: river, sides: "0303/0304 0204/0304"}]'
TWO = "blue A foot 5 0303; blue B foot 5 0303; red X foot 4 0304"


def test_half_strengths_are_shown_as_they_are_added() -> None:
    rules = "combat: {strengths: [{id: river, when: {across: [river]}, who: each, effect: {attack: /2}}]}"
    made = report(design(TWO, rules, map=RIVER), "0304")
    assert [u.counts for u in made.attackers] == [Fraction(5, 2), Fraction(5, 2)]
    lines = [line.split() for line in odds_text(made).splitlines()[2:5]]
    # A modifier without a rule number is named without one.
    assert lines == [["Attackers", "Blue", "A", "in", "0303", "2", "1/2", "river"],
                     ["Blue", "B", "in", "0303", "2", "1/2", "river"], ["together", "5"]]
    assert made.as_dict()["attackers"][0]["counts"] == 2.5


@pytest.mark.parametrize("units", [TWO, "blue A foot 10 0303; red X foot 4 0304"])
def test_what_changes_a_side_as_a_whole_is_told(units: str) -> None:
    rules = """
combat:
  strengths:
    - {id: river, name: Over the river, when: {across: [river]}, effect: {attack: /2}, rule: "8.2"}
"""
    made = report(design(units, rules, map=RIVER), "0304")
    assert (made.attack, made.attack_notes, made.defence_notes) == (5, (("Over the river", "8.2"),), ())
    assert [line.split() for line in odds_text(made).splitlines() if "together" in line] == [
        ["together", "5", "Over", "the", "river", "(8.2)"]]


EXTRA = """
sequence:
  turn: [{player_turn: blue, phases: [move, combat]}, {player_turn: red, phases: [move, combat]}]
  extra:
    - {player_turn: blue, id: guards, units: {named: [blue/A]}, phases: [raid], before: blue, when: {turn: 1}}
phases: [{id: raid, name: Raid, kind: combat, rule: "5.4"}]
"""


def test_units_with_a_player_turn_of_their_own_attack_without_others() -> None:
    made = design(TWO, EXTRA)
    with pytest.raises(IllegalOrderError) as refused:
        report(made, "0304")
    assert (refused.value.reason, refused.value.rule) == (
        "On turn 1 Blue A attacks in a player turn of its own, without Blue B. Name attackers of one player "
        "turn only.", "5.4")
    assert report(made, "0304", "A").attack == report(made, "0304", "B").attack == 5
    assert report(design(TWO, EXTRA.replace("turn: 1", "turn: 2")), "0304").attack == 10
