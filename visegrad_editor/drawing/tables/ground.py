"""The ground of a whole map as arrays: terrain with its coasts, tints and borders of countries, the grid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain

import numpy as np

from ...lazy_dataclass import dataclass
from ..borders import DOT
from ..colours import lighter, rgb
from ..compiled import _raster
from ..compiled.shape_list import FILL, HAIRLINE_PX, LINE, OUTLINE
from ..ground import PATTERNS_FROM, Ground
from ..hex_variants import VARIANTS
from ..patterns import PATTERNS
from .hex_field import Array, HexField, Sides
from .shape_tables import HexAreas, Lines, LineStamps, Regions, Shape, stroke

GRID_FROM = 6.0
"""Pixels per map unit from which the grid is drawn."""
_SEAM = 0.02
"""The width of an outline that hides the seam between shapes of one colour."""


@dataclass(frozen=True)
class TerrainMarks:
    """Hexes with marks of their terrain: column, row and the letter of the terrain."""

    col: Array
    row: Array
    letter: Array

    def unlike(self, variants: Array) -> tuple[list[tuple[str, int]], Array]:
        """The letters and variants of marks that differ, if the hexes are of these `variants`, and for each
        hex the index of its own."""
        known, which = np.unique(self.letter.astype(np.int64) * VARIANTS + variants, return_inverse=True)
        letters, numbers = np.divmod(known, VARIANTS)
        return list(zip(map(chr, letters.tolist()), numbers.tolist(), strict=True)), which.reshape(-1)


Part = Regions | Lines | LineStamps | HexAreas | TerrainMarks

_MOST_AREAS = 1 << 13
"""The most hexes whose areas are made at once, to save memory."""


class SideMasks:
    """The hexsides of a map with lines on them and roads across them: masks by direction, row and column."""

    def __init__(self, ground: Ground, field: HexField) -> None:
        self._ground, self._field = ground, field

    @cached_property
    def lined(self) -> Array:
        """Those with any line."""
        return self._field.marked(self._ground.map.side_lines)

    @cached_property
    def broad(self) -> Array:
        """Those that are visible without the grid."""
        lines, broad = self._ground.map.lines, self._ground.broad
        return self._field.marked(chain.from_iterable(x.sides for x in lines if x.kind in broad))

    @cached_property
    def crossed(self) -> Array:
        """Those that roads cross."""
        return self._field.marked(self._ground.map.road_segments)


class GroundShapes:
    """The layers of the ground of one design, in a field; `sides` are those of the whole map."""

    def __init__(self, ground: Ground, field: HexField, sides: SideMasks | None = None) -> None:
        self._ground, self._field, self._style = ground, field, ground.style
        self._sides = sides or SideMasks(ground, field)
        self._cut = (slice(None),) * 3 if sides is None else (
            slice(None), slice(field.first_row, field.first_row + field.rows),
            slice(field.first_col, field.first_col + field.columns))
        map = ground.map
        self.letters = field.rows_of(map.terrain)
        """The letters of terrain as numbers, by row and column."""
        letters = [letter for letter, _ in map.terrain.legend]
        values = list(dict.fromkeys(value for _, value in map.terrain.legend))
        self._terrain = _looked_up(
            self.letters, {x: values.index(v) for x, v in map.terrain.legend})
        colours = ground.letter_colours
        self._colour = _looked_up(self.letters, {x: rgb(colours[x][0]) for x in letters})
        self._bare = _looked_up(self.letters, {x: x in ground.bare_letters for x in letters}).astype(bool)
        self._water = _looked_up(self.letters, {x: colours[x][1] for x in letters}).astype(bool)
        self._off = _looked_up(self.letters, {x: x in ground.off_letters for x in letters}).astype(bool)
        nations = [value for _, value in map.countries.legend]
        there = {x: nations.index(v) + 1 if v else 0 for x, v in map.countries.legend}
        self._country = np.where(
            self._water | self._off, 0, _looked_up(field.rows_of(map.countries), there))
        self._tints = np.array([(0, 0, 0), *(rgb(ground.tint(v)) for v in nations)])

    @property
    def water(self) -> Array:
        """Which hexes are water, with -1 for hexes off the map, by row and column with a rim."""
        return self._rimmed(np.where(self._off, -1, self._water), -1)

    @property
    def there(self) -> Array:
        """The hexes with ground or water, by row and column."""
        there: Array = ~self._off
        return there

    def crossed(self) -> tuple[Array, Array]:
        """Masks of the hexes with a line along a hexside above their number, and of those with a road through
        it; see `numbers.NumberCrossing`."""
        field, ground = self._field, self._ground
        up = list(ground.upward)
        there = field.around(field.rimmed(self._country, 0))[up]
        borders = (there != self._country) & (there > 0) & (self._country > 0)
        above = (self._sides.lined[self._cut][up] | borders).any(0)
        if len(up) != 1:
            return above, np.zeros_like(above)
        return above, self._sides.crossed[self._cut][up[0]]

    def layer(self, layer: str, scale: float, by_hex: bool = False) -> Iterator[Part]:
        """The parts of a ground layer, from bottom to top. With `by_hex` areas are given for each hex
        (`HexAreas`), else by the lines between them (`Regions`)."""
        if layer == "terrain":
            yield from self._terrain_layer(scale, by_hex)
        elif layer == "countries":
            yield from self._tint(by_hex)
        elif layer == "borders":
            yield from self._borders()
        elif layer == "grid" and scale >= GRID_FROM:
            yield from self._grid()

    # -- terrain -----------------------------------------------------------------------------

    def _terrain_layer(self, scale: float, by_hex: bool) -> Iterator[Part]:
        solid = np.concatenate((self._colour, ~self._bare[..., None]), 2)
        coasts = self._coasts()
        lines = self._field.boundary(coasts, self.water)
        if by_hex:
            kind = np.where(self._off, -1, self._terrain)
            yield from self._areas(self._water, kind, self._colour, 1.0, _SEAM)
            yield from self._shoal(coasts, lines, scale)
            yield from self._areas(~self._water & ~self._bare, kind, self._colour, 1.0, _SEAM)
        elif not (self._ground.commonest_water and self._style.shoal):
            yield from self._regions(self._terrain, solid)
        else:
            # There is water below the land, too, so that the bands of shoal end where the land begins: on a
            # map with water everywhere, so that each part is painted as in the whole.
            common = np.array([*rgb(self._ground.commonest_water), 1])
            water = np.where((self._water | self._bare)[..., None], solid, common)
            below, land = self._regions(self._terrain, water, np.where(self._water[..., None], 0, solid))
            yield below
            yield from self._shoal(coasts, lines, scale)
            yield land
        if scale >= PATTERNS_FROM:
            patterned = [
                ord(x) for x, v in self._ground.map.terrain.legend if self._ground.pattern_of(x) in PATTERNS]
            col, row = self._field.where(np.isin(self.letters, patterned))
            if len(col):
                yield TerrainMarks(col, row, self._field.at(self.letters, col, row))
        if len(lines):
            yield self._stroked(lines, self._style.coast, self._style.coast_width, self._hexes(coasts))

    def _shoal(self, coasts: Sides, lines: Array, scale: float) -> Iterator[Lines]:
        """The bands of paler water along coasts, the widest first."""
        if not len(lines):
            return
        _, one, which = np.unique(
            self._field.at(self.letters, coasts.col, coasts.row), return_index=True, return_inverse=True)
        sea = self._field.at(self._colour, coasts.col[one], coasts.row[one])
        for width, pale in self._style.shoal:
            bands = self._field.bands(coasts, lines, width, self.water)
            colour = _solid(_paler(sea, pale)[which])
            shapes: tuple[Shape, ...] = ((FILL, colour, _same(bands, 0.0), None),)
            if _SEAM * scale >= HAIRLINE_PX:
                shapes = (*shapes, (OUTLINE, colour, _same(bands, _SEAM), None))
            yield Lines(bands, shapes, self._hexes(coasts))

    def _areas(
        self, wanted: Array, kind: Array, colours: Array, opacity: float, seam: float
    ) -> Iterator[HexAreas]:
        """The areas of the `wanted` hexes, in their colours; a kind of -1 is off the map."""
        field, kinds = self._field, self._rimmed(kind, -1)
        col, row = field.where(wanted)
        for first in range(0, len(row), _MOST_AREAS):
            r, c = row[first : first + _MOST_AREAS], col[first : first + _MOST_AREAS]
            points, count = field.outlines(c, r, kinds)
            yield HexAreas(
                points, count, _solid(field.at(colours, c, r), opacity), seam, field.numbered(c, r))

    def _hexes(self, sides: Sides) -> Array:
        """The numbers of the hexes by which hexsides are given."""
        return self._field.numbered(sides.col, sides.row)

    def _coasts(self) -> Sides:
        """The hexsides between water and land, each given by the water hex."""
        field = self._field
        land = field.around(field.rimmed(~self._water & ~self._off, False))
        return field.sides(land & self._water).by_hex()

    def _regions(self, kind: Array, *values: Array) -> list[Regions]:
        """Areas of hexes of one kind, for each of some values: red, green, blue (premultiplied) and opacity
        by hex."""
        field = self._field
        near = field.around(field.rimmed(kind, -1))
        differ = near != kind
        differ[3:] &= near[3:] == -1  # each hexside once
        # At the edge of the map, and of ground off it, sides are straight.
        edge = differ & (self._off | field.around(field.rimmed(self._off, True)))
        sides, rim = field.sides(differ & ~edge), field.sides(edge)
        c, r = field.step(sides.col, sides.row, sides.d)
        past = field.step(rim.col, rim.row, rim.d)
        lines = field.boundary(sides, field.rimmed(np.where(self._off, -1, kind), -1))
        ends = field.straight(rim)
        n, m = len(lines), len(ends)
        points = np.concatenate((lines.reshape(-1, 2), ends.reshape(-1, 2))).astype(np.float32)
        first = np.concatenate((13 * np.arange(n), 13 * n + 2 * np.arange(m))).astype(np.int32)
        count = np.concatenate((np.full(n, 13), np.full(m, 2))).astype(np.int32)
        there = field.inside(*past)
        clipped = ((past[1] - field.first_row).clip(0, field.rows - 1),
                   (past[0] - field.first_col).clip(0, field.columns - 1))
        regions = []
        for value in values:
            delta = np.concatenate((
                field.at(value, c, r) - field.at(value, sides.col, sides.row),
                np.where(there[:, None], value[clipped], 0) - field.at(value, rim.col, rim.row)))
            delta = delta.astype(np.float32)
            seen = delta.any(1)
            regions.append(Regions(_raster.Regions(points, first[seen], count[seen], delta[seen])))
        return regions

    # -- countries -----------------------------------------------------------------------------

    def _border_sides(self, once: bool) -> tuple[Sides, Array]:
        """The hexsides between countries, with their lines; `once` each, or from both hexes."""
        field = self._field
        country = field.rimmed(np.where(self._off, -1, self._country), -1)
        between = self._meeting()
        if once:
            between[3:] = False
        sides = field.sides(between).by_hex()
        return sides, field.boundary(sides, country, self.water)

    def _meeting(self) -> Array:
        """A mask of the hexsides between countries by direction, row and column, each from both hexes."""
        near = self._field.around(self._field.rimmed(self._country, -1))
        between: Array = (near != self._country) & (near > 0) & (self._country > 0)
        return between

    def _tint(self, by_hex: bool) -> Iterator[Regions | HexAreas | Lines]:
        style = self._style
        if style.wash_opacity and by_hex:
            kind = np.where(self._off, -1, self._country)
            yield from self._areas(
                self._country > 0, kind, self._tints[self._country], style.wash_opacity, 0.0)
        elif style.wash_opacity:
            tint = self._tints[self._country] * style.wash_opacity
            solid = np.full((*tint.shape[:2], 1), style.wash_opacity)
            values = np.where(self._country[..., None] > 0, np.concatenate((tint, solid), 2), 0)
            yield from self._regions(self._country, values)
        sides, lines = self._border_sides(False)
        if len(lines):
            bands = self._field.bands(sides, lines, style.tint_width, self._rimmed(self._country, -1))
            country = self._field.at(self._country, sides.col, sides.row)
            colour = _solid(self._tints[country], style.tint_opacity)
            yield Lines(bands, ((FILL, colour, _same(bands, 0.0), None),), self._hexes(sides))

    def _borders(self) -> Iterator[Lines]:
        style = self._style
        sides, lines = self._border_sides(True)
        if not len(lines):
            return
        hexes = self._field.homes(sides)
        steps = np.diff(lines, axis=1)
        far = np.concatenate((np.zeros((len(lines), 1)), np.hypot(steps[..., 0], steps[..., 1]).cumsum(1)), 1)
        whole = sum(style.border_dash)
        # Dashes are stretched to fit the line a whole number of times.
        count = np.maximum(1, np.rint(far[:, -1] / whole)).astype(int)
        dash = (far[:, -1] / (count * whole))[:, None] * np.array(style.border_dash)
        width = style.border_width
        yield Lines(lines, (stroke(style.border, _same(lines, width), dash),), hexes)
        yield self._stroked(
            _dots(lines, far, count, DOT * width), style.border, width, np.repeat(hexes, count))

    # -- grid --------------------------------------------------------------------------------

    def _grid(self) -> Iterator[LineStamps]:
        field, style = self._field, self._style
        nothing = self._off | self._bare
        wet, off = field.rimmed(self._water, False), field.rimmed(nothing, True)
        outside = field.around(field.rimmed(np.zeros(self._off.shape, bool), True))
        drawn = ~(nothing & field.around(off))
        drawn[3:] &= outside[3:]  # each hexside once
        drawn &= ~self._sides.broad[self._cut] & ~self._meeting()  # these are visible without the grid
        water = self._water & (field.around(wet) | outside)
        # There are few ways to draw the sides of a hex: a digit 0, 1 or 2 for each side.
        ways = np.tensordot(3 ** np.arange(6), drawn * (1 + water), 1).reshape(-1)
        kinds, which = np.unique(ways, return_inverse=True)
        inks = np.array([[*rgb(c), 255] for c in (style.grid, style.grid_on_water)])
        digits = kinds[:, None] // 3 ** np.arange(6) % 3
        way, side = np.nonzero(digits)
        lines = field.outline()[side]
        shape = LINE, inks[digits[way, side] - 1], _same(lines, style.grid_width), None
        sizes = np.bincount(way, minlength=len(kinds))
        col, row = field.all()
        yield LineStamps(
            Lines(lines, (shape,), np.full(len(lines), -1)), sizes, kinds, which.reshape(-1),
            field.centres(col, row), field.numbered(col, row))

    def _stroked(self, lines: Array, colour: str, width: float, hexes: Array) -> Lines:
        return Lines(lines, (stroke(colour, _same(lines, width)),), hexes)

    def _rimmed(self, values: Array, rim: int) -> Array:
        return self._field.rimmed(values, rim)


def _dots(lines: Array, far: Array, count: Array, half: float) -> Array:
    """The dots of borders (n, 2, 2): `count` on each line, whose points are at the distances `far` along it;
    see `borders.dash_dot`."""
    which = np.repeat(np.arange(len(lines)), count)
    number = np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count)
    goal = (number + 0.5) * (far[:, -1] / count)[which]
    piece = np.minimum((far[which, 1:] < goal[:, None]).sum(1), lines.shape[1] - 2)
    start, end = lines[which, piece], lines[which, piece + 1]
    way = (end - start) / np.maximum(np.hypot(*(end - start).T), 1e-9)[:, None]
    at = start + way * (goal - far[which, piece])[:, None]
    return np.stack((at - way * half, at + way * half), 1)


def _looked_up(letters: Array, values: Mapping[str, object]) -> Array:
    """The value of each letter."""
    table = np.array(list(values.values()))
    places = np.zeros(max(map(ord, values), default=0) + 1, np.intp)
    places[[ord(x) for x in values]] = np.arange(len(values))
    result: Array = table[places[letters]]
    return result


def _paler(colours: Array, by: float) -> Array:
    """Colours (n, 3) lightened as by `colours.lighter`."""
    return np.array([rgb(lighter("#{:02x}{:02x}{:02x}".format(*map(int, c)), by)) for c in colours])


def _solid(colours: Array, opacity: float = 1.0) -> Array:
    """Colours (n, 3) with an opacity (n, 4)."""
    return np.concatenate((colours, np.full((len(colours), 1), round(255 * opacity))), 1)


def _same(lines: Sequence[object] | Array, width: float) -> Array:
    return np.full(len(lines), width)
