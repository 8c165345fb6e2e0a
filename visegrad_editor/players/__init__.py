"""Automatic players by name. They use a game only through `engine.Game`.

An installed distribution adds players by entry points in the group `visegrad_editor.players`; each is a
factory that makes the player from a seed.

>>> sorted(PLAYERS)
['planner', 'random']
>>> make_player("random", 3).name
'random'
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from ..errors import VisegradError
from .planner import Planner
from .player import ExplainingPlayer, Player, explain, plans_of
from .random_player import RandomPlayer

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

PLAYERS: dict[str, Callable[[int], Player]] = {"planner": Planner, "random": RandomPlayer}
"""The players that come with the program: name to the factory that makes the player from a seed."""
GROUP = "visegrad_editor.players"
"""The group of the entry points of installed players."""


class UnknownPlayerError(VisegradError, ValueError):
    """There is no automatic player of that name, or it cannot be used."""


@cache
def installed_players() -> dict[str, EntryPoint]:
    """The installed players by name. The program's own come first, so one with the same name is left out."""
    # Loaded only when needed: it takes longer than the rest of this module.
    from importlib import metadata

    return {p.name: p for p in metadata.entry_points(group=GROUP) if p.name not in PLAYERS}


def player_names() -> tuple[str, ...]:
    """The names of all players."""
    return tuple(sorted((*PLAYERS, *installed_players())))


def make_player(name: str, seed: int = 0) -> Player:
    """The player with a name; raises `UnknownPlayerError`. The seed determines the player's random
    choices."""
    if name in PLAYERS:
        return PLAYERS[name](seed)
    point = installed_players().get(name)
    if point is None:
        raise UnknownPlayerError(f"There is no player {name!r}. Players are: {', '.join(player_names())}.")
    try:
        player: Player = point.load()(seed)
    # Whatever the code of the package raises must not stop other players.
    except Exception as error:
        owner = point.dist.name if point.dist is not None else point.module
        raise UnknownPlayerError(f"The player {name!r} of the package {owner} cannot be used: "
                                 f"{type(error).__name__}: {error}") from error
    return player


__all__ = [
    "PLAYERS",
    "ExplainingPlayer",
    "Player",
    "UnknownPlayerError",
    "explain",
    "make_player",
    "plans_of",
    "player_names",
]
