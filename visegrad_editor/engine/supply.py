"""Supply: the hexes joined to a source by a path of any length."""

from __future__ import annotations

from weakref import ref

from .bits import Links, flood, links, spread
from .board import Board

_last: tuple[ref[Board], SupplyNet] | None = None
"""Only a weak reference to the board, which may be large and may be replaced."""


def supply_net(board: Board) -> SupplyNet:
    """The net of a board; the last net is returned again for the same board."""
    global _last
    kept = _last  # read only once: a game and the checks may run in different threads
    if kept is None or kept[0]() is not board:
        kept = _last = (ref(board), SupplyNet(board))
    return kept[1]


class SupplyNet:
    """Tracing of supply paths on a board.

    Terrain that blocks supply is crossed only along roads: both the step in and the step out need a road. The
    two ends of a path, the source and the unit's own hex, do not count as crossed.
    """

    def __init__(self, board: Board) -> None:
        self._open = board.playable
        self._only: Links = board.passable
        roads, unfit = dict(links(board.road_step)), board.no_supply
        inner, first, last = [], [], []
        for difference, sources in self._only:
            beyond = unfit >> difference if difference > 0 else unfit << -difference
            road = roads.get(difference, 0)
            out_of, into = unfit & ~road, beyond & ~road
            inner.append((difference, sources & ~(out_of | into)))
            # First step, out of a source: the source itself may be in terrain that blocks supply.
            first.append((difference, sources & ~into))
            # Last step, into the unit's own hex, which may be in terrain that blocks supply.
            last.append((difference, sources & ~out_of))
        self._inner: Links = tuple(inner)
        self._first: Links = tuple(first)
        self._last: Links = tuple(last)

    def served(self, sources: int, barred: int, most: int = 0, over: Links | None = None) -> int:
        """The hexes in which a unit would be in supply.

        `sources`: hexes of working sources; `barred`: hexes that no path may enter or cross (a unit in such a
        hex may still be supplied from a neighbour). `most` is the greatest length of a path in hexes, 0 for
        any; `over` are the steps it may take, if not all that units on the ground can make.
        """
        open_hexes = self._open & ~barred
        working = sources & open_hexes
        if over is not None or most:
            inner_links, first, last, only = (over,) * 4 if over is not None else (
                self._inner, self._first, self._last, self._only)
            return self._within(sources, working, open_hexes, most or len(bin(self._open)), (
                inner_links, first, last, only))
        inner = flood(spread(working, self._first) & open_hexes, self._inner, open_hexes)
        return sources | inner | working | spread(inner, self._last) | spread(working, self._only)

    def _within(
        self, sources: int, working: int, open_hexes: int, most: int, links: tuple[Links, ...]
    ) -> int:
        """The hexes at most so many steps from a source; the last step may lead into a barred hex."""
        inner_links, first, last, only = links
        reached = sources | working | spread(working, only)
        inner = newest = spread(working, first) & open_hexes
        for _ in range(most - 1):
            if not newest:
                break
            reached |= newest | spread(newest, last)
            newest = spread(newest, inner_links) & open_hexes & ~inner
            inner |= newest
        return reached
