"""Variables of widgets: what is done when somebody types or chooses."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable


def when_written(variable: tk.Variable, owner: tk.Misc, call: Callable[[], object]) -> None:
    """Call a function whenever a variable is written, until the widget that owns it is destroyed.

    A trace that nobody removes would keep the widget, and all that it holds, for as long as Tk runs.
    """
    name = variable.trace_add("write", lambda *_: call())

    def destroyed(event: tk.Event[tk.Misc]) -> None:
        if event.widget is owner:
            variable.trace_remove("write", name)

    owner.bind("<Destroy>", destroyed, add=True)
