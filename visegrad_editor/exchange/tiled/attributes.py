"""What TMX and TMJ say alike: how a map, an object and a tileset begin, by their attributes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from ...model.grid_limits import size_complaint
from ..errors import ImportProblem
from .document import MapObject, Properties, Tile, TiledMap, Tileset
from .reading import real, text_of, whole

Get = Callable[[str], Any]
"""Returns an attribute by its name, None where there is none."""
_INFINITE = (
    "This is an infinite map, and maps here have a size. In Tiled take the tick from Map > Map Properties > "
    "Infinite, and save again."
)


def begin_map(get: Get) -> TiledMap:
    """The map of the attributes that `get` returns by name; raises `ImportProblem` for maps that are not
    hexagonal, infinite, or too large."""
    orientation = text_of(get("orientation"))
    if orientation != "hexagonal":
        raise ImportProblem(
            f"This map is {orientation[:20] or 'of no orientation'}; only hexagonal maps can be imported. In "
            "Tiled: Map > Map Properties > Orientation."
        )
    if text_of(get("infinite")).lower() in ("1", "true"):
        raise ImportProblem(_INFINITE)
    width, height = (
        whole(get("width"), "The width of the map", 1),
        whole(get("height"), "The height of the map", 1),
    )
    if complaint := size_complaint(width, height):
        raise ImportProblem(complaint)
    axis, index = text_of(get("staggeraxis")) or "y", text_of(get("staggerindex")) or "odd"
    if axis not in ("x", "y") or index not in ("odd", "even"):
        raise ImportProblem(
            f"The stagger of the map is {axis[:9]!r} and {index[:9]!r}; x or y, odd or even is known."
        )
    stagger_axis: Literal["x", "y"] = "x" if axis == "x" else "y"
    stagger_index: Literal["odd", "even"] = "even" if index == "even" else "odd"
    tile_width, tile_height = (
        whole(get(key), f"The attribute {key} of the map", 2, 10_000) for key in ("tilewidth", "tileheight")
    )
    side = whole(get("hexsidelength"), "The hex side length of the map", 0, 10_000, missing=0)
    along = tile_height if stagger_axis == "y" else tile_width
    return TiledMap(
        width,
        height,
        tile_width,
        tile_height,
        min(side, along - 1) or along // 2,
        stagger_axis,
        stagger_index,
    )


def check_size(get: Get, map: TiledMap, where: str) -> None:
    """A layer is as large as its map; raises `ImportProblem` where it is not."""
    for key, size in (("width", map.width), ("height", map.height)):
        if whole(get(key), f"The {key} of {where}", missing=size) != size:
            raise ImportProblem(f"{where} has not the size of the map. The file is damaged.")


def in_pieces(where: str) -> ImportProblem:
    """What is said of the tiles of a layer that has no size."""
    return ImportProblem(
        f"{where} is in pieces, as those of infinite maps are. Save the map in Tiled as one that is not "
        "infinite."
    )


def begin_object(get: Get, layer: str, kind: str, properties: Properties) -> MapObject:
    """An object of a layer: a tile where it has one, a rectangle until its shape is known."""
    where = f"object {text_of(get('id'))[:12] or '?'} of the layer “{layer[:40]}”"
    x, y, width, height, rotation = (
        real(get(k), f"The {k} of {where}") for k in ("x", "y", "width", "height", "rotation")
    )
    found = MapObject("rectangle", x, y, text_of(get("name")), kind, width, height, rotation,
                      properties=properties, where=where)
    if get("gid"):
        found.shape, found.gid = "tile", whole(get("gid"), f"The tile of {where}")
    return found


def begin_tileset(get: Get, first_gid: int, picture: str) -> Tileset:
    """A tileset without its tiles."""
    name = text_of(get("name")) or "tileset"
    wide, high, tiles, columns = (
        whole(get(k), f"The {k} of {_named(name)}", missing=0)
        for k in ("tilewidth", "tileheight", "tilecount", "columns")
    )
    return Tileset(first_gid, name, wide, high, tiles, columns, picture)


def tile_number(value: Any, tileset: Tileset) -> int:
    """The number of a tile in its tileset."""
    return whole(value, f"The number of a tile of {_named(tileset.name)}")


def name_by_terrain(tileset: Tileset, id: Any, wang_id: Iterable[int], names: Sequence[str]) -> None:
    """Give a tile of a Wang set the name of its terrain as kind, where it has one terrain and no kind yet."""
    colour = _same_colour(wang_id)
    if 0 < colour <= len(names):
        number = tile_number(id, tileset)
        tile = tileset.tiles.setdefault(number, Tile(number))
        tile.kind = tile.kind or names[colour - 1]


def _named(tileset: str) -> str:
    return f"the tileset “{tileset[:40]}”"


def _same_colour(wang_id: Iterable[int]) -> int:
    """The one colour of a Wang tile that has it at all its corners and edges, or 0."""
    colours = {c for c in wang_id if c}
    return colours.pop() if len(colours) == 1 else 0
