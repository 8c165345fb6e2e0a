"""The picture behind a map, a scan for instance, and how it lies under the grid.

The picture is measured in its own pixels from the upper left corner, the map in map units
(`hexgrid.geometry`), unturned. The transformation between them is computed from pins and never stored, so the
file records only what a designer has seen: which hex is where in the picture.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated, Literal

from ..hexgrid import Hex, HexGeometry, Point
from ..hexgrid.affine import Affine, Pair, affine_through, flatness, similarity_through
from ..lazy_dataclass import dataclass
from .fields import Field
from .values import HexNumber

HEX_APART = math.sqrt(3.0)
"""Map units between the centres of neighbouring hexes."""
MOST_PINS = 100
MOST_OFF = 0.15
"""A pin farther off than this, in hexes, is worth a warning."""
_LEAST_SPREAD = 0.05
"""Pins flatter than this (see `flatness`) say nothing about the direction across their line."""
_MOST_STRETCH = 1.2
"""Paper shrinks and scanners stretch a little; more than this is a pin with the wrong number."""


_Pixels = Annotated[float, Field(minimum=-1_000_000, maximum=1_000_000)]


@dataclass(frozen=True)
class Pin:
    """The centre of a hex, and its place in the picture in pixels."""

    hex: Annotated[Hex, Field("Hex", form=HexNumber, apart=True)]
    at: Annotated[Point, Field(
        "Place in the picture", "The centre of the hex in pixels of the picture: from its left edge, from "
        "its upper edge.", form=tuple[_Pixels, _Pixels], examples=("[1204.5, 880]",), apart=True)]


@dataclass(frozen=True)
class Background:
    """`picture` is the path of a PNG or JPEG file relative to the folder of the map file, with `/`."""

    picture: Annotated[str, Field(
        "Picture", "The path of a PNG or JPEG file in the folder of this one or below it.", shortest=1,
        longest=200, examples=("scan.jpg",))]
    pins: Annotated[tuple[Pin, ...], Field(
        "Pins", "Where hexes are in the picture; three pins that are not on one line align it.",
        most=MOST_PINS, apart=True)] = ()


Fit = Literal["start", "shifted", "similar", "affine"]


@dataclass(frozen=True)
class Alignment:
    """How a picture lies under the grid. `to_map` takes its pixels to map units; `fit` says how it was found:
    not yet, from one pin, from two (turned and scaled), or from three and more."""

    to_map: Affine
    fit: Fit
    pins: tuple[Pin, ...]
    geometry: HexGeometry

    def off(self, pin: Pin) -> float:
        """How far a pin is from the centre of its hex, in hexes (1: the distance to the next hex)."""
        x, y = self.to_map.apply(pin.at)
        u, v = self.geometry.centre(pin.hex)
        return math.hypot(x - u, y - v) / HEX_APART

    def off_pixels(self, pin: Pin) -> float:
        """The same in pixels of the picture."""
        x, y = self.to_picture.apply(self.geometry.centre(pin.hex))
        return math.hypot(x - pin.at[0], y - pin.at[1])

    @property
    def to_picture(self) -> Affine:
        """Takes map units to pixels of the picture."""
        return self.to_map.inverse()

    @property
    def worst(self) -> float:
        """How far the worst pin is off, in hexes."""
        return max(map(self.off, self.pins), default=0.0)

    @property
    def checked(self) -> bool:
        """Whether there are more pins than needed, so that an error shows."""
        return len(self.pins) > {"start": 0, "shifted": 1, "similar": 2, "affine": 3}[self.fit]

    def warnings(self) -> tuple[str, ...]:
        """What looks wrong with the pins, as sentences."""
        warnings = []
        number = self.geometry.grid.number
        if self.fit == "similar" and len(self.pins) > 2:
            warnings.append("The pins lie nearly on one line. Add one far to the side of it.")
        if self.fit == "affine":
            most, least = self.to_map.stretches
            if self.to_map.determinant < 0:
                warnings.append("The picture would be mirrored. Two pins may have each other's numbers, or "
                                "the grid is numbered the other way round.")
            elif most > _MOST_STRETCH * least:
                warnings.append("The picture would be stretched to another shape. A pin may have the wrong "
                                "number, or the grid has the wrong tops or stagger.")
        far = [p for p in self.pins if self.off(p) > MOST_OFF]
        if far:
            worst = max(far, key=self.off)
            warnings.append(f"Pin {number(worst.hex)} is off by {self.off(worst):.2f} hexes from what the "
                            "other pins say. Check its number and its place.")
        return tuple(warnings)


def start(geometry: HexGeometry, size: tuple[int, int], turned: int = 0) -> Affine:
    """How a picture lies before it has pins: as large as the map allows, in its middle. `turned` is the
    number of quarter turns clockwise that the camera recorded for viewing it."""
    width, height = size
    upright = (
        Affine(1, 0, 0, 0, 1, 0), Affine(0, -1, height, 1, 0, 0), Affine(-1, 0, width, 0, -1, height),
        Affine(0, 1, 0, -1, 0, width))[turned % 4]
    if turned % 2:
        width, height = height, width
    left, top, right, bottom = geometry.bounds()
    factor = min((right - left) / width, (bottom - top) / height)
    to_middle = Affine.shift((left + right - width * factor) / 2, (top + bottom - height * factor) / 2)
    return upright.then(Affine.scaling(factor)).then(to_middle)


def align(geometry: HexGeometry, pins: Sequence[Pin], first: Affine) -> Alignment:
    """How the picture lies with these pins; `first` is how it lies without pins, see `start`.

    One pin shifts it, two also turn and scale it, three or more that are not on a line give an affine map by
    least squares.
    """
    pins = tuple(pins)
    pairs: list[Pair] = [(p.at, geometry.centre(p.hex)) for p in pins]
    if len({p.at for p in pins}) > 2 and min(
            flatness([p for p, _ in pairs]), flatness([q for _, q in pairs])) >= _LEAST_SPREAD:
        return Alignment(affine_through(pairs), "affine", pins, geometry)
    if len({p.at for p in pins}) > 1 and len({p.hex for p in pins}) > 1:
        try:
            return Alignment(similarity_through(pairs), "similar", pins, geometry)
        except ValueError:
            pass
    if pins:
        (x, y), (u, v) = first.apply(pins[0].at), pairs[0][1]
        return Alignment(first.then(Affine.shift(u - x, v - y)), "shifted", pins, geometry)
    return Alignment(first, "start", pins, geometry)
