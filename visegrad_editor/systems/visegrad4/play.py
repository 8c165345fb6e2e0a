"""The interface to the engine: it passes orders to the present stage, and makes views of the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...engine.bits import mask_of
from ...engine.dice import Dice
from ...engine.events import Outcome
from ...engine.orders import NUMBERS, IllegalOrderError, Order, cut, is_number
from ...engine.position import AttackPreview, Goals, OrderMark, Position, UnitPosition
from ...engine.rules import Emit
from ...engine.saved_game import SavedGameError
from ...model.design import Design
from ...model.scenario import Scenario
from . import (
    cyber,
    losses,
    mid_game_start,
    movement,
    paths,
    reinforcements,
    sequence,
    setup,
    shifts,
    stacking,
    supply,
    victory,
    zoc,
)
from .constants import BOXES, GRAMMAR, INTERDICTED, MOVED, RUSSIAN, SIDES
from .game_state import GameState
from .saved_state import read_state

_UNMARKED: frozenset[str] = frozenset()
_INTERDICTED = frozenset({"interdicted"})


class VisegradPlay(GameState):
    """A game of Visegrad 4 in progress; see `engine.rules.Play`."""

    def __init__(self, design: Design, scenario: Scenario, dice: Dice, emit: Emit) -> None:
        super().__init__(design, scenario, dice, emit)
        self.stages = sequence.STAGES
        self._supplied: dict[int, frozenset[str]] = {}
        self._seen: list[tuple[int, bool, bool, int]] = []
        self._units: dict[str, UnitPosition] = {}
        self._interdicted: tuple[str, ...] = ()

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
        return list(self.stages[self.state.step].orders(self, number))

    def any_order(self, random: Callable[[], float]) -> Order:
        if self.state.outcome is not None:
            raise IllegalOrderError("The game is over.", self.state.outcome.rule)
        orders = self.stages[self.state.step].orders(self, None)
        return orders[int(random() * len(orders))]

    def perform(self, order: Order) -> None:
        _well_formed(order)
        self.stages[self.state.step].perform(self, order)

    # -- views --------------------------------------------------------------------------

    def position(self) -> Position:
        """The position; stacks are open to both players (6.3), and markers are shown with the units (2.8)."""
        s = self.state
        seen = list(zip(s.where, s.reduced, s.unsupplied, s.flags, strict=True))
        if seen != self._seen:
            # Most units are unchanged since the last call. Values once returned are never modified.
            units, before = dict(self._units), self._seen
            for u, now in enumerate(seen):
                if not before or now != before[u]:
                    units[self.forces.keys[u]] = self._unit_position(*now)
            self._seen, self._units = seen, units
            self._interdicted = self.board.hex_set(
                mask_of({at for at, _, _, flags in seen if flags & INTERDICTED and at >= 0}))
        return Position(
            s.turn, s.phase, self.side, self._units,
            {"scored": self.board.hex_set(s.scored), "interdicted": self._interdicted},
            {side: dict(zip(("table", "track", "spent"), s.markers[i], strict=True))
             for i, side in enumerate(SIDES)},
            self.board.numbers[s.battle.hex] if s.battle else "",
            self._left())

    def _left(self) -> dict[str, int]:
        """What the side to decide can spend, or has to lose, in this decision."""
        s = self.state
        if s.step == "replace":
            return {"replacement steps": s.steps, "air points": s.points}
        if s.step == "markers":
            return {"cyber-war markers on the track": s.markers[s.side][cyber.TRACK]}
        return {"units to lose at least": losses.need(self)} if s.step == "lose" else {}

    def _unit_position(self, at: int, reduced: bool, unsupplied: bool, flags: int) -> UnitPosition:
        if at < 0:
            return UnitPosition("", BOXES[at], reduced)
        marks = _INTERDICTED if flags & INTERDICTED else _UNMARKED
        return UnitPosition(self.board.numbers[at], "", reduced, unsupplied, marks)

    def destinations(self, unit: str) -> dict[str, float]:
        if self.state.step != "move" or self.state.outcome is not None:
            return {}
        u = self.unit(unit)
        if self.forces.side[u] != self.state.side or self.forces.air[u]:
            return {}
        if self.state.where[u] >= 0:
            return movement.destinations(self, u)
        if not reinforcements.due(self, u):
            return {}
        numbers, points = self.board.numbers, self.points
        return {numbers[h]: points[field.cost[h]] for h, field in reinforcements.entries_of(self, u).items()}

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
        if self.state.step != "move" or self.state.outcome is not None:
            return None
        u = self.unit(unit)
        if self.forces.side[u] != self.state.side or self.forces.air[u]:
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

    def preview(self, order: Order | None, shift: int) -> AttackPreview:
        return shifts.preview(self, order, shift)

    def movable(self) -> list[str]:
        s, f = self.state, self.forces
        if s.step != "move" or s.outcome is not None:
            return []
        where, flags, static = s.where, s.flags, f.static
        return [
            f.keys[u] for u in f.ground[s.side]
            if (not flags[u] & MOVED and not static[u] if where[u] >= 0 else reinforcements.due(self, u))]

    def unit_strength(self, unit: str, purpose: str = "attack") -> int:
        number = self.forces.number.get(unit)
        return self.strength(self.unit(unit) if number is None else number)

    def goals(self, side: str) -> Goals:
        return victory.goals(self, SIDES.index(side))

    def supplied_hexes(self, unit: str) -> frozenset[str]:
        mask = supply.served(self, supply.group(self, self.unit(unit)))
        known = self._supplied.get(mask)
        if known is None:
            # At most two groups of units alternate; caching more is not worthwhile.
            if len(self._supplied) > 7:
                self._supplied = {}
            known = self._supplied[mask] = frozenset(self.board.hex_set(mask))
        return known

    def enemy_zoc(self, unit: str) -> frozenset[str]:
        return frozenset(self.board.hex_set(zoc.stopping_zones(self, self.unit(unit))))

    def scenario_now(self) -> Scenario:
        return mid_game_start.scenario_now(self)

    # -- saving -------------------------------------------------------------------------

    def as_data(self) -> dict[str, Any]:
        return self.state.as_data()

    def seen_by(self, side: str) -> dict[str, Any]:
        """What a side ("" for a spectator) may know of the state: allocations of markers are secret until
        both sides have made theirs (5.1 B)."""
        data = self.state.as_data()
        return {**data, "pending": None} if self._is_secret_from(side) else data

    def hides(self, side: str, mark: OrderMark, after: int) -> bool:
        """Whether an order is a secret allocation of markers, the last order, of the other side (5.1 B)."""
        return after == 0 and self._is_secret_from(side)

    def _is_secret_from(self, side: str) -> bool:
        return cyber.is_secret(self) and side != SIDES[RUSSIAN]

    def load_data(self, data: dict[str, Any]) -> None:
        self.state = read_state(self, data)
        self.rebuild()
        crowded = next((h for h in range(self.board.size) if stacking.excess(self, h)), None)
        if crowded is not None and self.state.step != "remove":
            raise SavedGameError(f"too many units stand in {self.board.name(crowded)} (rule 6.0).")


def _parts(pattern: str) -> tuple[int | None, int | None, int, bool]:
    """How many units, hexes and words an order has, None for one or more; whether its words are numbers."""
    many = (None if "{units}" in pattern else pattern.count("{unit}"),
            None if "{path}" in pattern else pattern.count("{hex}"))
    numbers = pattern.count("{number}")
    return (*many, pattern.count("{word}") + numbers, numbers > 0)


_PARTS = {verb: _parts(pattern) for verb, pattern in GRAMMAR.items()}


def _well_formed(order: Order) -> None:
    """Refuse an order made by hand that does not have exactly the parts its verb needs."""
    if order.verb not in _PARTS:
        raise IllegalOrderError(f"There is no order `{cut(order.verb)}`.")
    units, hexes, words, numbers = _PARTS[order.verb]
    form = f"{order.verb} {GRAMMAR[order.verb]}".strip()
    for wanted, given in ((units, order.units), (hexes, order.hexes), (words, order.words)):
        if not given if wanted is None else len(given) != wanted:
            raise IllegalOrderError(f"This order must have exactly the form `{form}`.")
    if numbers and not all(is_number(w) for w in order.words):
        raise IllegalOrderError(f"This order needs numbers: `{form}`. {NUMBERS}")
