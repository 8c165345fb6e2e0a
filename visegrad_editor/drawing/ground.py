"""The ground of the map: terrain and countries."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cached_property

from ..hexgrid import Hex, Point
from ..model.design import Design
from ..model.ruleset import TerrainKind
from .appearance import terrain_look
from .hexside_marks import HEXSIDE_PATTERNS
from .patterns import PATTERNS, WATER
from .primitives import Primitive
from .style import Style

PATTERNS_FROM = 5.5
"""Pixels per map unit from which the marks of the ground are drawn: hexes are then ten pixels wide."""
_UNSEEN = "#000000"
"""Stands for the colour of terrain without one."""


class Ground:
    """The ground of one design: what each hex is, and how the style shows it."""

    def __init__(self, design: Design, style: Style) -> None:
        self.design, self.style = design, style
        self.map, self.grid, self.geometry = design.map, design.map.grid, style.geometry(design.map)
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
        """Letter of the terrain layer to its colour, and whether it is water. Those of `bare_letters` have a
        colour, too, so that all can be computed with."""
        return {letter: (kind.colour or _UNSEEN, letter in self._wet) for letter, kind in self._kinds.items()}

    @cached_property
    def bare_letters(self) -> frozenset[str]:
        """The letters of terrain without a colour, which is not painted and has no grid."""
        return frozenset(letter for letter, kind in self._kinds.items() if not kind.colour)

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

    # -- what is drawn in many hexes ---------------------------------------------------------

    def marks(self, letter: str, hex: Hex, centre: Point) -> tuple[Primitive, ...]:
        """The marks of the terrain of a letter about a point, those of the variant of a hex."""
        kind = self._kinds[letter]
        draw = PATTERNS.get(kind.pattern)
        return () if draw is None else tuple(draw(hex, centre, kind.colour, self.style.pattern_ink))

    def tint(self, country: str) -> str:
        """The tint of a country, given by its position among the countries of the map."""
        known = [value for _, value in self.map.countries.legend if value]
        tints = self.style.country_tints
        return tints[known.index(country) % len(tints)] if country in known else tints[0]

    def is_border(self, one: Hex, other: Hex) -> bool:
        """Whether two countries meet between two hexes."""
        mine = self.country(one)
        return bool(mine) and (theirs := self.country(other)) != "" and theirs != mine

    @property
    def broad(self) -> frozenset[str]:
        """The kinds of hexside that are drawn as broad lines, such as rivers."""
        return frozenset(self._broad)
