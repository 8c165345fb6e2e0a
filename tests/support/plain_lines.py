"""Natural lines and the courses of rivers, hexside by hexside and point by point: what the tables of
`visegrad_editor/drawing` compute for many at once.

A line cuts the corners of the hexsides it follows: it runs through their middles and bends smoothly near each
corner. Then every point is displaced a little by a fixed field, so that lines that run together stay
together. Ground off the map has straight sides; its kind is None, as for everything beyond the grid.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import numpy as np

from visegrad_editor.drawing.compiled import _raster
from visegrad_editor.drawing.ground import Ground
from visegrad_editor.drawing.hexside_marks import HEXSIDE_PATTERNS
from visegrad_editor.drawing.style import Style
from visegrad_editor.drawing.tables.hex_field import STEPS
from visegrad_editor.drawing.tables.hexsides import FINE, THIN, mouth_ends
from visegrad_editor.hexgrid import Hex, HexGeometry, Hexside, Point, hexside
from visegrad_editor.model.design import Design
from visegrad_editor.model.gamemap import HexsideLine

Vertex = tuple[Hex, Hex, Hex]
"""A corner of the grid, given by the three hexes that meet there, sorted."""


def stray(point: Point, amount: float) -> Point:
    """The point displaced by the field, by at most about `amount` each way."""
    moved = np.array([point])
    _raster.stray(moved, amount)
    ((x, y),) = moved.tolist()
    return x, y


class NaturalLines:
    """Natural lines on one grid."""

    def __init__(self, geometry: HexGeometry, amount: float) -> None:
        self.geometry = geometry
        self.grid = geometry.grid
        self.amount = amount

    def _stray(self, point: Point) -> Point:
        # The field belongs to the map: on a rotated map, a river has the same bends.
        g = self.geometry
        return g.turned(stray(g.unturned(point), self.amount)) if g.turn else stray(point, self.amount)

    # -- corners of the grid ---------------------------------------------------------------

    def vertices(self, side: Hexside) -> tuple[Vertex, Vertex]:
        """The two corners at the ends of a hexside."""
        d = self.grid.direction(side.a, side.b)
        if d is None:
            raise ValueError(f"{side.a} and {side.b} share no hexside")
        before, after = self.grid.step(side.a, (d - 1) % 6), self.grid.step(side.a, (d + 1) % 6)
        return _vertex(side.a, side.b, before), _vertex(side.a, side.b, after)

    def place(self, vertex: Vertex) -> Point:
        """The position of a corner."""
        xs, ys = zip(*(self.geometry.centre(h) for h in vertex), strict=True)
        return sum(xs) / 3, sum(ys) / 3

    def inside(self, vertex: Vertex) -> bool:
        """Whether all three hexes of a corner are on the map."""
        return all(h in self.grid for h in vertex)

    # -- pieces of lines -------------------------------------------------------------------

    def half(
        self,
        side: Hexside,
        vertex: Vertex,
        partner: Hexside | None,
        join: tuple[Hexside, Hexside] | None = None,
        inside: Callable[[Vertex], bool] | None = None,
    ) -> list[Point]:
        """The points from the middle of a hexside to the end of its line at a corner.

        With a partner hexside the line bends towards it and stops halfway round. Without one it ends at the
        corner, or on the line that passes there from `join` to `join`; exactly at the corner if that is not
        `inside` the map.
        """
        start, corner = self.geometry.side_middle(side), self.place(vertex)
        if partner is not None:
            return self.strayed(quadratic(start, corner, self.geometry.side_middle(partner), STEPS, 0.0, 0.5))
        between = ((start[0] + corner[0]) / 2, (start[1] + corner[1]) / 2)
        points = [start, between, corner]
        if join is not None:
            points.append(self._bend(join, vertex))
        if not (inside or self.inside)(vertex):
            return [*self.strayed(points[:2]), corner]
        return self.strayed(points)

    def whole(
        self,
        side: Hexside,
        partner: Callable[[Hexside, Vertex], Hexside | None],
        join: Callable[[Hexside, Vertex], tuple[Hexside, Hexside] | None] = lambda s, v: None,
        inside: Callable[[Vertex], bool] | None = None,
    ) -> list[Point]:
        """The line along a hexside, from corner to corner."""
        one, other = self.vertices(side)
        first = self.half(side, one, partner(side, one), join(side, one), inside)
        second = self.half(side, other, partner(side, other), join(side, other), inside)
        return first[::-1] + second[1:]

    def strayed(self, points: list[Point]) -> list[Point]:
        return [self._stray(p) for p in points]

    def _bend(self, pair: tuple[Hexside, Hexside], vertex: Vertex) -> Point:
        a, b = (self.geometry.side_middle(s) for s in pair)
        return quadratic(a, self.place(vertex), b, 2)[1]

    # -- boundaries between kinds ----------------------------------------------------------

    def boundary_partner(self, kind: Callable[[Hex], object]) -> Callable[[Hexside, Vertex], Hexside | None]:
        """For a boundary between hexes of different kinds: a function that returns the hexside along which it
        continues, or None where three kinds or the edge of the map meet."""

        def partner(side: Hexside, vertex: Vertex) -> Hexside | None:
            third = next(h for h in vertex if h not in side)
            if third not in self.grid:
                return None
            k = kind(third)
            if k is None:
                return None
            if k == kind(side.a):
                return hexside(side.b, third)
            return hexside(side.a, third) if k == kind(side.b) else None

        return partner

    def passing(self, vertex: Vertex, kind: Callable[[Hex], object]) -> tuple[Hexside, Hexside] | None:
        """The two hexsides along which a boundary of kinds passes a corner, or None."""
        if not self.inside(vertex):
            return None
        a, b, c = vertex
        of = {h: kind(h) for h in vertex}
        if None in of.values():
            return None
        for odd, x, y in ((a, b, c), (b, a, c), (c, a, b)):
            if of[x] == of[y] != of[odd]:
                return hexside(odd, x), hexside(odd, y)
        return None

    def shape(self, hex: Hex, kind: Callable[[Hex], object]) -> tuple[Point, ...]:
        """The outline of the ground of a hex: towards neighbours of another kind it follows the
        natural boundary; the outlines of all hexes cover the map without gaps."""
        near = self.grid.around(hex)
        kinds = [kind(n) if n in self.grid else None for n in near]
        return tuple(self._outline(hex, near, kind(hex), kinds))

    def _outline(self, hex: Hex, near: list[Hex], mine: object, kinds: list[object]) -> Iterator[Point]:
        """The outline of a hex of one kind among neighbours of these kinds."""
        corners = self.geometry.corners(hex)
        plain = [mine is None or mine == kinds[d - 1] == kinds[d] for d in range(6)]
        for d in range(6):
            left, right = near[d - 1], near[d]
            if not plain[d]:
                yield from self._round_corner(hex, left, right, corners[d], (mine, kinds[d - 1], kinds[d]))
                continue
            # All three hexes are of one kind; a side between two such corners is straight.
            if not plain[d - 1]:
                yield self._stray(self.geometry.side_middle(hexside(hex, left)))
            yield corners[d]

    def _round_corner(
        self, hex: Hex, left: Hex, right: Hex, here: Point, kinds: tuple[object, object, object]
    ) -> list[Point]:
        """From the middle of the side before a corner, `here`, to just before that of the side after it;
        `kinds` are those of the hex and of its neighbours left and right of the corner."""
        g = self.geometry
        start, end = g.side_middle(hexside(hex, left)), g.side_middle(hexside(hex, right))
        mine, kl, kr = kinds
        if kl is None or kr is None:
            first = [start] if kl is None else self.strayed([start])
            if kl is not None:
                first.append(self._stray(((start[0] + here[0]) / 2, (start[1] + here[1]) / 2)))
            first.append(here)
            if kr is not None:
                first.append(self._stray(((end[0] + here[0]) / 2, (end[1] + here[1]) / 2)))
            return first
        if kl == kr:
            return self.strayed(quadratic(start, here, end, 2 * STEPS)[:-1])
        if mine == kl != kr:
            third = g.side_middle(hexside(left, right))
            return self.strayed([start, here, *quadratic(third, here, end, STEPS, 0.5, 1.0)[:-1]])
        if mine == kr != kl:
            third = g.side_middle(hexside(left, right))
            return self.strayed([*quadratic(start, here, third, STEPS, 0.0, 0.5), here])
        a = ((start[0] + here[0]) / 2, (start[1] + here[1]) / 2)
        b = ((end[0] + here[0]) / 2, (end[1] + here[1]) / 2)
        return self.strayed([start, a, here, b])


def _vertex(a: Hex, b: Hex, c: Hex) -> Vertex:
    x, y, z = sorted((a, b, c))
    return x, y, z


class PlainRivers:
    """The courses of the lines on the hexsides of one design."""

    def __init__(self, design: Design, style: Style, ground: Ground) -> None:
        self.design, self.style, self.ground = design, style, ground
        self.lines = NaturalLines(style.geometry(design.map), style.wander)
        self.on_side = design.map.side_lines
        self._bands = {k.id for k in design.ruleset.hexsides if k.pattern not in HEXSIDE_PATTERNS}

    def beds(self, side: Hexside) -> Iterator[tuple[tuple[Point, ...], float, tuple[bool, bool]]]:
        """For each band on a hexside its course, its width, and which of its ends are springs."""
        seen = set()
        for line in self.on_side[side]:
            if line.kind in self._bands and line.kind not in seen:
                seen.add(line.kind)
                yield self._bed(side, line)

    def _bed(
        self, side: Hexside, line: HexsideLine
    ) -> tuple[tuple[Point, ...], float, tuple[bool, bool]]:
        def partner(s: Hexside, v: Vertex) -> Hexside | None:
            pair = self._main_pair(v, line.kind)
            if pair is None or s not in pair:
                return None
            return pair[1] if s == pair[0] else pair[0]

        def join(s: Hexside, v: Vertex) -> tuple[Hexside, Hexside] | None:
            return self._main_pair(v, line.kind) or self.lines.passing(v, self._shore)

        widths = self.style.river_widths
        width = widths[min(max(line.width, 1), len(widths)) - 1]
        whole = self.lines.whole(side, partner, join, self._inside)
        points = tuple(self._without_mouths(side, whole, line.kind, mouth_ends(width, self.style)[0]))
        one, other = (self._is_spring(v, line.kind) for v in self.lines.vertices(side))
        return points, width, (one, other)

    def _shore(self, hex: Hex) -> bool | None:
        return None if self.ground.is_off_map(hex) else self.ground.is_water(hex)

    def _inside(self, vertex: Vertex) -> bool:
        return not any(map(self.ground.is_off_map, vertex))

    def _without_mouths(self, side: Hexside, points: list[Point], kind: str, by: float) -> list[Point]:
        """The line, shortened by `by` at ends that meet a coast."""
        for vertex, reverse in zip(self.lines.vertices(side), (True, False), strict=True):
            if self._main_pair(vertex, kind) or not self.lines.passing(vertex, self._shore):
                continue
            line = points[::-1] if reverse else points
            (x0, y0), (x1, y1) = line[-2:]
            length = math.hypot(x1 - x0, y1 - y0)
            back = min(by, length * 0.9) / max(length, 1e-9)
            line = [*line[:-1], (x1 + (x0 - x1) * back, y1 + (y0 - y1) * back)]
            points = line[::-1] if reverse else line
        return points

    def _is_spring(self, vertex: Vertex, kind: str) -> bool:
        """Whether the band of a kind begins at a corner, and not at water, at the edge of the map or at
        another band."""
        bands = [s for s in _sides(vertex) if any(x.kind in self._bands for x in self.on_side.get(s, ()))]
        return kind in self._bands and len(bands) == 1 and self._inside(vertex) and (
            not self.lines.passing(vertex, self._shore))

    def _main_pair(self, vertex: Vertex, kind: str) -> tuple[Hexside, Hexside] | None:
        """The hexsides of the two widest lines of a kind at a corner, of one name if possible; else None."""
        # One line of the kind per hexside; other kinds may be there too, such as a border along a river.
        here = [(s, x) for s in _sides(vertex)
                for x in [x for x in self.on_side.get(s, ()) if x.kind == kind][:1]]
        if len(here) < 2:
            return None
        here.sort(key=lambda e: (-e[1].width, e[0]))
        for i, (s, x) in enumerate(here):
            for t, y in here[i + 1 :]:
                if x.name and x.name == y.name:
                    return s, t
        return here[0][0], here[1][0]


def _sides(vertex: Vertex) -> list[Hexside]:
    a, b, c = vertex
    return [hexside(a, b), hexside(a, c), hexside(b, c)]


def tapered(
    points: Sequence[Point], springs: tuple[bool, bool]
) -> Iterator[tuple[tuple[Point, Point], float]]:
    """A line in short pieces, each with its share of the full width; `springs` says which ends of the line
    are springs. The shares grow evenly from there to the other end."""
    whole = math.fsum(math.dist(a, b) for a, b in pairwise(points))
    gone = 0.0
    for a, b in pairwise(points):
        length = math.dist(a, b)
        if length < 1e-9:
            continue
        count = math.ceil(length / FINE)
        shares = (n / count for n in range(count + 1))
        stops = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in shares]
        for n, piece in enumerate(pairwise(stops)):
            at = (gone + (n + 0.5) * length / count) / whole
            far = min([t for t, spring in zip((at, 1 - at), springs, strict=True) if spring], default=1.0)
            yield piece, THIN + (1 - THIN) * far
        gone += length


def quadratic(
    start: Point, control: Point, end: Point, steps: int, first: float = 0.0, last: float = 1.0
) -> list[Point]:
    """`steps + 1` points of a quadratic curve, from parameter `first` to `last`."""
    curve = []
    for i in range(steps + 1):
        t = first + (last - first) * i / steps
        a, b, c = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
        curve.append((a * start[0] + b * control[0] + c * end[0], a * start[1] + b * control[1] + c * end[1]))
    return curve
