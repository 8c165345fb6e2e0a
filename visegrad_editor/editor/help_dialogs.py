"""The about box."""

from __future__ import annotations

import tkinter as tk

from .. import __version__
from .dialogs import message


def about(parent: tk.Misc) -> None:
    """Say what this is."""
    message(parent, "About Visegrad Editor",
            f"Visegrad Editor {__version__}\n\n"
            "A map-and-counter editor, scenario designer and rules engine for hex wargames. "
            "Free software under the MIT licence.\n\n"
            "Values the rulebook does not print are reconstructed, and marked so wherever they are shown.")
