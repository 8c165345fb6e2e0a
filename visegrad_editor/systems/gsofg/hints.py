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
from .linking import DIVISIONS

STUCK = 0.5
"""The part of the own units next to the enemy from which on a side fights before it moves (5.5, 5.8)."""


def chemical(outlook: Outlook, game: Game, random: Random) -> Order:
    """One use in six loses the game (4.7): only on the last turn, while the game is not won, and in an attack
    on a goal."""
    hex = outlook.position.battle
    desperate = outlook.last_turn and not _is_winning(outlook)
    return Order("chemical") if desperate and hex in outlook.take and hex in outlook.enemy else PASS


def _is_winning(outlook: Outlook) -> bool:
    """Whether the Soviet side has as many hexes of one of its goals as it needs (4.4 to 4.6), as far as they
    can be counted without looking for paths."""
    game_map, board = outlook.game.design.map, outlook.game.board
    for id, needed in GOALS.items():
        area = game_map.area_by_id.get(id)
        numbers = {game_map.grid.number(h) for h in area.hexes} if area is not None else set()
        if len((numbers & board.index.keys()) - outlook.take.keys()) >= needed:
            return True
    return False


def link(outlook: Outlook, game: Game, random: Random) -> Order | None:
    """Link the counters of a division that stand together, and bring together those that can meet (9.8);
    other moves are the player's."""
    for one, two in DIVISIONS.values():
        places = outlook.at.get(one, ""), outlook.at.get(two, "")
        if not all(places) or outlook.roster.side[one] != outlook.side:
            continue
        if places[0] == places[1]:
            order = Order("link", (one, two))
            if game.why_not(order) is None:
                return order
            continue
        for unit, goal in ((two, places[0]), (one, places[1])):
            if goal in game.destinations(unit):
                return game.move_order(unit, goal)
    return None


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


GOALS: Mapping[str, int] = {"ruhr": 5, "west-bank": 3}
"""How many hexes of areas win (4.4, 4.6)."""

DECISIONS: Mapping[str, Decide] = {
    "chemical": chemical, "call-up": call_up, "move": link, "order": order_of_phases, **AIR_DECISIONS}
"""The decisions of this game, by step."""
