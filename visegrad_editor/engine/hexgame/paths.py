"""Paths: what a unit may do, which hexes it can reach, whether a path is legal and what it costs."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise

from ...model.rules.grammar import Situation, parse_amount, whole
from ...model.rules.movement import Mode
from ...model.wording import count
from ..bits import flags, mask_of
from ..orders import IllegalOrderError
from ..reach import NOWHERE, START, Reach, Steps, reach
from . import control, phases, stacking, supply, zones
from .conditions import Case, Rule, best_of_groups, rules_of
from .ground import ALL_POINTS, StepCosts
from .in_progress import GameInProgress
from .state import ENTERED, FAR, MOVED, NO_ADVANCE, NO_COMBAT, NO_MOVE

Edge = tuple[int, int]
GROUND = ""
"""The id of ordinary movement over the ground, among those of the modes."""
THEN_NOT: Mapping[str, int] = {"combat": NO_COMBAT, "move": NO_MOVE, "advance": NO_ADVANCE}
"""What a mode may rule out for the rest of the player turn, with its mark."""


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
        held_back = w.made.may_hold_for(rule.may_not) if rule.may_not is not None else frozenset()
        self.held_back = frozenset(range(len(w.forces.units))) if held_back is None else held_back
        """The units to which `may_not` may apply."""
        self.stops = w.made.hexes(rule.stops) if rule.stops is not None else None
        self.exits = [(x, w.made.hexes(x.hexes)) for x in rule.off_map]
        self.releases = [(w.made.unit_set(r.units), w.made.test(r.until), r.rule)
                         for r in w.ruleset.releases]
        self.names_of_releases = [release_name(n) for n in range(len(self.releases))]
        self.no_move: int = mask_of(n for n, state in enumerate(w.ruleset.states) if "move" in state.may_not)
        """The states in which a unit may not move."""
        self.changed_by_state: int = mask_of(
            n for n, state in enumerate(w.ruleset.states) if state.effect.allowance)
        """The states that change the allowance of a unit."""
        amounts = {
            *(r.modifier.effect.allowance for r in self.allowances),
            *(state.effect.allowance for state in w.ruleset.states),
            *(state.effect.allowance for state in w.ruleset.supply.states),
            *(p.allowance for p in w.ruleset.phases),
            *(m.effect.allowance for p in w.ruleset.phases for m in p.modifiers)}
        self.changed_by_phase = any(m.effect.cost for p in w.ruleset.phases for m in p.modifiers)
        """Whether some phase changes the cost of steps."""
        self.may_have_none = "none" in amounts
        """Whether something may take the allowance of a unit away."""
        self.never_refuses = not (
            zones.rules(w).held or self.no_move or supply.rules(w).forbids or self.may_not or self.releases
            or self.may_have_none or w.hooks["may_move"])
        """Whether every unit that acts in a phase may move, wherever it stands."""
        self.is_plain = not (self.allowances or supply.rules(w).slows or self.changed_by_state
                             or any(p.allowance or p.modifiers for p in w.ruleset.phases)
                             or w.hooks["allowance"])
        """Whether the allowance of a unit is always that of its counter, but for modes."""


_SETTLED = {"turn", "phase", "player_turn", "option", "happened", "across", "units", "state", "steps"}


def _is_settled(when: Situation) -> bool:
    """Whether a situation asks only for the time, the unit, and what is crossed."""
    return all(f.name in _SETTLED or getattr(when, f.name) == f.default for f in fields(when))


def rules(w: GameInProgress) -> MoveRules:
    """The settings of the block."""
    settings: MoveRules = w.tables[MoveRules]
    return settings


# -- what a unit may do ------------------------------------------------------------------------------


def may_act(w: GameInProgress, u: int) -> bool:
    """Whether a unit on the map may still move in this phase."""
    s = w.state
    if s.where[u] < 0 or s.flags[u] & (MOVED | NO_MOVE) or u not in phases.movers(w):
        return False
    phase = phases.present(w)
    allowed = phase is None or phase.allowed is None or w.made.test(phase.allowed)(Case(w.forces.side[u], u))
    return allowed and _refusal_where_it_stands(w, u) is None


def able_to_act(w: GameInProgress, side: int) -> list[int]:
    """The units of a side on the map that may still move in this phase: those for which `may_act` holds."""
    s, movers, done = w.state, phases.movers(w), MOVED | NO_MOVE
    where, marks = s.where, s.flags
    units = [u for u in w.forces.ground[side] if where[u] >= 0 and not marks[u] & done and u in movers]
    phase = phases.present(w)
    if rules(w).never_refuses and (phase is None or phase.allowed is None):
        return units
    return [u for u in zones.not_held(w, side, units) if may_act(w, u)]


def refusal_to_move(w: GameInProgress, u: int) -> IllegalOrderError | None:
    """Why a unit on the map may not move now, or None."""
    s = w.state
    marks = s.flags[u]
    if marks & MOVED:
        return _refused(w, u, "has already moved; a finished move cannot be continued")
    if w.forces.static[u]:
        return _refused(w, u, "never leaves its hex")
    if marks & NO_MOVE:
        return _refused(w, u, "may not move in this player turn")
    phase = phases.present(w)
    side = w.forces.side[u]
    if phase is not None and not (
            (phase.units is None or w.made.units(phase.units)(u, side))
            and (phase.allowed is None or w.made.test(phase.allowed)(Case(side, u)))):
        return _refused(w, u, "does not move in this phase", phase.rule)
    if not phases.takes_part(w, u):
        return _refused(w, u, "does not act in this player turn")
    return _refusal_where_it_stands(w, u)


def _refusal_where_it_stands(w: GameInProgress, u: int) -> IllegalOrderError | None:
    """Why a unit that acts in this phase may not move now, or None."""
    s, settings, side = w.state, rules(w), w.forces.side[u]
    if settings.never_refuses:
        return None
    if zones.is_held(w, u):
        return _refused(w, u, "begins next to the enemy and may not move", w.rule("zones"))
    if s.status[u] & settings.no_move:
        state = next(state for n, state in enumerate(w.ruleset.states)
                     if s.status[u] & settings.no_move & 1 << n)
        return _refused(w, u, f"is {state.name.lower()} and may not move", state.rule)
    if supply.rules(w).forbids and "move" in supply.forbidden(w, u):
        return _refused(w, u, "is out of supply and may not move", w.rule("supply"))
    if settings.may_not is not None and u in settings.held_back and settings.may_not(Case(side, u)):
        return _refused(w, u, "may not move now")
    held = release_refusal(w, u)
    if held is not None:
        return held
    if settings.may_have_none and _points(w, u, GROUND) is None:
        return _refused(w, u, "has no movement allowance now")
    for chapter in w.hooks["may_move"]:
        bad: IllegalOrderError | None = chapter.may_move(w, u)
        if bad is not None:
            return bad
    return None


def release_refusal(w: GameInProgress, u: int) -> IllegalOrderError | None:
    """Why a unit that waits for its release may not move, or None. One that is still to arrive is held too,
    unless the situation that releases it is there already."""
    settings, s = rules(w), w.state
    for name, (members, until, number) in zip(settings.names_of_releases, settings.releases, strict=True):
        if u in members and name not in s.happened and not (
                s.where[u] < 0 and until(Case(w.forces.side[u], u))):
            return _refused(w, u, "may not move yet", number or w.rule("releases"))
    return None


def _refused(w: GameInProgress, u: int, why: str, rule: str = "") -> IllegalOrderError:
    return IllegalOrderError(f"{w.label(u)} {why}.", rule or w.rule("movement"))


def release_name(number: int) -> str:
    """The word in `happened` for a release that has come."""
    return f"release {number + 1}"


def judge_releases(w: GameInProgress) -> None:
    """Free the units whose release has come: once the situation has arisen for one of them, for good."""
    s = w.state
    settings = rules(w)
    for name, (members, until, number) in zip(settings.names_of_releases, settings.releases, strict=True):
        if s.turn and name not in s.happened and any(
                until(Case(w.forces.side[v], v)) for v in sorted(members) if s.where[v] >= 0):
            s.happened = [*s.happened, name]
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
    try:
        known: Fraction | None = w.known["points", u, mode]
    except KeyError:
        known = w.known["points", u, mode] = _points_now(w, u, mode)
    return known


def _points_now(w: GameInProgress, u: int, mode: str) -> Fraction | None:
    points: Fraction | None = whole(w.value(u, w.ruleset.movement.value) or 0)
    if not mode and rules(w).is_plain:
        return points
    settings, phase, amounts = rules(w), phases.present(w), list[str]()
    own = (*settings.allowances, *(r for r in phases.modifiers(w) if r.modifier.effect.allowance))
    if own:
        case = Case(w.forces.side[u], u)
        holding = [(r, True) for r in own if r.holds(case)]
        if holding:
            amounts += [r.modifier.effect.allowance for r in best_of_groups(
                holding, lambda r: _moved(points, r.modifier.effect.allowance),
                w.ruleset.combat.group_takes)]
    amounts += supply.allowance_changes(w, u)
    if w.state.status[u] & settings.changed_by_state:
        amounts += [state.effect.allowance for n, state in enumerate(w.ruleset.states)
                    if w.state.status[u] >> n & 1 and state.effect.allowance]
    if phase is not None and phase.allowance:
        amounts.append(phase.allowance)
    for text in amounts:
        points = parse_amount(text).applied(points)
    own_allowance = settings.modes[mode].allowance if mode else ""
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
        lambda: _changed_costs(w, base, [settings.costs[n] for n in active]), passing=False)


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
    by_phase = settings.changed_by_phase and any(r.modifier.effect.cost for r in phases.modifiers(w))
    if w.hooks["step_cost"] or settings.step_costs or by_phase or (
            zone and zoning.is_slow) or most or w.ground.takes_all(w.forces.class_[u]):
        return _slow_reach(
            w, u, starts, mode, points, blocked, stop, zone, steps, minimum, entering, most)
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
    before = {h: made.before(h) for h in made}
    before.update({n: m for n, (_, m) in extra.items()})
    return Reach([*made.hexes, *extra], [*made.costs, *(c for c, _ in extra.values())], before)


Place = tuple[int, int]
"""A hex on a path, and the number of hexes before it if that is limited."""


def _slow_reach(
    w: GameInProgress, u: int, starts: dict[int, int], mode: str, points: int, blocked: int, stop: int,
    zone: int, steps: Steps, minimum: bool, entering: bool, most: int,
) -> Reach:
    """Cheapest paths where the cost of a step depends on zones, on the position or on a chapter, or where a
    path has at most so many hexes (`most`, 0 for any number)."""
    best: dict[Place, int] = {(h, 0): spent for h, spent in starts.items()}
    before: dict[Place, Place | None] = dict.fromkeys(best)
    heap = [(spent, h, 0) for h, spent in starts.items()]
    heapq.heapify(heap)
    done: dict[int, Place] = {}
    seen: set[Place] = set()
    price, rows = price_of(w, u, mode, zone, points), steps.rows
    stops, closed = flags(stop, w.board.size), flags(blocked, w.board.size)
    while heap:
        spent, here, length = heapq.heappop(heap)
        last = here, length
        if last in seen:
            continue
        seen.add(last)
        done.setdefault(here, last)
        start = before[last] is None
        if spent > points or (most and length == most) or (stops[here] and (not start or entering)):
            continue
        first = start and not entering
        for n, base in rows[here]:
            if closed[n]:
                continue
            cost = price(here, n, base, first, spent)
            if cost is None or (spent + cost > points and not (first and minimum and not spent)):
                continue
            place = n, length + 1 if most else 0
            if not most and n in starts:
                continue
            total = spent + cost
            if total < best.get(place, total + 1):
                best[place], before[place] = total, last
                heapq.heappush(heap, (total, *place))
    return _KnownPaths(done, best, before)


class _KnownPaths(Reach):
    """A field in which the way to a hex goes over places."""

    def __init__(
        self, done: dict[int, Place], costs: dict[Place, int], before: dict[Place, Place | None]
    ) -> None:
        super().__init__(list(done), [costs[place] for place in done.values()], dict.fromkeys(done, START))
        self._done, self._from = done, before

    def path_to(self, hex: int) -> list[int]:
        path: list[int] = []
        step: Place | None = self._done[hex]
        while step is not None:
            path.append(step[0])
            step = self._from[step]
        path.reverse()
        return path

    def named_paths(self, ends: Iterable[int], names: Sequence[str]) -> list[tuple[str, ...]]:
        return [tuple([names[h] for h in self.path_to(end)]) for end in ends]


Price = Callable[[int, int, int | None, bool, int], int | None]
"""(start, end, cost by the ground, whether the unit starts there, points used before) to the cost of a step;
None if it is prohibited."""


def price_of(w: GameInProgress, u: int, mode: str, zone: int, points: int) -> Price:
    """What steps cost a unit with so many points now, with zones, modifiers and chapters."""
    zoning, settings, scale = zones.rules(w), rules(w), w.ground.scale
    record = settings.modes[mode] if mode else None
    modified = (bool(settings.step_costs) or settings.changed_by_phase) and (
        record is None or (record.cost is None and record.over == "ground"))
    chapters = w.hooks["step_cost"]
    everything, whole = int(ALL_POINTS) * scale, max(points, 0)
    never_leaves, through = zoning.leave == "never", zoning.through
    to_pass, to_enter, to_leave = (
        zoning.through_cost * scale, zoning.enter_cost * scale, zoning.leave_cost * scale)

    def price(start: int, end: int, cost: int | None, first: bool, spent: int) -> int | None:
        if cost is None:
            return None
        if cost >= everything:
            # The whole allowance, which nobody has who has used a part of it.
            if spent or not first:
                return None
            cost = whole
        if modified:
            cost = _modified_cost(w, u, start, end, cost)
        for chapter in chapters:
            if cost is None:
                return None
            cost = chapter.step_cost(w, u, start, end, mode, cost)
        if cost is None or not zone:
            return cost
        leaves, enters = zone >> start & 1, zone >> end & 1
        if leaves:
            if never_leaves:
                return None
            if enters:
                if through == "never" or (through == "one-hex" and not first):
                    return None
                cost += to_pass
            cost += to_leave
        return cost + to_enter if enters else cost

    return price


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
    return field_of(w, u, mode)


def field_of(w: GameInProgress, u: int, mode: str = GROUND) -> Reach:
    """The hexes that a unit can reach that may move by a mode, including its own."""
    key = "range", u, mode
    known: Reach | None = w.known.get(key)
    if known is None:
        known = w.known[key] = reach_of(w, u, {w.state.where[u]: arrivals_cost(w, u, mode)}, mode)
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


def mode_ends(w: GameInProgress, u: int, mode: str) -> int:
    """The hexes in which a unit may end a mode, without the chapters that must be asked of each hex."""
    side = w.forces.side[u]

    def make() -> int:
        record, mask = rules(w).modes[mode], w.board.playable
        for hexes, inside in ((record.not_end, False), (record.never, False), (record.start_and_end, True)):
            if hexes is not None:
                found = w.made.hexes(hexes)(side)
                mask &= found if inside else ~found
        return mask

    known: int = w.recall(("mode ends", side, mode), make)
    for chapter in w.hooks["may_end"]:
        closed = chapter.closed_ends(w, u, mode)
        if closed:
            known &= ~closed
    return known


def are_ends_known(w: GameInProgress, u: int, mode: str) -> bool:
    """Whether `mode_ends` says all that chapters say of where a unit may end a mode."""
    return all(chapter.closed_ends(w, u, mode) is not None for chapter in w.hooks["may_end"])


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
        return IllegalOrderError(f"{w.label(u)} goes at most {count(record.range, 'hex')} by {name}.", rule)
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
        w.state.used = {**w.state.used, key: w.state.used.get(key, 0) + _counted(w, u, quota.by)}


def path_cost(
    w: GameInProgress, u: int, path: Sequence[int], mode: str, zone: int, entering: bool
) -> int | None:
    """The cost of a path, times the scale; None if one of its steps is prohibited."""
    costs = step_costs(w, u, mode)[1]
    total, first = 0, not entering
    price = price_of(w, u, mode, zone, allowance(w, u, mode))
    for a, b in pairwise(path):
        cost = price(a, b, costs.get((a, b)), first, total)
        first = False
        if cost is None:
            return None
        total += cost
    return total


def _zone_heeded(w: GameInProgress, u: int, mode: str) -> int:
    """The hexes in enemy zones that a unit heeds when it moves by a mode."""
    record = rules(w).modes[mode] if mode else None
    if record is not None and (record.over == "any" or record.ignores_zones):
        return 0
    return zones.zone_for(w, u)


def check_path(
    w: GameInProgress, u: int, path: Sequence[int], spent: int, entering: bool = False, mode: str = GROUND
) -> int:
    """The cost of a path, times the scale; raises `IllegalOrderError` if the unit cannot move along it.
    `spent` is the cost of its entry.

    `entering` means that the unit also enters the first hex, where a zone of control stops it.
    """
    numbers, label, rule = w.board.numbers, w.label(u), w.rule("movement")
    zone_rule = w.rule("zones") or rule
    if len(path) < 2 and not entering:
        raise IllegalOrderError(f"{label} needs a hex to move to.", rule)
    zoning = zones.rules(w)
    flies = bool(mode) and rules(w).modes[mode].over == "any"
    zone = _zone_heeded(w, u, mode)
    side = w.forces.side[u]
    enemies = w.mask[1 - side]
    stopping = rules(w).stops
    stops = stopping(side) if stopping is not None and not mode else 0
    costs = step_costs(w, u, mode)[1]
    closed = stacking.closed_to_passing(w, u)
    total, most = spent, allowance(w, u, mode)
    price = price_of(w, u, mode, zone, most)
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
        cost = price(a, b, base, first, total)
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
    return total


def walk(
    w: GameInProgress, u: int, path: Sequence[int], flags: int, mode: str = GROUND, cost: int | None = None,
    spent: int = 0,
) -> None:
    """Carry out a legal move: the hexes passed change hands, the unit stands in the last. `cost` is that of
    the path, if it is known, `spent` what the unit paid for its entry."""
    s = w.state
    if cost is None:
        cost = path_cost(w, u, path, mode, _zone_heeded(w, u, mode), bool(flags & ENTERED))
    if cost is not None and (cost + spent) * 2 > allowance(w, u, mode):
        flags |= FAR
    record = rules(w).modes[mode] if mode else None
    if record is not None and (
            (barred := rules(w).then_units.get(mode)) is None or barred(u, w.forces.side[u])):
        for doing in record.then_not:
            flags |= THEN_NOT.get(doing, 0)
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
