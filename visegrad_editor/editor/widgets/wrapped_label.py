"""A label whose text wraps at the width of the label."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import Any

_SPARE = 4
_FIRST = 240
"""The width in pixels before the label is laid out."""


class WrappedLabel(ttk.Label):
    """A label that wraps its text. It must be laid out so that it fills the available width."""

    def __init__(self, parent: tk.Misc, text: str = "", style: str = "Panel.TLabel") -> None:
        super().__init__(parent, text=text, style=style, justify="left", wraplength=_FIRST)
        self.bind("<Configure>", self._wrap)

    def _wrap(self, event: Any) -> None:
        width = event.width - _SPARE
        if width > 20 and int(str(self.cget("wraplength"))) != width:
            self.configure(wraplength=width)


def show_where_room(page: ttk.Frame, label: ttk.Label, gap: int) -> None:
    """Show a less important label at the end of a page, `gap` pixels below the rest, only while it fits."""
    def fit(_event: Any) -> None:
        packed = bool(label.winfo_manager())
        needed = page.winfo_reqheight() + (0 if packed else label.winfo_reqheight() + gap)
        if packed and page.winfo_height() < needed:
            label.pack_forget()
        elif not packed and page.winfo_height() >= needed:
            label.pack(fill="x", pady=(gap, 0))

    # Texts above it may grow or shrink while the size of the page does not change.
    for widget in (page, *page.winfo_children()):
        widget.bind("<Configure>", fit, add=True)
