"""The keys and mouse moves of a play-test, for its help."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from ..dialogs import Dialog
from ..theme import px

KEYS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    ("Mouse on the map", (
        ("Drag a counter", "Move, retreat, advance; onto an enemy hex: attack"),
        ("Shift + drag, Shift + click", "The whole stack"),
        ("Rest on a stack, F", "Its counters side by side: click or drag one, or arrows and Return"),
        ("Click", "Choose a unit; again: the next one down the stack; a shaded hex: go there"),
        ("Double click", "Confirm the attack on this hex, or the choice of this unit"),
        ("Right click", "Let go of what is chosen"),
        ("Drag the ground, middle button", "Move the map"),
        ("Wheel", "Zoom at the pointer"),
    )),
    ("Keyboard on the map", (
        ("N", "The next unit that can do something"),
        ("Arrow keys", "Move the hex cursor; the way there is shown"),
        ("Return, Space", "Like a click; once more: confirm"),
        ("Shift + Return", "The whole stack"),
        ("Ctrl + arrow keys", "Scroll the map"),
        ("Esc", "Let go of what is chosen"),
        ("Tab", "On to the panels"),
    )),
    ("The game", (
        ("Ctrl+Return", "Confirm what is chosen"),
        ("F12", "End the phase, pass, decline"),
        ("Ctrl+F12", "Let the planner do the rest of this phase"),
        ("Ctrl+Z, Ctrl+Y", "Take back to your last decision; do it again"),
        ("F10", "One order of the automatic player"),
        ("Alt+Left, Alt+Right", "One order back or on"),
        ("Ctrl+S, Ctrl+Shift+S", "Save the game; under another name"),
        ("F11, Ctrl+P", "Leave the play-test"),
    )),
    ("In the panels", (
        ("Return, double click on an order", "Give it"),
        ("Return on a unit's picture", "Confirm what is chosen"),
        ("Double click on an air unit", "Send it, buy it"),
        ("1 to 6 on the dice", "Enter the roll"),
        ("Return on a line of the log", "Go to its hex"),
        ("Shift + Return on a line", "Show its moment"),
        ("Arrows, Page, Home, End", "Move the slider"),
    )),
)


def show_keys(parent: tk.Misc) -> None:
    """Show all keys of a play-test."""
    dialog = Dialog(parent, "Keys and mouse in a play-test")
    for column in (0, 1):
        frame = ttk.Frame(dialog.body, style="Panel.TFrame")
        frame.pack(side="left", anchor="n", padx=(0, px(24)))
        row = 0
        for title, keys in KEYS[column::2]:
            ttk.Label(frame, text=title, style="Section.TLabel").grid(
                row=row, column=0, columnspan=2, sticky="w", pady=(8 if row else 0, px(2)))
            for i, (key, what) in enumerate(keys, row + 1):
                ttk.Label(frame, text=key, style="Panel.TLabel").grid(
                    row=i, column=0, sticky="nw", padx=(0, px(16)))
                ttk.Label(frame, text=what, style="Quiet.TLabel", wraplength=px(260), justify="left").grid(
                    row=i, column=1, sticky="w")
            row += len(keys) + 1
    dialog.button("Close", dialog.cancel, default=True)
    dialog.present()
