"""The selected hexes on the map: a dashed line round them and a light tint."""

from __future__ import annotations

from collections.abc import Callable

from PIL import ImageTk

from ..hexgrid import Hex, HexGeometry, Point
from ..model.select import box, outlines
from .canvas_view import MapView
from .theme import ACCENT

_MOST_TINTED = 1500
"""More hexes in sight are so small that the line shows them well enough."""
_STRENGTH = 60
_LINE, _TINT = "region", "region-tint"


class RegionMarks:
    """Draws on a map view's canvas. `fill` makes the picture of a tinted hex at the view's scale."""

    def __init__(self, view: MapView, fill: Callable[[str, int], ImageTk.PhotoImage]) -> None:
        self._view, self._fill = view, fill
        self._hexes: frozenset[Hex] = frozenset()
        self._geometry: HexGeometry | None = None
        self._lines: list[list[Point]] = []
        view.moved.connect(self._moved)

    def show(self, hexes: frozenset[Hex], geometry: HexGeometry) -> None:
        """Mark these hexes from now on."""
        if hexes != self._hexes or geometry != self._geometry:
            self._hexes, self._geometry = hexes, geometry
            self._lines = outlines(geometry, hexes)
        self.redraw()

    def redraw(self) -> None:
        """Draw the marks again at the view's scale."""
        canvas = self._view.canvas
        canvas.delete(_LINE)
        self._tint()
        flat = [[v for p in (*line, line[0]) for v in self._view.to_canvas(p)] for line in self._lines]
        for xy in flat:
            canvas.create_line(xy, fill="#ffffff", width=4, joinstyle="round", tags=(_LINE, "overlay"))
        for xy in flat:
            canvas.create_line(xy, fill=ACCENT, width=2, dash=(7, 4), joinstyle="round",
                               tags=(_LINE, "overlay"))

    def _tint(self) -> None:
        """Tint the hexes in sight."""
        canvas, geometry = self._view.canvas, self._geometry
        canvas.delete(_TINT)
        if not self._hexes or geometry is None:
            return
        seen = self._in_sight(geometry)
        if len(seen) > _MOST_TINTED:
            return
        photo = self._fill(ACCENT, _STRENGTH)
        for hex in seen:
            x, y = self._view.to_canvas(geometry.centre(hex))
            canvas.create_image(round(x), round(y), image=photo, tags=(_TINT, "overlay"))
        if canvas.find_withtag(_LINE):
            canvas.tag_lower(_TINT, _LINE)

    def _in_sight(self, geometry: HexGeometry) -> frozenset[Hex]:
        """Those of the hexes that are in the window, and a few about it."""
        v = self._view.viewport
        corners = [self._view.to_map(x, y) for x in (0, v.width_px) for y in (0, v.height_px)]
        found = [geometry.nearest(x, y) for x, y in corners]
        first = Hex(min(h.col for h in found) - 1, min(h.row for h in found) - 1)
        last = Hex(max(h.col for h in found) + 1, max(h.row for h in found) + 1)
        return box(geometry.grid, first, last) & self._hexes

    def _moved(self) -> None:
        """Other hexes have come into sight."""
        if self._hexes:
            self._tint()
