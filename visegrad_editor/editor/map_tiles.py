"""The tiles of the map on a Tk canvas: which are to be seen, and when the others are painted."""

from __future__ import annotations

import math
import time
import tkinter as tk
from collections import OrderedDict

from PIL import Image, ImageTk

from ..drawing.viewport import Viewport
from . import in_use
from .first_sight import FirstSight
from .tile_places import TILE_PX, TileKey
from .tile_renderer import TileRenderer
from .underlay import Underlay

_SLICE_S = 0.006
"""How long tiles are painted before the window answers events again."""
_STILL_S = 0.08
"""While the view has moved so lately, tiles are only sketched."""
_PHOTOS = 80


class MapTiles:
    """Shows on a canvas the tiles of a renderer that a viewport shows."""

    def __init__(self, canvas: tk.Canvas, renderer: TileRenderer) -> None:
        self._canvas, self._renderer = canvas, renderer
        self._view = Viewport(1.0, 0.0, 0.0, 1, 1)
        self._photos: OrderedDict[TileKey, ImageTk.PhotoImage] = OrderedDict()
        self._shown: dict[TileKey, int] = {}
        self._underlay = Underlay(canvas, renderer)
        self._queue: list[TileKey] = []
        self._first = FirstSight(renderer)
        self._moved_at = 0.0
        self._timer = ""

    @property
    def bare(self) -> bool:
        """Whether some of the map in sight is only to be seen in blocks yet."""
        return self._first.due

    @property
    def busy(self) -> bool:
        """Whether tiles in sight are still to be painted."""
        return bool(self._queue)

    def clear(self) -> None:
        """Forget the pictures: the renderer shows another design."""
        self._photos.clear()
        for item in self._shown.values():
            self._canvas.delete(item)
        self._shown.clear()
        self._first.forget()
        self._underlay.drop()

    def moving(self) -> None:
        """The view is being moved: for a moment new tiles are only sketched."""
        in_use.tell()
        self._moved_at = time.perf_counter()

    def _visible(self) -> list[TileKey]:
        """The tiles in sight, the middle first."""
        v = self._view
        x, y = v.origin_px
        left, top, right, bottom = self._renderer.reach
        columns = range(max(x, math.floor(left * v.scale)) // TILE_PX,
                        min(x + v.width_px, math.ceil(right * v.scale)) // TILE_PX + 1)
        rows = range(max(y, math.floor(top * v.scale)) // TILE_PX,
                     min(y + v.height_px, math.ceil(bottom * v.scale)) // TILE_PX + 1)
        keys = [TileKey(v.scale, c, r) for r in rows for c in columns]
        mx, my = (x + v.width_px / 2) / TILE_PX - 0.5, (y + v.height_px / 2) / TILE_PX - 0.5
        return sorted(keys, key=lambda k: math.hypot(k.column - mx, k.row - my))

    def show(self, view: Viewport) -> None:
        """Put the tiles in sight on the canvas, at once in blocks where there is nothing else yet; those
        still to be painted are queued."""
        self._view = view
        visible = self._visible()
        self._renderer.room = max(self._renderer.room, 2 * len(visible))  # of a very large window
        wanted = set(visible)
        for key in [k for k in self._shown if k not in wanted]:
            self._canvas.delete(self._shown.pop(key))
        self._queue = [key for key in visible if self._renderer.cached(key) is None]
        for key in visible:
            if key in self._photos:
                if key not in self._shown:
                    self._put(key)
            elif (image := self._renderer.cached(key)) is not None:
                self._show(key, image)
            elif not self._underlay.covers(key, self._view):
                self._show(key, self._first.rough(key))
        self._first.expect(k for k in self._queue if k not in self._photos or self._first.is_rough(k))
        if not self._queue:
            self._underlay.drop()
        elif not self._timer:
            self._timer = self._canvas.after(1, self._work_later)

    def hurry(self) -> None:
        """After an edit: show at once roughly what it changed, or else paint for a moment."""
        in_use.tell()
        hurried = [self._hurry(key) for key in self._queue]
        if not any(hurried):
            self.work()

    def _hurry(self, key: TileKey) -> bool:
        """Show at once roughly what an edit changed of a tile; whether there is anything."""
        photo = self._photos.get(key)
        image = self._renderer.hurry(key) if photo is not None else None
        if photo is None or image is None:
            return False
        photo.paste(image)
        return True

    def _work_later(self) -> None:
        self._timer = ""
        self.work()

    def work(self) -> None:
        """Paint queued tiles for a moment; what is left is done when the window is idle again."""
        start = time.perf_counter()
        end = start + _SLICE_S
        moving = start - self._moved_at < _STILL_S
        # First all that is in blocks; while the view moves, what the old picture does not cover either.
        sketch = self._first.sketch(lambda k: not moving or not self._underlay.covers(k, self._view))
        if sketch is not None:
            self._show(*sketch)
        while self._queue and not moving and not self._first.due:
            if not self._paint(self._queue[0], end):
                break
            del self._queue[0]
            if time.perf_counter() > end:
                break
        if not self._queue:
            self._underlay.drop()
        elif not self._timer:
            wait = 20 if moving and sketch is None else 1
            self._timer = self._canvas.after(wait, self._work_later)

    def _paint(self, key: TileKey, end: float) -> bool:
        """Paint a tile and show it, unless it takes longer than the clock says `end`; whether it is done."""
        if not self._renderer.advance(key, end):
            return False
        self._first.painted(key)
        self._show(key, self._renderer.tile(key))
        return True

    def _show(self, key: TileKey, image: Image.Image) -> None:
        """Show a tile so."""
        photo = self._photos.get(key)
        if photo is None:
            self._photos[key] = ImageTk.PhotoImage(image, master=self._canvas)
            while len(self._photos) > max(_PHOTOS, len(self._shown) + len(self._queue) + 8):
                old, _ = self._photos.popitem(last=False)
                self._first.painted(old)
                if old in self._shown:
                    self._canvas.delete(self._shown.pop(old))
        else:
            photo.paste(image)
        self._photos.move_to_end(key)
        if key not in self._shown and key.scale == self._view.scale:
            self._put(key)

    def _put(self, key: TileKey) -> None:
        item = self._canvas.create_image(key.column * TILE_PX, key.row * TILE_PX, anchor="nw",
                                        image=self._photos[key], tags=("tile",))
        self._shown[key] = item
        self._canvas.tag_lower(item)
        self._canvas.tag_lower("underlay")

    def stretch(self, wanted: Viewport) -> None:
        """Until the tiles of another zoom level are painted, show beneath them what is seen now."""
        first, renderer = self._first, self._renderer
        tiles = {key: first.picture(key) or renderer.remembered(key) or renderer.rough(key.viewport)
                 for key in self._shown}
        self._underlay.stretch(self._view, tiles, wanted)
        if self._shown:
            self._canvas.delete("tile")
            self._shown.clear()
