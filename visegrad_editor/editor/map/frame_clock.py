"""Whether the window is being used this moment, so that threads beside it hold still."""

from __future__ import annotations

import time

_REST_S = 0.1
"""So long after a frame another may follow it."""

_until = 0.0


def tell() -> None:
    """A frame is being made, which others may follow at once: the view moves, or the map is painted."""
    global _until
    _until = time.perf_counter() + _REST_S


def now() -> bool:
    """Whether another frame may follow at once."""
    return time.perf_counter() < _until


def wait() -> None:
    """Hold a thread up as long as frames follow each other. It waits for a time to pass, never for the
    window's thread, which may itself wait for something the thread has taken."""
    while (left := _until - time.perf_counter()) > 0:
        time.sleep(left)
