"""What lies beneath the tiles of the map while they are painted: the old picture at its new size."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping

from PIL import Image

from ..drawing.viewport import Viewport
from .seen import Seen, assembled, stretched
from .sheets import Sheets
from .tile_places import TILE_PX, TileKey
from .tile_renderer import TileRenderer

Tiles = Callable[[], Mapping[TileKey, Image.Image]]
"""The pictures of the tiles in sight."""


class Underlay:
    """One picture of the size of the window, below all tiles. What the next notch of the wheel will show is
    made ready when there is time: to make it and to hand it to Tk takes longer than a frame may."""

    def __init__(self, canvas: tk.Canvas, renderer: TileRenderer) -> None:
        self._renderer = renderer
        self._sheets = Sheets(canvas)
        self._assembled: Seen | None = None
        """What the window shows, put together before it is needed."""
        self._next: Seen | None = None
        """What it may show next, not yet handed over."""

    @property
    def shown(self) -> Seen | None:
        """What is to be seen where no tile is."""
        return self._sheets.shown

    def drop(self) -> None:
        """Show nothing more."""
        self._sheets.hide()

    def prepare(self, view: Viewport, tiles: Mapping[TileKey, Image.Image]) -> None:
        """Put together what the window shows, which is these tiles."""
        self._assembled = self._put_together(view, tiles)

    def prepared(self, view: Viewport) -> bool:
        """Whether what the window shows is put together."""
        return self._assembled is not None and self._assembled.view.place == view.place

    def foresee(self, old: Viewport, tiles: Tiles, new: Viewport) -> None:
        """Do half of what `stretch` would have to do: make the picture, or hand it over."""
        if self._next is None or self._next.view.place != new.place:
            self._next = self._stretched(old, tiles, new)
        else:
            self._sheets.put(self._next)
            self._next = None

    def foreseen(self, new: Viewport) -> bool:
        """Whether this view can be shown at once."""
        return self._sheets.has(new)

    def forget(self) -> None:
        """The window shows something else, or sharper, than it did when all this was put together."""
        self._assembled = self._next = None
        self._sheets.outdated()

    def rest(self) -> None:
        """The view is left where it is: hold no more pictures than may be needed."""
        self._sheets.give_up(most=1)

    def keep_below(self) -> None:
        """Stay below an item that was put below all others."""
        self._sheets.lower()

    def covers(self, key: TileKey, view: Viewport) -> bool:
        """Whether it is to be seen wherever a tile is in sight."""
        shown = self._sheets.shown
        if shown is None or shown.view.scale != key.scale:
            return False
        (left, top), (ox, oy) = view.origin_px, shown.view.origin_px
        x0, x1 = max(key.column * TILE_PX, left), min((key.column + 1) * TILE_PX, left + view.width_px)
        y0, y1 = max(key.row * TILE_PX, top), min((key.row + 1) * TILE_PX, top + view.height_px)
        return (ox <= x0 and x1 <= ox + shown.view.width_px
                and oy <= y0 and y1 <= oy + shown.view.height_px)

    def shows_well(self, key: TileKey, view: Viewport) -> bool:
        """Whether what is to be seen of it wherever a tile is in sight is better than a sketch."""
        shown = self._sheets.shown
        return shown is not None and self.covers(key, view) and shown.is_drawn(key.viewport.box)

    def stretch(self, old: Viewport, tiles: Tiles, new: Viewport) -> None:
        """Show in a new viewport what the old one showed, which was some tiles and perhaps this picture."""
        if not self._sheets.has(new):
            if self._next is None or self._next.view.place != new.place:
                self._next = self._stretched(old, tiles, new)
            self._sheets.put(self._next)
        self._sheets.show(new)
        self._assembled = self._next = None

    def _stretched(self, old: Viewport, tiles: Tiles, new: Viewport) -> Seen:
        if self._assembled is None or not self.prepared(old):
            self._assembled = self._put_together(old, tiles())
        return stretched(self._assembled, new, self._renderer.rough)

    def _put_together(self, view: Viewport, tiles: Mapping[TileKey, Image.Image]) -> Seen:
        shown = self._sheets.shown
        if shown is not None and shown.view.place == view.place and not tiles:
            return shown
        return assembled(view, tiles, shown, self._renderer.rough)
