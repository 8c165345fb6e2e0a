"""Whether a name is clearly nearest to the symbol of its own place, so that nobody reads it as that of
another."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...hexgrid import Hex
from ..box_pairs import distances, overlapping
from ..features import COARSE_SCALE
from .obstacles import Obstacles

_NEARER, _CLEARLY = 0.08, 0.25
"""By how much, in map units, a name must be nearer to its own symbol than to any other, and should be."""
_INK = 0.37
"""How far letters extend above and below the middle of their line, as a share of its height."""
TOWN = 0.43
"""The radius of a town; large and small ones count the same, or names would be drawn to large ones."""
_COARSE_DOT = 0.25
"""The radius of the dot of a place with only a name in the coarse form, in which towns are dots too."""
_PLATES = 0.5
"""How far plates are from the centre of their hex."""
_AT_ONCE = 64
"""The names that are looked at together."""
_ROUND = 0.86
"""Towns are round, and seldom extend as far as their boxes."""


class NearestSymbol:
    """The towns of a map, and the dots of places that have only a name, as drawn somewhere between two
    scales in pixels per map unit. A name should be nearer to its own symbol than to any other by `clearly`,
    in map units, if that is more than usual."""

    def __init__(self, obstacles: Obstacles, low: float, high: float, clearly: float = 0.0) -> None:
        signs, self._wards = obstacles.signs, obstacles.wards
        shown = signs.towns | signs.dots
        self._geometry = obstacles.geometry
        self._boxes, self._hexes = signs.boxes[shown], signs.hexes[shown]
        self._middles = (self._boxes[:, :2] + self._boxes[:, 2:]) / 2
        # In the coarse form dots are larger, and towns are smaller dots.
        self._radii = ((self._boxes[:, 2] - self._boxes[:, 0]) / 2).clip(
            _COARSE_DOT if low < COARSE_SCALE else 0.0, TOWN if high <= COARSE_SCALE else None)
        self._counts = np.where(signs.towns[shown], TOWN, self._radii)
        self._clearly = max(_CLEARLY, clearly)

    def unclear(self, hexes: Sequence[Hex], boxes: np.ndarray) -> np.ndarray:
        """How far names of places in some hexes, each with possible boxes (hexes, n, 4), are from being
        clearly nearest to the symbol of their place (for a city of several hexes, to one of its symbols): 0
        if they are, at most 1 if they hardly are, infinite if they cover a symbol or are nearer to that of
        another place."""
        ink = boxes + (boxes[..., 3:] - boxes[..., 1:2]) * (0.0, 0.5 - _INK, 0.0, _INK - 0.5)
        middles = np.array([self._geometry.centre(hex) for hex in hexes]).reshape(-1, 2)
        plates = (distances(ink, middles) - _PLATES).clip(0.0)
        # No symbol farther than that counts.
        reach = float(plates.max(initial=0.0)) + _PLATES + self._clearly
        # The pairs of a spot and a symbol of a large map would fill hundreds of megabytes.
        costs = [self._unclear(hexes[n:n + _AT_ONCE], boxes[n:n + _AT_ONCE], ink[n:n + _AT_ONCE],
                               plates[n:n + _AT_ONCE], reach) for n in range(0, len(hexes), _AT_ONCE)]
        return np.concatenate(costs) if costs else np.zeros(boxes.shape[:2])

    def _unclear(self, hexes: Sequence[Hex], boxes: np.ndarray, ink: np.ndarray, plates: np.ndarray,
                 reach: float) -> np.ndarray:
        """The same for some of the names, whose letters are in the boxes `ink`, so far from `plates`; no
        symbol farther than `reach` counts."""
        areas = np.concatenate([boxes[..., :2].min(1) - reach, boxes[..., 2:].max(1) + reach], 1)
        one, other = overlapping(areas, self._boxes)
        mine = np.array(hexes, int).reshape(-1, 2)
        own = (self._hexes[other] == mine[one]).all(1)
        great = [n for n, hex in enumerate(hexes) if hex in self._wards]
        for pair in np.flatnonzero(~own & np.isin(one, great)).tolist():
            own[pair] = Hex(*self._hexes[other[pair]].tolist()) in self._wards[hexes[one[pair]]]
        away = distances(ink[one], self._middles[other])
        covered = away < _ROUND * self._radii[other][:, None]
        far = away - self._counts[other][:, None]
        near = np.full(boxes.shape[:2], np.inf)
        np.minimum.at(near, one[own], far[own])
        near = np.where(np.isinf(near), plates, near).clip(0.0)
        nearer = np.where(own[:, None], np.inf, far - near[one] - _NEARER)
        unclear = (1.0 - nearer / (self._clearly - _NEARER)).clip(0.0)
        costs = np.zeros(boxes.shape[:2])
        np.maximum.at(costs, one, np.where((nearer < 0.0) | covered, np.inf, unclear))
        return costs
