"""Waiting until clicks have reached the window.

The window manager sees each press first and passes it on later, together with what follows it; a query to the
X server is answered earlier, so it does not prove that the window has the click.
"""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Sequence

_TAG = "ClickSeen"
_PATIENCE_S = 1.0
"""Longer than a window manager needs; what is elsewhere by then, in a window that is gone, is let go."""


class ClickWait:
    """Counts presses and releases of the mouse at the place where an xdotool command will click."""

    def __init__(self, root: tk.Misc, command: Sequence[str]) -> None:
        self._tk = root.tk
        clicks = int(command[command.index("--repeat") + 1]) if "--repeat" in command else 1
        self._presses = command.count("mousedown")
        self._releases = command.count("mouseup") + clicks * command.count("click")
        if not self._presses + self._releases:
            return
        self._tk.eval(f"set ::seen(press) 0; set ::seen(release) 0; "
                      f"bind {_TAG} <ButtonPress> {{incr ::seen(press)}}; "
                      f"bind {_TAG} <ButtonRelease> {{incr ::seen(release)}}")
        x, y = root.winfo_pointerxy()
        if "mousemove" in command:
            at = command.index("mousemove")
            x, y = int(command[at + 1]), int(command[at + 2])
        if widget := self._tk.call("winfo", "containing", x, y):
            self._mark(str(widget))

    def _mark(self, widget: str) -> None:
        tags = self._tk.splitlist(self._tk.call("bindtags", widget))
        if _TAG not in tags:
            self._tk.call("bindtags", widget, (_TAG, *tags))

    def wait(self) -> None:
        """Process events until the window has seen all of them."""
        end = time.perf_counter() + _PATIENCE_S
        while not self._all() and time.perf_counter() < end:
            self._tk.call("update")
            time.sleep(0.002)

    def _all(self) -> bool:
        def seen(what: str) -> int:
            return int(self._tk.getvar(f"seen({what})"))

        if not self._presses + self._releases:
            return True
        try:
            return seen("press") >= self._presses and seen("release") >= self._releases
        except tk.TclError:
            return True  # the window is closed
