"""The tiles of the map on a Tk canvas: which are visible, and when the others are painted."""

from __future__ import annotations

import math
import time
import tkinter as tk
from collections.abc import Sequence

from PIL import Image, ImageTk

from ...drawing.curves import Box, boxes_meet
from ...drawing.viewport import Viewport
from . import frame_clock
from .backdrop import StaleBackdrop
from .tile_cache import TILE_PX, Spot, TileKey, box_about, middle_of, tiles_in
from .tile_renderer import TileRenderer

_SLICE_S = 0.006
"""How long tiles are painted before the window handles events again, in seconds."""
_STILL_S = 0.08
"""For this long after the view moved, tiles are only sketched."""
_MOVING_SLICE_S = 0.002
"""How long tiles are sketched while the view moves, so that the next frame need not wait."""
_EDITED_S = 0.025
"""For this long after a rough update nothing is painted, as the next edit of a stroke may follow."""
_AT_ONCE = 12
"""The most tiles that are sketched at once when they become visible; more are first shown in blocks."""
_AT_FIRST = 60
"""The same while nothing of the map is on the canvas: one picture of sketches comes sooner than one in blocks
and another each time some tiles are sketched."""
_AHEAD = 12
"""Tiles this many times the last step of the view ahead will be visible soon."""


class MapTiles:
    """Shows the tiles of a renderer in a viewport on a canvas."""

    def __init__(self, canvas: tk.Canvas, renderer: TileRenderer) -> None:
        self._canvas, self._renderer = canvas, renderer
        self._view = Viewport(1.0, 0.0, 0.0, 1, 1)
        self._items = TileItems(canvas)
        renderer.tiles.dropped = self._items.drop
        self._backdrop = StaleBackdrop(canvas, renderer)
        self._visible: list[TileKey] = []
        self._queue: list[TileKey] = []
        """Visible tiles to be painted."""
        self._zoomed = False
        """Whether the last change of the view was a zoom."""
        self._next: Viewport | None = None
        """The viewport after another zoom step like the last one."""
        self._step = 0, 0
        """By how many pixels the view was scrolled last."""
        self._soon: list[TileKey] | None = []
        """Tiles that may be visible soon, the most likely one last; None before they are found."""
        self._moved_at = self._edited_at = 0.0
        self._timer = ""

    @property
    def bare(self) -> bool:
        """Whether some of the visible map is still shown in blocks."""
        missing = (key for key in self._visible if key not in self._items)
        return any(not self._backdrop.shows_well(key, self._view) for key in missing)

    @property
    def busy(self) -> bool:
        """Whether visible tiles are still to be painted."""
        return bool(self._queue)

    def clear(self) -> None:
        """Drop all pictures, as the renderer shows another design."""
        self._backdrop.drop()
        self._backdrop.forget()
        self._next = None

    def moving(self) -> None:
        """Note that the view is moving: for a moment, new tiles are only sketched."""
        frame_clock.mark_frame()
        self._moved_at = time.perf_counter()

    # -- showing --------------------------------------------------------------------------

    def show(self, view: Viewport) -> None:
        """Put the visible tiles on the canvas, as stand-ins if there are no others yet, and queue those still
        to be painted."""
        (x, y), (was_x, was_y) = view.origin_px, self._view.origin_px
        self._step = (x - was_x, y - was_y) if view.scale == self._view.scale else (0, 0)
        if view != self._view:
            self._zoomed = view.scale != self._view.scale
            if not self._zoomed:
                self._next = None
        tiles = self._renderer.tiles
        self._view, self._visible, self._soon = view, (visible := tiles_in(view, self._renderer.reach)), None
        tiles.room = max(tiles.room, 2 * len(visible) + 40)
        tiles.use(visible)
        self._items.show_level(view.scale)
        self._queue = [key for key in visible if not tiles.has_good(key)]
        bare = [key for key in visible if key not in self._items and not self._backdrop.covers(key, view)]
        if len(bare) > (_AT_ONCE if self._items else _AT_FIRST):
            self._backdrop.show_rough(view)
        else:
            for key in bare:
                self._put_stand_in(key)
        if not self._queue:
            self._backdrop.drop()
        self._work_soon()

    def begin_zoom(self, wanted: Viewport, then: Viewport) -> None:
        """Show the present picture stretched until the tiles of another zoom level are painted. `then` is the
        viewport after another step like this one."""
        self._next = then if then.scale != wanted.scale else None
        if not self._items or all(k in self._items for k in tiles_in(wanted, self._renderer.reach)):
            self._backdrop.drop()
            return
        self._backdrop.show_stretched(self._view, self._pictures, wanted)

    def _pictures(self) -> dict[TileKey, Image.Image]:
        """The pictures of the visible tiles as shown now."""
        tiles = ((key, self._renderer.tiles.get(key)) for key in self._visible)
        return {key: tile.picture for key, tile in tiles if tile is not None}

    def changed(self, boxes: Sequence[Box]) -> None:
        """After an edit of what these boxes show: draw the change roughly at once, or else paint for a
        moment."""
        frame_clock.mark_frame()
        self._backdrop.forget()
        whole = box_about(boxes)
        touched = [key for key in self._queue if boxes_meet(key.viewport.box, whole)]
        spots = [(key, spot) for key in touched if (spot := self._renderer.rough_update(key)) is not None]
        for key, spot in spots:
            self._put(key, spot)
        if spots:
            self._edited_at = time.perf_counter()
        else:
            self.work()

    def _put(self, key: TileKey, spot: Spot | None = None) -> None:
        """Put a tile on the canvas, of whose picture a part may have changed."""
        tile = self._renderer.tiles.get(key)
        assert tile is not None
        if self._items.put(key, tile.picture, spot):
            self._backdrop.keep_below()
        self._backdrop.forget()

    def _put_stand_in(self, key: TileKey) -> None:
        self._renderer.stand_in(key)
        self._put(key)

    def _around(self) -> list[TileKey]:
        """The tiles within one tile of the view, those it moves towards last."""
        view, reach = self._view, self._renderer.reach
        wider = view.region(
            -TILE_PX, -TILE_PX, view.width_px + 2 * TILE_PX, view.height_px + 2 * TILE_PX)
        middle = middle_of(wider.moved(self._step[0] * _AHEAD, self._step[1] * _AHEAD))
        inner = set(self._visible)
        return sorted((k for k in tiles_in(wider, reach) if k not in inner and k not in self._items),
                      key=lambda k: -math.dist(k[1:], middle))

    # -- work between frames ----------------------------------------------------------------

    @property
    def _zoom_ready(self) -> bool:
        """Whether everything is prepared for a fast zoom."""
        if not self._visible:
            return True
        if self._next is not None:
            return self._next_ready
        return self._backdrop.has_snapshot(self._view) and self._backdrop.has_room

    @property
    def _next_ready(self) -> bool:
        """Whether the next step of a zoom is prepared."""
        return self._next is None or self._backdrop.is_ready(self._next)

    def _work_on(self, wait_ms: int) -> None:
        if not self._timer and (self._queue or self._soon is None or self._soon or not self._zoom_ready):
            self._timer = self._canvas.after(wait_ms, self._work_later)

    def _work_soon(self) -> None:
        """Cut short the present wait, as there is work to do."""
        if self._timer:
            self._canvas.after_cancel(self._timer)
            self._timer = ""
        self._work_on(1)

    def _work_later(self) -> None:
        self._timer = ""
        self.work()

    def work(self) -> None:
        """Paint queued tiles for a moment; the rest follows when the window is idle again."""
        start = time.perf_counter()
        moving = start - self._moved_at < _STILL_S or start - self._edited_at < _EDITED_S
        end = start + (_MOVING_SLICE_S if moving else _SLICE_S)
        if moving and self._zoomed and not self._next_ready:
            self._prepare_next(end)
            self._work_on(1)
            return
        # First everything in blocks; while the view moves, only what the backdrop does not cover.
        idle = (self._sketch(moving, end) and self._paint_queued(moving, end)
                and self._sketch_ahead(moving, end))
        if not self._queue:
            self._backdrop.drop()
            if idle and not moving:
                if not self._zoom_ready:
                    self._prepare_next(end)
                if self._zoom_ready:
                    self._backdrop.rest()
        self._work_on(20 if moving and idle else 1)

    def _prepare_next(self, end: float) -> None:
        """Do part of the work for the next step of a zoom, until the time `end`, but at least a little."""
        if self._next is not None:
            self._backdrop.prepare_next(self._view, self._pictures, self._next, end)
        elif not self._backdrop.has_snapshot(self._view):
            self._backdrop.take_snapshot(self._view, self._pictures())
        else:
            self._backdrop.make_room(self._view)

    def _sketch(self, moving: bool, end: float) -> bool:
        """Sketch visible tiles of which there is nothing, until the time `end`; returns whether none are
        left."""
        enough = self._backdrop.covers if moving else self._backdrop.shows_well
        for key in self._queue:
            if key not in self._items and not enough(key, self._view):
                self._put_stand_in(key)
                if time.perf_counter() > end:
                    return False
        return True

    def _paint_queued(self, moving: bool, end: float) -> bool:
        """Paint visible tiles, unless the view moves, until the time `end`; returns whether nothing is left
        to do now."""
        while self._queue and not moving:
            spot = self._renderer.advance(self._queue[0], end)
            if spot is None:
                return False
            self._put(self._queue.pop(0), spot)
            if time.perf_counter() > end:
                return False
        return True

    def _sketch_ahead(self, moving: bool, end: float) -> bool:
        """Sketch tiles that may become visible, unless the view is being zoomed, until the time `end`;
        returns whether nothing is left to do now."""
        if moving and self._zoomed:
            return True
        if self._soon is None:
            self._soon = self._around()
        while self._soon:
            if time.perf_counter() > end:
                return False
            self._put_stand_in(self._soon.pop())
        return True


# Tiles of several zoom levels as items on a Tk canvas; one level is visible.

_TAG = "tile"


class TileItems:
    """Keeps a canvas item for each tile, hidden if it belongs to another zoom level: creating an item takes a
    millisecond, showing an existing one takes no time."""

    def __init__(self, canvas: tk.Canvas) -> None:
        self._canvas = canvas
        self._kept: dict[TileKey, tuple[ImageTk.PhotoImage, int]] = {}
        self._scale = 0.0
        self._part: ImageTk.PhotoImage | None = None
        """A part of a picture on its way to the canvas."""

    def __contains__(self, key: TileKey) -> bool:
        return key in self._kept

    def __len__(self) -> int:
        return len(self._kept)

    def show_level(self, scale: float) -> None:
        """Show the tiles of this zoom level and hide all others."""
        if scale != self._scale:
            self._canvas.itemconfigure(_level(self._scale), state="hidden")
            self._canvas.itemconfigure(_level(scale), state="normal")
            self._scale = scale

    def put(self, key: TileKey, picture: Image.Image, spot: Spot | None = None) -> bool:
        """Create or update the item of a tile, which is visible if its zoom level is shown; of an item only
        the `spot` may have changed. Returns whether it was created, below all others."""
        known = self._kept.get(key)
        if known is not None:
            if spot is None or spot[2] * spot[3] > TILE_PX * TILE_PX // 2:
                known[0].paste(picture)
            elif spot[2] and spot[3]:
                self._copy(picture, spot, known[0])
            return False
        photo = ImageTk.PhotoImage(picture, master=self._canvas)
        item = self._canvas.create_image(
            key.column * TILE_PX, key.row * TILE_PX, anchor="nw", image=photo, tags=(_TAG, _level(key.scale)),
            state="normal" if key.scale == self._scale else "hidden")
        self._canvas.tag_lower(item)
        self._kept[key] = photo, item
        return True

    def _copy(self, picture: Image.Image, spot: Spot, photo: ImageTk.PhotoImage) -> None:
        """Pass a part of a picture to Tk: for each pixel passed, Tk and the screen work."""
        x, y, width, height = spot
        if self._part is None:
            self._part = ImageTk.PhotoImage("RGB", (TILE_PX, TILE_PX), master=self._canvas)
        self._part.paste(picture.crop((x, y, x + width, y + height)))
        self._canvas.tk.call(str(photo), "copy", str(self._part), "-from", 0, 0, width, height, "-to", x, y,
                             "-compositingrule", "set")

    def drop(self, key: TileKey) -> None:
        """Delete the item of a tile, if it has one."""
        known = self._kept.pop(key, None)
        if known is not None:
            self._canvas.delete(known[1])


def _level(scale: float) -> str:
    return f"level-{scale!r}"
