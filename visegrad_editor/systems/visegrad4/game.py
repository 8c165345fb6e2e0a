"""The game: play from data with the chapters of this folder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...engine.board import board_for
from ...engine.dice import Dice
from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.hexgame import HexGame
from ...engine.hexgame.state import MOVED, WAITING
from ...engine.hexgame.system import refuse, unknown_rules
from ...engine.orders import IllegalOrderError, Order
from ...engine.position import AttackPreview
from ...engine.rules import Emit
from ...model.design import Design
from ...model.problems import Problem
from ...model.scenario import Scenario
from . import mid_game_start, movement, paths, reinforcements
from .air import Air
from .air_supply import AirSupply
from .combat import Combat
from .common import flight, strength
from .constants import SET_UP_ORDER
from .cyber import CyberWar
from .decided import decided_otherwise, units_stated_in_vain, without_units
from .interdiction import Interdiction
from .intervention import Intervention
from .losses import Losses
from .loyalty import Loyalty
from .mid_game_start import MidGameStart
from .movement import Movement
from .replacements import Replacements
from .retreats import Retreats
from .rules import completed, stated
from .told import Told
from .victory import Victory
from .violations import Violations

AIR_SUPPORT = "air support"


def chapters() -> tuple[Chapter, ...]:
    """The chapters, in the order in which they are asked."""
    return (
        Told(), CyberWar(), Replacements(), Air(), Interdiction(), Movement(), AirSupply(), Combat(),
        Losses(), Retreats(), Violations(), Loyalty(), Intervention(), Victory(), MidGameStart())


class VisegradGame(HexGame):
    """A game of Visegrad 4 in progress; see `engine.rules.Play`."""

    def __init__(self, design: Design, dice: Dice, emit: Emit) -> None:
        if design.scenario is None:
            raise ValueError("A game needs a scenario; this design has only a map.")
        board = board_for(design.map, design.ruleset, design.scenario.play_area)
        super().__init__(completed(design), design.scenario, dice, emit, chapters(), board)
        self.side_words = ("Russian side", "allied side")
        self.rule_numbers = {
            "off-map": "9.2", "enemies": "9.2", "alone": "3.4", "terrain": "9.0", "sides": "2.3",
            "air": "13.0", "static": "2.6", "steps": "2.7", "odds": "11.0, 1", "shifts": "11.0, 3",
            "support": "13.4"}
        self.shift_names = {"hexside": "river", "support": AIR_SUPPORT}
        self.set_up_order = SET_UP_ORDER

    # -- movement ---------------------------------------------------------------------------------------

    def destinations(self, unit: str) -> dict[str, float]:
        u = self._mover(unit)
        if u < 0:
            return {}
        if self.state.where[u] >= 0:
            return movement.destinations(self, u)
        if not reinforcements.due(self, u):
            return {}
        numbers, points = self.board.numbers, flight(self).points
        return {numbers[h]: points[field.cost[h]] for h, field in reinforcements.entries_of(self, u).items()}

    def _mover(self, unit: str) -> int:
        """The number of a unit of the side that moves now; -1 for another."""
        if self.state.step != "move" or self.state.outcome is not None:
            return -1
        u = self.unit(unit)
        return u if self.forces.side[u] == self.state.side and not self.forces.aloft[u] else -1

    def move_order(self, unit: str, hex: str) -> Order:
        u, end = self.unit(unit), self.hex(hex)
        if self.state.where[u] < 0:
            entry = reinforcements.entries_of(self, u).get(end) if reinforcements.due(self, u) else None
            if entry is not None:
                return Order("enter", (unit,), self.board.numbers_of(entry.path_to(end)))
        else:
            field = movement.range_of(self, u)
            if end in field and paths.may_end(self, u, end):
                return Order("move", (unit,), self.board.numbers_of(field.path_to(end)))
        raise IllegalOrderError(f"{self.label(u)} cannot reach {self.board.name(end)} now.", "9.2")

    def any_move(self, unit: str, random: Callable[[], float]) -> Order | None:
        u = self._mover(unit)
        if u < 0:
            return None
        if self.state.where[u] >= 0:
            verb, field = "move", movement.range_of(self, u)
            ends = movement.ends(self, u, field)
            if not ends:
                return None
            end = ends[int(random() * len(ends))]
        else:
            entries = reinforcements.entries_of(self, u) if reinforcements.due(self, u) else {}
            if not entries:
                return None
            verb = "enter"
            end, field = list(entries.items())[int(random() * len(entries))]
        return Order(verb, (unit,), self.board.numbers_of(field.path_to(end)))

    def movable(self) -> list[str]:
        s, f = self.state, self.forces
        if s.step != "move" or s.outcome is not None:
            return []
        where, flags, static, keys, come = s.where, s.flags, f.static, f.keys, reinforcements.come(self)
        return [
            keys[u] for u in f.ground[s.side]
            if (not flags[u] & MOVED and not static[u] if where[u] >= 0 else
                where[u] == WAITING and u in come)]

    def enemy_zoc(self, unit: str) -> frozenset[str]:
        return frozenset(self.board.hex_set(paths.stopping_zones(self, self.unit(unit))))

    # -- combat -------------------------------------------------------------------------------------------

    def preview(self, order: Order | None, shift: int) -> AttackPreview:
        made = super().preview(order, shift)
        if not made.shifts or made.shifts[0].name != AIR_SUPPORT:
            return made
        # It comes last, as in the rule.
        return replace(made, shifts=(*made.shifts[1:], made.shifts[0]))

    def unit_strength(self, unit: str, purpose: str = "attack") -> int:
        return strength(self, self.unit(unit))

    # -- mid-game starts ----------------------------------------------------------------------------------

    def scenario_now(self) -> Scenario:
        return mid_game_start.scenario_now(self)


def start(design: Design, dice: Dice, emit: Emit) -> VisegradGame:
    """A new game of the design's scenario; see `engine.system.System`. Raises `UnplayableError` for rules
    that this game does not play."""
    refuse(unplayed(design))
    return VisegradGame(design, dice, emit)


def unplayed(design: Design) -> tuple[Problem, ...]:
    """What the ruleset says and this game does not play, because it is not known here or because the chapters
    decide it."""
    return (*unknown_rules("visegrad4", design, chapters(), stated),
            *decided_otherwise(without_units(design)), *units_stated_in_vain(design))
