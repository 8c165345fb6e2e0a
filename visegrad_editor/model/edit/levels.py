"""Levels of hexes: how high they lie."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...hexgrid import Hex
from ..gamemap import HIGHEST_LEVEL, LOWEST_LEVEL, GameMap, flat_levels
from ..layer import Layer


def paint_levels(map: GameMap, hexes: Iterable[Hex], level: int) -> GameMap:
    """The map with the hexes at a level; hexes outside the grid are left out. Raises ValueError for a level
    that files cannot hold."""
    if not LOWEST_LEVEL <= level <= HIGHEST_LEVEL:
        raise ValueError(f"A level is a whole number from {LOWEST_LEVEL} to {HIGHEST_LEVEL}.")
    levels = map.levels.with_values({h: str(level) for h in hexes if h in map.grid})
    if levels is map.levels:
        return map
    return replace(map, levels=_flat_again(map, levels))


def _flat_again(map: GameMap, levels: Layer) -> Layer:
    """The levels; those of a new map if all hexes are at level 0 again."""
    zeros = {letter for letter, value in levels.legend if value == "0"}
    return levels if any(set(row) - zeros for row in levels.rows) else flat_levels(map.grid)


def levels_used(map: GameMap) -> tuple[int, ...]:
    """The levels that hexes have, the lowest first."""
    letters = set().union(*set(map.levels.rows))  # most rows are alike
    return tuple(sorted({int(map.levels.values[x]) for x in letters}))
