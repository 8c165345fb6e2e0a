"""How a map's grid lies on the earth: the values a map file keeps. `georeference` computes with them.

The earth is a sphere of radius 6371.0088 km, shown in Lambert's azimuthal equal-area projection about
`centre`. A turn, a growth and a shift take the kilometres of the projection to the grid, and a gentle
warp may move places by a fraction of a hex, so that towns fall into the hexes a rulebook names.
Nothing depends on where the grid begins, so a map that is cropped or turned keeps its reference.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..hexgrid import Hex, Point

MOST_WARP_PINS = 100


@dataclass(frozen=True)
class WarpPin:
    """The place at `at` (degrees east, degrees north) is shown moved by `move`: hexes to the right, hexes
    down (1: as far as the next hex). A move of nothing holds the place where it is."""

    at: Point
    move: Point = (0.0, 0.0)
    name: str = ""


@dataclass(frozen=True)
class Geography:
    """`centre` and `at` are degrees east and north; `hex_km` is the distance of neighbouring hexes.

    `rotation` is by how many degrees true north, at the centre, is turned clockwise from the top of the
    map. The centre of `hex` lies at `at`, but for the warp. The warp of a pin falls off with the distance
    to it as exp(-(d / reach)^2), d and `reach` in hexes.
    """

    centre: Point
    hex_km: float
    rotation: float
    hex: Hex
    at: Point
    reach: float = 4.0
    pins: tuple[WarpPin, ...] = ()
