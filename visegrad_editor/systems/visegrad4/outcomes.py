"""What each combat result comes to in a position, both sides choosing well (11.0, 6; 11.1, 11.2).

The rules themselves are played out on a copy, so that this cannot differ from the game: who cannot
retreat is lost, Iron Wolf loses a step instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...engine.orders import Order
from . import losses, retreat
from .losses import SCRIPTS
from .play import VisegradPlay
from .state import Battle
from .war import Stage, War

ASSUMPTIONS = (
    "Whoever must pick losses (AT, BB) loses the fewest steps he may.",
    "Offered steps or retreat (MA), the defender takes what costs fewer steps, and holds if both cost alike.",
    "Units retreat so that as many as possible survive; of DW the attacker makes the most.",
    "The attacker advances whenever he may.",
)

_SEARCHED = 3
"""Up to so many retreating units every way to retreat is tried; more go one by one, worst placed first."""


class Toll(NamedTuple):
    """Steps lost on both sides, and the hex: taken by an attacker, empty of defenders."""

    attacker: int
    defender: int
    taken: bool
    cleared: bool


def tolls(play: VisegradPlay, hex: int, attackers: Sequence[int]) -> dict[str, Toll]:
    """Result code to what it comes to. The position is left as it was."""
    play.stages = {**play.stages, "attack": Stage(_stop, _none, _never)}
    start = play.snapshot()
    defenders = list(play.stack[hex])
    found: dict[str, Toll] = {}
    for code in SCRIPTS:
        play.restore(start)
        s = play.state
        side = play.forces.side[attackers[0]]
        s.player = s.side = side
        s.outcome = None
        s.battle = Battle(hex, side, list(attackers), defenders, result=code)
        before = (_steps(play, attackers), _steps(play, defenders))
        losses.begin(play)
        _finish(play)
        found[code] = Toll(
            before[0] - _steps(play, attackers), before[1] - _steps(play, defenders),
            any(play.state.where[u] == hex for u in attackers),
            not any(play.state.where[u] == hex for u in defenders))
    play.restore(start)
    return found


def _stop(w: War) -> None:
    pass


def _none(w: War, unit: int | None) -> list[Order]:
    return []


def _never(w: War, order: Order) -> None:
    raise AssertionError("the battle is over")


def _steps(w: War, units: Sequence[int]) -> int:
    s = w.state
    return sum(0 if s.where[u] < 0 else 1 if s.reduced[u] else 2 for u in units)


def _finish(play: VisegradPlay) -> None:
    """Make every choice until the battle is over."""
    while play.state.battle is not None and play.state.outcome is None:
        play.perform(_choice(play))


def _choice(play: VisegradPlay) -> Order:
    s, battle = play.state, play.state.battle
    assert battle is not None
    if s.step == "lose":
        units = losses.alive(play, battle.group)
        units.sort(key=lambda u: (_steps(play, [u]), play.strength(u), u))
        return Order("lose", play.keys(units[: (len(units) + 1) // 2]))
    if s.step == "choose":
        # Holding comes first, so it wins where both cost alike.
        orders = sorted(losses.choices(play, None), key=lambda o: o.words != ("loss",))
        return min(orders, key=lambda o: _cost(play, o, battle.defenders))
    if s.step == "retreat":
        return _retreat(play)
    return play.legal_orders(None)[0]


def _retreat(play: VisegradPlay) -> Order:
    """The next retreat. The attacker moves a driven defender (DW) to its harm, an owner to his good."""
    battle = play.state.battle
    assert battle is not None
    owner = play.forces.side[battle.pending[0]]
    sign = 1 if owner == play.state.side else -1
    open_ways = {u: retreat.open_hexes(play, u) for u in battle.pending}
    u = min((u for u in battle.pending if open_ways[u]), key=lambda u: (len(open_ways[u]), u))
    orders = [Order("retreat", play.keys([u]), (play.board.numbers[h],)) for h in open_ways[u]]
    if len(battle.pending) > _SEARCHED:
        return max(orders, key=lambda o: -len(play.stack[play.hex(o.hexes[0])]))
    pending = list(battle.pending)
    return min(orders, key=lambda o: sign * _cost(play, o, pending))


def _cost(play: VisegradPlay, order: Order, units: Sequence[int]) -> int:
    """The steps the units have lost in the end if this order is given now."""
    here = play.snapshot()
    before = _steps(play, units)
    play.perform(order)
    _finish(play)
    cost = before - _steps(play, units)
    play.restore(here)
    return cost
