"""Rectangles on the screen."""

from __future__ import annotations

import tkinter as tk

ScreenRect = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels of the screen."""


def screen_rect(widget: tk.Misc) -> ScreenRect:
    """The rectangle of a widget on the screen."""
    x, y = widget.winfo_rootx(), widget.winfo_rooty()
    return x, y, x + widget.winfo_width(), y + widget.winfo_height()
