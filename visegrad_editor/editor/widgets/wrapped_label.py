"""A label whose text is broken into lines as wide as the label."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import Any

_SPARE = 4
_FIRST = 240
"""Until it is laid out."""


class WrappedLabel(ttk.Label):
    """Lay it out so that it fills the width it is to have."""

    def __init__(self, parent: tk.Misc, text: str = "", style: str = "Panel.TLabel") -> None:
        super().__init__(parent, text=text, style=style, justify="left", wraplength=_FIRST)
        self.bind("<Configure>", self._wrap)

    def _wrap(self, event: Any) -> None:
        width = event.width - _SPARE
        if width > 20 and int(str(self.cget("wraplength"))) != width:
            self.configure(wraplength=width)


def show_where_room(page: ttk.Frame, label: ttk.Label, gap: int) -> None:
    """Show a label of less weight at the end of what is packed in a page, but only where it fits."""
    def fit(_event: Any) -> None:
        packed = bool(label.winfo_manager())
        needed = page.winfo_reqheight() + (0 if packed else label.winfo_reqheight() + gap)
        if packed and page.winfo_height() < needed:
            label.pack_forget()
        elif not packed and page.winfo_height() >= needed:
            label.pack(fill="x", pady=(gap, 0))

    # Texts above it may grow or shrink while the page stays as it is.
    for widget in (page, *page.winfo_children()):
        widget.bind("<Configure>", fit, add=True)
