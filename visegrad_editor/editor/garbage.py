"""When Python looks for garbage: in the window's own thread, and long only when nobody waits for the window.

By itself Python would look at any moment and in any thread: with a large map a look at everything stops all
threads for a third of a second, and what belongs to Tk must not be thrown away by other threads at all.
"""

from __future__ import annotations

import ctypes
import gc
import sys
import time
import tkinter as tk
from collections.abc import Callable

_TICK_MS = 400
_YOUNG = 5_000
"""New objects that are worth a look at them, a few milliseconds."""
_LOOKS = 25
"""Looks at new objects, after which those that stayed are looked at too."""
_IDLE_S = 3.0
"""Without keys and mouse for so long, the window may stand still for a moment."""
_WHOLE_S = 20.0
"""Seconds between looks at everything."""
_LONG_S = 180.0
"""After so many, everything is looked at even while there is work."""


class Collector:
    """Looks for garbage on behalf of a window, until its root is destroyed."""

    def __init__(self, root: tk.Misc, busy: Callable[[], bool]) -> None:
        self._root, self._busy = root, busy
        self._looks = 0
        self._whole_at = self._used_at = time.monotonic()
        self._before = gc.isenabled()
        gc.disable()
        root.bind_all("<Key>", self._used, add="+")
        root.bind_all("<Button>", self._used, add="+")
        root.bind_all("<Motion>", self._used, add="+")
        root.bind("<Destroy>", self._gone, add="+")
        self._timer = root.after(_TICK_MS, self._tick)

    def _used(self, _event: object) -> None:
        self._used_at = time.monotonic()

    def _gone(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self._root and self._before:
            gc.enable()

    def _tick(self) -> None:
        self.look(time.monotonic())
        self._timer = self._root.after(_TICK_MS, self._tick)

    def look(self, now: float) -> int:
        """Look for garbage as far as it is time for it; the generation looked at, -1 for none."""
        idle = now - self._used_at > _IDLE_S and not self._busy()
        since = now - self._whole_at
        if (idle and since > _WHOLE_S and self._looks) or since > _LONG_S:
            self._whole_at, self._looks = now, 0
            gc.collect()
            give_back()
            return 2
        if gc.get_count()[0] < _YOUNG:
            return -1
        self._looks += 1
        generation = 1 if self._looks % _LOOKS == 0 else 0
        gc.collect(generation)
        return generation


def give_back() -> bool:
    """Let the system have what the C library keeps of memory that is free again; whether that could be asked
    for, as it can of glibc alone."""
    if sys.platform != "linux":
        return False
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (OSError, AttributeError):
        return False
    return True
