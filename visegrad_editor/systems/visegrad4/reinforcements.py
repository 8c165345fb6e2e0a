"""Reinforcements: when and where they enter (3.3, 10.0, 10.1, 12.0)."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.bits import bits
from ...engine.hexgame import stacking, supply, zones
from ...engine.hexgame.forces import Way
from ...engine.hexgame.in_progress import GameInProgress
from ...engine.hexgame.state import ENTERED, MOVED, WAITING
from ...engine.orders import IllegalOrderError, Order
from ...engine.reach import Reach, reach
from . import paths
from .common import feature, own_unit, units
from .common import way as way_along
from .constants import PORT
from .paths import stopping_zones


class _Dates:
    """The ground units whose time to enter has come, by the turn and what has happened."""

    def __init__(self, w: GameInProgress) -> None:
        self.come: dict[tuple[int, tuple[str, ...]], frozenset[int]] = {}


def come(w: GameInProgress) -> frozenset[int]:
    """The ground units whose time to enter has come, wherever they are now."""
    s, known = w.state, w.shared(_Dates).come
    key = s.turn, tuple(s.happened)
    units = known.get(key)
    if units is None:
        units = known[key] = frozenset(
            u for u, unit in enumerate(w.forces.units)
            if (arrival := unit.reinforcement) is not None and not w.forces.aloft[u] and (
                arrival.event in s.happened if arrival.event else arrival.turn <= s.turn))
    return units


def due(w: GameInProgress, u: int) -> bool:
    """Whether a ground unit is due to enter."""
    return w.state.where[u] == WAITING and u in come(w)


def hexes_of(w: GameInProgress, u: int, way: Way) -> Sequence[int]:
    """The hexes in which a unit may enter: those of the entry; for marines, by an option, every port
    (10.0)."""
    if units(w).marine[u] and PORT in way.entry.where.features and w.options.get("marine_ports") == "all":
        return list(bits(feature(w, PORT)))
    return way.hexes


def must_stop(w: GameInProgress, u: int, way: Way) -> bool:
    """Whether a unit must stop where it enters: if the entry says so and, by an option, marines in ports
    (10.0)."""
    return way.stops or (
        units(w).marine[u] and PORT in way.entry.where.features and w.options.get("marine_landing") == "stop")


def refusal(w: GameInProgress, u: int, way: Way, hex: int) -> IllegalOrderError | None:
    """Why a unit may not enter in this hex of an entry, or None."""
    side, features = w.forces.side[u], way.entry.where.features
    name = w.board.name(hex)
    if w.mask[1 - side] >> hex & 1:
        return IllegalOrderError(f"An enemy unit stands in {name}.", "10.0")
    if w.board.cost[hex] is None and hex not in w.board.road_cost:
        return IllegalOrderError(f"{name} is prohibited terrain.", "9.0")
    landing = bool(features) and units(w).marine[u] and feature(w, PORT) >> hex & 1
    if landing and PORT in features and w.options.get("marine_ports") == "friendly" and (
            not w.state.control[side] >> hex & 1):
        return IllegalOrderError(f"{name} is not under friendly control.", "10.0")
    if features and not landing:
        if not w.state.control[side] >> hex & 1:
            return IllegalOrderError(f"{name} is not under friendly control.", "10.0")
        if zones.zone(w, 1 - side) >> hex & 1:
            return IllegalOrderError(f"An enemy unit is next to {name}.", "10.0")
        if not supply.area_for(w, u) >> hex & 1:
            return IllegalOrderError(f"{name} is not in supply.", "10.0")
    if not way.pays and not stacking.fits(w, hex, u):
        return stacking.refusal(w, hex, [u])
    return None


def entry_cost(w: GameInProgress, u: int, way: Way, hex: int) -> int:
    """The cost of the first hex times scale: that of its terrain if the entry pays, otherwise 0.

    No road leads onto the map from outside, so the terrain counts (9.1)."""
    if not way.pays:
        return 0
    if units(w).flyer[u]:
        return w.board.scale
    cost = w.board.cost[hex]
    return w.board.road_cost[hex] if cost is None else cost


def field_of(w: GameInProgress, u: int, way: Way) -> Reach:
    """The hexes that a unit can reach through one entry, starting from every open entry hex."""
    f = w.forces
    starts = {h: entry_cost(w, u, way, h) for h in hexes_of(w, u, way) if refusal(w, u, way, h) is None}
    if must_stop(w, u, way) or f.static[u]:
        return reach(paths.steps(w, u), starts, -1, 0, 0, minimum=False)
    zone = stopping_zones(w, u)
    blocked = 0 if units(w).flyer[u] else w.mask[1 - f.side[u]]
    # A unit from outside the map enters the first hex, and a zone of control there stops it (8.1).
    return reach(paths.steps(w, u), starts, paths.allowance(w, u), blocked, zone,
                 hold=zone if way.pays else 0, minimum=not way.pays)


def entries_of(w: GameInProgress, u: int) -> dict[int, Reach]:
    """Every hex in which a due unit can end, with the field that has the cheapest path to it from an
    entry."""
    known: dict[int, Reach] = w.recall(("entries", u), lambda: _entries(w, u))
    return known


def _entries(w: GameInProgress, u: int) -> dict[int, Reach]:
    entries: dict[int, Reach] = {}
    closed = stacking.closed(w, u)
    for way in w.forces.ways[u]:
        field = field_of(w, u, way)
        for end in field:
            if not closed[end] and end not in entries:
                entries[end] = field
    return entries


def orders(w: GameInProgress, u: int) -> list[Order]:
    """An order for every hex that a due unit can reach, with the cheapest path to it."""
    key = (w.forces.keys[u],)
    return [
        Order("enter", key, w.board.numbers_of(field.path_to(end)))
        for end, field in entries_of(w, u).items()]


def overdue(w: GameInProgress) -> list[int]:
    """The units of the moving side that can enter now through their listed entry and so must (10.0); units
    blocked by enemies or stacking wait (3.3)."""
    units = []
    for u in w.forces.ground[w.state.side]:
        if w.state.where[u] != WAITING or not due(w, u):
            continue
        for way in w.forces.ways[u][:1]:
            # Usually the entry hex itself has room, and the others need not be checked.
            first = (h for h in hexes_of(w, u, way) if refusal(w, u, way, h) is None)
            if any(paths.may_end(w, u, h) for h in first) or any(
                    paths.may_end(w, u, end) for end in field_of(w, u, way)):
                units.append(u)
    return units


def bring(w: GameInProgress, order: Order) -> None:
    """Let a reinforcement enter and move on (10.0)."""
    s = w.state
    u = own_unit(w, order.units[0], air=False)
    if not due(w, u):
        raise IllegalOrderError(f"{w.label(u)} is not due to enter.", "10.0")
    path = way_along(w, order.hexes)
    if not path:
        raise IllegalOrderError(f"Name the hex in which {w.label(u)} enters.", "10.0")
    ways = [way for way in w.forces.ways[u] if path[0] in hexes_of(w, u, way)]
    if not ways:
        # The rule that names its entries: 12.0 for Americans, 12.1 for Romanians, 3.0 for most.
        rules = [way.entry.rule for way in w.forces.ways[u] if way.entry.rule]
        raise IllegalOrderError(f"{w.label(u)} may not enter at {w.board.name(path[0])}.", (*rules, "3.0")[0])
    problem: IllegalOrderError | None = None
    for way in ways:
        problem = refusal(w, u, way, path[0]) or _path_refusal(w, u, way, path)
        if problem is None:
            break
    if problem is not None:
        raise problem
    s.out[u] = 0
    paths.walk(w, u, path, MOVED | ENTERED)
    stacking.settle(w, "move")


def _path_refusal(w: GameInProgress, u: int, way: Way, path: list[int]) -> IllegalOrderError | None:
    if must_stop(w, u, way) and len(path) > 1:
        return IllegalOrderError(
            f"{w.label(u)} must stop in the hex where it enters.", way.entry.rule or "12.0")
    if w.forces.static[u] and len(path) > 1:
        return IllegalOrderError(f"{w.label(u)} never leaves its hex.", "2.6")
    spent = entry_cost(w, u, way, path[0])
    if len(path) > 1:
        try:
            paths.check_path(w, u, path, spent, entering=way.pays)
        except IllegalOrderError as problem:
            return problem
    return stacking.refusal(w, path[-1], [u])
