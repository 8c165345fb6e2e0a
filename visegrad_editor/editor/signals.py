"""Telling interested parts of the window that something happened."""

from __future__ import annotations

from collections.abc import Callable


class Signal:
    """A list of functions called in the order they were connected.

    >>> s = Signal(); s.connect(lambda: print("heard")); s.emit()
    heard
    """

    def __init__(self) -> None:
        self._listeners: list[Callable[[], None]] = []

    def connect(self, listener: Callable[[], None]) -> None:
        """Call the listener at every `emit`."""
        self._listeners.append(listener)

    def emit(self) -> None:
        """Call all listeners."""
        for listener in self._listeners:
            listener()
