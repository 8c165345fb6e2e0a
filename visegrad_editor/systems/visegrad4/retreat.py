"""Retreat (11.1, 9.5)."""

from __future__ import annotations

from ...engine.orders import IllegalOrderError, Order
from . import losses, stacking, victory
from .game_state import GameState


def refusal(w: GameState, u: int, hex: int) -> IllegalOrderError | None:
    """Why a unit may not retreat to a neighbouring hex, or None."""
    start, side = w.state.where[u], w.forces.side[u]
    name = w.board.name(hex)
    if w.board.direction(start, hex) < 0:
        return IllegalOrderError(f"{w.label(u)} retreats one hex; {name} is not next to it.", "11.1")
    if w.mask[1 - side] >> hex & 1:
        return IllegalOrderError(f"Enemy units stand in {name}.", "11.1")
    # Every zone of control counts here, even with a friendly unit in the hex.
    if w.zoc(1 - side) >> hex & 1:
        return IllegalOrderError(f"{name} is in an enemy zone of control.", "11.1")
    if not _passable(w, u, start, hex):
        return IllegalOrderError(f"{w.label(u)} cannot enter {name}.", "11.1")
    return stacking.refusal(w, hex, [u])


def _passable(w: GameState, u: int, start: int, hex: int) -> bool:
    """Whether terrain and hexside permit the unit to enter, whatever the cost (9.5)."""
    if w.forces.flyer[u]:
        return w.board.cost[hex] is not None or hex in w.board.road_cost
    return (start, hex) in w.board.step_cost


def open_hexes(w: GameState, u: int) -> list[int]:
    """The hexes to which a unit may retreat."""
    return [h for h in w.board.neighbours[w.state.where[u]] if h >= 0 and refusal(w, u, h) is None]


def enter(w: GameState) -> None:
    """Ask for the next retreat; if none of the remaining units can retreat, they are destroyed."""
    battle = w.battle
    battle.pending = [u for u in battle.pending if w.state.where[u] >= 0]
    if any(open_hexes(w, u) for u in battle.pending):
        return
    for u in battle.pending:
        w.eliminate(u, "11.1", ", with no way to retreat")
    battle.pending = []
    losses.proceed(w)


def orders(w: GameState, unit: int | None) -> list[Order]:
    return [
        Order("retreat", (w.forces.keys[u],), (w.board.numbers[h],))
        for u in w.battle.pending if unit in (None, u) for h in open_hexes(w, u)]


def perform(w: GameState, order: Order) -> None:
    battle = w.battle
    if order.verb != "retreat":
        raise IllegalOrderError(f"{w.labels(battle.pending)} must retreat first.", "11.1")
    u = w.unit(order.units[0])
    if u not in battle.pending:
        raise IllegalOrderError(f"{w.label(u)} has no retreat to make.", "11.1")
    hex = w.hex(order.hexes[0])
    bad = refusal(w, u, hex)
    if bad is not None:
        raise bad
    start = w.state.where[u]
    battle.pending.remove(u)
    w.put(u, hex)
    w.say("retreat", f"{w.label(u)} retreats from {w.board.numbers[start]} to {w.board.name(hex)}.", "11.1",
          (start, hex), (u,), side=w.forces.side[u])
    victory.occupy(w, u, hex)
    w.go("retreat")
