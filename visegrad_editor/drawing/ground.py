"""The ground of the map: terrain and countries."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from ..hexgrid import Hex, Hexside, Point, hexside
from ..model.design import Design
from ..model.ruleset import TerrainKind
from .appearance import terrain_look
from .borders import dash_dot
from .colours import lighter
from .curves import box_of
from .hexside_marks import HEXSIDE_PATTERNS
from .natural_lines import NaturalLines
from .patterns import PATTERNS, WATER
from .primitives import Item, Line, Polygon, Primitive
from .style import Style

PATTERNS_FROM = 5.5
"""Pixels per map unit from which the marks of the ground are drawn: hexes are then ten pixels wide."""


class DrawingPass(NamedTuple):
    """One drawing step over the hexes: `wanted` says for which hexes."""

    name: str
    wanted: Callable[[Hex], bool]
    make: Callable[[Hex], Item | None]


def _any(hex: Hex) -> bool:
    return True


class Ground:
    """Draws the ground of one design."""

    def __init__(self, design: Design, style: Style, lines: NaturalLines) -> None:
        self.design, self.style, self.lines = design, style, lines
        self.map, self.grid, self.geometry = design.map, design.map.grid, lines.geometry
        unknown = TerrainKind("", "", None, colour=style.off_map)
        by_id = design.ruleset.terrain_by_id
        self._kinds = {letter: by_id.get(value, unknown) for letter, value in self.map.terrain.legend}
        self._off = {t for t, k in self._kinds.items() if not k.playable and k.pattern not in WATER}
        self._looks = {t: (value, terrain_look(self._kinds[t])) for t, value in self.map.terrain.legend}
        self._wet = {t for t, k in self._kinds.items() if k.pattern in WATER}

        self._land = set(self._kinds) - self._off - self._wet
        self._columns, self._rows = self.grid.columns, self.grid.rows
        self._terrain_rows, self._country_rows = self.map.terrain.rows, self.map.countries.rows
        self._countries = self.map.countries.values

        self._side_lines = self.map.side_lines
        self._broad = {k.id for k in design.ruleset.hexsides if k.pattern not in HEXSIDE_PATTERNS}
        centre = self.geometry.centre(Hex(0, 0))
        ways = [self.geometry.centre(h)[1] - centre[1] for h in self.grid.around(Hex(0, 0))]
        self.upward = tuple(d for d, y in enumerate(ways) if y < -1.0)
        """The directions of the hexsides above the number of a hex."""

    # -- the ground of a hex ---------------------------------------------------------------

    def kind(self, hex: Hex) -> TerrainKind:
        """The terrain of a hex of the map."""
        return self._kinds[self.map.terrain.rows[hex.row][hex.col]]

    @property
    def letter_looks(self) -> dict[str, tuple[str, Hashable]]:
        """Letter of the terrain layer to its kind and the appearance of that."""
        return self._looks

    @property
    def letter_colours(self) -> dict[str, tuple[str, bool]]:
        """Letter of the terrain layer to its colour, and whether it is water."""
        return {letter: (kind.colour, letter in self._wet) for letter, kind in self._kinds.items()}

    @property
    def off_letters(self) -> frozenset[str]:
        """The letters of terrain on which nothing is ever drawn or played."""
        return frozenset(self._off)

    @cached_property
    def commonest_water(self) -> str:
        """The colour of the terrain of most water hexes of the map; "" without water."""
        count = {x: sum(row.count(x) for row in self._terrain_rows) for x in sorted(self._wet)}
        return self._kinds[max(count, key=lambda x: count[x])].colour if any(count.values()) else ""

    def pattern_of(self, letter: str) -> str:
        """The pattern of the terrain of a letter."""
        return self._kinds[letter].pattern

    # These are called for each neighbour of each hex, so they avoid calls themselves.

    def is_water(self, hex: Hex) -> bool:
        col, row = hex
        return (0 <= col < self._columns and 0 <= row < self._rows
                and self._terrain_rows[row][col] in self._wet)

    def shore(self, hex: Hex) -> bool | None:
        """True for water, False for land, None for no ground."""
        return None if self.is_off_map(hex) else self.is_water(hex)

    def inside(self, hexes: Iterable[Hex]) -> bool:
        """Whether there is ground or water in all of some hexes."""
        return not any(map(self.is_off_map, hexes))

    def is_off_map(self, hex: Hex) -> bool:
        """Whether nothing is ever drawn or played there (no water, not playable)."""
        col, row = hex
        return not (0 <= col < self._columns and 0 <= row < self._rows) or (
            self._terrain_rows[row][col] in self._off)

    def country(self, hex: Hex) -> str:
        """The country of a land hex, "" elsewhere."""
        col, row = hex
        if 0 <= col < self._columns and 0 <= row < self._rows and self._terrain_rows[row][col] in self._land:
            return self._countries[self._country_rows[row][col]]
        return ""

    def otherwise_than(self, before: Ground, hexes: Iterable[Hex]) -> set[Hex]:
        """The hexes, of some of the map, that were no water where they are now, or no land of the same
        country, on another ground of that map; or the other way round."""
        rows, old_rows = self._terrain_rows, before._terrain_rows
        alike = (self._wet == before._wet and self._land == before._land
                 and self.map.countries is before.map.countries)
        return {
            hex for hex in hexes
            if not (alike and rows[hex.row][hex.col] == old_rows[hex.row][hex.col])
            and (self.is_water(hex) != before.is_water(hex) or self.country(hex) != before.country(hex))}

    def _terrain_id(self, hex: Hex) -> str | None:
        return None if self.is_off_map(hex) else self.map.terrain.at(hex)

    # -- layers as passes ------------------------------------------------------------------

    def passes(self, layer: str) -> tuple[DrawingPass, ...]:
        """The drawing steps of a ground layer, each a pass over its hexes."""
        if layer == "countries":
            return (DrawingPass("tint", _any, self.tint_item),)
        if layer == "borders":
            return (DrawingPass("border", _any, self.border_item),)
        if layer == "grid":
            return (DrawingPass("grid", _any, self.grid_item),)
        # Shoals extend over the coast; the land drawn after them covers that.
        shoals = (
            DrawingPass(f"shoal {n}", self.is_water, partial(self.shoal_item, level=n))
            for n in range(len(self.style.shoal)))
        return (
            DrawingPass("water", self.is_water, self.ground_item), *shoals,
            DrawingPass("land", self._is_land, self.ground_item),
            DrawingPass("pattern", _any, self.pattern_item),
            DrawingPass("coast", self.is_water, self.coast_item))

    def _is_land(self, hex: Hex) -> bool:
        return not self.is_water(hex)

    # -- terrain ---------------------------------------------------------------------------

    def _near(self, hex: Hex) -> list[Hex]:
        return self.lines.near(hex)

    def ground_item(self, hex: Hex) -> Item:
        """The coloured ground of a hex, without its pattern."""
        shape = self.lines.shape(hex, self._terrain_id)
        colour = self.kind(hex).colour
        # The outline in its own colour closes the hairline seams that PDF viewers show.
        ground = Polygon(shape, fill=colour, stroke=colour, width=0.02)
        beside = "water" if self.is_water(hex) else "land"
        return Item((ground,), box_of(shape, 0.02), self.grid.number(hex), beside=beside)

    def pattern_item(self, hex: Hex) -> Item | None:
        """The peaks, tufts or waves of a hex, or None."""
        letter, (x, y) = self.map.terrain.rows[hex.row][hex.col], self.geometry.centre(hex)
        primitives = self.marks(letter, hex, (x, y))
        if primitives is None:
            return None
        return Item(primitives, (x - 1, y - 1, x + 1, y + 1), self.grid.number(hex),
                    least_scale=PATTERNS_FROM)

    def marks(self, letter: str, hex: Hex, centre: Point) -> tuple[Primitive, ...] | None:
        """The marks of the terrain of a letter about a point, those of the variant of a hex; None if it has
        none."""
        kind = self._kinds[letter]
        draw = PATTERNS.get(kind.pattern)
        return None if draw is None else tuple(draw(hex, centre, kind.colour, self.style.pattern_ink))

    def coast_points(self, side: Hexside) -> tuple[Point, ...]:
        partner = self.lines.boundary_partner(self.shore)
        return tuple(self.lines.whole(side, partner, inside=self.inside))

    def coasts(self, hex: Hex) -> list[tuple[Hexside, tuple[Point, ...]]]:
        """The coast along the sides of a water hex."""
        if not self.is_water(hex):
            return []
        sides = [
            hexside(hex, n)
            for n in self._near(hex)
            if n in self.grid and not self.is_water(n) and not self.is_off_map(n)
        ]
        return [(s, self.coast_points(s)) for s in sides]

    def shoal_item(self, hex: Hex, level: int) -> Item | None:
        """A band of paler water along the coasts of a water hex; level 0 is the widest."""
        coasts = self.coasts(hex)
        if not coasts:
            return None
        width, pale = self.style.shoal[level]
        colour = lighter(self.kind(hex).colour, pale)
        bands = [self._band(hex, side, points, width, self.is_water) for side, points in coasts]
        primitives: tuple[Primitive, ...] = tuple(
            Polygon(band, fill=colour, stroke=colour, width=0.02) for band in bands
        )
        return Item(primitives, box_of((p for band in bands for p in band), 0.02), self.grid.number(hex))

    def _band(
        self, hex: Hex, side: Hexside, points: Sequence[Point], width: float, alike: Callable[[Hex], bool]
    ) -> tuple[Point, ...]:
        """The band inside a hex along a natural line on one of its sides.

        Where the line turns into a neighbour that is `alike`, the band extends to the
        hexside between, so that both bands meet.
        """
        centre = self.geometry.centre(hex)
        inner = [_towards(p, centre, width) for p in points]
        for vertex, at in zip(self.lines.vertices(side), (0, -1), strict=True):
            third = next(h for h in vertex if h not in side)
            if alike(third):
                corner = self.lines.strayed([self.lines.place(vertex)])[0]
                edge = _towards(points[at], corner, width)
                inner = [edge, *inner] if at == 0 else [*inner, edge]
        return (*points, *reversed(inner))

    def coast_item(self, hex: Hex) -> Item | None:
        """The coast line along the sides of a water hex."""
        coasts = self.coasts(hex)
        if not coasts:
            return None
        width = self.style.coast_width
        lines: tuple[Primitive, ...] = tuple(Line(points, self.style.coast, width) for _, points in coasts)
        return Item(lines, box_of((p for _, points in coasts for p in points), width), self.grid.number(hex))

    # -- countries -------------------------------------------------------------------------

    def tint(self, country: str) -> str:
        """The tint of a country, given by its position among the countries of the map."""
        known = [value for _, value in self.map.countries.legend if value]
        tints = self.style.country_tints
        return tints[known.index(country) % len(tints)] if country in known else tints[0]

    def borders(self, hex: Hex) -> list[tuple[Hexside, tuple[Point, ...]]]:
        """The land borders along the sides of a hex."""
        mine = self.country(hex)
        if not mine:
            return []
        lines = []
        for n in self._near(hex):
            theirs = self.country(n)
            if theirs and theirs != mine:
                side = hexside(hex, n)
                lines.append((side, tuple(self._border_points(side))))
        return lines

    def _border_points(self, side: Hexside) -> list[Point]:
        return self.lines.whole(
            side,
            self.lines.boundary_partner(self.country_or_water),
            lambda s, v: self.lines.passing(v, self.shore),
            self.inside,
        )

    def country_or_water(self, hex: Hex) -> str | None:
        return None if self.is_off_map(hex) else self.country(hex) or "~"

    def tint_item(self, hex: Hex) -> Item | None:
        """The ribbon in the country's tint along the inside of its land borders."""
        borders = self.borders(hex)
        mine = self.country(hex)
        if not mine or (not borders and not self.style.wash_opacity):
            return None
        colour = self.tint(mine)
        centre = self.geometry.centre(hex)
        primitives: list[Primitive] = []
        if self.style.wash_opacity:
            shape = self.lines.shape(hex, self.country_or_water)
            primitives.append(Polygon(shape, fill=colour, opacity=self.style.wash_opacity))
        for side, points in borders:
            band = self._band(hex, side, points, self.style.tint_width, lambda h: self.country(h) == mine)
            primitives.append(Polygon(band, fill=colour, opacity=self.style.tint_opacity))
        x, y = centre
        return Item(tuple(primitives), (x - 1.1, y - 1.1, x + 1.1, y + 1.1), self.grid.number(hex))

    def border_item(self, hex: Hex) -> Item | None:
        """The border lines of a hex towards the neighbours that come after it."""
        lines = [p for side, points in self.borders(hex) if side.a == hex for p in self.border_line(points)]
        if not lines:
            return None
        x, y = self.geometry.centre(hex)
        return Item(tuple(lines), (x - 1.2, y - 1.2, x + 1.2, y + 1.2), self.grid.number(hex))

    def border_line(self, points: tuple[Point, ...]) -> tuple[Primitive, ...]:
        """A border along a line."""
        style = self.style
        return dash_dot(points, style.border, style.border_width, style.border_dash)

    # -- grid ------------------------------------------------------------------------------

    def is_river(self, side: Hexside) -> bool:
        """Whether a hexside has water or another broad line, which is visible without the grid."""
        return any(x.kind in self._broad for x in self._side_lines.get(side, ()))

    def is_border(self, one: Hex, other: Hex) -> bool:
        """Whether two countries meet between two hexes."""
        mine = self.country(one)
        return bool(mine) and (theirs := self.country(other)) != "" and theirs != mine

    @property
    def broad(self) -> frozenset[str]:
        """The kinds of hexside that are drawn as broad lines: see `is_river`."""
        return frozenset(self._broad)

    def grid_item(self, hex: Hex) -> Item | None:
        """The hexsides of a hex that no earlier hex has drawn."""
        corners = self.geometry.corners(hex)
        style = self.style
        lines: list[Primitive] = []
        off = self.is_off_map(hex)
        for d, n in enumerate(self._near(hex)):
            if (n in self.grid and n < hex) or (off and self.is_off_map(n)):
                continue
            if self.is_river(hexside(hex, n)) or self.is_border(hex, n):
                continue  # a second line beside it would only confuse
            wet = self.is_water(hex) and (self.is_water(n) or n not in self.grid)
            ends = (corners[d], corners[(d + 1) % 6])
            lines.append(Line(ends, style.grid_on_water if wet else style.grid, style.grid_width))
        if not lines:
            return None
        x, y = self.geometry.centre(hex)
        return Item(
            tuple(lines), (x - 1.1, y - 1.1, x + 1.1, y + 1.1), self.grid.number(hex), least_scale=6.0
        )


def _towards(point: Point, goal: Point, length: float) -> Point:
    dx, dy = goal[0] - point[0], goal[1] - point[1]
    k = length / max((dx * dx + dy * dy) ** 0.5, 1e-9)
    return point[0] + dx * k, point[1] + dy * k
