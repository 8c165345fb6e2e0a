"""Lambert's azimuthal equal-area projection of the sphere, in kilometres."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..lazy_dataclass import dataclass

EARTH_KM = 6371.0088
"""The mean radius of the earth."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Laea:
    """The projection about a point given in degrees east and north.

    >>> x, y = Laea(20, 51).forward([20.0, 21.0], [51.0, 51.0])
    >>> [round(float(v), 1) + 0.0 for v in (*x, *y)]
    [0.0, 70.0, 0.0, 0.5]
    """

    lon: float
    lat: float

    def forward(self, lon: Any, lat: Any) -> tuple[Numbers, Numbers]:
        """Kilometres east and north of the centre; the point opposite the centre is infinitely far away."""
        turn = np.radians(np.asarray(lon, float) - self.lon)
        here, middle = np.radians(np.asarray(lat, float)), np.radians(self.lat)
        cosine = np.sin(middle) * np.sin(here) + np.cos(middle) * np.cos(here) * np.cos(turn)
        with np.errstate(divide="ignore", invalid="ignore"):
            scale = EARTH_KM * np.sqrt(2 / np.maximum(1 + cosine, 1e-12))
        x = scale * np.cos(here) * np.sin(turn)
        y = scale * (np.cos(middle) * np.sin(here) - np.sin(middle) * np.cos(here) * np.cos(turn))
        return x, y

    def inverse(self, x: Any, y: Any) -> tuple[Numbers, Numbers]:
        """Degrees east (-180 to 180) and north of a place; NaN for a place off the earth."""
        x, y = np.asarray(x, float), np.asarray(y, float)
        away = np.hypot(x, y)
        middle = np.radians(self.lat)
        with np.errstate(invalid="ignore", divide="ignore"):
            angle = 2 * np.arcsin(away / (2 * EARTH_KM))
            slope = np.where(away > 0, y * np.sin(angle) / np.where(away > 0, away, 1), 0.0)
            lat = np.arcsin(np.clip(np.cos(angle) * np.sin(middle) + slope * np.cos(middle), -1, 1))
            lat = np.where(np.isnan(angle), np.nan, lat)
            turn = np.arctan2(
                x * np.sin(angle), away * np.cos(middle) * np.cos(angle) - y * np.sin(middle) * np.sin(angle))
        return (self.lon + np.degrees(turn) + 180) % 360 - 180, np.degrees(lat)


def distance_km(one: tuple[float, float], other: tuple[float, float]) -> float:
    """The distance between two places on the sphere, each given in degrees east and north.

    >>> round(distance_km((21.01, 52.23), (19.94, 50.06)))
    253
    """
    (a, b), (c, d) = np.radians(one), np.radians(other)
    half = np.sin((d - b) / 2) ** 2 + np.cos(b) * np.cos(d) * np.sin((c - a) / 2) ** 2
    return float(2 * EARTH_KM * np.arcsin(np.sqrt(min(1.0, half))))
