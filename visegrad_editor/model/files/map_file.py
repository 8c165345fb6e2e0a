"""Map files: plain data to a `GameMap` and back; `map_variant` has what is different about variants."""

from __future__ import annotations

import filecmp
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, TypedDict

from ...hexgrid import EDGES, NO_HALVES, Axis, HalfHexes, Hex, HexGrid, Numbering, Point
from ..background import Background, Pin
from ..design import Design
from ..fields import Field
from ..gamemap import (
    NO_LEVELS,
    Area,
    Building,
    DataSource,
    GameMap,
    HexsideLine,
    Label,
    Place,
    Road,
    Waters,
)
from ..geography import Geography, WarpPin
from ..grid_limits import MOST_HEXES, numbering_complaint
from ..layer import Layer
from ..lettering import PLAIN
from ..provenance import Provenance
from ..ruleset import Ruleset
from ..scenario import Scenario
from ..values import ID_OR_NOTHING, Hexes
from .atomic import SaveError, copy_file
from .codec import (
    Record,
    common_provenance,
    read_hexes,
    read_provenance,
    read_text,
    record_of,
    write_number,
    write_provenance,
)
from .counter_pictures import picture_files
from .file_problems import FileProblems
from .formats import present_format
from .map_hexes import HexReader
from .map_variant import hex_keys, hexes_of_keys, variant_from_data, variant_to_data
from .plain_data import shorten
from .references import FileReferenceError, file_below
from .resources import is_bundled
from .schema import DocumentKind
from .sources import Sources
from .variants import refuse_changes


class _Change(TypedDict, total=False):
    """In a variant: hexes that become another terrain, country or level than in the base map."""

    terrain: Annotated[Mapping[str, Hexes], Field(
        "Terrain", "A terrain, and the hexes that become it.", kinds=("object",), values=Hexes, names=Field(
            pattern=ID_OR_NOTHING), examples=("{hills: 0305 0306}",))]
    countries: Annotated[Mapping[str, Hexes], Field(
        "Countries", 'A country, or "" for none, and the hexes that become its own.', kinds=("object",),
        values=Hexes, names=Field(pattern=ID_OR_NOTHING), examples=("{northland: 1718 1719}",))]
    levels: Annotated[Mapping[str, Hexes], Field(
        "Levels", "A level, and the hexes that lie at it.", kinds=("object",), values=Hexes,
        names=Field(pattern="^(0|-?[1-9]|[1-9][0-9])$"), examples=("{1: 0305 0306}",))]


MAP = DocumentKind(
    "map", GameMap, "Map", "A hex map: grid, terrain, hexsides, roads, places, areas; or a variant with its "
    "differences from another map.", base="extends", extra={
        "change": Annotated[_Change, Field("Change", after="countries")]})

_MAP, _SOURCE = record_of(GameMap), record_of(DataSource)
_LINE, _ROAD = record_of(HexsideLine), record_of(Road)
_PLACE, _AREA, _LABEL = record_of(Place), record_of(Area), record_of(Label)
_BUILDING, _WATERS = record_of(Building), record_of(Waters)
_NO_COUNTRY = " "
_RULEBOOK = Provenance("rulebook")


def map_from_data(
    data: Mapping[str, Any], problems: FileProblems, base: GameMap | None = None
) -> GameMap | None:
    """The map of schema-checked data; None if a part of it is invalid.

    `base` is the resolved map that `extends` names.
    """
    if base is not None:
        return variant_from_data(
            data, problems, base, {"background": read_background, "geography": read_geography})
    refuse_changes(data, problems, ("change",), "map")
    grid = read_grid(data["grid"], problems)
    if grid is None:
        return None
    terrain = _layer(data["terrain"], "terrain", grid, problems)
    countries = _layer(data["countries"], "countries", grid, problems) if "countries" in data else None
    levels = _layer(data["levels"], "levels", grid, problems) if "levels" in data else NO_LEVELS
    hexes = HexReader(grid, problems)
    game_map = GameMap(
        **_MAP.values(data), grid=grid, terrain=terrain, countries=countries or blank_countries(grid),
        lines=tuple(_line(e, i, hexes) for i, e in enumerate(data.get("hexsides", ()))),
        roads=tuple(_road(e, i, hexes) for i, e in enumerate(data.get("roads", ()))),
        places=tuple(_places(data, hexes)),
        areas=tuple(read_areas(data, hexes)),
        labels=tuple(read_labels(data, hexes)),
        levels=levels,
        buildings=tuple(_sets_of_hexes(data, "buildings", _BUILDING, hexes)),
        waters=tuple(_sets_of_hexes(data, "waters", _WATERS, hexes)),
        background=read_background(data.get("background"), hexes),
        geography=read_geography(data.get("geography"), hexes),
        sources=tuple(_sources(data, hexes)),
    )
    return None if problems.broken else game_map


def blank_countries(grid: HexGrid) -> Layer:
    """The country layer of a map without countries."""
    return Layer(((_NO_COUNTRY, ""),), (_NO_COUNTRY * grid.columns,) * grid.rows)


# -- reading ----------------------------------------------------------------------------


def read_grid(data: Mapping[str, Any], problems: FileProblems) -> HexGrid | None:
    """The grid of schema-checked data; None if it is invalid."""
    columns, rows = data["columns"], data["rows"]
    if columns * rows > MOST_HEXES:
        problems.error("too-big", (
            f"The grid has {columns * rows:,} hexes; at most {MOST_HEXES:,} are possible."), ("grid",))
        return None
    given = data.get("numbering")
    if given is None:
        numbering = Numbering("column-first", Axis(1, "down"), Axis(1, "right"))
    else:
        for name in ("row", "column"):
            if given[name].get("letters") and given[name].get("digits"):
                problems.error("numbering", (
                    f"The {name}s have letters, and letters have no digits. Remove `digits`, or `letters`."),
                    ("grid", "numbering", name))
                return None
        row, column = (Axis(a["start"], a["direction"], a.get("digits", 2), a.get("letters", False))
                       for a in (given["row"], given["column"]))
        numbering = Numbering(given["order"], row, column, given.get("separator", ""))
    name = numbering.misfit(columns, rows)
    if name:
        problems.error("numbering", _misfit(numbering, name, columns, rows), ("grid", "numbering", name))
        return None
    halves = HalfHexes(**data.get("half_hexes", {}))
    if wrong := halves.misfit(data["orientation"]):
        straight = data.get("half_hexes", {})[wrong] != "all"
        problems.error("half-hexes", (
            f"At the {wrong} of this grid hexes lie in a straight line, so all of them are halves. Write "
            f"`{wrong}: all`." if straight else
            f"At the {wrong} of this grid every second hex lies farther out, so only every second one can be "
            f"a half. Write `{wrong}: odd` or `{wrong}: even`."), ("grid", "half_hexes", wrong))
        return None
    return HexGrid(data["orientation"], columns, rows, data.get("stagger", "odd"), numbering, halves)


def _misfit(numbering: Numbering, name: str, columns: int, rows: int) -> str:
    """What is wrong with a half that cannot number such a grid."""
    axis, count = (numbering.column, columns) if name == "column" else (numbering.row, rows)
    last = axis.start + count - 1
    if axis.digits and len(str(last)) > axis.digits:
        return (f"The {name} numbers reach {last}, which needs {len(str(last))} digits; `digits` is "
                f"{axis.digits}. Write `digits: {len(str(last))}`.")
    return numbering_complaint(numbering, columns, rows)


def _layer(data: Mapping[str, Any], name: str, grid: HexGrid, problems: FileProblems) -> Layer:
    legend = {letter: read_text(value) for letter, value in data["legend"].items()}
    rows = tuple(map(read_text, data["rows"]))
    if len(rows) != grid.rows:
        problems.error("bad-row", (
            f"`{name}` has {len(rows)} rows; the grid has {grid.rows}."), (name, "rows"))
    known = set(legend)
    for r, row in enumerate(rows[: grid.rows]):
        path = (name, "rows", r)
        hex = grid.number(Hex(0, r))
        if len(row) != grid.columns:
            problems.error("bad-row", (
                f"Row {r + 1} of `{name}` (from hex {hex}) has {len(row)} letters; the grid has "
                f"{grid.columns} columns."), path, hex=hex)
        elif not known.issuperset(row):
            column = next(c for c, letter in enumerate(row) if letter not in known)
            hex = grid.number(Hex(column, r))
            problems.error("unknown-letter", (
                f"The letter {row[column]!r} of hex {hex} (row {r + 1}, letter {column + 1} of `{name}`) "
                f"is not in the legend, which has {' '.join(map(repr, legend))}."), path, hex=hex)
    return Layer(tuple(legend.items()), rows)


def _line(entry: Mapping[str, Any], index: int, hexes: HexReader) -> HexsideLine:
    given = entry["sides"]
    words = given if isinstance(given, list) else read_text(given).split()
    name = read_text(entry.get("name", ""))
    what = f"{read_text(entry['kind'])} {name}".strip()
    sides = hexes.sides(words, ("hexsides", index, "sides"), shorten(what))
    return _LINE.read(entry, sides=sides)


def _road(entry: Mapping[str, Any], index: int, hexes: HexReader) -> Road:
    given = entry["path"]
    words = read_hexes(given) if isinstance(given, list) else read_text(given).replace("-", " ").split()
    name = read_text(entry.get("name", ""))
    what = f"{read_text(entry['kind'])} {name}".strip()
    path = hexes.run(words, ("roads", index, "path"), shorten(what))
    return _ROAD.read(entry, path=path)


def _places(data: Mapping[str, Any], hexes: HexReader) -> list[Place]:
    usual = read_provenance(data.get("places_provenance", "rulebook"))
    places = []
    for i, e in enumerate(data.get("places", ())):
        hex = hexes.one(read_text(e["hex"]), ("places", i, "hex"), f"place {read_text(e.get('name', ''))}")
        if hex is not None:
            places.append(_PLACE.read(e, hex=hex, provenance=usual))
    return places


def read_areas(data: Mapping[str, Any], hexes: HexReader) -> list[Area]:
    """The `areas` of schema-checked data; hexes that the map does not have are problems."""
    usual = read_provenance(data.get("areas_provenance", "rulebook"))
    areas = []
    for i, e in enumerate(data.get("areas", ())):
        words = read_hexes(e["hexes"])
        inside = hexes.several(words, ("areas", i, "hexes"), f"area {read_text(e['name'])}")
        areas.append(_AREA.read(e, hexes=inside, provenance=usual))
    return areas


def _sets_of_hexes(
    data: Mapping[str, Any], section: str, record: Record[Any], hexes: HexReader
) -> Iterator[Any]:
    """The buildings or the waters of schema-checked data; hexes that the map does not have are problems."""
    for i, entry in enumerate(data.get(section, ())):
        called = f"{section} {read_text(entry['id'])}"
        found = {key: hexes.several(read_hexes(entry[key]), (section, i, key), called)
                 for key in hex_keys(record) if key in entry}
        yield record.read(entry, **found)


def read_labels(data: Mapping[str, Any], hexes: HexReader) -> list[Label]:
    """The `labels` of schema-checked data; hexes that the map does not have are problems."""
    labels = []
    for i, e in enumerate(data.get("labels", ())):
        text = read_text(e["text"])
        hex = hexes.one(read_text(e["hex"]), ("labels", i, "hex"), f"label {text}")
        if hex is not None:
            labels.append(_LABEL.read(e, hex=hex))
    return labels


def _sources(data: Mapping[str, Any], hexes: HexReader) -> list[DataSource]:
    sources = []
    for i, e in enumerate(data.get("sources", ())):
        words = read_hexes(e.get("hexes", ()))
        inside = hexes.several(words, ("sources", i, "hexes"), f"source {read_text(e['title'])}")
        sources.append(_SOURCE.read(e, hexes=inside))
    return sources


# -- writing ----------------------------------------------------------------------------


def map_to_data(
    game_map: GameMap, whole: Mapping[str, Provenance | None] | None = None, base: GameMap | None = None
) -> dict[str, Any]:
    """The plain data of a map in canonical order; with a base, which has the same grid, only the differences
    from it.

    `whole` says which sections state a provenance for all their entries; None: chosen here.
    """
    grid = game_map.grid
    if base is not None:
        return variant_to_data(game_map, base, whole, {
            "background": lambda v: None if v is None else write_background(v, grid),
            "geography": lambda v: None if v is None else write_geography(v, grid)})
    apart: dict[str, Any] = {"grid": grid_data(grid), "terrain": _layer_data(game_map.terrain)}
    if game_map.geography is not None:
        apart["geography"] = write_geography(game_map.geography, grid)
    if game_map.background is not None:
        apart["background"] = write_background(game_map.background, grid)
    if game_map.countries != blank_countries(grid):
        apart["countries"] = _layer_data(game_map.countries)
    if game_map.has_levels:
        levels = game_map.levels
        apart["levels"] = {"legend": {x: int(v) for x, v in levels.legend}, "rows": list(levels.rows)}
    origins: dict[str, Provenance] = {}
    for section, entries in (("places", game_map.places), ("areas", game_map.areas)):
        one = common_provenance(entries, _RULEBOOK) if whole is None else whole.get(section)
        if one is not None:
            origins[section] = one
    usual = {section: origins.get(section, _RULEBOOK) for section in ("places", "areas")}
    lists: dict[str, list[dict[str, Any]]] = {
        "sources": [_SOURCE.write(s, _hexes(s.hexes, grid)) for s in game_map.sources],
        "hexsides": [
            _LINE.write(x, {"sides": " ".join(map(grid.side_text, x.sides))}) for x in game_map.lines],
        "roads": [_ROAD.write(r, {"path": "-".join(map(grid.number, r.path))}) for r in game_map.roads],
        "places": [_place_data(p, grid, usual["places"]) for p in game_map.places],
        "areas": [
            _AREA.write(a, {"hexes": " ".join(map(grid.number, a.hexes))}, provenance=usual["areas"])
            for a in game_map.areas],
        "labels": [_LABEL.write(x, {"hex": grid.number(x.hex)}) for x in game_map.labels],
        "buildings": [_BUILDING.write(b, hexes_of_keys(_BUILDING, b, grid)) for b in game_map.buildings],
        "waters": [_WATERS.write(w, hexes_of_keys(_WATERS, w, grid)) for w in game_map.waters]}
    written = _MAP.write(game_map, apart | {k: v for k, v in lists.items() if v})
    out: dict[str, Any] = {"format": present_format("map"), "kind": "map"}
    for key in _MAP.fields:
        if key in origins:
            out[f"{key}_provenance"] = write_provenance(origins[key])
        if key in written:
            out[key] = written[key]
    return out


def _place_data(place: Place, grid: HexGrid, usual: Provenance) -> dict[str, Any]:
    # The lettering of a place without a name does not matter.
    shown = place if place.name else replace(place, lettering=PLAIN)
    return _PLACE.write(shown, {"hex": grid.number(place.hex)}, provenance=usual)


def _hexes(hexes: tuple[Hex, ...], grid: HexGrid) -> dict[str, str]:
    return {"hexes": " ".join(map(grid.number, hexes))} if hexes else {}


def grid_data(grid: HexGrid) -> dict[str, Any]:
    """A grid as it is written in files."""
    def axis(a: Axis) -> dict[str, Any]:
        return {"start": a.start, "direction": a.direction,
                **({"letters": True} if a.letters else {"digits": a.digits})}

    n = grid.numbering
    return {
        "orientation": grid.orientation, "columns": grid.columns, "rows": grid.rows, "stagger": grid.stagger,
        "numbering": {
            "order": n.order, "row": axis(n.row), "column": axis(n.column),
            **({"separator": n.separator} if n.separator else {})},
        **({} if grid.half_hexes == NO_HALVES else {"half_hexes": {
            edge: lines for edge, lines in zip(EDGES, grid.half_hexes, strict=True) if lines}}),
    }


def _layer_data(layer: Layer) -> dict[str, Any]:
    return {"legend": dict(layer.legend), "rows": list(layer.rows)}


# -- the `background` of a map file: plain data to a `Background` and back -------------------------


PICTURE_ENDINGS = (".png", ".jpg", ".jpeg")


def read_background(data: Mapping[str, Any] | None, hexes: HexReader) -> Background | None:
    """The background of schema-checked data; hexes that the map does not have are problems."""
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
    """The folder from which paths of background pictures start: that of the map file, or, if the map is a
    sample that will be copied when it is saved, that of the scenario. None before the first save."""
    for file in (sources.map, sources.scenario):
        if file is not None and not is_bundled(file.path):
            return file.path.parent
    return None


def files_in_use(sources: Sources, design: Design | None) -> tuple[Path, ...]:
    """The files of a design, those they extend, the picture its map is traced from and those on its counters,
    as it is now and as it was read, because an undo goes back to that: nothing made from the design may
    overwrite them. `design` is None where there is none yet."""
    files = [f.path for x in (sources.ruleset, sources.map, sources.scenario) if x is not None
             for f in x.chain()]
    pictures: list[Path] = []
    for kind in ("ruleset", "map", "scenario"):
        source = sources.of(kind)
        folder = picture_folder(sources) if kind == "map" else source.path.parent if source else None
        for document in (getattr(design, kind, None), source.document if source else None):
            if folder is None or document is None:
                continue
            if isinstance(document, Ruleset | Scenario):
                pictures += picture_files(document, folder)
            elif isinstance(document, GameMap) and document.background is not None:
                with suppress(FileReferenceError):
                    pictures.append(picture_file(document.background, folder))
    return (*files, *dict.fromkeys(pictures))


def picture_file(background: Background, folder: Path) -> Path:
    """The picture of a map file in `folder`; raises `FileReferenceError`, or `MissingFileError` if it is only
    missing."""
    return file_below(background.picture, folder, "picture", PICTURE_ENDINGS)


def bring_picture(background: Background, before: Path, now: Path) -> str:
    """Copy the picture of a map that moves to another folder, under the same relative path; a sentence for
    the user, or "". The old picture stays."""
    name = background.picture
    try:
        old = picture_file(background, before)
    except FileReferenceError:
        return ""
    target = now / name
    try:
        if target.exists():
            other = f"The map now shows the {name} of its new folder, which is another picture."
            return "" if filecmp.cmp(old, target) else other
        copy_file(old, target)
    except (OSError, SaveError) as error:
        return f"The background picture was not copied: {error} It is still in {before}."
    return f"The background picture {name} was copied too."


# -- the `geography` of a map file: plain data to a `Geography` and back ---------------------------


_REACH = Geography((0.0, 0.0), 1.0, 0.0, Hex(0, 0), (0.0, 0.0)).reach


def read_geography(data: Mapping[str, Any] | None, hexes: HexReader) -> Geography | None:
    """The reference of schema-checked data; an anchor that is not a hex of the map is a problem."""
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
