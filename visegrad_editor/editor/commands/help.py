"""The Help menu."""

from __future__ import annotations

from ..help_dialogs import about, shortcuts
from .group import Group


class HelpCommands(Group):
    """Keys and what the program is."""

    def shortcuts(self) -> None:
        shortcuts(self._w.root)

    def about(self) -> None:
        about(self._w.root)
