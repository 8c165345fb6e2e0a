"""Road plates: the names of roads on small plates along them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice

from ...hexgrid import Hexside, Point, hexside
from ...model.gamemap import Road
from ...model.ruleset import RoadKind
from ..colours import darker, lighter
from ..curves import Box, boxes_meet, rounded_box
from ..letters.fonts import text_width
from ..primitives import Item, Polygon, Text
from ..roads import Roads
from ..style import Style
from .incremental_placement import IncrementalPlacement, PlacedItem, Placer
from .number_rows import NumberRows
from .obstacles import Obstacles

_SIZE, _LEAST_PIXELS = 0.17, 5.0
"""The size of the letters in map units, and their least height in pixels."""
SHIELDS_FROM = _LEAST_PIXELS / _SIZE
"""Pixels per map unit from which plates are shown, so that none is without its letters."""
_EVERY = 6
"""The number of hexes between two plates of a road."""
_NEAR = (0, -1, 1, 2, -2, 3)
"""The alternative positions of a plate without room, in hexes along the road."""
_ALONG = (4, 3, 5, 2, 6)
"""The possible positions of a plate between two hex centres, in eighths of the way."""
_HIGH = 0.2
"""Half the height of the box of a plate."""
_ASIDE, _ABOVE = 0.05, 0.085
"""How much smaller a plate is than its box, on each side."""
_NUMBERED = 2 * len(_ALONG)
"""The number of clear spots among which one is preferred that hides no hex number."""
_BULGE = 0.4
"""How far a road may be from the straight lines between hex centres."""


class Shields(IncrementalPlacement):
    """The plates of the roads of a map, clear of each other and of the boxes that `written` returns for an
    area."""

    def __init__(
        self, roads: Roads, style: Style, obstacles: Obstacles, written: Callable[[Box], Sequence[Box]]
    ) -> None:
        self.obstacles, self._style, self._written = obstacles, style, written
        self._roads, self._rows = roads, NumberRows(obstacles.geometry, style)
        self._plates: list[tuple[Road, RoadKind, float, int]] = []
        keys, areas = [], []
        for number, (road, kind, half) in enumerate(_named(roads, style)):
            centres = [roads.geometry.centre(hex) for hex in road.path]
            count = len(road.path) - 1
            for i in range(min(_EVERY // 2, count // 2), count, _EVERY):
                self._plates.append((road, kind, half, i))
                keys.append((road.name, road.kind, number, i))
                xs, ys = zip(*centres[max(0, i + min(_NEAR)):i + max(_NEAR) + 2], strict=True)
                width, height = half + _BULGE, _HIGH + _BULGE
                areas.append((min(xs) - width, min(ys) - height, max(xs) + width, max(ys) + height))
        super().__init__(keys, areas)

    def faces(self, box: Box | None = None) -> list[Box]:
        """The boxes of the plates themselves, or of those that meet a box."""
        return [(left + _ASIDE, top + _ABOVE, right - _ASIDE, bottom - _ABOVE)
                for left, top, right, bottom in (item.box for item in self.items(box))]

    def _sides(self, road: Road, i: int) -> Iterator[Hexside]:
        """The hexsides across which the road goes where a plate may be, the best first."""
        for k in (i + n for n in _NEAR):
            if 0 <= k < len(road.path) - 1:
                side = hexside(road.path[k], road.path[k + 1])
                if self._roads.drawn[side][1] is road:
                    yield side

    def _others(self, area: Box) -> Sequence[Box]:
        return self._written(area)

    def _placer(self, which: Sequence[int]) -> Placer:
        near = {n: tuple(self._sides(road, i)) for n in which for road, _, _, i in (self._plates[n],)}
        sides = list(dict.fromkeys(chain.from_iterable(near.values())))
        courses = dict(zip(sides, self._roads.courses(sides), strict=True))

        def place(n: int, taken: Sequence[Box]) -> PlacedItem:
            road, kind, half, _ = self._plates[n]
            clear = ((x, y) for side in near[n] for x, y in (courses[side][m] for m in _ALONG)
                     if not any(boxes_meet((x - half, y - _HIGH, x + half, y + _HIGH), b) for b in taken))
            at: Point | None = None
            for spot in islice(clear, _NUMBERED):
                if not self._hides_number(spot, half):
                    at = spot
                    break
                at = at or spot
            if at is None:
                return PlacedItem(None)
            x, y = at
            return PlacedItem(self._item(road, kind, at, half), ((x - half, y - _HIGH, x + half, y + _HIGH),))

        return place

    def _hides_number(self, at: Point, half: float) -> bool:
        width, height = half - _ASIDE, _HIGH - _ABOVE
        return self._rows.meets((at[0] - width, at[1] - height, at[0] + width, at[1] + height))

    def _item(self, road: Road, kind: RoadKind, at: Point, half: float) -> Item:
        x, y = at
        width, height, face = half - _ASIDE, _HIGH - _ABOVE, self._style.road_face
        plate = rounded_box(x - width, y - height, x + width, y + height, 0.05)
        fill = darker(kind.colour, 0.1)
        name = Text(at, road.name, _SIZE, "#ffffff", bold=face.bold, italic=face.italic, spacing=face.spacing,
                    family=face.family, least_pixels=_LEAST_PIXELS)
        return Item(
            (Polygon(plate, fill=fill, stroke=lighter(kind.colour, 0.85), width=0.028), name),
            (x - half, y - _HIGH, x + half, y + _HIGH), least_scale=SHIELDS_FROM)


def _named(roads: Roads, style: Style) -> list[tuple[Road, RoadKind, float]]:
    """The roads that have plates, with half the width of the box of one."""
    face, kinds = style.road_face, roads.design.ruleset.road_by_id
    named = []
    for road in roads.design.map.roads:
        kind = kinds.get(road.kind)
        if road.name and len(road.path) > 2 and kind is not None:
            width = text_width(road.name, _SIZE, face.bold, face.italic, face.spacing, face.family)
            named.append((road, kind, width / 2 + 0.12))
    return named
