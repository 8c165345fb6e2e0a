"""The rivers of a whole map as arrays: the same as `rivers.py` draws hexside by hexside, for all at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from itertools import chain

import numpy as np

from ...model.gamemap import HexsideLine
from ...model.ruleset import HexsideKind
from ..colours import darker, rgb
from ..hex_layers import HexLayers
from ..hexside_marks import HEXSIDE_PATTERNS, RIM
from ..primitives import Item
from ..rivers import mouth_ends
from ..springs import all_tapered
from .hex_field import Array, HexField, Sides, ends_of
from .map_ground import Lines, Shape
from .shape_list import LINE

_RIM = 3
"""The width of the margin around the map in tables of hexsides, in hexes."""


def plain_kinds(hexes: HexLayers) -> list[HexsideKind]:
    """The kinds of hexside that are drawn as a line with a rim."""
    return [k for k in hexes.design.ruleset.hexsides if k.pattern not in HEXSIDE_PATTERNS]


class RiverTables:
    """The lines of plain kinds on the hexsides of a whole map."""

    def __init__(self, hexes: HexLayers, field: HexField) -> None:
        lines: dict[str, list[HexsideLine]] = {}
        for line in hexes.design.map.lines:
            lines.setdefault(line.kind, []).append(line)
        tables = [(k, _RiverTable(field, lines[k.id])) for k in plain_kinds(hexes) if k.id in lines]
        self.by_kind = [(kind, table) for kind, table in tables if len(table.sides.d)]
        there = [table.there for _, table in self.by_kind]
        self.any_band = np.logical_or.reduce(there) if there else np.zeros(0, bool)
        """A mask of the entries of the tables with lines of any plain kind."""


def river_parts(
    hexes: HexLayers, field: HexField, water: Array, rivers: RiverTables | None = None, tapered: bool = True
) -> Iterator[Lines | list[Item]]:
    """All lines on hexsides, from bottom to top; see `river_lines`."""
    plain = {k.id for k in plain_kinds(hexes)}
    by_depth: dict[int, list[Item]] = {}
    if {x.kind for x in hexes.design.map.lines} - plain:
        homes = field.hexes() if field.is_part else hexes.homes("rivers")
        for side in sorted(s for h in homes for s in hexes.sides_of(h)):
            for depth, item in hexes.rivers.items(side, plain):
                by_depth.setdefault(depth, []).append(item)
    rims, beds = river_lines(hexes, field, water, rivers, tapered)
    yield from rims
    yield by_depth.pop(0, [])
    yield from beds
    for _, items in sorted(by_depth.items()):
        yield items


def river_lines(
    hexes: HexLayers, field: HexField, water: Array, rivers: RiverTables | None = None, tapered: bool = True
) -> tuple[list[Lines], list[Lines]]:
    """The rims and the beds of all lines of plain kinds; `water`, with a rim, is 1 for water and -1 off the
    map. `rivers` are the tables of the whole map, if `field` is a part of it. If `tapered`, rivers begin
    thin."""
    rims, beds = list[Lines](), list[Lines]()
    style, tables = hexes.style, rivers or RiverTables(hexes, field)
    any_band = tables.any_band
    for kind, all_of_kind in tables.by_kind:
        table = all_of_kind.within(field) if field.is_part else all_of_kind
        if not len(table.sides.d):
            continue
        lines = style.river_widths
        width = np.array(lines)[np.clip(table.width, 1, len(lines)) - 1]
        points, mouths = table.lines(water)
        short, open_by = np.array([mouth_ends(x, style) for x in lines])[
            np.clip(table.width, 1, len(lines)) - 1].T
        rim = _drawn_back(points, mouths, open_by)
        bed, springs = _drawn_back(points, mouths, short), table.springs(any_band, water) & tapered
        homes = field.homes(table.sides)
        rims += _bands(rim, springs, darker(kind.colour, style.river_edge), width, RIM, homes)
        beds += _bands(bed, springs, kind.colour, width, 0.0, homes)
    return rims, beds


def _bands(
    points: Array, springs: Array, colour: str, width: Array, more: float, hexes: Array
) -> list[Lines]:
    """Lines (n, 13, 2) of a colour, tapered towards ends that are springs (n, 2)."""
    begins = springs.any(1)
    bands = []
    if not begins.all():
        bands.append(Lines(points[~begins], (stroke(colour, width[~begins] + more),), hexes[~begins]))
    if begins.any():
        pieces, shares, line = all_tapered(points[begins], springs[begins])
        strokes = stroke(colour, width[begins][line] * shares + more)
        bands.append(Lines(pieces, (strokes,), hexes[begins][line]))
    return bands


def _drawn_back(lines: Array, mouths: tuple[Array, Array], by: Array) -> Array:
    """The lines (n, 13, 2), shortened at ends that are mouths."""
    shortened = lines.copy()
    for mouth, last, before in zip(mouths, (slice(0, 4), slice(9, 13)), (4, 8), strict=True):
        way = lines[mouth, before] - lines[mouth, last][:, 0]
        far = np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-9)
        shortened[mouth, last] += (way * (np.minimum(by[mouth], far * 0.9) / far)[:, None])[:, None]
    return shortened


class _RiverTable:
    """The lines of one kind by hexside; if there are several on one, the first."""

    def __init__(self, field: HexField, lines: Sequence[HexsideLine]) -> None:
        self._field = field
        names = {name: n + 1 for n, name in enumerate(dict.fromkeys(x.name for x in lines if x.name))}
        ends = ends_of(chain.from_iterable(x.sides for x in lines))
        count = [len(x.sides) for x in lines]
        of_line = np.array([(x.width, names.get(x.name, 0)) for x in lines], np.int64).reshape(-1, 2)
        table = np.concatenate((ends, np.repeat(of_line, count, 0)), 1)
        d = field.direction(*table.T[:4])
        table, d = table[d >= 0], d[d >= 0]  # checks report the others
        shape = 3, field.rows + 2 * _RIM, field.columns + 2 * _RIM
        self._widths, self._names = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        sides = Sides(table[:, 0], table[:, 1], d)
        flat = np.ravel_multi_index(self._place(sides), shape)
        # numpy does not say which of several values stays in one place.
        there, once = np.unique(flat, return_index=True)
        self._widths.reshape(-1)[there] = np.maximum(table[once, 4], 1)
        self._names.reshape(-1)[there] = table[once, 5]
        self.sides = sides.of(once)
        self.width = table[once, 4]

    def within(self, field: HexField) -> _RiverTable:
        """The same for the hexsides of the hexes of a part of the map."""
        table, col, row = copy(self), self.sides.col - field.first_col, self.sides.row - field.first_row
        # The first hex of a hexside may be just outside the map.
        here = np.flatnonzero((col >= -1) & (col < field.columns) & (row >= -1) & (row < field.rows))
        table._field, table.sides, table.width = field, self.sides.of(here), self.width[here]
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


def _order(one: tuple[Array, Array], other: tuple[Array, Array]) -> Array:
    """Numbers that sort like hexsides."""
    a, b = (((h[0] + _RIM) << 15) + h[1] + _RIM for h in (one, other))
    numbers: Array = (np.minimum(a, b) << 30) + np.maximum(a, b)
    return numbers


def stroke(colour: str, width: Array, dash: Array | None = None) -> Shape:
    """Lines of a colour, with widths and dashes given by arrays."""
    return LINE, np.tile(np.array([*rgb(colour), 255]), (len(width), 1)), width, dash
