"""A time limit for code that may never return."""

from __future__ import annotations

import ctypes
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from types import FrameType

from ..errors import VisegradError


class TimeLimitError(VisegradError):
    """The block took longer than its limit."""


def time_limit(seconds: float) -> AbstractContextManager[None]:
    """Raise `TimeLimitError` inside the block after `seconds` of wall-clock time.

    Where a signal can do that (not on Windows, and only in the main thread) it also ends a call of compiled
    code that signals interrupt, such as `time.sleep`; elsewhere the error comes when such a call returns.
    """
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        return _by_signal(seconds)
    return _by_thread(seconds)


def _words(seconds: float) -> str:
    return f"It took more than {seconds:g} seconds."


@contextmanager
def _by_signal(seconds: float) -> Iterator[None]:
    def alarm(number: int, frame: FrameType | None) -> None:
        raise TimeLimitError(_words(seconds))

    old = signal.signal(signal.SIGALRM, alarm)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


@contextmanager
def _by_thread(seconds: float) -> Iterator[None]:
    """Another thread waits, and lets Python raise the error in this one."""
    raise_in, this = ctypes.pythonapi.PyThreadState_SetAsyncExc, ctypes.c_ulong(threading.get_ident())
    lock = threading.Lock()
    over = struck = arrived = False

    def strike() -> None:
        nonlocal struck
        with lock:
            if not over:
                struck = True
                raise_in(this, ctypes.py_object(TimeLimitError))

    timer = threading.Timer(seconds, strike)
    timer.daemon = True
    timer.start()
    try:
        try:
            yield
        except TimeLimitError as error:
            arrived = not error.args  # Python makes the error, without words
            raise
        finally:
            timer.cancel()
            with lock:
                over = True
            # An error that is on its way must not come after the block. Python 3.11 can take none back: it
            # would go on looking for one, and with a profiler for ever.
            while struck and not arrived:
                time.sleep(0.001)
    except TimeLimitError as error:
        error.args = error.args or (_words(seconds),)
        raise
