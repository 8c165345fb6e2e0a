"""Hex numbers for maps printed smaller than their letters were designed for: large enough to be legible, and
completely inside their hexes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

import numpy as np

from ...hexgrid import Orientation
from ..box_index import BoxIndex
from ..curves import Box, box_of
from ..letters.fonts import CAP_HEIGHT, text_width
from ..letters.lettering import half_extent
from ..primitives import Text
from ..roads import Roads
from ..style import Style
from ..writing.number_spots import clearest, fitted
from .parts import HexRun

NUMBER = 4.5
"""The least height of letters, in points."""
_WIDEST, _HIGHEST = 1.05, 0.43
"""The greatest width and height of hex numbers, in map units; larger ones fill the hex."""
_WIDEST_OF_FEW, _HIGHEST_OF_FEW = 1.4, 0.62
"""The same if only a few hexes are numbered."""
_REACH = 1.0
"""The greatest reach of a number from the centre of its hex."""
_APART = 0.03
"""The room between numbers, and between numbers and letters."""
_BESIDE_ROADS = 0.02
_CLEAR: dict[Orientation, float] = {"pointy": 0.1, "flat": 0.35}
"""The distance of a number from the sides of its hex, as a share of its height, plus half their width; below
a flat side it is greater, or the number seems to stand on the side."""
_HALF_SIDE = 0.015
_ABOVE = (2.0, 1.0)
"""The distances of a displaced number from the side below it, in units of its height, the usual one first;
nearer, it would be confused with the number of the neighbour."""
_MOST_HIDDEN = 0.3
"""The share of a displaced number that may be on symbols."""


def number_style(style: Style, longest: str, points: float, few: bool = False) -> Style | None:
    """The style with hex numbers that are legible when a hex side is this many points long; None if the
    `longest` number has no room in a hex. If only a `few` hexes are numbered, they may fill them."""
    if style.number_size * points >= NUMBER:
        return style
    size, face = NUMBER / points, style.number_face
    width = text_width(longest, size, face.bold, face.italic, face.spacing, face.family)
    widest, highest = (_WIDEST_OF_FEW, _HIGHEST_OF_FEW) if few else (_WIDEST, _HIGHEST)
    return replace(style, number_size=size) if size <= highest and width <= widest else None


def road_boxes(roads: Roads) -> list[Box]:
    """The boxes of the pieces of roads."""
    courses = roads.courses(list(roads.drawn))
    return [box_of(piece, kind.width / 2 + _BESIDE_ROADS)
            for (kind, _, _), course in zip(roads.drawn.values(), courses, strict=True)
            for piece in pairwise(course)]


def number_boxes(numbers: HexRun) -> list[Box]:
    """The boxes of hex numbers that `clear_numbers` has placed."""
    boxes = []
    for number in numbers.items():
        (text,) = (t for t in number.primitives if isinstance(t, Text))
        (x, y), width, height = text.at, half_extent(text)[0], text.size * CAP_HEIGHT / 2
        boxes.append((x - width, y - height, x + width, y + height))
    return boxes


def clear_numbers(
    numbers: HexRun, shape: Orientation, letters: Iterable[Box], signs: Iterable[Box],
    roads: Iterable[Box] = (), all: bool = False,
) -> HexRun:
    """Hex numbers, drawn about the centres of their hexes of this `shape`, clear of `letters`, of `signs` if
    they are displaced, and of `roads` if there is room; numbers without room are omitted, or if `all` are
    wanted, stand where they are least covered."""
    texts = []
    for shapes in numbers.drawings:
        (text,) = (t for t in shapes if isinstance(t, Text))
        texts.append(replace(text, fades=None, least_pixels=0.0))
    taken = BoxIndex(((box, box) for box in letters), edge=4.0)
    symbols = BoxIndex(((box, box) for box in signs), edge=4.0)
    ways = BoxIndex(((box, box) for box in roads), edge=4.0)
    kept = np.zeros(len(numbers.which), bool)
    places = numbers.places.copy()
    for n, (drawing, name, (left, top)) in enumerate(
        zip(numbers.which.tolist(), numbers.names, numbers.places.tolist(), strict=True)
    ):
        text = texts[drawing]
        half = half_extent(replace(text, text=name))[0] + _APART, text.size * CAP_HEIGHT / 2 + _APART
        height = text.size * CAP_HEIGHT
        usual = fitted(shape, text.at, half, _CLEAR[shape] * height + _HALF_SIDE)
        around = left - _REACH, top - _REACH, left + _REACH, top + _REACH
        for above in _ABOVE:
            (x, y), covered = clearest(
                shape, usual, half, (left, top), taken.meeting(around), symbols.meeting(around),
                ways.meeting(around), above * height, _MOST_HIDDEN)
            if not covered:
                break
        if all or not covered:
            kept[n] = True
            places[n] = left + x - text.at[0], top + y - text.at[1]
    return replace(numbers, drawings=tuple((t,) for t in texts), places=places).of(kept)
