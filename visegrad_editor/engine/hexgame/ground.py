"""What steps cost on the map, by class of units and by mode of movement."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import replace
from fractions import Fraction
from itertools import compress, pairwise

from ...model.cooperative_yield import with_pauses
from ...model.costs import PARTS, points
from ...model.design import Design
from ...model.rules.movement import ClassCost, Mode, Movement
from ...model.ruleset import FeatureKind, HexsideKind, RoadKind, TerrainKind, side_cost
from ..bits import Links, bits, flags, links, mask_of
from ..board import OFF, Board, neighbours_in_play
from ..reach import Steps

ALL_POINTS = Fraction(10_000)
"""The cost of a step that takes the whole allowance: only a unit that has not moved can make it."""

StepCosts = tuple[Steps, dict[tuple[int, int], int]]
"""The steps, and the cost of each by its two hexes; costs in points times the scale."""


def ground_for(design: Design, board: Board) -> Ground:
    """The ground of a board for a game; games on the same board share what never changes."""
    kept = board.tables.get(Ground)
    if not isinstance(kept, Ground) or kept.design.ruleset is not design.ruleset or (
            kept.design.map is not design.map):
        kept = board.tables[Ground] = Ground(design, board)
    return kept.for_game()


class Ground:
    """The map of a design with the costs of its ruleset."""

    def __init__(self, design: Design, board: Board) -> None:
        self.board, self.design = board, design
        self.rules: Movement = design.ruleset.movement
        usual = Movement()
        self.is_usual = (
            self.rules.classes, self.rules.costs, self.rules.ground, self.rules.road) == (
                (), (), usual.ground, usual.road)
        """Whether all units pay what the charts of terrain, hexsides, features and roads say."""
        fixed = not self.is_usual or self.rules.modifiers or self.rules.modes
        self.scale: int = PARTS if fixed and PARTS % board.scale == 0 else board.scale
        """Costs are points times this."""
        self._made: dict[object, StepCosts] = {}
        self._changed: dict[object, StepCosts] = {}
        self._links: dict[str, Links] = {}
        self._ends: dict[int, tuple[dict[tuple[int, int], int], dict[int, list[int]]]] = {}
        self._entries: dict[int, tuple[dict[tuple[int, int], int], dict[int, int]]] = {}
        grid, map, ruleset = board.grid, design.map, design.ruleset
        kinds: dict[tuple[int, int], frozenset[str]] = {}
        for side, lines in with_pauses(map.side_lines.items()):
            if side.a in grid and side.b in grid:
                a, b = grid.index(side.a), grid.index(side.b)
                kinds[a, b] = kinds[b, a] = frozenset(line.kind for line in lines)
        self.on_side: dict[tuple[int, int], frozenset[str]] = kinds
        """The kinds of hexside between two hexes."""
        roads: dict[tuple[int, int], set[str]] = {}
        for road in with_pauses(map.roads, 4):
            if road.kind in ruleset.road_by_id:
                for a, b in pairwise([grid.index(h) for h in road.path if h in grid]):
                    roads.setdefault((a, b), set()).add(road.kind)
                    roads.setdefault((b, a), set()).add(road.kind)
        self.roads = roads
        """The kinds of road that lead from one hex to another."""
        letters = dict(map.terrain.legend)
        self.terrain: tuple[str, ...] = tuple(letters[c] for row in map.terrain.rows for c in row)
        self.features: dict[int, tuple[str, ...]] = {
            grid.index(p.hex): tuple(f for f in p.features if f in ruleset.feature_by_id)
            for p in map.places}

    def for_game(self) -> Ground:
        """The same ground with its own steps changed by passing rules."""
        made = copy(self)
        made._changed, made._ends, made._entries = {}, {}, {}
        return made

    def is_across(self, start: int, end: int, kinds: frozenset[str]) -> bool:
        """Whether one of these kinds of hexside lies between two hexes."""
        return not kinds.isdisjoint(self.on_side.get((start, end), frozenset()))

    def terrain_hexes(self, kinds: Iterable[str]) -> int:
        """The hexes with one of these kinds of terrain."""
        wanted = frozenset(kinds)
        return mask_of(i for i, kind in enumerate(self.terrain) if kind in wanted)

    def feature_hexes(self, kinds: Iterable[str]) -> int:
        """The hexes in play with one of these features."""
        mask = 0
        for kind in kinds:
            mask |= self.board.features.get(kind, 0)
        return mask

    def links_without(self, hexsides: Sequence[str], into: int = -1) -> Links:
        """The steps to neighbours in play that cross none of these kinds of hexside and lead into a set."""
        made = self.board.adjacent
        kinds = frozenset(hexsides)
        barred = dict(links(edge for edge in self.on_side if self.is_across(*edge, kinds))) if kinds else {}
        result = []
        for difference, sources in made:
            ends = into if into == -1 else (into >> difference if difference > 0 else into << -difference)
            sources &= ends & ~barred.get(difference, 0)
            if sources:
                result.append((difference, sources))
        return tuple(result)

    @property
    def links_over_all(self) -> Links:
        """The steps from hex to hex of the part in play, over hexes that no unit can enter too."""
        known = self._links.get("over all")
        if known is None:
            known = self._links["over all"] = links(self._over_any(1)[1])
        return known

    # -- steps over the ground ------------------------------------------------------------------

    def steps(self, class_id: str) -> StepCosts:
        """The steps of a class of units over the ground."""
        known = self._made.get(class_id)
        if known is None:
            known = self._made[class_id] = self._of_class(class_id)
        return known

    def _of_class(self, class_id: str) -> StepCosts:
        board = self.board
        if self.is_usual and self.scale == board.scale:
            return board.steps, board.step_cost
        if self.is_usual:
            factor = self.scale // board.scale
            return self._made_of({e: c * factor for e, c in board.step_cost.items()}, board.playable)
        charts = _Charts(self.design, self.rules, class_id)
        enter = [charts.ground(kind, self.features.get(i, ())) for i, kind in enumerate(self.terrain)]
        costs: dict[tuple[int, int], int] = {}
        for start, ends in enumerate(board.neighbours):
            for end in ends if board.in_play[start] else ():
                if end == OFF:
                    continue
                cost = charts.step(
                    enter[end], self.on_side.get((start, end), frozenset()),
                    self.roads.get((start, end), frozenset()))
                if cost is not None:
                    costs[start, end] = int(cost * self.scale)
        return self._made_of(costs, board.playable)

    def _made_of(self, costs: dict[tuple[int, int], int], hexes: int) -> StepCosts:
        rows: list[list[tuple[int, int]]] = [[] for _ in range(self.board.size)]
        for (start, end), cost in costs.items():
            rows[start].append((end, cost))
        return Steps(rows), costs

    def changed(
        self, base: StepCosts, key: object, change: Callable[[], dict[tuple[int, int], int | None]],
        passing: bool = True,
    ) -> StepCosts:
        """Steps of which some cost something else (None: they are prohibited), known by a key; `passing` if
        they are forgotten some time, or for this game alone."""
        made = self._changed if passing else self._made
        known = made.get(key)
        if known is None:
            changes, costs = change(), dict(base[1])
            for edge, cost in changes.items():
                if cost is None:
                    costs.pop(edge, None)
                else:
                    costs[edge] = cost
            if costs.keys() == base[1].keys():
                known = base[0].with_costs({e: c for e, c in changes.items() if c is not None}), costs
            else:
                known = self._made_of(costs, self.board.playable)
            made[key] = known
        return known

    def forget(self) -> None:
        """Forget the steps that a passing rule has changed."""
        self._changed, self._ends, self._entries = {}, {}, {}

    def ends(self, costs: dict[tuple[int, int], int], start: int) -> list[int]:
        """The hexes to which steps with these costs lead from a hex."""
        known = self._ends.get(id(costs))
        if known is None or known[0] is not costs:
            rows: dict[int, list[int]] = {}
            for a, b in costs:
                rows.setdefault(a, []).append(b)
            known = self._ends[id(costs)] = costs, rows
        return known[1].get(start, [])

    def entry_cost(self, costs: dict[tuple[int, int], int], hex: int) -> int:
        """What the first hex costs a unit that comes onto the map, where steps have these costs."""
        known = self._entries.get(id(costs))
        if known is None or known[0] is not costs:
            known = self._entries[id(costs)] = costs, {}
        if hex not in known[1]:
            known[1][hex] = self._entry_cost(costs, hex)
        return known[1][hex]

    def _entry_cost(self, costs: dict[tuple[int, int], int], hex: int) -> int:
        # No road leads onto the map from outside: a step from a neighbour without one tells the cost.
        steps = [c for n in self.board.neighbours[hex] if n >= 0
                 and not self.roads.get((n, hex)) and not self.on_side.get((n, hex))
                 and (c := costs.get((n, hex))) is not None]
        if steps:
            return min(steps)
        own = self.board.cost[hex]
        return (self.board.road_cost.get(hex, 0) if own is None else own) * (self.scale // self.board.scale)

    def takes_all(self, class_id: str) -> bool:
        """Whether some step of a class takes the whole allowance."""
        return not self.is_usual and self.steps(class_id)[0].dearest >= int(ALL_POINTS) * self.scale

    # -- steps of other modes ---------------------------------------------------------------------

    def mode_steps(self, mode: Mode, class_id: str) -> StepCosts:
        """The steps of a class of units by a mode."""
        key = f"{mode.id} {class_id}"
        known = self._made.get(key)
        if known is None:
            known = self._made[key] = self._of_mode(mode, class_id)
        return known

    def _of_mode(self, mode: Mode, class_id: str) -> StepCosts:
        board = self.board
        fixed = None if mode.cost is None else int(points(mode.cost) * self.scale)
        if mode.over == "any":
            cost = self.scale if fixed is None else fixed
            return self._over_any(cost)
        costs = dict(self.steps(class_id)[1])
        if mode.only.roads:
            kinds = frozenset(mode.only.roads)
            costs = {e: c for e, c in costs.items() if not kinds.isdisjoint(self.roads.get(e, ()))}
        if mode.only.terrain:
            inside = frozenset(mode.only.terrain)
            costs = {e: c for e, c in costs.items() if self.terrain[e[1]] in inside}
        if fixed is not None:
            costs = dict.fromkeys(costs, fixed)
        return self._made_of(costs, board.playable)

    def _over_any(self, cost: int) -> StepCosts:
        """Steps from hex to hex of the part in play, water too."""
        area, size = self.board.area, self.board.size
        ends = neighbours_in_play(self.board.grid, flags(area, size))
        costs = [-1 if n == OFF else cost for n in ends]
        for i in bits(~area & (1 << size) - 1):
            costs[6 * i : 6 * i + 6] = [-1] * 6
        can = [c >= 0 for c in costs]
        first = array("i", [0])
        for i in range(0, len(can), 6):
            first.append(first[-1] + sum(can[i : i + 6]))
        steps = Steps.of_tables(first, array("i", compress(ends, can)), list(compress(costs, can)))
        return steps, {(i, n): c for i, row in enumerate(steps) for n, c in row}


class _Charts:
    """The costs of one class of units."""

    def __init__(self, design: Design, rules: Movement, class_id: str) -> None:
        ruleset = design.ruleset
        self._rules = rules
        own = [c for c in rules.costs if not c.class_ or class_id in c.class_]
        self._terrain = {t.id: _cost_of(t, own, "terrain") for t in ruleset.terrain}
        self._features = {f.id: _feature_cost(f, own) for f in ruleset.features}
        self._hexsides = {h.id: _hexside(h, own) for h in ruleset.hexsides}
        self._roads = {r.id: (r.rank, _cost_of(r, own, "road")) for r in ruleset.roads}
        self._sides: dict[frozenset[str], Fraction | None] = {}

    def ground(self, terrain: str, features: tuple[str, ...]) -> Fraction | None:
        """The cost of a hex without a road; None if it is prohibited."""
        below = self._terrain.get(terrain)
        own = [c for f in features if (c := self._features[f]) != "other"]
        if None in own:
            return None
        costs = [c for c in own if isinstance(c, Fraction)]
        if not costs:
            return below
        rule = self._rules.ground
        if rule == "feature":
            return max(costs)
        if below is None:
            return None
        return below + sum(costs) if rule == "sum" else max(below, *costs)

    def step(
        self, into: Fraction | None, on_side: frozenset[str], roads: Iterable[str]
    ) -> Fraction | None:
        """The cost of a step into a hex across what lies on its side, along the roads; None if prohibited."""
        best = max((self._roads[r] for r in roads), default=None, key=lambda r: r[0])
        by_road = best is not None and best[1] is not None
        base = into
        if best is not None and by_road and self._rules.road.replaces != "nothing":
            halved = self._rules.road.replaces == "half" and into is not None
            base = into / 2 if halved and into is not None else best[1]
        extra: Fraction | None = Fraction(0)
        if on_side and not (by_road and self._rules.road.lifts == "hexside"):
            if on_side not in self._sides:
                self._sides[on_side] = self._crossing(on_side)
            extra = self._sides[on_side]
        return None if base is None or extra is None else min(base + extra, ALL_POINTS)

    def _crossing(self, on_side: frozenset[str]) -> Fraction | None:
        kinds = [self._hexsides[k] for k in on_side if k in self._hexsides]
        if any(cost == "all" for _, cost in kinds):
            return ALL_POINTS
        return side_cost([kind for kind, _ in kinds])


def _line(id: str, own: Sequence[ClassCost], key: str) -> ClassCost | None:
    """The last line of the class costs that names a kind."""
    return next((c for c in reversed(own) if id in getattr(c, key)), None)


def _points(cost: float | str | None) -> Fraction | None:
    if cost == "all":
        return ALL_POINTS
    return None if cost is None or isinstance(cost, str) else points(cost)


def _cost_of(kind: TerrainKind | RoadKind, own: Sequence[ClassCost], key: str) -> Fraction | None:
    line = _line(kind.id, own, key)
    return _points(kind.cost if line is None else line.cost)


def _feature_cost(kind: FeatureKind, own: Sequence[ClassCost]) -> Fraction | str | None:
    line = _line(kind.id, own, "feature")
    if line is None and kind.cost == "other":
        return "other"
    return _points(kind.cost if line is None else line.cost)


def _hexside(kind: HexsideKind, own: Sequence[ClassCost]) -> tuple[HexsideKind, float | str | None]:
    line = _line(kind.id, own, "hexside")
    if line is None or line.cost == "all":
        return kind, None if line is None else "all"
    cost = None if isinstance(line.cost, str) else line.cost
    return replace(kind, cost=cost), cost
