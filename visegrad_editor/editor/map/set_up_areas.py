"""Where units are still to be set up, on the map: shaded areas with their names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from tkinter.font import nametofont

import numpy as np
from PIL import ImageTk

from ...hexgrid import Hex, HexGeometry
from ...model.design import Design
from ...model.gamemap import Place
from ..window.theme import px
from .overlay import AREA_NAME, RegionMarks
from .view import MapView

_PAPER = "#ffffff"

Area = tuple[str, str, frozenset[Hex]]
"""The text, the colour and the hexes of an area."""


class SetUpAreas:
    """Shades areas on a map view and writes their names in them. `fill` makes the picture of a tinted hex at
    the view's scale."""

    def __init__(self, view: MapView, fill: Callable[[str, int], ImageTk.PhotoImage]) -> None:
        self._view, self._fill = view, fill
        self._areas: tuple[Area, ...] = ()
        self._marks: list[RegionMarks] = []
        self._geometry: HexGeometry | None = None
        self._places: tuple[Place, ...] = ()
        self._measured: tuple[tuple[Place, ...], np.ndarray, np.ndarray] | None = None
        """Places, the centres of those with names, and the widths of the names in pixels."""
        view.zoomed.connect(self.redraw)

    @property
    def names(self) -> tuple[str, ...]:
        """The texts of the areas that are shown."""
        return tuple(text for text, _, _ in self._areas)

    def show(self, design: Design, areas: Sequence[Area]) -> None:
        """Shade these areas of the map of a design until the next call."""
        seen, geometry, places = tuple(areas), design.map.geometry, tuple(design.map.places)
        if seen == self._areas and geometry == self._geometry and places == self._places:
            return
        self._areas, self._geometry, self._places = seen, geometry, places
        while len(self._marks) < len(seen):
            self._marks.append(RegionMarks(
                self._view, self._fill, name=f"set-up-area-{len(self._marks)}", dash=(2, 4), strength=40))
        for mark, (_, colour, hexes) in zip(self._marks, seen, strict=False):
            mark.colour = colour
            mark.show(hexes, geometry)
        for mark in self._marks[len(seen):]:
            mark.show(frozenset(), geometry)
        self._write()

    def redraw(self) -> None:
        """Draw them again, at the scale of the view."""
        for mark in self._marks:
            mark.redraw()
        self._write()

    def _write(self) -> None:
        """Write the names, each in a hex near the middle of its area where it covers no name of a place if it
        can, or below others that are there."""
        canvas = self._view.canvas
        canvas.delete(AREA_NAME)
        if self._geometry is None or not any(hexes for _, _, hexes in self._areas):
            return
        taken: list[Plate] = []
        places = self._place_boxes(self._geometry)
        for text, colour, hexes in self._areas:
            if not hexes:
                continue
            spots = [self._view.to_canvas(self._geometry.centre(hex))
                     for hex in from_the_middle(self._geometry, hexes)[:_TRIED]]
            item = canvas.create_text(*spots[0], text=text, font="VeSection", fill="#20262e",
                                      tags=(AREA_NAME, "overlay"))
            left, top, right, bottom = canvas.bbox(item)
            pad = px(4)
            box = left - pad, top - 1, right + pad, bottom + 1
            across, down = clearest_shift(box, spots, places)
            canvas.move(item, across, down)
            box = box[0] + across, box[1] + down, box[2] + across, box[3] + down
            if lower := _clear_of(box, taken) - box[1]:
                canvas.move(item, 0, lower)
                box = box[0], box[1] + lower, box[2], box[3] + lower
            taken.append(box)
            ground = canvas.create_rectangle(*box, fill=_PAPER, outline=colour, width=2,
                                             tags=(AREA_NAME, "overlay"))
            canvas.tag_lower(ground, item)

    def _place_boxes(self, geometry: HexGeometry) -> np.ndarray:
        """About where the symbols and names of places are on the canvas: left, top, right and bottom."""
        if self._measured is None or self._measured[0] is not self._places:
            measure = nametofont("TkDefaultFont", self._view.canvas).measure
            named = [place for place in self._places if place.name]
            # Measuring the names of a large map takes longer than many frames.
            self._measured = (self._places, np.array([geometry.centre(p.hex) for p in named]).reshape(-1, 2),
                              np.array([measure(p.name) for p in named]))
        _, centres, widths = self._measured
        if not len(centres):
            return np.empty((0, 4))
        origin, right, down = (
            np.array(self._view.to_canvas(p)) for p in ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)))
        middles = origin + centres[:, :1] * (right - origin) + centres[:, 1:] * (down - origin)
        corners = np.array([self._view.to_canvas(corner) for corner in geometry.corners(Hex(0, 0))])
        across, below = (corners.max(0) - corners.min(0)) / 2
        # A name is above or below its symbol, or beside it.
        reach = np.stack((np.maximum(across, widths / 2), np.full(len(widths), below)), 1)
        return np.concatenate((middles - reach, middles + reach), 1)


Plate = tuple[int, int, int, int]
"""Left, top, right and bottom of a name on its ground, in pixels of the canvas."""


def _clear_of(plate: Plate, others: Sequence[Plate]) -> int:
    """The top at which a plate covers none of the others: its own, or as far below as that takes.

    >>> _clear_of((0, 0, 9, 9), [(5, 5, 20, 14), (5, 16, 20, 25)]), _clear_of((0, 0, 9, 9), [(10, 0, 20, 9)])
    (27, 0)
    """
    left, top, right, bottom = plate
    height = bottom - top
    while below := [b for a, t, c, b in others if a < right and left < c and t < top + height and top < b]:
        top = max(below) + _APART
    return top


_APART = 2
"""The pixels between two names, one below the other."""


_TRIED = 60
"""The most hexes that are tried for a name."""
_FAR = 0.25
"""What a pixel from the middle of its area costs a name, in covered pixels of lines of text."""


def clearest_shift(plate: Plate, spots: Sequence[tuple[float, float]], places: np.ndarray) -> tuple[int, int]:
    """How far right and down a plate at the first of some spots is moved to cover least of the boxes of
    places, without going far.

    >>> clearest_shift((0, 0, 20, 10), [(10, 5), (40, 5), (10, 25)], np.array([[5, 0, 15, 10]]))
    (0, 20)
    """
    ways = np.array(spots) - spots[0]
    boxes = np.array(plate) + np.hstack((ways, ways))
    low = np.maximum(boxes[:, None, :2], places[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], places[None, :, 2:])
    covered = np.clip(high - low, 0, None).prod(axis=2).sum(axis=1) / (plate[3] - plate[1])
    across, down = ways[int((covered + _FAR * np.hypot(*ways.T)).argmin())]
    return round(across), round(down)


def from_the_middle(geometry: HexGeometry, hexes: Collection[Hex]) -> list[Hex]:
    """The hexes of a set, which is not empty, from the middle of it outwards."""
    centres = {h: geometry.centre(h) for h in hexes}
    x = sum(c[0] for c in centres.values()) / len(centres)
    y = sum(c[1] for c in centres.values()) / len(centres)
    return sorted(centres, key=lambda h: ((centres[h][0] - x) ** 2 + (centres[h][1] - y) ** 2, h))
