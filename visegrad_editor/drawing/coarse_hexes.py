"""Which hex lies under each pixel of a picture."""

from __future__ import annotations

import math

import numpy as np

from ..hexgrid import HexGeometry
from .viewport import Viewport


def hexes_of_pixels(geometry: HexGeometry, viewport: Viewport, finer: int) -> tuple[np.ndarray, np.ndarray]:
    """Row and column of the hex under each point looked at, also beyond the map."""
    ox, oy = viewport.origin_px
    s = viewport.scale
    across = (np.arange(viewport.width_px * finer) + 0.5) / finer
    down = (np.arange(viewport.height_px * finer) + 0.5) / finer
    xs, ys = (across + ox) / s, (down + oy) / s
    # A quarter turn makes rows of columns; x and y of the map each depend on one of the two still.
    odd = geometry.turn % 2
    if odd:
        map_y = np.array([geometry.unturned((x, 0.0))[1] for x in xs])
        map_x = np.array([geometry.unturned((0.0, y))[0] for y in ys])
    else:
        map_x = np.array([geometry.unturned((x, 0.0))[0] for x in xs])
        map_y = np.array([geometry.unturned((0.0, y))[1] for y in ys])
    grid = geometry.grid
    pointy = grid.orientation == "pointy"
    along, line = _nearest(map_x, map_y, grid.stagger) if pointy else _nearest(map_y, map_x, grid.stagger)
    # `_nearest` answers with lines down and places in the line across.
    rows, columns = (line, along) if pointy else (along, line)
    turned = odd if pointy else 1 - odd
    return (rows.T, columns.T) if turned else (rows, columns)


def _nearest(us: np.ndarray, vs: np.ndarray, stagger: str) -> tuple[np.ndarray, np.ndarray]:
    """For each v (down) and u (across): the place in the line and the line of the nearest hex. Lines are
    1.5 apart, hexes in them the square root of 3."""
    wide, shifted = math.sqrt(3.0), 1 if stagger == "odd" else 0
    low = np.floor((vs - 1.0) / 1.5).astype(np.int32)
    place, off = [], []
    for parity in (0, 1):
        shift = 0.5 if parity == shifted else 0.0
        at = np.rint(us / wide - 0.5 - shift)
        place.append(at.astype(np.int32))
        off.append(((us - wide * (at + 0.5 + shift)) ** 2).astype(np.float32))
    places, offs = np.stack(place), np.stack(off)
    first, second = low & 1, (low + 1) & 1
    # The nearer of the two lines: where one is nearer across by more than the other is down.
    nearer = ((vs - 1.0 - 1.5 * (low + 1)) ** 2 - (vs - 1.0 - 1.5 * low) ** 2).astype(np.float32)
    apart = offs[0] - offs[1]
    upper = np.where((first == 0)[:, None], apart, -apart) <= nearer[:, None]
    return (np.where(upper, places[first], places[second]),
            np.where(upper, low[:, None], low[:, None] + 1))
