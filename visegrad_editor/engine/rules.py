"""A game in progress, as a game's rules keep it: the interface that `engine.Game` uses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from ..errors import VisegradError
from ..model.provenance import cited_rule
from ..model.scenario import Scenario
from .board import Board
from .events import Event
from .order_log import LoggedPlay
from .orders import Grammar, IllegalOrderError, Order, UnitNames
from .position import AttackPreview, Goals, OrderMark, Position, UnitPosition


class SetupError(VisegradError, ValueError):
    """A scenario whose fixed set-up cannot be played. `reason` is the sentence without the rule it breaks,
    `rule` the number of that, `hex` and `unit` name the place, if it has one."""

    def __init__(self, reason: str, rule: str = "", hex: str = "", unit: str = "") -> None:
        self.reason, self.rule, self.hex, self.unit = reason, cited_rule(rule), hex, unit
        super().__init__(f"{reason.removesuffix('.')} (rule {self.rule})." if self.rule else reason)


Emit = Callable[[Event], None]
"""Records what happened."""


class Play(LoggedPlay, Protocol):
    """A game in progress, as a game system keeps it. What has the same name in `engine.Game` means the same;
    there the docstrings are."""

    board: Board
    names: UnitNames
    grammar: Grammar

    def begin(self) -> None:
        """Set up, and go on to the first decision. Raises ValueError for a scenario that cannot be played."""

    def legal_orders(self, unit: str | None) -> list[Order]: ...

    def any_order(self, random: Callable[[], float]) -> Order: ...

    def perform(self, order: Order) -> None:
        """Carry out an order and go on to the next decision. Raises `IllegalOrderError`, after which the
        caller restores a snapshot."""

    def position(self) -> Position:
        """The position as a spectator may see it."""

    def unit_positions(self) -> Mapping[str, UnitPosition]:
        """The units of `position`."""

    def markers(self) -> Mapping[str, Mapping[str, int]]:
        """The markers of `position`."""

    def hex_marks(self, side: str) -> Mapping[str, tuple[str, ...]]:
        """The marked hexes by the word of the mark, as a side ("" for a spectator) may see them."""

    def destinations(self, unit: str) -> dict[str, float]: ...

    def any_move(self, unit: str, random: Callable[[], float]) -> Order | None: ...

    def move_order(self, unit: str, hex: str) -> Order: ...

    def meaning(self, order: Order) -> str: ...

    def preview(self, order: Order | None, shift: int) -> AttackPreview: ...

    def movable(self) -> list[str]: ...

    def has_room(self, unit: str, hex: str) -> bool: ...

    def unit_strength(self, unit: str, purpose: str = "attack") -> int:
        """See `Game.strength`."""
        ...

    @property
    def has_one_strength(self) -> bool: ...

    def goals(self, side: str) -> Goals: ...

    def supplied_hexes(self, unit: str) -> frozenset[str]: ...

    def supply_answer(self, unit: str) -> str: ...

    def enemy_zoc(self, unit: str) -> frozenset[str]: ...

    def scenario_now(self) -> Scenario: ...

    def as_data(self) -> dict[str, Any]:
        """The whole state, JSON-ready, for `load_data`."""
        ...

    def seen_by(self, side: str) -> dict[str, Any]:
        """The state as a side ("" for a spectator) may know it."""
        ...

    def hides(self, side: str, mark: OrderMark, after: int) -> bool:
        """Whether an order is hidden from a side ("" for a spectator); `after` it so many were given."""
        ...

    def load_data(self, data: dict[str, Any]) -> None:
        """Take over a state that `as_data` returned. Raises `SavedGameError` for one that is impossible."""


class SetUp(Protocol):
    """The set-up of a design, asked where its units may stand. It does not change the design: what is put on
    trial is known to it alone."""

    def refusal(self, units: Sequence[str], hex: str) -> IllegalOrderError | None:
        """Why these units (keys) may not stand in a hex (number) together with those of the set-up that stand
        there, or None. Units that may be set up in one hex only may be moved anywhere."""

    def open_hexes(self, units: Sequence[str]) -> frozenset[str]:
        """The numbers of the hexes in which these units may stand together."""

    def permitted(self, units: Sequence[str]) -> tuple[str, ...]:
        """The numbers of the hexes in play in which all of these units may be set up, whoever stands there,
        in map order."""

    def put(self, units: Sequence[str], hex: str) -> None:
        """Let units stand in a hex, on trial."""

    def lift(self, units: Sequence[str]) -> None:
        """Take units off the map, on trial."""
