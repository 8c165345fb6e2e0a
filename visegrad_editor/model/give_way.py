"""Long work beside the window gives way to it.

Python runs one thread at a time, and the window's thread lets go at each call of Tk: while a thread works,
each of the dozens of calls in a frame may have to wait for it. So what looks at a whole map walks through it
with `paced`, and a thread that works beside a window says by `giving_way` how it is held up there. Anywhere
else `paced` is nothing but what it is given.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TypeVar

T = TypeVar("T")

_OFTEN = 256
"""So many small steps take a fraction of a millisecond."""


class _Here(threading.local):
    """What is to be done between two steps of this thread's work."""

    pause: Callable[[], None] | None = None


_here = _Here()


@contextmanager
def giving_way(pause: Callable[[], None]) -> Iterator[None]:
    """Call `pause` every few steps of what this thread does meanwhile; it returns when the work may go on, or
    raises to end it."""
    before, _here.pause = _here.pause, pause
    try:
        yield
    finally:
        _here.pause = before


def give_way() -> None:
    """Let the window go first, where it waits: called between larger steps."""
    if _here.pause is not None:
        _here.pause()


def paced(items: Iterable[T], often: int = _OFTEN) -> Iterable[T]:
    """The items; the window goes first after each few of them.

    >>> list(paced("abc"))
    ['a', 'b', 'c']
    """
    return items if _here.pause is None else _pausing(items, often, _here.pause)


def _pausing(items: Iterable[T], often: int, pause: Callable[[], None]) -> Iterator[T]:
    left = iter(items)
    while some := list(islice(left, often)):
        pause()
        yield from some
