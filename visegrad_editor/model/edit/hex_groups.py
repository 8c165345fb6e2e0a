"""Buildings and waters: which hexes belong to which."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Literal

from ...hexgrid import Hex
from ..gamemap import Building, GameMap, Waters

Group = Literal["buildings", "waters"]
ONE = {"buildings": "building", "waters": "waters"}


def groups(map: GameMap, group: Group) -> tuple[Building | Waters, ...]:
    """All buildings, or all waters."""
    return map.buildings if group == "buildings" else map.waters


def free_group_id(map: GameMap, group: Group) -> str:
    """An id that no building, or no waters, has: `building-1` and so on."""
    taken = {one.id for one in groups(map, group)}
    n = 1
    while f"{ONE[group]}-{n}" in taken:
        n += 1
    return f"{ONE[group]}-{n}"


def put_in_group(map: GameMap, group: Group, hexes: Iterable[Hex], id: str) -> GameMap:
    """The map with the hexes in a building, or in waters, and no longer in others; with the id "" in none. A
    new id makes a new one. One that has no hex left is removed."""
    inside = [h for h in dict.fromkeys(hexes) if h in map.grid]
    if not inside:
        return map
    known = id in {one.id for one in groups(map, group)}
    made: list[Any] = []
    for one in groups(map, group):
        if one.id == id:
            made.append(_with_hexes(one, tuple(dict.fromkeys((*one.hexes, *inside)))))
        else:
            left = _with_hexes(one, tuple(h for h in one.hexes if h not in set(inside)))
            made += [left] if left.hexes or not one.hexes else []
    if id and not known:
        made.append(Building(id, tuple(inside)) if group == "buildings" else Waters(id, tuple(inside)))
    return map if tuple(made) == groups(map, group) else _with(map, group, made)


def remove_group(map: GameMap, group: Group, id: str) -> GameMap:
    """The map without a building, or without waters; the terrain stays."""
    left = [one for one in groups(map, group) if one.id != id]
    return map if len(left) == len(groups(map, group)) else _with(map, group, left)


def _with(map: GameMap, group: Group, entries: Sequence[Any]) -> GameMap:
    return (replace(map, buildings=tuple(entries)) if group == "buildings" else
            replace(map, waters=tuple(entries)))


def _with_hexes(one: Building | Waters, hexes: tuple[Hex, ...]) -> Building | Waters:
    """The building or waters with these hexes; stairs and the like only in them."""
    if hexes == one.hexes:
        return one
    if isinstance(one, Waters):
        return replace(one, hexes=hexes)
    return replace(one, hexes=hexes, stairs=tuple(h for h in one.stairs if h in hexes),
                   full=tuple(h for h in one.full if h in hexes))
