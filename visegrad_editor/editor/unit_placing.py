"""Units that lists hand to the map: by the counter tool, or dragged over it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .tools import pointer_at

if TYPE_CHECKING:
    from .window import Window


class UnitPlacing:
    """Puts units of a list onto a window's map."""

    def __init__(self, window: Window) -> None:
        self._w = window

    def begin(self, keys: Sequence[str]) -> None:
        """Take up the counter tool with these units; without any say what is missing."""
        session = self._w.session
        if session.scenario is None:
            self._w.files.beginning.offer()
            return
        if not keys:
            session.complain("Select a unit in the list first, or make one with New….")
            return
        session.choose(unit=keys[0], more_units=tuple(keys[1:]))
        session.select(None, tuple(keys))
        self._w.use_tool("place")

    def drag(self, x_root: int, y_root: int, done: bool) -> bool:
        """A counter is dragged from a list over the screen; `done` when it is let go. Returns whether it is
        over the map."""
        w, canvas = self._w, self._w.view.canvas
        x, y = x_root - canvas.winfo_rootx(), y_root - canvas.winfo_rooty()
        inside = 0 <= x < canvas.winfo_width() and 0 <= y < canvas.winfo_height()
        at = pointer_at(w.session.design, w.view.to_map(x, y)) if inside else None
        if at is not None:
            w.controller.hover(at)
        if done:
            if at is not None:
                w.controller.click(at)
            w.use_tool("select")
        return inside
