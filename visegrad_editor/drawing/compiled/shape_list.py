"""Gathers shapes into tables for the compiled painter."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain

import numpy as np

from ...hexgrid import Point
from ..colours import rgb
from ..letters.text_masks import least_size, shown_colour
from ..picture_pixels import picture_polygons
from ..primitives import Ellipse, Item, Line, Picture, Polygon, Primitive, Text
from . import _raster
from .glyph_list import GlyphList

FILL, LINE, OUTLINE, ELLIPSE, RING, LETTERS = range(6)
"""The kinds of shapes, as in `_raster_paint.h`."""

HAIRLINE_PX = 0.3
"""An outline in the colour of its own fill (which hides seams on paper) is omitted below this width."""
Floats = np.ndarray
_FINEST = 65536.0
"""Points are whole parts of a map unit, as in `_raster_gather.c`."""
_SOLID = bytes(8)
"""The dash of a solid line."""


class ShapeList:
    """Groups of shapes, each of which can be painted at any number of positions.

    Primitives are gathered for one scale, as letters are drawn in pixels. `glyphs` are cached letters.
    """

    def __init__(self, scale: float, glyphs: GlyphList | None = None) -> None:
        self._scale = scale
        self._points = array("f")
        self._first, self._count, self._kind = array("i"), array("i"), array("B")
        self._colour, self._width, self._dash = array("B"), array("f"), array("f")
        self._tables: tuple[array[float] | array[int], ...] = (
            self._points, self._first, self._count, self._kind, self._colour, self._width, self._dash)
        self._group = array("i", [0])
        self.glyphs = GlyphList() if glyphs is None else glyphs
        self._made: tuple[int, _raster.Shapes] | None = None

    def __len__(self) -> int:
        return len(self._group) - 1

    def add(self, items: Iterable[Item], about: Point = (0.0, 0.0)) -> int:
        """Add a group with the items visible at the scale, whose points then count from `about`; returns its
        number."""
        shown = [i.primitives for i in items if i.least_scale <= self._scale < i.most_scale]
        primitives = shown[0] if len(shown) == 1 else tuple(chain.from_iterable(shown))
        done = 0
        while done < len(primitives):
            text = primitives[done]
            if isinstance(text, Text):
                self._text(text, about)
                done += 1
            elif isinstance(text, Picture):
                self._gather(tuple(picture_polygons(text, self._scale)), 0, about)
                done += 1
            else:
                done = self._gather(primitives, done, about)
        self._group.append(len(self._kind))
        return len(self._group) - 2

    def add_lines(
        self, points: Floats, shapes: Sequence[tuple[int, Floats, Floats, Floats | None]],
        sizes: np.ndarray | None = None,
    ) -> range:
        """Add a group for each of n lines of points (n, k, 2), painted with one shape after the other;
        returns the numbers of the groups. A shape is its kind, the colours (n, 4), widths (n) and dashes (n,
        2). With `sizes` each group has this many lines."""
        n, k, _ = points.shape
        start, many = len(self._points) // 2, len(shapes)
        self._points.frombytes(np.ascontiguousarray(points, np.float32).tobytes())
        first = np.repeat(start + k * np.arange(n, dtype=np.int32), many)
        self._first.frombytes(first.astype(np.int32).tobytes())
        self._count.frombytes(np.full(n * many, k, np.int32).tobytes())
        self._kind.frombytes(np.tile(np.array([s[0] for s in shapes], np.uint8), n).tobytes())
        self._colour.frombytes(np.stack([s[1] for s in shapes], 1).astype(np.uint8).tobytes())
        self._width.frombytes(np.stack([s[2] for s in shapes], 1).astype(np.float32).tobytes())
        none = np.zeros((n, 2))
        dashes = np.stack([none if s[3] is None else s[3] for s in shapes], 1)
        self._dash.frombytes(dashes.astype(np.float32).tobytes())
        here = len(self._group) - 1
        last = self._group[-1]
        ends = np.arange(1, n + 1) if sizes is None else np.cumsum(sizes)
        self._group.frombytes((last + many * ends).astype(np.int32).tobytes())
        return range(here, here + len(ends))

    def tables(self) -> _raster.Shapes:
        """All groups, for the compiled painter; the same object until more are added."""
        if self._made is None or self._made[0] != len(self):
            self._made = len(self), _raster.Shapes(
                self._points, self._first, self._count, self._kind, self._colour, self._width, self._dash,
                self._group, self.glyphs.masks, self.glyphs.places)
        return self._made[1]

    # -- primitives ------------------------------------------------------------------------

    def _gather(self, primitives: tuple[Primitive, ...], begin: int, about: Point) -> int:
        """Add primitives up to the next text or picture, whose index is returned."""
        *tables, end = _raster.gathered(
            primitives, begin, len(self._points) // 2, (Polygon, Line, Ellipse), self._scale,
            HAIRLINE_PX / self._scale, about)
        if end == begin:
            raise TypeError(f"a {type(primitives[begin]).__name__} is not a primitive")
        for table, more in zip(self._tables, tables, strict=True):
            table.frombytes(more)
        return end

    def _text(self, text: Text, about: Point) -> None:
        size = text.size * self._scale
        if size < least_size(text) or not text.text:
            return
        word = self.glyphs.word(text, size)
        x, y = (round((v - w) * _FINEST) / _FINEST for v, w in zip(text.at, about, strict=True))
        place = array("f", (x, y, word.dx, word.dy))
        if text.halo:
            self._letters(place, word.letters, text.halo, 1.0)
        self._letters(place, word.letters, shown_colour(text, size), 0.0)

    def _letters(self, place: array[float], letters: array[float], colour: str, rim: float) -> None:
        self._first.append(len(self._points) // 2)
        self._count.append((len(place) + len(letters)) // 2)
        self._kind.append(LETTERS)
        self._points += place
        self._points += letters
        self._colour.frombytes(_bytes(colour, 1.0))
        self._width.append(rim)
        self._dash.frombytes(_SOLID)


def side_by_side(polygons: Sequence[Polygon]) -> _raster.Regions:
    """The fills of polygons that are side by side, painted together so that no seams show."""
    table, first, count, _, colour, *_ = _raster.gathered(
        tuple(polygons), 0, 0, (Polygon, Line, Ellipse), 1.0, math.inf)
    points = np.frombuffer(table, np.float32).reshape(-1, 2)
    begin, many = np.frombuffer(first, np.int32), np.frombuffer(count, np.int32)
    n = len(begin)
    # Each polygon is closed.
    shut = np.insert(np.arange(len(points), dtype=np.int32), begin + many, begin)
    begin = (begin + np.arange(n)).astype(np.int32)
    x, y = points[shut].T
    turns = np.append(x[:-1] * y[1:] - x[1:] * y[:-1], np.float32(0))
    turns[begin + many] = 0  # between one polygon and the next
    around = np.sign(np.add.reduceat(turns, begin))
    delta = np.empty((n, 4), np.float32)
    delta[:] = np.frombuffer(colour, np.uint8).reshape(-1, 4)
    delta[:, 3] = 1
    delta *= -around[:, None]
    return _raster.Regions(points[shut], begin, many + 1, delta)


@lru_cache(maxsize=4096)
def _bytes(colour: str, opacity: float) -> bytes:
    """Red, green, blue and opacity."""
    return bytes((*rgb(colour), round(255 * opacity)))
