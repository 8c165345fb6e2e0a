"""Sets of hexes by description, on the map alone: for set-ups, entries and the rules."""

from collections.abc import Iterable, Mapping
from typing import Annotated

from ..hexgrid import Hex, HexGrid
from ..lazy_dataclass import dataclass
from .fields import Field
from .gamemap import GameMap
from .values import Hexes, Words

EDGES = ("north", "east", "south", "west")
"""The edges of a map, as its sheet lies."""


@dataclass(frozen=True)
class Where:
    """A set of hexes by description: the union of hexes, areas and countries; of these only the hexes with
    one of `features`, a road of one of `roads`, one of the kinds of `terrain`, on one of the edges of the
    map, where given; without `excluding`.

    Hexes are hex numbers, so that a scenario can be read without its map.
    With neither hexes, areas nor countries the other keys choose from the whole map; with no key at all the
    set is empty.
    """

    hexes: Hexes = ()
    areas: Annotated[Words, Field("Areas", "Areas of the map.")] = ()
    countries: Annotated[Words, Field("Countries", "Countries.")] = ()
    features: Annotated[Words, Field(
        "Features", "Only hexes with one of these features: city, capital, port ...")] = ()
    roads: Annotated[Words, Field("Roads", "Only hexes on a road of one of these kinds.")] = ()
    terrain: Annotated[Words, Field(
        "Terrain", "Only hexes with one of these kinds of terrain.", later=True)] = ()
    edge: Annotated[tuple[str, ...], Field(
        "Edge", "Only hexes on this edge of the map: north, east, south or west.", kinds=("array", "string"),
        entries=Annotated[str, Field(choices=EDGES)], pattern=f"^({'|'.join(EDGES)})$", examples=("west",),
        later=True)] = ()
    excluding: Annotated[Hexes, Field("Excluding", "Hexes that do not belong to the set.")] = ()

    @property
    def single_hex(self) -> str:
        """The hex number if the set is exactly one hex, else ""."""
        only = len(self.hexes) == 1 and not (self.areas or self.countries)
        return self.hexes[0] if only else ""

    @property
    def on_whole_map(self) -> bool:
        """Whether the set is chosen from all hexes of the map."""
        return not (self.hexes or self.areas or self.countries) and bool(
            self.features or self.roads or self.terrain or self.edge)

    def resolve(self, map: GameMap) -> tuple[Hex, ...]:
        """The hexes of the set, in map order; unknown names add nothing (checks report them)."""
        grid = map.grid
        hexes: set[Hex] = set()
        hexes.update(h for t in set(self.hexes) if (h := grid.parse(t)) is not None)
        for area in set(self.areas):
            if area in map.area_by_id:
                hexes.update(map.area_by_id[area].hexes)
        for country in set(self.countries):
            hexes.update(map.hexes_in(country))
        if self.on_whole_map:
            hexes.update(grid)
        if self.features:
            hexes &= _hexes_with(map.hexes_by_feature, self.features)
        if self.roads:
            hexes &= _hexes_with(map.hexes_by_road, self.roads)
        if self.terrain:
            letters = {letter for letter, kind in map.terrain.legend if kind in self.terrain}
            hexes = {h for h in hexes if map.terrain.rows[h.row][h.col] in letters}
        if self.edge:
            hexes = {h for h in hexes if _on_edge(grid, h, self.edge)}
        hexes -= {h for t in set(self.excluding) if (h := grid.parse(t)) is not None}
        return tuple(sorted(hexes, key=grid.index))


def _on_edge(grid: HexGrid, hex: Hex, edges: Iterable[str]) -> bool:
    """Whether a hex is in the outermost row or column of one of these edges."""
    last_column, last_row = grid.columns - 1, grid.rows - 1
    outermost = {
        "north": hex.row == 0, "south": hex.row == last_row, "west": hex.col == 0,
        "east": hex.col == last_column}
    return any(outermost[edge] for edge in edges)


def _hexes_with(hexes: Mapping[str, frozenset[Hex]], kinds: Iterable[str]) -> set[Hex]:
    """The hexes of all these kinds together."""
    return set().union(*(hexes[kind] for kind in set(kinds) if kind in hexes))


HexSet = Annotated[Where, Field(
    "Set of hexes", "The hexes, areas and countries together; of these only the hexes with one of the "
    "features, on one of the roads, of one of the kinds of terrain, where given; without those excluded. "
    "With neither hexes, areas nor countries they are chosen from the whole map.",
    examples=("{countries: [northland], features: [city]}",), shared="where")]
