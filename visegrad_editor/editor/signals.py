"""Signals: notify listening parts of the window that something happened."""

from __future__ import annotations

from collections.abc import Callable


class Signal:
    """A list of functions called in the order they were connected.

    >>> s = Signal(); s.connect(lambda: print("heard")); s.emit()
    heard
    """

    def __init__(self) -> None:
        self._listeners: list[tuple[Callable[[], None], object]] = []

    def connect(self, listener: Callable[[], None], owner: object = None) -> None:
        """Call the listener at every `emit`, until its owner, if that is a widget, is destroyed. By default
        the owner is the object whose method the listener is."""
        if owner is None:
            owner = getattr(listener, "__self__", None)
        # Widgets that are gone are forgotten now: a signal that is seldom emitted would keep them for ever.
        self._listeners = [entry for entry in self._listeners if not _gone(entry[1])]
        self._listeners.append((listener, owner))

    def disconnect(self, listener: Callable[[], None]) -> None:
        """Stop calling the listener."""
        self._listeners = [entry for entry in self._listeners if entry[0] != listener]

    def emit(self) -> None:
        """Call all listeners."""
        for entry in tuple(self._listeners):
            listener, owner = entry
            if _gone(owner):
                # A listener before it may have connected another, which forgets those that are gone.
                if entry in self._listeners:
                    self._listeners.remove(entry)
            else:
                listener()


def _gone(owner: object) -> bool:
    """Whether an object is a widget that was destroyed."""
    exists = getattr(owner, "winfo_exists", None)
    if exists is None:
        return False
    try:
        return not exists()
    except Exception:  # Tk is gone with everything in it
        return True
