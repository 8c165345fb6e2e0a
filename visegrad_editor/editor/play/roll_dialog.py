"""Asks for one roll of a real die."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from ..dialogs import Dialog
from ..theme import px
from .dice_view import DiceButtons


def ask_roll(parent: tk.Misc, text: str) -> int:
    """The face, or 0 where the question was cancelled."""
    dialog = Dialog(parent, "Roll of the die")
    ttk.Label(dialog.body, text=text, style="Panel.TLabel", wraplength=px(320),
              justify="left").pack(anchor="w")
    dice = DiceButtons(dialog.body, lambda face: dialog.finish(str(face)))
    dice.pack(pady=(px(8), 0))
    dialog.button("Cancel", dialog.cancel)
    return int(dialog.run(dice.buttons[0]) or 0)
