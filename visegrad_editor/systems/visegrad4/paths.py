"""Paths of moves: their costs, their legality, and moving along them (9.0 to 9.6)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ...engine.bits import bits
from ...engine.hexgame import stacking, zones
from ...engine.hexgame.in_progress import GameInProgress
from ...engine.hexgame.state import ENTERED
from ...engine.orders import IllegalOrderError
from ...engine.reach import Steps
from . import victory
from .common import HighwayE77, flight, flyer_zoc, units


def allowance(w: GameInProgress, u: int) -> int:
    """The movement allowance times the board's scale; halved and rounded down out of supply (7.3)."""
    points = units(w).allowance[u]
    return (points // 2 if w.state.out[u] else points) * w.board.scale


def steps(w: GameInProgress, u: int) -> Steps:
    """The cost of each step for the unit: airborne and air-mobile units pay one point per hex (9.0), also
    over sea if an option lets them cross it."""
    return flight(w).steps if units(w).flyer[u] else w.board.steps


def stopping_zones(w: GameInProgress, u: int) -> int:
    """The hexes in which a moving unit must stop: enemy zones of control, for airborne and air-mobile
    units only those of their own kind (8.1, 8.2)."""
    enemy = 1 - w.forces.side[u]
    return flyer_zoc(w, enemy) if units(w).flyer[u] else zones.zone(w, enemy)


def may_end(w: GameInProgress, u: int, hex: int) -> bool:
    """Whether a unit may end a move in a hex: no enemy, permitted terrain, enough room (9.2, 6.0)."""
    if w.mask[1 - w.forces.side[u]] >> hex & 1 or not stacking.fits(w, hex, u):
        return False
    return not flight(w).barren >> hex & 1


class _Hexes:
    """The hexes with units of a side, and those in which moving enemies must stop."""

    def __init__(self, w: GameInProgress, side: int, zone: int) -> None:
        self.units = frozenset(bits(w.mask[side]))
        self.zone = frozenset(bits(zone))


def _is_plain(w: GameInProgress, u: int, path: Sequence[int], flyer: bool) -> bool:
    """Whether a unit can surely move along a path: one of more than one step that is not interdicted."""
    if len(path) < 3 or w.state.status[u]:
        return False
    air, enemy = flight(w), 1 - w.forces.side[u]
    here: _Hexes = w.recall_of(enemy, ("hexes", flyer), lambda: _Hexes(w, enemy, stopping_zones(w, u)))
    try:
        total = sum(map((air.cost if flyer else w.board.step_cost).__getitem__, pairwise(path)))
    except KeyError:
        return False
    return total <= allowance(w, u) and here.zone.isdisjoint(path[1:-1]) and here.units.isdisjoint(
        path[-1:] if flyer else path[1:]) and not air.barren >> path[-1] & 1


def check_path(w: GameInProgress, u: int, path: Sequence[int], spent: int, entering: bool = False) -> None:
    """Raise `IllegalOrderError` if the unit cannot move along the path; `spent` is the cost of its entry.

    `entering` means that the unit also enters the first hex, where a zone of control stops it.
    """
    f, numbers, air, kinds = w.forces, w.board.numbers, flight(w), units(w)
    flyer = kinds.flyer[u]
    if not entering and not spent and _is_plain(w, u, path, flyer):
        return
    label = w.label(u)
    if len(path) < 2 and not entering:
        raise IllegalOrderError(f"{label} needs a hex to move to.", "9.0")
    if w.state.status[u] & kinds.interdicted and len(path) > 2:
        raise IllegalOrderError(f"{label} is interdicted and may move one hex only.", "9.2")
    zone = stopping_zones(w, u)
    enemies = w.mask[1 - f.side[u]]
    costs = air.cost if flyer else w.board.step_cost
    total, most = spent, allowance(w, u)
    for k, (a, b) in enumerate(pairwise(path)):
        cost = costs.get((a, b))
        if cost is None and w.board.direction(a, b) < 0 and not air.over >> b & 1:
            raise IllegalOrderError(f"{numbers[b]} is not next to {numbers[a]}.", "9.2")
        if (k or entering) and zone >> a & 1:
            raise IllegalOrderError(
                f"{label} must stop in {w.board.name(a)}, an enemy zone of control.", "8.1")
        if enemies >> b & 1 and not flyer:
            raise IllegalOrderError(f"An enemy unit stands in {w.board.name(b)}.", "9.2")
        if cost is None:
            raise IllegalOrderError(f"{label} cannot go from {numbers[a]} to {w.board.name(b)}: the way is "
                                    "prohibited.",
                                    "9.0")
        total += cost
    # 9.3: one hex is always possible.
    if total > most and not (len(path) == 2 and not spent and not entering):
        scale = w.board.scale
        raise IllegalOrderError(
            f"{label} has {most / scale:g} movement points; the path costs {total / scale:g}.", "9.2")
    end = path[-1]
    if enemies >> end & 1:
        raise IllegalOrderError(
            f"An enemy unit stands in {w.board.name(end)}; {label} may not stop there.", "9.2")
    if air.barren >> end & 1:
        raise IllegalOrderError(f"{label} may not stop in {w.board.name(end)}: prohibited terrain.", "9.0")


def walk(w: GameInProgress, u: int, path: Sequence[int], flags: int) -> None:
    """Carry out a legal move: E77 rolls (9.6), occupation of the hexes passed, the final hex."""
    s = w.state
    road = w.shared(HighwayE77)
    # By an option only a step along the road itself needs a roll.
    along = w.options.get("e77_roll") == "road"
    gone = list(path)
    stopped = False
    rolls: list[int] = []
    if not road.hexes.isdisjoint(path) and not units(w).flyer[u]:
        for k, (a, b) in enumerate(pairwise(path)):
            if a in road.hexes and b in road.hexes and (not along or (a, b) in road.steps):
                rolls.append(w.roll(f"{w.label(u)} on the E77 from {w.board.numbers[a]} to "
                                    f"{w.board.numbers[b]} (9.6)"))
                if rolls[-1] == 1:
                    stopped = b != path[-1]
                    del gone[k + 2:]
                    break
    s.flags[u] |= flags
    w.put(u, gone[-1])
    shown = "-".join(w.board.numbers_of(gone))
    held = ""
    if rolls:
        held = f" (E77 rolls {', '.join(map(str, rolls))}{'; held up' if rolls[-1] == 1 else ''})"
    verb = "enters" if flags & ENTERED else "moves"
    w.say("enter" if flags & ENTERED else "move", f"{w.label(u)} {verb} {shown}{held}.",
          "9.6" if rolls else "10.0" if flags & ENTERED else "9.0", gone, (u,), tuple(rolls))
    if stopped:
        s.overflow = [*s.overflow, gone[-1]]
    passed = gone if flags & ENTERED else gone[1:]
    in_play = w.board.in_play
    victory.occupy_all(w, u, [h for h in passed if in_play[h]])
