"""Text for maps printed smaller than their letters were designed for.

Letters that belong to the map shrink with it. On paper one cannot zoom in, so below `FULL_SIZE` the names of
countries, seas and towns are set again in legible letters, important ones first, and those that would cover
others are omitted.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ...hexgrid import Hex, Point
from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.gamemap import Label, Place
from ...model.lettering import slanted
from ..box_index import BoxIndex
from ..curves import Box, boxes_meet
from ..letters.ink_boxes import RIM, ink_boxes
from ..letters.lettering import box_about, half_extent, letter_boxes, spot_point
from ..primitives import Item, Text
from ..style import Style
from .label_spots import SEA_FROM, LabelLimits
from .labels import WIDE_SORTS, label_items
from .names import GAP, usual_size
from .obstacles import Obstacles

FULL_SIZE = 24.0
"""Points per hex side from which letters of the map's own size are legible."""
COUNTRY, SEA, REGION, LAKE = 7.5, 7.0, 6.2, 5.8
CAPITAL, TOWN, OTHER = 6.6, 5.8, 5.6
"""The least height of letters, in points."""
_SHRUNK, _LAST = 0.78, 0.65
"""How far a label may be reduced to find room, as a share (it starts larger by this), and how far if it would
otherwise be omitted."""
_ABROAD, _LAST_ABROAD, _ASHORE = 0.03, 0.12, 0.35
"""The share of its letters that the name of a country, or of a sea, may have outside it."""
_TURNS = (0.0, -90.0, -60.0, 60.0)
"""The rotations in degrees tried for the name of a country that finds no room otherwise."""
_SMALLER = 0.75
"""How much smaller names of regions and lakes may be if they are small in the file, as a share."""
_BARE = 3
"""The rank of a place with no symbol."""
_SHOWN_FROM = (0.0, 0.0, 3.0, 6.0)
"""Points per hex side from which places have names, by rank."""
_ROOMY, _APART, _MOST_APART = 8.0, 0.4, 2.0
"""Points per hex side from which names may be close; their distance on smaller maps, and its limit, in em."""
_RIM = 0.04
_GAP = 0.16
"""The room between a symbol and its name, in map units."""


@dataclass(frozen=True)
class PaperText:
    """Legible labels and names, and how many found no room."""

    labels: tuple[Item, ...]
    names: tuple[Item, ...]
    left_out: int

    @property
    def letters(self) -> list[Box]:
        """The boxes of letters, and of the rims of names, which are above other text."""
        return [box for items, rim in ((self.labels, 0.0), (self.names, RIM)) for item in items
                for text in item.primitives if isinstance(text, Text)
                for box in ink_boxes(text, rim * text.size * bool(text.halo), 1.0)]


def paper_text(
    design: Design, style: Style, obstacles: Obstacles, points: float, counters: Iterable[Box] = (),
    first: Collection[Hex] = (),
) -> PaperText:
    """The text on a map with this many points per hex side, clear of the `counters`. The places `first`
    decide the game and are named before all others."""
    counters = tuple(counters)
    # Labels avoid existing text, so counters are given to them as letters of their size.
    pieces = [Item((Text(((x0 + x1) / 2, (y0 + y1) / 2), "M", y1 - y0),), (x0, y0, x1, y1))
              for x0, y0, x1, y1 in counters]
    great = _labels(design, style, obstacles, points, True, pieces)
    names, left_out = _names(design, style, obstacles, points, great, counters, first)
    taken = _boxes(great, names)
    small = [i for i in _labels(design, style, obstacles, points, False, (*pieces, *great, *names))
             if not any(taken.meeting(box) for box in _letters(i))]
    left_out += sum(x.hex in design.map.grid for x in design.map.labels) - len(small) - len(great)
    return PaperText((*small, *great), tuple(names), left_out)


def _labels(
    design: Design, style: Style, obstacles: Obstacles, points: float, great: bool, written: Sequence[Item]
) -> list[Item]:
    """The labels of countries and seas (`great`), or the others."""
    placed_labels: list[Item] = []
    for least in (COUNTRY, SEA) if great else (REGION, LAKE):
        start = least / points / _SHRUNK
        some = tuple(x for x in design.map.labels if _least(x) == least)
        if not great:
            some = _enlarged(some, start)
        usual = LabelLimits(start, 1.0 if great else _SMALLER, _SHRUNK, _ABROAD, _ASHORE, least == LAKE,
                       among_hexes=True)
        for limits in (usual, replace(usual, smallest=_LAST),
                       replace(usual, smallest=_LAST, abroad=_LAST_ABROAD, turns=_TURNS)):
            part = replace(design, map=replace(design.map, labels=some))
            placed = label_items(part, style, obstacles, (*written, *placed_labels), limits)
            left = []
            for label, item in zip(some, placed, strict=True):
                if item is not None and _has_room(item, placed_labels, obstacles.frame):
                    placed_labels.append(replace(item, least_scale=0.0))
                else:
                    left.append(label)
            some = tuple(left)
    return placed_labels


def _enlarged(labels: tuple[Label, ...], size: float) -> tuple[Label, ...]:
    """The labels, enlarged by one factor so that the median one has at least this size."""
    middle = sorted(x.size for x in labels)[len(labels) // 2] if labels else size
    return tuple(replace(x, size=x.size * max(1.0, size / middle)) for x in labels)


def _least(label: Label) -> float:
    """The least height of the letters of a label, in points."""
    if label.style == "country":
        return COUNTRY
    return REGION if label.style not in WIDE_SORTS else SEA if label.size >= SEA_FROM else LAKE


def _has_room(item: Item, others: Sequence[Item], frame: Box) -> bool:
    """Whether a label covers no other label and is not too long for the map."""
    boxes, taken = _letters(item), [b for other in others for b in _letters(other)]
    return not any(_outside(b, frame) or any(boxes_meet(b, other) for other in taken) for b in boxes)


def _letters(item: Item) -> list[Box]:
    return [b for t in item.primitives if isinstance(t, Text) for b in letter_boxes(t)]


def _names(
    design: Design, style: Style, obstacles: Obstacles, points: float, labels: Sequence[Item],
    counters: Iterable[Box], first: Collection[Hex],
) -> tuple[list[Item], int]:
    """The names of places that find room, and the number of those that do not."""
    grid = design.map.grid
    taken = _boxes(labels, ())
    pieces = BoxIndex(((box, box) for box in counters), edge=8.0)
    for box in counters:
        taken.add(box, True)
    symbols = Symbols(obstacles)
    named = [p for p in design.map.places if p.name and p.hex in grid]
    # If hexes are tiny, names are farther apart, or they would cover the whole map.
    apart = min(_MOST_APART, max(0.0, _APART * (_ROOMY / points - 1)))

    def clear_spots(place: Place) -> Iterator[tuple[float, Text, Box]]:
        """(cost, name, box) of the spots without other writing, the best first."""
        text = _text(design, place, style, obstacles, points)
        for at in _spots(text, place, obstacles, pieces, place.hex in first):
            box = box_about(replace(text, at=at))
            box = (box[0] - _RIM, box[1] + _RIM, box[2] + _RIM, box[3] - _RIM)
            if not _outside(box, obstacles.frame) and not taken.meeting(box):
                # Covering a plate, or being hardly nearest to the own symbol, is a last resort.
                cost = symbols.unclear(box, place.hex) + 2.0 * symbols.on_plates(box)
                if cost < math.inf:
                    yield cost, replace(text, at=at), box

    # Of the places that decide the game, those with little room come first. Within a rank, cities of several
    # hexes come first, then the order of the file decides.
    shown = [p for p in named if points >= _SHOWN_FROM[_rank(obstacles.own_symbols(p.hex))]]
    room = {p: len(list(clear_spots(p))) for p in shown if p.hex in first}
    places = sorted(shown, key=lambda p: (
        p not in room, room.get(p, 0), _rank(obstacles.own_symbols(p.hex)), not p.lettering.at,
        -len(obstacles.wards.get(p.hex, ()))))
    names: list[Item] = []
    for place in places:
        best: tuple[float, Text, Box] | None = None
        for spot in clear_spots(place):
            if best is None or spot[0] < best[0]:
                best = spot
            if not spot[0]:
                break
        if best is not None:
            _, text, box = best
            rim = apart * text.size
            aside = max(rim, GAP * text.size)
            taken.add((box[0] - aside, box[1] - rim, box[2] + aside, box[3] + rim), True)
            names.append(Item((text,), box, grid.number(place.hex)))
    return names, len(named) - len(names)


def _rank(symbols: Sequence[str]) -> int:
    """The rank of a place, 0 for the most important."""
    return 0 if "capital" in symbols else 1 if "city" in symbols else 2 if symbols else _BARE


def _has_houses(symbols: Sequence[str]) -> bool:
    return not {"capital", "city", "town", "village"}.isdisjoint(symbols)


def _text(design: Design, place: Place, style: Style, obstacles: Obstacles, points: float) -> Text:
    rank = _rank(obstacles.own_symbols(place.hex))
    face = (style.capital_face, style.city_face, style.city_face, style.place_face)[rank]
    size = max(place.lettering.size or usual_size(design, place, style),
               (CAPITAL, TOWN, TOWN, OTHER)[rank] / points)
    geometry = obstacles.geometry
    return Text(
        geometry.centre(place.hex), place.name, size, style.name_ink, bold=face.bold, italic=face.italic,
        spacing=face.spacing, family=face.family, halo=style.halo,
        rotation=slanted(place.lettering.rotation, geometry.turn))


def _spots(
    text: Text, place: Place, obstacles: Obstacles, counters: BoxIndex[Box], many: bool
) -> list[Point]:
    """The possible positions of the middle of a name, the best first; with `many` also those a little farther
    from the place."""
    (x, y), (width, height) = text.at, half_extent(text)
    boxes = obstacles.features(place.hex)
    reach = boxes[0][2] - x if _has_houses(obstacles.symbols(place.hex)) else 0.2
    here = counters.meeting((x - 0.1, y - 0.1, x + 0.1, y + 0.1))
    reach = max([reach, *(max(b[2] - x, b[3] - y) for b in here)])
    own = [spot_point(place.lettering.at, (x, y), (width, height), text.size, obstacles.geometry)] if (
        place.lettering.at) else []
    down, aside = reach * 0.86 + height * 0.8, reach + _GAP + width
    if not boxes:
        own.append((x, y))
    around = [(0.0, down), (0.0, -down), (aside, 0.0), (-aside, 0.0)]
    around += [(sx * (width - k * reach), sy * down) for sy in (1, -1) for k in (0.2, -0.6) for sx in (1, -1)]
    around += [(sx * aside, sy * 0.6 * reach) for sy in (1, -1) for sx in (1, -1)]
    around += [(0.0, down + _GAP), (0.0, -down - _GAP), (aside + _GAP, 0.0), (-aside - _GAP, 0.0)]
    if many:
        around += [(share * aside, sy * far) for far in (down, down + height, down + 2 * height)
                   for share in (0.25, -0.25, 0.5, -0.5, 0.75, -0.75, 1.0, -1.0) for sy in (1, -1)]
    return own + [(x + dx, y + dy) for dx, dy in around]


def _boxes(labels: Sequence[Item], names: Sequence[Item]) -> BoxIndex[bool]:
    index: BoxIndex[bool] = BoxIndex(edge=8.0)
    for item in labels:
        for text in item.primitives:
            if isinstance(text, Text):
                for letter in letter_boxes(text, spaces=True):
                    index.add(letter, True)
    for item in names:
        index.add(item.box, True)
    return index


def _outside(box: Box, frame: Box) -> bool:
    return box[0] < frame[0] or box[1] < frame[1] or box[2] > frame[2] or box[3] > frame[3]


# Ensures that a name is clearly nearest to the symbol of its own place.

NEARER, CLEARLY = 0.08, 0.25
"""By how much, in map units, a name must be nearer to its own symbol than to any other, and should be."""
_INK = 0.36
"""How far letters extend above and below the middle of their line, as a share of its height."""
_TOWN = 0.43
"""The radius of a town; large and small ones count the same, or names would be drawn to large ones."""
_PLATES = 0.5
"""How far plates are from the centre of their hex."""
_ROUND = 0.86
"""Towns are round, and seldom extend as far as their boxes."""


class _Symbol(NamedTuple):
    """A town or a dot: its radius, and the radius from which the distance of letters is measured."""

    hex: Hex
    middle: Point
    radius: float
    counts: float

    def away(self, ink: Box) -> float:
        return _distance(ink, self.middle) - self.counts

    def covered(self, ink: Box) -> bool:
        return _distance(ink, self.middle) < self.radius * _ROUND


class Symbols:
    """The towns of a map, and the dots of places that have only a name."""

    def __init__(self, obstacles: Obstacles) -> None:
        self._wards, self._geometry = obstacles.wards, obstacles.geometry
        self._plates: BoxIndex[bool] = BoxIndex(edge=8.0)
        self._index: BoxIndex[_Symbol] = BoxIndex(edge=8.0)
        self._own: dict[Hex, _Symbol] = {}
        signs = obstacles.signs
        for box, (column, row), town, dot in zip(
                signs.boxes.tolist(), signs.hexes.tolist(), signs.towns.tolist(), signs.dots.tolist(),
                strict=True):
            left, top, right, bottom = box
            if not (town or dot):
                self._plates.add((left, top, right, bottom), True)
                continue
            radius, hex = (right - left) / 2, Hex(column, row)
            self._own[hex] = symbol = _Symbol(
                hex, ((left + right) / 2, (top + bottom) / 2), radius, _TOWN if town else radius)
            self._index.add((left, top, right, bottom), symbol)

    def on_plates(self, box: Box) -> bool:
        """Whether letters cover plates."""
        return bool(self._plates.meeting(box))

    def unclear(self, box: Box, hex: Hex) -> float:
        """How far letters in a box are from being clearly nearest to the symbol of their place (for a city of
        several hexes, to one of its symbols): 0 if they are, at most 1 if they hardly are, infinite if they
        cover a symbol or are nearer to that of another place."""
        y, height = (box[1] + box[3]) / 2, (box[3] - box[1]) * _INK
        ink = box[0], y - height, box[2], y + height
        mine = {hex, *self._wards.get(hex, ())}
        own = [self._own[h] for h in mine if h in self._own]
        own = own or [_Symbol(hex, self._geometry.centre(hex), 0.0, _PLATES)]
        near = min(max(s.away(ink), 0.0) for s in own)
        reach = near + CLEARLY
        around = ink[0] - reach, ink[1] - reach, ink[2] + reach, ink[3] + reach
        others = [s for s in self._index.meeting(around) if s.hex not in mine]
        far = min((s.away(ink) for s in others), default=math.inf)
        if far < near + NEARER or any(s.covered(ink) for s in (*own, *others)):
            return math.inf
        return max(0.0, (reach - far) / (CLEARLY - NEARER))


def _distance(box: Box, point: Point) -> float:
    x, y = point
    return math.hypot(max(box[0] - x, x - box[2], 0.0), max(box[1] - y, y - box[3], 0.0))
