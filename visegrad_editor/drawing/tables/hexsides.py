"""The lines on the hexsides of a whole map as arrays: rivers and the like with their rims, and the courses
along which the marks of other kinds are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from itertools import groupby
from operator import itemgetter

import numpy as np

from ...hexgrid import Hex, HexGrid, Hexside
from ...model.gamemap import HexsideLine
from ..colours import darker
from ..curves import box_of
from ..drawn_hexes import DrawnHexes
from ..hexside_marks import HEXSIDE_PATTERNS, ONE_SIDED, REACH, RIM, hexside_marks
from ..primitives import Item
from ..style import Style
from .hex_field import Array, HexField, Sides, ends_of
from .shape_tables import Lines, stroke

_RIM = 3
"""The width of the margin around the map in tables of hexsides, in hexes."""
_BEDS = 1
"""The depth of the beds of rivers among `hexside_marks`."""
THIN = 0.3
"""The share of its width that a river has at its spring."""
FINE = 0.08
"""The greatest length of pieces of one width, in map units, short enough that no steps show."""


class HexsideTables:
    """The lines on the hexsides of a whole map: a table for each kind."""

    def __init__(self, hexes: DrawnHexes, field: HexField) -> None:
        lines: dict[str, list[tuple[int, HexsideLine]]] = {}
        for n, line in enumerate(hexes.design.map.lines):
            lines.setdefault(line.kind, []).append((n, line))
        tables = [(k, _HexsideTable(field, lines[k.id], k.pattern in ONE_SIDED))
                  for k in hexes.design.ruleset.hexsides if k.id in lines]
        there = [(kind, table) for kind, table in tables if len(table.sides.d)]
        self.bands = [(k, table) for k, table in there if k.pattern not in HEXSIDE_PATTERNS]
        """The kinds that are drawn as a line with a rim."""
        self.marked = [(k, table) for k, table in there if k.pattern in HEXSIDE_PATTERNS]
        """The other kinds."""
        masks = [table.there for _, table in self.bands]
        self.any_band = np.logical_or.reduce(masks) if masks else np.zeros(0, bool)
        """A mask of the entries of the tables with lines of any kind with a rim."""


def hexside_parts(
    hexes: DrawnHexes, field: HexField, water: Array, tables: HexsideTables, taper: bool = True
) -> Iterator[Lines | list[Item]]:
    """All lines on hexsides, from bottom to top; `water`, with a rim, is 1 for water and -1 off the map. The
    `tables` are those of the whole map, also if `field` is a part of it. With `taper`, rivers begin thin."""
    marks = sorted(_marks(hexes, field, water, tables), key=itemgetter(0))
    by_depth = [(depth, [item for _, item in of]) for depth, of in groupby(marks, key=lambda m: m[0][0])]
    rims, beds = river_lines(hexes, field, water, tables, taper)
    yield from (items for depth, items in by_depth if depth < _BEDS)
    yield from rims
    yield from beds
    yield from (items for depth, items in by_depth if depth > _BEDS)


def river_lines(
    hexes: DrawnHexes, field: HexField, water: Array, tables: HexsideTables, taper: bool = True
) -> tuple[list[Lines], list[Lines]]:
    """The rims and the beds of all lines that have rims: see `hexside_parts`."""
    rims, beds = list[Lines](), list[Lines]()
    style, any_band = hexes.style, tables.any_band
    for kind, all_of_kind in tables.bands:
        table = all_of_kind.within(field) if field.is_part else all_of_kind
        if not len(table.sides.d):
            continue
        width, short, open_by = _widths(table, style)
        points, mouths = table.lines(water)
        rim = _drawn_back(points, mouths, open_by)
        bed, springs = _drawn_back(points, mouths, short), table.springs(any_band, water) & taper
        homes = field.homes(table.sides)
        rims += _bands(rim, springs, darker(kind.colour, style.river_edge), width, RIM, homes)
        beds += _bands(bed, springs, kind.colour, width, 0.0, homes)
    return rims, beds


def _marks(
    hexes: DrawnHexes, field: HexField, water: Array, tables: HexsideTables
) -> Iterator[tuple[tuple[int, Hexside, int, int], Item]]:
    """The marks of lines without rims, each with its place in the drawing order: its depth first."""
    grid = hexes.design.map.grid
    for kind, all_of_kind in tables.marked:
        table = all_of_kind.within(field) if field.is_part else all_of_kind
        if not len(table.sides.d):
            continue
        width, short, _ = _widths(table, hexes.style)
        courses = _drawn_back(*table.lines(water), short)
        # In a part of a map, items are only painted, for which their hexes do not matter.
        homes = [-1] * len(courses) if field.is_part else field.homes(table.sides).tolist()
        for side, n, turned, points, across, home in zip(
            table.hexsides, table.line.tolist(), table.turned.tolist(), courses.tolist(), width.tolist(),
            homes, strict=True,
        ):
            course = tuple(dict.fromkeys((x, y) for x, y in (points[::-1] if turned else points)))
            hex = "" if home < 0 else grid.number(Hex(home % grid.columns, home // grid.columns))
            box = box_of(course, REACH)
            for place, (depth, drawn) in enumerate(hexside_marks(course, kind, across, hexes.style)):
                yield (depth, side, n, place), Item(drawn, box, hex)


def mouth_ends(width: float, style: Style) -> tuple[float, float]:
    """How far from the middle of a coast line the bed and the rim of a river end: the bed just crosses the
    line, the rim does not touch it, so that the mouth is open."""
    return max(0.0, width - style.coast_width) / 2, (width + RIM + style.coast_width) / 2


def _widths(table: _HexsideTable, style: Style) -> tuple[Array, Array, Array]:
    """The widths of the lines of a table, and how far at mouths their beds and their rims end; see
    `mouth_ends`."""
    classes = np.clip(table.width, 1, len(style.river_widths)) - 1
    found = np.array([(x, *mouth_ends(x, style)) for x in style.river_widths])[classes]
    return found[:, 0], found[:, 1], found[:, 2]


def _bands(
    points: Array, springs: Array, colour: str, width: Array, more: float, hexes: Array
) -> list[Lines]:
    """Lines (n, 13, 2) of a colour, tapered towards ends that are springs (n, 2)."""
    begins = springs.any(1)
    bands = []
    if not begins.all():
        bands.append(Lines(points[~begins], (stroke(colour, width[~begins] + more),), hexes[~begins]))
    if begins.any():
        pieces, shares, line = tapered(points[begins], springs[begins])
        strokes = stroke(colour, width[begins][line] * shares + more)
        bands.append(Lines(pieces, (strokes,), hexes[begins][line]))
    return bands


def tapered(lines: Array, springs: Array) -> tuple[Array, Array, Array]:
    """Lines with equal numbers of points (n, points, 2) in short pieces; `springs` says which ends of each
    are springs (n, 2). Returns the pieces (m, 2, 2) in order, their shares (m) of the full width, and their
    lines (m). The shares grow evenly from a spring to the other end.

    >>> pieces, shares, _ = tapered(np.array([[(0.0, 0.0), (0.2, 0.0)]]), np.array([[True, False]]))
    >>> pieces[:, 1, 0].round(2).tolist(), shares.round(2).tolist()
    ([0.07, 0.13, 0.2], [0.42, 0.65, 0.88])
    """
    begin, way = lines[:, :-1], np.diff(lines, axis=1)
    length = np.hypot(way[..., 0], way[..., 1])
    gone, whole = np.cumsum(length, 1) - length, length.sum(1, keepdims=True)
    count = np.where(length < 1e-9, 0, np.ceil(length / FINE)).astype(np.int64).ravel()
    part = np.repeat(np.arange(count.size), count)
    # The part of which line each piece belongs to.
    n = np.arange(part.size) - np.repeat(np.cumsum(count) - count, count)
    many = count[part]
    stops = np.stack((n, n + 1), 1) / many[:, None]
    pieces = begin.reshape(-1, 1, 2)[part] + way.reshape(-1, 1, 2)[part] * stops[..., None]
    line = part // length.shape[1]
    at = (gone.ravel()[part] + (n + 0.5) * length.ravel()[part] / many) / whole.ravel()[line]
    far = np.minimum(np.where(springs[line, 0], at, 1.0), np.where(springs[line, 1], 1 - at, 1.0))
    return pieces, THIN + (1 - THIN) * far, line


def _drawn_back(lines: Array, mouths: tuple[Array, Array], by: Array) -> Array:
    """The lines (n, 13, 2), shortened at ends that are mouths."""
    shortened = lines.copy()
    for mouth, last, before in zip(mouths, (slice(0, 4), slice(9, 13)), (4, 8), strict=True):
        way = lines[mouth, before] - lines[mouth, last][:, 0]
        far = np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-9)
        shortened[mouth, last] += (way * (np.minimum(by[mouth], far * 0.9) / far)[:, None])[:, None]
    return shortened


class _HexsideTable:
    """The lines of one kind by hexside, given with their numbers; if there are several on one, the first."""

    def __init__(self, field: HexField, lines: Sequence[tuple[int, HexsideLine]], one_sided: bool) -> None:
        self._field = field
        names = {name: n + 1 for n, name in enumerate(dict.fromkeys(x.name for _, x in lines if x.name))}
        hexsides = [side for _, x in lines for side in x.sides]
        ends = ends_of(hexsides)
        count = [len(x.sides) for _, x in lines]
        of_line = np.array([(x.width, names.get(x.name, 0), n) for n, x in lines], np.int64).reshape(-1, 3)
        table = np.concatenate((ends, np.repeat(of_line, count, 0)), 1)
        d = field.direction(*table.T[:4])
        neighbours = np.flatnonzero(d >= 0)  # checks report the others
        table, d = table[neighbours], d[neighbours]
        shape = 3, field.rows + 2 * _RIM, field.columns + 2 * _RIM
        self._widths, self._names = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        sides = Sides(table[:, 0], table[:, 1], d)
        flat = np.ravel_multi_index(self._place(sides), shape)
        # numpy does not say which of several values stays in one place.
        there, once = np.unique(flat, return_index=True)
        self._widths.reshape(-1)[there] = np.maximum(table[once, 4], 1)
        self._names.reshape(-1)[there] = table[once, 5]
        self.sides = sides.of(once)
        self.width, self.line = table[once, 4], table[once, 6]
        self.hexsides = [hexsides[n] for n in neighbours[once].tolist()]
        grid = field.geometry.grid
        against = {s for _, x in lines for s in _against(grid, x.sides)} if one_sided else set[Hexside]()
        self.turned = np.array([side in against for side in self.hexsides], bool)
        """Which lines run against the stroke with which they were drawn."""

    def within(self, field: HexField) -> _HexsideTable:
        """The same for the hexsides of the hexes of a part of the map."""
        table, col, row = copy(self), self.sides.col - field.first_col, self.sides.row - field.first_row
        # The first hex of a hexside may be just outside the map, also below it.
        here = np.flatnonzero((col >= -1) & (col < field.columns) & (row >= -1) & (row <= field.rows))
        table._field, table.sides, table.width = field, self.sides.of(here), self.width[here]
        table.line, table.turned = self.line[here], self.turned[here]
        table.hexsides = [self.hexsides[n] for n in here.tolist()]
        return table

    def _place(self, sides: Sides) -> tuple[Array, Array, Array]:
        """The indices of hexsides in the tables."""
        col, row = self._field.step(sides.col, sides.row, sides.d)
        back = sides.d >= 3
        return (sides.d % 3, np.where(back, row, sides.row) + _RIM, np.where(back, col, sides.col) + _RIM)

    @property
    def there(self) -> Array:
        """A mask of the entries of the tables with a line."""
        places: Array = self._widths > 0
        return places

    def springs(self, any_band: Array, water: Array) -> Array:
        """Which ends (n, 2) of the lines are springs; `any_band` is a mask of the entries with lines of any
        plain kind."""
        field, ends = self._field, []
        for third in ((self.sides.d - 1) % 6, (self.sides.d + 1) % 6):
            a = self.sides.col, self.sides.row
            b, c = field.step(*a, self.sides.d), field.step(*a, third)
            meeting = Sides(*a, third), Sides(*b, field.direction(*b, *c))
            alone = ~np.logical_or.reduce([any_band[self._place(s)] for s in meeting])
            kinds = [self._at(water, *h) for h in (a, b, c)]
            # All three hexes are land, or all water, and on the map: no coast passes there.
            inside = np.logical_and.reduce([field.inside(*h) for h in (a, b, c)])
            alike = (kinds[0] == kinds[1]) & (kinds[0] == kinds[2]) & (kinds[0] != -1)
            ends.append(alone & inside & alike)
        return np.stack(ends, 1)

    def lines(self, water: Array) -> tuple[Array, tuple[Array, Array]]:
        """The lines (n, 13, 2) from corner to corner, and for each end whether it meets a coast."""
        d = self.sides.d
        one, other = self._field.ends(self.sides)
        first, mouth = self._half((d - 1) % 6, one, water)
        second, other_mouth = self._half((d + 1) % 6, other, water)
        return np.concatenate((first[:, ::-1], second[:, 1:]), 1), (mouth, other_mouth)

    def _half(self, third: Array, corner: Array, water: Array) -> tuple[Array, Array]:
        field = self._field
        a = self.sides.col, self.sides.row
        b, c = field.step(*a, self.sides.d), field.step(*a, third)
        at = tuple(field.centres(*h) for h in (a, b, c))
        near = self.sides, Sides(*a, third), Sides(*b, field.direction(*b, *c))
        pair, there = self._greatest(near, ((a, b), (a, c), (b, c)))
        middles = np.stack(((at[0] + at[1]) / 2, (at[0] + at[2]) / 2, (at[1] + at[2]) / 2))
        own, n = pair[:, :2] == 0, np.arange(len(corner))
        goes_on = there & own.any(1)
        partner = middles[np.where(own[:, 0], pair[:, 1], pair[:, 0]), n]
        inside = field.inside(*a) & field.inside(*b) & field.inside(*c)
        kinds = tuple(self._at(water, *h) for h in (a, b, c))
        inside &= np.logical_and.reduce([k != -1 for k in kinds])
        last, mouth = field.passing(kinds, at, corner, inside)
        joined = 0.25 * (middles[pair[:, 0], n] + middles[pair[:, 1], n]) + 0.5 * corner
        last = np.where(there[:, None], joined, last)
        half = field.half(middles[0], corner, partner, goes_on, last, inside)
        return half, mouth & ~there

    def _at(self, rimmed: Array, col: Array, row: Array) -> Array:
        height, width = rimmed.shape
        row, col = row + 1 - self._field.first_row, col + 1 - self._field.first_col
        values: Array = rimmed[row.clip(0, height - 1), col.clip(0, width - 1)]
        return values

    def _greatest(
        self, near: Sequence[Sides], hexes: Sequence[tuple[tuple[Array, Array], tuple[Array, Array]]]
    ) -> tuple[Array, Array]:
        """The indices, among the three hexsides at each corner, of the two widest, of one name if possible,
        and whether there are two."""
        places = [self._place(s) for s in near]
        widths = np.stack([self._widths[p] for p in places], 1)
        names = np.stack([self._names[p] for p in places], 1)
        order = np.stack([_order(*h) for h in hexes], 1)
        by_order = np.argsort(order, 1, kind="stable")
        widest = np.argsort(np.take_along_axis(-widths, by_order, 1), 1, kind="stable")
        ranked = np.take_along_axis(by_order, widest, 1)
        named = np.take_along_axis(np.where(widths > 0, names, 0), ranked, 1)
        pair = ranked[:, :2].copy()
        for i, j in ((1, 2), (0, 2), (0, 1)):
            same = (named[:, i] > 0) & (named[:, i] == named[:, j])
            pair[same] = ranked[same][:, (i, j)]
        return pair, (widths > 0).sum(1) >= 2


def _against(grid: HexGrid, sides: Sequence[Hexside]) -> Iterator[Hexside]:
    """The hexsides of a stroke whose own direction is opposite to it."""
    ends = [_corners(grid, side) for side in sides]
    for i, (side, own) in enumerate(zip(sides, ends, strict=True)):
        before, after = ends[i - 1] if i else None, ends[i + 1] if i + 1 < len(ends) else None
        if own and ((after and own[0] in after) or (before and own[1] in before)):
            yield side


def _corners(grid: HexGrid, side: Hexside) -> tuple[frozenset[Hex], frozenset[Hex]] | None:
    """The corners at which a hexside begins and ends, each given by the hexes that meet there; None if its
    hexes are not neighbours."""
    d = grid.direction(side.a, side.b)
    if d is None:
        return None
    before, after = (grid.step(side.a, way % 6) for way in (d - 1, d + 1))
    return frozenset((*side, before)), frozenset((*side, after))


def _order(one: tuple[Array, Array], other: tuple[Array, Array]) -> Array:
    """Numbers that sort like hexsides."""
    a, b = (((h[0] + _RIM) << 15) + h[1] + _RIM for h in (one, other))
    numbers: Array = (np.minimum(a, b) << 30) + np.maximum(a, b)
    return numbers
