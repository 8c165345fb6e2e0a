"""What is drawn over a picture that is being aligned: the grid as it lies now, pins, the mark to be named."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ...hexgrid import Hex, Point
from ..canvas_view import MapView
from .aligning import Aligning

TAG = "align"
_GRID, _DARK, _PIN, _CHOSEN = "#e0007a", "#ffffff", "#1550c0", "#d9480f"
_MOST_DRAWN = 2600
"""More hexes in sight are shown by the outline of the map."""
_NUMBERS_PX = 34
"""Hexes wider than this have their numbers."""
_ARM = 9


class AlignMarks:
    """Draws on a map view's canvas; `redraw` after every change."""

    def __init__(self, view: MapView, aligning: Aligning) -> None:
        self._view, self._aligning = view, aligning
        self.crosshair: Point | None = None
        """The mark that keys move, in units of the view."""
        view.moved.connect(self.redraw)

    def close(self) -> None:
        """Take everything away."""
        self._view.moved.disconnect(self.redraw)
        self._view.canvas.delete(TAG)

    def redraw(self) -> None:
        """Draw everything as it is now."""
        self._view.canvas.delete(TAG)
        self._grid()
        self._pins()
        aligning = self._aligning
        if aligning.pending is not None:
            self._cross(aligning.frame.apply(aligning.pending), _CHOSEN, 3)
        elif self.crosshair is not None:
            self._cross(self.crosshair, _CHOSEN, 2)

    # -- the grid -----------------------------------------------------------------------

    def _grid(self) -> None:
        aligning, canvas = self._aligning, self._view.canvas
        geometry, to_view = aligning.geometry, aligning.map_to_view
        width = self._view.viewport.scale * to_view.growth * math.sqrt(3)
        hexes = self._in_sight()
        if hexes is None:
            left, top, right, bottom = geometry.bounds()
            corners = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
            canvas.create_line(self._flat(map(to_view.apply, corners)), fill=_GRID, width=2, tags=(TAG,))
            return
        scale, numbers = self._view.viewport.scale, width > _NUMBERS_PX
        offsets = [geometry.corner_offset(i) for i in range(6)]
        a, b, d, e = to_view.a * scale, to_view.b * scale, to_view.d * scale, to_view.e * scale
        around = [(a * x + b * y, d * x + e * y) for x, y in offsets]
        pinned = {p.hex for p in aligning.pins}
        for hex in hexes:
            cx, cy = to_view.apply(geometry.centre(hex))
            cx, cy = cx * scale, cy * scale
            canvas.create_polygon([v for x, y in around for v in (cx + x, cy + y)], fill="", outline=_GRID,
                                  tags=(TAG,))
            if numbers:
                canvas.create_line(cx - 3, cy, cx + 4, cy, fill=_GRID, tags=(TAG,))
                canvas.create_line(cx, cy - 3, cx, cy + 4, fill=_GRID, tags=(TAG,))
                if hex not in pinned:
                    canvas.create_text(cx, cy - 5, text=geometry.grid.number(hex), anchor="s", fill=_GRID,
                                       font="VeSmall", tags=(TAG,))

    def _in_sight(self) -> list[Hex] | None:
        """The hexes in the window, None where they are too many to be drawn."""
        aligning, v = self._aligning, self._view.viewport
        geometry = aligning.geometry
        back = aligning.map_to_view.inverse()
        left, top, right, bottom = v.box
        corners = [geometry.nearest(*back.apply(p)) for p in (
            (left, top), (right, top), (right, bottom), (left, bottom))]
        grid = geometry.grid
        columns = range(max(0, min(h.col for h in corners) - 1),
                        min(grid.columns, max(h.col for h in corners) + 2))
        rows = range(max(0, min(h.row for h in corners) - 1), min(grid.rows, max(h.row for h in corners) + 2))
        if len(columns) * len(rows) > _MOST_DRAWN:
            return None
        return [Hex(c, r) for r in rows for c in columns]

    # -- pins ---------------------------------------------------------------------------

    def _pins(self) -> None:
        aligning, canvas = self._aligning, self._view.canvas
        number = aligning.geometry.grid.number
        for pin in aligning.pins:
            colour = _CHOSEN if pin.hex == aligning.selected else _PIN
            here = aligning.frame.apply(pin.at)
            there = aligning.in_view(aligning.geometry.centre(pin.hex))
            canvas.create_line(self._flat((here, there)), fill=colour, width=2, tags=(TAG,))
            self._cross(here, colour, 2)
            x, y = self._xy(here)
            text = canvas.create_text(x + _ARM + 5, y - _ARM - 2, text=number(pin.hex), anchor="w",
                                      fill=_DARK, font="VeSection", tags=(TAG,))
            x0, y0, x1, y1 = canvas.bbox(text)
            box = canvas.create_rectangle(x0 - 4, y0 - 2, x1 + 4, y1 + 2, fill=colour, outline=_DARK,
                                          tags=(TAG,))
            canvas.tag_lower(box, text)

    def _cross(self, at: Point, colour: str, width: int) -> None:
        x, y = self._xy(at)
        canvas = self._view.canvas
        for tint, more in ((_DARK, 2), (colour, 0)):
            canvas.create_line(x - _ARM, y, x + _ARM + 1, y, fill=tint, width=width + more, tags=(TAG,))
            canvas.create_line(x, y - _ARM, x, y + _ARM + 1, fill=tint, width=width + more, tags=(TAG,))
            canvas.create_oval(x - 6, y - 6, x + 6, y + 6, outline=tint, width=width + more - 1, tags=(TAG,))

    def _xy(self, point: Point) -> Point:
        scale = self._view.viewport.scale
        return point[0] * scale, point[1] * scale

    def _flat(self, points: Iterator[Point] | tuple[Point, ...]) -> list[float]:
        return [v for p in points for v in self._xy(p)]
