"""Shows an order as it is carried out: a ghost that goes along its path, a hex that flashes."""

from __future__ import annotations

from ...hexgrid import Hex, Point
from ...model.design import Design
from ..canvas_view import MapView
from ..overlay import Overlay
from ..tools import Preview
from .timeline import Entry

_FRAME_MS = 30


class Animation:
    """One order at a time; another one, or `stop`, ends it."""

    def __init__(self, view: MapView, overlay: Overlay, design: Design) -> None:
        self._view, self._overlay, self._design = view, overlay, design
        self._timer = ""
        self._on = False

    def stop(self) -> None:
        """Show nothing more of it."""
        if self._timer:
            self._view.after_cancel(self._timer)
            self._timer = ""
        if self._on:
            self._on = False
            self._overlay.preview(Preview(), (0.0, 0.0))

    def show(self, entry: Entry, for_ms: int) -> None:
        """Show an order for about so long."""
        self.stop()
        grid, geometry = self._design.map.grid, self._design.map.geometry
        path = self._path(entry)
        if not path:
            return
        self._on = True
        self._view.reveal(geometry.centre(path[-1]), 2.0)
        if len(path) == 1:
            if entry.order.verb != "pass":
                self._overlay.flash(path)
            return
        points = [geometry.centre(h) for h in path]
        steps = max(4, min(24, int(for_ms * 0.6 / _FRAME_MS)))
        ghost = entry.order.units
        assert all(h in grid for h in path)

        def frame(i: int) -> None:
            self._timer = ""
            preview = Preview(path=tuple(path), ghost=ghost if i < steps else (), colour="#d9822b")
            self._overlay.preview(preview, _along(points, i / steps))
            if i < steps:
                self._timer = self._view.after(_FRAME_MS, frame, i + 1)

        frame(0)

    def _path(self, entry: Entry) -> list[Hex]:
        """The hexes of an order: what a move really passed, else those it names."""
        event = next((e for e in entry.events if e.type in ("move", "enter", "retreat")), None)
        numbers = event.hexes if event else entry.order.hexes
        grid = self._design.map.grid
        return [h for n in numbers if (h := grid.parse(n)) is not None]


def _along(points: list[Point], share: float) -> Point:
    """The point a share (0 to 1) of the way along a line.

    >>> _along([(0.0, 0.0), (2.0, 0.0), (2.0, 2.0)], 0.75)
    (2.0, 1.0)
    """
    at = share * (len(points) - 1)
    i = min(int(at), len(points) - 2)
    (x, y), (u, v) = points[i], points[i + 1]
    part = at - i
    return x + (u - x) * part, y + (v - y) * part
