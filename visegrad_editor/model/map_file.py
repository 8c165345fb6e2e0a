"""Map files: plain data to a `GameMap` and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..hexgrid import Axis, Hex, HexGrid, Numbering
from .background_file import read_background, write_background
from .codec import common_provenance, read_hexes, read_provenance, read_text, record_of, write_provenance
from .findings import Findings
from .gamemap import Area, DataSource, GameMap, HexsideLine, Label, Place, Road
from .geography_file import read_geography, write_geography
from .grid_limits import MOST_HEXES
from .layer import Layer
from .lettering import PLAIN
from .map_hexes import HexReader
from .provenance import Provenance
from .schema import Document
from .yaml_read import shorten

MAP = Document("map", GameMap, "Map", "A hex map: grid, terrain, hexsides, roads, places, areas.")

_MAP, _SOURCE = record_of(GameMap), record_of(DataSource)
_LINE, _ROAD = record_of(HexsideLine), record_of(Road)
_PLACE, _AREA, _LABEL = record_of(Place), record_of(Area), record_of(Label)
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
        **_MAP.values(data), grid=grid, terrain=terrain, countries=countries or blank_countries(grid),
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
    found = []
    for i, e in enumerate(data.get("places", ())):
        hex = hexes.one(read_text(e["hex"]), ("places", i, "hex"), f"place {read_text(e.get('name', ''))}")
        if hex is not None:
            found.append(_PLACE.read(e, hex=hex, provenance=usual))
    return found


def read_areas(data: Mapping[str, Any], hexes: HexReader) -> list[Area]:
    """The `areas` of schema-checked data; hexes that the map has not are problems."""
    usual = read_provenance(data.get("areas_provenance", "rulebook"))
    found = []
    for i, e in enumerate(data.get("areas", ())):
        words = read_hexes(e["hexes"])
        inside = hexes.several(words, ("areas", i, "hexes"), f"area {read_text(e['name'])}")
        found.append(_AREA.read(e, hexes=inside, provenance=usual))
    return found


def read_labels(data: Mapping[str, Any], hexes: HexReader) -> list[Label]:
    """The `labels` of schema-checked data; hexes that the map has not are problems."""
    found = []
    for i, e in enumerate(data.get("labels", ())):
        text = read_text(e["text"])
        hex = hexes.one(read_text(e["hex"]), ("labels", i, "hex"), f"label {text}")
        if hex is not None:
            found.append(_LABEL.read(e, hex=hex))
    return found


def _sources(data: Mapping[str, Any], hexes: HexReader) -> list[DataSource]:
    found = []
    for i, e in enumerate(data.get("sources", ())):
        words = read_hexes(e.get("hexes", ()))
        inside = hexes.several(words, ("sources", i, "hexes"), f"source {read_text(e['title'])}")
        found.append(_SOURCE.read(e, hexes=inside))
    return found


# -- writing ----------------------------------------------------------------------------


def map_to_data(game_map: GameMap, whole: Mapping[str, Provenance | None] | None = None) -> dict[str, Any]:
    """The plain data of a map in canonical order.

    `whole` says which sections give a provenance for all their entries; None: chosen here.
    """
    grid = game_map.grid
    apart: dict[str, Any] = {"grid": _grid_data(grid), "terrain": _layer_data(game_map.terrain)}
    if game_map.geography is not None:
        apart["geography"] = write_geography(game_map.geography, grid)
    if game_map.background is not None:
        apart["background"] = write_background(game_map.background, grid)
    if game_map.countries != blank_countries(grid):
        apart["countries"] = _layer_data(game_map.countries)
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
        "labels": [_LABEL.write(x, {"hex": grid.number(x.hex)}) for x in game_map.labels]}
    written = _MAP.write(game_map, apart | {k: v for k, v in lists.items() if v})
    out: dict[str, Any] = {"format": 1, "kind": "map"}
    for key in _MAP.fields:
        if key in origins:
            out[f"{key}_provenance"] = write_provenance(origins[key])
        if key in written:
            out[key] = written[key]
    return out


def _place_data(place: Place, grid: HexGrid, usual: Provenance) -> dict[str, Any]:
    # How a name is written is of no account where there is none.
    shown = place if place.name else replace(place, lettering=PLAIN)
    return _PLACE.write(shown, {"hex": grid.number(place.hex)}, provenance=usual)


def _hexes(hexes: tuple[Hex, ...], grid: HexGrid) -> dict[str, str]:
    return {"hexes": " ".join(map(grid.number, hexes))} if hexes else {}


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
