"""The record of the last computation of a map, by which changes by hand are recognised.

It is beside the map, see `model.computed_record`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from ..model.design import Design
from ..model.edit.blank import emptied
from ..model.files.computed_record import record_path
from ..model.files.load import load
from ..model.gamemap import GameMap
from ..model.problems import Problem
from .errors import GeodataError


def sheet_of(design: Design) -> GameMap:
    """The substitute for the record of a map that was never computed: the empty sheet it began as, of the
    usual first terrain, or, if the whole map has another one, of that. Every difference from it was made by
    hand."""
    map = design.map
    sheet = emptied(map, design.ruleset)
    grounds = {map.terrain.at(hex) for hex in map.grid}
    return replace(sheet, terrain=map.terrain) if len(grounds) == 1 else sheet


class GeodataImportError(GeodataError):
    """Why the map cannot be made or written, as a sentence."""


def read_record(map_path: Path) -> GameMap | None:
    """The record of a map file, None if there is none; raises `GeodataImportError` for a broken one."""
    path = record_path(map_path)
    if not path.exists():
        return None
    loaded = load(path, "map")
    if loaded.design is None:
        raise GeodataImportError(
            f"{path.name} cannot be read, so nobody knows what was changed by hand: "
            f"{first_problem(loaded.problems)} Fix it, or delete it; then whatever was painted counts "
            "as changed.")
    return loaded.design.map


def first_problem(problems: Collection[Problem]) -> str:
    """The first error in words."""
    return next((str(p) for p in problems if p.severity == "error"), "it has errors.")
