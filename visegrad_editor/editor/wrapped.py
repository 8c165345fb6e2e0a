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
        wide = event.width - _SPARE
        if wide > 20 and int(str(self.cget("wraplength"))) != wide:
            self.configure(wraplength=wide)
