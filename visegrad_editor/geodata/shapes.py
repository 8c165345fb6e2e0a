"""Shapes of data made fit for the work: across the antimeridian, around a pole, and where they cross
themselves. Positions are arrays of two columns, degrees east and north."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from .errors import GeodataError

MOST_CROSSINGS = 20_000
"""Of a shape with itself. Coasts and borders have none or a few; the time to mend a shape grows with them."""
MOST_LEGS = 600_000
"""Of a shape whose crossings are counted."""
MOST_NEAR = 20_000_000
"""Pairs of legs, of one shape or of all of a file, whose boxes overlap. A coast has three or four a leg."""
_MOST_COMPARED = 5_000_000
"""Pairs of legs that are looked at one by one whether they cross."""
_PAIRS = 4_000_000
"""Of legs looked at in one go, at most some times as many."""
_LONG, _TRIED = 10_000, 32
_AREAL = 2


def mended(areas: BaseGeometry) -> BaseGeometry:
    """The areas of a polygon or several that may cross themselves and each other; empty where there are none.

    Call it only after `tangled`: it takes as long as there are crossings.
    """
    whole = shapely.make_valid(areas, method="structure", keep_collapsed=False)
    parts = [p for p in shapely.get_parts(whole) if shapely.get_dimensions(p) == _AREAL]
    # Collections and polygons of several parts are taken apart once more.
    parts = [q for p in parts for q in shapely.get_parts(p) if shapely.get_dimensions(q) == _AREAL]
    return shapely.union_all(parts) if parts else shapely.from_wkt("POLYGON EMPTY")


def united(shapes: Sequence[BaseGeometry], what: str) -> BaseGeometry:
    """One geometry of all; raises `GeodataError` where they cross each other so often that the work would
    not end."""
    # Equal ones are one object, see `Plane.project`.
    shapes = list({id(shape): shape for shape in shapes}.values())
    parts = shapely.get_parts(shapely.get_parts(np.array(shapes, dtype=object))) if shapes else ()
    if len(parts) > 1 and tangled(shapely.geometrycollections(parts)):
        raise GeodataError("", what, (
            f"The shapes of the data cross each other more than {MOST_CROSSINGS:,} times, or are too large "
            "to count how often. Leave out those that do not belong there, or simplify them."))
    return shapely.union_all(shapes)


def tangled(geometry: BaseGeometry) -> bool:
    """Whether the outlines of a shape cross each other more than `MOST_CROSSINGS` times, counted no further
    than needed; also for one that is too large to be counted.

    >>> tangled(shapely.box(0, 0, 1, 1))
    False
    """
    if int(shapely.get_num_coordinates(geometry)) > MOST_LEGS:
        return True
    legs = _legs(geometry)
    if len(legs) * (len(legs) - 3) <= 2 * MOST_CROSSINGS:
        return False
    tree = shapely.STRtree(legs)
    starts, ends = shapely.get_coordinates(legs).reshape(-1, 2, 2).swapaxes(0, 1)
    found = near = start = 0
    # Few legs at first: a tangle tells itself soon, and all it crosses at once would fill the memory.
    step = 1
    while start < len(legs):
        one, other = tree.query(legs[start : start + step])
        later = other > one + start
        one, other = one[later] + start, other[later]
        near += len(one)
        # The library takes twenty times as long to tell it of a pair.
        found += int(_crossed(starts[one], ends[one], starts[other], ends[other]).sum())
        if found > MOST_CROSSINGS or near > _MOST_COMPARED:
            return True
        start += step
        # As many as have some hundred thousand legs near them.
        step = min(2 * step, max(1, int(_PAIRS * start / (10 * (near + 1)))), 100_000)
    return False


def near_legs(ways: Sequence[Any]) -> float:
    """About how many pairs of legs of some ways have boxes that overlap: what is asked of a shape (whether it
    is valid, what is inside) takes as long as there are such pairs.

    >>> around = np.linspace(0, 2 * np.pi, 50_000)
    >>> near_legs([np.column_stack([np.cos(around), np.sin(around)])]) < 200_000
    True
    """
    starts, ends = np.concatenate([w[:-1] for w in ways]), np.concatenate([w[1:] for w in ways])
    legs = len(starts)
    low, high = np.minimum(starts, ends), np.maximum(starts, ends)
    tried = range(0, legs, max(1, legs // _TRIED))
    found = sum(int(((low <= high[i]) & (high >= low[i])).all(axis=1).sum()) for i in tried)
    return found * legs / (2 * len(tried))


def scribbled(positions: Any) -> bool:
    """Whether a long way crosses itself so often that already a few of its legs tell it: then even the
    question whether it is valid takes long.

    >>> around = np.linspace(0, 2 * np.pi, 50_000)
    >>> scribbled(np.column_stack([np.cos(around), np.sin(around)]))
    False
    """
    legs = len(positions) - 1
    if legs < _LONG:
        return False
    starts, ends = positions[:-1], positions[1:]
    found = sum(int(_crossed(starts[i], ends[i], starts, ends).sum()) for i in range(0, legs, legs // _TRIED))
    return found * legs / (2 * _TRIED) > 100 * MOST_CROSSINGS


def _crossed(start: Any, end: Any, starts: Any, ends: Any) -> Any:
    """Which legs one leg crosses, from side to side; of several legs, each the one of its pair."""

    def side(a: Any, b: Any, c: Any) -> Any:
        return np.sign((b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1])
                       - (b[..., 1] - a[..., 1]) * (c[..., 0] - a[..., 0]))

    return ((side(start, end, starts) * side(start, end, ends) < 0)
            & (side(starts, ends, start) * side(starts, ends, end) < 0))


def _legs(geometry: BaseGeometry) -> Any:
    """Every leg from a position to the next as a line."""
    lines = _lines(geometry)
    positions, line = shapely.get_coordinates(lines, return_index=True)
    together = line[1:] == line[:-1]
    ends = np.stack([positions[:-1][together], positions[1:][together]], axis=1)
    return shapely.linestrings(ends[(ends[:, 0] != ends[:, 1]).any(axis=1)])


def _lines(geometry: BaseGeometry) -> Any:
    parts = shapely.get_parts(geometry)
    areal = shapely.get_dimensions(parts) == _AREAL
    return np.concatenate([shapely.get_rings(parts[areal]), parts[shapely.get_dimensions(parts) == 1]])


def unwrapped(positions: Any) -> Any:
    """The positions with longitudes that do not jump at the antimeridian. A leg of a whole 360 degrees, as
    polygons of the whole world have, is no jump."""
    legs = np.diff(positions[:, 0])
    jumps = (abs(legs) > 180) & (abs(legs) < 359.999)
    if not jumps.any():
        return positions
    turns = np.concatenate([[0.0], np.cumsum(np.where(jumps, -360 * np.sign(legs), 0.0))])
    return np.column_stack([positions[:, 0] + turns, positions[:, 1]])


def around_the_pole(ring: Any) -> Any:
    """A ring that goes once around the earth holds a pole: it is closed over it."""
    if abs(ring[-1, 0] - ring[0, 0]) < 1:
        return ring
    pole = 90.0 if ring[:, 1].mean() > 0 else -90.0
    return np.vstack([ring, [[ring[-1, 0], pole], [ring[0, 0], pole]], ring[:1]])


def beside(ring: Any, middle: float) -> Any:
    """A hole by full turns to where its polygon is."""
    turns = round((middle - (ring[:, 0].min() + ring[:, 0].max()) / 2) / 360)
    return ring + np.array([360.0 * turns, 0.0]) if turns else ring
