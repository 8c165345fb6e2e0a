"""Reading and writing the JSON formats of Tiled, TMJ and TSJ."""

from __future__ import annotations

import json
from itertools import count
from typing import Any, cast

from ...model.files.json_reader import TooManyValuesError, read_json
from ..errors import FileImportError
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
from .reader import (
    MOST_NESTED,
    Surroundings,
    begin_map,
    begin_object,
    begin_tileset,
    check_size,
    chunk_error,
    name_by_terrain,
    property_value,
    real,
    text_of,
    tile_number,
    whole,
)
from .tile_data import check_gids, from_base64
from .xml_format import VERSION


def map_of_tmj(data: bytes, name: str, around: Surroundings) -> TiledMap:
    """The map of a TMJ file; raises `FileImportError` for other data."""
    root = _parsed(data, name)
    if root.get("type", "map") != "map" or "layers" not in root:
        raise FileImportError(f"{name} is JSON, but not a map of Tiled.")
    return _Reader(around).map(root)


def _parsed(data: bytes, name: str) -> dict[str, Any]:
    try:
        root = read_json(data.removeprefix(b"\xef\xbb\xbf"))
    except UnicodeDecodeError:
        raise FileImportError(f"{name} is not written in UTF-8.") from None
    except json.JSONDecodeError as error:
        raise FileImportError(f"{name} is not JSON: {error.msg} in line {error.lineno}.") from None
    except TooManyValuesError as error:
        raise FileImportError(f"{name} is too large for a map of Tiled. {error}") from None
    except (RecursionError, ValueError):
        raise FileImportError(f"{name} is nested too deeply, or has numbers too long, to be a map.") from None
    return _mapping(root, name)


class _Reader:
    def __init__(self, around: Surroundings) -> None:
        self.around = around

    def map(self, root: dict[str, Any]) -> TiledMap:
        tiled = begin_map(root.get)
        tiled.background = text_of(root.get("backgroundcolor"))
        tiled.properties = _read_properties(root)
        for entry in _list(root, "tilesets"):
            tiled.tilesets.append(self._tileset_of(entry))
        tiled.layers = self._layers(root, tiled, 0)
        tiled.notes = self.around.all_notes()
        return tiled

    def _tileset_of(self, entry: dict[str, Any]) -> Tileset:
        first = whole(entry.get("firstgid"), "The first number of a tileset", 1)
        if entry.get("source") is None:
            return _read_tileset(entry, first)
        return self.around.tileset_beside(text_of(entry["source"]), first)

    def _layers(self, parent: dict[str, Any], map: TiledMap, depth: int) -> list[Layer]:
        if depth > MOST_NESTED:
            raise FileImportError("The groups of layers are nested too deeply.")
        layers: list[Layer] = []
        for entry in _list(parent, "layers"):
            name, visible, type = (
                text_of(entry.get("name")),
                entry.get("visible") is not False,
                entry.get("type"),
            )
            if type == "tilelayer":
                layers.append(self._tiles(entry, map, name, visible))
            elif type == "objectgroup":
                objects = [o for e in _list(entry, "objects") if (o := self._object(e, name)) is not None]
                layers.append(
                    ObjectLayer(
                        name, objects, _kind(entry), _read_properties(entry), text_of(entry.get("color")),
                        visible
                    )
                )
            elif type == "group":
                layers.append(GroupLayer(name, self._layers(entry, map, depth + 1), visible))
            else:
                self.around.left_out("A layer that is a picture")
        return layers

    def _tiles(self, entry: dict[str, Any], map: TiledMap, name: str, visible: bool) -> TileLayer:
        where, count = f'The layer "{name[:40]}"', map.width * map.height
        self.around.count_tiles(count)
        check_size(entry.get, map, where)
        if "chunks" in entry:
            raise chunk_error(where)
        data = entry.get("data")
        if isinstance(data, str):
            gids = from_base64(data, text_of(entry.get("compression")), count, where)
        elif isinstance(data, list):
            gids = check_gids(data, count, where)
        else:
            raise FileImportError(f"{where} has no tiles.")
        return TileLayer(
            name,
            gids,
            _kind(entry),
            _read_properties(entry),
            visible,
            real(entry.get("opacity"), f"The opacity of {where}", 1.0),
        )

    def _object(self, entry: dict[str, Any], layer: str) -> MapObject | None:
        if entry.get("template"):
            self.around.left_out("An object made from a template")
            return None
        object = begin_object(entry.get, layer, _kind(entry), _read_properties(entry))
        where = object.where
        if object.shape == "tile":
            return object
        if entry.get("point") is True:
            object.shape = "point"
        elif entry.get("ellipse") is True:
            object.shape = "ellipse"
        elif "polyline" in entry or "polygon" in entry:
            object.shape = "polyline" if "polyline" in entry else "polygon"
            object.points = [
                (real(p.get("x"), f"A point of {where}"), real(p.get("y"), f"A point of {where}"))
                for p in _list(entry, object.shape)
            ]
        elif "text" in entry:
            text = _mapping(entry["text"], where)
            object.shape, object.text = "text", text_of(text.get("text"))
            object.text_size = whole(text.get("pixelsize"), f"The size of {where}", 1, 10_000, missing=16)
            object.bold, object.italic = text.get("bold") is True, text.get("italic") is True
            object.colour = text_of(text.get("color"))
        return object


def tileset_of_tsj(data: bytes, name: str, first_gid: int) -> Tileset:
    """The tileset of a TSJ file."""
    return _read_tileset(_parsed(data, name), first_gid)


def _read_tileset(entry: dict[str, Any], first_gid: int) -> Tileset:
    tileset = begin_tileset(entry.get, first_gid, text_of(entry.get("image")))
    for child in _list(entry, "tiles"):
        id = tile_number(child.get("id"), tileset)
        tileset.tiles[id] = Tile(id, _kind(child), _read_properties(child), text_of(child.get("image")))
    for wang in _list(entry, "wangsets"):
        names = [text_of(c.get("name")) for c in _list(wang, "colors")]
        for child in _list(wang, "wangtiles"):
            ids = child.get("wangid")
            colours = [i for i in ids if isinstance(i, int)] if isinstance(ids, list) else []
            name_by_terrain(tileset, child.get("tileid"), colours, names)
    return tileset


def _kind(entry: dict[str, Any]) -> str:
    return text_of(
        entry.get("type") if entry.get("type") not in ("tilelayer", "objectgroup") else ""
    ) or text_of(entry.get("class"))


def _read_properties(entry: dict[str, Any]) -> Properties:
    properties: Properties = {}
    for child in _list(entry, "properties"):
        name, kind = text_of(child.get("name")), text_of(child.get("type")) or "string"
        if kind != "class":
            properties[name] = property_value(kind, child.get("value"), f'The property "{name[:40]}"')
    return properties


def _list(entry: dict[str, Any], key: str) -> list[dict[str, Any]]:
    value = entry.get(key, [])
    if not isinstance(value, list) or not all(isinstance(v, dict) for v in value):
        raise FileImportError(f'"{key}" is not a list of entries. The file is damaged.')
    return value


def _mapping(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise FileImportError(f"{what} is JSON, but not a map of Tiled.")
    return cast(dict[str, Any], value)


# -- writing TMJ, the JSON of Tiled 1.8 and later --------------------------------------------------


def tmj_bytes(map: TiledMap) -> bytes:
    """The map as a TMJ file, tile numbers as lists."""
    return (json.dumps(_Writer(map).map_data(), ensure_ascii=False, indent=1) + "\n").encode()


class _Writer:
    def __init__(self, map: TiledMap) -> None:
        self.map = map
        self.layer_ids, self.object_ids = count(1), count(1)

    def map_data(self) -> dict[str, Any]:
        m = self.map
        layers = [self._layer(x) for x in m.layers]
        return {
            "type": "map",
            "version": VERSION,
            "orientation": "hexagonal",
            "renderorder": "right-down",
            "width": m.width,
            "height": m.height,
            "tilewidth": m.tile_width,
            "tileheight": m.tile_height,
            "infinite": False,
            "hexsidelength": m.side_length,
            "staggeraxis": m.stagger_axis,
            "staggerindex": m.stagger_index,
            "compressionlevel": -1,
            **({"backgroundcolor": m.background} if m.background else {}),
            "properties": _properties_data(m.properties),
            "tilesets": [_tileset_data(t) for t in m.tilesets],
            "layers": layers,
            "nextlayerid": next(self.layer_ids),
            "nextobjectid": next(self.object_ids),
        }

    def _layer(self, layer: Layer) -> dict[str, Any]:
        usual: dict[str, Any] = {
            "id": next(self.layer_ids),
            "name": layer.name,
            "visible": layer.visible,
            "x": 0,
            "y": 0,
            "opacity": layer.opacity if isinstance(layer, TileLayer) else 1,
        }
        if isinstance(layer, GroupLayer):
            return {**usual, "type": "group", "layers": [self._layer(x) for x in layer.layers]}
        usual["properties"] = _properties_data(layer.properties)
        if isinstance(layer, TileLayer):
            return {
                **usual,
                "type": "tilelayer",
                "width": self.map.width,
                "height": self.map.height,
                "data": layer.gids,
            }
        return {
            **usual,
            "type": "objectgroup",
            "draworder": "index",
            **({"color": layer.colour} if layer.colour else {}),
            "objects": [self._object(o) for o in layer.objects],
        }

    def _object(self, o: MapObject) -> dict[str, Any]:
        data: dict[str, Any] = {
            "id": next(self.object_ids),
            "name": o.name,
            "type": o.kind,
            "x": o.x,
            "y": o.y,
            "width": o.width,
            "height": o.height,
            "rotation": o.rotation,
            "visible": True,
            "properties": _properties_data(o.properties),
        }
        if o.shape == "tile":
            data["gid"] = o.gid
        elif o.shape in ("polyline", "polygon"):
            data[o.shape] = [{"x": x, "y": y} for x, y in o.points]
        elif o.shape in ("point", "ellipse"):
            data[o.shape] = True
        elif o.shape == "text":
            data["text"] = {
                "text": o.text,
                "fontfamily": "Open Sans",
                "pixelsize": o.text_size,
                "bold": o.bold,
                "italic": o.italic,
                "halign": "center",
                "valign": "center",
                "wrap": False,
                **({"color": o.colour} if o.colour else {}),
            }
        return data


def _tileset_data(tileset: Tileset) -> dict[str, Any]:
    return {
        "firstgid": tileset.first_gid,
        "name": tileset.name,
        "tilewidth": tileset.tile_width,
        "tileheight": tileset.tile_height,
        "tilecount": tileset.count,
        "columns": tileset.columns,
        "image": tileset.image,
        "imagewidth": tileset.image_size[0],
        "imageheight": tileset.image_size[1],
        "margin": 0,
        "spacing": 0,
        "tiles": [
            {"id": t.id, "type": t.kind, "properties": _properties_data(t.properties)}
            for t in tileset.tiles.values()
        ],
    }


def _properties_data(properties: Properties) -> list[dict[str, Any]]:
    def kind(value: object) -> str:
        return "bool" if isinstance(value, bool) else {int: "int", float: "float"}.get(type(value), "string")

    return [{"name": k, "type": kind(v), "value": v} for k, v in properties.items()]
