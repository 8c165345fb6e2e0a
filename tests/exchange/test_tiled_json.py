"""TMJ files of others: what a map of Tiled says in JSON, and how damage is told."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from small_design import RULESET

from visegrad_editor.exchange.errors import FileImportError
from visegrad_editor.exchange.tiled.convert import Conversion
from visegrad_editor.exchange.tiled.document import GroupLayer, ObjectLayer, TiledMap, TileLayer
from visegrad_editor.exchange.tiled.files import read_tiled
from visegrad_editor.hexgrid import Hex


def tmj(**changes: Any) -> dict[str, Any]:
    """A map of three columns and two rows with one layer."""
    data: dict[str, Any] = {
        "type": "map", "orientation": "hexagonal", "width": 3, "height": 2, "tilewidth": 64, "tileheight": 60,
        "hexsidelength": 24, "staggeraxis": "x", "staggerindex": "even", "backgroundcolor": "#102030",
        "tilesets": [{"firstgid": 1, "name": "g", "tilewidth": 64, "tileheight": 60, "tilecount": 3,
                      "columns": 2, "image": "g.png", "tiles": [
                          {"id": 0, "type": "Grass"}, {"id": 1, "class": "Mountains"},
                          {"id": 2, "image": "a/b/Sea.png",
                           "properties": [{"name": "depth", "type": "int", "value": 5}]}]}],
        "layers": [layer()]}
    return {**data, **changes}


def layer(**changes: Any) -> dict[str, Any]:
    return {"type": "tilelayer", "name": "ground", "width": 3, "height": 2, "data": [1, 2, 3, 2, 1, 0],
            **changes}


def things(*objects: dict[str, Any]) -> list[dict[str, Any]]:
    return [layer(), {"type": "objectgroup", "name": "things", "class": "odds", "color": "#aabbcc",
                      "visible": False, "objects": list(objects)}]


def read(folder: Path, data: Any) -> TiledMap:
    path = folder / "a.tmj"
    path.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
    return read_tiled(path)


def test_a_map_its_tileset_and_its_layer_are_read(tmp_path: Path) -> None:
    found = read(tmp_path, tmj(properties=[
        {"name": "a", "value": "x"}, {"name": "b", "type": "bool", "value": True},
        {"name": "c", "type": "float", "value": 1.5}, {"name": "d", "type": "class", "value": {}},
        {"name": "e", "type": "file", "value": "f.txt"}]))
    assert (found.width, found.height, found.tile_width, found.tile_height, found.side_length) == (
        3, 2, 64, 60, 24)
    assert (found.stagger_axis, found.stagger_index, found.background) == ("x", "even", "#102030")
    assert found.properties == {"a": "x", "b": True, "c": 1.5, "e": "f.txt"}
    (tileset,) = found.tilesets
    assert (tileset.name, tileset.count, tileset.columns, tileset.image) == ("g", 3, 2, "g.png")
    assert [(t.id, t.kind, t.image, t.properties) for t in tileset.tiles.values()] == [
        (0, "Grass", "", {}), (1, "Mountains", "", {}), (2, "", "a/b/Sea.png", {"depth": 5})]
    (ground,) = found.layers
    assert isinstance(ground, TileLayer)
    assert (ground.name, ground.visible, ground.opacity) == ("ground", True, 1.0)
    assert ground.gids == [1, 2, 3, 2, 1, 0]
    assert found.notes == []
    kinds = [(t.label, t.count, t.terrain) for t in Conversion(found, RULESET, "a").tile_kinds()]
    assert kinds == [("Grass", 2, "clear"), ("Mountains", 2, "mountain"), ("Sea", 1, "sea"), ("", 1, None)]


def test_layers_are_hidden_grouped_and_translucent(tmp_path: Path) -> None:
    found = read(tmp_path, tmj(layers=[
        {"type": "group", "name": "all", "visible": False, "layers": [layer(opacity=0.5, visible=False)]},
        {"type": "imagelayer", "name": "p"}]))
    (group,) = found.layers
    assert isinstance(group, GroupLayer)
    assert (group.name, group.visible) == ("all", False)
    (inner,) = group.layers
    assert isinstance(inner, TileLayer)
    assert (inner.opacity, inner.visible) == (0.5, False)
    assert found.notes == ["A layer that is a picture cannot be imported and was left out."]


@pytest.mark.parametrize("compression", ["", "zlib"])
def test_packed_tiles_are_read(compression: str, tmp_path: Path) -> None:
    data = struct.pack("<6I", 1, 2, 3, 2, 1, 0)
    text = base64.b64encode(zlib.compress(data) if compression else data).decode()
    found = read(tmp_path, tmj(layers=[layer(data=text, encoding="base64", compression=compression)]))
    assert found.layers[0].gids == [1, 2, 3, 2, 1, 0]  # type: ignore[union-attr]


def test_objects_have_shapes_texts_and_properties(tmp_path: Path) -> None:
    found = read(tmp_path, tmj(layers=things(
        {"id": 1, "x": 1, "y": 2, "point": True, "name": "P", "type": "city"},
        {"id": 2, "x": 1, "y": 2, "width": 3, "height": 4, "ellipse": True},
        {"id": 3, "x": 1, "y": 2, "polyline": [{"x": 0, "y": 0}, {"x": 5, "y": 6}]},
        {"id": 4, "x": 1, "y": 2, "polygon": [{"x": 0, "y": 0}, {"x": 5, "y": 6}, {"x": 1, "y": 9}]},
        {"id": 5, "x": 1, "y": 2, "width": 30, "height": 40, "rotation": 45, "text": {
            "text": "Hills", "pixelsize": 20, "bold": True, "italic": True, "color": "#ff0000"}},
        {"id": 6, "x": 1, "y": 2, "text": {"text": "Plain"}},
        {"id": 7, "x": 1, "y": 2, "width": 64, "height": 60, "gid": 2,
         "properties": [{"name": "unit", "type": "string", "value": "u"}]},
        {"id": 8, "x": 1, "y": 2, "width": 3, "height": 4},
        {"id": 9, "template": "t.tx"})))
    objects = found.layers[1]
    assert isinstance(objects, ObjectLayer)
    assert (objects.kind, objects.colour, objects.visible) == ("odds", "#aabbcc", False)
    assert [o.shape for o in objects.objects] == [
        "point", "ellipse", "polyline", "polygon", "text", "text", "tile", "rectangle"]
    point, ellipse, line, ring, text, plain, tile, box = objects.objects
    assert (point.name, point.kind, point.x, point.y) == ("P", "city", 1, 2)
    assert (ellipse.width, ellipse.height) == (box.width, box.height) == (3, 4)
    assert (line.points, ring.points) == ([(0, 0), (5, 6)], [(0, 0), (5, 6), (1, 9)])
    assert (text.text, text.text_size, text.bold, text.italic, text.colour, text.rotation) == (
        "Hills", 20, True, True, "#ff0000", 45)
    assert (plain.text, plain.text_size, plain.bold, plain.italic, plain.colour) == (
        "Plain", 16, False, False, "")
    assert (tile.gid, tile.properties) == (2, {"unit": "u"})
    assert found.notes == ["An object made from a template cannot be imported and was left out."]


def test_tiles_of_a_wang_set_have_the_name_of_their_one_terrain(tmp_path: Path) -> None:
    tileset = {"firstgid": 1, "name": "w", "tilecount": 5, "tiles": [{"id": 2, "type": "Own"}], "wangsets": [{
        "colors": [{"name": "Grass"}, {"name": "Sea"}], "wangtiles": [
            {"tileid": 0, "wangid": [1] * 8}, {"tileid": 1, "wangid": [0, 2] * 4},
            {"tileid": 2, "wangid": [1, 0] * 4}, {"tileid": 3, "wangid": [1, 2] * 4},
            {"tileid": 4, "wangid": [3] * 8}]}]}
    found = read(tmp_path, tmj(tilesets=[tileset]))
    kinds = {i: t.kind for i, t in found.tilesets[0].tiles.items()}
    assert kinds == {0: "Grass", 1: "Sea", 2: "Own"}


def test_a_tileset_of_another_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "s.tsj").write_text(json.dumps({"name": "s", "tilecount": 2, "tiles": [
        {"id": 1, "type": "Mountain"}]}), encoding="utf-8")
    tilesets = [{"firstgid": 4, "source": "s.tsj"}]
    found = read(tmp_path, tmj(tilesets=tilesets, layers=[layer(data=[4, 5] * 3)]))
    assert [(t.name, t.first_gid, t.source) for t in found.tilesets] == [("s", 4, "s.tsj")]
    assert found.tile(5)[1].kind == "Mountain"  # type: ignore[index]
    assert found.tile(6) is None


@pytest.mark.parametrize(("data", "message"), [
    (b'{"a": "\xff"}', "is not written in UTF-8"),
    (tmj(type="tileset"), "is JSON, but not a map of Tiled"),
    (tmj(layers=[layer(data=5)]), '"ground" has no tiles'),
    (tmj(layers=[layer(chunks=[])]), "is in chunks"),
    (tmj(layers=[layer(width=4)]), "does not have the size of the map"),
    (tmj(layers=[layer(data=[1] * 7)]), "has 7 tiles, and the map 6"),
    (tmj(layers=[layer(opacity="dim")]), "opacity of The layer \"ground\" is 'dim'; a number is needed"),
    (tmj(layers=things({"id": 1, "x": 2e9, "y": 0})), 'x of object 1 of the layer "things" is 2e[+]09'),
    (tmj(layers=things({"id": 1, "x": 1, "y": 1, "polyline": 5})), '"polyline" is not a list'),
    (tmj(layers=things({"id": 1, "x": 1, "y": 1, "text": 5})), "object 1 of the layer"),
    (tmj(layers=things({"id": 1, "x": 1, "y": 1, "text": {"pixelsize": 0}})), "is 0; 1 to 10000 is possible"),
    (tmj(layers=things({"id": 1, "x": 1, "y": 1, "gid": 1.5})), "tile of object 1 .* is '1.5'; a whole"),
    (tmj(tilesets=[{"name": "x"}]), "first number of a tileset is nothing"),
    (tmj(properties=[{"name": "n", "type": "int", "value": "x"}]), "property \"n\" is 'x'; a whole number"),
    (tmj(properties=[{"name": "n", "type": "float", "value": "x"}]), "property \"n\" is 'x'; a number is"),
    (tmj(infinite=True), "infinite map"), (tmj(orientation="isometric"), "isometric; only hexagonal"),
])
def test_damage_is_reported(data: Any, message: str, tmp_path: Path) -> None:
    with pytest.raises(FileImportError, match=message):
        read(tmp_path, data)


@pytest.mark.parametrize(("value", "expected"), [
    ("true", True), ("TRUE", True), ("false", False), ("", False), (None, False), (1, False)])
def test_truth_may_be_written_as_a_text(value: Any, expected: bool, tmp_path: Path) -> None:
    found = read(tmp_path, tmj(properties=[{"name": "b", "type": "bool", "value": value}]))
    assert found.properties == {"b": expected}


def test_the_greatest_place_on_a_map_is_a_thousand_million_away(tmp_path: Path) -> None:
    found = read(tmp_path, tmj(layers=things({"id": 1, "x": 1e9, "y": -1e9})))
    assert [(o.x, o.y) for o in found.layers[1].objects] == [(1e9, -1e9)]  # type: ignore[union-attr]


def test_lines_and_tiles_of_others_find_their_section_by_their_kind(tmp_path: Path) -> None:
    """A kind of the ruleset says what a line is; a tile with a name is a place."""
    line = {"x": 32, "y": 30, "polyline": [{"x": 0, "y": 0}, {"x": 90, "y": 0}]}
    mixed = {"type": "objectgroup", "name": "mix", "objects": [
        {"id": 1, "type": "highway", **line}, {"id": 2, **line},
        {"id": 3, "type": "wall", "x": 64, "y": 30, "polyline": [{"x": 0, "y": 0}, {"x": -10, "y": 30}]},
        {"id": 4, "name": "Tower", "gid": 1, "x": 0, "y": 60, "width": 64, "height": 60},
        {"id": 5, "gid": 1, "x": 0, "y": 60, "width": 64, "height": 60}]}
    found = read(tmp_path, tmj(layers=[layer(data=[1] * 6), mixed]))
    made = Conversion(found, RULESET, "a").convert()
    assert [r.kind for r in made.map.roads] == ["highway"]
    assert [(x.kind, len(x.sides)) for x in made.map.lines] == [("wall", 1)]
    assert [(p.name, p.hex) for p in made.map.places] == [("Tower", Hex(0, 0))]
    assert made.notes[-1] == 'Left out (unknown on a hex map, or outside it): 2 objects of the layer "mix".'
