"""Scrolling the map with the mouse: the middle button, Space with the left button, the wheel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..platforms import held_keys, middle_button
from ..widgets.keyboard import CONTROL, SHIFT
from .view import MapView

PAN_PX = 90
"""Pixels for one notch of the wheel or one press of an arrow key."""
_REPEAT_MS = 35
"""Key repeat sends a release and the next press within this time."""


def wheel(view: MapView, event: Any, notches: int) -> None:
    """Handle the wheel: zoom at the pointer; with Shift scroll sideways, with Ctrl up and down."""
    if held_keys(event.state) & SHIFT:
        view.pan(-notches * PAN_PX, 0)
    elif held_keys(event.state) & CONTROL:
        view.pan(0, -notches * PAN_PX)
    else:
        view.zoom(notches, (event.x, event.y))


class PanGesture:
    """Binds a map view. `cursor` returns the usual shape of the pointer; `tapped` is called when Space was
    pressed and released with nothing in between, with the states of Shift and Ctrl."""

    def __init__(
        self, view: MapView, cursor: Callable[[], str], tapped: Callable[[bool, bool], None]
    ) -> None:
        self._view, self._cursor, self._tapped = view, cursor, tapped
        self._from: tuple[int, int] | None = None
        self.space = False
        """Whether Space is held, so that the left button scrolls."""
        self._used = False
        self._timer = ""
        bind = view.canvas.bind
        middle = middle_button()
        bind(f"<ButtonPress-{middle}>", self.start)
        bind(f"<B{middle}-Motion>", self.move)
        bind(f"<ButtonRelease-{middle}>", self.end)
        bind("<KeyPress-space>", self._down)
        bind("<KeyRelease-space>", self._up)

    @property
    def on(self) -> bool:
        """Whether the map is being dragged."""
        return self._from is not None

    def start(self, event: Any) -> None:
        """Begin to drag the map."""
        self._used = True
        self._from = (event.x, event.y)
        self._view.canvas.configure(cursor="fleur")

    def move(self, event: Any) -> None:
        """Drag the map."""
        if self._from is not None:
            x, y = self._from
            self._from = (event.x, event.y)
            self._view.pan(x - event.x, y - event.y)

    def end(self, _event: Any) -> None:
        """End the drag."""
        self._from = None
        self._view.canvas.configure(cursor=self._cursor())

    def _down(self, _event: Any) -> str:
        if self._timer:
            # Key repeat: the last release was not a real one.
            self._view.after_cancel(self._timer)
            self._timer = ""
        elif not self.space:
            self.space, self._used = True, False
            self._view.canvas.configure(cursor="fleur")
        return "break"

    def _up(self, event: Any) -> str:
        shift, control = bool(held_keys(event.state) & SHIFT), bool(held_keys(event.state) & CONTROL)

        def up() -> None:
            self._timer, self.space = "", False
            self._view.canvas.configure(cursor=self._cursor())
            if not self._used:
                self._tapped(shift, control)

        self._timer = self._view.after(_REPEAT_MS, up)
        return "break"
