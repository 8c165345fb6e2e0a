"""A Tiled map as TMX, the XML of Tiled 1.8 and later."""

from __future__ import annotations

import re
from itertools import count
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from .document import GroupLayer, Layer, MapObject, ObjectLayer, Properties, TiledMap, TileLayer, Tileset

VERSION = "1.8"
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def tmx_bytes(map: TiledMap) -> bytes:
    """The map as a TMX file, tile numbers as CSV."""
    return _Writer(map).bytes()


class _Writer:
    def __init__(self, map: TiledMap) -> None:
        self.map = map
        self.layer_ids, self.object_ids = count(1), count(1)

    def bytes(self) -> bytes:
        m = self.map
        root = Element(
            "map",
            _attributes(
                version=VERSION,
                orientation="hexagonal",
                renderorder="right-down",
                width=m.width,
                height=m.height,
                tilewidth=m.tile_width,
                tileheight=m.tile_height,
                infinite=0,
                hexsidelength=m.side_length,
                staggeraxis=m.stagger_axis,
                staggerindex=m.stagger_index,
                backgroundcolor=m.background or None,
            ),
        )
        _properties(root, m.properties)
        for tileset in m.tilesets:
            self._tileset(root, tileset)
        for layer in m.layers:
            self._layer(root, layer)
        root.set("nextlayerid", str(next(self.layer_ids)))
        root.set("nextobjectid", str(next(self.object_ids)))
        indent(root, " ")
        text: bytes = tostring(root, encoding="utf-8")
        return b'<?xml version="1.0" encoding="UTF-8"?>\n' + text + b"\n"

    def _tileset(self, parent: Element, tileset: Tileset) -> None:
        found = SubElement(
            parent,
            "tileset",
            _attributes(
                firstgid=tileset.first_gid,
                name=tileset.name,
                tilewidth=tileset.tile_width,
                tileheight=tileset.tile_height,
                tilecount=tileset.count,
                columns=tileset.columns,
            ),
        )
        SubElement(
            found,
            "image",
            _attributes(source=tileset.image, width=tileset.image_size[0], height=tileset.image_size[1]),
        )
        for tile in tileset.tiles.values():
            _properties(
                SubElement(found, "tile", _attributes(id=tile.id, type=tile.kind or None)), tile.properties
            )

    def _layer(self, parent: Element, layer: Layer) -> None:
        usual = _attributes(id=next(self.layer_ids), name=layer.name, visible=None if layer.visible else 0)
        if isinstance(layer, GroupLayer):
            group = SubElement(parent, "group", usual)
            for inner in layer.layers:
                self._layer(group, inner)
        elif isinstance(layer, TileLayer):
            found = SubElement(
                parent,
                "layer",
                {
                    **usual,
                    **_attributes(
                        width=self.map.width,
                        height=self.map.height,
                        opacity=layer.opacity if layer.opacity < 1 else None,
                    ),
                },
            )
            _properties(found, layer.properties)
            data = SubElement(found, "data", encoding="csv")
            wide = self.map.width
            data.text = (
                "\n"
                + ",\n".join(
                    ",".join(map(str, layer.gids[i : i + wide])) for i in range(0, len(layer.gids), wide)
                )
                + "\n"
            )
        else:
            self._objects(
                SubElement(parent, "objectgroup", {**usual, **_attributes(color=layer.colour or None)}), layer
            )

    def _objects(self, found: Element, layer: ObjectLayer) -> None:
        _properties(found, layer.properties)
        for object in layer.objects:
            self._object(found, object)

    def _object(self, parent: Element, o: MapObject) -> None:
        found = SubElement(
            parent,
            "object",
            _attributes(
                id=next(self.object_ids),
                name=o.name or None,
                type=o.kind or None,
                gid=o.gid or None,
                x=o.x,
                y=o.y,
                width=o.width or None,
                height=o.height or None,
                rotation=o.rotation or None,
            ),
        )
        _properties(found, o.properties)
        if o.shape == "text":
            text = SubElement(
                found,
                "text",
                _attributes(
                    fontfamily="Open Sans",
                    pixelsize=o.text_size,
                    color=o.colour or None,
                    bold=1 if o.bold else None,
                    italic=1 if o.italic else None,
                    halign="center",
                    valign="center",
                ),
            )
            text.text = _clean(o.text)
        elif o.shape in ("polyline", "polygon"):
            SubElement(found, o.shape, points=" ".join(f"{_number(x)},{_number(y)}" for x, y in o.points))
        elif o.shape in ("point", "ellipse"):
            SubElement(found, o.shape)


def _properties(parent: Element, properties: Properties) -> None:
    if not properties:
        return
    group = SubElement(parent, "properties")
    for name, value in properties.items():
        found = SubElement(group, "property", name=_clean(name))
        if isinstance(value, bool):
            found.set("type", "bool")
            found.set("value", "true" if value else "false")
        elif isinstance(value, int | float):
            found.set("type", "int" if isinstance(value, int) else "float")
            found.set("value", repr(value))
        elif "\n" in value:
            found.text = _clean(value)
        else:
            found.set("value", _clean(value))


def _attributes(**values: object) -> dict[str, str]:
    return {
        k: _number(v) if isinstance(v, float) else _clean(str(v)) for k, v in values.items() if v is not None
    }


def _number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else repr(value)


def _clean(text: str) -> str:
    """The text without characters XML cannot hold."""
    return _NO_XML.sub("\ufffd", text)
