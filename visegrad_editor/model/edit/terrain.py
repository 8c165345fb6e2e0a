"""Painting hexes: terrain and country."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from ...hexgrid import Hex, HexGrid
from ..gamemap import GameMap
from ..layer import Layer, connected_in


def paint_terrain(map: GameMap, hexes: Iterable[Hex], kind: str) -> GameMap:
    """The map with this terrain in the hexes; hexes outside the grid are left out."""
    return paint_kinds(map, dict.fromkeys(hexes, kind))


def paint_kinds(map: GameMap, kinds: Mapping[Hex, str]) -> GameMap:
    """The map with the given terrain in each of the hexes; hexes outside the grid are left out."""
    terrain = map.terrain.with_values({h: kind for h, kind in kinds.items() if h in map.grid})
    return map if terrain is map.terrain else replace(map, terrain=terrain)


def paint_country(map: GameMap, hexes: Iterable[Hex], country: str) -> GameMap:
    """The map with the hexes given to a country, "" for none."""
    countries = map.countries.with_values({h: country for h in hexes if h in map.grid})
    return map if countries is map.countries else replace(map, countries=countries)


def connected(map: GameMap, layer: Layer, start: Hex) -> frozenset[Hex]:
    """The hexes a fill from `start` reaches: neighbours of neighbours with the same value."""
    return connected_in(map.grid, layer, start)


def spread(grid: HexGrid, start: Hex, value: Callable[[Hex], object]) -> frozenset[Hex]:
    """The hexes connected with `start` that have the same value; none if it is off the map."""
    if start not in grid:
        return frozenset()
    wanted = value(start)
    hexes = {start}
    edge = [start]
    while edge:
        for near in grid.neighbours(edge.pop()):
            if near not in hexes and value(near) == wanted:
                hexes.add(near)
                edge.append(near)
    return frozenset(hexes)
