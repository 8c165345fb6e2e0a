"""A player with a plan: it marches on goals, keeps supply, concentrates, attacks when it pays."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ..engine import PASS, Game, Order
from . import battles, marches
from .atlas import Atlas
from .outlook import Outlook


class Planner:
    """A sensible opponent that works from the public interface of a game alone."""

    name = "planner"

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)
        self._atlas: Atlas | None = None
        self._phase: tuple[int, str] = (-1, "")
        self._queue: list[str] = []
        self._goals: dict[str, str] = {}
        self._hopes: dict[str, float] = {}
        self._flights = 0
        self._steps: dict[str, Callable[[Outlook, Game], Order]] = {
            "place": self._place, "allocate": self._allocate, "transfer": self._transfer,
            "replace": self._replace, "interdict": self._interdict, "intercept": self._intercept,
            "markers": self._spend, "move": self._move, "air-supply": self._supply,
            "attack": lambda o, g: battles.attack(o, g, self._random, 0.3),
            "support": battles.support, "table": battles.table, "choose": battles.choose_loss,
            "retreat": battles.retreat, "advance": battles.advance,
        }

    def choose(self, game: Game) -> Order:
        if self._atlas is None or self._atlas.board is not game.board:
            self._atlas = Atlas(game.board, _sides(game))
        step = self._steps.get(game.step)
        if step is None:
            return game.legal_orders()[0]
        return step(Outlook(game, self._atlas, game.side), game)

    def _new_phase(self, game: Game) -> bool:
        now = (game.turn, game.phase)
        if now == self._phase:
            return False
        self._phase = now
        return True

    # -- before the fighting --------------------------------------------------------------

    def _place(self, outlook: Outlook, game: Game) -> Order:
        """Guards first, then as near the goals as the set-up allows, spread over them."""
        orders = game.legal_orders()
        unit = min((o.units[0] for o in orders), key=lambda u: (game.strength(u), u))
        goals = outlook.take or outlook.hold
        best, worth = orders[0], -1e9
        supplied = game.supplied_hexes(unit)
        for order in (o for o in orders if o.units[0] == unit):
            hex = order.hexes[0]
            value = -min((outlook.distance(hex, g) for g in goals), default=0.0)
            value -= 2.0 * len(outlook.own.get(hex, ()))
            value -= 0.0 if hex in supplied else 20.0
            value -= min(8.0, outlook.power_around(hex, own=False) * 0.5)
            if hex in outlook.hold and hex not in outlook.own:
                value += 100.0
            if value > worth:
                best, worth = order, value
        return best

    def _allocate(self, outlook: Outlook, game: Game) -> Order:
        orders = game.legal_orders()
        # The level is a guessing game: mostly high, never predictable.
        most = len(orders) - 1
        wanted = most - int(self._random.random() * min(4, len(orders)))
        return orders[max(0, wanted)]

    def _transfer(self, outlook: Outlook, game: Game) -> Order:
        """Against nothing on the other table one marker is level enough."""
        orders = game.legal_orders()
        return orders[-2] if len(orders) > 2 else PASS

    def _replace(self, outlook: Outlook, game: Game) -> Order:
        """Steps for the strongest, air units, then markers."""
        best, worth = PASS, 0.0
        for order in game.legal_orders():
            if order.verb == "restore":
                value = 10.0 + game.strength(order.units[0])
            elif order.verb == "rebuild":
                goals = outlook.take or outlook.hold
                near = min((outlook.distance(order.hexes[0], g) for g in goals), default=0.0)
                value = (9.0 if order.words[0] == "full" else 5.0) - min(near, 40.0) / 10.0
            elif order.verb == "buy":
                value = 3.0
            elif order.verb == "recover-marker":
                value = 2.0
            else:
                continue
            if value > worth:
                best, worth = order, value
        return best

    # -- in the air -----------------------------------------------------------------------

    def _interdict(self, outlook: Outlook, game: Game) -> Order:
        """Stop strong stacks near what matters, where the roll is likely to succeed."""
        if self._new_phase(game):
            self._flights = 0
        orders = [o for o in game.legal_orders() if o.verb == "interdict"]
        wings = {o.units[0] for o in orders}
        if len(wings) <= 2 or self._flights >= 3:
            return PASS
        goals = {**outlook.hold, **outlook.take}
        board = game.board
        levels = {s: m.get("table", 0) for s, m in outlook.position.markers.items()}
        handicap = max(0, max((v for s, v in levels.items() if s != outlook.side), default=0)
                       - levels.get(outlook.side, 0))
        best, worth = PASS, 1.0
        first = min(wings)
        for order in orders:
            if order.units[0] != first:
                continue
            hex = order.hexes[0]
            i = board.index[hex]
            cost = board.road_cost.get(i, board.cost[i] or 0) / board.scale
            hits = sum(1 for die in range(1, 7) if die - handicap > cost)
            near = min((outlook.distance(hex, g) for g in goals), default=99.0)
            value = outlook.power(outlook.enemy.get(hex, [])) * hits / 6 / (1.0 + near / 5.0)
            if value > worth:
                best, worth = order, value
        if best is not PASS:
            self._flights += 1
        return best

    def _intercept(self, outlook: Outlook, game: Game) -> Order:
        orders = [o for o in game.legal_orders() if o.verb == "intercept"]
        return orders[0] if len(orders) > 4 else PASS

    def _spend(self, outlook: Outlook, game: Game) -> Order:
        """A marker now and then, more freely where there are many."""
        track = outlook.position.markers.get(outlook.side, {}).get("track", 0)
        return Order("spend-marker") if self._random.random() < 0.15 * track else PASS

    # -- on the ground --------------------------------------------------------------------

    def _move(self, outlook: Outlook, game: Game) -> Order:
        """One unit after the other, those nearest their goals first."""
        if self._new_phase(game):
            units = game.movable()
            self._goals = marches.assign(outlook, units)
            self._hopes = marches.prospects(outlook)
            places = outlook.position.units
            self._queue = sorted(units, key=lambda u: (
                not places[u].hex,
                outlook.distance(places[u].hex, self._goals[u]) if u in self._goals else 99.0, u))
        while self._queue:
            unit = self._queue.pop(0)
            order = self._march(outlook, game, unit)
            if order is not None:
                return order
        # What could not enter before may have room now; it must come in.
        for unit in game.movable():
            if not outlook.position.units[unit].hex:
                order = self._march(outlook, game, unit)
                if order is not None:
                    return order
        return PASS

    def _march(self, outlook: Outlook, game: Game, unit: str) -> Order | None:
        place = outlook.position.units[unit].hex
        if place and marches.leaves_guard(outlook, unit):
            return None
        ends = game.destinations(unit)
        if not ends:
            return None
        goal = self._goals.get(unit, "")
        if not goal:
            goals = outlook.take or outlook.hold
            start = place or min(ends)
            goal = min(goals, key=lambda g: (outlook.distance(start, g), g), default="")
        supplied = game.supplied_hexes(unit)
        best, worth = "", -1e9
        for hex in sorted(ends):
            value = marches.score(outlook, game, unit, hex, goal, supplied, self._hopes)
            if value > worth:
                best, worth = hex, value
        if place and worth <= marches.score(outlook, game, unit, place, goal, supplied, self._hopes) + 0.01:
            return None
        return game.move_order(unit, best)

    def _supply(self, outlook: Outlook, game: Game) -> Order:
        """Air supply for strong stacks near goals, while there are wings to spare."""
        orders = [o for o in game.legal_orders() if o.verb == "air-supply"]
        wings = {o.units[0] for o in orders}
        if len(wings) <= 4:
            return PASS
        best, worth = PASS, 6.0
        for order in orders:
            units = [u for u in outlook.own[order.hexes[0]] if outlook.position.units[u].out_of_supply]
            value = float(outlook.power(units)) * 2
            if value > worth:
                best, worth = order, value
        return best


def _sides(game: Game) -> dict[str, str]:
    nations = game.design.ruleset.nationality_by_id
    units = game.design.scenario.units if game.design.scenario else ()
    return {u.key: nations[u.nationality].side for u in units if u.nationality in nations}
