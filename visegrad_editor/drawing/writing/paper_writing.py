"""Writing for maps on paper that are smaller than their letters were made for.

Letters that belong to the map shrink with it. On paper nobody comes nearer, so below `FULL_SIZE` the names of
countries, seas and towns are set anew in letters that can be read, great ones first, and those that would
cover others are left out.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from ...hexgrid import Hex, Point
from ...model.design import Design
from ...model.gamemap import Label, Place
from ...model.lettering import slanted
from ..box_index import BoxIndex
from ..curves import Box
from ..letters.as_set import RIM, ink_boxes
from ..letters.lettering import box_about, half_extent, letter_boxes, spot_point
from ..primitives import Item, Text
from ..style import Style
from .labels import WIDE_SORTS, label_items
from .names import GAP, usual_size
from .obstacles import Obstacles

FULL_SIZE = 24.0
"""Points to the side of a hex from which letters of the map's own size can be read."""
COUNTRY, SEA, REGION, LAKE = 7.5, 7.0, 6.2, 5.8
CAPITAL, TOWN, OTHER = 6.6, 5.8, 5.6
"""The least height of letters, in points."""
_SHRUNK = 0.78
"""How small a label may be made to find room, as a share; so much larger it begins."""
_SMALLER = 0.75
"""How much smaller than that names of regions and lakes may be that are small in the file, as a share."""
_SEA = 0.5
"""The size of a label, in map units, from which the name of water is that of a sea."""
_BARE = 3
"""The rank of a place with no symbol."""
_SHOWN_FROM = (0.0, 0.0, 3.0, 6.0)
"""By rank, points to the side of a hex from which places have names."""
_ROOMY, _APART, _MOST_APART = 8.0, 0.4, 2.0
"""Points from which names may stand close; how far apart they are on smaller maps, and at most, in em."""
_TINY = 1.0
"""The size of letters, in map units, from which a name has many towns beside it whatever its place."""
_RIM = 0.04
_GAP = 0.16
"""Room between a symbol and its name, in map units."""


@dataclass(frozen=True)
class PaperWriting:
    """Labels and names that can be read, and how many names of places found no room."""

    labels: tuple[Item, ...]
    names: tuple[Item, ...]
    left_out: int

    @property
    def letters(self) -> list[Box]:
        """Where letters are, and the rims of names, which lie above other writing."""
        return [box for items, rim in ((self.labels, 0.0), (self.names, RIM)) for item in items
                for text in item.primitives if isinstance(text, Text)
                for box in ink_boxes(text, rim * text.size * bool(text.halo), 1.0)]


def paper_writing(
    design: Design, style: Style, obstacles: Obstacles, points: float, counters: Iterable[Box] = ()
) -> PaperWriting:
    """What is written on a map whose hexes have sides of that many points, clear of the `counters`."""
    counters = tuple(counters)
    # Labels keep clear of what is written, so counters are told to them as letters of their size.
    pieces = [Item((Text(((x0 + x1) / 2, (y0 + y1) / 2), "M", y1 - y0),), (x0, y0, x1, y1))
              for x0, y0, x1, y1 in counters]
    great = _labels(design, style, obstacles, points, True, pieces)
    names, left_out = _names(design, style, obstacles, points, great, counters)
    taken = _boxes(great, names)
    small = [i for i in _labels(design, style, obstacles, points, False, (*pieces, *great, *names))
             if not any(taken.meeting(box) for t in i.primitives if isinstance(t, Text)
                        for box in letter_boxes(t))]
    return PaperWriting((*small, *great), tuple(names), left_out)


def _labels(
    design: Design, style: Style, obstacles: Obstacles, points: float, great: bool, written: Sequence[Item]
) -> list[Item]:
    """Those of countries and seas, or the others."""
    found: list[Item] = []
    for least in (COUNTRY, SEA) if great else (REGION, LAKE):
        start = least / points / _SHRUNK
        some = tuple(x for x in design.map.labels if _least(x) == least)
        if not great:
            some = _enlarged(some, start)
        part = replace(design, map=replace(design.map, labels=some))
        placed = label_items(part, style, obstacles, (*written, *found), None, start,
                             1.0 if great else _SMALLER)
        found += [replace(i, least_scale=0.0) for i in placed if i is not None]
    return _apart(found, obstacles.frame)


def _enlarged(labels: tuple[Label, ...], size: float) -> tuple[Label, ...]:
    """The labels so much larger that the middle one of them has at least a size: they keep their relation."""
    middle = sorted(x.size for x in labels)[len(labels) // 2] if labels else size
    return tuple(replace(x, size=x.size * max(1.0, size / middle)) for x in labels)


def _least(label: Label) -> float:
    """The least height of the letters of a label, in points."""
    if label.style == "country":
        return COUNTRY
    return REGION if label.style not in WIDE_SORTS else SEA if label.size >= _SEA else LAKE


def _apart(items: Sequence[Item], frame: Box) -> list[Item]:
    """The labels, the first of those that cover each other, without any too long for the map."""
    taken: BoxIndex[bool] = BoxIndex(edge=8.0)
    found = []
    for item in items:
        boxes = [b for t in item.primitives if isinstance(t, Text) for b in letter_boxes(t)]
        if any(taken.meeting(b) or _outside(b, frame) for b in boxes):
            continue
        for box in boxes:
            taken.add(box, True)
        found.append(item)
    return found


def _names(
    design: Design, style: Style, obstacles: Obstacles, points: float, labels: Sequence[Item],
    counters: Iterable[Box],
) -> tuple[list[Item], int]:
    """The names of places that find room, and how many do not."""
    grid = design.map.grid
    taken = _boxes(labels, ())
    pieces = BoxIndex(((box, box) for box in counters), edge=8.0)
    for box in counters:
        taken.add(box, True)
    signs: BoxIndex[tuple[Place, bool]] = BoxIndex(edge=8.0)
    for place in design.map.places:
        for n, box in enumerate(obstacles.features(place.hex)):
            signs.add(box, (place, n == 0 and _has_houses(obstacles.symbols(place.hex))))
    named = [p for p in design.map.places if p.name and p.hex in grid]
    # Of one rank, cities of several hexes come first, then those that the file has first.
    places = sorted(
        (p for p in named if points >= _SHOWN_FROM[_rank(obstacles.own_symbols(p.hex))]),
        key=lambda p: (_rank(obstacles.own_symbols(p.hex)), not p.lettering.at,
                       -len(obstacles.wards.get(p.hex, ()))))
    # Where hexes are tiny, names stand farther apart, or they would cover the map like a carpet.
    apart = min(_MOST_APART, max(0.0, _APART * (_ROOMY / points - 1)))
    found: list[Item] = []
    for place in places:
        text = _text(design, place, style, obstacles, points)
        second: tuple[Point, Box] | None = None
        for at in _spots(text, place, obstacles, pieces):
            box = box_about(replace(text, at=at))
            box = (box[0] - _RIM, box[1] + _RIM, box[2] + _RIM, box[3] - _RIM)
            if _outside(box, obstacles.frame) or taken.meeting(box):
                continue
            covered = signs.meeting(box)
            own = {place.hex, *obstacles.wards.get(place.hex, ())}
            if any(town and p.hex not in own for p, town in covered) or (text.size < _TINY and _strays(
                    box, obstacles.geometry.centre(place.hex), own, signs, obstacles)):
                continue
            second = second or (at, box)
            # A plate is covered where there is no other way.
            if not any(not town for _, town in covered):
                second = at, box
                break
        if second is not None:
            at, box = second
            rim = apart * text.size
            aside = max(rim, GAP * text.size)
            taken.add((box[0] - aside, box[1] - rim, box[2] + aside, box[3] + rim), True)
            found.append(Item((replace(text, at=at),), box, grid.number(place.hex)))
    return found, len(named) - len(found)


def _strays(
    box: Box, middle: Point, own: Collection[Hex], signs: BoxIndex[tuple[Place, bool]], obstacles: Obstacles
) -> bool:
    """Whether letters are nearer to another town than to their own."""
    near = _distance(box, middle)
    around = box[0] - near, box[1] - near, box[2] + near, box[3] + near
    return any(town and p.hex not in own and _distance(box, obstacles.geometry.centre(p.hex)) < near
               for p, town in signs.meeting(around))


def _distance(box: Box, point: Point) -> float:
    x, y = point
    return math.hypot(max(box[0] - x, x - box[2], 0.0), max(box[1] - y, y - box[3], 0.0))


def _rank(symbols: Sequence[str]) -> int:
    """How great a place is, the greatest first."""
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


def _spots(text: Text, place: Place, obstacles: Obstacles, counters: BoxIndex[Box]) -> list[Point]:
    """Where the middle of a name may stand, the best first."""
    (x, y), (wide, high) = text.at, half_extent(text)
    boxes = obstacles.features(place.hex)
    reach = boxes[0][2] - x if _has_houses(obstacles.symbols(place.hex)) else 0.2
    here = counters.meeting((x - 0.1, y - 0.1, x + 0.1, y + 0.1))
    reach = max([reach, *(max(b[2] - x, b[3] - y) for b in here)])
    own = [spot_point(place.lettering.at, (x, y), (wide, high), text.size, obstacles.geometry)] if (
        place.lettering.at) else []
    down, aside = reach * 0.86 + high * 0.8, reach + _GAP + wide
    if not boxes:
        own.append((x, y))
    around = [(0.0, down), (0.0, -down), (aside, 0.0), (-aside, 0.0)]
    around += [(sx * (wide - k * reach), sy * down) for sy in (1, -1) for k in (0.2, -0.6) for sx in (1, -1)]
    around += [(sx * aside, sy * 0.6 * reach) for sy in (1, -1) for sx in (1, -1)]
    around += [(0.0, down + _GAP), (0.0, -down - _GAP), (aside + _GAP, 0.0), (-aside - _GAP, 0.0)]
    return own + [(x + dx, y + dy) for dx, dy in around]


def _boxes(labels: Sequence[Item], names: Sequence[Item]) -> BoxIndex[bool]:
    found: BoxIndex[bool] = BoxIndex(edge=8.0)
    for item in labels:
        for text in item.primitives:
            if isinstance(text, Text):
                for letter in letter_boxes(text, spaces=True):
                    found.add(letter, True)
    for item in names:
        found.add(item.box, True)
    return found


def _outside(box: Box, frame: Box) -> bool:
    return box[0] < frame[0] or box[1] < frame[1] or box[2] > frame[2] or box[3] > frame[3]
