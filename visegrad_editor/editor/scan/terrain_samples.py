"""Samples of terrain on a scan, what they propose for each hex, and what of it is taken. No Tk here."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from ...hexgrid import Hex, HexGeometry, Point
from ...hexgrid.affine import Affine
from ...model.edit.terrain import paint_kinds
from ...model.gamemap import GameMap
from .pyramid import Pyramid

Key = tuple[str, Hex | Point]
"""A sample: ("hex", its hex), or ("spot", a point of the map units) for a spot off the map."""
MOST_LEARNT = 24
"""Samples of one terrain taken from painted hexes; more make nothing better."""
_FEW = 3
"""So many hexes that show a terrain purely are enough to learn from."""
SURE = 0.4
"""What is proposed with less confidence is left alone, unless one asks for it."""


@dataclass(frozen=True)
class Choices:
    """What the user has said: samples by terrain, hexes decided by hand, hexes to be left as they are."""

    samples: Mapping[str, tuple[Key, ...]] = field(default_factory=dict)
    by_hand: Mapping[Hex, str] = field(default_factory=dict)
    left_out: frozenset[Hex] = frozenset()


@dataclass(frozen=True)
class Row:
    """Of one terrain: its samples, the hexes it is proposed for, and how many of these would change."""

    terrain: str
    samples: int
    proposed: int
    changes: int


class TerrainProposal:
    """One proposal on its way. `spot` tells how a spot of the picture off the map looks."""

    def __init__(self, map: GameMap, classifier: Classifier, spot: Callable[[Point], Looks | None]) -> None:
        self._map, self._classifier, self._spot = map, classifier, spot
        self.choices = Choices()
        self.scope: Collection[Hex] | None = None
        """The hexes that may change, None for all."""
        self.least = SURE
        self._before: list[Choices] = []
        self._looks: dict[Key, Looks] = {}
        self._found: dict[Hex, Proposed] = {}

    @property
    def map(self) -> GameMap:
        """The map that would change."""
        return self._map

    @map.setter
    def map(self, map: GameMap) -> None:
        self._map = map

    # -- saying -------------------------------------------------------------------------

    def sample(self, terrain: str, point: Point) -> str:
        """Take the hex at a point, or a spot off the map, as a sample of a terrain; take it back where it is
        one. The complaint where it cannot be."""
        hex = self._map.geometry.hex_at(*point)
        key: Key = ("spot", point) if hex is None else ("hex", hex)
        look = self._spot(point) if hex is None else self._look(hex)
        if look is None:
            return "The picture does not reach as far as here."
        self._looks[key] = look
        old = self.choices
        had = key in old.samples.get(terrain, ())
        samples = {t: tuple(k for k in keys if k != key) for t, keys in old.samples.items()}
        if not had:
            samples[terrain] = (*samples.get(terrain, ()), key)
        by_hand = {h: t for h, t in old.by_hand.items() if h != hex}
        self._say(replace(old, samples=samples, by_hand=by_hand,
                          left_out=old.left_out - {hex} if hex else old.left_out))
        return ""

    def learn(self, hexes: Iterable[Hex]) -> int:
        """Take hexes as samples of the terrain they have on the map; how many were new."""
        wanted: dict[str, list[Key]] = {}
        for hex in hexes:
            if self._classifier.sees(hex):
                wanted.setdefault(self._map.terrain.at(hex), []).append(("hex", hex))
        samples = dict(self.choices.samples)
        known = {k for keys in samples.values() for k in keys}
        new = 0
        for terrain, keys in wanted.items():
            fresh = [k for k in keys if k not in known]
            room = MOST_LEARNT - len(samples.get(terrain, ()))
            if room < 1 or not fresh:
                continue
            pure = [k for k in fresh if self._is_pure(k[1])]  # type: ignore[arg-type]
            fresh = pure if len(pure) >= _FEW else fresh
            # Spread over all of them, so that every part of the map has its say.
            taken = fresh[::max(1, -(-len(fresh) // room))]
            for key in taken:
                look = self._look(key[1])  # type: ignore[arg-type]
                assert look is not None
                self._looks[key] = look
            samples[terrain] = (*samples.get(terrain, ()), *taken)
            new += len(taken)
        if new:
            self._say(replace(self.choices, samples=samples))
        return new

    def decide(self, hexes: Iterable[Hex], terrain: str) -> None:
        """Let hexes have a terrain whatever the scan looks like."""
        new = {h: terrain for h in hexes if h in self._map.grid}
        self._say(replace(self.choices, by_hand={**self.choices.by_hand, **new},
                          left_out=self.choices.left_out - set(new)))

    def leave_out(self, hex: Hex) -> None:
        """Leave a hex as it is on the map; bring it back where it was left out."""
        self._say(replace(self.choices, left_out=self.choices.left_out ^ {hex}))

    def clear(self) -> None:
        """Forget all samples and decisions."""
        self._say(Choices())

    def undo(self) -> bool:
        """Take the last word back; False where there is none."""
        if not self._before:
            return False
        self.choices = self._before.pop()
        self._propose()
        return True

    def _say(self, choices: Choices) -> None:
        if choices != self.choices:
            self._before.append(self.choices)
            self.choices = choices
            self._propose()

    def _is_pure(self, hex: Hex) -> bool:
        """Whether a hex shows little but its terrain: no town, and none of another terrain beside it."""
        at = self._map.terrain.at
        return hex not in self._map.place_at and all(at(n) == at(hex) for n in self._map.grid.neighbours(hex))

    def _look(self, hex: Hex) -> Looks | None:
        return self._classifier.look(hex) if self._classifier.sees(hex) else None

    # -- what comes of it ---------------------------------------------------------------

    def _propose(self) -> None:
        samples = {t: {k: self._looks[k] for k in keys} for t, keys in self.choices.samples.items() if keys}
        found = self._classifier.propose(samples)
        for terrain, keys in self.choices.samples.items():
            found.update({k[1]: Proposed(terrain, 1.0) for k in keys if isinstance(k[1], Hex)})
        found.update({h: Proposed(t, 1.0) for h, t in self.choices.by_hand.items()})
        self._found = found

    def proposed(self, hex: Hex) -> Proposed | None:
        """What is proposed for a hex, None where nothing is."""
        return self._found.get(hex)

    def changes(self) -> dict[Hex, Proposed]:
        """The hexes that would change now."""
        return {h: p for h, p in self._differing() if p.confidence >= self.least}

    def doubtful(self) -> dict[Hex, Proposed]:
        """The hexes that would change, were a lower confidence enough."""
        return {h: p for h, p in self._differing() if p.confidence < self.least}

    def _differing(self) -> Iterable[tuple[Hex, Proposed]]:
        at, out, scope = self._map.terrain.at, self.choices.left_out, self.scope
        return ((h, p) for h, p in self._found.items()
                if h not in out and (scope is None or h in scope) and at(h) != p.terrain)

    def rows(self, terrains: Iterable[str]) -> list[Row]:
        """What is to be told of each terrain."""
        scope = self.scope
        proposed = Counter(p.terrain for h, p in self._found.items() if scope is None or h in scope)
        changes = Counter(p.terrain for p in self.changes().values())
        return [Row(t, len(self.choices.samples.get(t, ())), proposed[t], changes[t]) for t in terrains]

    def applied(self) -> GameMap:
        """The map with the changes made."""
        return paint_kinds(self._map, {h: p.terrain for h, p in self.changes().items()})


# Which terrain a scan seems to show in each hex, going by samples of each terrain. No Tk here.
#
# Every part of a hex (see `looks`) speaks for the terrain whose samples look most like it, the louder the
# more it looks like them: a part under a town, a road or a name is like no ground and has little to say.
# The terrain that is spoken for most is proposed, and the confidence is by how much it leads.

K = TypeVar("K")
MOST_HEXES = 30_000
"""More are looked at piece by piece: select a part of the map."""
_TYPICAL = 7
"""Parts of a sample that count: those most like each other; a road or a name in it does not."""
_SHARP = 0.1
"""How quickly a part loses interest in colours that are less like its own."""
_STRANGE = 0.5
"""From this distance on (0 to 2) a part looks like no sample at all."""
_QUIET = 0.12
"""How quickly a part loses its say as it looks less like any sample."""


@dataclass(frozen=True)
class Proposed:
    """The terrain proposed for a hex, and how sure it is, 0 to 1."""

    terrain: str
    confidence: float


class Classifier:
    """Compares the hexes of a map with samples. What a sample is like is worked out once, so that each
    further one is quick."""

    def __init__(self, hexes: Sequence[Hex], looks: Looks, seen: Iterable[bool]) -> None:
        self._looks = looks
        self._seen = np.fromiter(seen, bool, len(hexes))
        self._hexes = list(hexes)
        self._place = {h: i for i, h in enumerate(self._hexes)}
        self._known: dict[object, Floats] = {}

    def sees(self, hex: Hex) -> bool:
        """Whether the hex is on the picture."""
        i = self._place.get(hex)
        return i is not None and bool(self._seen[i])

    def look(self, hex: Hex) -> Looks:
        """How a hex looks."""
        return self._looks.of(self._place[hex])

    def propose(self, samples: Mapping[str, Mapping[K, Looks]]) -> dict[Hex, Proposed]:
        """The terrain of every hex on the picture. `samples` gives for each terrain how its samples look,
        each by a key of its own; {} where there are none."""
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
        # A hex no part of which is like a sample has a terrain too, but is not sure of it.
        sure = (familiar * say).sum(axis=1)
        order = np.sort(votes, axis=1)
        lead = order[:, -1] - (order[:, -2] if len(kinds) > 1 else 0.0)
        best = votes.argmax(axis=1)
        return {self._hexes[i]: Proposed(kinds[best[i]][0], float(lead[i] * sure[i]))
                for i in np.flatnonzero(self._seen)}

    def _distances(self, key: object, sample: Looks) -> Floats:
        """How far each part of each hex is from the typical parts of a sample."""
        found = self._known.get(key)
        if found is None:
            typical = sample.parts(sample.apart(sample).sum(axis=1).argsort()[:_TYPICAL])
            found = np.empty((len(self._hexes), PARTS), np.float32)
            for i in range(0, len(self._hexes), 2048):
                found[i:i + 2048] = self._looks.of(slice(i, i + 2048)).apart(typical).min(axis=2)
            self._known[key] = found
        return found


# What hexes look like on a scan, as numbers that can be compared. No Tk here.
#
# A hex is looked at without its rim, where grid lines, rivers and borders run, and in thirteen parts: six
# sectors, each of an outer and an inner half, and the middle. A town covers the middle and much of the
# inner halves, a road crosses two sectors, a name lies in one or two; the ground shows in the rest. What
# numbers take in every hex is left out. Of each part the colours are counted, in L*a*b*, which tells
# patterns, and the middle one is kept, which tells tints that are paler than the grain of the scan.

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


# Colours as the eye compares them: CIE L*a*b*, in which equal distances look about equally different.

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
    found: Floats = np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1).astype(np.float32)
    return found


# Where hexes of a scan have their printed numbers. No Tk here.
#
# A printed number stands at the same place in each hex, and its ink must not count as a look of the ground.
# So it is looked for at the pixels that differ from the ground of their hex far oftener than others do.

Mask = npt.NDArray[np.bool_]

_DIFFERS = 28.0
"""By how much, of 255, a pixel is lighter or darker than the middle of its hex to be ink."""
_OFTEN, _OFTENER = 0.4, 2.5
"""The share of hexes that have ink at a pixel of a number, at least, and how many times that of others."""
_FEW_HEXES = 24
"""So few hexes do not tell what is printed and what is chance."""
_MOST = 0.4
"""Where more of a hex than this would be left out, it is no number."""


class Ink:
    """Counts at which pixels of a hex, as (n,) offsets `dx`, `dy` of whole pixels, there is ink."""

    def __init__(self, dx: npt.NDArray[np.int_], dy: npt.NDArray[np.int_]) -> None:
        self._dx, self._dy = dx, dy
        self._ink, self._seen = np.zeros(len(dx)), np.zeros(len(dx))
        self._hexes = 0

    def add(self, pixels: npt.NDArray[np.uint8], there: Mask) -> None:
        """Look at some hexes: their pixels (hexes x n x 3), and which of them are on the picture."""
        light = pixels.mean(axis=2)
        differs = np.abs(light - np.median(light, axis=1, keepdims=True)) > _DIFFERS
        self._ink += (differs & there).sum(axis=0)
        self._seen += there.sum(axis=0)
        self._hexes += len(pixels)

    def numbers(self) -> Mask:
        """Which of the pixels of a hex numbers take, and the pixels beside them; none where they cannot be
        told."""
        nowhere = np.zeros(len(self._dx), bool)
        if self._hexes < _FEW_HEXES:
            return nowhere
        often = self._ink / np.maximum(self._seen, 1)
        found = often > max(_OFTEN, _OFTENER * float(np.median(often)))
        edge = int(max(np.abs(self._dx).max(), np.abs(self._dy).max())) + 1
        field = np.zeros((2 * edge + 1, 2 * edge + 1), bool)
        for y in (-1, 0, 1):
            for x in (-1, 0, 1):
                field[self._dy[found] + edge + y, self._dx[found] + edge + x] = True
        grown: Mask = field[self._dy + edge, self._dx + edge]
        return grown if grown.mean() <= _MOST else nowhere
