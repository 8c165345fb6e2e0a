"""The roads of a map: which is drawn across each hexside, and where it runs, in curves from hex centre to hex
centre. `tables/roads.py` has how they are drawn."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from copy import copy
from itertools import chain

import numpy as np

from ..hexgrid import Hex, HexGeometry, Hexside, Point, hexside
from ..model.design import Design
from ..model.gamemap import Road
from ..model.ruleset import RoadKind
from .ground import Ground
from .hex_centres import centres
from .style import Style

_BEND = 0.38
"""How far the direction at one hex centre extends towards the next, in hexes."""
PIECES = 8
"""The pieces of a curve from hex centre to hex centre at small scales."""
_LEAST_TURN = 0.2
"""A cosine: a railway that would have to bend more to join its road keeps its own direction."""
Entry = tuple[RoadKind, Road, int]
"""The kind of a road, the road, and the index of its step."""
Step = tuple[Hex, Hex, Hex, Hex, Hex, Hex]
"""A step from a hex to the next, followed by its direction at the start, given by two hexes, and at the
end."""


class Roads:
    """The roads of one design: which is drawn across each hexside, and where it runs."""

    def __init__(self, design: Design, style: Style, ground: Ground | None = None) -> None:
        self.design, self.style = design, style
        self.geometry: HexGeometry = style.geometry(design.map)
        roads, rails = dict[Hexside, Entry](), dict[Hexside, Entry]()
        for road in design.map.roads:
            kind = design.ruleset.road_by_id.get(road.kind)
            if kind is None:
                continue
            best = rails if is_railway(kind) else roads
            for i, side in enumerate(road.segments()):
                known = best.get(side)
                if known is None or kind.rank > known[0].rank:
                    best[side] = (kind, road, i)
        self._rails, self._best = rails, (rails | roads if rails else roads)
        self.along: Mapping[Hexside, RoadKind] = {
            side: kind for side, (kind, _, _) in rails.items() if side in roads}
        """For each hexside the kind of the railway that runs along a road there."""
        self._ends = self._loose_ends()
        self.off_map: Mapping[Hexside, tuple[tuple[Hex, Hex], ...]] = self._leaving(ground) if ground else {}
        """For each hexside whose road continues off the map: the last hex and the one after it."""
        self._to_edge = ground is not None and not ground.off_letters
        """Whether all of the map is ground, so that roads leave it at its edge only."""

    def on(self, ground: Ground) -> Roads:
        """The same roads on other ground; this object if they leave the map as before."""
        if not ground.off_letters and self._to_edge:
            return self  # then only the edge of the map decides
        off_map = self._leaving(ground)
        if off_map == self.off_map:
            return self
        other = copy(self)
        other.off_map, other._to_edge = off_map, not ground.off_letters
        return other

    @property
    def drawn(self) -> Mapping[Hexside, Entry]:
        """For each hexside the kind of the road drawn across it, the road, and the index of its step; a
        railway only if there is no road."""
        return self._best

    def _loose_ends(self) -> list[tuple[Hexside, Hex, Hex]]:
        """The ends of roads in hexes that no other road enters: the hexside before, the hex, and the hex
        beyond."""
        grid = self.design.map.grid
        ways = Counter(hex for side in self._best for hex in side)
        ends = []
        for road in self.design.map.roads:
            for at, last, before in ((0, 0, 1), (len(road.path) - 2, -1, -2)):
                if len(road.path) < 2 or ways[road.path[last]] != 1:
                    continue
                side, d = hexside(road.path[before], road.path[last]), grid.direction(
                    road.path[before], road.path[last])
                best = self._best.get(side)
                if best is not None and best[1] is road and best[2] == at and d is not None:
                    ends.append((side, road.path[last], grid.step(road.path[last], d)))
        return ends

    def _leaving(self, ground: Ground) -> dict[Hexside, tuple[tuple[Hex, Hex], ...]]:
        """The ends of roads that point out of the map, at its edge or at ground off it."""
        leaving: dict[Hexside, tuple[tuple[Hex, Hex], ...]] = {}
        for side, hex, beyond in self._ends:
            if ground.is_off_map(beyond) and not ground.is_off_map(hex):
                leaving[side] = (*leaving.get(side, ()), (hex, beyond))
        return leaving

    def tails(self, side: Hexside) -> list[tuple[Point, Point]]:
        """The straight pieces from a road's last hex centre to the hexside at which it leaves the map."""
        centre = self.geometry.centre
        return [((ax, ay), ((ax + bx) / 2, (ay + by) / 2)) for a, b in self.off_map.get(side, ())
                for (ax, ay), (bx, by) in ((centre(a), centre(b)),)]

    def courses(self, sides: Sequence[Hexside]) -> list[tuple[Point, ...]]:
        """The points of the roads across some hexsides, from hex centre to hex centre, as coarse as drawn at
        small scales."""
        if not sides:
            return []
        steps = np.array([tuple(chain.from_iterable(self.step(side))) for side in sides])
        found = curves(self.geometry, steps, PIECES).tolist()
        return [tuple((x, y) for x, y in course) for course in found]

    def step(self, side: Hexside) -> Step:
        """The step of the road across a hexside; a railway joins a road along which it continues, and leaves
        it, in the direction of that road."""
        kind, road, i = self._best[side]
        path = road.path
        a, b = path[i], path[i + 1]
        start = (path[i - 1] if i else a, b)
        end = (a, path[i + 2] if i + 2 < len(path) else b)
        if is_railway(kind) and self.along:
            if i and (beyond := self._beyond(path[i - 1], a)):
                start = self._bent(a, b, (path[i - 1], beyond), start)
            if i + 2 < len(path) and (beyond := self._beyond(path[i + 2], b)):
                end = self._bent(a, b, (beyond, path[i + 2]), end)
        return a, b, *start, *end

    def _beyond(self, far: Hex, near: Hex) -> Hex | None:
        """For a railway along the road between two hexes: the hex from which that road comes to the near one,
        or the near one if the road ends there. None if there is no road or no railway."""
        side = hexside(far, near)
        if side not in self.along:
            return None
        _, road, i = self._best[side]
        at = i + 2 if road.path[i + 1] == near else i - 1
        return road.path[at] if 0 <= at < len(road.path) else near

    def _bent(self, a: Hex, b: Hex, wanted: tuple[Hex, Hex], own: tuple[Hex, Hex]) -> tuple[Hex, Hex]:
        centre = self.geometry.centre
        (ax, ay), (bx, by), (px, py), (qx, qy) = (centre(hex) for hex in (a, b, *wanted))
        x, y, u, v = bx - ax, by - ay, qx - px, qy - py
        return wanted if x * u + y * v > _LEAST_TURN * math.hypot(x, y) * math.hypot(u, v) else own

    def reached(self, hexes: Set[Hex]) -> set[Hex]:
        """The hexes along railways that may change when roads in some hexes change: these hexes, and the next
        ones on railways through them."""
        hexes_reached, rails, around = set(hexes), self._rails, self.design.map.grid.around
        if rails:
            hexes_reached.update(n for hex in hexes for n in around(hex) if hexside(hex, n) in rails)
        return hexes_reached


def curves(geometry: HexGeometry, steps: np.ndarray, pieces: int) -> np.ndarray:
    """The curves (n, pieces + 1, 2) from hex to hex; `steps` are those of `Roads.step`."""
    a, b, *ends = (centres(geometry, steps[:, i], steps[:, i + 1]) for i in range(0, 12, 2))
    reach = np.hypot(*(b - a).T)[:, None] * _BEND
    c, d = a + _direction(ends[0], ends[1]) * reach, b - _direction(ends[2], ends[3]) * reach
    t = (np.arange(pieces + 1) / pieces)[:, None]
    u = 1 - t
    curve: np.ndarray = (u**3 * a[:, None] + 3 * u * u * t * c[:, None] + 3 * u * t * t * d[:, None]
                    + t**3 * b[:, None])
    return curve


def _direction(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    way = b - a
    directions: np.ndarray = way / np.maximum(np.hypot(*way.T), 1e-9)[:, None]
    return directions


def is_railway(kind: RoadKind) -> bool:
    """Whether a kind of road is a railway, which is drawn on top of others."""
    return "railway" in kind.traits
