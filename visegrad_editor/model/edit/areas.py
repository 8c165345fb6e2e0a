"""Areas: named sets of hexes that rules and scenarios refer to."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from ...hexgrid import Hex
from ..gamemap import Area, GameMap
from ..provenance import Provenance


def area_id(map: GameMap, name: str) -> str:
    """An unused identifier made from a name: lower case words joined by hyphens."""
    base = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or "area"
    free, n = base, 2
    while free in map.area_by_id:
        free, n = f"{base}-{n}", n + 1
    return free


def add_area(map: GameMap, name: str, hexes: Iterable[Hex]) -> GameMap:
    """The map with a new area; its identifier is made from the name."""
    kept = tuple(h for h in dict.fromkeys(hexes) if h in map.grid)
    area = Area(area_id(map, name), name.strip(), kept, provenance=Provenance("designer"))
    return replace(map, areas=(*map.areas, area))


def set_area_hexes(map: GameMap, id: str, hexes: Iterable[Hex], present: bool = True) -> GameMap:
    """The map with the hexes added to an area, or removed from it."""
    area = map.area_by_id[id]
    chosen = [h for h in dict.fromkeys(hexes) if h in map.grid]
    if present:
        result = tuple(dict.fromkeys((*area.hexes, *chosen)))
    else:
        result = tuple(h for h in area.hexes if h not in set(chosen))
    if result == area.hexes:
        return map
    return _with(map, area, replace(area, hexes=result, provenance=Provenance("designer")))


def rename_area(map: GameMap, id: str, name: str) -> GameMap:
    """The map with another name for an area; its identifier stays, as scenarios use it."""
    area = map.area_by_id[id]
    return map if area.name == name.strip() else _with(map, area, replace(area, name=name.strip()))


def remove_area(map: GameMap, id: str) -> GameMap:
    """The map without the area."""
    return replace(map, areas=tuple(a for a in map.areas if a.id != id))


def _with(map: GameMap, old: Area, new: Area) -> GameMap:
    return replace(map, areas=tuple(new if a is old else a for a in map.areas))
