"""Whole games on maps with lettered hexes: the same games as on the maps as they come."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.support.bundled import design_of
from tests.support.lettered import DOUBLED, lettered
from visegrad_editor.engine import Game, IllegalOrderError, Order, check_design
from visegrad_editor.engine.hexgame.report import plain_game
from visegrad_editor.engine.hexgame.trial_position import position_of, read_placement
from visegrad_editor.engine.record import parse_record, record_text, replay
from visegrad_editor.hexgrid import HexGrid
from visegrad_editor.model.design import Design
from visegrad_editor.model.numbering_text import first_number
from visegrad_editor.playtest.odds_report import odds_report, text
from visegrad_editor.playtest.play import play_game

GAMES = ("velna", "first-steps")
LIKE = {"velna": "A01", "first-steps": "06A"}
"""A first number with which texts of hex numbers are in the order that they had."""


def renamed(before: HexGrid, after: HexGrid) -> Callable[[str], str]:
    numbers = dict(zip(before.numbers, after.numbers, strict=True))
    return lambda number: numbers[number]


@pytest.mark.parametrize("name", GAMES)
def test_the_numbers_are_lettered_and_nothing_is_wrong_with_them(name: str) -> None:
    plain, other = design_of(name), lettered(name)
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
    design = lettered(name)
    game = replay(design, parse_record(record_text(play_game(design, 2)), "g.yaml"))
    assert game.outcome is not None
    assert all(design.map.grid.knows(h) for m in game.order_marks for h in m.order.hexes)


def test_orders_are_taken_back() -> None:
    game = Game.from_scenario(lettered("velna"), 1)
    begun = game.position()
    for _ in range(40):
        game.apply(game.text(game.any_order(lambda: 0.4)))
    assert game.position() != begun
    for _ in range(40):
        game.undo()
    assert game.position() == begun


def test_a_path_without_its_joiner_and_a_hex_of_another_map_are_told() -> None:
    game = Game.from_scenario(lettered("velna"), 1)
    with pytest.raises(IllegalOrderError, match=r"joined by \"-\", without spaces: JJ4-jj5"):
        game.parse("move 1st Tank JJ4 jj5")
    with pytest.raises(IllegalOrderError, match="no unit called '9th Tank JJ4'"):
        game.parse("move 9th Tank JJ4 AB5")
    with pytest.raises(IllegalOrderError, match="no hex AB5 on the map"):
        game.apply("move 1st Tank JJ4-AB5")


def named(design: Design, key: str, name: str) -> Design:
    assert design.scenario is not None
    units = tuple(replace(u, name=name) if u.key == key else u for u in design.scenario.units)
    return replace(design, scenario=replace(design.scenario, units=units))


def test_units_called_like_hexes_are_told_from_them_by_where_they_stand() -> None:
    """Units come where the form of an order has units, and hexes where it has hexes."""
    design = named(lettered("velna"), "east/1st Tank", "JJ5")
    design = named(design, "east/2nd Tank", "JJ5-JJ6")
    game = Game.from_scenario(design, 1)
    assert game.parse("move jj5 JJ4-JJ5") == Order("move", ("east/JJ5",), ("JJ4", "JJ5"))
    assert game.parse("move JJ5-JJ6, JJ5 JJ4-JJ5").units == ("east/JJ5-JJ6", "east/JJ5")
    assert game.parse("attack jj5 with JJ5") == Order("attack", ("east/JJ5",), ("JJ5",))
    for order in (Order("move", ("east/JJ5",), ("JJ4", "JJ5")), Order("attack", ("east/JJ5-JJ6",), ("JJ5",))):
        assert game.parse(game.text(order)) == order


def test_a_placement_of_a_unit_called_like_a_hex() -> None:
    design = named(named(lettered("velna"), "east/1st Tank", "Tank"), "east/2nd Tank", "Tank GG8")
    w = position_of(design, plain_game)
    assert read_placement(w, "Tank ff9").hex == w.board.at("FF9")
    assert read_placement(w, "Tank GG8 ff9").unit == w.forces.number["east/Tank GG8"]
    with pytest.raises(IllegalOrderError, match="could also be the unit Tank in hex GG8"):
        read_placement(w, "Tank GG8 reduced")
    only = position_of(named(lettered("velna"), "east/2nd Tank", "Tank GG8"), plain_game)
    stays = read_placement(only, "Tank GG8 reduced")
    assert (stays.unit, stays.hex) == (only.forces.number["east/Tank GG8"], None)
    with pytest.raises(IllegalOrderError, match='"fast" in "Tank GG8 FF9 fast" is not a condition'):
        read_placement(only, "Tank GG8 FF9 fast")


def test_the_odds_of_an_attack_are_asked_with_small_letters() -> None:
    here = ["11th Rifle gg8", "2nd Tank ff9 reduced"]
    report = odds_report(lettered("velna"), "ff8", placements=here)
    assert report == odds_report(lettered("velna"), "FF8", placements=here)
    assert "Attack on FF8" in text(report)
