"""The backdrop shown below the tiles of the map while they are painted: the old picture at its new size."""

from __future__ import annotations

import math
import time
import tkinter as tk
from collections.abc import Callable, Mapping
from typing import NamedTuple

from PIL import Image, ImageTk

from ...drawing.curves import Box
from ...drawing.viewport import Viewport
from .tile_cache import TILE_PX, Spot, TileKey, box_about
from .tile_renderer import TileRenderer

Tiles = Callable[[], Mapping[TileKey, Image.Image]]
"""Returns the pictures of the visible tiles."""


class StaleBackdrop:
    """A stale picture of the size of the window, below all tiles. The picture for the next notch of the wheel
    is prepared when there is time, as making it and passing it to Tk takes longer than a frame."""

    def __init__(self, canvas: tk.Canvas, renderer: TileRenderer) -> None:
        self._renderer = renderer
        self._images = BackdropImages(canvas)
        self._assembled: ViewSnapshot | None = None
        """A snapshot of the window, assembled before it is needed."""
        self._next: ViewSnapshot | None = None
        """The snapshot that may be shown next, not yet passed to Tk."""

    @property
    def shown(self) -> ViewSnapshot | None:
        """The snapshot that is visible where no tile is, or None."""
        return self._images.shown

    def drop(self) -> None:
        """Hide the backdrop."""
        self._images.hide()

    def take_snapshot(self, view: Viewport, tiles: Mapping[TileKey, Image.Image]) -> None:
        """Assemble a snapshot of the window, which shows these tiles."""
        self._assembled = self._assemble(view, tiles)

    def has_snapshot(self, view: Viewport) -> bool:
        """Whether a snapshot of this view has been assembled."""
        return self._assembled is not None and self._assembled.view.place == view.place

    def prepare_next(self, old: Viewport, tiles: Tiles, new: Viewport, end: float = math.inf) -> None:
        """Do some of the work of `show_stretched`: assemble what the window shows, or stretch it, or pass at
        least a part of the picture to Tk, and more until the time `end`."""
        if self._next is None or self._next.view.place != new.place:
            if self.has_snapshot(old):
                self._next = self._stretched(old, tiles, new)
            else:
                self._assembled = self._assemble(old, tiles())
        elif self._images.put(self._next, end):
            self._next = None

    def is_ready(self, new: Viewport) -> bool:
        """Whether a picture of this view can be shown at once."""
        return self._images.has(new)

    def forget(self) -> None:
        """Discard the snapshots, as the window now shows something else or a sharper picture."""
        self._assembled = self._next = None
        self._images.outdated()

    @property
    def has_room(self) -> bool:
        """Whether a picture is made in which the next one can be put."""
        return self._images.any_complete

    def make_room(self, view: Viewport) -> None:
        """Make a part of a picture of the size of a view, in which the next one can be put: a frame that
        waits for it would wait longer."""
        self._images.add_strip((view.width_px, view.height_px))

    def rest(self) -> None:
        """Release pictures that are not needed while the view stays where it is."""
        self._images.release(most=1)

    def keep_below(self) -> None:
        """Move back below an item that was put below all others."""
        self._images.lower()

    def covers(self, key: TileKey, view: Viewport) -> bool:
        """Whether the backdrop covers the visible part of a tile."""
        shown = self._images.shown
        if shown is None or shown.view.scale != key.scale:
            return False
        (left, top), (ox, oy) = view.origin_px, shown.view.origin_px
        x0, x1 = max(key.column * TILE_PX, left), min((key.column + 1) * TILE_PX, left + view.width_px)
        y0, y1 = max(key.row * TILE_PX, top), min((key.row + 1) * TILE_PX, top + view.height_px)
        return (ox <= x0 and x1 <= ox + shown.view.width_px
                and oy <= y0 and y1 <= oy + shown.view.height_px)

    def shows_well(self, key: TileKey, view: Viewport) -> bool:
        """Whether the backdrop covers the visible part of a tile and is better than a sketch of it."""
        shown = self._images.shown
        return shown is not None and self.covers(key, view) and shown.is_drawn(key.viewport.box)

    def show_stretched(self, old: Viewport, tiles: Tiles, new: Viewport) -> None:
        """Show in a new viewport, stretched, what the old one showed: tiles and perhaps the backdrop."""
        if not self._images.has(new):
            if self._next is None or self._next.view.place != new.place:
                self._next = self._stretched(old, tiles, new)
            self._images.put(self._next)
        self._images.show(new)
        self._assembled = self._next = None

    def show_rough(self, view: Viewport) -> None:
        """Show a viewport in blocks."""
        picture = self._renderer.rough(view, _NEARLY)
        self._images.put(ViewSnapshot(picture, view, _NOWHERE, view.scale))
        self._images.show(view)
        self._assembled = self._next = None

    def _stretched(self, old: Viewport, tiles: Tiles, new: Viewport) -> ViewSnapshot:
        if self._assembled is None or not self.has_snapshot(old):
            self._assembled = self._assemble(old, tiles())
        return stretched_snapshot(self._assembled, new, self._renderer.rough)

    def _assemble(self, view: Viewport, tiles: Mapping[TileKey, Image.Image]) -> ViewSnapshot:
        shown = self._images.shown
        if shown is not None and shown.view.place == view.place and not tiles:
            return shown
        return assembled_snapshot(view, tiles, shown, self._renderer.rough)


# Pictures as large as the window on a Tk canvas, of which one is visible and others wait.

TAG = "backdrop"
_AWAY = -1_000_000
"""The position of waiting pictures. For a hidden item Tk would redraw, at each change, what it covers."""
_LEAST, _MOST_PIXELS = 3, 12_000_000
"""How many pictures are kept while the view is zoomed: at least the visible one, the one before it and the
one that may be next; more if they have no more pixels than this: who zooms out often zooms in again."""
_STRIP_PIXELS = 1 << 18
"""The pixels of a strip of a picture: Tk takes two milliseconds for them, and twice as long for new ones."""


class BackdropImage:
    """A picture on the canvas, in strips from top to bottom: the snapshot that it shows, once it was passed
    to Tk."""

    def __init__(self, canvas: tk.Canvas, size: tuple[int, int]) -> None:
        self._canvas, self.size = canvas, size
        self._strips: list[tuple[ImageTk.PhotoImage, int]] = []
        self._height = max(1, _STRIP_PIXELS // size[0])
        self.snapshot: ViewSnapshot | None = None
        self.valid = False
        """Whether the snapshot is still up to date."""
        self._passed = 0
        """How many strips show it."""

    @property
    def complete(self) -> bool:
        """Whether all strips were made."""
        return len(self._strips) * self._height >= self.size[1]

    @property
    def ready(self) -> bool:
        """Whether the snapshot can be shown."""
        return self.valid and self._passed * self._height >= self.size[1]

    def begin(self, snapshot: ViewSnapshot) -> None:
        """Show another snapshot, of which nothing is passed yet."""
        self.snapshot, self.valid, self._passed = snapshot, True, 0

    def put_strip(self) -> None:
        """Pass the next strip of the snapshot to Tk."""
        assert self.snapshot is not None
        top, bottom = self._span(self._passed)
        strip = self.snapshot.picture.crop((0, top, self.size[0], bottom))
        if self._passed < len(self._strips):
            self._strips[self._passed][0].paste(strip)
        else:
            self._add(ImageTk.PhotoImage(strip, master=self._canvas))
        self._passed += 1

    def add_strip(self) -> None:
        """Make another strip, which shows nothing."""
        top, bottom = self._span(len(self._strips))
        self._add(ImageTk.PhotoImage("RGB", (self.size[0], bottom - top), master=self._canvas))

    def _span(self, n: int) -> tuple[int, int]:
        """The top and the bottom of the n-th strip."""
        return n * self._height, min((n + 1) * self._height, self.size[1])

    def _add(self, photo: ImageTk.PhotoImage) -> None:
        item = self._canvas.create_image(_AWAY, _AWAY, anchor="nw", image=photo, tags=(TAG,))
        self._canvas.tag_lower(item)
        self._strips.append((photo, item))

    def move(self, x: int, y: int) -> None:
        """Put it at a place on the canvas."""
        for n, (_, item) in enumerate(self._strips):
            self._canvas.coords(item, x, y + n * self._height)

    def hide(self) -> None:
        """Put it where it is not seen."""
        for _, item in self._strips:
            self._canvas.coords(item, _AWAY, _AWAY)

    def lower(self) -> None:
        """Move it below all other items."""
        for _, item in self._strips:
            self._canvas.tag_lower(item)

    def delete(self) -> None:
        """Take it from the canvas."""
        for _, item in self._strips:
            self._canvas.delete(item)


class BackdropImages:
    """Pictures below everything else on the canvas. Passing a picture of this size to Tk takes several
    milliseconds, showing a waiting one takes no time, so pictures are passed before they are needed, strip by
    strip, between frames."""

    def __init__(self, canvas: tk.Canvas) -> None:
        self._canvas = canvas
        self._images: list[BackdropImage] = []
        """The least recently used one first."""
        self._up: BackdropImage | None = None

    @property
    def shown(self) -> ViewSnapshot | None:
        """The visible snapshot, or None."""
        return None if self._up is None else self._up.snapshot

    @property
    def any_complete(self) -> bool:
        """Whether all strips of some picture are made."""
        return any(image.complete for image in self._images)

    def has(self, view: Viewport) -> bool:
        """Whether a valid picture of this view is waiting or visible."""
        return self._of(view) is not None

    def _of(self, view: Viewport) -> BackdropImage | None:
        return next((s for s in self._images if s.ready and s.snapshot is not None
                     and s.snapshot.view.place == view.place), None)

    def put(self, snapshot: ViewSnapshot, end: float = math.inf) -> bool:
        """Pass at least a strip of a picture to Tk, and more until the time `end`, in place of a waiting one:
        one of the same view, or an outdated one, or the least recently used one. Returns whether all of it is
        passed."""
        image = next((s for s in self._images if s.snapshot is snapshot and s.valid), None)
        if image is None:
            image = self._room_for(snapshot)
            image.begin(snapshot)
        while not image.ready:
            image.put_strip()
            if time.perf_counter() > end:
                break
        if image in self._images:
            self._images.remove(image)
        self._images.append(image)
        return image.ready

    def _room_for(self, snapshot: ViewSnapshot) -> BackdropImage:
        """A picture in which a snapshot is put."""
        size, place = snapshot.picture.size, snapshot.view.place
        most = max(_LEAST, _MOST_PIXELS // (size[0] * size[1]))
        self._release_others(size)
        waiting = [s for s in self._images if s is not self._up]
        return (next((s for s in waiting if s.snapshot is not None and s.snapshot.view.place == place), None)
                or next((s for s in waiting if not s.valid), None)
                or (waiting[0] if len(self._images) >= most else None)
                or BackdropImage(self._canvas, size))

    def add_strip(self, size: tuple[int, int]) -> None:
        """Make a strip of a picture in which nothing is put yet."""
        self._release_others(size)
        image = next((s for s in self._images if not s.complete), None)
        if image is None:
            image = BackdropImage(self._canvas, size)
            self._images.insert(0, image)
        image.add_strip()

    def _release_others(self, size: tuple[int, int]) -> None:
        """Delete the pictures of another size that are not visible."""
        for old in [s for s in self._images if s.size != size and s is not self._up]:
            self._release(old)

    def show(self, view: Viewport) -> None:
        """Show a waiting picture, and hide the others."""
        image = self._of(view)
        assert image is not None
        if image is not self._up:
            self.hide()
            image.move(*view.origin_px)
            self._up = image
        self._images.remove(image)
        self._images.append(image)

    def hide(self) -> None:
        """Hide all pictures."""
        if self._up is not None:
            self._up.hide()
            self._up = None

    def lower(self) -> None:
        """Move back below an item that was put below all others."""
        if self._up is not None:
            self._up.lower()

    def outdated(self) -> None:
        """Mark all pictures as outdated."""
        for image in self._images:
            image.valid = False

    def release(self, most: int = 0) -> None:
        """Delete the waiting pictures, all but the last `most`."""
        for image in [s for s in self._images if s is not self._up][: -most or None]:
            self._release(image)

    def _release(self, image: BackdropImage) -> None:
        image.delete()
        self._images.remove(image)


# Snapshots of the window: assembled from tiles, and stretched to another viewport. No Tk here.

_MOST_STRETCHED = 3.0
"""A picture enlarged more than this is worse than a sketch."""
_ROUGHLY, _NEARLY = 4, 2
"""The edge of blocks in pixels: beside the old picture, where finer ones cost a millisecond more per frame;
and where there is nothing else."""
_NOWHERE = 0.0, 0.0, 0.0, 0.0

Rough = Callable[[Viewport, int], Image.Image]
"""Draws a viewport roughly, in blocks with this edge in pixels."""


class ViewSnapshot(NamedTuple):
    """A picture of the size of its viewport."""

    picture: Image.Image
    view: Viewport
    drawn: Box
    """The part of the map shown as it was drawn; outside it the picture is rough."""
    drawn_at: float
    """The zoom level at which it was drawn."""

    def is_drawn(self, box: Box) -> bool:
        """Whether it shows a box of the map better than a sketch."""
        left, top, right, bottom = self.view.box
        x0, y0, x1, y1 = self.drawn
        pixel = 1 / self.view.scale
        return self.view.scale <= _MOST_STRETCHED * self.drawn_at and (
            x0 <= max(box[0], left) + pixel and min(box[2], right) <= x1 + pixel
            and y0 <= max(box[1], top) + pixel and min(box[3], bottom) <= y1 + pixel)


def assembled_snapshot(view: Viewport, tiles: Mapping[TileKey, Image.Image], below: ViewSnapshot | None,
                       rough: Rough) -> ViewSnapshot:
    """A snapshot of a window with these tiles, and the picture below them if it has the same zoom level."""
    left, top = view.origin_px
    if below is not None and below.view.scale == view.scale:
        was_x, was_y = below.view.origin_px
        whole = _framed(below.picture, view, was_x - left, was_y - top, rough)
        if whole is below.picture:
            whole = whole.copy()
        drawn, drawn_at = below.drawn, below.drawn_at
    else:
        whole = _rough_about(view, _filled(view, tiles), rough)
        drawn, drawn_at = box_about(k.viewport.box for k in tiles) if tiles else _NOWHERE, view.scale
    for key, tile in tiles.items():
        whole.paste(tile, (key.column * TILE_PX - left, key.row * TILE_PX - top))
    return ViewSnapshot(whole, view, drawn, drawn_at)


def _filled(view: Viewport, tiles: Mapping[TileKey, Image.Image]) -> Spot:
    """The pixels of a view that tiles fill: none of them if there are gaps between the tiles."""
    columns, rows = {key.column for key in tiles}, {key.row for key in tiles}
    if len(tiles) == 0 or len(tiles) != (max(columns) - min(columns) + 1) * (max(rows) - min(rows) + 1):
        return 0, 0, 0, 0
    left, top = view.origin_px
    return (min(columns) * TILE_PX - left, min(rows) * TILE_PX - top,
            (max(columns) - min(columns) + 1) * TILE_PX, (max(rows) - min(rows) + 1) * TILE_PX)


def stretched_snapshot(snapshot: ViewSnapshot, new: Viewport, rough: Rough) -> ViewSnapshot:
    """A snapshot at another zoom level, with the rest drawn roughly. It is not smoothed: that would take
    twice as long as Tk needs to show this short-lived picture."""
    old, factor = snapshot.view, new.scale / snapshot.view.scale
    ox, oy = old.origin_px
    x, y = ox * factor - new.origin_px[0], oy * factor - new.origin_px[1]
    box = (max(0.0, -x / factor), max(0.0, -y / factor),
           min(float(old.width_px), (new.width_px - x) / factor),
           min(float(old.height_px), (new.height_px - y) / factor))
    width, height = round((box[2] - box[0]) * factor), round((box[3] - box[1]) * factor)
    if width <= 0 or height <= 0:
        return snapshot._replace(picture=rough(new, _ROUGHLY), view=new)
    picture = snapshot.picture.resize((width, height), Image.Resampling.NEAREST, box)
    whole = _framed(picture, new, round(max(0.0, x)), round(max(0.0, y)), rough)
    left, top, right, bottom = old.box
    x0, y0, x1, y1 = snapshot.drawn
    drawn = max(left, x0), max(top, y0), min(right, x1), min(bottom, y1)
    return ViewSnapshot(whole, new, drawn, snapshot.drawn_at)


def _framed(picture: Image.Image, view: Viewport, x: int, y: int, rough: Rough) -> Image.Image:
    """A picture at its position in a view, with the rest drawn roughly."""
    width, height = view.width_px, view.height_px
    if (x, y, picture.width, picture.height) == (0, 0, width, height):
        return picture
    whole = _rough_about(view, (x, y, picture.width, picture.height), rough)
    whole.paste(picture, (x, y))
    return whole


def _rough_about(view: Viewport, spot: Spot, rough: Rough) -> Image.Image:
    """A picture of the size of a view, drawn roughly but for a spot of it."""
    width, height = view.width_px, view.height_px
    x0, x1 = (min(max(x, 0), width) for x in (spot[0], spot[0] + spot[2]))
    y0, y1 = (min(max(y, 0), height) for y in (spot[1], spot[1] + spot[3]))
    if x0 == x1 or y0 == y1:
        return rough(view, _ROUGHLY)
    whole = Image.new("RGB", (width, height))
    for left, top, right, bottom in (
            (0, 0, width, y0), (0, y1, width, height), (0, y0, x0, y1), (x1, y0, width, y1)):
        if right > left and bottom > top:
            part = rough(view.region(left, top, right - left, bottom - top), _ROUGHLY)
            whole.paste(part, (left, top))
    return whole
