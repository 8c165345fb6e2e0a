"""A Tiled map as plain values, whether it comes from XML or JSON.

The words are Tiled's own: see its reference of the TMX format.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import field
from functools import cached_property
from typing import Literal

from ...lazy_dataclass import dataclass

Property = str | int | float | bool
Properties = dict[str, Property]
Shape = Literal["rectangle", "ellipse", "point", "polygon", "polyline", "text", "tile"]

FLAGS = 0xF0000000
"""The bits of a tile number that say how the tile is mirrored and turned."""


@dataclass
class Tile:
    """The properties of a tile in its tileset."""

    id: int
    kind: str = ""
    properties: Properties = field(default_factory=dict)
    image: str = ""


@dataclass
class Tileset:
    """Tiles with consecutive numbers from `first_gid`. `count` 0: unknown."""

    first_gid: int
    name: str
    tile_width: int = 0
    tile_height: int = 0
    count: int = 0
    columns: int = 0
    image: str = ""
    image_size: tuple[int, int] = (0, 0)
    tiles: dict[int, Tile] = field(default_factory=dict)
    alignment: str = ""
    source: str = ""
    """The file it is kept in, if not the map itself."""


@dataclass
class TileLayer:
    """A tile number for each hex, row by row; 0 is an empty hex."""

    name: str
    gids: list[int]
    kind: str = ""
    properties: Properties = field(default_factory=dict)
    visible: bool = True
    opacity: float = 1.0


@dataclass
class MapObject:
    """A shape at (x, y), in pixels; `points` are relative to that. `rotation` in degrees, clockwise."""

    shape: Shape
    x: float
    y: float
    name: str = ""
    kind: str = ""
    width: float = 0.0
    height: float = 0.0
    rotation: float = 0.0
    points: list[tuple[float, float]] = field(default_factory=list)
    text: str = ""
    text_size: int = 16
    colour: str = ""
    bold: bool = False
    italic: bool = False
    gid: int = 0
    properties: Properties = field(default_factory=dict)
    where: str = ""
    """The object's place in the file, for messages."""


@dataclass
class ObjectLayer:
    """Objects from bottom to top."""

    name: str
    objects: list[MapObject] = field(default_factory=list)
    kind: str = ""
    properties: Properties = field(default_factory=dict)
    colour: str = ""
    visible: bool = True


@dataclass
class GroupLayer:
    """Layers that are switched on and off together."""

    name: str
    layers: list[Layer] = field(default_factory=list)
    visible: bool = True


Layer = TileLayer | ObjectLayer | GroupLayer


@dataclass
class TiledMap:
    """A hexagonal map."""

    width: int
    height: int
    tile_width: int
    tile_height: int
    side_length: int
    stagger_axis: Literal["x", "y"]
    stagger_index: Literal["odd", "even"]
    tilesets: list[Tileset] = field(default_factory=list)
    layers: list[Layer] = field(default_factory=list)
    properties: Properties = field(default_factory=dict)
    background: str = ""
    notes: list[str] = field(default_factory=list)
    """Sentences on the parts of the file that could not be read."""

    @cached_property
    def _by_number(self) -> tuple[list[int], list[Tileset]]:
        """The first numbers of the tilesets and the tilesets, in the order of their numbers; of two with the
        same number the first one comes last."""
        ordered = self.tilesets[::-1]
        ordered.sort(key=lambda t: t.first_gid)
        return [t.first_gid for t in ordered], ordered

    def all_layers(self) -> Iterator[TileLayer | ObjectLayer]:
        """The layers of all groups, from bottom to top."""
        return flat(self.layers)

    def tile(self, gid: int) -> tuple[Tileset, Tile] | None:
        """The tileset and the tile of a number without its flags, or None if no tileset has it."""
        firsts, tilesets = self._by_number
        place = bisect_right(firsts, gid) - 1
        if place < 0:
            return None
        tileset = tilesets[place]
        id = gid - tileset.first_gid
        if tileset.count and id >= tileset.count and id not in tileset.tiles:
            return None
        return tileset, tileset.tiles.get(id) or Tile(id)


def flat(layers: list[Layer]) -> Iterator[TileLayer | ObjectLayer]:
    for layer in layers:
        if isinstance(layer, GroupLayer):
            yield from flat(layer.layers)
        else:
            yield layer
