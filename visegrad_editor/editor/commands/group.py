"""The base of command groups: every public method performs the action of the same name."""

from __future__ import annotations

from collections.abc import Callable
from inspect import isfunction

Command = Callable[[], None]
"""What performs an action."""
Say = Callable[[str], None]
"""Shows the user a message, or the reason why something was not done."""


class CommandGroup:
    """Commands that belong together. The fields are the parts of the window that they use."""

    def table(self) -> dict[str, Command]:
        """The commands by the ids of their actions."""
        names = (name for name in dir(self) if not name.startswith("_") and name != "table")
        return {name: getattr(self, name) for name in names if isfunction(getattr(type(self), name, None))}
