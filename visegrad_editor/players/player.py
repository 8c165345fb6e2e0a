"""What an automatic player is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, runtime_checkable

from ..engine import Game, Order


class Player(Protocol):
    """Chooses an order whenever it is its side's decision. Players must not change the game."""

    name: str

    def choose(self, game: Game) -> Order:
        """A legal order for `game.side`."""
        ...


@runtime_checkable
class Explains(Protocol):
    """A player that says what it is up to."""

    @property
    def plans(self) -> Mapping[tuple[int, str], str]:
        """Turn and phase id to the plan made there, a sentence each, in the order they were made."""
        ...

    def explain(self) -> str:
        """The plan for the turn under way; "" before there is one."""
        ...


def explain(player: Player) -> str:
    """A player's plan for the turn under way, in a sentence; "" where it has none or keeps it to itself."""
    return player.explain() if isinstance(player, Explains) else ""


def plans_of(players: Iterable[Player]) -> dict[tuple[int, str], str]:
    """The plans of all who tell theirs, by turn and phase id: remarks for a game file."""
    return {when: plan for p in players if isinstance(p, Explains) for when, plan in p.plans.items()}
