"""The box that the picture of a map fills."""

from __future__ import annotations

from ..hexgrid import HexGeometry
from .curves import Box

_MARGIN = 0.35
"""Paper around the map, in map units."""


def map_bounds(geometry: HexGeometry) -> Box:
    """The box of a map with the paper around it, in map units."""
    left, top, right, bottom = geometry.bounds()
    return left - _MARGIN, top - _MARGIN, right + _MARGIN, bottom + _MARGIN
