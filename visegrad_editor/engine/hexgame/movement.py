"""The movement phase: where moves may end, orders, leaving the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..bits import flags
from ..orders import PASS, IllegalOrderError, Order
from ..reach import NOWHERE, Reach
from . import arrivals, stacking
from .in_progress import GameInProgress
from .paths import (
    GROUND,
    are_ends_known,
    chapter_end_refusal,
    check_path,
    field_of,
    ground_refusal,
    mode_end_refusal,
    mode_ends,
    mode_refusal,
    refusal_to_move,
    rules,
    take_quota,
    walk,
)
from .state import EXITED, MOVED

# -- where moves may end -------------------------------------------------------------------------------


def ends(w: GameInProgress, u: int) -> dict[int, tuple[str, Reach]]:
    """Every hex in which a unit may end a move now, with the mode and the field that has the path; a
    reinforcement that is due, with the field from its entries."""
    known: dict[int, tuple[str, Reach]] = w.recall(("ends", u), lambda: _ends(w, u))
    return known


def _ends(w: GameInProgress, u: int) -> dict[int, tuple[str, Reach]]:
    if w.state.where[u] < 0:
        return {h: (mode, field) for mode in reversed(arrivals.entry_modes(w, u))
                for h, field in arrivals.entries_of(w, u, mode).items()}
    found: dict[int, tuple[str, Reach]] = {}
    for mode, field, hexes in _by_mode(w, u):
        way = mode, field
        if found:
            hexes = [h for h in hexes if h not in found]
        found.update(dict.fromkeys(hexes, way))
    return found


def _by_mode(w: GameInProgress, u: int) -> list[tuple[str, Reach, list[int]]]:
    """The hexes in which a unit on the map may end a move, over the ground and by each mode."""
    start = w.state.where[u]
    if refusal_to_move(w, u) is not None:
        return [(GROUND, NOWHERE, [])]
    made = []
    for mode in (GROUND, *rules(w).modes):
        refused = mode_refusal(w, u, mode) if mode else ground_refusal(w, u)
        field = field_of(w, u, mode) if refused is None else NOWHERE
        hexes: list[int] = []
        if len(field):
            open_hexes = _open_ends(w, u, mode)
            hexes = [h for h in field.hexes if open_hexes[h] and h != start]
            if mode and not are_ends_known(w, u, mode):
                hexes = [h for h in hexes if chapter_end_refusal(w, u, mode, h) is None]
        made.append((mode, field, hexes))
    return made


def _open_ends(w: GameInProgress, u: int, mode: str) -> bytes:
    """1 for each hex in which a unit may end a move by a mode, as far as the hex and those in it decide."""
    closed = w.barren | w.mask[1 - w.forces.side[u]] if _may_crowd(w) else stacking.closed_hexes(w, u)
    ends = mode_ends(w, u, mode) if mode else -1
    known: bytes = w.recall(("open ends", closed, ends), lambda: flags(
        ends & ~closed & (1 << w.board.size) - 1, w.board.size))
    return known


def order_to(w: GameInProgress, u: int, end: int, mode: str, field: Reach) -> Order:
    """The order for a path of a field."""
    path = w.board.numbers_of(field.path_to(end))
    key = (w.forces.keys[u],)
    verb, words = _verb(w, u, mode)
    return Order(verb, key, path, words)


def _verb(w: GameInProgress, u: int, mode: str) -> tuple[str, tuple[str, ...]]:
    """The verb of orders by a mode, and their words."""
    if w.state.where[u] < 0:
        return ("enter", ()) if mode == arrivals.entry_modes(w, u)[0] else ("enter-by", (mode,))
    return ("move-by", (mode,)) if mode else ("move", ())


def _by_field(w: GameInProgress, u: int, ends: Mapping[int, tuple[str, Reach]]) -> list[Order]:
    """The orders to some ends, those of one field together."""
    by_field: dict[int, tuple[str, Reach, list[int]]] = {}
    for end, (mode, field) in ends.items():
        by_field.setdefault(id(field), (mode, field, []))[2].append(end)
    return [order for mode, field, hexes in by_field.values()
            for order in _orders_to(w, u, hexes, mode, field)]


def _orders_to(w: GameInProgress, u: int, hexes: Sequence[int], mode: str, field: Reach) -> list[Order]:
    """The orders for the paths of a field to some hexes, as `order_to` makes them one at a time."""
    verb, words = _verb(w, u, mode)
    key = (w.forces.keys[u],)
    new = tuple.__new__  # the constructor of a named tuple would take most of the time
    return [new(Order, (verb, key, path, words)) for path in field.named_paths(hexes, w.board.numbers)]


# -- the movement phase --------------------------------------------------------------------------------


def enter(w: GameInProgress) -> None:
    s = w.state
    s.side = s.player
    w.ground.forget()
    if not _has_orders(w):
        w.say("phase-passed", f"{w.said_of(s.side, 'has')} nothing to move.", w.rule("movement"))
        w.go("next-phase")


def _has_orders(w: GameInProgress) -> bool:
    """Whether the side to decide has anything to do but to pass."""
    if arrivals.overdue(w) or _crowd_refusal(w) is not None:
        return True
    s, f = w.state, w.forces
    return any(ends(w, u) or (s.where[u] >= 0 and exit_refusal(w, u) is None) for u in f.ground[s.side]
               if s.where[u] >= 0 or arrivals.is_due(w, u))


def orders(w: GameInProgress, unit: int | None) -> list[Order]:
    s, f = w.state, w.forces
    legal: list[Order] = []
    if unit is None and not arrivals.overdue(w) and _crowd_refusal(w) is None:
        legal.append(PASS)
    for u in f.ground[s.side] if unit is None else (unit,):
        if f.side[u] != s.side or f.aloft[u]:
            continue
        if s.where[u] >= 0 and rules(w).modes:
            for mode, field, hexes in _by_mode(w, u):
                legal += _orders_to(w, u, hexes, mode, field)
        elif s.where[u] >= 0:
            legal += _by_field(w, u, ends(w, u))
        elif arrivals.is_due(w, u):
            for mode in arrivals.entry_modes(w, u):
                legal += _by_field(w, u, {
                    end: (mode, field) for end, field in arrivals.entries_of(w, u, mode).items()})
        if s.where[u] >= 0 and exit_refusal(w, u) is None:
            legal.append(Order("exit", (f.keys[u],)))
    return legal


def perform(w: GameInProgress, order: Order) -> None:
    verb = order.verb
    if verb in ("move", "move-by"):
        _move(w, order)
    elif verb in ("enter", "enter-by"):
        arrivals.bring(w, order)
    elif verb == "exit":
        _exit(w, order)
    elif verb == "pass":
        bad = _crowd_refusal(w)
        if bad is not None:
            raise bad
        late = arrivals.overdue(w)
        if late:
            due = "1 reinforcement" if len(late) == 1 else f"{len(late)} reinforcements"
            raise IllegalOrderError(
                f"{due} must enter this turn; entry cannot be postponed: {w.labels(late, most=4)}.",
                arrivals.rule_to_enter(w, late[0]))
        w.say("phase-end", f"The {w.side_words[w.state.side]} movement phase ends.", w.rule("movement"))
        stacking.settle(w, "next-phase", stacking.crowded(w, w.state.side) if _may_crowd(w) else ())
    else:
        raise IllegalOrderError("Move units, bring in reinforcements, or pass.", w.rule("movement"))


def _may_crowd(w: GameInProgress) -> bool:
    """Whether moves may lead to too many units in a hex, as long as the phase lasts."""
    return w.ruleset.stacking.judged == "end-of-phase"


def _crowd_refusal(w: GameInProgress) -> IllegalOrderError | None:
    """Why the phase may not end yet: too many units stand in a hex, and one of them can still move."""
    if not _may_crowd(w):
        return None
    for hex in stacking.crowded(w, w.state.side):
        if any(ends(w, u) for u in w.stack[hex]):
            return IllegalOrderError(
                f"Too many units stand in {w.board.name(hex)}: move some of them first.", w.rule("stacking"))
    return None


def _move(w: GameInProgress, order: Order) -> None:
    """Move a unit, or units that start in one hex, along a path."""
    s, rule = w.state, w.rule("movement")
    mode = order.words[0] if order.verb == "move-by" else GROUND
    if mode and mode not in rules(w).modes:
        raise IllegalOrderError(f"There is no way to move called {mode}.", rule)
    units = w.own_units(order, rule)
    path = _path(w, order.hexes, mode)
    for u in units:
        if s.where[u] < 0:
            raise IllegalOrderError(f"{w.label(u)} is not on the map: {w.place(u)}.", rule)
        if s.where[u] != path[0]:
            raise IllegalOrderError(
                f"{w.label(u)} is in {w.place(u)}, not in {w.board.numbers[path[0]]}.", rule)
        bad = refusal_to_move(w, u) or (mode_refusal(w, u, mode) if mode else ground_refusal(w, u))
        if bad is not None:
            raise bad
        cost = check_path(w, u, path, 0, mode=mode)
        if mode:
            bad = mode_end_refusal(w, u, mode, path)
            if bad is not None:
                raise bad
    bad = stacking.refusal(w, path[-1], units)
    if bad is not None and not _may_crowd(w):
        raise bad
    for u in units:
        if s.outcome is None:
            take_quota(w, u, mode)
            # Where one unit of several has gone may change what the way costs the next.
            walk(w, u, path, MOVED, mode, cost if len(units) == 1 and not mode else None)


def _path(w: GameInProgress, hexes: Sequence[str], mode: str) -> list[int]:
    """The indices of the hexes of a path; only a mode over everything may pass hexes out of play."""
    flies = bool(mode) and rules(w).modes[mode].over == "any"
    path = []
    for n, number in enumerate(hexes):
        index = w.board.index.get(number, -1)
        over = flies and 0 < n < len(hexes) - 1 and index >= 0 and bool(w.board.area >> index & 1)
        path.append(index if over else w.hex(number))
    return path


# -- leaving the map -----------------------------------------------------------------------------------


def exit_refusal(w: GameInProgress, u: int) -> IllegalOrderError | None:
    """Why a unit may not leave the map from its hex, or None."""
    at, side = w.state.where[u], w.forces.side[u]
    for exit, hexes in rules(w).exits:
        if exit.side in ("", w.forces.side_ids[side]) and hexes(side) >> at & 1:
            if w.state.flags[u] & MOVED:
                return IllegalOrderError(f"{w.label(u)} has already moved.", exit.rule or w.rule("movement"))
            return refusal_to_move(w, u)
    return IllegalOrderError(f"{w.label(u)} may not leave the map here.", w.rule("movement"))


def _exit(w: GameInProgress, order: Order) -> None:
    u = w.own_unit(order.units[0], w.rule("movement"))
    if w.state.where[u] < 0:
        raise IllegalOrderError(f"{w.label(u)} is not on the map: {w.place(u)}.", w.rule("movement"))
    bad = exit_refusal(w, u)
    if bad is not None:
        raise bad
    at, side = w.state.where[u], w.forces.side[u]
    gained = next(x.points for x, hexes in rules(w).exits
                  if x.side in ("", w.forces.side_ids[side]) and hexes(side) >> at & 1)
    w.lift(u, EXITED)
    w.state.points[side] += gained
    told = f" for {gained} point{'' if gained == 1 else 's'}" if gained else ""
    w.say("exit", f"{w.label(u)} leaves the map from {w.board.name(at)}{told}.", w.rule("movement"), (at,),
          (u,))
    w.go("move")
