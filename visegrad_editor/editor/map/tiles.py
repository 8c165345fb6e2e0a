"""The tiles of the map on a Tk canvas: which are to be seen, and when the others are painted."""

from __future__ import annotations

import math
import time
import tkinter as tk
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence

from PIL import Image, ImageTk

from ...drawing.curves import boxes_meet
from ...drawing.viewport import Box, Viewport
from . import frame_clock
from .backdrop import Underlay
from .tile_renderer import TILE_PX, TileKey, TileRenderer, middle_of, tiles_in

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
        frame_clock.tell()
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
        frame_clock.tell()
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


# What is seen of tiles that are not painted yet: at once the ground in blocks, soon after a sketch.

class FirstSight:
    """The pictures of tiles in sight that a renderer has not painted.

    A picture in blocks takes a tenth of a millisecond, so that it can be shown as soon as a tile comes into
    sight; a sketch takes one or two, and is made when the window has nothing better to do.
    """

    def __init__(self, renderer: TileRenderer) -> None:
        self._renderer = renderer
        self._pictures: dict[TileKey, Image.Image] = {}
        self._rough: set[TileKey] = set()
        """Tiles whose picture is one in blocks, or an old one."""
        self._due: list[TileKey] = []
        """Tiles in sight that are to be sketched, the most urgent first."""

    def due(self, wanted: Callable[[TileKey], bool]) -> bool:
        """Whether wanted tiles in sight are to be sketched."""
        return any(map(wanted, self._due))

    def rough(self, key: TileKey) -> Image.Image:
        """A tile in blocks, at once."""
        self._rough.add(key)
        self._pictures[key] = picture = self._renderer.rough(key.viewport)
        return picture

    def is_rough(self, key: TileKey) -> bool:
        """Whether the last picture of a tile was one in blocks, or one from before an edit."""
        return key in self._rough

    def expect(self, keys: Iterable[TileKey]) -> None:
        """These tiles are to be sketched, and no others any more."""
        self._due = list(keys)

    def sketch(self, wanted: Callable[[TileKey], bool]) -> tuple[TileKey, Image.Image] | None:
        """The sketch of the first tile that is due and wanted; None where there is none."""
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
        """The sketch of a tile that is not in sight yet."""
        self._rough.discard(key)
        self._pictures[key] = picture = self._renderer.sketch(key)
        return picture

    def outdated(self, changed: Callable[[TileKey], bool]) -> None:
        """What some tiles show has changed: sketch them again when they are in sight."""
        self._rough.update(key for key in self._pictures if changed(key))

    def picture(self, key: TileKey) -> Image.Image | None:
        """What is shown of a tile that is not painted."""
        return self._pictures.get(key)

    def painted(self, key: TileKey) -> None:
        """A tile is painted, or its picture was thrown away."""
        self._pictures.pop(key, None)
        self._rough.discard(key)
        if key in self._due:
            self._due.remove(key)

    def forget(self) -> None:
        """Another picture of the map begins."""
        self._pictures.clear()
        self._rough.clear()
        self._due.clear()


# Pictures of tiles as items on a Tk canvas, of several zoom levels, of which one is seen.

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
