"""The game as the engine sees it: orders go to the step that is on, views are drawn from the state."""

from __future__ import annotations

from typing import Any

from ...engine.dice import Dice
from ...engine.events import Outcome
from ...engine.orders import IllegalOrder, Order
from ...engine.position import AttackPreview, Goals, Position, UnitPosition
from ...engine.reach import path_to
from ...engine.rules import Emit
from ...model.design import Design
from ...model.scenario import Scenario
from . import movement, paths, reinforcements, sequence, setup, shifts, supply, victory, zoc
from .constants import BOXES, GRAMMAR, INTERDICTED, MOVED, SIDES
from .state import State
from .war import War


class VisegradPlay(War):
    """A game of Visegrad 4 in progress; see `engine.rules.Play`."""

    def __init__(self, design: Design, scenario: Scenario, dice: Dice, emit: Emit) -> None:
        super().__init__(design, scenario, dice, emit)
        self.stages = sequence.STAGES
        self._supplied: dict[int, frozenset[str]] = {}

    # -- state --------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        return self.state.turn

    @property
    def phase(self) -> str:
        return self.state.phase

    @property
    def step(self) -> str:
        return "over" if self.state.outcome else self.state.step

    @property
    def side(self) -> str:
        return "" if self.state.outcome else SIDES[self.state.side]

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome

    def begin(self) -> None:
        setup.begin(self)

    # -- orders -------------------------------------------------------------------------

    def legal_orders(self, unit: str | None) -> list[Order]:
        if self.state.outcome is not None:
            return []
        number = None if unit is None else self.unit(unit)
        return self.stages[self.state.step].orders(self, number)

    def perform(self, order: Order) -> None:
        _well_formed(order)
        self.stages[self.state.step].perform(self, order)

    # -- views --------------------------------------------------------------------------

    def position(self) -> Position:
        """Stacks are open to both players (6.3); what other markers show stands with the units (2.8)."""
        s = self.state
        units: dict[str, UnitPosition] = {}
        interdicted = 0
        for u, key in enumerate(self.forces.keys):
            at = s.where[u]
            hit = bool(s.flags[u] & INTERDICTED)
            if at >= 0:
                units[key] = UnitPosition(self.board.numbers[at], "", s.reduced[u], s.unsupplied[u], hit)
                interdicted |= hit << at
            else:
                units[key] = UnitPosition("", BOXES[at], s.reduced[u])
        return Position(
            s.turn, s.phase, self.side, units, self.board.hex_set(s.scored), self.board.hex_set(interdicted),
            {side: dict(zip(("table", "track", "spent"), s.markers[i], strict=True))
             for i, side in enumerate(SIDES)},
            self.board.numbers[s.battle.hex] if s.battle else "")

    def destinations(self, unit: str) -> dict[str, float]:
        if self.state.step != "move" or self.state.outcome is not None:
            return {}
        u = self.unit(unit)
        if self.forces.side[u] != self.state.side or self.forces.air[u]:
            return {}
        numbers, scale = self.board.numbers, self.board.scale
        if self.state.where[u] >= 0:
            return {numbers[h]: c / scale for h, c in movement.destinations(self, u).items()}
        if not reinforcements.due(self, u):
            return {}
        return {numbers[h]: 0.0 for h in reinforcements.entries_of(self, u)}

    def move_order(self, unit: str, hex: str) -> Order:
        u, end = self.unit(unit), self.hex(hex)
        if self.state.where[u] < 0:
            path = reinforcements.entries_of(self, u).get(end) if reinforcements.due(self, u) else None
            if path is not None:
                return Order("enter", (unit,), tuple(self.board.numbers[i] for i in path))
        else:
            field = movement.range_of(self, u)
            if end in field and paths.may_end(self, u, end):
                return Order("move", (unit,), tuple(self.board.numbers[i] for i in path_to(field, end)))
        raise IllegalOrder(f"{self.label(u)} cannot reach {self.board.name(end)} now.", "9.2")

    def preview(self, order: Order | None, shift: int) -> AttackPreview:
        return shifts.preview(self, order, shift)

    def movable(self) -> list[str]:
        s, f = self.state, self.forces
        if s.step != "move" or s.outcome is not None:
            return []
        return [
            f.keys[u] for u in f.ground[s.side]
            if (s.where[u] >= 0 and not f.static[u] and not s.flags[u] & MOVED)
            or reinforcements.due(self, u)]

    def unit_strength(self, unit: str) -> int:
        return self.strength(self.unit(unit))

    def goals(self, side: str) -> Goals:
        return victory.goals(self, SIDES.index(side))

    def supplied_hexes(self, unit: str) -> frozenset[str]:
        mask = supply.served(self, supply.group(self, self.unit(unit)))
        if mask not in self._supplied:
            self._supplied = {mask: frozenset(self.board.hex_set(mask))}
        return self._supplied[mask]

    def enemy_zoc(self, unit: str) -> frozenset[str]:
        numbers = self.board.numbers
        return frozenset(numbers[i] for i in zoc.heeded(self, self.unit(unit)))

    # -- saving -------------------------------------------------------------------------

    def as_data(self) -> dict[str, Any]:
        return self.state.as_data()

    def load_data(self, data: dict[str, Any]) -> None:
        self.state = State.from_data(data)
        self.rebuild()


def _well_formed(order: Order) -> None:
    """Refuse an order made by hand that has not just the parts its verb needs."""
    pattern = GRAMMAR.get(order.verb)
    if pattern is None:
        raise IllegalOrder(f"There is no order `{order.verb}`.")
    for one, many, given in (
        ("{unit}", "{units}", order.units), ("{hex}", "{path}", order.hexes),
        ("{word}", "{number}", order.words),
    ):
        if many == "{number}":
            wanted = pattern.count(one) + pattern.count(many)
            fits = len(given) == wanted
        else:
            fits = len(given) >= 1 if many in pattern else len(given) == pattern.count(one)
        if not fits:
            form = f"{order.verb} {pattern}".strip()
            raise IllegalOrder(f"This order is written `{form}`, nothing left out and nothing added.")
    if "{number}" in pattern and not all(w.isascii() and w.isdigit() for w in order.words):
        raise IllegalOrder(f"This order wants numbers: `{order.verb} {pattern}`.")
