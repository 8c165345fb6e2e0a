"""Taking a piece out of a map: copying, cutting, clearing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from ...hexgrid import Hex, Hexside
from ..design import Design
from ..gamemap import GameMap
from ..provenance import Provenance
from ..region import (
    NOWHERE,
    PARTS,
    USUAL_PARTS,
    AreaPiece,
    CounterPiece,
    Fragment,
    Home,
    LabelPiece,
    LinePiece,
    Offset,
    PlacePiece,
    RoadPiece,
    label_piece,
    offset_from,
    offset_side,
)
from ..scenario import Unit
from .documents import with_map, with_scenario
from .hexsides import erase_sides
from .joining import stretches
from .roads import erase_road
from .terrain import paint_country, paint_terrain
from .units import take_off_map

ALL_PARTS = frozenset(PARTS)
_BY_HAND = Provenance("designer")
_Place = Callable[[Hex], Offset]


def cut_out(
    design: Design, hexes: Iterable[Hex], parts: Collection[str] = USUAL_PARTS, anchor: Hex | None = None
) -> Fragment:
    """The piece of the map that the hexes make; the design itself stays as it is.

    The anchor is the hex nearest the middle unless one is named. Raises ValueError where no hex of
    the map is among the hexes.
    """
    inside = {h for h in hexes if h in design.map.grid}
    if not inside:
        raise ValueError("Nothing is selected.")
    middle = anchor or _middle(design.map, inside)
    units = design.scenario.units if design.scenario else ()
    piece = piece_of(design.map, units, inside, parts, middle)
    return replace(piece, home=Home(middle, piece, piece.parts, design, design))


def piece_of(
    map: GameMap, units: Iterable[Unit], inside: set[Hex], parts: Collection[str], anchor: Hex
) -> Fragment:
    """The piece that some hexes of a map make, without a memory of where it was."""
    grid = map.grid

    def at(hex: Hex) -> Offset:
        return offset_from(grid, anchor, hex)

    ordered = {h: at(h) for h in sorted(inside, key=grid.index)}
    enough = 1 if "rim" in parts else 2
    return Fragment(
        grid.orientation,
        terrain={o: map.terrain.at(h) for h, o in ordered.items()},
        countries={o: map.countries.at(h) for h, o in ordered.items()},
        parts=frozenset(parts),
        lines=tuple(_lines(map, inside, enough, at)) if "hexsides" in parts else (),
        roads=tuple(_roads(map, inside, enough, at)) if "roads" in parts else (),
        places=tuple(_places(map, ordered)) if "places" in parts else (),
        labels=tuple(_labels(map, ordered)) if "labels" in parts else (),
        areas=tuple(_areas(map, ordered)) if "areas" in parts else (),
        counters=tuple(_counters(map, units, ordered)) if "counters" in parts else (),
    )


def cut(
    design: Design, hexes: Collection[Hex], parts: Collection[str] = USUAL_PARTS
) -> tuple[Design, Fragment]:
    """The design cleared of these parts in the hexes, and the piece with exactly them."""
    piece = cut_out(design, hexes, parts)
    left = cleared(design, hexes, parts)
    assert piece.home is not None
    return left, replace(piece, home=replace(piece.home, left=left))


# -- the parts of a piece ---------------------------------------------------------------


def _middle(map: GameMap, hexes: Collection[Hex]) -> Hex:
    """Of some hexes the one nearest the middle of all."""
    centres = {h: map.geometry.centre(h) for h in hexes}
    x, y = (sum(values) / len(centres) for values in zip(*centres.values(), strict=True))
    return min(hexes, key=lambda h: (
        round((centres[h][0] - x) ** 2 + (centres[h][1] - y) ** 2, 6), map.grid.index(h)))


def _lines(map: GameMap, inside: set[Hex], enough: int, at: _Place) -> Iterable[LinePiece]:
    for line in map.lines:
        sides = [s for s in line.sides if (s.a in inside) + (s.b in inside) >= enough]
        if sides:
            moved = tuple(offset_side(at(s.a), at(s.b)) for s in sides)
            yield LinePiece(replace(line, sides=()), moved)


def _roads(map: GameMap, inside: set[Hex], enough: int, at: _Place) -> Iterable[RoadPiece]:
    for road in map.roads:
        for part in stretches(road.path, lambda a, b: (a in inside) + (b in inside) >= enough):
            yield RoadPiece(replace(road, path=()), tuple(at(h) for h in part))


def _places(map: GameMap, ordered: dict[Hex, Offset]) -> Iterable[PlacePiece]:
    for place in map.places:
        if place.hex in ordered:
            yield PlacePiece(ordered[place.hex], replace(place, hex=NOWHERE, provenance=_BY_HAND))


def _labels(map: GameMap, ordered: dict[Hex, Offset]) -> Iterable[LabelPiece]:
    for label in map.labels:
        if label.hex in ordered:
            yield label_piece(ordered[label.hex], label)


def _areas(map: GameMap, ordered: dict[Hex, Offset]) -> Iterable[AreaPiece]:
    for area in map.areas:
        if here := tuple(ordered[h] for h in area.hexes if h in ordered):
            yield AreaPiece(area.id, area.name, here)


def _counters(map: GameMap, units: Iterable[Unit], ordered: dict[Hex, Offset]) -> Iterable[CounterPiece]:
    """The units with a fixed set-up in the hexes."""
    for unit in units:
        hex = map.grid.parse(unit.hex) if unit.hex else None
        if hex in ordered:
            yield CounterPiece(ordered[hex], replace(
                unit, setup=None, reinforcement=None, provenance=_BY_HAND))


# -- clearing ---------------------------------------------------------------------------


def cleared(design: Design, hexes: Collection[Hex], what: Collection[str] = USUAL_PARTS) -> Design:
    """The design with nothing of these parts in the hexes: open ground of no country.

    Counters are taken off the map and stay in the order of battle. A map on which every hex
    belongs to a country keeps its countries.
    """
    map = design.map
    inside = {h for h in hexes if h in map.grid}
    enough = 1 if "rim" in what else 2
    if "terrain" in what:
        map = paint_terrain(map, inside, open_ground(design))
    if "countries" in what and "" in map.countries.letters:
        map = paint_country(map, inside, "")
    if "hexsides" in what:
        map = erase_sides(map, lined_sides(map, inside, enough))
    if "roads" in what:
        map = erase_road(map, crossed_sides(map, inside, enough))
    if "places" in what and any(p.hex in inside for p in map.places):
        map = replace(map, places=tuple(p for p in map.places if p.hex not in inside))
    if "labels" in what and any(x.hex in inside for x in map.labels):
        map = replace(map, labels=tuple(x for x in map.labels if x.hex not in inside))
    if "areas" in what:
        map = _without_area_hexes(map, inside)
    design = with_map(design, map)
    if "counters" in what and design.scenario is not None:
        numbers = {map.grid.number(h) for h in inside}
        keys = [u.key for u in design.scenario.units if u.hex in numbers]
        design = with_scenario(design, take_off_map(design.scenario, keys))
    return design


def open_ground(design: Design) -> str:
    """The terrain of a cleared hex: the ruleset's first playable one that the map knows, else what
    the map has most of."""
    legend = set(design.map.terrain.values.values())
    for kind in design.ruleset.terrain:
        if kind.playable and kind.id in legend:
            return kind.id
    letters: Counter[str] = Counter()
    for row in design.map.terrain.rows:
        letters.update(row)
    return design.map.terrain.values[letters.most_common(1)[0][0]]


def lined_sides(map: GameMap, inside: Collection[Hex], enough: int) -> set[Hexside]:
    """The hexsides that carry a line and of whose two hexes at least so many are among the hexes."""
    return {s for line in map.lines for s in line.sides if (s.a in inside) + (s.b in inside) >= enough}


def crossed_sides(map: GameMap, inside: Collection[Hex], enough: int) -> set[Hexside]:
    """The hexsides that a road crosses and of whose two hexes at least so many are among the hexes."""
    return {s for road in map.roads for s in road.segments()
            if (s.a in inside) + (s.b in inside) >= enough}


def _without_area_hexes(map: GameMap, inside: set[Hex]) -> GameMap:
    if not any(h in inside for area in map.areas for h in area.hexes):
        return map
    return replace(map, areas=tuple(
        a if inside.isdisjoint(a.hexes) else replace(
            a, hexes=tuple(h for h in a.hexes if h not in inside), provenance=_BY_HAND)
        for a in map.areas))
