"""What is drawn on the map while its grid is fitted: known hexes, arrows to where their places lie."""

from __future__ import annotations

from collections.abc import Sequence

from ...drawing.viewport import Box
from ...hexgrid import Hex
from ..canvas_view import MapView
from .fitting import Fitting

TAG = "geofit"
_DARK, _KNOWN, _WORST, _CHOSEN = "#ffffff", "#1550c0", "#c62f2f", "#d9480f"


class FitMarks:
    """Draws on a map view's canvas; `redraw` after every change."""

    def __init__(self, view: MapView, fitting: Fitting) -> None:
        self._view, self._fitting = view, fitting
        self.chosen: Hex | None = None
        """The hex that is being given its place."""
        self._labels: list[Box] = []
        """Where labels are, in pixels of the canvas."""
        view.moved.connect(self.redraw)

    def close(self) -> None:
        """Take everything away."""
        self._view.moved.disconnect(self.redraw)
        self._view.canvas.delete(TAG)

    def redraw(self) -> None:
        """Draw everything as it is now."""
        canvas, fitting = self._view.canvas, self._fitting
        canvas.delete(TAG)
        self._labels.clear()
        if self.chosen is not None:
            self._rim(self.chosen)
        for row in fitting.rows():
            colour = _WORST if row.worst else _KNOWN
            x, y = self._view.to_canvas(fitting.geometry.centre(row.hex))
            there = fitting.lies(row.at)
            if there is not None:
                u, v = self._view.to_canvas(there)
                for tint, width in ((_DARK, 5), (colour, 3)):
                    canvas.create_line(x, y, u, v, fill=tint, width=width, arrow="last", capstyle="round",
                                       arrowshape=(10 + width, 12 + width, 4 + width / 2),
                                       tags=(TAG, "arrow"))
            canvas.create_oval(x - 6, y - 6, x + 6, y + 6, fill=colour, outline=_DARK, width=2, tags=(TAG,))
            words = f"{row.number} {row.name}".strip()
            if row.hexes is not None:
                words += f"  {row.hexes:.2f}"
            self._label(x, y, words, colour)

    def _rim(self, hex: Hex) -> None:
        xy = [v for p in self._fitting.geometry.corners(hex) for v in self._view.to_canvas(p)]
        for tint, width in ((_DARK, 6), (_CHOSEN, 4)):
            self._view.canvas.create_polygon(xy, fill="", outline=tint, width=width, tags=(TAG, "chosen"))

    def _label(self, x: float, y: float, words: str, colour: str) -> None:
        """Words beside a point of the canvas, where no other label is."""
        canvas = self._view.canvas
        text = canvas.create_text(x, y, text=words, anchor="nw", fill=_DARK, font="VeSmall", tags=(TAG,))
        x0, y0, x1, y1 = canvas.bbox(text)
        place = free_place((x, y), (x1 - x0 + 8, y1 - y0 + 2), self._labels)
        self._labels.append(place)
        canvas.coords(text, place[0] + 4, place[1] + 1)
        box = canvas.create_rectangle(place, fill=colour, outline=_DARK, tags=(TAG, "label"))
        canvas.tag_lower(box, text)


def free_place(at: tuple[float, float], size: tuple[float, float], taken: Sequence[Box]) -> Box:
    """The box for a label of that size beside a point: the nearest that covers no other label.

    >>> free_place((0, 0), (40, 10), [])
    (11, -13, 51, -3)
    >>> free_place((0, 5), (40, 10), [(11, -13, 51, -3)])
    (-51, -8, -11, 2)
    """
    (x, y), (wide, high) = at, size
    rows = (-13, 3, *(side * n * (high + 2) for n in range(2, 12) for side in (-1, 1)))
    found = [(left, y + row, left + wide, y + row + high) for row in rows for left in (x + 11, x - 11 - wide)]
    return next((b for b in found if not any(_meet(b, other) for other in taken)), found[0])


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
