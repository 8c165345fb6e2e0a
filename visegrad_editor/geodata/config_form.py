"""The keys of a file that describes how a map is computed from geographic data; `config` reads it.

The content of such a file stays plain data, checked by the schema made from these declarations.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Required, TypedDict

from ..model.fields import Field
from ..model.files.schema import DocumentKind
from ..model.gamemap import Area, GridForm, Label
from ..model.geography import GeographyForm
from ..model.provenance import MapOrigin, RuleNumber
from ..model.values import (
    ID_OR_NOTHING,
    TEXT,
    DocumentName,
    EarthPoint,
    FileName,
    Hexes,
    HexNumber,
    Id,
    Notes,
    Sides,
    Title,
    Version,
    Words,
)

_RoadEnd = Annotated[Any, Field(kinds=("string", "number", "array"), entries=float, least=2, most=2)]
"""A town, a hex or a place in degrees."""


class _Fit(TypedDict, total=False):
    """Fits the grid to the earth by the `known` places."""

    centre: EarthPoint
    hex_km: Annotated[float, Field(
        help="Kilometres between the centres of neighbouring hexes.", maximum=10000, above=0,
        examples=("16.2",))]
    within: Annotated[float, Field(
        help="Places farther than this from the centre of their hex are pulled to it, in hexes.", minimum=0,
        maximum=10)]
    reach: Annotated[float, Field(
        help="How far the effect of a pin reaches, in hexes.", maximum=1000, above=0, examples=("4",))]
    warp: Annotated[bool, Field(help="Whether places are pulled at all.")]


class _KnownPlace(TypedDict, total=False):
    """A place."""

    hex: Required[HexNumber]
    at: Required[EarthPoint]
    name: Annotated[str, Field(help="What it is.", kinds=TEXT, longest=120)]
    weight: Annotated[float, Field(
        help="Its weight in the fit; 0: it is only reported.", minimum=0, maximum=1000)]
    rule: RuleNumber


class _Source(TypedDict, total=False):
    """A file of data."""

    id: Required[Annotated[Id, Field(help="Its name in this file.")]]
    file: Required[Annotated[str, Field(
        "File",
        "GeoJSON, or a PNG, JPEG or TIFF picture, in the folder of this file or in that given with --data.",
        shortest=1, longest=200, examples=("rivers.geojson",))]]
    title: Required[Annotated[str, Field(help="The data and its makers.", kinds=TEXT, longest=200)]]
    licence: Required[Annotated[str, Field(
        help="The licence of the data.", kinds=TEXT, longest=200)]]
    url: Annotated[str, Field(help="Where to get it.", longest=500)]
    note: Annotated[str, Field(help="Credits, and how it was processed.", kinds=TEXT, longest=2000)]
    west: Annotated[float, Field(help="Pictures: degrees east of the left edge.", minimum=-180, maximum=180)]
    north: Annotated[float, Field(help="Pictures: degrees north of the upper edge.", minimum=-90, maximum=90)]
    degrees: Annotated[float, Field(
        help="Pictures: width and height of a pixel in degrees.", maximum=90, above=0)]
    scale: Annotated[float, Field(help="Pictures: the factor of a grey level.")]
    offset: Annotated[float, Field(help="Pictures: the constant added to it.")]
    nodata: Annotated[float, Field(help="Pictures: the grey level for missing values.")]


class _Countries(TypedDict, total=False):
    """The country of each hex, and which hexes are land."""

    source: Required[Annotated[Id, Field(help="A source of polygons.")]]
    property: Required[Annotated[str, Field(
        help="The property with the name of the country.", kinds=TEXT, longest=200)]]
    values: Required[Annotated[dict[str, Any], Field(
        help="From names in the source to countries of the map.",
        values=Annotated[str, Field(pattern=ID_OR_NOTHING)])]]
    least: Annotated[float, Field(
        help="The share of land from which a hex counts as land.", minimum=0, maximum=1, examples=("0.5",))]
    prefer: Annotated[Words, Field(
        help="Countries that get a hex even with less than the greatest share.")]
    prefer_from: Annotated[float, Field(
        help="The share of the hex they need for that.", minimum=0, maximum=1, examples=("0.5",))]


class _TerrainRuleCoverage(TypedDict, total=False):
    """The share of the hex that polygons cover."""

    source: Required[Annotated[Id, Field(help="A source of polygons.")]]
    where: Annotated[dict[str, Any], Field(
        help="Only features with one of these values: from property to value or values.",
        values=Annotated[Any, Field(kinds=("string", "number", "boolean", "array"))])]
    least: Required[Annotated[float, Field(
        help="The share of the hex, 0 to 1, from which the rule holds.", minimum=0, maximum=1,
        examples=("0.5",))]]


class _TerrainRuleMeasuresEntrySumEntry(TypedDict, total=False):
    """A number measured on a picture."""

    source: Required[Annotated[Id, Field(help="A picture.")]]
    statistic: Required[Annotated[Literal["mean", "least", "most", "spread", "deviation"], Field(
        help="Which statistic of the values in a hex counts.")]]
    times: Annotated[float, Field(help="Its factor.")]


class _TerrainRuleMeasuresEntry(TypedDict, total=False):
    """A sum of numbers measured on pictures."""

    sum: Required[Annotated[list[_TerrainRuleMeasuresEntrySumEntry], Field(
        help="The terms of the sum.", least=1, most=8)]]
    plus: Annotated[float, Field(help="A constant added to the sum.")]
    least: Required[Annotated[float, Field(help="The value from which the rule holds.")]]
    weak: Annotated[float, Field(help="The value from which it holds beside a hex where it holds anyway.")]


class _TerrainRule(TypedDict, total=False):
    """A kind of terrain and when a hex has it: all that is given must hold."""

    terrain: Required[Annotated[Id, Field(help="A terrain of the ruleset.")]]
    coverage: Annotated[_TerrainRuleCoverage, Field(help="The share of the hex that polygons cover.")]
    measures: Annotated[list[_TerrainRuleMeasuresEntry], Field(help="Numbers measured on pictures.", most=8)]
    countries: Annotated[Words, Field(help="Only in these countries.")]
    alone: Annotated[bool, Field(help="Whether a single hex without a neighbour of the kind is kept.")]
    sea: Annotated[bool, Field(help="Whether it may also replace sea.")]


class _Terrain(TypedDict, total=False):
    """The terrain of each hex."""

    ground: Required[Annotated[Id, Field(help="The terrain of hexes without a rule.")]]
    sea: Annotated[Id, Field(help="The terrain of hexes that are not land.")]
    rules: Annotated[list[_TerrainRule], Field(help="The first that holds decides.", most=60)]


class _Towns(TypedDict, total=False):
    """Keeps towns on their bank."""

    source: Required[Annotated[Id, Field(help="A source of points.")]]
    property: Annotated[str, Field(help="The property with the name.", kinds=TEXT, longest=200)]
    size: Annotated[str, Field(
        help="The property with the population: the largest town of a hex counts.", kinds=TEXT,
        longest=200)]
    least: Annotated[float, Field(help="Smaller towns do not count.", minimum=0)]


class _River(TypedDict, total=False):
    """A river."""

    name: Required[Annotated[str, Field(help="The name on the map.", kinds=TEXT, longest=120)]]
    width: Annotated[int, Field(help="Width class.", minimum=1, maximum=5)]
    match: Annotated[Any, Field(
        help="Names in the source; left out: its name.", kinds=("array", "string", "number"),
        entries=Annotated[str, Field(kinds=TEXT)])]
    through: Annotated[list[EarthPoint], Field(
        help="Drawn by hand: places it runs through, from the source to the mouth; with `match` beside "
        "the data.", least=2, most=200)]
    between: Annotated[list[EarthPoint], Field(
        help="Only the stretch of the data between these two places.", least=2, most=2)]
    add: Annotated[Sides, Field(help="Hexsides added by hand.", examples=("2017/2018",))]
    remove: Annotated[Sides, Field(help="Hexsides removed by hand.", examples=("2017/2018",))]
    sides: Annotated[Sides, Field(help="All hexsides, by hand.", examples=("2017/2018",))]
    upstream: Annotated[bool, Field(help="Whether the data runs from the mouth to the source.")]
    left: Annotated[list[Annotated[str, Field(kinds=TEXT, longest=120)]], Field(
        help="Towns known to lie on its left bank, looking downstream: names of places of the map or "
        "numbers of hexes.", most=300)]
    right: Annotated[list[Annotated[str, Field(kinds=TEXT, longest=120)]], Field(
        help="Towns known to lie on its right bank, looking downstream: names of places of the map or "
        "numbers of hexes.", most=300)]
    provenance: MapOrigin


class _Rivers(TypedDict, total=False):
    """Rivers along hexsides."""

    kind: Required[Annotated[Id, Field(help="A hexside kind of the ruleset.")]]
    source: Annotated[Id, Field(help="A source of lines.")]
    property: Annotated[str, Field(help="The property with the name of the river.", kinds=TEXT, longest=200)]
    shortest: Annotated[float, Field(
        help="Stretches shorter than this, in hexes, are left out.", minimum=0, maximum=100)]
    flips: Annotated[bool, Field(help="Whether rivers may pass single hexes on the other side.")]
    towns: Annotated[_Towns, Field(help="Keeps towns on their bank.")]
    lines: Required[Annotated[list[_River], Field(help="The rivers, in the order of the map.", most=300)]]


class _WaterSide(TypedDict, total=False):
    """A kind."""

    kind: Required[Annotated[Id, Field(help="A hexside kind of the ruleset.")]]
    name: Annotated[str, Field(help="A name.", kinds=TEXT, longest=120)]
    source: Annotated[Id, Field(help="A source of polygons of water; left out: everything that is not land.")]
    least: Annotated[float, Field(
        help="The share of the hexside under water from which it counts.", minimum=0, maximum=1,
        examples=("0.5",))]
    add: Annotated[Sides, Field(help="Hexsides added by hand.", examples=("2017/2018",))]
    remove: Annotated[Sides, Field(help="Hexsides removed by hand.", examples=("2017/2018",))]


class _Road(TypedDict, total=False):
    """A road."""

    kind: Required[Annotated[Id, Field(help="A road kind of the ruleset.")]]
    name: Annotated[str, Field(help="The number or name on the map.", kinds=TEXT, longest=120)]
    via: Annotated[list[_RoadEnd], Field(
        help="The stops: names of towns, hex numbers, or places in degrees.", least=2, most=200)]
    path: Annotated[Any, Field(
        help="All hexes, by hand: 2518-2618.", kinds=("string", "integer", "array"), entries=HexNumber)]
    provenance: MapOrigin


class _RoadLinesKinds(TypedDict, total=False):
    """The kinds of the lines."""

    property: Required[Annotated[str, Field(help="The property with the kind.", kinds=TEXT, longest=200)]]
    values: Required[Annotated[dict[str, Any], Field(
        help="From its values to road kinds; others are left out.", values=Id)]]


class _RoadLines(TypedDict, total=False):
    """Roads that are lines of a source."""

    source: Required[Annotated[Id, Field(help="A source of lines.")]]
    property: Annotated[str, Field(help="The property with the number or name.", kinds=TEXT, longest=200)]
    kinds: Required[Annotated[_RoadLinesKinds, Field(help="The kinds of the lines.")]]


class _Roads(TypedDict, total=False):
    """Roads from hex to hex."""

    source: Annotated[Id, Field(help="A source of points.")]
    property: Annotated[str, Field(help="The property with the name.", kinds=TEXT, longest=200)]
    grazed: Annotated[float, Field(
        help="Hexes with less road than this, in hexes, are left out.", minimum=0, maximum=2)]
    lines: Annotated[list[_Road], Field(help="Roads joining towns.", most=500)]
    from_: Annotated[_RoadLines, Field(help="Roads that are lines of a source.", key="from")]


class _Place(TypedDict, total=False):
    """A place."""

    name: Annotated[str, Field(help="The name on the map.", kinds=TEXT, longest=120)]
    features: Annotated[Words, Field(help="What it is.")]
    match: Annotated[str, Field(help="The name in the source; left out: the name.", kinds=TEXT, longest=120)]
    hex: Annotated[HexNumber, Field(help="Its hex, by hand.")]
    at: EarthPoint
    provenance: MapOrigin


class _EveryPlace(TypedDict, total=False):
    """A minimum size."""

    size: Required[Annotated[str, Field(
        help="The property with the population.", kinds=TEXT, longest=200)]]
    least: Required[Annotated[float, Field(help="The smallest population.", minimum=0)]]
    features: Annotated[Words, Field(help="What they are.")]


class _Places(TypedDict, total=False):
    """Towns and their features."""

    source: Annotated[Id, Field(help="A source of points.")]
    property: Annotated[str, Field(help="The property with the name.", kinds=TEXT, longest=200)]
    list: Annotated[list[_Place], Field(help="The places.", most=2000)]
    every: Annotated[list[_EveryPlace], Field(
        help="All points of the source that are large enough, one per hex.", most=10)]


class _Pin(TypedDict, total=False):
    """Facts about hexes that override the data."""

    hexes: Required[Hexes]
    terrain: Annotated[Id, Field(help="Their terrain.")]
    country: Annotated[str, Field(help='Their country; "" is none.', pattern=ID_OR_NOTHING)]
    provenance: MapOrigin


class ConfigForm(TypedDict, total=False):
    """A file that describes how a map is computed from geographic data."""

    name: Required[FileName]
    title: Required[Title]
    version: Version
    ruleset: Required[DocumentName]
    notes: Notes
    provenance: MapOrigin
    grid: Required[Annotated[GridForm, Field("Grid", "The hex grid.")]]
    geography: Annotated[GeographyForm, Field("Geography", "How the grid lies on the earth.")]
    fit: Annotated[_Fit, Field(help="Fits the grid to the earth by the `known` places.")]
    known: Annotated[list[_KnownPlace], Field(
        help="Places whose hex is known: the grid is fitted to them, and they are reported.", most=100)]
    sources: Required[Annotated[list[_Source], Field(help="The data.", most=60)]]
    countries: Annotated[_Countries, Field(help="The country of each hex, and which hexes are land.")]
    terrain: Annotated[_Terrain, Field(help="The terrain of each hex.")]
    rivers: Annotated[_Rivers, Field(help="Rivers along hexsides.")]
    water_sides: Annotated[list[_WaterSide], Field(
        help="Hexsides covered by water between hexes of land.", most=10)]
    roads: Annotated[_Roads, Field(help="Roads from hex to hex.")]
    places: Annotated[_Places, Field(help="Towns and their features.")]
    pins: Annotated[list[_Pin], Field(help="Facts about hexes that override the data.", most=500)]
    areas: Annotated[list[Area], Field("Areas", "Named sets of hexes.")]
    labels: Annotated[list[Label], Field("Labels", "Names of seas, countries, ranges.")]


GEODATA = DocumentKind(
    "geodata", ConfigForm, "Map from geographic data",
    "How a map is computed from geographic data: grid, sources, rules.",
    says_kind="tells how a map is made from geographic data")
