"""What can be controlled, a Location, a hex or a building, and the sets of hexes that a card names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import cached_property

from ...hexgrid import Hex
from ...lazy_dataclass import dataclass
from ...model.wording import did_you_mean, listed, quoted
from ..boards import Layout
from ..card import Card, CardWhere, Goals
from ..ground import Ground
from ..hexes import within
from ..names import GULLY, location_words, read_name
from ..words import name_words

GROUND, ROOF, BRIDGE, PILLBOX = "", "r", "b", "p"
UNDERGROUND = frozenset(("c", "t"))
"""Cellars, tunnels and sewers."""
_ENTRENCHMENT = "e"


@dataclass(frozen=True)
class Location:
    """A Location: a hex in common coordinates, and which part of it; "" is the ground. Beneath an
    entrenchment is the ground, too."""

    hex: Hex
    part: str = GROUND

    @property
    def underground(self) -> bool:
        """Whether it is a cellar, a tunnel or a sewer."""
        return self.part in UNDERGROUND


@dataclass(frozen=True)
class WholeHex:
    """A hex, controlled as such."""

    hex: Hex


@dataclass(frozen=True)
class Building:
    """A building, by its id."""

    id: str


Place = Location | WholeHex | Building


@dataclass(frozen=True)
class Site:
    """What the books must know of the ground. Boards may have no drawn map: then only what is handed in is
    known, and the rest is asked."""

    layout: Layout
    buildings: Mapping[str, tuple[Location, ...]] = field(default_factory=dict)
    """All Locations of each building."""
    rowhouses: frozenset[str] = frozenset()
    """Buildings that are rows of houses: one building for control, but mopped up hex by hex (A26.14)."""
    named: frozenset[str] = frozenset()
    """Buildings that the card names, although no map may describe them."""
    parts: Mapping[Hex, tuple[str, ...]] = field(default_factory=dict)
    """All Locations of hexes that are known although no building is there, such as a bridge and the gully."""

    @cached_property
    def _building_at(self) -> dict[Location, str]:
        return {place: id for id, places in self.buildings.items() for place in places}

    @cached_property
    def _buildings_in(self) -> dict[Hex, tuple[str, ...]]:
        found: dict[Hex, tuple[str, ...]] = {}
        for id in self.buildings:
            for hex in self.hexes_of(id):
                found[hex] = (*found.get(hex, ()), id)
        return found

    def location(self, text: str) -> Location:
        """The Location of a name such as `F3`, `22U3.1` or `F3.r`; raises `ValueError` for one that is not in
        play."""
        name = read_name(text)
        place = self.layout.place(name)
        if place not in self.layout:
            raise ValueError(f"{text} is off the boards, where nobody controls anything.")
        return Location(place, GROUND if name.location == _ENTRENCHMENT else name.location)

    def place(self, text: str) -> Place:
        """What can be controlled by a name: `building mill`, `hex F3`, or a Location, `F3.1`. A hex and a
        building must say so, because `F3` is the Location on the ground. Raises `ValueError` for others."""
        what, _, rest = text.strip().partition(" ")
        if what == "building" and rest:
            return Building(rest.strip()) if rest.strip() in self.named else self.building(rest.strip())
        if what == "hex" and rest:
            found = self.location(rest.strip())
            if found.part:
                raise ValueError(f"{rest.strip()} is a Location; a hex has no point in its name.")
            return WholeHex(found.hex)
        return self.location(text)

    def building(self, id: str) -> Building:
        """A building that is known; raises `ValueError` for others."""
        if id not in self.buildings:
            known = sorted(self.named | set(self.buildings))
            if id in self.named or not known:
                raise ValueError(f"The hexes of the building {quoted(id)} are not known, because no map "
                                 "describes it.")
            raise ValueError(f"There is no building {quoted(id)}.{did_you_mean(id, known, 'Buildings')}")
        return Building(id)

    def name(self, place: Place) -> str:
        """A place as it is written: `F3.1`, `hex F3`, `building mill`."""
        if isinstance(place, Building):
            return f"building {place.id}"
        name = self.layout.name(place.hex)
        if isinstance(place, WholeHex):
            return f"hex {name}"
        return f"{name}.{place.part}" if place.part else name

    def words(self, place: Place) -> str:
        """A place in a sentence: `the Location F3.1 (level 1)`, `hex F3`, `the building Mill`."""
        if isinstance(place, Building):
            return f"the building {name_words(place.id)}"
        if isinstance(place, WholeHex):
            return self.name(place)
        return f"the Location {self.name(place)} ({location_words(place.part)})"

    def hexes_of(self, building: str) -> tuple[Hex, ...]:
        """The hexes of a building, each once."""
        return tuple(dict.fromkeys(place.hex for place in self.buildings.get(building, ())))

    def buildings_in(self, hex: Hex) -> tuple[str, ...]:
        """The known buildings in a hex."""
        return self._buildings_in.get(hex, ())

    def building_at(self, place: Location) -> str:
        """The building that a Location is in, "" if none is known: as the building lists it, otherwise by its
        hex, because roofs and cellars are seldom listed."""
        if place in self._building_at:
            return self._building_at[place]
        if place.part in ("t", BRIDGE, PILLBOX, GULLY):
            return ""
        ids = self.buildings_in(place.hex)
        return ids[0] if len(ids) == 1 else ""

    def parts_of(self, hex: Hex) -> tuple[str, ...] | None:
        """All Locations of a hex, if they are known."""
        built = [p.part for id in self.buildings_in(hex) for p in self.buildings[id] if p.hex == hex]
        if hex not in self.parts and not built:
            return None
        return tuple(dict.fromkeys((*self.parts.get(hex, ()), *built)))


def site_of(card: Card, ground: Ground | None = None) -> Site:
    """What the books know of the ground of a card: its boards, the buildings of their maps, and the names of
    others."""
    named = frozenset(id for _, goals in card.sets for id in goals.buildings)
    if ground is None:
        return Site(card.layout, named=named)
    found: dict[str, tuple[Location, ...]] = {}
    for building in ground.buildings:
        parts = (GROUND, *map(str, range(1, building.storeys + 1)), *("c" * building.building.cellar))
        found[building.id] = (*found.get(building.id, ()), *(
            Location(place, part) for place in building.places for part in parts))
    rows = frozenset(b.id for b in ground.buildings if b.building.rowhouse)
    return Site(card.layout, found, rows, named - found.keys())


# -- sets of a card --------------------------------------------------------------------------------


@dataclass(frozen=True)
class HexSet:
    """Hexes, as far as they can be told."""

    hexes: frozenset[Hex] = frozenset()
    asked: tuple[str, ...] = ()
    """What else decides which hexes they are, in sentences."""


def where_hexes(where: CardWhere, site: Site, whose: str) -> HexSet:
    """The hexes of a `where` of a card. Terrain, words and buildings that no map describes are asked; `whose`
    begins these sentences. Raises `ValueError` for names that are not in play."""
    layout, asked = site.layout, []
    found: set[Hex] = set()
    for id in where.boards:
        board = layout.board(id)
        found |= {board.place(hex) for hex in board.hexes()}
    found |= {layout.place(name) for name in where.hexes}
    if where.hexes_between:
        found |= layout.between(where.hexes_between)
    for id in where.buildings:
        if id in site.buildings:
            found |= set(site.hexes_of(id))
        else:
            asked.append(f"{whose}: the hexes of the building {name_words(id)} are not known.")
    if where.within is not None:
        found |= {hex for hex in within(layout.place(where.within.of), where.within.hexes) if hex in layout}
    if not (where.boards or where.hexes or where.hexes_between or where.buildings or where.within):
        found = set(layout.names_by_place)
    if where.edge:
        found &= set().union(*(layout.edge(edge) for edge in where.edge))
    if where.terrain:
        asked.append(f"{whose}: which hexes are {listed(where.terrain)} is not known.")
    if where.text:
        asked.append(f"{whose}: the words of the card say more than the program reads: {where.text}")
    return HexSet(frozenset(found - {layout.place(name) for name in where.excluding}), tuple(asked))


@dataclass(frozen=True)
class PlaceSet:
    """Places of a named set, as far as they can be told."""

    places: tuple[Place, ...] = ()
    asked: tuple[str, ...] = ()


def goal_places(goals: Goals, counted: str, site: Site) -> PlaceSet:
    """What is counted of a named set: its buildings, hexes or Locations, each once. With `counted` "" its
    buildings count as buildings, and its hexes as hexes unless they name a Location. Raises `ValueError` for
    names that are not in play."""
    asked: list[str] = []
    found: list[Place] = []
    named = [(name, site.location(name)) for name in goals.hexes]
    edge = sorted(site.layout.edge(goals.edge)) if goals.edge else []
    for name, at in named:
        found += _counted(name, at, bool(read_name(name).location), counted, site, asked)
    for hex in edge:
        found += _counted(site.layout.name(hex), Location(hex), False, counted, site, asked)
    for id in goals.buildings:
        found += _of_building(id, counted, site, asked)
    return PlaceSet(tuple(dict.fromkeys(found)), tuple(dict.fromkeys(asked)))


def _counted(name: str, at: Location, is_location: bool, counted: str, site: Site,
             asked: list[str]) -> Iterable[Place]:
    """What a named hex or Location stands for. `asked` gets what is not known."""
    if counted == "location" or (not counted and is_location):
        if is_location:
            return [at]
        parts = site.parts_of(at.hex)
        if parts is None:
            asked.append(f"Which Locations the hex {name} has is not known; only its ground is counted.")
        return [Location(at.hex, part) for part in parts or (GROUND,)]
    if counted == "building":
        ids = site.buildings_in(at.hex)
        if site.parts_of(at.hex) is None:
            asked.append(f"Which building is in {name} is not known.")
        return [Building(id) for id in ids]
    return [WholeHex(at.hex)]


def _of_building(id: str, counted: str, site: Site, asked: list[str]) -> Iterable[Place]:
    if counted in ("", "building"):
        return [Building(id)]
    if id not in site.buildings:
        asked.append(f"The {'hexes' if counted == 'hex' else 'Locations'} of the building {name_words(id)} "
                     "are not known.")
    if counted == "hex":
        return [WholeHex(hex) for hex in site.hexes_of(id)]
    return site.buildings.get(id, ())
