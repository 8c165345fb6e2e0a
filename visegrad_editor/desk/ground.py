"""What the boards of a card say about the ground: terrain, levels, buildings, waters, hexsides, roads.

Procedures and forms ask here before they ask a player. Every answer is None, or empty, where no map draws the
board or the place is off the boards: then it must be asked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from ..hexgrid import Hex, Hexside, hexside
from ..lazy_dataclass import dataclass
from ..model.design import Design
from ..model.gamemap import Building, Waters
from ..model.ruleset import TerrainKind
from ..model.ruleset_values import Property
from .board_maps import maps_of
from .boards import Board
from .card import Card
from .hexes import turned
from .names import HexName, column_letters, read_name

GROUND, CELLAR, ROOF = "", "c", "r"
"""Locations of a hex, as names of hexes have them."""


@dataclass(frozen=True)
class BoardBuilding:
    """A building of a board in common coordinates: its map's `building`, and the `places` of its hexes, its
    stairs and those it fills completely."""

    board: str
    building: Building
    places: tuple[Hex, ...]
    stairs: frozenset[Hex]
    full: frozenset[Hex]

    @property
    def id(self) -> str:
        """Its id on the map."""
        return self.building.id

    @property
    def name(self) -> str:
        """What it is called; its id if it has no name."""
        return self.building.name or self.building.id

    @property
    def storeys(self) -> int:
        """Its levels above the ground."""
        return self.building.storeys


class Ground:
    """The ground of a card. Places are those of `card.layout`: common coordinates of all boards.

    A half hex on a join of two boards is on both; what is asked of it is answered by the board that is listed
    first, unless only the other one has a map. The card's `terrain_changes` count, levels and buildings stay.
    """

    def __init__(self, card: Card, maps: Mapping[str, Design]) -> None:
        """`maps` are the designs of the boards by their ids, as `maps_of(card, folder).designs`."""
        self.card = card
        self.maps = maps
        """The designs of the boards that have a map, by the ids of the boards."""

    # -- one place ---------------------------------------------------------------------------

    def is_drawn(self, place: Hex) -> bool:
        """Whether a map shows the place."""
        return next(self._shown(place), None) is not None

    def terrain(self, place: Hex) -> str | None:
        """The id of the kind of terrain, as the card changes it; None if no map shows the place and the card
        does not change it."""
        if place in self._changed_terrain:
            return self._changed_terrain[place]
        return next((design.map.terrain.at(hex) for _, design, hex in self._shown(place)), None)

    def kind(self, place: Hex) -> TerrainKind | None:
        """The kind of terrain in the ruleset of the map; None for one that the ruleset does not have, too."""
        id = self.terrain(place)
        for _, design, _ in self._shown(place):
            if id in design.ruleset.terrain_by_id:
                return design.ruleset.terrain_by_id[id]
        return None

    def property(self, place: Hex, name: str) -> Property | None:
        """A property of the kind of terrain (`docs/squad-desk.md` lists those of the ruleset `squad`): a
        number, true or false, or a word; None if the kind states none."""
        kind = self.kind(place)
        return None if kind is None else dict(kind.properties).get(name)

    def level(self, place: Hex) -> int | None:
        """The level of the ground."""
        return next((design.map.level(hex) for _, design, hex in self._shown(place)), None)

    def building_of(self, place: Hex) -> BoardBuilding | None:
        """The building in a place; None if there is none, or no map."""
        return self._building_at.get(place)

    def is_full(self, place: Hex) -> bool:
        """Whether a map shows a building that fills the whole hex."""
        building = self.building_of(place)
        return building is not None and place in building.full

    def share_building(self, one: Hex, other: Hex) -> bool | None:
        """Whether two places are in one building; None if no map shows one of them."""
        if not (self.is_drawn(one) and self.is_drawn(other)):
            return None
        building = self.building_of(one)
        return building is not None and building == self.building_of(other)

    def level_of(self, name: str) -> int | None:
        """The level of a location such as `901M4.2`, that of the ground and the storeys above it; None for
        cellars and roofs, and where no map shows it. Raises `ValueError` for a name that is not in play."""
        said = read_name(name)
        ground = self.level(self.card.layout.place(said))
        if ground is None or not (said.location == GROUND or said.location.isdecimal()):
            return None
        return ground + int(said.location or 0)

    def storeys(self, place: Hex) -> int | None:
        """The levels above the ground of the building in a place; None if there is none, or no map."""
        building = self.building_of(place)
        return None if building is None else building.storeys

    def waters(self, place: Hex) -> Waters | None:
        """The waters in a place. Their hexes are those of the map; `flow` is the direction as the board
        lies, from 1 in the north clockwise, as in `desk.hexes`."""
        for board, design, hex in self._shown(place):
            found = design.map.waters_at.get(hex)
            if found is not None:
                turns = board.turned // 60
                return found if found.flow is None else replace(found, flow=turned(found.flow, turns))
        return None

    def roads_at(self, place: Hex) -> tuple[str, ...]:
        """The ids of the kinds of road in a place, each once."""
        return tuple(dict.fromkeys(
            road.kind for _, design, hex in self._shown(place) for road in design.map.roads
            if hex in road.path))

    # -- between two places --------------------------------------------------------------------

    def roads(self, one: Hex, other: Hex) -> tuple[str, ...]:
        """The ids of the kinds of road that lead from a place to a neighbouring one, each once."""
        return tuple(dict.fromkeys(
            road.kind for design, side in self._sides(one, other)
            for road in design.map.road_segments.get(side, ())))

    def hexsides(self, one: Hex, other: Hex) -> tuple[str, ...]:
        """The ids of the kinds of hexside (wall, hedge ...) between two neighbouring places, each once."""
        return tuple(dict.fromkeys(
            line.kind for design, side in self._sides(one, other)
            for line in design.map.side_lines.get(side, ())))

    # -- sets of places ------------------------------------------------------------------------

    @cached_property
    def drawn_boards(self) -> tuple[str, ...]:
        """The ids of the boards that have a map."""
        return tuple(b.id for b in self.card.boards if b.id in self.maps)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The ids of all kinds of terrain that the rulesets of the maps have, each once."""
        return tuple(dict.fromkeys(
            kind.id for id in self.drawn_boards for kind in self.maps[id].ruleset.terrain))

    @cached_property
    def buildings(self) -> tuple[BoardBuilding, ...]:
        """The buildings with a hex in play, board by board."""
        return tuple(made for board in self.card.boards if board.id in self.maps
                     for building in self.maps[board.id].map.buildings
                     if (made := self._placed(board, building)).places)

    def building(self, id: str) -> tuple[BoardBuilding, ...]:
        """The buildings with an id; several if several boards have one."""
        return tuple(b for b in self.buildings if b.id == id)

    def places_of_terrain(self, kinds: Collection[str]) -> frozenset[Hex]:
        """The places in play with one of these kinds of terrain."""
        return frozenset(p for p in self.card.layout.names_by_place if self.terrain(p) in kinds)

    def missing_location(self, name: str | HexName) -> str:
        """Why a location, such as `901M4.2`, cannot be there, in a sentence; "" if it can or no map says so.
        Raises `ValueError` for a name that is not in play."""
        said = read_name(name) if isinstance(name, str) else name
        place = self.card.layout.place(said)
        if said.off_board or (said.location not in (CELLAR, ROOF) and not said.location.isdecimal()):
            return ""
        if not self.is_drawn(place):
            return ""
        building, bare = self.building_of(place), replace(said, location=GROUND)
        if building is None:
            return f"{said} does not exist: there is no building in {bare}."
        if said.location == CELLAR and not building.building.cellar:
            return f"{said} does not exist: {building.name} has no cellar."
        if said.location.isdecimal() and int(said.location) > building.storeys:
            top = f"its highest level is {building.storeys}" if building.storeys else (
                "it has none above the ground")
            return f"{said} does not exist: {building.name} is lower, {top}."
        return ""

    # -- from places to the hexes of maps --------------------------------------------------------

    def _shown(self, place: Hex) -> Iterator[tuple[Board, Design, Hex]]:
        """The boards that show a place, each with its design and the hex of its map."""
        for board, own in self.card.layout.names_by_place.get(place, ()):
            design = self.maps.get(board.id)
            if design is None:
                continue
            hex = design.map.grid.parse(f"{column_letters(own.col)}{own.row}")
            if hex is not None:
                yield board, design, hex

    def _sides(self, one: Hex, other: Hex) -> Iterator[tuple[Design, Hexside]]:
        """The hexside between two places on each map that shows both."""
        there = {board.id: hex for board, _, hex in self._shown(other)}
        for board, design, hex in self._shown(one):
            if board.id in there and design.map.grid.adjacent(hex, there[board.id]):
                yield design, hexside(hex, there[board.id])

    def _placed(self, board: Board, building: Building) -> BoardBuilding:
        """A building of a map in common coordinates, as far as it is in play."""
        def places(hexes: Collection[Hex]) -> Iterator[Hex]:
            for hex in hexes:
                said = read_name(self.maps[board.id].map.grid.number(hex))
                own = Hex(said.column, said.row)
                if board.plays(own):
                    yield board.place(own)

        return BoardBuilding(board.id, building, tuple(places(building.hexes)),
                             frozenset(places(building.stairs)), frozenset(places(building.full)))

    @cached_property
    def _building_at(self) -> dict[Hex, BoardBuilding]:
        return {place: b for b in reversed(self.buildings) for place in b.places}

    @cached_property
    def _changed_terrain(self) -> dict[Hex, str]:
        found: dict[Hex, str] = {}
        for change in self.card.terrain_changes:
            for name in change.hexes:
                try:
                    found[self.card.layout.place(name)] = change.terrain
                except ValueError:
                    continue  # the check of the card reports it
        return found


def ground_of(card: Card, folder: Path | None) -> Ground:
    """The ground of a card whose file is in `folder`, None if it has none, with the maps that can be read and
    fit; the check of the card tells about the others."""
    return Ground(card, maps_of(card, folder).designs)
