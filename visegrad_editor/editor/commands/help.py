"""The Help menu."""

from __future__ import annotations

import tkinter as tk

from ... import __version__
from ..widgets.dialogs import message
from ..window.key_help import show_keys
from .group import Group


class HelpCommands(Group):
    """Keys and what the program is."""

    def command_palette(self) -> None:
        from ..window.command_palette import CommandPalette
        self._w.commit_fields()
        CommandPalette(self._w).show()

    def shortcuts(self) -> None:
        show_keys(self._w.root)

    def about(self) -> None:
        about(self._w.root)


# The about box.

def about(parent: tk.Misc) -> None:
    """Say what this is."""
    message(parent, "About Visegrad Editor",
            f"Visegrad Editor {__version__}\n\n"
            "A map-and-counter editor, scenario designer and rules engine for hex wargames. "
            "Free software under the MIT licence.\n\n"
            "Values the rulebook does not print are reconstructed, and marked so wherever they are shown.")
