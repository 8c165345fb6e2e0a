"""One area of the dock: tabs, and the panel whose tab is chosen."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from .tabs import Tab, TabHost, TabStrip


class Stack(ttk.Frame):
    """Shows one of its panels at a time. It asks for the size it is given, whatever is in it."""

    def __init__(self, parent: tk.Misc, host: TabHost) -> None:
        super().__init__(parent, style="Panel.TFrame", width=100, height=60)
        self.strip = TabStrip(self, host)
        self.strip.grid(row=0, column=0, sticky="ew")
        self.body = ttk.Frame(self, style="Panel.TFrame")
        self.body.grid(row=1, column=0, sticky="nsew")
        self.rowconfigure(1, weight=1)
        self.columnconfigure(0, weight=1)
        self.grid_propagate(False)
        self._shown: tuple[tk.Frame, ttk.Frame] | None = None

    def show(self, tabs: Sequence[Tab], chosen: str, holder: tk.Frame | None,
             panel: ttk.Frame | None) -> None:
        """Show these tabs, and the panel in its holder below them."""
        self.strip.show(tabs, chosen)
        now = (holder, panel) if holder is not None and panel is not None else None
        if self._shown is not None and self._shown != now:
            self._put_away(*self._shown)
        self._shown = now
        if now is not None:
            now[0].pack(in_=self.body, fill="both", expand=True)
            # The holder is no child of this frame, and would be below it.
            now[0].lift()
            # A panel knows by being mapped that it is seen; its holder's being unmapped would not tell it.
            now[1].pack(fill="both", expand=True)

    def forget(self) -> None:
        """The panel shown is gone."""
        self._shown = None

    def _put_away(self, holder: tk.Frame, panel: ttk.Frame) -> None:
        if str(holder.winfo_manager()) == "pack" and holder.pack_info().get("in") is self.body:
            panel.pack_forget()
            holder.pack_forget()
