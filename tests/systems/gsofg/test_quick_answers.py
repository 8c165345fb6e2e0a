"""What is worked out for many units or hexes at once is what is answered for each, in any position."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bundled import design_of

from visegrad_editor.engine import Game
from visegrad_editor.engine.hexgame import arrivals, paths, phases, stacking, supply
from visegrad_editor.engine.hexgame.conditions import Case
from visegrad_editor.engine.hexgame.hexgame import HexGame
from visegrad_editor.engine.hexgame.state import WAITING
from visegrad_editor.players import Player, make_player


def games(number: int, orders: int) -> Iterator[tuple[Game, dict[str, Player], int]]:
    """Games of random players before each of their orders, at most so many of each, with its number."""
    for seed in range(number):
        game = Game.from_scenario(design_of("gsofg"), seed)
        players = {side: make_player("random", n) for n, side in enumerate(("soviet", "nato"))}
        for n in range(orders):
            if game.outcome is not None:
                break
            yield game, players, n


@pytest.fixture(scope="module")
def positions() -> list[HexGame]:
    """Positions of a few games, thirty orders apart."""
    found = []
    for game, players, n in games(4, 300):
        if n % 30 == 0:
            play = Game.from_json(game.design, game.to_json()).play
            assert isinstance(play, HexGame)
            found.append(play)
        game.apply(players[game.side].choose(game))
    assert len(found) > 12
    return found


def test_chapters_close_the_entries_that_they_refuse(positions: list[HexGame]) -> None:
    asked = [(w, u, chapter, way) for w in positions for u, at in enumerate(w.state.where) if at == WAITING
             for way in arrivals.ways_of(w, u) for chapter in w.hooks["may_enter"]]
    assert len(asked) > 1000
    wrong = [(w.label(u), way.id) for w, u, chapter, way in asked
             if [bool(chapter.closed_entries(w, u, way.id) >> h & 1) for h in way.hexes] != [
                 chapter.may_enter(w, u, way.id, h) is not None for h in way.hexes]]
    assert wrong == []


def test_chapters_close_the_landings_that_they_refuse(positions: list[HexGame]) -> None:
    asked = [(w, u, chapter, mode.id) for w in positions[::4] for u, at in enumerate(w.state.where) if at >= 0
             for mode in w.ruleset.movement.modes for chapter in w.hooks["may_end"]]
    assert len(asked) > 500
    wrong = [(w.label(u), mode) for w, u, chapter, mode in asked
             if [bool(chapter.closed_ends(w, u, mode) >> h & 1) for h in range(0, w.board.size, 9)] != [
                 chapter.may_end(w, u, mode, h) is not None for h in range(0, w.board.size, 9)]]
    assert wrong == []


def test_hexes_without_room_are_those_in_which_a_unit_is_refused(positions: list[HexGame]) -> None:
    asked = [(w, u) for w in positions[::3] for u, at in enumerate(w.state.where)
             if at == WAITING and not w.forces.aloft[u]]
    assert len(asked) > 100
    wrong = []
    for w, u in asked:
        side = w.forces.side[u]
        hexes = [h for h in range(0, w.board.size, 5) if w.board.in_play[h] and not w.mask[1 - side] >> h & 1]
        hexes += [at for v in w.forces.ground[side] if (at := w.state.where[v]) >= 0]
        closed = stacking.closed_by_units(w, u)
        wrong += [(w.label(u), w.board.name(h)) for h in hexes
                  if bool(closed >> h & 1) is (stacking.refusal(w, h, [u]) is None)]
    assert wrong == []


def test_who_is_out_of_supply_acts_and_moves(positions: list[HexGame]) -> None:
    wrong, moving = [], 0
    for w in positions:
        everybody = range(len(w.forces.units))
        out = [int(at >= 0 and not w.is_supplied(u)) for u, at in enumerate(w.state.where)]
        able = [u for u in w.forces.ground[w.state.side]
                if w.state.where[u] >= 0 and paths.refusal_to_move(w, u) is None]
        moving += len(able)
        may_not, held_back = paths.rules(w).may_not, paths.rules(w).held_back
        assert may_not is not None
        wrong += [("supply", supply.out_now(w), out)] if supply.out_now(w) != out else []
        wrong += [("moves", able, w.state.phase)] if paths.able_to_act(w, w.state.side) != able else []
        wrong += [("acts", u, w.state.phase) for u in everybody
                  if (u in phases.actors(w)) is not phases.takes_part(w, u)]
        wrong += [("may not", u, w.state.phase) for u in everybody
                  if u not in held_back and may_not(Case(w.forces.side[u], u))]
    assert wrong == []
    assert moving > 50


def test_an_order_that_was_only_tried_leaves_nothing_behind() -> None:
    tried = 0
    for game, players, n in games(2, 100):
        order = players[game.side].choose(game)
        if n % 10 == 0:
            before = [game.movable(), game.legal_orders(), game.position(), game.goals(game.side)]
            with game.trial(order, 1):
                game.movable(), game.position()
            assert game.why_not(order) is None
            assert [game.movable(), game.legal_orders(), game.position(), game.goals(game.side)] == before
            again = Game.from_json(game.design, game.to_json())
            assert [again.movable(), again.legal_orders(), again.position(), again.goals(game.side)] == before
            tried += 1
        game.apply(order)
    assert tried > 10
