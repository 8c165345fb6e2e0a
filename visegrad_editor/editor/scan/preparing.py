"""The bar at the lower edge of the map while a picture is prepared: how far it is, a button to stop it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from ..theme import px
from ..tooltips import Tooltip

STOP_TIP = "Leave the picture unprepared; the map works without it"


class PreparingBar(ttk.Frame):
    """Hidden until `show`."""

    def __init__(self, parent: tk.Misc, stop: Callable[[], None]) -> None:
        super().__init__(parent, style="Notice.TFrame", padding=(px(12), px(6)))
        self._told = ttk.Label(self, style="Notice.TLabel")
        self._told.pack(side="left")
        self.button = ttk.Button(self, text="Cancel", command=stop)
        self.button.pack(side="right")
        Tooltip(self.button, STOP_TIP)
        self._bar = ttk.Progressbar(self, maximum=1.0, length=px(160))
        self._bar.pack(side="right", padx=px(10), fill="x", expand=True)

    def show(self, name: str, done: float) -> None:
        """Tell how much of a picture is prepared, 0 to 1."""
        self._told.configure(text=f"Preparing the background picture {name}: {done:.0%}")
        self._bar.configure(value=done)
        if not self.winfo_ismapped():
            self.place(x=0, rely=1.0, relwidth=1.0, anchor="sw")
            self.lift()

    def hide(self) -> None:
        """Show nothing."""
        self.place_forget()
