"""The planner's staff work: set-up, cyber-war markers, replacements."""

from __future__ import annotations

from random import Random

from ..engine import PASS, Game, Order
from .outlook import Outlook


def place(outlook: Outlook, game: Game) -> Order:
    """Guards first, the weakest; then as near the goals as the set-up allows, spread over them."""
    waiting = sorted(
        (k for k, u in outlook.position.units.items()
         if u.box == "unplaced" and outlook.roster.side[k] == outlook.side),
        key=lambda k: (outlook.strength(k), k))
    unit, orders = next((u, o) for u in waiting if (o := game.legal_orders(u)))
    best, most = orders[0], -1e9
    supplied = game.supplied_hexes(unit)
    for order in orders:
        hex = order.hexes[0]
        value = -outlook.near(hex) - 2.0 * len(outlook.own.get(hex, ()))
        value -= 0.0 if hex in supplied else 20.0
        value -= min(8.0, outlook.power_around(hex, own=False) * 0.5)
        if hex in outlook.hold and hex not in outlook.own:
            value += 100.0 * outlook.hold[hex]
        if value > most:
            best, most = order, value
    return best


def allocate(outlook: Outlook, game: Game, random: Random) -> Order:
    """Cyber-war markers: the level is a guessing game, mostly high and never predictable."""
    orders = game.legal_orders()
    most = len(orders) - 1
    wanted = most - int(random.random() * min(2, len(orders)))
    return orders[max(0, wanted)]


def transfer(outlook: Outlook, game: Game) -> Order:
    """Against nothing on the other table one marker is level enough."""
    orders = game.legal_orders()
    return orders[-2] if len(orders) > 2 else PASS


def replace(outlook: Outlook, game: Game) -> Order:
    """Steps for the strongest, air units, then markers."""
    best, most = PASS, 0.0
    for order in game.legal_orders():
        if order.verb == "restore":
            value = 10.0 + outlook.strength(order.units[0])
        elif order.verb == "rebuild":
            near = outlook.near(order.hexes[0])
            value = (9.0 if order.words[0] == "full" else 5.0) - min(near, 40.0) / 10.0
        elif order.verb == "buy":
            value = 3.0
        elif order.verb == "recover-marker":
            value = 2.0
        else:
            continue
        if value > most:
            best, most = order, value
    return best
