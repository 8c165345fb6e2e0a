"""Messages about what there is one of, or nothing."""

from __future__ import annotations

import pytest
from hexgames import design, on_to, play, refuse, result

from visegrad_editor.engine.hexgame.unknown_rules import unsupported
from visegrad_editor.model.check import check_documents
from visegrad_editor.playtest.faults import THOROUGH
from visegrad_editor.playtest.fuzz import fuzz_game

UNITS = "blue A foot 4 0303; red X foot 4 0506"


def test_a_unit_is_not_asked_for_values_that_no_counter_has() -> None:
    rules = "values: [{id: strength, name: Strength, from: type}, {id: movement, name: Movement, from: type}]"
    found = [p.message for p in check_documents(design("blue A foot - 0303; red X foot - 0506", rules))]
    assert not [m for m in found if "has no ." in m or "`values: `" in m]


@pytest.mark.parametrize(("classes", "words"), [
    ("", "where no unit can go."),
    ("classes: [{id: foot}], ", "where units of the movement class foot cannot go.")])
def test_a_start_in_barred_terrain_is_told_with_or_without_classes(classes: str, words: str) -> None:
    rules = f"movement: {{{classes}costs: [{{terrain: [clear], cost: prohibited}}]}}"
    found = [p.message for p in check_documents(design(UNITS, rules)) if p.code == "barred-start"]
    assert len(found) == 2
    assert all(words in m for m in found)


@pytest.mark.parametrize(("steps", "words"), [
    (1, "1 is still to be lost"), (2, "2 are still to be lost")])
def test_steps_that_are_still_to_be_lost_are_counted(steps: int, words: str) -> None:
    rules = result(f"[{{lose: defender, steps: {steps}, per: side, by: attacker}}]")
    units = "blue A foot 9 0303; red X foot 4/2 0304; red Y foot 4/2 0304"
    game = on_to(play(units, rules, dice=(1,)), "attack")
    game.apply("attack 0304 with A")
    assert game.step == "reduce"
    assert words in refuse(game, "pass").reason


@pytest.mark.parametrize(("phase", "listed", "words"), [
    ("magic", "", "`sequence/turn`: No chapter of rules knows the phase magic: give it a `kind`."),
    ("magic", "phases: [{id: magic, name: Magic}]",
     "`phases/magic`: No chapter of rules knows this phase: give it a `kind`."),
    ("magic", "phases: [{id: magic, name: Magic, kind: custom}]",
     "`phases/magic`: No chapter of rules knows this phase: give it another kind than `custom`."),
    ("custom", "", "`sequence/turn`: No chapter of rules knows the phase custom: give it another kind than "
     "`custom`.")])
def test_a_phase_that_no_chapter_knows_is_told_what_it_lacks(phase: str, listed: str, words: str) -> None:
    rules = (f"sequence: {{turn: [{{player_turn: blue, phases: [move, combat, {phase}]}}]}}", listed)
    assert [p.message for p in unsupported(design(UNITS, rules))] == [words]


def test_a_designer_may_number_rules_in_any_way() -> None:
    made = design(UNITS, "stacking: {limit: 1, rule: 1/3}\ncombat: {rule: '50%'}\nmovement: {rule: '-5'}")
    report = fuzz_game(made, 1, rates=THOROUGH)
    assert report.finding is None
