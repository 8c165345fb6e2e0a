"""Pictures as large as the window on a Tk canvas, of which one is seen and others wait."""

from __future__ import annotations

import tkinter as tk
from dataclasses import dataclass

from PIL import ImageTk

from ..drawing.viewport import Viewport
from .seen import Seen

TAG = "underlay"
_AWAY = -1_000_000
"""Where the others wait. A hidden item would have Tk draw anew, at each change, what it would cover."""
_MOST = 3
"""The one that is seen, the one seen before it and the one that may be next."""


@dataclass(eq=False)
class _Sheet:
    photo: ImageTk.PhotoImage
    item: int
    seen: Seen
    right: bool = True
    """Whether it may still be shown."""


class Sheets:
    """Below all else on the canvas. To hand Tk a picture of this size takes several milliseconds, to show one
    that waits takes nothing, so that pictures can be handed over before they are needed."""

    def __init__(self, canvas: tk.Canvas) -> None:
        self._canvas = canvas
        self._sheets: list[_Sheet] = []
        """The one used longest ago first."""
        self._up: _Sheet | None = None

    @property
    def shown(self) -> Seen | None:
        """What is seen of them."""
        return None if self._up is None else self._up.seen

    def has(self, view: Viewport) -> bool:
        """Whether what this view shows waits, or is seen."""
        return any(s.right and s.seen.view.place == view.place for s in self._sheets)

    def put(self, seen: Seen) -> None:
        """Hand over a picture, in place of another that waits: one of the same view, or one that may not be
        shown any more, or where there is no more room the one used longest ago."""
        size = seen.picture.size
        for old in [s for s in self._sheets if s.seen.picture.size != size and s is not self._up]:
            self._give_up(old)
        waiting = [s for s in self._sheets if s is not self._up]
        sheet = (next((s for s in waiting if s.seen.view.place == seen.view.place), None)
                 or next((s for s in waiting if not s.right), None)
                 or (waiting[0] if len(self._sheets) >= _MOST else None))
        if sheet is None:
            # Tk takes longer to make a picture than to change one.
            photo = ImageTk.PhotoImage(seen.picture, master=self._canvas)
            item = self._canvas.create_image(_AWAY, _AWAY, anchor="nw", image=photo, tags=(TAG,))
            self._canvas.tag_lower(item)
            sheet = _Sheet(photo, item, seen)
        else:
            sheet.photo.paste(seen.picture)
            sheet.seen, sheet.right = seen, True
            self._sheets.remove(sheet)
        self._sheets.append(sheet)

    def show(self, view: Viewport) -> None:
        """Let one that waits be seen, alone."""
        sheet = next(s for s in self._sheets if s.right and s.seen.view.place == view.place)
        if sheet is not self._up:
            self.hide()
            self._canvas.coords(sheet.item, *view.origin_px)
            self._up = sheet
        self._sheets.remove(sheet)
        self._sheets.append(sheet)

    def hide(self) -> None:
        """Let none be seen."""
        if self._up is not None:
            self._canvas.coords(self._up.item, _AWAY, _AWAY)
            self._up = None

    def lower(self) -> None:
        """Stay below an item that was put below all others."""
        if self._up is not None:
            self._canvas.tag_lower(self._up.item)

    def outdated(self) -> None:
        """Something else is to be seen now: none of these may be shown again."""
        for sheet in self._sheets:
            sheet.right = False

    def give_up(self, most: int = 0) -> None:
        """Give up those that wait, all but `most`."""
        for sheet in [s for s in self._sheets if s is not self._up][: -most or None]:
            self._give_up(sheet)

    def _give_up(self, sheet: _Sheet) -> None:
        self._canvas.delete(sheet.item)
        self._sheets.remove(sheet)
