"""Runs: many hexes with the same drawings, with the positions of the hexes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from ...hexgrid import Point
from ...lazy_dataclass import dataclass
from ..curves import Box
from ..primitives import Ellipse, Item, Picture, Primitive, Text

REACH = 1.3
"""The drawings of a run are within this distance of the centres of the hexes, in map units."""


class RunPlace(NamedTuple):
    """A hex of a run: the index of its drawing, its number and its centre."""

    drawing: int
    number: str
    x: float
    y: float


@dataclass(frozen=True, eq=False)
class HexRun:
    """Hexes in drawing order. `drawings` are about the origin and are moved to the centres of the hexes;
    `lettered` means that the text in them is replaced by the number of each hex."""

    drawings: tuple[tuple[Primitive, ...], ...]
    places: Sequence[RunPlace]
    least_scale: float = 0.0
    lettered: bool = False

    def within(self, box: Box) -> HexRun:
        """The run with only the hexes that may be visible in a box."""
        left, top, right, bottom = box[0] - REACH, box[1] - REACH, box[2] + REACH, box[3] + REACH
        return replace(self, places=[
            p for p in self.places if left <= p[2] <= right and top <= p[3] <= bottom])

    def items(self) -> Iterator[Item]:
        """The run as items, one per hex."""
        for drawing, number, x, y in self.places:
            shown = tuple(shifted(p, x, y) for p in self.drawings[drawing])
            if self.lettered:
                shown = tuple(replace(p, text=number) if isinstance(p, Text) else p for p in shown)
            box = (x - REACH, y - REACH, x + REACH, y + REACH)
            yield Item(shown, box, number, least_scale=self.least_scale)

    def alike(self) -> Iterator[tuple[tuple[Primitive, ...], list[RunPlace]]]:
        """Each drawing that is used, with its hexes in order."""
        for drawing, places in groupby(sorted(self.places, key=itemgetter(0)), key=itemgetter(0)):
            yield self.drawings[drawing], list(places)


Drawn = Item | HexRun


@dataclass(frozen=True)
class VectorLayer:
    """A named layer: items and runs from bottom to top."""

    name: str
    parts: tuple[Drawn, ...]

    @property
    def items(self) -> list[Item]:
        """The whole layer as items."""
        return [i for part in self.parts for i in (part.items() if isinstance(part, HexRun) else (part,))]


@dataclass(frozen=True)
class VectorScene:
    """A picture: layers from bottom to top, and the bounding box."""

    bounds: Box
    layers: tuple[VectorLayer, ...]
    background: str = "#ffffff"


def shifted(shape: Primitive, x: float, y: float) -> Primitive:
    """A primitive moved right and down."""
    if isinstance(shape, Text):
        return replace(shape, at=_moved(shape.at, x, y))
    if isinstance(shape, Ellipse):
        return replace(shape, centre=_moved(shape.centre, x, y))
    if isinstance(shape, Picture):
        left, top, right, bottom = shape.box
        return replace(shape, box=(left + x, top + y, right + x, bottom + y))
    return replace(shape, points=tuple(_moved(p, x, y) for p in shape.points))


def _moved(point: Point, x: float, y: float) -> Point:
    return point[0] + x, point[1] + y
