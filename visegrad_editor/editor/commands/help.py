"""The Help menu."""

from __future__ import annotations

from ..help_dialogs import about
from ..key_map import show_keys
from .group import Group


class HelpCommands(Group):
    """Keys and what the program is."""

    def command_palette(self) -> None:
        from ..command_palette import CommandPalette
        self._w.commit_fields()
        CommandPalette(self._w).show()

    def shortcuts(self) -> None:
        show_keys(self._w.root)

    def about(self) -> None:
        about(self._w.root)
