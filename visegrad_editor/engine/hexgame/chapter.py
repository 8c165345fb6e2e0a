"""A chapter of rules written in Python: what it may add to a game that plays from data, or overrule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ...model.design import Design
from ...model.problems import Problem
from ...model.rules.results import Effect
from ..orders import IllegalOrderError
from ..position import Goals, Shift
from .fights import Fight
from .in_progress import GameInProgress, Stage


class Chapter:
    """A chapter of rules. All methods may be left as they are.

    A chapter keeps no state of its own: what changes in play is `w.state.chapters[id]`, plain data that is
    replaced and never changed in place, so that it is copied, undone and saved with the rest.
    """

    id = ""
    rule = ""

    def state(self, w: GameInProgress) -> Any:
        """Its state at the beginning, JSON-ready; None if it has none."""
        return None

    def seen_by(self, w: GameInProgress, side: int, state: Any) -> Any:
        """Its state as a side (-1: a spectator) may know it."""
        return state

    def stages(self) -> Mapping[str, Stage]:
        """Kinds of decision, by step. A phase whose kind is `custom` begins with the step of its id."""
        return {}

    def verbs(self) -> Mapping[str, str]:
        """The verbs of its orders, each with the pattern of its text."""
        return {}

    def effects(self) -> Mapping[str, Callable[[GameInProgress, Effect], None]]:
        """What results and events may `do`, by name."""
        return {}

    def begin(self, w: GameInProgress) -> None:
        """Called when the game begins, before the set-up."""

    def at(self, w: GameInProgress, moment: str, **facts: Any) -> None:
        """Called at moments of the game: `turn-start`, `turn-end`, `player-turn`, `phase-start`,
        `phase-end`, `entered` (unit, hex), `eliminated` (unit), `result` (code), `attack`, `set-up`."""

    def step_cost(
        self, w: GameInProgress, unit: int, start: int, end: int, mode: str, cost: int
    ) -> int | None:
        """The cost of a step, in points times the scale; None prohibits it. Games with such a chapter look
        for paths more slowly."""
        return cost

    def allowance(self, w: GameInProgress, unit: int, points: Fraction) -> Fraction:
        """The movement allowance of a unit."""
        return points

    def may_move(self, w: GameInProgress, unit: int) -> IllegalOrderError | None:
        """Why a unit may not move now, or None."""
        return None

    def may_stack(self, w: GameInProgress, hex: int, units: Sequence[int]) -> IllegalOrderError | None:
        """Why units may not be in a hex together, those already there among them, or None."""
        return None

    def may_attack(self, w: GameInProgress, unit: int, hex: int) -> IllegalOrderError | None:
        """Why a unit may not attack a hex, or None."""
        return None

    def zones(self, w: GameInProgress, side: int, hexes: int) -> int:
        """The hexes in the zones of control of a side."""
        return hexes

    def strength(self, w: GameInProgress, unit: int, purpose: str, value: Fraction) -> Fraction:
        """The strength of a unit in `attack` or `defence`."""
        return value

    def shifts(self, w: GameInProgress, fight: Fight) -> Sequence[Shift]:
        """Further column shifts of an attack."""
        return ()

    def die(self, w: GameInProgress, fight: Fight) -> int:
        """What is added to the die of an attack."""
        return 0

    def result(self, w: GameInProgress, code: str) -> str:
        """The result that counts in place of a code."""
        return code

    def sources(self, w: GameInProgress, side: int, hexes: int) -> int:
        """The hexes from which units of a side are supplied."""
        return hexes

    def goals(self, w: GameInProgress, side: int, goals: Goals) -> Goals:
        """The goals of automatic players."""
        return goals

    def check(self, design: Design) -> Iterator[Problem]:
        """The problems of a design according to the chapter."""
        return iter(())

    def invariants(self, w: GameInProgress) -> Iterator[str]:
        """What is impossible in the present position, in sentences."""
        return iter(())


def overriding(chapters: Sequence[Chapter], method: str) -> tuple[Chapter, ...]:
    """The chapters that have a method of their own."""
    usual = getattr(Chapter, method)
    return tuple(c for c in chapters if getattr(type(c), method) is not usual)
