"""Distances over a map, worked out once: what lies near what."""

from __future__ import annotations

from ..engine import Game

FAR = 10_000.0
SETS_KEPT = 200
"""Sets of goals whose distances are remembered."""


class Atlas:
    """Movement points between hexes as if nobody stood in the way."""

    def __init__(self, game: Game) -> None:
        self.board = board = game.board
        self._known: dict[str, dict[str, float]] = {}
        self._sets: dict[tuple[str, ...], dict[str, float]] = {}
        self._points: dict[int, float] = {}
        numbers = board.numbers
        self.around: dict[str, tuple[str, ...]] = {
            numbers[i]: tuple(numbers[n] for n in row if n >= 0) for i, row in enumerate(board.neighbours)}
        """Hex number to those of the hexes in play around it."""
        self.shift: dict[str, int] = dict(zip(numbers, board.shift, strict=True))
        """Hex number to the column shift of attacks on it."""

    def to(self, goal: str) -> dict[str, float]:
        """Hex number to movement points from there to the goal; hexes with no way are left out."""
        known = self._known.get(goal)
        if known is None:
            known = self._known[goal] = self._travel([self.board.index[goal]])
        return known

    def nearest(self, goals: tuple[str, ...]) -> dict[str, float]:
        """Hex number to movement points from there to the nearest of the goals; nothing for none."""
        known = self._sets.get(goals)
        if known is None:
            if len(self._sets) >= SETS_KEPT:
                self._sets.clear()
            known = self._sets[goals] = self._travel([self.board.index[g] for g in goals])
        return known

    def _travel(self, goals: list[int]) -> dict[str, float]:
        """Cheapest ways to the goals from everywhere."""
        found = self.board.ways_to(goals)
        numbers, scale, points = self.board.numbers, self.board.scale, self._points
        # One value for each distance: the tables of a whole map stay small.
        return {numbers[i]: points.setdefault(c, c / scale) for i, c in found.cost.items()}

    def opposite(self, centre: str, hex: str) -> str:
        """The hex across `centre` from its neighbour `hex`, or ""."""
        index = self.board.index
        d = self.board.direction(index[centre], index[hex])
        n = self.board.neighbours[index[centre]][(d + 3) % 6]
        return self.board.numbers[n] if n >= 0 else ""


_last: Atlas | None = None


def atlas_for(game: Game) -> Atlas:
    """The atlas of a game's map, the last one made again for the same map."""
    global _last
    kept = _last  # one read: games may be played in several threads
    if kept is None or kept.board is not game.board:
        kept = _last = Atlas(game)
    return kept
