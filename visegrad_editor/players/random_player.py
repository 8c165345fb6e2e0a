"""A player that gives random legal orders, for testing rules and as the weakest opponent."""

from __future__ import annotations

from random import Random

from ..engine import PASS, Game, Order


class RandomPlayer:
    """A player that chooses random legal orders and moves about half of its units each phase."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def choose(self, game: Game) -> Order:
        if game.step == "move":
            return self._move(game)
        return game.any_order(self._random.random)

    def _move(self, game: Game) -> Order:
        """A move of a random unit to a random hex, found without listing every move of every unit."""
        units = game.movable()
        while units:
            key = units.pop(int(self._random.random() * len(units)))
            if self._random.random() < 0.9 and (order := game.any_move(key, self._random.random)):
                return order
            if self._random.random() < 0.2 and game.why_not(PASS) is None:
                return PASS
        if game.why_not(PASS) is None:
            return PASS
        return game.any_order(self._random.random)
