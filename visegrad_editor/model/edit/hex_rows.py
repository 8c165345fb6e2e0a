"""Changing many hexes of a map at once, from the rows of a table: terrain, names, and their hexsides."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple, TypeVar

from ...hexgrid import Hex, HexGrid, Hexside, hexside
from ...lazy_dataclass import dataclass
from ..gamemap import GameMap, HexsideLine, Place, Road
from ..provenance import Provenance
from .lines import adjoining, lay_lines, lay_roads, stretches

_BY_HAND = Provenance("designer")
T = TypeVar("T")


class SideMark(NamedTuple):
    """One line on a hexside."""

    kind: str
    width: int = 1
    name: str = ""


class RoadMark(NamedTuple):
    """One road across a hexside."""

    kind: str
    name: str = ""


Sides = Mapping[int, frozenset[SideMark]]
"""The marks on the sides of a hex, by direction; the other directions have none."""
Exits = Mapping[int, frozenset[RoadMark]]


@dataclass(frozen=True)
class HexRow:
    """The row of a table for one hex; None in a field leaves it as it is."""

    hex: Hex
    terrain: str | None = None
    country: str | None = None
    features: tuple[str, ...] | None = None
    name: str | None = None
    sides: Sides | None = None
    roads: Exits | None = None


class Conflict(NamedTuple):
    """Two hexes whose rows disagree about the side between them."""

    side: Hexside
    roads: bool


def side_marks(map: GameMap) -> dict[Hex, dict[int, frozenset[SideMark]]]:
    """The lines on the sides of each hex that has any, by direction."""
    return _by_hex(map.grid, {s: frozenset(SideMark(x.kind, x.width, x.name) for x in lines)
                              for s, lines in map.side_lines.items()})


def road_marks(map: GameMap) -> dict[Hex, dict[int, frozenset[RoadMark]]]:
    """The roads across the sides of each hex that has any, by direction."""
    return _by_hex(map.grid, {s: frozenset(RoadMark(r.kind, r.name) for r in roads)
                              for s, roads in map.road_segments.items()})


def _by_hex(grid: HexGrid, marks: Mapping[Hexside, T]) -> dict[Hex, dict[int, T]]:
    by_hex: dict[Hex, dict[int, T]] = {}
    for side, mark in marks.items():
        for hex, other in (side, side[::-1]):
            d = grid.direction(hex, other)
            if hex in grid and d is not None:
                by_hex.setdefault(hex, {})[d] = mark
    return by_hex


def with_rows(map: GameMap, rows: Collection[HexRow]) -> tuple[GameMap, list[Conflict]]:
    """The map after a table, and the places where the table contradicts itself; there the map stays as it is.

    A hexside belongs to two hexes. A change in only one of their rows counts, and both may make the same
    change. Everything the table does not change stays the same object.
    """
    terrain = map.terrain.with_values({r.hex: r.terrain for r in rows if r.terrain is not None})
    countries = map.countries.with_values({r.hex: r.country for r in rows if r.country is not None})
    lines, bad_sides = _sides(map, rows)
    roads, bad_roads = _roads(map, rows)
    new = replace(map, terrain=terrain, countries=countries, places=_places(map, rows), lines=lines,
                  roads=roads)
    parts = ("terrain", "countries", "places", "lines", "roads")
    same = all(getattr(new, part) is getattr(map, part) for part in parts)
    return map if same else new, bad_sides + bad_roads


def _places(map: GameMap, rows: Iterable[HexRow]) -> tuple[Place, ...]:
    places = {p.hex: p for p in map.places}
    changed = False
    for row in rows:
        old = places.get(row.hex, Place(row.hex))
        name = old.name if row.name is None else row.name
        features = old.features if row.features is None else row.features
        if (name, features) == (old.name, old.features):
            continue
        changed = True
        if name or features:
            places[row.hex] = replace(old, name=name, features=features, provenance=_BY_HAND)
        else:
            del places[row.hex]
    return tuple(places.values()) if changed else map.places


def _sides(map: GameMap, rows: Collection[HexRow]) -> tuple[tuple[HexsideLine, ...], list[Conflict]]:
    before = {s: frozenset(SideMark(x.kind, x.width, x.name) for x in lines)
              for s, lines in map.side_lines.items()}
    gone, added, conflicts = _wanted(map.grid, rows, lambda r: r.sides, before)
    if not gone and not added:
        return map.lines, [Conflict(s, False) for s in conflicts]
    lines = []
    for line in map.lines:
        mark = SideMark(line.kind, line.width, line.name)
        left = tuple(s for s in line.sides if mark not in gone.get(s, ()))
        if left:
            lines.append(line if len(left) == len(line.sides) else replace(line, sides=left))
    new: list[HexsideLine] = []
    for mark, marked in _by_mark(added).items():
        runs = _runs(map.grid, marked)
        # A name keeps its line together, even with gaps.
        for sides in [tuple(s for run in runs for s in run)] if mark.name else runs:
            new.append(HexsideLine(mark.kind, sides, mark.name, mark.width))
    return lay_lines(map.grid, tuple(lines), new), [Conflict(s, False) for s in conflicts]


def _roads(map: GameMap, rows: Collection[HexRow]) -> tuple[tuple[Road, ...], list[Conflict]]:
    before = {s: frozenset(RoadMark(r.kind, r.name) for r in roads) for s, roads in map.road_segments.items()}
    gone, added, conflicts = _wanted(map.grid, rows, lambda r: r.roads, before)
    if not gone and not added:
        return map.roads, [Conflict(s, True) for s in conflicts]
    roads: list[Road] = []
    for road in map.roads:
        mark = RoadMark(road.kind, road.name)
        if not any(mark in gone.get(s, ()) for s in road.segments()):
            roads.append(road)
            continue
        cut = {s for s in road.segments() if mark in gone.get(s, ())}
        kept = stretches(road.path, lambda a, b, cut=cut: hexside(a, b) not in cut)  # type: ignore[misc]
        roads += [replace(road, path=tuple(part)) for part in kept]
    new = [Road(mark.kind, path, mark.name)
           for mark, sides in _by_mark(added).items() for path in _paths(sides)]
    return lay_roads(tuple(roads), new), [Conflict(s, True) for s in conflicts]


def _wanted(
    grid: HexGrid, rows: Iterable[HexRow], marks_of: Callable[[HexRow], Mapping[int, frozenset[T]] | None],
    before: Mapping[Hexside, frozenset[T]],
) -> tuple[dict[Hexside, frozenset[T]], dict[Hexside, frozenset[T]], list[Hexside]]:
    """The marks removed from each side, the marks added to it, and the sides about which two rows
    disagree."""
    nothing: frozenset[T] = frozenset()
    now = _by_hex(grid, before)
    claims: dict[Hexside, list[frozenset[T]]] = {}
    for row in rows:
        marks = marks_of(row)
        if marks is not None:
            # A side without marks that the row leaves empty needs no entry.
            for d in {*marks, *now.get(row.hex, ())}:
                claims.setdefault(grid.side(row.hex, d), []).append(marks.get(d, nothing))
    gone, added, conflicts = {}, {}, []
    for side, said_of_it in claims.items():
        old = before.get(side, nothing)
        changes = {claim for claim in said_of_it if claim != old}
        if len(changes) > 1:
            conflicts.append(side)
        elif changes:
            new = changes.pop()
            if less := old - new:
                gone[side] = less
            if more := new - old:
                added[side] = more
    return gone, added, conflicts


def _by_mark(added: Mapping[Hexside, frozenset[T]]) -> dict[T, list[Hexside]]:
    sides_by_mark: dict[T, list[Hexside]] = {}
    for side in sorted(added):
        for mark in sorted(added[side]):  # type: ignore[type-var]
            sides_by_mark.setdefault(mark, []).append(side)
    return sides_by_mark


def _runs(grid: HexGrid, sides: Iterable[Hexside]) -> list[tuple[Hexside, ...]]:
    """The sides in runs in which each meets the next, begun at loose ends if there are any."""
    left = dict.fromkeys(sides)

    def near(side: Hexside) -> list[Hexside]:
        return [s for s in adjoining(grid, side) if s in left]

    runs = []
    starts = sorted(left, key=lambda s: len(near(s)) > 1)
    for start in starts:
        if start not in left:
            continue
        run = [start]
        del left[start]
        while ahead := near(run[-1]):
            run.append(ahead[0])
            del left[ahead[0]]
        runs.append(tuple(run))
    return runs


def _paths(segments: Iterable[Hexside]) -> list[tuple[Hex, ...]]:
    """Paths from hex to hex that together cross each of the hexsides once."""
    ends: dict[Hex, list[Hexside]] = {}
    for side in segments:
        for hex in side:
            ends.setdefault(hex, []).append(side)
    paths = []
    for start in sorted(ends, key=lambda h: (len(ends[h]) % 2 == 0, h)):
        while ends[start]:
            path = [start]
            while ends[path[-1]]:
                side = ends[path[-1]][0]
                there = side.b if side.a == path[-1] else side.a
                ends[side.a].remove(side)
                ends[side.b].remove(side)
                path.append(there)
            paths.append(tuple(path))
    return paths
