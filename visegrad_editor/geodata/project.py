"""From degrees to the plane of the map: there every hex is the same polygon, and distances are in hexes."""

from __future__ import annotations

import hashlib
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
from .errors import SourceError

_FINENESS = 6
"""Points between the centre of a hex and a corner: 6 make 127 points in all."""
MOST_POSITIONS = 3_000_000
_FEW = 1000
"""Geometries of which equal ones are not looked for."""
_TOGETHER = 20_000
"""Positions of geometries that are projected together."""
_MARGIN = 2.0
"""The margin around the map, in hexes, within which data is kept."""


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
        """The part of the earth that is needed: degrees from the middle of the projection, and latitudes."""
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
        """The geometries in map units, cut to the map and a margin; empty if nothing is left. Equal ones
        share one object.

        Long legs are bent as the projection bends them. Raises `SourceError` if this makes too many
        positions.
        """
        different, which = _different(geometries)
        shapes: list[BaseGeometry] = []
        positions = 0
        for several in _batches(different):
            pieces: list[list[BaseGeometry]] = [[] for _ in several]
            for i, piece in self._pieces(several):
                positions += int(shapely.get_num_coordinates(piece))
                if positions > MOST_POSITIONS:
                    raise SourceError("", "", (
                        f"The shapes of the data have more than {MOST_POSITIONS:,} positions on this map, "
                        "where long legs are bent. Leave out duplicates, or simplify the shapes."))
                pieces[i].append(piece)
            shapes += [shapely.union_all(p) if len(p) > 1 else p[0] if p else _EMPTY for p in pieces]
        return [shapes[i] for i in which]

    def _pieces(self, geometries: Any) -> Iterator[tuple[int, BaseGeometry]]:
        """The pieces of geometries that lie on the map, each with the index of its geometry."""
        middle = self.reference.geography.centre[0]
        box = self._box
        leg = max(self.reference.geography.hex_km / 111 / 4, 1e-4)
        bounds = shapely.bounds(geometries) - [middle, 0, middle, 0]
        first, last = np.floor((bounds[:, 0] - box[2]) / 360), np.ceil((bounds[:, 2] - box[0]) / 360)
        for turns in range(int(np.nanmin(first)), int(np.nanmax(last)) + 1):
            here = np.flatnonzero((first <= turns) & (turns <= last))
            shifted = shapely.transform(geometries[here], lambda p, t=turns: p - [middle + 360 * t, 0])
            cut = shapely.clip_by_rect(shifted, *box)
            # Clipping at the rim may leave a line of a single point.
            broken = ~shapely.is_valid(cut)
            cut[broken] = _whole(cut[broken])
            left = ~shapely.is_empty(cut)
            made = _whole(shapely.transform(shapely.segmentize(cut[left], leg), self._to_map))
            yield from zip(here[left].tolist(), made, strict=True)

    def _to_map(self, positions: Any) -> Any:
        x, y = self.reference.to_map(positions[:, 0] + self.reference.geography.centre[0], positions[:, 1])
        return np.column_stack([x, y])


def _different(geometries: Sequence[BaseGeometry]) -> tuple[list[BaseGeometry], list[int]]:
    """The geometries without duplicates, and the index of each geometry among them."""
    if len(geometries) <= _FEW:
        return list(geometries), list(range(len(geometries)))
    places: dict[bytes, int] = {}
    unique: list[BaseGeometry] = []
    which = []
    for geometry, raw in zip(geometries, shapely.to_wkb(np.array(geometries, dtype=object)), strict=True):
        at = places.setdefault(hashlib.sha256(raw).digest(), len(unique))
        if at == len(unique):
            unique.append(geometry)
        which.append(at)
    return unique, which


def _batches(geometries: Sequence[BaseGeometry]) -> Iterator[Any]:
    """The geometries in arrays of limited size: one by one they would take several times as long, and all
    together much memory."""
    sizes = shapely.get_num_coordinates(np.array(geometries, dtype=object)) if len(geometries) else ()
    several: list[BaseGeometry] = []
    total = 0
    for geometry, size in zip(geometries, sizes, strict=True):
        if several and total + size > _TOGETHER:
            yield np.array(several, dtype=object)
            several, total = [], 0
        several.append(geometry)
        total += int(size)
    if several:
        yield np.array(several, dtype=object)


def _whole(geometries: Any) -> Any:
    return shapely.make_valid(geometries, method="structure", keep_collapsed=False)


_EMPTY = shapely.from_wkt("GEOMETRYCOLLECTION EMPTY")


def _points_of_a_hex(geometry: HexGeometry) -> Numbers:
    """Offsets from the centre: the part of a finer net of triangles that lies in the hex."""
    corners = [np.array(geometry.corner_offset(i)) for i in range(6)]
    n = 2 * _FINENESS
    steps = [(i, j) for i in range(-n, n + 1) for j in range(-n, n + 1)]
    points = np.array([(i * corners[0] + j * corners[1]) / (_FINENESS + 0.5) for i, j in steps])
    across = [
        (a + b) / np.linalg.norm(a + b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
    ]
    inside = np.all([points @ side <= math.sqrt(3) / 2 for side in across], axis=0)
    return np.asarray(points[inside])
