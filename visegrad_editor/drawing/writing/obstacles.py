"""The obstacles that text on the map avoids: symbols, roads, rivers, borders and the frame."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ...hexgrid import Hex, HexGeometry, Hexside, Point, hexside
from ...model.design import Design
from ..appearance import layer_looks, own_symbol
from ..box_pairs import Boxes, as_table
from ..curves import Box
from ..features import feature_boxes
from ..ground import Ground
from ..roads import Roads


class Signs(NamedTuple):
    """The symbols of a map as tables: their boxes, their hexes, and which of them are towns or the dots of
    places that have only a name."""

    boxes: Boxes
    hexes: np.ndarray
    towns: np.ndarray
    dots: np.ndarray


class _Sort(NamedTuple):
    """The symbols of a place: those that are drawn, and those that give its importance."""

    drawn: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    named: bool = False


_NOTHING = _Sort()


def block_within(geometry: HexGeometry, box: Box, reach: float) -> tuple[range, range]:
    """The columns and rows of the hexes whose centres may be within `reach` of a box."""
    grid = geometry.grid
    ends = [geometry.unturned(p) for p in (
        (box[0] - reach, box[1] - reach), (box[2] + reach, box[3] + reach))]
    (left, right), (top, bottom) = (sorted(v) for v in zip(*ends, strict=True))
    width, height = 3**0.5, 1.5
    if grid.orientation == "flat":
        width, height = height, width
    return (range(max(0, int(left / width) - 1), min(grid.columns, int(right / width) + 1)),
            range(max(0, int(top / height) - 1), min(grid.rows, int(bottom / height) + 1)))


def hexes_within(geometry: HexGeometry, box: Box, reach: float) -> list[Hex]:
    """The hexes of the map whose centres may be within `reach` of a box of the picture."""
    columns, rows = block_within(geometry, box, reach)
    return [Hex(c, r) for r in rows for c in columns]


class Obstacles:
    """The obstacles on the map of one design; unchanged parts are taken over from `before`. Text stays in the
    `frame`, that of the whole map if none is given."""

    def __init__(
        self, design: Design, ground: Ground, roads: Roads, before: Obstacles | None = None,
        frame: Box | None = None,
    ) -> None:
        self.geometry, self.ground, self.design = ground.geometry, ground, design
        self._frame = frame
        self._roads, self._rivers = roads, design.map.side_lines
        self._lines: dict[Hex, list[tuple[Point, ...]]] = {}
        """The lines of hexes, cached because labels request many of them repeatedly."""
        self._symbols: dict[Hex, _Sort]
        if before is not None and self.same_symbols(before) and before.geometry == self.geometry:
            self._symbols = before._symbols
            if "signs" in before.__dict__:
                self.__dict__["signs"] = before.signs
            return
        kinds = design.ruleset.feature_by_id
        known: dict[tuple[tuple[str, ...], bool], _Sort] = {}
        self._symbols = {}
        for p in design.map.places:
            key = p.features, bool(p.name)
            if (sort := known.get(key)) is None:
                here = [kinds[f] for f in p.features if f in kinds]
                drawn, own = {k.symbol for k in here}, set(map(own_symbol, here))
                sort = known[key] = _Sort(tuple(sorted(drawn)), tuple(sorted(own)), key[1])
            self._symbols[p.hex] = sort

    def same_symbols(self, before: Obstacles) -> bool:
        """Whether the symbols are the same as before."""
        one, other = self.design, before.design
        return one.map.places is other.map.places and (
            one.ruleset is other.ruleset
            or layer_looks(one.ruleset, "features") == layer_looks(other.ruleset, "features"))

    @property
    def frame(self) -> Box:
        """The box in which text stays: that of the map, without the paper around it, or of the part shown."""
        return self._frame or self.geometry.bounds()

    @cached_property
    def signs(self) -> Signs:
        """All symbols of the map."""
        boxes: list[Box] = []
        hexes: list[Hex] = []
        middle: list[bool] = []
        dots: list[bool] = []
        for hex, sort in self._symbols.items():
            there = self.features(hex)
            boxes += there
            hexes += [hex] * len(there)
            x, y = self.geometry.centre(hex)
            # A town is at the centre of its hex, plates are beside it.
            middle += [abs(b[0] + b[2] - 2 * x) + abs(b[1] + b[3] - 2 * y) < 1e-6 for b in there]
            dots += [not sort.drawn] * len(there)
        table, bare = np.array(hexes, int).reshape(-1, 2), np.array(dots, bool)
        return Signs(as_table(boxes), table, np.array(middle, bool) & ~bare, bare)

    @cached_property
    def wards(self) -> dict[Hex, set[Hex]]:
        """The unnamed towns that adjoin a named one and count as parts of it, by the hex of the named one."""
        wards: dict[Hex, set[Hex]] = {}
        grid, symbols = self.geometry.grid, self.own_symbols
        named = {p.hex for p in self.design.map.places if p.name}
        for place in self.design.map.places:
            if not place.name and place.hex not in named and is_town(symbols(place.hex)):
                for hex in grid.around(place.hex):
                    if hex in named and is_town(symbols(hex)):
                        wards.setdefault(hex, set()).add(place.hex)
        return wards

    def features(self, hex: Hex) -> list[Box]:
        """The boxes of the symbols in a hex, or of the dot of a place that has only a name."""
        sort = self._symbols.get(hex, _NOTHING)
        if not (sort.drawn or sort.named):
            return []
        return feature_boxes(sort.drawn, self.geometry.centre(hex), self.geometry.shape)

    def symbols(self, hex: Hex) -> tuple[str, ...]:
        """The drawn symbols in a hex, which determine its boxes."""
        return self._symbols.get(hex, _NOTHING).drawn

    def own_symbols(self, hex: Hex) -> tuple[str, ...]:
        """The symbols in a hex that make its place a capital, a city or less, whatever the style draws."""
        return self._symbols.get(hex, _NOTHING).own

    def lines(self, hexes: list[Hex]) -> list[tuple[Point, ...]]:
        """The courses of the roads, rivers and borders in some hexes; those on hexsides are straight."""
        unknown = {hex: list(self._crossed([hex])) for hex in hexes if hex not in self._lines}
        roads = [side for there in unknown.values() for what, side in there if what == "road"]
        courses = iter(self._roads.courses(roads))
        for hex, there in unknown.items():
            self._lines[hex] = [next(courses) if what == "road" else self.geometry.side_ends(side)
                                for what, side in there]
        return [course for hex in hexes for course in self._lines[hex]]

    def borders(self, box: Box) -> list[tuple[Point, Point]]:
        """The hexsides in a box along which countries meet."""
        columns, rows = block_within(self.geometry, box, 1.0)
        map, first = self.design.map, columns.start
        if not columns or not rows:
            return []
        letters = map.countries.rows
        mine = letters[rows.start][first]
        if not any(letters[r][first:columns.stop].strip(mine) for r in rows):
            return []
        sides, grid, country = [], self.geometry.grid, self.ground.country
        for row in rows:
            for column in columns:
                hex, letter = Hex(column, row), letters[row][column]
                for dc, dr in grid.steps(hex)[:3]:
                    c, r = column + dc, row + dr
                    if 0 <= c < grid.columns and 0 <= r < grid.rows and letters[r][c] != letter:
                        n = Hex(c, r)
                        mine, theirs = country(hex), country(n)
                        side = hexside(hex, n)
                        if mine and theirs and mine != theirs and side not in self._rivers:
                            sides.append(self.geometry.side_ends(side))
        return sides

    def _crossed(self, hexes: list[Hex]) -> Iterator[tuple[str, Hexside]]:
        grid, country = self.geometry.grid, self.ground.country
        roads, rivers = self._roads.drawn, self._rivers
        for hex in hexes:
            mine = country(hex)
            for n in grid.around(hex)[:3]:
                side = hexside(hex, n)
                if side in roads:
                    yield "road", side
                if side in rivers:
                    yield "river", side
                elif mine and (theirs := country(n)) and theirs != mine:
                    yield "border", side


def is_town(symbols: tuple[str, ...]) -> bool:
    """Whether any of the symbols of a place is that of a town."""
    return not {"capital", "city", "town", "village"}.isdisjoint(symbols)
