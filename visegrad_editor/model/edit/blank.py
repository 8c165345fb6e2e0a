"""A blank map: a grid of one terrain."""

from __future__ import annotations

from dataclasses import replace

from ...hexgrid import Axis, HexGrid, Numbering, Orientation, Stagger
from ..files.map_file import blank_countries
from ..gamemap import NO_LEVELS, GameMap
from ..grid_limits import MOST_HEXES, numbering_complaint, size_complaint
from ..layer import Layer
from ..numbering_text import widened
from ..provenance import Provenance
from ..ruleset import Ruleset

__all__ = ["DEFAULT_RULESET", "MOST_HEXES", "blank_map", "emptied", "usual_numbering"]

DEFAULT_RULESET = "blank"
"""The bundled ruleset of a new map if no other is chosen: it is for maps of any game."""


def usual_numbering(columns: int, rows: int) -> Numbering:
    """Column first from 01 in the upper left, like most printed maps; wider for large grids."""
    digits = max(2, len(str(max(columns, rows))))
    return Numbering("column-first", Axis(1, "down", digits), Axis(1, "right", digits))


def blank_map(
    ruleset: Ruleset, name: str, title: str, columns: int, rows: int, orientation: Orientation = "flat",
    stagger: Stagger = "odd", numbering: Numbering | None = None,
) -> GameMap:
    """An empty map of the ruleset's first playable terrain; without a numbering `usual_numbering`.

    Raises ValueError for sizes and numberings that a map cannot have.
    """
    numbering = usual_numbering(columns, rows) if numbering is None else widened(numbering, columns, rows)
    complaint = size_complaint(columns, rows) or numbering_complaint(numbering, columns, rows)
    if complaint:
        raise ValueError(complaint)
    grid = HexGrid(orientation, columns, rows, stagger, numbering)
    return GameMap(name, title, ruleset.name, grid, _bare(grid, ruleset), blank_countries(grid),
                   provenance=Provenance("designer"))


def emptied(map: GameMap, ruleset: Ruleset) -> GameMap:
    """A map's grid and numbers, with nothing on it."""
    return replace(
        map, terrain=_bare(map.grid, ruleset), countries=blank_countries(map.grid), lines=(), roads=(),
        places=(), areas=(), labels=(), levels=NO_LEVELS, buildings=(), waters=(), background=None,
        sources=(), notes="", provenance=Provenance("designer"))


def _bare(grid: HexGrid, ruleset: Ruleset) -> Layer:
    """The terrain layer of an empty map."""
    return Layer(((".", first_ground(ruleset)),), ("." * grid.columns,) * grid.rows)


def first_ground(ruleset: Ruleset) -> str:
    """The terrain of an empty map."""
    return next((t.id for t in ruleset.terrain if t.playable), "clear")
