"""The layers of a whole map as vectors, for paper and drawings, made of the same tables as its pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType

import numpy as np

from ...hexgrid import Hex, Point
from ..drawn_hexes import DrawnHexes
from ..hex_variants import hexes_of_variants, variant, variants_of
from ..layers import GROUND_LAYERS, LOCAL_LAYERS
from ..primitives import Item, Line, Polygon, Primitive
from ..tables.ground import GroundShapes, TerrainMarks
from ..tables.hex_field import HexField
from ..tables.hexsides import HexsideTables, hexside_parts
from ..tables.numbers import number_looks
from ..tables.roads import road_lines
from ..tables.shape_tables import HexAreas, Lines, LineStamps
from ..writing.numbers import Numbers
from .parts import Drawn, HexRun, paths_of, paths_of_areas, paths_of_stamps, shifted

_ENLARGED = 20.0
"""Dots per map unit from which curves are so fine that no corners show when a drawing is enlarged, and rivers
begin thin."""
EMPTY: Mapping[Hex, Item | None] = MappingProxyType({})


class WholeMap:
    """The map of one design."""

    def __init__(self, hexes: DrawnHexes) -> None:
        self.hexes = hexes
        self._field = HexField(hexes.geometry, hexes.style.wander)
        self._shapes = GroundShapes(hexes.ground, self._field)
        self._numbers = hexes.design.map.grid.numbers

    @cached_property
    def _hexsides(self) -> HexsideTables:
        return HexsideTables(self.hexes, self._field)

    def layer(self, name: str, dots: float = 1e8) -> Iterator[Drawn]:
        """A layer of `LOCAL_LAYERS` as shown at `dots` per map unit, from bottom to top."""
        if name not in LOCAL_LAYERS:
            raise ValueError(f"{name} is no layer of hexes and hexsides")
        if name in GROUND_LAYERS:
            for part in self._shapes.layer(name, dots, by_hex=True):
                if isinstance(part, HexAreas):
                    yield paths_of_areas(part)
                elif isinstance(part, Lines):
                    yield from paths_of(part)
                elif isinstance(part, LineStamps):
                    yield paths_of_stamps(part)
                elif isinstance(part, TerrainMarks):
                    yield self._marks(part)
        elif name == "rivers":
            for lines in hexside_parts(
                self.hexes, self._field, self._shapes.water, self._hexsides, taper=dots >= _ENLARGED
            ):
                yield from paths_of(lines) if isinstance(lines, Lines) else lines
        elif name == "roads":
            roads, sides = self.hexes.roads, self.hexes.segments()
            for lines in road_lines(roads, sides, self._field, dots, fine=dots >= _ENLARGED):
                yield from paths_of(lines)
        elif name in ("sites", "features"):
            yield from self._things(name, dots)
        else:
            for hex in sorted(self.hexes.stacks, key=self.hexes.design.map.grid.index):
                yield from (i for i in self.hexes.stack(hex, dots) if i.least_scale <= dots < i.most_scale)

    def numbers(
        self, numbers: Numbers, dots: float = 1e8, moved: Mapping[Hex, Item | None] = EMPTY
    ) -> list[Drawn]:
        """The hex numbers of the map, with the positions of those that are `moved`."""
        bands = numbers.bands(dots)
        there = self._shapes.there
        for hex in moved:
            there[hex.row, hex.col] = False
        row, col = np.nonzero(there)
        if not bands:
            return []
        drawn: list[Drawn] = []
        if len(row):
            texts, which = number_looks(
                self.hexes.ground, numbers, bands[0], self._shapes, self._field, row, col)
            drawn.append(HexRun(
                tuple((text,) for text in texts), which, self._field.centres(col, row),
                self._field.numbered(col, row), self._numbers, lettered=True))
        return drawn + [item for _, item in sorted(moved.items()) if item is not None]

    def _things(self, name: str, dots: float) -> Iterator[HexRun]:
        """The symbols in hexes, those of a greater depth last; drawn once for all hexes of one variant with
        the same symbols."""
        hexes, map = self.hexes, self.hexes.design.map
        drawings: list[tuple[Primitive, ...]] = []
        known: dict[object, list[tuple[int, int]]] = {}
        places: dict[int, list[tuple[int, Hex]]] = {}
        for hex in sorted({*hexes.homes(name)}, key=map.grid.index):
            place = map.place_at[hex]
            key = variant(hex), place.features, bool(place.name)
            drawn = known.get(key)
            if drawn is None:
                drawn = known[key] = []
                centre = hexes.geometry.centre(hex)
                for depth, item in hexes.of_place(name, place, hex, map.grid.number(hex), dots):
                    if item.least_scale <= dots < item.most_scale:
                        drawn.append((depth, len(drawings)))
                        drawings.append(_about_origin(item, centre))
            for depth, drawing in drawn:
                places.setdefault(depth, []).append((drawing, hex))
        for _, there in sorted(places.items(), key=lambda e: e[0]):
            col, row = np.array([hex for _, hex in there]).T
            yield HexRun(
                tuple(drawings), np.array([drawing for drawing, _ in there]), self._field.centres(col, row),
                self._field.numbered(col, row), self._numbers)

    def _marks(self, marks: TerrainMarks) -> HexRun:
        """The marks of the ground, drawn for one hex of each variant."""
        unlike, which = marks.unlike(variants_of(marks.col, marks.row))
        drawings = tuple(self.hexes.ground.marks(letter, hexes_of_variants()[number], (0.0, 0.0))
                         for letter, number in unlike)
        return HexRun(
            drawings, which, self._field.centres(marks.col, marks.row),
            self._field.numbered(marks.col, marks.row), self._numbers)


def _about_origin(item: Item, centre: Point) -> tuple[Primitive, ...]:
    return tuple(_rounded(shifted(p, -centre[0], -centre[1])) for p in item.primitives)


def _rounded(shape: Primitive) -> Primitive:
    """The shape without the last digits, which vary with the hex from which a drawing was taken."""
    if not isinstance(shape, (Polygon, Line)):
        return shape
    return replace(shape, points=tuple((round(x, 9), round(y, 9)) for x, y in shape.points))
