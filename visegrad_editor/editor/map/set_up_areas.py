"""Where units are still to be set up, on the map: shaded areas with their names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from tkinter.font import nametofont

import numpy as np
from PIL import ImageTk

from ...drawing.curves import Box, box_inside
from ...hexgrid import Hex, HexGeometry
from ...model.design import Design
from ..widgets.columns import elided
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
        self._full: tuple[Hex, ...] = ()
        """The hexes with a symbol of a place or a counter."""
        self._plates: list[tuple[frozenset[Hex], Plate]] = []
        """The hexes of the areas whose names are written, and where these are."""
        self._waiting = ""
        """The timer after which the names follow the view."""
        view.zoomed.connect(self.redraw)
        view.moved.connect(self._write_soon)

    @property
    def names(self) -> tuple[str, ...]:
        """The texts of the areas that are shown."""
        return tuple(text for text, _, _ in self._areas)

    def show(self, design: Design, areas: Sequence[Area]) -> None:
        """Shade these areas of the map of a design until the next call."""
        seen, geometry, full = tuple(areas), design.map.geometry, tuple(_full_hexes(design)) if areas else ()
        if seen == self._areas and geometry == self._geometry and full == self._full:
            return
        self._areas, self._geometry, self._full = seen, geometry, full
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
        """Draw them again, at the scale of the view; their names once the view rests."""
        for mark in self._marks:
            mark.redraw()
        self._view.canvas.delete(AREA_NAME)
        self._plates.clear()
        self._write_soon()

    def _write_soon(self) -> None:
        """Write the names that are not to be seen whole, once the view rests."""
        if self._waiting:
            self._view.after_cancel(self._waiting)
        self._waiting = self._view.after(_REST_MS, self._write_again) if self._areas else ""

    def _write_again(self) -> None:
        """Write the names again after a zoom, or if one is not whole in sight though some of its area is."""
        self._waiting = ""
        sight = self._sight()
        if not self._plates or any(not box_inside(plate, sight) and self._seen(hexes, sight)
                                   for hexes, plate in self._plates):
            self._write()

    def _write(self) -> None:
        """Write the names, each in sight and within the map, in a hex near the middle of what is to be seen
        of its area, where it covers no other and as little as it can of counters and names of places."""
        canvas = self._view.canvas
        canvas.delete(AREA_NAME)
        self._plates.clear()
        if not self._view.fitted or self._geometry is None or not any(hexes for _, _, hexes in self._areas):
            return
        sight = self._sight()
        places = self._obstacles(self._geometry)
        for text, colour, hexes in self._areas:
            if not hexes:
                continue
            seen = self._seen(hexes, sight)
            room = sight if seen else self._on_canvas(self._view.renderer.bounds)
            middle = from_the_middle(self._geometry, seen or hexes)[:_TRIED]
            spots = np.array([self._view.to_canvas(self._geometry.centre(hex)) for hex in middle])
            item = canvas.create_text(*map(float, spots[0]), text=self._short(text), font="VeSection",
                                      fill="#20262e",
                                      tags=(AREA_NAME, "overlay"))
            left, top, right, bottom = canvas.bbox(item)
            pad = px(4)
            box = left - pad, top - 1, right + pad, bottom + 1
            taken = np.array([plate for _, plate in self._plates]).reshape(-1, 4)
            across, down = clearest_shift(box, spots, places, taken, room)
            canvas.move(item, across, down)
            box = box[0] + across, box[1] + down, box[2] + across, box[3] + down
            self._plates.append((hexes, box))
            ground = canvas.create_rectangle(*box, fill=_PAPER, outline=colour, width=2,
                                             tags=(AREA_NAME, "overlay"))
            canvas.tag_lower(ground, item)

    def _short(self, text: str) -> str:
        """As much of a name as half of the view has room for."""
        measure = nametofont("VeSection", self._view.canvas).measure
        return elided(text, self._view.viewport.width_px // 2, measure)

    def _on_canvas(self, box: Box) -> Box:
        """A box of the picture in canvas coordinates."""
        left, top, right, bottom = (side * self._view.viewport.scale for side in box)
        return left, top, right, bottom

    def _sight(self) -> Box:
        """What is in sight of the map, in canvas coordinates."""
        seen, map = self._view.viewport.box, self._view.renderer.bounds
        return self._on_canvas((max(seen[0], map[0]), max(seen[1], map[1]),
                                min(seen[2], map[2]), min(seen[3], map[3])))

    def _seen(self, hexes: Collection[Hex], sight: Box) -> list[Hex]:
        """The hexes of which the middle is in sight."""
        assert self._geometry is not None
        found = []
        for hex in hexes:
            x, y = self._view.to_canvas(self._geometry.centre(hex))
            if sight[0] <= x <= sight[2] and sight[1] <= y <= sight[3]:
                found.append(hex)
        return found

    def _obstacles(self, geometry: HexGeometry) -> np.ndarray:
        """Where names, symbols of places and counters are on the canvas, in sight: left, top, right and
        bottom; symbols and counters several times, as they are worse to cover."""
        view, corners = self._view, np.array([
            self._view.to_canvas(corner) for corner in geometry.corners(Hex(0, 0))])
        reach = (corners.max(0) - corners.min(0)) * _SYMBOL / 2
        middles = np.array([view.to_canvas(geometry.centre(hex)) for hex in self._full]).reshape(-1, 2)
        names = np.array([self._on_canvas(box) for box in view.renderer.lettering(view.viewport)])
        symbols = np.hstack((middles - reach, middles + reach)).repeat(_WORSE, axis=0)
        return np.concatenate((symbols, names.reshape(-1, 4)))


Plate = tuple[int, int, int, int]
"""Left, top, right and bottom of a name on its ground, in pixels of the canvas."""
_APART = 2
"""The pixels between two names, and between a name and the edge of what is in sight."""
_TRIED = 60
"""The most hexes that are tried for a name."""
_STEPS = 12
"""How many lines above and below the first hex are tried, too: small areas share their hexes."""
_FAR = 0.25
"""What a pixel from the middle of its area costs a name, in covered pixels of lines of text."""
_OTHER, _OUTSIDE = 1e6, 1e3
"""What a covered pixel of another name of an area costs, and a place that is not in a hex of the area."""
_SYMBOL = 0.7
"""The share of the width and height of a hex that a symbol or a counter takes."""
_WORSE = 4
"""How many times worse it is to cover them than to cover a name."""
_REST_MS = 120


def clearest_shift(plate: Plate, spots: np.ndarray, places: np.ndarray, taken: np.ndarray,
                   room: Box) -> tuple[int, int]:
    """How far right and down a plate at the first of some spots is moved into the room, to cover no other
    plate that is `taken` if that can be, and least of the boxes of places, without going far.

    >>> none, spots = np.empty((0, 4)), np.array([(10, 5), (40, 5), (10, 25)])
    >>> clearest_shift((0, 0, 20, 10), spots, np.array([[5, 0, 15, 10]]), none, (-99, 2, 99, 99))
    (0, 20)
    >>> clearest_shift((0, 0, 20, 10), spots[:1], none, np.array([[5, 0, 15, 10]]), (2, 2, 99, 99))
    (4, 12)
    """
    height = plate[3] - plate[1]
    lines = np.arange(-_STEPS, _STEPS + 1) * (height + _APART)
    between = spots + np.array((0, height / 2))
    tried = np.concatenate((spots, between, spots[0] + np.stack((np.zeros(len(lines)), lines), 1)))
    ways = tried - spots[0]
    low = np.array(room[:2]) + _APART - plate[:2]
    ways = np.maximum(np.minimum(ways, np.array(room[2:]) - _APART - plate[2:]), low).round()
    boxes = np.array(plate) + np.hstack((ways, ways))
    apart = boxes + _APART * np.array((-1, -1, 1, 1))
    cost = (_covered(boxes, places) + _OTHER * _covered(apart, taken)) / height + _FAR * np.hypot(*ways.T)
    cost[2 * len(spots):] += _OUTSIDE
    across, down = ways[int(cost.argmin())]
    return int(across), int(down)


def _covered(boxes: np.ndarray, others: np.ndarray) -> np.ndarray:
    """How many pixels of others each box covers."""
    low = np.maximum(boxes[:, None, :2], others[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], others[None, :, 2:])
    pixels: np.ndarray = np.clip(high - low, 0, None).prod(axis=2).sum(axis=1)
    return pixels


def _full_hexes(design: Design) -> Iterator[Hex]:
    """The hexes of a design with a place or a counter."""
    numbers = [u.position or u.hex for u in design.scenario.units] if design.scenario is not None else []
    places = [p.hex for p in design.map.places if p.features or p.name]
    for hex in [*places, *map(design.map.grid.parse, numbers)]:
        if hex is not None:
            yield hex


def from_the_middle(geometry: HexGeometry, hexes: Collection[Hex]) -> list[Hex]:
    """The hexes of a set, which is not empty, from the middle of it outwards."""
    centres = {h: geometry.centre(h) for h in hexes}
    x = sum(c[0] for c in centres.values()) / len(centres)
    y = sum(c[1] for c in centres.values()) / len(centres)
    return sorted(centres, key=lambda h: ((centres[h][0] - x) ** 2 + (centres[h][1] - y) ** 2, h))
