"""What hexes look like on a scan, as numbers that can be compared. No Tk here.

A hex is looked at without its rim, where grid lines, rivers and borders run, and in thirteen parts: six
sectors, each of an outer and an inner half, and the middle. A town covers the middle and much of the inner
halves, a road crosses two sectors, a name lies in one or two; the ground shows in the rest. What numbers
take in every hex is left out. Of each part the colours are counted, in L*a*b*, which tells patterns, and the
middle one is kept, which tells tints that are paler than the grain of the scan.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...hexgrid import HexGeometry, Point
from ...hexgrid.affine import Affine
from .lab import Floats, lab
from .number_place import Ink, Mask
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

_TINT = 3.0
"""Tints so far apart are quite different ones; most paper is not printed or lit more evenly than a third."""
_TINTS = 0.5
"""What quite different tints count, where quite other colours count 2."""
_LIGHT = 0.3
"""What lightness counts in a tint: it changes across a scan, the colour hardly."""
_NUMBERED = 600
"""In about so many hexes numbers are looked for."""

Report = Callable[[float], bool]


class Looks(NamedTuple):
    """How the parts of a hex, or of each of many, look."""

    colours: npt.NDArray[np.float16]
    """The square roots of the shares of the colours: (hexes x) `PARTS` x `COLOURS`. The square of their
    distance is 0 for the same colours and 2 for quite other ones. All 0 for a part that is not looked at."""
    tints: Floats
    """The middle colour: (hexes x) `PARTS` x 3."""

    @classmethod
    def blank(cls, hexes: int) -> Looks:
        """Room for the looks of some hexes."""
        return cls(np.zeros((hexes, PARTS, COLOURS), np.float16), np.zeros((hexes, PARTS, 3), np.float32))

    def of(self, which: int | slice) -> Looks:
        """The looks of one of the hexes, or of some."""
        return Looks(self.colours[which], self.tints[which])

    def parts(self, which: npt.NDArray[np.int_]) -> Looks:
        """Some of the parts of a single hex."""
        return Looks(self.colours[which], self.tints[which])

    def apart(self, other: Looks) -> Floats:
        """How different each part (of each hex) is from each of the parts of a single hex, from 0 to 2."""
        one, theirs = self.colours.astype(np.float32), other.colours.astype(np.float32)
        far = 2 - 2 * one @ theirs.T
        weights = np.array([_LIGHT, 1, 1], np.float32) / _TINT**2
        for n, tint in enumerate(other.tints):
            far[..., n] += _TINTS * np.minimum(((self.tints - tint) ** 2) @ weights, 1)
        found: Floats = np.clip(far, 0, 2)
        return found


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
    stencil, blocks = Stencil(geometry), _blocks(points)
    ink = Ink(stencil.dx, stencil.dy)
    for block in blocks[::max(1, len(points) // _NUMBERED)]:
        ink.add(*_pixels(pyramid, to_picture, stencil, [points[i] for i in block]))
    ground = ~ink.numbers()
    looks, seen = Looks.blank(len(points)), np.zeros(len(points), bool)
    done = 0
    for block in blocks:
        pixels, there = _pixels(pyramid, to_picture, stencil, [points[i] for i in block])
        seen[block] = there.mean(axis=1) >= _LEAST_SEEN
        colours = lab(pixels)
        looks.colours[block] = _counted(colours, there & ground, stencil.part)
        looks.tints[block] = _tints(colours, ground, stencil.part)
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


def _tints(colours: Floats, ground: Mask, part: npt.NDArray[np.int_]) -> Floats:
    """The middle colour of each part."""
    found = np.zeros((len(colours), PARTS, 3), np.float32)
    for n in range(PARTS):
        if (here := ground & (part == n)).any():
            found[:, n] = np.median(colours[:, here], axis=1)
    return found


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
