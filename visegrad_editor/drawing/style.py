"""The style of maps and counters. The defaults here are the printed style; other styles are files
(`style_file.py`).

Colours of terrain, rivers and roads come from the ruleset unless a style overrides them.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cached_property
from typing import Annotated, TypedDict

from ..hexgrid import HexGeometry
from ..lazy_dataclass import dataclass
from ..model.fields import Field
from ..model.frozen_data import EMPTY, FrozenMap
from ..model.gamemap import GameMap
from ..model.values import ID_PATTERN, Colour

StyleId = Annotated[str, Field(
    "Short name", "Small letters, digits, - and _.", pattern=ID_PATTERN, longest=60, examples=("mountain",),
    shared="id")]
_Part = Annotated[float, Field(minimum=0, maximum=1)]
_Dash = Annotated[float, Field(minimum=0.02, maximum=4)]
_Drawn = Annotated[str, Field(longest=40, pattern="^[a-z0-9-]*$")]


class _TerrainLook(TypedDict, total=False):
    """The look of a kind of terrain or of what lies on hexsides."""

    colour: Colour
    pattern: Annotated[_Drawn, Field(help="The pattern drawn; empty draws none.", examples=("woods",))]


class _RoadLook(TypedDict, total=False):
    colour: Colour
    width: Annotated[float, Field(help="Width, in sides of a hex.", minimum=0.01, maximum=0.6)]


class _FeatureLook(TypedDict, total=False):
    colour: Colour
    symbol: Annotated[_Drawn, Field(help="The symbol drawn.", examples=("city",))]


class _CounterLook(TypedDict, total=False):
    ground: Annotated[Colour, Field(help="The ground of the counter.")]
    ink: Annotated[Colour, Field(help="Its print.")]
    symbol: Annotated[Colour, Field(help="The box of its symbol.")]
    camouflage: Annotated[bool, Field(help="true for a spotted ground.")]


class _SideLook(TypedDict, total=False):
    colour: Colour


TerrainLook = Annotated[_TerrainLook, Field(shared="terrainLook")]
RoadLook = Annotated[_RoadLook, Field(shared="roadLook")]
FeatureLook = Annotated[_FeatureLook, Field(shared="featureLook")]
CounterLook = Annotated[_CounterLook, Field(shared="counterLook")]
SideLook = Annotated[_SideLook, Field(shared="sideLook")]


@dataclass(frozen=True)
class Face:
    """The look of the letters of one kind of text. `family` "" is the typeface of the program; `spacing` is
    extra room between the letters, in em."""

    family: Annotated[str, Field(
        help="The family of a font that is installed; left out: Open Sans. Where there is none of that name, "
        "Open Sans too.", longest=80, examples=("Noto Serif",))] = ""
    bold: Annotated[bool, Field(help="true for bold letters.")] = False
    italic: Annotated[bool, Field(help="true for slanted letters.")] = False
    spacing: Annotated[float, Field(
        help="Room between the letters, in heights of a letter.", minimum=0, maximum=2)] = 0.0


FaceLook = Annotated[Face, Field(
    help="The look of letters; what is left out is as in the style below.", shared="face")]


@dataclass(frozen=True)
class Style:
    """The look of maps and counters. Sizes are in map units (the side of a hex is 1) unless stated
    otherwise."""

    turn: int = 0
    """By how many quarter turns the map is rotated clockwise; text, symbols and counters stay upright."""

    paper: Annotated[Colour, Field(help="The paper around and below the map.")] = "#f4f0e4"
    frame: Annotated[Colour, Field(help="The frame around overviews.")] = "#6d6455"
    off_map: Annotated[Colour, Field(
        help="The ground of hexes whose terrain the ruleset does not know.")] = "#dcd8cc"

    grid: Annotated[Colour, Field(help="Hexsides.")] = "#857c68"
    grid_width: Annotated[float, Field(
        help="Width of hexsides, in sides of a hex.", minimum=0, maximum=0.2)] = 0.024
    grid_on_water: Annotated[Colour, Field(help="Hexsides between two hexes of water.")] = "#7ea3bd"

    number: Annotated[Colour, Field(
        help="Hex numbers; they are made lighter or darker where they would not be legible.")] = "#5d574b"
    number_size: Annotated[float, Field(
        help="Height of hex numbers, in sides of a hex.", minimum=0.05, maximum=0.6)] = 0.22
    number_least_pixels: Annotated[float, Field(
        help="On screen and in pictures hex numbers are enlarged so that none is smaller than this "
        "many pixels, and left out where they would fill their hexes.", minimum=3, maximum=60)] = 6.3
    number_full_pixels: Annotated[float, Field(
        help="Hex numbers so small that smaller ones are left out fade into their ground below this "
        "many pixels.", minimum=3, maximum=80)] = 8.0

    coast: Annotated[Colour, Field(help="Coast lines.")] = "#3f6f92"
    coast_width: Annotated[float, Field(
        help="Width of coast lines, in sides of a hex.", minimum=0, maximum=0.4)] = 0.06
    shoal: Annotated[tuple[tuple[_Part, _Part], ...], Field(
        help="Bands of paler water along coasts, the widest first: width in sides of a hex, and how "
        "much lighter than the water.", most=6,
        examples=("[[0.3, 0.16], [0.165, 0.34]]",))] = ((0.3, 0.16), (0.165, 0.34))
    wander: Annotated[float, Field(
        help="How far coasts, rivers and the edges of terrain stray from hexsides, in sides of a hex.",
        minimum=0, maximum=0.15)] = 0.075

    border: Annotated[Colour, Field(help="Borders of countries.")] = "#6a2b1d"
    border_width: Annotated[float, Field(
        help="Width of borders, in sides of a hex.", minimum=0, maximum=0.4)] = 0.048
    border_dash: Annotated[tuple[_Dash, _Dash], Field(
        help="Length of a dash of a border and of the gap after it, in sides of a hex.",
        examples=("[0.2, 0.13]",))] = (0.19, 0.17)
    tint_width: Annotated[float, Field(
        help="Width of the ribbon in the tint of a country along its border, in sides of a hex.", minimum=0,
        maximum=0.8)] = 0.2
    tint_opacity: Annotated[float, Field(
        help="How much of that ribbon covers its ground.", minimum=0, maximum=1)] = 0.44
    wash_opacity: Annotated[float, Field(
        help="How much of a country's tint lies over all of it.", minimum=0, maximum=1)] = 0.0
    country_tints: Annotated[tuple[Colour, ...], Field(
        help="Tints of countries, in the order of the map's countries.", least=1, most=60)] = (
        "#b8574a",
        "#5b8c5a",
        "#7a62a3",
        "#c98a2b",
        "#3f8f97",
        "#a45c86",
        "#7d8a3c",
        "#4f74b3",
    )

    river_edge: Annotated[float, Field(
        help="How much darker than itself the rim of a river is.", minimum=0, maximum=1)] = 0.34
    river_widths: Annotated[tuple[Annotated[float, Field(minimum=0.01, maximum=0.5)], ...], Field(
        help="Widths of rivers and other lines on hexsides, by the width 1 to 5 the map gives them, in "
        "sides of a hex.", least=1, most=5)] = (0.075, 0.11, 0.15, 0.19, 0.24)

    road_core: Annotated[Colour, Field(help="The light line in the middle of great roads.")] = "#f6e7c8"
    road_casing: Annotated[Colour, Field(help="The rim of roads.")] = "#fbf7ea"

    city: Annotated[Colour, Field(
        help="Blocks of houses; the colour of the feature is mixed in.")] = "#5c4f47"
    city_ground: Annotated[Colour, Field(help="The ground towns stand on.")] = "#dcc9b3"
    industrial: Annotated[Colour, Field(
        help="The band along the hexsides of industrial hexes, and their plate.")] = "#8a4b12"
    flame: Annotated[Colour, Field(help="The flame of industry.")] = "#e2661a"

    name_ink: Annotated[Colour, Field(help="Names of places.")] = "#2a241d"
    name_size: Annotated[float, Field(
        help="Height of the letters of names, in sides of a hex.", minimum=0.1, maximum=1)] = 0.265
    capital_size: Annotated[float, Field(help="The same for capitals.", minimum=0.1, maximum=1)] = 0.31
    halo: Annotated[Colour, Field(help="The rim of names and of symbols on plates.")] = "#fbf8ee"
    name_least_pixels: Annotated[float, Field(
        help="Names smaller than this many pixels are left out on screen and in pictures.", minimum=3,
        maximum=60)] = 6.5

    water_label: Annotated[Colour, Field(help="Names of seas, lakes and rivers.")] = "#33658c"
    region_label: Annotated[Colour, Field(help="Names of countries, ranges and regions.")] = "#7d5f48"

    number_face: Annotated[FaceLook, Field(help="The letters of hex numbers.")] = Face()
    capital_face: Annotated[FaceLook, Field(help="The letters of names of capitals.")] = Face(bold=True)
    city_face: Annotated[FaceLook, Field(help="The letters of names of cities and towns.")] = Face()
    place_face: Annotated[FaceLook, Field(help="The letters of names of other places.")] = Face(italic=True)
    water_face: Annotated[FaceLook, Field(
        help="The letters of names of seas, lakes and rivers.")] = Face(italic=True, spacing=0.35)
    region_face: Annotated[FaceLook, Field(
        help="The letters of names of ranges and regions.")] = Face(italic=True, spacing=0.35)
    country_face: Annotated[FaceLook, Field(
        help="The letters of names of countries.")] = Face(bold=True, spacing=0.35)
    road_face: Annotated[FaceLook, Field(
        help="The letters of names of roads on their plates.")] = Face(bold=True)

    pattern_ink: Annotated[str, Field(
        help="What peaks, trees, tufts and waves are drawn with; empty takes shades of their ground.",
        pattern="^(#[0-9a-fA-F]{6})?$", examples=('"#555555"',))] = ""

    area_colours: Annotated[tuple[Colour, ...], Field(
        help="Colours of set-up areas, one after the other.", least=1, most=60)] = (
        "#9b2f6f", "#1f6f8b", "#8a5a00", "#2f7d3a", "#6a3fb0", "#b0412a")
    area_tint: Annotated[float, Field(
        help="How much of an area's colour lies over its hexes.", minimum=0, maximum=1)] = 0.16
    area_line: Annotated[float, Field(
        help="Width of the outline of areas, in sides of a hex.", minimum=0, maximum=0.4)] = 0.09

    raised: Annotated[Colour, Field(
        help="The tint and the numerals of hexes above level 0, and the lines around them.")] = "#8f5b24"
    sunken: Annotated[Colour, Field(help="The same for hexes below level 0.")] = "#4a5f78"
    level_tint: Annotated[float, Field(
        help="How much of that tint lies over a hex, for each level.", minimum=0, maximum=1)] = 0.2
    waters: Annotated[Colour, Field(
        help="The tint of water that can be forded; deep water is darker, frozen water paler.")] = "#4f93c4"
    building: Annotated[Colour, Field(help="Buildings.")] = "#d9d4ca"
    building_wood: Annotated[Colour, Field(help="Buildings of wood.")] = "#d8a86f"

    counter_size: Annotated[float, Field(
        help="Edge of a counter, in sides of a hex.", minimum=0.3, maximum=1.6)] = 1.04
    counter_edge: Annotated[Colour, Field(help="Edges of counters.")] = "#2b2822"
    counter_shadow: Annotated[float, Field(
        help="How dark the shadows of counters are; 0 leaves them out, 1 is the usual.", minimum=0,
        maximum=1)] = 1.0
    stack_step: Annotated[float, Field(
        help="How far the counters of a stack lie apart, in counters.", minimum=0, maximum=0.5)] = 0.1

    marks: Annotated[tuple[tuple[StyleId, Annotated[str, Field(longest=6)], Colour], ...], Field(
        help="Badges of the states of a counter: the state, its letters unless the game has letters of its "
        "own for it, the colour of the badge.", most=40,
        examples=('[[out-of-supply, OOS, "#b3261e"]]',))] = (
        ("out-of-supply", "OOS", "#b3261e"),
        ("disrupted", "DIS", "#b0620b"),
        ("used", "USED", "#4a4a4a"),
        ("moved", "MVD", "#2f6d3a"),
    )

    terrain_paler: Annotated[float, Field(
        help="How much of the paper is mixed into the ruleset's colours of terrain.", minimum=0,
        maximum=1)] = 0.0
    terrain_grey: Annotated[float, Field(
        help="How much of their hue the ruleset's colours of terrain lose.", minimum=0, maximum=1)] = 0.0
    line_paler: Annotated[float, Field(
        help="How much of the paper is mixed into its colours of hexsides and roads.", minimum=0,
        maximum=1)] = 0.0
    line_grey: Annotated[float, Field(
        help="How much of their hue its colours of hexsides and roads lose.", minimum=0, maximum=1)] = 0.0
    counter_paler: Annotated[float, Field(
        help="How much of the paper is mixed into its colours of counters and sides.", minimum=0,
        maximum=1)] = 0.0
    counter_grey: Annotated[float, Field(
        help="How much of their hue its colours of counters and sides lose.", minimum=0, maximum=1)] = 0.0

    patterns: Annotated[FrozenMap, Field(
        help="Looks of terrain by its pattern (woods, mountains, marsh, waves, rough ...; plain is the "
        "first without one, off-map such as can never be entered), whatever the ruleset calls it.", most=400,
        values=TerrainLook)] = EMPTY
    terrain: Annotated[FrozenMap, Field(
        help="Looks of kinds of terrain by their id in the ruleset.", most=400, values=TerrainLook)] = EMPTY
    hexsides: Annotated[FrozenMap, Field(
        help="Looks of kinds of hexside by id.", most=400, values=TerrainLook)] = EMPTY
    roads: Annotated[FrozenMap, Field(
        help="Looks of kinds of road by id.", most=400, values=RoadLook)] = EMPTY
    features: Annotated[FrozenMap, Field(
        help="Looks of features by id.", most=400, values=FeatureLook)] = EMPTY
    nationalities: Annotated[FrozenMap, Field(
        help="Colours of counters by the id of their nationality.", most=400, values=CounterLook)] = EMPTY
    sides: Annotated[FrozenMap, Field(help="Colours of sides by id.", most=400, values=SideLook)] = EMPTY

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, f.name) for f in fields(self)))

    def __hash__(self) -> int:
        # Every drawn counter is looked up by its style, among others.
        return self._hash

    def geometry(self, map: GameMap) -> HexGeometry:
        """The geometry in which a map is drawn."""
        return HexGeometry(map.grid, self.turn % 4) if self.turn % 4 else map.geometry


DEFAULT = Style()
