"""The layers of a whole map, for paper and drawings: hexes that show the same become one `HexRun`; only the
others are made hex by hex.

The result is what `scene.map_scene` draws, layer by layer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType

import numpy as np

from ...hexgrid import Hex, HexGeometry, HexGrid
from ..ground import DrawingPass, Ground
from ..hex_layers import LOCAL_LAYERS, HexLayers
from ..natural_lines import VARIANTS, variant
from ..primitives import Item, Line, Polygon, Primitive
from ..scene_builder import GROUND_LAYERS
from ..writing.numbers import CLEAR, NumberCrossing, Numbers
from .runs import Drawn, HexRun, RunPlace, shifted

EMPTY: Mapping[Hex, Item | None] = MappingProxyType({})


class WholeMap:
    """The map of one design, whose hexes `HexLayers` draws one by one."""

    def __init__(self, hexes: HexLayers) -> None:
        self.hexes = hexes
        self.ground = hexes.ground
        self._uniform = UniformHexes(self.ground)
        self._x, self._y = _centres(hexes.geometry)

    def layer(self, name: str, dots: float = 1e8) -> list[Drawn]:
        """A layer of `LOCAL_LAYERS` as shown at `dots` per map unit, from bottom to top."""
        if name == "numbers":
            return self.numbers(Numbers(self.ground, self.ground.style), dots)
        if name not in LOCAL_LAYERS:
            raise ValueError(f"{name} is not drawn hex by hex")
        drawn: list[Drawn] = []
        if name not in GROUND_LAYERS:
            entries = [e for hex in self.hexes.homes(name) for e in self.hexes.of(name, hex)]
            entries.sort(key=lambda e: e[0])
            drawn = [item for _, item in entries]
        else:
            for each in self.ground.passes(name):
                drawn += self._pass(each, dots)
        return [x for x in drawn if x.least_scale <= dots and (isinstance(x, HexRun) or dots < x.most_scale)]

    def numbers(
        self, numbers: Numbers, dots: float = 1e8, moved: Mapping[Hex, Item | None] = EMPTY
    ) -> list[Drawn]:
        """The hex numbers of the map, with the positions of those that are `moved`."""
        bands = numbers.bands(dots)
        if not bands:
            return []
        towns = {p.hex for p in self.ground.map.places if p.features}
        known: dict[tuple[str, NumberCrossing, bool], int] = {}
        rows, columns = np.nonzero(~self._uniform.off)
        letters, lines = self.ground.map.terrain.rows, self._lined
        kinds: list[int] = []
        firsts: list[Hex] = []
        for r, c, lined in zip(rows.tolist(), columns.tolist(), lines[rows, columns].tolist(), strict=True):
            hex = Hex(c, r)
            key = letters[r][c], numbers.crossed(hex) if lined else CLEAR, hex in towns
            if key not in known:
                known[key] = len(firsts)
                firsts.append(hex)
            kinds.append(known[key])
        made = [(item, hex) for hex in firsts if (item := numbers.item(hex, bands[0])) is not None]
        if not made:
            return []
        drawings = tuple(self._about_origin(item, hex) for item, hex in made)
        names = {self.ground.grid.number(hex) for hex in moved}
        places = [p for p in self._places(kinds, rows, columns) if p.number not in names]
        drawn: list[Drawn] = [HexRun(drawings, places, made[0][0].least_scale, lettered=True)]
        return drawn + [item for _, item in sorted(moved.items()) if item is not None]

    # -- the ground --------------------------------------------------------------------------

    def _pass(self, each: DrawingPass, dots: float) -> list[Drawn]:
        a, name = self._uniform, each.name
        nothing = np.zeros_like(a.wet)
        if name == "water":
            return self._split(each.make, a.wet, a.inland, a.letters, dots)
        if name == "land":
            return self._split(each.make, ~a.wet, a.inland, a.letters, dots)
        if name == "coast" or name.startswith("shoal"):
            return self._split(each.make, a.coastal, nothing, a.letters, dots)
        if name == "pattern":
            # Hexes of one variant have the same marks.
            return self._split(each.make, ~nothing, ~nothing, a.letters * VARIANTS + self._variants, dots)
        if name == "tint" and self.ground.style.wash_opacity:
            return self._split(
                each.make, a.countries > 0, a.one_land & ~a.bordered, a.countries, dots)
        if name in ("tint", "border"):
            return self._split(each.make, a.bordered, nothing, a.letters, dots)
        if name == "grid":
            # The sides that a hex draws depend on which neighbours come before it.
            by_row = self.ground.grid.orientation == "pointy"
            line = np.indices(a.wet.shape)[0 if by_row else 1] & 1
            plain = a.one_sort & ~self._sided & ~a.bordered
            return self._split(each.make, ~nothing, plain, a.wet + 2 * line, dots)
        wanted = marked([h for h in self.ground.grid if each.wanted(h)], self.ground.grid)
        return self._split(each.make, wanted, nothing, a.letters, dots)

    def _split(
        self, make: Callable[[Hex], Item | None], wanted: Array, alike: Array, key: Array, dots: float
    ) -> list[Drawn]:
        """A run of the hexes that are `alike`, which show the same if they have the same `key`, and the items
        of the others."""
        drawn: list[Drawn] = []
        rows, columns = np.nonzero(wanted & alike)
        firsts, kinds = np.unique(key[rows, columns], return_index=True, return_inverse=True)[1:]
        hexes = [Hex(int(columns[n]), int(rows[n])) for n in firsts]
        made = [make(h) for h in hexes]
        shown = [i is not None and i.least_scale <= dots for i in made]
        if any(shown):
            drawings = tuple(
                self._about_origin(i, h) if i is not None else () for i, h in zip(made, hexes, strict=True))
            keep = np.array(shown)[kinds]
            places = self._places(kinds[keep].tolist(), rows[keep], columns[keep])
            drawn.append(HexRun(drawings, places, max(i.least_scale for i in made if i is not None)))
        rows, columns = np.nonzero(wanted & ~alike)
        for r, c in zip(rows.tolist(), columns.tolist(), strict=True):
            item = make(Hex(c, r))
            if item is not None:
                if item.least_scale > dots:
                    break  # nor do the others show
                drawn.append(item)
        return drawn

    @cached_property
    def _variants(self) -> Array:
        grid = self.ground.grid
        return np.array([[variant(Hex(c, r)) for c in range(grid.columns)] for r in range(grid.rows)])

    @cached_property
    def _lined(self) -> Array:
        """Hexes with a line on a side, a road across one, or a border."""
        map, grid = self.ground.map, self.ground.grid
        crossed = {h for side in map.road_segments for h in side}
        lined: Array = self._sided | marked(crossed, grid) | self._uniform.bordered
        return lined

    @cached_property
    def _sided(self) -> Array:
        """Hexes with a line on a side."""
        return marked({h for side in self.ground.map.side_lines for h in side}, self.ground.grid)

    @cached_property
    def _numbers(self) -> Array:
        grid = self.ground.grid
        return np.array(grid.numbers, object).reshape(grid.rows, grid.columns)

    def _places(self, kinds: Sequence[Hashable], rows: Array, columns: Array) -> list[RunPlace]:
        numbers = self._numbers[rows, columns].tolist()
        x, y = self._x[rows, columns].tolist(), self._y[rows, columns].tolist()
        return list(map(RunPlace._make, zip(kinds, numbers, x, y, strict=True)))

    def _about_origin(self, item: Item, hex: Hex) -> tuple[Primitive, ...]:
        x, y = self.hexes.geometry.centre(hex)
        return tuple(_rounded(shifted(p, -x, -y)) for p in item.primitives)


def _rounded(shape: Primitive) -> Primitive:
    """The shape without the last digits, which vary with the hex from which a drawing was taken."""
    if not isinstance(shape, (Polygon, Line)):
        return shape
    return replace(shape, points=tuple((round(x, 9), round(y, 9)) for x, y in shape.points))


def _centres(geometry: HexGeometry) -> tuple[Array, Array]:
    """The centres of all hexes by row and column."""
    grid = geometry.grid
    rows, columns = np.indices((grid.rows, grid.columns))
    origin, by_row = np.array(geometry.centre(Hex(0, 0))), grid.orientation == "pointy"

    def along(col: int, row: int) -> Array:
        offset: Array = np.array(geometry.centre(Hex(col, row))) - origin
        return offset

    right = along(1, 0) if by_row else along(2, 0) / 2
    down = along(0, 2) / 2 if by_row else along(0, 1)
    aside = along(0, 1) - down if by_row else along(1, 0) - right
    odd = (rows if by_row else columns) & 1
    x, y = (origin[n] + right[n] * columns + down[n] * rows + aside[n] * odd for n in (0, 1))
    return x, y


# Masks of the hexes that have only equal neighbours, for all hexes at once.

Array = np.ndarray
_RIM = 255


class UniformHexes:
    """Masks by row and column of the map that a `Ground` draws."""

    def __init__(self, ground: Ground) -> None:
        self._grid: HexGrid = ground.grid
        terrain, countries = ground.map.terrain, ground.map.countries
        names, self.letters = _coded(terrain.rows)
        looks = ground.letter_colours
        wet = np.array([looks[x][1] for x in names], bool)
        off = np.array([x in ground.off_letters for x in names], bool)
        self.wet: Array = wet[self.letters]
        """Water."""
        self.off: Array = off[self.letters]
        """Hexes in which nothing is drawn."""
        values, codes = _coded(countries.rows)
        nobody = np.array([not ground.map.countries.values.get(x, "") for x in values], bool)
        codes = codes + 1
        codes[nobody[codes - 1] | self.wet | self.off] = 0
        self.countries: Array = codes
        """A number for each country, 0 for hexes without one."""
        near = _neighbours(self.letters, self._grid, _RIM)
        self.inland: Array = np.all(near == self.letters, axis=0)
        """Hexes with the same terrain on all sides."""
        around = _neighbours(codes, self._grid, 0)
        self.bordered: Array = np.any((around != codes) & (around > 0) & (codes > 0), axis=0)
        """Hexes of a country that touch another."""
        sort = np.where(self.wet, 1, np.where(self.off, 2, 0))
        sorts = _neighbours(sort, self._grid, 3)
        self.coastal: Array = self.wet & np.any(sorts == 0, axis=0)
        """Water that touches land."""
        self.one_sort: Array = np.all(sorts == sort, axis=0) & ~self.off
        """Hexes with only water around water, or only land around land, and none off the map."""
        land = np.where(self.wet, 0, codes + 1)
        self.one_land: Array = np.all(_neighbours(land, self._grid, _RIM) == land, axis=0)
        """Hexes with the same country on all sides."""


def marked(hexes: Collection[Hex], grid: HexGrid) -> Array:
    """A mask of some hexes; those outside the map are ignored."""
    mask = np.zeros((grid.rows, grid.columns), bool)
    inside = [h for h in hexes if h in grid]
    if inside:
        columns, rows = np.array(inside).T
        mask[rows, columns] = True
    return mask


def _coded(rows: Sequence[str]) -> tuple[list[str], Array]:
    """The distinct letters in rows of text, and the index of each letter as a table."""
    names = sorted(set("".join(rows)))
    number: Mapping[int, int] = {ord(x): n for n, x in enumerate(names)}
    return names, np.array([[number[ord(x)] for x in row] for row in rows], np.int32)


def _neighbours(values: Array, grid: HexGrid, rim: int) -> Array:
    """The values of the six neighbours (6, rows, columns); those outside the map have that of the rim."""
    rows, columns = values.shape
    width = np.full((rows + 2, columns + 2), rim, values.dtype)
    width[1:-1, 1:-1] = values
    neighbours = np.empty((6, rows, columns), values.dtype)
    for line in (0, 1):
        for d, (dc, dr) in enumerate(grid.steps(Hex(line, line))):
            moved = width[1 + dr:1 + dr + rows, 1 + dc:1 + dc + columns]
            part = (slice(line, None, 2), slice(None)) if grid.orientation == "pointy" else (
                slice(None), slice(line, None, 2))
            neighbours[d][part] = moved[part]
    return neighbours
