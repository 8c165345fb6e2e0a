"""What lies beneath the tiles of the map while they are painted: the old picture at its new size."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping

from PIL import Image, ImageTk

from ..drawing.viewport import Viewport
from .tile_places import TILE_PX, TileKey
from .tile_renderer import TileRenderer

_TAG = "underlay"
_ROUGHLY = 4
"""Pixels each way that are one beside the old picture: a finer one would take a millisecond more a frame."""


class Underlay:
    """One picture of the size of the window, below all tiles. Making it takes about as long as Tk needs to
    show it, so it is never smoothed: that would take twice as long again, for a moment's picture."""

    def __init__(self, canvas: tk.Canvas, renderer: TileRenderer) -> None:
        self._canvas, self._renderer = canvas, renderer
        self._photo: ImageTk.PhotoImage | None = None
        self._shown: tuple[Image.Image, Viewport] | None = None
        self._ready: tuple[Image.Image, Viewport] | None = None
        """What the window shows, put together before it is needed."""

    def drop(self) -> None:
        """Show nothing more."""
        if self._shown is not None:
            self._canvas.itemconfigure(_TAG, state="hidden")
            self._shown = None

    def prepare(self, view: Viewport, tiles: Mapping[TileKey, Image.Image]) -> None:
        """Put together what the window shows, which is these tiles; the next `stretch` takes half as long."""
        self._ready = self._picture(view, tiles) or self._renderer.rough(view), view

    def forget(self) -> None:
        """The window shows something else than it did when it was put together."""
        self._ready = None

    def prepared(self, view: Viewport) -> bool:
        """Whether what the window shows is put together."""
        return self._ready is not None and self._ready[1] == view

    def keep_below(self) -> None:
        """Stay below an item that was put below all others."""
        if self._shown is not None:
            self._canvas.tag_lower(_TAG)

    def covers(self, key: TileKey, view: Viewport) -> bool:
        """Whether it is to be seen wherever a tile is in sight."""
        if self._shown is None or self._shown[1].scale != key.scale:
            return False
        (left, top), (ox, oy) = view.origin_px, self._shown[1].origin_px
        x0, x1 = max(key.column * TILE_PX, left), min((key.column + 1) * TILE_PX, left + view.width_px)
        y0, y1 = max(key.row * TILE_PX, top), min((key.row + 1) * TILE_PX, top + view.height_px)
        return (ox <= x0 and x1 <= ox + self._shown[1].width_px
                and oy <= y0 and y1 <= oy + self._shown[1].height_px)

    def stretch(
        self, old: Viewport, tiles: Callable[[], Mapping[TileKey, Image.Image]], new: Viewport
    ) -> None:
        """Show in a new viewport what the old one showed, which was some tiles and perhaps this picture."""
        ready = self._ready[0] if self._ready is not None and self._ready[1] == old else None
        before, factor = ready or self._picture(old, tiles()), new.scale / old.scale
        self._ready = None
        ox, oy = old.origin_px
        x, y = ox * factor - new.origin_px[0], oy * factor - new.origin_px[1]
        box = (max(0.0, -x / factor), max(0.0, -y / factor),
               min(float(old.width_px), (new.width_px - x) / factor),
               min(float(old.height_px), (new.height_px - y) / factor))
        wide, high = round((box[2] - box[0]) * factor), round((box[3] - box[1]) * factor)
        picture = None
        if before is not None and wide > 0 and high > 0:
            picture = before.resize((wide, high), Image.Resampling.NEAREST, box)
        if picture is None or (wide, high) != (new.width_px, new.height_px):
            picture = self._framed(picture, new, round(max(0.0, x)), round(max(0.0, y)))
        self._show(picture, new)

    def _picture(self, view: Viewport, tiles: Mapping[TileKey, Image.Image]) -> Image.Image | None:
        """What the window shows; None where that is nothing."""
        ox, oy = view.origin_px
        if self._shown is None and not tiles:
            return None
        if self._shown is not None and self._shown[1].scale == view.scale:
            below, was = self._shown
            if was == view:
                whole = below
            else:
                whole = self._framed(below, view, was.origin_px[0] - ox, was.origin_px[1] - oy)
        else:
            whole = Image.new("RGB", (view.width_px, view.height_px), self._renderer.margin)
        for key, tile in tiles.items():
            whole.paste(tile, (key.column * TILE_PX - ox, key.row * TILE_PX - oy))
        return whole

    def _framed(self, picture: Image.Image | None, view: Viewport, x: int, y: int) -> Image.Image:
        """What a view shows: a picture where it lies in it, and roughly what is beside it."""
        if picture is None:
            return self._renderer.rough(view)
        wide, high = view.width_px, view.height_px
        whole = Image.new("RGB", (wide, high))
        left, right = min(max(x, 0), wide), min(max(x + picture.width, 0), wide)
        top, bottom = min(max(y, 0), high), min(max(y + picture.height, 0), high)
        for x0, y0, x1, y1 in ((0, 0, wide, top), (0, bottom, wide, high),
                               (0, top, left, bottom), (right, top, wide, bottom)):
            if x1 > x0 and y1 > y0:
                beside = view.region(x0, y0, x1 - x0, y1 - y0)
                whole.paste(self._renderer.rough(beside, _ROUGHLY), (x0, y0))
        whole.paste(picture, (x, y))
        return whole

    def _show(self, picture: Image.Image, view: Viewport) -> None:
        photo = self._photo
        if photo is None or (photo.width(), photo.height()) != picture.size:
            # Kept for the next time, with its item: Tk takes longer to make a picture than to change it.
            photo = self._photo = ImageTk.PhotoImage(picture, master=self._canvas)
            self._canvas.delete(_TAG)
            self._canvas.create_image(0, 0, anchor="nw", image=photo, tags=(_TAG,))
        else:
            photo.paste(picture)
        self._canvas.coords(_TAG, *view.origin_px)
        if self._shown is None:
            self._canvas.itemconfigure(_TAG, state="normal")
            self._canvas.tag_lower(_TAG)
        self._shown = picture, view
