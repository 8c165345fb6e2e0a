"""What lies beneath the tiles of the map while they are painted: the old picture at its new size."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image, ImageTk

from ...drawing.viewport import Box, Viewport
from .tile_renderer import TILE_PX, TileKey, TileRenderer

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


# Pictures as large as the window on a Tk canvas, of which one is seen and others wait.

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


# What a window showed, as a picture, and as what another viewport shows of it meanwhile. No Tk here.

_MOST_STRETCHED = 3.0
"""A picture enlarged more than so is worse than a sketch."""
_ROUGHLY = 4
"""Pixels each way that are one beside the old picture: a finer one would take a millisecond more a frame."""

Rough = Callable[[Viewport, int], Image.Image]
"""What a viewport shows in blocks, so many pixels each way one."""


class Seen(NamedTuple):
    """A picture of the size of its viewport."""

    picture: Image.Image
    view: Viewport
    drawn: Box
    """The part of the map that it shows as it was once drawn; roughly what lies beside it."""
    drawn_at: float
    """The zoom level at which that was."""

    def is_drawn(self, box: Box) -> bool:
        """Whether what it shows of a box of the map is better than a sketch."""
        left, top, right, bottom = self.view.box
        x0, y0, x1, y1 = self.drawn
        pixel = 1 / self.view.scale
        return self.view.scale <= _MOST_STRETCHED * self.drawn_at and (
            x0 <= max(box[0], left) + pixel and min(box[2], right) <= x1 + pixel
            and y0 <= max(box[1], top) + pixel and min(box[3], bottom) <= y1 + pixel)


def assembled(view: Viewport, tiles: Mapping[TileKey, Image.Image], below: Seen | None, rough: Rough) -> Seen:
    """What a window shows: these tiles, and a picture below them where that is of the same zoom level."""
    if below is not None and below.view.scale == view.scale:
        (ox, oy), (was_x, was_y) = view.origin_px, below.view.origin_px
        whole = _framed(below.picture, view, was_x - ox, was_y - oy, rough)
        if whole is below.picture:
            whole = whole.copy()
        drawn, drawn_at = below.drawn, below.drawn_at
    else:
        whole = rough(view, _ROUGHLY)
        drawn, drawn_at = _box_about(tiles), view.scale
    left, top = view.origin_px
    for key, tile in tiles.items():
        whole.paste(tile, (key.column * TILE_PX - left, key.row * TILE_PX - top))
    return Seen(whole, view, drawn, drawn_at)


def _box_about(tiles: Iterable[TileKey]) -> Box:
    boxes = [key.viewport.box for key in tiles]
    if not boxes:
        return 0.0, 0.0, 0.0, 0.0
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def stretched(seen: Seen, new: Viewport, rough: Rough) -> Seen:
    """What another zoom level shows of what was seen, and roughly what lies beside it. Never smoothed: that
    would take twice as long as Tk needs to show it, for a moment's picture."""
    old, factor = seen.view, new.scale / seen.view.scale
    ox, oy = old.origin_px
    x, y = ox * factor - new.origin_px[0], oy * factor - new.origin_px[1]
    box = (max(0.0, -x / factor), max(0.0, -y / factor),
           min(float(old.width_px), (new.width_px - x) / factor),
           min(float(old.height_px), (new.height_px - y) / factor))
    width, height = round((box[2] - box[0]) * factor), round((box[3] - box[1]) * factor)
    if width <= 0 or height <= 0:
        return seen._replace(picture=rough(new, _ROUGHLY), view=new)
    picture = seen.picture.resize((width, height), Image.Resampling.NEAREST, box)
    whole = _framed(picture, new, round(max(0.0, x)), round(max(0.0, y)), rough)
    left, top, right, bottom = old.box
    x0, y0, x1, y1 = seen.drawn
    return Seen(whole, new, (max(left, x0), max(top, y0), min(right, x1), min(bottom, y1)), seen.drawn_at)


def _framed(picture: Image.Image, view: Viewport, x: int, y: int, rough: Rough) -> Image.Image:
    """What a view shows: a picture where it lies in it, and roughly what is beside it."""
    width, height = view.width_px, view.height_px
    if (x, y, picture.width, picture.height) == (0, 0, width, height):
        return picture
    whole = Image.new("RGB", (width, height))
    left, right = min(max(x, 0), width), min(max(x + picture.width, 0), width)
    top, bottom = min(max(y, 0), height), min(max(y + picture.height, 0), height)
    for x0, y0, x1, y1 in ((0, 0, width, top), (0, bottom, width, height),
                           (0, top, left, bottom), (right, top, width, bottom)):
        if x1 > x0 and y1 > y0:
            whole.paste(rough(view.region(x0, y0, x1 - x0, y1 - y0), _ROUGHLY), (x0, y0))
    whole.paste(picture, (x, y))
    return whole
