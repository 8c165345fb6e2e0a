"""The state of a game with its board and forces, and the helpers that all chapters of the rules use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from ...engine.bits import mask_of
from ...engine.board import board_for
from ...engine.dice import Dice
from ...engine.events import Event, Outcome
from ...engine.odds import faces
from ...engine.options import options_of
from ...engine.orders import Grammar, IllegalOrderError, Order, cut
from ...engine.reach import Steps
from ...engine.rules import Emit
from ...engine.supply import supply_net
from ...model.cooperative_yield import with_pauses, yield_to_window
from ...model.design import Design
from ...model.scenario import Scenario
from .assets import assets_of
from .constants import (
    ALLIED_HOMES,
    ASSAULT,
    BOXES,
    CAPITAL,
    CYBER_WAR,
    DECISIVE_COUNTRIES,
    ELIMINATED,
    GRAMMAR,
    INDUSTRIAL,
    INTERVENTION_COUNTRIES,
    READY,
    RUSSIAN_SOURCES,
    SIDES,
    WAITING,
    WATER,
)
from .forces import forces_for
from .schedule import replacement_chart
from .state import Battle, Contest, MutableState
from .unit_map import UnitMap


class Stage(NamedTuple):
    """A kind of decision. `enter` prepares it and may skip it; `orders` lists the legal orders, and `perform`
    carries one out."""

    enter: Callable[[GameState], None]
    orders: Callable[[GameState, int | None], Sequence[Order]]
    perform: Callable[[GameState, Order], None]


class GameState(UnitMap):
    """A game in progress, called `w` in all chapters: the tables computed once from the design, and the
    `state` that changes."""

    def __init__(self, design: Design, scenario: Scenario, dice: Dice, emit: Emit) -> None:
        self.design, self.scenario, self.dice, self._emit = design, scenario, dice, emit
        self.board = board_for(design.map, design.ruleset, scenario.play_area)
        self.forces = forces_for(design, scenario, self.board)
        self.names = self.forces.names
        separator = design.map.grid.numbering.separator
        self.grammar = Grammar(GRAMMAR, ">" if "-" in separator else "-")
        self.net = supply_net(self.board)
        yield_to_window()
        self.options = options_of(design.ruleset, scenario)
        self.chart = replacement_chart(design.ruleset, scenario)
        self.limit = design.ruleset.stacking_limit
        self.tables = design.ruleset.table_by_id
        self.charts = [(t, faces(t)) for t in design.ruleset.tables if t.id in (ASSAULT, CYBER_WAR)]
        """The combat tables, with the chances of each column."""
        self.assets = assets_of(scenario)
        self.stages: dict[str, Stage] = {}
        # Hexes whose entry may have effects besides control (4.0, 4.2, 12.0).
        prizes = self.feature(CAPITAL) & self.country_mask(DECISIVE_COUNTRIES)
        self.effect_hexes = (self.feature(INDUSTRIAL) | self.country_mask(INTERVENTION_COUNTRIES), prizes)
        markers = [self.assets[s].cw_markers if s in self.assets else 0 for s in SIDES]
        n = len(self.forces.units)
        self.state = MutableState(
            where=[WAITING] * n, reduced=[u.reduced for u in self.forces.units],
            unsupplied=[False] * n, flags=[0] * n, markers=[[0, m, 0] for m in markers], control=self.homes())
        self.rebuild()

    @cached_property
    def points(self) -> list[float]:
        """Movement points by cost times scale."""
        # No path costs more than a unit's allowance, or than its first step.
        most = max(self.forces.allowance, default=0) * self.board.scale
        return [c / self.board.scale for c in range(max(most, self.board.steps.dearest) + 1)]

    @cached_property
    def overflown(self) -> int:
        """The hexes out of play that units may fly over (9.0): water, by the option `flight_over_sea`."""
        if self.options.get("flight_over_sea") != "allowed":
            return 0
        terrain = self.design.map.terrain
        water = [letter for letter, kind in terrain.legend if kind in WATER]
        letters = "".join(terrain.rows)
        return self.board.area & ~self.board.playable & mask_of(
            i for i, letter in enumerate(with_pauses(letters)) if letter in water)

    @cached_property
    def lifts(self) -> Steps:
        """The steps of flying units."""
        return self.board.lifts_over(self.overflown) if self.overflown else self.board.lifts

    @cached_property
    def lift_cost(self) -> dict[tuple[int, int], int]:
        """The cost of each of `lifts`, by its two hexes."""
        return {(i, n): c for i, row in enumerate(self.lifts) for n, c in row} if (
            self.overflown) else self.board.lift_cost

    @cached_property
    def e77_road(self) -> frozenset[tuple[int, int]]:
        """The steps along the E77 (9.6), in both directions."""
        kinds = {r.id for r in self.design.ruleset.roads if "e77" in r.traits}
        grid = self.board.grid
        paths = [[grid.index(h) for h in road.path if h in grid]
                 for road in with_pauses(self.design.map.roads) if road.kind in kinds]
        steps = [step for path in paths for step in pairwise(path)]
        return frozenset((*steps, *((b, a) for a, b in steps)))

    def homes(self) -> list[int]:
        """The hexes of each side's countries, which it controls until an enemy enters them."""
        return [self.country_mask(RUSSIAN_SOURCES), self.country_mask((*ALLIED_HOMES, "germany", "austria"))]

    # -- queries --------------------------------------------------------------------------

    def country_mask(self, countries: Iterable[str]) -> int:
        """The hexes of some countries."""
        return _union(self.board.countries.get(c, 0) for c in countries)

    def feature(self, name: str) -> int:
        """The hexes with a feature."""
        return self.board.features.get(name, 0)

    def unit(self, key: str) -> int:
        """The number of a unit; raises `IllegalOrderError` if there is none."""
        number = self.forces.number.get(key)
        if number is None:
            raise IllegalOrderError(f"There is no unit {cut(key)!r}.")
        return number

    def hex(self, number: str) -> int:
        """The index of a hex in play; raises `IllegalOrderError`."""
        index = self.board.index.get(number)
        if index is None:
            raise IllegalOrderError(f"There is no hex {cut(number)} on the map.")
        if not self.board.in_play[index]:
            raise IllegalOrderError(f"Hex {number} is not in play: no unit may be there.", "9.2")
        return index

    def way_hex(self, number: str) -> int:
        """The index of a hex that a unit may pass or at least fly over; raises `IllegalOrderError`."""
        index = self.board.index.get(number, -1)
        return index if index >= 0 and self.overflown >> index & 1 else self.hex(number)

    def own_unit(self, key: str, air: bool) -> int:
        """The number of a ground or air unit of the side to decide; raises `IllegalOrderError`."""
        u = self.unit(key)
        label = self.forces.labels[u]
        if self.forces.side[u] != self.state.side:
            raise IllegalOrderError(f"{label} belongs to the other side.", "2.3")
        if self.forces.air[u] != air:
            raise IllegalOrderError(f"{label} is {'not an' if air else 'an'} air unit.", "13.0")
        return u

    def ready(self, side: int) -> list[int]:
        """The air units of a side that have not flown this turn (13.6)."""
        where = self.state.where
        return [u for u in self.forces.wings[side] if where[u] == READY]

    def label(self, u: int) -> str:
        return self.forces.labels[u]

    def labels(self, units: Iterable[int], most: int = 0) -> str:
        """Names joined for a sentence; if there are more than `most` (0: no limit), the last are only
        counted."""
        names = [self.forces.labels[u] for u in units]
        if 0 < most < len(names):
            names[most - 1:] = [f"{len(names) - most + 1} more"]
        return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]

    def keys(self, units: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.forces.keys[u] for u in units)

    def place(self, u: int) -> str:
        """A hex number or a box name."""
        at = self.state.where[u]
        return self.board.numbers[at] if at >= 0 else BOXES[at]

    def strength(self, u: int) -> int:
        """Present combat strength: that of the side of the counter that is up, halved out of supply (7.3)."""
        value = self.forces.strength[u][1 if self.state.reduced[u] else 0]
        return value // 2 if self.state.unsupplied[u] else value

    @property
    def battle(self) -> Battle:
        """The attack being resolved; only for decisions during an attack."""
        battle = self.state.battle
        assert battle is not None
        return battle

    @property
    def contest(self) -> Contest:
        """The air combat, or the air mission that may lead to one; only for decisions during one."""
        contest = self.state.contest
        assert contest is not None
        return contest

    # -- changes --------------------------------------------------------------------------

    def say(
        self, type: str, text: str, rule: str = "", hexes: Iterable[int] = (), units: Iterable[int] = (),
        dice: tuple[int, ...] = (), side: int | None = None,
    ) -> None:
        """Record an event."""
        s = self.state
        self._emit(Event(
            type, text, rule, s.turn, s.phase, SIDES[s.side if side is None else side],
            tuple(self.board.numbers[i] for i in hexes), tuple(self.forces.keys[u] for u in units), dice))

    def go(self, step: str) -> None:
        """Go to a decision, unless the game has ended."""
        if self.state.outcome is not None:
            return
        self.state.step = step
        self.entries = {}
        self.stages[step].enter(self)

    def finish(self, winner: int, rule: str, reason: str) -> None:
        """End the game."""
        if self.state.outcome is None:
            self.state.outcome = Outcome(SIDES[winner], rule, reason)
            self.say("victory", reason, rule, side=winner)

    def lose_step(self, u: int, rule: str) -> bool:
        """Apply a step loss (2.7); return whether the unit survives."""
        at = self.state.where[u]
        if self.state.reduced[u]:
            self.eliminate(u, rule)
            return False
        self.state.reduced[u] = True
        self.say("step-loss", f"{self.label(u)} is reduced in {self.place(u)}.", rule, (at,), (u,),
                 side=self.forces.side[u])
        return True

    def eliminate(self, u: int, rule: str, why: str = "") -> None:
        """Destroy a unit."""
        at = self.state.where[u]
        where = f" in {self.board.numbers[at]}" if at >= 0 else ""
        self.lift(u, ELIMINATED)
        self.state.unsupplied[u] = False
        self.state.flags[u] = 0
        self.say("eliminated", f"{self.label(u)} is destroyed{where}{why}.", rule, (at,) if at >= 0 else (),
                 (u,), side=self.forces.side[u])

    def roll(self, purpose: str) -> int:
        """The next roll of a die; `purpose` says what it is for and names the rule."""
        return self.dice.roll(purpose)

    # -- snapshots ------------------------------------------------------------------------

    def snapshot(self) -> Any:
        return self.state.copy()

    def restore(self, snapshot: Any) -> None:
        self.go_back(snapshot.where)
        self.state = snapshot.copy()
        self._control_changed()


def _union(masks: Iterable[int]) -> int:
    total = 0
    for m in masks:
        total |= m
    return total
