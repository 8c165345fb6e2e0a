"""The tiles of the map on a Tk canvas: which are visible, and when the others are painted."""

from __future__ import annotations

import math
import time
import tkinter as tk
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence

from PIL import Image, ImageTk

from ...drawing.curves import Box, boxes_meet
from ...drawing.viewport import Viewport
from . import frame_clock
from .backdrop import StaleBackdrop
from .tile_renderer import TILE_PX, TileKey, TileRenderer, middle_of, tiles_in

_SLICE_S = 0.006
"""How long tiles are painted before the window handles events again, in seconds."""
_STILL_S = 0.08
"""For this long after the view moved, tiles are only sketched."""
_MOVING_SLICE_S = 0.002
"""How long tiles are sketched while the view moves, so that the next frame need not wait."""
_EDITED_S = 0.025
"""For this long after a rough update nothing is painted, as the next edit of a stroke may follow."""
_AHEAD = 12
"""Tiles this many times the last step of the view ahead will be visible soon."""


class MapTiles:
    """Shows the tiles of a renderer in a viewport on a canvas."""

    def __init__(self, canvas: tk.Canvas, renderer: TileRenderer) -> None:
        self._canvas, self._renderer = canvas, renderer
        self._view = Viewport(1.0, 0.0, 0.0, 1, 1)
        self._placeholders = TilePlaceholders(renderer)
        self._items = TileItems(canvas, self._placeholders.painted)
        self._backdrop = StaleBackdrop(canvas, renderer)
        self._visible: list[TileKey] = []
        self._queue: list[TileKey] = []
        """Visible tiles to be painted."""
        self._zoomed = False
        """Whether the last change of the view was a zoom."""
        self._next: Viewport | None = None
        """The viewport after another zoom step like the last one."""
        self._soon: list[TileKey] = []
        """Tiles that may be visible soon, the most likely one last."""
        self._moved_at = self._edited_at = 0.0
        self._timer = ""

    @property
    def bare(self) -> bool:
        """Whether some of the visible map is still shown in blocks."""
        return self._placeholders.due(lambda k: not self._backdrop.shows_well(k, self._view))

    @property
    def busy(self) -> bool:
        """Whether visible tiles are still to be painted."""
        return bool(self._queue)

    def clear(self) -> None:
        """Drop all pictures, as the renderer shows another design."""
        self._items.clear()
        self._placeholders.forget()
        self._backdrop.drop()
        self._backdrop.forget()
        self._next = None

    def moving(self) -> None:
        """Note that the view is moving: for a moment, new tiles are only sketched."""
        frame_clock.mark_frame()
        self._moved_at = time.perf_counter()

    # -- showing --------------------------------------------------------------------------

    def show(self, view: Viewport) -> None:
        """Put the visible tiles on the canvas, in blocks if there is nothing else yet, and queue those still
        to be painted."""
        self._soon = self._around(view)
        if view != self._view:
            self._zoomed = view.scale != self._view.scale
            if not self._zoomed:
                self._next = None
        self._view, self._visible = view, (visible := tiles_in(view, self._renderer.reach))
        self._renderer.room = max(self._renderer.room, 2 * len(visible))  # of a very large window
        self._items.room = max(80, len(visible) + len(self._soon) + 8)
        self._items.show_level(view.scale)
        self._items.use(visible)
        self._queue = [key for key in visible if self._renderer.cached(key) is None]
        for key in visible:
            if key in self._items:
                continue
            if (image := self._renderer.cached(key)) is not None:
                self._put(key, image)
            elif not self._backdrop.covers(key, view):
                self._put(key, self._placeholders.rough(key))
        self._placeholders.expect(
            k for k in self._queue if k not in self._items or self._placeholders.is_rough(k))
        if not self._queue:
            self._backdrop.drop()
        self._work_soon()

    def begin_zoom(self, wanted: Viewport, then: Viewport) -> None:
        """Show the present picture stretched until the tiles of another zoom level are painted. `then` is the
        viewport after another step like this one."""
        self._next = then if then.scale != wanted.scale else None
        if all(k in self._items for k in tiles_in(wanted, self._renderer.reach)):
            self._backdrop.drop()
            return
        self._backdrop.show_stretched(self._view, self._pictures, wanted)

    def _pictures(self) -> dict[TileKey, Image.Image]:
        """The pictures of the visible tiles as shown now."""
        placeholders, renderer = self._placeholders, self._renderer
        return {key: placeholders.picture(key) or renderer.remembered(key) or renderer.rough(key.viewport)
                for key in self._visible if key in self._items}

    def changed(self, boxes: Sequence[Box]) -> None:
        """After an edit of what these boxes show: draw the change roughly at once, or else paint for a
        moment."""
        frame_clock.mark_frame()
        whole = (min(b[0] for b in boxes), min(b[1] for b in boxes),
                 max(b[2] for b in boxes), max(b[3] for b in boxes))
        self._backdrop.forget()
        self._placeholders.outdated(lambda key: boxes_meet(key.viewport.box, whole))
        updated = [self._show_rough_update(key) for key in self._queue]
        if any(updated):
            self._edited_at = time.perf_counter()
        else:
            self.work()

    def _show_rough_update(self, key: TileKey) -> bool:
        """Show a rough update of a tile after an edit; False if there is none."""
        image = self._renderer.rough_update(key) if key in self._items else None
        if image is None:
            return False
        self._put(key, image)
        return True

    def _put(self, key: TileKey, image: Image.Image) -> None:
        self._items.put(key, image)
        self._backdrop.keep_below()
        self._backdrop.forget()

    def _around(self, view: Viewport) -> list[TileKey]:
        """The tiles within one tile of the view, those it moves towards last."""
        (x, y), (was_x, was_y) = view.origin_px, self._view.origin_px
        step = (x - was_x, y - was_y) if view.scale == self._view.scale else (0, 0)
        wider = view.region(
            -TILE_PX, -TILE_PX, view.width_px + 2 * TILE_PX, view.height_px + 2 * TILE_PX)
        ahead = wider.moved(step[0] * _AHEAD, step[1] * _AHEAD)
        middle, reach = middle_of(ahead), self._renderer.reach
        inner = set(tiles_in(view, reach))
        return sorted((k for k in tiles_in(wider, reach) if k not in inner),
                      key=lambda k: -math.dist((k.column, k.row), middle))

    # -- work between frames ----------------------------------------------------------------

    @property
    def _zoom_ready(self) -> bool:
        """Whether everything is prepared for a fast zoom."""
        return not self._visible or (
            self._backdrop.has_snapshot(self._view) if self._next is None else self._next_ready)

    @property
    def _next_ready(self) -> bool:
        """Whether the next step of a zoom is prepared."""
        return self._next is None or self._backdrop.is_ready(self._next)

    def _work_on(self, wait_ms: int) -> None:
        if not self._timer and (self._queue or self._soon or not self._zoom_ready):
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
            self._prepare_next()
            self._work_on(1)
            return
        # First everything in blocks; while the view moves, only what the backdrop does not cover.
        idle = (self._sketch(moving, end) and self._paint_queued(moving, end)
                and self._sketch_ahead(moving, end))
        if not self._queue:
            self._backdrop.drop()
            if idle and not moving:
                if not self._zoom_ready:
                    self._prepare_next()
                if self._zoom_ready:
                    self._backdrop.rest()
        self._work_on(20 if moving and idle else 1)

    def _prepare_next(self) -> None:
        """Do part of the work for the next step of a zoom."""
        if self._next is None:
            self._backdrop.take_snapshot(self._view, self._pictures())
        else:
            self._backdrop.prepare_next(self._view, self._pictures, self._next)

    def _sketch(self, moving: bool, end: float) -> bool:
        """Sketch visible tiles until the time `end`; returns whether none are left."""
        enough = self._backdrop.covers if moving else self._backdrop.shows_well
        while True:
            sketch = self._placeholders.sketch(lambda k: not enough(k, self._view))
            if sketch is None:
                return True
            self._put(*sketch)
            if time.perf_counter() > end:
                return False

    def _paint_queued(self, moving: bool, end: float) -> bool:
        """Paint visible tiles, unless the view moves, until the time `end`; returns whether nothing is left
        to do now."""
        while self._queue and not moving:
            key = self._queue[0]
            if not self._renderer.advance(key, end):
                return False
            self._placeholders.painted(key)
            self._put(key, self._renderer.tile(key))
            del self._queue[0]
            if time.perf_counter() > end:
                return False
        return True

    def _sketch_ahead(self, moving: bool, end: float) -> bool:
        """Sketch tiles that may become visible, unless the view is being zoomed, until the time `end`;
        returns whether nothing is left to do now."""
        while self._soon and not (moving and self._zoomed):
            if time.perf_counter() > end:
                return False
            key = self._soon.pop()
            if key not in self._items:
                self._put(key, self._renderer.cached(key) or self._placeholders.ahead(key))
        return True


# Placeholders for tiles that are not painted yet: at once blocks, soon a sketch.

class TilePlaceholders:
    """Pictures for visible tiles that a renderer has not painted yet.

    A picture in blocks takes a tenth of a millisecond, so it can be shown as soon as a tile becomes visible;
    a sketch takes one or two milliseconds and is made when the window is idle.
    """

    def __init__(self, renderer: TileRenderer) -> None:
        self._renderer = renderer
        self._pictures: dict[TileKey, Image.Image] = {}
        self._rough: set[TileKey] = set()
        """Tiles whose picture is in blocks or out of date."""
        self._due: list[TileKey] = []
        """Visible tiles to be sketched, the most urgent first."""

    def due(self, wanted: Callable[[TileKey], bool]) -> bool:
        """Whether any of the tiles to be sketched is wanted."""
        return any(map(wanted, self._due))

    def rough(self, key: TileKey) -> Image.Image:
        """A picture of a tile in blocks."""
        self._rough.add(key)
        self._pictures[key] = picture = self._renderer.rough(key.viewport)
        return picture

    def is_rough(self, key: TileKey) -> bool:
        """Whether the last picture of a tile is in blocks or older than an edit."""
        return key in self._rough

    def expect(self, keys: Iterable[TileKey]) -> None:
        """Set the tiles to be sketched."""
        self._due = list(keys)

    def sketch(self, wanted: Callable[[TileKey], bool]) -> tuple[TileKey, Image.Image] | None:
        """A sketch of the first wanted tile to be sketched, with its key; None if there is none."""
        while self._due and self._renderer.cached(self._due[0]) is not None:
            del self._due[0]
        key = next((k for k in self._due if wanted(k)), None)
        if key is None:
            return None
        self._due.remove(key)
        self._rough.discard(key)
        self._pictures[key] = picture = self._renderer.sketch(key)
        return key, picture

    def ahead(self, key: TileKey) -> Image.Image:
        """A sketch of a tile that is not visible yet."""
        self._rough.discard(key)
        self._pictures[key] = picture = self._renderer.sketch(key)
        return picture

    def outdated(self, changed: Callable[[TileKey], bool]) -> None:
        """Mark the pictures of changed tiles as out of date, to be sketched again when visible."""
        self._rough.update(key for key in self._pictures if changed(key))

    def picture(self, key: TileKey) -> Image.Image | None:
        """The placeholder of a tile, or None."""
        return self._pictures.get(key)

    def painted(self, key: TileKey) -> None:
        """Drop the placeholder of a tile that was painted or deleted."""
        self._pictures.pop(key, None)
        self._rough.discard(key)
        if key in self._due:
            self._due.remove(key)

    def forget(self) -> None:
        """Drop all placeholders."""
        self._pictures.clear()
        self._rough.clear()
        self._due.clear()


# Tiles of several zoom levels as items on a Tk canvas; one level is visible.

_TAG = "tile"


class TileItems:
    """Keeps a canvas item for each tile, hidden if it belongs to another zoom level: creating an item takes a
    millisecond, showing an existing one takes no time.

    `gone` is called for each tile that is deleted, the least recently used first.
    """

    def __init__(self, canvas: tk.Canvas, gone: Callable[[TileKey], None]) -> None:
        self._canvas, self._gone = canvas, gone
        self._kept: OrderedDict[TileKey, tuple[ImageTk.PhotoImage, int]] = OrderedDict()
        self._scale = 0.0
        self.room = 80
        """The most tiles kept."""

    def __contains__(self, key: TileKey) -> bool:
        return key in self._kept

    def show_level(self, scale: float) -> None:
        """Show the tiles of this zoom level and hide all others."""
        if scale != self._scale:
            self._canvas.itemconfigure(_level(self._scale), state="hidden")
            self._canvas.itemconfigure(_level(scale), state="normal")
            self._scale = scale

    def use(self, keys: Iterable[TileKey]) -> None:
        """Mark these tiles as used, so that others are deleted first."""
        for key in keys:
            if key in self._kept:
                self._kept.move_to_end(key)

    def put(self, key: TileKey, image: Image.Image) -> None:
        """Create or update the item of a tile; it is visible if its zoom level is shown."""
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
        """Delete all items."""
        self._canvas.delete(_TAG)
        self._kept.clear()


def _level(scale: float) -> str:
    return f"level-{scale!r}"
