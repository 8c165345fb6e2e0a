"""Where letters cover the least: what is in the way is painted into a raster, and the letters are tried
at many places of it at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from ...hexgrid import Point
from ..curves import Box

_MOST_DOTS = 400
"""The longer edge of the raster."""
_FINEST = 0.1
"""Map units a dot has at least."""
_HALF_LINE = 0.1
"""Half the width lines are taken to have, in map units."""


class Room:
    """A part of the map with what it costs to cover each bit of it."""

    def __init__(self, box: Box) -> None:
        left, top, right, bottom = box
        self.dot = max(_FINEST, max(right - left, bottom - top) / _MOST_DOTS)
        self.left, self.top = left, top
        self.wide, self.high = round((right - left) / self.dot) + 1, round((bottom - top) / self.dot) + 1
        self.cost = np.zeros((self.high, self.wide))
        self._sums: np.ndarray | None = None
        self._strange: np.ndarray | None = None

    def centres(self) -> tuple[np.ndarray, np.ndarray]:
        """The x of the columns and the y of the rows of dots."""
        return (self.left + (np.arange(self.wide) + 0.5) * self.dot,
                self.top + (np.arange(self.high) + 0.5) * self.dot)

    def block(self, box: Box, cost: float) -> None:
        """Make a box cost at least so much a square map unit."""
        x0, x1 = (min(max(round((v - self.left) / self.dot), 0), self.wide) for v in (box[0], box[2]))
        y0, y1 = (min(max(round((v - self.top) / self.dot), 0), self.high) for v in (box[1], box[3]))
        part = self.cost[y0:y1, x0:x1]
        np.maximum(part, cost, out=part)

    def lines(self, lines: Sequence[Sequence[Point]], cost: float) -> None:
        """Make lines cost at least so much."""
        ends = [(*a, *b) for line in lines for a, b in pairwise(line)]
        if not ends:
            return
        table = np.array(ends)
        steps = np.linspace(0.0, 1.0, 12)[None, :]
        reach = max(1, round(_HALF_LINE / self.dot))
        xs = table[:, :1] + (table[:, 2:3] - table[:, :1]) * steps
        ys = table[:, 1:2] + (table[:, 3:] - table[:, 1:2]) * steps
        columns = np.floor((xs - self.left) / self.dot).astype(int)
        rows = np.floor((ys - self.top) / self.dot).astype(int)
        struck = np.zeros(self.cost.shape, bool)
        for dx in range(-reach, reach + 1):
            for dy in range(-reach, reach + 1):
                c, r = columns + dx, rows + dy
                inside = (c >= 0) & (c < self.wide) & (r >= 0) & (r < self.high)
                struck[r[inside], c[inside]] = True
        self.raise_to(struck, cost)

    def raise_to(self, where: np.ndarray, cost: float) -> None:
        """Make some dots cost at least so much."""
        self.cost[where] = np.maximum(self.cost[where], cost)

    def outside(self, box: Box, cost: float) -> None:
        """Make what lies outside a box cost at least so much."""
        xs, ys = self.centres()
        inside = ((xs >= box[0]) & (xs <= box[2]))[None, :] & ((ys >= box[1]) & (ys <= box[3]))[:, None]
        self.raise_to(~inside, cost)

    def costs(self, letters: Sequence[Box], shifts: np.ndarray) -> np.ndarray:
        """What the letters (boxes) cost, moved by each of the shifts (n, 2); beyond the room it is as at
        its rim."""
        if self._sums is None:
            self._sums = self._summed(self.cost)
        return self._within(self._sums, letters, shifts)

    def keep_strange(self, where: np.ndarray) -> None:
        """Remember which dots are not what is named."""
        self._strange = self._summed(where)

    def strange_shares(self, letters: Sequence[Box], shifts: np.ndarray) -> np.ndarray:
        """Which share of the letters lies on such dots, moved by each of the shifts."""
        if self._strange is None:
            return np.zeros(len(shifts))
        area = sum((b[2] - b[0]) * (b[3] - b[1]) for b in letters)
        found: np.ndarray = self._within(self._strange, letters, shifts) / max(area, 1e-9)
        return found

    def _summed(self, table: np.ndarray) -> np.ndarray:
        found: np.ndarray = np.pad(table.cumsum(0).cumsum(1), ((1, 0), (1, 0))) * self.dot**2
        return found

    def _within(self, s: np.ndarray, letters: Sequence[Box], shifts: np.ndarray) -> np.ndarray:
        """The sum of a table of dots in the letters, moved by each of the shifts."""
        boxes = np.array(letters)
        x0, x1 = (np.rint((boxes[None, :, i] + shifts[:, :1] - self.left) / self.dot).astype(int)
                  .clip(0, self.wide) for i in (0, 2))
        y0, y1 = (np.rint((boxes[None, :, i] + shifts[:, 1:] - self.top) / self.dot).astype(int)
                  .clip(0, self.high) for i in (1, 3))
        found: np.ndarray = (s[y1, x1] - s[y0, x1] - s[y1, x0] + s[y0, x0]).sum(1)
        return found
