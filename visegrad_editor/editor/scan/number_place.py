"""Where hexes of a scan have their printed numbers. No Tk here.

A printed number stands at the same place in each hex, and its ink must not count as a look of the ground. So
it is looked for at the pixels that differ from the ground of their hex far oftener than others do.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.bool_]

_DIFFERS = 28.0
"""By how much, of 255, a pixel is lighter or darker than the middle of its hex to be ink."""
_OFTEN, _OFTENER = 0.4, 2.5
"""The share of hexes that have ink at a pixel of a number, at least, and how many times that of others."""
_FEW = 24
"""So few hexes do not tell what is printed and what is chance."""
_MOST = 0.4
"""Where more of a hex than this would be left out, it is no number."""


class Ink:
    """Counts at which pixels of a hex, as (n,) offsets `dx`, `dy` of whole pixels, there is ink."""

    def __init__(self, dx: npt.NDArray[np.int_], dy: npt.NDArray[np.int_]) -> None:
        self._dx, self._dy = dx, dy
        self._ink, self._seen = np.zeros(len(dx)), np.zeros(len(dx))
        self._hexes = 0

    def add(self, pixels: npt.NDArray[np.uint8], there: Mask) -> None:
        """Look at some hexes: their pixels (hexes x n x 3), and which of them are on the picture."""
        light = pixels.mean(axis=2)
        differs = np.abs(light - np.median(light, axis=1, keepdims=True)) > _DIFFERS
        self._ink += (differs & there).sum(axis=0)
        self._seen += there.sum(axis=0)
        self._hexes += len(pixels)

    def numbers(self) -> Mask:
        """Which of the pixels of a hex numbers take, and the pixels beside them; none where they cannot be
        told."""
        nowhere = np.zeros(len(self._dx), bool)
        if self._hexes < _FEW:
            return nowhere
        often = self._ink / np.maximum(self._seen, 1)
        found = often > max(_OFTEN, _OFTENER * float(np.median(often)))
        edge = int(max(np.abs(self._dx).max(), np.abs(self._dy).max())) + 1
        field = np.zeros((2 * edge + 1, 2 * edge + 1), bool)
        for y in (-1, 0, 1):
            for x in (-1, 0, 1):
                field[self._dy[found] + edge + y, self._dx[found] + edge + x] = True
        grown: Mask = field[self._dy + edge, self._dx + edge]
        return grown if grown.mean() <= _MOST else nowhere
