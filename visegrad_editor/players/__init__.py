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

from ..engine.packages import PLAYERS as GROUP
from ..engine.packages import failure_text, names_taken, owner_of, owners_of, points_of
from ..errors import VisegradError
from .installed_player import InstalledPlayer, PlayerError
from .planner import Planner
from .player import ExplainingPlayer, Player, explain, plans_of
from .random_player import RandomPlayer

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

PLAYERS: dict[str, Callable[[int], Player]] = {"planner": Planner, "random": RandomPlayer}
"""The players that come with the program: name to the factory that makes the player from a seed."""


class UnknownPlayerError(VisegradError, ValueError):
    """There is no automatic player of that name, or it cannot be used."""


@cache
def installed_players() -> dict[str, tuple[EntryPoint, ...]]:
    """The installed players: name to the entry points with that name, which should be one. The program's own
    come first, so one with the same name is left out."""
    return {name: points for name, points in points_of(GROUP).items() if name not in PLAYERS}


def left_out_players() -> tuple[str, ...]:
    """The installed players that cannot play because one of the program has their name, as sentences."""
    return names_taken(GROUP, PLAYERS, "player")


def player_names() -> tuple[str, ...]:
    """The names of all players."""
    return tuple(sorted((*PLAYERS, *installed_players())))


def make_player(name: str, seed: int = 0) -> Player:
    """The player with a name; raises `UnknownPlayerError`. The seed determines the player's random
    choices."""
    if name in PLAYERS:
        return PLAYERS[name](seed)
    points = installed_players().get(name, ())
    if not points:
        raise UnknownPlayerError(" ".join((
            f"There is no player {name!r}. Players are: {', '.join(player_names())}.", *left_out_players())))
    if len(points) > 1:
        raise UnknownPlayerError(
            f"The packages {owners_of(points)} both give a player {name!r}. Uninstall one of them.")
    try:
        player: Player = points[0].load()(seed)
        if not callable(getattr(player, "choose", None)):
            raise TypeError(f"{points[0].value} makes an object of the type {type(player).__name__}, which "
                            "has no method `choose`.")
    # Whatever the code of the package raises must not stop other players.
    except (Exception, SystemExit) as error:
        raise UnknownPlayerError(f"The player {name!r} of the package {owner_of(points[0])} cannot be used: "
                                 f"{failure_text(error, outside=True)}") from error
    return InstalledPlayer(points[0], player)


__all__ = [
    "PLAYERS",
    "ExplainingPlayer",
    "Player",
    "PlayerError",
    "UnknownPlayerError",
    "explain",
    "left_out_players",
    "make_player",
    "plans_of",
    "player_names",
]
