"""Blocks that the chapters decide: a ruleset that states them is refused, and says what to change instead."""

from __future__ import annotations

from pathlib import Path

import pytest
from own_files import with_own_rules

from visegrad_editor.engine.checks import check_design, check_rules_alone
from visegrad_editor.engine.game import Game
from visegrad_editor.engine.hexgame.system import UnplayableError
from visegrad_editor.model.check import locate_problems
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.blank import blank_map
from visegrad_editor.model.files.load import load
from visegrad_editor.systems.visegrad4.decided import decided_blocks, decided_otherwise
from visegrad_editor.systems.visegrad4.rules import completed

STANDING = "control: {by: stand}"


def refusals(design: Design) -> list[str]:
    return [p.message for p in check_design(design) if p.code == "decided-block"]


@pytest.mark.parametrize(("text", "named"), [
    ("movement: {modes: [{id: march, name: March, allowance: x2}], least: none}",
     "decides `movement.least` and `movement.modes` by"),
    ("movement: {costs: [{class: [x], terrain: [clear], cost: 2}], classes: [{id: x, name: X}]}",
     "decides `movement.classes` and `movement.costs` by"),
    ("zones: {enter: cost 2}", "decides `zones.enter` by"),
    ("zones: {kind: locking}", "decides `zones.kind` by"),
    ("arrivals: {moves: all}", "decides `arrivals` by"),
    ("combat: {table: [{use: cyber-war}]}", "decides `combat.table` by"),
    ("control: {by: stand}", "decides `control.by` by"),
    ("pools: [{id: late, name: Late, side: allied, entry: [vilnius]}]", "decides `pools` by"),
    ("supply: {states: [{id: out, name: Out, effect: {attack: /2}}]}", "the allowance of the state out"),
    ("assets: [{id: gas, name: Gas, side: russian}]", "has no use for the asset gas"),
    ("results: [{id: MA, does: [{choose: attacker, of: [[{lose: defender}], [{retreat: defender}]]}]}]",
     "the choices of the result MA"),
])
def test_what_the_chapters_decide_is_refused_by_name(tmp_path: Path, text: str, named: str) -> None:
    design = with_own_rules(tmp_path, text)
    [message] = refusals(design)
    assert named in message
    assert "Leave it out. " in message
    with pytest.raises(UnplayableError, match="cannot be played"):
        Game.from_scenario(design)


@pytest.mark.parametrize("text", [
    "stacking: {limit: 2}", "combat: {odds: ratio}", "retreat: {by: attacker}", "zones: {kind: none}",
    "terrain: [{id: mountain, cost: 5}]", "rebuilding: {costs: {restore: 2}}",
    "victory: {conditions: [{winner: allied, when: {turn: 2}}], otherwise: russian}",
    "events: [{id: end, name: The end, when: {turn: 2}, does: [{win: allied}]}]",
    "results: [{id: MA, does: [{eliminate: defender}]}]",
    # What the rules of the game say may be said again.
    "arrivals: {delay: must-enter, moves: rest}", "zones: {through: free}"])
def test_what_is_played_from_data_is_not_refused(tmp_path: Path, text: str) -> None:
    design = with_own_rules(tmp_path, text)
    assert refusals(design) == []
    assert Game.from_scenario(design).step == "place"


def test_the_line_of_the_block_and_a_choice_of_an_option_are_found(tmp_path: Path) -> None:
    design = with_own_rules(tmp_path, (
        f"options: [{{id: short, name: Short, choices: [long, short], changes: {{short: {{{STANDING}}}}}}}]"))
    assert refusals(design) == []
    with (tmp_path / "war.yaml").open("a", encoding="utf-8") as file:
        file.write("options: {short: short}\n")
    chosen = load(tmp_path / "war.yaml").design
    assert chosen is not None
    assert len(refusals(chosen)) == 1


def test_a_ruleset_alone_is_checked(tmp_path: Path) -> None:
    rules = with_own_rules(tmp_path, STANDING).ruleset
    alone = Design(rules, blank_map(rules, "", "", 1, 1))
    assert [p.part for p in check_rules_alone(alone) if p.code == "decided-block"] == ["ruleset/control"]


def test_the_rules_of_the_game_themselves_are_not_refused() -> None:
    design = load("historical").design
    assert design is not None
    assert [one.block for one in decided_blocks()][:2] == ["movement", "zones"]
    assert [*decided_otherwise(design.ruleset), *decided_otherwise(completed(design).ruleset)] == []


def test_the_release_of_a_unit_is_refused_in_its_line_and_can_be_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "war.yaml"
    path.write_text("format: 2\nkind: scenario\nname: war\ntitle: War\nextends: historical\n"
                    "change:\n  - unit: poland/12th Mechanized\n    release: {turn: 3}\n", encoding="utf-8")
    loaded = load(path)
    assert loaded.design is not None
    [problem] = [p for p in locate_problems(check_design(loaded.design), loaded.design, loaded.sources)
                 if p.code == "decided-block"]
    assert (Path(problem.file).name, problem.line, problem.unit) == ("war.yaml", 8, "poland/12th Mechanized")
    assert "the `release` of 12th Mechanized is not played. Leave it out. " in problem.message
    assert problem.fix is not None
    mended = problem.fix.edit(loaded.design)
    assert mended.scenario.unit_by_key["poland/12th Mechanized"].release is None
    assert refusals(mended) == []
    with pytest.raises(UnplayableError, match="cannot be played"):
        Game.from_scenario(loaded.design)
