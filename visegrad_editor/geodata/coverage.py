"""How much of each hex polygons cover."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from ..hexgrid.laea import Numbers
from .project import Plane


def shares(plane: Plane, polygons: Sequence[BaseGeometry], kinds: Sequence[Hashable]) -> dict[Any, Numbers]:
    """For each kind the part of every hex (in the order of the grid, 0 to 1) that its polygons cover.

    Polygons are in map units; of other geometries only areas count.
    """
    found = {kind: np.zeros(len(plane.hexes)) for kind in dict.fromkeys(kinds)}
    if not found:
        return found
    tree = shapely.STRtree(plane.polygons)
    whole = float(shapely.area(plane.polygons[0]))
    areas = np.array([_areal(p) for p in polygons], dtype=object)
    shapely.prepare(areas)
    which, hexes = tree.query(areas, predicate="intersects")
    inside = shapely.contains_properly(areas[which], plane.polygons[hexes])
    covered = np.full(len(which), whole)
    rim = ~inside
    covered[rim] = shapely.area(shapely.intersection(areas[which[rim]], plane.polygons[hexes[rim]]))
    for i, hex, area in zip(which, hexes, covered, strict=True):
        found[kinds[i]][hex] += area / whole
    return {kind: np.minimum(values, 1.0) for kind, values in found.items()}


def _areal(geometry: BaseGeometry) -> BaseGeometry:
    if shapely.get_type_id(geometry) != 7:
        return geometry
    return shapely.union_all([p for p in shapely.get_parts(geometry) if shapely.get_dimensions(p) == 2])
