"""The area brush: adds hexes to a named area or takes them from it."""

from __future__ import annotations

from collections.abc import Collection

from ...hexgrid import Hex
from ...model.design import Design
from ...model.edit.areas import set_area_hexes
from ...model.edit.documents import with_map
from ...model.gamemap import Area
from .base import Brush, Picked, Pointer, Preview, count
from .painting import PaintTool


class AreaTool(PaintTool):
    """Adds hexes to the chosen area; with Shift, or where the palette says so, takes them from it.

    Filling takes the hexes that hang together and are, or are not, in the area: the inside of its outline.
    """

    id = "area"
    layers = frozenset({"areas"})
    name = "Area brush"
    hint = ("Drag to add hexes to the area. Shift: take them from it. Ctrl+click: fill an "
            "outline. W: other ways to paint.")
    constrains = False

    def __init__(self, brush: Brush) -> None:
        super().__init__(brush)
        self._known: tuple[Area | None, frozenset[Hex]] = (None, frozenset())

    def _area(self, design: Design) -> Area:
        return design.map.area_by_id[self.brush.area]

    def _hexes(self, design: Design) -> frozenset[Hex]:
        """The hexes of the chosen area."""
        area = self._area(design)
        if self._known[0] is not area:
            self._known = area, frozenset(area.hexes)
        return self._known[1]

    def _adds(self, at: Pointer) -> bool:
        return not (at.shift or self.brush.take_away)

    def value(self, design: Design, hex: Hex) -> bool:
        return hex in self._hexes(design)

    def wanted(self, at: Pointer) -> bool:
        return self._adds(at)

    def layer(self, design: Design) -> Area:
        return self._area(design)

    def painted(self, design: Design, hexes: Collection[Hex], at: Pointer) -> Design:
        # In the order of the map: that of a set would differ from run to run.
        ordered = sorted(hexes, key=design.map.grid.index)
        return with_map(design, set_area_hexes(design.map, self.brush.area, ordered, self._adds(at)))

    def said(self, design: Design, at: Pointer) -> str:
        return f"{'Add to' if self._adds(at) else 'Take from'} {self._area(design).name}"

    def colour(self, design: Design) -> str:
        return "#8a3fb0"

    def refusal(self, design: Design) -> str:
        known = self.brush.area in design.map.area_by_id
        return "" if known else "Choose an area above the palette, or make one there with New…"

    def preview(self, design: Design, at: Pointer) -> Preview:
        found = super().preview(design, at)
        if found.refused or self.refusal(design):
            return found
        # The whole area is shown as it would be, and not the stroke alone.
        area, adds = self._hexes(design), self._adds(at)
        after = area | found.hexes if adds else area - found.hexes
        text = f"{found.text}; then {count(len(after), 'hex')}"
        return Preview(hexes=after if adds or after else found.hexes, colour=self.colour(design), text=text,
                       erasing=not adds and not after)

    def pick(self, design: Design, at: Pointer) -> Picked | None:
        """The next of the areas here, so that each of several can be taken up."""
        here = [area.id for area in design.map.areas if at.hex in area.hexes]
        if not here:
            return None
        now = here.index(self.brush.area) if self.brush.area in here else -1
        return Picked("area", here[(now + 1) % len(here)])
