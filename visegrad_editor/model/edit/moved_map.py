"""A map on another grid: what its hexes hold goes where they go, and what leaves the grid is cut off."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ...hexgrid import Hex, HexGrid, Hexside, Motion
from ..gamemap import DataSource, GameMap, HexsideLine, Place, Road
from ..layer import Layer
from ..lettering import PLAIN, slanted, turned_spot
from .background import moved_background
from .geography import moved_geography
from .hexsides import adjoin


def moved_map(map: GameMap, motion: Motion, grid: HexGrid, ground: str = "") -> GameMap:
    """The map on `grid`, every hex moved by `motion`.

    New hexes get the terrain `ground` and no country, or, where it is "", terrain and country of
    the hex nearest to them. Roads and lines are cut at the edge, and what is left of them in several
    pieces becomes several of the same name. A hexside between a hex that stays and one that goes
    goes too, as nothing can cross it any more. Areas without a hex left go.
    """
    areas = (replace(a, hexes=_kept(a.hexes, motion, grid)) for a in map.areas)
    return replace(
        map, grid=grid, moved=map.moved.then(motion),
        terrain=_moved_layer(map.terrain, motion, grid, ground or None),
        countries=_moved_layer(map.countries, motion, grid, "" if ground else None),
        lines=tuple(piece for line in map.lines for piece in _cut_line(line, motion, map.grid, grid)),
        roads=tuple(piece for road in map.roads for piece in _cut_road(road, motion, grid)),
        places=tuple(_lettered(p, motion.quarters) for p in _at(map.places, motion, grid)),
        areas=tuple(new for old, new in zip(map.areas, areas, strict=True) if new.hexes or not old.hexes),
        labels=tuple(replace(x, rotation=x.slant(motion.quarters), at=turned_spot(x.at, motion.quarters))
                     for x in _at(map.labels, motion, grid)),
        background=moved_background(map.background, motion, map.grid, grid),
        geography=moved_geography(map.geography, motion, map.grid, grid),
        sources=tuple(new for s in map.sources if (new := _moved_source(s, motion, grid)) is not None))


def _lettered(place: Place, quarters: int) -> Place:
    """The place with its name where it stood, on a map turned by quarters."""
    old = place.lettering
    if old == PLAIN or quarters % 4 == 0:
        return place
    new = replace(old, at=turned_spot(old.at, quarters), rotation=slanted(old.rotation, quarters))
    return replace(place, lettering=new)


def _kept(hexes: Iterable[Hex], motion: Motion, grid: HexGrid) -> tuple[Hex, ...]:
    return tuple(new for new in map(motion.hex, hexes) if new in grid)


def _moved_source(source: DataSource, motion: Motion, grid: HexGrid) -> DataSource | None:
    """A source of what is left; None for one of certain hexes only, none of which is."""
    kept = _kept(source.hexes, motion, grid)
    return replace(source, hexes=kept) if kept or not source.hexes else None


def _at(entries: Iterable[Any], motion: Motion, grid: HexGrid) -> tuple[Any, ...]:
    """The entries with a hex, those still in the grid, at their new hexes."""
    moved = (replace(e, hex=motion.hex(e.hex)) for e in entries)
    return tuple(e for e in moved if e.hex in grid)


# -- layers -----------------------------------------------------------------------------


def _moved_layer(layer: Layer, motion: Motion, grid: HexGrid, value: str | None) -> Layer:
    """The layer on the grid; new hexes have the value, or that of the hex nearest to them."""
    if value is not None:
        layer = layer.with_letter_for(value)
    rows = list(layer.rows)
    for _ in range(motion.quarters % 4):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
    # Where the upper left hex of the turned rows lies on the grid.
    high, wide = len(rows), len(rows[0])
    left = motion.columns - (wide - 1 if motion.quarters % 4 in (1, 2) else 0)
    top = motion.rows - (high - 1 if motion.quarters % 4 in (2, 3) else 0)
    letter = None if value is None else layer.letters[value]
    across = [_cut_text(row, left, grid.columns, letter) for row in rows]
    if letter is None:
        above, below = across[0], across[-1]
    else:
        above = below = letter * grid.columns
    found = [above] * top + across[max(0, -top):] if top > 0 else across[-top:]
    return Layer(layer.legend, tuple((found + [below] * (grid.rows - len(found)))[: grid.rows]))


def _cut_text(text: str, left: int, width: int, letter: str | None) -> str:
    """The text moved right by `left` in a field of this width, filled up with the letter or its own ends."""
    head = (letter or text[0]) * max(0, left)
    tail = (letter or text[-1]) * max(0, width - left - len(text))
    return (head + text[max(0, -left):] + tail)[:width]


# -- what runs from hex to hex ----------------------------------------------------------


def _cut_road(road: Road, motion: Motion, grid: HexGrid) -> list[Road]:
    """The pieces of a road that stay; itself, moved, where nothing is cut."""
    path = tuple(map(motion.hex, road.path))
    if all(h in grid for h in path):
        return [replace(road, path=path)]
    pieces: list[list[Hex]] = [[]]
    for hex in path:
        if hex in grid:
            pieces[-1].append(hex)
        elif pieces[-1]:
            pieces.append([])
    return [replace(road, path=tuple(p)) for p in pieces if len(p) > 1]


def stays(side: Hexside, motion: Motion, before: HexGrid, after: HexGrid) -> bool:
    """Whether what lies on a hexside stays: all its hexes do that were on the map."""
    here = [h for h in side if h in before]
    return bool(here) and all(motion.hex(h) in after for h in here)


def _cut_line(line: HexsideLine, motion: Motion, before: HexGrid, grid: HexGrid) -> list[HexsideLine]:
    """The pieces of a line of hexsides that stay; itself, moved, where nothing is cut."""
    kept = [motion.side(s) for s in line.sides if stays(s, motion, before, grid)]
    if len(kept) == len(line.sides):
        return [replace(line, sides=tuple(kept))]
    return [replace(line, sides=piece) for piece in _connected(kept, grid)]


def _connected(sides: list[Hexside], grid: HexGrid) -> list[tuple[Hexside, ...]]:
    """The sides in groups that hang together, each in the order given."""
    by_hex: dict[Hex, list[int]] = {}
    for n, side in enumerate(sides):
        for hex in side:
            by_hex.setdefault(hex, []).append(n)
    groups: list[tuple[Hexside, ...]] = []
    left = set(range(len(sides)))
    for start in range(len(sides)):
        if start not in left:
            continue
        left.discard(start)
        group, edge = [start], [start]
        while edge:
            here = sides[edge.pop()]
            near = {m for hex in here for m in by_hex[hex] if m in left and adjoin(grid, here, sides[m])}
            left -= near
            group += near
            edge += near
        groups.append(tuple(sides[n] for n in sorted(group)))
    return groups
