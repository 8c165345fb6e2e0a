"""How much of each hex polygons cover."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from ..hexgrid.laea import Numbers
from .errors import GeodataError
from .project import Plane

MOST_CUTS = 400_000
"""Hexes that are cut by polygons, counted for each polygon: what is done in a few seconds."""
_TOGETHER = 200_000
_QUICK, _SMALL, _TINY = 20_000_000, 500, 1e-3
"""Positions of polygons cut by hexes, counted for each cut, from which on large ones are cut up; positions of
a part, and its width and height, below which it is not cut any further."""


def shares(plane: Plane, polygons: Sequence[BaseGeometry], kinds: Sequence[Hashable]) -> dict[Any, Numbers]:
    """For each kind the part of every hex (in the order of the grid, 0 to 1) that its polygons cover.

    Polygons are in map units; of other geometries only areas count.
    """
    found = {kind: np.zeros(len(plane.hexes)) for kind in dict.fromkeys(kinds)}
    if not found:
        return found
    tree = shapely.STRtree(plane.polygons)
    whole = float(shapely.area(plane.polygons[0]))
    rows = {kind: i for i, kind in enumerate(found)}
    times = Counter((rows[kind], id(p)) for kind, p in zip(kinds, polygons, strict=True))
    once = {(rows[kind], id(p)): p for kind, p in zip(kinds, polygons, strict=True)}
    areas = np.array([_areal(p) for p in once.values()], dtype=object)
    row = np.array([i for i, _ in once])
    often = np.array([times[key] for key in once])
    covers = np.zeros((len(found), len(plane.hexes)))
    cut = 0
    for first, last in _batches(areas, whole):
        shapely.prepare(areas[first:last])
        which, hexes = tree.query(areas[first:last], predicate="intersects")
        which += first
        # What is covered whole by the polygons before is not looked at again.
        open_ = covers[row[which], hexes] < 1.0
        which, hexes = which[open_], hexes[open_]
        rim = ~shapely.contains_properly(areas[which], plane.polygons[hexes])
        cut += int(rim.sum())
        if cut > MOST_CUTS:
            raise GeodataError("", "", (
                f"The polygons lie across more than {MOST_CUTS:,} hexes, counted for each of them. Leave out "
                "those that matter least, or join those of one kind that touch."))
        covered = np.full(len(which), whole)
        covered[rim] = _shared(areas, which[rim], plane.polygons[hexes[rim]])
        np.add.at(covers, (row[which], hexes), covered / whole * often[which])
        shapely.destroy_prepared(areas[first:last])
    return {kind: np.minimum(covers[i], 1.0) for kind, i in rows.items()}


def _batches(areas: Any, whole: float) -> Iterator[tuple[int, int]]:
    """Where the polygons part into runs of which each lies in a number of hexes that fits into memory."""
    bounds = shapely.bounds(areas)
    boxes = np.nan_to_num((bounds[:, 2] - bounds[:, 0]) * (bounds[:, 3] - bounds[:, 1]))
    first = total = 0
    for i, size in enumerate(boxes / whole + 4):
        if total + size > _TOGETHER and i > first:
            yield first, i
            first, total = i, 0
        total += size
    yield first, len(areas)


def _shared(areas: Any, which: Any, hexes: Any) -> Any:
    """The area that each polygon shares with a hex: the indices of the polygons, and the hexes."""
    sizes = shapely.get_num_coordinates(areas[which])
    if sizes.sum() <= _QUICK:
        return shapely.area(shapely.intersection(areas[which], hexes))
    # Each hex is cut from all of its polygon, so large polygons are cut into small ones first.
    found = np.zeros(len(which))
    small = sizes <= _SMALL
    found[small] = shapely.area(shapely.intersection(areas[which[small]], hexes[small]))
    large = np.flatnonzero(~small)
    for i in np.unique(which[large]):
        own = large[which[large] == i]
        tiles = np.array(list(_tiles(areas[i])), dtype=object)
        tile, hex = shapely.STRtree(tiles).query(hexes[own], predicate="intersects")[::-1]
        np.add.at(found, own[hex], shapely.area(shapely.intersection(tiles[tile], hexes[own][hex])))
    return found


def _tiles(area: BaseGeometry) -> Iterator[BaseGeometry]:
    """A polygon in parts that have few positions each."""
    waiting = [area]
    while waiting:
        part = waiting.pop()
        left, top, right, bottom = shapely.bounds(part)
        if shapely.get_num_coordinates(part) <= _SMALL or right - left + bottom - top < _TINY:
            yield part
            continue
        if right - left > bottom - top:
            middle = (left + right) / 2
            halves = ((left, top, middle, bottom), (middle, top, right, bottom))
        else:
            middle = (top + bottom) / 2
            halves = ((left, top, right, middle), (left, middle, right, bottom))
        for half in halves:
            piece = shapely.intersection(part, shapely.box(*half))
            waiting += [p for p in shapely.get_parts(piece) if shapely.get_dimensions(p) == 2]


def _areal(geometry: BaseGeometry) -> BaseGeometry:
    if shapely.get_type_id(geometry) != 7:
        return geometry
    return shapely.union_all([p for p in shapely.get_parts(geometry) if shapely.get_dimensions(p) == 2])
