"""How a map's grid lies on the earth, as stored in a map file. `georeference` computes with these values.

The earth is a sphere of radius 6371.0088 km, shown in Lambert's azimuthal equal-area projection about
`centre`. A turn, an enlargement and a shift take the kilometres of the projection to the grid, and a gentle
warp may move places by a fraction of a hex, so that towns fall into the hexes a rulebook names. Nothing
depends on the origin of the grid, so a map that is cropped or turned keeps its reference.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from ..hexgrid import Hex, Point
from ..lazy_dataclass import dataclass
from .fields import Field
from .values import EarthPoint, HexKilometres, HexNumber, Reach, Text

MOST_WARP_PINS = 100


@dataclass(frozen=True)
class WarpPin:
    """The place at `at` (degrees east, degrees north) is shown moved by `move`: hexes to the right, hexes
    down (1: the distance to the next hex). A zero move holds the place where it is."""

    at: Point
    move: Point = (0.0, 0.0)
    name: str = ""


@dataclass(frozen=True)
class Geography:
    """`centre` and `at` are degrees east and north; `hex_km` is the distance of neighbouring hexes.

    `rotation` is the number of degrees by which true north, at the centre, is turned clockwise from the top
    of the map. The centre of `hex` lies at `at`, apart from the warp. The warp of a pin falls off with the
    distance to it as exp(-(d / reach)^2), d and `reach` in hexes.
    """

    centre: Point
    hex_km: float
    rotation: float
    hex: Hex
    at: Point
    reach: float = 4.0
    pins: tuple[WarpPin, ...] = ()


# -- its form in files ----------------------------------------------------------------------------


class _Anchor(TypedDict):
    hex: HexNumber
    at: EarthPoint


_Move = Annotated[float, Field(minimum=-100, maximum=100)]


class _WarpPin(TypedDict):
    at: EarthPoint
    move: NotRequired[Annotated[tuple[_Move, _Move], Field(
        "Move", "Hexes to the right, hexes down.", examples=("[0.1, -0.2]",))]]
    name: NotRequired[Annotated[Text, Field("Name", "The name of the place.", longest=120)]]


class _Warp(TypedDict, total=False):
    reach: Reach
    pins: Annotated[list[_WarpPin], Field(
        "Pins", "Places and the move of each.", most=MOST_WARP_PINS)]


class GeographyForm(TypedDict):
    """The reference as it is written in files."""

    projection: Annotated[Literal["laea"], Field(
        "Projection", "Always laea: Lambert's azimuthal equal-area projection of a sphere.")]
    centre: Annotated[EarthPoint, Field(
        "Centre", "The middle of the projection: degrees east, degrees north.", examples=("[20, 51]",))]
    hex_km: HexKilometres
    rotation: Annotated[float, Field(
        "Rotation", "Degrees by which true north is turned clockwise from the top of the map.", minimum=-360,
        maximum=360, examples=("15.3",))]
    anchor: Annotated[_Anchor, Field(
        "Anchor", "A hex and where its centre lies, apart from the warp.")]
    warp: NotRequired[Annotated[_Warp, Field(
        "Warp", "Moves places gently, so that they fall into their hexes.")]]
