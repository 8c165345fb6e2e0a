"""The tiles of the map that are known: good ones, and stand-ins until good ones are painted. No Tk here."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from PIL import Image

from ...drawing.curves import Box
from ...drawing.viewport import Viewport

TILE_PX = 256
MARGIN_PX = 4
"""Round ends and smoothing may extend a little beyond the box of an item."""
_ROOM = 120
"""The most tiles kept, about 30 MB; a large window shows some fifty."""

Spot = tuple[int, int, int, int]
"""A rectangle of pixels: x, y, width, height."""


class TileKey(NamedTuple):
    """A tile: its zoom level in pixels per map unit, and its column and row from the map's origin."""

    scale: float
    column: int
    row: int

    @property
    def viewport(self) -> Viewport:
        """The viewport of the tile."""
        edge = TILE_PX / self.scale
        return Viewport(self.scale, self.column * edge, self.row * edge, TILE_PX, TILE_PX)


class Tile:
    """The picture of a tile: good, or a stand-in, which is a sketch or a picture older than an edit."""

    __slots__ = ("painted", "picture", "stale")

    def __init__(self, picture: Image.Image, painted: bool) -> None:
        self.picture = picture
        self.painted = painted
        """Whether it was painted, not sketched."""
        self.stale: Box | None = None
        """If it is older than edits, the box about what they changed."""

    @property
    def good(self) -> bool:
        """Whether it is no stand-in."""
        return self.painted and self.stale is None


class TileCache:
    """Tiles by key. `dropped` is called for each tile that is not known any more."""

    def __init__(self) -> None:
        self._tiles: OrderedDict[TileKey, Tile] = OrderedDict()
        self.dropped: Callable[[TileKey], None] = lambda _key: None
        self.room = _ROOM
        """The most tiles kept, the least recently used are dropped first; it must be more than the window
        shows."""

    def get(self, key: TileKey) -> Tile | None:
        """The tile, or None if it is not known."""
        return self._tiles.get(key)

    def has_good(self, key: TileKey) -> bool:
        """Whether the tile is known and good."""
        tile = self._tiles.get(key)
        return tile is not None and tile.good

    def put(self, key: TileKey, tile: Tile) -> None:
        """Keep a tile in place of the one that is known, if any."""
        self._tiles[key] = tile
        self.use((key,))
        while len(self._tiles) > self.room:
            self._drop(next(iter(self._tiles)))

    def use(self, keys: Iterable[TileKey]) -> None:
        """Mark tiles as used, so that others are dropped first."""
        for key in keys:
            if key in self._tiles:
                self._tiles.move_to_end(key)

    def touch(self, boxes: Sequence[Box]) -> None:
        """Note that these boxes of the map look different now: painted tiles become stand-ins, sketches are
        dropped."""
        for key, box in touched_tiles(self._tiles, boxes):
            tile = self._tiles.get(key)
            if tile is None:
                continue
            if not tile.painted:
                self._drop(key)
            else:
                tile.stale = box if tile.stale is None else box_about((box, tile.stale))

    def stale_box(self, scale: float) -> Box | None:
        """The box about everything in tiles of a zoom level that is older than edits, or None."""
        boxes = [t.stale for k, t in self._tiles.items() if t.stale is not None and k.scale == scale]
        return box_about(boxes) if boxes else None

    def clear(self) -> None:
        """Drop all tiles."""
        for key in list(self._tiles):
            self._drop(key)

    def _drop(self, key: TileKey) -> None:
        del self._tiles[key]
        self.dropped(key)


# -- where tiles are ----------------------------------------------------------------------


def touched_tiles(tiles: Collection[TileKey], boxes: Sequence[Box]) -> list[tuple[TileKey, Box]]:
    """Pairs of a tile and a box of the map that overlaps it, or nearly does."""
    return list(_touched(tiles, boxes))


def _touched(tiles: Collection[TileKey], boxes: Sequence[Box]) -> Iterator[tuple[TileKey, Box]]:
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


def box_about(boxes: Iterable[Box]) -> Box:
    """The smallest box that contains some boxes, at least one."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def tiles_in(view: Viewport, reach: Box) -> list[TileKey]:
    """The tiles in a view, limited to what can be scrolled to, middle ones first."""
    x, y = view.origin_px
    left, top, right, bottom = reach
    columns = range(max(x, math.floor(left * view.scale)) // TILE_PX,
                    min(x + view.width_px, math.ceil(right * view.scale)) // TILE_PX + 1)
    rows = range(max(y, math.floor(top * view.scale)) // TILE_PX,
                 min(y + view.height_px, math.ceil(bottom * view.scale)) // TILE_PX + 1)
    middle = middle_of(view)
    return sorted((TileKey(view.scale, c, r) for r in rows for c in columns),
                  key=lambda k: math.dist(k[1:], middle))


def middle_of(view: Viewport) -> tuple[float, float]:
    """The (fractional) column and row of a tile in the middle of a view."""
    x, y = view.origin_px
    return (x + view.width_px / 2) / TILE_PX - 0.5, (y + view.height_px / 2) / TILE_PX - 0.5
