"""The names of places, placed so that they cover little."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from ...hexgrid import HexGeometry, Point
from ...model.design import Design
from ...model.gamemap import Place
from ...model.lettering import slanted
from ..appearance import own_symbol
from ..box_pairs import as_table, distances, overlapping, shared
from ..curves import Box
from ..letters.lettering import half_extent, spot_point
from ..primitives import Item, Text
from ..style import Style
from .incremental_placement import MovablePlacement, PlacedItem, Placer, numbered_keys
from .number_rows import NumberRows
from .obstacles import Obstacles

ALL_NAMES_FROM = 29.0
"""Pixels per map unit from which all names are shown; below, `SmallScaleNames` replaces them."""
# Below the counter, above it, then below and shifted sideways.
_PLACES: tuple[Point, ...] = (
    (0.0, 0.66), (0.0, 0.62), (0.0, -0.52), (0.3, 0.66), (-0.3, 0.66), (0.3, -0.52), (-0.3, -0.52),
    (0.0, 0.82), (0.5, 0.72), (-0.5, 0.72), (0.6, -0.6), (-0.6, -0.6), (0.9, 0.66), (-0.9, 0.66))
_ACROSS, _DOWN = (max(abs(p[i]) for p in _PLACES) for i in (0, 1))
_SIDES = (0.45, 0.0, 0.3, -0.3)
"""Then beside it: how far away the letters begin, and how far below the centre."""
_BESIDE = tuple((way, down) for down in _SIDES[1:] for way in (1.0, -1.0))
_FARTHER: tuple[Point, ...] = (
    (0.0, -0.68), (0.0, 0.95), (0.45, 0.82), (-0.45, 0.82), (0.45, -0.68), (-0.45, -0.68), (0.9, 0.9),
    (-0.9, 0.9), (0.9, -0.75), (-0.9, -0.75), (0.0, -0.9))
_ASIDE = 0.72
"""The positions of a name that counters would cover: above and below them, and how far beside them."""
_LATER = 0.02
"""The cost of each position after the first."""
_FRAME, _NAME, _NUMBER, _PLATE, _TOWN = 50.0, 12.0, 10.0, 4.0, 40.0
"""The cost of a square map unit that is off the map or covers a name, a hex number, a plate or another
town."""
_COUNTER = 40.0
"""The same for what a name displaced by counters covers."""
_DOT = 200.0
"""The same for the small dot of a place that has only a name."""
_NEARER, _CLEARLY = 5.0, 0.15
"""The cost of being nearer to another symbol, and the distance by which the own symbol should be nearer."""
_AROUND = 0.6
"""How far from a name symbols are considered, in map units."""
_RADIUS, _BARE = 0.43, 0.125
"""The radius of all towns, and of dots, from which the distance of a name is measured."""
_BORDER = 0.3
"""The cost of covering a map unit of a border."""
_STEPS, _NEAR_LINE = 9, 0.05
"""The number of sample points on a border, and how near to letters they count as covered."""
_SLACK = 0.1
GAP = 0.35
"""The room between names side by side, as a share of the size of their letters."""
_RIM = 0.08
"""How far the picture of a name extends beyond its letters."""


class NamePlacement(MovablePlacement):
    """The names of places, important ones first, each inside the map where it covers least of the others, of
    symbols, hex numbers and borders. Names with their own spot are placed there, and the others avoid them.
    `standing` returns the boxes in an area of the letters of labels with their own spot."""

    def __init__(
        self, places: Iterable[Place], style: Style, obstacles: Obstacles,
        standing: Callable[[Box], Sequence[Box]] = lambda _: (),
    ) -> None:
        self.obstacles, self._style, self._standing = obstacles, style, standing
        self._geometry = geometry = obstacles.geometry
        self._number = geometry.grid.number
        weight = cache(weight_of)
        ordered = sorted(
            ((place, weight(obstacles.own_symbols(place.hex))) for place in places
             if place.name and place.hex in geometry.grid),
            key=lambda e: (e[0].lettering.at == "", -e[1]))
        self._places = [(place, weight, _text(place, weight, geometry, style)) for place, weight in ordered]
        halves = [half_extent(text) for _, _, text in self._places]
        self._halves = np.array(halves).reshape(-1, 2)
        self._rows = NumberRows(geometry, style)
        areas = []
        for (place, _, text), half in zip(self._places, halves, strict=True):
            (x, y), (width, height) = text.at, half
            if place.lettering.at:
                x, y = spot_point(place.lettering.at, text.at, half, text.size, geometry)
            else:
                width, height = max(_ACROSS, _SIDES[0] + width) + width + _AROUND, _DOWN + height + _AROUND
            areas.append((x - width - _RIM, y - height - _RIM, x + width + _RIM, y + height + _RIM))
        super().__init__(numbered_keys(place.hex for place, _, _ in self._places), areas)

    def _others(self, area: Box) -> Sequence[Box]:
        return self._standing(area)

    def _placer(self, which: Sequence[int]) -> Placer:
        rows = {n: row for row, n in enumerate(n for n in which if not self._places[n][0].lettering.at)}
        free = list(rows)
        boxes = self._candidates(free)
        costs = self._costs(free, boxes)
        # The first of the cheapest ones.
        first = (costs <= costs.min(1, keepdims=True) + 1e-9).argmax(1) if free else np.zeros(0, int)
        usual = boxes[np.arange(len(free)), first].tolist()

        def place(n: int, taken: Sequence[Box]) -> PlacedItem:
            row = rows.get(n)
            if row is None:
                # It has its own spot, and its area is its box.
                left, top, right, bottom = self._area[n]
                return self._placed(n, left + _RIM, top + _RIM, right - _RIM, bottom - _RIM)
            if not taken:
                return self._placed(n, *usual[row])
            cost = costs[row] + _NAME * shared(boxes[row][:, None], as_table(taken)).sum(1)
            return self._placed(n, *boxes[row][int((cost <= cost.min() + 1e-9).argmax())].tolist())

        return place

    def _placed(self, n: int, left: float, top: float, right: float, bottom: float) -> PlacedItem:
        """The name with this box around its letters."""
        place, _, text = self._places[n]
        text = replace(text, at=((left + right) / 2, (top + bottom) / 2))
        item = Item((text,), (left - _RIM, top - _RIM, right + _RIM, bottom + _RIM), self._number(place.hex),
                    least_scale=ALL_NAMES_FROM)
        gap = GAP * text.size
        return PlacedItem(item, ((left - gap, top, right + gap, bottom),))

    def elsewhere(self, which: Sequence[int]) -> Placer:
        """A function that places some names where they cover boxes least, even those with their own spot."""
        boxes = np.concatenate([self._candidates(which), self._candidates(which, _FARTHER, _ASIDE)], 1)
        inner = boxes + (boxes[..., 3:] - boxes[..., 1:2]) * (0.0, _SLACK, 0.0, -_SLACK)
        costs, rows = self._costs(which, boxes), {n: row for row, n in enumerate(which)}

        def place(n: int, taken: Sequence[Box]) -> PlacedItem:
            row = rows[n]
            cost = costs[row] + _COUNTER * shared(inner[row][:, None], as_table(taken)).sum(1)
            return self._placed(n, *boxes[row][int((cost <= cost.min() + 1e-9).argmax())].tolist())

        return place

    def _candidates(
        self, which: Sequence[int], places: Sequence[Point] = _PLACES, aside: float = _SIDES[0]
    ) -> np.ndarray:
        """The possible boxes of the letters of some names, the usual position first."""
        half = self._halves[list(which)][:, None, :]
        beside = np.array(_BESIDE)[None] * np.ones_like(half)
        beside[..., 0] *= aside + half[..., 0]
        at = np.concatenate([np.array(places)[None] + 0.0 * half, beside], 1)
        at += np.array([self._places[n][2].at for n in which]).reshape(-1, 1, 2)
        return np.concatenate([at - half, at + half], -1)

    def _costs(self, which: Sequence[int], boxes: np.ndarray) -> np.ndarray:
        """The cost of each candidate, without regard to other names."""
        # Most letters leave a little room below them.
        inner = boxes - (boxes[..., 3:] - boxes[..., 1:2]) * (0.0, 0.0, 0.0, _SLACK)
        costs = np.arange(boxes.shape[1]) * _LATER + _NUMBER * self._rows.covered(inner)
        left, top, right, bottom = self.obstacles.frame
        outside = np.array((left, top)) - boxes[..., :2], boxes[..., 2:] - np.array((right, bottom))
        costs += _FRAME * sum(o.clip(0.0).sum(-1) for o in outside)
        areas = np.concatenate([boxes[..., :2].min(1), boxes[..., 2:].max(1)], 1)
        signs = self.obstacles.signs
        around = np.array((-_AROUND, -_AROUND, _AROUND, _AROUND))
        one, other = overlapping(areas + around, signs.boxes)
        hexes = np.array([self._places[n][0].hex for n in which]).reshape(-1, 2)
        own = (signs.hexes[other] == hexes[one]).all(1)
        town, dot = signs.towns[other], signs.dots[other]
        # A name may cover its own town, but not its plates.
        price = np.where(dot, _DOT, np.where(own, np.where(town, 0.0, _PLATE), np.where(town, _TOWN, _PLATE)))
        town |= dot
        np.add.at(costs, one, price[:, None] * shared(boxes[one], signs.boxes[other][:, None]))
        middles = np.array([self._places[n][2].at for n in which]).reshape(-1, 2)
        one, other = one[town & ~own], other[town & ~own]
        counts = np.where(signs.dots, (signs.boxes[:, 2] - signs.boxes[:, 0]) / 2, _RADIUS)
        near = distances(boxes, middles) - self._counts(which)[:, None]
        far = distances(boxes[one], (signs.boxes[other, :2] + signs.boxes[other, 2:]) / 2)
        np.add.at(costs, one, _NEARER * (near[one] + _CLEARLY - far + counts[other][:, None]).clip(0.0))
        for row, area in enumerate(areas.tolist()):
            for ends in self.obstacles.borders(area):
                costs[row] += _BORDER * _length_inside(boxes[row], ends)
        return costs


    def _counts(self, which: Sequence[int]) -> np.ndarray:
        """The radii from which the distances of some names to their symbols are measured."""
        bare = [not self.obstacles.symbols(self._places[n][0].hex) for n in which]
        return np.where(np.array(bare, bool), _BARE, _RADIUS)


def _length_inside(boxes: np.ndarray, ends: tuple[Point, Point]) -> np.ndarray:
    """The length of a line inside each of some boxes, in map units."""
    one, other = np.array(ends)
    at = one + np.linspace(0.0, 1.0, _STEPS)[:, None] * (other - one)
    inside = ((at >= boxes[:, None, :2] - _NEAR_LINE) & (at <= boxes[:, None, 2:] + _NEAR_LINE)).all(-1)
    lengths: np.ndarray = inside.mean(1) * float(np.hypot(*(other - one)))
    return lengths


def usual_size(design: Design, place: Place, style: Style) -> float:
    """The height of the letters, in map units, of a name without its own size."""
    kinds = design.ruleset.feature_by_id
    return size_of(weight_of(own_symbol(kinds[f]) for f in place.features if f in kinds), style)


def weight_of(symbols: Iterable[str]) -> int:
    """The weight of a place with some symbols: 3 a capital, 2 a town, 1 any other symbol, else 0."""
    kinds = set(symbols)
    return 3 if "capital" in kinds else 2 if "city" in kinds or "town" in kinds else 1 if kinds else 0


def size_of(weight: int, style: Style) -> float:
    """The usual height of letters, in map units, for a weight (see `weight_of`)."""
    return style.capital_size if weight == 3 else style.name_size if weight == 2 else style.name_size * 0.86


def _text(place: Place, weight: int, geometry: HexGeometry, style: Style) -> Text:
    """The name of a place at the centre of its hex."""
    written = place.lettering
    face = (style.place_face, style.city_face, style.city_face, style.capital_face)[weight]
    return Text(
        geometry.centre(place.hex), place.name, written.size or size_of(weight, style), style.name_ink,
        bold=face.bold, italic=face.italic, spacing=face.spacing, family=face.family, halo=style.halo,
        least_pixels=style.name_least_pixels * (0.8 if weight == 3 else 1.0),
        rotation=slanted(written.rotation, geometry.turn))
