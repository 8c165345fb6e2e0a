"""A piece cut out of a map, as a value that can be turned, mirrored, kept and pasted elsewhere.

Its hexes are named by their distance from an anchor, in axial coordinates (two of the three cube
coordinates): steps that are the same everywhere on a grid, whatever its size or stagger. Direction d of a
piece is direction d of the grid.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from typing import Literal, NamedTuple

from ..hexgrid import Hex, HexGrid, Orientation
from ..lazy_dataclass import dataclass
from .design import Design
from .gamemap import HexsideLine, Label, Place, Road
from .lettering import PLAIN, mirrored_spot
from .scenario import Unit

PARTS: dict[str, str] = {
    "terrain": "Terrain",
    "countries": "Countries",
    "hexsides": "Rivers and other hexsides",
    "roads": "Roads",
    "rim": "What crosses or lines the rim",
    "places": "Cities, features and their names",
    "labels": "Labels",
    "areas": "Areas",
    "counters": "Counters",
}
"""The parts of a piece, in words. `rim` is not a layer: it says whether hexsides on the rim, and the roads
across it to the next hex outside, belong to the piece."""
USUAL_PARTS = frozenset(PARTS) - {"areas", "counters"}
"""The ground: what a designer means by a piece of map. Areas and counters belong to the scenario."""

Mirror = Literal["across", "down"]
"""`across` swaps left and right, `down` swaps top and bottom."""


class Offset(NamedTuple):
    """How far a hex lies from the anchor, in axial coordinates."""

    q: int
    r: int


class OffsetSide(NamedTuple):
    """The hexside between two neighbouring offsets; `a` sorts before `b`."""

    a: Offset
    b: Offset


def offset_side(one: Offset, other: Offset) -> OffsetSide:
    """The hexside between two offsets, in whichever order they are named."""
    return OffsetSide(one, other) if one <= other else OffsetSide(other, one)


NOWHERE = Hex(0, 0)
"""The placeholder for the hex of a place or label within a piece; `at` gives its position."""


@dataclass(frozen=True)
class LinePiece:
    """Part of a river or of another line on hexsides; `line` is the line without its hexsides."""

    line: HexsideLine
    sides: tuple[OffsetSide, ...]


@dataclass(frozen=True)
class RoadPiece:
    """Part of a road, whose ends may lie one hex outside the piece; `road` is the road without its path."""

    road: Road
    path: tuple[Offset, ...]


@dataclass(frozen=True)
class PlacePiece:
    """The place in a hex, without its sources: once pasted it is the designer's."""

    at: Offset
    place: Place


@dataclass(frozen=True)
class LabelPiece:
    """A label, its rotation more than -180 and at most 180 degrees. A `readable` label, not upside down,
    stays so however the piece is turned."""

    at: Offset
    label: Label
    readable: bool = field(default=True, compare=False)

    def leaning(self, angle: float) -> LabelPiece:
        """The label at another angle."""
        angle = upright(angle)
        if self.readable and not -90 < angle <= 90:
            angle = upright(angle + 180)
        return replace(self, label=replace(self.label, rotation=angle))


def label_piece(at: Offset, label: Label) -> LabelPiece:
    """A label of a map as part of a piece."""
    angle = upright(label.rotation)
    return LabelPiece(at, replace(label, hex=NOWHERE, rotation=angle), -90 < angle <= 90)


@dataclass(frozen=True)
class AreaPiece:
    """The hexes of an area that lie in the piece."""

    id: str
    name: str
    hexes: tuple[Offset, ...]


@dataclass(frozen=True)
class CounterPiece:
    """A unit with a fixed set-up in the piece, without the set-up itself and without what only its scenario
    knows: a turn of arrival, the sources of its values."""

    at: Offset
    unit: Unit


@dataclass(frozen=True)
class Fragment:
    """A piece of a map. `terrain` and `countries` know every hex of the piece, so that it can be shown; only
    `parts` are pasted."""

    orientation: Orientation
    terrain: Mapping[Offset, str]
    countries: Mapping[Offset, str]
    parts: frozenset[str] = USUAL_PARTS
    lines: tuple[LinePiece, ...] = ()
    roads: tuple[RoadPiece, ...] = ()
    places: tuple[PlacePiece, ...] = ()
    labels: tuple[LabelPiece, ...] = ()
    areas: tuple[AreaPiece, ...] = ()
    counters: tuple[CounterPiece, ...] = ()
    home: Home | None = field(default=None, compare=False, repr=False)

    def __len__(self) -> int:
        """The number of hexes."""
        return len(self.terrain)

    @property
    def hexes(self) -> Iterable[Offset]:
        return self.terrain.keys()


@dataclass(frozen=True)
class Home:
    """The origin of a piece: its anchor, the piece as it was cut out, the design with it and the design
    without it.

    Pasted back there, its lines, roads and names get their old order, which a piece alone cannot know; so
    cutting and pasting on the spot leaves every file as it was.
    """

    anchor: Hex
    piece: Fragment
    parts: frozenset[str]
    taken_from: Design
    left: Design


def offset_from(grid: HexGrid, anchor: Hex, hex: Hex) -> Offset:
    """The offset of a hex from an anchor."""
    (q0, r0), (q, r) = grid.axial(anchor), grid.axial(hex)
    return Offset(q - q0, r - r0)


def hex_at(grid: HexGrid, anchor: Hex, offset: Offset) -> Hex:
    """The hex at an offset from an anchor; it may lie outside the grid."""
    q, r = grid.axial(anchor)
    return grid.from_axial(q + offset.q, r + offset.r)


def turned(fragment: Fragment, sixths: int) -> Fragment:
    """The piece turned clockwise about its anchor by sixths of a full turn; labels turn with it, but are
    never upside down."""
    sixths %= 6

    def turn(at: Offset) -> Offset:
        q, r = at
        for _ in range(sixths):
            q, r = -r, q + r
        return Offset(q, r)

    return _moved(fragment, turn, lambda angle: angle + 60 * sixths) if sixths else fragment


def mirrored(fragment: Fragment, axis: Mirror = "across") -> Fragment:
    """The piece reflected about its anchor; labels lean the other way but stay readable."""
    pointy = fragment.orientation == "pointy"

    def mirror(at: Offset) -> Offset:
        q, r = at
        if axis == "across":
            return Offset(-q - r, r) if pointy else Offset(-q, q + r)
        return Offset(q + r, -r) if pointy else Offset(q, -q - r)

    moved = _moved(fragment, mirror, lambda angle: -angle)
    return dataclasses.replace(
        moved, places=tuple(_mirrored_place(x, axis == "across") for x in moved.places),
        labels=tuple(_mirrored_label(x, axis == "across") for x in moved.labels))


def _mirrored_place(piece: PlacePiece, across: bool) -> PlacePiece:
    old = piece.place.lettering
    if old == PLAIN:
        return piece
    new = replace(old, at=mirrored_spot(old.at, across), rotation=0.0 - old.rotation)
    return replace(piece, place=replace(piece.place, lettering=new))


def _mirrored_label(piece: LabelPiece, across: bool) -> LabelPiece:
    at = mirrored_spot(piece.label.at, across)
    return piece if at == piece.label.at else replace(piece, label=replace(piece.label, at=at))


def upright(angle: float) -> float:
    """An angle in degrees brought between -180 (excluded) and 180.

    >>> upright(270), upright(-180), upright(372.5)
    (-90, 180, 12.5)
    """
    turned_angle = round(180 - (180 - angle) % 360, 6)
    return turned_angle if turned_angle > -180 else 180.0


def _moved(
    fragment: Fragment, move: Callable[[Offset], Offset], lean: Callable[[float], float]
) -> Fragment:
    def side(s: OffsetSide) -> OffsetSide:
        return offset_side(move(s.a), move(s.b))

    return dataclasses.replace(
        fragment,
        terrain={move(at): value for at, value in fragment.terrain.items()},
        countries={move(at): value for at, value in fragment.countries.items()},
        lines=tuple(replace(x, sides=tuple(map(side, x.sides))) for x in fragment.lines),
        roads=tuple(replace(x, path=tuple(map(move, x.path))) for x in fragment.roads),
        places=tuple(replace(x, at=move(x.at)) for x in fragment.places),
        labels=tuple(
            replace(x.leaning(lean(x.label.rotation)), at=move(x.at)) for x in fragment.labels),
        areas=tuple(replace(x, hexes=tuple(map(move, x.hexes))) for x in fragment.areas),
        counters=tuple(replace(x, at=move(x.at)) for x in fragment.counters),
    )
