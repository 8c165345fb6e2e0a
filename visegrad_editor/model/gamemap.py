"""The map: grid, terrain, hexsides, roads, places, areas. Immutable; edits make new maps.

What each field is and may hold is declared here; see `fields`. Hexes are numbers in files, so the fields that
hold hexes are read and written by `map_file`, which knows the grid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, wraps
from types import MappingProxyType
from typing import Annotated, Literal, NotRequired, TypedDict, TypeVar

from ..hexgrid import STILL, Hex, HexGeometry, HexGrid, Hexside, Motion, hexside
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


_Letters = Annotated[dict[str, str], Field(
    "Legend", values=Annotated[str, Field(kinds=("string", "integer"), pattern=ID_OR_NOTHING)],
    names=Field(shortest=1, longest=1), least=1)]


class LayerForm(TypedDict):
    """A layer as it is written in files."""

    legend: _Letters
    rows: Annotated[list[Annotated[str, Field(kinds=("string", "integer"))]], Field(
        "Rows", "One text a row of the grid, from the top; one letter a hex, from the left.",
        examples=('- "~~..MM"',))]


TERRAIN_LEGEND = Field(help="Which letter means which terrain.", examples=('{".": clear, M: mountain}',))
COUNTRY_LEGEND = Field(help="Which letter means which country.", examples=('{N: northland, " ": ""}',))

# -- the map --------------------------------------------------------------------------------------

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
        for hex in self.grid:
            hexes.setdefault(self.countries.at(hex), []).append(hex)
        return MappingProxyType({k: tuple(v) for k, v in hexes.items()})

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
