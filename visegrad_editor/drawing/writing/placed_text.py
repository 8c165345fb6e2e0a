"""The names on a map with their positions, for tools that pick up names with the pointer."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ...hexgrid import HexGeometry, Point
from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.lettering import NameRef
from ..counters import counters_by_hex
from ..ground import Ground
from ..letters.lettering import frame, within
from ..primitives import Text
from ..roads import Roads
from ..style import DEFAULT, Style
from ..styled_design import apply_style
from .label_displacement import StackBoxes
from .labels import WIDE_SORTS
from .map_text import MapText


@dataclass(frozen=True)
class PlacedName:
    """A name and its letters, on the map as shown with `geometry`."""

    ref: NameRef
    text: Text
    geometry: HexGeometry
    read_from: float = 0.0
    """Pixels per map unit from which it is shown on the map; 0 if a replacement is shown at smaller
    scales."""

    def is_at(self, point: Point) -> bool:
        """Whether a point of the map is on the letters."""
        return within(self.text, self.geometry.turned(point))

    @property
    def middle(self) -> Point:
        """The middle of the letters, as a point of the map."""
        return self.geometry.unturned(self.text.at)

    @property
    def frame(self) -> tuple[Point, ...]:
        """The corners of a frame around the letters, as points of the map."""
        return tuple(map(self.geometry.unturned, frame(self.text)))


def placed_names(design: Design, turn: int = 0, style: Style = DEFAULT) -> tuple[PlacedName, ...]:
    """All names of places and all labels of a map rotated by quarter turns, topmost first, positioned for the
    set-up of its scenario."""
    map = design.map
    geometry = HexGeometry(map.grid, turn % 4)
    design, style = apply_style(design, style)
    if style.turn != turn % 4:
        style = replace(style, turn=turn % 4)
    ground, seen = Ground(design, style), Counter[object]()
    stacks = counters_by_hex(design, None)
    boxes = StackBoxes(stacks, geometry, style) if stacks else None
    writing, names = MapText(ground, style, Roads(design, style), boxes), []
    for item in reversed(writing.shown_names.items()):
        hex, text = map.grid.parse(item.hex), item.primitives[0]
        if hex is not None and isinstance(text, Text):
            names.append(PlacedName(NameRef("place", hex), text, geometry))
    drawn = dict(writing.labels.numbered_items())
    for n, label in enumerate(map.labels):
        if n in drawn and isinstance(text := drawn[n].primitives[0], Text):
            read_from = 0.0 if label.style in WIDE_SORTS else text.least_pixels / text.size
            names.append(PlacedName(NameRef("label", label.hex, seen[label.hex]), text, geometry, read_from))
        seen[label.hex] += 1
    return tuple(names)
