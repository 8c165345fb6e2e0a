"""What writing on the map keeps clear of: symbols, roads, rivers, borders and the frame."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from ...hexgrid import Hex, HexGeometry, Hexside, Point, hexside
from ...model.design import Design
from ..curves import Box
from ..features import feature_boxes
from ..ground import Ground
from ..roads import Roads


def hexes_within(geometry: HexGeometry, box: Box, reach: float) -> list[Hex]:
    """The hexes of the map whose centres may lie within `reach` of a box of the picture."""
    grid = geometry.grid
    ends = [geometry.unturned(p) for p in (
        (box[0] - reach, box[1] - reach), (box[2] + reach, box[3] + reach))]
    (left, right), (top, bottom) = (sorted(v) for v in zip(*ends, strict=True))
    wide, high = 3**0.5, 1.5
    if grid.orientation == "flat":
        wide, high = high, wide
    columns = range(max(0, int(left / wide) - 1), min(grid.columns, int(right / wide) + 1))
    rows = range(max(0, int(top / high) - 1), min(grid.rows, int(bottom / high) + 1))
    return [Hex(c, r) for r in rows for c in columns]


class Obstacles:
    """What is in the way on the map of one design."""

    def __init__(self, design: Design, ground: Ground, roads: Roads) -> None:
        self.geometry, self.ground = ground.geometry, ground
        self._roads, self._rivers = roads, design.map.side_lines
        kinds = design.ruleset.feature_by_id
        self._symbols = {
            p.hex: tuple(sorted({kinds[f].symbol for f in p.features if f in kinds}))
            for p in design.map.places}
        self._asked: tuple[list[Hex], list[tuple[str, Hexside]]] | None = None

    @property
    def frame(self) -> Box:
        """The box of the map, without the paper around it."""
        return self.geometry.bounds()

    def features(self, hex: Hex) -> list[Box]:
        """The boxes of the symbols in a hex."""
        symbols = self._symbols.get(hex)
        return feature_boxes(symbols, self.geometry.centre(hex), self.geometry.shape) if symbols else []

    def symbols(self, hex: Hex) -> tuple[str, ...]:
        """The symbols in a hex, from which its boxes follow."""
        return self._symbols.get(hex, ())

    def key(self, hexes: list[Hex]) -> Hashable:
        """All that lies in some hexes and on their sides."""
        found: list[Hashable] = []
        for hex in hexes:
            if hex in self._symbols:
                found.append((hex, self._symbols[hex]))
            found.append(self.ground.country(hex) or self.ground.is_water(hex))
        return tuple(found), tuple(s for _, s in self._sides(hexes))

    def lines(self, hexes: list[Hex]) -> list[tuple[Point, ...]]:
        """The courses of the roads, rivers and borders in some hexes; those on hexsides are straight."""
        found: list[tuple[Point, ...]] = []
        for what, side in self._sides(hexes):
            if what == "road":
                found.append(self._roads.course(side))
            else:
                found.append(self.geometry.side_ends(side))
        return found

    def _sides(self, hexes: list[Hex]) -> list[tuple[str, Hexside]]:
        if self._asked is None or self._asked[0] != hexes:
            self._asked = hexes, list(self._crossed(hexes))
        return self._asked[1]

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
