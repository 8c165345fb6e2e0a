"""Reinforcements, pools and withdrawals: when and where units come and go."""

from __future__ import annotations

from collections.abc import Iterable

from ...model.rules.arrivals import Pool, number_in
from ...model.rules.grammar import dice_of
from ..bits import flags
from ..orders import PASS, IllegalOrderError, Order, cut
from ..reach import Reach, reach
from . import control, paths, phases, stacking, zones
from .conditions import Case
from .forces import Way
from .in_progress import GameInProgress
from .state import ELIMINATED, ENTERED, EXITED, IN_ALL, MOVED, NO_MOVE, REMOVED, WAITING


class _ArrivalRules:
    """Pools and entries of units, worked out once."""

    def __init__(self, w: GameInProgress) -> None:
        by_id = {p.id: p for p in reversed(w.ruleset.pools)}
        arrivals = [unit.reinforcement for unit in w.forces.units]
        self.pools = [by_id.get(a.brought_by) if a is not None else None for a in arrivals]
        self.ways = [
            w.forces.ways[u] if pool is None
            else tuple(w.forces.way_by_id[e] for e in pool.entry if e in w.forces.way_by_id)
            for u, pool in enumerate(self.pools)]
        self.come: list[bool] = [a is not None and not w.forces.aloft[u] for u, a in enumerate(arrivals)]
        """Whether a unit comes as a reinforcement at all."""
        self.rolls: list[str] = ["" if a is None or a.pool else a.roll for a in arrivals]
        """The dice by which units come; "" for those that come without."""
        self.is_plain = not any(self.rolls) and not any(way.delay for way in w.forces.way_by_id.values())
        """Whether no unit comes by dice, or later because it could enter nowhere."""
        self.allowed: dict[tuple[str, int], int] = {}
        """How many units of a pool may come up to a turn, or in it."""


def pool_of(w: GameInProgress, u: int) -> Pool | None:
    """The pool in which a unit waits: the one that it names, as such or as its event."""
    return w.table(_ArrivalRules).pools[u]


def is_due(w: GameInProgress, u: int) -> bool:
    """Whether a unit is due to enter."""
    s, settings = w.state, w.table(_ArrivalRules)
    if s.where[u] != WAITING or not settings.come[u] or w.forces.side[u] != s.player or (
            u not in phases.actors(w)):
        return False
    if not settings.is_plain and (s.used.get(_late(w, u), 0) > s.turn or (
            settings.rolls[u] and _called(w, u) not in s.used)):
        return False
    pool = settings.pools[u]
    if pool is None:
        return _has_come(w, u)
    if not pool.at_most:
        return pool.id in s.happened or not _used_up(w, pool)
    return _pool_refusal(w, u, pool) is None


def _has_come(w: GameInProgress, u: int) -> bool:
    """Whether the turn or the event of an arrival has come."""
    arrival = w.forces.units[u].reinforcement
    assert arrival is not None
    return arrival.event in w.state.happened if arrival.event else arrival.turn <= w.state.turn


def _called(w: GameInProgress, u: int) -> str:
    """What notes that the dice have brought a unit."""
    return f"called {w.forces.keys[u]}{IN_ALL}"


def _late(w: GameInProgress, u: int) -> str:
    """What notes the turn on which a unit comes that could enter nowhere."""
    return f"late {w.forces.keys[u]}{IN_ALL}"


def roll(w: GameInProgress) -> None:
    """As a player turn begins: throw the dice for units of the side that come by dice."""
    s, settings = w.state, w.table(_ArrivalRules)
    for u in w.forces.ground[s.player] if any(settings.rolls) else ():
        arrival = w.forces.units[u].reinforcement
        if not settings.rolls[u] or s.where[u] != WAITING or _called(w, u) in s.used or not _has_come(w, u):
            continue
        assert arrival is not None
        total = w.roll_sum(*dice_of(arrival.roll), f"the arrival of {w.label(u)}")
        least, most = arrival.at_least, arrival.at_most
        if (least is None or total >= least) and (most is None or total <= most):
            s.used = {**s.used, _called(w, u): 1}
            w.forget()
            w.say("called", f"{w.label(u)} may enter.", w.rule("arrivals"), units=(u,))
        else:
            w.say("waits", f"{w.label(u)} does not come yet.", w.rule("arrivals"), units=(u,))


def _used_up(w: GameInProgress, pool: Pool) -> bool:
    """Whether no more units of a pool may come this turn."""
    s = w.state
    known = w.table(_ArrivalRules).allowed
    allowed = known.get((pool.id, s.turn))
    if allowed is None:
        turns = range(1 if pool.keeps else s.turn, s.turn + 1)
        allowed = known[pool.id, s.turn] = sum(number_in(pool.number, turn) for turn in turns)
    return s.used.get(f"{pool.id}{IN_ALL}" if pool.keeps else pool.id, 0) >= allowed


def _pool_refusal(w: GameInProgress, u: int, pool: Pool) -> IllegalOrderError | None:
    """Why a unit of a pool may not come now, or None."""
    s, rule = w.state, pool.rule or w.rule("arrivals")
    if pool.id not in s.happened and _used_up(w, pool):
        return IllegalOrderError(f"No more units of {pool.name or pool.id} may come this turn.", rule)
    for n, quota in enumerate(pool.at_most):
        if w.made.units(quota.units)(u, w.forces.side[u]) and (
                s.used.get(f"{pool.id} {n}", 0) >= quota.number):
            return IllegalOrderError(f"No more units like {w.label(u)} may come this turn.", rule)
    return None


def ways_of(w: GameInProgress, u: int) -> tuple[Way, ...]:
    """The entries by which a unit may come now: those of its arrival, and in place of one by which it can
    enter nowhere the first that stands in for it, if it can enter by that."""
    listed = _listed(w, u)
    if not any(way.stand_ins for way in listed):
        return listed
    known: tuple[Way, ...] = w.recall(("ways", u), lambda: tuple(
        dict.fromkeys(_in_use(w, u, way) for way in listed)))
    return known


def _listed(w: GameInProgress, u: int) -> tuple[Way, ...]:
    """The entries of the arrival of a unit, or of its pool."""
    return w.table(_ArrivalRules).ways[u]


def _in_use(w: GameInProgress, u: int, way: Way) -> Way:
    """The entry itself, or the one that stands in for it now."""
    return next((one for one in (way, *way.stand_ins) if _is_open(w, u, one)), way)


def _is_open(w: GameInProgress, u: int, way: Way) -> bool:
    """Whether a unit that is due can enter by an entry now."""
    if w.state.step == "arrive":
        return any(stacking.fits(w, h, u) for h in open_hexes_of(w, u, way))
    return any(_ends_by(w, u, (way,), mode) for mode in entry_modes(w, u))


def refusal(w: GameInProgress, u: int, way: Way, hex: int) -> IllegalOrderError | None:
    """Why a unit may not enter in this hex of an entry, or None."""
    side = w.forces.side[u]
    name, rule = w.board.name(hex), way.rule or w.rule("arrivals")
    if w.mask[1 - side] >> hex & 1:
        return IllegalOrderError(f"An enemy unit stands in {name}.", rule)
    if w.barren >> hex & 1:
        return IllegalOrderError(f"{name} is prohibited terrain.", rule)
    if way.needs is not None and not w.made.test(way.needs)(Case(side, u, hex)):
        return IllegalOrderError(f"The entry {way.entry.name} is closed now.", rule)
    if zones.barred(w, u, "arrive") >> hex & 1:
        return IllegalOrderError(f"{name} is in an enemy zone of control.", rule)
    for chapter in w.hooks["may_enter"]:
        bad: IllegalOrderError | None = chapter.may_enter(w, u, way.id, hex)
        if bad is not None:
            return bad
    if not way.pays or stacking.rules(w).always:
        return stacking.refusal(w, hex, [u])
    return None


def open_hexes_of(w: GameInProgress, u: int, way: Way) -> list[int]:
    """The hexes of an entry in which a unit may enter: those that `refusal` does not refuse."""
    side = w.forces.side[u]
    free = way.mask & ~(w.mask[1 - side] | w.barren | zones.barred(w, u, "arrive"))
    if not way.pays or stacking.rules(w).always:
        free &= ~stacking.closed_by_units(w, u)
    if not free:
        return []
    ask = []
    for chapter in w.hooks["may_enter"]:
        closed = chapter.closed_entries(w, u, way.id)
        if closed is None:
            ask.append(chapter)
        else:
            free &= ~closed
    if not free:
        return []
    hexes = [h for h in way.hexes if free >> h & 1]
    if way.needs is not None:
        is_open = w.made.test(way.needs)
        hexes = [h for h in hexes if is_open(Case(side, u, h))]
    for chapter in ask:
        hexes = [h for h in hexes if chapter.may_enter(w, u, way.id, h) is None]
    return hexes


def entry_modes(w: GameInProgress, u: int) -> tuple[str, ...]:
    """The modes by which a unit may come and move on, the usual one first; "" over the ground."""
    for chapter in w.hooks["entry_mode"]:
        if mode := chapter.entry_mode(w, u):
            return (mode,)
    return (paths.GROUND, *(mode for mode, record in paths.rules(w).modes.items()
                            if record.arriving and paths.mode_refusal(w, u, mode) is None))


def entry_cost(w: GameInProgress, u: int, way: Way, hex: int, mode: str = paths.GROUND) -> int:
    """The cost of the first hex times the scale: that of its ground if the entry pays, otherwise 0."""
    if not way.pays:
        return 0
    costs = paths.step_costs(w, u, mode)[1]
    return w.ground.entry_cost(costs, hex)


def field_of(w: GameInProgress, u: int, way: Way, mode: str = paths.GROUND) -> Reach:
    """The hexes that a unit can reach through one entry, starting from every open entry hex."""
    shunned = _shunned(w, u, mode)
    starts = {h: 0 for h in open_hexes_of(w, u, way) if not shunned >> h & 1}
    if starts and way.pays:
        costs = paths.step_costs(w, u, mode)[1]
        starts = {h: w.ground.entry_cost(costs, h) for h in starts}
    if _stops(w, u, way):
        return reach(paths.step_costs(w, u)[0], starts, -1, 0, 0, minimum=False)
    if w.ruleset.arrivals.moves == "all":
        starts = dict.fromkeys(starts, 0)
    return paths.reach_of(w, u, starts, mode, entering=way.pays)


def _stops(w: GameInProgress, u: int, way: Way) -> bool:
    """Whether a unit stays in the first hex of an entry: also if it may not move before its release."""
    return way.stops or w.forces.static[u] or w.ruleset.arrivals.moves == "no" or (
        paths.release_refusal(w, u) is not None)


def _shunned(w: GameInProgress, u: int, mode: str) -> int:
    """The hexes that a mode never enters."""
    never = paths.rules(w).modes[mode].never if mode else None
    return w.made.hexes(never)(w.forces.side[u]) if never is not None else 0


def entries_of(w: GameInProgress, u: int, mode: str | None = None) -> dict[int, Reach]:
    """Every hex in which a due unit can end by a mode, left out: by the usual one, with the field that has
    the cheapest path to it from an entry."""
    if not is_due(w, u):
        return {}
    return _ends_by(w, u, ways_of(w, u), entry_modes(w, u)[0] if mode is None else mode)


def _ends_by(w: GameInProgress, u: int, ways: Iterable[Way], mode: str) -> dict[int, Reach]:
    """Every hex in which a unit can end by a mode through one of some entries, with its field."""
    entries: dict[int, Reach] = {}
    closed, usual = stacking.closed(w, u), entry_modes(w, u)[0]
    ends, ask = b"", False
    if mode:
        record, everywhere = paths.rules(w).modes[mode], (1 << w.board.size) - 1
        ends = flags(paths.mode_ends(w, u, mode) & everywhere, w.board.size)
        # What the hex itself does not decide must be asked for each way.
        ask = record.never is not None or record.range > 0 or not paths.are_ends_known(w, u, mode)
    for way in ways:
        if mode != usual and _stops(w, u, way):
            continue
        field = field_of(w, u, way, mode)
        for end in field:
            if not closed[end] and end not in entries and (not mode or (ends[end] and (
                    not ask or paths.mode_end_refusal(w, u, mode, field.path_to(end)) is None))):
                entries[end] = field
    return entries


def overdue(w: GameInProgress) -> list[int]:
    """The units of the moving side that can enter now and must."""
    known: list[int] = w.recall(("overdue", w.state.side), lambda: [
        u for u in w.forces.ground[w.state.side]
        if w.state.where[u] == WAITING and rule_to_enter(w, u) and is_due(w, u) and entries_of(w, u)])
    return known


def rule_to_enter(w: GameInProgress, u: int) -> str:
    """The rule by which a unit that can enter may not wait, or ""."""
    if w.ruleset.arrivals.delay == "must-enter" and pool_of(w, u) is None:
        return w.rule("arrivals")
    return next((rule for chapter in w.hooks["must_enter"] if (rule := chapter.must_enter(w, u))), "")


def bring(w: GameInProgress, order: Order, stay: bool = False) -> None:
    """Let a reinforcement enter and move on; with `stay` it enters the first hex only."""
    s, rule = w.state, w.rule("arrivals")
    u = w.own_unit(order.units[0], rule)
    if not is_due(w, u):
        pool = pool_of(w, u)
        if pool is not None and s.where[u] == WAITING:
            bad = _pool_refusal(w, u, pool)
            if bad is not None:
                raise bad
        raise IllegalOrderError(f"{w.label(u)} is not due to enter.", rule)
    mode = _mode_of(w, u, order)
    flies = bool(mode) and paths.rules(w).modes[mode].over == "any"
    # Only a flight may pass hexes out of play.
    last = len(order.hexes) - 1
    path = [w.board.index[h] if flies and 0 < n < last and h in w.board.index else w.hex(h)
            for n, h in enumerate(order.hexes)]
    if not path or (stay and len(path) > 1):
        raise IllegalOrderError(f"Name the hex in which {w.label(u)} enters.", rule)
    ways = [way for way in ways_of(w, u) if path[0] in way.hexes]
    if not ways:
        raise _not_by(w, u, path[0])
    problem: IllegalOrderError | None = None
    for way in ways:
        problem = refusal(w, u, way, path[0]) or _path_refusal(w, u, way, path, mode)
        if problem is None:
            break
    if problem is not None:
        raise problem
    _tell_of_stand_in(w, u, way)
    s.out[u] = 0
    pool = pool_of(w, u)
    if pool is not None:
        for name in (pool.id, f"{pool.id}{IN_ALL}"):
            s.used = {**s.used, name: s.used.get(name, 0) + 1}
        for n, quota in enumerate(pool.at_most):
            if w.made.units(quota.units)(u, w.forces.side[u]):
                s.used = {**s.used, f"{pool.id} {n}": s.used.get(f"{pool.id} {n}", 0) + 1}
    if stay:
        w.put(u, path[0])
        stops = way.stops or w.ruleset.arrivals.moves == "no"
        s.flags[u] |= ENTERED | (NO_MOVE if stops else 0)
        if not stops and way.pays:
            s.spent = {**s.spent, str(u): entry_cost(w, u, way, path[0], mode)}
        w.say("enter", f"{w.label(u)} enters {w.board.numbers[path[0]]}.", rule, path, (u,))
        control.occupy(w, u, path)
    else:
        paths.walk(w, u, path, MOVED | ENTERED, mode, spent=_spent(w, u, way, path[0], mode))
    w.at("arrived", unit=u, entry=way.id)


def _not_by(w: GameInProgress, u: int, hex: int) -> IllegalOrderError:
    """Why no entry of a unit has a hex: none ever has, or one that only stands in for another."""
    label, name = w.label(u), w.board.name(hex)
    for way in _listed(w, u):
        if any(hex in one.hexes for one in (way, *way.stand_ins)):
            used = _in_use(w, u, way).entry.name
            return IllegalOrderError(
                f"{label} may enter at {name} only while it can enter nowhere by {used}.",
                way.rule or w.rule("arrivals"))
    return IllegalOrderError(f"{label} may not enter at {name}.", w.rule("arrivals"))


def _tell_of_stand_in(w: GameInProgress, u: int, way: Way) -> None:
    """Say why a unit that is about to enter comes by an entry that stands in for its own."""
    listed = _listed(w, u)
    if way in listed:
        return
    own = next(one for one in listed if way in one.stand_ins)
    w.say("entry-blocked", (
        f"{w.label(u)} cannot enter by {own.entry.name}: {_why_not_by(w, u, own)}. It comes by "
        f"{way.entry.name}."), own.rule or w.rule("arrivals"), units=(u,))


def _mode_of(w: GameInProgress, u: int, order: Order) -> str:
    """The mode that an order names, or the usual one; raises `IllegalOrderError` if a unit cannot come by
    it."""
    modes = entry_modes(w, u)
    if order.verb != "enter-by":
        return modes[0]
    mode = order.words[0]
    if mode in modes:
        return mode
    record = paths.rules(w).modes.get(mode)
    if record is None or not record.arriving:
        raise IllegalOrderError(f"Reinforcements do not come by {cut(mode)}.", w.rule("arrivals"))
    raise paths.mode_refusal(w, u, mode) or IllegalOrderError(
        f"{w.label(u)} does not come by {record.name or mode}.", record.rule or w.rule("arrivals"))


def _spent(w: GameInProgress, u: int, way: Way, hex: int, mode: str) -> int:
    """What a unit that enters in a hex has spent of its allowance, times the scale."""
    return 0 if w.ruleset.arrivals.moves == "all" else entry_cost(w, u, way, hex, mode)


def _path_refusal(
    w: GameInProgress, u: int, way: Way, path: list[int], mode: str
) -> IllegalOrderError | None:
    if _stops(w, u, way) and (len(path) > 1 or mode != entry_modes(w, u)[0]):
        held = paths.release_refusal(w, u)
        if held is not None:
            return IllegalOrderError(
                f"{w.label(u)} may not move yet: it stops in the hex where it enters.", held.rule)
        return IllegalOrderError(f"{w.label(u)} must stop in the hex where it enters.",
                                 way.rule or w.rule("arrivals"))
    problem = paths.mode_end_refusal(w, u, mode, path) if mode else None
    if problem is not None:
        return problem
    if len(path) > 1:
        try:
            paths.check_path(w, u, path, _spent(w, u, way, path[0], mode), entering=way.pays, mode=mode)
        except IllegalOrderError as refused:
            return refused
    return stacking.refusal(w, path[-1], [u])


# -- a phase of arrivals -----------------------------------------------------------------------------


def enter_phase(w: GameInProgress) -> None:
    w.state.side = w.state.player
    if not any(open_hexes(w, u) for u in w.forces.ground[w.state.side]):
        w.go("next-phase")


def open_hexes(w: GameInProgress, u: int) -> list[int]:
    """The hexes of its entries in which a unit that is due may enter now."""
    if not is_due(w, u):
        return []
    return list(dict.fromkeys(
        h for way in ways_of(w, u) for h in open_hexes_of(w, u, way) if stacking.fits(w, h, u)))


def _must_enter(w: GameInProgress) -> list[int]:
    """The units of the moving side that can enter in this phase and must."""
    return [u for u in w.forces.ground[w.state.side]
            if w.state.where[u] == WAITING and rule_to_enter(w, u) and open_hexes(w, u)]


def phase_orders(w: GameInProgress, unit: int | None) -> list[Order]:
    legal = [PASS] if unit is None and not _must_enter(w) else []
    for u in w.forces.ground[w.state.side] if unit is None else (unit,):
        legal += [Order("enter", (w.forces.keys[u],), (w.board.numbers[h],)) for h in open_hexes(w, u)]
    return legal


def perform_phase(w: GameInProgress, order: Order) -> None:
    if order.verb == "enter":
        bring(w, order, stay=True)
        if w.state.step == "arrive":
            w.go("arrive")
    elif order.verb == "pass":
        late = _must_enter(w)
        if late:
            raise IllegalOrderError(
                f"Units must enter this turn; entry cannot be postponed: {w.labels(late, most=4)}.",
                rule_to_enter(w, late[0]))
        w.go("next-phase")
    else:
        raise IllegalOrderError("Bring in reinforcements, or pass.", w.rule("arrivals"))


def close(w: GameInProgress) -> None:
    """At the end of a player turn: say why units that are due have not come, or let them be lost."""
    s = w.state
    for u in w.forces.ground[s.player]:
        if s.where[u] != WAITING or pool_of(w, u) is not None or not is_due(w, u) or entries_of(w, u):
            continue
        why = _why_not(w, u)
        if w.ruleset.arrivals.blocked == "eliminated":
            w.eliminate(u, w.rule("arrivals"), f", unable to enter: {why}")
            continue
        delay = max((way.delay for way in _listed(w, u)), default=0)
        if delay > 1:
            s.used = {**s.used, _late(w, u): s.turn + delay}
            w.forget()
            w.say("waits", f"{w.label(u)} cannot enter: {why}. It comes on turn {s.turn + delay}.",
                  w.rule("arrivals"), units=(u,))
        else:
            w.say("waits", f"{w.label(u)} waits to enter: {why}.", w.rule("arrivals"), units=(u,))


def _why_not(w: GameInProgress, u: int) -> str:
    """Why a unit cannot enter anywhere, of the first hex of its entries."""
    found = (_why_not_by(w, u, way) for way in _listed(w, u))
    return next((why for why in found if why != _NOT_FREE), _NOT_FREE)


_NOT_FREE = "no hex of its entry is free"


def _why_not_by(w: GameInProgress, u: int, way: Way) -> str:
    """Why a unit cannot enter by an entry, of its first hex that is closed."""
    bad = (refusal(w, u, way, hex) or stacking.refusal(w, hex, [u]) for hex in way.hexes)
    return next((one.reason.rstrip(".") for one in bad if one is not None), _NOT_FREE)


def withdraw(w: GameInProgress) -> None:
    """Take the units off the map whose withdrawal is due."""
    s = w.state
    for one in w.ruleset.withdrawals:
        if one.event in s.happened:
            gone: tuple[int, ...] = (REMOVED, ELIMINATED, EXITED)
        elif one.turn == s.turn:
            gone = (REMOVED,)
        else:
            continue
        members = w.made.unit_set(one.units)
        for u in w.forces.ground[s.player]:
            if u in members and s.where[u] not in gone:
                w.eliminate(u, one.rule, ", withdrawn", REMOVED)
