"""Unsaved work as a value: everything a window needs to go on where another one ended."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ...model.design import Design
from ...model.history import Step
from ...model.sources import Sources
from ..session import Document


@dataclass(frozen=True)
class KeptGame:
    """A play-test that is on: from its orders it is played again."""

    scenario: str
    seed: int
    dice: tuple[int, ...] | None
    players: tuple[tuple[str, str], ...]
    orders: tuple[str, ...]
    at: int
    """How many of the orders are done; the others were taken back."""
    path: str = ""
    """The game file last opened or written."""
    saved: bool = False
    """Whether a game file holds all of it."""


@dataclass(frozen=True)
class Work:
    """What is open in a window at one moment. `saved` is the place of the step that is in the files,
    -1 where none is."""

    document: Document
    steps: tuple[Step[Design], ...]
    position: int
    saved: int
    sources: Sources = field(default=Sources(), repr=False)
    game: KeptGame | None = None

    @property
    def design(self) -> Design:
        return self.steps[self.position].state

    def and_then(self, label: str, design: Design) -> Work:
        """The work with one more step."""
        steps = (*self.steps[: self.position + 1], Step(label, design))
        return replace(self, steps=steps, position=len(steps) - 1,
                       saved=self.saved if self.saved <= self.position else -1)

    @property
    def changed(self) -> bool:
        """Whether the design is not as in its files."""
        return self.saved < 0 or (
            self.position != self.saved and self.design != self.steps[self.saved].state)

    @property
    def worth_keeping(self) -> bool:
        """Whether something would be lost with it."""
        return self.changed or (self.game is not None and not self.game.saved)

    @property
    def told(self) -> str:
        """How much there is to lose, in words: `3 changes`."""
        parts = []
        if self.changed:
            n = abs(self.position - self.saved) if self.saved >= 0 else self.position
            parts.append("new" if not n else "1 change" if n == 1 else f"{n} changes")
        if self.game is not None and not self.game.saved:
            n = len(self.game.orders)
            parts.append("a game" if n != 1 else "a game of 1 order")
            if n > 1:
                parts[-1] += f" of {n} orders"
        return ", ".join(parts)
