"""The hexes of a map as arrays: their positions, their neighbours, and natural lines: coasts, rivers and
borders that follow hexsides without looking like hexes.

A line cuts the corners of the hexsides it follows: it runs through their middles and bends smoothly near each
corner. Then every point is displaced a little by a fixed field, so that lines that run together stay
together. All of this is local: the look of a hexside depends only on the hexes at its two ends.

Ground off the map has straight sides; its kind is -1, as for everything beyond the grid.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from itertools import chain
from typing import NamedTuple

import numpy as np

from ...hexgrid import Hex, HexGeometry, Hexside
from ...model.gamemap import GameMap, Place
from ...model.layer import Layer
from ..compiled import _raster
from ..hex_centres import centres

Array = np.ndarray
STEPS = 6
"""The pieces of a line from the middle of a hexside to a corner."""


class Sides(NamedTuple):
    """Hexsides, each given by a hex and a direction."""

    col: Array
    row: Array
    d: Array

    def of(self, chosen: Array) -> Sides:
        return Sides(self.col[chosen], self.row[chosen], self.d[chosen])

    def by_hex(self) -> Sides:
        """The hexsides with those of one hex together, row by row."""
        return self.of(np.lexsort((self.col, self.row)))


class Part(NamedTuple):
    """A rectangle of hexes of a map: its first column and row, and how many of each."""

    col: int
    row: int
    columns: int
    rows: int


class HexField:
    """The grid of one map, or of a part of it; `amount` is how far natural lines are displaced.

    Values of hexes are kept in arrays of rows and columns with a rim around them (see `rimmed`), so that
    every neighbour of a hex has a place. Columns and rows of hexes are always those of the map, and `at`
    finds their values.
    """

    def __init__(self, geometry: HexGeometry, amount: float) -> None:
        self.geometry, self.amount = geometry, amount
        grid = geometry.grid
        self.first_col = self.first_row = 0
        self.columns, self.rows = grid.columns, grid.rows
        self._by_row = grid.orientation == "pointy"
        steps = np.array([grid.steps(Hex(2, 2)), grid.steps(Hex(3, 3))])
        self._steps = steps
        self._step_col, self._step_row = (np.ascontiguousarray(steps[..., i]).reshape(-1) for i in (0, 1))
        self._corners = np.array([geometry.corner_offset(d) for d in range(6)])
        level = HexGeometry(grid)
        self._level = (self._by_row, grid.stagger == "odd", steps.astype(np.int32),
                       np.array([level.corner_offset(d) for d in range(6)]))

    def part(self, part: Part) -> HexField:
        """The field of a part of the map. What is outside counts as off the map, so lines near an edge of the
        part that is no edge of the map differ from those of the map. The first column and row must be
        even."""
        if part.col % 2 or part.row % 2:
            raise ValueError(f"a part of a map begins at an even column and row, not {part.col}, {part.row}")
        field = copy(self)
        field.first_col, field.first_row, field.columns, field.rows = part
        return field

    # -- hexes -----------------------------------------------------------------------------

    def all(self) -> tuple[Array, Array]:
        """Columns and rows of all hexes, row by row."""
        row, col = np.divmod(np.arange(self.columns * self.rows), self.columns)
        return col + self.first_col, row + self.first_row

    def where(self, mask: Array) -> tuple[Array, Array]:
        """Columns and rows of the hexes that are set in a mask."""
        row, col = np.nonzero(mask)
        return col + self.first_col, row + self.first_row

    def at(self, values: Array, col: Array, row: Array) -> Array:
        """The values of hexes of the field."""
        found: Array = values[row - self.first_row, col - self.first_col]
        return found

    @property
    def is_part(self) -> bool:
        """Whether it is not the whole map."""
        return (self.columns, self.rows) != (self.geometry.grid.columns, self.geometry.grid.rows)

    def hexes(self) -> list[Hex]:
        """All hexes, row by row."""
        columns = range(self.first_col, self.first_col + self.columns)
        return [Hex(c, r) for r in range(self.first_row, self.first_row + self.rows) for c in columns]

    def places(self, map: GameMap) -> list[Place]:
        """The places of a map that are in the field."""
        if not self.is_part:
            return [p for p in map.places if p.hex in map.grid]
        known = map.place_at
        return [known[h] for h in self.hexes() if h in known]

    def rows_of(self, layer: Layer) -> Array:
        """The letters of a layer as numbers, by row and column."""
        left, right = self.first_col, self.first_col + self.columns
        rows = layer.rows[self.first_row : self.first_row + self.rows]
        text = "".join(rows if self.columns == self.geometry.grid.columns else [r[left:right] for r in rows])
        return np.frombuffer(text.encode("utf-32-le"), np.uint32).reshape(self.rows, self.columns)

    def rimmed(self, values: Array, rim: int) -> Array:
        """Values by row and column, with a rim around the map."""
        result = np.full((self.rows + 2, self.columns + 2), rim, values.dtype)
        result[1:-1, 1:-1] = values
        return result

    def rimmed_at(self, values: Array, col: Array, row: Array) -> Array:
        """The values, with a rim, of hexes of the field or just outside it."""
        found: Array = values[row + 1 - self.first_row, col + 1 - self.first_col]
        return found

    def centres(self, col: Array, row: Array) -> Array:
        """The centres of hexes (n, 2), also of those outside the map."""
        return centres(self.geometry, col, row)

    def numbered(self, col: Array, row: Array) -> Array:
        """The numbers of hexes of the map, row by row from 0."""
        numbers: Array = row * self.geometry.grid.columns + col
        return numbers

    def homes(self, sides: Sides) -> Array:
        """The numbers of the hexes to which lines on hexsides belong: of the two that of the earlier column,
        or row, if it is on the map."""
        col, row = self.step(sides.col, sides.row, sides.d)
        other = ~self.inside(sides.col, sides.row) | (
            self.inside(col, row) & ((col < sides.col) | ((col == sides.col) & (row < sides.row))))
        return self.numbered(np.where(other, col, sides.col), np.where(other, row, sides.row))

    def step(self, col: Array, row: Array, d: Array | int) -> tuple[Array, Array]:
        """Columns and rows of the neighbours in a direction."""
        which = ((row if self._by_row else col) & 1) * 6 + np.asarray(d) % 6
        return col + self._step_col.take(which), row + self._step_row.take(which)

    def direction(self, col: Array, row: Array, to_col: Array, to_row: Array) -> Array:
        """The directions from the first hexes to the second; -1 for hexes that are not neighbours."""
        directions = np.full(np.shape(col), -1)
        for d in range(6):
            c, r = self.step(col, row, d)
            directions[(c == to_col) & (r == to_row)] = d
        return directions

    def marked(self, sides: Iterable[Hexside]) -> Array:
        """A mask of some hexsides by direction, row and column, each marked from both hexes."""
        ends = ends_of(sides).T
        marks = np.zeros((6, self.rows, self.columns), bool)
        for col, row, to_col, to_row in (ends, ends[[2, 3, 0, 1]]):
            d = self.direction(col, row, to_col, to_row)
            there = (d >= 0) & self.inside(col, row)
            marks[d[there], row[there] - self.first_row, col[there] - self.first_col] = True
        return marks

    def inside(self, col: Array, row: Array) -> Array:
        """A mask of the hexes that are in the field."""
        col, row = col - self.first_col, row - self.first_row
        return (col >= 0) & (col < self.columns) & (row >= 0) & (row < self.rows)

    def around(self, values: Array) -> Array:
        """Rimmed values of the neighbours of every hex of the map: (6, rows, columns)."""
        neighbours = np.empty((6, self.rows, self.columns), values.dtype)
        for parity in (0, 1):
            every = (slice(parity, None, 2), slice(None))
            shape = neighbours[0][every if self._by_row else every[::-1]].shape
            for d in range(6):
                col, row = self._steps[parity, d] + 1
                if self._by_row:
                    near = values[row + parity :: 2, col : col + shape[1]]
                    neighbours[d][every] = near[: shape[0]]
                else:
                    near = values[row : row + shape[0], col + parity :: 2]
                    neighbours[d][every[::-1]] = near[:, : shape[1]]
        return neighbours

    def sides(self, chosen: Array) -> Sides:
        """The hexsides that are set in `chosen`, a mask by direction, row and column."""
        d, row, col = np.nonzero(chosen)
        return Sides(col + self.first_col, row + self.first_row, d)

    def ends(self, sides: Sides) -> tuple[Array, Array]:
        """Both ends of hexsides, each (n, 2)."""
        centre = self.centres(sides.col, sides.row)
        return centre + self._corners[sides.d], centre + self._corners[(sides.d + 1) % 6]

    def outline(self) -> Array:
        """The six sides of a hex about the origin (6, 2, 2)."""
        return np.stack((self._corners, np.roll(self._corners, -1, 0)), 1)

    def straight(self, sides: Sides) -> Array:
        """The hexsides as lines (n, 2, 2)."""
        return np.stack(self.ends(sides), 1)

    # -- natural lines ---------------------------------------------------------------------

    def strayed(self, points: Array) -> Array:
        """Points (..., 2) displaced by the field of the map."""
        level = self._unturned(points) if self.geometry.turn else np.array(points, np.float64, order="C")
        _raster.stray(level, self.amount)
        return self._turned(level[..., 0], level[..., 1]) if self.geometry.turn else level

    def boundary(self, sides: Sides, kind: Array, joining: Array | None = None) -> Array:
        """The boundaries between hexes of different kinds along hexsides: (n, 13, 2), from corner to corner.

        `kind` has a rim, and -1 for hexes off the map: lines end at corners with these. With `joining`, also
        with a rim, a line that ends where a boundary of those kinds passes ends on that boundary.
        """
        lines = np.empty((len(sides.d), 2 * STEPS + 1, 2))
        if not len(lines):
            return lines
        ends = np.stack((sides.col - self.first_col, sides.row - self.first_row, sides.d), 1).astype(np.int32)
        joined = None if joining is None else joining.astype(np.int32)
        grid = self.first_col, self.first_row, self.columns, self.rows, *self._level
        _raster.boundaries(ends, kind.astype(np.int32), joined, grid, self.amount, lines)
        return self._turned(lines[..., 0], lines[..., 1]) if self.geometry.turn else lines

    def outlines(self, col: Array, row: Array, kind: Array) -> tuple[Array, Array]:
        """The outlines of the ground of hexes, which together cover the map without gaps: all points (m, 2),
        and how many of them each hex has. Towards neighbours of another kind an outline follows the natural
        boundary. `kind` has a rim, and -1 for hexes off the map."""
        corners = self.centres(col, row)[:, None] + self._corners
        mine = self.rimmed_at(kind, col, row)
        near = np.empty((len(col), 6), kind.dtype)
        for d in range(6):
            c, r = self.step(col, row, d)
            near[:, d] = self.rimmed_at(kind, c, r)
        odd = np.nonzero((mine != -1) & (near != mine[:, None]).any(1))[0]
        bent, bends = self._bent(corners[odd], mine[odd, None], near[odd])
        count = np.full(len(col), 6)
        count[odd] = bends
        straight = np.ones(len(col), bool)
        straight[odd] = False
        points = np.empty((int(count.sum()), 2))
        there = np.repeat(straight, count)
        points[there], points[~there] = corners[straight].reshape(-1, 2), bent
        return points, count

    def _bent(self, corners: Array, mine: Array, right: Array) -> tuple[Array, Array]:
        """The outlines of hexes of kinds (n, 1), given by their corners (n, 6, 2), beside neighbours of kinds
        (n, 6), of which not all are alike: see `outlines`. At each corner an outline goes from the middle of
        the side before it to just before that of the side after it."""
        left = np.roll(right, 1, 1)
        after = (corners + np.roll(corners, -1, 1)) / 2
        before = np.roll(after, 1, 1)
        beyond = 1.5 * corners - corners.mean(1, keepdims=True) / 2
        plain = (left == mine) & (right == mine)
        edge = ~plain & ((left == -1) | (right == -1))
        inner = ~plain & ~edge
        points = np.empty((*corners.shape[:2], 2 * STEPS, 2))
        shown = np.zeros(points.shape[:3], bool)

        def put(where: Array, at: int, curve: Array, stray: bool = True) -> None:
            many = curve.shape[1]
            points[where, at : at + many] = self.strayed(curve) if stray else curve
            shown[where, at : at + many] = True

        def bend(where: Array, start: Array, end: Array, first: float, last: float, many: int) -> Array:
            t = (first + (last - first) * np.arange(many + 1) / many)[:, None]
            a, b, c = (x[where][:, None] for x in (start, corners, end))
            curve: Array = (1 - t) ** 2 * a + 2 * (1 - t) * t * b + t * t * c
            return curve

        put(plain, 1, corners[plain][:, None], stray=False)
        put(plain & ~np.roll(plain, 1, 1), 0, before[plain & ~np.roll(plain, 1, 1)][:, None])
        # Where the map ends, sides are straight and corners in their places.
        put(edge & (left == -1), 0, before[edge & (left == -1)][:, None], stray=False)
        for there, at, start in ((edge & (left != -1), 0, before), (edge & (right != -1), 3, after)):
            halves = (start[there] + corners[there]) / 2
            put(there, at, np.stack((start[there], halves), 1) if at == 0 else halves[:, None])
        put(edge, 2, corners[edge][:, None], stray=False)
        turn = inner & (left == right)
        put(turn, 0, bend(turn, before, after, 0.0, 1.0, 2 * STEPS)[:, :-1])
        joins = inner & (left == mine) & (right != mine)
        put(joins, 0, np.stack((before[joins], corners[joins]), 1))
        put(joins, 2, bend(joins, beyond, after, 0.5, 1.0, STEPS)[:, :-1])
        leaves = inner & (right == mine) & (left != mine)
        put(leaves, 0, bend(leaves, before, beyond, 0.0, 0.5, STEPS))
        put(leaves, STEPS + 1, corners[leaves][:, None])
        meeting = inner & (left != right) & (left != mine) & (right != mine)
        a, here, b = before[meeting], corners[meeting], after[meeting]
        put(meeting, 0, np.stack((a, (a + here) / 2, here, (b + here) / 2), 1))
        return points[shown], shown.sum((1, 2))

    def half(
        self, middle: Array, corner: Array, partner: Array, goes_on: Array, last: Array, inside: Array
    ) -> Array:
        """Lines from the middles of hexsides to their corners (n, 7, 2). A line that `goes_on` bends towards
        the middle of its `partner`; any other ends at `last`, or at the corner if not all hexes there are
        `inside` the map."""
        places = np.stack([self._unturned(p) for p in (middle, corner, partner, last)], 1)
        lines = np.empty((len(middle), STEPS + 1, 2))
        _raster.half_lines(places, np.stack((goes_on, inside), 1).view(np.uint8), self.amount, lines)
        return self._turned(lines[..., 0], lines[..., 1]) if self.geometry.turn else lines

    def passing(
        self, kinds: tuple[Array, ...], at: tuple[Array, ...], corner: Array, inside: Array
    ) -> tuple[Array, Array]:
        """The points at which a boundary of kinds passes between the three hexes of corners, or the corners
        themselves; and whether there is a boundary."""
        points, any = corner.copy(), np.zeros(len(corner), bool)
        for odd, x, y in ((0, 1, 2), (1, 0, 2), (2, 0, 1)):
            passes = inside & (kinds[x] == kinds[y]) & (kinds[x] != kinds[odd])
            middles = (at[odd] + at[x]) / 2 + (at[odd] + at[y]) / 2
            points[passes] = 0.25 * middles[passes] + 0.5 * corner[passes]
            any |= passes
        return points, any

    def bands(self, sides: Sides, lines: Array, width: float, alike: Array) -> Array:
        """The bands inside hexes along natural lines on their sides: (n, 28, 2). `alike`, with a rim, gives
        the kind of each hex; the bands of neighbours of one kind meet."""
        centre = self.centres(sides.col, sides.row)
        inner = _towards(lines, centre[:, None], width)
        edges = []
        for at, third, corner in zip(
            (0, -1), ((sides.d - 1) % 6, (sides.d + 1) % 6), self.ends(sides), strict=True
        ):
            col, row = self.step(sides.col, sides.row, third)
            meets = self.rimmed_at(alike, col, row) == self.rimmed_at(alike, sides.col, sides.row)
            edge = _towards(lines[:, at], self.strayed(corner), width)
            edges.append(np.where(meets[:, None], edge, inner[:, at])[:, None])
        return np.concatenate((lines, edges[1], inner[:, ::-1], edges[0]), 1)

    def _unturned(self, points: Array) -> Array:
        if not self.geometry.turn:
            return points
        x, y = self.geometry.unturned((points[..., 0], points[..., 1]))  # type: ignore[arg-type]
        return np.stack((x, y), -1)

    def _turned(self, x: Array, y: Array) -> Array:
        if self.geometry.turn:
            x, y = self.geometry.turned((x, y))  # type: ignore[arg-type, assignment]
        return np.stack((x, y), -1)


def ends_of(sides: Iterable[Hexside]) -> Array:
    """Columns and rows of both hexes of hexsides (n, 4)."""
    return np.fromiter(chain.from_iterable(chain.from_iterable(sides)), np.int64).reshape(-1, 4)


def _towards(points: Array, goal: Array, length: float) -> Array:
    way = goal - points
    far = np.maximum(np.hypot(way[..., 0], way[..., 1]), 1e-9)
    moved: Array = points + way * (length / far)[..., None]
    return moved
