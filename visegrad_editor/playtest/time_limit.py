"""A time limit for code that may never return."""

from __future__ import annotations

import ctypes
import gc
import signal
import sys
import threading
import time
from contextlib import AbstractContextManager
from types import FrameType, TracebackType

from ..errors import VisegradError


class TimeLimitError(VisegradError):
    """The block took longer than its limit."""


_SOON = 0.001
"""Seconds after which it is tried again to raise an error that would come while the block begins or ends."""
_AGAIN = 1.0
"""Seconds after which the error is raised once more where the block goes on in spite of it."""


def time_limit(seconds: float) -> AbstractContextManager[None]:
    """Raise `TimeLimitError` inside the block after `seconds` of wall-clock time, and again each second while
    the block goes on (Python drops errors of finalisers and of other callbacks). Blocks may be nested.

    Where a signal can do that (not on Windows, and only in the main thread) it also ends a call of compiled
    code that signals interrupt, such as `time.sleep`; elsewhere the error comes when such a call returns.
    """
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        return _BySignal(seconds)
    return _ByThread(seconds)


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


class _Limit(AbstractContextManager[None]):
    """A limit of a block; `due` is when the error is to be raised, by the monotonic clock."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.due = seconds, 0.0

    def begin(self) -> None:
        """Let the time of the block begin."""
        self.due = time.monotonic() + self.seconds

    def strikes(self, now: float, frame: FrameType | None) -> bool:
        """Whether the error is to be raised now in a frame; says when to ask again."""
        if self._is_at_edge(frame):
            self.due = now + _SOON
            return False
        self.due = now + _AGAIN
        return not _drops_errors(frame)

    def _is_at_edge(self, frame: FrameType | None) -> bool:
        """Whether the block is just being entered or left: an error would leave the limit running."""
        edges = type(self).__enter__.__code__, type(self).__exit__.__code__
        while frame is not None:
            if frame.f_code in edges and frame.f_locals.get("self") is self:
                return True
            frame = frame.f_back
        return False


_by_signal: list[_BySignal] = []
"""The limits of the main thread, the outermost first."""


class _BySignal(_Limit):
    """The limits of the main thread share one timer, which strikes when the first of them is due."""

    def __enter__(self) -> None:
        self.begin()
        if not _by_signal:
            self.handler = signal.signal(signal.SIGALRM, _alarm)
        _by_signal.append(self)
        _set_timer()

    def __exit__(self, kind: object, error: object, trace: TracebackType | None) -> None:
        _by_signal.remove(self)
        _set_timer()
        if not _by_signal:
            signal.signal(signal.SIGALRM, self.handler)


def _set_timer() -> None:
    first = min((limit.due for limit in _by_signal), default=None)
    # No time at all would mean that there is no limit.
    signal.setitimer(signal.ITIMER_REAL, 0 if first is None else max(first - time.monotonic(), 1e-6))


def _alarm(_number: int, frame: FrameType | None) -> None:
    now = time.monotonic()
    struck = [limit for limit in tuple(_by_signal) if limit.due <= now and limit.strikes(now, frame)]
    _set_timer()
    if struck:
        raise TimeLimitError(_words(struck[0].seconds))


_by_thread: list[_ByThread] = []
"""The limits of all other threads, of each thread the outermost first."""
_changed = threading.Condition()
"""Held by who changes these limits, or raises an error."""
_watcher: threading.Thread | None = None


class _ByThread(_Limit):
    """Another thread, one for all such limits, lets Python raise the error in the thread of the block."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.thread, self.is_struck = 0, False
        self.error = _error_with(_words(seconds))

    def __enter__(self) -> None:
        global _watcher
        self.begin()
        self.thread = threading.get_ident()
        with _changed:
            if _watcher is None or not _watcher.is_alive():
                _watcher = threading.Thread(target=_watch, daemon=True)
                _watcher.start()
            _by_thread.append(self)
            _changed.notify()

    def __exit__(self, kind: object, error: object, trace: TracebackType | None) -> None:
        with _changed:
            _by_thread.remove(self)
        # An error that is on its way must not come after the block. Python 3.11 can take none back: it would
        # go on looking for one, and with a profiler for ever. One that was dropped never comes.
        for _ in range(10):
            if self.is_struck and not isinstance(error, TimeLimitError):
                time.sleep(0.001)


def _error_with(words: str) -> type[TimeLimitError]:
    """A class of errors with these words: for another thread Python takes the class alone."""

    def __init__(self: TimeLimitError, *arguments: object) -> None:
        TimeLimitError.__init__(self, *(arguments or (words,)))

    def __reduce__(self: TimeLimitError) -> tuple[type[TimeLimitError], tuple[object, ...]]:
        return TimeLimitError, self.args

    return type("TimeLimitError", (TimeLimitError,), {
        "__init__": __init__, "__reduce__": __reduce__, "__module__": __name__,
        "__doc__": TimeLimitError.__doc__})


def _watch() -> None:
    """Raise the errors of the limits of other threads when they are due."""
    raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
    with _changed:
        while True:
            now, struck = time.monotonic(), set[int]()
            for limit in _by_thread:
                if limit.due <= now and limit.strikes(now, sys._current_frames().get(limit.thread)) and (
                        limit.thread not in struck):
                    struck.add(limit.thread)
                    limit.is_struck = True
                    raise_in(ctypes.c_ulong(limit.thread), ctypes.py_object(limit.error))
            first = min((limit.due for limit in _by_thread), default=None)
            _changed.wait(None if first is None else max(0.0, first - time.monotonic()))
