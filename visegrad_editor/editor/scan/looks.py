"""What hexes look like on a scan, as numbers that can be compared. No Tk here.

A hex is looked at without its rim, where grid lines, rivers and borders run, and in thirteen parts: six
sectors, each of an outer and an inner half, and the middle. A town covers the middle and much of the inner
halves, a road crosses two sectors, a number or a name lies in one or two; the ground shows in the rest. Of
each part the colours are counted, in L*a*b*.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from ...hexgrid import HexGeometry, Point
from ...hexgrid.affine import Affine
from .lab import Floats, lab
from .pyramid import Pyramid

PARTS = 13
SCALE = 20
"""Pixels of a map unit, which is the side of a hex."""
_RIM = 0.86
"""The part of a hex that is looked at, from its middle."""
_MIDDLE = 0.4
"""The radius of the middle part."""
_INNER = 0.66
"""How far from the middle the inner halves of the sectors end."""
_BINS = (6, 8, 8)
_SPAN = np.array([5, 8, 8], np.float32)
_FIRST = np.array([0, -0.5, -0.5], np.float32)
"""Lightness is counted from black in the first bin to white in the last, since paper white and a pale tint
must not be the same; of the other two, what lies beyond the outer bins counts for these."""
_LOW = np.array([0.0, -60.0, -60.0], np.float32)
_WIDE = np.array([100.0, 120.0, 120.0], np.float32)
COLOURS = math.prod(_BINS)
_AT_ONCE = 192
"""Hexes whose colours are counted in one go."""
_LEAST_SEEN = 0.7
"""A hex of which less than this is on the picture is not looked at."""

Looks = npt.NDArray[np.float16]
"""Of each hex and each of its parts the square roots of the shares of the colours: hexes x `PARTS` x
`COLOURS`. The square of their distance is 0 for the same colours and 2 for quite other ones."""
Report = Callable[[float], bool]


class Stencil:
    """The pixels of a hex that are looked at, from its centre, and the part each belongs to."""

    def __init__(self, geometry: HexGeometry) -> None:
        y, x = np.mgrid[-SCALE:SCALE + 1, -SCALE:SCALE + 1]
        far = np.zeros(x.shape)
        angles = [math.atan2(v, u) + math.pi / 6 for u, v in map(geometry.corner_offset, range(6))]
        for angle in angles:
            # How far out a pixel lies towards each side, 1 at the side itself.
            out = (x * math.cos(angle) + y * math.sin(angle)) / (SCALE * math.cos(math.pi / 6))
            far = np.maximum(far, out)
        inside = far <= _RIM
        self.dx, self.dy = x[inside], y[inside]
        turn = np.arctan2(self.dy, self.dx) - angles[0] + math.pi / 6
        sector = np.floor(turn / (math.pi / 3)).astype(int) % 6
        away = np.hypot(self.dx, self.dy) / SCALE
        self.part = np.where(away < _MIDDLE, PARTS - 1, np.where(away < _INNER, 6 + sector, sector))


def looks_of(
    pyramid: Pyramid, to_picture: Affine, geometry: HexGeometry, points: Sequence[Point],
    report: Report = lambda _done: True,
) -> tuple[Looks, npt.NDArray[np.bool_]] | None:
    """How the hexes (or spots of their size) with these centres look, and which of them are on the picture at
    all; None where `report` asks to stop. `to_picture` takes map units to pixels of the picture."""
    stencil = Stencil(geometry)
    looks = np.zeros((len(points), PARTS, COLOURS), np.float16)
    seen = np.zeros(len(points), bool)
    done = 0
    for block in _blocks(points):
        pixels, there = _pixels(pyramid, to_picture, stencil, [points[i] for i in block])
        seen[block] = there.mean(axis=1) >= _LEAST_SEEN
        looks[block] = _counted(lab(pixels), there, stencil.part)
        done += len(block)
        if not report(done / len(points)):
            return None
    return looks, seen


def _blocks(points: Sequence[Point]) -> list[list[int]]:
    """The points in groups that lie near each other."""
    edge = 18.0
    found: dict[tuple[int, int], list[int]] = {}
    for i, (x, y) in enumerate(points):
        found.setdefault((math.floor(x / edge), math.floor(y / edge)), []).append(i)
    return [group[i:i + _AT_ONCE] for group in found.values() for i in range(0, len(group), _AT_ONCE)]


def _pixels(
    pyramid: Pyramid, to_picture: Affine, stencil: Stencil, points: Sequence[Point]
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.bool_]]:
    """The pixels of hexes, and which of these are on the picture."""
    left, top = min(x for x, _ in points) - 1.2, min(y for _, y in points) - 1.2
    size = (math.ceil((max(x for x, _ in points) + 1.2 - left) * SCALE),
            math.ceil((max(y for _, y in points) + 1.2 - top) * SCALE))
    found = pyramid.part(Affine(1 / SCALE, 0, left, 0, 1 / SCALE, top).then(to_picture), size)
    centres = np.array([((x - left) * SCALE, (y - top) * SCALE) for x, y in points])
    u = np.floor(centres[:, 0]).astype(int)[:, None] + stencil.dx
    v = np.floor(centres[:, 1]).astype(int)[:, None] + stencil.dy
    if found is None:
        return np.zeros((*u.shape, 3), np.uint8), np.zeros(u.shape, bool)
    image, mask = found
    pixels = np.asarray(image)[v, u]
    return pixels, np.ones(u.shape, bool) if mask is None else np.asarray(mask)[v, u] > 0


def _counted(colours: Floats, there: npt.NDArray[np.bool_], part: npt.NDArray[np.int_]) -> Floats:
    """The colours of each part counted. A colour counts for the bins around it, each by how near it is, so
    that a slightly other shade is not another colour."""
    hexes = len(colours)
    bins = np.array(_BINS)
    place = np.clip((colours - _LOW) / _WIDE * _SPAN + _FIRST, 0, bins - 1.001)
    first = place.astype(np.int32)
    near = (place - first).astype(np.float32)
    base = (np.arange(hexes)[:, None] * PARTS + part) * COLOURS
    counts = np.zeros(hexes * PARTS * COLOURS)
    for step in np.ndindex(2, 2, 2):
        weight = there.astype(np.float32)
        for axis, up in enumerate(step):
            weight = weight * (near[..., axis] if up else 1 - near[..., axis])
        light, a, b = (first[..., axis] + step[axis] for axis in range(3))
        index = base + (light * _BINS[1] + a) * _BINS[2] + b
        counts += np.bincount(index.ravel(), weight.ravel(), counts.size)
    shares = counts.reshape(hexes, PARTS, COLOURS)
    total = shares.sum(axis=2, keepdims=True)
    found: Floats = np.sqrt(shares / np.maximum(total, 1e-9)).astype(np.float32)
    return found
