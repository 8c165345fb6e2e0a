"""A Tiled map as TMJ, the JSON of Tiled 1.8 and later."""

from __future__ import annotations

import json
from itertools import count
from typing import Any

from .document import GroupLayer, Layer, MapObject, Properties, TiledMap, TileLayer, Tileset
from .write_xml import VERSION


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
            "properties": _properties(m.properties),
            "tilesets": [_tileset(t) for t in m.tilesets],
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
        usual["properties"] = _properties(layer.properties)
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
        found: dict[str, Any] = {
            "id": next(self.object_ids),
            "name": o.name,
            "type": o.kind,
            "x": o.x,
            "y": o.y,
            "width": o.width,
            "height": o.height,
            "rotation": o.rotation,
            "visible": True,
            "properties": _properties(o.properties),
        }
        if o.shape == "tile":
            found["gid"] = o.gid
        elif o.shape in ("polyline", "polygon"):
            found[o.shape] = [{"x": x, "y": y} for x, y in o.points]
        elif o.shape in ("point", "ellipse"):
            found[o.shape] = True
        elif o.shape == "text":
            found["text"] = {
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
        return found


def _tileset(tileset: Tileset) -> dict[str, Any]:
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
            {"id": t.id, "type": t.kind, "properties": _properties(t.properties)}
            for t in tileset.tiles.values()
        ],
    }


def _properties(properties: Properties) -> list[dict[str, Any]]:
    def kind(value: object) -> str:
        return "bool" if isinstance(value, bool) else {int: "int", float: "float"}.get(type(value), "string")

    return [{"name": k, "type": kind(v), "value": v} for k, v in properties.items()]
