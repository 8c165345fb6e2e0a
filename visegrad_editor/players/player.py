"""The interface of automatic players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, runtime_checkable

from ..engine import Game, Order


class Player(Protocol):
    """An automatic player, which chooses an order whenever its side has to decide. It must not change the
    game."""

    name: str

    def choose(self, game: Game) -> Order:
        """A legal order for `game.side`."""
        ...


@runtime_checkable
class ExplainingPlayer(Protocol):
    """A player that explains its plans."""

    @property
    def plans(self) -> Mapping[tuple[int, str], str]:
        """Turn and phase id to the plan made then, one sentence each, in the order in which they were
        made."""
        ...

    def explain(self) -> str:
        """The plan for the current turn; "" before there is one."""
        ...


def explain(player: Player) -> str:
    """A player's plan for the current turn, as a sentence; "" if it has none or does not explain its
    plans."""
    return player.explain() if isinstance(player, ExplainingPlayer) else ""


def plans_of(players: Iterable[Player]) -> dict[tuple[int, str], str]:
    """The plans of all players that explain them, by turn and phase id, as remarks for a game file."""
    return {when: plan for p in players if isinstance(p, ExplainingPlayer) for when, plan in p.plans.items()}
