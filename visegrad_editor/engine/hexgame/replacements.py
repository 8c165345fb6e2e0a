"""Replacements: restoring reduced units, and rebuilding eliminated ones."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.ruleset import Replacements
from ...model.scenario import ReplacementOverride
from ...model.wording import count, listed
from ..bits import bits
from ..orders import PASS, IllegalOrderError, Order
from . import control, stacking, zones
from .conditions import Case
from .in_progress import GameInProgress
from .state import ELIMINATED

_MOST_NAMED = 6
"""The most hexes that are named in a sentence."""


class _Chart:
    """What each side receives on which turn: a line of the scenario takes the place of the whole line of the
    ruleset."""

    def __init__(self, w: GameInProgress) -> None:
        lines: Sequence[Replacements | ReplacementOverride] = (
            *w.ruleset.replacements, *w.scenario.replacements)
        self.steps = {(line.turn, line.side): line.steps for line in lines}
        self.assets = {(line.turn, line.side): line.assets for line in lines}


def enter(w: GameInProgress) -> None:
    """Begin the phase: the side receives its replacements from the chart."""
    s = w.state
    s.side = s.player
    name = w.forces.side_ids[s.side]
    kept = s.kept.get(name, 0) if w.ruleset.rebuilding.carry else 0
    s.budget = kept + received(w)
    if s.budget:
        w.say("replacements", f"{w.said_of(s.side, 'receives')} {s.budget} replacement "
              f"step{'' if s.budget == 1 else 's'}.", w.rule("rebuilding"))
    for id, number in w.table(_Chart).assets.get((s.turn, name), ()):
        w.receive(id, number)
    _next(w)


def received(w: GameInProgress) -> int:
    """The steps that the moving side receives this turn."""
    return w.table(_Chart).steps.get((w.state.turn, w.forces.side_ids[w.state.player]), 0)


def _next(w: GameInProgress) -> None:
    # A chapter may have more orders.
    if len(w.stages["replace"].orders(w, None)) == 1:
        _end(w)


def _end(w: GameInProgress) -> None:
    """End the phase; steps that are not used are kept for the next turn, if the rules say so."""
    s = w.state
    if w.ruleset.rebuilding.carry:
        s.kept = {**s.kept, w.forces.side_ids[s.side]: s.budget}
    s.budget = 0
    w.go("next-phase")


def homes(w: GameInProgress, u: int) -> int:
    """The hexes in which an eliminated unit may return, without regard to stacking."""
    where = w.ruleset.rebuilding.where
    side = w.forces.side[u]
    hexes = 0 if where is None else w.made.hexes(where)(side)
    for chapter in w.hooks["rebuild_hexes"]:
        hexes = chapter.rebuild_hexes(w, u, hexes)
    return hexes and hexes & ~w.mask[1 - side] & ~zones.barred(w, u, "replace") & ~w.barren


def _why_not_there(w: GameInProgress, u: int, hex: int, open_hexes: int) -> str:
    """Why a unit may not be rebuilt in a hex, and where it may."""
    name = w.board.name(hex)
    if w.mask[1 - w.forces.side[u]] >> hex & 1:
        return f"An enemy unit stands in {name}."
    if zones.barred(w, u, "replace") >> hex & 1:
        return f"{name} is in an enemy zone of control."
    names = [w.board.name(h) for h in bits(open_hexes)]
    if len(names) > _MOST_NAMED:
        names = [*names[:_MOST_NAMED - 1], count(len(names) - _MOST_NAMED + 1, "more hex")]
    where = f"It may in {listed(names)}." if names else "There is no hex in which it may now."
    return f"{w.label(u)} may not be rebuilt in {name}. {where}"


def restore_refusal(w: GameInProgress, u: int) -> IllegalOrderError | None:
    """Why a reduced unit may not be restored in its hex, or None."""
    s, rule = w.state, w.rule("rebuilding")
    settings = w.ruleset.rebuilding
    at = s.where[u]
    if at < 0 or not s.lost[u]:
        return IllegalOrderError(f"{w.label(u)} is not a reduced unit on the map.", rule)
    if settings.needs is not None and not w.made.test(settings.needs)(Case(w.forces.side[u], u)):
        return IllegalOrderError(f"{w.label(u)} may not be restored now.", rule)
    if zones.barred(w, u, "replace") >> at & 1:
        return IllegalOrderError(f"{w.label(u)} is in an enemy zone of control.", rule)
    if s.budget < settings.costs.restore:
        return IllegalOrderError(
            f"{'Not enough replacement steps are' if s.budget else 'No replacement step is'} left.", rule)
    return None


def orders(w: GameInProgress, unit: int | None) -> list[Order]:
    s, f = w.state, w.forces
    costs = w.ruleset.rebuilding.costs
    legal: list[Order] = [PASS] if unit is None else []
    if s.budget < min(costs.restore, costs.rebuild, costs.full):
        return legal
    for u in f.ground[s.side]:
        if unit not in (None, u):
            continue
        if s.where[u] >= 0:
            if s.lost[u] and restore_refusal(w, u) is None:
                legal.append(Order("restore", (f.keys[u],)))
        elif s.where[u] == ELIMINATED:
            sizes = [size for size, cost in (("reduced", costs.rebuild), ("full", costs.full))
                     if cost <= s.budget and (size == "full" or f.steps[u] > 1)]
            for h in bits(homes(w, u)) if sizes else ():
                if stacking.fits(w, h, u):
                    legal += [Order("rebuild", (f.keys[u],), (w.board.numbers[h],), (size,))
                              for size in sizes]
    return legal


def perform(w: GameInProgress, order: Order) -> None:
    s, rule = w.state, w.rule("rebuilding")
    if order.verb == "pass":
        _end(w)
        return
    if order.verb == "restore":
        u = w.own_unit(order.units[0], rule)
        bad = restore_refusal(w, u)
        if bad is not None:
            raise bad
        s.budget -= w.ruleset.rebuilding.costs.restore
        s.lost[u] -= 1
        now = "gains a step" if s.lost[u] else "is at full strength again"
        w.say("restored", f"{w.label(u)} in {w.place(u)} {now}.", rule, (s.where[u],), (u,))
        w.forget()
    elif order.verb == "rebuild":
        _rebuild(w, order)
    else:
        raise IllegalOrderError("Use your replacements, or pass.", rule)
    _next(w)


def _rebuild(w: GameInProgress, order: Order) -> None:
    s, rule = w.state, w.rule("rebuilding")
    u = w.own_unit(order.units[0], rule)
    hex, size = w.hex(order.hexes[0]), order.words[0]
    if size not in ("reduced", "full"):
        raise IllegalOrderError(f"A unit is rebuilt `reduced` or `full`, not {size!r}.", rule)
    costs = w.ruleset.rebuilding.costs
    cost = costs.full if size == "full" else costs.rebuild
    if size == "reduced" and w.forces.steps[u] == 1:
        raise IllegalOrderError(f"{w.label(u)} has one step only: rebuild it `full`.", rule)
    if s.where[u] != ELIMINATED:
        raise IllegalOrderError(f"{w.label(u)} has not been destroyed.", rule)
    if s.budget < cost:
        raise IllegalOrderError(f"{count(cost, 'replacement step')} {'is' if cost == 1 else 'are'} needed; "
                                f"{s.budget} {'is' if s.budget == 1 else 'are'} left.", rule)
    open_hexes = homes(w, u)
    if not open_hexes >> hex & 1:
        raise IllegalOrderError(_why_not_there(w, u, hex, open_hexes), rule)
    bad = stacking.refusal(w, hex, [u])
    if bad is not None:
        raise bad
    s.budget -= cost
    s.lost[u] = 0 if size == "full" else w.forces.steps[u] - 1
    s.out[u] = 0
    w.put(u, hex)
    w.say("rebuilt", f"{w.label(u)} is rebuilt in {w.board.name(hex)}, {size}.", rule, (hex,), (u,))
    control.occupy(w, u, [hex])
