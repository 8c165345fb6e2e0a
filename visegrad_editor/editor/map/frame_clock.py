"""A clock of the window's frames: background threads pause while frames follow each other closely."""

from __future__ import annotations

import time

_REST_S = 0.1
"""The time after a frame in which another is expected."""

_until = 0.0


def mark_frame() -> None:
    """Note a frame that others may follow at once: the view moves, or the map is painted."""
    global _until
    _until = time.perf_counter() + _REST_S


def is_busy() -> bool:
    """Whether another frame is expected at once."""
    return time.perf_counter() < _until


def wait_while_busy() -> None:
    """Pause a background thread while frames follow each other. It only waits for time to pass, never for the
    window's thread, which could be waiting for a lock of this thread."""
    while (left := _until - time.perf_counter()) > 0:
        time.sleep(left)
