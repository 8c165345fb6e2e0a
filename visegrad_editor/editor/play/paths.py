"""The way a unit would take if nothing were in its way: what a refusal is explained by."""

from __future__ import annotations

import heapq

from ...engine.board import Board


def likely_path(board: Board, start: str, end: str) -> tuple[str, ...]:
    """The cheapest hexes from one to another by terrain and roads alone; () where there is no way."""
    if start not in board.index or end not in board.index:
        return ()
    first, last = board.index[start], board.index[end]
    known: dict[int, int] = {first: 0}
    before: dict[int, int] = {}
    queue = [(0, first)]
    while queue:
        cost, here = heapq.heappop(queue)
        if here == last:
            path = [last]
            while path[-1] != first:
                path.append(before[path[-1]])
            return tuple(board.numbers[i] for i in reversed(path))
        if cost > known[here]:
            continue
        for there, step in board.steps[here]:
            total = cost + step
            if total < known.get(there, total + 1):
                known[there] = total
                before[there] = here
                heapq.heappush(queue, (total, there))
    return ()
