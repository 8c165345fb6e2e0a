"""Movement (9.0 to 9.6) and the movement phase."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from ...engine.orders import PASS, IllegalOrder, Order
from ...engine.reach import Field, path_to, reach
from . import reinforcements, stacking
from .constants import ENTERED, INTERDICTED, MOVED, SIDE_WORDS, SIDES
from .war import War
from .zoc import heeded


def allowance(w: War, u: int) -> int:
    """Movement points times the board's scale; halved and rounded down out of supply (7.3)."""
    points = w.forces.allowance[u]
    return (points // 2 if w.state.unsupplied[u] else points) * w.board.scale


def steps(w: War, u: int) -> Sequence[Sequence[tuple[int, int]]]:
    """What each step costs the unit: airborne and air-mobile units pay one point a hex (9.0)."""
    return w.board.lifts if w.forces.flyer[u] else w.board.steps


def may_end(w: War, u: int, hex: int) -> bool:
    """Whether a unit may end a move in a hex: no enemy, terrain it can stand in, room (9.2, 6.0)."""
    if w.mask[1 - w.forces.side[u]] >> hex & 1 or not stacking.fits(w, hex, u):
        return False
    return w.board.cost[hex] is not None or hex in w.board.road_cost


def range_of(w: War, u: int) -> Field:
    """The move the unit can still make this phase, its own hex included."""
    known = w.ranges.get(u)
    if known is None:
        known = w.ranges[u] = _range(w, u)
    return known


def _range(w: War, u: int) -> Field:
    s, f = w.state, w.forces
    start = s.where[u]
    if start < 0 or f.static[u] or s.flags[u] & MOVED:
        return {}
    blocked: frozenset[int] = frozenset() if f.flyer[u] else w.hex_set("units", 1 - f.side[u])
    single = bool(s.flags[u] & INTERDICTED)
    return reach(steps(w, u), {start: 0}, allowance(w, u), blocked, heeded(w, u), single=single)


def destinations(w: War, u: int) -> dict[int, int]:
    """Hex to cost (times scale) for every hex the unit may move to."""
    start = w.state.where[u]
    return {h: c for h, (c, _) in range_of(w, u).items() if h != start and may_end(w, u, h)}


# -- the movement phase ---------------------------------------------------------------------------


def enter(w: War) -> None:
    s = w.state
    s.side = s.player
    s.phase = f"{SIDES[s.side]}-movement"


def orders(w: War, unit: int | None) -> list[Order]:
    s, f, numbers = w.state, w.forces, w.board.numbers
    found: list[Order] = []
    if unit is None and not reinforcements.overdue(w):
        found.append(PASS)
    for u in f.ground[s.side] if unit is None else (unit,):
        if f.side[u] != s.side or f.air[u]:
            continue
        if s.where[u] >= 0:
            field = range_of(w, u)
            start = s.where[u]
            for h in field:
                if h != start and may_end(w, u, h):
                    found.append(Order("move", (f.keys[u],), tuple(numbers[i] for i in path_to(field, h))))
        elif reinforcements.due(w, u):
            found += reinforcements.orders(w, u)
    return found


def perform(w: War, order: Order) -> None:
    verb = order.verb
    if verb == "move":
        _move(w, order)
    elif verb == "enter":
        reinforcements.bring(w, order)
    elif verb == "pass":
        late = reinforcements.overdue(w)
        if late:
            raise IllegalOrder(
                f"{w.labels(late)} must enter this turn: entry cannot be put off.", "10.0")
        s = w.state
        s.flags = [f & ~INTERDICTED for f in s.flags]
        w.say("phase-end", f"The {SIDE_WORDS[s.side]} movement phase ends.", "5.1")
        w.go("air-supply")
    else:
        raise IllegalOrder("Move units, bring in reinforcements, or pass.", "9.0")


def _move(w: War, order: Order) -> None:
    """Move a unit, or units that start in one hex, along a path (6.1, 9.0)."""
    s = w.state
    units = [w.own_unit(k, air=False) for k in order.units]
    path = [w.hex(h) for h in order.hexes]
    if not units or len(set(units)) != len(units):
        raise IllegalOrder("Name each unit that moves once.", "9.0")
    for u in units:
        if s.where[u] < 0:
            raise IllegalOrder(f"{w.label(u)} is not on the map: {w.place(u)}.", "9.0")
        if s.where[u] != path[0]:
            raise IllegalOrder(f"{w.label(u)} is in {w.place(u)}, not in {w.board.numbers[path[0]]}.", "6.1")
        if s.flags[u] & (MOVED | ENTERED):
            raise IllegalOrder(f"{w.label(u)} has moved already; a move once left is over.", "9.0")
        if w.forces.static[u]:
            raise IllegalOrder(f"{w.label(u)} never leaves its hex.", "2.6")
        check_path(w, u, path, 0)
    bad = stacking.refusal(w, path[-1], units)
    if bad is not None:
        raise bad
    for u in units:
        if s.outcome is None:
            walk(w, u, path, MOVED)
    stacking.settle(w, "move")


def check_path(w: War, u: int, path: Sequence[int], spent: int, entering: bool = False) -> None:
    """Raise `IllegalOrder` where the unit cannot go along the path; `spent` is what entry cost.

    `entering` says that the first hex is entered too, so a zone of control there stops the unit.
    """
    f, numbers = w.forces, w.board.numbers
    label = w.label(u)
    if len(path) < 2 and not entering:
        raise IllegalOrder(f"{label} needs a hex to move to.", "9.0")
    if w.state.flags[u] & INTERDICTED and len(path) > 2:
        raise IllegalOrder(f"{label} is interdicted and may move one hex only.", "9.2")
    zone = heeded(w, u)
    enemies = w.mask[1 - f.side[u]]
    costs = {} if f.flyer[u] else w.board.step_cost
    total, most = spent, allowance(w, u)
    for k, (a, b) in enumerate(itertools.pairwise(path)):
        if w.board.direction(a, b) < 0:
            raise IllegalOrder(f"{numbers[b]} is no neighbour of {numbers[a]}.", "9.2")
        if (k or entering) and a in zone:
            raise IllegalOrder(f"{label} must stop in {w.board.name(a)}, an enemy zone of control.", "8.1")
        if enemies >> b & 1 and not f.flyer[u]:
            raise IllegalOrder(f"An enemy unit stands in {w.board.name(b)}.", "9.2")
        cost = w.board.scale if f.flyer[u] else costs.get((a, b))
        if cost is None:
            raise IllegalOrder(f"{label} cannot go from {numbers[a]} to {w.board.name(b)}: the way is "
                               "prohibited.",
                               "9.0")
        total += cost
    # 9.3: one hex is always possible.
    if total > most and not (len(path) == 2 and not spent and not entering):
        scale = w.board.scale
        raise IllegalOrder(
            f"{label} has {most / scale:g} movement points; the path costs {total / scale:g}.", "9.2")
    end = path[-1]
    if enemies >> end & 1:
        raise IllegalOrder(f"An enemy unit stands in {w.board.name(end)}; {label} may not stop there.", "9.2")
    if w.board.cost[end] is None and end not in w.board.road_cost:
        raise IllegalOrder(f"{label} may not stop in {w.board.name(end)}: prohibited terrain.", "9.0")


def walk(w: War, u: int, path: Sequence[int], flags: int) -> None:
    """Carry out a legal move: E77 rolls (9.6), occupation of the hexes passed, the final hex."""
    s, f = w.state, w.forces
    e77 = w.board.road_traits.get("e77", 0)
    gone = [path[0]]
    stopped = False
    rolls: list[int] = []
    for a, b in itertools.pairwise(path):
        gone.append(b)
        if e77 >> a & 1 and e77 >> b & 1 and not f.flyer[u]:
            rolls.append(w.roll())
            if rolls[-1] == 1:
                stopped = b != path[-1]
                break
    s.flags[u] |= flags
    w.put(u, gone[-1])
    shown = "-".join(w.board.numbers[h] for h in gone)
    held = ""
    if rolls:
        held = f" (E77 rolls {', '.join(map(str, rolls))}{'; held up' if rolls[-1] == 1 else ''})"
    verb = "enters" if flags & ENTERED else "moves"
    w.say("enter" if flags & ENTERED else "move", f"{w.label(u)} {verb} {shown}{held}.",
          "9.6" if rolls else "10.0" if flags & ENTERED else "9.0", gone, (u,), tuple(rolls))
    if stopped:
        s.overflow.append(gone[-1])
    # A unit on the ground occupies what it passes; one that flies only where it comes down.
    first = 0 if flags & ENTERED else 1
    for h in ([gone[-1]] if f.flyer[u] else gone[first:]):
        if s.outcome is None:
            w.occupy(u, h, "9.0")
