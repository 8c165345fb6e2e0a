"""What is drawn on the map while its grid is fitted: known hexes, arrows to where their places lie."""

from __future__ import annotations

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
        view.moved.connect(self.redraw)

    def close(self) -> None:
        """Take everything away."""
        self._view.moved.disconnect(self.redraw)
        self._view.canvas.delete(TAG)

    def redraw(self) -> None:
        """Draw everything as it is now."""
        canvas, fitting = self._view.canvas, self._fitting
        canvas.delete(TAG)
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
            self._label(x + 11, y - 13, words, colour)

    def _rim(self, hex: Hex) -> None:
        xy = [v for p in self._fitting.geometry.corners(hex) for v in self._view.to_canvas(p)]
        for tint, width in ((_DARK, 6), (_CHOSEN, 4)):
            self._view.canvas.create_polygon(xy, fill="", outline=tint, width=width, tags=(TAG, "chosen"))

    def _label(self, x: float, y: float, words: str, colour: str) -> None:
        canvas = self._view.canvas
        text = canvas.create_text(x, y, text=words, anchor="w", fill=_DARK, font="VeSmall", tags=(TAG,))
        x0, y0, x1, y1 = canvas.bbox(text)
        box = canvas.create_rectangle(x0 - 4, y0 - 1, x1 + 4, y1 + 1, fill=colour, outline=_DARK, tags=(TAG,))
        canvas.tag_lower(box, text)
