"""Supply: sources, paths of limited length, when it is judged and what it does."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from ...model.rules.grammar import ALWAYS, dice_of, parse_amount
from ...model.rules.phrases import small
from ...model.rules.supply import Leg, SupplyPath, SupplyState
from ..bits import Links, bits, links, mask_of, spread
from . import zones
from .conditions import Case, HexSet, UnitTest, asks_for_state
from .in_progress import GameInProgress
from .state import ENTERED

Group = tuple[int, int, tuple[int, ...]]
"""Side, number of the path, numbers of the sources."""


class SupplyRules:
    """The settings of the block, worked out once."""

    def __init__(self, w: GameInProgress) -> None:
        rule = w.ruleset.supply
        self.exists = bool(rule.sources)
        self.judged = rule.judged
        self.sources: list[tuple[str, UnitTest, HexSet, HexSet]] = [
            (s.id, w.made.units(s.for_), w.made.hexes(s.hexes), w.made.hexes(s.works)) for s in rule.sources]
        self.when = [None if s.when == ALWAYS else w.made.test(s.when) for s in rule.sources]
        """For each source the situation in which it supplies; None: always."""
        paths = rule.paths or (SupplyPath(),)
        self.paths: list[tuple[UnitTest, tuple[Leg, ...]]] = [(w.made.units(p.for_), p.legs) for p in paths]
        self.free = w.made.units(rule.free) if rule.free is not None else None
        self.states: tuple[SupplyState, ...] = rule.states
        asked = (*(p.for_ for p in paths), *(s.for_ for s in rule.sources))
        self.by_state = any(map(asks_for_state, asked)) or (
            rule.free is not None and asks_for_state(rule.free))
        """Whether the group of a unit, or whether it needs supply at all, changes with states of units."""
        everybody = range(len(w.forces.units))
        self.groups = [] if self.by_state else w.shared(_fixed_groups)
        free = self.free
        self.always_free = frozenset() if free is None or self.by_state else frozenset(
            u for u in everybody if free(u, w.forces.side[u]))
        """The units that never need supply."""
        self.forbids = frozenset(word for s in rule.states for word in s.may_not)
        self.slows = any(s.effect.allowance for s in rule.states)
        self.weakens = {
            "attack": any(s.effect.attack for s in rule.states),
            "defence": any(s.effect.defence for s in rule.states)}
        """What being out of supply may forbid or change, whatever the unit."""
        self.counted = rule.judged != "at-use" or any(s.after > 1 or s.lose for s in rule.states)
        """Whether turns without supply are counted."""

    def group(self, w: GameInProgress, u: int) -> Group:
        """The group of a unit: units of the same side, path and sources are supplied in the same hexes."""
        return self._group(w, u) if self.by_state else self.groups[u]

    def _group(self, w: GameInProgress, u: int) -> Group:
        return _group_of(w, u, [who for _, who, _, _ in self.sources], [who for who, _ in self.paths])


def _group_of(w: GameInProgress, u: int, sources: Sequence[UnitTest], paths: Sequence[UnitTest]) -> Group:
    side = w.forces.side[u]
    path = next((n for n, who in enumerate(paths) if who(u, side)), -1)
    return side, path, tuple([n for n, who in enumerate(sources) if who(u, side)])


def _fixed_groups(w: GameInProgress) -> list[Group]:
    """The group of each unit, where it never changes."""
    rule = w.ruleset.supply
    sources = [w.made.units(s.for_) for s in rule.sources]
    paths = [w.made.units(p.for_) for p in rule.paths or (SupplyPath(),)]
    return [_group_of(w, u, sources, paths) for u in range(len(w.forces.units))]


def rules(w: GameInProgress) -> SupplyRules:
    """The settings of the block."""
    settings: SupplyRules = w.tables[SupplyRules]
    return settings


# -- where units are in supply -----------------------------------------------------------------------


def sources(w: GameInProgress, side: int, which: Sequence[int]) -> int:
    """The hexes of some sources that work now."""
    key = "sources", side, tuple(which)
    known: int | None = w.known.get(key)
    if known is None:
        known = w.known[key] = _working(w, side, which)
    return known


def _working(w: GameInProgress, side: int, which: Sequence[int]) -> int:
    mask = 0
    for n in which:
        id, _, hexes, works = rules(w).sources[n]
        when = rules(w).when[n]
        if when is not None and not when(Case(side)):
            continue
        here = hexes(side) & works(side) & ~w.mask[1 - side]
        if w.ruleset.supply.sources[n].repaired is not None:
            for name, turn in w.state.sources.items():
                source, _, number = name.partition(" ")
                if source == id and (turn < 0 or w.state.turn < turn):
                    here &= ~(1 << w.board.index[number])
        mask |= here
    for chapter in w.hooks["sources"]:
        mask = chapter.sources(w, side, mask)
    return mask


def served(w: GameInProgress, group: Group) -> int:
    """The hexes in which units of a group would now be in supply."""
    side, path, which = group
    if path < 0:
        return 0
    key = "served", group
    known: int | None = w.known.get(key)
    if known is None:
        known = w.known[key] = trace(w, side, rules(w).paths[path][1], sources(w, side, which))
    return known


def trace(w: GameInProgress, side: int, legs: tuple[Leg, ...], origin: int) -> int:
    """The hexes from which the legs of a path lead to a source, followed backwards from the sources."""
    barred, closed = barred_to(w, side)
    reached = origin & ~closed
    for leg in reversed(legs):
        reached = follow(w, ends_of(w, side, leg, reached), barred, leg) & ~closed
    return reached


def ends_of(w: GameInProgress, side: int, leg: Leg, reached: int) -> int:
    """Of the hexes from which the way leads on to a source, those in which a leg may end."""
    return reached if leg.to.sources else reached & w.made.hexes(leg.to)(side) & ~w.mask[1 - side]


def follow(w: GameInProgress, ends: int, barred: int, leg: Leg) -> int:
    """The hexes from which a leg leads to some, past what is barred."""
    return w.table(_Legs).follow(w, ends, barred, leg)


def barred_to(w: GameInProgress, side: int) -> tuple[int, int]:
    """The hexes past which no supply of a side goes, and among them those that chapters close."""
    barred = w.mask[1 - side]
    mode = w.ruleset.supply.zones
    if mode != "ignore" and "supply" in zones.rules(w).blocks:
        zone = zones.zone(w, 1 - side)
        barred |= zone & ~w.mask[side] if mode == "block-unless-friend" else zone
    closed = 0
    for chapter in w.hooks["supply_barred"]:
        closed = chapter.supply_barred(w, side, closed)
    return barred | closed, closed


class _Legs:
    """What was reached by legs of paths: the same hexes are asked for again and again, as most orders change
    nothing for supply."""

    MOST = 256
    """How many answers are kept."""

    def __init__(self, w: GameInProgress) -> None:
        self._known: dict[tuple[object, ...], int] = {}

    def follow(self, w: GameInProgress, origin: int, barred: int, leg: Leg) -> int:
        """The hexes from which a leg leads to some, past what is barred."""
        key = origin, barred, leg.length, leg.points, leg.water, leg.roads
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= self.MOST:
                self._known.clear()
            known = self._known[key] = self._follow(w, origin, barred, leg)
        return known

    def _follow(self, w: GameInProgress, origin: int, barred: int, leg: Leg) -> int:
        if leg.points:
            return _by_points(w, origin, barred, leg)
        if leg.water:
            return _over_water(w, origin, barred, leg.length)
        return w.net.served(origin, barred, leg.length, _along(w, leg.roads) if leg.roads else None)


def _over_water(w: GameInProgress, origin: int, barred: int, most: int) -> int:
    """The hexes at most so many steps (0: any number) from some, over water and across every hexside."""
    reached = newest = origin & ~barred
    edges, links = origin, w.ground.links_over_all
    for _ in range(most or w.board.size):
        if not newest:
            break
        near = spread(newest, links)
        # The last step may lead into a barred hex.
        edges |= near
        newest = near & ~barred & ~reached
        reached |= newest
    return (reached | edges) & w.board.playable


def _by_points(w: GameInProgress, origin: int, barred: int, leg: Leg) -> int:
    """The hexes from which a path to some costs at most so many movement points (0: any number), at the
    costs of the first class of units."""
    classes = w.ruleset.movement.classes
    costs = w.ground.steps(classes[0].id if classes else "")[1]
    kinds = frozenset(leg.roads)
    into: dict[int, list[tuple[int, int]]] = {}
    for (a, b), cost in costs.items():
        if not kinds or not kinds.isdisjoint(w.ground.roads.get((a, b), ())):
            into.setdefault(b, []).append((a, cost))
    most = leg.length * w.ground.scale
    best = dict.fromkeys(bits(origin), 0)
    heap = [(0, h) for h in best]
    done: set[int] = set()
    while heap:
        spent, here = heappop(heap)
        if here in done:
            continue
        done.add(here)
        if barred >> here & 1:
            continue
        for before, cost in into.get(here, ()):
            total = spent + cost
            if (not most or total <= most) and total < best.get(before, total + 1):
                best[before] = total
                heappush(heap, (total, before))
    return mask_of(best)


def _along(w: GameInProgress, kinds: tuple[str, ...]) -> Links:
    """The steps along roads of some kinds."""
    wanted = frozenset(kinds)
    made: Links = w.table(_RoadLinks).by_kind.setdefault(
        kinds, tuple(links(edge for edge, roads in w.ground.roads.items() if not wanted.isdisjoint(roads))))
    return made


class _RoadLinks:
    """The steps along kinds of road, made when they are first needed."""

    def __init__(self, w: GameInProgress) -> None:
        self.by_kind: dict[tuple[str, ...], Links] = {}


def area_for(w: GameInProgress, u: int) -> int:
    """The hexes in which a unit would be in supply now; all in play without supply rules."""
    return served(w, rules(w).group(w, u)) if rules(w).exists else w.board.playable


def area(w: GameInProgress, side: int) -> int:
    """The hexes in which some unit of a side would be in supply."""
    if not rules(w).exists or side < 0:
        return w.board.playable
    mask = 0
    for group in {rules(w).group(w, u) for u in w.forces.ground[side]}:
        mask |= served(w, group)
    return mask


def is_supplied(w: GameInProgress, u: int) -> bool:
    """Whether a unit counts as supplied: by a path now, or as it was last judged."""
    key = "supplied", u
    known: bool | None = w.known.get(key)
    if known is None:
        known = is_usually_supplied(w, u)
        for chapter in w.hooks["supplied"] if w.state.where[u] >= 0 else ():
            known = chapter.supplied(w, u, known)
        w.known[key] = known
    return known


def out_now(w: GameInProgress) -> list[int]:
    """For each unit 1 if it is on the map and counts as out of supply now, else 0."""
    known: list[int] | None = w.known.get("out now")
    if known is None:
        settings, hooks, state = rules(w), w.hooks["supplied"], w.state
        usual = settings.exists and settings.judged == "at-use" and not settings.by_state
        arriving = ENTERED if w.ruleset.supply.arriving else 0
        known = w.known["out now"] = []
        areas = {group: served(w, group) for group in set(settings.groups)} if usual else {}
        area_of = [areas[group] for group in settings.groups] if usual else []
        for u, at in enumerate(state.where):
            if at < 0:
                known.append(0)
                continue
            if not usual:
                supplied = is_usually_supplied(w, u)
            else:
                supplied = bool(area_of[u] >> at & 1) or bool(state.flags[u] & arriving) or (
                    u in settings.always_free)
            for chapter in hooks:
                supplied = chapter.supplied(w, u, supplied)
            known.append(0 if supplied else 1)
    return known


def is_usually_supplied(w: GameInProgress, u: int) -> bool:
    """Whether a unit counts as supplied by the ruleset alone, without chapters."""
    settings = rules(w)
    at = w.state.where[u]
    if not settings.exists or at < 0 or _is_free(w, u, settings):
        return True
    if settings.judged != "at-use":
        return w.state.out[u] == 0
    return bool(served(w, settings.group(w, u)) >> at & 1)


def _is_free(w: GameInProgress, u: int, settings: SupplyRules) -> bool:
    if settings.free is not None and settings.free(u, w.forces.side[u]):
        return True
    return w.ruleset.supply.arriving and bool(w.state.flags[u] & ENTERED)


def judge(w: GameInProgress, side: int) -> None:
    """Judge the supply of every unit of a side, and let units long without it lose steps."""
    settings = rules(w)
    if not settings.exists:
        return
    s, rule = w.state, w.rule("supply")
    w.forget()
    arriving = ENTERED if w.ruleset.supply.arriving else 0
    masks: dict[Group, int] = {}
    for u in w.forces.ground[side]:
        at = s.where[u]
        if at < 0:
            continue
        supplied = bool(s.flags[u] & arriving) or (settings.free is not None and settings.free(u, side))
        if not supplied:
            group = settings.group(w, u)
            if group not in masks:
                masks[group] = served(w, group)
            supplied = bool(masks[group] >> at & 1)
        if supplied and s.out[u]:
            s.out[u] = 0
            w.say("supplied", f"{w.label(u)} in {w.place(u)} is in supply again.", rule, (at,), (u,),
                  side=side)
        elif not supplied:
            s.out[u] += 1
            if s.out[u] == 1:
                w.say("unsupplied", f"{w.label(u)} in {w.place(u)} is out of supply.", rule, (at,), (u,),
                      side=side)
    w.forget()
    for u in w.forces.ground[side] if any(state.lose for state in settings.states) else ():
        for state in _states(w, u):
            if state.lose and s.where[u] >= 0:
                _starve(w, u, state)


def _starve(w: GameInProgress, u: int, state: SupplyState) -> None:
    amount = parse_amount(state.lose)
    name = "" if state.name.casefold() in ("", "out of supply") else f" ({small(state.name)})"
    number = w.steps_left(u) if amount.sign == "all" else int(amount.number)
    for _ in range(number):
        if w.state.where[u] >= 0:
            w.lose_step(u, state.rule or w.rule("supply"), f", out of supply{name}")


def _states(w: GameInProgress, u: int) -> list[SupplyState]:
    """The states of a unit out of supply."""
    settings = rules(w)
    if is_supplied(w, u):
        return []
    turns = w.state.out[u] if settings.judged != "at-use" else max(1, w.state.out[u])
    return [state for state in settings.states if turns >= state.after]


def judge_turn_end(w: GameInProgress) -> None:
    """Count the turns without supply where it is judged whenever it matters."""
    if rules(w).judged == "at-use" and rules(w).counted:
        for side in range(len(w.forces.side_ids)):
            judge(w, side)


def allowance_changes(w: GameInProgress, u: int) -> list[str]:
    """What being out of supply makes of a unit's movement allowance."""
    settings = rules(w)
    if not settings.slows or not settings.exists:
        return []
    return [s.effect.allowance for s in _states(w, u) if s.effect.allowance]


def strength_changes(w: GameInProgress, u: int, purpose: str) -> list[tuple[str, str]]:
    """What being out of supply makes of a unit's strength: amounts, each with its rule."""
    settings = rules(w)
    if not settings.exists or not settings.weakens[purpose]:
        return []
    return [(text, s.rule or w.rule("supply")) for s in _states(w, u)
            if (text := s.effect.attack if purpose == "attack" else s.effect.defence)]


def forbids(w: GameInProgress, what: str) -> bool:
    """Whether being out of supply ever forbids something to a unit."""
    return rules(w).exists and what in rules(w).forbids


def forbidden(w: GameInProgress, u: int) -> frozenset[str]:
    """What a unit may not do because it is out of supply."""
    settings = rules(w)
    if not settings.forbids or not settings.exists:
        return frozenset()
    return frozenset(word for s in _states(w, u) for word in s.may_not)


# -- sources that are lost and repaired --------------------------------------------------------------


def lose_sources(w: GameInProgress, side: int, hexes: int) -> None:
    """Let sources of the enemy stop working when a unit of a side enters them, and those retaken be
    repaired."""
    for n, record in enumerate(w.ruleset.supply.sources):
        if record.repaired is None:
            continue
        id, _, all_hexes, _ = rules(w).sources[n]
        taken = all_hexes(-1) & hexes & ~w.state.control[side]
        while taken:
            low = taken & -taken
            taken ^= low
            at = low.bit_length() - 1
            name = f"{id} {w.board.numbers[at]}"
            if _owner_is(w, n, side):
                if name in w.state.sources:
                    number, sides = dice_of(record.repaired.after)
                    dice = w.rolls(number, sides, f"the repair of {w.board.name(at)}")
                    again = w.state.turn + sum(dice)
                    w.state.sources = {**w.state.sources, name: again}
                    w.say("repair", f"{w.board.name(at)} supplies again from turn {again}.",
                          record.rule or w.rule("supply"), (at,), dice=dice, side=side)
            elif name not in w.state.sources or w.state.sources[name] >= 0:
                w.state.sources = {**w.state.sources, name: -1}
                w.say("source-lost", f"{w.board.name(at)} no longer supplies the enemy.",
                      record.rule or w.rule("supply"), (at,), side=side)


def _owner_is(w: GameInProgress, source: int, side: int) -> bool:
    """Whether a source supplies units of a side."""
    who = rules(w).sources[source][1]
    return any(who(u, side) for u in w.forces.ground[side])


def repair_sources(w: GameInProgress) -> None:
    """Let repaired sources supply again."""
    now = w.state.turn
    if any(0 <= turn <= now for turn in w.state.sources.values()):
        w.state.sources = {name: turn for name, turn in w.state.sources.items() if not 0 <= turn <= now}
        w.forget()
