"""Whole games on maps with lettered hexes: the same games as on the maps as they come."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import pytest

from tests.support.bundled import design_of
from visegrad_editor.engine import Game, check_design
from visegrad_editor.engine.record import parse_record, record_text, replay
from visegrad_editor.hexgrid import HexGrid
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.reshape import renumber
from visegrad_editor.model.numbering_text import first_corner, first_number, numbering_of
from visegrad_editor.playtest.play import play_game

GAMES = ("velna", "first-steps")
DOUBLED = {"velna": "X1", "first-steps": "9U"}
"""A first number of each with which letters double after Z, and digits have no zeros in front."""
LIKE = {"velna": "A01", "first-steps": "06A"}
"""A first number with which texts of hex numbers are in the order that they had."""


@cache
def lettered(name: str, first: str) -> Design:
    """A bundled game whose hexes have letters."""
    design = design_of(name)
    grid = design.map.grid
    numbering = numbering_of(
        grid.numbering.order, first, first_corner(grid.numbering), grid.columns, grid.rows)
    return renumber(design, numbering).design


def renamed(before: HexGrid, after: HexGrid) -> Callable[[str], str]:
    numbers = dict(zip(before.numbers, after.numbers, strict=True))
    return lambda number: numbers[number]


@pytest.mark.parametrize("name", GAMES)
def test_the_numbers_are_lettered_and_nothing_is_wrong_with_them(name: str) -> None:
    plain, other = design_of(name), lettered(name, DOUBLED[name])
    grid = other.map.grid
    assert first_number(grid.numbering) == DOUBLED[name]
    assert grid.ends()[1] == {"velna": "MM12", "first-steps": "38TT"}[name]
    assert [p.code for p in check_design(other)] == [p.code for p in check_design(plain)]
    assert other.scenario is not None
    assert all(grid.knows(u.hex) for u in other.scenario.units if u.hex)


# The planner takes the first of several hexes that are as good, by their numbers as texts.
@pytest.mark.parametrize(("firsts", "players"), [
    (DOUBLED, ("random", "random")), (LIKE, ("random", "planner")), (LIKE, ("planner", "planner"))])
@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_the_same_with_other_numbers(
    name: str, firsts: dict[str, str], players: tuple[str, str]
) -> None:
    plain, other = design_of(name), lettered(name, firsts[name])
    number = renamed(plain.map.grid, other.map.grid)
    games = []
    for design in (plain, other):
        text = record_text(play_game(design, 5, players))
        games.append((replay(design, parse_record(text, "g.yaml")), text))
    (before, _), (after, _) = games
    assert before.outcome is not None
    assert after.outcome is not None
    assert (after.outcome.winner, after.outcome.rule) == (before.outcome.winner, before.outcome.rule)
    assert [m.order._replace(hexes=tuple(map(number, m.order.hexes))) for m in before.order_marks] == [
        m.order for m in after.order_marks]
    for mark in after.order_marks:
        line = after.text(mark.order)
        spelt = re.sub("|".join(map(re.escape, sorted(mark.order.hexes, key=len, reverse=True))) or "$^",
                       lambda found: found[0].lower(), line)
        assert after.parse(spelt) == mark.order


@pytest.mark.parametrize("name", GAMES)
def test_planners_play_where_letters_double(name: str) -> None:
    design = lettered(name, DOUBLED[name])
    game = replay(design, parse_record(record_text(play_game(design, 2)), "g.yaml"))
    assert game.outcome is not None
    assert all(design.map.grid.knows(h) for m in game.order_marks for h in m.order.hexes)


def test_orders_are_taken_back() -> None:
    game = Game.from_scenario(lettered("velna", DOUBLED["velna"]), 1)
    begun = game.position()
    for _ in range(40):
        game.apply(game.text(game.any_order(lambda: 0.4)))
    assert game.position() != begun
    for _ in range(40):
        game.undo()
    assert game.position() == begun
