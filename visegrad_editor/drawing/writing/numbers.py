"""Hex numbers: at the top of their hexes, and out of the way of names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ...hexgrid import Hex, Point, hexside
from ..box_pairs import Boxes
from ..colours import darker, legible
from ..curves import Box, boxes_meet
from ..ground import Ground
from ..letters.fonts import CAP_HEIGHT, text_width
from ..patterns import PATTERNS
from ..primitives import Item, Text
from ..style import Style
from .far_writing import NUMBERS_FROM, Band, shown
from .names import ALL_NAMES_FROM
from .number_rows import NUMBER_AT

_BANDS: tuple[Band, ...] = ((NUMBERS_FROM, 22.0), (22.0, ALL_NAMES_FROM))
"""Pixels per map unit between which numbers have one size, which is larger than on paper."""
_WIDEST, _HIGHEST = 0.92, 0.5
"""The greatest width and size of a number, in map units. Wider ones, with their rims, fill nearly two thirds
of the width of a hex, and chain to grey lines; with four digits, hexes have numbers from 30 pixels on."""
_DROP = 0.25
"""How far a larger number moves down, as a share of what its letters grow, so that it clears the corner."""
_LOWER = {"pointy": 0.07, "flat": 0.13}
_ASIDE = 0.34
"""How far it makes way for a line above it and a road through it, in map units."""
_ELSEWHERE = {
    "pointy": ((-0.3, 0.06), (0.3, 0.06), (0.0, 0.14), (-0.42, 0.14), (0.42, 0.14), (0.0, 1.33),
               (-0.28, 1.26), (0.28, 1.26), (-0.52, 0.34), (0.52, 0.34), (-0.52, 1.04), (0.52, 1.04)),
    "flat": ((-0.3, 0.0), (0.3, 0.0), (0.0, 0.14), (-0.42, 0.08), (0.42, 0.08), (0.0, 1.42), (-0.3, 1.4),
             (0.3, 1.4), (-0.48, 0.3), (0.48, 0.3), (-0.48, 1.12), (0.48, 1.12))}
"""Where a number goes that a name would cover, from its usual place, by orientation: beside it, to the bottom
of the hex, to its sides."""
_PAST_ROAD = 0.3
"""How much of the way to such a place it goes from beside a road, so that it does not leave its hex."""
_COVERED = 0.1
"""The share of a number that names may cover."""
_RIM = 0.03
_ANY = 1e9


class Crossed(NamedTuple):
    """What runs where a number usually stands: a line along the hexside above it, a road through it."""

    side: bool = False
    road: bool = False


CLEAR = Crossed()


class Numbers:
    """The numbers of the hexes of one design."""

    def __init__(self, ground: Ground, style: Style) -> None:
        self._ground, self._style, self._geometry = ground, style, ground.geometry
        grid = ground.grid
        ends = (grid.number(Hex(0, 0)), grid.number(Hex(grid.columns - 1, grid.rows - 1)))
        self._across = max(self._width(x) for x in ends)
        """The width of the widest, in its height."""

    def _width(self, text: str) -> float:
        face = self._style.number_face
        return text_width(text, 1.0, face.bold, face.italic, face.spacing, face.family)

    def reaches(self, hexes: np.ndarray, band: Band) -> Boxes:
        """The boxes in which the numbers of hexes, a table of columns and rows, stand in one of the `bands`,
        whatever they make way for but names."""
        shape, centres = self._geometry.shape, self._centres(hexes)
        size = self.size(band)
        half, high = self._across * size / 2, size * CAP_HEIGHT / 2
        top = NUMBER_AT[shape] + _DROP * (size - self._style.number_size)
        aside = _ASIDE if len(self._ground.upward) == 1 else 0.0
        low, most = np.array((-half - aside, top - high)), np.array((half, top + high + _LOWER[shape]))
        return np.concatenate([centres + low, centres + most], 1)

    def _centres(self, hexes: np.ndarray) -> np.ndarray:
        first, aside, below, two_aside, two_below = (
            np.array(self._geometry.centre(Hex(c, r))) for c, r in ((0, 0), (1, 0), (0, 1), (2, 0), (0, 2)))
        along, down = (two_aside - first) / 2, (two_below - first) / 2
        odd = hexes % 2
        # Each second line of hexes is shifted.
        shifts = odd[:, :1] * (aside - first - along) + odd[:, 1:] * (below - first - down)
        found: np.ndarray = first + hexes[:, :1] * along + hexes[:, 1:] * down + shifts
        return found

    def crossed(self, hex: Hex) -> Crossed:
        """What runs where the number of a hex usually stands."""
        ground, rim, road = self._ground, False, False
        near = ground.lines.near(hex)
        for d in ground.upward:
            side = hexside(hex, near[d])
            here, there = ground.country(hex), ground.country(near[d])
            rim |= side in ground.map.side_lines or bool(here and there and here != there)
            road |= len(ground.upward) == 1 and side in ground.map.road_segments
        return Crossed(rim, road)

    def bands(self, scale: float | None = None) -> list[Band]:
        """Between which pixels per map unit numbers have one size, the last being their full one; with a
        `scale`, the one that holds there; none where numbers are too small to be shown."""
        style = self._style
        full = style.number_least_pixels / max(style.number_size, 1e-6)
        more = [(ALL_NAMES_FROM, full)] if full > ALL_NAMES_FROM else []
        found = shown((*_BANDS, *more, (max(full, ALL_NAMES_FROM), _ANY)), scale)
        return [b for b in found if scale is None or self.size(b) * scale >= style.number_least_pixels]

    def size(self, band: Band) -> float:
        """The height of the numbers that are shown in one of the `bands`."""
        full, (low, high) = self._style.number_size, band
        return full if high >= _ANY else max(
            full, min(self._style.number_least_pixels / low, _HIGHEST, _WIDEST / self._across))

    def item(self, hex: Hex, band: Band) -> Item | None:
        """The number of a hex in its usual place, as it is shown in one of the `bands`; None where it has
        none there."""
        if self._ground.is_off_map(hex):
            return None
        return self.at(hex, self._geometry.centre(hex), self.crossed(hex), band)

    def at(self, hex: Hex, centre: Point, crossed: Crossed, band: Band) -> Item | None:
        """The number of a hex as it looks about a centre, where it makes way for what is `crossed`."""
        ground, style, shape = self._ground, self._style, self._geometry.shape
        face, least, (low, high) = style.number_face, style.number_least_pixels, band
        full = style.number_size
        size = self.size(band)
        if size * high <= least:
            return None
        kind, water = ground.kind(hex), ground.is_water(hex)
        # Unobtrusive, but legible on its ground.
        ink = legible(darker(kind.colour, 0.42) if water else style.number, (kind.colour,), 3.4)
        rimmed = any(crossed) or (kind.pattern in PATTERNS and not water) or bool(ground.map.features_at(hex))
        x = centre[0] - _ASIDE * crossed.road
        y = centre[1] + NUMBER_AT[shape] + _LOWER[shape] * crossed.side + _DROP * (size - full)
        text = ground.grid.number(hex)
        # Where still smaller ones are left out, they fade.
        fades = (style.number_full_pixels, kind.colour) if size * low < least - 1e-9 else None
        number = Text(
            (x, y), text, size, ink, bold=face.bold, italic=face.italic, spacing=face.spacing,
            family=face.family, halo=kind.colour if rimmed else "", least_pixels=least, fades=fades)
        half = self._width(text) * size / 2 + _RIM
        return Item((number,), (x - half, y - size, x + half, y + size), text,
                    least_scale=max(low, least / size), most_scale=high)

    def clear(self, item: Item, hex: Hex, names: Sequence[Box], signs: Sequence[Box] = ()) -> Item | None:
        """A number where names do not cover it, nor in another than its usual place the `signs` of its hex.
        Where there is no such place, the one where they cover it least if it has its full size, else None."""
        (text,) = (t for t in item.primitives if isinstance(t, Text))
        left, top, right, bottom = item.box
        half, high = (right - left) / 2 - _RIM, text.size * CAP_HEIGHT / 2
        aside = text.at[0] - self._geometry.centre(hex)[0]
        elsewhere = _ELSEWHERE[self._geometry.shape]
        spots = ((0.0, 0.0), *((_beside_road(dx, dy, aside), dy) for dx, dy in elsewhere))
        costs = []
        for n, (dx, dy) in enumerate(spots):
            x, y = text.at[0] + dx, text.at[1] + dy
            box = x - half, y - high, x + half, y + high
            struck = (*names, *signs) if n else names
            costs.append(sum(_shared(box, b) for b in struck if boxes_meet(box, b)))
            if costs[-1] <= _COVERED * 4 * half * high:
                break
        else:
            if item.most_scale < _ANY:
                return None
        dx, dy = spots[costs.index(min(costs))]
        if not dx and not dy:
            return item
        rim = text.halo or self._ground.kind(hex).colour
        return replace(
            item, primitives=(replace(text, at=(text.at[0] + dx, text.at[1] + dy), halo=rim),),
            box=(left + dx, top + dy, right + dx, bottom + dy))


def _beside_road(dx: float, dy: float, aside: float) -> float:
    """How far across a number moves to a spot elsewhere that makes way for a road already, `aside`: farther
    away it need not do so, and near its usual place it stands on either side of the road."""
    if abs(dx) > abs(aside) or dy > 1.0:
        return dx - aside
    return dx * _PAST_ROAD if dx * aside > 0.0 else -2 * aside if dx else 0.0


def _shared(one: Box, other: Box) -> float:
    return (min(one[2], other[2]) - max(one[0], other[0])) * (min(one[3], other[3]) - max(one[1], other[1]))
