"""A map to begin with: a grid of one terrain."""

from __future__ import annotations

from ...hexgrid import Axis, HexGrid, Numbering, Orientation
from ..gamemap import GameMap
from ..layer import Layer
from ..provenance import Provenance
from ..ruleset import Ruleset

MOST_HEXES = 100_000


def blank_map(
    ruleset: Ruleset, name: str, title: str, columns: int, rows: int, orientation: Orientation = "flat"
) -> GameMap:
    """An empty map of the ruleset's first playable terrain, numbered column first from 01.

    Raises ValueError for sizes a map cannot have.
    """
    if columns < 1 or rows < 1 or columns * rows > MOST_HEXES:
        raise ValueError(f"A map has at least one hex and at most {MOST_HEXES:,} of them.")
    digits = max(2, len(str(max(columns, rows))))
    numbering = Numbering("column-first", Axis(1, "down", digits), Axis(1, "right", digits))
    ground = next((t.id for t in ruleset.terrain if t.playable), "clear")
    return GameMap(
        name, title, ruleset.name, HexGrid(orientation, columns, rows, "odd", numbering),
        Layer(((".", ground),), ("." * columns,) * rows), Layer(((" ", ""),), (" " * columns,) * rows),
        provenance=Provenance("designer"))
