"""Which hexes of a map have nothing but their like around them, for all hexes at once."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from ...hexgrid import Hex, HexGrid
from ..ground import Ground

Array = np.ndarray
_RIM = 255


class Alike:
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
        """Where nothing is drawn."""
        values, codes = _coded(countries.rows)
        nobody = np.array([not ground.map.countries.values.get(x, "") for x in values], bool)
        codes = codes + 1
        codes[nobody[codes - 1] | self.wet | self.off] = 0
        self.countries: Array = codes
        """A number for each country, 0 for no one's land."""
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
    """A mask of some hexes; those outside the map are left out."""
    found = np.zeros((grid.rows, grid.columns), bool)
    inside = [h for h in hexes if h in grid]
    if inside:
        columns, rows = np.array(inside).T
        found[rows, columns] = True
    return found


def _coded(rows: Sequence[str]) -> tuple[list[str], Array]:
    """The letters in rows of text, and which of them stands where."""
    names = sorted(set("".join(rows)))
    number: Mapping[int, int] = {ord(x): n for n, x in enumerate(names)}
    return names, np.array([[number[ord(x)] for x in row] for row in rows], np.int32)


def _neighbours(values: Array, grid: HexGrid, rim: int) -> Array:
    """The values of the six neighbours (6, rows, columns); those outside the map have that of the rim."""
    rows, columns = values.shape
    wide = np.full((rows + 2, columns + 2), rim, values.dtype)
    wide[1:-1, 1:-1] = values
    found = np.empty((6, rows, columns), values.dtype)
    for line in (0, 1):
        for d, (dc, dr) in enumerate(grid.steps(Hex(line, line))):
            moved = wide[1 + dr:1 + dr + rows, 1 + dc:1 + dc + columns]
            part = (slice(line, None, 2), slice(None)) if grid.orientation == "pointy" else (
                slice(None), slice(line, None, 2))
            found[d][part] = moved[part]
    return found
