"""Text for maps at small scales: countries, seas and large towns in letters that are still legible.

Letters that belong to the map shrink with it. There is one set of text for each of `BANDS` of scales;
painters show the set for their scale, while paper and drawings of full size show none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from ...hexgrid import HexGeometry
from ...model.design import Design
from ...model.gamemap import Label, Place
from ...model.lettering import slanted
from ..colours import mixed
from ..curves import Box, boxes_meet
from ..letters.lettering import half_extent
from ..primitives import Item, Text
from ..style import Style
from .incremental_placement import MovablePlacement, PlacedItem, Placer, numbered_keys
from .label_spots import SEA_FROM, LabelLimits
from .labels import NEAR, WIDE_SORTS, Labels
from .names import ALL_NAMES_FROM, GAP, size_of
from .nearest_symbol import NearestSymbol
from .number_rows import NumberRows
from .obstacles import Obstacles

Band = tuple[float, float]
BANDS: tuple[Band, ...] = ((2.5, 3.75), (3.75, 5.6), (5.6, 8.4), (8.4, NEAR))
"""The ranges of pixels per map unit, each with its own set of labels."""
NAME_BANDS = (*BANDS[2:], (NEAR, 17.0), (17.0, 22.0), (22.0, ALL_NAMES_FROM))
"""The same for the names of large towns; beyond the last all names are shown."""
_LABEL_PIXELS, _NAME_PIXELS = 9.0, 8.5
"""The least height of letters, in pixels."""
NUMBERS_FROM = 17.0
"""Pixels per map unit below which hexes never have numbers."""
_TOWNS_FROM = 17.0
"""Pixels per map unit from which smaller towns have names too."""
_TURNS = (0.0, -90.0, -60.0, 60.0)
"""The rotations in degrees tried for the name of a country that would extend into another."""
_ABROAD, _ASHORE = 0.5, 0.6
"""The share of its letters that the name of a country, or of a sea, may have outside it."""
_FROM, _BETWEEN, _FARTHER = 0.5, 0.64, 0.9
"""How far from its centre the name of a town begins, in map units, and alternatives if there is no room."""
_BESIDE_LABELS = 1.7
"""The least distance in pixels between a name and a label beside it."""
_AROUND = 0.8
"""How far from a name symbols are considered, in map units."""


class _Spots:
    """Positions around a town: the direction, the distance, and the shift sideways in half widths."""

    def __init__(self, *starts: tuple[float, float]) -> None:
        spots = [(way, start, aside) for start, aside in starts
                 for way in ((0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0)) if way[1] or not aside]
        self.ways = np.array([way for way, _, _ in spots])
        self.starts = np.array([[start] for _, start, _ in spots])
        self.aside = np.array([(aside, 0.0) for _, _, aside in spots])


_SPOTS = _Spots((_FROM, 0.0), (_FROM, 0.5), (_FROM, -0.5), (_FROM, 0.9), (_FROM, -0.9), (_FARTHER, 0.0),
                (_BETWEEN, 0.0), (_BETWEEN, 0.7), (_BETWEEN, -0.7))
_BESIDE_COUNTERS = _Spots(*(
    (start, aside) for start in (0.56, 0.72, _FARTHER) for aside in (0.0, 0.5, -0.5, 0.9, -0.9)))
_TOWN, _NO_TOWN = 2, 3
_LATER = 0.02
"""The cost of each spot after the first; covering a square map unit of hex numbers costs 1."""
_PIXELS_CLEARLY, _UNCLEAR = 2.5, 0.5
"""By how much a name should be nearer to its own symbol than to others, in pixels, and the cost if it hardly
is."""


def small_scale_labels(
    labels: Sequence[Label], style: Style, obstacles: Obstacles, band: Band,
    written: Callable[[Box], Sequence[Box]] = lambda _: (),
) -> Labels:
    """The labels of countries and seas among `labels`, for one of `BANDS`; `written` returns the boxes of the
    letters of other labels in an area."""
    width = [x for x in labels if x.style == "country" or (x.style in WIDE_SORTS and x.size >= SEA_FROM)]
    limits = LabelLimits(_LABEL_PIXELS / band[0], abroad=_ABROAD, ashore=_ASHORE, turns=_TURNS)
    return Labels(width, style, obstacles, written, limits, band)


class SmallScaleNames(MovablePlacement):
    """The names of capitals, cities and towns that find room, for one of `NAME_BANDS`, and of places without
    a symbol whose letters are large enough; `written` returns the boxes of the letters of labels in an area.

    A name that would be on the symbol of another place, or nearer to it than to its own, is omitted.
    """

    def __init__(
        self, design: Design, style: Style, obstacles: Obstacles, band: Band,
        written: Callable[[Box], Sequence[Box]],
    ) -> None:
        self.obstacles, self._band, self._written = obstacles, band, written
        self._number = design.map.grid.number
        self._rows = NumberRows(obstacles.geometry, style) if band[0] >= NUMBERS_FROM else None
        towns, ink = [], mixed(style.name_ink, style.halo, 0.1)
        for n, place in enumerate(design.map.places):
            if not place.name or place.hex not in design.map.grid:
                continue
            symbols = obstacles.own_symbols(place.hex)
            rank = name_rank(symbols)
            own = place.lettering.size
            if rank == _TOWN and max(own * band[0], _NAME_PIXELS * (band[0] >= _TOWNS_FROM)) < _NAME_PIXELS:
                continue
            if rank == _NO_TOWN and (own or size_of(0, style)) * band[1] <= style.name_least_pixels:
                continue
            text = _text(place, rank, style, ink, obstacles.geometry, band)
            towns.append((rank, -len(obstacles.wards.get(place.hex, ())), n, place, text))
        towns.sort(key=lambda t: t[:3])
        self._hexes = [place.hex for _, _, _, place, _ in towns]
        self._texts = [text for *_, text in towns]
        self._halves = np.array([half_extent(t) for t in self._texts]).reshape(-1, 2)
        middles = np.array([t.at for t in self._texts]).reshape(-1, 2)
        reach = _FARTHER + _AROUND + 2 * self._halves
        super().__init__(numbered_keys(self._hexes), np.concatenate([middles - reach, middles + reach], 1))

    def _others(self, area: Box) -> Sequence[Box]:
        aside, boxes = _BESIDE_LABELS / self._band[0], self._written(area)
        return [(left - aside, top, right + aside, bottom) for left, top, right, bottom in boxes]

    def _placer(self, which: Sequence[int]) -> Placer:
        rows = {n: row for row, n in enumerate(which)}
        ranked = self._ranked(which, _SPOTS)

        def place(n: int, taken: Sequence[Box]) -> PlacedItem:
            return self._first(n, ranked[rows[n]], taken)

        return place

    def elsewhere(self, which: Sequence[int]) -> Placer:
        """A function that places some names clear of boxes, or omits them."""
        ranked = dict(zip(which, self._ranked(which, _BESIDE_COUNTERS), strict=True))
        return lambda n, taken: self._first(n, ranked[n], taken)

    def _first(self, n: int, boxes: Sequence[Box], taken: Sequence[Box]) -> PlacedItem:
        return next((self._placed(n, box) for box in boxes if not any(boxes_meet(box, b) for b in taken)),
                    PlacedItem(None))

    def _ranked(self, which: Sequence[int], spots: _Spots) -> list[list[Box]]:
        """The possible boxes of some names, the best first."""
        boxes = self._candidates(which, spots)
        left, top, right, bottom = self.obstacles.frame
        inside = ((boxes[..., :2] >= (left, top)) & (boxes[..., 2:] <= (right, bottom))).all(-1)
        order = np.arange(boxes.shape[1]) * _LATER
        nearest = NearestSymbol(self.obstacles, *self._band, _PIXELS_CLEARLY / self._band[0])
        order = order + _UNCLEAR * nearest.unclear([self._hexes[n] for n in which], boxes)
        order[~inside] = np.inf
        if self._rows is not None:
            order += self._rows.covered(boxes)
        ranked, counts = order.argsort(1, kind="stable").tolist(), np.isfinite(order).sum(1).tolist()
        tried = boxes.tolist()
        return [[tuple(row[spot]) for spot in some[:count]]
                for row, some, count in zip(tried, ranked, counts, strict=True)]

    def _placed(self, n: int, box: Box) -> PlacedItem:
        text = replace(self._texts[n], at=((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
        item = Item((text,), box, self._number(self._hexes[n]), least_scale=self._band[0],
                    most_scale=self._band[1])
        gap = GAP * text.size
        return PlacedItem(item, ((box[0] - gap, box[1], box[2] + gap, box[3]),))

    def _candidates(self, which: Sequence[int], spots: _Spots = _SPOTS) -> np.ndarray:
        """The boxes of some names at all spots."""
        half = self._halves[list(which)][:, None, :]
        at = np.array([self._texts[n].at for n in which]).reshape(-1, 1, 2)
        at = at + spots.ways * (spots.starts + half) + spots.aside * half
        return np.concatenate([at - half, at + half], -1)


def _text(place: Place, rank: int, style: Style, ink: str, geometry: HexGeometry, band: Band) -> Text:
    """The name of a place at the centre of its hex; without a symbol, in its usual size."""
    face = (style.capital_face, style.city_face, style.city_face, style.place_face)[rank]
    bare, own = rank == _NO_TOWN, place.lettering.size
    return Text(
        geometry.centre(place.hex), place.name,
        own or size_of(0, style) if bare else max(own, _NAME_PIXELS / band[0]),
        ink, bold=face.bold, italic=face.italic, spacing=face.spacing,
        family=face.family, halo=style.halo, least_pixels=style.name_least_pixels if bare else 6.0,
        rotation=slanted(place.lettering.rotation, geometry.turn) if bare else 0.0)


def name_rank(symbols: Sequence[str]) -> int:
    """The rank of a place with some symbols at small scales: 0 a capital, 1 a city, 2 another town, 3 a place
    without a symbol."""
    return 0 if "capital" in symbols else 1 if "city" in symbols else _TOWN if symbols else _NO_TOWN


def shown(bands: Sequence[Band], scale: float | None) -> list[Band]:
    """The bands that are shown at a scale; all bands for None."""
    return [b for b in bands if scale is None or b[0] <= scale < b[1]]
