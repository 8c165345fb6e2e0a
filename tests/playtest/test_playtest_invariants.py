"""Each invariant by itself: a sound position has no breach, a spoilt one has exactly the expected breach."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from visegrad_editor.engine import Game, Order, Position, UnitPosition, invariants
from visegrad_editor.engine.invariants import Breach
from visegrad_editor.model.files.load import load
from visegrad_editor.systems.visegrad4.invariants import breaches


@cache
def game() -> Game:
    design = load("historical").design
    assert design is not None
    made = Game.from_scenario(design, 1)
    while made.step == "place":
        made.apply(made.legal_orders()[0])
    return made


def spoilt(unit: str = "", place: UnitPosition | None = None, **changes: Any) -> Position:
    position = game().position()
    units = {**position.units, unit: place} if place is not None else position.units
    return replace(position, units=units, **changes)


def found(before: Position, after: Position, order: Order | None = None) -> list[Breach]:
    common = invariants.breaches(game().design, game().board, before, after)
    return [*common, *breaches(game(), before, after, order)]


def test_a_sound_position_has_no_breach() -> None:
    position = game().position()
    assert found(position, position) == []
    assert found(position, replace(position, turn=position.turn + 1)) == []



@pytest.mark.parametrize(("after", "name", "rule"), [
    (lambda: spoilt("poland/20th Mechanized", UnitPosition()), "units", ""),
    (lambda: spoilt("poland/20th Mechanized", UnitPosition("2017", "pool")), "units", ""),
    (lambda: spoilt("poland/Nobody", UnitPosition("2017")), "units", ""),
    (lambda: spoilt("poland/20th Mechanized", UnitPosition("1322")), "off-map", ""),
    (lambda: spoilt("poland/20th Mechanized", UnitPosition("1718")), "enemies", ""),
    (lambda: spoilt("poland/20th Mechanized", UnitPosition("", "ready")), "ground-unit", "2.2"),
    (lambda: spoilt("russia/1st CAS", UnitPosition("2017")), "air-unit", "13.0"),
    (lambda: spoilt("russia/1st CAS", UnitPosition("", "removed")), "air-unit", "13.0"),
    (lambda: spoilt("poland/20th Mechanized", UnitPosition("", "eliminated", False, True)), "supply", "7.2"),
    (lambda: spoilt("lithuania/Iron Wolf Mechanized", UnitPosition("1416")), "static", "2.6"),
    (lambda: spoilt(turn=0), "turn", ""),
    (lambda: spoilt(turn=11), "turn", "5.0"),
    (lambda: spoilt(phase="russian-combat", hex_marks={"interdicted": ("1718",)}), "interdiction", "5.1"),
    (lambda: spoilt(hex_marks={"scored": ("2017",)}), "score", "4.0"),
    (lambda: spoilt(markers={"russian": {"table": 7, "track": 0, "spent": 0}}), "cw-level", "3.2"),
    (lambda: spoilt(markers={"russian": {"table": 3, "track": 3, "spent": 0}}), "markers", "3.2"),
    (lambda: spoilt(markers={"russian": {"table": -1, "track": 8, "spent": 0}}), "pools", ""),
])
def test_a_breach_is_named(after: Any, name: str, rule: str) -> None:
    message = found(game().position(), after())
    assert (name, rule) in {(b.name, b.rule) for b in message}
    assert all(b.text.endswith(".") for b in message)


def test_scores_are_kept() -> None:
    field = game().board.hex_set(game().board.features["industrial"])[0]
    message = found(spoilt(hex_marks={"scored": (field,)}), game().position())
    assert [b.name for b in message] == ["score"]
    assert found(game().position(), spoilt(hex_marks={"scored": (field,)})) == []


def test_all_fields_or_a_capital_end_the_game() -> None:
    fields = game().board.hex_set(game().board.features["industrial"])
    message = found(game().position(), spoilt(hex_marks={"scored": fields}))
    assert [(b.name, b.rule) for b in message] == [("victory", "4.1")]
    capitals = [h for h in game().board.hex_set(game().board.features["capital"])
                if game().board.country[game().board.index[h]] == "belarus"]
    message = found(game().position(), spoilt("poland/20th Mechanized", UnitPosition(capitals[0])))
    assert ("victory", "4.2") in {(b.name, b.rule) for b in message}


def test_four_in_a_hex_and_the_wrong_company() -> None:
    units = dict(game().position().units)
    hex = units["russia/25th Motorized"].hex
    for key in ("russia/25th Motorized", "russia/138th Motorized", "russia/288th Artillery",
                "russia/9th Artillery"):
        units[key] = UnitPosition(hex, "", units[key].reduced)
    after = replace(game().position(), units=units)
    assert ("stacking", "6.0") in {(b.name, b.rule) for b in found(game().position(), after)}
    message = found(game().position(), spoilt("belarus/38th Mobile", UnitPosition(hex)))
    assert ("mixed-stack", "6.4") in {(b.name, b.rule) for b in message}


@pytest.mark.parametrize(("verb", "sound"), [("rebuild", True), ("pass", False), ("restore", False)])
def test_eliminated_units_return_only_as_replacements(verb: str, sound: bool) -> None:
    dead = spoilt("russia/25th Motorized", UnitPosition("", "eliminated"))
    message = found(dead, game().position(), Order(verb))
    assert (message == []) == sound
    if not sound:
        assert {(b.name, b.rule) for b in message} == {("steps", "10.2")}


@pytest.mark.parametrize(("verb", "sound"), [("rebuild", True), ("restore", True), ("move", False)])
def test_steps_return_only_as_replacements(verb: str, sound: bool) -> None:
    whole = game().position().units["russia/25th Motorized"]
    reduced = spoilt("russia/25th Motorized", replace(whole, reduced=True))
    message = found(reduced, game().position(), Order(verb))
    assert [(b.name, b.rule) for b in message] == ([] if sound else [("steps", "2.7")])


def test_units_that_left_the_game_never_return() -> None:
    gone = spoilt("russia/25th Motorized", UnitPosition("", "removed"))
    assert {b.rule for b in found(gone, game().position(), Order("rebuild"))} == {"14.0"}


def test_no_side_has_more_air_units_than_it_may() -> None:
    units = dict(game().position().units)
    for key in units:
        if key.startswith("russia/") and key.endswith("CAS"):
            units[key] = UnitPosition("", "ready")
    after = replace(game().position(), units=units)
    assert found(game().position(), after) == []
    scenario = game().design.scenario
    assert scenario is not None
    few = tuple(replace(a, number=9) if a.id == "air-russian" else a for a in scenario.assets)
    tight = Game.from_scenario(replace(game().design, scenario=replace(scenario, assets=few)), 1)
    assert [b.rule for b in breaches(tight, after, after, None)] == ["3.1"]
