"""The outcome of each combat result in a position if both sides choose well (11.0, 6; 11.1, 11.2).

The actual rules are played on a copy, so that the outcome cannot differ from the game: units that cannot
retreat are lost, Iron Wolf loses a step instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...engine.hexgame import results
from ...engine.hexgame.hexgame import HexGame
from ...engine.hexgame.in_progress import GameInProgress, Stage
from ...engine.hexgame.state import Battle
from ...engine.orders import Order
from .common import strength
from .losses import choices
from .rules import usual_rules

ASSUMPTIONS = (
    "A side that must choose losses (AT, BB) loses as few steps as possible.",
    "Given the choice of step losses or retreat (MA), the defender loses as few steps as possible, and holds "
    "if both cost the same.",
    "Units retreat so that as many as possible survive; with DW the attacker chooses what costs the most.",
    "The attacker advances whenever possible.",
)

_SEARCHED = 3
"""Up to this number of retreating units all retreats are tried; more retreat one by one, the worst placed
first."""


class ExpectedLosses(NamedTuple):
    """Steps lost by both sides, and whether the hex is taken by an attacker or left by all defenders."""

    attacker: int
    defender: int
    taken: bool
    cleared: bool


def expected_losses(play: HexGame, hex: int, attackers: Sequence[int]) -> dict[str, ExpectedLosses]:
    """Result code to outcome. The position is not changed."""
    play.stages = {**play.stages, "attack": Stage(_stop, _none, _never)}
    start = play.snapshot()
    defenders = list(play.stack[hex])
    found: dict[str, ExpectedLosses] = {}
    for code in (r.id for r in usual_rules().results):
        play.restore(start)
        s = play.state
        side = play.forces.side[attackers[0]]
        s.player = s.side = side
        s.outcome = None
        s.battle = Battle(hex, side, list(attackers), defenders, result=code,
                          origins=[play.state.where[u] for u in attackers])
        before = (_steps(play, attackers), _steps(play, defenders))
        results.begin(play)
        _finish(play)
        found[code] = ExpectedLosses(
            before[0] - _steps(play, attackers), before[1] - _steps(play, defenders),
            any(play.state.where[u] == hex for u in attackers),
            not any(play.state.where[u] == hex for u in defenders))
    play.restore(start)
    return found


def _stop(w: GameInProgress) -> None:
    pass


def _none(w: GameInProgress, unit: int | None) -> list[Order]:
    return []


def _never(w: GameInProgress, order: Order) -> None:
    raise AssertionError("the battle is over")


def _steps(w: GameInProgress, units: Sequence[int]) -> int:
    s = w.state
    return sum(0 if s.where[u] < 0 else 1 if s.lost[u] else 2 for u in units)


def _finish(play: HexGame) -> None:
    """Make every choice until the battle is over."""
    while play.state.battle is not None and play.state.outcome is None:
        play.perform(_choice(play))


def _choice(play: HexGame) -> Order:
    s, battle = play.state, play.state.battle
    assert battle is not None
    if s.step == "lose":
        units = results.alive(play, battle.group)
        units.sort(key=lambda u: (_steps(play, [u]), strength(play, u), u))
        return Order("lose", play.keys(units[: (len(units) + 1) // 2]))
    if s.step == "choose":
        # Holding comes first, so it wins if both cost the same.
        orders = sorted(choices(play, None), key=lambda o: o.words != ("loss",))
        return min(orders, key=lambda o: _cost(play, o, battle.defenders))
    if s.step == "retreat":
        return _retreat(play)
    return play.legal_orders(None)[0]


def _retreat(play: HexGame) -> Order:
    """The next retreat: the worst for the unit if the attacker decides (DW), otherwise the best."""
    battle = play.state.battle
    assert battle is not None
    owner = play.forces.side[battle.pending[0][0]]
    sign = 1 if owner == play.state.side else -1
    open_ways = {u: results.open_hexes(play, u) for u, _ in battle.pending}
    u = min((u for u in open_ways if open_ways[u]), key=lambda u: (len(open_ways[u]), u))
    orders = [Order("retreat", play.keys([u]), (play.board.numbers[h],)) for h in open_ways[u]]
    if len(battle.pending) > _SEARCHED:
        return max(orders, key=lambda o: -len(play.stack[play.hex(o.hexes[0])]))
    pending = [u for u, _ in battle.pending]
    return min(orders, key=lambda o: sign * _cost(play, o, pending))


def _cost(play: HexGame, order: Order, units: Sequence[int]) -> int:
    """The steps that the units will have lost in the end if this order is given now."""
    here = play.snapshot()
    before = _steps(play, units)
    play.perform(order)
    _finish(play)
    cost = before - _steps(play, units)
    play.restore(here)
    return cost
