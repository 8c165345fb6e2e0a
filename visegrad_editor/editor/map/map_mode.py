"""A mode of the map: for a while the mouse and the keys on it mean something else.

The canvas gets one more binding tag in front of its own. Handlers that return "break" keep an event from
editing; wheel, middle button, scrolling keys and whatever else is not named go on to it.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from typing import Any

Handler = Callable[[Any], str | None]


def swallow(_event: Any) -> str:
    """Do nothing, and keep editing from doing something."""
    return "break"


class CanvasMode:
    """Binds a canvas until `close`. `tag` is a name of its own for each kind of mode."""

    def __init__(self, canvas: tk.Canvas, tag: str, handlers: Mapping[str, Handler], cursor: str) -> None:
        self._canvas, self._tag = canvas, tag
        self._cursor = str(canvas["cursor"])
        canvas.bindtags((tag, *canvas.bindtags()))
        for sequence, handler in handlers.items():
            canvas.bind_class(tag, sequence, handler)
        canvas.configure(cursor=cursor)

    def close(self) -> None:
        """Give the canvas back."""
        for sequence in self._canvas.bind_class(self._tag):
            self._canvas.unbind_class(self._tag, sequence)
        # Another mode may have begun meanwhile: its tag stays.
        self._canvas.bindtags(tuple(t for t in self._canvas.bindtags() if t != self._tag))
        self._canvas.configure(cursor=self._cursor)
