"""TMX and TSX, as Tiled and others write them, as a Tiled map."""

from __future__ import annotations

from xml.etree.ElementTree import Element

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
from .safe_xml import parsed
from .tile_data import from_base64, from_csv


def map_of_tmx(data: bytes, name: str, around: Surroundings) -> TiledMap:
    """The map of a TMX file; raises `ImportProblem` where it is none."""
    root = parsed(data, name)
    if root.tag != "map":
        raise ImportProblem(f"{name} holds <{root.tag[:30]}>; a map of Tiled begins with <map>.")
    return _Reader(around).map(root)


class _Reader:
    def __init__(self, around: Surroundings) -> None:
        self.around = around

    def map(self, root: Element) -> TiledMap:
        found = begin_map(root.get)
        found.background = root.get("backgroundcolor", "")
        found.properties = _properties(root)
        for element in root.findall("tileset"):
            found.tilesets.append(self._tileset_of(element))
        found.layers = self._layers(root, found, 0)
        found.notes = self.around.all_notes()
        return found

    def _tileset_of(self, element: Element) -> Tileset:
        first = whole(element.get("firstgid"), "The first number of a tileset", 1)
        source = element.get("source")
        if source is None:
            return read_tileset(element, first)
        return self.around.outside(source, first)

    def _layers(self, parent: Element, map: TiledMap, depth: int) -> list[Layer]:
        if depth > MOST_NESTED:
            raise ImportProblem("The groups of layers are nested too deeply.")
        found: list[Layer] = []
        for element in parent:
            name, visible = element.get("name", ""), element.get("visible") != "0"
            if element.tag == "layer":
                found.append(self._tiles(element, map, name, visible))
            elif element.tag == "objectgroup":
                objects = [o for e in element.findall("object") if (o := self._object(e, name)) is not None]
                found.append(
                    ObjectLayer(
                        name, objects, _kind(element), _properties(element), element.get("color", ""), visible
                    )
                )
            elif element.tag == "group":
                found.append(GroupLayer(name, self._layers(element, map, depth + 1), visible))
            elif element.tag == "imagelayer":
                self.around.left_out("A layer that is a picture")
        return found

    def _tiles(self, element: Element, map: TiledMap, name: str, visible: bool) -> TileLayer:
        where, count = f"The layer “{name[:40]}”", map.width * map.height
        self.around.count_tiles(count)
        check_size(element.get, map, where)
        data = element.find("data")
        if data is None:
            raise ImportProblem(f"{where} has no tiles.")
        if data.find("chunk") is not None:
            raise in_pieces(where)
        encoding, text = data.get("encoding", ""), data.text or ""
        if encoding == "csv":
            gids = from_csv(text, count, where)
        elif encoding == "base64":
            gids = from_base64(text, data.get("compression", ""), count, where)
        elif encoding == "":
            # See `parsed`.
            gids = from_csv(text, count, where)
        else:
            raise ImportProblem(f"{where} is written as {encoding[:20]!r}, which is not known.")
        return TileLayer(
            name,
            gids,
            _kind(element),
            _properties(element),
            visible,
            real(element.get("opacity"), f"The opacity of {where}", 1.0),
        )

    def _object(self, element: Element, layer: str) -> MapObject | None:
        if element.get("template"):
            self.around.left_out("An object made from a template")
            return None
        found = begin_object(element.get, layer, _kind(element), _properties(element))
        where = found.where
        for child in element:
            if child.tag in ("polyline", "polygon"):
                found.shape = "polyline" if child.tag == "polyline" else "polygon"
                found.points = _points(child.get("points", ""), where)
            elif child.tag in ("point", "ellipse"):
                found.shape = "point" if child.tag == "point" else "ellipse"
            elif child.tag == "text":
                found.shape, found.text = "text", child.text or ""
                found.text_size = whole(child.get("pixelsize"), f"The size of {where}", 1, 10_000, missing=16)
                found.bold, found.italic = child.get("bold") == "1", child.get("italic") == "1"
                found.colour = child.get("color", "")
        return found


def tileset_of_tsx(data: bytes, name: str, first_gid: int) -> Tileset:
    """The tileset of a TSX file."""
    root = parsed(data, name)
    if root.tag != "tileset":
        raise ImportProblem(f"{name} holds <{root.tag[:30]}>; a tileset begins with <tileset>.")
    return read_tileset(root, first_gid)


def read_tileset(element: Element, first_gid: int) -> Tileset:
    """The tileset of an XML element."""
    image = element.find("image")
    found = begin_tileset(element.get, first_gid, image.get("source", "") if image is not None else "")
    for child in element.findall("tile"):
        id = tile_number(child.get("id"), found)
        own = child.find("image")
        picture = own.get("source", "") if own is not None else ""
        found.tiles[id] = Tile(id, _kind(child), _properties(child), picture)
    for wang in element.iter("wangset"):
        names = [
            c.get("name", "") for c in wang if c.tag in ("wangcolor", "wangcornercolor", "wangedgecolor")
        ]
        for child in wang.findall("wangtile"):
            parts = child.get("wangid", "").split(",")
            # A tileset has at most 254 colours; longer numbers are none.
            colours = [int(p) if p.strip().isdecimal() and len(p) < 20 else 0 for p in parts]
            name_by_terrain(found, child.get("tileid"), colours, names)
    return found


def _kind(element: Element) -> str:
    """Type in Tiled up to 1.8 and from 1.10, class in 1.9."""
    return element.get("type") or element.get("class") or ""


def _properties(element: Element) -> Properties:
    found: Properties = {}
    group = element.find("properties")
    for child in group.findall("property") if group is not None else ():
        name = child.get("name", "")
        value = child.get("value")
        if child.get("type") == "class":
            continue
        found[name] = property_value(
            child.get("type", "string"),
            text_of(child.text) if value is None else value,
            f"The property “{name[:40]}”",
        )
    return found


def _points(text: str, where: str) -> list[tuple[float, float]]:
    found = []
    for pair in text.split():
        x, comma, y = pair.partition(",")
        if not comma:
            raise ImportProblem(f"The points of {where} cannot be read.")
        found.append((real(x, f"A point of {where}"), real(y, f"A point of {where}")))
    return found
