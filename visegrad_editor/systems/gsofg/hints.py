"""What automatic players need to know of Group of Soviet Forces Germany: its decisions besides those of any
hex game."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ...engine.game import Game
from ...engine.orders import PASS, Order
from ...engine.outlook import Outlook
from ...engine.system import Decide
from .air_hints import AIR_DECISIONS

STUCK = 0.5
"""The part of the own units next to the enemy from which on a side fights before it moves (5.5, 5.8)."""


def chemical(outlook: Outlook, game: Game, random: Random) -> Order:
    """Use no chemical weapons: one use in six loses the game (4.7)."""
    return PASS


def call_up(outlook: Outlook, game: Game, random: Random) -> Order:
    """Call up territorials in cities that must be held, else in or next to others near the enemy (9.6)."""
    orders = game.legal_orders()
    unit = orders[0].units
    return min((o for o in orders if o.units == unit), key=lambda o: (
        -outlook.hold.get(o.hexes[0], 0.0) if o.hexes[0] not in outlook.own else 1.0, o.hexes[0])
    ) if unit else orders[0]


def order_of_phases(outlook: Outlook, game: Game, random: Random) -> Order:
    """Move and fight; fight and move while so many units stand next to the enemy that few can move."""
    orders = game.legal_orders()
    near = [h for h in outlook.own if outlook.power_around(h, own=False) > 0]
    stuck = len(near) > STUCK * max(1, len(outlook.own))
    for wanted in ("fight,", "call-up,", "move,") if stuck else ("move,", "call-up,", "fight,"):
        for order in orders:
            first = order.words[0].split("-", 1)[1]
            if first.startswith(wanted) and "second" not in first:
                return order
    return orders[0]


DECISIONS: Mapping[str, Decide] = {
    "chemical": chemical, "call-up": call_up, "order": order_of_phases, **AIR_DECISIONS}
"""The decisions of this game, by step."""
