"""Items that a test looks at one by one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def some(items: Iterable[T]) -> list[T]:
    """The items as a list; fails where there are none, because the test would then look at nothing."""
    listed = list(items)
    assert listed, "there is nothing to look at"
    return listed
