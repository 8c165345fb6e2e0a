"""The road pen: draws from hex to hex."""

from __future__ import annotations

from itertools import pairwise

from ...hexgrid import Hex, hexside
from ...model.design import Design
from ...model.edit.documents import with_map
from ...model.edit.roads import draw_road, erase_road
from .base import Brush, Edit, Picked, Pointer, Preview, Tool, count


class RoadTool(Tool):
    """Draws roads from hex to hex; moving back over the last hex shortens the stroke."""

    gathers = True
    id = "road"
    name = "Road pen"
    hint = ("Drag from hex to hex to draw; move back to shorten the stroke. Shift: erase. "
            "Right click: take up the kind under the pointer.")

    def __init__(self, brush: Brush) -> None:
        super().__init__(brush)
        self._path: list[Hex] = []

    def press(self, design: Design, at: Pointer) -> None:
        super().press(design, at)
        self._path = [at.hex] if at.hex else []

    def drag(self, design: Design, at: Pointer) -> None:
        if not self.active or at.hex is None:
            return
        if not self._path:
            self._path = [at.hex]
        for hex in design.map.grid.line(self._path[-1], at.hex)[1:]:
            if len(self._path) > 1 and self._path[-2] == hex:
                self._path.pop()
            else:
                self._path.append(hex)

    def release(self, design: Design, at: Pointer) -> Edit | None:
        self.drag(design, at)
        path, kind = self._path, design.ruleset.road_by_id.get(self.brush.road)
        self.cancel()
        if kind is None or len(path) < 2:
            return None
        if at.shift:
            crossed = [hexside(a, b) for a, b in pairwise(path)]
            after = with_map(design, erase_road(design.map, crossed, kind.id))
            label = f"Erase {kind.name.lower()}"
        else:
            after = with_map(design, draw_road(design.map, kind.id, path, self.brush.line_name))
            label = f"Draw {kind.name.lower()}"
        return None if after is design else Edit(f"{label} ({count(len(path), 'hex')})", after)

    def cancel(self) -> None:
        super().cancel()
        self._path = []

    def preview(self, design: Design, at: Pointer) -> Preview:
        kind = design.ruleset.road_by_id.get(self.brush.road)
        path = tuple(self._path) if self.active else ((at.hex,) if at.hex else ())
        if kind is None or not path:
            return Preview()
        text = f"{kind.name}: {count(len(path), 'hex')}" if len(path) > 1 else kind.name
        return Preview(path=path, colour=kind.colour, erasing=at.shift, text=text)

    def pick(self, design: Design, at: Pointer) -> Picked | None:
        if at.hex is None:
            return None
        for road in design.map.roads:
            if at.hex in road.path:
                return Picked("road", road.kind)
        return None
