"""Differences between two designs on the map: what was there in one colour, what is there now in another."""

from __future__ import annotations

from collections.abc import Sequence

from ...hexgrid import Hex, HexGeometry
from ...model.differences import DesignChange
from ...model.select import outlines
from ..signals import Signal
from .view import MapView

BEFORE, AFTER = "#d9480f", "#1864ab"
"""The colours of what was there and of what is there now; they differ for all kinds of colour vision."""
DASH = (6, 4)
"""What was there is dashed, so that the two differ without colours, too."""
_RIM = KEY_GROUND = "#ffffff"
_TAG = "differences"


class DifferenceMarks:
    """Outlines the hexes of changes on a map view, and draws an arrow for each unit that moved."""

    def __init__(self, view: MapView) -> None:
        self._view, self._canvas = view, view.canvas
        self._changes: tuple[DesignChange, ...] = ()
        self._geometry: HexGeometry | None = None
        self.cleared = Signal()
        """The marks were taken away, for instance by Escape."""
        view.zoomed.connect(self._draw)

    @property
    def on(self) -> bool:
        """Whether something is marked."""
        return bool(self._changes)

    def show(self, changes: Sequence[DesignChange], geometry: HexGeometry) -> None:
        """Mark these changes until the next call."""
        self._changes, self._geometry = tuple(c for c in changes if c.was or c.hexes), geometry
        self._draw()

    def clear(self) -> None:
        """Take the marks away, if there are any."""
        if self._changes:
            self._changes = ()
            self._canvas.delete(_TAG)
            self.cleared.emit()

    def _draw(self) -> None:
        self._canvas.delete(_TAG)
        geometry = self._geometry
        if geometry is None or not self._changes:
            return
        was: set[Hex] = set()
        now: set[Hex] = set()
        moves: dict[tuple[Hex, Hex], None] = {}
        for change in self._changes:
            was.update(h for h in change.was if h in geometry.grid)
            now.update(h for h in change.hexes if h in geometry.grid)
            if change.kind == "moved" and len(change.was) == len(change.hexes) == 1 and (
                    change.was != change.hexes):
                moves[change.was[0], change.hexes[0]] = None
        for hexes, colour, width, dash in ((was, BEFORE, 5, DASH), (now, AFTER, 3, ())):
            for outline in outlines(geometry, frozenset(hexes)):
                xy = [v for p in (*outline, outline[0]) for v in self._view.to_canvas(p)]
                self._canvas.create_line(xy, fill=_RIM, width=width + 2, tags=(_TAG, "overlay"))
                self._canvas.create_line(
                    xy, fill=colour, width=width, dash=dash, tags=(_TAG, "overlay", colour))
        for start, end in moves:
            if start in geometry.grid and end in geometry.grid:
                self._arrow(geometry, start, end)

    def _arrow(self, geometry: HexGeometry, start: Hex, end: Hex) -> None:
        xy = [v for h in (start, end) for v in self._view.to_canvas(geometry.centre(h))]
        width = max(3, round(self._view.viewport.scale * 0.08))
        shape = (width * 4, width * 5, width * 2)
        for colour, more in ((_RIM, 3), (AFTER, 0)):
            self._canvas.create_line(
                xy, fill=colour, width=width + more, arrow="last", arrowshape=shape, capstyle="round",
                tags=(_TAG, "overlay", "arrow"))
