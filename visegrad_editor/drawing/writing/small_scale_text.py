"""Text for maps at small scales, in letters that are still legible: countries, seas and regions, and the
names of places as far as there is room."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from ...hexgrid import Hex, HexGeometry, Point
from ...model.gamemap import Label, Place
from ...model.lettering import slanted
from ..box_index import BoxIndex
from ..box_pairs import overlapping
from ..curves import Box, boxes_meet
from ..features import COARSE_SCALE
from ..letters.lettering import box_about, half_extent, spot_point
from ..primitives import Item, Text
from ..style import Style
from .incremental_placement import MovablePlacement, PlacedItem, Placer, numbered_keys
from .labels import Labels
from .medium import NUMBERS_FROM, LabelKind, TextScale
from .names import GAP, size_of, weight_of
from .nearest_symbol import TOWN, NearestSymbol
from .number_rows import NumberRows
from .obstacles import Obstacles, is_town

_LEAST_PIXELS = 6.0
"""The height of letters, in pixels, below which the names of towns are not shown."""
_BARE = 3
"""The rank of a place with no symbol."""
_AROUND = 0.8
"""How far from a name symbols are considered, in map units."""
_APART, _MOST_APART = 0.4, 2.0
"""The distance of names on maps that are not roomy, and its limit, in em."""
_TIGHT = 0.1
"""The share of its height that a line of letters may extend into the room of another, above and below."""
_LATER, _UNCLEAR, _PLATE = 0.02, 1.0, 2.0
"""The cost of each spot after the first, of being hardly nearest to the own symbol, and of covering a plate;
covering a square map unit of hex numbers costs 1."""
_BESIDE_PLATES = 0.2
"""The reach of the symbols of a place without a town."""
_BESIDE_COUNTER = 0.2
"""How far the name beside a counter keeps from it, as a share of its half height."""


def small_scale_labels(
    labels: Sequence[Label], style: Style, obstacles: Obstacles, scale: TextScale, kinds: Sequence[LabelKind],
    written: Callable[[Box], Sequence[Box]] = lambda _: (), counters: BoxIndex[Box] | None = None,
) -> Labels:
    """The labels of some kinds among `labels`, as far as they are enlarged at a scale; `written` returns the
    boxes of other letters in an area."""
    enlarged = scale.enlarged(labels, kinds)
    return Labels([label for label, _ in enlarged], style, obstacles, written, [x for _, x in enlarged],
                  scale.shown, counters)


class SmallScaleNames(MovablePlacement):
    """The names of places that find room at a scale, important ones first; `written` returns the boxes of the
    letters of labels in an area.

    Names keep clear of the `counters`. The places `first` decide the game and are named before all others,
    those with least room at the start. A name that would be on the symbol of another place, or nearer to it
    than to its own, is omitted.
    """

    def __init__(
        self, places: Iterable[Place], style: Style, obstacles: Obstacles, scale: TextScale,
        written: Callable[[Box], Sequence[Box]] = lambda _: (), counters: BoxIndex[Box] | None = None,
        first: Collection[Hex] = (),
    ) -> None:
        self.obstacles, self._scale, self._style, self._written = obstacles, scale, style, written
        geometry, medium = obstacles.geometry, scale.medium
        self._number = geometry.grid.number
        self._counters = BoxIndex[Box]() if counters is None else counters
        self._decide = frozenset(first)
        numbered = not medium.fixed and scale.low >= NUMBERS_FROM
        self._rows = NumberRows(geometry, style) if numbered else None
        self._apart = min(_MOST_APART, max(0.0, _APART * (medium.roomy / scale.low - 1)))
        towns = []
        for place in (p for p in places if p.name and p.hex in geometry.grid):
            symbols = obstacles.own_symbols(place.hex)
            rank, usual = name_rank(symbols), size_of(weight_of(symbols), style)
            size = place.lettering.size or usual * (rank == _BARE)
            if scale.low >= medium.names_from[rank] or size * scale.high > (
                    medium.names[rank] or style.name_least_pixels):
                towns.append((rank, place, _text(place, rank, usual, style, geometry, scale)))
        towns.sort(key=lambda t: (t[0], not t[1].lettering.at, -len(obstacles.wards.get(t[1].hex, ()))))
        self._take([(place, text) for _, place, text in towns])
        deciding = [n for n, (_, place, _) in enumerate(towns) if place.hex in self._decide]
        if deciding:
            room = dict(zip(deciding, self._spots_left(deciding), strict=True))
            order = sorted(range(len(towns)), key=lambda n: (n not in room, room.get(n, 0)))
            self._take([towns[n][1:] for n in order])
        super().__init__(numbered_keys(place.hex for place in self._places), self._reached(range(len(towns))))

    def _take(self, named: Sequence[tuple[Place, Text]]) -> None:
        """Have these names, in this order."""
        self._places, self._texts = [place for place, _ in named], [text for _, text in named]
        self._halves = np.array([half_extent(text) for text in self._texts]).reshape(-1, 2)

    def _spots_left(self, which: Sequence[int]) -> list[int]:
        """The number of spots of some names that are clear of all but other names."""
        return [sum(1 for _ in _clear(boxes, self._others(area))) for boxes, area in zip(
            self._ranked(which), map(tuple, self._reached(which).tolist()), strict=True)]

    def _reached(self, which: Sequence[int]) -> np.ndarray:
        """The boxes in which some names may be placed, and in which symbols affect them."""
        boxes = self._candidates(which)
        return np.concatenate([boxes[..., :2].min(1) - _AROUND, boxes[..., 2:].max(1) + _AROUND], 1)

    def _others(self, area: Box) -> Sequence[Box]:
        aside, boxes = self._scale.medium.beside_labels / self._scale.low, self._written(area)
        return [*self._counters.meeting(area),
                *((left - aside, top, right + aside, bottom) for left, top, right, bottom in boxes)]

    def _placer(self, which: Sequence[int]) -> Placer:
        return self._first_clear(which, beside_counter=False)

    def elsewhere(self, which: Sequence[int]) -> Placer:
        """A function that places some names beside the counter in their hex, clear of boxes, or omits
        them."""
        return self._first_clear(which, beside_counter=True)

    def _first_clear(self, which: Sequence[int], beside_counter: bool) -> Placer:
        ranked = dict(zip(which, self._ranked(which, beside_counter), strict=True))

        def place(n: int, taken: Sequence[Box]) -> PlacedItem:
            box = next(_clear(ranked[n], taken), None)
            return PlacedItem(None) if box is None else self._placed(n, box)

        return place

    def _placed(self, n: int, box: Box) -> PlacedItem:
        left, top, right, bottom = box
        text = replace(self._texts[n], at=((left + right) / 2, (top + bottom) / 2))
        low, high = self._scale.shown
        left, top, right, bottom = box_about(text)
        item = Item((text,), (left, top, right, bottom), self._number(self._places[n].hex), least_scale=low,
                    most_scale=high)
        rim = self._apart * text.size
        aside = max(rim, GAP * text.size)
        return PlacedItem(item, ((left - aside, top - rim, right + aside, bottom + rim),))

    # -- spots -------------------------------------------------------------------------------

    def _ranked(self, which: Sequence[int], beside_counter: bool = False) -> list[list[Box]]:
        """The possible boxes of some names, the best first, without the room above and below letters."""
        boxes, places = self._candidates(which, beside_counter), [self._places[n] for n in which]
        order = np.arange(boxes.shape[1]) * _LATER + np.zeros((len(places), 1))
        free = [p.hex not in self._decide for p in places]
        order[free, _SPOTS.beside_counter if beside_counter else _SPOTS.usual:] = np.inf
        left, top, right, bottom = self.obstacles.frame
        order[((boxes[..., :2] < (left, top)) | (boxes[..., 2:] > (right, bottom))).any(-1)] = np.inf
        order += _UNCLEAR * self._nearest.unclear([p.hex for p in places], boxes)
        tight = boxes + (boxes[..., 3:] - boxes[..., 1:2]) * (0.0, _TIGHT, 0.0, -_TIGHT)
        order += _PLATE * self._on_plates(tight)
        if self._rows is not None:
            order += self._rows.covered(boxes)
        ranked, counts = order.argsort(1, kind="stable").tolist(), np.isfinite(order).sum(1).tolist()
        return [[tuple(row[spot]) for spot in some[:count]]
                for row, some, count in zip(tight.tolist(), ranked, counts, strict=True)]

    @property
    def _nearest(self) -> NearestSymbol:
        medium, low, high = self._scale.medium, self._scale.low, self._scale.high
        return NearestSymbol(self.obstacles, low * medium.dots, high * medium.dots, medium.clearly / low)

    def _on_plates(self, boxes: np.ndarray) -> np.ndarray:
        """Which boxes cover plates, which the coarse form has not."""
        signs = self.obstacles.signs
        covers = np.zeros(boxes.shape[:2], bool)
        if self._scale.high * self._scale.medium.dots > COARSE_SCALE:
            flat = boxes.reshape(-1, 4)
            one, _ = overlapping(flat, signs.boxes[~(signs.towns | signs.dots)])
            covers.reshape(-1)[one] = True
        return covers

    def _candidates(self, which: Sequence[int], beside_counter: bool = False) -> np.ndarray:
        """The boxes of some names at all spots that any of them may have."""
        half = self._halves[list(which)].reshape(-1, 2)
        at = np.array([self._texts[n].at for n in which]).reshape(-1, 1, 2)
        reach = np.array([self._reach(n, beside_counter) for n in which]).reshape(-1, 2)
        spots = _SPOTS.around(reach, half, self._scale.medium.gap)
        at = at + (spots if self._decide else spots[:, :_SPOTS.beside_counter])
        for row, n in enumerate(which):
            text, spot = self._texts[n], self._places[n].lettering.at
            if spot and not beside_counter:
                at[row, 0] = spot_point(spot, text.at, self._halves[n], text.size, self.obstacles.geometry)
        return np.concatenate([at - half[:, None], at + half[:, None]], -1)

    def _reach(self, n: int, beside_counter: bool) -> Point:
        """How far what a name stands beside extends from the centre of its hex."""
        hex, (x, y) = self._places[n].hex, self._texts[n].at
        radius = _BESIDE_PLATES
        if is_town(self.obstacles.symbols(hex)):
            radius = self.obstacles.features(hex)[0][2] - x
            if self._scale.high * self._scale.medium.dots <= COARSE_SCALE:
                radius = min(radius, TOWN)
        counters = self._counters.meeting((x - 0.1, y - 0.1, x + 0.1, y + 0.1))
        edge = max([self._style.counter_size / 2 * beside_counter,
                    *(max(b[2] - x, b[3] - y) for b in counters)])
        down = edge + _BESIDE_COUNTER * self._halves[n][1] if edge else 0.0
        return max(radius, edge), max(_ROUND * radius, down)


class _Spots:
    """The possible positions of the middle of a name, the best first: shares of the reach of its symbol, of
    half the extent of the name and of the gap of the medium, to the right and down, and how much farther away
    it is, in map units. The first one is replaced by that of the designer. After the `usual` ones and those
    `beside_counter`, the rest is for names that must have room."""

    def __init__(self) -> None:
        rows: list[tuple[_Shares, _Shares, float]] = []
        for farther in (0.0, _FARTHER):
            rows += [(_NOT, _times(way, _BELOW), farther) for way in (1, -1)]
            rows += [(_times(way, _BESIDE), _NOT, farther) for way in (1, -1)]
            if not farther:
                # Beginning or ending below the symbol, or nearly so, then in the corners beside it.
                rows += [
                    (_times(way, across), _times(down, _BELOW), 0.0) for down in (1, -1)
                    for across in ((-0.2, 1.0, 0.0), (0.6, 1.0, 0.0), (0.0, 0.7, 0.0)) for way in (1, -1)]
                rows += [(_times(way, _BESIDE), (0.7 * down, 0.0, 0.0), 0.0)
                         for down in (1, -1) for way in (1, -1)]
        self.usual = len(rows)
        for far in (0.8, 1.8, 2.8):
            rows += [(_times(share, _BESIDE), _times(down, (1.0, far, 1.0)), 0.0)
                     for share in (0.25, -0.25, 0.5, -0.5, 0.75, -0.75, 1.0, -1.0) for down in (1, -1)]
            if far == 0.8:
                self.beside_counter = len(rows)
        shares = np.array([(across, down) for across, down, _ in rows])
        self._reach, self._half, self._gap = np.moveaxis(shares, -1, 0)
        self._farther = np.sign(self._gap) * np.array([[farther] for *_, farther in rows])

    def around(self, reach: np.ndarray, half: np.ndarray, gap: Point) -> np.ndarray:
        """The positions (n, spots, 2) of names with this reach of their symbols and half extent (n, 2)."""
        at: np.ndarray = (
            self._reach * reach[:, None] + self._half * half[:, None] + self._gap * gap + self._farther)
        return at


_Shares = tuple[float, float, float]
_NOT: _Shares = (0.0, 0.0, 0.0)
_BELOW: _Shares = (1.0, 0.8, 1.0)
_BESIDE: _Shares = (1.0, 1.0, 1.0)
_FARTHER = 0.16
_ROUND = 0.86
"""Towns are round: below them names may be nearer than their boxes."""


def _times(factor: float, shares: _Shares) -> _Shares:
    return factor * shares[0], factor * shares[1], factor * shares[2]


_SPOTS = _Spots()


def _clear(boxes: Sequence[Box], taken: Sequence[Box]) -> Iterator[Box]:
    """Those of some boxes that are clear of others."""
    return (box for box in boxes if not any(boxes_meet(box, b) for b in taken))


def _text(
    place: Place, rank: int, usual: float, style: Style, geometry: HexGeometry, scale: TextScale
) -> Text:
    """The name of a place at the centre of its hex, in its `usual` size or a legible one."""
    face = (style.capital_face, style.city_face, style.city_face, style.place_face)[rank]
    least = scale.medium.names[rank]
    return Text(
        geometry.centre(place.hex), place.name, max(place.lettering.size or usual, least / scale.low),
        style.name_ink, bold=face.bold, italic=face.italic, spacing=face.spacing, family=face.family,
        halo=style.halo, least_pixels=_LEAST_PIXELS if least else style.name_least_pixels,
        rotation=slanted(place.lettering.rotation, geometry.turn))


def name_rank(symbols: Sequence[str]) -> int:
    """The rank of a place with some symbols at small scales: 0 a capital, 1 a city, 2 another town, 3 a place
    without a symbol."""
    return 0 if "capital" in symbols else 1 if "city" in symbols else 2 if symbols else _BARE
