"""What chapters close all at once is what they refuse hex by hex, whatever the position."""

from __future__ import annotations

from bundled import design_of

from visegrad_editor.engine import Game
from visegrad_editor.engine.hexgame import arrivals
from visegrad_editor.engine.hexgame.hexgame import HexGame
from visegrad_editor.engine.hexgame.state import WAITING
from visegrad_editor.players import make_player


def compare(w: HexGame) -> None:
    """Compare both ways of asking, for every unit."""
    landings = w.ruleset.movement.modes
    for u in range(len(w.forces.units)):
        for chapter in w.hooks["may_enter"] if w.state.where[u] == WAITING else ():
            for way in arrivals.ways_of(w, u):
                closed = chapter.closed_entries(w, u, way.id)
                assert [bool(closed >> h & 1) for h in way.hexes] == [
                    chapter.may_enter(w, u, way.id, h) is not None for h in way.hexes], way.id
        for chapter in w.hooks["may_end"] if w.state.where[u] >= 0 else ():
            for mode in landings:
                closed = chapter.closed_ends(w, u, mode.id)
                hexes = range(0, w.board.size, 7)
                assert [bool(closed >> h & 1) for h in hexes] == [
                    chapter.may_end(w, u, mode.id, h) is not None for h in hexes], mode.id


def test_chapters_close_what_they_refuse() -> None:
    players = {side: make_player("random", n) for n, side in enumerate(("soviet", "nato"))}
    compared = 0
    for seed in range(3):
        game = Game.from_scenario(design_of("gsofg"), seed, history=False)
        for n in range(300):
            if game.outcome is not None:
                break
            game.apply(players[game.side].choose(game))
            if n % 50 == 0:
                assert isinstance(game.play, HexGame)
                compare(game.play)
                compared += 1
    assert compared >= 6
