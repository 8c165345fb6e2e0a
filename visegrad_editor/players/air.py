"""The planner's air operations: interdiction, interception, markers, air supply."""

from __future__ import annotations

from random import Random

from ..engine import PASS, Game, Order
from .outlook import Outlook

WINGS_KEPT = 1
"""Air units that an attacking side reserves for its battles; a defending side may use all for
interdiction."""
FLIGHTS = 6
"""The maximum number of interdictions per turn by an attacking side."""


def interdict(outlook: Outlook, game: Game, flown: int) -> Order:
    """Interdict strong stacks near important hexes if the roll is likely to succeed; `flown` is the number of
    interdictions in the phase so far."""
    orders = [o for o in game.legal_orders() if o.verb == "interdict"]
    spare = len({o.units[0] for o in orders}) - (0 if outlook.defends else WINGS_KEPT)
    if spare <= 0 or (flown >= FLIGHTS and not outlook.defends):
        return PASS
    board = game.board
    levels = {s: m.get("table", 0) for s, m in outlook.position.markers.items()}
    mine = levels.get(outlook.side, 0)
    handicap = max(0, max((v for s, v in levels.items() if s != outlook.side), default=0) - mine)
    best, most = PASS, 1.0
    first = orders[0].units[0]
    for order in orders:
        hex = order.hexes[0]
        # Enemies that guard one of our goals will not move anyway.
        if order.units[0] != first or hex in outlook.take:
            continue
        i = board.index[hex]
        cost = board.road_cost.get(i, board.cost[i] or 0) / board.scale
        hits = sum(1 for die in range(1, 7) if die - handicap > cost)
        value = outlook.power_in(hex) * hits / 6 / (1.0 + outlook.near(hex) / 5.0)
        if value > most:
            best, most = order, value
    return best


def intercept(outlook: Outlook, game: Game) -> Order:
    """Intercept an interdiction while there are enough air units."""
    orders = [o for o in game.legal_orders() if o.verb == "intercept"]
    return orders[0] if len(orders) > 2 else PASS


def spend(outlook: Outlook, game: Game, random: Random) -> Order:
    """Spend a marker now and then, more often if there are many."""
    track = outlook.position.markers.get(outlook.side, {}).get("track", 0)
    return Order("spend-marker") if random.random() < 0.15 * track else PASS


def supply(outlook: Outlook, game: Game) -> Order:
    """Supply strong stacks by air while there are air units to spare."""
    orders = [o for o in game.legal_orders() if o.verb == "air-supply"]
    if len({o.units[0] for o in orders}) <= 4:
        return PASS
    best, most = PASS, 6.0
    for order in orders:
        units = [u for u in outlook.own[order.hexes[0]] if outlook.position.units[u].out_of_supply]
        value = float(outlook.power(units)) * 2
        if value > most:
            best, most = order, value
    return best
