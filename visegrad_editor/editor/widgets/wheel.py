"""The mouse wheel over drop-down lists and number fields: it changes only the one that has the keyboard."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from ..platforms import wheel_events
from .keyboard import focused


def changes_by_wheel(widget: object) -> bool:
    """Whether the wheel changes this widget: a drop-down list or number field that has the keyboard. Over any
    other one the wheel scrolls the form."""
    return isinstance(widget, ttk.Combobox | ttk.Spinbox) and focused(widget) is widget


class FieldWheel:
    """Keeps Tk's own bindings of the wheel, which change the field under the pointer, from fields without the
    keyboard, for all windows of a program."""

    def __init__(self, root: tk.Misc) -> None:
        for class_ in ("TCombobox", "TSpinbox"):
            for event in wheel_events():
                usual = str(root.tk.call("bind", class_, event))
                if not usual:
                    continue
                # The window's bindings come after those of the class, so that a form can still scroll.
                root.tk.call("bind", class_, event, f"if {{[focus] eq {{%W}}}} {{{usual}}}")
