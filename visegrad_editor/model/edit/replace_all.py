"""Replacing one kind by another everywhere, or within some hexes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Literal

from ...hexgrid import Hex, Hexside, hexside
from ..gamemap import GameMap, HexsideLine, Place, Road
from ..provenance import Provenance
from .hexsides import sides_of_kind
from .lines import lay_lines, lay_roads, stretches
from .roads import segments_of_kind
from .terrain import paint_country, paint_terrain

What = Literal["terrain", "country", "hexside", "road", "feature"]


def hexes_of(map: GameMap, what: What, old: str, within: Collection[Hex] | None = None) -> list[Hex]:
    """The hexes that have the terrain, country or feature, in the order of the map."""
    grid = map.grid
    if what == "feature":
        hexes = [p.hex for p in map.places if old in p.features]
    else:
        layer = map.terrain if what == "terrain" else map.countries
        wanted = {letter for letter, value in layer.legend if value == old}
        hexes = [Hex(c, r) for r, row in enumerate(layer.rows) if not wanted.isdisjoint(row)
                 for c, letter in enumerate(row) if letter in wanted]
    return sorted((h for h in hexes if within is None or h in within), key=grid.index)


def sides_of(map: GameMap, what: What, old: str, within: Collection[Hex] | None = None) -> list[Hexside]:
    """The hexsides that carry the kind, or that roads of the kind cross. Within some hexes: the hexsides
    around and between them, or the roads between them."""
    if what == "road":
        return sorted(s for s in segments_of_kind(map, old)
                      if within is None or (s.a in within and s.b in within))
    return sorted(s for s in sides_of_kind(map, old)
                  if within is None or s.a in within or s.b in within)


def replace_all(
    map: GameMap, what: What, old: str, new: str, within: Collection[Hex] | None = None
) -> GameMap:
    """The map with one kind replaced by another, or by "" for none (not for terrain).

    Names and widths of lines and roads stay. If the new kind is already there it is not doubled.
    """
    if old == new:
        return map
    if what == "terrain":
        return paint_terrain(map, hexes_of(map, what, old, within), new)
    if what == "country":
        return paint_country(map, hexes_of(map, what, old, within), new)
    if what == "feature":
        return _features(map, old, new, within)
    return (_lines if what == "hexside" else _roads)(map, old, new, within)


def _features(map: GameMap, old: str, new: str, within: Collection[Hex] | None) -> GameMap:
    chosen = set(hexes_of(map, "feature", old, within))
    if not chosen:
        return map

    def changed(place: Place) -> Place:
        if place.hex not in chosen:
            return place
        features = (new if f == old else f for f in place.features)
        return replace(place, features=tuple(dict.fromkeys(f for f in features if f)),
                       provenance=Provenance("designer"))

    places = (changed(p) for p in map.places)
    return replace(map, places=tuple(p for p in places if p.name or p.features))


def _lines(map: GameMap, old: str, new: str, within: Collection[Hex] | None) -> GameMap:
    taken = sides_of_kind(map, new) if new else frozenset()
    chosen = set(sides_of(map, "hexside", old, within))
    if not chosen:
        return map
    lines: list[HexsideLine] = []
    extra: list[HexsideLine] = []
    for line in map.lines:
        if line.kind != old or chosen.isdisjoint(line.sides):
            lines.append(line)
            continue
        left = tuple(s for s in line.sides if s not in chosen)
        free = tuple(s for s in line.sides if s in chosen and s not in taken) if new else ()
        if left:
            lines.append(replace(line, sides=left))
            extra += [replace(line, kind=new, sides=free)] if free else []
        elif free:
            # A line that changes as a whole keeps its position in the file.
            lines.append(replace(line, kind=new, sides=free))
    return replace(map, lines=lay_lines(map.grid, tuple(lines), extra))


def _roads(map: GameMap, old: str, new: str, within: Collection[Hex] | None) -> GameMap:
    taken = segments_of_kind(map, new) if new else frozenset()
    chosen = set(sides_of(map, "road", old, within))
    if not chosen:
        return map
    roads: list[Road] = []
    extra: list[Road] = []

    def parts(road: Road, kept: Callable[[Hexside], bool], kind: str) -> list[Road]:
        paths = stretches(road.path, lambda a, b: kept(hexside(a, b)))
        return [replace(road, kind=kind, path=tuple(path)) for path in paths]

    for road in map.roads:
        if road.kind != old or chosen.isdisjoint(road.segments()):
            roads.append(road)
            continue
        left = parts(road, lambda s: s not in chosen, old)
        free = parts(road, lambda s: s in chosen and s not in taken, new) if new else []
        if left:
            roads += left
            extra += free
        else:
            roads += free
    return replace(map, roads=lay_roads(tuple(roads), extra))
