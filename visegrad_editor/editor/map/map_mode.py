"""A mode of the map, in which mouse and keys have another meaning.

The canvas gets one more binding tag in front of its own. Handlers that return "break" keep an event from the
editing code; the wheel, the middle button, scrolling keys and all other events are passed on.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from typing import Any

Handler = Callable[[Any], object]


def swallow(_event: Any) -> str:
    """Handle an event by doing nothing, so that the editing code does not get it."""
    return "break"


class CanvasMode:
    """Binds a canvas until `close`. `tag` must be different for each kind of mode."""

    def __init__(self, canvas: tk.Canvas, tag: str, handlers: Mapping[str, Handler], cursor: str) -> None:
        self._canvas, self._tag = canvas, tag
        self._cursor = str(canvas["cursor"])
        canvas.bindtags((tag, *canvas.bindtags()))
        for sequence, handler in handlers.items():
            canvas.bind_class(tag, sequence, handler)
        canvas.configure(cursor=cursor)

    def close(self) -> None:
        """Restore the canvas."""
        for sequence in self._canvas.bind_class(self._tag):
            self._canvas.unbind_class(self._tag, sequence)
        # Another mode may have started meanwhile: its tag stays.
        self._canvas.bindtags(tuple(t for t in self._canvas.bindtags() if t != self._tag))
        self._canvas.configure(cursor=self._cursor)
