"""The cheapest route between two hexes by the data of a ruleset: where a new road would go.

A step costs what the terrain and the features of the entered hex cost plus the cost of the hexside; along a
road it costs what the road does. Zones of control, stacking and the like are ignored.
"""

from __future__ import annotations

import heapq
import time
from fractions import Fraction

from ..hexgrid import Hex, hexside
from ..lazy_dataclass import dataclass
from .costs import PARTS, points
from .design import Design
from .ruleset import side_cost

_BATCH = 500
"""Hexes settled between two checks of the clock."""


@dataclass(frozen=True)
class Route:
    """A route from hex to hex, both ends included, and its cost in movement points."""

    path: tuple[Hex, ...]
    cost: Fraction


class Routes:
    """All cheapest routes from one hex, computed as far as they are needed.

    Internally hexes are numbers, their positions in the grid: a map may have a hundred thousand of them.
    """

    def __init__(self, design: Design, start: Hex) -> None:
        self.design, self.start = design, start
        self._map, self._rules = design.map, design.ruleset
        grid = design.map.grid
        self._columns, self._rows = grid.columns, grid.rows
        even, odd = ([(n.col - h.col, n.row - h.row) for n in grid.around(h)] for h in (
            (Hex(0, 0), Hex(0, 1)) if grid.orientation == "pointy" else (Hex(0, 0), Hex(1, 0))))
        self._steps = even, odd
        self._by_row = grid.orientation == "pointy"
        first = grid.index(start)
        self._cost: dict[int, int] = {first: 0}
        self._before: dict[int, list[int]] = {first: []}
        """The hexes from which a hex is reached most cheaply."""
        self._done: set[int] = set()
        self._edge: list[tuple[int, int]] = [(0, first)]
        self._sides = {k.id: k for k in self._rules.hexsides}
        self._roads = {k.id: (k.rank, -int(points(k.cost) * PARTS)) for k in self._rules.roads}
        kinds = self._rules.terrain_by_id
        self._letters = {
            letter: None if (kind := kinds.get(id)) is None or kind.cost is None or not kind.playable
            else int(points(kind.cost) * PARTS) for letter, id in self._map.terrain.legend}
        self._playable = {letter: (kind := kinds.get(id)) is not None and kind.playable
                          for letter, id in self._map.terrain.legend}
        self._special = {grid.index(h) for sides in (self._map.side_lines, self._map.road_segments)
                         for side in sides for h in side if h in grid}
        """Hexes with something on one of their sides."""
        self._featured = {grid.index(p.hex): p.features for p in self._map.places if p.hex in grid}

    def to(self, end: Hex, seconds: float | None = None) -> Route | None:
        """The cheapest route to a hex, of several the straightest; None if there is none.

        With `seconds` the search stops after about that time and raises TimeoutError; the next call continues
        from there.
        """
        grid = self._map.grid
        if end not in grid:
            return None
        goal = grid.index(end)
        if end != self.start and all(self._step(grid.index(n), goal) is None for n in grid.neighbours(end)):
            return None
        until = None if seconds is None else time.monotonic() + seconds
        while self._edge and goal not in self._done:
            for _ in range(_BATCH):
                if self._edge and goal not in self._done:
                    self._settle()
            if until is not None and goal not in self._done and time.monotonic() > until:
                raise TimeoutError
        if goal not in self._done:
            return None
        return Route(self._walk(goal), Fraction(self._cost[goal], PARTS))

    def _settle(self) -> None:
        cost, here = heapq.heappop(self._edge)
        done, known = self._done, self._cost
        if here in done:
            return
        done.add(here)
        columns, rows, special = self._columns, self._rows, self._special
        row, col = divmod(here, columns)
        for dc, dr in self._steps[(row if self._by_row else col) & 1]:
            c, r = col + dc, row + dr
            if not (0 <= c < columns and 0 <= r < rows):
                continue
            there = r * columns + c
            if there in done:
                continue
            if (here in special and there in special) or there in self._featured:
                step = self._step(here, there)
            else:
                step = self._letters[self._map.terrain.rows[r][c]]
            if step is None:
                continue
            now, old = cost + step, known.get(there)
            if old is None or now < old:
                known[there], self._before[there] = now, [here]
                heapq.heappush(self._edge, (now, there))
            elif now == old:
                self._before[there].append(here)

    def _walk(self, goal: int) -> tuple[Hex, ...]:
        """The route back from a hex; of equally cheap ones the one that deviates least from the straight
        line."""
        centre = self._map.geometry.centre
        (x0, y0), (x1, y1) = centre(self.start), centre(self._hex(goal))

        def deviation(index: int) -> tuple[float, int]:
            x, y = centre(self._hex(index))
            return round(abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)), 6), index

        way, first = [goal], self._map.grid.index(self.start)
        while way[-1] != first:
            way.append(min(self._before[way[-1]], key=deviation))
        return tuple(self._hex(i) for i in reversed(way))

    def _hex(self, index: int) -> Hex:
        row, col = divmod(index, self._columns)
        return Hex(col, row)

    def _step(self, start: int, end: int) -> int | None:
        """The cost of a step in twelfths of a point; None if it cannot be made."""
        there = self._hex(end)
        letter = self._map.terrain.rows[there.row][there.col]
        if not self._playable[letter]:
            return None
        side = hexside(self._hex(start), there)
        roads = [self._roads[r.kind] for r in self._map.road_segments.get(side, ()) if r.kind in self._roads]
        if roads:
            return -max(roads)[1]
        price = self._price(end, letter)
        kinds = [self._sides[x.kind] for x in self._map.side_lines.get(side, ()) if x.kind in self._sides]
        extra = side_cost(kinds)
        return None if price is None or extra is None else price + int(extra * PARTS)

    def _price(self, index: int, letter: str) -> int | None:
        """The cost of entering a hex without roads: the highest of its terrain and its features."""
        cost = self._letters[letter]
        for id in self._featured.get(index, ()):
            feature = self._rules.feature_by_id.get(id)
            if feature is not None and feature.cost != "other" and cost is not None:
                cost = None if feature.cost is None else max(cost, int(points(feature.cost) * PARTS))
        return cost
