"""4.0 to 4.2 as data: what the bundled ruleset says is what is played, and any change of it is noticed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from corner_positions import FAR, R1
from designs import PLACES, make, on_to, play, unit
from own_files import with_own_rules

from visegrad_editor.engine import Game
from visegrad_editor.engine.checks import check_design
from visegrad_editor.engine.record import mark_of
from visegrad_editor.engine.usual_victory import usual_victory
from visegrad_editor.model.check import check_documents, lint_scenario
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.goals import Goal, victory_of, with_victory
from visegrad_editor.model.edit.reshape import renumber
from visegrad_editor.model.edit.ruleset import rename_entry
from visegrad_editor.model.files.load import load
from visegrad_editor.model.rules.sentences import Sentences
from visegrad_editor.model.rules.victory import VICTORY, Victory
from visegrad_editor.systems.visegrad4 import rules

FIELDS = {**{k: v for k, v in PLACES.items() if k != "0501"}, "0305": ("A", "industrial"),
          "0304": ("B", "industrial")}


def bundled(name: str = "historical") -> Design:
    design = load(name).design
    assert design is not None
    return design


def with_own(design: Design, *goals: Goal, otherwise: str = "allied") -> Design:
    return with_victory(design, replace(victory_of(goals, design.ruleset), otherwise=otherwise))


@pytest.mark.rule("4.0", "4.1", "4.2")
def test_the_ruleset_says_who_wins_with_the_numbers_of_the_rules() -> None:
    design = bundled()
    said = [str(s) for s in Sentences(design.ruleset, design.map).victory(design.ruleset.victory)]
    assert said == [
        "The Russian side wins at once if all industrial (shale gas) hexes in Poland have ever been taken by "
        "the Russian side [4.1].",
        "The Allied side (V4) wins at once if at least one of the capitals in Russia, Belarus or Ukraine has "
        "ever been taken by the Allied side (V4) [4.2].",
        "The Russian side wins at the end of the game if a roll of 2d6 is less than the number of industrial "
        "(shale gas) hexes ever taken by the Russian side [4.0].",
        "Otherwise the Allied side (V4) wins [4.0]."]


def test_a_ruleset_that_leaves_it_out_is_played_and_marked_as_before() -> None:
    design = bundled()
    bare = replace(design, ruleset=replace(design.ruleset, victory=VICTORY))
    assert usual_victory(bare) == design.ruleset.victory == rules.usual_victory()
    assert mark_of(bare) == mark_of(design), "games recorded before can be played again"
    changed = replace(design, ruleset=replace(design.ruleset, victory=replace(
        design.ruleset.victory, otherwise="draw")))
    assert mark_of(changed) != mark_of(design)


def played(change: Callable[[Victory], Victory]) -> Design:
    """A small game with two fields, whose ruleset says something else of victory."""
    design = make([R1, FAR], places=FIELDS, turns=1)
    return replace(design, ruleset=replace(design.ruleset, victory=change(rules.usual_victory())))


def without(number: int) -> Callable[[Victory], Victory]:
    return lambda v: replace(v, conditions=(*v.conditions[:number], *v.conditions[number + 1:]))


@pytest.mark.rule("4.1")
def test_without_the_condition_of_4_1_the_game_goes_on() -> None:
    game = on_to(play(played(without(0))), "move", "russian-movement")
    game.apply("move R1 0306-0305-0304")
    assert game.outcome is None
    game = on_to(play(played(lambda v: v)), "move", "russian-movement")
    game.apply("move R1 0306-0305-0304")
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.rule) == ("russian", "4.1")
    assert game.outcome.by.startswith("The Russian side wins at once if all ")


@pytest.mark.rule("4.2")
@pytest.mark.parametrize(("number", "over"), [(0, True), (1, False), (2, True)])
def test_only_the_condition_of_4_2_is_about_capitals(number: int, over: bool) -> None:
    design = make([R1, unit("P1", "poland", "0109")])
    design = replace(design, ruleset=replace(
        design.ruleset, victory=without(number)(rules.usual_victory())))
    game = on_to(play(design), "move", "allied-movement")
    game.apply("move P1 0109-0110")
    assert (game.outcome is not None) is over


@pytest.mark.rule("4.0")
@pytest.mark.parametrize(("otherwise", "winner"), [
    ("allied", "allied"), ("russian", "russian"), ("draw", "")])
def test_who_wins_otherwise_is_what_the_ruleset_says(otherwise: str, winner: str) -> None:
    game = on_to(play(played(lambda v: replace(v, otherwise=otherwise)), 6, 6), "move", "russian-movement")
    while game.outcome is None:
        game.apply("pass")
    assert (game.outcome.winner, game.outcome.rule) == (winner, "4.0")


# -- the victory of a scenario -----------------------------------------------------------------------------


def test_a_scenario_may_have_another_goal() -> None:
    design = with_own(make([R1, FAR], places=FIELDS), Goal("take", "russian", 0, ("0305",)))
    game = on_to(play(design), "move", "russian-movement")
    game.apply("move R1 0306-0305")
    assert game.outcome is not None
    assert game.outcome.winner == "russian"
    assert game.outcome.reason == "The Russian side wins. Hex 0305 (A) is controlled by the Russian side."


def test_a_condition_of_the_scenario_ends_the_game_where_a_unit_passes() -> None:
    design = with_own(make([R1, FAR], places=FIELDS), Goal("take", "russian", 0, ("0305",)))
    game = on_to(play(design), "move", "russian-movement")
    game.apply("move R1 0306-0305-0304")
    assert game.outcome is not None
    assert game.position().marked("scored") == ("0305",), "it ends there"


def test_the_rulebook_no_longer_ends_the_game_of_such_a_scenario() -> None:
    design = with_own(make([R1, FAR], places=FIELDS), Goal("destroy", "russian", 9))
    game = on_to(play(design), "move", "russian-movement")
    game.apply("move R1 0306-0305-0304")
    assert game.outcome is None


def test_goals_met_at_the_start_or_out_of_reach_are_told() -> None:
    warsaw = ("2017",)
    poor = with_own(bundled(), Goal("take", "allied", 0, warsaw), Goal("control", "russian", 0, warsaw))
    [problem] = [p for p in check_design(poor) if p.code == "won-at-start"]
    assert problem.message.startswith(
        'The goal "The Allied side (V4) wins at once if hex 2017 (Warsaw) is controlled by the Allied side '
        '(V4)" is met when the game begins, so nobody can do anything: the allied side wins. Hex 2017 '
        "(Warsaw) is controlled by the allied side.")
    far = with_own(bundled("two-turns"), Goal("control", "russian", 0, ("3118",)))
    found = [p.message for p in check_documents(far) if p.code == "victory-out-of-reach"]
    assert found == [
        'The goal "The Russian side wins at the end of the game if hex 3118 (Budapest) is controlled by the '
        'Russian side" cannot be reached in this scenario: none of its hexes is in play. Change it, or the '
        "scenario."]


def test_an_empty_victory_is_the_ruleset_s_and_a_note_says_so() -> None:
    design = with_victory(bundled(), VICTORY)
    assert Game.from_scenario(design).design.ruleset.victory == bundled().ruleset.victory
    [note] = [p for p in lint_scenario(design) if p.code == "empty-victory"]
    assert note.severity == "note"
    assert note.fix is not None
    fixed = note.fix.edit(design)
    assert fixed.scenario is not None
    assert fixed.scenario.victory is None


def test_the_victory_of_a_ruleset_of_this_game_is_played(tmp_path: Path) -> None:
    one = "{winner: russian, judged: turn-end, when: {turn: 1}}"
    design = with_own_rules(tmp_path, f"victory: {{conditions: [{one}]}}")
    assert [c.winner for c in design.ruleset.victory.conditions] == ["russian"], "not those of its base"
    game = Game.from_scenario(design, 1)
    while game.outcome is None:
        game.apply(game.legal_orders()[-1])
    assert (game.outcome.winner, game.turn) == ("russian", 1)
    assert game.outcome.reason == "The Russian side wins. It is turn 1."


def test_an_empty_victory_in_a_variant_of_the_ruleset_is_that_of_its_base_and_told(tmp_path: Path) -> None:
    design = with_own_rules(tmp_path, "victory: {}")
    assert design.ruleset.victory == bundled().ruleset.victory
    loaded = load(tmp_path / "war.yaml")
    assert loaded.design is not None
    [note] = [p for p in check_documents(loaded.design, loaded.sources) if p.code == "as-in-base"]
    assert note.severity == "note"
    assert note.message.startswith("`victory` says nothing, so all of it is as in the base.")
    assert note.line


def test_goals_follow_when_hexes_get_other_numbers_and_sides_other_ids() -> None:
    design = with_own(bundled(), Goal("take", "russian", 0, ("2017",)))
    warsaw = next(p.name for p in design.map.places if design.map.grid.number(p.hex) == "2017")
    numbering = design.map.grid.numbering
    row = replace(numbering.row, start=numbering.row.start + 30)
    renumbered = renumber(design, replace(numbering, row=row)).design
    assert renumbered.scenario is not None
    assert renumbered.scenario.victory is not None
    control = renumbered.scenario.victory.conditions[0].when.control
    assert control is not None
    [number] = control.hexes.hexes
    assert number != "2017"
    places = {renumbered.map.grid.number(p.hex): p.name for p in renumbered.map.places}
    assert places[number] == warsaw
    place = [s.id for s in design.ruleset.sides].index("russian")
    renamed = rename_entry(design, "sides", place, "east")
    assert renamed.scenario is not None
    assert renamed.scenario.victory is not None
    [condition] = renamed.scenario.victory.conditions
    assert condition.winner == "east"
    assert condition.when.control is not None
    assert condition.when.control.side == "east"
