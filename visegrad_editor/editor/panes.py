"""How wide the panel beside the map is: as wide as was chosen, but never so wide that the map is starved."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import Any

LEAST = 340
"""Pixels the panel keeps even in a narrow window: its tabs need them."""
_SHARE = 0.3


def panel_width(window: int, wanted: int) -> int:
    """Pixels for the panel on the right in a window so wide, where the user wants `wanted`."""
    return min(wanted, max(LEAST, round(window * _SHARE)))


class SidePanel:
    """Keeps the last pane of `across` in its bounds when the window changes its size.

    A sash moved by hand stays where it is put until then, and its width comes back with the room for it.
    """

    def __init__(self, across: ttk.Panedwindow) -> None:
        self._across = across
        self._wanted = 0
        self._waiting = ""
        self._held = 0
        across.bind("<Configure>", lambda _e: self.later(), add=True)
        across.bind("<ButtonPress-1>", self._press, add=True)
        across.bind("<ButtonRelease-1>", self._release, add=True)

    def later(self) -> None:
        """Fit the panel when the panes have their places."""
        if not self._waiting:
            self._waiting = self._across.after_idle(self.fit)

    def fit(self) -> None:
        """Give the panel its width now."""
        self._waiting = ""
        across, panes = self._across, self._across.panes()  # type: ignore[no-untyped-call]
        if len(panes) < 2 or not across.winfo_ismapped():
            return
        panel = across.nametowidget(panes[-1])
        wide = panel_width(across.winfo_width(), self._wanted or panel.winfo_reqwidth())
        if wide != panel.winfo_width():
            sash = len(panes) - 2
            at = int(across.sashpos(sash))  # type: ignore[no-untyped-call]
            across.sashpos(sash, at + panel.winfo_width() - wide)  # type: ignore[no-untyped-call]

    def _panel(self) -> tk.Misc:
        return self._across.nametowidget(self._across.panes()[-1])  # type: ignore[no-untyped-call,no-any-return]

    def _press(self, _event: Any) -> None:
        self._held = self._panel().winfo_width()

    def _release(self, _event: Any) -> None:
        self._across.update_idletasks()
        if self._held and self._panel().winfo_width() != self._held:
            self._wanted = self._panel().winfo_width()
        self._held = 0
