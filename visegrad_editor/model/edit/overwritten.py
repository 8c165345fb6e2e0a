"""What a change of some hexes takes away from them: told before a piece is put down there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace

from ...hexgrid import Hex, Hexside
from ..design import Design
from ..gamemap import GameMap, Place
from ..provenance import Provenance
from ..scenario import Unit

_NOBODY = Provenance()


@dataclass(frozen=True)
class Overwritten:
    """How much of what was there is gone or another thing. `terrain`, `countries` and `areas` count
    hexes, `hexsides` and `roads` hexsides with a line on them or a road across them. `moved` counters
    stand elsewhere than before, `added` ones are new: counters that stand in the hexes stay."""

    terrain: int = 0
    countries: int = 0
    hexsides: int = 0
    roads: int = 0
    places: int = 0
    labels: int = 0
    areas: int = 0
    moved: int = 0
    added: int = 0

    def lost(self) -> str:
        """What is replaced, in words, "" for nothing.

        >>> Overwritten(terrain=7, hexsides=1, roads=2).lost()
        'the terrain of 7 hexes, 1 hexside and 2 stretches of road'
        """
        found = [one if n == 1 else many.format(n) for n, one, many in (
            (self.terrain, "the terrain of 1 hex", "the terrain of {} hexes"),
            (self.countries, "the country of 1 hex", "the country of {} hexes"),
            (self.hexsides, "1 hexside", "{} hexsides"),
            (self.roads, "1 stretch of road", "{} stretches of road"),
            (self.places, "1 place", "{} places"),
            (self.labels, "1 label", "{} labels"),
            (self.areas, "1 hex of an area", "{} hexes of areas"),
        ) if n]
        return f"{', '.join(found[:-1])} and {found[-1]}" if len(found) > 1 else "".join(found)

    def counters(self) -> str:
        """What becomes of counters, in words, "" for nothing.

        >>> Overwritten(moved=2, added=1).counters()
        '2 counters come here, 1 counter is made anew'
        """
        found = []
        if self.moved:
            found.append("1 counter comes here" if self.moved == 1 else f"{self.moved} counters come here")
        if self.added:
            found.append("1 counter is made anew" if self.added == 1
                         else f"{self.added} counters are made anew")
        return ", ".join(found)


def overwritten(before: Design, after: Design, hexes: Collection[Hex]) -> Overwritten:
    """What `after` lacks of what `before` had in the hexes and on their sides; the documents must be of
    the same grid."""
    old, new = before.map, after.map
    terrain = countries = 0
    if old.terrain is not new.terrain:
        terrain = sum(old.terrain.at(h) != new.terrain.at(h) for h in hexes)
    if old.countries is not new.countries:
        countries = sum(old.countries.at(h) != new.countries.at(h) for h in hexes)
    areas = {a.id: set(a.hexes) for a in new.areas} if old.areas is not new.areas else None
    units = _units(before)
    later = _units(after) if after.scenario is not before.scenario else units
    return Overwritten(
        terrain, countries,
        len(_lines(old, new) - _lines(new, old)), len(_roads(old, new) - _roads(new, old)),
        _places(old, new, hexes), sum((Counter(old.labels) - Counter(new.labels)).values()),
        sum(len(set(a.hexes) - areas.get(a.id, set())) for a in old.areas) if areas is not None else 0,
        sum(later[key].setup != unit.setup for key, unit in units.items() if key in later),
        len(later.keys() - units.keys()))


def _lines(map: GameMap, other: GameMap) -> set[tuple[str, Hexside]]:
    """The hexsides of the lines the other map does not have as they are, with their kinds."""
    known = {id(x) for x in other.lines}
    return {(x.kind, side) for x in map.lines if id(x) not in known for side in x.sides}


def _roads(map: GameMap, other: GameMap) -> set[tuple[str, Hexside]]:
    known = {id(x) for x in other.roads}
    return {(x.kind, side) for x in map.roads if id(x) not in known for side in x.segments()}


def _places(old: GameMap, new: GameMap, hexes: Collection[Hex]) -> int:
    if old.places is new.places:
        return 0

    def bare(place: Place) -> Place:
        return replace(place, provenance=_NOBODY)

    inside = set(hexes)
    there = {p.hex: bare(p) for p in new.places if p.hex in inside}
    return sum(there.get(p.hex) != bare(p) for p in old.places if p.hex in inside)


def _units(design: Design) -> dict[str, Unit]:
    return dict(design.scenario.unit_by_key) if design.scenario else {}
