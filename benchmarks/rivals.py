"""The same problems solved by networkx and by scipy, with graphs built beforehand."""

from __future__ import annotations

from collections.abc import Callable

import networkx
import numpy
from problems import SUPPLY_ROUNDS, Answer, Problem, movement_edges, supply_edges
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import breadth_first_order, dijkstra


def networkx_reach(p: Problem) -> Callable[[], Answer]:
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(p.board.size))
    graph.add_weighted_edges_from(movement_edges(p))

    def run() -> Answer:
        return [
            frozenset(networkx.single_source_dijkstra_path_length(graph, s, cutoff=p.allowance))
            for s in p.starts]

    return run


def scipy_reach(p: Problem) -> Callable[[], Answer]:
    """One question at a time, as a game asks them."""
    matrix = _matrix(p)

    def run() -> Answer:
        found = []
        for s in p.starts:
            costs = dijkstra(matrix, indices=s, limit=p.allowance)
            found.append(frozenset(numpy.nonzero(numpy.isfinite(costs))[0].tolist()))
        return found

    return run


def scipy_reach_at_once(p: Problem) -> Callable[[], Answer]:
    """All questions in one call, which a game, where every move changes the graph, cannot do."""
    matrix = _matrix(p)

    def run() -> Answer:
        costs = dijkstra(matrix, indices=list(p.starts), limit=p.allowance)
        return [frozenset(numpy.nonzero(numpy.isfinite(row))[0].tolist()) for row in costs]

    return run


def _matrix(p: Problem) -> csr_matrix:
    a, b, cost = zip(*movement_edges(p), strict=True)
    return csr_matrix((cost, (a, b)), shape=(p.board.size, p.board.size), dtype=float)


def networkx_supply(p: Problem) -> Callable[[], Answer]:
    root, edges = supply_edges(p)
    graph = networkx.DiGraph(edges)

    def run() -> Answer:
        found: set[int] = set()
        for _ in range(SUPPLY_ROUNDS):
            found = networkx.descendants(graph, root)
        return [_ends(p, found)]

    return run


def scipy_supply(p: Problem) -> Callable[[], Answer]:
    root, edges = supply_edges(p)
    a, b = zip(*edges, strict=True)
    matrix = csr_matrix((numpy.ones(len(edges)), (a, b)), shape=(root + 1, root + 1))

    def run() -> Answer:
        found = []
        for _ in range(SUPPLY_ROUNDS):
            found = breadth_first_order(matrix, root, return_predecessors=False).tolist()
        return [_ends(p, set(found))]

    return run


def _ends(p: Problem, nodes: set[int]) -> frozenset[int]:
    size = p.board.size
    return frozenset(n - size for n in nodes if size <= n < 2 * size)
