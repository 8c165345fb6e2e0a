"""Remembering what was worked out from a part of a document for the documents that share the part."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

Part = TypeVar("Part")
Result = TypeVar("Result")
_MOST = 8


def remembered(make: Callable[[Part], Result]) -> Callable[[Part], Result]:
    """`make`, not called again for a value it was lately called with: the same object, not an equal one.

    An edit makes a new map that shares all but what it changed; what is worked out from the rest holds.

    >>> calls = []
    >>> longest = remembered(lambda words: calls.append(1) or max(words, key=len))
    >>> words = ("a", "bcd")
    >>> longest(words), longest(words), len(calls)
    ('bcd', 'bcd', 1)
    """
    known: list[tuple[Part, Result]] = []

    @wraps(make)
    def latest(part: Part) -> Result:
        for one, result in tuple(known):
            if one is part:
                return result
        result = make(part)
        known.insert(0, (part, result))
        del known[_MOST:]
        return result

    return latest
