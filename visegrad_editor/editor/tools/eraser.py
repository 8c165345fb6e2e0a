"""The eraser: takes away hexsides, roads and places under the pointer."""

from __future__ import annotations

import math

from ...hexgrid import Hex, Hexside, Point
from ...model.design import Design
from ...model.edit.documents import with_map
from ...model.edit.hexsides import erase_sides
from ...model.edit.places import remove_place
from ...model.edit.roads import erase_road
from .base import Brush, Edit, Pointer, Preview, Tool


class EraserTool(Tool):
    """Erases what it is dragged over: rivers on the hexsides, roads near their line, and the
    place of a hex near its centre; the palette says which of them."""

    gathers = True
    id = "eraser"
    name = "Eraser"
    hint = "Drag over rivers, roads and places to erase them; the palette says which of them."

    def __init__(self, brush: Brush) -> None:
        super().__init__(brush)
        self._sides: dict[Hexside, None] = {}
        self._segments: dict[Hexside, None] = {}
        self._hexes: dict[Hex, None] = {}
        self._last: Point | None = None

    def press(self, design: Design, at: Pointer) -> None:
        self.cancel()
        super().press(design, at)
        self._touch(design, at.point, at.near)
        self._last = at.point

    def drag(self, design: Design, at: Pointer) -> None:
        if not self.active:
            return
        x0, y0 = self._last or at.point
        x1, y1 = at.point
        steps = max(1, math.ceil(math.hypot(x1 - x0, y1 - y0) / 0.2))
        for i in range(1, steps + 1):
            t = i / steps
            self._touch(design, (x0 + (x1 - x0) * t, y0 + (y1 - y0) * t), at.near)
        self._last = at.point

    def release(self, design: Design, at: Pointer) -> Edit | None:
        self.drag(design, at)
        map = erase_sides(design.map, self._sides) if self._sides else design.map
        map = erase_road(map, self._segments) if self._segments else map
        for hex in self._hexes:
            map = remove_place(map, hex)
        words = [word for word, found in (
            ("hexsides", self._sides), ("roads", self._segments), ("places", self._hexes)) if found]
        self.cancel()
        after = with_map(design, map)
        return None if after is design else Edit(f"Erase {' and '.join(words)}", after)

    def cancel(self) -> None:
        super().cancel()
        self._sides, self._segments, self._hexes, self._last = {}, {}, {}, None

    def preview(self, design: Design, at: Pointer) -> Preview:
        sides, segments, hexes = dict(self._sides), dict(self._segments), dict(self._hexes)
        self._find(design, at.point, at.near, sides, segments, hexes)
        found = len(sides) + len(segments) + len(hexes)
        crossed = frozenset(h for s in segments for h in s) | frozenset(hexes)
        return Preview(hexes=crossed, sides=tuple(sides), erasing=True, colour="#d03030",
                       text=f"Erase {found}" if found else "Nothing to erase here")

    def _touch(self, design: Design, point: Point, near: float) -> None:
        self._find(design, point, near, self._sides, self._segments, self._hexes)

    def _find(self, design: Design, point: Point, near: float, sides: dict[Hexside, None],
              segments: dict[Hexside, None], hexes: dict[Hex, None]) -> None:
        map, geometry = design.map, design.map.geometry
        hex = geometry.hex_at(*point)
        if hex is None:
            return
        for side in map.grid.sides(hex):
            if ("hexsides" in self.brush.erase and side in map.side_lines
                    and _distance(point, *geometry.side_ends(side)) < near):
                sides[side] = None
            if "roads" in self.brush.erase and side in map.road_segments:
                ends = geometry.centre(side.a), geometry.centre(side.b)
                if _distance(point, *ends) < near * 0.8:
                    segments[side] = None
        if ("places" in self.brush.erase and hex in map.place_at
                and math.dist(point, geometry.centre(hex)) < max(near, 0.45)):
            hexes[hex] = None


def _distance(point: Point, start: Point, end: Point) -> float:
    """The distance of a point from a stretch of line."""
    (px, py), (x0, y0), (x1, y1) = point, start, end
    dx, dy = x1 - x0, y1 - y0
    t = max(0.0, min(1.0, ((px - x0) * dx + (py - y0) * dy) / (dx * dx + dy * dy)))
    return math.hypot(px - x0 - t * dx, py - y0 - t * dy)
