"""What the actions do: one method for each entry of the table in `actions`, of the same name.

Each module here holds the commands of one menu or one subject.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .edit import EditCommands, FindCommands
from .file import ExchangeCommands, FileCommands
from .group import Command, Group
from .help import HelpCommands
from .map import AreaCommands, BackgroundCommands, GeodataCommands, MapCommands
from .region import RegionCommands
from .scenario import ScenarioCommands
from .tools import ToolCommands
from .view import AppearanceCommands, StyleCommands, ViewCommands

if TYPE_CHECKING:
    from ..window.window import Window

GROUPS: tuple[type[Group], ...] = (
    FileCommands,
    ExchangeCommands,
    EditCommands,
    AreaCommands,
    RegionCommands,
    FindCommands,
    ViewCommands,
    AppearanceCommands,
    StyleCommands,
    ToolCommands,
    MapCommands,
    BackgroundCommands,
    GeodataCommands,
    ScenarioCommands,
    HelpCommands,
)


class Commands:
    """Carries out actions in a window."""

    def __init__(self, window: Window) -> None:
        self.table: dict[str, Command] = {}
        for group in GROUPS:
            for id, command in group(window).table().items():
                if id in self.table:
                    raise ValueError(f"two commands are called {id}")
                self.table[id] = command

    def perform(self, id: str) -> None:
        """Carry out the action of that id."""
        self.table[id]()
