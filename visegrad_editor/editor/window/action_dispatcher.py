"""Tells whether an action can be used now, and performs it by the active mode or by its command."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from ..actions import Action, why_not, why_not_now
from ..commands.group import Command
from ..session import Session


class ActionMode(Protocol):
    """A state of the window in which some actions mean something else, for example a play-test."""

    def why_not(self, action: Action) -> str | None:
        """Why the action cannot be used, "" if it can; None if the mode does not concern it."""

    def perform(self, id: str) -> bool:
        """Perform the action in this mode; False if the mode does not concern it."""


class ActionDispatcher:
    """Performs actions by their ids. Modes are asked first, in the order in which they were added."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._commands: dict[str, Command] = {}
        self._modes: list[ActionMode] = []
        self._leading: list[ActionMode] = []

    def add_commands(self, tables: Iterable[Mapping[str, Command]]) -> None:
        """Add commands by the ids of their actions; raises `ValueError` for an id that is taken."""
        for table in tables:
            for id, command in table.items():
                if id in self._commands:
                    raise ValueError(f"there are two commands called {id}")
                self._commands[id] = command

    def add_mode(self, mode: ActionMode, *, leads: bool = False) -> None:
        """Ask a mode before the commands. One that `leads` is also asked while a stroke is being drawn."""
        (self._leading if leads else self._modes).append(mode)

    def why_not(self, action: Action) -> str:
        """Why an action cannot be used now, "" if it can."""
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
        """Perform the action with that id, by the active mode or by its command."""
        if not any(mode.perform(id) for mode in (*self._leading, *self._modes)):
            self.command(id)()

    def command(self, id: str) -> Command:
        """The function that performs an action when no mode does."""
        return self._commands[id]
