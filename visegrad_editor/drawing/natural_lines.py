"""Natural lines: coasts, rivers and borders that follow hexsides without looking like hexes.

A line cuts the corners of the hexsides it follows: it runs through their middles and bends smoothly near each
corner. Then every point is displaced a little by a fixed field, so that lines that run together stay
together. All of this is local: the look of a hexside depends only on the hexes at its two ends.

Ground off the map has straight sides; its kind is None, as for everything beyond the grid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from ..hexgrid import Hex, HexGeometry, Hexside, Point, hexside
from .compiled import _raster
from .curves import quadratic

Vertex = tuple[Hex, Hex, Hex]
"""A corner of the grid, given by the three hexes that meet there, sorted."""
STEPS = 6
VARIANTS = 64
_MOST_SHAPES = 6_000
"""The most cached outlines, of some two thousand bytes each."""
_MOST_NEAR = 12_000


@lru_cache(maxsize=1 << 15)
def _lattice(i: int, j: int, salt: int) -> float:
    """A fixed pseudo-random number in -1..1 for a lattice point."""
    n = (i * 374761393 + j * 668265263 + salt * 1442695041) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((n ^ (n >> 16)) & 0xFFFF) / 32767.5 - 1.0


@lru_cache(maxsize=1 << 10)
def variant(hex: Hex) -> int:
    """The variant of a hex, a fixed pseudo-random number below `VARIANTS`. Hexes of one variant have the same
    marks, so that these are drawn once for all of them."""
    return int((_lattice(hex.col * 7 + 3, hex.row * 5 + 1, 5) + 1) / 2.001 * VARIANTS)


@lru_cache(maxsize=1)
def hexes_of_variants() -> tuple[Hex, ...]:
    """One hex of each variant, perhaps outside the map."""
    found: dict[int, Hex] = {}
    for hex in (Hex(n % 64, n // 64) for n in range(4096)):
        found.setdefault(variant(hex), hex)
    return tuple(found[number] for number in range(VARIANTS))


@lru_cache(maxsize=1 << 15)
def _chance(number: int, salt: int) -> float:
    return (_lattice(number * 7 + 3, 1, salt) + 1) / 2


def chance(hex: Hex, salt: int) -> float:
    """A fixed pseudo-random number in 0..1 for a hex, the same for all hexes of its `variant`."""
    return _chance(variant(hex), salt)


def stray(point: Point, amount: float) -> Point:
    """The point displaced by the field, by at most about `amount` each way."""
    return _raster.strayed(point, amount)


class NaturalLines:
    """Natural lines on one grid."""

    def __init__(self, geometry: HexGeometry, amount: float) -> None:
        self.geometry = geometry
        self.grid = geometry.grid
        self.amount = amount
        self._stray = lru_cache(maxsize=1 << 14)(self._strayed)
        self._near: dict[Hex, list[Hex]] = {}
        self._shapes: dict[tuple[Hex, tuple[int, ...]], tuple[Point, ...]] = {}

    def _strayed(self, point: Point) -> Point:
        # The field belongs to the map: on a rotated map, a river has the same bends.
        g = self.geometry
        return g.turned(stray(g.unturned(point), self.amount)) if g.turn else stray(point, self.amount)

    def near(self, hex: Hex) -> list[Hex]:
        """The six neighbours, including those outside the grid, clockwise from direction 0."""
        neighbours = self._near.get(hex)
        if neighbours is None:
            if len(self._near) >= _MOST_NEAR:
                self._near.clear()
            neighbours = self._near[hex] = self.grid.around(hex)
        return neighbours

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
        near = self.near(hex)
        around = [kind(hex), *(kind(n) if n in self.grid else None for n in near)]
        # The outline depends on which kinds are equal, not on what they are.
        key = hex, tuple(-1 if k is None else around.index(k) for k in around)
        outline = self._shapes.get(key)
        if outline is None:
            outline = tuple(self._outline(hex, near, around[0], around[1:]))
            if len(self._shapes) >= _MOST_SHAPES:
                self._shapes.clear()
            self._shapes[key] = outline
        return outline

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
