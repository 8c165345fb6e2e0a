"""Undo and redo of everything.

Documents are immutable and share what did not change, so a step of the history is simply
the documents as they were: nothing can be forgotten by an undo, and a step is small.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

D = TypeVar("D")


@dataclass(frozen=True)
class Step(Generic[D]):
    """A state and the label of the change that led to it."""

    label: str
    state: D


class History(Generic[D]):
    """The states of a design, the current one among them.

    >>> h = History(1)
    >>> h.push("two", 2), h.push("three", 3), h.push("three", 3)
    (True, True, False)
    >>> h.undo(); h.current
    2
    >>> h.redo(); h.current
    3
    """

    def __init__(self, state: D, label: str = "Open") -> None:
        self._steps = [Step(label, state)]
        self._position = 0
        self._saved: D | None = state
        self._listeners: list[Callable[[D, D], None]] = []

    @classmethod
    def of(cls, steps: Sequence[Step[D]], position: int, saved: int) -> History[D]:
        """A history that was kept: its steps, which of them is current, and which is the saved one
        (-1: none)."""
        history = cls(steps[0].state)
        history._steps, history._position = list(steps), position
        history._saved = steps[saved].state if saved >= 0 else None
        return history

    @property
    def current(self) -> D:
        return self._steps[self._position].state

    @property
    def changed(self) -> bool:
        """Whether the current state differs from the saved one (undo back clears it)."""
        return self.current != self._saved

    @property
    def steps(self) -> tuple[Step[D], ...]:
        return tuple(self._steps)

    @property
    def position(self) -> int:
        return self._position

    @property
    def saved(self) -> D | None:
        """The state that is in the files, None where none is."""
        return self._saved

    @property
    def saved_position(self) -> int:
        """The place of the step that is the saved one, -1 where none is."""
        if not self.changed:
            return self._position
        return next((i for i, step in enumerate(self._steps) if step.state is self._saved), -1)

    @property
    def undo_label(self) -> str:
        """The label of the step undo would take back, or ""."""
        return self._steps[self._position].label if self._position else ""

    @property
    def redo_label(self) -> str:
        following = self._steps[self._position + 1 : self._position + 2]
        return following[0].label if following else ""

    def listen(self, listener: Callable[[D, D], None]) -> None:
        """Call `listener(before, after)` at every change of the current state."""
        self._listeners.append(listener)

    def push(self, label: str, state: D) -> bool:
        """Make `state` current as a new step; False where it equals the current one."""
        before = self.current
        if state == before:
            return False
        del self._steps[self._position + 1 :]
        self._steps.append(Step(label, state))
        self._position += 1
        self._tell(before)
        return True

    def undo(self) -> None:
        self.jump(self._position - 1)

    def redo(self) -> None:
        self.jump(self._position + 1)

    def jump(self, position: int) -> None:
        """Make the step at `position` current; positions outside the history do nothing."""
        if not 0 <= position < len(self._steps) or position == self._position:
            return
        before = self.current
        self._position = position
        self._tell(before)

    def rewrite(self, change: Callable[[D], D]) -> None:
        """Change every state alike, as no step of its own: for names that a save gave."""
        before = self.current
        self._steps = [Step(s.label, change(s.state)) for s in self._steps]
        if self.current != before:
            self._tell(before)

    def mark_saved(self, state: D | None = None) -> None:
        """The current state, or this one, is what the files hold."""
        self._saved = self.current if state is None else state

    def mark_unsaved(self) -> None:
        """No state is the saved one: for a design that was never written to a file."""
        self._saved = None

    def _tell(self, before: D) -> None:
        for listener in self._listeners:
            listener(before, self.current)
