"""Presses of the left button on a widget: which of them are double clicks.

For Tk two presses in one place within half a second are a double click, whatever lies between them. Where
something can be dragged that is wrong: who drops a counter where it may not be, and at once takes it again,
clicks twice on nothing.
"""

from __future__ import annotations

from typing import Any

_WITHIN_MS, _NEAR_PX = 500, 5


class Presses:
    """Counts presses one after the other in one place of a widget; a drag begins the count anew."""

    def __init__(self) -> None:
        self._count = 0
        self._last = (0, 0, 0)
        self._on = ""
        self._dragged = False

    def press(self, event: Any, on: str = "") -> int:
        """Record that the button was pressed, with what is there, such as a row of a list; the number of
        presses so far, 2 for a double click. Where a list has scrolled, another row begins the count anew."""
        x, y, time = self._last
        again = not self._dragged and 0 <= event.time - time <= _WITHIN_MS and (
            self._near(event, x, y) and on == self._on)
        self._count = self._count + 1 if again else 1
        self._last, self._dragged, self._on = (event.x_root, event.y_root, event.time), False, on
        return self._count

    def move(self, event: Any) -> None:
        """Record that the pointer moved while the button was down."""
        self._dragged = self._dragged or not self._near(event, *self._last[:2])

    def _near(self, event: Any, x: int, y: int) -> bool:
        return bool(max(abs(event.x_root - x), abs(event.y_root - y)) <= _NEAR_PX)
