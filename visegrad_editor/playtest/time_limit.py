"""A time limit for code that may never return."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from ..errors import VisegradError


class TimeLimitError(VisegradError):
    """The block took longer than its limit."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `TimeLimitError` inside the block after `seconds` of wall-clock time.

    Where that is not possible (on Windows, or outside the main thread) the block runs without a limit.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def alarm(number: int, frame: FrameType | None) -> None:
        raise TimeLimitError(f"It took more than {seconds:g} seconds.")

    old = signal.signal(signal.SIGALRM, alarm)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
