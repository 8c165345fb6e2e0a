"""Which widget has the keyboard."""

from __future__ import annotations

import tkinter as tk


def focused(widget: tk.Misc) -> tk.Misc | None:
    """The widget of the window that has the keyboard, None where it is none of Python's.

    `focus_get` raises KeyError while the list of a drop-down is open: Tk made that list itself.
    """
    try:
        return widget.focus_get()
    except KeyError:
        return None
