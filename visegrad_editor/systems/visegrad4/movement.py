"""Movement (9.0 to 9.6) and the movement phase."""

from __future__ import annotations

from collections.abc import Mapping

from ...engine.hexgame import stacking
from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.in_progress import GameInProgress, Stage
from ...engine.hexgame.state import ENTERED, MOVED
from ...engine.orders import PASS, IllegalOrderError, Order
from ...engine.reach import NOWHERE, Reach, reach
from . import reinforcements
from .common import flight, interdicted, own_unit, units, way
from .constants import SIDE_WORDS
from .paths import check_path, steps, stopping_zones, walk


class Movement(Chapter):
    """9.0: the movement phase."""

    id = "movement"
    rule = "9.0"

    def stages(self) -> Mapping[str, Stage]:
        return {"move": Stage(_enter, _orders, _perform)}


def range_of(w: GameInProgress, u: int) -> Reach:
    """The hexes that the unit can still reach this phase, including its own."""
    s, f = w.state, w.forces
    start = s.where[u]
    if start < 0 or f.static[u] or s.flags[u] & MOVED:
        return NOWHERE
    side, kinds = f.side[u], units(w)
    flyer, single = kinds.flyer[u], bool(s.status[u] & kinds.interdicted)
    points = kinds.allowance[u] // (2 if s.out[u] else 1) * w.board.scale
    # Units with the same start and allowance share a result: friendly units only matter where a move ends.
    known, key = w.known_of[1 - side], (start, points, flyer, single)
    field: Reach | None = known.get(key)
    if field is None:
        field = known[key] = reach(
            steps(w, u), {start: 0}, points, 0 if flyer else w.mask[1 - side], stopping_zones(w, u),
            single=single)
    return field


def destinations(w: GameInProgress, u: int) -> dict[str, float]:
    """The hexes to which the unit may move: hex number to cost in movement points."""
    field = range_of(w, u)
    numbers, points = w.board.numbers, flight(w).points
    start, closed = w.state.where[u], stacking.closed(w, u)
    return {
        numbers[h]: points[cost] for h, cost in zip(field.hexes, field.costs, strict=True)
        if not closed[h] and h != start}


def ends(w: GameInProgress, u: int, field: Reach) -> list[int]:
    """The hexes within reach in which the unit may end its move."""
    start = w.state.where[u]
    if units(w).flyer[u]:
        closed = stacking.closed(w, u)
        return [h for h in field.hexes if not closed[h] and h != start]
    # Its way over the ground leads into no hex with enemies or of prohibited terrain.
    own = stacking.closed_by_own(w, u)
    found = [h for h in field.hexes if h not in own]
    if found and start not in own:
        found.remove(start)
    return found


# -- the movement phase ---------------------------------------------------------------------------


def _enter(w: GameInProgress) -> None:
    w.state.side = w.state.player


def _orders(w: GameInProgress, unit: int | None) -> list[Order]:
    s, f = w.state, w.forces
    legal: list[Order] = []
    if unit is None and not reinforcements.overdue(w):
        legal.append(PASS)
    for u in f.ground[s.side] if unit is None else (unit,):
        if f.side[u] != s.side or f.aloft[u]:
            continue
        if s.where[u] >= 0:
            field = range_of(w, u)
            legal += [
                Order("move", (f.keys[u],), w.board.numbers_of(field.path_to(h))) for h in ends(w, u, field)]
        elif reinforcements.due(w, u):
            legal += reinforcements.orders(w, u)
    return legal


def _perform(w: GameInProgress, order: Order) -> None:
    verb = order.verb
    if verb == "move":
        _move(w, order)
    elif verb == "enter":
        reinforcements.bring(w, order)
    elif verb == "pass":
        late = reinforcements.overdue(w)
        if late:
            due = "1 reinforcement" if len(late) == 1 else f"{len(late)} reinforcements"
            raise IllegalOrderError(
                f"{due} must enter this turn; entry cannot be postponed: {w.labels(late, most=4)}.", "10.0")
        s = w.state
        if any(s.status):
            kept = ~interdicted(w)
            s.status = [bits & kept for bits in s.status]
        w.say("phase-end", f"The {SIDE_WORDS[s.side]} movement phase ends.", "5.1")
        w.go("next-phase")
    else:
        raise IllegalOrderError("Move units, bring in reinforcements, or pass.", "9.0")


def _move(w: GameInProgress, order: Order) -> None:
    """Move a unit, or units that start in one hex, along a path (6.1, 9.0)."""
    s = w.state
    units = [own_unit(w, k, air=False) for k in order.units]
    path = way(w, order.hexes)
    if not units or len(set(units)) != len(units):
        raise IllegalOrderError("Name each unit that moves once.", "9.0")
    for u in units:
        if s.where[u] < 0:
            raise IllegalOrderError(f"{w.label(u)} is not on the map: {w.place(u)}.", "9.0")
        if s.where[u] != path[0]:
            raise IllegalOrderError(
                f"{w.label(u)} is in {w.place(u)}, not in {w.board.numbers[path[0]]}.", "6.1")
        if s.flags[u] & (MOVED | ENTERED):
            raise IllegalOrderError(
                f"{w.label(u)} has already moved; a finished move cannot be continued.", "9.0")
        if w.forces.static[u]:
            raise IllegalOrderError(f"{w.label(u)} never leaves its hex.", "2.6")
        check_path(w, u, path, 0)
    bad = stacking.refusal(w, path[-1], units)
    if bad is not None:
        raise bad
    for u in units:
        if s.outcome is None:
            walk(w, u, path, MOVED)
    stacking.settle(w, "move")
