"""The usual positions of hex numbers, which form rows across the map, so that the area covered by a box is
known without visiting hexes."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ...hexgrid import Hex, HexGeometry, HexGrid
from ..curves import Box
from ..letters.fonts import CAP_HEIGHT, text_width
from ..style import Style

NUMBER_AT = {"pointy": -0.69, "flat": -0.72}
"""How far above the centre of a hex its number is, by orientation."""


def widest_number(grid: HexGrid, width: Callable[[str], float]) -> str:
    """The widest of the numbers of a grid, or a text that is as wide."""
    if grid.numbering.is_plain:  # all digits are of one width
        return max((grid.number(Hex(0, 0)), grid.number(Hex(grid.columns - 1, grid.rows - 1))), key=width)
    rows, columns = grid.numbering.halves(grid.columns, grid.rows)
    return grid.numbering.joined(max(rows, key=width), max(columns, key=width))


class NumberRows:
    """The rows of hex numbers of a map in their full size."""

    def __init__(self, geometry: HexGeometry, style: Style) -> None:
        grid, face, size = geometry.grid, style.number_face, style.number_size
        # In any rotation, hexes form rows, every second of which is shifted by half a hex.
        pointy = geometry.shape == "pointy"
        self._apart, self._step = (1.5, math.sqrt(3)) if pointy else (math.sqrt(3) / 2, 3.0)

        def width(text: str) -> float:
            return text_width(text, size, face.bold, face.italic, face.spacing, face.family)

        self._wide = width(widest_number(grid, width))
        self._high = size * CAP_HEIGHT
        x, y = geometry.centre(Hex(0, 0))
        self._left = x - self._wide / 2
        self._top = y + NUMBER_AT[geometry.shape] - self._high / 2

    def covered(self, boxes: np.ndarray) -> np.ndarray:
        """The area of numbers covered by each of some boxes (..., 4)."""
        left, top, right, bottom = np.moveaxis(boxes, -1, 0)
        first = np.ceil((top - self._top - self._high) / self._apart)
        areas = np.zeros(left.shape)
        tall = float((bottom - top).max()) if bottom.size else 0.0
        for n in range(int((tall + self._high) / self._apart) + 1):
            row = first + n
            at = self._top + row * self._apart
            height = (np.minimum(bottom, at + self._high) - np.maximum(top, at)).clip(0.0)
            shift = self._left + np.where(row % 2 == 0, 0.0, self._step / 2)
            areas += height * (self._before(right - shift) - self._before(left - shift))
        return areas

    def meets(self, box: Box) -> bool:
        """Whether there is a number in a box that is no higher than the distance of rows."""
        left, top, right, bottom = box
        row = math.ceil((top - self._top - self._high) / self._apart)
        shift = self._left + (self._step / 2 if row % 2 else 0.0)
        return self._top + row * self._apart < bottom and (
            (left - shift) % self._step < self._wide
            or math.floor((left - shift) / self._step) != math.floor((right - shift) / self._step))

    def under(self, xs: np.ndarray, ys: np.ndarray) -> np.ndarray:
        """A mask of the points, given by columns and rows, that are on numbers."""
        row = np.floor((ys - self._top) / self._apart)
        inside = ys - self._top - row * self._apart < self._high
        mask = np.zeros((len(ys), len(xs)), bool)
        for shift, among in ((0.0, row % 2 == 0), (self._step / 2, row % 2 != 0)):
            along = (xs - self._left - shift) % self._step < self._wide
            mask |= (inside & among)[:, None] & along[None, :]
        return mask

    def _before(self, x: np.ndarray) -> np.ndarray:
        """The total width of the numbers of a row to the left of a position."""
        whole = np.floor(x / self._step)
        widths: np.ndarray = whole * self._wide + (x - whole * self._step).clip(0.0, self._wide)
        return widths
