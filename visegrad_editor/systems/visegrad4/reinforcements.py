"""Reinforcements: when and where they enter (3.3, 10.0, 10.1, 12.0)."""

from __future__ import annotations

from ...engine.orders import IllegalOrder, Order
from ...engine.reach import path_to, reach
from . import stacking, supply
from .constants import ENTERED, MOVED, PORT, WAITING
from .forces import Way
from .war import War
from .zoc import heeded


def due(w: War, u: int) -> bool:
    """Whether a ground unit's time to enter has come."""
    s = w.state
    arrival = w.forces.units[u].reinforcement
    if s.where[u] != WAITING or arrival is None or w.forces.air[u]:
        return False
    return arrival.event in s.called if arrival.event else arrival.turn <= s.turn


def refusal(w: War, u: int, way: Way, hex: int) -> IllegalOrder | None:
    """Why a unit may not appear in this hex of an entry, or None."""
    f = w.forces
    side = f.side[u]
    name = w.board.name(hex)
    if w.mask[1 - side] >> hex & 1:
        return IllegalOrder(f"An enemy unit stands in {name}.", "10.0")
    if w.board.cost[hex] is None and hex not in w.board.road_cost:
        return IllegalOrder(f"{name} is prohibited terrain.", "9.0")
    landing = f.marine[u] and w.feature(PORT) >> hex & 1
    if way.features and not landing:
        if not w.state.control[side] >> hex & 1:
            return IllegalOrder(f"{name} is not under friendly control.", "10.0")
        if w.zoc(1 - side) >> hex & 1:
            return IllegalOrder(f"An enemy unit is next to {name}.", "10.0")
        if not supply.served(w, supply.group(w, u)) >> hex & 1:
            return IllegalOrder(f"{name} is not in supply.", "10.0")
    if not way.pays and not stacking.fits(w, hex, u):
        return stacking.refusal(w, hex, [u])
    return None


def entry_cost(w: War, u: int, way: Way, hex: int) -> int:
    """What the first hex costs, times scale: its terrain where the entry pays, else nothing.

    No road leads in from off the map, so the terrain counts (9.1)."""
    if not way.pays:
        return 0
    if w.forces.flyer[u]:
        return w.board.scale
    cost = w.board.cost[hex]
    return w.board.road_cost[hex] if cost is None else cost


def _ends(w: War, u: int, way: Way, hex: int) -> dict[int, tuple[int, int]]:
    """Where a unit may get to through an entry hex: hex to (cost, hex before)."""
    from . import movement
    f = w.forces
    spent = entry_cost(w, u, way, hex)
    if way.stops or f.static[u]:
        return {hex: (spent, -1)}
    zone = heeded(w, u)
    if way.pays and hex in zone:
        return {hex: (spent, -1)}
    blocked: frozenset[int] = frozenset() if f.flyer[u] else w.hex_set("units", 1 - f.side[u])
    return reach(movement.steps(w, u), hex, movement.allowance(w, u), blocked, zone, spent)


def orders(w: War, u: int) -> list[Order]:
    """Every way a due unit can enter: through each entry hex to each hex in reach."""
    from . import movement
    found: dict[tuple[int, ...], Order] = {}
    numbers = w.board.numbers
    for way in w.forces.ways[u]:
        for hex in way.hexes:
            if refusal(w, u, way, hex) is not None:
                continue
            field = _ends(w, u, way, hex)
            for end in field:
                if movement.may_end(w, u, end):
                    path = tuple(path_to(field, end))
                    found.setdefault(
                        path, Order("enter", (w.forces.keys[u],), tuple(numbers[i] for i in path)))
    return list(found.values())


def overdue(w: War) -> list[int]:
    """The units of the moving side that could enter now by their listed entry and so must (10.0)."""
    from . import movement
    found = []
    for u in w.forces.ground[w.state.side]:
        if w.state.where[u] == WAITING and due(w, u):
            for way in w.forces.ways[u][:1]:
                if any(
                    refusal(w, u, way, h) is None
                    and (movement.may_end(w, u, h) or any(
                        movement.may_end(w, u, e) for e in _ends(w, u, way, h)))
                    for h in way.hexes
                ):
                    found.append(u)
    return found


def bring(w: War, order: Order) -> None:
    """A reinforcement enters and moves on (10.0)."""
    from . import movement
    s = w.state
    u = w.own_unit(order.units[0], air=False)
    if not due(w, u):
        raise IllegalOrder(f"{w.label(u)} is not due to enter.", "10.0")
    path = [w.hex(h) for h in order.hexes]
    if not path:
        raise IllegalOrder(f"Name the hex in which {w.label(u)} enters.", "10.0")
    ways = [way for way in w.forces.ways[u] if path[0] in way.hexes]
    if not ways:
        raise IllegalOrder(f"{w.label(u)} may not enter at {w.board.name(path[0])}.", "3.0")
    problem: IllegalOrder | None = None
    for way in ways:
        problem = refusal(w, u, way, path[0]) or _cannot_go_on(w, u, way, path)
        if problem is None:
            break
    if problem is not None:
        raise problem
    s.unsupplied[u] = False
    movement.walk(w, u, path, MOVED | ENTERED)
    stacking.settle(w, "move")


def _cannot_go_on(w: War, u: int, way: Way, path: list[int]) -> IllegalOrder | None:
    from . import movement
    if way.stops and len(path) > 1:
        return IllegalOrder(f"{w.label(u)} must stop in the hex where it enters.", way.entry.rule or "12.0")
    if w.forces.static[u] and len(path) > 1:
        return IllegalOrder(f"{w.label(u)} never leaves its hex.", "2.6")
    spent = entry_cost(w, u, way, path[0])
    if len(path) > 1:
        try:
            movement.check_path(w, u, path, spent, entering=way.pays)
        except IllegalOrder as problem:
            return problem
    return stacking.refusal(w, path[-1], [u])
