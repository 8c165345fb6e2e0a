"""The problems solved by networkx and by scipy, with graphs built beforehand."""

from __future__ import annotations

from collections.abc import Callable

import networkx
import numpy
from problems import SUPPLY_ROUNDS, Costs, Problem, Reached, Served, movement_edges, supply_edges
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import breadth_first_order, dijkstra


def networkx_reach(p: Problem) -> Callable[[], Reached]:
    ask = networkx_reach_as_dict(p)
    return lambda: [(list(costs), list(costs.values())) for costs in ask()]


def networkx_reach_as_dict(p: Problem) -> Callable[[], Costs]:
    """Reach by networkx in its own form."""
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(p.board.size))
    graph.add_weighted_edges_from(movement_edges(p))
    return lambda: [
        networkx.single_source_dijkstra_path_length(graph, s, cutoff=p.allowance) for s in p.starts]


def scipy_reach(p: Problem) -> Callable[[], Reached]:
    """Reach by scipy, one start at a time, as in a game."""
    matrix = _matrix(p)
    return lambda: [_read(dijkstra(matrix, indices=s, limit=p.allowance)) for s in p.starts]


def scipy_reach_at_once(p: Problem) -> Callable[[], Reached]:
    """Reach by scipy for all starts in one call, which a game cannot use because each move changes the
    graph."""
    matrix = _matrix(p)
    return lambda: [_read(row) for row in dijkstra(matrix, indices=list(p.starts), limit=p.allowance)]


def _read(costs: numpy.ndarray) -> tuple[list[int], list[int]]:
    found = numpy.nonzero(numpy.isfinite(costs))[0]
    return found.tolist(), costs[found].tolist()


def _matrix(p: Problem) -> csr_matrix:
    a, b, cost = zip(*movement_edges(p), strict=True)
    return csr_matrix((cost, (a, b)), shape=(p.board.size, p.board.size), dtype=float)


def networkx_supply(p: Problem) -> Callable[[], Served]:
    root, edges = supply_edges(p)
    graph = networkx.DiGraph(edges)

    def run() -> Served:
        found: set[int] = set()
        for _ in range(SUPPLY_ROUNDS):
            found = networkx.descendants(graph, root)
        return _ends(p, found)

    return run


def scipy_supply(p: Problem) -> Callable[[], Served]:
    root, edges = supply_edges(p)
    a, b = zip(*edges, strict=True)
    matrix = csr_matrix((numpy.ones(len(edges)), (a, b)), shape=(root + 1, root + 1))

    def run() -> Served:
        found = []
        for _ in range(SUPPLY_ROUNDS):
            found = breadth_first_order(matrix, root, return_predecessors=False).tolist()
        return _ends(p, set(found))

    return run


def _ends(p: Problem, nodes: set[int]) -> frozenset[int]:
    size = p.board.size
    return frozenset(n - size for n in nodes if size <= n < 2 * size)
