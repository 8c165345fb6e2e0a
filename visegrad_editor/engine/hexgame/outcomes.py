"""What a result of combat does in a position if both sides choose well.

The actual rules are played on the position, which is put back afterwards, so that an outcome cannot differ
from the game.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..odds import Result
from ..orders import Order
from . import results
from .fights import Fight, plain_strength
from .hexgame import HexGame
from .in_progress import Stage
from .state import Battle

ASSUMPTIONS = (
    "Both sides choose so that they lose as few steps as possible, and then for the hex.",
    "The attacker advances whenever possible.",
)
_TRIED = 12
"""The most orders of a decision that are tried; of more the first are."""
_SEARCHED = 3
"""Up to this number of hexes still to retreat all retreats are tried; more retreat one by one."""


def outcome(w: HexGame, fight: Fight, code: str) -> Result:
    """What a result does in this position, both sides choosing well. The position is not changed."""
    kept, start = w.stages, w.snapshot()
    w.stages = {**w.stages, "attack": Stage(_stop, lambda w, unit: [], lambda w, order: None)}
    try:
        w.state.battle = Battle(fight.hex, fight.side, list(fight.attackers), list(fight.defenders),
                                result=code, origins=list(fight.origins))
        before = _steps(w, fight.attackers), _steps(w, fight.defenders)
        results.begin(w)
        _finish(w, fight, deep=True)
        name = next((r.name for r in w.ruleset.results if r.id == code), code)
        return Result(
            code, name, before[0] - _steps(w, fight.attackers), before[1] - _steps(w, fight.defenders),
            _is_taken(w, fight), _is_cleared(w, fight))
    finally:
        w.stages = kept
        w.restore(start)


def _stop(w: object) -> None:
    pass


def _steps(w: HexGame, units: Sequence[int]) -> int:
    return sum(w.steps_left(u) for u in units if w.state.where[u] >= 0)


def _is_taken(w: HexGame, fight: Fight) -> bool:
    return any(w.state.where[u] == fight.hex for u in fight.attackers)


def _is_cleared(w: HexGame, fight: Fight) -> bool:
    return not any(w.state.where[u] == fight.hex for u in fight.defenders)


def _finish(w: HexGame, fight: Fight, deep: bool) -> None:
    """Make every choice until the battle is over; `deep`: the best of several, else the first."""
    while w.state.battle is not None and w.state.outcome is None:
        orders = w.legal_orders(None)
        if not orders:
            return
        w.perform(_best(w, fight, orders) if deep and len(orders) > 1 else orders[0])


def _best(w: HexGame, fight: Fight, orders: Sequence[Order]) -> Order:
    """The best of several orders for the side to decide."""
    battle = w.battle
    if w.state.step == "lose":
        return _cheapest(w, battle.group, battle.needs)
    if w.state.step == "retreat" and all(o.verb == "retreat" for o in orders):
        own: dict[str, list[Order]] = {}
        for order in orders:
            own.setdefault(order.units[0], []).append(order)
        # The worst placed goes first.
        mine = own[min(own, key=lambda key: (len(own[key]), w.unit(key)))]
        pending = [u for u, _ in battle.pending]
        if sum(left for _, left in battle.pending) <= _SEARCHED:
            sign = 1 if w.forces.side[pending[0]] == w.state.side else -1
            return max(mine, key=lambda order: sign * _left_after(w, fight, order, pending))
        if len(pending) > _SEARCHED:
            return min(mine, key=lambda order: len(w.stack[w.hex(order.hexes[0])]))
    sign, deep = 1 if w.state.side == fight.side else -1, w.state.step == "choose"

    def worth(order: Order) -> tuple[int, int, int]:
        here = w.snapshot()
        w.perform(order)
        _finish(w, fight, deep)
        steps = _steps(w, fight.attackers) - _steps(w, fight.defenders)
        taken, cleared = _is_taken(w, fight), _is_cleared(w, fight)
        w.restore(here)
        return sign * steps, sign * taken, sign * cleared

    return max(orders[:_TRIED], key=worth)


def _cheapest(w: HexGame, group: int, number: int) -> Order:
    """The loss of so many units of a group: those with the fewest steps and the least strength if their side
    chooses them, otherwise the others."""
    units = sorted(results.candidates(w), key=lambda u: (_steps(w, [u]), plain_strength(w, u, "attack"), u))
    if results.owner(w, group) != w.state.side:
        units.reverse()
    return Order("lose", w.keys(units[:number]))


def _left_after(w: HexGame, fight: Fight, order: Order, units: Sequence[int]) -> int:
    """The steps that some units will have left in the end if this order is given now."""
    here = w.snapshot()
    w.perform(order)
    _finish(w, fight, deep=True)
    left = _steps(w, units)
    w.restore(here)
    return left
