"""Supply: which hexes a path of any length joins to a source."""

from __future__ import annotations

from .bits import Links, flood, links, spread
from .board import Board

_last: tuple[Board, SupplyNet] | None = None


def supply_net(board: Board) -> SupplyNet:
    """The net of a board, the last one made again for the same board."""
    global _last
    kept = _last  # one read: a game may be played in another thread than the checks
    if kept is None or kept[0] is not board:
        kept = _last = (board, SupplyNet(board))
    return kept[1]


class SupplyNet:
    """Tracing of supply paths on a board.

    Hexes marked as unfit for supply are crossed only along roads: both the step in and the step
    out need a road. The two ends of a path, the source and the unit's own hex, are not crossed.
    """

    def __init__(self, board: Board) -> None:
        unfit = board.no_supply
        self._open = board.playable
        self._inner: Links = links(
            (a, b) for a, b in board.supply_edges
            if not (unfit >> a & 1 or unfit >> b & 1) or (a, b) in board.road_step)
        # First step, out of a source: the source itself may be unfit.
        self._first: Links = links(
            (a, b) for a, b in board.supply_edges if not unfit >> b & 1 or (a, b) in board.road_step)
        # Last step, into the unit's own hex: that hex may be unfit.
        self._last: Links = links(
            (a, b) for a, b in board.supply_edges if not unfit >> a & 1 or (a, b) in board.road_step)
        self._only: Links = links(board.supply_edges)

    def served(self, sources: int, barred: int) -> int:
        """The hexes in which a unit would be in supply.

        `sources`: hexes of working sources; `barred`: hexes no path may enter or cross (a unit
        standing in one may still be served from its neighbour).
        """
        open_hexes = self._open & ~barred
        working = sources & open_hexes
        inner = flood(spread(working, self._first) & open_hexes, self._inner, open_hexes)
        return sources | inner | working | spread(inner, self._last) | spread(working, self._only)
