"""Hex numbers: at the top of their hexes or, to avoid other text, elsewhere in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ...hexgrid import Hex, Point, hexside
from ..box_pairs import Boxes
from ..colours import darker, legible
from ..curves import Box
from ..ground import Ground
from ..letters.fonts import CAP_HEIGHT, text_width
from ..letters.ink_boxes import widest_set
from ..patterns import PATTERNS
from ..primitives import Item, Text
from ..style import Style
from .medium import NUMBERS_FROM, Band, shown
from .names import ALL_NAMES_FROM
from .number_rows import NUMBER_AT, widest_number
from .number_spots import clearest, fitted

_BANDS: tuple[Band, ...] = ((NUMBERS_FROM, 22.0), (22.0, ALL_NAMES_FROM))
"""The ranges of pixels per map unit in which numbers have one size, larger than on paper."""
_WIDEST, _HIGHEST = 0.92, 0.5
"""The greatest width and size of a number, in map units. Wider ones, with their rims, fill nearly two thirds
of the width of a hex and merge into grey lines; with four digits, hexes have numbers from 30 pixels on."""
_DROP = 0.25
"""How far a larger number moves down, as a share of its growth, to stay clear of the corner."""
_LOWER = {"pointy": 0.07, "flat": 0.13}
_ASIDE = 0.34
"""How far it moves for a line above it and a road through it, in map units."""
_LOWEST_ASIDE = 0.5
"""The least height of a number that moved aside; a number too wide for that stays on the road."""
_APART = 0.02
"""How near a number may be to the sides of its hex if nothing is in its way."""
_RIM = 0.03
_ANY = 1e9


class NumberCrossing(NamedTuple):
    """What is at the usual position of a number: a line along the hexside above it, a road through it."""

    side: bool = False
    road: bool = False


CLEAR = NumberCrossing()


class Numbers:
    """The numbers of the hexes of one design."""

    def __init__(self, ground: Ground, style: Style) -> None:
        self._ground, self._style, self._geometry = ground, style, ground.geometry
        self._longest = widest_number(ground.grid, self._width)
        self._across = self._width(self._longest)
        """The width of the widest number, in units of its height."""
        self._set_wider: dict[Band, float] = {}
        self._spots: dict[tuple[NumberCrossing, Band], Point] = {}

    def _width(self, text: str) -> float:
        face = self._style.number_face
        return text_width(text, 1.0, face.bold, face.italic, face.spacing, face.family)

    def _half(self, width: float, band: Band) -> Point:
        """Half the greatest width and height at which a number with this drawn `width`, in units of its size,
        is set anywhere in a band."""
        size = self.size(band)
        return width * self._wider(band) * size / 2, size * CAP_HEIGHT / 2

    def _wider(self, band: Band) -> float:
        """The greatest ratio of the set to the drawn width of numbers in a band."""
        if band not in self._set_wider:
            size, face, text = self.size(band), self._style.number_face, self._longest
            least = max(size * band[0], self._style.number_least_pixels)
            drawn = text_width(text, 1.0, face.bold, face.italic, 0.0, face.family)
            more = widest_set(text, least, size * band[1], face.bold, face.italic, face.family) - drawn
            self._set_wider[band] = 1.0 + more / self._across
        return self._set_wider[band]

    def _spot(self, crossed: NumberCrossing, band: Band) -> Point:
        """The usual position of a number in a band, from the centre of its hex."""
        spot = self._spots.get((crossed, band))
        if spot is None:
            spot = self._spots[crossed, band] = self._fitted(crossed, band)
        return spot

    def _fitted(self, crossed: NumberCrossing, band: Band) -> Point:
        shape = self._geometry.shape
        half = self._half(self._across, band)
        y = NUMBER_AT[shape] + _LOWER[shape] * crossed.side + _DROP * (
            self.size(band) - self._style.number_size)
        if crossed.road:
            aside = fitted(shape, (-_ASIDE, y), half, _APART)
            if aside[1] <= -_LOWEST_ASIDE:
                return aside
        return fitted(shape, (0.0, y), half, _APART)

    def reaches(self, hexes: np.ndarray, band: Band) -> Boxes:
        """The boxes that contain the numbers of hexes, a table of columns and rows, in one of the `bands`,
        unless names displace them."""
        half, height = self._half(self._across, band)
        spots = np.array([self._spot(NumberCrossing(side, road), band) for side in (False, True)
                          for road in (False, len(self._ground.upward) == 1)])
        reach = np.array((half + _RIM, height + _RIM))
        centres = self._centres(hexes)
        return np.concatenate([centres + spots.min(0) - reach, centres + spots.max(0) + reach], 1)

    def _centres(self, hexes: np.ndarray) -> np.ndarray:
        first, aside, below, two_aside, two_below = (
            np.array(self._geometry.centre(Hex(c, r))) for c, r in ((0, 0), (1, 0), (0, 1), (2, 0), (0, 2)))
        along, down = (two_aside - first) / 2, (two_below - first) / 2
        odd = hexes % 2
        # Every second line of hexes is shifted.
        shifts = odd[:, :1] * (aside - first - along) + odd[:, 1:] * (below - first - down)
        centres: np.ndarray = first + hexes[:, :1] * along + hexes[:, 1:] * down + shifts
        return centres

    def crossed(self, hex: Hex) -> NumberCrossing:
        """What is at the usual position of the number of a hex."""
        ground, rim, road = self._ground, False, False
        near = ground.grid.around(hex)
        for d in ground.upward:
            side = hexside(hex, near[d])
            rim |= side in ground.map.side_lines or ground.is_border(hex, near[d])
            road |= len(ground.upward) == 1 and side in ground.map.road_segments
        return NumberCrossing(rim, road)

    def bands(self, scale: float | None = None) -> list[Band]:
        """The ranges of pixels per map unit in which numbers have one size, the last being their full size;
        with a `scale` only the range for it, or none if numbers are too small to be shown."""
        style = self._style
        full = style.number_least_pixels / max(style.number_size, 1e-6)
        more = [(ALL_NAMES_FROM, full)] if full > ALL_NAMES_FROM else []
        bands = shown((*_BANDS, *more, (max(full, ALL_NAMES_FROM), _ANY)), scale)
        return [b for b in bands if scale is None or self.size(b) * scale >= style.number_least_pixels]

    def size(self, band: Band) -> float:
        """The height of the numbers that are shown in one of the `bands`."""
        full, (low, high) = self._style.number_size, band
        return full if high >= _ANY else max(
            full, min(self._style.number_least_pixels / low, _HIGHEST, _WIDEST / self._across))

    def item(self, hex: Hex, band: Band) -> Item | None:
        """The number of a hex in its usual position, as shown in one of the `bands`; None if it has none
        there."""
        if self._ground.is_off_map(hex):
            return None
        return self.at(hex, self._geometry.centre(hex), self.crossed(hex), band)

    def at(self, hex: Hex, centre: Point, crossed: NumberCrossing, band: Band) -> Item | None:
        """The number of a hex about a centre, moved aside for what is `crossed`."""
        ground, style = self._ground, self._style
        face, least, (low, high) = style.number_face, style.number_least_pixels, band
        size = self.size(band)
        if size * high <= least:
            return None
        kind, water = ground.kind(hex), ground.is_water(hex)
        # Unobtrusive, but legible on its ground.
        ink = legible(darker(kind.colour, 0.42) if water else style.number, (kind.colour,), 3.4)
        rimmed = any(crossed) or (kind.pattern in PATTERNS and not water) or bool(ground.map.features_at(hex))
        x, y = self._spot(crossed, band)
        text = ground.grid.number(hex)
        # If still smaller numbers are omitted, they fade.
        fades = (style.number_full_pixels, kind.colour) if size * low < least - 1e-9 else None
        number = Text(
            (centre[0] + x, centre[1] + y), text, size, ink, bold=face.bold, italic=face.italic,
            spacing=face.spacing, family=face.family, halo=kind.colour if rimmed else "",
            least_pixels=least, fades=fades)
        return Item((number,), self._box(number, band), text, least_scale=max(low, least / size),
                    most_scale=high)

    def _box(self, number: Text, band: Band) -> Box:
        """The box of a number with its rim."""
        (x, y), half = number.at, self._half(self._width(number.text), band)[0] + _RIM
        return x - half, y - number.size, x + half, y + number.size

    def clear(self, item: Item, hex: Hex, letters: Sequence[Box], signs: Sequence[Box] = ()) -> Item | None:
        """The number at a position clear of `letters` and, unless that is its usual one, of the `signs` of
        its hex. If there is none, the position least covered by letters if the number has its full size, else
        None."""
        (text,) = (t for t in item.primitives if isinstance(t, Text))
        half = (item.box[2] - item.box[0]) / 2 - _RIM, text.size * CAP_HEIGHT / 2
        middle = self._geometry.centre(hex)
        usual = text.at[0] - middle[0], text.at[1] - middle[1]
        spot, covered = clearest(self._geometry.shape, usual, half, middle, letters, signs)
        if covered and item.most_scale < _ANY:
            return None
        if spot == usual:
            return item
        rim = text.halo or self._ground.kind(hex).colour
        dx, dy = spot[0] - usual[0], spot[1] - usual[1]
        left, top, right, bottom = item.box
        return replace(
            item, primitives=(replace(text, at=(text.at[0] + dx, text.at[1] + dy), halo=rim),),
            box=(left + dx, top + dy, right + dx, bottom + dy))
