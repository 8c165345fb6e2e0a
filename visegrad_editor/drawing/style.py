"""How maps and counters look. Colours of terrain, rivers and roads come from the ruleset."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..hexgrid import HexGeometry
from ..model.gamemap import GameMap


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
    number_size: float = 0.19
    number_least_pixels: float = 6.4

    coast: str = "#3f6f92"
    coast_width: float = 0.06
    shoal: tuple[tuple[float, float], ...] = ((0.3, 0.16), (0.165, 0.34))
    """(width, how much lighter than the sea) of the bands along a coast, outermost first."""
    wander: float = 0.075
    """How far natural lines (coasts, rivers, woods' edges) stray from the hexsides."""

    border: str = "#8c3b24"
    border_width: float = 0.065
    border_dash: tuple[float, float] = (0.2, 0.13)
    tint_width: float = 0.2
    tint_opacity: float = 0.34
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

    road_core: str = "#f6e7c8"
    road_casing: str = "#fbf7ea"

    city: str = "#5c4f47"
    city_ground: str = "#dcc9b3"
    industrial: str = "#8a4b12"

    name: str = "#2a241d"
    name_size: float = 0.265
    capital_size: float = 0.31
    halo: str = "#fbf8ee"
    name_least_pixels: float = 6.5

    water_label: str = "#33658c"
    region_label: str = "#7d5f48"
    label_spacing: float = 0.35

    area_colours: tuple[str, ...] = ("#9b2f6f", "#1f6f8b", "#8a5a00", "#2f7d3a", "#6a3fb0", "#b0412a")
    area_tint: float = 0.16
    area_line: float = 0.09

    counter_size: float = 1.04
    counter_edge: str = "#2b2822"
    stack_step: float = 0.1

    marks: tuple[tuple[str, str, str], ...] = field(
        default=(
            ("out-of-supply", "OOS", "#b3261e"),
            ("interdicted", "INT", "#7a3ea0"),
            ("disrupted", "DIS", "#b0620b"),
            ("used", "USED", "#4a4a4a"),
            ("moved", "MVD", "#2f6d3a"),
        )
    )
    """(mark, letters, colour) of the badges a counter can carry."""

    def geometry(self, map: GameMap) -> HexGeometry:
        """Where the hexes of a map are drawn."""
        return HexGeometry(map.grid, self.turn % 4) if self.turn % 4 else map.geometry


DEFAULT = Style()
