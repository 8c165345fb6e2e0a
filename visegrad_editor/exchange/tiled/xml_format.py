"""Reading and writing the XML formats of Tiled, TMX and TSX."""

from __future__ import annotations

import re
from itertools import count
from xml.etree.ElementTree import Element, SubElement, indent, tostring

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
from .safe_xml import parse_xml
from .tile_data import from_base64, from_csv


def map_of_tmx(data: bytes, name: str, around: Surroundings) -> TiledMap:
    """The map of a TMX file; raises `FileImportError` for other data."""
    root = parse_xml(data, name)
    if root.tag != "map":
        raise FileImportError(f"{name} holds <{root.tag[:30]}>; a map of Tiled begins with <map>.")
    return _Reader(around).map(root)


class _Reader:
    def __init__(self, around: Surroundings) -> None:
        self.around = around

    def map(self, root: Element) -> TiledMap:
        tiled = begin_map(root.get)
        tiled.background = root.get("backgroundcolor", "")
        tiled.properties = _read_properties(root)
        for element in root.findall("tileset"):
            tiled.tilesets.append(self._tileset_of(element))
        tiled.layers = self._layers(root, tiled, 0)
        tiled.notes = self.around.all_notes()
        return tiled

    def _tileset_of(self, element: Element) -> Tileset:
        first = whole(element.get("firstgid"), "The first number of a tileset", 1)
        source = element.get("source")
        if source is None:
            return read_tileset(element, first)
        return self.around.tileset_beside(source, first)

    def _layers(self, parent: Element, map: TiledMap, depth: int) -> list[Layer]:
        if depth > MOST_NESTED:
            raise FileImportError("The groups of layers are nested too deeply.")
        layers: list[Layer] = []
        for element in parent:
            name, visible = element.get("name", ""), element.get("visible") != "0"
            if element.tag == "layer":
                layers.append(self._tiles(element, map, name, visible))
            elif element.tag == "objectgroup":
                objects = [o for e in element.findall("object") if (o := self._object(e, name)) is not None]
                layers.append(
                    ObjectLayer(
                        name, objects, _kind(element), _read_properties(element), element.get("color", ""),
                        visible
                    )
                )
            elif element.tag == "group":
                layers.append(GroupLayer(name, self._layers(element, map, depth + 1), visible))
            elif element.tag == "imagelayer":
                self.around.left_out("A layer that is a picture")
        return layers

    def _tiles(self, element: Element, map: TiledMap, name: str, visible: bool) -> TileLayer:
        where, count = f'The layer "{name[:40]}"', map.width * map.height
        self.around.count_tiles(count)
        check_size(element.get, map, where)
        data = element.find("data")
        if data is None:
            raise FileImportError(f"{where} has no tiles.")
        if data.find("chunk") is not None:
            raise chunk_error(where)
        encoding, text = data.get("encoding", ""), data.text or ""
        if encoding == "csv":
            gids = from_csv(text, count, where)
        elif encoding == "base64":
            gids = from_base64(text, data.get("compression", ""), count, where)
        elif encoding == "":
            # See `parsed`.
            gids = from_csv(text, count, where)
        else:
            raise FileImportError(f"{where} is written as {encoding[:20]!r}, which is unknown.")
        return TileLayer(
            name,
            gids,
            _kind(element),
            _read_properties(element),
            visible,
            real(element.get("opacity"), f"The opacity of {where}", 1.0),
        )

    def _object(self, element: Element, layer: str) -> MapObject | None:
        if element.get("template"):
            self.around.left_out("An object made from a template")
            return None
        object = begin_object(element.get, layer, _kind(element), _read_properties(element))
        where = object.where
        for child in element:
            if child.tag in ("polyline", "polygon"):
                object.shape = "polyline" if child.tag == "polyline" else "polygon"
                object.points = _points(child.get("points", ""), where)
            elif child.tag in ("point", "ellipse"):
                object.shape = "point" if child.tag == "point" else "ellipse"
            elif child.tag == "text":
                object.shape, object.text = "text", child.text or ""
                size = child.get("pixelsize")
                object.text_size = whole(size, f"The size of {where}", 1, 10_000, missing=16)
                object.bold, object.italic = child.get("bold") == "1", child.get("italic") == "1"
                object.colour = child.get("color", "")
        return object


def tileset_of_tsx(data: bytes, name: str, first_gid: int) -> Tileset:
    """The tileset of a TSX file."""
    root = parse_xml(data, name)
    if root.tag != "tileset":
        raise FileImportError(f"{name} holds <{root.tag[:30]}>; a tileset begins with <tileset>.")
    return read_tileset(root, first_gid)


def read_tileset(element: Element, first_gid: int) -> Tileset:
    """The tileset of an XML element."""
    image = element.find("image")
    tileset = begin_tileset(element.get, first_gid, image.get("source", "") if image is not None else "")
    for child in element.findall("tile"):
        id = tile_number(child.get("id"), tileset)
        own = child.find("image")
        picture = own.get("source", "") if own is not None else ""
        tileset.tiles[id] = Tile(id, _kind(child), _read_properties(child), picture)
    for wang in element.iter("wangset"):
        names = [
            c.get("name", "") for c in wang if c.tag in ("wangcolor", "wangcornercolor", "wangedgecolor")
        ]
        for child in wang.findall("wangtile"):
            parts = child.get("wangid", "").split(",")
            # A tileset has at most 254 colours; longer numbers mean none.
            colours = [int(p) if p.strip().isdecimal() and len(p) < 20 else 0 for p in parts]
            name_by_terrain(tileset, child.get("tileid"), colours, names)
    return tileset


def _kind(element: Element) -> str:
    """The attribute is type in Tiled up to 1.8 and from 1.10, class in 1.9."""
    return element.get("type") or element.get("class") or ""


def _read_properties(element: Element) -> Properties:
    properties: Properties = {}
    group = element.find("properties")
    for child in group.findall("property") if group is not None else ():
        name = child.get("name", "")
        value = child.get("value")
        if child.get("type") == "class":
            continue
        properties[name] = property_value(
            child.get("type", "string"),
            text_of(child.text) if value is None else value,
            f'The property "{name[:40]}"',
        )
    return properties


def _points(text: str, where: str) -> list[tuple[float, float]]:
    points = []
    for pair in text.split():
        x, comma, y = pair.partition(",")
        if not comma:
            raise FileImportError(f"The points of {where} cannot be read.")
        points.append((real(x, f"A point of {where}"), real(y, f"A point of {where}")))
    return points


# -- writing TMX, the XML of Tiled 1.8 and later ---------------------------------------------------


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
        _write_properties(root, m.properties)
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
        element = SubElement(
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
            element,
            "image",
            _attributes(source=tileset.image, width=tileset.image_size[0], height=tileset.image_size[1]),
        )
        for tile in tileset.tiles.values():
            _write_properties(
                SubElement(element, "tile", _attributes(id=tile.id, type=tile.kind or None)), tile.properties
            )

    def _layer(self, parent: Element, layer: Layer) -> None:
        usual = _attributes(id=next(self.layer_ids), name=layer.name, visible=None if layer.visible else 0)
        if isinstance(layer, GroupLayer):
            group = SubElement(parent, "group", usual)
            for inner in layer.layers:
                self._layer(group, inner)
        elif isinstance(layer, TileLayer):
            element = SubElement(
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
            _write_properties(element, layer.properties)
            data = SubElement(element, "data", encoding="csv")
            width = self.map.width
            data.text = (
                "\n"
                + ",\n".join(
                    ",".join(map(str, layer.gids[i : i + width])) for i in range(0, len(layer.gids), width)
                )
                + "\n"
            )
        else:
            self._objects(
                SubElement(parent, "objectgroup", {**usual, **_attributes(color=layer.colour or None)}), layer
            )

    def _objects(self, group: Element, layer: ObjectLayer) -> None:
        _write_properties(group, layer.properties)
        for object in layer.objects:
            self._object(group, object)

    def _object(self, parent: Element, o: MapObject) -> None:
        element = SubElement(
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
        _write_properties(element, o.properties)
        if o.shape == "text":
            text = SubElement(
                element,
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
            SubElement(element, o.shape, points=" ".join(f"{_number(x)},{_number(y)}" for x, y in o.points))
        elif o.shape in ("point", "ellipse"):
            SubElement(element, o.shape)


def _write_properties(parent: Element, properties: Properties) -> None:
    if not properties:
        return
    group = SubElement(parent, "properties")
    for name, value in properties.items():
        element = SubElement(group, "property", name=_clean(name))
        if isinstance(value, bool):
            element.set("type", "bool")
            element.set("value", "true" if value else "false")
        elif isinstance(value, int | float):
            element.set("type", "int" if isinstance(value, int) else "float")
            element.set("value", repr(value))
        elif "\n" in value:
            element.text = _clean(value)
        else:
            element.set("value", _clean(value))


def _attributes(**values: object) -> dict[str, str]:
    return {
        k: _number(v) if isinstance(v, float) else _clean(str(v)) for k, v in values.items() if v is not None
    }


def _number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else repr(value)


def _clean(text: str) -> str:
    """The text without characters that XML cannot hold."""
    return _NO_XML.sub("\ufffd", text)
