"""Hexes that a game's rules name before the game begins."""

from __future__ import annotations

from dataclasses import replace

import hexgames
import pytest
from blank_design import blank_design
from designs import make, unit

from visegrad_editor.engine.key_hexes import key_hexes
from visegrad_editor.model.files.load import load


def test_a_game_names_hexes_of_the_map_that_decide_it() -> None:
    design = make([unit("R1", "russia", "0306")])
    found = key_hexes(design)
    assert found
    numbers = {design.map.grid.number(h) for h in design.map.grid}
    for entry in found:
        assert entry.name
        assert entry.hexes
        assert set(entry.hexes) <= numbers


@pytest.mark.rule("4.0", "4.2", "12.2")
def test_the_hexes_that_decide_the_historical_game() -> None:
    design = load("historical").design
    assert design is not None
    found = {k.name.partition(",")[0]: k for k in key_hexes(design)}
    industry = found["Industrial hexes"]
    capitals = found["Capitals that win the game when an allied ground unit enters"]
    assert (industry.rule, len(industry.hexes), industry.decides) == ("4.0", 10, True)
    # Moscow, Minsk and Kiev; then Berlin, Prague, Vienna, Bratislava and Budapest.
    assert (capitals.rule, capitals.hexes) == ("4.2", ("0703", "1511", "2006"))
    italy = found["Capitals that bring Italy in"]
    assert (italy.rule, italy.hexes, italy.decides) == (
        "12.2", ("2126", "2623", "2920", "2921", "3118"), False)


def test_a_game_from_data_names_what_victory_counts_and_its_sources_of_supply() -> None:
    towns = """
places: [{hex: "0304", name: T, features: [town]}, {hex: "0305", name: U, features: [town]},
         {hex: "0602", name: V, features: [fortress]}]"""
    found = key_hexes(hexgames.design("blue A horse 4 0303; red X horse 4 0306", """
victory:
  points: [{for: control, hexes: {features: [town]}, worth: 3, rule: "6.1"}, {for: elimination}]
  conditions: [{winner: red, when: {control: {side: red, hexes: {features: [fortress]}}, at_least: 1}}]
  rule: "6.0"
supply:
  sources: [{id: west, name: The west, for: {side: blue}, hexes: {edge: west}}, {id: all, hexes: {}}]
  rule: "5.0"
""", map=towns))
    assert [(k.name, k.rule, k.hexes, k.decides) for k in found] == [
        ("Towns, 3 victory points each", "6.1", ("0304", "0305"), True),
        ("Fortresses, for victory of the Red army", "6.0", ("0602",), True),
        ("The west: supply for units of the Blue army", "5.0",
         ("0101", "0201", "0301", "0401", "0501", "0601"), False)]


def test_hexes_that_are_known_by_their_ground_are_not_listed_by_the_dozen() -> None:
    marsh = "supply: {sources: [{id: reeds, hexes: {terrain: [clear]}}]}"
    assert key_hexes(hexgames.design("blue A horse 4 0303; red X horse 4 0306", marsh)) == ()


@pytest.mark.parametrize("system", ["", "chess"])
def test_a_game_without_rules_and_a_map_alone_name_none(system: str) -> None:
    design = make([unit("R1", "russia", "0306")])
    assert key_hexes(replace(design, scenario=None)) == ()
    assert key_hexes(replace(design, ruleset=replace(design.ruleset, system=system))) == ()
    assert key_hexes(blank_design()) == ()
