"""The planner's battles: which attacks are worthwhile, what to give up, where to retreat and advance."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from random import Random

from ..engine import PASS, AttackPreview, Game, Order, Outlook, best_order


def best_value(
    outlook: Outlook, preview: AttackPreview, prize: float, tables: Collection[str] | None,
) -> float:
    """The value of an attack on the best of the tables it may use, None for all."""
    return max((outlook.column_value(chances, preview.attack, preview.defence, prize)
                for table, chances in preview.chances.items() if tables is None or table in tables),
               default=0.0)


Gains = dict[tuple[str, tuple[str, ...], int, frozenset[str] | None], float]
"""The values of attacks in a combat phase, by hex, units, defending strength and tables open."""


def attack(
    outlook: Outlook, game: Game, random: Random, boldness: float, gains: Gains,
) -> Order:
    """The most valuable attack, or a pass if none is worth its cost; where attacks are a duty the one that
    costs least.

    `gains` caches values during a phase, in which units that have not attacked do not move.
    """
    tables: frozenset[str] | None = None
    asked = False

    def worth(order: Order) -> float:
        nonlocal tables, asked
        if not asked:
            tables, asked = game.open_tables(), True
        hex = order.hexes[0]
        mark = (hex, order.units, outlook.wall_in(hex), tables)
        known = gains.get(mark)
        if known is None:
            known = gains[mark] = best_value(outlook, game.preview(order), outlook.prize_of(hex), tables)
        return known

    best, most = PASS, boldness
    legal = game.legal_orders()
    listed = frozenset(legal)

    def may_be_made(order: Order) -> bool:
        # Most groups of units are listed, and to try an order takes long.
        return order in listed or game.why_not(order) is None

    for order in _promising(outlook, legal, may_be_made):
        gain = worth(order) + random.random() * 0.05
        if gain > most:
            best, most = order, gain
    if best == PASS:
        return PASS if PASS in listed else max((o for o in legal if o.verb == "attack"), key=worth)
    return _trimmed(outlook, best, worth, may_be_made)


def _trimmed(
    outlook: Outlook, order: Order, worth: Callable[[Order], float], may_be_made: Callable[[Order], bool]
) -> Order:
    """The attack without the units that add more risk than value, as far as it may be made so; the weakest
    are dropped first."""
    most = worth(order)
    for unit in sorted(order.units, key=lambda u: (outlook.strength(u), u)):
        if len(order.units) > 1:
            fewer = Order("attack", tuple(u for u in order.units if u != unit), order.hexes)
            gain = worth(fewer)
            if gain >= most and may_be_made(fewer):
                order, most = fewer, gain
    return order


def _promising(
    outlook: Outlook, legal: Sequence[Order], may_be_made: Callable[[Order], bool]
) -> Iterator[Order]:
    """The attacks worth a closer look: those with acceptable odds and without the last guards of a hex that
    must be held, which a bad roll would drive out."""
    seen: set[tuple[str, ...]] = set()
    at, hold = outlook.at, outlook.hold
    for order in legal:
        if order.verb != "attack" or not outlook.matters(order.hexes[0]):
            continue
        units = order.units
        for hex in {at[u] for u in units}:
            if hex in hold:
                here = [u for u in units if at[u] == hex]
                if len(here) == len(outlook.own[hex]):
                    last = min(here, key=lambda u: (outlook.strength(u), u))
                    units = tuple(u for u in units if u != last)
        if outlook.power(list(units)) * 3 < outlook.wall_in(order.hexes[0]) * 2:
            continue
        mark = (order.hexes[0], *units)
        if units and mark not in seen:
            seen.add(mark)
            fewer = order if units == order.units else Order("attack", units, order.hexes)
            if fewer is order or may_be_made(fewer):
                yield fewer


def choose_loss(outlook: Outlook, game: Game) -> Order:
    """Lose steps to hold a goal, otherwise give ground; in a game with other choices, the best of them."""
    wanted = "loss" if outlook.position.battle in outlook.hold else "retreat"
    known = next((o for o in game.legal_orders() if o.words == (wanted,)), None)
    return known or best_order(game)


def retreat(outlook: Outlook, game: Game) -> Order:
    """Retreat an own unit to a hex where it is supplied and useful, an enemy unit (DW) to the opposite."""
    best, worth = None, 0.0
    for order in game.legal_orders():
        key, hex = order.units[0], order.hexes[0]
        mine = outlook.roster.side[key] == outlook.side
        goals = outlook.hold if mine else outlook.take
        score = 0.0 if hex in game.supplied_hexes(key) else -5.0
        score -= outlook.way_to(goals, hex) * 0.3 if goals else 0.0
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
    # Where somebody must advance, as few as possible do.
    return PASS if PASS in game.legal_orders() else min(orders, key=lambda o: len(o.units))


def advance_further(outlook: Outlook, game: Game) -> Order:
    """Go on to goals, or nearer to them in supply, and not with a guard."""
    best, most = PASS, 0.0
    for order in game.legal_orders():
        if order.verb != "pass" and _guards_stay(outlook, order.units):
            unit, hex = order.units[0], order.hexes[0]
            gain = outlook.near(outlook.at[unit]) - outlook.near(hex) + 5 * outlook.take.get(hex, 0.0)
            if gain > most and hex in game.supplied_hexes(unit):
                best, most = order, gain
    return best


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
