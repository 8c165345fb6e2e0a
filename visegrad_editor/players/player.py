"""What an automatic player is."""

from __future__ import annotations

from typing import Protocol

from ..engine import Game, Order


class Player(Protocol):
    """Chooses an order whenever it is its side's decision. Players must not change the game."""

    name: str

    def choose(self, game: Game) -> Order:
        """A legal order for `game.side`."""
        ...
