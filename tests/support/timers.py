"""When the timers of a window are due, so that a test need not wait while nothing can happen."""

from __future__ import annotations

import time
import tkinter as tk
from typing import Any

_REPEATED = {"CrashSafety._tick", "GarbageCollector._tick", "GrabKeeper.keep"}
"""They only look again and again whether something is to be done."""
_NEVER = float("inf")
_due: dict[tuple[int, str], float] = {}
"""By the interpreter and the name of a timer."""
_set_timer: Any = tk.Misc.after


def _after(widget: tk.Misc, ms: Any, func: Any = None, *args: Any) -> Any:
    name = _set_timer(widget, ms, func, *args)
    if func is not None:
        repeated = getattr(func, "__qualname__", "") in _REPEATED
        wait = 0.0 if ms == "idle" else int(ms) / 1000
        _due[id(widget.tk), str(name)] = _NEVER if repeated else time.perf_counter() + wait
    return name


tk.Misc.after = _after  # type: ignore[method-assign]


def is_any_due(root: tk.Misc, by: float) -> bool:
    """Whether a timer of a window is due by a time (`time.perf_counter`). Those that Tk itself has set, whose
    time is not known, may be."""
    names = root.tk.splitlist(root.tk.call("after", "info"))
    return any(_due.get((id(root.tk), str(name)), 0.0) <= by for name in names)
