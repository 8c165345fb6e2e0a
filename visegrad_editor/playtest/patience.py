"""A time limit for code that may never come back."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TooSlow(Exception):
    """The block took longer than its limit."""


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Raise `TooSlow` inside the block after so many seconds of wall clock.

    Where that cannot be done (Windows, or another thread than the main one) the block simply runs.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def alarm(number: int, frame: FrameType | None) -> None:
        raise TooSlow

    old = signal.signal(signal.SIGALRM, alarm)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
