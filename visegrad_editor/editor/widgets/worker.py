"""Runs lengthy work in a thread, and passes its progress and result to the window's thread."""

from __future__ import annotations

import queue
import sys
import threading
import tkinter as tk
from collections.abc import Callable
from typing import Generic, TypeVar

from ...model.cooperative_yield import pause_hook
from ..map import frame_clock

T = TypeVar("T")
Report = Callable[[float, str], bool]
"""Reports the progress, 0 to 1, and a line of text; returns False to ask the work to stop."""

_POLL_MS = 60
_TURN_S = 0.001
"""Seconds a thread may keep the interpreter lock while the window's thread waits for it. The window releases
it at each call of Tk, and each frame makes dozens of them."""


class _Abandoned(Exception):
    """The result of the work is no longer wanted. This is not an error: it only ends the work."""


class Worker(Generic[T]):
    """Runs `work(report)` in a thread; the callbacks are called in the window's thread.

    `done` gets the result, `failed` the exception; after `cancel` neither is called. While the user uses the
    window, the work pauses where it gives way (`model.cooperative_yield`); after `cancel` it ends there.
    """

    def __init__(self, widget: tk.Misc, work: Callable[[Report], T], progress: Callable[[float, str], None],
                 done: Callable[[T], None], failed: Callable[[Exception], None],
                 poll_ms: int = _POLL_MS) -> None:
        self._widget, self._work, self._poll_ms = widget, work, poll_ms
        self._progress, self._done, self._failed = progress, done, failed
        self._queue: queue.SimpleQueue[tuple[str, object]] = queue.SimpleQueue()
        self._stop, self._unwanted = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._timer = ""

    def start(self) -> None:
        """Start the work."""
        sys.setswitchinterval(min(_TURN_S, sys.getswitchinterval()))
        self._thread.start()
        self._timer = self._widget.after(self._poll_ms, self._poll)

    def ask_to_stop(self) -> None:
        """Ask the work to stop; its result is still reported."""
        self._unwanted.set()

    def cancel(self) -> None:
        """Ask the work to stop, and drop its result."""
        self._stop.set()
        if self._timer:
            self._widget.after_cancel(self._timer)
            self._timer = ""

    def _report(self, fraction: float, text: str) -> bool:
        self._queue.put(("progress", (fraction, text)))
        return not (self._stop.is_set() or self._unwanted.is_set())

    def _give_way(self) -> None:
        self._end_if_cancelled()
        frame_clock.wait_while_busy()
        self._end_if_cancelled()  # at once, as its partial results use memory beside those of other work

    def _end_if_cancelled(self) -> None:
        if self._stop.is_set():
            raise _Abandoned

    def _run(self) -> None:
        try:
            with pause_hook(self._give_way):
                self._queue.put(("done", self._work(self._report)))
        except _Abandoned:
            pass
        except Exception as error:  # the window's thread decides what to do with it
            self._queue.put(("failed", error))

    def _poll(self) -> None:
        self._timer = ""
        latest: tuple[float, str] | None = None
        while not self._queue.empty():
            kind, what = self._queue.get()
            if kind == "progress":
                latest = what  # type: ignore[assignment]
            elif not self._stop.is_set():
                if kind == "done":
                    self._done(what)  # type: ignore[arg-type]
                else:
                    assert isinstance(what, Exception)
                    self._failed(what)
                return
        if latest is not None:
            self._progress(*latest)
        if not self._stop.is_set():
            self._timer = self._widget.after(self._poll_ms, self._poll)
