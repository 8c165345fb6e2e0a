"""Hidden set-up: what a side sets up is not shown to the others until the set-up is over."""

from __future__ import annotations

from typing import Any

from ..position import OrderMark
from .in_progress import GameInProgress


def hides(w: GameInProgress, side: str, mark: OrderMark) -> bool:
    """Whether an order puts a unit where a side ("" for a spectator) does not see it yet."""
    hidden = w.scenario.hidden_set_up
    return bool(hidden) and w.state.step == "place" and mark.order.verb == "place" and (
        mark.side in hidden and mark.side != side)


def conceals(w: GameInProgress, u: int, side: int) -> bool:
    """Whether a side does not know where a unit of another side is set up: one with a choice of hexes, while
    the set-up of its own side is hidden and not over."""
    f = w.forces
    return w.state.step == "place" and f.side[u] != side and len(f.setup[u]) > 1 and (
        f.side_ids[f.side[u]] in w.scenario.hidden_set_up)


def seen_by(w: GameInProgress, side: str, data: dict[str, Any]) -> dict[str, Any]:
    """The state, as data, as a side may know it: null for the place of hidden units, whether they are set up
    already or not, and for what their side controls."""
    if not w.scenario.hidden_set_up or w.state.step != "place":
        return data
    f = w.forces
    numbers = [n for n, id in enumerate(f.side_ids) if id in w.scenario.hidden_set_up and id != side]
    if not numbers:
        return data
    where = [None if f.side[u] in numbers and len(f.setup[u]) > 1 and not f.aloft[u] else at
             for u, at in enumerate(data["where"])]
    return {**data, "where": where} | {
        name: [None if n in numbers else mask for n, mask in enumerate(data[name])]
        for name in ("control", "taken")}
