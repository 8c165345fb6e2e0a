"""Writing for maps seen from far away: countries, seas and great towns in letters that can still be read.

Letters that belong to the map shrink with it. Between two zooms the same writing holds, so there is a set of
it for each of `BANDS`; painters show the one for their scale, paper and drawings of full size none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from ...model.design import Design
from ...model.gamemap import Label
from ..colours import mixed
from ..curves import Box, boxes_meet
from ..letters.lettering import half_extent
from ..primitives import Item, Text
from ..style import Style
from .in_turn import InTurn, Place, Placed, numbered
from .labels import NEAR, WIDE_SORTS, Labels
from .names import ALL_NAMES_FROM
from .number_rows import NumberRows
from .obstacles import Obstacles

Band = tuple[float, float]
BANDS: tuple[Band, ...] = ((2.5, 3.75), (3.75, 5.6), (5.6, 8.4), (8.4, NEAR))
"""From which pixels per map unit to which a set of labels is shown."""
NAME_BANDS = (*BANDS[2:], (NEAR, 17.0), (17.0, 22.0), (22.0, ALL_NAMES_FROM))
"""The same for the names of great towns; from there on all names are."""
_LABEL_PIXELS, _NAME_PIXELS = 9.0, 8.5
"""The least height of letters."""
_TOWNS_FROM = 17.0
"""Pixels per map unit from which lesser towns have names too."""
_SEA = 0.5
"""The size, in map units, from which a name on water is that of a sea and not of a lake."""
_SPOTS = ((0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0))
_TOWN, _NO_TOWN = 2, 3
_LATER = 0.02
"""What each spot after the first costs; a square map unit of hex numbers that is covered costs 1."""
_FROM = 0.5
"""How far from its middle the name of a town begins, in map units."""


def far_labels(labels: Sequence[Label], style: Style, obstacles: Obstacles, band: Band) -> Labels:
    """The labels of countries and seas, of all `labels`, for one of `BANDS`."""
    wide = [x for x in labels if x.style == "country" or (x.style in WIDE_SORTS and x.size >= _SEA)]
    return Labels(wide, style, obstacles, lambda _: (), _LABEL_PIXELS / band[0], band)


class FarNames(InTurn):
    """The names of capitals, cities and then towns that find room, for one of `NAME_BANDS`; `written` says
    which boxes of an area have letters of labels in them."""

    def __init__(
        self, design: Design, style: Style, obstacles: Obstacles, band: Band,
        written: Callable[[Box], Sequence[Box]],
    ) -> None:
        self.obstacles, self._band, self._written = obstacles, band, written
        self._number = design.map.grid.number
        self._rows = NumberRows(obstacles.geometry, style) if band[0] >= NEAR else None
        least = _NAME_PIXELS / band[0]
        towns = sorted(
            (rank, place.hex, place.name, max(place.lettering.size, least)) for place in design.map.places
            if place.name and place.hex in design.map.grid
            for rank in (far_rank(obstacles.symbols(place.hex)),)
            if rank < (_NO_TOWN if band[0] >= _TOWNS_FROM or place.lettering.size >= least else _TOWN))
        ink = mixed(style.name_ink, style.halo, 0.1)
        self._hexes = [hex for _, hex, _, _ in towns]
        self._texts = []
        for rank, hex, name, size in towns:
            face = style.city_face if rank else style.capital_face
            self._texts.append(Text(
                obstacles.geometry.centre(hex), name, size, ink, bold=face.bold,
                italic=face.italic, spacing=face.spacing, family=face.family, halo=style.halo,
                least_pixels=6.0))
        self._halves = np.array([half_extent(t) for t in self._texts]).reshape(-1, 2)
        middles = np.array([t.at for t in self._texts]).reshape(-1, 2)
        reach = _FROM + 2 * self._halves
        super().__init__(numbered(self._hexes), np.concatenate([middles - reach, middles + reach], 1))

    def _others(self, area: Box) -> Sequence[Box]:
        return self._written(area)

    def _placer(self, which: Sequence[int]) -> Place:
        rows = {n: row for row, n in enumerate(which)}
        half = self._halves[list(which)][:, None, :]
        at = np.array([self._texts[n].at for n in which]).reshape(-1, 1, 2)
        at = at + np.array(_SPOTS) * (_FROM + half)
        boxes = np.concatenate([at - half, at + half], -1)
        left, top, right, bottom = self.obstacles.frame
        inside = ((boxes[..., :2] >= (left, top)) & (boxes[..., 2:] <= (right, bottom))).all(-1)
        order = np.arange(len(_SPOTS)) * _LATER + np.where(inside, 0.0, np.inf)
        if self._rows is not None:
            order += self._rows.covered(boxes)
        spots = [[s for s in sorted(range(len(_SPOTS)), key=cost.__getitem__) if cost[s] < np.inf]
                 for cost in order.tolist()]
        tried = boxes.tolist()

        def place(n: int, taken: Sequence[Box]) -> Placed:
            row = rows[n]
            for spot in spots[row]:
                box: Box = tuple(tried[row][spot])
                if not any(boxes_meet(box, b) for b in taken):
                    text = replace(self._texts[n], at=((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
                    item = Item((text,), box, self._number(self._hexes[n]), least_scale=self._band[0],
                                most_scale=self._band[1])
                    return Placed(item, (box,))
            return Placed(None)

        return place


def far_rank(symbols: Sequence[str]) -> int:
    """How great a place with some symbols is among those that have names from far away: 0 a capital,
    1 a city, 2 a lesser town; 3 one that has none."""
    return 0 if "capital" in symbols else 1 if "city" in symbols else _TOWN if symbols else _NO_TOWN


def shown(bands: Sequence[Band], scale: float | None) -> list[Band]:
    """Those of the bands that are shown at a scale; all where none is said."""
    return [b for b in bands if scale is None or b[0] <= scale < b[1]]
