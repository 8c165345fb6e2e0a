"""The formats a stranger's file may have: an example of each, its parts, and the command that reads it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

from geodata_set import write_set
from repeated_parts import (
    Part,
    as_json,
    crowds_of,
    crowds_of_xml,
    long_sections,
    parts_of,
    parts_of_table,
    parts_of_xml,
)
from small_design import small_design

from visegrad_editor.engine.record import record_text
from visegrad_editor.exchange.tables import HexCells
from visegrad_editor.exchange.tiled.build import tiled_files
from visegrad_editor.exchange.tiled.json_format import tmj_bytes
from visegrad_editor.exchange.tiled.xml_format import tmx_bytes
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.resources import resource_folder
from visegrad_editor.model.files.schema import _whole
from visegrad_editor.model.files.yaml_reader import read_file, read_yaml
from visegrad_editor.playtest.play import play_game

_JSON_VALUES = 10**9


@dataclass(frozen=True)
class Format:
    """A format. `prepare` writes what belongs to the example into a folder; `file` is the one whose parts are
    repeated, and `words` the command that reads it. `crowds` are files in which everything is repeated, and
    `pairs` those in which two sections of a document are."""

    name: str
    file: str
    words: tuple[str, ...]
    parts: Callable[[], Iterator[Part]]
    prepare: Callable[[Path], object] = lambda folder: None
    crowds: Callable[[], Iterator[Part]] = lambda: iter(())
    pairs: Callable[[], Iterator[Part]] = lambda: iter(())


def _sample(path: str) -> Any:
    return read_file(resource_folder("sample_scenarios") / path).data


def _document(name: str, schema: str, path: str, *words: str, without: Sequence[str] = ()) -> Format:
    return Format(name, "x.yaml", words or ("validate", "x.yaml"),
                  lambda: parts_of(_sample(path), _whole(schema)),
                  crowds=lambda: crowds_of(_sample(path), _whole(schema), without=without),
                  pairs=lambda: _pairs(_sample(path), _whole(schema), without))


def _pairs(data: Any, schema: Any, without: Sequence[str]) -> Iterator[Part]:
    """Files in which two sections have very many entries with words of their own: each may name the other."""
    for pair in combinations(long_sections(data, schema, without), 2):
        *_, own = crowds_of(data, schema, sections=pair)
        yield own


def _style() -> Any:
    import visegrad_editor.drawing.style_file as style_file

    folder = Path(style_file.__file__).parent / "styles"
    return read_file(folder / "low-ink.yaml").data


def _game(listed: bool) -> Any:
    design = load("first-steps").design
    assert design is not None
    data: Any = read_yaml(record_text(play_game(design, 1, ("random", "random"), None, "first-steps"))).data
    data["orders"] = data["orders"][:2000]
    if listed:
        data["orders"] = [line for line in data["orders"].split("\n") if line and not line.startswith("#")]
    return data


def _config() -> Any:
    from geodata_set import CONFIG

    return read_yaml(CONFIG).data


def _floats(data: Any) -> Any:
    """The data with its numbers as floats, like coordinates."""
    if isinstance(data, list):
        return [_floats(v) for v in data]
    if isinstance(data, dict):
        return {k: _floats(v) for k, v in data.items()}
    return float(data) if isinstance(data, int) and not isinstance(data, bool) else data


def _geojson(name: str, folder: list[Path]) -> Any:
    data = _floats(json.loads((folder[0] / name).read_text("utf-8")))
    line = {"type": "LineString", "coordinates": [[9.1, 50.1], [9.9, 50.3]]}
    data["features"] += [{"type": "Feature", "properties": None, "geometry": geometry} for geometry in (
        {"type": "MultiPoint", "coordinates": [[9.5, 50.1]]},
        {"type": "GeometryCollection", "geometries": [line]},
        {"type": "MultiLineString", "coordinates": [line["coordinates"]]}, None)]
    return data


def _geodata(name: str) -> Format:
    folders: list[Path] = []

    def prepare(folder: Path) -> None:
        write_set(folder)
        folders[:] = [folder]

    def data() -> Any:
        return _geojson(f"{name}.geojson", folders)

    return Format(f"geojson {name}", f"{name}.geojson", ("import-geodata", "twinland.yaml", "--dry-run"),
                  lambda: parts_of(data(), True, as_json, _JSON_VALUES), prepare,
                  lambda: crowds_of(data(), True, as_json, _JSON_VALUES))


# -- maps of Tiled ---------------------------------------------------------------------------------------

_MORE_XML = """
<group name="more">
 <objectgroup name="towns" color="#ff0000">
  <object id="900" name="Town" type="place" x="60" y="60"><point/></object>
  <object id="901" name="Round" x="60" y="60" width="9" height="9" rotation="5"><ellipse/></object>
  <object id="902" name="Box" x="60" y="60" width="9" height="9"/>
  <object id="903" name="River" type="river" x="30" y="30"><polygon points="0,0 30,0 30,30"/></object>
  <object id="904" name="Way" type="highway" x="30" y="30"><polyline points="0,0 90,0 30,90"/></object>
  <object id="905" x="60" y="60" width="90" height="20"><text pixelsize="12" bold="1">Sea</text></object>
  <object id="906" template="t.tx" x="1" y="1"/>
  <object id="907" name="Tile" gid="1" x="60" y="60" width="9" height="9"/>
 </objectgroup>
 <imagelayer name="scan"><image source="scan.png"/></imagelayer>
</group>"""
_TSX = """<tileset version="1.10" name="more" tilewidth="32" tileheight="32" tilecount="4" columns="2">
 <image source="more.png" width="64" height="64"/>
 <tile id="0" type="clear"><properties><property name="terrain" value="clear"/></properties></tile>
 <tile id="1"><image source="mountain.png"/></tile>
 <wangsets><wangset name="w" type="corner" tile="-1"><wangcolor name="sea" color="#0000ff" tile="2"
  probability="1"/><wangtile tileid="2" wangid="0,1,0,1,0,1,0,1"/></wangset></wangsets>
</tileset>"""
_TSJ: dict[str, Any] = {
    "type": "tileset", "version": "1.10", "name": "more", "tilewidth": 32, "tileheight": 32, "tilecount": 4,
    "columns": 2, "image": "more.png", "tiles": [
        {"id": 0, "type": "clear", "properties": [{"name": "terrain", "type": "string", "value": "clear"}]},
        {"id": 1, "image": "mountain.png"}],
    "wangsets": [{"name": "w", "colors": [{"name": "sea"}], "wangtiles": [
        {"tileid": 2, "wangid": [0, 1, 0, 1, 0, 1, 0, 1]}]}]}
_IMPORT = ("import", "--dry-run", "--ruleset", "visegrad4")


def _tmx() -> str:
    text = tmx_bytes(tiled_files(small_design(), "x").map).decode("utf-8")
    at = text.rindex("</map>")
    first = text.index("<layer")
    return f'{text[:first]}<tileset firstgid="900" source="more.tsx"/>{text[first:at]}{_MORE_XML}</map>'


def _tmj() -> Any:
    data = json.loads(tmj_bytes(tiled_files(small_design(), "x").map))
    data["tilesets"].append({"firstgid": 900, "source": "more.tsj"})
    data["layers"].append({"type": "group", "name": "more", "layers": [
        {"type": "objectgroup", "name": "towns", "objects": [
            {"id": 900, "name": "Town", "type": "place", "x": 60, "y": 60, "point": True},
            {"id": 901, "name": "Round", "x": 60, "y": 60, "width": 9, "height": 9, "ellipse": True},
            {"id": 903, "name": "River", "type": "river", "x": 3, "y": 3, "polygon": [
                {"x": 0, "y": 0}, {"x": 90, "y": 0}, {"x": 9, "y": 90}]},
            {"id": 904, "name": "Way", "type": "highway", "x": 3, "y": 3, "polyline": [
                {"x": 0, "y": 0}, {"x": 90, "y": 90}]},
            {"id": 905, "x": 60, "y": 60, "width": 90, "height": 20,
             "text": {"text": "Sea", "pixelsize": 12}},
            {"id": 906, "template": "t.tx", "x": 1, "y": 1}]},
        {"type": "imagelayer", "name": "scan", "image": "scan.png"}]})
    return data


def _tilesets(folder: Path) -> None:
    (folder / "x.tmx").write_text(_tmx(), "utf-8")
    (folder / "x.tmj").write_text(as_json(_tmj()), "utf-8")
    (folder / "more.tsx").write_text(_TSX, "utf-8")
    (folder / "more.tsj").write_text(as_json(_TSJ), "utf-8")


def _rows() -> list[dict[str, str]]:
    design = load("visegrad4", "map").design
    assert design is not None
    cells = HexCells(design.map)
    return [cells.of(hex) for hex in design.map.grid]


FORMATS = (
    _document("ruleset", "ruleset", "rulesets/visegrad4.yaml"),
    _document("map", "map", "maps/visegrad4.yaml"),
    _document("scenario", "scenario", "scenarios/historical.yaml", without=("remove", "change")),
    _document("variant", "scenario", "scenarios/free-setup.yaml"),
    _document("card", "card", "cards/wet-harvest.yaml"),
    _document("stamp", "stamp", "stamps/crossroads-town.yaml", "read-stamp", "x.yaml"),
    Format("style", "x.yaml", ("read-style", "x.yaml"), lambda: parts_of(_style(), _whole("style")),
           crowds=lambda: crowds_of(_style(), _whole("style"))),
    *(Format(name, "x.yaml", ("replay", "x.yaml"),
             lambda listed=listed: parts_of(_game(listed), _whole("game")),  # type: ignore[misc]
             crowds=lambda listed=listed: crowds_of(_game(listed), _whole("game")))  # type: ignore[misc]
      for name, listed in (("game", False), ("game with a list", True))),
    Format("geodata", "twinland.yaml", ("import-geodata", "twinland.yaml", "--dry-run"),
           lambda: parts_of(_config(), _whole("geodata")), write_set,
           lambda: crowds_of(_config(), _whole("geodata")),
           lambda: _pairs(_config(), _whole("geodata"), ())),
    *(_geodata(name) for name in ("states", "wet", "rivers", "towns")),
    Format("tmx", "x.tmx", (*_IMPORT, "x.tmx"), lambda: parts_of_xml(fromstring(_tmx())), _tilesets,
           lambda: crowds_of_xml(fromstring(_tmx()))),
    Format("tsx", "more.tsx", (*_IMPORT, "x.tmx"), lambda: parts_of_xml(fromstring(_TSX)), _tilesets,
           lambda: crowds_of_xml(fromstring(_TSX))),
    Format("tmj", "x.tmj", (*_IMPORT, "x.tmj"), lambda: parts_of(_tmj(), True, as_json, _JSON_VALUES),
           _tilesets, lambda: crowds_of(_tmj(), True, as_json, _JSON_VALUES)),
    Format("tsj", "more.tsj", (*_IMPORT, "x.tmj"), lambda: parts_of(_TSJ, True, as_json, _JSON_VALUES),
           _tilesets, lambda: crowds_of(_TSJ, True, as_json, _JSON_VALUES)),
    Format("table", "x.csv", ("import", "x.csv", "--map", "historical", "--dry-run"),
           lambda: parts_of_table(_rows())),
)
