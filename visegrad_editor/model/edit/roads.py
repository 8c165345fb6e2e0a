"""Drawing and erasing roads, hex to neighbouring hex."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from ...hexgrid import Hex, Hexside, hexside
from ..gamemap import GameMap, Road


def segments_of_kind(map: GameMap, kind: str) -> frozenset[Hexside]:
    """The hexsides that roads of this kind cross."""
    return frozenset(s for road in map.roads if road.kind == kind for s in road.segments())


def draw_road(map: GameMap, kind: str, path: Sequence[Hex], name: str = "") -> GameMap:
    """The map with a road of the kind along the path.

    Parts of the path that are such a road already are left out. A part that begins or ends where a road of
    the kind ends (of that name, if one is given) extends that road, and if it closes the gap between two of
    the same name they become one. Raises ValueError if successive hexes of the path are not neighbours, or a
    hex is not on the map.
    """
    for here in path:
        if here not in map.grid:
            raise ValueError("A road cannot leave the map.")
    for here, there in pairwise(path):
        if not map.grid.adjacent(here, there):
            raise ValueError(
                f"A road goes from hex to neighbouring hex, and {map.grid.number(here)} and "
                f"{map.grid.number(there)} are not neighbours.")
    for part in _new_parts(map, kind, path):
        map = replace(map, roads=_with_part(map.roads, kind, part, name))
    return map


def _new_parts(map: GameMap, kind: str, path: Sequence[Hex]) -> list[list[Hex]]:
    """The stretches of the path without a road of the kind."""
    taken = set(segments_of_kind(map, kind))
    parts: list[list[Hex]] = []
    current: list[Hex] = []
    for here, there in pairwise(path):
        side = hexside(here, there)
        if side in taken:
            current = []
            continue
        taken.add(side)
        if not current:
            current = [here]
            parts.append(current)
        current.append(there)
    return parts


def _with_part(roads: tuple[Road, ...], kind: str, part: list[Hex], name: str) -> tuple[Road, ...]:
    for i, road in enumerate(roads):
        if road.kind != kind or (name and road.name != name):
            continue
        for new in (part, part[::-1]):
            if road.path[-1] == new[0]:
                longer = replace(road, path=(*road.path, *new[1:]))
            elif road.path[0] == new[0]:
                longer = replace(road, path=(*reversed(new[1:]), *road.path))
            else:
                continue
            return _joined((*roads[:i], longer, *roads[i + 1 :]), i, new[-1])
    return (*roads, Road(kind, tuple(part), name))


def _joined(roads: tuple[Road, ...], index: int, end: Hex) -> tuple[Road, ...]:
    """The roads, with the one at the index joined to another of its kind and name that ends where it does. If
    more than two meet, or it would become a ring, they stay as they are."""
    road = roads[index]
    meeting = [i for i, r in enumerate(roads) if r.kind == road.kind and end in (r.path[0], r.path[-1])]
    if len(meeting) != 2 or index not in meeting or road.path[0] == road.path[-1]:
        return roads
    one, other = (roads[i] for i in meeting)
    if one.name != other.name or {one.path[0], one.path[-1]} == {other.path[0], other.path[-1]}:
        return roads
    first = one.path if one.path[-1] == end else one.path[::-1]
    second = other.path if other.path[0] == end else other.path[::-1]
    joined = replace(one, path=(*first, *second[1:]))
    return tuple(joined if i == meeting[0] else r for i, r in enumerate(roads) if i != meeting[1])


def erase_road(map: GameMap, segments: Iterable[Hexside], kind: str = "") -> GameMap:
    """The map without the roads (of the kind, if one is named) across these hexsides.

    A road that loses a part in its middle becomes two roads of the same name.
    """
    gone = frozenset(segments)
    roads: list[Road] = []
    for road in map.roads:
        if (kind and road.kind != kind) or gone.isdisjoint(road.segments()):
            roads.append(road)
            continue
        piece = [road.path[0]]
        for here, there in pairwise(road.path):
            if hexside(here, there) in gone:
                if len(piece) > 1:
                    roads.append(replace(road, path=tuple(piece)))
                piece = [there]
            else:
                piece.append(there)
        if len(piece) > 1:
            roads.append(replace(road, path=tuple(piece)))
    if len(roads) == len(map.roads) and all(a is b for a, b in zip(roads, map.roads, strict=True)):
        return map
    return replace(map, roads=tuple(roads))


def rename_road(map: GameMap, index: int, name: str) -> GameMap:
    """The map with another name for a road."""
    road = map.roads[index]
    if road.name == name.strip():
        return map
    return replace(
        map, roads=(*map.roads[:index], replace(road, name=name.strip()), *map.roads[index + 1 :]))
