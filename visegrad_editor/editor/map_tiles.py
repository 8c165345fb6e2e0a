"""The tiles of the map on a Tk canvas: which are to be seen, and when the others are painted."""

from __future__ import annotations

import math
import time
import tkinter as tk
from collections.abc import Sequence

from PIL import Image

from ..drawing.curves import boxes_meet
from ..drawing.viewport import Box, Viewport
from . import in_use
from .first_sight import FirstSight
from .tile_items import TileItems
from .tile_places import TILE_PX, TileKey, middle_of, tiles_in
from .tile_renderer import TileRenderer
from .underlay import Underlay

_SLICE_S = 0.006
"""How long tiles are painted before the window answers events again."""
_STILL_S = 0.08
"""While the view has moved so lately, tiles are only sketched."""
_MOVING_SLICE_S = 0.002
"""How long they are sketched then: the next frame must not wait."""
_EDITED_S = 0.025
"""So shortly after an edit that shows roughly nothing is painted: in a stroke the next one follows."""
_AHEAD = 12
"""So many times the last step of the view further on, tiles come into sight soon."""


class MapTiles:
    """Shows on a canvas the tiles of a renderer that a viewport shows."""

    def __init__(self, canvas: tk.Canvas, renderer: TileRenderer) -> None:
        self._canvas, self._renderer = canvas, renderer
        self._view = Viewport(1.0, 0.0, 0.0, 1, 1)
        self._first = FirstSight(renderer)
        self._items = TileItems(canvas, self._first.painted)
        self._underlay = Underlay(canvas, renderer)
        self._visible: list[TileKey] = []
        self._queue: list[TileKey] = []
        """Tiles in sight that are to be painted."""
        self._zoomed = False
        """Whether the view was zoomed when it last moved."""
        self._next: Viewport | None = None
        """What it shows if it is zoomed once more as it was last."""
        self._soon: list[TileKey] = []
        """Tiles that are not in sight and may be soon, the last one first."""
        self._moved_at = self._edited_at = 0.0
        self._timer = ""

    @property
    def bare(self) -> bool:
        """Whether some of the map in sight is only to be seen in blocks yet."""
        return self._first.due(lambda k: not self._underlay.shows_well(k, self._view))

    @property
    def busy(self) -> bool:
        """Whether tiles in sight are still to be painted."""
        return bool(self._queue)

    def clear(self) -> None:
        """Forget the pictures: the renderer shows another design."""
        self._items.clear()
        self._first.forget()
        self._underlay.drop()
        self._underlay.forget()
        self._next = None

    def moving(self) -> None:
        """The view is being moved: for a moment new tiles are only sketched."""
        in_use.tell()
        self._moved_at = time.perf_counter()

    # -- what is shown --------------------------------------------------------------------

    def show(self, view: Viewport) -> None:
        """Put the tiles in sight on the canvas, at once in blocks where there is nothing else yet; those
        still to be painted are queued."""
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
            elif not self._underlay.covers(key, view):
                self._put(key, self._first.rough(key))
        self._first.expect(k for k in self._queue if k not in self._items or self._first.is_rough(k))
        if not self._queue:
            self._underlay.drop()
        self._work_soon()

    def stretch(self, wanted: Viewport, then: Viewport) -> None:
        """Until the tiles of another zoom level are painted, show beneath them what is seen now. `then` is
        what would be wanted if the same were done once more."""
        self._next = then if then.scale != wanted.scale else None
        if all(k in self._items for k in tiles_in(wanted, self._renderer.reach)):
            self._underlay.drop()
            return
        self._underlay.stretch(self._view, self._pictures, wanted)

    def _pictures(self) -> dict[TileKey, Image.Image]:
        """What is seen of the tiles in sight."""
        first, renderer = self._first, self._renderer
        return {key: first.picture(key) or renderer.remembered(key) or renderer.rough(key.viewport)
                for key in self._visible if key in self._items}

    def changed(self, boxes: Sequence[Box]) -> None:
        """After an edit of what these boxes show: show at once roughly what it changed, or else paint for a
        moment."""
        in_use.tell()
        whole = (min(b[0] for b in boxes), min(b[1] for b in boxes),
                 max(b[2] for b in boxes), max(b[3] for b in boxes))
        self._underlay.forget()
        self._first.outdated(lambda key: boxes_meet(key.viewport.box, whole))
        hurried = [self._hurry(key) for key in self._queue]
        if any(hurried):
            self._edited_at = time.perf_counter()
        else:
            self.work()

    def _hurry(self, key: TileKey) -> bool:
        """Show at once roughly what an edit changed of a tile; whether there is anything."""
        image = self._renderer.hurry(key) if key in self._items else None
        if image is None:
            return False
        self._put(key, image)
        return True

    def _put(self, key: TileKey, image: Image.Image) -> None:
        self._items.put(key, image)
        self._underlay.keep_below()
        self._underlay.forget()

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
    def _prepared(self) -> bool:
        """Whether the view can be zoomed as fast as may be."""
        return not self._visible or (
            self._underlay.prepared(self._view) if self._next is None else self._foreseen)

    @property
    def _foreseen(self) -> bool:
        """Whether nothing is to be made ready for the next step of a zoom."""
        return self._next is None or self._underlay.foreseen(self._next)

    def _work_on(self, wait_ms: int) -> None:
        if not self._timer and (self._queue or self._soon or not self._prepared):
            self._timer = self._canvas.after(wait_ms, self._work_later)

    def _work_soon(self) -> None:
        """Do not wait as long as was thought while there was nothing to do."""
        if self._timer:
            self._canvas.after_cancel(self._timer)
            self._timer = ""
        self._work_on(1)

    def _work_later(self) -> None:
        self._timer = ""
        self.work()

    def work(self) -> None:
        """Paint queued tiles for a moment; what is left is done when the window is idle again."""
        start = time.perf_counter()
        moving = start - self._moved_at < _STILL_S or start - self._edited_at < _EDITED_S
        end = start + (_MOVING_SLICE_S if moving else _SLICE_S)
        if moving and self._zoomed and not self._foreseen:
            self._foresee()
            self._work_on(1)
            return
        # First all that is in blocks; while the view moves, only what the old picture does not cover.
        idle = (self._sketch(moving, end) and self._paint_queued(moving, end)
                and self._sketch_ahead(moving, end))
        if not self._queue:
            self._underlay.drop()
            if idle and not moving:
                if not self._prepared:
                    self._foresee()
                if self._prepared:
                    self._underlay.rest()
        self._work_on(20 if moving and idle else 1)

    def _foresee(self) -> None:
        """Do a part of what the next step of a zoom needs."""
        if self._next is None:
            self._underlay.prepare(self._view, self._pictures())
        else:
            self._underlay.foresee(self._view, self._pictures, self._next)

    def _sketch(self, moving: bool, end: float) -> bool:
        """Sketch tiles in sight until the clock says `end`; whether there is no more to do."""
        enough = self._underlay.covers if moving else self._underlay.shows_well
        while True:
            sketch = self._first.sketch(lambda k: not enough(k, self._view))
            if sketch is None:
                return True
            self._put(*sketch)
            if time.perf_counter() > end:
                return False

    def _paint_queued(self, moving: bool, end: float) -> bool:
        """Paint tiles in sight, unless the view moves, until the clock says `end`; whether there is no more
        to do now."""
        while self._queue and not moving:
            key = self._queue[0]
            if not self._renderer.advance(key, end):
                return False
            self._first.painted(key)
            self._put(key, self._renderer.tile(key))
            del self._queue[0]
            if time.perf_counter() > end:
                return False
        return True

    def _sketch_ahead(self, moving: bool, end: float) -> bool:
        """Sketch tiles that may come into sight, unless the view is being zoomed, until the clock says `end`;
        whether there is no more to do now."""
        while self._soon and not (moving and self._zoomed):
            if time.perf_counter() > end:
                return False
            key = self._soon.pop()
            if key not in self._items:
                self._put(key, self._renderer.cached(key) or self._first.ahead(key))
        return True
