"""The map compiled for play: hexes as integers, neighbours, costs and shifts as tables.

Movement costs are whole numbers: points times `scale`, so that a road of half a point stays exact.
The model reads costs in twelfths of a point, so `scale` is 12 at most.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable
from functools import cached_property

from ..hexgrid import Hex, HexGrid
from ..model.costs import points
from ..model.gamemap import GameMap
from ..model.give_way import paced
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
        _last = None  # so that the boards of two large maps are not in memory at once
        kept = _last = (map, ruleset, play_area, Board(map, ruleset, play_area))
    return kept[3]


class Board:
    """A map in play. `play_area` is empty or two hex numbers, opposite corners of the part in play."""

    def __init__(self, map: GameMap, ruleset: Ruleset, play_area: tuple[str, ...] = ()) -> None:
        grid = map.grid
        self.grid = grid
        self.size = len(grid)
        self.hexes: tuple[Hex, ...]
        self.numbers: tuple[str, ...]
        self.hexes, self.numbers = grid.numbered
        self.index: dict[str, int] = {n: i for i, n in enumerate(self.numbers)}
        self._terrain(map, ruleset, play_area)
        self._features(map, ruleset)
        self._roads(map, ruleset)
        self._sides(map, ruleset)

    # -- building -----------------------------------------------------------------------

    def _terrain(self, map: GameMap, ruleset: Ruleset, play_area: tuple[str, ...]) -> None:
        kind_of = {c: ruleset.terrain_by_id.get(v) for c, v in map.terrain.legend}
        kinds = [kind_of[c] for row in map.terrain.rows for c in row]
        inside = _area_test(map, play_area)
        self.playable: int = mask_of(
            i for i, (h, k) in enumerate(paced(zip(self.hexes, kinds, strict=True)))
            if k is not None and k.playable and inside(h))
        self.in_play = flags(self.playable, self.size)
        """Per hex 1 where it is in play."""
        self.neighbours: tuple[tuple[int, ...], ...] = neighbours_in_play(self.grid, self.in_play)
        """Per hex six neighbours, clockwise; `OFF` where there is none in play."""
        self.adjacent: Links = links(
            (i, n) for i, (row, in_play) in enumerate(paced(zip(self.neighbours, self.in_play, strict=True)))
            if in_play for n in row if n != OFF)
        prices = {
            k.id: None if k.cost is None else points(k.cost) for k in ruleset.terrain}
        costs = [None if k is None else prices[k.id] for k in paced(kinds)]
        for place in paced(map.places):
            i = self.grid.index(place.hex)
            for f in place.features:
                feature = ruleset.feature_by_id.get(f)
                if feature is None or feature.cost == "other":
                    continue
                here = costs[i]
                # The dearest terrain in a hex counts; a prohibited one prohibits the hex.
                costs[i] = None if feature.cost is None or here is None else max(
                    here, points(feature.cost))
        fractions = [c for c in {id(c): c for c in paced(costs)}.values() if c is not None]
        fractions += [points(r.cost) for r in ruleset.roads]
        fractions += [points(s.cost) for s in ruleset.hexsides if s.cost is not None]
        self.scale: int = math.lcm(*(f.denominator for f in fractions)) if fractions else 1
        scaled = {id(c): None if c is None else int(c * self.scale) for c in paced(costs)}
        self.cost: tuple[int | None, ...] = tuple([scaled[id(c)] for c in paced(costs)])
        """Cost of entering each hex off the roads; None where it is prohibited."""
        self.no_supply: int = mask_of(
            i for i, k in enumerate(paced(kinds)) if k is not None and not k.supply)
        self._terrain_shift = [0 if k is None else k.shift for k in kinds]

    def _features(self, map: GameMap, ruleset: Ruleset) -> None:
        self.features: dict[str, int] = {f.id: 0 for f in ruleset.features}
        shifts = list(self._terrain_shift)
        for place in paced(map.places):
            i = self.grid.index(place.hex)
            if not self.in_play[i]:
                continue
            for f in place.features:
                if f in self.features:
                    self.features[f] |= 1 << i
                    # The one terrain in the hex that is best for the defender counts.
                    shifts[i] = min(shifts[i], ruleset.feature_by_id[f].shift)
        self.shift: tuple[int, ...] = tuple(shifts)
        """Column shift for attacks on each hex; negative is to the left."""
        name_of = map.countries.values
        self.country: tuple[str, ...] = tuple(
            [name_of[c] for row in paced(map.countries.rows, 8) for c in row])
        lands: dict[str, list[int]] = {}
        for i in paced(bits(self.playable)):
            lands.setdefault(self.country[i], []).append(i)
        self.countries: dict[str, int] = {country: mask_of(hexes) for country, hexes in lands.items()}
        self.place_names: dict[int, str] = {self.grid.index(p.hex): p.name for p in map.places if p.name}

    def _roads(self, map: GameMap, ruleset: Ruleset) -> None:
        scale = self.scale
        best: dict[tuple[int, int], tuple[int, int]] = {}
        here: dict[int, tuple[int, int]] = {}
        self.road_traits: dict[str, int] = {}
        for road in paced(map.roads, 4):
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
        for side, lines in paced(map.side_lines.items()):
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
        self._crossing = crossing
        """Cost of crossing a hexside besides that of the hex, None where it is prohibited."""

    # -- steps: made when they are first asked for, since checks of large maps need few of them -----

    @cached_property
    def steps(self) -> Steps:
        """Per hex the (neighbour, cost) steps a ground unit can make."""
        # Steps into a hex that cost the same are one object.
        plain = [None if cost is None else (i, cost) for i, cost in enumerate(paced(self.cost))]
        plain.append(None)  # which is found at `OFF`
        special = {start for start, _ in (*self.road_step, *self._crossing)}
        rows: list[tuple[tuple[int, int], ...]] = []
        for i, (row, in_play) in enumerate(paced(zip(self.neighbours, self.in_play, strict=True))):
            if not in_play:
                rows.append(())
            elif i in special:
                costs = [(n, self._step_cost(i, n)) for n in row if n != OFF]
                rows.append(tuple([(n, cost) for n, cost in costs if cost is not None]))
            else:
                rows.append(tuple([step for n in row if (step := plain[n]) is not None]))
        return Steps(rows)

    @cached_property
    def lifts(self) -> Steps:
        """Per hex the (neighbour, cost) steps of a unit that flies: one point each."""
        plain = [(i, self.scale) for i in range(self.size)]
        return Steps(
            tuple([plain[n] for n in row if n != OFF]) if in_play else ()
            for row, in_play in paced(zip(self.neighbours, self.in_play, strict=True)))

    @cached_property
    def step_cost(self) -> dict[tuple[int, int], int]:
        """What each of `steps` costs, by its two hexes."""
        return {(i, n): c for i, row in enumerate(self.steps) for n, c in row}

    @cached_property
    def lift_cost(self) -> dict[tuple[int, int], int]:
        """What each of `lifts` costs, by its two hexes."""
        return {(i, n): c for i, row in enumerate(self.lifts) for n, c in row}

    def _step_cost(self, start: int, end: int) -> int | None:
        road = self.road_step.get((start, end))
        if road is not None:
            return road
        base = self.cost[end]
        extra = self._crossing.get((start, end), 0)
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


def neighbours_in_play(grid: HexGrid, in_play: bytes) -> tuple[tuple[int, ...], ...]:
    """Per hex the indices of its six neighbours, clockwise from direction 0; `OFF` where there is none or
    none in play (`in_play` has 1 for each that is).

    >>> from visegrad_editor.hexgrid import Axis, Numbering
    >>> two = HexGrid("pointy", 2, 1, "odd", Numbering("row-first", Axis(1, "down"), Axis(1, "right")))
    >>> neighbours_in_play(two, bytes((1, 1)))
    ((1, -1, -1, -1, -1, -1), (-1, -1, -1, 0, -1, -1))
    """
    columns, rows = grid.columns, grid.rows
    wide = columns + 2
    # The indices with a rim of hexes that do not exist: then a neighbour is always as many entries away.
    rimmed = [OFF] * (wide * (rows + 2))
    for r in range(rows):
        first = r * columns
        rimmed[(r + 1) * wide + 1 : (r + 2) * wide - 1] = [
            i if on else OFF for i, on in enumerate(in_play[first : first + columns], first)]
    found: list[tuple[int, ...]] = [()] * (columns * rows)
    pointy = grid.orientation == "pointy"
    for line in range(rows if pointy else columns):
        ways = [dr * wide + dc for dc, dr in grid.steps(Hex(0, line) if pointy else Hex(line, 0))]
        if pointy:
            start, count, stride = (line + 1) * wide + 1, columns, 1
            place = slice(line * columns, (line + 1) * columns)
        else:
            start, count, stride = wide + 1 + line, rows, wide
            place = slice(line, None, columns)
        beside = [rimmed[start + w : start + w + (count - 1) * stride + 1 : stride] for w in ways]
        found[place] = zip(*beside, strict=True)
    return tuple(found)


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
