"""Work during which Python's garbage collector rests."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def gc_paused() -> Iterator[None]:
    """Switches the garbage collector off while the context lasts: for work that makes very many objects that
    stay, such as reading a large map, where each collection would take longer than the last, and for work
    that leaves little garbage, such as a game. Before a function it holds for each call.

    >>> with gc_paused():
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
