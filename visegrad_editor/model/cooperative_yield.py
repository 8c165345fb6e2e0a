"""Long work in a thread lets the window go first.

Python runs one thread at a time, and the window's thread lets go at each call of Tk: while another thread
works, each of the dozens of calls in a frame may have to wait for it. So loops over a whole map use
`with_pauses`, and a thread that works beside a window sets with `pause_hook` what happens in these pauses.
Without a hook `with_pauses` returns its argument.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TypeVar

T = TypeVar("T")

_STEPS = 256
"""This many small steps take a fraction of a millisecond."""


class _Hook(threading.local):
    """What to call between two steps of this thread's work."""

    pause: Callable[[], None] | None = None


_hook = _Hook()


@contextmanager
def pause_hook(pause: Callable[[], None]) -> Iterator[None]:
    """While the context lasts, call `pause` every few steps of this thread's work. `pause` returns when the
    work may go on, or raises to end it."""
    before, _hook.pause = _hook.pause, pause
    try:
        yield
    finally:
        _hook.pause = before


def yield_to_window() -> None:
    """Let the window go first if it is waiting: called between larger steps."""
    if _hook.pause is not None:
        _hook.pause()


def with_pauses(items: Iterable[T], steps: int = _STEPS) -> Iterable[T]:
    """The items; the window may go first after every few of them.

    >>> list(with_pauses("abc"))
    ['a', 'b', 'c']
    """
    return items if _hook.pause is None else _pausing(items, steps, _hook.pause)


def _pausing(items: Iterable[T], steps: int, pause: Callable[[], None]) -> Iterator[T]:
    left = iter(items)
    while some := list(islice(left, steps)):
        pause()
        yield from some
