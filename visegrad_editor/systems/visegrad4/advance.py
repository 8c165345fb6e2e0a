"""Advance after combat (11.2)."""

from __future__ import annotations

from itertools import combinations

from ...engine.orders import PASS, IllegalOrderError, Order
from . import losses, stacking, victory
from .game_state import GameState


def able(w: GameState) -> list[int]:
    """The surviving attackers that may enter the hex they attacked: it is empty of enemies, they can leave
    their own hex, and the terrain permits it. Zones of control do not matter."""
    battle = w.battle
    hex = battle.hex
    if w.mask[1 - battle.side] >> hex & 1:
        return []
    units = []
    for u in losses.alive(w, 0):
        if w.forces.static[u]:
            continue
        if w.forces.flyer[u]:
            open_ground = w.board.cost[hex] is not None or hex in w.board.road_cost
        else:
            open_ground = (w.state.where[u], hex) in w.board.step_cost
        if open_ground:
            units.append(u)
    return units


def enter(w: GameState) -> None:
    if not able(w):
        losses.proceed(w)


def orders(w: GameState, unit: int | None) -> list[Order]:
    """Every group of survivors that fits the hex, the largest first."""
    units = sorted(able(w), key=lambda u: (-w.strength(u), u))
    legal = [
        Order("advance", w.keys(group))
        for size in range(min(len(units), w.limit), 0, -1) for group in combinations(units[:8], size)
        if (unit is None or unit in group) and stacking.refusal(w, w.battle.hex, group) is None]
    return [*legal, PASS] if unit is None else legal


def perform(w: GameState, order: Order) -> None:
    battle = w.battle
    if order.verb == "advance":
        units = [w.own_unit(k, air=False) for k in order.units]
        fit = able(w)
        for u in units:
            if u not in fit:
                raise IllegalOrderError(
                    f"{w.label(u)} may not advance into {w.board.name(battle.hex)}.", "11.2")
        if len(set(units)) != len(units):
            raise IllegalOrderError("Name each advancing unit once.", "11.2")
        bad = stacking.refusal(w, battle.hex, units)
        if bad is not None:
            raise bad
        for u in units:
            w.put(u, battle.hex)
        w.say("advance", f"{w.labels(units)} advance{'s' if len(units) == 1 else ''} into "
              f"{w.board.name(battle.hex)}.", "11.2", (battle.hex,), units)
        for u in units:
            if w.state.outcome is None:
                victory.occupy(w, u, battle.hex)
    elif order.verb != "pass":
        raise IllegalOrderError("Advance into the hex, or pass.", "11.2")
    if w.state.outcome is None:
        losses.proceed(w)
