"""Distances over the map, worked out once a game: what lies near what."""

from __future__ import annotations

import heapq

from ..engine.board import Board

FAR = 10_000.0


class Atlas:
    """Movement points between hexes as if nobody stood in the way."""

    def __init__(self, board: Board, sides: dict[str, str]) -> None:
        self.board = board
        self.sides = sides
        """Unit key to the id of its side."""
        self._into: list[list[tuple[int, int]]] = [[] for _ in range(board.size)]
        for start, row in enumerate(board.steps):
            for end, cost in row:
                self._into[end].append((start, cost))
        self._known: dict[str, dict[str, float]] = {}
        numbers = board.numbers
        self.around: dict[str, tuple[str, ...]] = {
            numbers[i]: tuple(numbers[n] for n in row if n >= 0) for i, row in enumerate(board.neighbours)}
        """Hex number to those of the hexes in play around it."""

    def to(self, goal: str) -> dict[str, float]:
        """Hex number to movement points from there to the goal; hexes with no way are left out."""
        known = self._known.get(goal)
        if known is None:
            known = self._known[goal] = self._travel(self.board.index[goal])
        return known

    def _travel(self, goal: int) -> dict[str, float]:
        found: dict[int, int] = {}
        heap = [(0, goal)]
        while heap:
            cost, here = heapq.heappop(heap)
            if here in found:
                continue
            found[here] = cost
            for start, step in self._into[here]:
                if start not in found:
                    heapq.heappush(heap, (cost + step, start))
        scale = self.board.scale
        return {self.board.numbers[i]: c / scale for i, c in found.items()}

    def opposite(self, centre: str, hex: str) -> str:
        """The hex across `centre` from its neighbour `hex`, or ""."""
        index = self.board.index
        d = self.board.direction(index[centre], index[hex])
        n = self.board.neighbours[index[centre]][(d + 3) % 6]
        return self.board.numbers[n] if n >= 0 else ""
