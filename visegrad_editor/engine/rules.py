"""What the engine asks of a game system: a rules module with `start` and `check`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from ..model.design import Design
from ..model.problems import Problem
from .board import Board
from .dice import Dice
from .events import Event, Outcome
from .orders import Grammar, Names, Order
from .position import AttackPreview, Goals, Position

Emit = Callable[[Event], None]


class Play(Protocol):
    """A game in progress, as a game system keeps it."""

    board: Board
    names: Names
    grammar: Grammar

    @property
    def turn(self) -> int: ...

    @property
    def phase(self) -> str: ...

    @property
    def step(self) -> str: ...

    @property
    def side(self) -> str: ...

    @property
    def outcome(self) -> Outcome | None: ...

    def begin(self) -> None: ...

    def legal_orders(self, unit: str | None) -> list[Order]: ...

    def perform(self, order: Order) -> None: ...

    def position(self) -> Position: ...

    def destinations(self, unit: str) -> dict[str, float]: ...

    def move_order(self, unit: str, hex: str) -> Order: ...

    def preview(self, order: Order | None, shift: int) -> AttackPreview: ...

    def movable(self) -> list[str]: ...

    def unit_strength(self, unit: str) -> int: ...

    def goals(self, side: str) -> Goals: ...

    def supplied_hexes(self, unit: str) -> frozenset[str]: ...

    def enemy_zoc(self, unit: str) -> frozenset[str]: ...

    def snapshot(self) -> Any: ...

    def restore(self, snapshot: Any) -> None: ...

    def as_data(self) -> dict[str, Any]: ...

    def load_data(self, data: dict[str, Any]) -> None: ...


class System(Protocol):
    """A rules module."""

    def start(self, design: Design, dice: Dice, emit: Emit) -> Play: ...

    def check(self, design: Design) -> Sequence[Problem]: ...
