"""Finds the position of a movable label: near what it names, as large as possible, covering little."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, product

import numpy as np

from ...hexgrid import Hex, HexGeometry, Point
from ...lazy_dataclass import dataclass
from ...model.gamemap import Label
from ..coarse_hexes import hexes_of_pixels
from ..curves import Box
from ..letters.fonts import CAP_HEIGHT
from ..letters.lettering import box_about, half_extent, letter_boxes
from ..primitives import Text
from ..viewport import Viewport
from .number_rows import NumberRows
from .obstacles import Obstacles, hexes_within

WATER = frozenset({"water", "sea", "river"})
"""The styles of labels that name water."""
SEA_FROM = 0.5
"""The size of a label, in map units, from which the name of water is that of a sea, not of a lake or bay."""
_REACH = {"country": 4.5, "water": 3.0, "region": 1.75}
"""How far a label without its own spot may be moved, in map units; enlarged labels may be moved by the next
multiples of their size, if that is more."""
_REACH_OF_SIZE = {"country": 2.2, "water": 2.0, "region": 1.0}
_FAR = {"country": 0.16, "water": 0.2, "region": 0.45}
"""The cost of a map unit of distance from the centre of its hex."""
_STEP, _STEP_OF_SIZE = 0.25, 0.2
_SMALLER = (1.0, 0.9, 0.8, 0.7, 0.62)
_CLOSER, _CLOSEST = (1.0, 0.55), 0.2
"""The sizes and letterspacings tried, as shares of the usual ones; the closest only for enlarged labels."""
_FRAME, _LETTERS, _SYMBOL, _LINE, _NUMBER, _ABROAD = 200.0, 80.0, 40.0, 9.0, 6.0, 16.0
"""The cost of a square map unit of letters that is off the map, covers other text, a symbol, a road, river or
border, a hex number, or is in another country or on land instead of water."""
_NUMBER_ON_PAPER = 2.0
"""The same for a number on a small map, where the label stays in place and the number moves."""
_DOT = 1500.0
"""The same for things that would vanish under letters: towns in the coarse form, and the dots of places that
have only a name."""
_DOT_RIM, _TOWN_RIM = 0.1, 0.12
"""How much wider dots, and how much narrower towns, are in the coarse form."""
_LESS = 7.0
"""The cost of making a label smaller, per share of its size."""
_ACROSS_LINES = 2.0
"""The size of letters, in map units, from which they always cross lines."""
_BESIDE = {"country": 0.8, "water": 0.3, "region": 0.3}
"""The room beside enlarged names, as a share of their size, so that two names in a line stay separate."""
_TURNED, _SELDOM_ABROAD = 60.0, 0.15
"""The cost of rotating a label, and the share of its letters abroad from which that is tried."""
_STRUCK = 2.5
"""The cost if hexsides strike through a label."""
_TOUCHING = 0.1
"""How far from the spot of a lake or bay its name may end, in map units."""


@dataclass(frozen=True)
class LabelLimits:
    """The limits for labels that are enlarged to be legible on a small map."""

    least: float
    """The size to which smaller ones are enlarged, in map units."""
    enlarged: float = 1.0
    """The share of it to which they are enlarged."""
    smallest: float = 0.78
    """How far they may be reduced again, as a share."""
    abroad: float = 1.0
    """The share of its letters that the name of a country, or of a sea, may have outside it."""
    ashore: float = 1.0
    tied: bool = False
    """Whether names of water are those of lakes and bays, which stay in place."""
    turns: tuple[float, ...] = (0.0,)
    """The rotations in degrees tried for names of countries."""
    among_hexes: bool = False
    """Whether they avoid the sides and numbers of hexes; at small scales labels are larger than these."""
    clear: bool = False
    """Whether labels that cover other text are omitted."""


def sort_of(label: Label) -> str:
    """Whether a label names a `country`, `water` or a `region`."""
    return "country" if label.style == "country" else "water" if label.style in WATER else "region"


def reach_of(label: Label, size: float, limits: LabelLimits | None) -> float:
    """How far a label of this size may be moved, in map units."""
    sort = sort_of(label)
    return _REACH[sort] if limits is None else max(_REACH[sort], _REACH_OF_SIZE[sort] * size)


def room_of(text: Text, label: Label, limits: LabelLimits | None) -> Box:
    """The box that a label never leaves, however it is moved and rotated."""
    turns = limits.turns if limits is not None and sort_of(label) == "country" else (0.0,)
    reach = reach_of(label, text.size, limits)
    boxes = [box_about(replace(text, rotation=text.rotation + turn)) for turn in turns]
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left) - reach, min(top) - reach, max(right) + reach, max(bottom) + reach


def best_spot(
    text: Text, label: Label, near: Sequence[Box], obstacles: Obstacles, numbers: NumberRows,
    limits: LabelLimits | None,
) -> Text | None:
    """The label at the position and size at which it covers least; None if it would not be at what it names.
    `near` are the boxes of letters to keep clear of."""
    sort = sort_of(label)
    far = limits is not None
    aside = _BESIDE[sort] * text.size * far
    near = [(left - aside, top, right + aside, bottom) for left, top, right, bottom in near]
    room = Room(room_of(text, label, limits))
    _fill(room, label, sort, near, obstacles, far)
    if not far or text.size < _ACROSS_LINES:
        room.lines(obstacles.lines(_hexes(room, 1.0, obstacles)), _LINE)
    among_hexes = limits is None or limits.among_hexes
    if among_hexes:
        room.raise_to(numbers.under(*room.centres()), _NUMBER if limits is None else _NUMBER_ON_PAPER)
    reach = reach_of(label, text.size, limits)
    step = _STEP if limits is None else max(_STEP, _STEP_OF_SIZE * text.size)
    steps = np.arange(-round(reach / step), round(reach / step) + 1) * step
    shifts = np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2)
    away = np.hypot(*shifts.T) * _FAR[sort]
    best, least, abroad = text if limits is None else None, np.inf, 1.0
    smallest = 0.0 if limits is None else min(limits.least * limits.smallest, text.size)
    for turn, size, closer in product(
            limits.turns if limits is not None and sort == "country" else (0.0,),
            (s for s in _SMALLER if s * text.size >= smallest - 1e-9),
            _CLOSER if limits is None else (*_CLOSER, _CLOSEST)):
        lost = _LESS * (1 - size) + 1.5 * (1 - closer) + _TURNED * bool(turn)
        if lost >= least or (turn and abroad < _SELDOM_ABROAD):
            continue
        tried = replace(
            text, size=text.size * size, spacing=text.spacing * closer, rotation=text.rotation + turn)
        # Includes room for the halo.
        cost = room.costs(letter_boxes(tried, 0.1, spaces=limits is not None), steps, steps) + away + lost
        if among_hexes:
            cost += _STRUCK * crossed_share(tried, shifts, obstacles.geometry)
        if limits is not None and cost.min() < least:
            belongs = _belongs(tried, sort, room, steps, shifts, limits)
            cost[~belongs | _leaves(tried, shifts, obstacles.frame)] = np.inf
        n = int(cost.argmin())
        if cost[n] < least - 1e-9:
            least = float(cost[n])
            best = replace(tried, at=(text.at[0] + float(shifts[n][0]), text.at[1] + float(shifts[n][1])))
            abroad = float(room.strange_shares(letter_boxes(tried), *shifts[n][:, None])[0])
    return None if best is None else inside(best, obstacles.frame)


def _belongs(
    text: Text, sort: str, room: Room, steps: np.ndarray, shifts: np.ndarray, limits: LabelLimits
) -> np.ndarray:
    """For each shift, which are all pairs of steps, whether the moved label is still at what it names."""
    if sort == "water" and limits.tied:
        near: np.ndarray = (np.abs(shifts) <= np.array(half_extent(text)) + _TOUCHING).all(1)
        return near
    if sort == "region":
        return np.ones(len(shifts), bool)
    most = limits.abroad if sort == "country" else limits.ashore
    return room.strange_shares(letter_boxes(text), steps, steps) <= most


def _leaves(text: Text, shifts: np.ndarray, frame: Box) -> np.ndarray:
    """For each shift, whether the moved label has letters outside the frame."""
    at, half = np.array(text.at) + shifts, np.array(half_extent(text)) + 0.1
    outside: np.ndarray = (at - half < frame[:2]).any(1) | (at + half > frame[2:]).any(1)
    return outside


def _fill(
    room: Room, label: Label, sort: str, near: Sequence[Box], obstacles: Obstacles, far: bool
) -> None:
    """Set the costs of what a label should not cover."""
    _belonging(room, label, sort, obstacles)
    for hex in _hexes(room, 1.0, obstacles):
        bare = not obstacles.symbols(hex)
        for n, symbol in enumerate(obstacles.features(hex)):
            room.block(symbol, _SYMBOL)
            if bare or (far and n == 0):
                rim = (_DOT_RIM if bare else -_TOWN_RIM) * far
                room.block(_grown(symbol, 2 * rim if bare else 0.0), _SYMBOL)
                room.block(_grown(symbol, rim), _DOT)
    for words in near:
        room.block(words, _LETTERS)
    left, top, right, bottom = obstacles.frame
    room.outside((left + 0.15, top + 0.15, right - 0.15, bottom - 0.15), _FRAME)


def _hexes(room: Room, reach: float, obstacles: Obstacles) -> list[Hex]:
    """The hexes of the map that may extend into a room."""
    box = room.left, room.top, room.left + room.width * room.dot, room.top + room.height * room.dot
    return hexes_within(obstacles.geometry, box, reach)


def _grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _belonging(room: Room, label: Label, sort: str, obstacles: Obstacles) -> None:
    """Set the costs of hexes that do not belong to what the label names."""
    ground, grid = obstacles.ground, obstacles.geometry.grid
    country = ground.country(label.hex)
    if sort == "region" or (sort == "country" and not country):
        return
    hexes = _hexes(room, 1.5, obstacles)
    own = _own_water(label.hex, hexes, obstacles) if sort == "water" else {
        hex for hex in hexes if ground.country(hex) == country}
    view = Viewport(1 / room.dot, room.left, room.top, room.width, room.height)
    rows, columns = hexes_of_pixels(obstacles.geometry, view, 1)
    rows, columns = rows.clip(-1, grid.rows), columns.clip(-1, grid.columns)
    low_r, low_c = rows.min(), columns.min()
    strange = np.zeros((int(rows.max() - low_r) + 1, int(columns.max() - low_c) + 1), bool)
    for hex in hexes:
        r, c = hex.row - low_r, hex.col - low_c
        if 0 <= r < strange.shape[0] and 0 <= c < strange.shape[1]:
            strange[r, c] = hex not in own
    room.keep_strange(strange[rows - low_r, columns - low_c])
    room.raise_to(strange[rows - low_r, columns - low_c], _ABROAD)


def _own_water(hex: Hex, hexes: Sequence[Hex], obstacles: Obstacles) -> set[Hex]:
    """The hexes of the connected water in or beside a hex; all water if there is none."""
    ground, grid = obstacles.ground, obstacles.geometry.grid
    wet = {h for h in hexes if ground.is_water(h)}
    water = {h for h in (hex, *([] if hex in wet else grid.around(hex))) if h in wet}
    heads = list(water)
    while heads:
        new = wet.intersection(grid.around(heads.pop())) - water
        water |= new
        heads += new
    return water or wet


def inside(text: Text, frame: Box) -> Text:
    """The text moved into the frame, if it is not wider than the frame."""
    half = half_extent(text)
    at = []
    for i in (0, 1):
        low, high = frame[i] + half[i] + 0.1, frame[i + 2] - half[i] - 0.1
        at.append(min(max(text.at[i], low), high) if low <= high else (frame[i] + frame[i + 2]) / 2)
    return replace(text, at=(at[0], at[1]))


# Costs as a raster: obstacles are painted into it, and letters are tried at many positions at once.

_MOST_DOTS = 400
"""The longer edge of the raster."""
_FINEST = 0.1
"""The least size of a dot, in map units."""
_HALF_LINE = 0.1
"""Half the assumed width of lines, in map units."""


class Room:
    """A part of the map with the cost of covering each dot of it."""

    def __init__(self, box: Box) -> None:
        left, top, right, bottom = box
        self.dot = max(_FINEST, max(right - left, bottom - top) / _MOST_DOTS)
        self.left, self.top = left, top
        self.width, self.height = round((right - left) / self.dot) + 1, round((bottom - top) / self.dot) + 1
        self.cost = np.zeros((self.height, self.width))
        self._sums: np.ndarray | None = None
        self._strange: np.ndarray | None = None

    def centres(self) -> tuple[np.ndarray, np.ndarray]:
        """The x of the columns and the y of the rows of dots."""
        return (self.left + (np.arange(self.width) + 0.5) * self.dot,
                self.top + (np.arange(self.height) + 0.5) * self.dot)

    def block(self, box: Box, cost: float) -> None:
        """Make a box cost at least this much per square map unit."""
        x0, x1 = (min(max(round((v - self.left) / self.dot), 0), self.width) for v in (box[0], box[2]))
        y0, y1 = (min(max(round((v - self.top) / self.dot), 0), self.height) for v in (box[1], box[3]))
        part = self.cost[y0:y1, x0:x1]
        np.maximum(part, cost, out=part)

    def lines(self, lines: Sequence[Sequence[Point]], cost: float) -> None:
        """Make lines cost at least this much."""
        ends = [(*a, *b) for line in lines for a, b in pairwise(line)]
        if not ends:
            return
        table = np.array(ends)
        steps = np.linspace(0.0, 1.0, 12)[None, :]
        reach = max(1, round(_HALF_LINE / self.dot))
        xs = table[:, :1] + (table[:, 2:3] - table[:, :1]) * steps
        ys = table[:, 1:2] + (table[:, 3:] - table[:, 1:2]) * steps
        columns = np.floor((xs - self.left) / self.dot).astype(int)
        rows = np.floor((ys - self.top) / self.dot).astype(int)
        crossed = np.zeros(self.cost.shape, bool)
        for dx in range(-reach, reach + 1):
            for dy in range(-reach, reach + 1):
                c, r = columns + dx, rows + dy
                inside = (c >= 0) & (c < self.width) & (r >= 0) & (r < self.height)
                crossed[r[inside], c[inside]] = True
        self.raise_to(crossed, cost)

    def raise_to(self, where: np.ndarray, cost: float) -> None:
        """Make some dots cost at least this much."""
        self.cost[where] = np.maximum(self.cost[where], cost)

    def outside(self, box: Box, cost: float) -> None:
        """Make everything outside a box cost at least this much."""
        xs, ys = self.centres()
        inside = ((xs >= box[0]) & (xs <= box[2]))[None, :] & ((ys >= box[1]) & (ys <= box[3]))[:, None]
        self.raise_to(~inside, cost)

    def costs(self, letters: Sequence[Box], across: np.ndarray, down: np.ndarray) -> np.ndarray:
        """The costs of letters (boxes) moved by each of some distances to the right and each of some down,
        in rows; outside the room they are as at its rim."""
        if self._sums is None:
            self._sums = self._summed(self.cost)
        return self._within(self._sums, letters, across, down)

    def keep_strange(self, where: np.ndarray) -> None:
        """Store which dots do not belong to what is named."""
        self._strange = self._summed(where)

    def strange_shares(self, letters: Sequence[Box], across: np.ndarray, down: np.ndarray) -> np.ndarray:
        """The share of the letters on such dots, for each of the shifts."""
        if self._strange is None:
            return np.zeros(len(across) * len(down))
        area = sum((b[2] - b[0]) * (b[3] - b[1]) for b in letters)
        shares: np.ndarray = self._within(self._strange, letters, across, down) / max(area, 1e-9)
        return shares

    def _summed(self, table: np.ndarray) -> np.ndarray:
        sums: np.ndarray = np.pad(table.cumsum(0).cumsum(1), ((1, 0), (1, 0))) * self.dot**2
        return sums

    def _within(
        self, sums: np.ndarray, letters: Sequence[Box], across: np.ndarray, down: np.ndarray
    ) -> np.ndarray:
        """The sum of a table of dots inside the letters, for each of the shifts."""
        boxes = np.array(letters)
        x0, x1 = (np.rint((boxes[None, :, i] + across[:, None] - self.left) / self.dot).astype(int)
                  .clip(0, self.width) for i in (0, 2))
        # As places in the table row by row, which is faster than two numbers each.
        y0, y1 = (np.rint((boxes[None, :, i] + down[:, None] - self.top) / self.dot).astype(int)
                  .clip(0, self.height)[:, None] * (self.width + 1) for i in (1, 3))
        at = sums.ravel().take
        totals: np.ndarray = (at(y1 + x1) - at(y0 + x1) - at(y1 + x0) + at(y0 + x0)).sum(2).ravel()
        return totals


# Letters that a row of hexsides strikes through: one that runs through the middle of their height.

_APART = math.sqrt(3) / 2
"""The distance between rows of hexsides, in map units; one runs through the centre of each hex."""
_MOST = 0.4
"""The greatest useful distance of the middle of letters from a row: a little less than halfway to the
next."""
_SMALL, _GREAT = 0.8, 1.2
"""The sizes of letters, in map units, from which hexsides look less and less like strokes through them, and
from which capitals are as high as the distance of rows, so that these always cross them."""
_LEVEL = 6.0
"""Letters that are turned against the hexsides by more degrees than that are crossed, not struck out."""


def crossed_share(text: Text, shifts: np.ndarray, geometry: HexGeometry) -> np.ndarray:
    """How much a text that is moved by each of some shifts (n, 2) looks struck out by hexsides: from 0, where
    all its letters are clear of those that run its way, or too large to be, to 1, where these run through
    its middle.

    Hexsides run in three directions; on a map with flat tops one of them is level."""
    first = 0.0 if geometry.shape == "flat" else 30.0
    weight = min(1.0, (_GREAT - text.size) / (_GREAT - _SMALL))
    if weight <= 0.0 or abs((text.rotation - first + 30.0) % 60.0 - 30.0) > _LEVEL:
        return np.zeros(len(shifts))
    angle = math.radians(round((text.rotation - first) / 60.0) * 60.0 + first)
    across = np.array((-math.sin(angle), math.cos(angle)))
    middle = (np.array(text.at) + shifts - geometry.centre(Hex(0, 0))) @ across
    from_row = np.abs((middle + _APART / 2) % _APART - _APART / 2)
    share: np.ndarray = weight * (1.0 - from_row / min(text.size * CAP_HEIGHT / 2, _MOST)).clip(0.0)
    return share
