"""Work during which Python does not look for garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Keeps Python from looking for garbage meanwhile: for work that makes very much that stays, as reading a
    large map does. Each look at all of it would take longer than the last.

    >>> with uncollected():
    ...     gc.isenabled()
    False
    """
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()
