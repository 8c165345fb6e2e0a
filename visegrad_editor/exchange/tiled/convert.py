"""A Tiled map as a map of ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...hexgrid import Axis, Hex, HexGrid, Numbering, Orientation
from ...model.edit.blank import first_ground, usual_numbering
from ...model.findings import Findings
from ...model.gamemap import GameMap
from ...model.json_read import read_json
from ...model.layer import Layer
from ...model.map_file import map_from_data
from ...model.naming import document_name
from ...model.problems import Problem
from ...model.ruleset import Ruleset
from ...model.schema import check_schema, schema
from ...model.yaml_read import Reading
from ..errors import ImportProblem
from .document import TiledMap, TileLayer
from .entries import DATA, ORDER, from_properties
from .objects import Found, ObjectReader
from .tiles import EMPTY, FoundTile, Tiles

_FIXED = ("format", "kind", "grid", "terrain", "countries", "hexsides", "roads", "places", "areas", "labels")


@dataclass(frozen=True)
class Converted:
    """What came of a Tiled map: the map, the hexes of counters by unit key, and what is worth telling."""

    map: GameMap
    counters: Mapping[str, Hex]
    notes: tuple[str, ...] = ()


@dataclass
class Conversion:
    """One Tiled map, to be turned into a map under a ruleset."""

    tiled: TiledMap
    ruleset: Ruleset
    name: str
    """The map's title where the file names none."""
    _rest: dict[str, Any] = field(init=False)
    _tiles: Tiles = field(init=False)

    def __post_init__(self) -> None:
        self._tiles = Tiles(self.tiled, self.ruleset)
        self._rest = _rest(self.tiled)

    @property
    def ours(self) -> bool:
        """Whether this program wrote it."""
        return bool(self._rest)

    def found(self) -> list[FoundTile]:
        """The kinds of tile the ground has, and which terrain each seems to be."""
        return self._tiles.found()

    def converted(self, choices: Mapping[str, str] | None = None, usual: str = "") -> Converted:
        """The map. `choices` says which terrain a label is, `usual` what is taken for all others.

        Raises `ImportProblem` where no map can be made of it.
        """
        choices, usual = choices or {}, usual or first_ground(self.ruleset)
        for terrain in (*choices.values(), usual):
            if terrain not in self.ruleset.terrain_by_id:
                raise ImportProblem(f"The ruleset {self.ruleset.title} has no terrain “{terrain}”.")
        grid = self._grid()
        notes = list(self.tiled.notes)
        values = self._tiles.values(choices, usual, self.ours)
        notes += self._unknown(choices, usual)
        if self._tiles.turned:
            notes.append("Some tiles are turned or mirrored; terrain has no direction, so that is left out.")
        objects = ObjectReader(self.tiled, grid, self.ruleset).read()
        data = self._data(grid, values, objects)
        found = Findings(self.name, Reading("", data, {}))
        problems = [p for p in check_schema("map", found.reading, self.name) if p.code != "unknown-key"]
        map = None if problems else map_from_data(data, found)
        if map is None:
            raise ImportProblem("No map can be made of this file: " + _listed([*problems, *found.problems]))
        return Converted(map, objects.counters, (*notes, *objects.notes))

    def _unknown(self, choices: Mapping[str, str], usual: str) -> list[str]:
        name = self.ruleset.terrain_by_id[usual].name
        found = []
        for tile in self.found():
            kept = self.ours and tile.label != EMPTY
            if tile.terrain is None and tile.label not in choices and not kept:
                what = (
                    f"The tile “{tile.label}” is no terrain" if tile.label else "No tile lies in some hexes"
                )
                found.append(
                    f"{what} ({tile.count:,} {'hex' if tile.count == 1 else 'hexes'}): taken as {name}."
                )
        return found

    def _grid(self) -> HexGrid:
        m = self.tiled
        numbering = _numbering(self._rest.get("grid"))
        if numbering is None or numbering.misfit(m.width, m.height):
            numbering = usual_numbering(m.width, m.height)
        orientation: Orientation = "pointy" if m.stagger_axis == "y" else "flat"
        return HexGrid(orientation, m.width, m.height, m.stagger_index, numbering)

    def _data(self, grid: HexGrid, values: list[str], objects: Found) -> dict[str, Any]:
        """The map as the plain data of a map file."""
        known = schema("map")["properties"]
        given = {k: v for k, v in self.tiled.properties.items() if k in known and isinstance(v, str)}
        data = {k: v for k, v in {**self._rest, **given}.items() if k in known and k not in _FIXED}
        data.setdefault("title", self.name)
        data.setdefault("name", document_name(str(data["title"]), "map"))
        if not self.ours or "ruleset" not in data:
            data["ruleset"] = self.ruleset.name
        if not self.ours:
            data.setdefault("provenance", "designer")
            data.setdefault("places_provenance", "designer")
        n = grid.numbering
        data.update(
            format=1,
            kind="map",
            grid={
                "orientation": grid.orientation,
                "columns": grid.columns,
                "rows": grid.rows,
                "stagger": grid.stagger,
                "numbering": {
                    "order": n.order,
                    "separator": n.separator,
                    "row": {"start": n.row.start, "direction": n.row.direction, "digits": n.row.digits},
                    "column": {
                        "start": n.column.start,
                        "direction": n.column.direction,
                        "digits": n.column.digits,
                    },
                },
            },
        )
        legends = self._rest.get("legends")
        legends = legends if isinstance(legends, dict) else {}
        data["terrain"] = _letters(values, legends.get("terrain"), ".", grid)
        if self._tiles.countries:
            data["countries"] = _letters(self._tiles.country_of_each(), legends.get("countries"), " ", grid)
        for section in ("hexsides", "roads", "places", "labels"):
            entries = [_known(e, section) for e in getattr(objects, section)]
            if entries:
                data[section] = entries
        if areas := self._areas(grid):
            data["areas"] = areas
        return data

    def _areas(self, grid: HexGrid) -> list[dict[str, Any]]:
        ranked: list[tuple[float, int, dict[str, Any]]] = []
        for layer in self._tiles.areas:
            entry = from_properties(layer.properties)
            order = entry.pop(ORDER, None)
            rank = float(order) if isinstance(order, int) else float("inf")
            entry = _known(entry, "areas")
            entry.setdefault("name", layer.name)
            entry.setdefault("id", document_name(layer.name, "area"))
            entry["hexes"] = _area_hexes(layer, entry.get("hexes"), grid)
            ranked.append((rank, len(ranked), entry))
        return [e for _, _, e in sorted(ranked, key=lambda x: x[:2])]


def _rest(map: TiledMap) -> dict[str, Any]:
    """What the map carries of a map file besides layers and objects; {} for maps of others."""
    try:
        found = read_json(str(map.properties.get(DATA, "")))
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _numbering(grid: Any) -> Numbering | None:
    """The numbering of the grid in the data carried along, where there is a usable one."""
    try:
        given = grid["numbering"]
        axes = [
            Axis(int(a["start"]), a["direction"], int(a.get("digits", 2)))
            for a in (given["row"], given["column"])
        ]
        good = (
            given["order"] in ("row-first", "column-first")
            and axes[0].direction in ("down", "up")
            and axes[1].direction in ("right", "left")
            and all(0 <= a.start <= 9999 and 1 <= a.digits <= 4 for a in axes)
        )
        return Numbering(given["order"], axes[0], axes[1], str(given.get("separator", ""))) if good else None
    except (TypeError, KeyError, ValueError, AttributeError):
        return None


def _letters(values: list[str], legend: Any, blank: str, grid: HexGrid) -> dict[str, Any]:
    """A layer of a map file; letters of the legend it had are kept."""
    pairs: dict[str, str] = {}
    for pair in legend if isinstance(legend, list) else ():
        if (
            isinstance(pair, list)
            and len(pair) == 2
            and all(isinstance(x, str) for x in pair)
            and len(pair[0]) == 1
        ):
            pairs.setdefault(pair[0], pair[1])
    first = values[0]
    if first not in pairs.values() and blank not in pairs and (blank != " " or first == ""):
        pairs[blank] = first
    layer = Layer(tuple(pairs.items()), ())
    for value in dict.fromkeys(values):
        layer = layer.with_letter_for(value)
    letters = layer.letters
    text = "".join(letters[v] for v in values)
    wide = grid.columns
    return {"legend": dict(layer.legend), "rows": [text[i : i + wide] for i in range(0, len(text), wide)]}


def _area_hexes(layer: TileLayer, before: Any, grid: HexGrid) -> str:
    """The hexes of an area, in the order they had."""
    inside = [grid.number(h) for h, gid in zip(grid, layer.gids, strict=True) if gid]
    left = dict.fromkeys(inside)
    words = before.split() if isinstance(before, str) else before if isinstance(before, list) else []
    kept = [str(w) for w in words if str(w) in left]
    return " ".join(dict.fromkeys((*kept, *inside)))


def _known(entry: dict[str, Any], section: str) -> dict[str, Any]:
    """The entry without what a map file cannot say of one: properties people gave it in Tiled."""
    keys = schema("map")["properties"][section]["items"]["properties"]
    return {k: v for k, v in entry.items() if k in keys}


def _listed(problems: list[Problem]) -> str:
    shown = " ".join(p.message for p in problems[:3])
    return f"{shown} (and {len(problems) - 3} more)" if len(problems) > 3 else shown
