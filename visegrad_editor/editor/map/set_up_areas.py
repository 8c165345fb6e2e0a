"""Where units are still to be set up, on the map: shaded areas with their names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from PIL import ImageTk

from ...hexgrid import Hex, HexGeometry
from ...model.design import Design
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
        view.zoomed.connect(self.redraw)

    @property
    def names(self) -> tuple[str, ...]:
        """The texts of the areas that are shown."""
        return tuple(text for text, _, _ in self._areas)

    def show(self, design: Design, areas: Sequence[Area]) -> None:
        """Shade these areas of the map of a design until the next call."""
        seen, geometry = tuple(areas), design.map.geometry
        if seen == self._areas and geometry == self._geometry:
            return
        self._areas, self._geometry = seen, geometry
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
        """Write the names, each in a hex in the middle of its area, or below others that are there."""
        canvas = self._view.canvas
        canvas.delete(AREA_NAME)
        if self._geometry is None:
            return
        taken: list[Plate] = []
        for text, colour, hexes in self._areas:
            if not hexes:
                continue
            x, y = self._view.to_canvas(self._geometry.centre(middle_of(self._geometry, hexes)))
            item = canvas.create_text(x, y, text=text, font="VeSection", fill="#20262e",
                                      tags=(AREA_NAME, "overlay"))
            left, top, right, bottom = canvas.bbox(item)
            pad = px(4)
            box = left - pad, top - 1, right + pad, bottom + 1
            if lower := _clear_of(box, taken) - box[1]:
                canvas.move(item, 0, lower)
                box = box[0], box[1] + lower, box[2], box[3] + lower
            taken.append(box)
            ground = canvas.create_rectangle(*box, fill=_PAPER, outline=colour, width=2,
                                             tags=(AREA_NAME, "overlay"))
            canvas.tag_lower(ground, item)


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


def middle_of(geometry: HexGeometry, hexes: Collection[Hex]) -> Hex:
    """The hex of a set, which is not empty, that is nearest to its middle."""
    centres = {h: geometry.centre(h) for h in hexes}
    x = sum(c[0] for c in centres.values()) / len(centres)
    y = sum(c[1] for c in centres.values()) / len(centres)
    return min(centres, key=lambda h: ((centres[h][0] - x) ** 2 + (centres[h][1] - y) ** 2, h))
