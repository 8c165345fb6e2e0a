"""The common part of reading TMX and TMJ: values of unknown files, limits, and files beside the map. The
elements of a map are created from their attributes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Any, Literal

from ...lazy_dataclass import dataclass
from ...model.files.atomic import real_path
from ...model.files.references import FileReferenceError, file_below
from ...model.grid_limits import size_complaint
from ..errors import FileImportError
from ..hex_table import read_bounded
from .document import MapObject, Properties, Tile, TiledMap, Tileset

MOST_NESTED = 50
MOST_TILES = 4_000_000
"""The most tiles of all layers: sixteen layers of the largest map. Small compressed files can hold very
many."""
MOST_TILESETS, MOST_TILESET_BYTES = 50, 16 * 1024 * 1024
"""The most tileset files that one map may name, and their bytes together."""
MOST_NAMED = 5_000
"""How often a map may name tilesets of other files, the same ones several times included."""
TILESETS = (".tsx", ".tsj", ".json", ".xml")


def whole(value: Any, what: str, least: int = 0, most: int = 2**32 - 1, missing: int | None = None) -> int:
    """A whole number of a file."""
    if value is None and missing is not None:
        return missing
    try:
        if isinstance(value, bool):
            raise ValueError
        number = int(value)
        if isinstance(value, float) and number != value:
            raise ValueError
    except (TypeError, ValueError, OverflowError):
        shown = "nothing" if value is None else repr(str(value)[:20])
        raise FileImportError(f"{what} is {shown}; a whole number is needed.") from None
    if not least <= number <= most:
        raise FileImportError(f"{what} is {number}; {least} to {most} is possible.")
    return number


def real(value: Any, what: str, missing: float = 0.0) -> float:
    """A number of a file."""
    if value is None:
        return missing
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise FileImportError(f"{what} is {str(value)[:20]!r}; a number is needed.") from None
    if not math.isfinite(number) or abs(number) > 1e9:
        raise FileImportError(f"{what} is {number:g}, which is not a place on a map.")
    return number


def text_of(value: Any) -> str:
    """A text of a file; "" if it is missing."""
    return value if isinstance(value, str) else "" if value is None else str(value)


def property_value(kind: str, value: Any, what: str) -> str | int | float | bool:
    """The value of a custom property of that type."""
    if kind == "bool":
        return value if isinstance(value, bool) else text_of(value).lower() == "true"
    if kind == "int":
        return whole(value, what, -(2**63), 2**63)
    if kind == "float":
        return real(value, what)
    return text_of(value)


@dataclass
class Surroundings:
    """The folder of the map, outside of which nothing is read, and notes on the file."""

    folder: Path
    read: Callable[[bytes, str, int], Tileset]
    """Reads the tileset of another file: its bytes, its name, its first number."""
    notes: list[str] = field(default_factory=list)
    _read: dict[Path, Tileset] = field(default_factory=dict)
    """The tilesets of other files; a map may name one several times."""
    _named: int = 0
    _bytes: int = 0
    _tiles: int = 0
    _left_out: dict[str, int] = field(default_factory=dict)

    def tileset_beside(self, source: str, first_gid: int) -> Tileset:
        """The tileset of another file. If that cannot be read, its tiles have only numbers."""
        self._named += 1
        if self._named > MOST_NAMED:
            raise FileImportError(
                f"The map names more than {MOST_NAMED:,} tileset files. Remove those that it does not use.")
        name = source.replace("\\", "/").rsplit("/", 1)[-1]
        stem = name.rsplit(".", 1)[0] or "tileset"
        try:
            path = real_path(file_below(source, self.folder, "tileset", TILESETS))
            if path not in self._read:
                self._read[path] = self._of_file(path, name)
            tileset = replace(self._read[path], first_gid=first_gid)
        except (FileReferenceError, OSError, FileImportError) as error:
            self.notes.append(
                f"The tileset {name[:60]} was not read, so its tiles have only numbers. {error}"
            )
            tileset = Tileset(first_gid, stem[:60])
        tileset.source = source
        return tileset

    def _of_file(self, path: Path, name: str) -> Tileset:
        """The tileset of a file that was not read before; raises the exceptions of reading it."""
        if len(self._read) >= MOST_TILESETS:
            raise FileReferenceError(f"At most {MOST_TILESETS} files of tilesets are read for one map.")
        data = read_bounded(path, MOST_TILESET_BYTES - self._bytes, "set of tilesets of one map")
        self._bytes += len(data)
        return self.read(data, name, 1)

    def count_tiles(self, count: int) -> None:
        """Count the tiles of a layer; raises `FileImportError` if all layers together have too many."""
        self._tiles += count
        if self._tiles > MOST_TILES:
            raise FileImportError(
                f"The layers of the map have more than {MOST_TILES:,} tiles together. Leave some of them "
                "out.")

    def left_out(self, what: str) -> None:
        """Note that something is not imported; one note gives the number of times."""
        self._left_out[what] = self._left_out.get(what, 0) + 1

    def all_notes(self) -> list[str]:
        """The notes, then a sentence for each kind of thing that was left out."""
        return [
            *self.notes,
            *(
                f"{what} ({n}) cannot be imported and was left out."
                if n > 1
                else f"{what} cannot be imported and was left out."
                for what, n in self._left_out.items()
            ),
        ]


# -- the common beginning of maps, objects and tilesets in TMX and TMJ, from their attributes ------


Get = Callable[[str], Any]
"""Returns an attribute by its name, None if it is missing."""
_INFINITE = (
    "This is an infinite map, and maps here have a size. In Tiled clear Map > Map Properties > Infinite, "
    "and save again."
)


def begin_map(get: Get) -> TiledMap:
    """The map of the attributes that `get` returns by name; raises `FileImportError` for maps that are not
    hexagonal, infinite, or too large."""
    orientation = text_of(get("orientation"))
    if orientation != "hexagonal":
        raise FileImportError(
            f"This map is {orientation[:20] or 'of no orientation'}; only hexagonal maps can be imported. In "
            "Tiled: Map > Map Properties > Orientation."
        )
    if text_of(get("infinite")).lower() in ("1", "true"):
        raise FileImportError(_INFINITE)
    width, height = (
        whole(get("width"), "The width of the map", 1),
        whole(get("height"), "The height of the map", 1),
    )
    if complaint := size_complaint(width, height):
        raise FileImportError(complaint)
    axis, index = text_of(get("staggeraxis")) or "y", text_of(get("staggerindex")) or "odd"
    if axis not in ("x", "y") or index not in ("odd", "even"):
        raise FileImportError(
            f"The stagger of the map is {axis[:9]!r} and {index[:9]!r}; x or y, odd or even are known."
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
    """Check that a layer is as large as its map; raises `FileImportError` if it is not."""
    for key, size in (("width", map.width), ("height", map.height)):
        if whole(get(key), f"The {key} of {where}", missing=size) != size:
            raise FileImportError(f"{where} does not have the size of the map. The file is damaged.")


def chunk_error(where: str) -> FileImportError:
    """The error for the tiles of a layer without a size."""
    return FileImportError(
        f"{where} is in chunks, like the layers of infinite maps. In Tiled save the map as one that is "
        "not infinite."
    )


def begin_object(get: Get, layer: str, kind: str, properties: Properties) -> MapObject:
    """An object of a layer: a tile if it has one, a rectangle until its shape is known."""
    where = f"object {text_of(get('id'))[:12] or '?'} of the layer \"{layer[:40]}\""
    x, y, width, height, rotation = (
        real(get(k), f"The {k} of {where}") for k in ("x", "y", "width", "height", "rotation")
    )
    object = MapObject("rectangle", x, y, text_of(get("name")), kind, width, height, rotation,
                       properties=properties, where=where)
    if get("gid"):
        object.shape, object.gid = "tile", whole(get("gid"), f"The tile of {where}")
    return object


def begin_tileset(get: Get, first_gid: int, picture: str) -> Tileset:
    """A tileset without its tiles."""
    name = text_of(get("name")) or "tileset"
    width, height, tiles, columns = (
        whole(get(k), f"The {k} of {_named(name)}", missing=0)
        for k in ("tilewidth", "tileheight", "tilecount", "columns")
    )
    return Tileset(first_gid, name, width, height, tiles, columns, picture)


def tile_number(value: Any, tileset: Tileset) -> int:
    """The number of a tile in its tileset."""
    return whole(value, f"The number of a tile of {_named(tileset.name)}")


def name_by_terrain(tileset: Tileset, id: Any, wang_id: Iterable[int], names: Sequence[str]) -> None:
    """Give a tile of a Wang set the name of its terrain as kind, if it has one terrain and no kind yet."""
    colour = _same_colour(wang_id)
    if 0 < colour <= len(names):
        number = tile_number(id, tileset)
        tile = tileset.tiles.setdefault(number, Tile(number))
        tile.kind = tile.kind or names[colour - 1]


def _named(tileset: str) -> str:
    return f'the tileset "{tileset[:40]}"'


def _same_colour(wang_id: Iterable[int]) -> int:
    """The colour of a Wang tile with one colour at all its corners and edges, or 0."""
    colours = {c for c in wang_id if c}
    return colours.pop() if len(colours) == 1 else 0
