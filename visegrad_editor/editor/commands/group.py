"""A group of commands: every public method carries out the action of its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..window.window import Window

Command = Callable[[], None]


class Group:
    """Commands that belong together, acting on one window."""

    def __init__(self, window: Window) -> None:
        self._w = window

    def table(self) -> dict[str, Command]:
        """What can be done, by the ids of the actions."""
        names = (name for name in dir(self) if not name.startswith("_") and name != "table")
        return {name: getattr(self, name) for name in names}
