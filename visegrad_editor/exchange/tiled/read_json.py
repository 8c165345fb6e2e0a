"""TMJ and TSJ, as Tiled and others write them, as a Tiled map."""

from __future__ import annotations

import json
from typing import Any, cast

from ...model.json_read import TooMuch, read_json
from ..errors import ImportProblem
from .attributes import (
    begin_map,
    begin_object,
    begin_tileset,
    check_size,
    in_pieces,
    name_by_terrain,
    tile_number,
)
from .document import (
    GroupLayer,
    Layer,
    MapObject,
    ObjectLayer,
    Properties,
    Tile,
    TiledMap,
    TileLayer,
    Tileset,
)
from .reading import (
    MOST_NESTED,
    Surroundings,
    property_value,
    real,
    text_of,
    whole,
)
from .tile_data import checked, from_base64


def map_of_tmj(data: bytes, name: str, around: Surroundings) -> TiledMap:
    """The map of a TMJ file; raises `ImportProblem` where it is none."""
    root = _parsed(data, name)
    if root.get("type", "map") != "map" or "layers" not in root:
        raise ImportProblem(f"{name} is JSON, but no map of Tiled.")
    return _Reader(around).map(root)


def _parsed(data: bytes, name: str) -> dict[str, Any]:
    try:
        root = read_json(data.removeprefix(b"\xef\xbb\xbf"))
    except UnicodeDecodeError:
        raise ImportProblem(f"{name} is not written in UTF-8.") from None
    except json.JSONDecodeError as error:
        raise ImportProblem(f"{name} is no JSON: {error.msg} in line {error.lineno}.") from None
    except TooMuch as error:
        raise ImportProblem(f"{name} is too large for a map of Tiled. {error}") from None
    except (RecursionError, ValueError):
        raise ImportProblem(f"{name} is nested too deeply, or has numbers too long, to be a map.") from None
    return _mapping(root, name)


class _Reader:
    def __init__(self, around: Surroundings) -> None:
        self.around = around

    def map(self, root: dict[str, Any]) -> TiledMap:
        found = begin_map(root.get)
        found.background = text_of(root.get("backgroundcolor"))
        found.properties = _properties(root)
        for entry in _list(root, "tilesets"):
            found.tilesets.append(self._tileset_of(entry))
        found.layers = self._layers(root, found, 0)
        found.notes = self.around.all_notes()
        return found

    def _tileset_of(self, entry: dict[str, Any]) -> Tileset:
        first = whole(entry.get("firstgid"), "The first number of a tileset", 1)
        if entry.get("source") is None:
            return _tileset(entry, first)
        return self.around.outside(text_of(entry["source"]), first)

    def _layers(self, parent: dict[str, Any], map: TiledMap, depth: int) -> list[Layer]:
        if depth > MOST_NESTED:
            raise ImportProblem("The groups of layers are nested too deeply.")
        found: list[Layer] = []
        for entry in _list(parent, "layers"):
            name, visible, type = (
                text_of(entry.get("name")),
                entry.get("visible") is not False,
                entry.get("type"),
            )
            if type == "tilelayer":
                found.append(self._tiles(entry, map, name, visible))
            elif type == "objectgroup":
                objects = [o for e in _list(entry, "objects") if (o := self._object(e, name)) is not None]
                found.append(
                    ObjectLayer(
                        name, objects, _kind(entry), _properties(entry), text_of(entry.get("color")), visible
                    )
                )
            elif type == "group":
                found.append(GroupLayer(name, self._layers(entry, map, depth + 1), visible))
            else:
                self.around.left_out("A layer that is a picture")
        return found

    def _tiles(self, entry: dict[str, Any], map: TiledMap, name: str, visible: bool) -> TileLayer:
        where, count = f"The layer “{name[:40]}”", map.width * map.height
        self.around.count_tiles(count)
        check_size(entry.get, map, where)
        if "chunks" in entry:
            raise in_pieces(where)
        data = entry.get("data")
        if isinstance(data, str):
            gids = from_base64(data, text_of(entry.get("compression")), count, where)
        elif isinstance(data, list):
            gids = checked(data, count, where)
        else:
            raise ImportProblem(f"{where} has no tiles.")
        return TileLayer(
            name,
            gids,
            _kind(entry),
            _properties(entry),
            visible,
            real(entry.get("opacity"), f"The opacity of {where}", 1.0),
        )

    def _object(self, entry: dict[str, Any], layer: str) -> MapObject | None:
        if entry.get("template"):
            self.around.left_out("An object made from a template")
            return None
        found = begin_object(entry.get, layer, _kind(entry), _properties(entry))
        where = found.where
        if found.shape == "tile":
            return found
        if entry.get("point") is True:
            found.shape = "point"
        elif entry.get("ellipse") is True:
            found.shape = "ellipse"
        elif "polyline" in entry or "polygon" in entry:
            found.shape = "polyline" if "polyline" in entry else "polygon"
            found.points = [
                (real(p.get("x"), f"A point of {where}"), real(p.get("y"), f"A point of {where}"))
                for p in _list(entry, found.shape)
            ]
        elif "text" in entry:
            text = _mapping(entry["text"], where)
            found.shape, found.text = "text", text_of(text.get("text"))
            found.text_size = whole(text.get("pixelsize"), f"The size of {where}", 1, 10_000, missing=16)
            found.bold, found.italic = text.get("bold") is True, text.get("italic") is True
            found.colour = text_of(text.get("color"))
        return found


def tileset_of_tsj(data: bytes, name: str, first_gid: int) -> Tileset:
    """The tileset of a TSJ file."""
    return _tileset(_parsed(data, name), first_gid)


def _tileset(entry: dict[str, Any], first_gid: int) -> Tileset:
    found = begin_tileset(entry.get, first_gid, text_of(entry.get("image")))
    for child in _list(entry, "tiles"):
        id = tile_number(child.get("id"), found)
        found.tiles[id] = Tile(id, _kind(child), _properties(child), text_of(child.get("image")))
    for wang in _list(entry, "wangsets"):
        names = [text_of(c.get("name")) for c in _list(wang, "colors")]
        for child in _list(wang, "wangtiles"):
            ids = child.get("wangid")
            colours = [i for i in ids if isinstance(i, int)] if isinstance(ids, list) else []
            name_by_terrain(found, child.get("tileid"), colours, names)
    return found


def _kind(entry: dict[str, Any]) -> str:
    return text_of(
        entry.get("type") if entry.get("type") not in ("tilelayer", "objectgroup") else ""
    ) or text_of(entry.get("class"))


def _properties(entry: dict[str, Any]) -> Properties:
    found: Properties = {}
    for child in _list(entry, "properties"):
        name, kind = text_of(child.get("name")), text_of(child.get("type")) or "string"
        if kind != "class":
            found[name] = property_value(kind, child.get("value"), f"The property “{name[:40]}”")
    return found


def _list(entry: dict[str, Any], key: str) -> list[dict[str, Any]]:
    value = entry.get(key, [])
    if not isinstance(value, list) or not all(isinstance(v, dict) for v in value):
        raise ImportProblem(f"“{key}” is no list of entries. The file is damaged.")
    return value


def _mapping(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ImportProblem(f"{what} is JSON, but no map of Tiled.")
    return cast(dict[str, Any], value)
