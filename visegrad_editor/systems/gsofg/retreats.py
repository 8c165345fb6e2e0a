"""Retreats of stacks (11.17): to one hex if there is room; their owner removes those that are too many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...engine.hexgame import stacking
from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.in_progress import GameInProgress, Stage
from ...engine.hexgame.state import RETREATED
from ...engine.orders import IllegalOrderError, Order


class Retreats(Chapter):
    """Retreats of stacks."""

    id = "retreats"
    rule = "11.17"

    def stages(self) -> Mapping[str, Stage]:
        return {"remove": Stage(_enter, _orders, _perform)}

    def retreat_hexes(self, w: GameInProgress, unit: int, hexes: Sequence[int]) -> Sequence[int]:
        """11.17: the units of a stack go to one hex, an empty one if there is any, and part only where the
        limit of stacking asks for it."""
        battle = w.battle
        gone = {w.state.where[u] for u in battle.defenders
                if w.state.flags[u] & RETREATED and w.state.where[u] not in (-1, battle.hex)}
        after = [h for h in hexes if h in gone and stacking.fits(w, h, unit)]
        if after:
            return after
        waiting = [u for u, _ in battle.pending]
        together = [h for h in hexes if stacking.refusal(w, h, waiting) is None]
        return together or hexes


def _retreating(w: GameInProgress) -> list[int]:
    """The units that have just retreated into the overcrowded hex."""
    battle = w.state.battle
    if battle is None or w.state.resume != "retreat":
        return []
    hex = w.state.overflow[0]
    return [u for u in w.stack[hex] if u in battle.defenders and w.state.flags[u] & RETREATED]


def _enter(w: GameInProgress) -> None:
    """11.17: after a retreat the owner chooses; else the enemy does (7.2)."""
    stacking.enter(w)
    units = _retreating(w)
    if units:
        w.state.side = w.forces.side[units[0]]


def _orders(w: GameInProgress, unit: int | None) -> list[Order]:
    legal = stacking.orders(w, unit)
    units = w.keys(_retreating(w))
    return [o for o in legal if o.units[0] in units] if units else legal


def _perform(w: GameInProgress, order: Order) -> None:
    units = _retreating(w)
    if units and order.verb == "remove" and w.unit(order.units[0]) not in units:
        raise IllegalOrderError(f"Remove one of those who have retreated: {w.labels(units)}.", "11.17")
    stacking.perform(w, order)
