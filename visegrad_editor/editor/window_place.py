"""Where the main window stands on the screen, and how large it is."""

from __future__ import annotations

import tkinter as tk

from . import theme
from .screen_place import on_screen

LEAST_SIZE = 900, 560
"""Pixels the window has at least, across and down."""
_BARS = 48
"""Pixels for title and menu bar at 100 %, which Tk does not count to the height."""


def place_window(root: tk.Tk, remembered: str) -> None:
    """Put the window where it was the last time (a geometry as Tk writes it, "" for none), within the
    screen."""
    wide, high = root.winfo_screenwidth(), root.winfo_screenheight()
    first = f"{min(wide, 1600)}x{min(high - 60, 1000)}"
    # The virtual desktop, where the window may have been on a second screen.
    desktop = (root.winfo_vrootx(), root.winfo_vrooty(), root.winfo_vrootwidth(),
               root.winfo_vrootheight() - theme.px(_BARS))
    root.geometry(on_screen(remembered, desktop, LEAST_SIZE, first))
    root.minsize(*LEAST_SIZE)


def maximise(root: tk.Tk) -> None:
    """Fill the screen; not every window manager can."""
    for how in (lambda: root.attributes("-zoomed", True), lambda: root.state("zoomed")):
        try:
            how()
            return
        except tk.TclError:
            continue
