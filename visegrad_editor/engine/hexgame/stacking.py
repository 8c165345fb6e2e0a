"""Stacking: room in a hex, units that do not stand together, removal of too many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from ...model.rules.grammar import fraction_text
from ..bits import bits, flags
from ..orders import IllegalOrderError, Order
from .in_progress import GameInProgress
from .state import ELIMINATED


class StackRules:
    """The settings of the block, worked out once."""

    def __init__(self, w: GameInProgress) -> None:
        rule = w.ruleset.stacking
        scale = w.forces.weight_scale
        units = range(len(w.forces.units))
        free = w.made.units(rule.free) if rule.free else None
        self.weight: list[int] = [
            0 if free is not None and free(u, w.forces.side[u]) else w.forces.weight[u] for u in units]
        self.limit = int(Fraction(rule.limit) * scale)
        self.by_hex = [(w.made.hexes(one.hexes), int(Fraction(one.limit) * scale)) for one in rule.by_hex]
        self.quotas = [(w.made.unit_set(q.units), q.number, q.rule or w.rule("stacking"))
                       for q in rule.at_most]
        self.apart = [(w.made.unit_set(a.units), w.made.unit_set(a.from_), a.rule or w.rule("stacking"))
                      for a in rule.apart]
        self.always = rule.judged == "always"
        self.excess = rule.excess
        self.kind: list[tuple[int, ...]] = [
            (w.forces.side[u], self.weight[u],
             *(n for n, (members, _, _) in enumerate(self.quotas) if u in members), -1,
             *(n for n, (one, other, _) in enumerate(self.apart) if u in one or u in other))
            for u in units]
        """What the room for a unit depends on: units of the same kind fit into the same hexes."""


def rules(w: GameInProgress) -> StackRules:
    """The settings of the block."""
    return w.table(StackRules)


def is_strict(w: GameInProgress) -> bool:
    """Whether no order leaves a hex with too many units."""
    return w.ruleset.stacking.excess == "refuse" and w.ruleset.stacking.judged != "end-of-phase"


def _limit(w: GameInProgress, hex: int) -> int:
    settings = rules(w)
    return min((limit for hexes, limit in settings.by_hex if hexes(-1) >> hex & 1), default=settings.limit)


def _shown(w: GameInProgress, weight: int) -> str:
    return fraction_text(Fraction(weight, w.forces.weight_scale))


def refusal(w: GameInProgress, hex: int, units: Sequence[int]) -> IllegalOrderError | None:
    """Why these units of one side may not be in a hex together with those already there, or None."""
    return _refusal(w, hex, units, [v for v in w.stack[hex] if v not in units])


def _refusal(
    w: GameInProgress, hex: int, units: Sequence[int], here: Sequence[int]
) -> IllegalOrderError | None:
    """Why units may not be in a hex together with others, or None."""
    together = [*here, *units]
    settings, name = rules(w), w.board.name(hex)
    rule = w.rule("stacking")
    weight, limit = sum(settings.weight[u] for u in together), _limit(w, hex)
    if weight > limit and any(settings.weight[u] for u in units):
        return IllegalOrderError(
            f"{w.labels(units)} would make {_shown(w, weight)} of {_shown(w, limit)} in {name}: too many to "
            "stack.", rule)
    for members, most, number in settings.quotas:
        if sum(u in members for u in together) > most and any(u in members for u in units):
            who = w.labels([u for u in together if u in members])
            return IllegalOrderError(f"{who} would stand in {name}; at most {most} of them may.", number)
    for one, other, number in settings.apart:
        if any(u in one for u in together) and any(u in other for u in together):
            return IllegalOrderError(
                f"{w.labels(u for u in together if u in one)} may not stand with "
                f"{w.labels(u for u in together if u in other)}, as they would in {name}.", number)
    for chapter in w.hooks["may_stack"]:
        bad: IllegalOrderError | None = chapter.may_stack(w, hex, together)
        if bad is not None:
            return bad
    return None


def fits(w: GameInProgress, hex: int, u: int) -> bool:
    """Whether one more unit may be in a hex (not counting the unit itself)."""
    return refusal(w, hex, [u]) is None


def closed(w: GameInProgress, u: int) -> bytes:
    """1 for each hex, except the unit's own, in which it may not end a move: because of enemies, a full
    stack, units with which it may not stack, or prohibited terrain."""
    key = ("closed", rules(w).kind[u], u if w.hooks["may_stack"] else -1)
    known: bytes = w.recall(key, lambda: _closed(w, u))
    return known


def _closed(w: GameInProgress, u: int) -> bytes:
    side = w.forces.side[u]
    mask = w.barren | w.mask[1 - side]
    for hex in bits(w.mask[side]):
        # The unit itself counts where it stands: the answer is for all units of its kind.
        if _refusal(w, hex, [u], w.stack[hex]) is not None:
            mask |= 1 << hex
    settings = rules(w)
    if settings.by_hex and settings.weight[u]:
        for hexes, limit in settings.by_hex:
            if settings.weight[u] > limit:
                mask |= hexes(-1)
    return flags(mask, w.board.size)


def excess(w: GameInProgress, hex: int) -> bool:
    """Whether a hex breaks the limits now."""
    here = w.stack[hex]
    return len(here) > 0 and refusal(w, hex, here) is not None


# -- the choice of units to remove --------------------------------------------------------------


def settle(w: GameInProgress, resume: str, hexes: Iterable[int] = ()) -> None:
    """Ask for the removal of units from hexes with too many, if the rules do not refuse what leads to them;
    then resume with a step."""
    s = w.state
    s.overflow = [h for h in dict.fromkeys((*s.overflow, *hexes)) if excess(w, h)]
    if s.overflow:
        s.resume = resume
        w.go("remove")
    elif s.step != resume:
        w.go(resume)


def enter(w: GameInProgress) -> None:
    hex = w.state.overflow[0]
    owner = w.forces.side[w.stack[hex][0]]
    w.state.side = 1 - owner if rules(w).excess == "enemy-removes" else owner


def orders(w: GameInProgress, unit: int | None) -> list[Order]:
    return [
        Order("remove", (w.forces.keys[u],)) for u in w.stack[w.state.overflow[0]]
        if unit in (None, u) and _helps(w, u)]


def _helps(w: GameInProgress, u: int) -> bool:
    """Whether a hex is less crowded without a unit: it takes room, or is one of those too many."""
    settings = rules(w)
    hex = w.state.where[u]
    here = w.stack[hex]
    if sum(settings.weight[v] for v in here) > _limit(w, hex):
        return settings.weight[u] > 0
    for members, most, _ in settings.quotas:
        if sum(v in members for v in here) > most:
            return u in members
    return True


def perform(w: GameInProgress, order: Order) -> None:
    hex = w.state.overflow[0]
    rule = w.rule("stacking")
    if order.verb != "remove":
        raise IllegalOrderError(f"Too many units stand in {w.board.name(hex)}: remove one first.", rule)
    u = w.unit(order.units[0])
    if w.state.where[u] != hex:
        raise IllegalOrderError(f"{w.label(u)} does not stand in {w.board.name(hex)}.", rule)
    if not _helps(w, u):
        raise IllegalOrderError(f"{w.label(u)} takes no room; remove another unit.", rule)
    w.eliminate(u, rule, ", removed from an overcrowded hex", ELIMINATED)
    settle(w, w.state.resume)
