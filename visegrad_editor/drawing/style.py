"""How maps and counters look. The values here are the printed look; other styles are files (`style_file.py`).

Colours of terrain, rivers and roads come from the ruleset, as far as a style does not say others.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property

from ..hexgrid import HexGeometry
from ..model.frozen_data import EMPTY, FrozenMap
from ..model.gamemap import GameMap


@dataclass(frozen=True)
class Face:
    """How the letters of one kind of writing look. `family` "" is the typeface of the program; `spacing` is
    room between the letters, in em."""

    family: str = ""
    bold: bool = False
    italic: bool = False
    spacing: float = 0.0


@dataclass(frozen=True)
class Style:
    """Sizes are in map units (the side of a hex is 1) unless said otherwise."""

    turn: int = 0
    """By how many quarters the map is shown turned clockwise; writing, symbols and counters stay upright."""

    paper: str = "#f4f0e4"
    frame: str = "#6d6455"
    off_map: str = "#dcd8cc"
    """Ground of hexes whose terrain the ruleset does not know."""

    grid: str = "#857c68"
    grid_width: float = 0.024
    grid_on_water: str = "#7ea3bd"

    number: str = "#5d574b"
    """Of hex numbers; a number is made lighter or darker where it would not be legible on its ground."""
    number_size: float = 0.22
    number_least_pixels: float = 6.3
    """A hex number smaller than this is left out on screen and in pictures."""
    number_full_pixels: float = 8.0
    """One smaller than this fades into its ground."""

    coast: str = "#3f6f92"
    coast_width: float = 0.06
    shoal: tuple[tuple[float, float], ...] = ((0.3, 0.16), (0.165, 0.34))
    """(width, how much lighter than the sea) of the bands along a coast, outermost first."""
    wander: float = 0.075
    """How far natural lines (coasts, rivers, woods' edges) stray from the hexsides."""

    border: str = "#6a2b1d"
    border_width: float = 0.048
    border_dash: tuple[float, float] = (0.19, 0.17)
    tint_width: float = 0.2
    tint_opacity: float = 0.44
    wash_opacity: float = 0.0
    """A tint over the whole of each country, besides the ribbon along its border."""
    country_tints: tuple[str, ...] = (
        "#b8574a",
        "#5b8c5a",
        "#7a62a3",
        "#c98a2b",
        "#3f8f97",
        "#a45c86",
        "#7d8a3c",
        "#4f74b3",
    )

    river_edge: float = 0.34
    """How much darker than its colour the rim of a river is."""
    river_widths: tuple[float, ...] = (0.075, 0.11, 0.15, 0.19, 0.24)
    """By the width a line on hexsides has, 1 to 5."""

    road_core: str = "#f6e7c8"
    road_casing: str = "#fbf7ea"

    city: str = "#5c4f47"
    city_ground: str = "#dcc9b3"
    industrial: str = "#8a4b12"
    flame: str = "#e2661a"

    name_ink: str = "#2a241d"
    """Of the names of places."""
    name_size: float = 0.265
    capital_size: float = 0.31
    halo: str = "#fbf8ee"
    name_least_pixels: float = 6.5

    water_label: str = "#33658c"
    region_label: str = "#7d5f48"

    number_face: Face = Face()
    capital_face: Face = Face(bold=True)
    city_face: Face = Face()
    place_face: Face = Face(italic=True)
    """Of names of places that are no towns."""
    water_face: Face = Face(italic=True, spacing=0.35)
    region_face: Face = Face(italic=True, spacing=0.35)
    country_face: Face = Face(bold=True, spacing=0.35)
    road_face: Face = Face(bold=True)

    pattern_ink: str = ""
    """What peaks, trees, tufts and waves are drawn with; "" takes shades of their ground."""

    area_colours: tuple[str, ...] = ("#9b2f6f", "#1f6f8b", "#8a5a00", "#2f7d3a", "#6a3fb0", "#b0412a")
    area_tint: float = 0.16
    area_line: float = 0.09

    counter_size: float = 1.04
    counter_edge: str = "#2b2822"
    counter_shadow: float = 1.0
    """How dark the shadow of a counter is: 0 none, 1 the usual."""
    stack_step: float = 0.1

    marks: tuple[tuple[str, str, str], ...] = (
        ("out-of-supply", "OOS", "#b3261e"),
        ("interdicted", "INT", "#7a3ea0"),
        ("disrupted", "DIS", "#b0620b"),
        ("used", "USED", "#4a4a4a"),
        ("moved", "MVD", "#2f6d3a"),
    )
    """(mark, letters, colour) of the badges a counter can carry."""

    terrain_paler: float = 0.0
    """How much of the paper is in the ruleset's colours of terrain, 0 to 1."""
    terrain_grey: float = 0.0
    """How much of their hue they lose, 0 to 1."""
    line_paler: float = 0.0
    """The same for hexsides and roads."""
    line_grey: float = 0.0
    counter_paler: float = 0.0
    """The same for counters and the colours of sides; their print stays legible."""
    counter_grey: float = 0.0

    patterns: FrozenMap = EMPTY
    """Looks of terrain by its pattern, for every ruleset; `plain` is the first terrain without one, `off-map`
    such as can never be entered."""
    terrain: FrozenMap = EMPTY
    """Looks of kinds of terrain by id; so are the following."""
    hexsides: FrozenMap = EMPTY
    roads: FrozenMap = EMPTY
    features: FrozenMap = EMPTY
    nationalities: FrozenMap = EMPTY
    sides: FrozenMap = EMPTY

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, f.name) for f in fields(self)))

    def __hash__(self) -> int:
        # Every counter drawn is looked up by its style among others.
        return self._hash

    def geometry(self, map: GameMap) -> HexGeometry:
        """Where the hexes of a map are drawn."""
        return HexGeometry(map.grid, self.turn % 4) if self.turn % 4 else map.geometry


DEFAULT = Style()
