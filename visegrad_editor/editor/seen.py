"""What a window showed, as a picture, and as what another viewport shows of it meanwhile. No Tk here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from PIL import Image

from ..drawing.viewport import Box, Viewport
from .tile_places import TILE_PX, TileKey

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
    wide, high = round((box[2] - box[0]) * factor), round((box[3] - box[1]) * factor)
    if wide <= 0 or high <= 0:
        return seen._replace(picture=rough(new, _ROUGHLY), view=new)
    picture = seen.picture.resize((wide, high), Image.Resampling.NEAREST, box)
    whole = _framed(picture, new, round(max(0.0, x)), round(max(0.0, y)), rough)
    left, top, right, bottom = old.box
    x0, y0, x1, y1 = seen.drawn
    return Seen(whole, new, (max(left, x0), max(top, y0), min(right, x1), min(bottom, y1)), seen.drawn_at)


def _framed(picture: Image.Image, view: Viewport, x: int, y: int, rough: Rough) -> Image.Image:
    """What a view shows: a picture where it lies in it, and roughly what is beside it."""
    wide, high = view.width_px, view.height_px
    if (x, y, picture.width, picture.height) == (0, 0, wide, high):
        return picture
    whole = Image.new("RGB", (wide, high))
    left, right = min(max(x, 0), wide), min(max(x + picture.width, 0), wide)
    top, bottom = min(max(y, 0), high), min(max(y + picture.height, 0), high)
    for x0, y0, x1, y1 in ((0, 0, wide, top), (0, bottom, wide, high),
                           (0, top, left, bottom), (right, top, wide, bottom)):
        if x1 > x0 and y1 > y0:
            whole.paste(rough(view.region(x0, y0, x1 - x0, y1 - y0), _ROUGHLY), (x0, y0))
    whole.paste(picture, (x, y))
    return whole
