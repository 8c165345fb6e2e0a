"""One game between two automatic players."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence

from ..engine import Game, IllegalOrderError, Order
from ..engine.record import GameRecord, record_of
from ..errors import VisegradError
from ..model.design import Design
from ..model.gc_pause import gc_paused
from ..model.start import phase_name
from ..players import Player, make_player, plans_of
from ..systems import fault_text

Progress = Callable[[float, str], bool]
"""Called with the progress of the game (0 to 1) and a line of text; False stops the game."""

DEFAULT_PLAYERS = ("planner", "planner")
MOST_ORDERS = 5_000
"""A game with more orders counts as endless."""
_ORDERS_BETWEEN_COLLECTIONS = 1000
"""A game leaves little garbage, some ten objects an order, and looking for it often takes time."""


class EndlessGameError(VisegradError, ValueError):
    """A game between automatic players does not come to its end."""


def why_not_played(design: Design) -> str:
    """The reason why no game of a design can start, as in the exception of `play_game`; "" if one can."""
    try:
        Game.from_scenario(design, history=False)
    except ValueError as error:
        return str(error)
    except Exception as error:  # a package that fails must not look like a bug of the program
        if text := fault_text(design.ruleset.system, error):
            return text
        raise
    return ""


def play_game(
    design: Design, seed: int = 0, players: Sequence[str] = DEFAULT_PLAYERS,
    progress: Progress | None = None, scenario: str = "", options: tuple[tuple[str, str], ...] = (),
) -> GameRecord:
    """Play a game of the design's scenario to its end.

    `players` names a player for each side, in the ruleset's order of sides; `scenario` is the name of
    the scenario in the record ("" for its own name); `options` are the choices that the design has in place
    of those of that scenario. The same arguments give the same game. The
    record has no outcome if `progress` stopped the game.
    Raises `UnknownPlayerError`, `PlayerError` for a player of a package that fails, `EndlessGameError` after
    `MOST_ORDERS` orders, or `ValueError` if the scenario cannot be set up.
    """
    game = Game.from_scenario(design, seed, history=False)
    sides = [s.id for s in design.ruleset.sides]
    if len(players) != len(sides):
        raise ValueError(f"{len(sides)} players are needed, one for each side; {len(players)} are named.")
    # Each player has its own random stream, so that the choices of one do not influence the other.
    seated = {s: make_player(p, seed * 2 + i) for i, (s, p) in enumerate(zip(sides, players, strict=True))}
    play_on(game, seated, progress)
    return record_of(
        game, scenario, tuple(zip(sides, players, strict=True)), plans_of(seated.values()), options)


def play_on(game: Game, players: dict[str, Player], progress: Progress | None = None) -> bool:
    """Let the players continue a game until it ends or `progress` stops it; return whether it has ended.
    Raises `PlayerError` and `EndlessGameError` as `play_game` does."""
    with gc_paused():
        return _play_on(game, players, progress)


def _play_on(game: Game, players: dict[str, Player], progress: Progress | None) -> bool:
    turns = game.design.scenario.turns if game.design.scenario else 1
    shown = (-1, "")
    given = 0
    while game.outcome is None:
        if given >= MOST_ORDERS:
            raise EndlessGameError(
                f"The game is not over after {given} orders: it is in turn {game.turn}, phase {game.phase}. "
                "Look in its sequence of play, and in the code of its package if it has one, for what "
                "begins again and again.")
        _give(game, players[game.side].choose(game))
        given += 1
        if given % _ORDERS_BETWEEN_COLLECTIONS == 0:
            gc.collect(0)
        if progress is not None and (game.turn, game.phase) != shown:
            shown = (game.turn, game.phase)
            done = max(0, game.turn - 1) / max(1, turns)
            phase = phase_name(game.design.ruleset, game.phase)
            text = f"Turn {game.turn} of {turns}: {phase}" if game.turn else "Set-up"
            if not progress(done, text):
                return False
    if progress is not None:
        outcome = game.outcome
        progress(1.0, outcome.reason if outcome else "")
    return True


def _give(game: Game, order: Order) -> None:
    """Give the order of a player; a refusal of one that may be that of a hint names the hint."""
    step = game.step
    try:
        game.apply(order)
    except IllegalOrderError as refusal:
        if step not in game.system.decisions():
            raise
        raise IllegalOrderError(
            f"The hint for the step `{step}` (`decisions` of the game {game.system.id}) leads to the order "
            f"`{game.text(order)}`, which is refused: {refusal.reason}", refusal.rule) from refusal
