"""Many hexes that look alike, as one thing: what is drawn in each, and where the hexes are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from ...hexgrid import Point
from ..curves import Box
from ..primitives import Ellipse, Item, Primitive, Text

REACH = 1.3
"""Nothing of a run lies farther than this from the centre of its hex, in map units."""


class Place(NamedTuple):
    """A hex of a run: which of the run's drawings it shows, its number and its centre."""

    drawing: int
    number: str
    x: float
    y: float


@dataclass(frozen=True, eq=False)
class Run:
    """Hexes in the order in which they are drawn. `drawings` lie about the origin and are moved to the
    centres of the hexes; `lettered` says that the text in them is each hex's own number."""

    drawings: tuple[tuple[Primitive, ...], ...]
    places: Sequence[Place]
    least_scale: float = 0.0
    lettered: bool = False

    def within(self, box: Box) -> Run:
        """The run with the hexes alone that may show something in a box."""
        left, top, right, bottom = box[0] - REACH, box[1] - REACH, box[2] + REACH, box[3] + REACH
        return replace(self, places=[
            p for p in self.places if left <= p[2] <= right and top <= p[3] <= bottom])

    def items(self) -> Iterator[Item]:
        """The same as items, one for each hex."""
        for drawing, number, x, y in self.places:
            shown = tuple(shifted(p, x, y) for p in self.drawings[drawing])
            if self.lettered:
                shown = tuple(replace(p, text=number) if isinstance(p, Text) else p for p in shown)
            box = (x - REACH, y - REACH, x + REACH, y + REACH)
            yield Item(shown, box, number, least_scale=self.least_scale)

    def alike(self) -> Iterator[tuple[tuple[Primitive, ...], list[Place]]]:
        """Each drawing that is used, with its hexes in their order."""
        for drawing, places in groupby(sorted(self.places, key=itemgetter(0)), key=itemgetter(0)):
            yield self.drawings[drawing], list(places)


Drawn = Item | Run


@dataclass(frozen=True)
class VectorLayer:
    """A named layer: items and runs from bottom to top."""

    name: str
    parts: tuple[Drawn, ...]

    @property
    def items(self) -> list[Item]:
        """All of it as items."""
        return [i for part in self.parts for i in (part.items() if isinstance(part, Run) else (part,))]


@dataclass(frozen=True)
class VectorScene:
    """A picture: layers from bottom to top, and the box of all of it."""

    bounds: Box
    layers: tuple[VectorLayer, ...]
    background: str = "#ffffff"


def shifted(shape: Primitive, x: float, y: float) -> Primitive:
    """A primitive moved right and down."""
    if isinstance(shape, Text):
        return replace(shape, at=_moved(shape.at, x, y))
    if isinstance(shape, Ellipse):
        return replace(shape, centre=_moved(shape.centre, x, y))
    return replace(shape, points=tuple(_moved(p, x, y) for p in shape.points))


def _moved(point: Point, x: float, y: float) -> Point:
    return point[0] + x, point[1] + y
