"""Paths: what a unit may do, which hexes it can reach, whether a path is legal and what it costs."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise

from ...model.rules.grammar import Situation, parse_amount
from ...model.rules.movement import Mode
from ..bits import flags, mask_of
from ..orders import IllegalOrderError
from ..reach import NOWHERE, START, Reach, reach
from . import control, phases, stacking, supply, zones
from .conditions import Case, Rule, best_of_groups, rules_of
from .ground import ALL_POINTS, StepCosts
from .in_progress import GameInProgress
from .state import ENTERED, FAR, MOVED, NO_COMBAT, NO_MOVE

Edge = tuple[int, int]
GROUND = ""
"""The id of ordinary movement over the ground, among those of the modes."""


class MoveRules:
    """The settings of the block, worked out once."""

    def __init__(self, w: GameInProgress) -> None:
        rule = w.ruleset.movement
        rules = rules_of(w.made, rule.modifiers)
        costs = [r for r in rules if r.modifier.effect.cost]
        self.costs = [r for r in costs if _is_settled(r.modifier.when) and not r.modifier.group]
        """Those that change the cost of steps across kinds of hexside, or of all steps."""
        self._when = [replace(r.modifier.when, across=()) for r in self.costs]
        self.active = [w.made.test(one) for one in self._when]
        """For each of them, whether it holds apart from what is crossed."""
        self.step_costs = [r for r in costs if r not in self.costs]
        """Those that are judged for each step."""
        self.allowances = [r for r in rules if r.modifier.effect.allowance]
        self.modes: dict[str, Mode] = {m.id: m for m in rule.modes}
        self.may_use = {m.id: w.made.units(m.units) for m in rule.modes}
        self.needs = {m.id: w.made.test(m.needs) for m in rule.modes}
        self.then_units = {m.id: w.made.units(m.then_units) for m in rule.modes if m.then_units is not None}
        """Who alone may not do what a mode rules out afterwards."""
        self.minimum = rule.least == "one-hex"
        self.may_not = w.made.test(rule.may_not) if rule.may_not is not None else None
        self.stops = w.made.hexes(rule.stops) if rule.stops is not None else None
        self.exits = [(x, w.made.hexes(x.hexes)) for x in rule.off_map]
        self.releases = [(w.made.unit_set(r.units), w.made.test(r.until), r.rule)
                         for r in w.ruleset.releases]


_SETTLED = {"turn", "phase", "player_turn", "option", "happened", "across", "units", "state", "steps"}


def _is_settled(when: Situation) -> bool:
    """Whether a situation asks only for the time, the unit, and what is crossed."""
    return all(f.name in _SETTLED or getattr(when, f.name) == f.default for f in fields(when))


def rules(w: GameInProgress) -> MoveRules:
    """The settings of the block."""
    return w.table(MoveRules)


# -- what a unit may do ------------------------------------------------------------------------------


def may_act(w: GameInProgress, u: int) -> bool:
    """Whether a unit on the map may still move in this phase."""
    return w.state.where[u] >= 0 and refusal_to_move(w, u) is None


def refusal_to_move(w: GameInProgress, u: int) -> IllegalOrderError | None:
    """Why a unit on the map may not move now, or None."""
    s, rule = w.state, w.rule("movement")
    label = w.label(u)
    if s.flags[u] & MOVED:
        return IllegalOrderError(f"{label} has already moved; a finished move cannot be continued.", rule)
    if w.forces.static[u]:
        return IllegalOrderError(f"{label} never leaves its hex.", rule)
    if s.flags[u] & NO_MOVE:
        return IllegalOrderError(f"{label} may not move in this player turn.", rule)
    phase = phases.present(w)
    side = w.forces.side[u]
    if phase is not None and not (
            w.made.units(phase.units)(u, side) and w.made.test(phase.allowed)(Case(side, u))):
        return IllegalOrderError(f"{label} does not move in this phase.", phase.rule or rule)
    if not phases.takes_part(w, u):
        return IllegalOrderError(f"{label} does not act in this player turn.", rule)
    if zones.is_held(w, u):
        return IllegalOrderError(
            f"{label} begins next to the enemy and may not move.", w.rule("zones") or rule)
    for n, state in enumerate(w.ruleset.states):
        if s.status[u] >> n & 1 and "move" in state.may_not:
            return IllegalOrderError(f"{label} is {state.name.lower()} and may not move.", state.rule or rule)
    if "move" in supply.forbidden(w, u):
        return IllegalOrderError(f"{label} is out of supply and may not move.", w.rule("supply"))
    settings = rules(w)
    if settings.may_not is not None and settings.may_not(Case(side, u)):
        return IllegalOrderError(f"{label} may not move now.", rule)
    for n, (members, _, number) in enumerate(settings.releases):
        if u in members and release_name(n) not in s.happened:
            return IllegalOrderError(f"{label} may not move yet.", number or w.rule("releases"))
    if _points(w, u, GROUND) is None:
        return IllegalOrderError(f"{label} has no movement allowance now.", rule)
    for chapter in w.hooks["may_move"]:
        bad: IllegalOrderError | None = chapter.may_move(w, u)
        if bad is not None:
            return bad
    return None


def release_name(number: int) -> str:
    """The word in `happened` for a release that has come."""
    return f"release {number + 1}"


def judge_releases(w: GameInProgress) -> None:
    """Free the units whose release has come: once the situation has arisen for one of them, for good."""
    s = w.state
    for n, (members, until, number) in enumerate(rules(w).releases):
        name = release_name(n)
        if s.turn and name not in s.happened and any(
                until(Case(w.forces.side[v], v)) for v in sorted(members) if s.where[v] >= 0):
            s.happened.append(name)
            free = sorted(v for v in members if s.where[v] >= 0)
            w.say("released", f"{w.labels(free)} may move from now on.", number, units=free,
                  side=w.forces.side[free[0]])
            w.forget()


NO_LIMIT = 200 * 100
"""More points than any path costs."""


def allowance(w: GameInProgress, u: int, mode: str = GROUND) -> int:
    """The movement allowance of a unit now, times the scale; 0 if it was taken away."""
    points = _points(w, u, mode)
    return 0 if points is None else max(0, int(points)) * w.ground.scale


def _points(w: GameInProgress, u: int, mode: str) -> Fraction | None:
    """The movement points of a unit now; None if its allowance was taken away."""
    points: Fraction | None = Fraction(w.value(u, w.ruleset.movement.value) or 0)
    case = Case(w.forces.side[u], u)
    phase = phases.present(w)
    own = (*rules(w).allowances, *(r for r in phases.modifiers(w) if r.modifier.effect.allowance))
    amounts = [r.modifier.effect.allowance for r in best_of_groups(
        [(r, r.holds(case)) for r in own], lambda r: _moved(points, r.modifier.effect.allowance),
        w.ruleset.combat.group_takes)]
    amounts += supply.allowance_changes(w, u)
    amounts += [state.effect.allowance for n, state in enumerate(w.ruleset.states)
                if w.state.status[u] >> n & 1 and state.effect.allowance]
    if phase is not None and phase.allowance:
        amounts.append(phase.allowance)
    for text in amounts:
        points = parse_amount(text).applied(points)
    own_allowance = rules(w).modes[mode].allowance if mode else ""
    if points is not None and own_allowance:
        changed = parse_amount(own_allowance).applied(points)
        points = Fraction(NO_LIMIT) if changed is None else changed
    if points is not None:
        for chapter in w.hooks["allowance"]:
            points = chapter.allowance(w, u, points)
    return points


def _moved(points: Fraction | None, text: str) -> Fraction:
    """How much an amount changes a number; taking it away is the greatest loss."""
    before = points or Fraction(0)
    after = parse_amount(text).applied(points)
    return Fraction(-NO_LIMIT) if after is None else after - before


def step_costs(w: GameInProgress, u: int, mode: str = GROUND) -> StepCosts:
    """The steps that the ground and passing rules give a unit, with their costs."""
    steps = _usual_steps(w, u, mode)
    kept: tuple[object, ...] = (w.forces.class_[u], mode, w.forces.side[u], id(steps))
    for chapter in w.hooks["step_changes"]:
        found = chapter.step_changes(w, u, mode)
        if found is not None:
            kept, usual = (*kept, chapter.id, found.key), steps
            steps = w.ground.changed(usual, kept, partial(_changes, found.change, usual))
    return steps


def _changes(
    change: Callable[[Mapping[Edge, int]], Mapping[Edge, int | None]], usual: StepCosts
) -> dict[Edge, int | None]:
    return dict(change(usual[1]))


def _usual_steps(w: GameInProgress, u: int, mode: str) -> StepCosts:
    """The steps that ruleset and ground give a unit."""
    class_id = w.forces.class_[u]
    settings = rules(w)
    record = settings.modes[mode] if mode else None
    base = w.ground.mode_steps(record, class_id) if record is not None else w.ground.steps(class_id)
    if not settings.costs or (record is not None and (record.cost is not None or record.over == "any")):
        return base
    case = Case(w.forces.side[u], u)
    active = [n for n, test in enumerate(settings.active) if test(case)]
    if not active:
        return base
    return w.ground.changed(
        base, (mode, class_id, *active),
        lambda: _changed_costs(w, base, [settings.costs[n] for n in active]))


def _changed_costs(
    w: GameInProgress, base: StepCosts, rules: Sequence[Rule]
) -> dict[tuple[int, int], int | None]:
    """The costs of the steps that some modifiers change."""
    changed: dict[tuple[int, int], int | None] = {}
    kinds = [frozenset(rule.modifier.when.across) for rule in rules]
    for (a, b), cost in base[1].items():
        now: int | None = cost
        for rule, across in zip(rules, kinds, strict=True):
            if not across or w.ground.is_across(a, b, across):
                now = changed_cost(w, now, rule.modifier.effect.cost)
        if now != cost:
            changed[a, b] = now
    return changed


def changed_cost(w: GameInProgress, cost: int | None, text: str) -> int | None:
    """The cost of a step after an amount, never below 0; None if it is prohibited. `all` takes the whole
    allowance."""
    if cost is None:
        return None
    if text == "all":
        return int(ALL_POINTS) * w.ground.scale
    now = parse_amount(text).applied(Fraction(cost, w.ground.scale))
    return None if now is None else max(0, int(now * w.ground.scale))


def reach_of(
    w: GameInProgress, u: int, starts: dict[int, int], mode: str = GROUND, entering: bool = False
) -> Reach:
    """The hexes that a unit can reach from some hexes, with what it has spent there.

    `entering`: the unit comes onto the map in the starts, where a zone of control stops it.
    """
    steps, costs = step_costs(w, u, mode)
    points = allowance(w, u, mode)
    side = w.forces.side[u]
    zoning, settings = zones.rules(w), rules(w)
    flies = bool(mode) and settings.modes[mode].over == "any"
    zone = 0 if flies or (mode and settings.modes[mode].ignores_zones) else zones.zone_for(w, u)
    blocked = 0 if flies else w.mask[1 - side] | stacking.closed_to_passing(w, u)
    if mode and zone and "modes" in zoning.blocks:
        blocked |= zone
    never = settings.modes[mode].never if mode else None
    if never is not None:
        blocked |= w.made.hexes(never)(side)
    stop = zone if zoning.enter == "stop" or zoning.leave == "never" else 0
    if settings.stops is not None and not mode:
        stop |= settings.stops(side)
    minimum = settings.minimum and not mode and not entering and not any(starts.values())
    most = settings.modes[mode].range if mode else 0
    if most and flies and (each := steps.dearest):
        # Every hex costs the same, so that a number of hexes is a number of points.
        points, most = min(points, most * each), 0
    by_phase = any(r.modifier.effect.cost for r in phases.modifiers(w))
    if w.hooks["step_cost"] or settings.step_costs or by_phase or (
            zone and zoning.is_slow) or most or w.ground.takes_all(w.forces.class_[u]):
        return _slow_reach(
            w, u, starts, mode, points, blocked, stop, zone, costs, minimum, entering, most)
    hold = stop if entering else 0
    inside = [h for h in starts if zone >> h & 1] if not entering else []
    if inside and zoning.leave == "never":
        return Reach(list(starts), list(starts.values()), dict.fromkeys(starts, START))
    if inside and zoning.through == "never":
        return _out_of_zone(w, steps, costs, starts, points, blocked, stop, zone, minimum)
    return reach(steps, starts, points, blocked, stop, hold, minimum=minimum)


def _out_of_zone(
    w: GameInProgress, steps: object, costs: dict[tuple[int, int], int], starts: dict[int, int], points: int,
    blocked: int, stop: int, zone: int, minimum: bool,
) -> Reach:
    """The reach of a unit that starts in a zone and may not step into the next one: zones next to its start
    are reached only from hexes outside."""
    (start,) = starts
    near = {n for n in w.board.neighbours[start] if n >= 0 and zone >> n & 1}
    made = reach(steps, starts, points, blocked | mask_of(near), stop, minimum=minimum)  # type: ignore[arg-type]
    found = made.cost
    extra: dict[int, tuple[int, int]] = {}
    for n in near:
        if blocked >> n & 1:
            continue
        ways = [(found[m] + cost, m) for m in w.board.neighbours[n]
                if m >= 0 and m != start and m in found and not stop >> m & 1
                and (cost := costs.get((m, n))) is not None and found[m] + cost <= points]
        if ways:
            extra[n] = min(ways)
    if not extra:
        return made
    before = {h: (path[-2] if len(path := made.path_to(h)) > 1 else START) for h in made}
    before.update({n: m for n, (_, m) in extra.items()})
    return Reach([*made.hexes, *extra], [*made.costs, *(c for c, _ in extra.values())], before)


def _slow_reach(
    w: GameInProgress, u: int, starts: dict[int, int], mode: str, points: int, blocked: int, stop: int,
    zone: int, costs: dict[tuple[int, int], int], minimum: bool, entering: bool, most: int,
) -> Reach:
    """Cheapest paths where the cost of a step depends on zones, on the position or on a chapter, or where a
    path has at most so many hexes (`most`, 0 for any number)."""
    # A place on a path is a hex, and the number of hexes before it if that is limited.
    Place = tuple[int, int]
    best: dict[Place, int] = {(h, 0): spent for h, spent in starts.items()}
    before: dict[Place, Place | None] = dict.fromkeys(best)
    heap = [(spent, h, 0) for h, spent in starts.items()]
    heapq.heapify(heap)
    done: dict[int, Place] = {}
    seen: set[Place] = set()
    while heap:
        spent, here, length = heapq.heappop(heap)
        if (here, length) in seen:
            continue
        seen.add((here, length))
        done.setdefault(here, (here, length))
        start = before[here, length] is None
        if spent > points or (most and length == most) or (
                stop >> here & 1 and (not start or entering)):
            continue
        first = start and not entering
        for n in set(w.board.neighbours[here]) if not mode else w.ground.ends(costs, here):
            if n < 0 or blocked >> n & 1:
                continue
            cost = step_cost(w, u, here, n, mode, costs.get((here, n)), zone, first, spent, points)
            if cost is None or (spent + cost > points and not (first and minimum and not spent)):
                continue
            place = n, length + 1 if most else 0
            if place[0] in starts and not most:
                continue
            if spent + cost < best.get(place, spent + cost + 1):
                best[place], before[place] = spent + cost, (here, length)
                heapq.heappush(heap, (spent + cost, *place))
    paths: dict[int, tuple[int, ...]] = {}
    for hex, last in done.items():
        path: list[int] = []
        step: Place | None = last
        while step is not None:
            path.append(step[0])
            step = before[step]
        paths[hex] = tuple(reversed(path))
    return _KnownPaths({h: best[place] for h, place in done.items()}, paths)


class _KnownPaths(Reach):
    """A field with the path to each of its hexes."""

    def __init__(self, costs: dict[int, int], paths: dict[int, tuple[int, ...]]) -> None:
        super().__init__(list(costs), list(costs.values()), dict.fromkeys(costs, START))
        self._paths = paths

    def path_to(self, hex: int) -> list[int]:
        return list(self._paths[hex])


def step_cost(
    w: GameInProgress, u: int, start: int, end: int, mode: str, cost: int | None, zone: int, first: bool,
    spent: int, points: int,
) -> int | None:
    """The cost of a step with zones, modifiers and chapters; None if it is prohibited. `first`: the unit
    starts there; `spent` of its `points` are used."""
    zoning, scale = zones.rules(w), w.ground.scale
    if cost is not None and cost >= ALL_POINTS * scale:
        # The whole allowance, which nobody has who has used a part of it.
        cost = None if spent or not first else max(points, 0)
    record = rules(w).modes[mode] if mode else None
    if cost is not None and (record is None or (record.cost is None and record.over == "ground")):
        cost = _modified_cost(w, u, start, end, cost)
    for chapter in w.hooks["step_cost"]:
        if cost is None:
            return None
        cost = chapter.step_cost(w, u, start, end, mode, cost)
    if cost is None or not zone:
        return cost
    leaves, enters = bool(zone >> start & 1), bool(zone >> end & 1)
    if leaves and zoning.leave == "never":
        return None
    if leaves and enters:
        if zoning.through == "never" or (zoning.through == "one-hex" and not first):
            return None
        cost += zoning.through_cost * scale
    if enters:
        cost += zoning.enter_cost * scale
    if leaves:
        cost += zoning.leave_cost * scale
    return cost


def _modified_cost(w: GameInProgress, u: int, start: int, end: int, cost: int) -> int | None:
    """The cost of a step after the modifiers that are judged for each step."""
    own = (*rules(w).step_costs, *(r for r in phases.modifiers(w) if r.modifier.effect.cost))
    if not own:
        return cost
    case = Case(w.forces.side[u], u, end, start)

    def harm(rule: Rule) -> Fraction:
        after = changed_cost(w, cost, rule.modifier.effect.cost)
        return Fraction(NO_LIMIT * w.ground.scale if after is None else after - cost)

    now: int | None = cost
    for rule in best_of_groups([(r, r.holds(case)) for r in own], harm, w.ruleset.combat.group_takes):
        now = changed_cost(w, now, rule.modifier.effect.cost)
    return now


def range_of(w: GameInProgress, u: int, mode: str = GROUND) -> Reach:
    """The hexes that the unit can still reach this phase, including its own."""
    if refusal_to_move(w, u) is not None or (mode and mode_refusal(w, u, mode) is not None):
        return NOWHERE
    if not mode and ground_refusal(w, u) is not None:
        return NOWHERE
    known: Reach = w.recall(("range", u, mode), lambda: reach_of(
        w, u, {w.state.where[u]: arrivals_cost(w, u, mode)}, mode))
    return known


def arrivals_cost(w: GameInProgress, u: int, mode: str = GROUND) -> int:
    """What a unit that entered in a phase of arrivals has spent on its first hex, times the scale."""
    if mode or not w.state.flags[u] & ENTERED or w.state.flags[u] & MOVED or (
            w.ruleset.arrivals.moves != "rest"):
        return 0
    return w.state.spent.get(str(u), 0)


# -- modes -------------------------------------------------------------------------------------------


def modes_of(w: GameInProgress, u: int) -> list[str]:
    """The modes that a unit may use now."""
    return [m for m in rules(w).modes if mode_refusal(w, u, m) is None]


def ground_refusal(w: GameInProgress, u: int) -> IllegalOrderError | None:
    """Why a unit may not move over the ground now, or None."""
    return _chapter_refusal(w, u, GROUND)


def _chapter_refusal(w: GameInProgress, u: int, mode: str) -> IllegalOrderError | None:
    for chapter in w.hooks["may_use"]:
        bad: IllegalOrderError | None = chapter.may_use(w, u, mode)
        if bad is not None:
            return bad
    return None


def mode_refusal(w: GameInProgress, u: int, mode: str) -> IllegalOrderError | None:
    """Why a unit may not use a mode now, or None."""
    settings = rules(w)
    record = settings.modes[mode]
    side, label, name = w.forces.side[u], w.label(u), record.name or mode
    rule = record.rule or w.rule("movement")
    if not settings.may_use[mode](u, side):
        return IllegalOrderError(f"{label} cannot use {name}.", rule)
    if not settings.needs[mode](Case(side, u)):
        return IllegalOrderError(f"{label} may not use {name} now.", rule)
    at = w.state.where[u]
    for hexes, inside in ((record.start_and_end, True), (record.never, False)):
        if hexes is not None and at >= 0 and bool(w.made.hexes(hexes)(side) >> at & 1) is not inside:
            return IllegalOrderError(f"{label} may not begin {name} in {w.board.name(at)}.", rule)
    if not record.ignores_zones and record.over == "ground" and at >= 0 and (
            "modes" in zones.rules(w).blocks and zones.zone_for(w, u) >> at & 1):
        return IllegalOrderError(
            f"{label} may not begin {name} in {w.board.name(at)}, an enemy zone of control.",
            w.rule("zones"))
    quota = record.quota
    if quota is not None:
        used = w.state.used.get(f"{side} {mode}", 0)
        if used + _counted(w, u, quota.by) > quota.a_turn * (w.forces.weight_scale if quota.by == "weight"
                                                             else 1):
            return IllegalOrderError(f"No more units may use {name} this turn.", rule)
    return _chapter_refusal(w, u, mode)


def _counted(w: GameInProgress, u: int, by: str) -> int:
    return stacking.weight(w, u) if by == "weight" else w.steps_left(u) if by == "step" else 1


def mode_ends(w: GameInProgress, u: int, mode: str) -> bytes:
    """1 for each hex in which a unit may end a mode, as far as the hex alone decides."""
    side = w.forces.side[u]

    def make() -> bytes:
        record, mask = rules(w).modes[mode], w.board.playable
        for hexes, inside in ((record.not_end, False), (record.never, False), (record.start_and_end, True)):
            if hexes is not None:
                found = w.made.hexes(hexes)(side)
                mask &= found if inside else ~found
        return flags(mask, w.board.size)

    known: bytes = w.recall(("mode ends", side, mode), make)
    return known


def mode_end_refusal(w: GameInProgress, u: int, mode: str, path: Sequence[int]) -> IllegalOrderError | None:
    """Why a unit may not follow a path by a mode, or None."""
    record = rules(w).modes[mode]
    side, end = w.forces.side[u], path[-1]
    name, numbers = record.name or mode, w.board.numbers
    rule = record.rule or w.rule("movement")
    if record.never is not None:
        shunned = w.made.hexes(record.never)(side)
        for h in path:
            if shunned >> h & 1:
                return IllegalOrderError(f"{w.label(u)} may not enter {numbers[h]} by {name}.", rule)
    if record.not_end is not None and w.made.hexes(record.not_end)(side) >> end & 1:
        return IllegalOrderError(f"{w.label(u)} may not end {name} in {w.board.name(end)}.", rule)
    if record.start_and_end is not None and not w.made.hexes(record.start_and_end)(side) >> end & 1:
        return IllegalOrderError(f"{w.label(u)} may not end {name} in {w.board.name(end)}.", rule)
    if record.range and len(path) - 1 > record.range:
        return IllegalOrderError(f"{w.label(u)} goes at most {record.range} hexes by {name}.", rule)
    return chapter_end_refusal(w, u, mode, end)


def chapter_end_refusal(w: GameInProgress, u: int, mode: str, end: int) -> IllegalOrderError | None:
    """Why chapters do not let a unit end a mode in a hex, or None."""
    for chapter in w.hooks["may_end"]:
        bad: IllegalOrderError | None = chapter.may_end(w, u, mode, end)
        if bad is not None:
            return bad
    return None


# -- paths -------------------------------------------------------------------------------------------


def take_quota(w: GameInProgress, u: int, mode: str) -> None:
    quota = rules(w).modes[mode].quota if mode else None
    if quota is not None:
        bad = mode_refusal(w, u, mode)
        if bad is not None:
            raise bad
        key = f"{w.forces.side[u]} {mode}"
        w.state.used[key] = w.state.used.get(key, 0) + _counted(w, u, quota.by)


def path_cost(
    w: GameInProgress, u: int, path: Sequence[int], mode: str, zone: int, entering: bool
) -> int | None:
    """The cost of a path, times the scale; None if one of its steps is prohibited."""
    costs = step_costs(w, u, mode)[1]
    total, most = 0, allowance(w, u, mode)
    for k, (a, b) in enumerate(pairwise(path)):
        cost = step_cost(
            w, u, a, b, mode, costs.get((a, b)), zone, k == 0 and not entering, total, most)
        if cost is None:
            return None
        total += cost
    return total


def check_path(
    w: GameInProgress, u: int, path: Sequence[int], spent: int, entering: bool = False, mode: str = GROUND
) -> None:
    """Raise `IllegalOrderError` if the unit cannot move along the path; `spent` is the cost of its entry.

    `entering` means that the unit also enters the first hex, where a zone of control stops it.
    """
    numbers, label, rule = w.board.numbers, w.label(u), w.rule("movement")
    zone_rule = w.rule("zones") or rule
    if len(path) < 2 and not entering:
        raise IllegalOrderError(f"{label} needs a hex to move to.", rule)
    zoning = zones.rules(w)
    flies = bool(mode) and rules(w).modes[mode].over == "any"
    ignores = flies or (bool(mode) and rules(w).modes[mode].ignores_zones)
    zone = 0 if ignores else zones.zone_for(w, u)
    side = w.forces.side[u]
    enemies = w.mask[1 - side]
    stopping = rules(w).stops
    stops = stopping(side) if stopping is not None and not mode else 0
    costs = step_costs(w, u, mode)[1]
    closed = stacking.closed_to_passing(w, u)
    total, most = spent, allowance(w, u, mode)
    for k, (a, b) in enumerate(pairwise(path)):
        first = k == 0 and not entering
        base = costs.get((a, b))
        if base is None and w.board.direction(a, b) < 0 and not flies:
            raise IllegalOrderError(f"{numbers[b]} is not next to {numbers[a]}.", rule)
        if not first and zone >> a & 1 and zoning.enter == "stop":
            raise IllegalOrderError(
                f"{label} must stop in {w.board.name(a)}, an enemy zone of control.", zone_rule)
        if not first and stops >> a & 1:
            raise IllegalOrderError(f"{label} must stop in {w.board.name(a)}.", rule)
        if not flies and closed >> b & 1:
            raise IllegalOrderError(
                f"{label} may not pass through {w.board.name(b)} because of the units there.",
                w.rule("stacking"))
        if mode and "modes" in zoning.blocks and zone >> b & 1:
            raise IllegalOrderError(
                f"{label} may not enter {w.board.name(b)} in this way: it is in an enemy zone of control.",
                zone_rule)
        if enemies >> b & 1 and not flies:
            raise IllegalOrderError(f"An enemy unit stands in {w.board.name(b)}.", rule)
        if zone >> a & 1 and zoning.leave == "never":
            raise IllegalOrderError(
                f"{label} is in an enemy zone of control and may not leave it.", zone_rule)
        if zone >> a & zone >> b & 1 and (
                zoning.through == "never" or (zoning.through == "one-hex" and not first)):
            raise IllegalOrderError(
                f"{label} may not go from one enemy zone of control to the next, from {numbers[a]} to "
                f"{w.board.name(b)}.", zone_rule)
        cost = step_cost(w, u, a, b, mode, base, zone, first, total, most)
        if cost is None:
            raise IllegalOrderError(
                f"{label} cannot go from {numbers[a]} to {w.board.name(b)}: the way is prohibited.", rule)
        total += cost
    least = rules(w).minimum and not mode and len(path) == 2 and not spent and not entering
    if total > most and not least:
        scale = w.ground.scale
        raise IllegalOrderError(
            f"{label} has {most / scale:g} movement points; the path costs {total / scale:g}.", rule)
    end = path[-1]
    if enemies >> end & 1:
        raise IllegalOrderError(
            f"An enemy unit stands in {w.board.name(end)}; {label} may not stop there.", rule)
    if w.barren >> end & 1:
        raise IllegalOrderError(f"{label} may not stop in {w.board.name(end)}: prohibited terrain.", rule)


def walk(w: GameInProgress, u: int, path: Sequence[int], flags: int, mode: str = GROUND) -> None:
    """Carry out a legal move: the hexes passed change hands, the unit stands in the last."""
    s = w.state
    zone = zones.zone_for(w, u)
    cost = path_cost(w, u, path, mode, zone, bool(flags & ENTERED))
    if cost is not None and cost * 2 > allowance(w, u, mode):
        flags |= FAR
    record = rules(w).modes[mode] if mode else None
    if record is not None and "combat" in record.then_not and (
            (barred := rules(w).then_units.get(mode)) is None or barred(u, w.forces.side[u])):
        flags |= NO_COMBAT
    s.flags[u] |= flags
    w.put(u, path[-1])
    shown = "-".join(w.board.numbers[h] for h in path)
    entering = bool(flags & ENTERED)
    how = f" by {record.name or mode}" if record is not None else ""
    w.say("enter" if entering else "move", f"{w.label(u)} {'enters' if entering else 'moves'} {shown}{how}.",
          (record.rule if record is not None else "") or w.rule("arrivals" if entering else "movement"),
          path, (u,))
    flies = record is not None and record.over == "any"
    passed = [path[-1]] if flies else path[0 if entering else 1:]
    control.occupy(w, u, passed)
