"""The scenario: units with their set-up, reinforcements, entries, options. Immutable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from ..hexgrid import Hex, HexGrid
from .gamemap import GameMap
from .provenance import Provenance
from .start import Start

LATER = {"later": True}
"""Fields that came after the first files were written: left empty they do not count in marks of content."""

Box = tuple[int, int, int, int]
"""Left column, top row, right column and bottom row of a part of a map."""


def play_box(grid: HexGrid, play_area: Sequence[str]) -> Box | None:
    """The part in play between two corner hexes; None for the whole map, also where a number is wrong."""
    corners = [h for t in play_area if (h := grid.parse(t)) is not None]
    if len(corners) != 2:
        return None
    cols, rows = sorted(h.col for h in corners), sorted(h.row for h in corners)
    return cols[0], rows[0], cols[1], rows[1]


@dataclass(frozen=True)
class Where:
    """A set of hexes by description: the union of hexes, areas and countries; of it only the
    hexes with one of `features` or a road of one of `roads`, where given; without `excluding`.

    Hexes are hex numbers, so that a scenario can be read without its map.
    With neither hexes, areas nor countries it is empty.
    """

    hexes: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    features: tuple[str, ...] = ()
    roads: tuple[str, ...] = ()
    excluding: tuple[str, ...] = ()

    @property
    def single_hex(self) -> str:
        """The hex number where exactly one hex is meant, else ""."""
        only = len(self.hexes) == 1 and not (self.areas or self.countries)
        return self.hexes[0] if only else ""

    def resolve(self, map: GameMap) -> tuple[Hex, ...]:
        """The hexes meant, in map order; unknown names add nothing (checks report them)."""
        found: set[Hex] = set()
        found.update(h for t in set(self.hexes) if (h := map.grid.parse(t)) is not None)
        for area in set(self.areas):
            if area in map.area_by_id:
                found.update(map.area_by_id[area].hexes)
        for country in set(self.countries):
            found.update(map.hexes_in(country))
        if self.features:
            wanted = set(self.features)
            found = {h for h in found if wanted & set(map.features_at(h))}
        if self.roads:
            on_road = {
                h for r in map.roads if r.kind in self.roads for h in r.path
            }
            found &= on_road
        found -= {h for t in set(self.excluding) if (h := map.grid.parse(t)) is not None}
        return tuple(sorted(found, key=map.grid.index))


@dataclass(frozen=True)
class Setup:
    """Where a unit starts. `box` names an off-map box instead of hexes; `alone` forbids the
    unit to be set up with another of its nationality (free set-up). `marks` say what it has done
    or suffered before the scenario begins (`start.MARKS`)."""

    where: Where = Where()
    box: str = ""
    alone: bool = False
    marks: tuple[str, ...] = field(default=(), metadata=LATER)


@dataclass(frozen=True)
class Reinforcement:
    """When and where a unit arrives: on a turn, or when an event happens (`us-entry`).

    `entry` is where it is listed to arrive; its owner may choose one of `also` instead (10.1).
    The entry `off-map` puts an air unit among its side's available ones."""

    entry: str
    turn: int = 0
    event: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Unit:
    """A counter.

    `key` is `nationality/name` and unique. `strength` and `reduced_strength` are 0 for air
    units. `movement` is None where the type's allowance holds. A unit has a set-up, or a
    reinforcement, or neither (then it waits off the map, for example to be bought).
    """

    name: str
    nationality: str
    type: str
    strength: int = 0
    reduced_strength: int = 0
    size: str = ""
    movement: int | None = None
    reduced: bool = False
    setup: Setup | None = None
    reinforcement: Reinforcement | None = None
    provenance: Provenance = Provenance("designer")
    notes: str = ""

    @property
    def key(self) -> str:
        return f"{self.nationality}/{self.name}"

    @property
    def hex(self) -> str:
        """The hex number of a fixed set-up, else ""."""
        return self.setup.where.single_hex if self.setup else ""


FACTS = ("nationality", "type", "strength", "reduced_strength", "movement", "size")
"""What a unit is, apart from its name: whoever changes it says where the unit comes from."""


@dataclass(frozen=True)
class Entry:
    """A way onto the map. `pays` False: the entry hex costs nothing (10.0); `stops`: the unit
    ends its move in the entry hex."""

    id: str
    name: str
    where: Where
    pays: bool = False
    stops: bool = False
    rule: str = ""


@dataclass(frozen=True)
class Assets:
    """What a side has off the map: most air units it may own, and cyber-war markers, of which so
    many lie on the table at the start or have been spent."""

    side: str
    air_maximum: int
    cw_markers: int
    on_table: int = field(default=0, metadata=LATER)
    spent: int = field(default=0, metadata=LATER)


@dataclass(frozen=True)
class ReplacementOverride:
    """A scenario's own line of the replacement chart."""

    turn: int
    side: str
    steps: int
    air_points: int


@dataclass(frozen=True)
class Scenario:
    """A scenario, variants already worked out; `extends` remembers what a variant is based on.

    `play_area` is empty or two hex numbers, opposite corners of the part of the map in play.
    `start` says at which moment it begins; None: with the set-up before turn 1.
    `options` are (option id, choice) pairs; `victory` (key, value) pairs the system reads.
    """

    name: str
    title: str
    ruleset: str
    map: str
    version: str = "1"
    extends: str = ""
    summary: str = ""
    notes: str = ""
    provenance: Provenance = Provenance()
    turns: int = 10
    play_area: tuple[str, ...] = ()
    units: tuple[Unit, ...] = ()
    entries: tuple[Entry, ...] = ()
    assets: tuple[Assets, ...] = ()
    replacements: tuple[ReplacementOverride, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    special_rules: tuple[str, ...] = ()
    start: Start | None = field(default=None, metadata=LATER)

    @cached_property
    def unit_by_key(self) -> Mapping[str, Unit]:
        return MappingProxyType({u.key: u for u in self.units})

    @cached_property
    def entry_by_id(self) -> Mapping[str, Entry]:
        return MappingProxyType({e.id: e for e in self.entries})

    @cached_property
    def option(self) -> Mapping[str, str]:
        return MappingProxyType(dict(self.options))
