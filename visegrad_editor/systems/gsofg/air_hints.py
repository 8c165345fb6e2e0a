"""What automatic players need to know of the air war and of the options: special forces, electronic warfare,
wild weasels. A decision that is not named here is made by trying the legal orders."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ...engine.game import Game
from ...engine.orders import PASS, Order
from ...engine.outlook import Outlook
from ...engine.system import Decide


def _strongest(outlook: Outlook, orders: list[Order]) -> Order:
    """The order against the strongest stack, of equals the one nearest to the goals of either side."""
    return max(orders, key=lambda o: (outlook.power_in(o.hexes[0]), -outlook.near(o.hexes[0]), o.hexes[0]))


def _of(game: Game, verb: str) -> list[Order]:
    return [o for o in game.legal_orders() if o.verb == verb]


def bomb(outlook: Outlook, game: Game, random: Random) -> Order:
    """6.2: the strongest enemy stack."""
    return _strongest(outlook, _of(game, "bomb"))


def take_step(outlook: Outlook, game: Game, random: Random) -> Order:
    """6.2, 6.6: the strongest unit that such a loss destroys, else the strongest."""
    units = outlook.position.units
    return max(_of(game, "take-step"), key=lambda o: (
        units[o.units[0]].reduced, outlook.strength(o.units[0]), o.units[0]))


def deep_strike(outlook: Outlook, game: Game, random: Random) -> Order:
    """6.4: half of the aircraft."""
    orders = _of(game, "deep-strike")
    return orders[(len(orders) - 1) // 2] if orders else PASS


def raid(outlook: Outlook, game: Game, random: Random) -> Order:
    """6.6: all but one aircraft against the strongest stack outside of cities, which protect it; in
    cities if there is no other."""
    left = outlook.position.left.get("support aircraft", 0)
    orders = _of(game, "raid")
    cities = game.board.hex_set(game.board.features.get("city", 0))
    outside = [o for o in orders if o.hexes[0] not in cities]
    return _strongest(outlook, outside or orders) if orders and left > 1 else PASS


def interdict(outlook: Outlook, game: Game, random: Random) -> Order:
    """6.7: hexes of strong enemy stacks near the goals."""
    taken = set(outlook.position.marked("interdicted"))
    orders = [o for o in _of(game, "interdict-hex") if o.hexes[0] in outlook.enemy
              and not taken & set(outlook.atlas.around[o.hexes[0]])]
    return max(orders, default=PASS, key=lambda o: (
        outlook.power_in(o.hexes[0]) / (1.0 + outlook.near(o.hexes[0]) / 5.0), o.hexes[0]))


def cut_supply(outlook: Outlook, game: Game, random: Random) -> Order:
    """6.5: the first attack at good odds."""
    preview = game.preview(None)
    return Order("cut-supply") if preview.attack >= 2 * preview.defence else PASS


def drop_supply(outlook: Outlook, game: Game, random: Random) -> Order:
    """6.9: the hex that supplies most strength."""
    units = outlook.position.units
    poor = {h: outlook.power([u for u in keys if units[u].out_of_supply]) for h, keys in outlook.own.items()}

    def gain(order: Order) -> float:
        hex = order.hexes[0]
        return float(poor.get(hex, 0) + sum(poor.get(n, 0) for n in outlook.atlas.around[hex]))

    best = max(_of(game, "drop-supply"), key=gain, default=PASS)
    return best if best != PASS and gain(best) > 0 else PASS


def cover(outlook: Outlook, game: Game, random: Random) -> Order:
    """6.16: all that can support the defence; it costs nothing."""
    return max(_of(game, "cover"), key=lambda o: len(o.units), default=PASS)


def exchange_weasels(outlook: Outlook, game: Game, random: Random) -> Order:
    """13.18: one aircraft if there are several."""
    left = outlook.position.markers.get("nato", {}).get("nato-aircraft", 0)
    return Order("exchange-weasels", words=("1",)) if left > 2 else PASS


def place_weasel(outlook: Outlook, game: Game, random: Random) -> Order:
    """13.19: over the hexes of ground attacks, each once."""
    placed = set(outlook.position.marked("wild-weasels"))
    wanted = [h for h in outlook.position.marked("raided") if h not in placed]
    return Order("place-weasel", hexes=(wanted[0],)) if wanted else PASS


def widen(outlook: Outlook, game: Game, random: Random) -> Order:
    """13.20: as many interdictions as possible."""
    return next(iter(_of(game, "widen")), PASS)


def place_special_forces(outlook: Outlook, game: Game, random: Random) -> Order:
    """13.22: near the enemy."""
    return min(_of(game, "place-special-forces"), key=lambda o: (_gap(outlook, o.hexes[0]), o.hexes[0]))


def _gap(outlook: Outlook, hex: str) -> float:
    """The way from a hex to the nearest enemy, in movement points."""
    return min((outlook.distance(hex, enemy) for enemy in outlook.enemy), default=99.0)


def move_special_forces(outlook: Outlook, game: Game, random: Random) -> Order:
    """13.5: to the enemy, as long as a marker comes nearer."""
    best, most = PASS, 0.0
    for order in _of(game, "send-special-forces"):
        gain = _gap(outlook, order.hexes[0]) - _gap(outlook, order.hexes[1])
        if gain > most:
            best, most = order, gain
    return best


def hunt(outlook: Outlook, game: Game, random: Random) -> Order:
    """13.8: always; it costs nothing."""
    return next(iter(_of(game, "hunt")), PASS)


def divide(outlook: Outlook, game: Game, random: Random) -> Order:
    """13.12: two thirds offensive, give or take one, so that nobody can be sure."""
    orders = _of(game, "divide-jamming")
    most = len(orders) - 1
    return orders[max(0, min(most, most * 2 // 3 + int(random.random() * 3) - 1))]


def jam(outlook: Outlook, game: Game, random: Random) -> Order:
    """13.13: the strongest stacks."""
    orders = _of(game, "jam")
    return _strongest(outlook, orders) if orders else PASS


def counter_jam(outlook: Outlook, game: Game, random: Random) -> Order:
    """13.13: the strongest stacks that are jammed."""
    orders = _of(game, "counter-jam")
    return max(orders, key=lambda o: (len(outlook.own.get(o.hexes[0], ())), o.hexes[0])) if orders else PASS


AIR_DECISIONS: Mapping[str, Decide] = {
    "heavy-bombers": bomb, "air-losses": take_step, "deep-strike": deep_strike, "ground-attack": raid,
    "interdiction": interdict, "cut-supply": cut_supply, "drop-supply": drop_supply,
    "defensive-support": cover, "exchange-weasels": exchange_weasels, "place-weasels": place_weasel,
    "widen": widen, "place-special-forces": place_special_forces, "move-special-forces": move_special_forces,
    "hunt": hunt, "divide-jamming": divide, "jam": jam, "counter-jam": counter_jam,
}
"""The decisions of the air war and the options, by step."""
