"""A time limit for code that may never return."""

from __future__ import annotations

import ctypes
import gc
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from types import FrameType

from ..errors import VisegradError


class TimeLimitError(VisegradError):
    """The block took longer than its limit."""


_AGAIN = 1.0
"""Seconds after which the error is raised once more where the block goes on in spite of it."""


def time_limit(seconds: float) -> AbstractContextManager[None]:
    """Raise `TimeLimitError` inside the block after `seconds` of wall-clock time, and again each second while
    the block goes on (Python drops errors of finalisers and of other callbacks).

    Where a signal can do that (not on Windows, and only in the main thread) it also ends a call of compiled
    code that signals interrupt, such as `time.sleep`; elsewhere the error comes when such a call returns.
    """
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        return _by_signal(seconds)
    return _by_thread(seconds)


def _words(seconds: float) -> str:
    return f"It took more than {seconds:g} seconds."


def _drops_errors(frame: FrameType | None) -> bool:
    """Whether Python would print an error raised there and go on: in a `__del__`, or in what the garbage
    collector calls before and after its work."""
    called = [getattr(callback, "__code__", None) for callback in gc.callbacks]
    while frame is not None:
        if frame.f_code.co_name == "__del__" or frame.f_code in called:
            return True
        frame = frame.f_back
    return False


@contextmanager
def _by_signal(seconds: float) -> Iterator[None]:
    over = False

    def alarm(number: int, frame: FrameType | None) -> None:
        if not over and not _drops_errors(frame):
            raise TimeLimitError(_words(seconds))

    old = signal.signal(signal.SIGALRM, alarm)
    signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
    try:
        yield
    finally:
        over = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


@contextmanager
def _by_thread(seconds: float) -> Iterator[None]:
    """Another thread waits, and lets Python raise the error in this one."""
    raise_in, this = ctypes.pythonapi.PyThreadState_SetAsyncExc, threading.get_ident()
    lock = threading.Lock()
    over = threading.Event()
    struck = arrived = False

    def strike() -> None:
        nonlocal struck
        wait = seconds
        while not over.wait(wait):
            wait = _AGAIN
            with lock:
                if not over.is_set() and not _drops_errors(sys._current_frames().get(this)):
                    struck = True
                    raise_in(ctypes.c_ulong(this), ctypes.py_object(TimeLimitError))

    threading.Thread(target=strike, daemon=True).start()
    try:
        try:
            yield
        except TimeLimitError as error:
            arrived = not error.args  # Python makes the error, without words
            raise
        finally:
            with lock:
                over.set()
            # An error that is on its way must not come after the block. Python 3.11 can take none back: it
            # would go on looking for one, and with a profiler for ever. One that was dropped never comes.
            for _ in range(10):
                if struck and not arrived:
                    time.sleep(0.001)
    except TimeLimitError as error:
        error.args = error.args or (_words(seconds),)
        raise
