"""The map compiled for play: hexes as integers, neighbours, costs and shifts as tables.

Movement costs are whole numbers: points times `scale`, so that a road of half a point stays exact.
The model reads costs in twelfths of a point, so `scale` is 12 at most.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable
from functools import cached_property

from ..hexgrid import Hex
from ..model.costs import points
from ..model.gamemap import GameMap
from ..model.ruleset import Ruleset, side_cost
from .bits import Links, bits, flags, links, mask_of
from .reach import Field, Steps, reach

OFF = -1
"""Where there is no hex in play: off the map, at sea, outside the play area."""


def board_for(map: GameMap, ruleset: Ruleset, play_area: tuple[str, ...] = ()) -> Board:
    """The board of a map, the last one made again where nothing of it has changed."""
    global _last
    kept = _last  # one read: a game may be played in another thread than the checks
    if kept is None or kept[0] is not map or kept[1] is not ruleset or kept[2] != play_area:
        kept = _last = (map, ruleset, play_area, Board(map, ruleset, play_area))
    return kept[3]


class Board:
    """A map in play. `play_area` is empty or two hex numbers, opposite corners of the part in play."""

    def __init__(self, map: GameMap, ruleset: Ruleset, play_area: tuple[str, ...] = ()) -> None:
        grid = map.grid
        self.grid = grid
        self.size = len(grid)
        self.hexes: tuple[Hex, ...] = tuple(grid)
        self.numbers: tuple[str, ...] = tuple(grid.number(h) for h in self.hexes)
        self.index: dict[str, int] = {n: i for i, n in enumerate(self.numbers)}
        self._terrain(map, ruleset, play_area)
        self._features(map, ruleset)
        self._roads(map, ruleset)
        self._sides(map, ruleset)

    # -- building -----------------------------------------------------------------------

    def _terrain(self, map: GameMap, ruleset: Ruleset, play_area: tuple[str, ...]) -> None:
        kinds = [ruleset.terrain_by_id.get(map.terrain.at(h)) for h in self.hexes]
        inside = _area_test(map, play_area)
        self.playable: int = mask_of(
            i for i, (h, k) in enumerate(zip(self.hexes, kinds, strict=True))
            if k is not None and k.playable and inside(h))
        self.in_play = flags(self.playable, self.size)
        """Per hex 1 where it is in play."""
        playable = self.playable
        self.neighbours: tuple[tuple[int, ...], ...] = tuple(
            tuple(
                grid_index if grid_index != OFF and playable >> grid_index & 1 else OFF
                for grid_index in (
                    self.grid.index(n) if n in self.grid else OFF
                    for n in (self.grid.step(h, d) for d in range(6))
                )
            )
            for h in self.hexes
        )
        """Per hex six neighbours, clockwise; `OFF` where there is none in play."""
        self.adjacent: Links = links(
            (i, n) for i, row in enumerate(self.neighbours) if playable >> i & 1 for n in row if n != OFF)
        prices = {
            k.id: None if k.cost is None else points(k.cost) for k in ruleset.terrain}
        costs = [None if k is None else prices[k.id] for k in kinds]
        for place in map.places:
            i = self.grid.index(place.hex)
            for f in place.features:
                feature = ruleset.feature_by_id.get(f)
                if feature is None or feature.cost == "other":
                    continue
                here = costs[i]
                # The dearest terrain in a hex counts; a prohibited one prohibits the hex.
                costs[i] = None if feature.cost is None or here is None else max(
                    here, points(feature.cost))
        fractions = [c for c in {id(c): c for c in costs}.values() if c is not None]
        fractions += [points(r.cost) for r in ruleset.roads]
        fractions += [points(s.cost) for s in ruleset.hexsides if s.cost is not None]
        self.scale: int = math.lcm(*(f.denominator for f in fractions)) if fractions else 1
        scaled = {id(c): None if c is None else int(c * self.scale) for c in costs}
        self.cost: tuple[int | None, ...] = tuple(scaled[id(c)] for c in costs)
        """Cost of entering each hex off the roads; None where it is prohibited."""
        self.no_supply: int = mask_of(
            i for i, k in enumerate(kinds) if k is not None and not k.supply)
        self._terrain_shift = [0 if k is None else k.shift for k in kinds]

    def _features(self, map: GameMap, ruleset: Ruleset) -> None:
        self.features: dict[str, int] = {f.id: 0 for f in ruleset.features}
        shifts = list(self._terrain_shift)
        for place in map.places:
            i = self.grid.index(place.hex)
            if not self.playable >> i & 1:
                continue
            for f in place.features:
                if f in self.features:
                    self.features[f] |= 1 << i
                    # The one terrain in the hex that is best for the defender counts.
                    shifts[i] = min(shifts[i], ruleset.feature_by_id[f].shift)
        self.shift: tuple[int, ...] = tuple(shifts)
        """Column shift for attacks on each hex; negative is to the left."""
        self.country: tuple[str, ...] = tuple(map.countries.at(h) for h in self.hexes)
        self.countries: dict[str, int] = {}
        for i, c in enumerate(self.country):
            if self.playable >> i & 1:
                self.countries[c] = self.countries.get(c, 0) | 1 << i
        self.place_names: dict[int, str] = {self.grid.index(p.hex): p.name for p in map.places if p.name}

    def _roads(self, map: GameMap, ruleset: Ruleset) -> None:
        scale = self.scale
        best: dict[tuple[int, int], tuple[int, int]] = {}
        here: dict[int, tuple[int, int]] = {}
        self.road_traits: dict[str, int] = {}
        for road in map.roads:
            kind = ruleset.road_by_id.get(road.kind)
            if kind is None:
                continue
            value = (kind.rank, int(points(kind.cost) * scale))
            path = [self.grid.index(h) for h in road.path if h in self.grid]
            for trait in (*kind.traits, kind.id):
                self.road_traits[trait] = self.road_traits.get(trait, 0) | mask_of(path)
            for i in path:
                here[i] = max(here.get(i, value), value, key=lambda v: v[0])
            for a, b in itertools.pairwise(path):
                for edge in ((a, b), (b, a)):
                    best[edge] = max(best.get(edge, value), value, key=lambda v: v[0])
        self.road_step: dict[tuple[int, int], int] = {edge: cost for edge, (_, cost) in best.items()}
        """Cost of a step along the best road across the hexside, where there is one."""
        self.road_cost: dict[int, int] = {i: cost for i, (_, cost) in here.items()}
        """Cost of the best road in each hex that has one."""

    def _sides(self, map: GameMap, ruleset: Ruleset) -> None:
        crossing: dict[tuple[int, int], int | None] = {}
        self.side_shift: dict[tuple[int, int], int] = {}
        for side, lines in map.side_lines.items():
            kinds = [k for k in (ruleset.hexside_by_id.get(x.kind) for x in lines) if k is not None]
            if not kinds or side.a not in self.grid or side.b not in self.grid:
                continue
            extra = side_cost(kinds)
            shift = min(k.shift for k in kinds)
            a, b = self.grid.index(side.a), self.grid.index(side.b)
            for edge in ((a, b), (b, a)):
                crossing[edge] = None if extra is None else int(extra * self.scale)
                if shift:
                    self.side_shift[edge] = shift
        steps: list[tuple[tuple[int, int], ...]] = []
        lifts: list[tuple[tuple[int, int], ...]] = []
        supply: list[tuple[int, int]] = []
        for i, row in enumerate(self.neighbours):
            found: list[tuple[int, int]] = []
            flights: list[tuple[int, int]] = []
            if self.playable >> i & 1:
                for n in row:
                    if n == OFF:
                        continue
                    flights.append((n, self.scale))
                    cost = self._step_cost(i, n, crossing)
                    if cost is not None:
                        found.append((n, cost))
                        supply.append((i, n))
            steps.append(tuple(found))
            lifts.append(tuple(flights))
        self.steps = Steps(steps)
        """Per hex the (neighbour, cost) steps a ground unit can make."""
        self.lifts = Steps(lifts)
        """Per hex the (neighbour, cost) steps of a unit that flies: one point each."""
        self.step_cost: dict[tuple[int, int], int] = {
            (i, n): c for i, row in enumerate(self.steps) for n, c in row}
        self.lift_cost: dict[tuple[int, int], int] = {
            (i, n): c for i, row in enumerate(self.lifts) for n, c in row}
        self.supply_edges: tuple[tuple[int, int], ...] = tuple(supply)

    def _step_cost(self, start: int, end: int, crossing: dict[tuple[int, int], int | None]) -> int | None:
        road = self.road_step.get((start, end))
        if road is not None:
            return road
        base = self.cost[end]
        extra = crossing.get((start, end), 0)
        return None if base is None or extra is None else base + extra

    @cached_property
    def _into(self) -> Steps:
        """Per hex the steps of ground units that lead into it, each with the hex it comes from."""
        into: list[list[tuple[int, int]]] = [[] for _ in range(self.size)]
        for start, row in enumerate(self.steps):
            for end, cost in row:
                into[end].append((start, cost))
        return Steps(into)

    # -- asking -------------------------------------------------------------------------

    def ways_to(self, goals: Iterable[int]) -> Field:
        """Every hex with a way to one of the goals, and the cost of the cheapest as if nobody stood in it."""
        into = self._into
        return reach(into, dict.fromkeys(goals, 0), into.longest, 0, 0, minimum=False)

    def is_playable(self, index: int) -> bool:
        """Whether the hex is in play."""
        return index != OFF and bool(self.playable >> index & 1)

    def direction(self, start: int, end: int) -> int:
        """The direction of a neighbour, or -1."""
        row = self.neighbours[start]
        return row.index(end) if end in row and end != OFF else -1

    def distance(self, one: int, other: int) -> int:
        """Hexes from one to the other."""
        return self.grid.distance(self.hexes[one], self.hexes[other])

    def name(self, index: int) -> str:
        """`2017` or `2017 (Warsaw)`."""
        place = self.place_names.get(index)
        return f"{self.numbers[index]} ({place})" if place else self.numbers[index]

    def hex_set(self, mask: int) -> tuple[str, ...]:
        """The hex numbers of a set, in map order."""
        return self.numbers_of(bits(mask))

    def numbers_of(self, path: Iterable[int]) -> tuple[str, ...]:
        """The hex numbers of hexes in their order."""
        numbers = self.numbers
        return tuple([numbers[i] for i in path])


def _area_test(map: GameMap, play_area: tuple[str, ...]) -> Callable[[Hex], bool]:
    """Whether a hex lies in the part of the map in play."""
    corners = [map.grid.parse(t) for t in play_area]
    a, b = (corners[0], corners[1]) if len(corners) == 2 else (None, None)
    if a is None or b is None:
        return lambda hex: True
    left, right = sorted((a.col, b.col))
    top, bottom = sorted((a.row, b.row))
    return lambda hex: left <= hex.col <= right and top <= hex.row <= bottom


_last: tuple[GameMap, Ruleset, tuple[str, ...], Board] | None = None
