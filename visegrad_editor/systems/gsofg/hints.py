"""What automatic players need to know of Group of Soviet Forces Germany: its decisions besides those of any
hex game."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ...engine.game import Game
from ...engine.hexgame.conditions import Case
from ...engine.hexgame.in_progress import GameInProgress
from ...engine.orders import PASS, Order
from ...engine.outlook import Outlook
from ...engine.system import Decide
from .air_hints import AIR_DECISIONS
from .linking import DIVISIONS
from .sides import SOVIET, sides

STUCK = 0.7
"""The part of the own units next to the enemy, who cannot move, from which on a side fights twice (5.5)."""


def chemical(outlook: Outlook, game: Game, random: Random) -> Order:
    """One use in six loses the game (4.7): only on the last turn, while the game is not won, and in an attack
    on a goal."""
    hex = outlook.position.battle
    desperate = outlook.last_turn and not _is_winning(game)
    return Order("chemical") if desperate and hex in outlook.take and hex in outlook.enemy else PASS


def _is_winning(game: Game) -> bool:
    """Whether the Soviet side would win if the game ended now (4.1)."""
    w = game.play
    assert isinstance(w, GameInProgress)
    soviet = sides(w).soviet
    return any(c.winner == SOVIET and w.made.test(c.when)(Case(soviet)) for c in w.ruleset.victory.conditions)


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
    """Move up and fight; fight twice while so many units stand next to the enemy that few can move."""
    orders = game.legal_orders()
    near = sum(len(units) for h, units in outlook.own.items() if outlook.power_around(h, own=False) > 0)
    stuck = near > STUCK * max(1, sum(map(len, outlook.own.values())))
    twice = [o for o in orders if "second" in o.words[0]]
    up = [o for o in orders if o.words[0].endswith("-fight") and o not in twice]
    return next(iter(twice if stuck and twice else up or orders))


DECISIONS: Mapping[str, Decide] = {
    "chemical": chemical, "call-up": call_up, "move": link, "order": order_of_phases, **AIR_DECISIONS}
"""The decisions of this game, by step."""
