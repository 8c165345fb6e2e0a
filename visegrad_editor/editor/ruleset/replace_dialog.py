"""Asking which entry of the ruleset takes the place of another."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from ..dialogs import Dialog
from ..theme import px


def ask_replacement(parent: tk.Misc, label: str, others: Sequence[tuple[str, str]]) -> str:
    """The id of the chosen one of `others`, which are (id, name); "" where it was cancelled."""
    dialog = Dialog(parent, f"Replace {label}")
    text = (f"{label} is removed, and the one chosen here stands in its place on the map, in the scenario "
            "and in the tables. It can be undone.")
    ttk.Label(dialog.body, text=text, style="Panel.TLabel", wraplength=px(380),
              justify="left").pack(anchor="w")
    box = ttk.Combobox(dialog.body, values=[name for _, name in others], state="readonly")
    box.current(0)
    box.pack(fill="x", pady=(px(8), 0))
    dialog.button("Replace", lambda: dialog.finish(others[box.current()][0]), default=True)
    dialog.button("Cancel", dialog.cancel)
    return dialog.run(box)
