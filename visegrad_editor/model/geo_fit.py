"""Fitting a grid to the earth by hexes with known coordinates."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ..hexgrid import Hex, HexGeometry, Point
from ..hexgrid.laea import Laea, distance_km
from ..lazy_dataclass import dataclass
from .geography import Geography, WarpPin
from .georeference import HEX_APART, GeoReference


@dataclass(frozen=True)
class KnownPlace:
    """A place, in degrees east and north, that lies in a hex. A place of weight 0 does not affect the fit."""

    hex: Hex
    at: Point
    name: str = ""
    weight: float = 1.0


@dataclass(frozen=True)
class Residual:
    """How well a known place fits: the hex it falls in, and its distance from the centre of the hex it
    belongs to, in kilometres and in hexes."""

    known: KnownPlace
    actual: Hex | None
    km: float
    hexes: float

    @property
    def right(self) -> bool:
        return self.actual == self.known.hex


def fit(
    geometry: HexGeometry,
    known: Sequence[KnownPlace],
    centre: Point | None = None,
    *,
    hex_km: float | None = None,
    within: float | None = 0.42,
    reach: float = 4.0,
) -> Geography:
    """The reference that brings the known places nearest to the centres of their hexes: a turn, an
    enlargement (unless `hex_km` gives the size) and a shift, by least squares.

    Then a warp pulls places that are still more than `within` hexes off to that distance; None: no warp.
    `centre` of the projection is the middle of the places unless it is given. Raises ValueError for fewer
    than two places with a weight, and for places of one hex only.
    """
    used = [k for k in known if k.weight > 0]
    if len({k.hex for k in used}) < 2 or len({k.at for k in used}) < 2:
        raise ValueError("Two known places in different hexes are needed to fit a grid.")
    if centre is None:
        centre = (
            round(sum(k.at[0] for k in used) / len(used), 1),
            round(sum(k.at[1] for k in used) / len(used), 1),
        )
    projection = Laea(*centre)
    x, y = projection.forward([k.at[0] for k in used], [k.at[1] for k in used])
    places = x + 1j * y
    goals = np.array([_plane(geometry, k.hex) for k in used])
    weights = np.array([k.weight for k in used])
    weights = weights / weights.sum()
    middle, goal = (weights * places).sum(), (weights * goals).sum()
    factor = (weights * (goals - goal) * np.conj(places - middle)).sum() / (
        weights * abs(places - middle) ** 2
    ).sum()
    if abs(factor) == 0:
        raise ValueError("The known places contradict each other. Check their hex numbers.")
    if hex_km is not None:
        factor = factor / abs(factor) / hex_km
    anchor = geometry.nearest(float(goal.real) * HEX_APART, -float(goal.imag) * HEX_APART)
    grid = geometry.grid
    anchor = Hex(min(max(anchor.col, 0), grid.columns - 1), min(max(anchor.row, 0), grid.rows - 1))
    spot = (_plane(geometry, anchor) - goal) / factor + middle
    lon, lat = projection.inverse(spot.real, spot.imag)
    plain = Geography(
        centre,
        round(float(1 / abs(factor)), 6),
        round(-math.degrees(float(np.angle(factor))), 6),
        anchor,
        (round(float(lon), 7), round(float(lat), 7)),
        reach,
    )
    if within is None:
        return plain
    return Geography(**{**plain.__dict__, "pins": _pins(GeoReference(geometry, plain), used, within)})


def residuals(reference: GeoReference, known: Sequence[KnownPlace]) -> list[Residual]:
    """How well each known place fits, in the order given."""
    all_residuals = []
    for k in known:
        x, y = reference.point(*k.at)
        u, v = reference.geometry.centre(k.hex)
        all_residuals.append(
            Residual(
                k,
                reference.geometry.hex_at(x, y),
                distance_km(k.at, reference.place(k.hex)),
                math.hypot(x - u, y - v) / HEX_APART,
            )
        )
    return all_residuals


def _pins(reference: GeoReference, known: Sequence[KnownPlace], within: float) -> tuple[WarpPin, ...]:
    pins = []
    for k in known:
        x, y = reference.point(*k.at)
        u, v = reference.geometry.centre(k.hex)
        right, down = (u - x) / HEX_APART, (v - y) / HEX_APART
        away = math.hypot(right, down)
        pull = 1 - within / away if away > within else 0.0
        pins.append(WarpPin(k.at, (round(right * pull, 5) + 0.0, round(down * pull, 5) + 0.0), k.name))
    return tuple(pins)


def _plane(geometry: HexGeometry, hex: Hex) -> complex:
    x, y = geometry.centre(hex)
    return complex(x, -y) / HEX_APART
