"""A group of commands: every public method carries out the action of its name."""

from __future__ import annotations

from collections.abc import Callable
from inspect import isfunction

Command = Callable[[], None]
Say = Callable[[str], None]
"""Tells the user a sentence, or why something was not done."""


class Group:
    """Commands that belong together. Its fields are the parts of the window that they act on."""

    def table(self) -> dict[str, Command]:
        """What can be done, by the ids of the actions."""
        names = (name for name in dir(self) if not name.startswith("_") and name != "table")
        return {name: getattr(self, name) for name in names if isfunction(getattr(type(self), name, None))}
