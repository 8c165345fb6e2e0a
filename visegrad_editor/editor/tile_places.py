"""Where tiles are: what each shows of the map, and which pixels of them an edit touches."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from ..drawing.viewport import Box, Viewport

TILE_PX = 256
_BUCKET = 8.0
"""Edge of the squares items are sorted into, in map units."""
MARGIN_PX = 4
"""Round ends and smoothing may reach a little beyond the box of an item."""
_MOST_BOXES = 200
"""More changed boxes than these are gathered into larger ones."""
_STRIP_PX = 64
"""Rows of a tile that are painted at a time, so that the window can answer between."""

_DENSE_BELOW = 8.0
"""Pixels a map unit, below which strips are half as high."""

Spot = tuple[int, int, int, int]
"""A rectangle of pixels: x, y, width, height."""


class TileKey(NamedTuple):
    """A tile: its zoom level in pixels per map unit, and its column and row from the map's origin."""

    scale: float
    column: int
    row: int

    @property
    def viewport(self) -> Viewport:
        """What the tile shows."""
        edge = TILE_PX / self.scale
        return Viewport(self.scale, self.column * edge, self.row * edge, TILE_PX, TILE_PX)


def touched_tiles(tiles: Collection[TileKey], boxes: Sequence[Box]) -> Iterator[tuple[TileKey, Box]]:
    """Each of the tiles with each box of the map that it shows some of, or nearly does."""
    for scale in {key.scale for key in tiles}:
        edge, margin = TILE_PX / scale, MARGIN_PX / scale
        for box in boxes:
            columns = range(math.floor((box[0] - margin) / edge), math.floor((box[2] + margin) / edge) + 1)
            rows = range(math.floor((box[1] - margin) / edge), math.floor((box[3] + margin) / edge) + 1)
            if len(columns) * len(rows) > len(tiles):
                near = [k for k in tiles if k.scale == scale and k.column in columns and k.row in rows]
            else:
                near = [k for r in rows for c in columns if (k := TileKey(scale, c, r)) in tiles]
            yield from ((key, box) for key in near)


def within(box: Box, other: Box) -> bool:
    return box[0] >= other[0] and box[1] >= other[1] and box[2] <= other[2] and box[3] <= other[3]


def with_rim(viewport: Viewport) -> Viewport:
    """A viewport with the rim that is painted and cut off again."""
    margin = 2 * MARGIN_PX
    return viewport.region(
        -margin, -margin, viewport.width_px + 2 * margin, viewport.height_px + 2 * margin)


def gathered(boxes: list[Box]) -> list[Box]:
    """The boxes; where they are very many, one for each square they begin in."""
    if len(boxes) <= _MOST_BOXES:
        return boxes
    found: dict[tuple[int, int], Box] = {}
    for box in boxes:
        square = (math.floor(box[0] / _BUCKET), math.floor(box[1] / _BUCKET))
        known = found.get(square, box)
        found[square] = (min(known[0], box[0]), min(known[1], box[1]),
                         max(known[2], box[2]), max(known[3], box[3]))
    return list(found.values())


def cut_in_strips(spots: Iterable[Spot], scale: float) -> list[Spot]:
    """Rectangles cut into strips that take about as long as each other; at a small scale more lies in each
    row."""
    rows = _STRIP_PX if scale >= _DENSE_BELOW else _STRIP_PX // 2
    found = []
    for x, y, wide, high in spots:
        step = max(16, rows * TILE_PX // wide)
        found += [(x, top, wide, min(step, y + high - top)) for top in range(y, y + high, step)]
    return found


def merged(viewport: Viewport, boxes: Iterable[Box]) -> list[Spot]:
    """The pixels to paint anew: one rectangle around all boxes (they are mostly neighbours)."""
    spots = [p for b in boxes if (p := viewport.pixels(b, MARGIN_PX)) is not None]
    if not spots:
        return []
    left, top = min(s[0] for s in spots), min(s[1] for s in spots)
    right, bottom = max(s[0] + s[2] for s in spots), max(s[1] + s[3] for s in spots)
    return [(left, top, right - left, bottom - top)]


def tiles_in(view: Viewport, reach: Box) -> list[TileKey]:
    """The tiles that a view shows of what can be reached, the middle first."""
    x, y = view.origin_px
    left, top, right, bottom = reach
    columns = range(max(x, math.floor(left * view.scale)) // TILE_PX,
                    min(x + view.width_px, math.ceil(right * view.scale)) // TILE_PX + 1)
    rows = range(max(y, math.floor(top * view.scale)) // TILE_PX,
                 min(y + view.height_px, math.ceil(bottom * view.scale)) // TILE_PX + 1)
    middle = middle_of(view)
    return sorted((TileKey(view.scale, c, r) for r in rows for c in columns),
                  key=lambda k: math.dist((k.column, k.row), middle))


def middle_of(view: Viewport) -> tuple[float, float]:
    """The column and row, with fractions, of a tile in the middle of a view."""
    x, y = view.origin_px
    return (x + view.width_px / 2) / TILE_PX - 0.5, (y + view.height_px / 2) / TILE_PX - 0.5
