"""Undo and redo of every change.

Documents are immutable and share what did not change, so a step of the history is simply the documents at
that time: an undo cannot forget anything, and a step is small. Designs of the past are folded besides, since
a list of thousands of units is one tuple, of which an edit makes another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from ..lazy_dataclass import dataclass

D = TypeVar("D")


@dataclass(frozen=True)
class Step(Generic[D]):
    """A state and the label of the change that led to it."""

    label: str
    state: D


@runtime_checkable
class Foldable(Protocol):
    """A state that takes less room while it is not the current one, and is the same value all the time."""

    @property
    def is_sliced(self) -> bool:
        """Whether states like it can share what they hold when they are folded."""

    def fold(self, like: Any) -> None:
        """Take little room, sharing with another state of the kind if one is given, until somebody asks for
        what was folded."""

    def unfold(self) -> None:
        """Have everything at hand again."""

    def shares_with(self, other: Any) -> bool:
        """Whether it cannot be folded without another state of the kind."""


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
        self._at_hand: tuple[D, ...] = (state,)
        """The states that are not folded: the current one and the one before the last change."""

    @classmethod
    def of(cls, steps: Sequence[Step[D]], position: int, saved: int) -> History[D]:
        """A restored history: its steps, the current one, and the saved one (-1: none)."""
        history = cls(steps[0].state)
        history._steps, history._position = list(steps), position
        history._saved = steps[saved].state if saved >= 0 else None
        history._fold_all()
        return history

    def complete(self, completed: Callable[[D], D]) -> None:
        """Add to each state what it names but does not hold, as the pictures of files."""
        of = {id(step.state): completed(step.state) for step in self._steps}
        saved = self._saved
        self._steps = [Step(step.label, of[id(step.state)]) for step in self._steps]
        self._saved = of.get(id(saved), saved) if saved is not None else None
        self._fold_all()

    @property
    def current(self) -> D:
        """The current state."""
        return self._steps[self._position].state

    @property
    def changed(self) -> bool:
        """Whether the current state differs from the saved one (undo back clears it)."""
        return self.current != self._saved

    @property
    def steps(self) -> tuple[Step[D], ...]:
        """All steps, the oldest first."""
        return tuple(self._steps)

    @property
    def position(self) -> int:
        """The index of the current step."""
        return self._position

    @property
    def saved(self) -> D | None:
        """The state that is in the files, or None."""
        return self._saved

    @property
    def saved_position(self) -> int:
        """The position of the saved step, -1 if there is none."""
        if not self.changed:
            return self._position
        return next((i for i, step in enumerate(self._steps) if step.state is self._saved), -1)

    @property
    def undo_label(self) -> str:
        """The label of the step that undo would take back, or ""."""
        return self._steps[self._position].label if self._position else ""

    @property
    def redo_label(self) -> str:
        """The label of the step that redo would bring back, or ""."""
        following = self._steps[self._position + 1 : self._position + 2]
        return following[0].label if following else ""

    def listen(self, listener: Callable[[D, D], None]) -> None:
        """Call `listener(before, after)` at every change of the current state."""
        self._listeners.append(listener)

    def push(self, label: str, state: D) -> bool:
        """Make `state` current as a new step; False if it equals the current one."""
        before = self.current
        if state == before:
            return False
        del self._steps[self._position + 1 :]
        self._steps.append(Step(label, state))
        self._position += 1
        self._notify(before)
        return True

    def undo(self) -> None:
        """Make the step before the current one current; nothing happens at the first."""
        self.jump(self._position - 1)

    def redo(self) -> None:
        """Make the step after the current one current; nothing happens at the last."""
        self.jump(self._position + 1)

    def jump(self, position: int) -> None:
        """Make the step at `position` current; positions outside the history do nothing."""
        if not 0 <= position < len(self._steps) or position == self._position:
            return
        before = self.current
        self._position = position
        self._notify(before)

    def rewrite(self, change: Callable[[D], D]) -> None:
        """Change every state in the same way, without adding a step: for names that a save gave."""
        before = self.current
        self._steps = [Step(s.label, change(s.state)) for s in self._steps]
        self._fold_all()
        if self.current != before:
            self._notify(before)

    def mark_saved(self, state: D | None = None) -> None:
        """Note that the files hold the current state, or the given one."""
        self._saved = self.current if state is None else state

    def mark_unsaved(self) -> None:
        """Note that no state is saved: for a design that was never written to a file."""
        self._saved = None

    def _notify(self, before: D) -> None:
        self._keep_at_hand(before, self.current)
        for listener in self._listeners:
            listener(before, self.current)

    # -- the room that states take --------------------------------------------------------------

    def _keep_at_hand(self, *states: D) -> None:
        """Fold the states that were at hand, but for these, which are now."""
        left, self._at_hand = self._at_hand, states
        for state in left:
            if isinstance(state, Foldable) and not any(state is s or state.shares_with(s) for s in states):
                self._fold(state)
        for state in states:
            if isinstance(state, Foldable):
                state.unfold()

    def _fold(self, state: D) -> None:
        """Fold a state, like the one before it; one that is no step any more is left alone."""
        at = next((i for i in range(len(self._steps) - 1, -1, -1) if self._steps[i].state is state), -1)
        if at < 0:
            return
        first = at
        while first > 0 and not self._is_sliced(first):
            first -= 1
        for i in range(first, at + 1):
            one, like = self._steps[i].state, self._steps[i - 1].state if i else None
            if isinstance(one, Foldable) and (i == at or not one.is_sliced):
                one.fold(like)

    def _is_sliced(self, at: int) -> bool:
        state = self._steps[at].state
        return isinstance(state, Foldable) and state.is_sliced

    def _fold_all(self) -> None:
        """Fold all steps but the current one, after each of them was put in place of another."""
        current = self.current
        self._at_hand = (current,)
        before: D | None = None
        for state in (step.state for step in self._steps):
            if isinstance(state, Foldable) and isinstance(current, Foldable) and not (
                    state is current or state.shares_with(current)):
                state.fold(before)
            before = state
