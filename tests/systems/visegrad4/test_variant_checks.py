"""Checks and invariants read the ruleset and the map of a variant, not those of the printed game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from own_files import with_own_rules

from visegrad_editor.engine import Game, UnitPosition, check_design
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.reshape import resize
from visegrad_editor.model.files.load import load
from visegrad_editor.playtest.faults import Limits
from visegrad_editor.playtest.fuzz import fuzz
from visegrad_editor.systems.visegrad4.invariants import breaches

RUSSIAN, BELARUSIAN = "russia/25th Motorized", "belarus/38th Mobile"


def together(design: Design, *keys: str) -> set[tuple[str, str]]:
    """The breaches, by name and rule, when these units stand in one hex."""
    game = Game.from_scenario(design, 1)
    while game.step == "place":
        game.apply(game.legal_orders()[0])
    before = game.position()
    hex = before.units[keys[0]].hex
    units = {**before.units, **{key: UnitPosition(hex, "", before.units[key].reduced) for key in keys}}
    assert hex
    return {(b.name, b.rule) for b in breaches(game, before, replace(before, units=units), None)}


def codes(design: Design) -> set[str]:
    return {p.code for p in check_design(design)}


def test_the_printed_game_keeps_russians_apart() -> None:
    design = load("historical").design
    assert design is not None
    assert ("mixed-stack", "6.4") in together(design, RUSSIAN, BELARUSIAN)


@pytest.mark.parametrize(("text", "keys", "expected"), [
    ("stacking: {limit: 6}", (RUSSIAN, BELARUSIAN), set()),
    ("stacking: {limit: 1}", (RUSSIAN, BELARUSIAN), {("stacking", "6.0")}),
    ("stacking: {limit: 4, apart: [{units: {type: [artillery]}, from: {type: [artillery]}, rule: '6.9'}]}",
     ("russia/288th Artillery", "russia/9th Artillery"), {("mixed-stack", "6.9")}),
    ("stacking: {limit: 4, at_most: [{units: {type: [artillery]}, number: 1, rule: '6.8'}]}",
     ("russia/288th Artillery", "russia/9th Artillery"), {("stacking", "6.8")}),
])
def test_invariants_of_stacks_are_those_of_the_ruleset(
    tmp_path: Path, text: str, keys: tuple[str, ...], expected: set[tuple[str, str]]
) -> None:
    assert together(with_own_rules(tmp_path, text), *keys) == expected


def test_a_variant_without_units_that_stay_apart_has_no_finding(tmp_path: Path) -> None:
    design = with_own_rules(tmp_path, "stacking: {limit: 4}")
    campaign = fuzz(design, games=2, seed=1, limits=Limits(orders=250))
    assert (campaign.games, [f.text for f in campaign.findings]) == (2, [])


def test_set_ups_may_mix_where_the_ruleset_lets_them(tmp_path: Path) -> None:
    hex = "change: [{unit: belarus/38th Mobile, setup: '%s'}]\n"
    base = load("historical").design
    assert base is not None
    assert base.scenario is not None
    here = next(u.hex for u in base.scenario.units if u.nationality == "russia" and u.hex)
    assert "mixed-stack" in codes(with_own_rules(tmp_path, "turns: 9", hex % here))
    assert "mixed-stack" not in codes(with_own_rules(tmp_path, "stacking: {limit: 4}", hex % here))


HUNGARY = "nationalities: [{id: hungary, side: russian}]"
COUNTED = """
victory:
  conditions:
    - winner: allied
      judged: at-once
      when:
        ever_taken: {side: allied, hexes: {features: [capital], countries: [russia, hungary]}}
        at_least: 1
  otherwise: russian"""


@pytest.mark.rule("4.2")
def test_a_capital_of_the_russian_side_that_does_not_count_is_told(tmp_path: Path) -> None:
    found = check_design(with_own_rules(tmp_path, HUNGARY))
    [problem] = [p for p in found if p.code == "capital-without-worth"]
    assert (problem.severity, problem.rule) == ("warning", "4.2")
    assert "Hungary" in problem.message
    assert "`victory`" in problem.message
    assert "capital-without-worth" not in codes(with_own_rules(tmp_path, HUNGARY + COUNTED))


@pytest.mark.rule("4.2")
def test_capitals_that_victory_names_decide(tmp_path: Path) -> None:
    design = with_own_rules(tmp_path, HUNGARY + COUNTED)
    game = Game.from_scenario(design, 1)
    grid = design.map.grid
    budapest = next(p.hex for p in design.map.places if p.name == "Budapest")
    assert grid.number(budapest) in game.play.goals("allied").take


def test_the_e77_is_found_on_a_map_with_other_numbers() -> None:
    design = load("visegrad4").design
    assert design is not None
    wider = resize(design, left=2).design
    roads = tuple(r for r in wider.map.roads if r.kind != "e77")
    assert "no-e77" not in codes(wider)
    assert "no-e77" in codes(replace(wider, map=replace(wider.map, roads=roads)))


def test_sources_of_supply_are_those_of_the_ruleset(tmp_path: Path) -> None:
    sources = "supply: {sources: [{id: polish, for: {nationality: [poland]}, hexes: {features: [%s]}}]}"
    assert "no-source" in codes(with_own_rules(tmp_path, sources % "port], countries: [slovakia"))
    warned = [p.unit.partition("/")[0] for p in check_design(with_own_rules(tmp_path, sources % "port"))
              if p.code == "no-source"]
    assert "poland" not in warned
    assert "russia" in warned
