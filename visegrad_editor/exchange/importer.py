"""Importing maps and tables of other programs into the open design, or as a new map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from ..hexgrid import Hex
from ..lazy_dataclass import dataclass
from ..model.check import check_documents, check_rules
from ..model.design import Design
from ..model.edit.hex_rows import with_rows
from ..model.edit.units import place_units
from ..model.files.load import LoadResult, load
from ..model.files.references import FileReferenceError, resolve
from ..model.gamemap import GameMap
from ..model.layer import Layer
from ..model.ruleset import Ruleset
from ..model.scenario import Scenario
from .errors import FileImportError
from .hex_cells import split_entries
from .hex_table import MOST_BYTES, HexTable, TableProblem, decoded, hex_table_of_text, read_bounded
from .tables import HexCells
from .tiled.convert import Conversion, ConvertedMap, ObjectProblem
from .tiled.document import TiledMap
from .tiled.files import read_tiled
from .unit_table import WORKBOOK, UnitImport, is_unit_heading, read_units, text_rows, unit_import

TABLES, TILED = (".csv", ".tsv", ".txt", WORKBOOK), (".tmx", ".tmj", ".json")
ENDINGS = (*TABLES, *TILED)
_LONGEST_HEAD = 100_000
"""The most letters of a first line that may have the heads of a table of units."""


@dataclass(frozen=True)
class HexChange:
    """One change in a hex, or, without a hex, on the map or in the scenario."""

    hex: str
    what: str
    before: str
    after: str

    def __str__(self) -> str:
        where = f"{self.hex}, {self.what}" if self.hex else self.what
        return f"{where}: {self.before or '–'} → {self.after or '–'}"


@dataclass(frozen=True)
class ImportResult:
    """A design after an import, the changes in it, and notes for the user. `problems` are errors in the file;
    their cells and objects were left out."""

    design: Design
    changes: tuple[HexChange, ...] = ()
    problems: tuple[TableProblem | ObjectProblem, ...] = ()
    notes: tuple[str, ...] = ()
    encoding: str = ""
    """The encoding of a table; "" for other files."""


def is_tiled(path: Path) -> bool:
    """Whether a file is a map of Tiled by its extension, and not a table; raises `FileImportError` for
    others."""
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        complaint = (f'"{path.suffix}" is not a format that' if path.suffix
                     else f'"{path.name}" has no extension, so it is not a file that')
        raise FileImportError(
            f"{complaint} this program can import. Possible are .csv (a table of hexes or units), .xlsx (a "
            "table of units), .tmx and .tmj (maps of Tiled).")
    return ending in TILED


def import_table(path: Path, design: Design, encoding: str = "",
                 make_formations: bool = False) -> ImportResult | UnitImport:
    """A design after a table of hexes or of units, whichever its heads say; raises `FileImportError` if the
    file is neither, or not written in the encoding. `make_formations` is that of `read_units`."""
    if path.suffix.lower() == WORKBOOK:
        return read_units(path, design, "", make_formations)
    text, taken, note = decoded(read_bounded(path, MOST_BYTES, "table"), path.name, design, encoding)
    first = text.lstrip("\r\n").partition("\n")[0]
    head = text_rows(first, path.name) if len(first) < _LONGEST_HEAD else []
    if first.lower().startswith("sep=") or (head and is_unit_heading(head[0][1], design)):
        rows = text_rows(text, path.name)
        return unit_import(design, rows, path.name, (note,) if note else (), taken, make_formations)
    return _with_hexes(design, hex_table_of_text(text, taken, note, path.name, design))


def _with_hexes(design: Design, table: HexTable) -> ImportResult:
    map, conflicts = with_rows(design.map, table.rows)
    problems = [*table.problems, *(table.conflict_problem(c, design.map.grid) for c in conflicts)]
    new = design if map is design.map else replace(design, map=map)
    problems.sort(key=lambda p: p.line)
    return ImportResult(new, changes(design, new), tuple(problems), tuple(table.notes),
                    encoding=table.encoding)


def tiled_conversion(path: Path, ruleset: Ruleset, tiled: TiledMap | None = None) -> Conversion:
    """A map of Tiled, to be converted under a ruleset; raises `FileImportError`. `tiled` is the map of the
    file, if it was read already."""
    return Conversion(tiled or read_tiled(path), ruleset, path.stem.replace("_", " ").strip() or "Map")


def named_ruleset(tiled: TiledMap) -> str:
    """The ruleset that a map of Tiled was made for: a bundled name or a path; "" if it states none."""
    name = tiled.properties.get("ruleset")
    return name.strip() if isinstance(name, str) else ""


def load_named_ruleset(path: Path, tiled: TiledMap) -> LoadResult | None:
    """The ruleset named by the map of Tiled in that file, bundled or below the folder of the file; None if it
    names none. Raises `FileImportError` if there is no such ruleset, or it cannot be read."""
    named = named_ruleset(tiled)
    if not named:
        return None
    wanted = f'{path.name} is a map for the ruleset "{named[:80]}".'
    try:
        loaded = load(resolve("ruleset", named, path.parent), "ruleset")
    except FileReferenceError as error:
        raise FileImportError(f"{wanted} {error}") from error
    if loaded.ruleset is None:
        raise FileImportError(f"{wanted} It cannot be read: " + " ".join(str(p) for p in loaded.problems[:3]))
    return loaded


def fits(conversion: Conversion, map: GameMap) -> bool:
    """Whether a map of Tiled has the hexes of a map, so that it may change it."""
    tiled, grid = conversion.tiled, map.grid
    return (tiled.width, tiled.height, tiled.stagger_axis, tiled.stagger_index) == (
        grid.columns, grid.rows, "y" if grid.orientation == "pointy" else "x", grid.stagger)


def merge_tiled(design: Design, converted: ConvertedMap) -> ImportResult:
    """A design after a map of Tiled with the same hexes: the contents of the map are replaced; name, numbers
    and background stay. Counters of the scenario move to the hexes they have there."""
    new = converted.map
    map = replace(
        design.map, terrain=_kept(design.map.terrain, new.terrain), lines=new.lines,
        countries=_kept(design.map.countries, new.countries), roads=new.roads, places=new.places,
        areas=new.areas, labels=new.labels)
    scenario = design.scenario
    if scenario is not None:
        scenario = _moved(design, converted.counters)
    after = replace(design, map=design.map if map == design.map else map, scenario=scenario)
    if after.map is design.map and scenario is design.scenario:
        after = design
    return ImportResult(after, changes(design, after), converted.problems, converted.notes)


def new_errors(before: Design | None, after: Design) -> list[str]:
    """What is wrong in a design after an import, but not in the one before it or in its ruleset alone."""
    old = check_documents(before) if before is not None else check_rules(after.ruleset)
    known = {p.message for p in old}
    return [p.message for p in check_documents(after) if p.severity == "error" and p.message not in known]


def _kept(old: Layer, new: Layer) -> Layer:
    """The new layer in the letters of the old one; the old one if both are the same."""
    values = {
        Hex(c, r): new.values[letter] for r, row in enumerate(new.rows) for c, letter in enumerate(row)}
    return old.with_values(values)


def _moved(design: Design, counters: Mapping[str, Hex]) -> Scenario:
    scenario = design.scenario
    assert scenario is not None
    for key, hex in counters.items():
        unit, number = scenario.unit_by_key.get(key), design.map.grid.number(hex)
        if unit is not None and unit.hex and unit.hex != number:
            scenario = place_units(scenario, [key], number)
    return scenario


def _apart(column: str, before: str, after: str) -> tuple[str, str]:
    """Two cells; of lists of lines on sides only the entries that are not in both."""
    if column not in ("hexsides", "roads"):
        return before, after
    one, other = split_entries(before), split_entries(after)
    return "; ".join(x for x in one if x not in other), "; ".join(x for x in other if x not in one)


def changes(before: Design, after: Design) -> tuple[HexChange, ...]:
    """The changes between two designs on the same hexes, hex by hex; then those that no table shows."""
    if before.map is after.map and before.scenario is after.scenario:
        return ()
    result = []
    old_cells, new_cells = HexCells(before.map), HexCells(after.map)
    for hex in before.map.grid:
        one, other = old_cells.of(hex), new_cells.of(hex)
        for key in one:
            if one[key] != other[key]:
                result.append(HexChange(one["hex"], key, *_apart(key, one[key], other[key])))
    for what in ("areas", "labels"):
        old, new = getattr(before.map, what), getattr(after.map, what)
        if old != new:
            known = set(new)
            same = sum(x in known for x in old)
            result.append(HexChange("", what, f"{len(old)}", f"{len(new)}, {same} of them as before"))
    if before.scenario is not None and after.scenario is not None:
        for unit in before.scenario.units:
            now = after.scenario.unit_by_key.get(unit.key, unit)
            if now.hex != unit.hex:
                result.append(HexChange("", f"counter {unit.name}", unit.hex or "", now.hex or ""))
    return tuple(result)
