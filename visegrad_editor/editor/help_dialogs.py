"""The list of keys and mouse moves, made from the table of actions, and the about box."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from .. import __version__
from .actions import ACTIONS, MENUS, key_text
from .dialogs import Dialog, message
from .theme import px

_MOUSE = (
    ("Wheel", "Zoom at the pointer"),
    ("Shift + wheel, Ctrl + wheel", "Scroll across, scroll up and down"),
    ("Middle button, Space + drag", "Move the map"),
    ("Right click", "Menu; with a brush: take up what is under the pointer"),
    ("Shift + click", "Brushes: straight line. River and road pen: erase"),
    ("Ctrl + click", "Brushes: fill. Select: the whole stack"),
)
_KEYBOARD = (
    ("Arrow keys", "Move the hex cursor"),
    ("Return, Space", "Use the tool at the hex cursor"),
    ("  with Select", "Take a counter up, put it down; Esc: leave it"),
    ("Shift + arrow keys", "Paint or draw while moving"),
    ("Ctrl + arrow keys", "Scroll the map"),
    ("1 to 9", "Choose what the tool draws, in the palette's order"),
    ("[  ]", "Choose the hexside the river pen uses"),
    ("Esc", "Forget the stroke; go back to the select tool"),
)


def shortcuts(parent: tk.Misc) -> None:
    """Show all keys."""
    dialog = Dialog(parent, "Keys and mouse")
    columns = [ttk.Frame(dialog.body, style="Panel.TFrame") for _ in range(3)]
    for column in columns:
        column.pack(side="left", anchor="n", padx=(0, px(24)))
    _section(columns[0], "Mouse on the map", _MOUSE)
    _section(columns[0], "Keyboard on the map", _KEYBOARD)
    for menu in MENUS:
        rows = [(key_text(a.keys[0]), a.label.rstrip("…")) for a in ACTIONS if a.menu == menu and a.keys]
        if rows:
            _section(columns[2 if menu in ("View", "Tools", "Help") else 1], menu, rows)
    dialog.button("Close", dialog.cancel, default=True)
    dialog.present()


def _section(parent: ttk.Frame, title: str, rows: Sequence[tuple[str, str]]) -> None:
    first = parent.grid_size()[1]
    ttk.Label(parent, text=title, style="Section.TLabel").grid(
        row=first, column=0, columnspan=2, sticky="w", pady=(8 if first else 0, px(2)))
    for i, (keys, what) in enumerate(rows, first + 1):
        ttk.Label(parent, text=keys, style="Panel.TLabel").grid(row=i, column=0, sticky="w", padx=(0, px(16)))
        ttk.Label(parent, text=what, style="Quiet.TLabel", wraplength=px(230)).grid(row=i, column=1,
                                                                                    sticky="w")


def about(parent: tk.Misc) -> None:
    """Say what this is."""
    message(parent, "About Visegrad Editor",
            f"Visegrad Editor {__version__}\n\n"
            "A map-and-counter editor, scenario designer and rules engine for hex wargames. "
            "Free software under the MIT licence.\n\n"
            "Values the rulebook does not print are reconstructed, and marked so wherever they are shown.")
