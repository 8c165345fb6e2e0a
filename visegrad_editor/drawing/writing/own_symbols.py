"""Whose symbol a name stands at: that of its own place, and clearly so."""

from __future__ import annotations

import math
from typing import NamedTuple

from ...hexgrid import Hex, Point
from ..box_index import BoxIndex
from ..curves import Box
from .obstacles import Obstacles

NEARER, CLEARLY = 0.08, 0.25
"""By how much, in map units, a name is nearer to its own symbol than to any other, and should be."""
_INK = 0.36
"""How far letters reach above and below the middle of their line, as a share of its height."""
_TOWN = 0.43
"""The radius of a town; great and small ones count the same, or names would be drawn to the great."""
_PLATES = 0.5
"""How far plates stand from the middle of their hex."""
_ROUND = 0.86
"""Towns are round, and seldom reach as far as their boxes."""


class _Symbol(NamedTuple):
    """A town or a dot: how wide it is, and from which radius on it counts how near letters are."""

    hex: Hex
    middle: Point
    radius: float
    counts: float

    def away(self, ink: Box) -> float:
        return _distance(ink, self.middle) - self.counts

    def covered(self, ink: Box) -> bool:
        return _distance(ink, self.middle) < self.radius * _ROUND


class Symbols:
    """The towns of a map, and the dots of places that are nothing but a name."""

    def __init__(self, obstacles: Obstacles) -> None:
        self._wards, self._geometry = obstacles.wards, obstacles.geometry
        self._plates: BoxIndex[bool] = BoxIndex(edge=8.0)
        self._index: BoxIndex[_Symbol] = BoxIndex(edge=8.0)
        self._own: dict[Hex, _Symbol] = {}
        signs = obstacles.signs
        for box, (column, row), town, dot in zip(
                signs.boxes.tolist(), signs.hexes.tolist(), signs.towns.tolist(), signs.dots.tolist(),
                strict=True):
            left, top, right, bottom = box
            if not (town or dot):
                self._plates.add((left, top, right, bottom), True)
                continue
            radius, hex = (right - left) / 2, Hex(column, row)
            self._own[hex] = symbol = _Symbol(
                hex, ((left + right) / 2, (top + bottom) / 2), radius, _TOWN if town else radius)
            self._index.add((left, top, right, bottom), symbol)

    def on_plates(self, box: Box) -> bool:
        """Whether letters cover plates."""
        return bool(self._plates.meeting(box))

    def unclear(self, box: Box, hex: Hex) -> float:
        """How far letters in a box are from being clearly nearest to the symbol of their place or, for a city
        of several hexes, to one of its symbols: 0 if they are, at most 1 if they hardly are, without end if
        they cover a symbol or are nearer to that of another place."""
        y, high = (box[1] + box[3]) / 2, (box[3] - box[1]) * _INK
        ink = box[0], y - high, box[2], y + high
        mine = {hex, *self._wards.get(hex, ())}
        own = [self._own[h] for h in mine if h in self._own]
        own = own or [_Symbol(hex, self._geometry.centre(hex), 0.0, _PLATES)]
        near = min(max(s.away(ink), 0.0) for s in own)
        reach = near + CLEARLY
        around = ink[0] - reach, ink[1] - reach, ink[2] + reach, ink[3] + reach
        others = [s for s in self._index.meeting(around) if s.hex not in mine]
        far = min((s.away(ink) for s in others), default=math.inf)
        if far < near + NEARER or any(s.covered(ink) for s in (*own, *others)):
            return math.inf
        return max(0.0, (reach - far) / (CLEARLY - NEARER))


def _distance(box: Box, point: Point) -> float:
    x, y = point
    return math.hypot(max(box[0] - x, x - box[2], 0.0), max(box[1] - y, y - box[3], 0.0))
