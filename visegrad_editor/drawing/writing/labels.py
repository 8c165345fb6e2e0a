"""Names of seas, countries and ranges, letterspaced across the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from ...model.design import Design
from ...model.gamemap import Label
from ..box_index import BoxIndex
from ..coarse_hexes import hexes_of_pixels
from ..colours import legible, lighter
from ..curves import Box
from ..letters.lettering import box_about, half_extent, letter_boxes, spot_point
from ..primitives import Item, Text
from ..style import Style
from ..viewport import Viewport
from .clear_room import Room
from .in_turn import InTurn, Place, Placed, numbered
from .number_rows import NumberRows
from .obstacles import Obstacles, hexes_within

_WATER = frozenset({"water", "sea", "river"})
_REACH = {"country": 4.5, "water": 3.0, "region": 1.75}
"""How far a label without a spot of its own may be moved, in map units."""
_FAR = {"country": 0.16, "water": 0.2, "region": 0.45}
"""What a map unit of distance from the middle of its hex costs."""
_STEP, _FAR_STEP = 0.25, 0.5
_SMALLER = (1.0, 0.9, 0.8, 0.7, 0.62)
_FAR_LEAST = 0.78
"""How small letters may be made that were enlarged to be read from far away, as a share."""
_CLOSER = (1.0, 0.55)
"""Sizes and letterspacing that are tried, as shares of the usual."""
_FRAME, _LETTERS, _SYMBOL, _LINE, _NUMBER, _ABROAD = 200.0, 80.0, 40.0, 9.0, 6.0, 12.0
"""What a square map unit of letters costs that leaves the map, covers other writing, a symbol, a road,
river or border, a hex number, or lies in another country or on land instead of water."""
_LESS = 7.0
"""What it costs to write a label smaller, by the share it loses."""
LEAST_PIXELS = 7.0
NEAR = 12.6
"""Pixels a map unit has at least where countries and seas have letters of their own size; from farther away
those of `far_writing` stand for them."""
WIDE_SORTS = _WATER | {"country"}
"""The styles of labels that are still shown where all of a large map is."""


class Labels(InTurn):
    """Some labels of a map. Those with a spot of their own stand there. The others, great ones first, are
    moved, made smaller or set closer where that keeps their letters off what is written before them, other
    labels, symbols, hex numbers, lines and the frame.

    `written` says which boxes of an area were written in before. `least` is a size in map units to which
    smaller ones are enlarged, as far as that share of it which `smallest` says; `scales` between which pixels
    per map unit they are shown.
    """

    def __init__(
        self, labels: Sequence[Label], style: Style, obstacles: Obstacles,
        written: Callable[[Box], Sequence[Box]] = lambda _: (), least: float = 0.0,
        scales: tuple[float, float] | None = None, smallest: float = 1.0,
    ) -> None:
        self.obstacles, self._scales = obstacles, scales
        self._style, self._least, self._written = style, least, written
        self._smallest = least * smallest
        self._numbers = NumberRows(obstacles.geometry, style)
        grid = obstacles.geometry.grid
        texts = {n: self._text(label) for n, label in enumerate(labels) if label.hex in grid}
        stands = {n: fixed for n, text in texts.items()
                  if not least and (fixed := _fixed(labels[n], text, obstacles)) is not None}
        order = sorted(texts, key=lambda n: (
            n not in stands, labels[n].style != "country", -labels[n].size, n))
        self._order = order
        self._labels = [labels[n] for n in order]
        self._texts = [stands.get(n, texts[n]) for n in order]
        self._stand = [n in stands for n in order]
        super().__init__(
            numbered((x.hex, x.style) for x in self._labels),
            [_reached(text, 0.0 if stand else _REACH[_sort(label)], obstacles.frame)
             for text, stand, label in zip(self._texts, self._stand, self._labels, strict=True)])

    def standing(self) -> list[Box]:
        """The boxes of the letters of those that have a spot of their own."""
        return [b for text, stands in zip(self._texts, self._stand, strict=True) if stands
                for b in letter_boxes(text, spaces=True)]

    def numbered_items(self) -> list[tuple[int, Item]]:
        """All of them, each with the place of its label in the list."""
        return list(zip(sorted(self._order), self.items(), strict=True))

    def _rank(self, n: int) -> int:
        return self._order[n]

    def _others(self, area: Box) -> Sequence[Box]:
        return self._written(area)

    def _placer(self, which: Sequence[int]) -> Place:
        def place(n: int, taken: Sequence[Box]) -> Placed:
            label, text = self._labels[n], self._texts[n]
            if not self._stand[n]:
                box = _around(text, _REACH[_sort(label)])
                text = _placed(text, label, box, taken, self.obstacles, self._numbers, self._least)
            item = _item(text)
            if self._scales is not None:
                item = replace(item, least_scale=self._scales[0], most_scale=self._scales[1])
            elif not self._least and label.style in WIDE_SORTS:
                item = replace(item, least_scale=NEAR)
            return Placed(item, tuple(letter_boxes(text, spaces=True)))

        return place

    def recoloured(self) -> list[Box]:
        """Give the labels that are placed the colours they have on their ground now; the boxes of those that
        have others."""

        def change(n: int, item: Item) -> Item:
            (text,) = (t for t in item.primitives if isinstance(t, Text))
            ink, halo = self._colours(self._labels[n])
            if (ink, halo) == (text.colour, text.halo):
                return item
            return replace(item, primitives=(replace(text, colour=ink, halo=halo),))

        for n, label in enumerate(self._labels):
            ink, halo = self._colours(label)
            self._texts[n] = replace(self._texts[n], colour=ink, halo=halo)
        return self.replace_items(change)

    def _colours(self, label: Label) -> tuple[str, str]:
        """Of the letters and of their rim, which parts them from the lines and hachures they cross; the ink
        stands out from both."""
        sort, ground = _sort(label), self.obstacles.ground.kind(label.hex).colour
        halo = lighter(ground, 0.45 if sort == "region" else 0.15)
        ink = self._style.water_label if sort == "water" else self._style.region_label
        return legible(ink, (ground, halo), 4.5 if sort == "region" else 3.0), halo

    def _text(self, label: Label) -> Text:
        """A label about the middle of its hex."""
        sort, style, geometry = _sort(label), self._style, self.obstacles.geometry
        face = {"country": style.country_face, "water": style.water_face, "region": style.region_face}[sort]
        ink, halo = self._colours(label)
        return Text(
            geometry.centre(label.hex), label.text.upper() if sort == "country" else label.text,
            max(label.size, self._smallest), ink, italic=face.italic, bold=face.bold, halo=halo,
            rotation=label.slant(geometry.turn), least_pixels=LEAST_PIXELS, spacing=face.spacing,
            family=face.family)


def label_items(
    design: Design, style: Style, obstacles: Obstacles, names: Sequence[Item], known: None = None,
    least: float = 0.0, smallest: float = 1.0,
) -> list[Item | None]:
    """The labels of a map, one for each in its order, None where its hex is not on the map: `Labels` that
    keep clear of the `names` of places."""
    written: BoxIndex[Box] = BoxIndex(edge=4.0)
    for item in names:
        for text in item.primitives:
            if isinstance(text, Text):
                written.add(box_about(text), box_about(text))
    labels = Labels(design.map.labels, style, obstacles, written.meeting, least, smallest=smallest)
    found: list[Item | None] = [None] * len(design.map.labels)
    for n, item in labels.numbered_items():
        found[n] = item
    return found


def _sort(label: Label) -> str:
    return "country" if label.style == "country" else "water" if label.style in _WATER else "region"


def _fixed(label: Label, text: Text, obstacles: Obstacles) -> Text | None:
    """The label at its own spot, None where it has none. The spot was chosen on the map as it lies; where it
    leaves a turned one, another is looked for."""
    if not label.at:
        return None
    geometry = obstacles.geometry
    found = replace(text, at=spot_point(label.at, text.at, half_extent(text), text.size, geometry))
    return None if geometry.turn and _inside(found, obstacles.frame) != found else found


def _item(text: Text) -> Item:
    left, top, right, bottom = box_about(text)
    more = 0.25 * text.size + 0.05
    return Item((text,), (left - more, top - more, right + more, bottom + more))


def _around(text: Text, reach: float) -> Box:
    left, top, right, bottom = box_about(text)
    return left - reach, top - reach, right + reach, bottom + reach


def _reached(text: Text, reach: float, frame: Box) -> Box:
    """The box that a label does not leave, wherever it is moved within reach and then into the frame."""
    boxes = [_around(text, reach), _around(_inside(text, frame), 0.0)]
    more = 0.4 * text.size + 0.05
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left) - more, min(top) - more, max(right) + more, max(bottom) + more


def _placed(
    text: Text, label: Label, box: Box, near: Sequence[Box], obstacles: Obstacles, numbers: NumberRows,
    least_size: float,
) -> Text:
    """The label where, and as large as, it covers least."""
    sort = _sort(label)
    room = _room(label, sort, box, near, obstacles)
    if not least_size:  # far away, no numbers are shown
        room.raise_to(numbers.under(*room.centres()), _NUMBER)
    reach, step = _REACH[sort], _FAR_STEP if least_size else _STEP
    steps = np.arange(-round(reach / step), round(reach / step) + 1) * step
    shifts = np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2)
    far = np.hypot(*shifts.T) * _FAR[sort]
    best, least = text, np.inf
    smallest = min(least_size * _FAR_LEAST, text.size)
    for size in (s for s in _SMALLER if s * text.size >= smallest - 1e-9):
        for closer in _CLOSER:
            lost = _LESS * (1 - size) + 1.5 * (1 - closer)
            if lost >= least:
                continue
            tried = replace(text, size=text.size * size, spacing=text.spacing * closer)
            # Room for the halo too.
            cost = room.costs(letter_boxes(tried, 0.1), shifts) + far + lost
            n = int(cost.argmin())
            if cost[n] < least - 1e-9:
                least = float(cost[n])
                best = replace(tried, at=(text.at[0] + float(shifts[n][0]), text.at[1] + float(shifts[n][1])))
    return _inside(best, obstacles.frame)


def _room(label: Label, sort: str, box: Box, near: Sequence[Box], obstacles: Obstacles) -> Room:
    room, hexes = Room(box), hexes_within(obstacles.geometry, box, 1.0)
    _belonging(room, label, sort, obstacles)
    room.lines(obstacles.lines(hexes), _LINE)
    for hex in hexes:
        for symbol in obstacles.features(hex):
            room.block(symbol, _SYMBOL)
    for words in near:
        room.block(words, _LETTERS)
    left, top, right, bottom = obstacles.frame
    room.outside((left + 0.15, top + 0.15, right - 0.15, bottom - 0.15), _FRAME)
    return room


def _belonging(room: Room, label: Label, sort: str, obstacles: Obstacles) -> None:
    """Make the hexes that are not what the label names dear."""
    ground, grid = obstacles.ground, obstacles.geometry.grid
    country = ground.country(label.hex)
    if sort == "region" or (sort == "country" and not country):
        return
    view = Viewport(1 / room.dot, room.left, room.top, room.wide, room.high)
    rows, columns = hexes_of_pixels(obstacles.geometry, view, 1)
    rows, columns = rows.clip(-1, grid.rows), columns.clip(-1, grid.columns)
    low_r, low_c = rows.min(), columns.min()
    strange = np.zeros((int(rows.max() - low_r) + 1, int(columns.max() - low_c) + 1), bool)
    for hex in hexes_within(obstacles.geometry, (room.left, room.top, room.left + room.wide * room.dot,
                                                 room.top + room.high * room.dot), 1.5):
        r, c = hex.row - low_r, hex.col - low_c
        if 0 <= r < strange.shape[0] and 0 <= c < strange.shape[1]:
            strange[r, c] = ground.country(hex) != country if sort == "country" else not ground.is_water(hex)
    room.raise_to(strange[rows - low_r, columns - low_c], _ABROAD)


def _inside(text: Text, frame: Box) -> Text:
    """The text moved into the frame where it is not wider than that."""
    half = half_extent(text)
    at = []
    for i in (0, 1):
        low, high = frame[i] + half[i] + 0.1, frame[i + 2] - half[i] - 0.1
        at.append(min(max(text.at[i], low), high) if low <= high else (frame[i] + frame[i + 2]) / 2)
    return replace(text, at=(at[0], at[1]))
