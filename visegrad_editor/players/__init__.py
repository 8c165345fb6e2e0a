"""Automatic players by name. They use a game only through `engine.Game`.

>>> sorted(PLAYERS)
['planner', 'random']
>>> make_player("random", 3).name
'random'
"""

from __future__ import annotations

from collections.abc import Callable

from ..errors import VisegradError
from .planner import Planner
from .player import ExplainingPlayer, Player, explain, plans_of
from .random_player import RandomPlayer

PLAYERS: dict[str, Callable[[int], Player]] = {"planner": Planner, "random": RandomPlayer}
"""Name to the factory that makes the player from a seed."""


class UnknownPlayerError(VisegradError, ValueError):
    """There is no automatic player of that name."""


def make_player(name: str, seed: int = 0) -> Player:
    """The player with a name; raises `UnknownPlayerError`. The seed determines the player's random
    choices."""
    if name not in PLAYERS:
        raise UnknownPlayerError(f"There is no player {name!r}. Players are: {', '.join(sorted(PLAYERS))}.")
    return PLAYERS[name](seed)


__all__ = [
    "PLAYERS", "ExplainingPlayer", "Player", "UnknownPlayerError", "explain", "make_player", "plans_of"]
