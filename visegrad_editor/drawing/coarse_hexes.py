"""Finds the hex under each pixel of a picture."""

from __future__ import annotations

import math

import numpy as np

from ..hexgrid import HexGeometry
from ..lazy_dataclass import dataclass
from .viewport import Viewport


@dataclass(frozen=True)
class Axes:
    """The separable part of finding the hex under a point: what follows from its position along and across
    the lines of hexes.

    Lines are those in which hexes touch each other; two of them are near each point.
    """

    pointy: bool
    """Whether lines are the rows of the unrotated map, rather than its columns."""
    turned: bool
    """Whether lines run down the picture."""
    places: np.ndarray
    """For each point along the lines: the position of the nearest hex in even lines, and in odd ones."""
    apart: np.ndarray
    """By how much the one in even lines is farther, in squared map units."""
    low: np.ndarray
    """For each point across the lines: the upper of the two lines."""
    nearer: np.ndarray
    """By how much the upper line is nearer than the lower one, in squared map units."""

    @property
    def size(self) -> tuple[int, int]:
        """The number of sample points across and down the picture."""
        return (len(self.low), len(self.apart)) if self.turned else (len(self.apart), len(self.low))

    @property
    def tables(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """The tables in the form of the compiled code."""
        return self.apart, self.places, self.low, self.nearer


def axes_of_pixels(geometry: HexGeometry, viewport: Viewport, finer: int) -> Axes:
    """The axes of the sample points: `finer` per pixel of the viewport each way."""
    ox, oy = viewport.origin_px
    s = viewport.scale
    across = (np.arange(viewport.width_px * finer) + 0.5) / finer
    down = (np.arange(viewport.height_px * finer) + 0.5) / finer
    xs, ys = (across + ox) / s, (down + oy) / s
    # A quarter turn turns columns into rows; x and y of the map still depend on one of the two each.
    x0, y0 = geometry.unturned((0.0, 0.0))
    x_right, y_right = geometry.unturned((1.0, 0.0))
    odd = geometry.turn % 2 == 1
    if odd:
        x_down, _ = geometry.unturned((0.0, 1.0))
        map_x, map_y = x0 + round(x_down - x0) * ys, y0 + round(y_right - y0) * xs
    else:
        _, y_down = geometry.unturned((0.0, 1.0))
        map_x, map_y = x0 + round(x_right - x0) * xs, y0 + round(y_down - y0) * ys
    pointy = geometry.grid.orientation == "pointy"
    us, vs = (map_x, map_y) if pointy else (map_y, map_x)
    return Axes(pointy, odd if pointy else not odd, *_across(us, geometry.grid.stagger), *_down(vs))


def _across(us: np.ndarray, stagger: str) -> tuple[np.ndarray, np.ndarray]:
    """`places` and `apart` of points. Hexes of a line are the square root of 3 apart."""
    width, shifted = math.sqrt(3.0), 1 if stagger == "odd" else 0
    place, off = [], []
    for parity in (0, 1):
        shift = 0.5 if parity == shifted else 0.0
        at = np.rint(us / width - 0.5 - shift)
        place.append(at.astype(np.int32))
        off.append(((us - width * (at + 0.5 + shift)) ** 2).astype(np.float32))
    return np.stack(place), off[0] - off[1]


def _down(vs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """`low` and `nearer` of points. Lines are 1.5 apart."""
    low = np.floor((vs - 1.0) / 1.5).astype(np.int32)
    nearer = (vs - 1.0 - 1.5 * (low + 1)) ** 2 - (vs - 1.0 - 1.5 * low) ** 2
    return low, nearer.astype(np.float32)


def hexes_of_pixels(geometry: HexGeometry, viewport: Viewport, finer: int) -> tuple[np.ndarray, np.ndarray]:
    """Row and column of the hex under each sample point, also outside the map."""
    return hexes_of(axes_of_pixels(geometry, viewport, finer))


def hexes_of(axes: Axes) -> tuple[np.ndarray, np.ndarray]:
    """Row and column of the hex under each point."""
    first, second, low = axes.low & 1, (axes.low + 1) & 1, axes.low[:, None]
    # The nearer of the two lines: where one is nearer across by more than the other is down.
    upper = np.where((first == 0)[:, None], axes.apart, -axes.apart) <= axes.nearer[:, None]
    along = np.where(upper, axes.places[first], axes.places[second])
    line = np.where(upper, low, low + 1)
    rows, columns = (line, along) if axes.pointy else (along, line)
    return (rows.T, columns.T) if axes.turned else (rows, columns)
