"""Where the window for fitting stands: beside the map, or where the user put it."""

from __future__ import annotations

import re
import tkinter as tk
from typing import TYPE_CHECKING

from .. import theme
from ..screen_place import on_screen
from .place_beside import Rect, made_way, place_beside

if TYPE_CHECKING:
    from ..window import Window

_SETTING = "fit_place"
_FRAME = (4, 30)
"""Pixels across and down that the window manager's frame and title take."""


class FitPlace:
    """The place of one window; `take` shows it there, `remember` keeps where the user moved it."""

    def __init__(self, dialog: tk.Toplevel, window: Window) -> None:
        self._dialog, self._w = dialog, window
        self._put: tuple[int, int] | None = None

    def take(self) -> None:
        """Stand where the user put it the last time, else where it covers least; the map makes way for it."""
        dialog, w = self._dialog, self._w
        size = dialog.winfo_reqwidth() + _FRAME[0], dialog.winfo_reqheight() + theme.px(_FRAME[1])
        canvas, map, root = _rect(w.view.canvas), self._map(), _rect(w.root)
        wide, high = dialog.winfo_screenwidth(), dialog.winfo_screenheight()
        remembered = w.settings.get(_SETTING)
        if isinstance(remembered, str) and re.fullmatch(r"[+-]-?\d{1,6}[+-]-?\d{1,6}", remembered):
            kept = on_screen(f"{size[0]}x{size[1]}{remembered}", (0, 0, wide, high))
            x, y = (int(n) for n in kept.split("+")[1:])
        else:
            room = (max(root[0], 0), canvas[1], min(root[2], wide), min(root[3], high))
            x, y = place_beside(size, room, map, canvas)
        dialog.geometry(f"+{x}+{y}")
        dialog.update_idletasks()
        by = made_way((x, y, x + size[0], y + size[1]), map, canvas)
        if by:
            w.view.pan(-by, 0)
        dialog.update()
        self._put = self._corner()

    def remember(self) -> None:
        """Keep where the window is, if the user moved it."""
        now = self._corner()
        if self._put is not None and now != self._put:
            self._w.settings.set(_SETTING, "+{}+{}".format(*now))

    def _corner(self) -> tuple[int, int]:
        x, y = (int(n) for n in re.findall(r"[+-](-?\d+)", self._dialog.geometry()))
        return x, y

    def _map(self) -> Rect:
        """Where the map is on the screen."""
        view = self._w.view
        left, top, right, bottom = view.renderer.bounds
        x, y = view.canvas.winfo_rootx(), view.canvas.winfo_rooty()
        (x0, y0), (x1, y1) = (view.viewport.to_screen(p) for p in ((left, top), (right, bottom)))
        return round(x + x0), round(y + y0), round(x + x1), round(y + y1)


def _rect(widget: tk.Misc) -> Rect:
    x, y = widget.winfo_rootx(), widget.winfo_rooty()
    return x, y, x + widget.winfo_width(), y + widget.winfo_height()
