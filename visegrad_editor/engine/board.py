"""The map compiled for play: hexes as integers, with tables of neighbours, costs and shifts.

Movement costs are integers: points times `scale`, so that half a point for a road stays exact.
The model reads costs in twelfths of a point, so `scale` is at most 12.
"""

from __future__ import annotations

import itertools
import math
from array import array
from collections.abc import Iterable
from functools import cached_property

from ..hexgrid import Hex, HexGrid
from ..model.cooperative_yield import with_pauses, yield_to_window
from ..model.costs import points
from ..model.gamemap import GameMap
from ..model.ruleset import Ruleset, side_cost
from .bits import Links, bits, flags, links, mask_of
from .reach import Reach, Steps, reach

OFF = -1
"""The index that stands for "not in play": off the map, at sea, outside the play area."""

_NO_STEP = -1
"""The cost that marks a step as impossible."""

_last: tuple[GameMap, Ruleset, tuple[str, ...], Board] | None = None


def board_for(map: GameMap, ruleset: Ruleset, play_area: tuple[str, ...] = ()) -> Board:
    """The board of a map; the last board is returned again if it would be the same."""
    global _last
    kept = _last  # read only once: a game and the checks may run in different threads
    if kept is None or kept[0] is not map or kept[1] is not ruleset or kept[2] != play_area:
        _last = None  # so that two boards of large maps are never in memory at once
        kept = _last = (map, ruleset, play_area, Board(map, ruleset, play_area))
    return kept[3]


class Board:
    """A map in play. `play_area` is empty or two hex numbers, opposite corners of the part in play.

    Tables with an object for each hex are made on demand: the checks of a map need none of them, and for a
    large map they would take a hundred megabytes.
    """

    def __init__(self, map: GameMap, ruleset: Ruleset, play_area: tuple[str, ...] = ()) -> None:
        grid = map.grid
        self.grid = grid
        self.size = len(grid)
        self._halves = grid.numbering.halves(grid.columns, grid.rows)
        self._names: dict[int, str] = {}
        self.tables: dict[object, object] = {}
        """What games work out once from the board, by its kind."""
        self._features(map, ruleset, self._terrain(map, ruleset, play_area))
        self._roads(map, ruleset)
        self._sides(map, ruleset)

    # -- building -----------------------------------------------------------------------

    def _terrain(self, map: GameMap, ruleset: Ruleset, play_area: tuple[str, ...]) -> list[int]:
        """Set the attributes that depend on terrain; return the column shift for attacks on each hex."""
        kind_of = {c: ruleset.terrain_by_id.get(v) for c, v in map.terrain.legend}
        kinds = [kind_of[c] for row in map.terrain.rows for c in row]
        self.area: int = _area(map, play_area)
        """The hexes of the part in play, whether or not units may enter them."""
        self.playable: int = self.area & mask_of(
            i for i, k in enumerate(with_pauses(kinds)) if k is not None and k.playable)
        self.in_play = flags(self.playable, self.size)
        """1 for each hex in play, 0 for the others."""
        self.adjacent: Links = neighbour_links(self.grid, self.playable)
        """The steps from each hex in play to its neighbours in play."""
        price_of = {
            k.id: None if k.cost is None else points(k.cost) for k in ruleset.terrain}
        costs = [None if k is None else price_of[k.id] for k in with_pauses(kinds)]
        for place in with_pauses(map.places):
            i = self.grid.index(place.hex)
            for f in place.features:
                feature = ruleset.feature_by_id.get(f)
                if feature is None or feature.cost == "other":
                    continue
                here = costs[i]
                # The most expensive terrain in a hex counts; prohibited terrain prohibits the hex.
                costs[i] = None if feature.cost is None or here is None else max(
                    here, points(feature.cost))
        # There are only a few different costs; equal costs share one object.
        prices = {id(c): c for c in with_pauses(costs)}
        fractions = [c for c in prices.values() if c is not None]
        fractions += [points(r.cost) for r in ruleset.roads]
        fractions += [points(s.cost) for s in ruleset.hexsides if s.cost is not None]
        self.scale: int = math.lcm(*(f.denominator for f in fractions)) if fractions else 1
        scaled = {key: None if c is None else int(c * self.scale) for key, c in prices.items()}
        self.cost: tuple[int | None, ...] = tuple([scaled[id(c)] for c in with_pauses(costs)])
        """Cost of entering each hex without a road; None if that is prohibited."""
        self.no_supply: int = mask_of(
            i for i, k in enumerate(with_pauses(kinds)) if k is not None and not k.supply)
        return [0 if k is None else k.shift for k in kinds]

    def _features(self, map: GameMap, ruleset: Ruleset, shifts: list[int]) -> None:
        self.features: dict[str, int] = {f.id: 0 for f in ruleset.features}
        for place in with_pauses(map.places):
            i = self.grid.index(place.hex)
            if not self.in_play[i]:
                continue
            for f in place.features:
                if f in self.features:
                    self.features[f] |= 1 << i
                    # Only the terrain in the hex that is best for the defender counts.
                    shifts[i] = min(shifts[i], ruleset.feature_by_id[f].shift)
        self.shift: tuple[int, ...] = tuple(shifts)
        """Column shift for attacks on each hex; negative is to the left."""
        name_of = map.countries.values
        self.country: tuple[str, ...] = tuple(
            [name_of[c] for row in with_pauses(map.countries.rows, 8) for c in row])
        lands: dict[str, list[int]] = {}
        for i in with_pauses(bits(self.playable)):
            lands.setdefault(self.country[i], []).append(i)
        self.countries: dict[str, int] = {country: mask_of(hexes) for country, hexes in lands.items()}
        self.place_names: dict[int, str] = {self.grid.index(p.hex): p.name for p in map.places if p.name}

    def _roads(self, map: GameMap, ruleset: Ruleset) -> None:
        scale = self.scale
        best: dict[tuple[int, int], tuple[int, int]] = {}
        here: dict[int, tuple[int, int]] = {}
        self.road_traits: dict[str, int] = {}
        for road in with_pauses(map.roads, 4):
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
        """Cost of a step along the best road across a hexside, for hexsides crossed by a road."""
        self.road_cost: dict[int, int] = {i: cost for i, (_, cost) in here.items()}
        """Cost of the best road in each hex that has a road."""

    def _sides(self, map: GameMap, ruleset: Ruleset) -> None:
        crossing: dict[tuple[int, int], int | None] = {}
        self.side_shift: dict[tuple[int, int], int] = {}
        known: dict[tuple[str, ...], tuple[int | None, int] | None] = {}
        for side, lines in with_pauses(map.side_lines.items()):
            names = tuple([line.kind for line in lines])
            if names not in known:
                kinds = [k for k in (ruleset.hexside_by_id.get(n) for n in names) if k is not None]
                extra = side_cost(kinds)
                known[names] = (None if extra is None else int(extra * self.scale),
                                min(k.shift for k in kinds)) if kinds else None
            effects = known[names]
            if effects is None or side.a not in self.grid or side.b not in self.grid:
                continue
            price, shift = effects
            a, b = self.grid.index(side.a), self.grid.index(side.b)
            for edge in ((a, b), (b, a)):
                crossing[edge] = price
                if shift:
                    self.side_shift[edge] = shift
        self._crossing = crossing
        """Cost of crossing a hexside, added to that of the hex; None if crossing is prohibited."""

    # -- tables made on demand, because checks of large maps need few of them ----------------------

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The number of each hex."""
        return self.grid.numbers

    @cached_property
    def index(self) -> dict[str, int]:
        """Hex number to index."""
        return {n: i for i, n in enumerate(self.numbers)}

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The six neighbours of each hex, clockwise; `OFF` stands for a neighbour that is not in play."""
        return tuple(zip(*[iter(neighbours_in_play(self.grid, self.in_play))] * 6, strict=True))

    @cached_property
    def passable(self) -> Links:
        """The steps a ground unit can make, without their costs."""
        enterable = mask_of(i for i, cost in enumerate(with_pauses(self.cost)) if cost is not None)
        roads = dict(links(self.road_step))
        barred = dict(links(edge for edge, cost in self._crossing.items() if cost is None))
        steps = []
        for difference, sources in self.adjacent:
            into = enterable >> difference if difference > 0 else enterable << -difference
            sources &= into & ~barred.get(difference, 0) | roads.get(difference, 0)
            if sources:
                steps.append((difference, sources))
        return tuple(steps)

    @cached_property
    def steps(self) -> Steps:
        """The (neighbour, cost) steps of ground units from each hex."""
        ends = neighbours_in_play(self.grid, self.in_play)
        into = [_NO_STEP if cost is None else cost for cost in self.cost]
        into.append(_NO_STEP)  # the entry at index `OFF`
        costs = [into[n] for n in with_pauses(ends)]
        for start, end in with_pauses((*self.road_step, *self._crossing)):
            near = ends[6 * start : 6 * start + 6]
            if end in near:
                cost = self._step_cost(start, end)
                costs[6 * start + near.index(end)] = _NO_STEP if cost is None else cost
        return self._steps(ends, costs)

    @cached_property
    def lifts(self) -> Steps:
        """The (neighbour, cost) steps of flying units from each hex, one point each."""
        ends = neighbours_in_play(self.grid, self.in_play)
        return self._steps(ends, [_NO_STEP if n == OFF else self.scale for n in with_pauses(ends)])

    def lifts_over(self, hexes: int) -> Steps:
        """The steps of a flying unit that may also cross the given hexes, which are not in play."""
        open_hexes = self.playable | hexes
        ends = neighbours_in_play(self.grid, flags(open_hexes, self.size))
        costs = [_NO_STEP if n == OFF else self.scale for n in with_pauses(ends)]
        return self._steps(ends, costs, open_hexes)

    def _steps(self, ends: array[int], costs: list[int], hexes: int = -1) -> Steps:
        """Steps from the hexes of a set (-1: those in play). `ends` and `costs` have six entries for each
        hex, including impossible steps."""
        none = [_NO_STEP] * 6
        from_here = self.playable if hexes < 0 else hexes
        for i in with_pauses(bits(~from_here & (1 << self.size) - 1)):
            costs[6 * i : 6 * i + 6] = none
        can = [cost >= 0 for cost in with_pauses(costs)]
        first = array("i", itertools.accumulate(
            (sum(can[i : i + 6]) for i in with_pauses(range(0, len(can), 6))), initial=0))
        yield_to_window()
        return Steps.of_tables(first, array("i", itertools.compress(ends, can)),
                               list(itertools.compress(costs, can)))

    @cached_property
    def step_cost(self) -> dict[tuple[int, int], int]:
        """The cost of each of `steps`, by its two hexes."""
        return {(i, n): c for i, row in enumerate(self.steps) for n, c in row}

    @cached_property
    def lift_cost(self) -> dict[tuple[int, int], int]:
        """The cost of each of `lifts`, by its two hexes."""
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
        """The steps of ground units into each hex, as (hex they come from, cost)."""
        into: list[list[tuple[int, int]]] = [[] for _ in range(self.size)]
        for start, row in enumerate(self.steps):
            for end, cost in row:
                into[end].append((start, cost))
        return Steps(into)

    # -- queries ------------------------------------------------------------------------

    def ways_to(self, goals: Iterable[int], most: int | None = None) -> Reach:
        """The hexes from which a goal can be reached, with the cost of the cheapest path on an empty map, at
        most `most`."""
        into = self._into
        return reach(
            into, dict.fromkeys(goals, 0), into.longest if most is None else most, 0, 0, minimum=False)

    def hex(self, index: int) -> Hex:
        """The hex with an index."""
        row, column = divmod(index, self.grid.columns)
        return Hex(column, row)

    def at(self, number: str) -> int:
        """The index of the hex with a number; `OFF` if the map has none."""
        hex = self.grid.parse(number)
        return OFF if hex is None else self.grid.index(hex)

    def number(self, index: int) -> str:
        """The number of a hex; use `numbers` for many hexes."""
        row, column = divmod(index, self.grid.columns)
        rows, columns = self._halves
        return self.grid.numbering.joined(rows[row], columns[column])

    def is_playable(self, index: int) -> bool:
        """Whether the hex is in play."""
        return index != OFF and bool(self.playable >> index & 1)

    def direction(self, start: int, end: int) -> int:
        """The direction of a neighbour, or -1."""
        row = self.neighbours[start]
        return row.index(end) if end in row and end != OFF else -1

    def distance(self, one: int, other: int) -> int:
        """The distance between two hexes, in hexes."""
        q, r = self._axial[one]
        q1, r1 = self._axial[other]
        q -= q1
        r -= r1
        return max(abs(q), abs(r), abs(q + r))

    @cached_property
    def _axial(self) -> list[tuple[int, int]]:
        """The axial coordinates of each hex."""
        return [self.grid.axial(self.hex(i)) for i in with_pauses(range(self.size))]

    def name(self, index: int) -> str:
        """`2017` or `2017 (Warsaw)`."""
        known = self._names.get(index)
        if known is None:
            place = self.place_names.get(index)
            known = self._names[index] = f"{self.number(index)} ({place})" if place else self.number(index)
        return known

    def hex_set(self, mask: int) -> tuple[str, ...]:
        """The hex numbers of a set, in map order."""
        return self.numbers_of(bits(mask))

    def numbers_of(self, path: Iterable[int]) -> tuple[str, ...]:
        """The hex numbers along a path."""
        numbers = self.numbers
        return tuple([numbers[i] for i in path])


def _area(map: GameMap, play_area: tuple[str, ...]) -> int:
    """The hexes inside the part of the map in play."""
    grid = map.grid
    corners = [grid.parse(t) for t in play_area]
    a, b = (corners[0], corners[1]) if len(corners) == 2 else (None, None)
    if a is None or b is None:
        return (1 << len(grid)) - 1
    left, right = sorted((a.col, b.col))
    top, bottom = sorted((a.row, b.row))
    row = (1 << right - left + 1) - 1 << left
    return repeated(row, grid.columns, bottom - top + 1) << top * grid.columns


# -- neighbours of hexes as tables and sets of hex indices, without an object for each hex ---------


def neighbours_in_play(grid: HexGrid, in_play: bytes) -> array[int]:
    """Six entries for each hex: the indices of its neighbours clockwise from direction 0, with `OFF` for a
    neighbour that does not exist or is not in play (`in_play` is 1 for each hex in play).

    >>> from visegrad_editor.hexgrid import Axis, Numbering
    >>> two = HexGrid("pointy", 2, 1, "odd", Numbering("row-first", Axis(1, "down"), Axis(1, "right")))
    >>> neighbours_in_play(two, bytes((1, 1))).tolist()
    [1, -1, -1, -1, -1, -1, -1, -1, -1, 0, -1, -1]
    """
    columns, rows = grid.columns, grid.rows
    width = columns + 2
    # The indices with a rim of nonexistent hexes, so that a neighbour is always the same offset away.
    rimmed = array("i", [OFF]) * (width * (rows + 2))
    for r in range(rows):
        first = r * columns
        rimmed[(r + 1) * width + 1 : (r + 2) * width - 1] = array(
            "i", [i if on else OFF for i, on in enumerate(in_play[first : first + columns], first)])
    neighbours = array("i", [OFF]) * (6 * columns * rows)
    pointy = grid.orientation == "pointy"
    for line in range(rows if pointy else columns):
        if pointy:
            start, count, stride = (line + 1) * width + 1, columns, 1
            first, last, apart = 6 * line * columns, 6 * (line + 1) * columns, 6
        else:
            start, count, stride = width + 1 + line, rows, width
            first, last, apart = 6 * line, len(neighbours), 6 * columns
        for d, (dc, dr) in enumerate(grid.steps(Hex(0, line) if pointy else Hex(line, 0))):
            begin = start + dr * width + dc
            neighbours[first + d : last : apart] = rimmed[begin : begin + (count - 1) * stride + 1 : stride]
    return neighbours


def neighbour_links(grid: HexGrid, playable: int) -> Links:
    """The steps from each hex of a set to its neighbours in the set, as `bits.links` would group them.

    >>> from visegrad_editor.hexgrid import Axis, Numbering
    >>> two = HexGrid("pointy", 2, 1, "odd", Numbering("row-first", Axis(1, "down"), Axis(1, "right")))
    >>> neighbour_links(two, 0b11)
    ((-1, 2), (1, 1))
    """
    columns, rows = grid.columns, grid.rows
    every = (1 << columns) - 1
    not_first, not_last = (repeated(every ^ 1 << c, columns, rows) for c in (0, columns - 1))
    groups: dict[int, int] = {}
    for parity in (0, 1):
        if grid.orientation == "pointy":
            lines = repeated(every, 2 * columns, (rows + 1 - parity) // 2) << parity * columns
            steps = grid.steps(Hex(0, parity))
        else:
            lines = repeated(repeated(1, 2, (columns + 1 - parity) // 2) << parity, columns, rows)
            steps = grid.steps(Hex(parity, 0))
        for dc, dr in steps:
            difference = dr * columns + dc
            ends = playable >> difference if difference > 0 else playable << -difference
            inside = not_first if dc < 0 else not_last if dc > 0 else -1
            groups[difference] = groups.get(difference, 0) | playable & ends & lines & inside
    return tuple((difference, groups[difference]) for difference in sorted(groups) if groups[difference])


def repeated(pattern: int, stride: int, count: int) -> int:
    """`count` copies of a set, each `stride` after the one before.

    >>> bin(repeated(0b11, 3, 3))
    '0b11011011'
    """
    return pattern * (((1 << stride * count) - 1) // ((1 << stride) - 1))
