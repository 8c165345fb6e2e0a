"""Measuring: distances, cheapest paths, turns, and the measuring tool."""

from __future__ import annotations

import unicodedata
from fractions import Fraction
from itertools import pairwise

import pytest
from small_design import small_design

from visegrad_editor.editor.tools import Brush, MeasureTool, pointer_at
from visegrad_editor.engine import Game
from visegrad_editor.engine.measure import Way, measure, points_text
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.model.ruleset import UnitType

DESIGN = small_design()
FOOT = UnitType("foot", "Foot", "infantry", 4)
HELICOPTERS = UnitType("heli", "Helicopters", "air-mobile", 5, traits=frozenset({"air-mobile"}))


def test_a_straight_line_is_measured_in_hexes() -> None:
    way = measure(DESIGN, Hex(0, 3), Hex(5, 3))
    assert (way.distance, way.cost, len(way.path)) == (5, None, 6)


def test_the_cheapest_way_goes_round_mountains_and_pays_rivers() -> None:
    # Clear ground costs 2, mountains 4, a river 1 more; the road on row 4 costs 1.
    way = measure(DESIGN, Hex(2, 2), Hex(5, 2), FOOT)
    assert way.cost == 8  # three clear hexes and one more, rather than two mountains
    assert Hex(3, 2) not in way.path
    assert measure(DESIGN, Hex(1, 2), Hex(2, 2), FOOT).cost == 3
    assert measure(DESIGN, Hex(5, 4), Hex(7, 4), FOOT).cost == 2
    assert measure(DESIGN, Hex(5, 4), Hex(5, 4), FOOT) == Way(0, (Hex(5, 4),), Fraction(0))


def test_only_flying_units_have_a_path_over_water() -> None:
    assert measure(DESIGN, Hex(0, 2), Hex(0, 0), FOOT) == Way(2)
    way = measure(DESIGN, Hex(2, 2), Hex(5, 2), HELICOPTERS)
    assert (way.cost, way.distance, way.turns) == (3, 3, 1)


@pytest.mark.parametrize(("movement", "turns"), [(2, 4), (4, 2), (5, 2), (8, 1), (1, 4), (0, 0)])
def test_turns_are_whole_moves(movement: int, turns: int) -> None:
    # Four clear hexes: what is left of a turn's points is lost where a hex is dearer.
    design, kind = DESIGN, UnitType("foot", "Foot", "infantry", movement)
    way = measure(design, Hex(0, 5), Hex(4, 5), kind)
    assert (way.cost, way.turns) == (8, turns)


def test_points_are_written_with_the_sign_of_their_fraction() -> None:
    """Halves, thirds, quarters, fifths, sixths and eighths have one; no other part has."""
    signs = {Fraction(n, d) for d in (2, 3, 4, 5, 6, 8) for n in range(1, d)}
    for part in signs:
        (sign,) = points_text(part)
        assert unicodedata.numeric(sign) == pytest.approx(float(part))
        assert points_text(2 + part) == f"2{sign}"
    assert len(signs) == 15
    for part in (Fraction(1, 7), Fraction(1, 12), Fraction(7, 9)):
        assert points_text(part) == f"{part.numerator}/{part.denominator}"
        assert points_text(3 + part) == f"3 {part.numerator}/{part.denominator}"


@pytest.mark.parametrize(("trait", "cost"), [("airborne", 1), ("air-mobile", 1), ("marine", None)])
def test_only_units_that_fly_take_the_air(trait: str, cost: int | None) -> None:
    kind = UnitType("k", "K", "infantry", 5, traits=frozenset({trait}))
    ground = measure(DESIGN, Hex(3, 1), Hex(3, 2), kind)
    assert ground.cost == (1 if cost else 4)
    assert measure(DESIGN, Hex(0, 1), Hex(0, 0), kind).cost is None


def test_the_cost_of_a_path_is_that_of_the_engine() -> None:
    design = load("historical").design
    assert design is not None
    grid = design.map.grid
    kind = next(t for t in design.ruleset.unit_types if t.movement == 7)
    game = Game.from_scenario(design, seed=1)
    start, end = grid.parse("2017"), grid.parse("1817")
    assert start is not None
    assert end is not None
    way = measure(design, start, end, kind)
    board = game.board
    cost = sum(board.step_cost[grid.index(a), grid.index(b)] for a, b in pairwise(way.path))
    assert way.cost == Fraction(cost, board.scale)


def test_the_tool_measures_by_clicks_and_changes_nothing() -> None:
    tool = MeasureTool(Brush(measured_type="armored"))

    def at(design: Design, hex: Hex):  # type: ignore[no-untyped-def]
        return pointer_at(design, design.map.geometry.centre(hex))

    assert tool.preview(DESIGN, at(DESIGN, Hex(2, 2))).text == "Measure from here"
    tool.press(DESIGN, at(DESIGN, Hex(2, 2)))
    assert tool.release(DESIGN, at(DESIGN, Hex(2, 2))) is None
    live = tool.preview(DESIGN, at(DESIGN, Hex(5, 2)))
    assert "3 hexes as the crow flies; Armored: 8 movement points for 4 hexes, 2 turns" in live.text
    assert len(live.path) == 5
    tool.press(DESIGN, at(DESIGN, Hex(5, 2)))
    tool.release(DESIGN, at(DESIGN, Hex(5, 2)))
    assert tool.preview(DESIGN, at(DESIGN, Hex(0, 0))).text == live.text
    assert "no way for Armored" in _laid(tool, at, Hex(2, 2), Hex(2, 0))
    tool.cancel()
    assert tool.preview(DESIGN, at(DESIGN, Hex(1, 1))).text == "Measure from here"


def _laid(tool: MeasureTool, at, start: Hex, end: Hex) -> str:  # type: ignore[no-untyped-def]
    tool.press(DESIGN, at(DESIGN, start))
    tool.release(DESIGN, at(DESIGN, end))
    return tool.preview(DESIGN, at(DESIGN, end)).text
