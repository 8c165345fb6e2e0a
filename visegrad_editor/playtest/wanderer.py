"""A player for testing rules: it does anything legal, more of what makes trouble, and no reason at all."""

from __future__ import annotations

from random import Random

from ..engine import PASS, Game, Order


class Wanderer:
    """Random legal play. Some games are peaceful, in others units make for the enemy.

    Unlike the random player it also moves stacks together and sends any group of units into an attack.
    """

    name = "wanderer"

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(f"wanderer {seed}")
        self._boldness = self._random.choice((0.0, 0.5, 0.9))
        # A capital is easily taken by chance; most games are to last longer than that.
        self._modest = self._random.random() < 0.7

    def choose(self, game: Game) -> Order | None:
        """A legal order, or None where there is none."""
        if game.step == "move":
            return self._move(game)
        orders = game.legal_orders()
        if not orders:
            return None
        if game.step == "attack" and self._random.random() < self._boldness:
            orders = [o for o in orders if o != PASS] or orders
        order = self._pick(orders)
        return self._fewer(game, order) if order.verb == "attack" else order

    def _pick(self, orders: list[Order]) -> Order:
        return orders[int(self._random.random() * len(orders))]

    def _fewer(self, game: Game, order: Order) -> Order:
        """Some of an attack's units, a choice that need not be listed."""
        if len(order.units) < 3 or self._random.random() < 0.5:
            return order
        units = tuple(u for u in order.units if self._random.random() < 0.6)
        other = order._replace(units=units)
        return other if units and game.why_not(other) is None else order

    def _move(self, game: Game) -> Order | None:
        units = game.movable()
        while units:
            key = units.pop(int(self._random.random() * len(units)))
            ends = sorted(game.destinations(key))
            if ends and self._random.random() < 0.9:
                return self._with_friends(game, game.move_order(key, self._end(game, key, ends)))
            if self._random.random() < 0.2 and game.why_not(PASS) is None:
                return PASS
        if game.why_not(PASS) is None:
            return PASS
        orders = game.legal_orders()
        return self._pick(orders) if orders else None

    def _end(self, game: Game, key: str, ends: list[str]) -> str:
        """Any hex in reach; a bold player prefers those next to the enemy or worth taking."""
        goals = game.goals(game.side).take
        if self._modest:
            ends = [h for h in ends if goals.get(h, 0.0) <= 1.0] or ends
        if self._random.random() < self._boldness:
            zone = game.enemy_zoc(key)
            wanted = [h for h in ends if h in zone or h in goals]
            ends = wanted or ends
        return ends[int(self._random.random() * len(ends))]

    def _with_friends(self, game: Game, order: Order) -> Order:
        """The move made by the whole stack now and then, where it can."""
        if order.verb != "move" or self._random.random() > 0.25:
            return order
        start = order.hexes[0]
        together = [u for u in game.movable() if u not in order.units and game.destinations(u)]
        here = [u for u, place in game.position().units.items() if place.hex == start and u in together]
        other = order._replace(units=(*order.units, *here))
        return other if here and game.why_not(other) is None else order
