"""Drop-down lists as wide as their longest choice, whatever the width of the field."""

from __future__ import annotations

from tkinter import ttk
from tkinter.font import nametofont

_BESIDE_PX = 30
"""Pixels beside the words of a list of choices: margins and its scroll bar."""


def offset(field_x: int, field: int, wanted: int, screen: int) -> tuple[int, int]:
    """(how far left of the field the list begins, how much wider than the field it is), in pixels.

    >>> offset(100, 80, 200, 1000), offset(900, 80, 200, 1000), offset(100, 300, 200, 1000)
    ((0, 120), (-100, 120), (0, 0))
    """
    more = max(0, min(wanted, screen) - field)
    return min(0, max(-field_x, screen - field_x - field - more)), more


def fit_choices(box: ttk.Combobox) -> ttk.Combobox:
    """The combo box, whose list shows every choice in full."""
    def posting() -> None:
        measure = nametofont("TkTextFont", box).measure
        wanted = max((measure(str(v)) for v in box.cget("values")), default=0) + _BESIDE_PX
        left, more = offset(box.winfo_rootx(), box.winfo_width(), wanted, box.winfo_screenwidth())
        name = f"{str(box).replace('.', '_')}.TCombobox"
        ttk.Style(box).configure(name, postoffset=(left, 0, more, 0))
        box.configure(style=name)

    box.configure(postcommand=posting)
    return box
