"""From degrees to the plane of the map: every hex is then the same polygon, and distances are hexes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from ..hexgrid import Hex, HexGeometry
from ..hexgrid.laea import Numbers
from ..model.georeference import HEX_APART, GeoReference

_FINENESS = 6
"""Points between the centre of a hex and a corner: 6 make 127 points in all."""
_MARGIN = 2.0
"""How far beyond the map data is kept, in hexes."""


class Plane:
    """The map plane of a grid with a reference: geometries of data, polygons of hexes, in map units."""

    def __init__(self, reference: GeoReference) -> None:
        self.reference = reference
        self.geometry = reference.geometry
        self.grid = reference.geometry.grid
        self.hexes: tuple[Hex, ...] = tuple(self.grid)
        self.index = {h: i for i, h in enumerate(self.hexes)}
        centres = np.array([self.geometry.centre(h) for h in self.hexes])
        offsets = np.array([self.geometry.corner_offset(i) for i in range(6)])
        self.centres = centres
        self.polygons = shapely.polygons(centres[:, None, :] + offsets[None, :, :])
        self._box = self._degrees_box()

    @cached_property
    def samples(self) -> tuple[Numbers, Numbers]:
        """Degrees east and north of points spread evenly over each hex: a row for each hex of the grid."""
        points = self.centres[:, None, :] + _points_of_a_hex(self.geometry)[None, :, :]
        return self.reference.to_earth(points[..., 0], points[..., 1])

    def _degrees_box(self) -> tuple[float, float, float, float]:
        """What of the earth is needed: degrees from the middle of the projection, and latitudes."""
        left, top, right, bottom = self.geometry.bounds()
        edge = _MARGIN * HEX_APART
        across, down = (
            np.linspace(left - edge, right + edge, 60),
            np.linspace(top - edge, bottom + edge, 60),
        )
        x, y = np.meshgrid(across, down)
        lon, lat = self.reference.to_earth(x.ravel(), y.ravel())
        if np.isnan(lon).any():
            return -180.0, -90.0, 180.0, 90.0
        turn = (lon - self.reference.geography.centre[0] + 180) % 360 - 180
        slack = 0.02 * max(np.ptp(lat), 1e-6)
        low, high = float(lat.min() - slack), float(lat.max() + slack)
        for pole in (90.0, -90.0):
            px, py = self.reference.to_map(0.0, pole)
            if left - edge <= px <= right + edge and top - edge <= py <= bottom + edge:
                return (-180.0, low, 180.0, 90.0) if pole > 0 else (-180.0, -90.0, 180.0, high)
        return float(turn.min() - slack), low, float(turn.max() + slack), high

    def project(self, geometries: Sequence[BaseGeometry]) -> list[BaseGeometry]:
        """The geometries in map units, cut to the map and a margin; empty where nothing is left.

        Long legs are bent as the projection bends them.
        """
        return [
            shapely.union_all(parts) if len(parts) > 1 else parts[0] if parts else _EMPTY
            for parts in (list(self._pieces(g)) for g in geometries)
        ]

    def _pieces(self, geometry: BaseGeometry) -> Iterator[BaseGeometry]:
        middle = self.reference.geography.centre[0]
        box = self._box
        left, _, right, _ = shapely.bounds(geometry) - [middle, 0, middle, 0]
        first, last = int(np.floor((left - box[2]) / 360)), int(np.ceil((right - box[0]) / 360))
        for turns in range(first, last + 1):
            shifted = shapely.transform(geometry, lambda p, t=turns: p - [middle + 360 * t, 0])
            cut = shapely.clip_by_rect(shifted, *box)
            if not shapely.is_valid(cut):
                # Clipped at the rim, a line may be left that is one point.
                cut = _whole(cut)
            if shapely.is_empty(cut):
                continue
            leg = max(self.reference.geography.hex_km / 111 / 4, 1e-4)
            yield _whole(shapely.transform(shapely.segmentize(cut, leg), self._to_map))

    def _to_map(self, positions: Any) -> Any:
        x, y = self.reference.to_map(positions[:, 0] + self.reference.geography.centre[0], positions[:, 1])
        return np.column_stack([x, y])


def _whole(geometry: BaseGeometry) -> BaseGeometry:
    return shapely.make_valid(geometry, method="structure", keep_collapsed=False)


_EMPTY = shapely.from_wkt("GEOMETRYCOLLECTION EMPTY")


def _points_of_a_hex(geometry: HexGeometry) -> Numbers:
    """Offsets from the centre: a finer net of triangles, as far as it lies in the hex."""
    corners = [np.array(geometry.corner_offset(i)) for i in range(6)]
    n = 2 * _FINENESS
    steps = [(i, j) for i in range(-n, n + 1) for j in range(-n, n + 1)]
    points = np.array([(i * corners[0] + j * corners[1]) / (_FINENESS + 0.5) for i, j in steps])
    across = [
        (a + b) / np.linalg.norm(a + b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
    ]
    inside = np.all([points @ side <= math.sqrt(3) / 2 for side in across], axis=0)
    return np.asarray(points[inside])
