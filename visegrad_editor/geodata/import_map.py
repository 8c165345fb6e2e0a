"""Importing: compute a map, put what changed into the map file, remember what the data gave.

The record beside the map (`NAME.computed.yaml` beside `NAME.yaml`) is a map file of its own: the map as the
data last gave it. Nothing else is needed to know later what was changed by hand.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from ..hexgrid import Hex
from ..model.atomic import save
from ..model.check import check_documents
from ..model.design import Design
from ..model.gamemap import GameMap
from ..model.load import load
from ..model.problems import Problem
from ..model.references import BadReference, resolve
from ..model.sources import Sources
from ..model.store import save_design
from ..model.yaml_write import new_text
from .compute import Computed, compute
from .config import read_config
from .merge import Merged, aligned, merge

_HEAD = """\
# What the data gave when the map beside this file was last computed. Do not change it by hand: where the map
# says otherwise, the map was changed by hand and stays so when it is computed again.
"""


class CannotImport(Exception):
    """Why the map cannot be made or written, as a sentence."""


@dataclass(frozen=True)
class Imported:
    """What an import does: the design with its map, what changed in it, and what was found wrong with it."""

    design: Design
    computed: Computed
    merged: Merged
    is_new: bool
    has_record: bool
    problems: tuple[Problem, ...]
    notes: tuple[str, ...] = ()


def record_path(map_path: Path) -> Path:
    """Where the record of a map file lies."""
    return map_path.with_name(f"{map_path.stem}.computed.yaml")


def import_map(
    config_path: Path, map_path: Path, folder: Path | None = None, *,
    reset: Collection[str] | None = (), write: bool = True,
) -> Imported:
    """Compute the map of a config and bring the map file up to date, or make it; `folder` may hold data, too.

    `reset`: numbers of hexes where changes by hand are given up; None: everywhere. Raises `BadConfig`,
    `GeodataError`, `NotAligned`, `CannotImport`, SaveError; then nothing is written.
    """
    config = read_config(config_path, folder)
    computed = compute(config)
    if map_path.exists():
        return _again(computed, map_path, reset, write)
    merged = Merged(computed.map, (), ())
    try:
        ruleset_path = resolve("ruleset", computed.map.ruleset, config_path.parent)
    except BadReference as error:
        raise CannotImport(str(error)) from None
    loaded = load(ruleset_path, "ruleset")
    if loaded.ruleset is None:
        raise CannotImport(f"The ruleset {computed.map.ruleset} cannot be read: {_first(loaded.problems)}")
    design = Design(loaded.ruleset, computed.map)
    notes: tuple[str, ...] = ()
    if write:
        notes = save_design(design, Sources(ruleset=loaded.sources.ruleset), map_path).notes
        _remember(computed.map, map_path)
    return Imported(design, computed, merged, True, False, check_documents(design), notes)


def _again(computed: Computed, map_path: Path, reset: Collection[str] | None, write: bool) -> Imported:
    loaded = load(map_path, "map")
    if loaded.design is None:
        raise CannotImport(f"{map_path.name} is no map that can be read: {_first(loaded.problems)}")
    current = loaded.design.map
    bare = current if current.geography is not None else replace(current, geography=computed.map.geography)
    record = read_record(map_path)
    merged = merge(
        current, None if record is None else aligned(record, bare), aligned(computed.map, bare),
        None if reset is None else _hexes(current, reset))
    design = replace(loaded.design, map=merged.map)
    notes: tuple[str, ...] = ()
    if write:
        notes = save_design(design, loaded.sources).notes
        _remember(aligned(computed.map, bare), map_path)
    return Imported(design, computed, merged, False, record is not None, check_documents(design), notes)


def read_record(map_path: Path) -> GameMap | None:
    """The record of a map file, None where there is none; raises `CannotImport` for one that is broken."""
    path = record_path(map_path)
    if not path.exists():
        return None
    loaded = load(path, "map")
    if loaded.design is None:
        raise CannotImport(
            f"{path.name} cannot be read, so nobody knows what was changed by hand: "
            f"{_first(loaded.problems)} Mend it, or take it away; then all that differs counts as changed.")
    return loaded.design.map


def _remember(map: GameMap, map_path: Path) -> None:
    save(_HEAD + new_text(map), record_path(map_path), backup=False)


def _hexes(map: GameMap, numbers: Collection[str]) -> frozenset[Hex]:
    found = {n: map.grid.parse(n) for n in numbers}
    wrong = [n for n, hex in found.items() if hex is None]
    if wrong:
        raise CannotImport(f"There is no hex {wrong[0]} on the map.")
    return frozenset(h for h in found.values() if h is not None)


def _first(problems: Collection[Problem]) -> str:
    return next((str(p) for p in problems if p.severity == "error"), "it has errors.")
