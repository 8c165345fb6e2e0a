"""Aligning a picture to the grid: pins are set, moved and taken away, and the grid follows. No Tk here.

While it is done the picture lies still and the grid moves over it. `frame` is how the picture lies then:
it takes its pixels to the units of the view.
"""

from __future__ import annotations

import math

from ...hexgrid import Hex, HexGeometry, Point
from ...hexgrid.affine import Affine
from ...model.background import MOST_PINS, Alignment, Pin, align

_GOOD = 0.05
"""Pins off by less, in hexes, lie as exactly as one can click."""


class Aligning:
    """The pins of one picture, with those before each change to go back to."""

    def __init__(self, geometry: HexGeometry, pins: tuple[Pin, ...], frame: Affine) -> None:
        self.geometry = geometry
        self.frame = frame
        self.pins = pins
        self.selected: Hex | None = None
        """The hex of the pin that keys move."""
        self.pending: Point | None = None
        """A place of the picture that was pointed at and is still to be named."""
        self._first = pins
        self._before: list[tuple[Pin, ...]] = []
        self._lay: tuple[tuple[Pin, ...], Alignment] | None = None

    @property
    def lay(self) -> Alignment:
        """How the picture lies by the pins."""
        if self._lay is None or self._lay[0] is not self.pins:
            # As long as pins say too little, it lies as it is seen.
            self._lay = (self.pins, align(self.geometry, self.pins, self.frame))
        return self._lay[1]

    @property
    def changed(self) -> bool:
        """Whether the pins are others than at first."""
        return self.pins != self._first

    # -- where things are ---------------------------------------------------------------

    def on_picture(self, point: Point) -> Point:
        """The pixel of the picture at a point of the view."""
        return self.frame.inverse().apply(point)

    def within(self, point: Point, size: tuple[int, int]) -> Point:
        """A point of the view, brought back to the edge of a picture of that size where it is beside it."""
        x, y = self.on_picture(point)
        return self.frame.apply((min(max(x, 0.0), size[0]), min(max(y, 0.0), size[1])))

    def in_view(self, point: Point) -> Point:
        """Where a point of the map lies in the view."""
        return self.frame.apply(self.lay.to_picture.apply(point))

    @property
    def map_to_view(self) -> Affine:
        """Takes map units to units of the view."""
        return self.lay.to_picture.then(self.frame)

    def hex_at(self, point: Point) -> Hex | None:
        """The hex of the grid that lies at a point of the view now."""
        return self.geometry.hex_at(*self.lay.to_map.apply(self.on_picture(point)))

    def guess(self, at: Point) -> str:
        """The number of the hex that seems to be at a pixel, "" where the pins say too little."""
        if self.lay.fit not in ("similar", "affine"):
            return ""
        hex = self.geometry.hex_at(*self.lay.to_map.apply(at))
        return "" if hex is None else self.geometry.grid.number(hex)

    def pin_near(self, point: Point, within: float) -> Pin | None:
        """The pin nearest a point of the view, if it is within so many units."""
        def far(pin: Pin) -> float:
            return math.dist(self.frame.apply(pin.at), point)

        nearest = min(self.pins, key=far, default=None)
        return nearest if nearest is not None and far(nearest) <= within else None

    # -- changing pins ------------------------------------------------------------------

    def complaint(self, text: str) -> str:
        """Why no pin can be set for what was typed, "" where one can."""
        hex = self.geometry.grid.parse(text.strip())
        if hex is None:
            return f"The map has no hex {text.strip() or 'without a number'}."
        if len(self.pins) >= MOST_PINS and all(p.hex != hex for p in self.pins):
            return f"There are {MOST_PINS} pins already; more do not help."
        return ""

    def name(self, text: str) -> Hex:
        """Pin the hex of a number to the place pointed at. Raises ValueError where there is none."""
        hex = self.geometry.grid.parse(text.strip())
        if (complaint := self.complaint(text)) or hex is None or self.pending is None:
            raise ValueError(complaint or "No place of the picture is pointed at.")
        self.put(hex, self.pending)
        self.pending = None
        return hex

    def put(self, hex: Hex, at: Point) -> None:
        """Pin a hex to a pixel of the picture, in place of its pin before."""
        self.remember()
        self.place(hex, at)

    def place(self, hex: Hex, at: Point) -> None:
        """Do it without a step of its own to take back: while a pin is dragged."""
        pin = Pin(hex, at)
        known = [p.hex for p in self.pins]
        if hex in known:
            i = known.index(hex)
            self.pins = (*self.pins[:i], pin, *self.pins[i + 1:])
        else:
            self.pins = (*self.pins, pin)
        self.selected = hex

    def nudge(self, dx: float, dy: float) -> bool:
        """Move the selected pin by units of the view; False where none is selected."""
        pin = next((p for p in self.pins if p.hex == self.selected), None)
        if pin is None:
            return False
        x, y = self.frame.apply(pin.at)
        self.put(pin.hex, self.on_picture((x + dx, y + dy)))
        return True

    def remove(self, hex: Hex | None) -> bool:
        """Take the pin of a hex away; False where it has none."""
        left = tuple(p for p in self.pins if p.hex != hex)
        if len(left) == len(self.pins):
            return False
        self.remember()
        self.pins = left
        if self.selected == hex:
            self.selected = None
        return True

    def remember(self) -> None:
        """What comes now is one step that can be taken back."""
        self._before.append(self.pins)

    def undo(self) -> bool:
        """Take the last change back; False where there is none."""
        if not self._before:
            return False
        self.pins = self._before.pop()
        if all(p.hex != self.selected for p in self.pins):
            self.selected = None
        return True

    # -- what is said -------------------------------------------------------------------

    def guidance(self) -> str:
        """What to do next."""
        if self.pending is not None:
            return "Which hex is at the mark? Type its number."
        count = len(self.pins)
        if count < 3:
            where = ("the middle of a printed hex", "a second one, far from the first",
                     "a third one, far to the side of both")[count]
            return f"Click {where}, and type its number."
        if not self.lay.checked:
            return ("Look along the edges: where the grid is off, drag a hex of it to where it is printed. "
                    "A fourth pin shows how exact the others are.")
        return "Drag any hex that is still off to where it is printed, or accept."

    def verdict(self) -> str:
        """How well the pins agree, as a sentence."""
        count = len(self.pins)
        if count < 2:
            return "Not aligned yet."
        if not self.lay.checked:
            return f"{count} pins; one more would check them."
        worst = self.lay.worst
        how = "exact" if worst < _GOOD else "good" if worst < 2 * _GOOD else "rough"
        pixels = max(map(self.lay.off_pixels, self.pins))
        return f"{count} pins, off by at most {worst:.2f} hexes ({pixels:.1f} pixels): {how}."

    def rows(self) -> list[tuple[str, str, str]]:
        """Of each pin its hex, and how far it is off in hexes and in pixels, – where nothing tells."""
        number, lay = self.geometry.grid.number, self.lay
        if not lay.checked:
            return [(number(p.hex), "–", "–") for p in self.pins]
        return [(number(p.hex), f"{lay.off(p):.2f}", f"{lay.off_pixels(p):.1f}") for p in self.pins]
