"""A name that nothing has is told once: by the checks of the documents, not again by those of the game."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hexgames import design

from visegrad_editor.engine import Game
from visegrad_editor.engine.checks import check_design
from visegrad_editor.engine.hexgame.unknown_rules import unsupported
from visegrad_editor.model.check import check_documents

UNITS = "blue A foot 4 0303; red X foot 4 0506"


@pytest.mark.parametrize("rules", [
    "combat: {becomes: [{result: AE, to: NIX}]}",
    "combat: {ends: {below: {odds: '1:2', result: NIX}}}",
    "combat: {table: [{use: nix}, {use: combat}]}",
    "combat: {support: {asset: nix}}",
    "combat: {values: {attack: nix, defence: strength}}",
    "movement: {value: nix}",
    "pools: [{id: p, side: nix, number: {1: 1}, entry: [e]}]",
    "movement: {may_not: {player_turn: [nix]}}",
    "movement: {stops: {controlled_by: nix}}",
    "combat: {who: {state: [nix]}}",
    "combat: {shifts: [{id: a, when: {turn: 1}, effect: {becomes: NIX}}]}",
    "combat: {shifts: [{id: a, when: {units: {state: [nix]}}, effect: {shift: 1}}]}",
    "combat: {shifts: [{id: a, when: {units: {side: [nix]}}, effect: {shift: 1}}]}",
    "combat: {shifts: [{id: a, when: {player_turn: nix}, effect: {shift: 1}}]}",
    "combat: {shifts: [{id: a, when: {hexes: {controlled_by: nix}}, effect: {shift: 1}}]}",
    "sequence: {turn: [{player_turn: nix, phases: [move, combat]}]}",
    "sequence: {extra: [{player_turn: blue, id: x, phases: [move], before: nix}]}",
    "events: [{id: e, name: E, does: [{state: defender, set: nix}]}]",
    "events: [{id: e, name: E, does: [{roll: nix}]}]",
    "events: [{id: e, name: E, does: [{win: nix}]}]",
    "events: [{id: e, name: E, does: [{points: {nix: 1}}]}]",
    "events: [{id: e, name: E, does: [{asset: {nix: 1}}]}]",
    "tables: [{id: combat, columns: [Result], odds: none, rows: [NIX, AE, AE, AE, AE, AE]}]",
])
def test_an_unknown_name_is_told_once(rules: str) -> None:
    made = design(UNITS, rules)
    told = [p.message for p in check_documents(made) if p.severity == "error" and "nix" in p.message.lower()]
    assert len(told) == 1, told
    assert not [p for p in check_design(made) if "nix" in p.message.lower()]
    # The game refuses it in any case.
    assert [p for p in unsupported(made) if "nix" in p.message.lower()]


@pytest.mark.parametrize("start", [
    "turn: 3, side: nix", "turn: 3, points: {nix: 1}", "turn: 3, held: [{side: nix, hexes: '0101'}]",
    "turn: 3, losses: [{unit: nix, times: 1}]", "turn: 3, spent: {nix: 1}", "turn: 3, phase: nix",
    "turn: 99"])
def test_what_is_wrong_in_a_start_is_told_once(start: str) -> None:
    phases = "sequence: {turn: [{player_turn: blue, phases: [move]}, {player_turn: red, phases: [move]}]}"
    made = design(UNITS, phases, more=f"start: {{{start}}}")
    found = [p.message for p in (*check_documents(made), *check_design(made)) if p.severity == "error"]
    assert len(found) == 1, found
    with pytest.raises(ValueError, match=r"nix|turn 99"):
        Game.from_scenario(made)


@pytest.mark.parametrize("mark", ["asleep", "state-shaken"])
def test_an_unknown_mark_is_told_once(mark: str) -> None:
    made = design("blue A foot 4 0303", "states: [{id: shaken, name: Shaken}]", more="start: {turn: 3}")
    assert made.scenario is not None
    (unit,) = made.scenario.units
    assert unit.setup is not None
    asleep = replace(unit, setup=replace(unit.setup, marks=(mark,)))
    made = replace(made, scenario=replace(made.scenario, units=(asleep,)))
    found = [p.message for p in (*check_documents(made), *check_design(made)) if mark in p.message]
    assert len(found) == 1, found
    with pytest.raises(ValueError, match=mark):
        Game.from_scenario(made)
