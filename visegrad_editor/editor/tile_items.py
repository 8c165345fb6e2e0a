"""Pictures of tiles as items on a Tk canvas, of several zoom levels, of which one is seen."""

from __future__ import annotations

import tkinter as tk
from collections import OrderedDict
from collections.abc import Callable, Iterable

from PIL import Image, ImageTk

from .tile_places import TILE_PX, TileKey

_TAG = "tile"


class TileItems:
    """Keeps an item for each picture, hidden where it belongs to another zoom level: to hand Tk a picture and
    to make an item of it takes a millisecond, to show one that is there takes nothing.

    `gone` is told of each tile that is given up, those used longest ago first.
    """

    def __init__(self, canvas: tk.Canvas, gone: Callable[[TileKey], None]) -> None:
        self._canvas, self._gone = canvas, gone
        self._kept: OrderedDict[TileKey, tuple[ImageTk.PhotoImage, int]] = OrderedDict()
        self._scale = 0.0
        self.room = 80
        """Most tiles kept."""

    def __contains__(self, key: TileKey) -> bool:
        return key in self._kept

    def show_level(self, scale: float) -> None:
        """Show the tiles of this zoom level and no others."""
        if scale != self._scale:
            self._canvas.itemconfigure(_level(self._scale), state="hidden")
            self._canvas.itemconfigure(_level(scale), state="normal")
            self._scale = scale

    def use(self, keys: Iterable[TileKey]) -> None:
        """These tiles are in sight: give up others first."""
        for key in keys:
            if key in self._kept:
                self._kept.move_to_end(key)

    def put(self, key: TileKey, image: Image.Image) -> None:
        """Show a tile of the zoom level so, now or when it comes into sight."""
        known = self._kept.get(key)
        if known is not None:
            known[0].paste(image)
            return
        photo = ImageTk.PhotoImage(image, master=self._canvas)
        item = self._canvas.create_image(
            key.column * TILE_PX, key.row * TILE_PX, anchor="nw", image=photo, tags=(_TAG, _level(key.scale)),
            state="normal" if key.scale == self._scale else "hidden")
        self._canvas.tag_lower(item)
        self._kept[key] = photo, item
        while len(self._kept) > self.room:
            old, (_, left) = self._kept.popitem(last=False)
            self._canvas.delete(left)
            self._gone(old)

    def clear(self) -> None:
        """Give up all."""
        self._canvas.delete(_TAG)
        self._kept.clear()


def _level(scale: float) -> str:
    return f"level-{scale!r}"
