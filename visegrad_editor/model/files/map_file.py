"""Map files: plain data to a `GameMap` and back."""

from __future__ import annotations

import filecmp
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from ...hexgrid import Axis, Hex, HexGrid, Hexside, Numbering, Point
from ..background import Background, Pin
from ..gamemap import Area, DataSource, GameMap, HexsideLine, Label, Place, Road
from ..geography import Geography, WarpPin
from ..grid_limits import MOST_HEXES
from ..layer import Layer
from ..lettering import PLAIN, Lettering, read_spot, write_spot
from ..provenance import Provenance
from .atomic import SaveError, copy_file
from .codec import (
    Codec,
    common_provenance,
    read_hexes,
    read_number,
    read_provenance,
    read_text,
    read_words,
    write_number,
    write_provenance,
)
from .findings import Findings
from .map_hexes import HexReader
from .references import BadReference, file_below
from .resources import is_bundled
from .sources import Sources
from .yaml_reader import shorten

_NO_COUNTRY = " "
_RULEBOOK = Provenance("rulebook")


def map_from_data(data: Mapping[str, Any], found: Findings) -> GameMap | None:
    """The map of schema-checked data; None where something of it cannot be held."""
    grid = read_grid(data["grid"], found)
    if grid is None:
        return None
    terrain = _layer(data["terrain"], "terrain", grid, found)
    countries = _layer(data["countries"], "countries", grid, found) if "countries" in data else None
    hexes = HexReader(grid, found)
    game_map = GameMap(
        name=read_text(data["name"]), title=read_text(data["title"]), ruleset=read_text(data["ruleset"]),
        grid=grid, terrain=terrain, countries=countries or blank_countries(grid),
        version=read_text(data.get("version", "1")), notes=data.get("notes", ""),
        provenance=read_provenance(data["provenance"]) if "provenance" in data else Provenance(),
        lines=tuple(_line(e, i, hexes) for i, e in enumerate(data.get("hexsides", ()))),
        roads=tuple(_road(e, i, hexes) for i, e in enumerate(data.get("roads", ()))),
        places=tuple(_places(data, hexes)),
        areas=tuple(read_areas(data, hexes)),
        labels=tuple(read_labels(data, hexes)),
        background=read_background(data.get("background"), hexes),
        geography=read_geography(data.get("geography"), hexes),
        sources=tuple(_sources(data, hexes)),
    )
    return None if found.broken else game_map


def blank_countries(grid: HexGrid) -> Layer:
    """The country layer of a map that names no countries."""
    return Layer(((_NO_COUNTRY, ""),), (_NO_COUNTRY * grid.columns,) * grid.rows)


# -- reading ----------------------------------------------------------------------------


def read_grid(data: Mapping[str, Any], found: Findings) -> HexGrid | None:
    """The grid of schema-checked data; None where it cannot be held."""
    columns, rows = data["columns"], data["rows"]
    if columns * rows > MOST_HEXES:
        found.error("too-big", (
            f"The grid has {columns * rows:,} hexes; at most {MOST_HEXES:,} are possible."), ("grid",))
        return None
    given = data.get("numbering")
    if given is None:
        numbering = Numbering("column-first", Axis(1, "down"), Axis(1, "right"))
    else:
        row, column = (
            Axis(a["start"], a["direction"], a.get("digits", 2)) for a in (given["row"], given["column"]))
        numbering = Numbering(given["order"], row, column, given.get("separator", ""))
    name = numbering.misfit(columns, rows)
    if name:
        axis, count = (numbering.column, columns) if name == "column" else (numbering.row, rows)
        last = axis.start + count - 1
        found.error("numbering", (
            f"The {name} numbers reach {last}, which needs {len(str(last))} digits; `digits` is "
            f"{axis.digits}. Write `digits: {len(str(last))}`."), ("grid", "numbering", name))
        return None
    return HexGrid(data["orientation"], columns, rows, data.get("stagger", "odd"), numbering)


def _layer(data: Mapping[str, Any], name: str, grid: HexGrid, found: Findings) -> Layer:
    legend = {letter: read_text(value) for letter, value in data["legend"].items()}
    rows = tuple(map(read_text, data["rows"]))
    if len(rows) != grid.rows:
        found.error("bad-row", (
            f"`{name}` has {len(rows)} rows; the grid has {grid.rows}."), (name, "rows"))
    known = set(legend)
    for r, row in enumerate(rows[: grid.rows]):
        path = (name, "rows", r)
        hex = grid.number(Hex(0, r))
        if len(row) != grid.columns:
            found.error("bad-row", (
                f"Row {r + 1} of `{name}` (from hex {hex}) has {len(row)} letters; the grid has "
                f"{grid.columns} columns."), path, hex=hex)
        elif not known.issuperset(row):
            column = next(c for c, letter in enumerate(row) if letter not in known)
            hex = grid.number(Hex(column, r))
            found.error("unknown-letter", (
                f"The letter {row[column]!r} of hex {hex} (row {r + 1}, letter {column + 1} of `{name}`) "
                f"is not in the legend, which has {' '.join(map(repr, legend))}."), path, hex=hex)
    return Layer(tuple(legend.items()), rows)


def _line(entry: Mapping[str, Any], index: int, hexes: HexReader) -> HexsideLine:
    given = entry["sides"]
    words = given if isinstance(given, list) else read_text(given).split()
    name = read_text(entry.get("name", ""))
    what = f"{read_text(entry['kind'])} {name}".strip()
    sides = hexes.sides(words, ("hexsides", index, "sides"), shorten(what))
    return HexsideLine(read_text(entry["kind"]), sides, name, entry.get("width", 1))


def _road(entry: Mapping[str, Any], index: int, hexes: HexReader) -> Road:
    given = entry["path"]
    words = read_hexes(given) if isinstance(given, list) else read_text(given).replace("-", " ").split()
    name = read_text(entry.get("name", ""))
    what = f"{read_text(entry['kind'])} {name}".strip()
    path = hexes.run(words, ("roads", index, "path"), shorten(what))
    return Road(read_text(entry["kind"]), path, name)


def _places(data: Mapping[str, Any], hexes: HexReader) -> list[Place]:
    usual = read_provenance(data.get("places_provenance", "rulebook"))
    found = []
    for i, e in enumerate(data.get("places", ())):
        hex = hexes.one(read_text(e["hex"]), ("places", i, "hex"), f"place {read_text(e.get('name', ''))}")
        if hex is not None:
            provenance = read_provenance(e["provenance"]) if "provenance" in e else usual
            features = read_words(e.get("features", []))
            found.append(Place(hex, read_text(e.get("name", "")), features, provenance, _lettering(e)))
    return found


def _lettering(entry: Mapping[str, Any]) -> Lettering:
    size, rotation = (float(read_number(entry.get(k, 0))) for k in ("name_size", "name_rotation"))
    return Lettering(read_spot(entry.get("name_at", "")), size, rotation)


def read_areas(data: Mapping[str, Any], hexes: HexReader) -> list[Area]:
    """The `areas` of schema-checked data; hexes that the map has not are problems."""
    usual = read_provenance(data.get("areas_provenance", "rulebook"))
    found = []
    for i, e in enumerate(data.get("areas", ())):
        words = read_hexes(e["hexes"])
        inside = hexes.several(words, ("areas", i, "hexes"), f"area {read_text(e['name'])}")
        provenance = read_provenance(e["provenance"]) if "provenance" in e else usual
        rule = read_text(e.get("rule", ""))
        found.append(Area(read_text(e["id"]), read_text(e["name"]), inside, rule, provenance))
    return found


def read_labels(data: Mapping[str, Any], hexes: HexReader) -> list[Label]:
    """The `labels` of schema-checked data; hexes that the map has not are problems."""
    found = []
    for i, e in enumerate(data.get("labels", ())):
        text = read_text(e["text"])
        hex = hexes.one(read_text(e["hex"]), ("labels", i, "hex"), f"label {text}")
        if hex is not None:
            size, rotation = (float(read_number(e.get(k, d))) for k, d in (("size", 0.5), ("rotation", 0)))
            at = read_spot(e.get("at", ""))
            found.append(Label(text, hex, size, rotation, e.get("style", "region"), at))
    return found


def _sources(data: Mapping[str, Any], hexes: HexReader) -> list[DataSource]:
    found = []
    for i, e in enumerate(data.get("sources", ())):
        words = read_hexes(e.get("hexes", ()))
        inside = hexes.several(words, ("sources", i, "hexes"), f"source {read_text(e['title'])}")
        texts = {k: read_text(e.get(k, "")) for k in ("id", "title", "licence", "url", "note")}
        found.append(DataSource(**texts, gives=read_words(e.get("gives", [])), hexes=inside))
    return found


# -- writing ----------------------------------------------------------------------------


def map_to_data(game_map: GameMap, whole: Mapping[str, Provenance | None] | None = None) -> dict[str, Any]:
    """The plain data of a map in canonical order.

    `whole` says which sections give a provenance for all their entries; None: chosen here.
    """
    grid = game_map.grid
    number = grid.number
    out: dict[str, Any] = {
        "format": 1, "kind": "map", "name": game_map.name, "title": game_map.title,
        "version": game_map.version, "ruleset": game_map.ruleset,
    }
    if game_map.notes:
        out["notes"] = game_map.notes
    if game_map.provenance != Provenance():
        out["provenance"] = write_provenance(game_map.provenance)
    out["grid"] = _grid_data(grid)
    if game_map.geography is not None:
        out["geography"] = write_geography(game_map.geography, grid)
    if game_map.sources:
        out["sources"] = [_source_data(s, grid) for s in game_map.sources]
    if game_map.background is not None:
        out["background"] = write_background(game_map.background, grid)
    out["terrain"] = _layer_data(game_map.terrain)
    if game_map.countries != blank_countries(grid):
        out["countries"] = _layer_data(game_map.countries)
    if game_map.lines:
        out["hexsides"] = [_line_data(line, grid) for line in game_map.lines]
    if game_map.roads:
        out["roads"] = [
            _known(kind=r.kind, name=r.name, path="-".join(map(number, r.path))) for r in game_map.roads]
    for section, entries in (("places", game_map.places), ("areas", game_map.areas)):
        one = common_provenance(entries, _RULEBOOK) if whole is None else whole.get(section)
        if one is not None:
            out[f"{section}_provenance"] = write_provenance(one)
        if entries:
            out[section] = [
                _entry_data(e, number(e.hex) if isinstance(e, Place) else " ".join(map(number, e.hexes)),
                            one or _RULEBOOK)
                for e in entries]
    if game_map.labels:
        out["labels"] = [_label_data(label, number(label.hex)) for label in game_map.labels]
    return out


def _grid_data(grid: HexGrid) -> dict[str, Any]:
    def axis(a: Axis) -> dict[str, Any]:
        return {"start": a.start, "direction": a.direction, "digits": a.digits}

    n = grid.numbering
    return {
        "orientation": grid.orientation, "columns": grid.columns, "rows": grid.rows, "stagger": grid.stagger,
        "numbering": {
            "order": n.order, "row": axis(n.row), "column": axis(n.column),
            **({"separator": n.separator} if n.separator else {})},
    }


def _layer_data(layer: Layer) -> dict[str, Any]:
    return {"legend": dict(layer.legend), "rows": list(layer.rows)}


def _line_data(line: HexsideLine, grid: HexGrid) -> dict[str, Any]:
    def text(side: Hexside) -> str:
        return grid.side_text(side)

    data = _known(kind=line.kind, name=line.name)
    if line.width != 1:
        data["width"] = line.width
    return {**data, "sides": " ".join(map(text, line.sides))}


def _source_data(source: DataSource, grid: HexGrid) -> dict[str, Any]:
    data: dict[str, Any] = {"id": source.id, "title": source.title, "licence": source.licence}
    return {**data, **_known(url=source.url, note=source.note, gives=list(source.gives),
                             hexes=" ".join(map(grid.number, source.hexes)))}


def _entry_data(entry: Place | Area, hexes: str, usual: Provenance) -> dict[str, Any]:
    if isinstance(entry, Place):
        data = {"hex": hexes, **_known(name=entry.name, features=list(entry.features))}
        written = entry.lettering if entry.name else PLAIN
        data |= _known(name_at=write_spot(written.at), name_size=write_number(written.size),
                       name_rotation=write_number(written.rotation))
    else:
        data = {"id": entry.id, "name": entry.name, **_known(rule=entry.rule), "hexes": hexes}
    if entry.provenance != usual:
        data["provenance"] = write_provenance(entry.provenance)
    return data


def _label_data(label: Label, hex: str) -> dict[str, Any]:
    data: dict[str, Any] = {"text": label.text, "hex": hex}
    usual = Label("", label.hex)
    for key, codec in (("size", _NUMBER), ("rotation", _NUMBER), ("style", Codec(str, str)), ("at", _SPOT)):
        if getattr(label, key) != getattr(usual, key):
            data[key] = codec.write(getattr(label, key))
    return data


_NUMBER = Codec(read_number, write_number)
_SPOT = Codec(read_spot, write_spot)


def _known(**values: Any) -> dict[str, Any]:
    return {k: v for k, v in values.items() if v}


# The `background` of a map file: plain data to a `Background` and back.

PICTURE_ENDINGS = (".png", ".jpg", ".jpeg")


def read_background(data: Mapping[str, Any] | None, hexes: HexReader) -> Background | None:
    """The background of schema-checked data; hexes that the map has not are problems."""
    if data is None:
        return None
    pins = []
    for i, entry in enumerate(data.get("pins", ())):
        path = ("background", "pins", i, "hex")
        hex = hexes.one(read_text(entry["hex"]), path, "pin of the background")
        if hex is not None:
            x, y = map(float, entry["at"])
            pins.append(Pin(hex, (x, y)))
    return Background(data["picture"], tuple(pins))


def write_background(background: Background, grid: HexGrid) -> dict[str, Any]:
    """The plain data of a background."""
    data: dict[str, Any] = {"picture": background.picture}
    if background.pins:
        data["pins"] = [
            {"hex": grid.number(p.hex), "at": list(map(write_number, p.at))} for p in background.pins]
    return data


def picture_folder(sources: Sources) -> Path | None:
    """The folder that paths of background pictures start from: that of the map file, or, where the map is a
    sample that will be copied when it is saved, that of the scenario. None where nothing is saved yet."""
    for file in (sources.map, sources.scenario):
        if file is not None and not is_bundled(file.path):
            return file.path.parent
    return None


def files_in_use(sources: Sources, background: Background | None) -> tuple[Path, ...]:
    """The files of a design, those they extend, and the picture its map is traced from: nothing that is made
    of the design may take their place."""
    found = [f.path for x in (sources.ruleset, sources.map, sources.scenario) if x is not None
             for f in x.chain()]
    folder = picture_folder(sources)
    if background is not None and folder is not None:
        with suppress(BadReference):
            found.append(picture_file(background, folder))
    return tuple(found)


def picture_file(background: Background, folder: Path) -> Path:
    """The picture of a map file in `folder`; raises `BadReference`, `NoFile` where it is only missing."""
    return file_below(background.picture, folder, "picture", PICTURE_ENDINGS)


def bring_picture(background: Background, before: Path, now: Path) -> str:
    """Copy the picture of a map that moves to another folder, under the same relative path; a sentence
    to tell, "" where there is nothing to do. The picture of before stays."""
    name = background.picture
    try:
        old = picture_file(background, before)
    except BadReference:
        return ""
    target = now / name
    try:
        if target.exists():
            other = f"The map shows the {name} of its new folder now, which is another picture."
            return "" if filecmp.cmp(old, target) else other
        copy_file(old, target)
    except (OSError, SaveError) as error:
        return f"The background picture did not come along: {error} It is still in {before}."
    return f"The background picture {name} was copied, too."


# The `geography` of a map file: plain data to a `Geography` and back.

_REACH = Geography((0.0, 0.0), 1.0, 0.0, Hex(0, 0), (0.0, 0.0)).reach


def read_geography(data: Mapping[str, Any] | None, hexes: HexReader) -> Geography | None:
    """The reference of schema-checked data; an anchor that is no hex of the map is a problem."""
    if data is None:
        return None
    anchor = data["anchor"]
    hex = hexes.one(read_text(anchor["hex"]), ("geography", "anchor", "hex"), "anchor of the geography")
    warp = data.get("warp", {})
    pins = tuple(
        WarpPin(_point(p["at"]), _point(p.get("move", (0, 0))), read_text(p.get("name", "")))
        for p in warp.get("pins", ()))
    return Geography(
        _point(data["centre"]), float(data["hex_km"]), float(data["rotation"]), hex or Hex(0, 0),
        _point(anchor["at"]), float(warp.get("reach", _REACH)), pins)


def write_geography(geography: Geography, grid: HexGrid) -> dict[str, Any]:
    """The plain data of a reference."""
    data: dict[str, Any] = {
        "projection": "laea", "centre": _pair(geography.centre), "hex_km": write_number(geography.hex_km),
        "rotation": write_number(geography.rotation),
        "anchor": {"hex": grid.number(geography.hex), "at": _pair(geography.at)},
    }
    if geography.pins or geography.reach != _REACH:
        data["warp"] = {"reach": write_number(geography.reach)}
        if geography.pins:
            data["warp"]["pins"] = [_pin(p) for p in geography.pins]
    return data


def _pin(pin: WarpPin) -> dict[str, Any]:
    return {"at": _pair(pin.at), **({"move": _pair(pin.move)} if pin.move != (0, 0) else {}),
            **({"name": pin.name} if pin.name else {})}


def _point(values: Any) -> Point:
    x, y = values
    return float(x), float(y)


def _pair(point: Point) -> list[float]:
    return [write_number(point[0]), write_number(point[1])]
