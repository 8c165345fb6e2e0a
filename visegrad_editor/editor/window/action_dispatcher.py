"""Whether an action can be used now, and carrying it out: by the mode that is on, or by its command."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from ..actions import Action, why_not, why_not_now
from ..session import Session

Command = Callable[[], None]


class ActionMode(Protocol):
    """A state of the window in which some actions mean something else, a play-test for instance."""

    def why_not(self, action: Action) -> str | None:
        """Why the action cannot be used, "" where it can; None where the mode has nothing to say of it."""

    def perform(self, id: str) -> bool:
        """Carry out the action in the way of this mode; False where it is not the mode's."""


class ActionDispatcher:
    """Carries out actions by their ids: modes are asked first, in the order in which they were added."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._commands: dict[str, Command] = {}
        self._modes: list[ActionMode] = []
        self._leading: list[ActionMode] = []

    def add_commands(self, tables: Iterable[Mapping[str, Command]]) -> None:
        """Take in commands by the ids of their actions; an id that is taken raises `ValueError`."""
        for table in tables:
            for id, command in table.items():
                if id in self._commands:
                    raise ValueError(f"two commands are called {id}")
                self._commands[id] = command

    def add_mode(self, mode: ActionMode, *, leads: bool = False) -> None:
        """Ask a mode before the commands; one that `leads` also before a stroke that is being drawn."""
        (self._leading if leads else self._modes).append(mode)

    def why_not(self, action: Action) -> str:
        """Why an action cannot be used now, "" where it can."""
        for mode in self._leading:
            if (reason := mode.why_not(action)) is not None:
                return reason
        stroke = self._session.stroke
        if stroke.held:
            return why_not_now(action)
        if action.id == "undo" and stroke.drawing:
            return ""
        for mode in self._modes:
            if (reason := mode.why_not(action)) is not None:
                return reason
        return why_not(action, self._session)

    def perform(self, id: str) -> None:
        """Carry out the action of that id, as the mode that is on does it, or by its command."""
        if not any(mode.perform(id) for mode in (*self._leading, *self._modes)):
            self.command(id)()

    def command(self, id: str) -> Command:
        """What carries out an action where no mode does it otherwise."""
        return self._commands[id]
