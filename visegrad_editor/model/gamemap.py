"""The map: grid, terrain, hexsides, roads, places, areas. Immutable; edits make new maps.

What each field is and may hold is declared here; see `fields`. Hexes are numbers in files, so the fields that
hold hexes are read and written by `map_file`, which knows the grid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from functools import cached_property, wraps
from itertools import chain
from types import MappingProxyType
from typing import Annotated, Any, Literal, NotRequired, TypedDict, TypeVar

from ..hexgrid import STILL, Hex, HexGeometry, HexGrid, Hexside, Motion, hexside
from ..lazy_dataclass import dataclass
from .background import Background
from .fields import Field
from .files.codec import FLOAT
from .geography import Geography, GeographyForm
from .layer import Layer
from .lettering import PLAIN, Lettering, NameSpot, slanted
from .provenance import MapOrigin, Provenance, RuleNumber
from .unmatched import Unmatched
from .values import (
    ID_OR_NOTHING,
    ID_PATTERN,
    DocumentName,
    FileName,
    Hexes,
    HexNumber,
    Id,
    LongText,
    Name,
    Notes,
    OwnId,
    Rotation,
    Sides,
    Text,
    Title,
    Version,
    Word,
    Words,
)

# -- caches what was derived from a part of a document, for the documents that share the part ------


Part = TypeVar("Part")
Result = TypeVar("Result")
_MOST = 8


def cached_by_identity(make: Callable[[Part], Result]) -> Callable[[Part], Result]:
    """`make`, not called again for a value it was recently called with: the same object, not an equal one.

    An edit makes a new map that shares all but what it changed; what was derived from the rest stays valid.

    >>> calls = []
    >>> longest = cached_by_identity(lambda words: calls.append(1) or max(words, key=len))
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


# -- the forms of grid and layers in files --------------------------------------------------------


_First = Annotated[int, Field(
    "First", "The first number; of letters the place in the alphabet: 1 is A, 27 AA.",
    minimum=0, maximum=9999)]
_Digits = Annotated[int, Field(
    "Digits", "How many digits are written; 0: no zeros in front, where a separator or letters set the "
    "halves apart.", minimum=0, maximum=4)]
_LettersInstead = Annotated[bool, Field(
    "Letters", "Letters instead of digits: A to Z, then AA, BB and so on to ZZZZ.")]


class _RowAxis(TypedDict):
    start: _First
    direction: Annotated[Literal["down", "up"], Field("Direction", "The way the numbers grow.")]
    digits: NotRequired[_Digits]
    letters: NotRequired[_LettersInstead]


class _ColumnAxis(TypedDict):
    start: _First
    direction: Annotated[Literal["right", "left"], Field("Direction", "The way the numbers grow.")]
    digits: NotRequired[_Digits]
    letters: NotRequired[_LettersInstead]


class _Numbering(TypedDict):
    order: Annotated[Literal["row-first", "column-first"], Field(
        "Order", "Which half of the hex number comes first.")]
    row: Annotated[_RowAxis, Field("Rows", "The number of the row.")]
    column: Annotated[_ColumnAxis, Field("Columns", "The number of the column.")]
    separator: NotRequired[Annotated[Literal["", ".", "_", ":"], Field(
        "Separator", "The text between the halves.")]]


_Along = Annotated[Literal["all", "odd", "even"], Field(
    "Hexes along an edge", "all, or those whose column (at left and right: row), counted from 0, is odd or "
    "even.")]


class _HalfHexes(TypedDict):
    """Which hexes along the edges of the map are cut in half by it. Where every second hex of an edge lies
    farther out, odd or even ones; along the other edges all of them."""

    top: NotRequired[Annotated[_Along, Field("Top")]]
    right: NotRequired[Annotated[_Along, Field("Right")]]
    bottom: NotRequired[Annotated[_Along, Field("Bottom")]]
    left: NotRequired[Annotated[_Along, Field("Left")]]


class GridForm(TypedDict):
    """A grid as it is written in files."""

    orientation: Annotated[Literal["pointy", "flat"], Field(
        "Orientation", "pointy: hexes have a corner at the top; flat: a side.")]
    columns: Annotated[int, Field("Columns", "Hexes from left to right.", minimum=1, maximum=1000)]
    rows: Annotated[int, Field("Rows", "Hexes from top to bottom.", minimum=1, maximum=1000)]
    stagger: NotRequired[Annotated[Literal["odd", "even"], Field(
        "Stagger", "Which rows (pointy) or columns (flat), counted from 0, lie half a hex to the right "
        "(lower).")]]
    numbering: NotRequired[Annotated[_Numbering, Field("Numbering", "How hexes are numbered.")]]
    half_hexes: NotRequired[Annotated[_HalfHexes, Field(
        "Half hexes", examples=("{top: odd, bottom: odd, left: all, right: all}",))]]


_Letters = Annotated[dict[str, str], Field(
    "Legend", values=Annotated[str, Field(kinds=("string", "integer"), pattern=ID_OR_NOTHING)],
    names=Field(shortest=1, longest=1), least=1)]


class LayerForm(TypedDict):
    """A layer as it is written in files."""

    legend: _Letters
    rows: Annotated[list[Annotated[str, Field(kinds=("string", "integer"))]], Field(
        "Rows", "One text a row of the grid, from the top; one letter a hex, from the left.",
        examples=('- "~~..MM"',))]


LOWEST_LEVEL, HIGHEST_LEVEL = -9, 99


class LevelsForm(TypedDict):
    """Levels as they are written in files."""

    legend: Annotated[dict[str, int], Field(
        "Legend", "Which letter means which level.", values=Annotated[int, Field(
            minimum=LOWEST_LEVEL, maximum=HIGHEST_LEVEL)],
        names=Field(shortest=1, longest=1), least=1, examples=('{"0": 0, "1": 1, v: -1}',))]
    rows: Annotated[list[Annotated[str, Field(kinds=("string", "integer"))]], Field(
        "Rows", "One text a row of the grid, from the top; one letter a hex, from the left.",
        examples=('- "000112"',))]


TERRAIN_LEGEND = Field(help="Which letter means which terrain.", examples=('{".": clear, M: mountain}',))
COUNTRY_LEGEND = Field(help="Which letter means which country.", examples=('{N: northland, " ": ""}',))

# -- the map --------------------------------------------------------------------------------------

NO_LEVELS = Layer((), ())
"""Stands for `flat_levels` where a map is made."""


def flat_levels(grid: HexGrid) -> Layer:
    """The levels of a map on which all hexes have level 0."""
    return Layer((("0", "0"),), ("0" * grid.columns,) * grid.rows)


def flow_direction(grid: HexGrid, flow: int) -> int:
    """The direction of the grid in which water flows, from the number that files have."""
    return (flow + (3 if grid.orientation == "flat" else 4)) % FLOWS


def flow_number(grid: HexGrid, direction: int) -> int:
    """The number that files have for a direction of the grid.

    >>> from ..hexgrid import Axis, Numbering
    >>> grid = HexGrid("flat", 3, 3, "odd", Numbering("column-first", Axis(1, "down"), Axis(1, "right")))
    >>> [flow_number(grid, flow_direction(grid, n)) for n in range(1, 7)]
    [1, 2, 3, 4, 5, 6]
    """
    return next(n for n in range(1, FLOWS + 1) if flow_direction(grid, n) == direction % FLOWS)


T = TypeVar("T")


@dataclass(frozen=True)
class HexsideLine:
    """A run of hexsides of one kind, for instance a river. `width` is a class, 1 to 5."""

    kind: Annotated[Id, Field("Kind", "A hexside kind of the ruleset.", refers_to="hexsides")]
    sides: Annotated[tuple[Hexside, ...], Field(
        "Hexsides", "Hexsides with spaces between them, or a list: 2017/2018; at the edge of the map 0601/E.",
        form=Sides, examples=("2017/2018 2017/2118",), after="width", apart=True)]
    name: Annotated[Text, Field("Name", "The name of the river.", longest=120)] = ""
    width: Annotated[int, Field("Width", "Width class, 1 to 5.", minimum=1, maximum=5)] = 1


@dataclass(frozen=True)
class Road:
    """A road of one kind from hex to neighbouring hex."""

    kind: Annotated[Id, Field("Kind", "A road kind of the ruleset.", refers_to="roads")]
    path: Annotated[tuple[Hex, ...], Field(
        "Path", "Hex numbers from neighbour to neighbour, with - between them, or a list.",
        form=tuple[str, ...], kinds=("string", "integer", "array"), entries=HexNumber,
        examples=("2518-2618-2717",), after="name", apart=True)]
    name: Annotated[Text, Field("Name", "The number or name of the road.", longest=120)] = ""

    def segments(self) -> tuple[Hexside, ...]:
        """The hexsides the road crosses, in order."""
        return tuple(hexside(a, b) for a, b in zip(self.path, self.path[1:], strict=False))


@dataclass(frozen=True)
class Place:
    """The contents of a hex: a name, features (city, capital, port, industrial ...), or both."""

    hex: Annotated[Hex, Field("Hex", form=HexNumber, apart=True)]
    name: Annotated[Text, Field("Name", "The name on the map.", longest=120)] = ""
    features: Annotated[Words, Field(
        "Features", "What the place is: features of the ruleset.", refers_to="features")] = ()
    provenance: MapOrigin = Provenance("rulebook")
    lettering: Annotated[Lettering, Field(within="name_", after="features", later=True)] = PLAIN
    """How its name is lettered."""


@dataclass(frozen=True)
class Area:
    """A named set of hexes that the rules or a scenario refer to."""

    id: OwnId
    name: Name
    hexes: Annotated[tuple[Hex, ...], Field("Hexes", form=Hexes, after="rule", apart=True)]
    rule: RuleNumber = ""
    provenance: MapOrigin = Provenance("rulebook")


_SomeHexes = Annotated[tuple[Hex, ...], Field(form=Hexes, apart=True)]


@dataclass(frozen=True)
class Building:
    """A building of one or several hexes, for maps on which a hex is a few houses."""

    id: OwnId
    hexes: Annotated[_SomeHexes, Field("Hexes", "The hexes it stands in, each of which touches another.")]
    name: Annotated[Text, Field("Name", "What it is called.", longest=120)] = ""
    storeys: Annotated[int, Field(
        "Storeys", "Levels above the ground; 0: the ground only.", minimum=0, maximum=99)] = 0
    material: Annotated[str, Field(
        "Material", "What it is built of, in a short name.", kinds=("string", "integer"), pattern=ID_PATTERN,
        longest=60, suggested=("stone", "wood"), examples=("stone",))] = ""
    rowhouse: Annotated[bool, Field("Row house", "Whether walls divide it at its hexsides.")] = False
    factory: Annotated[bool, Field("Factory", "Whether it is one hall without floors.")] = False
    stairs: Annotated[_SomeHexes, Field("Stairs", "Those of its hexes in which there are stairs.")] = ()
    full: Annotated[_SomeHexes, Field("Full", "Those of its hexes which it fills completely.")] = ()
    cellar: Annotated[bool, Field("Cellar", "Whether there is a cellar below it.")] = False


FLOWS = 6
"""The directions in which water flows, 1 to 6 clockwise."""


@dataclass(frozen=True)
class Waters:
    """Hexes of water of one depth and current: a stretch of a river, a pond."""

    id: OwnId
    hexes: Annotated[_SomeHexes, Field("Hexes")]
    name: Annotated[Text, Field("Name", "What it is called.", longest=120)] = ""
    depth: Annotated[Literal["fordable", "deep"], Field("Depth", "How deep it is.")] = "deep"
    current: Annotated[Literal["still", "normal", "heavy"], Field(
        "Current", "How strong the current is.")] = "still"
    flow: Annotated[int | None, Field(
        "Flow", "The direction in which it flows, clockwise: 1 is up, or, where hexes have a corner at the "
        "top, up to the right.", minimum=1, maximum=FLOWS)] = None
    frozen: Annotated[bool, Field("Frozen", "Whether it is frozen.")] = False


@dataclass(frozen=True)
class Label:
    """A name written on the map that belongs to no place: a sea, a country, a range."""

    text: Annotated[Text, Field("Text", "The words on the map.", longest=120)]
    hex: Annotated[Hex, Field(
        "Hex", "The hex at whose centre the middle of the text lies.", form=HexNumber, apart=True)]
    size: Annotated[float, Field(
        "Size", "Height of the letters, in hex sides.", above=0, maximum=10, examples=("0.5",),
        codec=FLOAT)] = 0.5
    rotation: Rotation = 0.0
    style: Annotated[Word, Field("Style", "The style of lettering.", examples=("region", "water"))] = "region"
    at: Annotated[NameSpot, Field(
        help="Where the text stands relative to the centre of the hex; left out: on it, moved off towns.",
        later=True)] = ""
    """Where it stands relative to the centre of its hex; "": on it, moved a little if it would cover
    towns."""

    def slant(self, quarters: int) -> float:
        """Its rotation on a map turned clockwise; see `slanted`."""
        return slanted(self.rotation, quarters)


@dataclass(frozen=True)
class DataSource:
    """Geographic data a map was computed from, and which parts of the map it supplied.

    `gives` names parts of the map (`countries`, `roads`), or values of a part (`terrain/sea`,
    `hexsides/river`, `places/city`); with `hexes` only those there.
    """

    id: OwnId
    title: Annotated[Title, Field(help="The data and its makers.")]
    licence: Annotated[str, Field(
        "Licence", "The licence of the data.", kinds=("string", "number"), longest=200)]
    url: Annotated[str, Field("Address", "Where to get it.", longest=500)] = ""
    note: Annotated[LongText, Field("Note", "Credits, and how it was processed.")] = ""
    gives: Annotated[tuple[str, ...], Field(
        "Parts", "The parts of the map it supplied, or values of a part.", kinds=("string", "array"),
        entries=Annotated[str, Field(pattern="^[a-z0-9_-]+(/[a-z0-9_-]+)?$")],
        examples=("[countries, terrain/sea]",))] = ()
    hexes: Annotated[tuple[Hex, ...], Field("Hexes", form=Hexes, apart=True)] = ()


@dataclass(frozen=True)
class GameMap:
    """A map, with its variant already applied; `extends` remembers what a variant is based on. `countries`
    may hold "" (no country) for hexes at sea."""

    name: FileName
    title: Title
    ruleset: DocumentName
    grid: Annotated[HexGrid, Field("Grid", "The hex grid.", form=GridForm, apart=True)]
    terrain: Annotated[Layer, Field(
        "Terrain", "The terrain of each hex.", form=LayerForm, parts={"legend": TERRAIN_LEGEND},
        after="background", apart=True)]
    countries: Annotated[Layer, Field(
        "Countries", 'The country of each hex; "" is none.', form=LayerForm, parts={"legend": COUNTRY_LEGEND},
        after="terrain", required=False, apart=True)]
    version: Annotated[Version, Field(after="title", always=True)] = "1"
    extends: Annotated[DocumentName, Field(
        "Base map", "The map this one is a variant of: a bundled name, or the path of a file below the "
        "folder of this one.", examples=("blank",), after="name", apart=True, later=True)] = ""
    notes: Annotated[Notes, Field(after="ruleset")] = ""
    provenance: Annotated[MapOrigin, Field(after="notes")] = Provenance()
    lines: Annotated[tuple[HexsideLine, ...], Field(
        "Hexsides", "Rivers and other lines on hexsides.", key="hexsides", keyed=("kind",), apart=True)] = ()
    roads: Annotated[tuple[Road, ...], Field("Roads", "Roads.", keyed=("kind",), apart=True)] = ()
    places: Annotated[tuple[Place, ...], Field(
        "Places", "Named places and their features.", keyed=("hex",), apart=True)] = ()
    areas: Annotated[tuple[Area, ...], Field("Areas", "Named sets of hexes.", apart=True)] = ()
    labels: Annotated[tuple[Label, ...], Field(
        "Labels", "Names of seas, countries, ranges.", keyed=("text", "hex"), apart=True)] = ()
    levels: Annotated[Layer, Field(
        "Levels", "The level of each hex above, or below, the lowest ground; left out: 0.", form=LevelsForm,
        after="countries", apart=True, later=True)] = NO_LEVELS
    buildings: Annotated[tuple[Building, ...], Field(
        "Buildings", "The buildings, hex by hex.", apart=True, later=True)] = ()
    waters: Annotated[tuple[Waters, ...], Field(
        "Waters", "The waters, hex by hex.", apart=True, later=True)] = ()
    background: Annotated[Background | None, Field(
        "Background", "The picture the map is traced from, a scan for instance.", after="sources", apart=True,
        later=True)] = None
    geography: Annotated[Geography | None, Field(
        "Geography", "How the grid lies on the earth.", form=GeographyForm, after="grid", apart=True,
        later=True)] = None
    sources: Annotated[tuple[DataSource, ...], Field(
        "Sources", "The geographic data the map was computed from.", after="geography", apart=True,
        later=True)] = ()
    unmatched: tuple[Unmatched, ...] = ()
    """What the file of a variant says about things that its base does not have."""
    computed: GameMap | None = field(default=None, compare=False, repr=False)
    """The map as computed from geographic data, if it was computed since the file was read. It is not in the
    file but written beside it: see `computed_record`."""
    moved: Motion = field(default=STILL, compare=False, repr=False)
    """How the hexes have moved since the file was read, so that other scenarios, the selection and the view
    can follow. It is not in the file."""

    def __post_init__(self) -> None:
        if self.levels is NO_LEVELS:
            object.__setattr__(self, "levels", flat_levels(self.grid))

    @cached_property
    def geometry(self) -> HexGeometry:
        """Where the hexes lie, in map units."""
        return HexGeometry(self.grid)

    @property
    def side_lines(self) -> Mapping[Hexside, tuple[HexsideLine, ...]]:
        """The lines on each hexside."""
        return _side_lines(self.lines)

    @property
    def road_segments(self) -> Mapping[Hexside, tuple[Road, ...]]:
        """The roads across each hexside."""
        return _road_segments(self.roads)

    @property
    def place_at(self) -> Mapping[Hex, Place]:
        """The place in each hex that has one."""
        return _place_at(self.places)

    @cached_property
    def area_by_id(self) -> Mapping[str, Area]:
        """The areas by id."""
        return MappingProxyType({a.id: a for a in self.areas})

    @property
    def has_levels(self) -> bool:
        """Whether any hex has been given a level."""
        return self.levels != flat_levels(self.grid)

    def level(self, hex: Hex) -> int:
        """The level of a hex of the map."""
        return int(self.levels.at(hex))

    def is_half(self, hex: Hex) -> bool:
        """Whether only half of a hex is on the map, as an edge of the map cuts it."""
        return self.grid.is_half(hex)

    @cached_property
    def building_by_id(self) -> Mapping[str, Building]:
        """The buildings by id."""
        return MappingProxyType({b.id: b for b in self.buildings})

    @property
    def building_at(self) -> Mapping[Hex, Building]:
        """The building in each hex that has one."""
        return _by_hex(self.buildings)

    @property
    def waters_at(self) -> Mapping[Hex, Waters]:
        """The waters in each hex that has some."""
        return _by_hex(self.waters)

    def features_at(self, hex: Hex) -> tuple[str, ...]:
        """The features of a hex, empty if there is no place."""
        place = self.place_at.get(hex)
        return place.features if place else ()

    def hexes_in(self, country: str) -> tuple[Hex, ...]:
        """The hexes of a country."""
        return self.hexes_by_country.get(country, ())

    @cached_property
    def hexes_by_country(self) -> Mapping[str, tuple[Hex, ...]]:
        """The hexes of each country, "" for those of none, in map order."""
        hexes: dict[str, list[Hex]] = {}
        of_letter = {letter: hexes.setdefault(value, []) for letter, value in self.countries.legend}
        for hex, letter in zip(self.grid.hexes, chain.from_iterable(self.countries.rows), strict=True):
            of_letter[letter].append(hex)
        found = sorted((some for some in hexes.items() if some[1]), key=lambda e: self.grid.index(e[1][0]))
        return MappingProxyType({country: tuple(those) for country, those in found})

    @property
    def hexes_by_feature(self) -> Mapping[str, frozenset[Hex]]:
        """The hexes that have each feature."""
        return _hexes_by_feature(self.places)

    @property
    def hexes_by_road(self) -> Mapping[str, frozenset[Hex]]:
        """The hexes on a road of each kind."""
        return _hexes_by_road(self.roads)


@cached_by_identity
def _side_lines(lines: tuple[HexsideLine, ...]) -> Mapping[Hexside, tuple[HexsideLine, ...]]:
    return _grouped((side, line) for line in lines for side in line.sides)


@cached_by_identity
def _road_segments(roads: tuple[Road, ...]) -> Mapping[Hexside, tuple[Road, ...]]:
    return _grouped((side, road) for road in roads for side in road.segments())


def _grouped(pairs: Iterable[tuple[Hexside, T]]) -> Mapping[Hexside, tuple[T, ...]]:
    """The items on each hexside, in the order of the pairs."""
    groups: dict[Hexside, list[T]] = {}
    for side, what in pairs:
        groups.setdefault(side, []).append(what)
    return MappingProxyType({side: tuple(several) for side, several in groups.items()})


@cached_by_identity
def _place_at(places: tuple[Place, ...]) -> Mapping[Hex, Place]:
    return MappingProxyType({p.hex: p for p in places})


@cached_by_identity
def _by_hex(entries: tuple[Any, ...]) -> Mapping[Hex, Any]:
    return MappingProxyType({hex: one for one in reversed(entries) for hex in one.hexes})


@cached_by_identity
def _hexes_by_feature(places: tuple[Place, ...]) -> Mapping[str, frozenset[Hex]]:
    return _sets((feature, (hex,)) for hex, place in _place_at(places).items() for feature in place.features)


@cached_by_identity
def _hexes_by_road(roads: tuple[Road, ...]) -> Mapping[str, frozenset[Hex]]:
    return _sets((road.kind, road.path) for road in roads)


def _sets(pairs: Iterable[tuple[str, Iterable[Hex]]]) -> Mapping[str, frozenset[Hex]]:
    found: dict[str, set[Hex]] = {}
    for kind, hexes in pairs:
        found.setdefault(kind, set()).update(hexes)
    return MappingProxyType({kind: frozenset(hexes) for kind, hexes in found.items()})
