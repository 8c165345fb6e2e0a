"""The map: grid, terrain, hexsides, roads, places, areas. Immutable; edits make new maps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, wraps
from types import MappingProxyType
from typing import TypeVar

from ..hexgrid import STILL, Hex, HexGeometry, HexGrid, Hexside, Motion, hexside
from .background import Background
from .geography import Geography
from .layer import Layer
from .lettering import PLAIN, Lettering, Spot, slanted
from .provenance import Provenance

# Remembering what was worked out from a part of a document for the documents that share the part.

Part = TypeVar("Part")
Result = TypeVar("Result")
_MOST = 8


def remembered(make: Callable[[Part], Result]) -> Callable[[Part], Result]:
    """`make`, not called again for a value it was lately called with: the same object, not an equal one.

    An edit makes a new map that shares all but what it changed; what is worked out from the rest holds.

    >>> calls = []
    >>> longest = remembered(lambda words: calls.append(1) or max(words, key=len))
    >>> words = ("a", "bcd")
    >>> longest(words), longest(words), len(calls)
    ('bcd', 'bcd', 1)
    """
    known: list[tuple[Part, Result]] = []

    @wraps(make)
    def latest(part: Part) -> Result:
        for one, result in tuple(known):
            if one is part:
                return result
        result = make(part)
        known.insert(0, (part, result))
        del known[_MOST:]
        return result

    return latest


T = TypeVar("T")


@dataclass(frozen=True)
class HexsideLine:
    """A run of hexsides of one kind, for instance a river. `width` is a class, 1 to 5."""

    kind: str
    sides: tuple[Hexside, ...]
    name: str = ""
    width: int = 1


@dataclass(frozen=True)
class Road:
    """A road of one kind from hex to neighbouring hex."""

    kind: str
    path: tuple[Hex, ...]
    name: str = ""

    def segments(self) -> tuple[Hexside, ...]:
        """The hexsides the road crosses, in order."""
        return tuple(hexside(a, b) for a, b in zip(self.path, self.path[1:], strict=False))


@dataclass(frozen=True)
class Place:
    """What stands in a hex: a name, features (city, capital, port, industrial ...), or both."""

    hex: Hex
    name: str = ""
    features: tuple[str, ...] = ()
    provenance: Provenance = Provenance("rulebook")
    lettering: Lettering = field(default=PLAIN, metadata={"later": True})
    """How its name is written."""


@dataclass(frozen=True)
class Area:
    """A named set of hexes the rules or a scenario speak of."""

    id: str
    name: str
    hexes: tuple[Hex, ...]
    rule: str = ""
    provenance: Provenance = Provenance("rulebook")


@dataclass(frozen=True)
class Label:
    """A name written on the map that belongs to no place: a sea, a country, a range."""

    text: str
    hex: Hex
    size: float = 0.5
    rotation: float = 0.0
    style: str = "region"
    at: Spot = field(default="", metadata={"later": True})
    """Where it stands from the centre of its hex; "": there, moved a little where it would cover towns."""

    def slant(self, quarters: int) -> float:
        """Its rotation on a map turned clockwise; see `slanted`."""
        return slanted(self.rotation, quarters)


@dataclass(frozen=True)
class DataSource:
    """Geographic data a map was computed from, and what of the map came from it.

    `gives` names parts of the map (`countries`, `roads`), or values of a part (`terrain/sea`,
    `hexsides/river`, `places/city`); with `hexes` only those there.
    """

    id: str
    title: str
    licence: str
    url: str = ""
    note: str = ""
    gives: tuple[str, ...] = ()
    hexes: tuple[Hex, ...] = ()


@dataclass(frozen=True)
class GameMap:
    """A map. `countries` may hold "" (no country) for hexes at sea."""

    name: str
    title: str
    ruleset: str
    grid: HexGrid
    terrain: Layer
    countries: Layer
    version: str = "1"
    notes: str = ""
    provenance: Provenance = Provenance()
    lines: tuple[HexsideLine, ...] = ()
    roads: tuple[Road, ...] = ()
    places: tuple[Place, ...] = ()
    areas: tuple[Area, ...] = ()
    labels: tuple[Label, ...] = ()
    background: Background | None = field(default=None, metadata={"later": True})
    """The picture it is traced from."""
    geography: Geography | None = field(default=None, metadata={"later": True})
    """How the grid lies on the earth."""
    sources: tuple[DataSource, ...] = field(default=(), metadata={"later": True})
    """The geographic data it was computed from."""
    computed: GameMap | None = field(default=None, compare=False, repr=False)
    """The map as geographic data gave it, where it was computed since the file was read. It is no part of the
    file but written beside it: see `computed_record`."""
    moved: Motion = field(default=STILL, compare=False, repr=False)
    """How the hexes have moved since the file was read, so that what names them can follow: other
    scenarios, the selection, the view. It is no part of the file."""

    @cached_property
    def geometry(self) -> HexGeometry:
        return HexGeometry(self.grid)

    @property
    def side_lines(self) -> Mapping[Hexside, tuple[HexsideLine, ...]]:
        """What lies on each hexside."""
        return _side_lines(self.lines)

    @property
    def road_segments(self) -> Mapping[Hexside, tuple[Road, ...]]:
        """The roads across each hexside."""
        return _road_segments(self.roads)

    @property
    def place_at(self) -> Mapping[Hex, Place]:
        return _place_at(self.places)

    @cached_property
    def area_by_id(self) -> Mapping[str, Area]:
        return MappingProxyType({a.id: a for a in self.areas})

    def features_at(self, hex: Hex) -> tuple[str, ...]:
        """The features of a hex, empty where there is no place."""
        place = self.place_at.get(hex)
        return place.features if place else ()

    def hexes_in(self, country: str) -> tuple[Hex, ...]:
        """The hexes of a country."""
        return self.hexes_by_country.get(country, ())

    @cached_property
    def hexes_by_country(self) -> Mapping[str, tuple[Hex, ...]]:
        found: dict[str, list[Hex]] = {}
        for hex in self.grid:
            found.setdefault(self.countries.at(hex), []).append(hex)
        return MappingProxyType({k: tuple(v) for k, v in found.items()})


@remembered
def _side_lines(lines: tuple[HexsideLine, ...]) -> Mapping[Hexside, tuple[HexsideLine, ...]]:
    return _grouped((side, line) for line in lines for side in line.sides)


@remembered
def _road_segments(roads: tuple[Road, ...]) -> Mapping[Hexside, tuple[Road, ...]]:
    return _grouped((side, road) for road in roads for side in road.segments())


def _grouped(pairs: Iterable[tuple[Hexside, T]]) -> Mapping[Hexside, tuple[T, ...]]:
    """What lies on each hexside, in the order of the pairs."""
    found: dict[Hexside, list[T]] = {}
    for side, what in pairs:
        found.setdefault(side, []).append(what)
    return MappingProxyType({side: tuple(several) for side, several in found.items()})


@remembered
def _place_at(places: tuple[Place, ...]) -> Mapping[Hex, Place]:
    return MappingProxyType({p.hex: p for p in places})
