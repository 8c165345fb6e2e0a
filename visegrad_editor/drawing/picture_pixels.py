"""Pictures of primitives as images of any size, and as polygons for the compiled painter."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from PIL import Image

from ..model.counter_picture import CounterPicture
from .colours import hex_colour
from .primitives import Picture, Polygon

_MOST_CELLS = 160
"""The most squares along a side into which a picture is cut; larger ones get larger squares."""


class Shown(NamedTuple):
    """What is shown of a picture: its part in the middle that has a shape (width by height), on a ground."""

    art: CounterPicture
    ground: str
    shape: float


def shown(picture: Picture) -> Shown:
    """What a primitive shows of its picture."""
    left, top, right, bottom = picture.box
    return Shown(picture.art, picture.ground, round((right - left) / (bottom - top), 3))


@lru_cache(maxsize=64)
def image_of(what: Shown) -> Image.Image:
    """A picture in its own size."""
    art = what.art
    own = Image.frombytes("RGBA", (art.width, art.height), art.pixels)
    width = max(1, min(art.width, round(art.height * what.shape)))
    height = max(1, min(art.height, round(art.width / what.shape)))
    left, top = (art.width - width) // 2, (art.height - height) // 2
    own = own.crop((left, top, left + width, top + height))
    return Image.alpha_composite(Image.new("RGBA", own.size, what.ground), own).convert("RGB")


@lru_cache(maxsize=512)
def sized_image(what: Shown, width: int, height: int) -> Image.Image:
    """A picture in this many pixels."""
    own = image_of(what)
    smaller = width <= own.width and height <= own.height
    return own.resize((width, height), Image.Resampling.BOX if smaller else Image.Resampling.BICUBIC)


def picture_polygons(picture: Picture, scale: float) -> list[Polygon]:
    """The picture as rectangles of one colour each, as fine as pixels are at this scale.

    Each reaches below those that follow to its right and below it, so that no seams show.
    """
    left, top, right, bottom = picture.box
    across, down = (min(_MOST_CELLS, max(1, math.ceil(length * scale)))
                    for length in (right - left, bottom - top))
    dx, dy = (right - left) / across, (bottom - top) / down
    found = []
    for x0, y0, x1, y1, colour in _cells(shown(picture), across, down):
        a, b = left + x0 * dx, top + y0 * dy
        c, d = min(left + (x1 + 1) * dx, right), min(top + (y1 + 1) * dy, bottom)
        found.append(Polygon(((a, b), (c, b), (c, d), (a, d)), fill=colour))
    return found


@lru_cache(maxsize=256)
def _cells(what: Shown, across: int, down: int) -> list[tuple[int, int, int, int, str]]:
    """Rectangles (left, top, right, bottom, colour) of squares, from top to bottom: neighbours of one colour
    in a row are one, and so are rows that are alike."""
    table = np.asarray(sized_image(what, across, down))
    found = []
    y = 0
    while y < down:
        end = y + 1
        while end < down and (table[end] == table[y]).all():
            end += 1
        row = table[y]
        starts = [0, *(np.flatnonzero((row[1:] != row[:-1]).any(axis=1)) + 1).tolist()]
        for x, after in zip(starts, [*starts[1:], across], strict=True):
            red, green, blue = row[x].tolist()
            found.append((x, y, after, end, hex_colour(red, green, blue)))
        y = end
    return found
