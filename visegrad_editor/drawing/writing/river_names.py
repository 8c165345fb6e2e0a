"""The names of rivers on paper: small letters along their banks, where nothing else is written."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from ...hexgrid import Hex, Hexside, Point
from ...hexgrid.corners import corner_point, corner_runs
from ...model.in_play import InPlay
from ..box_index import BoxIndex
from ..curves import Box, box_inside
from ..letters.fonts import CAP_HEIGHT, text_width
from ..letters.ink_boxes import RIM
from ..letters.lettering import box_about, letter_boxes
from ..primitives import Item, Text
from ..style import Style
from .obstacles import Obstacles, hexes_within

RIVER = 5.5
"""The least height of letters, in points."""
_SIZE, _LARGEST = 0.24, 0.8
"""The height of letters on large maps, and the greatest; on smaller maps rivers have no names."""
_SPACING = 0.06
_EVERY = 24
"""The number of hexsides of a river to a name."""
_SHORT = 4
"""A run of fewer hexsides has a name only if no other of the river has."""
_FROM_BANK = 0.06
"""The room between letters and river, in map units, besides that for its bends."""
_BEND = 0.06
"""How far rivers stray from their hexsides, in map units."""
_MOST_SIDES = 6
"""The greatest number of hexsides along which a name is set."""
_OVERHANG = 1.3
"""How much longer than its part of the river a name may be."""
_TURNED, _OFF_MIDDLE, _FAR = 1.0, 0.8, 0.5
"""The cost of a rotation by a right angle, of the distance from the middle of the river as a share of its
length, and of a map unit of distance from the bank."""
_STEP = 0.125
"""The length of the pieces of lines that letters keep clear of, in hexsides."""
_LINE = 0.08
"""Half the width of a road, a border or another river, in map units."""

Run = list[Point]


def river_names(
    play: InPlay, obstacles: Obstacles, style: Style, points: float, written: Iterable[Box]
) -> list[Item]:
    """The names of the rivers in play on a map with this many points per hex side, as far as there is room
    clear of the boxes `written`, of symbols and of lines; [] if letters that can be read are too large."""
    size = max(_SIZE, RIVER / points)
    if size > _LARGEST:
        return []
    taken = BoxIndex(((box, box) for box in written), edge=4.0)
    signs = _Signs(obstacles)
    items: list[Item] = []
    for name, width, runs in _rivers(play, obstacles, style):
        text = Text((0.0, 0.0), name, size, style.water_label, italic=True, spacing=_SPACING, halo=style.halo,
                    family=style.water_face.family)
        for part in (p for run in runs for p in _parts(run)):
            placed = next((t for t in _spots(text, part, width)
                           if _is_clear(t, obstacles.frame, taken, signs)), None)
            if placed is not None:
                items.append(Item((placed,), box_about(placed)))
                for box in letter_boxes(placed, RIM * size, spaces=True):
                    taken.add(box, box)
    return items


def _rivers(
    play: InPlay, obstacles: Obstacles, style: Style
) -> Iterator[tuple[str, float, list[Run]]]:
    """The name, the width and the runs in play of each river that no label of the map names."""
    design, geometry = obstacles.design, obstacles.geometry
    kinds = {k.id for k in design.ruleset.hexsides if not k.pattern and "crossing" not in k.traits}
    labels = {label.text for label in design.map.labels}
    sides: dict[str, list[Hexside]] = {}
    widths: dict[str, float] = {}
    for line in design.map.lines:
        if line.name and line.kind in kinds and line.name not in labels:
            sides.setdefault(line.name, []).extend(s for s in line.sides if s.a in play and s.b in play)
            width = style.river_widths[min(line.width, len(style.river_widths)) - 1]
            widths[line.name] = max(width, widths.get(line.name, 0.0))
    for name, along in sides.items():
        runs = [[corner_point(geometry, c) for c in run] for run in corner_runs(geometry.grid, along)]
        long = [run for run in runs if len(run) > _SHORT] or sorted(runs, key=len)[-1:]
        if long:
            yield name, widths[name], long


def _parts(run: Run) -> Iterator[Run]:
    """Equal parts of a run, one for each name."""
    sides = len(run) - 1
    number = max(1, round(sides / _EVERY))
    for n in range(number):
        yield run[n * sides // number:(n + 1) * sides // number + 1]


def _spots(text: Text, run: Run, width: float) -> Iterator[Text]:
    """The text along the chords of parts of a run, on either bank, the best first."""
    long = text_width(text.text, text.size, False, text.italic, text.spacing, text.family)
    spots: list[tuple[float, Point, float]] = []
    sides = len(run) - 1
    for count in range(1, min(_MOST_SIDES, sides) + 1):
        for first in range(sides - count + 1):
            (x0, y0), (x1, y1) = run[first], run[first + count]
            chord = math.hypot(x1 - x0, y1 - y0)
            if chord * _OVERHANG < long:
                continue
            dx, dy = (x1 - x0) / chord, (y1 - y0) / chord
            if (round(dx, 6), round(dy, 6)) < (0.0, 0.0):
                dx, dy = -dx, -dy
            rotation = math.degrees(math.atan2(dy, dx))
            aside = [(y - y0) * dx - (x - x0) * dy for x, y in run[first:first + count + 1]]
            for bank, reach in ((-1.0, -min(aside)), (1.0, max(aside))):
                away = max(reach, 0.0) + width / 2 + _BEND + _FROM_BANK + text.size * CAP_HEIGHT / 2
                at = (x0 + x1) / 2 - bank * away * dy, (y0 + y1) / 2 + bank * away * dx
                cost = (_TURNED * abs(rotation) / 90 + _FAR * away
                        + _OFF_MIDDLE * abs(first + count / 2 - sides / 2) / sides)
                spots.append((cost, at, rotation))
    # One of the first is taken, most often.
    return (replace(text, at=at, rotation=rotation)
            for _, at, rotation in sorted(spots, key=lambda spot: spot[0]))


def _is_clear(text: Text, frame: Box, taken: BoxIndex[Box], signs: _Signs) -> bool:
    """Whether the letters are in the frame and clear of writing, symbols and lines."""
    around = box_about(text)
    if not box_inside(around, frame):
        return False
    if any(taken.meeting(box) for box in letter_boxes(text, RIM * text.size, spaces=True)):
        return False
    return signs.are_clear_of(letter_boxes(text, spaces=True), around)


class _Signs:
    """The boxes of the symbols and lines of hexes, made once for all the spots that are tried near them."""

    def __init__(self, obstacles: Obstacles) -> None:
        self._obstacles = obstacles
        self._of_hex: dict[Hex, np.ndarray] = {}

    def are_clear_of(self, letters: Sequence[Box], around: Box) -> bool:
        """Whether no letter overlaps a box; `around` is the box around all letters."""
        near = hexes_within(self._obstacles.geometry, around, 1.0)
        self._learn([hex for hex in near if hex not in self._of_hex])
        if not near:
            return True
        left, top, right, bottom = np.concatenate([self._of_hex[hex] for hex in near]).T[:, :, None]
        of_letters = np.array(letters).T[:, None, :]
        meet = ((of_letters[0] < right) & (left < of_letters[2])
                & (of_letters[1] < bottom) & (top < of_letters[3]))
        return not meet.any()

    def _learn(self, hexes: list[Hex]) -> None:
        """Make the boxes of some hexes."""
        # All at once first: the courses of many roads take hardly longer than those of a few.
        self._obstacles.lines(hexes)
        for hex in hexes:
            boxes = [*self._obstacles.features(hex)]
            for course in self._obstacles.lines([hex]):
                boxes += _line_boxes(course)
            self._of_hex[hex] = np.array(boxes).reshape(-1, 4)


def _line_boxes(course: Sequence[Point]) -> Iterator[Box]:
    """Small squares along a line, close enough that letters clear of them are clear of the line."""
    for (x0, y0), (x1, y1) in pairwise(course):
        pieces = max(1, round(math.hypot(x1 - x0, y1 - y0) / _STEP))
        for n in range(pieces + 1):
            x, y = x0 + (x1 - x0) * n / pieces, y0 + (y1 - y0) * n / pieces
            yield x - _LINE, y - _LINE, x + _LINE, y + _LINE
