"""Stacking (6.0 to 6.4)."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.bits import flags
from ...engine.orders import IllegalOrderError, Order
from .constants import ELIMINATED
from .game_state import GameState

_MIXED = "Russian units never stack with Ukrainian, Belarusian or Lithuanian units"


def refusal(w: GameState, hex: int, units: Sequence[int]) -> IllegalOrderError | None:
    """Why these units of one side may not be in a hex together with those already there, or None."""
    here = [v for v in w.stack[hex] if v not in units]
    if len(here) + len(units) > w.limit:
        return IllegalOrderError(
            f"{w.labels(units)} would make {len(here) + len(units)} units in {w.board.name(hex)}; the "
            f"limit is {w.limit}.", "6.0")
    company = {w.forces.company[v] for v in (*here, *units)}
    if 1 in company and 2 in company:
        return IllegalOrderError(f"{_MIXED}, as they would in {w.board.name(hex)}.", "6.4")
    return None


def fits(w: GameState, hex: int, u: int) -> bool:
    """Whether one more unit may be in a hex (not counting the unit itself)."""
    here = w.stack[hex]
    if not here:
        return True
    others = len(here) - (1 if u in here else 0)
    if others >= w.limit:
        return False
    kind = w.forces.company[u]
    return not kind or all(w.forces.company[v] in (0, kind) for v in here if v != u)


def closed(w: GameState, u: int) -> bytes:
    """1 for each hex, except the unit's own, in which it may not end a move: because of enemies, a full
    stack, units with which it may not stack, or prohibited terrain. Cached until a unit moves."""
    key = w.forces.side[u], w.forces.company[u]
    known = w.closed.get(key)
    if known is None:
        side, company = key
        shunned = w.company[3 - company] if company else 0
        known = w.closed[key] = flags(w.barren | w.mask[1 - side] | w.full | shunned, w.board.size)
    return known


def excess(w: GameState, hex: int) -> bool:
    """Whether a hex breaks the limits now."""
    here = w.stack[hex]
    company = {w.forces.company[v] for v in here}
    return len(here) > w.limit or (1 in company and 2 in company)


# -- the choice of units to remove (6.0) --------------------------------------------------------


def settle(w: GameState, resume: str) -> None:
    """Ask the owner to remove excess units after a forced stop, if there are any, then resume with
    `resume`."""
    s = w.state
    s.overflow = [h for h in dict.fromkeys(s.overflow) if excess(w, h)]
    if s.overflow:
        s.resume = resume
        w.go("remove")
    elif s.step != resume:
        w.go(resume)


def enter(w: GameState) -> None:
    w.state.side = w.state.player


def orders(w: GameState, unit: int | None) -> list[Order]:
    return [
        Order("remove", (w.forces.keys[u],)) for u in w.stack[w.state.overflow[0]] if unit in (None, u)]


def perform(w: GameState, order: Order) -> None:
    if order.verb != "remove":
        raise IllegalOrderError(
            f"Too many units stand in {w.board.name(w.state.overflow[0])}: remove one first.",
            "6.0")
    u = w.own_unit(order.units[0], air=False)
    hex = w.state.overflow[0]
    if w.state.where[u] != hex:
        raise IllegalOrderError(f"{w.label(u)} does not stand in {w.board.name(hex)}.", "6.0")
    w.lift(u, ELIMINATED)
    w.say("eliminated", f"{w.label(u)} is removed from the overcrowded hex {w.board.name(hex)}.", "6.0",
          (hex,), (u,))
    settle(w, w.state.resume)
