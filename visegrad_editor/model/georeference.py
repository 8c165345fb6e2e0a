"""Conversion between degrees on the earth, map units and hexes, for a map with a geographic reference."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

import numpy as np

from ..hexgrid import Hex, HexGeometry, Point
from ..hexgrid.laea import Laea, Numbers
from .gamemap import GameMap
from .geography import Geography

HEX_APART = math.sqrt(3.0)
"""Map units between the centres of neighbouring hexes."""
_ROUNDS = 60
_EXACT = 1e-9


class GeoReference:
    """Converts places on the earth to points of the map and back.

    Degrees are east and north, map units those of `HexGeometry` without a turn. All methods take numbers or
    arrays of them.
    """

    def __init__(self, geometry: HexGeometry, geography: Geography) -> None:
        self.geometry = HexGeometry(geometry.grid)
        self.geography = geography
        self.projection = Laea(*geography.centre)
        self._factor = complex(np.exp(-1j * math.radians(geography.rotation)) / geography.hex_km)
        x, y = self.projection.forward(*geography.at)
        self._anchor = complex(x, y)
        self._origin = self.geometry.centre(geography.hex)

    def to_map(self, lon: Any, lat: Any) -> tuple[Numbers, Numbers]:
        """Map units of places."""
        u, v = self._plane(lon, lat)
        du, dv = self._warp(u, v)
        return self._origin[0] + HEX_APART * (u + du), self._origin[1] + HEX_APART * (v + dv)

    def to_earth(self, x: Any, y: Any) -> tuple[Numbers, Numbers]:
        """Degrees east and north of points of the map; NaN off the earth."""
        goal_u = (np.asarray(x, float) - self._origin[0]) / HEX_APART
        goal_v = (np.asarray(y, float) - self._origin[1]) / HEX_APART
        u, v = goal_u, goal_v
        if self.geography.pins:
            for _ in range(_ROUNDS):
                du, dv = self._warp(u, v)
                next_u, next_v = goal_u - du, goal_v - dv
                done = bool(np.all(np.abs(next_u - u) + np.abs(next_v - v) < _EXACT))
                u, v = next_u, next_v
                if done:
                    break
        return self._unplane(u, v)

    def point(self, lon: float, lat: float) -> Point:
        """Map units of one place."""
        x, y = self.to_map(lon, lat)
        return float(x), float(y)

    def place(self, hex: Hex) -> Point:
        """Degrees east and north of the centre of a hex."""
        lon, lat = self.to_earth(*self.geometry.centre(hex))
        return float(lon), float(lat)

    def hex_at(self, lon: float, lat: float) -> Hex | None:
        """The hex a place lies in; None off the map."""
        return self.geometry.hex_at(*self.point(lon, lat))

    def unwarped(self, point: Point) -> Point:
        """Degrees east and north of a point of the map if there were no warp."""
        u, v = ((p - o) / HEX_APART for p, o in zip(point, self._origin, strict=True))
        lon, lat = self._unplane(np.asarray(u), np.asarray(v))
        return float(lon), float(lat)

    # -- the plane of the grid: hexes to the right and down from the anchor -------------------

    def _plane(self, lon: Any, lat: Any) -> tuple[Numbers, Numbers]:
        x, y = self.projection.forward(lon, lat)
        w = (x + 1j * y - self._anchor) * self._factor
        return np.real(w), -np.imag(w)

    def _unplane(self, u: Numbers, v: Numbers) -> tuple[Numbers, Numbers]:
        z = (u - 1j * v) / self._factor + self._anchor
        return self.projection.inverse(np.real(z), np.imag(z))

    @cached_property
    def _weights(self) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """The positions of the pins in the plane, and the strength of each so that together they make the
        moves."""
        pins = self.geography.pins
        u, v = self._plane([p.at[0] for p in pins], [p.at[1] for p in pins])
        falls = _falls(u[:, None] - u[None, :], v[:, None] - v[None, :], self.geography.reach)
        moves = np.array([p.move for p in pins])
        weights = np.linalg.solve(falls + 1e-6 * np.eye(len(pins)), moves)
        return u, v, weights[:, 0], weights[:, 1]

    def _warp(self, u: Numbers, v: Numbers) -> tuple[Any, Any]:
        if not self.geography.pins:
            return 0.0, 0.0
        pu, pv, wu, wv = self._weights
        fall = _falls(np.asarray(u)[..., None] - pu, np.asarray(v)[..., None] - pv, self.geography.reach)
        return fall @ wu, fall @ wv


def georeference(map: GameMap) -> GeoReference | None:
    """The reference of a map; None for a map without one."""
    return None if map.geography is None else GeoReference(map.geometry, map.geography)


def degrees_text(lon: float, lat: float) -> str:
    """A place in words, to a hundredth of a degree.

    >>> degrees_text(21.013, -0.5)
    '0.50° S 21.01° E'
    """
    if math.isnan(lon) or math.isnan(lat):
        return ""
    return f"{abs(lat):.2f}° {'N' if lat >= 0 else 'S'} {abs(lon):.2f}° {'E' if lon >= 0 else 'W'}"


def _falls(du: Numbers, dv: Numbers, reach: float) -> Numbers:
    return np.asarray(np.exp(-(du**2 + dv**2) / reach**2))
