"""What automatic players need to know of Visegrad 4: its decisions besides those of any hex game."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ...engine.game import Game
from ...engine.orders import PASS, Order
from ...engine.outlook import Outlook
from ...engine.position import AttackPreview
from ...engine.system import Decide
from .constants import ASSAULT, CYBER_WAR

WINGS_KEPT = 1
"""Air units that an attacking side reserves for its battles; a defending side may use all for
interdiction."""
FLIGHTS = 6
"""The maximum number of interdictions per turn by an attacking side."""


# -- administration: cyber-war markers, replacements -----------------------------------------------


def allocate(outlook: Outlook, game: Game, random: Random) -> Order:
    """Allocate cyber-war markers: a level that is mostly high, but not predictable."""
    orders = game.legal_orders()
    most = len(orders) - 1
    wanted = most - int(random.random() * min(2, len(orders)))
    return orders[max(0, wanted)]


def transfer(outlook: Outlook, game: Game, random: Random) -> Order:
    """Transfer markers: if the other side has none on the table, one marker is enough."""
    orders = game.legal_orders()
    return orders[-2] if len(orders) > 2 else PASS


def replace(outlook: Outlook, game: Game, random: Random) -> Order:
    """Use replacements: steps for the strongest units, then air units, then markers."""
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


# -- air operations ----------------------------------------------------------------------------------


def interdict(outlook: Outlook, game: Game, random: Random) -> Order:
    """Interdict strong stacks near important hexes if the roll is likely to succeed."""
    flown = _flown(game)
    orders = [o for o in game.legal_orders() if o.verb == "interdict"]
    spare = len({o.units[0] for o in orders}) - (0 if outlook.defends else WINGS_KEPT)
    if spare <= 0 or (flown >= FLIGHTS and not outlook.defends):
        return PASS
    board = game.board
    levels = {s: m.get("table", 0) for s, m in game.markers().items()}
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


def _flown(game: Game) -> int:
    """The number of interdictions in the phase so far."""
    flown = 0
    for mark in reversed(game.order_marks):
        if (mark.turn, mark.phase) != (game.turn, game.phase):
            break
        flown += mark.order.verb == "interdict"
    return flown


def intercept(outlook: Outlook, game: Game, random: Random) -> Order:
    """Intercept an interdiction while there are enough air units."""
    orders = [o for o in game.legal_orders() if o.verb == "intercept"]
    return orders[0] if len(orders) > 2 else PASS


def spend(outlook: Outlook, game: Game, random: Random) -> Order:
    """Spend a marker now and then, more often if there are many."""
    track = game.markers().get(outlook.side, {}).get("track", 0)
    return Order("spend-marker") if random.random() < 0.15 * track else PASS


def air_supply(outlook: Outlook, game: Game, random: Random) -> Order:
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


# -- battles -----------------------------------------------------------------------------------------


def open_tables(game: Game) -> frozenset[str]:
    """The tables on which the side to decide may resolve an attack: the cyber-war table with the higher
    level only (11.0, 5)."""
    levels = {s: m.get("table", 0) for s, m in game.markers().items()}
    mine = levels.get(game.side, 0)
    higher = mine > max((n for s, n in levels.items() if s != game.side), default=0)
    return frozenset({ASSAULT, CYBER_WAR} if higher else {ASSAULT})


def support(outlook: Outlook, game: Game, random: Random) -> Order:
    """An air unit for the battle if a column is worth it, else a pass."""
    orders = [o for o in game.legal_orders() if o.verb == "support"]
    attacking = any(o.verb == "call-off" for o in game.legal_orders())
    if not orders:
        return PASS
    hex = outlook.position.battle
    shift = 1 if attacking else -1
    plain, moved = game.preview(None), game.preview(None, shift)
    prize = outlook.prize_of(hex, attacking)
    gain = abs(_value(outlook, moved, prize) - _value(outlook, plain, prize))
    # The last air units are kept for something better.
    threshold = 0.4 if len(orders) > 3 else 0.9
    return orders[0] if gain >= threshold else PASS


def _value(outlook: Outlook, preview: AttackPreview, prize: float) -> float:
    """The value of a battle on the tables other than that of cyber-war."""
    tables = [c for t, c in preview.chances.items() if t != CYBER_WAR]
    return max((outlook.column_value(c, preview.attack, preview.defence, prize) for c in tables), default=0.0)


def table(outlook: Outlook, game: Game, random: Random) -> Order:
    """The better table; the cyber-war table only if it gains more than it costs."""
    orders = [o for o in game.legal_orders() if o.verb == "use"]
    if len(orders) == 1:
        return orders[0]
    preview = game.preview(None)
    prize = outlook.prize_of(outlook.position.battle)
    worth = {t: outlook.column_value(c, preview.attack, preview.defence, prize)
             for t, c in preview.chances.items()}
    cyber = worth.get(CYBER_WAR, -99.0) - 0.4 > worth.get(ASSAULT, -99.0)
    wanted = CYBER_WAR if cyber else ASSAULT
    return next(o for o in orders if o.words == (wanted,))


DECISIONS: Mapping[str, Decide] = {
    "allocate": allocate, "transfer": transfer, "replace": replace, "interdict": interdict,
    "intercept": intercept, "markers": spend, "air-supply": air_supply, "support": support, "table": table,
}
"""The decisions of this game, by step."""
