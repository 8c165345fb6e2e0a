"""Stacking: room in a hex, units that do not stand together, removal of too many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from ...model.rules.grammar import fraction_text
from ..bits import bits, flags
from ..orders import IllegalOrderError, Order
from .conditions import UnitTest, asks_for_state
from .in_progress import GameInProgress


class StackRules:
    """The settings of the block, worked out once."""

    def __init__(self, w: GameInProgress) -> None:
        rule = w.ruleset.stacking
        scale = w.forces.weight_scale
        self.free = w.made.units(rule.free) if rule.free else None
        self.by_steps = rule.weigh.by == "steps"
        self.limit = int(Fraction(rule.limit) * scale)
        self.by_hex = [(w.made.hexes(one.hexes), int(Fraction(one.limit) * scale)) for one in rule.by_hex]
        self.quotas = [(w.made.units(q.units), q.number, q.rule or w.rule("stacking"))
                       for q in rule.at_most]
        self.apart = [(w.made.units(a.units), w.made.units(a.from_), a.rule or w.rule("stacking"))
                      for a in rule.apart]
        self.no_passing = [
            (w.made.units(a.units), w.made.units(a.from_)) for a in rule.apart if not a.passing]
        self.always = rule.judged == "always"
        filters = (*(q.units for q in rule.at_most), *(f for a in rule.apart for f in (a.units, a.from_)))
        self.is_fixed = not self.by_steps and not any(map(asks_for_state, (rule.free, *filters)))
        """Whether the room that a unit takes, and with whom it stands, never changes."""
        everybody = range(len(w.forces.units))
        self._kinds = [self._kind(w, u) for u in everybody] if self.is_fixed else []
        self._weights = [self._weight(w, u) for u in everybody] if self.is_fixed else []
        on_map = {n for u, n in enumerate(self._weights) if not w.forces.aloft[u]}
        self.most = self.limit // min(on_map) if len(on_map) == 1 and 0 not in on_map else -1
        """The number of units for which a hex without a limit of its own has room, if all weigh the same;
        else -1."""
        self.apart_sets: list[tuple[frozenset[int], frozenset[int]]] = [
            (self._members(w, one), self._members(w, other)) for one, other, _ in self.apart
        ] if self.is_fixed else []

    def _members(self, w: GameInProgress, test: UnitTest) -> frozenset[int]:
        """The units that a test accepts, from the view of their own side."""
        return frozenset(u for u in range(len(w.forces.units)) if test(u, w.forces.side[u]))

    def weight(self, w: GameInProgress, u: int) -> int:
        """The room a unit takes now, times `forces.weight_scale`."""
        return self._weights[u] if self.is_fixed else self._weight(w, u)

    def _weight(self, w: GameInProgress, u: int) -> int:
        if self.free is not None and self.free(u, w.forces.side[u]):
            return 0
        return w.forces.weight[u] * (max(1, w.forces.steps[u] - w.state.lost[u]) if self.by_steps else 1)

    def kind(self, w: GameInProgress, u: int) -> tuple[object, ...]:
        """What the room for a unit depends on now: units of the same kind fit into the same hexes."""
        return self._kinds[u] if self.is_fixed else self._kind(w, u)

    def _kind(self, w: GameInProgress, u: int) -> tuple[object, ...]:
        side = w.forces.side[u]
        return (
            side, self._weight(w, u), *(members(u, side) for members, _, _ in self.quotas),
            *((one(u, side), other(u, side)) for one, other, _ in self.apart))


def rules(w: GameInProgress) -> StackRules:
    """The settings of the block."""
    return w.table(StackRules)


def weight(w: GameInProgress, u: int) -> int:
    """The room a unit takes now, times `forces.weight_scale`."""
    return rules(w).weight(w, u)


def is_strict(w: GameInProgress) -> bool:
    """Whether no order leaves a hex with too many units."""
    rule, retreat = w.ruleset.stacking, w.ruleset.retreat
    filters = (
        rule.free, *(q.units for q in rule.at_most), *(f for a in rule.apart for f in (a.units, a.from_)))
    return rule.judged != "end-of-phase" and retreat.stacking == "obey" and "room" not in retreat.prefer and (
        rule.weigh.by != "steps" and not rule.by_hex) and not any(
            map(asks_for_state, filters))


def _limit(w: GameInProgress, hex: int, side: int) -> int:
    settings = rules(w)
    return min((limit for hexes, limit in settings.by_hex if hexes(side) >> hex & 1), default=settings.limit)


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
    settings = rules(w)
    side = w.forces.side[units[0]]
    total, limit = sum([settings.weight(w, u) for u in together]), _limit(w, hex, side)
    if total > limit and any(settings.weight(w, u) for u in units):
        return IllegalOrderError(
            f"{w.labels(units)} would make {_shown(w, total)} of {_shown(w, limit)} in {w.board.name(hex)}: "
            "too many to stack.", w.rule("stacking"))
    for members, most, number in settings.quotas:
        of_them = [u for u in together if members(u, side)]
        if len(of_them) > most and any(members(u, side) for u in units):
            return IllegalOrderError(
                f"{w.labels(of_them)} would stand in {w.board.name(hex)}; at most {most} of them may.",
                number)
    for n, (one, other, number) in enumerate(settings.apart):
        if settings.is_fixed and any(part.isdisjoint(together) for part in settings.apart_sets[n]):
            continue
        pair = next(((a, b) for a in together if one(a, side) for b in together
                     if a != b and other(b, side)), None)
        if pair is not None:
            return IllegalOrderError(
                f"{w.label(pair[0])} may not stand with {w.label(pair[1])}, as they would in "
                f"{w.board.name(hex)}.", number)
    for chapter in w.hooks["may_stack"]:
        bad: IllegalOrderError | None = chapter.may_stack(w, hex, together)
        if bad is not None:
            return bad
    return None


def fits(w: GameInProgress, hex: int, u: int) -> bool:
    """Whether one more unit may be in a hex (not counting the unit itself)."""
    return (not w.stack[hex] and not w.hooks["may_stack"] and _fits_alone(w, hex, u)) or (
        refusal(w, hex, [u]) is None)


def _fits_alone(w: GameInProgress, hex: int, u: int) -> bool:
    """Whether a hex without units surely has room for a unit."""
    settings = rules(w)
    return not settings.quotas and settings.weight(w, u) <= _limit(w, hex, w.forces.side[u])


def closed(w: GameInProgress, u: int) -> bytes:
    """1 for each hex, except the unit's own, in which it may not end a move: because of enemies, a full
    stack, units with which it may not stack, or prohibited terrain."""
    key = ("closed", rules(w).kind(w, u), u if w.hooks["may_stack"] else -1)
    known: bytes = w.recall(key, lambda: _closed(w, u))
    return known


def _closed(w: GameInProgress, u: int) -> bytes:
    return flags(_closed_hexes(w, u) | w.barren, w.board.size)


def _closed_hexes(w: GameInProgress, u: int) -> int:
    """The hexes in which a unit may not end because of enemies or of its own side."""
    side, settings = w.forces.side[u], rules(w)
    mask = w.mask[1 - side]
    alone = w.board.playable & ~mask & ~w.mask[side]
    if w.hooks["may_stack"]:
        for hex in bits(alone):
            if _refusal(w, hex, [u], ()) is not None:
                mask |= 1 << hex
    else:
        size = weight(w, u)
        if any(most < 1 and members(u, side) for members, most, _ in settings.quotas):
            mask |= alone
        if size:
            within = alone
            for hexes, limit in settings.by_hex:
                here = hexes(side)
                within &= ~here
                if size > limit:
                    mask |= alone & here
            if size > settings.limit:
                mask |= within
    if settings.most >= 0 and settings.is_fixed and not (
            settings.quotas or settings.by_hex or w.hooks["may_stack"]):
        return mask | _full_or_shunned(w, u, settings)
    for hex in bits(w.mask[side]):
        # The unit itself counts where it stands: the answer is for all units of its kind.
        if _refusal(w, hex, [u], w.stack[hex]) is not None:
            mask |= 1 << hex
    return mask


def watch(w: GameInProgress) -> None:
    """Let a game that begins keep in mind where hexes are full and where units stand that others shun."""
    settings = rules(w)
    if settings.most >= 0 and settings.is_fixed:
        w.crowd = settings.most
        w.watched = tuple(part for pair in settings.apart_sets for part in pair)
        w.watched_at = [0] * len(w.watched)


def _full_or_shunned(w: GameInProgress, u: int, settings: StackRules) -> int:
    """The hexes in which a unit may not end because of its own side, if all units take the same room."""
    mask = w.full
    for n, (one, other) in enumerate(settings.apart_sets):
        ones, others = w.watched_at[2 * n], w.watched_at[2 * n + 1]
        mask |= ones & others | (others if u in one else 0) | (ones if u in other else 0)
    return mask & w.mask[w.forces.side[u]]


def closed_to_passing(w: GameInProgress, u: int) -> int:
    """The hexes with own units through which a unit may not even pass."""
    settings, side = rules(w), w.forces.side[u]
    if settings.always:
        return _closed_hexes(w, u) & ~w.mask[1 - side]
    mask = 0
    for one, other in settings.no_passing:
        for mine, theirs in ((one, other), (other, one)):
            if mine(u, side):
                for hex in bits(w.mask[side]):
                    if any(v != u and theirs(v, side) for v in w.stack[hex]):
                        mask |= 1 << hex
    return mask


def excess(w: GameInProgress, hex: int) -> bool:
    """Whether a hex breaks the limits now."""
    here = w.stack[hex]
    return len(here) > 0 and refusal(w, hex, here) is not None


def crowded(w: GameInProgress, side: int) -> list[int]:
    """The hexes in which a side now has too many units."""
    return [h for h in bits(w.mask[side]) if excess(w, h)]


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
    w.state.side = 1 - owner if w.ruleset.stacking.excess == "enemy-removes" else owner


def orders(w: GameInProgress, unit: int | None) -> list[Order]:
    return [
        Order("remove", (w.forces.keys[u],)) for u in w.stack[w.state.overflow[0]]
        if unit in (None, u) and _helps(w, u)]


def _helps(w: GameInProgress, u: int) -> bool:
    """Whether a hex is less crowded without a unit: it takes room, or is one of those too many."""
    settings = rules(w)
    hex, side = w.state.where[u], w.forces.side[u]
    here = w.stack[hex]
    if sum(weight(w, v) for v in here) > _limit(w, hex, side):
        return weight(w, u) > 0
    for members, most, _ in settings.quotas:
        if sum(members(v, side) for v in here) > most:
            return members(u, side)
    for one, other, _ in settings.apart:
        if any(one(a, side) and other(b, side) for a in here for b in here if a != b):
            return one(u, side) or other(u, side)
    return True


def perform(w: GameInProgress, order: Order) -> None:
    hex = w.state.overflow[0]
    rule = w.rule("stacking")
    if order.verb != "remove":
        raise IllegalOrderError(f"Too many units stand in {w.board.name(hex)}: remove one first.", rule)
    u = w.unit(order.units[0])
    if w.forces.side[u] != w.forces.side[w.stack[hex][0]]:
        raise IllegalOrderError(f"{w.label(u)} belongs to the other side.", w.rule("sides", "stacking"))
    if w.state.where[u] != hex:
        raise IllegalOrderError(f"{w.label(u)} does not stand in {w.board.name(hex)}.", rule)
    if not _helps(w, u):
        raise IllegalOrderError(f"{w.label(u)} takes no room; remove another unit.", rule)
    w.eliminate(u, rule, told=f"{w.label(u)} is removed from the overcrowded hex {w.board.name(hex)}.")
    settle(w, w.state.resume)
