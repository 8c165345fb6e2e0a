"""The two graph problems that every movement phase solves again and again, on the map of a real scenario."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from visegrad_editor.engine.bits import bits, mask_of, spread
from visegrad_editor.engine.board import Board
from visegrad_editor.engine.reach import reach
from visegrad_editor.engine.supply import SupplyNet

Reached = list[tuple[list[int], list[int]]]
"""For each start, the hexes reached and their costs, as Python lists and numbers for every library."""
Costs = list[dict[int, int]]
"""For each start, hex to cost."""
Served = frozenset[int]
"""The hexes in supply."""


@dataclass(frozen=True)
class Problem:
    """A map with units of both sides on it. `starts` are the hexes whose units move."""

    board: Board
    friends: int
    enemies: int
    sources: int
    starts: tuple[int, ...]
    allowance: int

    @property
    def zones(self) -> int:
        """The hexes in enemy zones of control."""
        return spread(self.enemies, self.board.adjacent)

    @property
    def barred(self) -> int:
        """The hexes no supply path may cross."""
        return self.enemies | (self.zones & ~self.friends)


def make_problem(board: Board, seed: int = 1, units: int = 35, points: int = 7) -> Problem:
    """A problem with `units` units on each side, at random on the map, three fifths of them in contact."""
    random = Random(seed)
    ground = [i for i in bits(board.playable) if board.cost[i] is not None]
    chosen = random.sample(ground, 2 * units)
    # Units in the same column of hexes face each other: without contact zones of control would not matter.
    chosen.sort(key=lambda i: board.hex(i).col + random.random() * 4)
    friends, enemies = mask_of(chosen[:units]), mask_of(chosen[units:])
    towns = board.features.get("city", 0) | board.features.get("capital", 0)
    zones = spread(enemies, board.adjacent)
    starts = tuple(i for i in ground if not (enemies | zones) >> i & 1)
    return Problem(board, friends, enemies, towns & ~enemies, starts, points * board.scale)


def ours_reach(p: Problem) -> Callable[[], Reached]:
    """The engine's reach of a unit in every start hex, with the sets of hexes that a game keeps."""
    blocked, stop, steps, allowance = p.enemies, p.zones, p.board.steps, p.allowance

    def run() -> Reached:
        fields = (reach(steps, {s: 0}, allowance, blocked, stop, minimum=False) for s in p.starts)
        return [(field.hexes, field.costs) for field in fields]

    return run


def ours_reach_as_dict(p: Problem) -> Callable[[], Costs]:
    """The engine's reach with a dictionary of costs for each start, which it makes only on demand."""
    blocked, stop, steps, allowance = p.enemies, p.zones, p.board.steps, p.allowance

    def run() -> Costs:
        return [reach(steps, {s: 0}, allowance, blocked, stop, minimum=False).cost for s in p.starts]

    return run


def movement_edges(p: Problem) -> list[tuple[int, int, int]]:
    """(from, to, cost) of every step a unit may make: none into enemies, none out of their zones.

    The rivals get this graph for free, although it changes with every unit that moves.
    """
    return [
        (a, b, cost) for a, row in enumerate(p.board.steps)
        if not (p.zones | p.enemies) >> a & 1 for b, cost in row if not p.enemies >> b & 1]


SUPPLY_ROUNDS = 200


def ours_supply(p: Problem) -> Callable[[], Served]:
    """The hexes in supply, computed `SUPPLY_ROUNDS` times."""
    net = SupplyNet(p.board)

    def run() -> Served:
        mask = 0
        for _ in range(SUPPLY_ROUNDS):
            mask = net.served(p.sources, p.barred)
        return frozenset(bits(mask))

    return run


def ours_supply_as_hexes(p: Problem) -> Callable[[], Served]:
    """The hexes in supply, computed `SUPPLY_ROUNDS` times, as numbers each time: what networkx and scipy
    return anyway."""
    net = SupplyNet(p.board)

    def run() -> Served:
        found: list[int] = []
        for _ in range(SUPPLY_ROUNDS):
            found = list(bits(net.served(p.sources, p.barred)))
        return frozenset(found)

    return run


def supply_edges(p: Problem) -> tuple[int, list[tuple[int, int]]]:
    """Supply as a graph problem: the number of its start node, and its edges.

    Node h is hex h on the way, node h + size the end of a path in h, node 2 x size the start. This represents
    the rules for roads through mountains and for ends in zones of control.
    """
    size, board = p.board.size, p.board
    unfit, open_hexes = board.no_supply, board.playable & ~p.barred
    root, edges = 2 * size, []
    working = p.sources & open_hexes

    def through(a: int, b: int) -> bool:
        return (a, b) in board.road_step

    for h in bits(p.sources):
        edges.append((root, h + size))
    for a, b in board.step_cost:
        if working >> a & 1:
            edges.append((root, b + size))
            if open_hexes >> b & 1 and (not unfit >> b & 1 or through(a, b)):
                edges.append((root, b))
        if open_hexes >> a & 1 and (not unfit >> a & 1 or through(a, b)):
            edges.append((a, b + size))
            if open_hexes >> b & 1 and (not (unfit >> a & 1 or unfit >> b & 1) or through(a, b)):
                edges.append((a, b))
    edges += [(h, h + size) for h in bits(open_hexes)]
    return root, edges
