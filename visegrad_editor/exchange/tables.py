"""Units and hexes as tables for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from ..hexgrid import Hex
from ..model.design import Design
from ..model.edit.hex_rows import road_marks, side_marks
from ..model.edit.unit_cells import UnitColumn, cell_text
from ..model.edit.unit_cells import unit_columns as edit_columns
from ..model.gamemap import GameMap
from ..model.provenance import Provenance
from ..model.ruleset import Ruleset
from ..model.scenario import Scenario, Unit
from .cell_texts import guard_cell
from .hex_cells import roads_cell, sides_cell

Cell = str | int | None
HEX_COLUMNS = ("hex", "terrain", "country", "features", "name", "hexsides", "roads")


def unit_columns(ruleset: Ruleset) -> tuple[str, ...]:
    """The heads of the columns of a table of units: among them one for each value on the counters, and one
    for each that a step loss changes."""
    columns = _columns(ruleset)
    return ("key", *(c.head for c in columns), "provenance")


def _columns(ruleset: Ruleset, units: Iterable[Unit] = ()) -> list[UnitColumn]:
    """The columns between key and provenance: what most look for first."""
    first = ("name", "nationality", "type", "size")

    def place(column: UnitColumn) -> int:
        if column.id in first:
            return first.index(column.id)
        last = ("prototype", "setup", "turn", "entry", "withdrawal", "release", "reduced", "position",
                "short", "formation", "steps", "notes")
        return len(first) + 1 + last.index(column.id) if column.id in last else len(first)

    units = tuple(units)
    unused = {id for id in ("prototype", "withdrawal", "release") if not any(getattr(u, id) for u in units)}
    return sorted((c for c in edit_columns(ruleset, units) if c.id not in unused), key=place)


def units_csv(design: Design, scenario: Scenario) -> bytes:
    """All units, in the order of the scenario. `reduced` is the strength after a step loss."""
    return csv_bytes(*unit_rows(design, scenario))


def unit_rows(design: Design, scenario: Scenario) -> tuple[tuple[str, ...], list[list[Cell]]]:
    """The heads and the rows of the table of all units."""
    columns = _columns(design.ruleset, scenario.units)
    return (("key", *(c.head for c in columns), "provenance"),
            [_unit(unit, design, columns) for unit in scenario.units])


def _unit(unit: Unit, design: Design, columns: Sequence[UnitColumn]) -> list[Cell]:
    texts = ((c, cell_text(design, unit, c.id)) for c in columns)
    cells: list[Cell] = [int(t) if t.isdecimal() and (c.kind == "number" or c.id == "turn") else t
                         for c, t in texts]
    return [unit.key, *cells, _sources(unit.provenance)]


def _sources(provenance: Provenance) -> str:
    """The sources of the values of a unit: `rulebook; strength: reconstructed`."""
    others = [f"{value}: {p.source}" for value, p in provenance.values if p.source != provenance.source]
    return "; ".join([provenance.source, *others])


def hexes_csv(map: GameMap) -> bytes:
    """All hexes, row by row from the top left, with their contents and the lines on their sides."""
    cells = HexCells(map)
    return csv_bytes(HEX_COLUMNS, (list(cells.of(h).values()) for h in map.grid))


class HexCells:
    """The cells of the hexes of one map."""

    def __init__(self, map: GameMap) -> None:
        self._map = map
        self._sides, self._roads = side_marks(map), road_marks(map)

    def of(self, hex: Hex) -> dict[str, str]:
        """The cells of a hex, by column."""
        map, grid = self._map, self._map.grid
        place = map.place_at.get(hex)
        return {
            "hex": grid.number(hex),
            "terrain": map.terrain.at(hex),
            "country": map.countries.at(hex),
            "features": " ".join(map.features_at(hex)),
            "name": place.name if place else "",
            "hexsides": sides_cell(self._sides.get(hex, {}), grid.orientation),
            "roads": roads_cell(self._roads.get(hex, {}), grid.orientation),
        }


def csv_bytes(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """A CSV file: UTF-8 with the byte order mark for spreadsheets, commas, lines ending in CR LF."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow(header)
    for row in rows:
        writer.writerow(["" if c is None else guard_cell(c) if isinstance(c, str) else c for c in row])
    return stream.getvalue().encode("utf-8-sig")
