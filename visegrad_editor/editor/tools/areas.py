"""The area tool: adds hexes to a named area or takes them from it."""

from __future__ import annotations

from ...hexgrid import Hex
from ...model.design import Design
from ...model.edit.areas import set_area_hexes
from ...model.edit.documents import with_map
from .base import Brush, Edit, Pointer, Preview, Tool, count


class AreaTool(Tool):
    """Drag to add hexes to the chosen area; with Shift, to take them from it."""

    gathers = True
    id = "area"
    name = "Area brush"
    hint = "Drag to add hexes to the chosen area. Shift: take them from it."

    def __init__(self, brush: Brush) -> None:
        super().__init__(brush)
        self._stroke: dict[Hex, None] = {}
        self._last: Hex | None = None

    def press(self, design: Design, at: Pointer) -> None:
        self.cancel()
        super().press(design, at)
        self.drag(design, at)

    def drag(self, design: Design, at: Pointer) -> None:
        if self.active and at.hex is not None:
            for hex in design.map.grid.line(self._last or at.hex, at.hex):
                self._stroke.update(dict.fromkeys(design.map.grid.within(hex, self.brush.size)))
            self._last = at.hex

    def release(self, design: Design, at: Pointer) -> Edit | None:
        stroke, area = list(self._stroke), design.map.area_by_id.get(self.brush.area)
        self.cancel()
        if area is None or not stroke:
            return None
        after = with_map(design, set_area_hexes(design.map, area.id, stroke, not at.shift))
        verb = "Take from" if at.shift else "Add to"
        return None if after is design else Edit(f"{verb} {area.name} ({count(len(stroke), 'hex')})", after)

    def cancel(self) -> None:
        super().cancel()
        self._stroke, self._last = {}, None

    def preview(self, design: Design, at: Pointer) -> Preview:
        area = design.map.area_by_id.get(self.brush.area)
        if area is None:
            return Preview(text="Choose or make an area first")
        hexes = set(area.hexes)
        touched = set(self._stroke)
        if at.hex is not None:
            touched.update(design.map.grid.within(at.hex, self.brush.size))
        hexes = hexes - touched if at.shift else hexes | touched
        return Preview(hexes=frozenset(hexes), colour="#8a3fb0",
                       text=f"{area.name}: {count(len(hexes), 'hex')}")
