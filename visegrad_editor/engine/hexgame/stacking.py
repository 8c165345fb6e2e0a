"""Stacking: room in a hex, units that do not stand together, removal of too many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from ...model.rules.grammar import fraction_text
from ..bits import bits, flags, mask_of
from ..orders import IllegalOrderError, Order
from .conditions import UnitTest, asks_for_state
from .in_progress import GameInProgress


class StackRules:
    """The settings of the block, worked out once."""

    def __init__(self, w: GameInProgress) -> None:
        rule = w.ruleset.stack_limits
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
        fixed = w.shared(_FixedRooms)
        self.weights: list[int] | None = fixed.weights
        """The room that each unit takes; None if that changes in play."""
        self._kinds = fixed.kinds
        plain = not (self.by_hex or self.quotas or w.hooks["may_stack"])
        self.most: int = fixed.most if plain else -1
        """The number of units for which a hex has room, if all weigh the same and nothing else counts but who
        never stand together; else -1."""
        self.apart_sets = fixed.apart_sets if self.most >= 0 else []

    def weight(self, w: GameInProgress, u: int) -> int:
        """The room a unit takes now, times `forces.weight_scale`."""
        return self._weigh(w, u) if self.weights is None else self.weights[u]

    def _weigh(self, w: GameInProgress, u: int) -> int:
        if self.free is not None and self.free(u, w.forces.side[u]):
            return 0
        return w.forces.weight[u] * (max(1, w.forces.steps[u] - w.state.lost[u]) if self.by_steps else 1)

    def kind(self, w: GameInProgress, u: int) -> tuple[object, ...]:
        """What the room for a unit depends on now: units of the same kind fit into the same hexes."""
        return self._kind(w, u) if self._kinds is None else self._kinds[u]

    def _kind(self, w: GameInProgress, u: int) -> tuple[object, ...]:
        side = w.forces.side[u]
        return (
            side, self.weight(w, u), *(members(u, side) for members, _, _ in self.quotas),
            *((one(u, side), other(u, side)) for one, other, _ in self.apart))


class _FixedRooms:
    """The room that units take, where that never changes, worked out once for a scenario."""

    def __init__(self, w: GameInProgress) -> None:
        rule, f = w.ruleset.stack_limits, w.forces
        everybody = range(len(f.units))
        free = w.made.units(rule.free) if rule.free else None
        apart = [(w.made.units(a.units), w.made.units(a.from_)) for a in rule.apart]
        quotas = [w.made.units(q.units) for q in rule.at_most]
        filters = (*(q.units for q in rule.at_most), *(x for a in rule.apart for x in (a.units, a.from_)))
        self.weights: list[int] | None = None
        self.kinds: list[tuple[object, ...]] | None = None
        self.most: int = -1
        self.apart_sets: list[tuple[frozenset[int], frozenset[int]]] = []
        """The two sets of units of each pair that never stand together."""
        if rule.weigh.by == "steps" or (rule.free is not None and asks_for_state(rule.free)):
            return
        self.weights = [0 if free is not None and free(u, f.side[u]) else f.weight[u] for u in everybody]
        if any(map(asks_for_state, filters)):
            return
        self.kinds = [
            (f.side[u], self.weights[u], *(members(u, f.side[u]) for members in quotas),
             *((one(u, f.side[u]), other(u, f.side[u])) for one, other in apart)) for u in everybody]
        on_map = {n for u, n in enumerate(self.weights) if not f.aloft[u]}
        if len(on_map) == 1 and 0 not in on_map:
            self.most = int(Fraction(rule.limit) * f.weight_scale) // min(on_map)
            self.apart_sets = [
                (frozenset(u for u in everybody if one(u, f.side[u])),
                 frozenset(u for u in everybody if other(u, f.side[u]))) for one, other in apart]


def rules(w: GameInProgress) -> StackRules:
    """The settings of the block."""
    settings: StackRules = w.tables[StackRules]
    return settings


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
    if not settings.by_hex:
        return settings.limit
    return min((limit for hexes, limit in settings.by_hex if hexes(side) >> hex & 1), default=settings.limit)


def _shown(w: GameInProgress, weight: int) -> str:
    scale = w.forces.weight_scale
    return str(weight) if scale == 1 else fraction_text(Fraction(weight, scale))


def refusal(w: GameInProgress, hex: int, units: Sequence[int]) -> IllegalOrderError | None:
    """Why these units of one side may not be in a hex together with those already there, or None."""
    return _refusal(w, hex, units, [v for v in w.stack[hex] if v not in units])


def _refusal(
    w: GameInProgress, hex: int, units: Sequence[int], here: Sequence[int]
) -> IllegalOrderError | None:
    """Why units may not be in a hex together with others, or None."""
    settings, together = rules(w), [*here, *units]
    if len(together) <= settings.most:
        for ones, others in settings.apart_sets:
            if not ones.isdisjoint(together) and not others.isdisjoint(together):
                break
        else:
            return None
    side = w.forces.side[units[0]]
    weights = [settings.weight(w, u) for u in together]
    total, limit = sum(weights), _limit(w, hex, side)
    if total > limit and any(weights[len(here):]):
        return IllegalOrderError(
            f"{w.labels(units)} would make {_shown(w, total)} of {_shown(w, limit)} in "
            f"{w.board.name(hex)}: too many to stack.", w.rule("stacking"))
    for members, most, number in settings.quotas:
        if len(together) > most and any(members(u, side) for u in units):
            of_them = [u for u in together if members(u, side)]
            if len(of_them) > most:
                return IllegalOrderError(
                    f"{w.labels(of_them)} would stand in {w.board.name(hex)}; at most {most} of them may.",
                    number)
    for n, (one, other, number) in enumerate(settings.apart):
        if settings.apart_sets and any(part.isdisjoint(together) for part in settings.apart_sets[n]):
            continue
        pair = next(((a, b) for a in together if one(a, side) for b in together
                     if a != b and other(b, side)), None)
        if pair is not None:
            return IllegalOrderError(
                f"{w.label(pair[0])} may not stand with {w.label(pair[1])}, as they would in "
                f"{w.board.name(hex)}.", number)
    for chapter in w.hooks["may_stack"]:
        if len(together) == 1 and not chapter.judges_alone:
            continue
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


def _full_kind(w: GameInProgress, u: int) -> tuple[object, ...]:
    """What the room for a unit depends on now, with what the chapters look at."""
    kind = rules(w).kind(w, u)
    if not w.hooks["may_stack"]:
        return kind
    return (kind, *(chapter.stack_kind(w, u) for chapter in w.hooks["may_stack"]))


def closed(w: GameInProgress, u: int) -> bytes:
    """1 for each hex, except the unit's own, in which it may not end a move: because of enemies, a full
    stack, units with which it may not stack, or prohibited terrain."""
    settings = rules(w)
    if settings.most > 0:
        key = "closed", settings.kind(w, u)
        known: bytes | None = w.known.get(key)
        if known is None:
            barred = w.barren | w.mask[1 - w.forces.side[u]] | _full_or_shunned(w, u, settings)
            known = w.known[key] = flags(barred, w.board.size)
        return known
    mask = closed_hexes(w, u)
    made: bytes = w.recall(("closed", mask), lambda: flags(mask, w.board.size))
    return made


def closed_by_own(w: GameInProgress, u: int) -> frozenset[int]:
    """The hexes with units of its own side, except the unit's own, in which it may not end a move."""
    settings, side = rules(w), w.forces.side[u]
    mask = (_full_or_shunned(w, u, settings) if settings.most > 0 else closed_by_units(w, u)) & w.mask[side]
    known: frozenset[int] = w.recall(("closed by own", mask), lambda: frozenset(bits(mask)))
    return known


def closed_hexes(w: GameInProgress, u: int) -> int:
    """The hexes of `closed` as a set."""
    return closed_by_units(w, u) | w.barren


def closed_by_units(w: GameInProgress, u: int) -> int:
    """The hexes in which a unit may not end because of enemies or of its own side."""
    known: int = w.recall(("closed hexes", *_full_kind(w, u)), lambda: _work_out_closed(w, u))
    return known


def _work_out_closed(w: GameInProgress, u: int) -> int:
    side, settings = w.forces.side[u], rules(w)
    mask = w.mask[1 - side]
    if settings.most > 0:
        return mask | _full_or_shunned(w, u, settings)
    alone = w.board.playable & ~mask & ~w.mask[side]
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
    for chapter in w.hooks["may_stack"]:
        if chapter.judges_alone and chapter.stack_kind(w, u) is not None:
            for hex in bits(alone & ~mask):
                if chapter.may_stack(w, hex, [u]) is not None:
                    mask |= 1 << hex
    # The unit itself counts where it stands: the answer is for all units of its kind.
    if not settings.apart and not settings.by_hex:
        mask |= _full(w, u)
        chapters = [c for c in w.hooks["may_stack"] if c.stack_kind(w, u) is not None]
        for hex in bits(w.mask[side] & ~mask) if chapters else ():
            together = [*w.stack[hex], u]
            if any(chapter.may_stack(w, hex, together) is not None for chapter in chapters):
                mask |= 1 << hex
        return mask
    for hex in bits(w.mask[side]):
        if not _has_room(w, hex, u, w.stack[hex]):
            mask |= 1 << hex
    return mask


def watch(w: GameInProgress) -> None:
    """Let a game that begins keep in mind where hexes are full and where units stand that others shun."""
    settings = rules(w)
    if settings.most > 0:
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


class _Loads:
    """How full the hexes of a side are."""

    def __init__(self, w: GameInProgress, side: int) -> None:
        settings, where = rules(w), w.state.where
        totals: dict[int, int] = {}
        weights = settings.weights
        for u in w.forces.ground[side]:
            at = where[u]
            if at >= 0:
                size = settings.weight(w, u) if weights is None else weights[u]
                totals[at] = totals.get(at, 0) + size
        loads: dict[int, int] = {}
        for hex, total in totals.items():
            loads[total] = loads.get(total, 0) | 1 << hex
        self.by_weight = tuple(loads.items())
        """The hexes by the weight of those in them."""
        self.quotas = [self._reached(w, side, members, most) for members, most, _ in settings.quotas]
        """For each quota, the hexes with as many units as may be there."""

    def _reached(self, w: GameInProgress, side: int, members: UnitTest, most: int) -> int:
        counts: dict[int, int] = {}
        for u in w.made.members(members, side):
            at = w.state.where[u]
            if at >= 0 and w.forces.side[u] == side and members(u, side):
                counts[at] = counts.get(at, 0) + 1
        return mask_of(hex for hex, n in counts.items() if n >= most)


def _full(w: GameInProgress, u: int) -> int:
    """The hexes with own units in which there is no room for a unit, without what is apart and chapters."""
    settings, side = rules(w), w.forces.side[u]
    loads: _Loads = w.recall(("loads", side), lambda: _Loads(w, side))
    mask, size = 0, settings.weight(w, u)
    if size:
        for total, hexes in loads.by_weight:
            if total + size > settings.limit:
                mask |= hexes
    for (members, _, _), hexes in zip(settings.quotas, loads.quotas, strict=True):
        if members(u, side):
            mask |= hexes
    return mask


def _has_room(w: GameInProgress, hex: int, u: int, here: Sequence[int]) -> bool:
    """Whether one more unit of a kind may be in a hex together with others of its side."""
    settings, side = rules(w), w.forces.side[u]
    size = settings.weight(w, u)
    if size and size + sum([settings.weight(w, v) for v in here]) > _limit(w, hex, side):
        return False
    for members, most, _ in settings.quotas:
        if members(u, side) and 1 + sum([members(v, side) for v in here]) > most:
            return False
    for one, other, _ in settings.apart:
        ones, others = [v for v in here if one(v, side)], [v for v in here if other(v, side)]
        if (others and one(u, side)) or (ones and other(u, side)) or any(
                a != b for a in ones for b in others):
            return False
    together = [*here, u]
    return all(chapter.may_stack(w, hex, together) is None for chapter in w.hooks["may_stack"]
               if chapter.stack_kind(w, u) is not None)


def closed_to_passing(w: GameInProgress, u: int) -> int:
    """The hexes with own units through which a unit may not even pass."""
    settings, side = rules(w), w.forces.side[u]
    if settings.always:
        return closed_by_units(w, u) & ~w.mask[1 - side]
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


def most_units(w: GameInProgress) -> int:
    """The number of units that at most fit into a hex together; any number if they take different room."""
    most = rules(w).most
    return most if most > 0 else len(w.forces.units)


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
