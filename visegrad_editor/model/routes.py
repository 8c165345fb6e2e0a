"""The cheapest way between two hexes by the data of a ruleset: where a new road would go.

A step costs what the terrain and the features of the hex entered cost and what lies on the hexside
adds; along a road it costs what the road does. Zones of control, stacking and the like are nothing to it.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from fractions import Fraction

from ..hexgrid import Hex, hexside
from .costs import PARTS, points
from .design import Design
from .ruleset import side_cost


@dataclass(frozen=True)
class Route:
    """A way from hex to hex, both ends included, and its cost in movement points."""

    path: tuple[Hex, ...]
    cost: Fraction


class Routes:
    """All cheapest ways from one hex, found as far as they are asked for."""

    def __init__(self, design: Design, start: Hex) -> None:
        self.design, self.start = design, start
        self._map, self._rules = design.map, design.ruleset
        self._cost: dict[Hex, int] = {start: 0}
        self._before: dict[Hex, list[Hex]] = {start: []}
        """The hexes from which a hex is reached most cheaply."""
        self._done: set[Hex] = set()
        self._edge: list[tuple[int, Hex]] = [(0, start)]
        self._entering: dict[Hex, int | None] = {}
        self._sides = {k.id: k for k in self._rules.hexsides}
        self._roads = {k.id: points(k.cost) * PARTS for k in self._rules.roads}
        self._ranks = {k.id: k.rank for k in self._rules.roads}
        self._ground = {k.id: k.playable for k in self._rules.terrain}
        self._terrain = {k.id: _twelfths(k.cost) for k in self._rules.terrain}

    def to(self, end: Hex) -> Route | None:
        """The cheapest way there; None where no way leads. Of several the straightest."""
        if end not in self._map.grid:
            return None
        if end != self.start and all(self._step(n, end) is None for n in self._map.grid.neighbours(end)):
            return None
        while self._edge and end not in self._done:
            self._settle()
        if end not in self._done:
            return None
        return Route(self._walk(end), Fraction(self._cost[end], PARTS))

    def _settle(self) -> None:
        cost, here = heapq.heappop(self._edge)
        if here in self._done:
            return
        self._done.add(here)
        for there in self._map.grid.neighbours(here):
            step = self._step(here, there)
            if step is None or there in self._done:
                continue
            now = cost + step
            known = self._cost.get(there)
            if known is None or now < known:
                self._cost[there], self._before[there] = now, [here]
                heapq.heappush(self._edge, (now, there))
            elif now == known:
                self._before[there].append(here)

    def _walk(self, end: Hex) -> tuple[Hex, ...]:
        """The way back from a hex, of equally cheap ones that which strays least from the straight line."""
        centre = self._map.geometry.centre
        (x0, y0), (x1, y1) = centre(self.start), centre(end)

        def astray(hex: Hex) -> tuple[float, Hex]:
            x, y = centre(hex)
            return round(abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)), 6), hex

        way = [end]
        while way[-1] != self.start:
            way.append(min(self._before[way[-1]], key=astray))
        return tuple(reversed(way))

    def _step(self, here: Hex, there: Hex) -> int | None:
        """What a step costs in twelfths of a point; None where it cannot be made."""
        side = hexside(here, there)
        roads = [r for r in self._map.road_segments.get(side, ()) if r.kind in self._roads]
        if self._ground.get(self._map.terrain.at(there)) is not True:
            return None
        if roads:
            best = max(roads, key=lambda r: (self._ranks[r.kind], -self._roads[r.kind]))
            return int(self._roads[best.kind])
        price = self._price(there)
        kinds = [self._sides[x.kind] for x in self._map.side_lines.get(side, ()) if x.kind in self._sides]
        extra = side_cost(kinds)
        return None if price is None or extra is None else price + int(extra * PARTS)

    def _price(self, hex: Hex) -> int | None:
        """What entering a hex costs, without roads."""
        if hex not in self._entering:
            cost = self._terrain.get(self._map.terrain.at(hex))
            for id in self._map.features_at(hex):
                feature = self._rules.feature_by_id.get(id)
                if feature is not None and feature.cost != "other" and cost is not None:
                    cost = None if feature.cost is None else max(cost, int(points(feature.cost) * PARTS))
            self._entering[hex] = cost
        return self._entering[hex]


def _twelfths(cost: float | None) -> int | None:
    return None if cost is None else int(points(cost) * PARTS)
