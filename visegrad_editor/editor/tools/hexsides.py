"""The hexside pen: rivers and whatever else the ruleset puts on hexsides."""

from __future__ import annotations

from ...hexgrid import Hexside, Point
from ...hexgrid.corners import corner_point, corners_of, distance2, nearest_corner
from ...model.design import Design
from ...model.edit.documents import with_map
from ...model.edit.hexsides import add_sides, erase_sides
from .base import Brush, Edit, Picked, Pointer, Preview, Tool, count
from .corner_walk import CornerWalk

_STARTED = 0.3
"""How far the pointer moves, in map units, before a press becomes a stroke."""


class HexsideTool(Tool):
    """Draws along hexsides; a click marks one side, a drag follows from corner to corner."""

    gathers = True
    id = "hexside"
    name = "Hexside pen"
    hint = ("Drag along hexsides to draw; move back to shorten the stroke. Shift: erase. "
            "Right click: take up the kind under the pointer.")

    def __init__(self, brush: Brush) -> None:
        super().__init__(brush)
        self._from: Point | None = None
        self._side: Hexside | None = None
        self._walk: CornerWalk | None = None
        self._walked = False

    def press(self, design: Design, at: Pointer) -> None:
        super().press(design, at)
        self._from, self._side, self._walk, self._walked = at.point, at.side, None, False

    def drag(self, design: Design, at: Pointer) -> None:
        if not self.active or self._from is None or self._side is None:
            return
        geometry = design.map.geometry
        if self._walk is None:
            if distance2(self._from, at.point) < _STARTED**2:
                return
            start = nearest_corner(geometry, self._from)
            if distance2(corner_point(geometry, start), self._from) > 0.3**2:
                # Pressed in the middle of a side: that side is meant too.
                start = max(corners_of(geometry.grid, self._side),
                            key=lambda c: distance2(corner_point(geometry, c), at.point))
            self._walk = CornerWalk(geometry, start)
        self._walk.follow(at.point)
        self._walked = self._walked or bool(self._walk.sides)

    def _sides(self, at: Pointer) -> tuple[Hexside, ...]:
        if not self.active:
            return (at.side,) if at.side else ()
        if self._walk is not None and self._walked:
            return self._walk.sides
        return (self._side,) if self._side else ()

    def release(self, design: Design, at: Pointer) -> Edit | None:
        self.drag(design, at)
        sides = self._sides(at)
        self.cancel()
        kind = design.ruleset.hexside_by_id.get(self.brush.hexside)
        if not sides or kind is None:
            return None
        if at.shift:
            after = with_map(design, erase_sides(design.map, sides, kind.id))
            label = f"Erase {kind.name.lower()}"
        else:
            width = self.brush.width if self.brush.width > 1 else None
            after = with_map(design, add_sides(design.map, kind.id, sides, self.brush.line_name, width))
            label = f"Draw {kind.name.lower()}"
        return None if after is design else Edit(f"{label} ({count(len(sides), 'hexside')})", after)

    def cancel(self) -> None:
        super().cancel()
        self._from = self._side = self._walk = None

    def preview(self, design: Design, at: Pointer) -> Preview:
        kind = design.ruleset.hexside_by_id.get(self.brush.hexside)
        sides = self._sides(at)
        if kind is None or not sides:
            return Preview()
        text = f"{kind.name}: {count(len(sides), 'hexside')}"
        return Preview(sides=sides, colour=kind.colour, erasing=at.shift, text=text)

    def pick(self, design: Design, at: Pointer) -> Picked | None:
        lines = design.map.side_lines.get(at.side, ()) if at.side else ()
        return Picked("hexside", lines[-1].kind) if lines else None
