"""Maps to the editor Tiled and back: nothing is lost, and unknown files do no harm."""

from __future__ import annotations

import base64
import gzip
import io
import json
import os
import shutil
import struct
import subprocess
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from effort import effort
from hypothesis import HealthCheck, given, settings
from items import some
from PIL import Image
from region_maps import designs
from small_design import RULESET, small_design

from visegrad_editor.drawing.style import DEFAULT
from visegrad_editor.exchange.errors import FileImportError
from visegrad_editor.exchange.export import PictureOptions, export
from visegrad_editor.exchange.tiled import convert, reader, tile_data
from visegrad_editor.exchange.tiled.convert import Conversion, ConvertedMap, _centre, terrain_called
from visegrad_editor.exchange.tiled.document import MapObject, ObjectLayer, TileLayer
from visegrad_editor.exchange.tiled.files import read_tiled, write_tiled
from visegrad_editor.exchange.tiled.geometry import TileGeometry, tiles_of_grid, usual_tiles
from visegrad_editor.exchange.tiled.reader import MOST_NESTED, MOST_TILES, Surroundings, whole
from visegrad_editor.exchange.tiled.tile_data import check_gids, from_csv, without_flags
from visegrad_editor.exchange.tiled.tile_pictures import TilePainter, tiled_colour
from visegrad_editor.exchange.tiled.xml_format import tileset_of_tsx
from visegrad_editor.hexgrid import Hex, hexside
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.blank import usual_numbering
from visegrad_editor.model.files.load import load
from visegrad_editor.model.gamemap import Area, GameMap, flat_levels
from visegrad_editor.model.layer import Layer

CLEAR = RULESET.terrain_by_id["clear"]
TILED = [name for name in ("tiled", "tmxrasterizer") if shutil.which(name) is None]
needs_tiled = pytest.mark.skipif(bool(TILED), reason=f"not installed: {', '.join(TILED)}")


def run_tiled(*words: object) -> None:
    """Run a program of Tiled, without a screen."""
    subprocess.run([str(w) for w in words], check=True, capture_output=True, timeout=60,
                   env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})


def back(path: Path, design: Design) -> ConvertedMap:
    return Conversion(read_tiled(path), design.ruleset, path.stem).convert()


@cache
def historical() -> Design:
    design = load("historical").design
    assert design is not None
    return design


# -- round trips ---------------------------------------------------------------------------


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(designs())
def test_any_map_comes_back_as_it_was(design: Design) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for ending in ("tmx", "tmj"):
            path, *_ = write_tiled(design, Path(folder) / f"a.{ending}", across=24)
            found = back(path, design)
            assert found.map == design.map
            assert found.notes == ()
            assert design.scenario is not None
            assert found.counters == {
                u.key: design.map.grid.parse(u.hex) for u in design.scenario.units if u.hex}


@pytest.mark.parametrize("ending", ["tmx", "tmj"])
def test_the_map_of_a_game_comes_back_as_it_was(ending: str, tmp_path: Path) -> None:
    path = export(historical(), tmp_path / f"v.{ending}", options=PictureOptions(hex_px=40))
    assert back(path, historical()).map == historical().map


@needs_tiled
@pytest.mark.parametrize(("written", "other", "format"), [
    ("a.tmx", "b.tmj", "json"), ("a.tmj", "b.tmx", "tmx"), ("a.tmx", "b.tmx", "tmx")])
def test_tiled_opens_and_saves_it_and_nothing_is_lost(
        written: str, other: str, format: str, tmp_path: Path) -> None:
    path = export(historical(), tmp_path / written)
    run_tiled("tiled", "--export-map", format, path, tmp_path / other)
    found = back(tmp_path / other, historical())
    assert found.map == historical().map
    assert len(found.counters) == len([u for u in historical().scenario.units if u.hex])  # type: ignore[union-attr]


@needs_tiled
def test_tiled_draws_every_hex_in_the_colour_of_its_terrain(tmp_path: Path) -> None:
    design = replace(small_design(), scenario=None)
    path = export(design, tmp_path / "a.tmx")
    run_tiled("tmxrasterizer", "--show-layer", "terrain", path, tmp_path / "a.png")
    tiles = tiles_of_grid(design.map.grid)
    with Image.open(tmp_path / "a.png") as opened:
        image = opened.convert("RGB")
    assert image.width == pytest.approx(8.5 * tiles.width, abs=1)
    for hex in design.map.grid:
        # A point beside the middle, where no pattern is drawn.
        x, y = tiles.to_pixels(design.map.geometry.centre(hex))
        near = [image.getpixel((round(x + dx), round(y + dy))) for dx in (-12, 0, 12) for dy in (-20, 0, 20)]
        colour = design.ruleset.terrain_by_id[design.map.terrain.at(hex)].colour
        assert tuple(bytes.fromhex(colour[1:])) in near, hex


@needs_tiled
def test_tiled_draws_rivers_along_the_hexsides(tmp_path: Path) -> None:
    design = small_design()
    path = export(design, tmp_path / "a.tmx")
    run_tiled("tmxrasterizer", "--show-layer", "river", "--show-layer", "hexsides", path, tmp_path / "a.png")
    tiles = tiles_of_grid(design.map.grid)
    with Image.open(tmp_path / "a.png") as opened:
        image = opened.convert("RGBA")
    for side in some(design.map.lines[0].sides):
        x, y = tiles.to_pixels(design.map.geometry.side_middle(side))
        drawn = [image.getpixel((round(x + dx), round(y + dy))) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        assert any(p[3] > 100 and p[2] > p[0] for p in drawn), side  # type: ignore[index]


# -- edited in Tiled --------------------------------------------------------------------------


def edited(tmp_path: Path, change: Any) -> ConvertedMap:
    """The small map after a change of its TMJ data."""
    design = small_design()
    path, *_ = write_tiled(design, tmp_path / "a.tmj")
    data = json.loads(path.read_text(encoding="utf-8"))
    change(data, {x["name"]: x for x in every_layer(data)})
    path.write_text(json.dumps(data), encoding="utf-8")
    return back(path, design)


def every_layer(data: dict[str, Any]) -> list[dict[str, Any]]:
    found = []
    for layer in data["layers"]:
        found += [layer, *(every_layer(layer) if "layers" in layer else ())]
    return found


def test_changes_in_tiled_change_the_map(tmp_path: Path) -> None:
    design = small_design()
    tiles, geometry = tiles_of_grid(design.map.grid), design.map.geometry

    def change(data: dict[str, Any], layers: dict[str, Any]) -> None:
        mountain = next(t["id"] for t in data["tilesets"][0]["tiles"]
                        if {"name": "terrain", "type": "string", "value": "mountain"} in t["properties"]) + 1
        layers["terrain"]["data"][0] = mountain | 0x80000000
        layers["countries"]["data"][8] = 0
        place = next(o for o in layers["places"]["objects"] if o["name"] == "Mid")
        place["x"], place["y"] = tiles.to_pixels(geometry.centre(Hex(0, 5)))
        place["name"] = "Moved"
        # A river drawn by hand, a little beside the corners, in a layer that names its kind.
        a, b = (tiles.to_pixels(p) for p in geometry.side_ends(hexside(Hex(4, 4), Hex(5, 4))))
        layers["river"]["objects"].append({
            "id": 900, "x": a[0] + 4, "y": a[1] - 3,
            "polyline": [{"x": 0, "y": 0}, {"x": b[0] - a[0] - 7, "y": b[1] - a[1] + 5}]})
        layers["South"]["data"][design.map.grid.index(Hex(3, 5))] = layers["South"]["data"][40]

    found = edited(tmp_path, change)
    assert found.map.terrain.at(Hex(0, 0)) == "mountain"
    assert found.map.countries.at(Hex(0, 1)) == ""
    assert found.map.place_at[Hex(0, 5)].name == "Moved"
    assert Hex(6, 4) not in found.map.place_at
    assert found.map.lines[-1].sides == (hexside(Hex(4, 4), Hex(5, 4)),)
    assert found.map.lines[-1].kind == "river"
    assert found.map.areas[0].hexes == (*design.map.areas[0].hexes, Hex(3, 5))
    assert any("turned or mirrored" in n for n in found.notes)


def test_tiles_whose_terrain_the_ruleset_does_not_have_are_unknown_in_exported_maps_too(
        tmp_path: Path) -> None:
    design = small_design()
    sea = next(h for h in design.map.grid if design.map.terrain.at(h) == "sea")

    def change(data: dict[str, Any], _layers: dict[str, Any]) -> None:
        for tile in data["tilesets"][0]["tiles"]:
            for of_tile in tile["properties"]:
                if of_tile["value"] == "sea":
                    of_tile["value"] = "lava"

    found = edited(tmp_path, change)
    assert found.map.terrain.at(sea) == "clear"
    assert found.notes == ('The tile "lava" is not a terrain (8 hexes): taken as Clear.',)


def test_objects_the_ruleset_does_not_know_are_left_out_and_reported(tmp_path: Path) -> None:
    def change(_data: dict[str, Any], layers: dict[str, Any]) -> None:
        for layer, property, value in (
                ("highway", "kind", "hghway"), ("river", "kind", "canal"),
                ("places", "features", "city moat")):
            object = layers[layer]["objects"][0]
            others = [p for p in object.get("properties", []) if p["name"] != property]
            object["properties"] = [*others, {"name": property, "type": "string", "value": value}]

    found, before = edited(tmp_path, change), small_design().map
    assert len(found.map.roads) == len(before.roads) - 1
    assert len(found.map.lines) == len(before.lines) - 1
    assert found.map.places[0] == replace(before.places[0], features=("city",))
    assert found.notes == ()
    said = [str(p) for p in found.problems]
    assert len(said) == 3
    for message, layer, reason in zip(said, ("river", "highway", "places"), (
            'has no hexside kind "canal". Known: river, wall.',
            'has no road kind "hghway". Did you mean `highway`?',
            'has no feature "moat". Known: city, port.'), strict=True):
        assert message.startswith("Object ")
        assert f'of the layer "{layer}"' in message
        assert reason in message


def test_objects_off_the_map_are_reported(tmp_path: Path) -> None:
    found = edited(tmp_path, lambda _data, layers: layers["places"]["objects"][0].update(x=-500))
    assert len(found.map.places) == 1
    assert found.notes == ('Left out (unknown on a hex map, or outside it): 1 object of the layer "places".',)


# -- foreign maps ---------------------------------------------------------------------------


def foreign(data: str = "1,2,3,2,1,0", encoding: str = 'encoding="csv"', tileset: str = "", rest: str = "",
            head: str = "") -> str:
    tileset = tileset or """<tileset firstgid="1" name="ground" tilewidth="64" tileheight="64" tilecount="3"
     columns="3"><image source="../pictures/g.png" width="192" height="64"/>
     <tile id="0" type="Grass"/>
     <tile id="1"><properties><property name="name" value="Mountains"/></properties></tile>
     <tile id="2" type="Lava"/></tileset>"""
    return f"""<?xml version="1.0"?>{head}
    <map version="1.10" orientation="hexagonal" width="3" height="2" tilewidth="64" tileheight="64"
     infinite="0" hexsidelength="24" staggeraxis="x" staggerindex="even">{tileset}
     <layer id="1" name="ground" width="3" height="2"><data {encoding}>{data}</data></layer>{rest}</map>"""


def read_foreign(folder: Path, text: str, **choices: str) -> ConvertedMap:
    path = folder / "theirs.tmx"
    path.write_text(text, encoding="utf-8")
    return Conversion(read_tiled(path), RULESET, "Theirs").convert(choices)


def rows(map: GameMap) -> list[list[str]]:
    return [[map.terrain.at(Hex(c, r)) for c in range(map.grid.columns)] for r in range(map.grid.rows)]


EXPECTED = [["clear", "mountain", "clear"], ["mountain", "clear", "clear"]]


def test_a_foreign_map_is_matched_by_the_names_of_its_tiles(tmp_path: Path) -> None:
    found = read_foreign(tmp_path, foreign())
    assert rows(found.map) == EXPECTED
    assert (found.map.grid.orientation, found.map.grid.stagger) == ("flat", "even")
    assert found.map.title == "Theirs"
    assert found.notes == ('The tile "Lava" is not a terrain (1 hex): taken as Clear.',
                           "Some hexes have no tile (1 hex): taken as Clear.")
    chosen = read_foreign(tmp_path, foreign(), Lava="sea")
    assert chosen.map.terrain.at(Hex(2, 0)) == "sea"
    conversion = Conversion(read_tiled(tmp_path / "theirs.tmx"), RULESET, "Theirs")
    assert [(t.label, t.count, t.terrain) for t in conversion.tile_kinds()] == [
        ("Grass", 2, "clear"), ("Mountains", 2, "mountain"), ("Lava", 1, None), ("", 1, None)]
    with pytest.raises(FileImportError, match='no terrain "cheese"'):
        conversion.convert({"Lava": "cheese"})


GIDS = struct.pack("<6I", 1, 2, 3, 2, 1, 0)


@pytest.mark.parametrize(("encoding", "data"), [
    ('encoding="base64"', GIDS),
    ('encoding="base64" compression="zlib"', zlib.compress(GIDS)),
    ('encoding="base64" compression="gzip"', gzip.compress(GIDS, mtime=0)),
], ids=["plain", "zlib", "gzip"])
def test_packed_tiles_are_read(encoding: str, data: bytes, tmp_path: Path) -> None:
    text = base64.b64encode(data).decode()
    assert rows(read_foreign(tmp_path, foreign(f"\n  {text}\n ", encoding)).map) == EXPECTED


def test_tiles_packed_by_zstd_are_read_or_refused_with_what_to_do(tmp_path: Path) -> None:
    # A frame with one raw block, according to the format.
    block = (len(GIDS) << 3 | 1).to_bytes(3, "little") + GIDS
    frame = struct.pack("<IBB", 0xFD2FB528, 0x20, len(GIDS)) + block
    text = foreign(base64.b64encode(frame).decode(), 'encoding="base64" compression="zstd"')
    if any(find_spec(name) for name in ("zstandard", "compression")):
        assert rows(read_foreign(tmp_path, text).map) == EXPECTED
    else:
        with pytest.raises(FileImportError, match="for example CSV"):
            read_foreign(tmp_path, text)


def test_tiles_as_elements_and_tilesets_in_files_are_read(tmp_path: Path) -> None:
    tiles = "".join(f'<tile gid="{g}"/>' if g else "<tile/>" for g in (1, 2, 3, 2, 1, 0))
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets/a.tsx").write_text(
        '<tileset name="a" tilewidth="64" tileheight="64" tilecount="2" columns="2"><image source="a.png"/>'
        '<wangsets><wangset name="w"><wangcolor name="Grass"/><wangcolor name="Mountain"/>'
        '<wangtile tileid="0" wangid="1,1,1,1,1,1,1,1"/><wangtile tileid="1" wangid="2,0,2,0,2,0,2,0"/>'
        "</wangset></wangsets></tileset>", encoding="utf-8")
    (tmp_path / "b.tsj").write_text(json.dumps({
        "name": "b", "tilecount": 1, "tiles": [{"id": 0, "image": "x/Lava.png"}]}), encoding="utf-8")
    sets = '<tileset firstgid="1" source="sets/a.tsx"/><tileset firstgid="3" source="b.tsj"/>'
    found = read_foreign(tmp_path, foreign(tiles, "", sets))
    assert rows(found.map) == EXPECTED
    assert '"Lava"' in found.notes[0]


def test_foreign_lines_points_and_texts_become_rivers_roads_places_and_labels(tmp_path: Path) -> None:
    rest = """<objectgroup name="Rivers">
      <object id="1" x="64" y="32"><polyline points="0,0 -10,30"/></object></objectgroup>
      <objectgroup name="Roads">
      <object id="2" x="32" y="64"><polyline points="0,0 90,0"/></object></objectgroup>
      <objectgroup name="x"><object id="3" name="Ox" type="city" x="32" y="64"><point/></object>
      <object id="4" x="20" y="50" width="24" height="28"><text pixelsize="20">Hills</text></object>
      <object id="5" x="20" y="50" width="24" height="28"><ellipse/></object></objectgroup>"""
    found = read_foreign(tmp_path, foreign(rest=rest))
    assert [(line.kind, len(line.sides)) for line in found.map.lines] == [("river", 1)]
    assert [(r.kind, r.path[0], r.path[-1]) for r in found.map.roads] == [("highway", Hex(0, 0), Hex(2, 0))]
    assert [(p.hex, p.name, p.features) for p in found.map.places] == [(Hex(0, 0), "Ox", ("city",))]
    assert [(x.text, x.hex) for x in found.map.labels] == [("Hills", Hex(0, 0))]
    assert any('1 object of the layer "x"' in n for n in found.notes)


@pytest.mark.parametrize(("label", "terrain"), [
    ("mountain", "mountain"), ("Mountains_02", "mountain"), ("alpinePeak", "mountain"), ("Deep Water", "sea"),
    ("ocean", "sea"), ("grass light", "clear"), ("lava", None), ("", None), ("42", None)])
def test_words_for_terrain(label: str, terrain: str | None) -> None:
    assert terrain_called(label, RULESET) == terrain


# -- unreadable and harmful files ----------------------------------------------------


BOMB = ('<!DOCTYPE b [<!ENTITY a "aaaaaaaaaa">' + "".join(
    f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">' for i in range(9)) + "]>")


@pytest.mark.parametrize(("text", "said"), [
    (foreign(head=BOMB), "document type or entities"),
    (foreign(head='<!DOCTYPE m SYSTEM "file:///etc/passwd">'), "document type or entities"),
    (foreign(head='<!DOCTYPE m [<!ENTITY % e SYSTEM "http://127.0.0.1/x"> %e;]>'), "document type"),
    ("<map", "not well-formed XML"),
    ("", "not well-formed XML"),
    ("<html/>", "begins with <map>"),
    ("<g>" * 5000, "nested too deeply"),
    (foreign().replace("hexagonal", "orthogonal"), "orthogonal; only hexagonal"),
    (foreign().replace('infinite="0"', 'infinite="1"'), "infinite map"),
    (foreign().replace('width="3"', 'width="99999999"'), "1 to 1,000 columns"),
    (foreign().replace('width="3"', 'width="-3"'), "width of the map is -3"),
    (foreign().replace('width="3"', 'width="many"'), "width of the map is 'many'"),
    (foreign().replace('tilewidth="64"', 'tilewidth="0"', 1), "tilewidth of the map is 0"),
    (foreign("1,2,3,2,1"), "has 5 tiles, and the map 6"),
    (foreign("1,2,3,2,1,x"), "'x' among its tile numbers"),
    (foreign("1,2,3,2,1,-7"), "'-7' among its tile numbers"),
    (foreign("1,2,3,2,1,99999999999"), "'99999999999' among"),
    (foreign("1,2,3,2,1,9"), "tile 9 in column 3, row 2, and no tileset"),
    (foreign("1,2,3,2,1,4026531849"), "tile 9 in column 3, row 2"),
    (foreign("!!!", 'encoding="base64"'), "not written in base64"),
    (foreign("AAAA", 'encoding="base64" compression="zlib"'), "cannot be unpacked"),
    (foreign("AAAA", 'encoding="base64" compression="gzip"'), "cannot be unpacked"),
    (foreign("AAAA", 'encoding="base64" compression="rar"'), "packed by 'rar'"),
    (foreign("AAAA", 'encoding="morse"'), "written as 'morse'"),
    (foreign('<chunk x="0"/>', ""), "in chunks"),
    (foreign(rest='<objectgroup><object x="nan" y="1"/></objectgroup>'), "not a place on a map"),
    (foreign(rest='<objectgroup><object x="1" y="1"><polyline points="a b"/></object></objectgroup>'),
     "points of object"),
    (foreign(tileset='<tileset firstgid="zero"/>'), "first number of a tileset is 'zero'"),
])
def test_files_that_are_not_maps_are_refused_with_the_reason(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(FileImportError, match=said):
        read_foreign(tmp_path, text)


def tmj(layers: str) -> str:
    return (f'{{"layers": {layers}, "orientation": "hexagonal", "width": 1, "height": 1, "tilewidth": 9, '
            '"tileheight": 9}')


@pytest.mark.parametrize(("text", "said"), [
    ("{", "not JSON"), ("[]", "not a map of Tiled"), ('{"a": 1}', "not a map of Tiled"),
    ("[" * 200_000, "nested too deep"),
    (tmj("5"), '"layers" is not a list'),
    (tmj('[{"type": "tilelayer", "name": "g", "data": [1e400]}]'), "among its tile numbers"),
    (tmj('[{"type": "tilelayer", "name": "g", "data": [true]}]'), "'True' among its tile numbers"),
    (tmj("[]"), "no layer of tiles"),
])
def test_json_that_is_not_a_map_is_refused_with_the_reason(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "a.tmj"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileImportError, match=said):
        back(path, small_design())


def test_a_small_file_that_unpacks_to_gigabytes_is_refused(tmp_path: Path) -> None:
    packer = zlib.compressobj(9)
    data = b"".join(packer.compress(bytes(1 << 20)) for _ in range(300)) + packer.flush()

    def read(compression: str, packed: bytes) -> None:
        encoding = f'encoding="base64" compression="{compression}"'
        text = foreign(base64.b64encode(packed).decode(), encoding)
        with pytest.raises(FileImportError, match="has more tiles, and the map 6"):
            read_foreign(tmp_path, text)

    assert effort(lambda: read("zlib", data)) < 100
    assert effort(lambda: read("gzip", gzip.compress(bytes(1 << 25)))) < 100


@pytest.mark.parametrize("source", [
    "../outside.tsx", "/etc/passwd", "C:\\\\x.tsx", "sub/../../outside.tsx", "missing.tsx", "link.tsx",
    "bad.tsx"])
def test_tilesets_outside_the_folder_are_not_read(source: str, tmp_path: Path) -> None:
    folder = tmp_path / "maps"
    folder.mkdir()
    secret = '<tileset name="s" tilecount="3"><tile id="0" type="Mountain"/></tileset>'
    (tmp_path / "outside.tsx").write_text(secret, encoding="utf-8")
    (folder / "link.tsx").symlink_to(tmp_path / "outside.tsx")
    (folder / "bad.tsx").write_text(BOMB + secret, encoding="utf-8")
    found = read_foreign(folder, foreign(tileset=f'<tileset firstgid="1" source="{source}"/>'))
    assert rows(found.map) == [["clear"] * 3] * 2
    assert "was not read, so its tiles have only numbers" in found.notes[0]


def test_exporting_needs_both_files_or_none(tmp_path: Path) -> None:
    export(small_design(), tmp_path / "a.tmx")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a-counters.png", "a-tiles.png", "a.tmx"]
    with Image.open(tmp_path / "a-tiles.png") as image:
        assert image.mode == "RGBA"
        assert image.getpixel((0, 0)) == (0, 0, 0, 0) or image.getpixel((0, 0))[3] == 0  # type: ignore[index]


# -- bounds and words ----------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after", "said"), [
    ('tilewidth="64" tileheight="64"\n     infinite', 'tilewidth="2" tileheight="10000"\n     infinite', ""),
    ('tilewidth="64" tileheight="64"\n     infinite', 'tilewidth="1" tileheight="64"\n     infinite',
     "tilewidth of the map is 1; 2 to 10000"),
    ('tilewidth="64" tileheight="64"\n     infinite', 'tilewidth="64" tileheight="10001"\n     infinite',
     "tileheight of the map is 10001"),
    ('hexsidelength="24"', 'hexsidelength="10000"', ""),
    ('hexsidelength="24"', 'hexsidelength="10001"', "side length of the map is 10001; 0 to 10000"),
    ('hexsidelength="24"', 'hexsidelength="-1"', "side length of the map is -1"),
    ('staggeraxis="x"', 'staggeraxis="diagonally"', "stagger of the map is 'diagonall' and 'even'"),
    ('staggerindex="even"', 'staggerindex="neither of them"', "is 'x' and 'neither o'"),
    ('infinite="0"', 'infinite="true"', "infinite map"),
    ('firstgid="1"', 'firstgid="0"', "first number of a tileset is 0; 1 to 4294967295"),
    ('name="ground" width="3"', 'name="ground" width="4"', "does not have the size of the map"),
    ('height="2"><data', 'height="1"><data', "does not have the size of the map"),
    ('tilecount="3"', 'tilecount="4294967296"', 'tilecount of the tileset "ground" is 4294967296'),
    ('tile id="2"', 'tile id="-1"', 'number of a tile of the tileset "ground" is -1'),
    (">1,2,3,2,1,0<", ">1,2,3,2,1,4294967295<", "tile 268435455 in column 3, row 2"),
    (">1,2,3,2,1,0<", ">1,2,3,2,1,4294967296<", "'4294967296' among"),
    (">1,2,3,2,1,0<", ">1,2,3,2,1,0,<", ""),
    (">1,2,3,2,1,0<", "><", "has 0 tiles, and the map 6"),
    ('name="ground" width', f'name="{"g" * 50}" height="9" width', f"The layer \"{'g' * 40}\" does not have"),
])
def test_numbers_of_a_map_have_bounds(before: str, after: str, said: str, tmp_path: Path) -> None:
    assert foreign().count(before) == 1
    text = foreign().replace(before, after)
    if after.startswith('name="g'):
        text = text.replace('height="2"><data', "><data")
    if said:
        with pytest.raises(FileImportError, match=said):
            read_foreign(tmp_path, text)
    else:
        assert rows(read_foreign(tmp_path, text).map) == EXPECTED


@pytest.mark.parametrize(("axis", "length", "side"), [
    ("x", "0", 32), ("x", "1", 1), ("x", "63", 63), ("x", "64", 63), ("y", "99", 39), ("y", "0", 20)])
def test_a_side_is_shorter_than_its_tile_and_half_of_it_where_none_is_given(
        axis: str, length: str, side: int, tmp_path: Path) -> None:
    text = foreign().replace('hexsidelength="24"', f'hexsidelength="{length}"')
    text = text.replace('tileheight="64"\n     infinite', 'tileheight="40"\n     infinite')
    path = tmp_path / "a.tmx"
    path.write_text(text.replace('staggeraxis="x"', f'staggeraxis="{axis}"'), encoding="utf-8")
    found = read_tiled(path)
    assert (found.stagger_axis, found.side_length, found.tile_height) == (axis, side, 40)


def test_a_map_without_a_stagger_has_that_of_old_files(tmp_path: Path) -> None:
    path = tmp_path / "a.tmx"
    path.write_text(foreign().replace('staggeraxis="x" staggerindex="even"', ""), encoding="utf-8")
    found = read_tiled(path)
    assert (found.stagger_axis, found.stagger_index) == ("y", "odd")


def test_whole_numbers_are_whole_and_missing_ones_may_have_a_value() -> None:
    assert whole("7", "It") == whole(7.0, "It") == 7
    assert whole(None, "It", missing=3) == 3
    assert whole(2**32 - 1, "It") == 2**32 - 1
    assert (whole(5, "It", 5, 9), whole(9, "It", 5, 9)) == (5, 9)
    long = "1" * 30 + "x"
    for value, said in ((None, "nothing"), (7.5, "'7.5'"), (True, "'True'"), (long, f"'{long[:20]}'")):
        with pytest.raises(FileImportError, match=f"It is {said}; a whole number is needed"):
            whole(value, "It")
    for value in (4, 10):
        with pytest.raises(FileImportError, match=f"It is {value}; 5 to 9 is possible"):
            whole(value, "It", 5, 9)
    with pytest.raises(FileImportError, match="It is 4294967296; 0 to 4294967295"):
        whole(2**32, "It")


def test_tile_numbers_are_whole_numbers_of_four_bytes() -> None:
    assert check_gids([0, 1, 2**32 - 1], 3, "It") == [0, 1, 2**32 - 1]
    for gid in (-1, 2**32, 1.0, True, "1"):
        with pytest.raises(FileImportError, match="among its tile numbers"):
            check_gids([gid], 1, "It")
    with pytest.raises(FileImportError, match="has 2 tiles, and the map 1,000"):
        check_gids([1, 2], 1000, "It")
    with pytest.raises(FileImportError, match=f"It holds '{'x' * 20}' among"):
        from_csv("1," + "x" * 30, 2, "It")
    assert from_csv("1,\r\n2,\n", 2, "It") == [1, 2]
    gids = (0x8000000F, 0x10000001, 0xF0000007, 0x0FFFFFFF)
    assert [without_flags(gid) for gid in gids] == [15, 1, 7, 0x0FFFFFFF]


def test_groups_of_layers_are_nested_only_so_deep(tmp_path: Path) -> None:
    def in_groups(depth: int) -> tuple[str, str]:
        inner = '<layer name="g" width="3" height="2"><data encoding="csv">1,1,1,1,1,1</data></layer>'
        tmx = foreign(rest="<group>" * depth + inner + "</group>" * depth)
        data: dict[str, Any] = {"type": "tilelayer", "name": "g", "data": [0]}
        for _ in range(depth):
            data = {"type": "group", "layers": [data]}
        return tmx, tmj(json.dumps([data]))

    for ending, deep, deeper in some(zip(("tmx", "tmj"), in_groups(MOST_NESTED), in_groups(MOST_NESTED + 1),
                                    strict=True)):
        path = tmp_path / f"a.{ending}"
        path.write_text(deep, encoding="utf-8")
        assert [x.name for x in read_tiled(path).all_layers()][-1] == "g"
        path.write_text(deeper, encoding="utf-8")
        with pytest.raises(FileImportError, match="nested too deeply"):
            read_tiled(path)


def test_all_layers_together_have_only_so_many_tiles(tmp_path: Path) -> None:
    around = Surroundings(tmp_path, tileset_of_tsx)
    around.count_tiles(MOST_TILES - 1)
    around.count_tiles(1)
    with pytest.raises(FileImportError, match="more than 4,000,000 tiles together"):
        around.count_tiles(1)


def test_what_cannot_be_imported_is_told_with_how_often(tmp_path: Path) -> None:
    picture = '<imagelayer name="p"/>'
    thing = '<objectgroup name="o"><object id="1" template="t.tx"/></objectgroup>'
    found = read_foreign(tmp_path, foreign(rest=picture + thing + picture))
    assert found.notes[:2] == ("A layer that is a picture (2) cannot be imported and was left out.",
                               "An object made from a template cannot be imported and was left out.")


def test_a_tileset_that_cannot_be_read_is_called_by_its_file(tmp_path: Path) -> None:
    sets = '<tileset firstgid="1" source="no\\ground.old.tsx"/><tileset firstgid="5" source=""/>'
    path = tmp_path / "a.tmx"
    path.write_text(foreign(tileset=sets), encoding="utf-8")
    found = read_tiled(path)
    assert [(t.name, t.first_gid, t.count) for t in found.tilesets] == [
        ("ground.old", 1, 0), ("tileset", 5, 0)]
    assert found.tile(3) == (found.tilesets[0], found.tile(3)[1])  # type: ignore[index]
    assert found.tile(7)[1].id == 2  # type: ignore[index]
    assert found.tile(0) is None


def test_a_tileset_of_another_file_is_read_once_and_its_number_is_that_of_the_map(tmp_path: Path) -> None:
    (tmp_path / "a.tsx").write_text('<tileset name="a" tilecount="2"/>', encoding="utf-8")
    reads = []

    def read(data: bytes, name: str, first: int) -> Any:
        reads.append(name)
        return tileset_of_tsx(data, name, first)

    around = Surroundings(tmp_path, read)
    found = [around.tileset_beside("a.tsx", first) for first in (1, 3, 5)]
    assert [(t.name, t.first_gid, t.source) for t in found] == [("a", n, "a.tsx") for n in (1, 3, 5)]
    assert reads == ["a.tsx"]
    assert around.all_notes() == []


def test_only_tiles_that_a_tileset_counts_or_describes_are_its_own(tmp_path: Path) -> None:
    path = tmp_path / "a.tmx"
    path.write_text(foreign(tileset='<tileset firstgid="3" name="a" tilecount="2"><tile id="9" type="Grass"/>'
                                    "</tileset>"), encoding="utf-8")
    found = read_tiled(path)
    ids = {gid: tile[1].id if (tile := found.tile(gid)) else None for gid in (2, 3, 4, 5, 12, 13)}
    assert ids == {2: None, 3: 0, 4: 1, 5: None, 12: 9, 13: None}


@pytest.mark.parametrize("pointy", [True, False])
def test_hexes_of_a_tiled_map_lie_as_far_apart_as_their_tiles(pointy: bool) -> None:
    """Tiles 60 across and 70 along with sides of 30: rows are 50 pixels apart, the first centre is at 35."""
    tiles = TileGeometry(pointy, 60, 70, 30) if pointy else TileGeometry(pointy, 70, 60, 30)
    across = 3 ** 0.5
    points = {(across / 2, 1.0): (30.0, 35.0), (across, 2.5): (60.0, 85.0), (across / 2, 7.0): (30.0, 235.0)}
    for units, pixels in points.items():
        one, other = (units, pixels) if pointy else (units[::-1], pixels[::-1])
        assert tiles.to_pixels(one) == pytest.approx(other)
        assert tiles.to_units(other) == pytest.approx(one)
    assert tiles.scale == pytest.approx(60 / across)


def test_tiles_have_even_sizes_and_are_not_too_small() -> None:
    assert usual_tiles(True) == TileGeometry(True, 90, 104, 52)
    assert usual_tiles(False, 41) == TileGeometry(False, 48, 40, 24)
    assert usual_tiles(True, 3) == TileGeometry(True, 16, 20, 10)


def test_a_pattern_differs_from_hex_to_hex_and_a_plain_terrain_has_one_tile(tmp_path: Path) -> None:
    small = small_design()
    rows = ("MMMMMMMM", "MMMMMMMM", "........", "........", "........", "........")
    terrain = Layer((("M", "mountain"), (".", "clear")), rows)
    path, *_ = write_tiled(replace(small, map=replace(small.map, terrain=terrain)), tmp_path / "a.tmj")
    found = read_tiled(path)
    layer = next(x for x in found.all_layers() if isinstance(x, TileLayer) and x.name == "terrain")
    mountains, clear = layer.gids[:16], layer.gids[16:]
    assert set(mountains) == {1, 2, 3}
    assert len(set(clear)) == 1


def test_areas_have_colours_of_their_own_and_translucent_tiles() -> None:
    painter = TilePainter(RULESET, usual_tiles(True), DEFAULT)
    for opacity, alpha in ((0.6, 153), (1.0, 255), (0.0, 0)):
        tint = painter.tint("#102030", opacity)
        assert tint.getpixel((45, 52)) == (16, 32, 48, alpha)
        # The corners of the picture are not of the hex, the points of the hex are.
        solid = tint.getchannel("A")
        assert [solid.getpixel(at) for at in ((0, 0), (89, 0), (0, 103), (89, 103))] == [0] * 4
        inside = ((45, 1), (45, 102), (1, 52), (88, 52), (1, 30), (88, 73))
        assert [solid.getpixel(at) for at in inside] == [alpha] * 6
    assert (tiled_colour("#102030"), tiled_colour("#102030", 0)) == ("#102030", "#00102030")


def test_each_area_is_drawn_in_the_next_colour(tmp_path: Path) -> None:
    small = small_design()
    areas = tuple(Area(f"a{i}", f"Area {i}", (Hex(i, 5),)) for i in range(2))
    path, *_ = write_tiled(replace(small, map=replace(small.map, areas=areas)), tmp_path / "a.tmj")
    found = read_tiled(path)
    numbers = [next(g for g in x.gids if g) for x in found.all_layers()
               if isinstance(x, TileLayer) and x.properties.get("holds") == "area"]
    assert len(numbers) == 2
    with Image.open(tmp_path / "a-tiles.png") as sheet:
        colours = []
        for gid in numbers:
            column, row = (gid - 1) % 8, (gid - 1) // 8
            colours.append(sheet.getpixel((column * 90 + 45, row * 104 + 52)))
    assert colours == [(*bytes.fromhex(c[1:]), 115) for c in DEFAULT.area_colours[:2]]


def test_counters_of_a_stack_lie_aside_of_each_other_and_nine_need_two_rows(tmp_path: Path) -> None:
    small = small_design()
    assert small.scenario is not None
    unit = small.scenario.units[0]
    units = tuple(replace(unit, name=f"U{i}") for i in range(9))
    path, *_ = write_tiled(replace(small, scenario=replace(small.scenario, units=units)), tmp_path / "a.tmj")
    found = read_tiled(path)
    assert (found.tilesets[1].columns, found.tilesets[1].count) == (8, 9)
    assert found.tilesets[1].first_gid == found.tilesets[0].count + 1
    with Image.open(tmp_path / "a-counters.png") as sheet:
        edge = found.tilesets[1].tile_width
        assert sheet.size == (8 * edge, 2 * edge)
        drawn = [sheet.crop((i % 8 * edge, i // 8 * edge, i % 8 * edge + edge, i // 8 * edge + edge))
                 for i in range(10)]
        assert [tile.getbbox() is not None for tile in drawn] == [True] * 9 + [False]
    layer = next(x for x in found.all_layers() if x.name == "counters")
    assert isinstance(layer, ObjectLayer)
    assert [o.gid for o in layer.objects] == [found.tilesets[1].first_gid + i for i in range(9)]
    step = DEFAULT.stack_step * usual_tiles(True).scale
    one, other = layer.objects[:2]
    assert (other.x - one.x, one.y - other.y) == pytest.approx((step, step), abs=0.002)
    x, y = tiles_of_grid(small.map.grid).to_pixels(small.map.geometry.centre(Hex(2, 2)))
    middle = layer.objects[4]
    assert (middle.x + edge / 2, middle.y - edge / 2) == pytest.approx((x, y), abs=0.002)


@pytest.mark.parametrize(("shape", "turn", "at"), [
    ("tile", 0, (12, -6)), ("rectangle", 0, (12, 6)), ("rectangle", 90, (-6, 12)), ("tile", 180, (-12, 6))])
def test_the_middle_of_an_object_says_where_it_lies(shape: Any, turn: float, at: tuple[float, float]) -> None:
    object = MapObject(shape, 100, 200, width=24, height=12, rotation=turn)
    assert _centre(object) == pytest.approx((100 + at[0], 200 + at[1]))


def test_points_of_others_are_places_only_with_a_name_and_boxes_never(tmp_path: Path) -> None:
    rest = """<objectgroup name="x"><object id="1" name="Ox" x="32" y="64"><point/></object>
      <object id="2" x="32" y="64"><point/></object>
      <object id="3" name="Box" x="20" y="50" width="24" height="28"/></objectgroup>"""
    found = read_foreign(tmp_path, foreign(rest=rest))
    assert [p.name for p in found.map.places] == ["Ox"]
    assert found.notes[-1] == 'Left out (unknown on a hex map, or outside it): 2 objects of the layer "x".'


def test_a_polygon_comes_back_to_its_first_point_and_turns_with_its_object(tmp_path: Path) -> None:
    line = '<object id="2" x="32" y="64" {}><{} points="0,0 0,-90 90,-90"/></object>'

    def path_of(turn: str, shape: str) -> tuple[Hex, ...]:
        rest = f'<objectgroup name="Roads">{line.format(turn, shape)}</objectgroup>'
        text = foreign(",".join("1" * 100), rest=rest)
        text = text.replace('width="3" height="2"', 'width="10" height="10"')
        text = text.replace('x="32" y="64"', 'x="220" y="320"')
        (road,) = read_foreign(tmp_path, text).map.roads
        return road.path

    open_line, closed = path_of("", "polyline"), path_of("", "polygon")
    assert open_line[0] != open_line[-1]
    assert closed[0] == closed[-1] == open_line[0]
    assert closed[: len(open_line)] == open_line
    start, end = path_of("", "polyline")[0], path_of("", "polyline")[-1]
    assert end.col > start.col
    assert end.row < start.row
    turned = path_of('rotation="90"', "polyline")
    assert turned[0] == start
    assert turned[-1].col > start.col
    assert turned[-1].row > start.row


def test_a_map_has_at_most_sixty_kinds_of_terrain(tmp_path: Path) -> None:
    for count, fits in ((60, True), (61, False)):
        values = [f"t{i}" for i in range(count)]
        letters = [chr(0x4E00 + i) for i in range(count)]
        small = small_design()
        row = "".join(letters).ljust(64, letters[0])
        text = tuple(row[i : i + 8] for i in range(0, 64, 8))
        grid = replace(small.map.grid, rows=8)
        plain = replace(small.map, grid=grid, terrain=Layer(tuple(zip(letters, values, strict=True)), text),
                        countries=Layer(((" ", ""),), (" " * 8,) * 8), lines=(), roads=(), places=(),
                        areas=(), labels=(), levels=flat_levels(grid))
        rules = replace(small.ruleset, terrain=tuple(replace(CLEAR, id=v, name=v) for v in values))
        small = replace(small, ruleset=rules)
        path, *_ = write_tiled(replace(small, map=plain, scenario=None), tmp_path / "a.tmj")
        if fits:
            assert back(path, small).map.terrain == plain.terrain
        else:
            with pytest.raises(FileImportError, match="at most 60 kinds of terrain"):
                back(path, small)


def test_names_of_tiles_are_cut_to_eighty_letters(tmp_path: Path) -> None:
    long = "Lava" * 30
    for said in (f'type="{long}"/>', f'><image source="x\\y/{long}.b.png"/></tile>',
                 f'><properties><property name="name" value=" {long} "/></properties></tile>'):
        sets = f'<tileset firstgid="1" name="g" tilecount="1"><tile id="0" {said}</tileset>'
        path = tmp_path / "a.tmx"
        path.write_text(foreign("1,1,1,1,1,1", tileset=sets), encoding="utf-8")
        (tile,) = Conversion(read_tiled(path), RULESET, "a").tile_kinds()
        assert tile.label == long[:80]


@pytest.mark.parametrize(("limit", "value", "roads", "first"), [
    ("_MOST_POINTS", 6, 3, 0), ("_MOST_POINTS", 5, 2, 3), ("_MOST_POINTS", 1, 0, 1), ("_MOST_STEPS", 6, 3, 0),
    ("_MOST_STEPS", 3, 1, 3)])
def test_objects_beyond_the_limits_are_left_out_and_told(
        limit: str, value: int, roads: int, first: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three roads of two points each, each two steps from hex to hex long."""
    monkeypatch.setattr(convert, limit, value)
    line = '<object name="{}" x="32" y="{}"><polyline points="0,0 90,0"/></object>'
    lines = "".join(line.format(i, 48 + 40 * i) for i in range(3))
    text = foreign(",".join("1" * 12), rest=f'<objectgroup name="Roads">{lines}</objectgroup>')
    found = read_foreign(tmp_path, text.replace('height="2"', 'height="4"'))
    assert len(found.map.roads) == roads
    said = [n for n in found.notes if "too many points" in n]
    assert said == ([f"The objects have too many points; those from object {first} on were left out."]
                    if first else [])


@pytest.mark.parametrize(("id", "said"), [("", "object [?]"), ('id="x1234567890123"', "object x12345678901")])
def test_an_object_is_called_by_its_number(id: str, said: str, tmp_path: Path) -> None:
    rest = f'<objectgroup name="{"o" * 50}"><object {id} x="1e99" y="1"/></objectgroup>'
    with pytest.raises(FileImportError, match=f'The x of {said} of the layer "o{{40}}" is 1e[+]99, which'):
        read_foreign(tmp_path, foreign(rest=rest))


class ZstdError(Exception):
    """What packages for zstd raise."""


class PackageOfOthers:
    """Stands in for zstandard: unpacks zlib, piece by piece."""

    ZstdError = ZstdError

    class ZstdDecompressor:
        @contextmanager
        def stream_reader(self, stream: io.BytesIO) -> Iterator[io.BytesIO]:
            try:
                yield io.BytesIO(zlib.decompress(stream.read()))
            except zlib.error as error:
                raise ZstdError("damaged") from error


class PackageOfPython:
    """Stands in for compression.zstd."""

    ZstdError = ZstdError

    class ZstdDecompressor:
        def decompress(self, data: bytes, max_length: int) -> bytes:
            try:
                return zlib.decompressobj().decompress(data, max_length)
            except zlib.error as error:
                raise ZstdError("damaged") from error


@pytest.mark.parametrize(("module", "package"), [
    ("compression.zstd", PackageOfPython), ("zstandard", PackageOfOthers)])
def test_zstd_is_unpacked_by_the_package_that_is_there(
        module: str, package: type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def found(name: str) -> type:
        if name != module:
            raise ImportError(name)
        return package

    monkeypatch.setattr(tile_data, "import_module", found)
    encoding = 'encoding="base64" compression="zstd"'
    good, long = (base64.b64encode(zlib.compress(data)).decode() for data in (GIDS, GIDS * 2))
    assert rows(read_foreign(tmp_path, foreign(good, encoding)).map) == EXPECTED
    with pytest.raises(FileImportError, match="has more tiles, and the map 6"):
        read_foreign(tmp_path, foreign(long, encoding))
    if package is PackageOfPython:
        with pytest.raises(FileImportError, match=r"cannot be unpacked \(zstd\): damaged"):
            read_foreign(tmp_path, foreign("AAAA", encoding))


def with_rest(data: dict[str, Any], change: Any) -> None:
    """Change what a map of this program carries along in Tiled."""
    (carried,) = [p for p in data["properties"] if p["name"] == "map data"]
    rest = json.loads(carried["value"])
    change(rest)
    carried["value"] = json.dumps(rest)


def test_a_map_of_this_program_without_a_ruleset_takes_the_one_it_is_read_with(tmp_path: Path) -> None:
    def without(data: dict[str, Any], _layers: dict[str, Any]) -> None:
        data["properties"] = [p for p in data["properties"] if p["name"] != "ruleset"]

    assert edited(tmp_path, without).map.ruleset == RULESET.name
    other = edited(tmp_path, lambda data, _layers: next(
        p for p in data["properties"] if p["name"] == "ruleset").update(value="another"))
    assert other.map.ruleset == "another"


@pytest.mark.parametrize(("axis", "change", "kept"), [
    ("row", {"digits": 3}, True), ("row", {"digits": 4}, True), ("row", {"digits": 5}, False),
    ("row", {"digits": 0}, False), ("row", {"start": -1}, False), ("row", {"start": 0}, True),
    ("row", {"start": 10_000}, False), ("row", {"direction": "right"}, False),
    ("column", {"digits": 0}, False),
    ("column", {"direction": "down"}, False), ("column", {"direction": "right"}, True),
    ("column", {"start": "x"}, False)])
def test_a_numbering_is_kept_only_where_it_can_be_one(
        axis: str, change: dict[str, Any], kept: bool, tmp_path: Path) -> None:
    def edit(data: dict[str, Any], _layers: dict[str, Any]) -> None:
        with_rest(data, lambda rest: rest["grid"]["numbering"][axis].update(change))

    before = small_design().map.grid.numbering
    found = edited(tmp_path, edit).map.grid.numbering
    if kept:
        assert found == replace(before, **{axis: replace(getattr(before, axis), **change)})
    else:
        assert found == usual_numbering(8, 6)


def test_files_of_tilesets_are_bounded_in_number_and_bytes_together(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = '<tileset name="a" tilecount="2"/>'
    for name in "abc":
        (tmp_path / f"{name}.tsx").write_text(text, encoding="utf-8")

    def notes(files: int, most_bytes: int) -> list[str]:
        monkeypatch.setattr(reader, "MOST_TILESETS", files)
        monkeypatch.setattr(reader, "MOST_TILESET_BYTES", most_bytes)
        around = Surroundings(tmp_path, tileset_of_tsx)
        for name in "abca":
            around.tileset_beside(f"{name}.tsx", 1)
        return around.all_notes()

    assert notes(3, 3 * len(text)) == []
    (few,) = notes(2, 3 * len(text))
    assert "The tileset c.tsx was not read" in few
    assert "At most 2 files of tilesets are read for one map." in few
    (small,) = notes(3, 3 * len(text) - 1)
    assert "The tileset c.tsx was not read" in small
    assert "no set of tilesets of one map is" in small


def test_what_has_no_name_is_written_without_one(tmp_path: Path) -> None:
    small = small_design()
    nameless = replace(small.map, roads=tuple(replace(r, name="") for r in small.map.roads),
                       lines=tuple(replace(x, name="") for x in small.map.lines))
    path, *_ = write_tiled(replace(small, map=nameless), tmp_path / "a.tmx")
    text = path.read_text(encoding="utf-8")
    assert 'name=""' not in text
    assert 'type=""' not in text
    assert 'gid="0"' not in text
    assert 'name="Mid"' in text
