"""The planner's battles: which attacks are worthwhile, when to send air support, what to give up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random

from ..engine import PASS, AttackPreview, Game, Order
from .outlook import Outlook

# The value of a result for the attacker: (share of the attacker's strength lost, share of the defender's,
# ground gained).
WORTH: dict[str, tuple[float, float, float]] = {
    "AE": (1.0, 0.0, -1.0), "AT": (0.6, 0.0, -1.0), "AD": (0.5, 0.0, -1.0), "AP": (0.0, 0.0, -1.0),
    "AW": (0.0, 0.0, -1.0), "BB": (0.55, 0.55, 0.0), "DW": (0.0, 0.0, 1.0), "MA": (0.0, 0.3, 1.0),
    "DP": (0.0, 0.0, 2.0), "DD": (0.0, 0.5, 2.0), "DE": (0.0, 1.0, 0.5), "OR": (0.0, 1.0, 2.0),
}


def value(chances: Mapping[str, int], attack: float, defence: float, prize: float) -> float:
    """The expected value of a column for the attacker, in strength points."""
    total = sum(chances.values())
    gain = 0.0
    for code, faces in chances.items():
        lost, killed, ground = WORTH.get(code, (0.0, 0.0, 0.0))
        gain += faces * (killed * defence - lost * attack + ground * (1.0 + prize))
    return gain / total if total else 0.0


def best_value(preview: AttackPreview, prize: float, cyber: bool) -> float:
    """The value of an attack on the better of the tables it may use."""
    tables = [c for t, c in preview.chances.items() if cyber or t != "cyber-war"]
    return max((value(c, preview.attack, preview.defence, prize) for c in tables), default=0.0)


def prize_of(outlook: Outlook, hex: str, attacking: bool = True) -> float:
    """The value of a hex besides the units in it."""
    goals = outlook.take if attacking else outlook.hold
    if hex in goals:
        # On the last turn there is no reason to save strength.
        return (30.0 if outlook.last_turn else 8.0) * goals[hex]
    near = min((outlook.distance(hex, g) for g in goals), default=99.0)
    return max(0.0, 1.5 - near / 6.0)


Gains = dict[tuple[str, tuple[str, ...], int], float]
"""The values of attacks in a combat phase, by hex, units and defending strength."""


def attack(outlook: Outlook, game: Game, random: Random, boldness: float, gains: Gains) -> Order:
    """The most valuable attack, or a pass if none is worth its cost.

    `gains` caches values during a phase, in which units that have not attacked do not move.
    """
    markers = outlook.position.markers
    mine = markers.get(outlook.side, {}).get("table", 0)
    theirs = max((m.get("table", 0) for s, m in markers.items() if s != outlook.side), default=0)
    state = max(-1, min(mine - theirs, 1))

    def worth(order: Order) -> float:
        hex = order.hexes[0]
        mark = (hex, order.units, outlook.power_in(hex) * 8 + state)
        known = gains.get(mark)
        if known is None:
            known = gains[mark] = best_value(game.preview(order), prize_of(outlook, hex), mine > theirs)
        return known

    best, most = PASS, boldness
    for order in _promising(outlook, game.legal_orders()):
        gain = worth(order) + random.random() * 0.05
        if gain > most:
            best, most = order, gain
    return best if best == PASS else _trimmed(outlook, best, worth)


def _trimmed(outlook: Outlook, order: Order, worth: Callable[[Order], float]) -> Order:
    """The attack without the units that add more risk than value; the weakest are dropped first."""
    most = worth(order)
    for unit in sorted(order.units, key=lambda u: (outlook.strength(u), u)):
        if len(order.units) > 1:
            fewer = Order("attack", tuple(u for u in order.units if u != unit), order.hexes)
            gain = worth(fewer)
            if gain >= most:
                order, most = fewer, gain
    return order


def _promising(outlook: Outlook, orders: list[Order]) -> Iterator[Order]:
    """The attacks worth a closer look: those with acceptable odds and without the last guards of a hex that
    must be held, which a bad roll would drive out."""
    seen: set[tuple[str, ...]] = set()
    for order in orders:
        if order.verb != "attack" or not outlook.matters(order.hexes[0]):
            continue
        units = order.units
        for hex in {outlook.at[u] for u in units}:
            if hex in outlook.hold:
                here = [u for u in units if outlook.at[u] == hex]
                if len(here) == len(outlook.own[hex]):
                    last = min(here, key=lambda u: (outlook.strength(u), u))
                    units = tuple(u for u in units if u != last)
        if outlook.power(list(units)) * 3 < outlook.power_in(order.hexes[0]) * 2:
            continue
        mark = (order.hexes[0], *units)
        if units and mark not in seen:
            seen.add(mark)
            yield order if units == order.units else Order("attack", units, order.hexes)


def support(outlook: Outlook, game: Game) -> Order:
    """An air unit for the battle if a column is worth it, else a pass."""
    orders = [o for o in game.legal_orders() if o.verb == "support"]
    attacking = any(o.verb == "call-off" for o in game.legal_orders())
    if not orders:
        return PASS
    hex = outlook.position.battle
    shift = 1 if attacking else -1
    plain, moved = game.preview(None), game.preview(None, shift)
    prize = prize_of(outlook, hex, attacking)
    gain = abs(best_value(moved, prize, False) - best_value(plain, prize, False))
    # The last air units are kept for something better.
    threshold = 0.4 if len(orders) > 3 else 0.9
    return orders[0] if gain >= threshold else PASS


def table(outlook: Outlook, game: Game) -> Order:
    """The better table; the cyber-war table only if it gains more than it costs."""
    orders = [o for o in game.legal_orders() if o.verb == "use"]
    if len(orders) == 1:
        return orders[0]
    preview = game.preview(None)
    prize = prize_of(outlook, outlook.position.battle)
    worth = {t: value(c, preview.attack, preview.defence, prize) for t, c in preview.chances.items()}
    cyber = worth.get("cyber-war", -99.0) - 0.4 > worth.get("assault", -99.0)
    wanted = "cyber-war" if cyber else "assault"
    return next(o for o in orders if o.words == (wanted,))


def choose_loss(outlook: Outlook, game: Game) -> Order:
    """For a mobile assault: lose steps to hold a goal, otherwise give ground."""
    wanted = "loss" if outlook.position.battle in outlook.hold else "retreat"
    return next(o for o in game.legal_orders() if o.words == (wanted,))


def retreat(outlook: Outlook, game: Game) -> Order:
    """Retreat an own unit to a hex where it is supplied and useful, an enemy unit (DW) to the opposite."""
    best, worth = None, 0.0
    for order in game.legal_orders():
        key, hex = order.units[0], order.hexes[0]
        mine = outlook.roster.side[key] == outlook.side
        goals = outlook.hold if mine else outlook.take
        score = 0.0 if hex in game.supplied_hexes(key) else -5.0
        score -= min((outlook.distance(hex, g) for g in goals), default=0.0) * 0.3
        score -= 1.0 if len(outlook.own.get(hex, ())) > 1 else 0.0
        score = score if mine else -score
        if best is None or score > worth:
            best, worth = order, score
    assert best is not None
    return best


def advance(outlook: Outlook, game: Game) -> Order:
    """Advance into valuable hexes; elsewhere only towards the goals, in supply, and not with a guard."""
    orders = [o for o in game.legal_orders() if o.verb == "advance"]
    hex = outlook.position.battle
    wins = outlook.take.get(hex, 0.0) > 1.0
    for order in orders:
        if wins or (_guards_stay(outlook, order.units) and (
                hex in outlook.take or _worth_going(outlook, game, order.units[0], hex))):
            return order
    return PASS


def _guards_stay(outlook: Outlook, units: tuple[str, ...]) -> bool:
    """Whether enough units remain in each hex that must be held when these units leave."""
    for place in {outlook.at[u] for u in units}:
        if place in outlook.hold:
            staying = len(outlook.own[place]) - sum(outlook.at[u] == place for u in units)
            if staying < min(1, outlook.guards_wanted(place)):
                return False
    return True


def _worth_going(outlook: Outlook, game: Game, unit: str, hex: str) -> bool:
    return outlook.near(hex) <= outlook.near(outlook.at[unit]) and hex in game.supplied_hexes(unit)
