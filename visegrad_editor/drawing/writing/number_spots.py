"""Where the number of a hex may stand: completely inside its hex, so that it never meets the number of a
neighbour and is not mistaken for it; and which of these spots is the clearest."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from ...hexgrid import Orientation, Point
from ..curves import Box, boxes_meet

_HALF_ACROSS = math.sqrt(3) / 2
"""How far the sides of a hex are from its centre, in map units."""
_CLOSE = 0.05
"""How near a displaced number may be to the sides of its hex."""
FOOT = 0.12
"""How near it may be to a side below it, beyond which is the number of the neighbour."""
_NEXT = 0.06
"""Spots nearer to each other than this count as one."""
_SLACK = 0.06
"""By how much the boxes of symbols are larger than the symbols look."""
_HIDDEN = 0.1
"""The share of a number displaced by letters that symbols may cover."""


def fitted(shape: Orientation, at: Point, half: Point, margin: float = 0.0) -> Point:
    """The middle of a box of this half width and height, from the centre of its hex, moved towards the centre
    until the box is in the hex, `margin` from its sides: first up or down, then sideways.

    >>> fitted("pointy", (0.0, -0.9), (0.3, 0.1))
    (0.0, -0.73)
    """
    (x, y), (width, height) = at, half
    aside = min(abs(x), max(_widest(shape, height, margin) - width, 0.0))
    down = min(abs(y), max(_tallest(shape, aside + width, margin) - height, 0.0))
    return round(math.copysign(aside, x), 2) + 0.0, round(math.copysign(down, y), 2) + 0.0


@lru_cache(maxsize=256)
def spots(shape: Orientation, half: Point, above: float = FOOT) -> tuple[Point, ...]:
    """The possible positions of a box of this half width and height in its hex, from the centre, the best
    first: at the top, at the foot, in the upper corners, in the lower ones, and only then nearer to the
    centre. It stays this far `above` a side below it."""
    width, height = half
    top = fitted(shape, (0.0, -1.0), half, _CLOSE)[1]
    foot = fitted(shape, (0.0, 1.0), half, _CLOSE)[1]
    if shape == "flat":
        foot = min(foot, _HALF_ACROSS - above - height)
    candidates: list[Point] = []
    for y in (top, top * 0.85, foot * 0.85, foot):
        most = _widest(shape, abs(y) + height, _CLOSE) - width
        candidates += [(share * most, y) for share in (0.0, 0.5, -0.5, 1.0, -1.0)]
    for heights in ((-0.7, -0.5), (0.7, 0.5), (-0.3, 0.3, 0.0)):
        for share in heights:
            y = share * abs(top)
            most = _widest(shape, abs(y) + height, _CLOSE) - width
            candidates += [(-most, y), (most, y)]
    candidates += [(0.0, -0.5), (0.0, 0.5), (0.0, 0.0)]
    kept: list[Point] = []
    for spot in candidates:
        x, y = fitted(shape, (spot[0], min(spot[1], foot)), half, _CLOSE)
        if all(math.hypot(x - a, y - b) >= _NEXT for a, b in kept):
            kept.append((x, y))
    return tuple(kept)


def _widest(shape: Orientation, height: float, margin: float) -> float:
    """How far a box with this height from the centre may extend sideways from it."""
    if shape == "flat":
        return 1.0 - margin / _HALF_ACROSS - height / math.sqrt(3)
    return min(_HALF_ACROSS - margin, (1.0 - margin / _HALF_ACROSS - height) * math.sqrt(3))


def _tallest(shape: Orientation, width: float, margin: float) -> float:
    """How far a box with this width from the centre may extend up and down from it."""
    if shape == "pointy":
        return 1.0 - margin / _HALF_ACROSS - width / math.sqrt(3)
    return min(_HALF_ACROSS - margin, (1.0 - margin / _HALF_ACROSS - width) * math.sqrt(3))


def clearest(
    shape: Orientation, usual: Point, half: Point, centre: Point, letters: Sequence[Box],
    signs: Sequence[Box], roads: Sequence[Box] = (), above: float = FOOT,
    most_hidden: float = math.inf,
) -> tuple[Point, float]:
    """The first spot of a box of this half width and height, from the `centre` of its hex, that is clear of
    `letters` and, unless it is the `usual` one, of the symbols of the hex, which it may touch a little; and
    the area covered by letters, if there is no such spot. Spots clear of `roads` are preferred; `above`: see
    `spots`. Symbols that hide more than `most_hidden`, a share of the box, count as letters."""
    width, height = half
    signs = [(a + _SLACK, b + _SLACK, c - _SLACK, d - _SLACK) for a, b, c, d in signs]
    best: tuple[float, float] | None = None
    best_spot = usual
    on_road: Point | None = None
    for n, (dx, dy) in enumerate((usual, *spots(shape, half, above))):
        x, y = centre[0] + dx, centre[1] + dy
        box = x - width, y - height, x + width, y + height
        covered = sum(_shared(box, b) for b in letters if boxes_meet(box, b))
        hidden = sum(_shared(box, b) for b in signs if boxes_meet(box, b)) if n else 0.0
        if not covered and hidden <= _HIDDEN * 4 * width * height:
            if not any(boxes_meet(box, b) for b in roads):
                return (dx, dy), 0.0
            on_road = on_road or (dx, dy)
        if best is None or (covered, hidden) < best:
            best, best_spot = (covered, hidden), (dx, dy)
    if on_road is not None:
        return on_road, 0.0
    assert best is not None
    covered, hidden = best
    return best_spot, covered + (hidden if hidden > most_hidden * 4 * width * height else 0.0)


def _shared(one: Box, other: Box) -> float:
    return (min(one[2], other[2]) - max(one[0], other[0])) * (min(one[3], other[3]) - max(one[1], other[1]))
