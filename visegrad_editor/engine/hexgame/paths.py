"""Paths: what a unit may do, which hexes it can reach, whether a path is legal and what it costs."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import pairwise

from ...model.rules.grammar import ALWAYS, parse_amount
from ...model.rules.movement import Mode
from ..bits import mask_of
from ..orders import IllegalOrderError
from ..reach import NOWHERE, START, Reach, reach
from . import control, phases, supply, zones
from .conditions import Case, Rule, rules_of
from .ground import StepCosts
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
        self.costs = [r for r in rules if r.modifier.effect.cost]
        self.active = [
            w.made.test(replace(r.modifier.when, across=(), hexes=None)) for r in self.costs]
        """For each of them, whether it holds apart from where the step lies."""
        self._kept = [replace(r.modifier.when, across=(), hexes=None) for r in self.costs]
        self.allowances = [r for r in rules if r.modifier.effect.allowance]
        self.modes: dict[str, Mode] = {m.id: m for m in rule.modes}
        self.may_use = {m.id: w.made.units(m.units) for m in rule.modes}
        self.needs = {m.id: w.made.test(m.needs) for m in rule.modes}
        self.minimum = rule.least == "one-hex"
        self.may_not = w.made.test(rule.may_not) if rule.may_not is not None else None
        self.stops = w.made.hexes(rule.stops) if rule.stops is not None else None
        self.exits = [(x, w.made.hexes(x.hexes)) for x in rule.off_map]
        self.releases = [(w.made.unit_set(r.units), w.made.test(r.until), r.rule)
                         for r in w.ruleset.releases]


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
    if s.flags[u] & (MOVED | ENTERED):
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
    for members, until, number in settings.releases:
        if u in members and not _released(w, members, until, number):
            return IllegalOrderError(f"{label} may not move yet.", number or rule)
    for chapter in w.hooks["may_move"]:
        bad: IllegalOrderError | None = chapter.may_move(w, u)
        if bad is not None:
            return bad
    return None


def _released(w: GameInProgress, members: frozenset[int], until: object, number: str) -> bool:
    """Whether units that had to wait are free: once the situation has arisen, for good."""
    name = f"released-{min(members, default=0)}"
    if name in w.state.happened:
        return True
    test = until
    assert callable(test)
    if any(test(Case(w.forces.side[v], v)) for v in members if w.state.where[v] >= 0):
        w.state.happened.append(name)
        return True
    return False


def allowance(w: GameInProgress, u: int, mode: str = GROUND) -> int:
    """The movement allowance of a unit now, times the scale."""
    points = Fraction(w.value(u, w.ruleset.movement.value) or 0)
    case = Case(w.forces.side[u], u)
    amounts = [r.modifier.effect.allowance for r in rules(w).allowances if r.holds(case)]
    amounts += supply.allowance_changes(w, u)
    amounts += [state.effect.allowance for n, state in enumerate(w.ruleset.states)
                if w.state.status[u] >> n & 1 and state.effect.allowance]
    phase = phases.present(w)
    if phase is not None and phase.allowance:
        amounts.append(phase.allowance)
    if mode and rules(w).modes[mode].allowance:
        amounts.append(rules(w).modes[mode].allowance)
    for text in amounts:
        changed = parse_amount(text).applied(points)
        if changed is None:
            # Without a limit: more than any path costs.
            return 200 * 100 * w.ground.scale if mode and text == rules(w).modes[mode].allowance else 0
        points = changed
    for chapter in w.hooks["allowance"]:
        points = chapter.allowance(w, u, points)
    return int(points) * w.ground.scale


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
    if mode:
        return w.ground.mode_steps(rules(w).modes[mode], class_id)
    base = w.ground.steps(class_id)
    settings = rules(w)
    if not settings.costs:
        return base
    case = Case(w.forces.side[u], u)
    active = [n for n, test in enumerate(settings.active) if test(case)]
    if not active:
        return base
    key = (class_id, tuple(active), w.forces.side[u], w.state.turn)
    return w.ground.changed(
        base, key, lambda: _changed_costs(w, base, [settings.costs[n] for n in active], u))


def _changed_costs(
    w: GameInProgress, base: StepCosts, rules: Sequence[Rule], u: int
) -> dict[tuple[int, int], int | None]:
    """The costs of the steps that some modifiers change."""
    side, scale = w.forces.side[u], w.ground.scale
    changed: dict[tuple[int, int], int | None] = {}
    for (a, b), cost in base[1].items():
        now: Fraction | None = Fraction(cost, scale)
        for rule in rules:
            when = rule.modifier.when
            edges_only = replace(when, across=(), hexes=None) == ALWAYS and when.across and not when.hexes
            fits = w.ground.is_across(a, b, frozenset(when.across)) if edges_only else rule.holds(
                Case(side, u, b, a))
            if fits:
                now = parse_amount(rule.modifier.effect.cost).applied(now)
        if now is None or now * scale != cost:
            changed[a, b] = None if now is None else int(now * scale)
    return changed


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
    blocked = 0 if flies else w.mask[1 - side]
    stop = zone if zoning.enter == "stop" else 0
    if settings.stops is not None and not mode:
        stop |= settings.stops(side)
    minimum = settings.minimum and not mode and not (entering and any(starts.values()))
    if mode and settings.modes[mode].range:
        points = min(points, settings.modes[mode].range * w.ground.scale) if flies else points
    if w.hooks["step_cost"] or (zone and zoning.is_slow):
        return _slow_reach(w, u, starts, mode, points, blocked, stop, zone, costs, minimum, entering)
    hold = (zone if zoning.enter == "stop" else 0) if entering else 0
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
    zone: int, costs: dict[tuple[int, int], int], minimum: bool, entering: bool,
) -> Reach:
    """Cheapest paths where the cost of a step depends on zones or on a chapter."""
    best: dict[int, int] = dict(starts)
    before = dict.fromkeys(starts, START)
    heap = [(spent, h) for h, spent in starts.items()]
    heapq.heapify(heap)
    order: list[int] = []
    while heap:
        spent, here = heapq.heappop(heap)
        if spent > best[here] or here in order:
            continue
        order.append(here)
        if stop >> here & 1 and (here not in starts or entering):
            continue
        first = here in starts and not entering
        for n in w.board.neighbours[here] if not mode else [e for s, e in costs if s == here]:
            if n < 0 or blocked >> n & 1:
                continue
            cost = step_cost(w, u, here, n, mode, costs.get((here, n)), zone, first)
            if cost is None:
                continue
            total = spent + cost
            if total > points and not (first and minimum and not spent):
                continue
            if total < best.get(n, total + 1):
                best[n], before[n] = total, here
                if total <= points:
                    heapq.heappush(heap, (total, n))
                elif n not in order:
                    order.append(n)
    return Reach(order, [best[h] for h in order], before)


def step_cost(
    w: GameInProgress, u: int, start: int, end: int, mode: str, cost: int | None, zone: int, first: bool
) -> int | None:
    """The cost of a step with zones and chapters; None if it is prohibited. `first`: the unit starts
    there."""
    zoning, scale = zones.rules(w), w.ground.scale
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


def range_of(w: GameInProgress, u: int, mode: str = GROUND) -> Reach:
    """The hexes that the unit can still reach this phase, including its own."""
    if refusal_to_move(w, u) is not None or (mode and mode_refusal(w, u, mode) is not None):
        return NOWHERE
    if not mode and ground_refusal(w, u) is not None:
        return NOWHERE
    known: Reach = w.recall(("range", u, mode), lambda: reach_of(w, u, {w.state.where[u]: 0}, mode))
    return known


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
    quota = record.quota
    if quota is not None:
        used = w.state.used.get(f"{side} {mode}", 0)
        if used + _counted(w, u, quota.by) > quota.a_turn * (w.forces.weight_scale if quota.by == "weight"
                                                             else 1):
            return IllegalOrderError(f"No more units may use {name} this turn.", rule)
    return _chapter_refusal(w, u, mode)


def _counted(w: GameInProgress, u: int, by: str) -> int:
    return w.weight(u) if by == "weight" else w.steps_left(u) if by == "step" else 1


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
        return IllegalOrderError(f"{name} leads at most {record.range} hexes.", rule)
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
    total = 0
    for k, (a, b) in enumerate(pairwise(path)):
        cost = step_cost(w, u, a, b, mode, costs.get((a, b)), zone, k == 0 and not entering)
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
        cost = step_cost(w, u, a, b, mode, base, zone, first)
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
    if record is not None and "combat" in record.then_not:
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
