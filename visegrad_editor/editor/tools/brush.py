"""The palette's choices, which the tools share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ...hexgrid import Hex
from ...model.brushes import TIP_SHAPES, Tip, tip, turned_tip
from ...model.lettering import NameRef
from ...model.region import USUAL_PARTS, Fragment

Mode = Literal["freehand", "line", "rectangle", "hexagon", "fill"]
MODES: dict[Mode, str] = {
    "freehand": "Freehand", "line": "Straight line", "rectangle": "Rectangle", "hexagon": "Hexagon",
    "fill": "Flood fill"}
"""The ways to paint, in words."""
PICKS: dict[str, str] = {
    "": "What is nearest", "terrain": "Terrain", "country": "Country", "hexside": "Hexside", "road": "Road",
    "feature": "Feature", "name": "Name"}
"""What the eyedropper takes up, in words."""


@dataclass
class Brush:
    """The palette's choices."""

    terrain: str = ""
    country: str = ""
    hexside: str = ""
    road: str = ""
    feature: str = ""
    area: str = ""
    unit: str = ""
    more_units: tuple[str, ...] = ()
    """Those that are put down with it."""
    measure_as: str = ""
    """The type of unit the tape measures for, "" for the distance alone."""
    size: int = 0
    """Hexes around the middle one: 0 paints 1, 1 paints 7, 2 paints 19."""
    tip: str = "hexagon"
    """The shape of the brush: one of `TIP_SHAPES`, or the name of one of the designer's own."""
    own_tip: Tip = frozenset()
    """The hexes of a shape of the designer's own, while one is in use."""
    turn: int = 0
    """By how many sixths the shape is turned."""
    mode: Mode = "freehand"
    outline: bool = False
    """Whether a rectangle or hexagon is only its outline."""
    take_away: bool = False
    """Whether the area brush takes hexes from the area."""
    line_name: str = ""
    """The name of the next river or other line of hexsides."""
    road_name: str = ""
    width: int = 0
    """The width class of a river, 1 to 5; 0: that of the line it joins, else 1."""
    by_corners: bool = False
    """Whether the hexside pen goes from clicked corner to clicked corner."""
    named: NameRef | None = None
    """The name that is edited above the palette; it may be still to be written."""
    label_style: str = "region"
    """How the next label is written; its size in map units, its rotation in degrees."""
    label_size: float = 0.5
    label_rotation: float = 0.0
    picks: str = ""
    """What the eyedropper takes up, one of `PICKS`."""
    erase: frozenset[str] = field(default_factory=lambda: frozenset({"hexsides", "roads", "places"}))
    region: frozenset[Hex] = frozenset()
    """The selected hexes."""
    picking: Literal["box", "lasso", "wand"] = "box"
    """How hexes are selected."""
    alike: Literal["terrain", "country"] = "terrain"
    """What the hexes the wand takes have in common."""
    parts: frozenset[str] = USUAL_PARTS
    """What of the selected hexes is cut, cleared and pasted."""
    piece: Fragment | None = None
    """What the paste tool puts down."""
    locked: frozenset[str] = frozenset()
    """The layers of the map that are locked against changes."""
    hidden: frozenset[str] = frozenset()
    """The layers of the map that are not seen."""

    @property
    def units(self) -> tuple[str, ...]:
        """The units in hand."""
        return (self.unit, *self.more_units) if self.unit else ()

    @property
    def offsets(self) -> Tip:
        """The hexes under the brush, from the one under the pointer."""
        for shape in TIP_SHAPES:
            if shape == self.tip:
                return tip(shape, self.size, self.turn % 6)
        return turned_tip(self.own_tip, self.turn) or tip("hexagon", self.size)
