"""The parts of vector drawings: paths as tables, drawings that many hexes share, and single items."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ...lazy_dataclass import dataclass
from ..compiled.shape_list import FILL, OUTLINE
from ..curves import Box
from ..primitives import Ellipse, Item, Picture, Primitive, Text
from ..tables.hex_field import Array
from ..tables.shape_tables import HexAreas, Lines, LineStamps

REACH = 1.3
"""The drawings of a run are within this distance of the centres of the hexes, in map units."""


class Look(NamedTuple):
    """How a path is painted; "" for no fill, or no stroke. `opacity` is that of the fill, `dash` is (on,
    off)."""

    fill: str
    stroke: str
    width: float
    opacity: float
    dash: tuple[float, float] | None


@dataclass(frozen=True, eq=False)
class Paths:
    """Paths in drawing order, all closed or all open: their points one after the other (m, 2), how many each
    has, its look, and the number of the hex it belongs to, row by row from 0. `apart` means that the shapes
    do not overlap. With `rows`, paths of one row and look may be written as one."""

    points: Array
    count: Array
    looks: Sequence[Look]
    which: Array
    hexes: Array
    closed: bool
    apart: bool = False
    rows: Array | None = None

    @property
    def first(self) -> Array:
        """The index of the first point of each path."""
        begins: Array = np.cumsum(self.count) - self.count
        return begins

    def of(self, chosen: Array) -> Paths:
        """The paths of a mask."""
        points = self.points[np.repeat(chosen, self.count)]
        return replace(self, points=points, count=self.count[chosen], which=self.which[chosen],
                       hexes=self.hexes[chosen], rows=None if self.rows is None else self.rows[chosen])

    def in_order(self, order: Array) -> Paths:
        """The paths in another order, given by their indices."""
        many = self.count[order]
        at = np.repeat(self.first[order] - np.cumsum(many) + many, many) + np.arange(int(many.sum()))
        return replace(self, points=self.points[at], count=many, which=self.which[order],
                       hexes=self.hexes[order], rows=None if self.rows is None else self.rows[order])

    def pieces(self) -> Paths:
        """Every step of open paths as a path of its own."""
        steps = self.count - 1
        last = np.zeros(len(self.points), bool)
        last[self.first + steps] = True
        begin = np.nonzero(~last)[0]
        points = np.stack((self.points[begin], self.points[begin + 1]), 1).reshape(-1, 2)
        each = np.repeat(np.arange(len(steps)), steps)
        return replace(self, points=points, count=np.full(len(each), 2), which=self.which[each],
                       hexes=self.hexes[each], rows=None if self.rows is None else self.rows[each])

    def within(self, box: Box) -> Paths:
        """Only the paths that may be visible in a box."""
        if not len(self.count):
            return self
        first, reach = self.first, np.array([x.width for x in self.looks])[self.which, None]
        low = np.minimum.reduceat(self.points, first) - reach
        high = np.maximum.reduceat(self.points, first) + reach
        return self.of((low <= box[2:]).all(1) & (high >= box[:2]).all(1))


@dataclass(frozen=True, eq=False)
class HexRun:
    """Hexes in drawing order, with the same drawings in many: `which` of the `drawings`, and where their
    origin lies (n, 2), for each of the `hexes`. With `lettered` the text in them is replaced by the number of
    each hex, of which `numbers` has those of all hexes of the map."""

    drawings: tuple[tuple[Primitive, ...], ...]
    which: Array
    places: Array
    hexes: Array
    numbers: Sequence[str]
    lettered: bool = False

    def of(self, chosen: Array) -> HexRun:
        """The run with only the hexes of a mask."""
        return replace(
            self, which=self.which[chosen], places=self.places[chosen], hexes=self.hexes[chosen])

    def within(self, box: Box) -> HexRun:
        """The run with only the hexes that may be visible in a box."""
        left, top, right, bottom = box
        low, high = (left - REACH, top - REACH), (right + REACH, bottom + REACH)
        inside = np.logical_and(self.places >= low, self.places <= high)
        return self.of(np.logical_and(inside[:, 0], inside[:, 1]))

    @property
    def names(self) -> list[str]:
        """The numbers of the hexes as texts."""
        return [self.numbers[n] for n in self.hexes.tolist()]

    def items(self) -> Iterator[Item]:
        """The run as items, one per hex."""
        for drawing, (x, y), number in zip(
            self.which.tolist(), self.places.tolist(), self.names, strict=True
        ):
            shown = tuple(shifted(p, x, y) for p in self.drawings[drawing])
            if self.lettered:
                shown = tuple(replace(p, text=number) if isinstance(p, Text) else p for p in shown)
            yield Item(shown, (x - REACH, y - REACH, x + REACH, y + REACH), number)


Drawn = Item | HexRun | Paths


@dataclass(frozen=True)
class VectorLayer:
    """A named layer, whose parts, from bottom to top, are made whenever they are asked for."""

    name: str
    made: Callable[[], Iterable[Drawn]]

    @property
    def parts(self) -> Iterator[Drawn]:
        """The parts one after the other."""
        return iter(self.made())

    @property
    def items(self) -> list[Item]:
        """The items, and those of the hexes of runs; without paths."""
        return [item for part in self.made() if not isinstance(part, Paths)
                for item in ((part,) if isinstance(part, Item) else part.items())]


@dataclass(frozen=True)
class VectorScene:
    """A picture: layers from bottom to top, the bounding box, and the numbers of all hexes, row by row."""

    bounds: Box
    layers: tuple[VectorLayer, ...]
    background: str = "#ffffff"
    numbers: Sequence[str] = ()


def paths_of(lines: Lines) -> list[Paths]:
    """Lines of a map as paths, those of each of their shapes after those of the one before; a filled shape
    is outlined at once."""
    n, k, _ = lines.points.shape
    found: list[Paths] = []
    shapes = list(lines.shapes)
    while shapes:
        kind, colours, widths, dashes = shapes.pop(0)
        closed = kind in (FILL, OUTLINE)
        table = np.zeros((n, 8))
        table[:, :4], table[:, 4] = colours, widths
        if dashes is not None:
            table[:, 5:7] = dashes
        if kind == FILL and shapes and shapes[0][0] == OUTLINE:
            table[:, 4] = shapes.pop(0)[2]
        table[:, 7] = 0 if kind == FILL else 1
        unlike, which = np.unique(table.round(9), axis=0, return_inverse=True)
        found.append(Paths(
            lines.points.reshape(-1, 2), np.full(n, k), [_look(row, closed) for row in unlike.tolist()],
            which.reshape(-1), lines.hexes, closed))
    return found


def _css(colour: Sequence[float]) -> str:
    """A colour in red, green and blue as text."""
    return "#{:02x}{:02x}{:02x}".format(*map(int, colour[:3]))


def _look(row: list[float], closed: bool) -> Look:
    colour = _css(row)
    width, dash = row[4], (row[5], row[6]) if row[5] else None
    if closed and not row[7]:
        return Look(colour, colour if width else "", width, row[3] / 255, dash)
    return Look("", colour, width, 1.0, dash)


def paths_of_areas(areas: HexAreas) -> Paths:
    """The areas of hexes as paths."""
    unlike, which = np.unique(areas.colours, axis=0, return_inverse=True)
    looks = []
    for row in unlike.tolist():
        colour = _css(row)
        looks.append(Look(colour, colour if areas.seam else "", areas.seam, row[3] / 255, None))
    return Paths(areas.points, areas.count, looks, which.reshape(-1), areas.hexes, closed=True, apart=True)


def paths_of_stamps(stamps: LineStamps) -> Paths:
    """Lines about the centres of hexes as paths, those of one row after those of the one above; lines of one
    look that go on from each other are one."""
    ((_, colours, widths, _),) = stamps.lines.shapes
    table = np.concatenate((colours, widths[:, None]), 1)
    unlike, look = np.unique(table, axis=0, return_inverse=True)
    look, ends = look.reshape(-1), np.cumsum(stamps.sizes)
    points, count, which, hexes = [np.zeros((0, 2))], [], [], []
    for n, (end, size) in enumerate(zip(ends.tolist(), stamps.sizes.tolist(), strict=True)):
        there = np.nonzero(stamps.which == n)[0]
        for chain in _chains(stamps.lines.points[end - size : end], look[end - size : end]):
            course = stamps.lines.points[end - size + chain]
            course = np.concatenate((course[:, 0], course[-1:, 1]))
            points.append((stamps.centres[there, None] + course).reshape(-1, 2))
            count.append(np.full(len(there), len(course)))
            which.append(np.full(len(there), look[end - size + chain[0]]))
            hexes.append(there)
    if not count:
        none = np.zeros(0, np.int64)
        return Paths(points[0], none, [], none, none, closed=False)
    number = np.concatenate(hexes)
    level = np.unique(stamps.centres[:, 1].round(3), return_inverse=True)[1].reshape(-1)[number]
    looks = [Look("", _css(row), row[4], 1.0, None) for row in unlike.tolist()]
    paths = Paths(np.concatenate(points), np.concatenate(count), looks, np.concatenate(which),
                  stamps.hexes[number], closed=False, rows=level)
    return paths.in_order(np.lexsort((stamps.centres[number, 0], level)))


def _chains(lines: Array, looks: Array) -> list[Array]:
    """The indices of lines (n, 2, 2) that go on from each other and look alike, in the order in which they
    do."""
    chains: list[list[int]] = []
    for n in range(len(lines)):
        before = chains[-1][-1] if chains else -1
        if chains and looks[before] == looks[n] and np.array_equal(lines[before, 1], lines[n, 0]):
            chains[-1].append(n)
        else:
            chains.append([n])
    if len(chains) > 1 and looks[chains[-1][0]] == looks[0] and np.array_equal(
            lines[chains[-1][-1], 1], lines[0, 0]):
        chains[0] = chains.pop() + chains[0]
    return [np.array(c) for c in chains]


def shifted(shape: Primitive, x: float, y: float) -> Primitive:
    """A primitive moved right and down."""
    if isinstance(shape, Text):
        return replace(shape, at=(shape.at[0] + x, shape.at[1] + y))
    if isinstance(shape, Ellipse):
        return replace(shape, centre=(shape.centre[0] + x, shape.centre[1] + y))
    if isinstance(shape, Picture):
        left, top, right, bottom = shape.box
        return replace(shape, box=(left + x, top + y, right + x, bottom + y))
    return replace(shape, points=tuple((a + x, b + y) for a, b in shape.points))
