"""The keys of a file that tells how a map is computed from geographic data; `config` reads it.

Such a file stays the plain data it is, checked by the schema that is made of these declarations.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Required, TypedDict

from ..model.fields import Field
from ..model.files.schema import Document
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
    """Finds how the grid lies from `known`."""

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
        help="How much it counts for the fit; 0: it is only reported.", minimum=0, maximum=1000)]
    rule: RuleNumber


class _Source(TypedDict, total=False):
    """A file of data."""

    id: Required[Annotated[Id, Field(help="What this file calls it.")]]
    file: Required[Annotated[str, Field(
        "File",
        "GeoJSON, or a PNG, JPEG or TIFF picture, in the folder of this file or in that given with --data.",
        shortest=1, longest=200, examples=("rivers.geojson",))]]
    title: Required[Annotated[str, Field(help="What the data is and who made it.", kinds=TEXT, longest=200)]]
    licence: Required[Annotated[str, Field(
        help="Under which licence it may be used.", kinds=TEXT, longest=200)]]
    url: Annotated[str, Field(help="Where it can be had.", longest=500)]
    note: Annotated[str, Field(help="Credits, and what was done to it.", kinds=TEXT, longest=2000)]
    west: Annotated[float, Field(help="Pictures: degrees east of the left edge.", minimum=-180, maximum=180)]
    north: Annotated[float, Field(help="Pictures: degrees north of the upper edge.", minimum=-90, maximum=90)]
    degrees: Annotated[float, Field(help="Pictures: degrees a pixel is wide and high.", maximum=90, above=0)]
    scale: Annotated[float, Field(help="Pictures: what a grey level is multiplied by.")]
    offset: Annotated[float, Field(help="Pictures: what is added to it.")]
    nodata: Annotated[float, Field(help="Pictures: the grey level that means nothing is known.")]


class _Countries(TypedDict, total=False):
    """Whose each hex is, and what is land."""

    source: Required[Annotated[Id, Field(help="A source of polygons.")]]
    property: Required[Annotated[str, Field(
        help="The property with the name of the country.", kinds=TEXT, longest=200)]]
    values: Required[Annotated[dict[str, Any], Field(
        help="Names in the source to countries of the map.",
        values=Annotated[str, Field(pattern=ID_OR_NOTHING)])]]
    least: Annotated[float, Field(
        help="The part of land from which a hex is land.", minimum=0, maximum=1, examples=("0.5",))]
    prefer: Annotated[Words, Field(
        help="Countries that win a hex from others with less than the greatest part.")]
    prefer_from: Annotated[float, Field(
        help="The part of the hex they need for that.", minimum=0, maximum=1, examples=("0.5",))]


class _TerrainRuleCoverage(TypedDict, total=False):
    """How much of the hex polygons cover."""

    source: Required[Annotated[Id, Field(help="A source of polygons.")]]
    where: Annotated[dict[str, Any], Field(
        help="Only features with one of these values: property to value or values.",
        values=Annotated[Any, Field(kinds=("string", "number", "boolean", "array"))])]
    least: Required[Annotated[float, Field(
        help="The part of the hex, 0 to 1, from which the rule holds.", minimum=0, maximum=1,
        examples=("0.5",))]]


class _TerrainRuleMeasuresEntrySumEntry(TypedDict, total=False):
    """A number read off a picture."""

    source: Required[Annotated[Id, Field(help="A picture.")]]
    statistic: Required[Annotated[Literal["mean", "least", "most", "spread", "deviation"], Field(
        help="What of the values in a hex counts.")]]
    times: Annotated[float, Field(help="What it is multiplied by.")]


class _TerrainRuleMeasuresEntry(TypedDict, total=False):
    """A sum of numbers read off pictures."""

    sum: Required[Annotated[list[_TerrainRuleMeasuresEntrySumEntry], Field(
        help="What is added up.", least=1, most=8)]]
    plus: Annotated[float, Field(help="A constant that is added.")]
    least: Required[Annotated[float, Field(help="From where on the rule holds.")]]
    weak: Annotated[float, Field(help="From where on it holds beside a hex where it holds anyway.")]


class _TerrainRule(TypedDict, total=False):
    """A kind of terrain and when a hex has it: all that is named must hold."""

    terrain: Required[Annotated[Id, Field(help="A terrain of the ruleset.")]]
    coverage: Annotated[_TerrainRuleCoverage, Field(help="How much of the hex polygons cover.")]
    measures: Annotated[list[_TerrainRuleMeasuresEntry], Field(help="Numbers of pictures.", most=8)]
    countries: Annotated[Words, Field(help="Only in these countries.")]
    alone: Annotated[bool, Field(help="Whether a single hex without a neighbour of the kind may stand.")]
    sea: Annotated[bool, Field(help="Whether it may replace sea, too.")]


class _Terrain(TypedDict, total=False):
    """The terrain of each hex."""

    ground: Required[Annotated[Id, Field(help="What hexes are that no rule takes.")]]
    sea: Annotated[Id, Field(help="What hexes are that are no land.")]
    rules: Annotated[list[_TerrainRule], Field(help="The first that holds decides.", most=60)]


class _Towns(TypedDict, total=False):
    """Towns stay on their bank."""

    source: Required[Annotated[Id, Field(help="A source of points.")]]
    property: Annotated[str, Field(help="The property with the name.", kinds=TEXT, longest=200)]
    size: Annotated[str, Field(
        help="The property with the number of people: the greatest town of a hex counts.", kinds=TEXT,
        longest=200)]
    least: Annotated[float, Field(help="Smaller towns do not count.", minimum=0)]


class _River(TypedDict, total=False):
    """A river."""

    name: Required[Annotated[str, Field(help="The name on the map.", kinds=TEXT, longest=120)]]
    width: Annotated[int, Field(help="Width class.", minimum=1, maximum=5)]
    match: Annotated[Any, Field(
        help="Names in the source; left out: the name.", kinds=("array", "string", "number"),
        entries=Annotated[str, Field(kinds=TEXT)])]
    through: Annotated[list[EarthPoint], Field(
        help="Drawn by hand: places it runs through, from the source to the mouth; with `match` beside "
        "the data.", least=2, most=200)]
    between: Annotated[list[EarthPoint], Field(
        help="Only the stretch of the data between these two places.", least=2, most=2)]
    add: Annotated[Sides, Field(help="Hexsides that are added by hand.", examples=("2017/2018",))]
    remove: Annotated[Sides, Field(help="Hexsides that are taken away by hand.", examples=("2017/2018",))]
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
    flips: Annotated[bool, Field(help="Whether rivers may pass single hexes on their other side.")]
    towns: Annotated[_Towns, Field(help="Towns stay on their bank.")]
    lines: Required[Annotated[list[_River], Field(help="The rivers, in the order of the map.", most=300)]]


class _WaterSide(TypedDict, total=False):
    """A kind."""

    kind: Required[Annotated[Id, Field(help="A hexside kind of the ruleset.")]]
    name: Annotated[str, Field(help="A name.", kinds=TEXT, longest=120)]
    source: Annotated[Id, Field(help="A source of polygons of water; left out: all that is no land.")]
    least: Annotated[float, Field(
        help="The part of the hexside under water from which it counts.", minimum=0, maximum=1,
        examples=("0.5",))]
    add: Annotated[Sides, Field(help="Hexsides that are added by hand.", examples=("2017/2018",))]
    remove: Annotated[Sides, Field(help="Hexsides that are taken away by hand.", examples=("2017/2018",))]


class _Road(TypedDict, total=False):
    """A road."""

    kind: Required[Annotated[Id, Field(help="A road kind of the ruleset.")]]
    name: Annotated[str, Field(help="The number or name on the map.", kinds=TEXT, longest=120)]
    via: Annotated[list[_RoadEnd], Field(
        help="What it joins: names of towns, hex numbers, or places in degrees.", least=2, most=200)]
    path: Annotated[Any, Field(
        help="All hexes, by hand: 2518-2618.", kinds=("string", "integer", "array"), entries=HexNumber)]
    provenance: MapOrigin


class _RoadLinesKinds(TypedDict, total=False):
    """Which kind they are."""

    property: Required[Annotated[str, Field(help="The property that tells.", kinds=TEXT, longest=200)]]
    values: Required[Annotated[dict[str, Any], Field(
        help="Its values to road kinds; others are left out.", values=Id)]]


class _RoadLines(TypedDict, total=False):
    """Roads that are lines of a source."""

    source: Required[Annotated[Id, Field(help="A source of lines.")]]
    property: Annotated[str, Field(help="The property with the number or name.", kinds=TEXT, longest=200)]
    kinds: Required[Annotated[_RoadLinesKinds, Field(help="Which kind they are.")]]


class _Roads(TypedDict, total=False):
    """Roads from hex to hex."""

    source: Annotated[Id, Field(help="A source of points.")]
    property: Annotated[str, Field(help="The property with the name.", kinds=TEXT, longest=200)]
    grazed: Annotated[float, Field(
        help="Hexes with less road than this, in hexes, are passed by.", minimum=0, maximum=2)]
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
    """A size."""

    size: Required[Annotated[str, Field(
        help="The property with the number of people.", kinds=TEXT, longest=200)]]
    least: Required[Annotated[float, Field(help="From how many people on.", minimum=0)]]
    features: Annotated[Words, Field(help="What they are.")]


class _Places(TypedDict, total=False):
    """Towns and what stands in them."""

    source: Annotated[Id, Field(help="A source of points.")]
    property: Annotated[str, Field(help="The property with the name.", kinds=TEXT, longest=200)]
    list: Annotated[list[_Place], Field(help="The places.", most=2000)]
    every: Annotated[list[_EveryPlace], Field(
        help="All points of the source that are large enough, one a hex.", most=10)]


class _Pin(TypedDict, total=False):
    """What hexes are whatever the data says."""

    hexes: Required[Hexes]
    terrain: Annotated[Id, Field(help="Their terrain.")]
    country: Annotated[str, Field(help='Their country; "" is none.', pattern=ID_OR_NOTHING)]
    provenance: MapOrigin


class ConfigForm(TypedDict, total=False):
    """A file that tells how a map is computed from geographic data."""

    name: Required[FileName]
    title: Required[Title]
    version: Version
    ruleset: Required[DocumentName]
    notes: Notes
    provenance: MapOrigin
    grid: Required[Annotated[GridForm, Field("Grid", "The hex grid.")]]
    geography: Annotated[GeographyForm, Field("Geography", "How the grid lies on the earth.")]
    fit: Annotated[_Fit, Field(help="Finds how the grid lies from `known`.")]
    known: Annotated[list[_KnownPlace], Field(
        help="Places whose hex is known: what is fitted to, and what is reported.", most=100)]
    sources: Required[Annotated[list[_Source], Field(help="The data.", most=60)]]
    countries: Annotated[_Countries, Field(help="Whose each hex is, and what is land.")]
    terrain: Annotated[_Terrain, Field(help="The terrain of each hex.")]
    rivers: Annotated[_Rivers, Field(help="Rivers along hexsides.")]
    water_sides: Annotated[list[_WaterSide], Field(
        help="Hexsides covered by water between hexes of land.", most=10)]
    roads: Annotated[_Roads, Field(help="Roads from hex to hex.")]
    places: Annotated[_Places, Field(help="Towns and what stands in them.")]
    pins: Annotated[list[_Pin], Field(help="What is known whatever the data says.", most=500)]
    areas: Annotated[list[Area], Field("Areas", "Named sets of hexes.")]
    labels: Annotated[list[Label], Field("Labels", "Names of seas, countries, ranges.")]


GEODATA = Document(
    "geodata", ConfigForm, "Map from geographic data",
    "How a map is computed from geographic data: grid, sources, rules.",
    says_kind="tells how a map is made from geographic data")
