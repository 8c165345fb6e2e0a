"""Terrain samples on a scan, the terrain they propose for each hex, and the resulting changes. No Tk here."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from ...hexgrid import Hex, HexGeometry, Point
from ...hexgrid.affine import Affine
from ...lazy_dataclass import dataclass
from ...model.edit.terrain import paint_kinds
from ...model.gamemap import GameMap
from .picture import Report
from .pyramid import Pyramid

Sample = tuple[str, Hex | Point]
"""A sample: ("hex", its hex), or ("spot", a point in map units) for a spot off the map."""
MOST_LEARNED = 24
"""The most samples of one terrain taken from painted hexes; more do not improve the result."""
_FEW = 3
"""This many hexes that show a terrain purely are enough to learn from."""
SURE = 0.4
"""The default confidence below which a proposal is not applied."""


@dataclass(frozen=True)
class Choices:
    """The choices of the user: samples by terrain, hexes decided by hand, hexes to be left as they are."""

    samples: Mapping[str, tuple[Sample, ...]] = field(default_factory=dict)
    by_hand: Mapping[Hex, str] = field(default_factory=dict)
    left_out: frozenset[Hex] = frozenset()


@dataclass(frozen=True)
class TerrainCounts:
    """The counts of one terrain: samples, hexes it is proposed for, and hexes that would change."""

    terrain: str
    samples: int
    proposed: int
    changes: int


class TerrainProposal:
    """A proposal in progress. `spot` returns the appearance of a spot of the picture off the map."""

    def __init__(self, map: GameMap, classifier: Classifier,
                 spot: Callable[[Point], HexAppearance | None]) -> None:
        self._map, self._classifier, self._spot = map, classifier, spot
        self.choices = Choices()
        self.scope: Collection[Hex] | None = None
        """The hexes that may change; None means all."""
        self.least = SURE
        self._before: list[Choices] = []
        self._after: list[Choices] = []
        self._looks: dict[Sample, HexAppearance] = {}
        self._found: dict[Hex, HexProposal] = {}

    @property
    def map(self) -> GameMap:
        """The map that would change."""
        return self._map

    @map.setter
    def map(self, map: GameMap) -> None:
        self._map = map

    # -- choices ------------------------------------------------------------------------

    def sample(self, terrain: str, point: Point) -> str:
        """Toggle the hex at a point, or a spot off the map, as a sample of a terrain. Returns a complaint, or
        ""."""
        hex = self._map.geometry.hex_at(*point)
        key: Sample = ("spot", point) if hex is None else ("hex", hex)
        look = self._spot(point) if hex is None else self._look(hex)
        if look is None:
            return "The picture does not extend this far."
        self._looks[key] = look
        old = self.choices
        had = key in old.samples.get(terrain, ())
        samples = {t: tuple(k for k in keys if k != key) for t, keys in old.samples.items()}
        if not had:
            samples[terrain] = (*samples.get(terrain, ()), key)
        by_hand = {h: t for h, t in old.by_hand.items() if h != hex}
        self._set_choices(replace(old, samples=samples, by_hand=by_hand,
                          left_out=old.left_out - {hex} if hex else old.left_out))
        return ""

    def learn(self, hexes: Iterable[Hex]) -> int:
        """Take hexes as samples of their terrain on the map; returns how many were new."""
        wanted: dict[str, list[Sample]] = {}
        for hex in hexes:
            if self._classifier.sees(hex):
                wanted.setdefault(self._map.terrain.at(hex), []).append(("hex", hex))
        samples = dict(self.choices.samples)
        known = {k for keys in samples.values() for k in keys}
        new = 0
        for terrain, keys in wanted.items():
            fresh = [k for k in keys if k not in known]
            room = MOST_LEARNED - len(samples.get(terrain, ()))
            if room < 1 or not fresh:
                continue
            pure = [k for k in fresh if self._is_pure(k[1])]  # type: ignore[arg-type]
            fresh = pure if len(pure) >= _FEW else fresh
            # Spread over all of them, so that every part of the map is represented.
            taken = fresh[::max(1, -(-len(fresh) // room))]
            for key in taken:
                look = self._look(key[1])  # type: ignore[arg-type]
                assert look is not None
                self._looks[key] = look
            samples[terrain] = (*samples.get(terrain, ()), *taken)
            new += len(taken)
        if new:
            self._set_choices(replace(self.choices, samples=samples))
        return new

    def decide(self, hexes: Iterable[Hex], terrain: str) -> None:
        """Give hexes a terrain, whatever the scan looks like."""
        new = {h: terrain for h in hexes if h in self._map.grid}
        self._set_choices(replace(self.choices, by_hand={**self.choices.by_hand, **new},
                          left_out=self.choices.left_out - set(new)))

    def leave_out(self, hex: Hex) -> None:
        """Leave a hex as it is on the map, or include it again."""
        self._set_choices(replace(self.choices, left_out=self.choices.left_out ^ {hex}))

    def clear(self) -> None:
        """Remove all samples and decisions."""
        self._set_choices(Choices())

    def undo(self) -> bool:
        """Undo the last choice; False if there is none."""
        return self._go(self._before, self._after)

    def redo(self) -> bool:
        """Make the choice again that was undone last; False if there is none."""
        return self._go(self._after, self._before)

    def _go(self, source: list[Choices], target: list[Choices]) -> bool:
        if not source:
            return False
        target.append(self.choices)
        self.choices = source.pop()
        self._propose()
        return True

    def _set_choices(self, choices: Choices) -> None:
        if choices != self.choices:
            self._before.append(self.choices)
            self._after.clear()
            self.choices = choices
            self._propose()

    def _is_pure(self, hex: Hex) -> bool:
        """Whether a hex shows little but its terrain: no place, and no other terrain beside it."""
        at = self._map.terrain.at
        return hex not in self._map.place_at and all(at(n) == at(hex) for n in self._map.grid.neighbours(hex))

    def _look(self, hex: Hex) -> HexAppearance | None:
        return self._classifier.look(hex) if self._classifier.sees(hex) else None

    # -- the proposal -------------------------------------------------------------------

    def _propose(self) -> None:
        samples = {t: {k: self._looks[k] for k in keys} for t, keys in self.choices.samples.items() if keys}
        proposals = self._classifier.propose(samples)
        for terrain, keys in self.choices.samples.items():
            proposals.update({k[1]: HexProposal(terrain, 1.0) for k in keys if isinstance(k[1], Hex)})
        proposals.update({h: HexProposal(t, 1.0) for h, t in self.choices.by_hand.items()})
        self._found = proposals

    def proposed(self, hex: Hex) -> HexProposal | None:
        """The proposal for a hex, or None."""
        return self._found.get(hex)

    def changes(self) -> dict[Hex, HexProposal]:
        """The hexes that would change."""
        return {h: p for h, p in self._differing() if p.confidence >= self.least}

    def doubtful(self) -> dict[Hex, HexProposal]:
        """The hexes that would change with a lower confidence limit."""
        return {h: p for h, p in self._differing() if p.confidence < self.least}

    def _differing(self) -> Iterable[tuple[Hex, HexProposal]]:
        at, out, scope = self._map.terrain.at, self.choices.left_out, self.scope
        return ((h, p) for h, p in self._found.items()
                if h not in out and (scope is None or h in scope) and at(h) != p.terrain)

    def rows(self, terrains: Iterable[str]) -> list[TerrainCounts]:
        """The counts of each terrain."""
        scope = self.scope
        proposed = Counter(p.terrain for h, p in self._found.items() if scope is None or h in scope)
        changes = Counter(p.terrain for p in self.changes().values())
        samples = self.choices.samples
        return [TerrainCounts(t, len(samples.get(t, ())), proposed[t], changes[t]) for t in terrains]

    def applied(self) -> GameMap:
        """The map with the changes."""
        return paint_kinds(self._map, {h: p.terrain for h, p in self.changes().items()})


# The classifier: which terrain a scan seems to show in each hex, judged by samples of each terrain.
#
# Every part of a hex (see `HexAppearance`) votes for the terrain whose samples look most like it; the closer
# the match, the heavier the vote. A part under a town, a road or a name looks like no ground and has little
# weight. The terrain with most votes is proposed, and the confidence is its lead.

K = TypeVar("K")
MOST_HEXES = 30_000
"""The most hexes at once; for more, the user selects a part of the map."""
_TYPICAL = 7
"""The number of parts of a sample that count: those most alike, without roads and names."""
_SHARP = 0.1
"""How quickly the vote of a part falls off with the distance of colours."""
_STRANGE = 0.5
"""From this distance on (0 to 2), a part looks like no sample at all."""
_QUIET = 0.12
"""How quickly the weight of a part falls off as it looks less like any sample."""


@dataclass(frozen=True)
class HexProposal:
    """The terrain proposed for a hex, and the confidence, 0 to 1."""

    terrain: str
    confidence: float


class Classifier:
    """Compares the hexes of a map with samples. The distances to a sample are computed once, so that each
    further sample is quick."""

    def __init__(self, hexes: Sequence[Hex], looks: HexAppearance, seen: Iterable[bool]) -> None:
        self._looks = looks
        self._seen = np.fromiter(seen, bool, len(hexes))
        self._hexes = list(hexes)
        self._place = {h: i for i, h in enumerate(self._hexes)}
        self._known: dict[object, Floats] = {}

    def sees(self, hex: Hex) -> bool:
        """Whether the hex is on the picture."""
        i = self._place.get(hex)
        return i is not None and bool(self._seen[i])

    def look(self, hex: Hex) -> HexAppearance:
        """The appearance of a hex."""
        return self._looks.of(self._place[hex])

    def propose(self, samples: Mapping[str, Mapping[K, HexAppearance]]) -> dict[Hex, HexProposal]:
        """The proposed terrain of every hex on the picture. `samples` gives the appearance of the samples of
        each terrain, each with its own key; {} if there are none."""
        kinds = [(terrain, of) for terrain, of in samples.items() if of]
        if not kinds or not self._hexes:
            return {}
        far = np.stack([
            np.min([self._distances(key, look) for key, look in of.items()], axis=0)
            for _, of in kinds], axis=2)
        speaks = np.exp(-far / _SHARP)
        speaks /= speaks.sum(axis=2, keepdims=True) + 1e-12
        nearest = far.min(axis=2)
        say = np.exp((nearest.min(axis=1, keepdims=True) - nearest) / _QUIET)
        say /= say.sum(axis=1, keepdims=True)
        familiar = np.clip((_STRANGE - nearest) / (_STRANGE / 2), 0.0, 1.0)
        votes = (speaks * say[..., None]).sum(axis=1)
        # A hex without any part like a sample gets a terrain too, but with low confidence.
        sure = (familiar * say).sum(axis=1)
        order = np.sort(votes, axis=1)
        lead = order[:, -1] - (order[:, -2] if len(kinds) > 1 else 0.0)
        best = votes.argmax(axis=1)
        return {self._hexes[i]: HexProposal(kinds[best[i]][0], float(lead[i] * sure[i]))
                for i in np.flatnonzero(self._seen)}

    def _distances(self, key: object, sample: HexAppearance) -> Floats:
        """The distance of each part of each hex from the typical parts of a sample."""
        distances = self._known.get(key)
        if distances is None:
            typical = sample.parts(sample.apart(sample).sum(axis=1).argsort()[:_TYPICAL])
            distances = np.empty((len(self._hexes), PARTS), np.float32)
            for i in range(0, len(self._hexes), 2048):
                distances[i:i + 2048] = self._looks.of(slice(i, i + 2048)).apart(typical).min(axis=2)
            self._known[key] = distances
        return distances


# The appearance of hexes on a scan, as numbers that can be compared.
#
# A hex is examined without its rim, where grid lines, rivers and borders run, in thirteen parts: six sectors,
# each with an outer and an inner half, and the middle. A town covers the middle and much of the inner halves,
# a road crosses two sectors, a name lies in one or two; the ground shows in the rest. The pixels of printed
# hex numbers are left out. For each part the colours are counted in L*a*b*, which tells patterns apart, and
# the median colour is kept, which tells tints apart that are paler than the grain of the scan.

PARTS = 13
SCALE = 20
"""Pixels per map unit, which is the side of a hex."""
_RIM = 0.86
"""The share of a hex that is examined, from its centre."""
_MIDDLE = 0.4
"""The radius of the middle part."""
_INNER = 0.66
"""The radius of the inner halves of the sectors."""
_BINS = (6, 8, 8)
_SPAN = np.array([5, 8, 8], np.float32)
_FIRST = np.array([0, -0.5, -0.5], np.float32)
"""Lightness is binned from black in the first bin to white in the last, since paper white and a pale tint
must differ; for the other two axes, values beyond the outer bins count for those bins."""
_LOW = np.array([0.0, -60.0, -60.0], np.float32)
_WIDE = np.array([100.0, 120.0, 120.0], np.float32)
COLOURS = math.prod(_BINS)
_AT_ONCE = 192
"""The number of hexes whose colours are counted at once."""
_LEAST_SEEN = 0.7
"""A hex with less than this share on the picture is ignored."""

_TINT = 3.0
"""Tints this far apart are entirely different; print and light on most paper vary by a third of this."""
_TINTS = 0.5
"""The distance of entirely different tints, compared with 2 for entirely different colours."""
_LIGHT = 0.3
"""The weight of lightness in a tint: it varies across a scan, the colour hardly does."""
_NUMBERED = 600
"""The approximate number of hexes examined to find hex numbers."""


class HexAppearance(NamedTuple):
    """The appearance of the parts of one hex, or of each of many."""

    colours: npt.NDArray[np.float16]
    """The square roots of the shares of the colours: (hexes x) `PARTS` x `COLOURS`. Their squared distance is
    0 for the same colours and 2 for entirely different ones. All 0 for a part that is ignored."""
    tints: Floats
    """The median colour: (hexes x) `PARTS` x 3."""

    @classmethod
    def blank(cls, hexes: int) -> HexAppearance:
        """Empty arrays for the appearance of some hexes."""
        return cls(np.zeros((hexes, PARTS, COLOURS), np.float16), np.zeros((hexes, PARTS, 3), np.float32))

    def of(self, which: int | slice) -> HexAppearance:
        """The appearance of one of the hexes, or of some."""
        return HexAppearance(self.colours[which], self.tints[which])

    def parts(self, which: npt.NDArray[np.int_]) -> HexAppearance:
        """Some of the parts of a single hex."""
        return HexAppearance(self.colours[which], self.tints[which])

    def apart(self, other: HexAppearance) -> Floats:
        """The distance, 0 to 2, of each part (of each hex) from each of the parts of a single hex."""
        one, theirs = self.colours.astype(np.float32), other.colours.astype(np.float32)
        far = 2 - 2 * one @ theirs.T
        weights = np.array([_LIGHT, 1, 1], np.float32) / _TINT**2
        for n, tint in enumerate(other.tints):
            far[..., n] += _TINTS * np.minimum(((self.tints - tint) ** 2) @ weights, 1)
        distances: Floats = np.clip(far, 0, 2)
        return distances


class Stencil:
    """The examined pixels of a hex, as offsets from its centre, and the part each belongs to."""

    def __init__(self, geometry: HexGeometry) -> None:
        y, x = np.mgrid[-SCALE:SCALE + 1, -SCALE:SCALE + 1]
        far = np.zeros(x.shape)
        angles = [math.atan2(v, u) + math.pi / 6 for u, v in map(geometry.corner_offset, range(6))]
        for angle in angles:
            # The distance of a pixel towards each side, 1 at the side itself.
            out = (x * math.cos(angle) + y * math.sin(angle)) / (SCALE * math.cos(math.pi / 6))
            far = np.maximum(far, out)
        inside = far <= _RIM
        self.dx, self.dy = x[inside], y[inside]
        turn = np.arctan2(self.dy, self.dx) - angles[0] + math.pi / 6
        sector = np.floor(turn / (math.pi / 3)).astype(int) % 6
        away = np.hypot(self.dx, self.dy) / SCALE
        self.part = np.where(away < _MIDDLE, PARTS - 1, np.where(away < _INNER, 6 + sector, sector))


def appearance_of(
    pyramid: Pyramid, to_picture: Affine, geometry: HexGeometry, points: Sequence[Point],
    report: Report = lambda _done: True,
) -> tuple[HexAppearance, npt.NDArray[np.bool_]] | None:
    """The appearance of the hexes (or spots of their size) with these centres, and which of them are on the
    picture; None if `report` returns False. `to_picture` takes map units to pixels of the picture."""
    stencil, blocks = Stencil(geometry), _blocks(points)
    ink = Ink(stencil.dx, stencil.dy)
    for block in blocks[::max(1, len(points) // _NUMBERED)]:
        ink.add(*_pixels(pyramid, to_picture, stencil, [points[i] for i in block]))
    ground = ~ink.numbers()
    looks, seen = HexAppearance.blank(len(points)), np.zeros(len(points), bool)
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
    """The indices of the points, in groups that are near each other."""
    edge = 18.0
    groups: dict[tuple[int, int], list[int]] = {}
    for i, (x, y) in enumerate(points):
        groups.setdefault((math.floor(x / edge), math.floor(y / edge)), []).append(i)
    return [group[i:i + _AT_ONCE] for group in groups.values() for i in range(0, len(group), _AT_ONCE)]


def _pixels(
    pyramid: Pyramid, to_picture: Affine, stencil: Stencil, points: Sequence[Point]
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.bool_]]:
    """The pixels of hexes, and which of them are on the picture."""
    left, top = min(x for x, _ in points) - 1.2, min(y for _, y in points) - 1.2
    size = (math.ceil((max(x for x, _ in points) + 1.2 - left) * SCALE),
            math.ceil((max(y for _, y in points) + 1.2 - top) * SCALE))
    part = pyramid.part(Affine(1 / SCALE, 0, left, 0, 1 / SCALE, top).then(to_picture), size)
    centres = np.array([((x - left) * SCALE, (y - top) * SCALE) for x, y in points])
    u = np.floor(centres[:, 0]).astype(int)[:, None] + stencil.dx
    v = np.floor(centres[:, 1]).astype(int)[:, None] + stencil.dy
    if part is None:
        return np.zeros((*u.shape, 3), np.uint8), np.zeros(u.shape, bool)
    image, mask = part
    pixels = np.asarray(image)[v, u]
    return pixels, np.ones(u.shape, bool) if mask is None else np.asarray(mask)[v, u] > 0


def _tints(colours: Floats, ground: Mask, part: npt.NDArray[np.int_]) -> Floats:
    """The median colour of each part."""
    tints = np.zeros((len(colours), PARTS, 3), np.float32)
    for n in range(PARTS):
        if (here := ground & (part == n)).any():
            tints[:, n] = np.median(colours[:, here], axis=1)
    return tints


def _counted(colours: Floats, there: npt.NDArray[np.bool_], part: npt.NDArray[np.int_]) -> Floats:
    """The colour histogram of each part. A colour is distributed to the bins around it by distance, so that a
    slightly different shade is not a different colour."""
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
    roots: Floats = np.sqrt(shares / np.maximum(total, 1e-9)).astype(np.float32)
    return roots


# CIE L*a*b*, in which equal distances look about equally different.

Floats = npt.NDArray[np.float32]

_LINEAR = np.where(
    np.arange(256) / 255 <= 0.04045, np.arange(256) / 255 / 12.92,
    ((np.arange(256) / 255 + 0.055) / 1.055) ** 2.4).astype(np.float32)
_TO_XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
                    [0.0193339, 0.1191920, 0.9503041]], np.float32)
_WHITE = np.array([0.95047, 1.0, 1.08883], np.float32)
_CUBE, _SLOPE, _REST = 216 / 24389, 24389 / 27 / 116, 16 / 116


def lab(pixels: npt.NDArray[np.uint8]) -> Floats:
    """L*, a* and b* of sRGB pixels, in the last axis.

    >>> [round(float(v)) + 0 for v in lab(np.array([[255, 255, 255]], np.uint8))[0]]
    [100, 0, 0]
    >>> [round(float(v)) for v in lab(np.array([[0, 0, 255]], np.uint8))[0]]
    [32, 79, -108]
    """
    xyz = _LINEAR[pixels] @ (_TO_XYZ / _WHITE[:, None]).T
    f = np.where(xyz > _CUBE, np.cbrt(xyz), _SLOPE * xyz + _REST)
    x, y, z = f[..., 0], f[..., 1], f[..., 2]
    colours: Floats = np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1).astype(np.float32)
    return colours


# Finds the printed hex numbers of a scan.
#
# A printed number is at the same place in each hex, and its ink must not count as ground. So the pixels are
# found that differ from the ground of their hex far more often than others do.

Mask = npt.NDArray[np.bool_]

_DIFFERS = 28.0
"""A pixel lighter or darker than the median of its hex by more than this, of 255, is ink."""
_OFTEN, _OFTENER = 0.4, 2.5
"""The least share of hexes with ink at a pixel of a number, and its least ratio to other pixels."""
_FEW_HEXES = 24
"""With fewer hexes, print cannot be told from chance."""
_MOST = 0.4
"""If more of a hex than this would be left out, it is not a number."""


class Ink:
    """Counts the ink at each pixel of a hex, given as (n,) offsets `dx`, `dy` in whole pixels."""

    def __init__(self, dx: npt.NDArray[np.int_], dy: npt.NDArray[np.int_]) -> None:
        self._dx, self._dy = dx, dy
        self._ink, self._seen = np.zeros(len(dx)), np.zeros(len(dx))
        self._hexes = 0

    def add(self, pixels: npt.NDArray[np.uint8], there: Mask) -> None:
        """Add hexes: their pixels (hexes x n x 3), and which of them are on the picture."""
        light = pixels.mean(axis=2)
        differs = np.abs(light - np.median(light, axis=1, keepdims=True)) > _DIFFERS
        self._ink += (differs & there).sum(axis=0)
        self._seen += there.sum(axis=0)
        self._hexes += len(pixels)

    def numbers(self) -> Mask:
        """The pixels of a hex that belong to its number, and those beside them; none if that cannot be
        determined."""
        nowhere = np.zeros(len(self._dx), bool)
        if self._hexes < _FEW_HEXES:
            return nowhere
        often = self._ink / np.maximum(self._seen, 1)
        number_pixels = often > max(_OFTEN, _OFTENER * float(np.median(often)))
        edge = int(max(np.abs(self._dx).max(), np.abs(self._dy).max())) + 1
        field = np.zeros((2 * edge + 1, 2 * edge + 1), bool)
        for y in (-1, 0, 1):
            for x in (-1, 0, 1):
                field[self._dy[number_pixels] + edge + y, self._dx[number_pixels] + edge + x] = True
        grown: Mask = field[self._dy + edge, self._dx + edge]
        return grown if grown.mean() <= _MOST else nowhere
