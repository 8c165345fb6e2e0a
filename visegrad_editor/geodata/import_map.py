"""Importing: compute a map, put the changes into the map file, keep a record of the computed map.

The record is beside the map, see `model.computed_record`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from ..hexgrid import Hex
from ..lazy_dataclass import dataclass
from ..model.check import check_documents
from ..model.design import Design
from ..model.files.load import load
from ..model.files.references import FileReferenceError, resolve
from ..model.files.sources import Sources
from ..model.files.store import save_design
from ..model.gamemap import GameMap
from ..model.lint import broken_lines
from ..model.problems import Problem
from .alignment import align, align_config, moved_record
from .compute import ComputedMap, compute
from .config import Config, read_config
from .config_words import words_without_use
from .merge import MergeResult, merge
from .record import GeodataImportError as GeodataImportError
from .record import first_problem, read_record, sheet_of


@dataclass(frozen=True)
class MapImportResult:
    """The result of an import: the design with its map, the changes in it, and its problems."""

    design: Design
    computed: ComputedMap
    merged: MergeResult
    is_new: bool
    has_record: bool
    problems: tuple[Problem, ...]
    notes: tuple[str, ...] = ()
    sources: Sources | None = None
    """The file of the ruleset of a new map."""
    where: str = ""
    """A sentence if the map lies elsewhere on the earth than the config says."""


def import_map(
    config_path: Path, map_path: Path, folder: Path | None = None, *,
    reset: Collection[str] | None = (), write: bool = True,
) -> MapImportResult:
    """Compute the map of a config and update the map file, or create it; `folder` may also hold data.

    `reset`: numbers of hexes whose changes by hand are given up; None: everywhere. Raises `ConfigError`,
    `SourceError`, `AlignmentError`, `GeodataImportError`, SaveError; then nothing is written.
    """
    config = read_config(config_path, folder)
    if map_path.exists():
        return _again(config, map_path, reset, write)
    computed = compute(config)
    design, sources = new_design(computed.map, config_path)
    notes = save_design(design, sources, map_path).notes if write else ()
    nothing = MergeResult(computed.map, (), ())
    return MapImportResult(design, computed, nothing, True, False, _problems(config, computed, design), notes)


def propose(
    config_path: Path, folder: Path | None, design: Design | None, record: GameMap | None,
    reset: Collection[Hex] | None = (),
) -> MapImportResult:
    """The result of an import into a design, or, without one, of a new map.

    Only the config and its data are read, and nothing is written; raises as `import_map` does.
    """
    config = read_config(config_path, folder)
    if design is None:
        computed = compute(config)
        new, sources = new_design(computed.map, config_path)
        nothing = MergeResult(computed.map, (), ())
        problems = _problems(config, computed, new)
        return MapImportResult(new, computed, nothing, True, False, problems, sources=sources)
    config, where = align_config(config, design.map, record is not None)
    computed = compute(config)
    after, merged = updated(design, computed.map, record, reset)
    problems = _problems(config, computed, after)
    return MapImportResult(after, computed, merged, False, record is not None, problems, where=where)


def new_design(computed: GameMap, config_path: Path) -> tuple[Design, Sources]:
    """A new design of a computed map, with the ruleset it names; raises `GeodataImportError`."""
    try:
        ruleset_path = resolve("ruleset", computed.ruleset, config_path.parent)
    except FileReferenceError as error:
        raise GeodataImportError(str(error)) from None
    loaded = load(ruleset_path, "ruleset")
    if loaded.ruleset is None:
        raise GeodataImportError(
            f"The ruleset {computed.ruleset} cannot be read: {first_problem(loaded.problems)}")
    design = Design(loaded.ruleset, replace(computed, computed=computed))
    return design, Sources(ruleset=loaded.sources.ruleset)


def _again(config: Config, map_path: Path, reset: Collection[str] | None, write: bool) -> MapImportResult:
    loaded = load(map_path, "map")
    if loaded.design is None:
        raise GeodataImportError(f"{map_path.name} is not a readable map: {first_problem(loaded.problems)}")
    record = read_record(map_path)
    config, where = align_config(config, loaded.design.map, record is not None)
    computed = compute(config)
    design, merged = updated(
        loaded.design, computed.map, record, None if reset is None else _hexes(loaded.design.map, reset))
    notes: tuple[str, ...] = ()
    if write:
        notes = save_design(design, loaded.sources).notes
    problems = _problems(config, computed, design)
    return MapImportResult(design, computed, merged, False, record is not None, problems, notes, where=where)


def updated(
    design: Design, computed: GameMap, record: GameMap | None, reset: Collection[Hex] | None = ()
) -> tuple[Design, MergeResult]:
    """The design with its map updated, and the changes and kept values; saving it writes the new record.
    Without a record everything that is as on an empty sheet follows the data. See `merge`; raises
    `AlignmentError`."""
    current = design.map
    bare = current if current.geography is not None else replace(current, geography=computed.geography)
    new = align(computed, bare)
    before = sheet_of(design) if record is None else moved_record(record, bare)
    merged = merge(current, before, new, reset)
    map = replace(merged.map, computed=new)
    if record is None and not merged.kept and current.provenance == before.provenance:
        # An untouched sheet is replaced as a whole by the computed map.
        map = replace(map, provenance=computed.provenance)
    return replace(design, map=map), merged


def _problems(config: Config, computed: ComputedMap, design: Design) -> tuple[Problem, ...]:
    """The problems of the config, its data and the map, and rivers in pieces."""
    on_the_way = tuple(config.file_problems.problems)
    wordy = words_without_use(config, design.ruleset, computed.map)
    return (*on_the_way, *wordy, *check_documents(design), *broken_lines(design))


def _hexes(map: GameMap, numbers: Collection[str]) -> frozenset[Hex]:
    hexes = {n: map.grid.parse(n) for n in numbers}
    wrong = [n for n, hex in hexes.items() if hex is None]
    if wrong:
        raise GeodataImportError(f"There is no hex {wrong[0]} on the map.")
    return frozenset(h for h in hexes.values() if h is not None)
