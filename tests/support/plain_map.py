"""The picture of a map, painted hex by hex and line by line from the document and the style alone: what
`visegrad_editor/drawing/tables` paint for many hexes at once. Nothing here comes from the drawing code.

Hexes are told apart by geometry: neighbours are those whose centres are as far apart as two hexes that touch,
and a corner is where three of them meet. A `Sheet` knows which of its pixels are sure: those at the edge of a
shape are partly covered, and nothing is said of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from copy import copy
from functools import cache, cached_property
from itertools import pairwise
from operator import itemgetter
from typing import Any

import numpy as np

from visegrad_editor.drawing.style import Style
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.gamemap import HexsideLine, Road
from visegrad_editor.model.ruleset import RoadKind, TerrainKind

ROOT = math.sqrt(3)
Points = Any
"""An array of places (n, 2), or of one."""
Colour = tuple[float, float, float]
Side = tuple[Hex, Hex]
Kinds = Callable[[Hex], Hashable]
"""What a hex is; None off the map."""
Across = dict[frozenset[Hex], tuple[RoadKind, Road, int]]
"""For each hexside the road across it, with its kind, and which step of it that is."""
Stroke = tuple[Points, Colour, float, tuple[float, float] | None]
"""A line to be drawn: its points, colour, width and dash."""


# -- colours ------------------------------------------------------------------------------------


def colour_of(text: str) -> Colour:
    red, green, blue = bytes.fromhex(text[1:])
    return red, green, blue


def blended(one: Colour, other: Colour, share: float) -> Colour:
    """A colour with a share of another in it, in whole numbers."""
    red, green, blue = (math.floor(a + (b - a) * share + 0.5) for a, b in zip(one, other, strict=True))
    return red, green, blue


DOUBT = 0.95
"""How near, in pixels, the edge of a shape is to a pixel that may be partly covered."""
WHITE, BLACK = (255.0, 255.0, 255.0), (0.0, 0.0, 0.0)


# -- paper --------------------------------------------------------------------------------------


class Sheet:
    """A picture of known pixels: their colours, and of which they are `sure`."""

    def __init__(self, scale: float, left: float, top: float, width: int, height: int, paper: str) -> None:
        self.scale, self.left, self.top = scale, round(left * scale), round(top * scale)
        self.colours = np.tile(np.array(colour_of(paper), float), (height, width, 1))
        self.sure = np.ones((height, width), bool)

    def part(self, rows: slice, columns: slice) -> Sheet:
        """Some pixels of the picture."""
        found = copy(self)
        found.colours, found.sure = self.colours[rows, columns], self.sure[rows, columns]
        return found

    def _window(
        self, points: Points, more: float
    ) -> tuple[tuple[slice, slice], Points, np.ndarray, np.ndarray] | None:
        """The pixels near points of the map: which they are, the points in pixels, and where they are."""
        height, width = self.sure.shape
        at = points * self.scale - (self.left, self.top)
        low = np.maximum(np.floor(at.min(0) - more - 1), 0).astype(int)
        high = np.minimum(np.ceil(at.max(0) + more + 1), (width, height)).astype(int)
        if (low >= high).any():
            return None
        across, down = (np.arange(a, b) + 0.5 for a, b in zip(low, high, strict=True))
        return (slice(low[1], high[1]), slice(low[0], high[0])), at, across[None, :], down[:, None]

    def _lay(
        self, where: tuple[slice, slice], inside: np.ndarray, edge: np.ndarray, colour: Colour, cover: float
    ) -> None:
        there = self.colours[where]
        there[inside] += (np.array(colour) - there[inside]) * cover
        sure = self.sure[where]
        if cover == 1:
            sure[inside] = True
        sure[edge] = False

    def fill(self, points: Points, colour: Colour, cover: float = 1.0, doubt: float = DOUBT) -> None:
        """Paint the inside of a polygon; `doubt` pixels at its edge are not sure, with 0 all are."""
        if (found := self._window(points, doubt)) is None:
            return
        where, at, x, y = found
        inside = _inside(at, x, y)
        edge = np.zeros_like(inside)
        if doubt:
            edge = _near(np.concatenate((at, at[:1])), x, y, doubt)[0] < doubt
        self._lay(where, inside & ~edge, edge, colour, cover)

    def doubt(self, points: Points, width: float) -> None:
        """Nothing is known of the pixels this near to a line, in pixels."""
        if (found := self._window(points, width)) is not None:
            where, at, x, y = found
            self.sure[where][_near(at, x, y, width)[0] < width] = False

    def line(
        self, points: Points, colour: Colour, width: float, dash: tuple[float, float] | None = None,
        doubt: float = DOUBT, shares: Callable[[np.ndarray], np.ndarray] | None = None, more: float = 0.0,
    ) -> None:
        """Draw a line with round ends, or dashes with square ones, the first of half the length. `shares`
        gives the part of the width at each part of the length, `more` what is added to it."""
        reach = (width + more) * self.scale / 2 + doubt
        if (found := self._window(points, reach)) is None:
            return
        where, at, x, y = found
        far, along = _near(at, x, y, reach)
        half = np.full_like(far, width * self.scale / 2)
        if shares is not None:
            half *= shares(along / _length(at))
        half += more * self.scale / 2
        if (half < 1).all():
            ends = np.minimum(*(np.hypot(x - ex, y - ey) for ex, ey in at[[0, -1]])) < 2.5
        else:
            ends = np.zeros_like(far, bool)
        inside, outside = far <= half - doubt, far >= half + doubt
        if dash is not None:
            on, off = (d * self.scale for d in dash)
            phase = (along + on / 2) % (on + off)
            inside &= (phase >= doubt) & (phase <= on - doubt)
            outside |= (phase >= on + doubt) & (phase <= on + off - doubt)
            # Nor are there round ends at the end of it all; at sharp corners dashes are cut in their own way.
            ends |= (along < doubt) | (along > _length(at) - doubt)
            for before, here, after in zip(at, at[1:], at[2:], strict=False):
                if float(_unit(here - before) @ _unit(after - here)) < 0.85:
                    ends |= np.hypot(x - here[0], y - here[1]) < half + doubt
        self._lay(where, inside & ~ends, (far < half + doubt) & ends | ~(inside | outside), colour, 1.0)


def _length(points: Points) -> float:
    return float(np.hypot(*np.diff(points, axis=0).T).sum())


def _inside(points: Points, x: np.ndarray, y: np.ndarray) -> Any:
    """Which places a polygon winds around."""
    turns = np.zeros((len(y), x.shape[1]), int)
    for (ax, ay), (bx, by) in pairwise([points[-1], *points]):
        if ay != by:
            crossing = (ay <= y) != (by <= y)
            left = x < ax + (y - ay) * ((bx - ax) / (by - ay))
            turns += np.where(crossing & left, 1 if by > ay else -1, 0)
    return turns != 0


def _near(points: Points, x: np.ndarray, y: np.ndarray, reach: float) -> tuple[np.ndarray, np.ndarray]:
    """How far places are from a line, and how far along it the nearest point is; of those that are farther
    than the `reach` from it, only that they are."""
    best, place, gone = np.full((len(y), x.shape[1]), np.inf), np.zeros((len(y), x.shape[1])), 0.0
    left, top = float(x[0, 0]), float(y[0, 0])
    for (ax, ay), (bx, by) in pairwise(points.tolist()):
        long = math.hypot(bx - ax, by - ay)
        if long < 1e-6:
            continue
        ux, uy = (bx - ax) / long, (by - ay) / long
        columns = slice(max(0, int(min(ax, bx) - reach - left)), max(0, int(max(ax, bx) + reach - left + 2)))
        rows = slice(max(0, int(min(ay, by) - reach - top)), max(0, int(max(ay, by) + reach - top + 2)))
        dx, dy = x[:, columns] - ax, y[rows] - ay
        along = (dx * ux + dy * uy).clip(0, long)
        far = (dx - ux * along) ** 2 + (dy - uy * along) ** 2
        closer = far < best[rows, columns]
        best[rows, columns][closer] = far[closer]
        place[rows, columns][closer] = gone + along[closer]
        gone += long
    return np.sqrt(best), place


# -- the field that bends natural lines ---------------------------------------------------------


def _lattice(i: np.ndarray, j: np.ndarray, salt: np.ndarray) -> Any:
    n = (i * 374761393 + j * 668265263 + salt * 1442695041) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((n ^ (n >> 16)) & 0xFFFF) / 32767.5 - 1.0


_ROUND = np.array([[0, 1, 0, 1], [0, 0, 1, 1]])[:, :, None]


def _noise(points: Points, salts: Sequence[int]) -> Any:
    low = np.floor(points).astype(np.int64)
    u, v = ((points - low) ** 2 * (3 - 2 * (points - low))).T
    i, j = low.T[:, None] + _ROUND
    at = _lattice(i, j, np.array(salts)[:, None, None])
    upper, lower = at[:, 0] * (1 - u) + at[:, 1] * u, at[:, 2] * (1 - u) + at[:, 3] * u
    return (upper * (1 - v) + lower * v).T


def strayed(points: Points, amount: float) -> Points:
    """Points of the unturned map displaced by its field."""
    return points + amount * (_noise(points * 1.3, (1, 3)) + 0.6 * _noise(points * 2.6, (2, 4)))


def _curve(start: Points, control: Points, end: Points, first: float, last: float) -> Points:
    t = np.linspace(first, last, round(abs(last - first) * 12) + 1)[:, None]
    return (1 - t) ** 2 * start + 2 * t * (1 - t) * control + t * t * end


def _moved(points: Points, goal: Points, by: float) -> Points:
    way = goal - points
    return points + way * (by / np.hypot(*way.T))[..., None]


# -- the map ------------------------------------------------------------------------------------


class PlainMap:
    """One design in one style."""

    def __init__(self, design: Design, style: Style) -> None:
        self.map, self.rules, self.style = design.map, design.ruleset, style
        self.grid, self._turn = design.map.grid, style.turn % 4
        known = {k.id: k for k in self.rules.terrain}
        unknown = TerrainKind("", "", None, colour=style.off_map)
        letters = dict(self.map.terrain.legend)
        self._terrain = {h: letters[self.map.terrain.rows[h.row][h.col]] for h in self.hexes}
        self._kind = {h: known.get(x, unknown) for h, x in self._terrain.items()}
        countries = dict(self.map.countries.legend)
        self._country = {h: countries[self.map.countries.rows[h.row][h.col]] for h in self.hexes}
        self.step, self.thirds = cache(self._near), cache(self._thirds)
        self._half_boundary = cache(self._new_half_boundary)

    # -- geometry, of the unturned map ------------------------------------------------------

    @property
    def hexes(self) -> list[Hex]:
        return [Hex(c, r) for r in range(self.grid.rows) for c in range(self.grid.columns)]

    def centre(self, hex: Hex) -> Points:
        along, line = (hex.col, hex.row) if self.grid.orientation == "pointy" else (hex.row, hex.col)
        shifted = 0.5 if line % 2 == {"odd": 1, "even": 0}[self.grid.stagger] else 0.0
        place = ROOT * (along + 0.5 + shifted), 1 + 1.5 * line
        return np.array(place if self.grid.orientation == "pointy" else place[::-1])

    def _near(self, hex: Hex) -> list[Hex]:
        """The six hexes that touch a hex, in order around it."""
        here = self.centre(hex)
        touching = []
        for col in range(hex.col - 1, hex.col + 2):
            for row in range(hex.row - 1, hex.row + 2):
                x, y = self.centre(Hex(col, row)) - here
                if abs(math.hypot(x, y) - ROOT) < 1e-6:
                    touching.append((math.atan2(y, x), Hex(col, row)))
        assert len(touching) == 6
        return [h for _, h in sorted(touching)]

    @cached_property
    def size(self) -> tuple[float, float]:
        """Width and height of the unturned map."""
        corners = np.concatenate([self.hexagon(h) for h in self.hexes])
        width, height = corners.max(0)
        return float(width), float(height)

    @property
    def bounds(self) -> tuple[float, float]:
        """Width and height of the map as it is turned."""
        return self.size[::-1] if self._turn % 2 else self.size

    def seen(self, points: Points) -> Points:
        """Points on the turned map."""
        (x, y), (width, height) = points.T, self.size
        return np.stack(((x, y), (height - y, x), (width - x, height - y), (y, width - x))[self._turn], 1)

    def middle(self, a: Hex, b: Hex) -> Points:
        return (self.centre(a) + self.centre(b)) / 2

    def corner(self, a: Hex, b: Hex, c: Hex) -> Points:
        return (self.centre(a) + self.centre(b) + self.centre(c)) / 3

    def _thirds(self, a: Hex, b: Hex) -> list[Hex]:
        """The hexes at the two ends of a hexside."""
        return [h for h in self.step(a) if h in self.step(b)]

    def straight(self, a: Hex, b: Hex) -> Points:
        return np.stack([self.corner(a, b, c) for c in self.thirds(a, b)])

    def hexagon(self, hex: Hex) -> Points:
        near = self.step(hex)
        return np.stack([self.corner(hex, a, b) for a, b in pairwise([*near, near[0]])])

    def sides(self) -> Iterator[Side]:
        """Each side of each hex, once; the second hex may lie beyond the edge."""
        for hex in self.hexes:
            for other in self.step(hex):
                if other not in self._kind or hex < other:
                    yield hex, other

    # -- what hexes are ---------------------------------------------------------------------

    def is_water(self, hex: Hex) -> bool:
        return hex in self._kind and self._kind[hex].pattern == "waves"

    def is_off(self, hex: Hex) -> bool:
        return hex not in self._kind or not (self._kind[hex].playable or self.is_water(hex))

    def colour(self, hex: Hex) -> str:
        """The colour of the ground; "" for ground that is not painted."""
        return self._kind[hex].colour if hex in self._kind else ""

    def terrain(self, hex: Hex) -> Hashable:
        return None if self.is_off(hex) else self._terrain[hex]

    def shore(self, hex: Hex) -> Hashable:
        return None if self.is_off(hex) else self.is_water(hex)

    def country(self, hex: Hex) -> str | None:
        """The country of a land hex, "" for water and no man's land."""
        return None if self.is_off(hex) else "" if self.is_water(hex) else self._country[hex]

    def is_border(self, a: Hex, b: Hex) -> bool:
        one, other = self.country(a), self.country(b)
        return bool(one) and bool(other) and one != other

    def is_coast(self, a: Hex, b: Hex) -> bool:
        return not self.is_off(a) and not self.is_off(b) and self.is_water(a) != self.is_water(b)

    def tint(self, country: str) -> Colour:
        known = [v for _, v in self.map.countries.legend if v]
        return colour_of(self.style.country_tints[known.index(country) % len(self.style.country_tints)])

    # -- natural lines ----------------------------------------------------------------------

    def stray(self, points: Sequence[Points] | Points) -> Points:
        return strayed(np.array(points, float), self.style.wander)

    def crest(self, hexes: tuple[Hex, Hex, Hex], kind: Kinds) -> Points | None:
        """Where a boundary between two kinds passes a corner, before it strays."""
        for n in range(3):
            odd, x, y = hexes[n], hexes[n - 1], hexes[n - 2]
            if None not in map(kind, hexes) and kind(x) == kind(y) != kind(odd):
                return _curve(self.middle(odd, x), self.corner(*hexes), self.middle(odd, y), 0.5, 0.5)[0]
        return None

    def _new_half_boundary(self, a: Hex, b: Hex, c: Hex, kind: Kinds, joining: Kinds | None) -> Points:
        """The line between two hexes from the middle of their hexside to its corner at a third."""
        corner, middle = self.corner(a, b, c), self.middle(a, b)
        if kind(c) is not None and kind(c) in (kind(a), kind(b)):
            onward = self.middle(c, b if kind(c) == kind(a) else a)
            return self.stray(_curve(middle, corner, onward, 0.0, 0.5))
        begin = [middle, (middle + corner) / 2]
        if kind(c) is None:
            return np.concatenate((self.stray(begin), corner[None]))
        end = self.crest((a, b, c), joining) if joining else None
        return self.stray([*begin, corner, *([] if end is None else [end])])

    def boundary(self, a: Hex, b: Hex, kind: Kinds, joining: Kinds | None = None) -> Points:
        """The line between two hexes, from the first of `thirds` to the second."""
        one, other = (self._half_boundary(*sorted((a, b)), c, kind, joining) for c in self.thirds(a, b))
        return np.concatenate((one[::-1], other[1:]))

    def outline(self, hex: Hex, kind: Kinds) -> Points:
        """The ground of a hex: towards other kinds it ends at the natural line."""
        mine, near, points = kind(hex), self.step(hex), []
        for left, right in pairwise([*near, near[0]]):
            corner, between = self.corner(hex, left, right), self.middle(left, right)
            before, after = self.middle(hex, left), self.middle(hex, right)
            on_left, on_right = kind(left), kind(right)
            if mine is None or on_left == mine == on_right:
                points.append(corner[None])
            elif on_left is None or on_right is None:
                if on_left not in (None, mine):
                    points.append(self.stray([before, (before + corner) / 2]))
                points.append(corner[None])
                if on_right not in (None, mine):
                    points.append(self.stray([(after + corner) / 2, after]))
            elif on_left == on_right:
                points.append(self.stray(_curve(before, corner, after, 0.0, 1.0)))
            elif on_left == mine:
                points.append(self.stray(_curve(between, corner, after, 0.5, 1.0)))
            elif on_right == mine:
                points.append(self.stray(_curve(before, corner, between, 0.0, 0.5)))
            else:
                points.append(self.stray(
                    [before, (before + corner) / 2, corner, (after + corner) / 2, after]))
        return np.concatenate(points)

    def ribbon(self, hex: Hex, other: Hex, line: Points, width: float, kind: Kinds) -> Points:
        """A band in a hex along its line to a neighbour; it goes on into a third hex of the same kind."""
        inner = _moved(line, self.centre(hex), width)
        ends = []
        for n, third in zip((0, -1), self.thirds(hex, other), strict=True):
            goal = self.stray([self.corner(hex, other, third)])
            meets = kind(third) == kind(hex)
            ends.append(_moved(line[[n]], goal, width) if meets else inner[[n]])
        return np.concatenate((line, ends[1], inner[::-1], ends[0]))

    # -- layers -----------------------------------------------------------------------------

    def sheet(self, scale: float, box: tuple[float, float, float, float] | None = None) -> Sheet:
        """Paper for the map with its margin, or for a box of it."""
        width, height = self.bounds
        left, top, right, bottom = box or (-0.35, -0.35, width + 0.35, height + 0.35)
        size = round((right - left) * scale), round((bottom - top) * scale)
        return Sheet(scale, left, top, *size, self.style.paper)

    def paint(self, sheet: Sheet, layers: Iterable[str], seam: float = 0.0, fine: bool = False) -> None:
        """Paint some layers; shapes of areas have edges wider by a `seam`. With `fine` curves have no
        corners, as in drawings and at large scales."""
        doubt = DOUBT + seam * sheet.scale
        for layer in layers:
            if layer == "terrain":
                self._paint_terrain(sheet, doubt)
            elif layer == "countries":
                self._paint_countries(sheet, doubt)
            elif layer == "roads":
                self._paint_roads(sheet, 24 if fine or sheet.scale >= 60 else 8)
            else:
                {"grid": self._paint_grid, "borders": self._paint_borders, "rivers": self._paint_rivers,
                 "areas": self._paint_areas}[layer](sheet)

    def _cover(
        self, sheet: Sheet, hexes: Iterable[Hex], kind: Kinds, colour: Callable[[Hex], Colour],
        cover: float, doubt: float,
    ) -> None:
        """Paint the ground of hexes; only where colours differ there is an edge."""
        chosen = set(hexes)
        for hex in chosen:
            sheet.fill(self.seen(self.outline(hex, kind)), colour(hex), cover, 0)
        for a, b in self.sides():
            if a not in chosen and b not in chosen:
                continue
            if kind(a) is None or kind(b) is None:
                sheet.doubt(self.seen(self.straight(a, b)), doubt)
            elif kind(a) != kind(b):
                sheet.doubt(self.seen(self.boundary(a, b, kind)), doubt)

    def _paint_terrain(self, sheet: Sheet, doubt: float) -> None:
        painted = [h for h in self.hexes if self.colour(h)]

        def colour(hex: Hex) -> Colour:
            return colour_of(self.colour(hex))

        self._cover(sheet, filter(self.is_water, painted), self.terrain, colour, 1.0, doubt)
        coasts = [(h, n) for h in self.hexes if self.is_water(h) for n in self.step(h) if self.is_coast(h, n)]
        lines = [self.boundary(*side, self.shore) for side in coasts]
        for width, pale in self.style.shoal:
            for (hex, other), line in zip(coasts, lines, strict=True):
                band = self.ribbon(hex, other, line, width, self.shore)
                sheet.fill(self.seen(band), blended(colour(hex), WHITE, pale), doubt=doubt)
        self._cover(sheet, [h for h in painted if not self.is_water(h)], self.terrain, colour, 1.0, doubt)
        for line in lines:
            sheet.line(self.seen(line), colour_of(self.style.coast), self.style.coast_width)

    def _paint_countries(self, sheet: Sheet, doubt: float) -> None:
        style = self.style
        if style.wash_opacity:
            self._cover(sheet, [h for h in self.hexes if self.country(h)], self.country,
                        lambda h: self.tint(self.country(h) or ""), style.wash_opacity, doubt)
        for hex in self.hexes:
            for other in self.step(hex):
                if self.is_border(hex, other):
                    line = self.boundary(hex, other, self.country, self.shore)
                    band = self.ribbon(hex, other, line, style.tint_width, self.country)
                    sheet.fill(self.seen(band), self.tint(self.country(hex) or ""), style.tint_opacity)

    def _paint_borders(self, sheet: Sheet) -> None:
        style = self.style
        ink, width = colour_of(style.border), style.border_width
        dots = []
        for a, b in self.sides():
            if not self.is_border(a, b):
                continue
            line = self.boundary(a, b, self.country, self.shore)
            length, whole = _length(line), sum(style.border_dash)
            count = max(1, round(length / whole))
            on, off = (d * length / (count * whole) for d in style.border_dash)
            sheet.line(self.seen(line), ink, width, (on, off))
            dots += [_piece(line, (n + 0.5) * length / count, width / 2) for n in range(count)]
        for dot in dots:
            sheet.line(self.seen(dot), ink, width)

    def _paint_grid(self, sheet: Sheet) -> None:
        broad = {frozenset(s) for x in self.map.lines if x.kind in self._bands for s in x.sides}
        for a, b in self.sides():
            if all(self.is_off(h) or not self.colour(h) for h in (a, b)):
                continue
            if frozenset((a, b)) in broad or self.is_border(a, b):
                continue
            wet = self.is_water(a) and (self.is_water(b) or b not in self._kind)
            ink = self.style.grid_on_water if wet else self.style.grid
            # Grid lines are painted at quarters of pixels.
            sheet.line(self.seen(self.straight(a, b)), colour_of(ink), self.style.grid_width, doubt=1.2)
        for hex in self.hexes:
            for at in self.seen(self.hexagon(hex)):
                # Lines of two colours meet.
                sheet.doubt(np.stack((at, at + 1e-3)), self.style.grid_width * sheet.scale / 2 + 1)

    def _paint_areas(self, sheet: Sheet) -> None:
        """Tints of areas; nothing is said of their outlines."""
        for n, area in enumerate(self.map.areas):
            colour = colour_of(self.style.area_colours[n % len(self.style.area_colours)])
            for hex in area.hexes:
                sheet.fill(self.seen(self.hexagon(hex)), colour, self.style.area_tint)
            for hex in area.hexes:
                for other in self.step(hex):
                    sheet.doubt(self.seen(self.straight(hex, other)),
                                self.style.area_line * sheet.scale / 2 + 1)

    # -- rivers -----------------------------------------------------------------------------

    @cached_property
    def _bands(self) -> list[str]:
        """The kinds of hexsides that are drawn as a broad line with a rim."""
        return [k.id for k in self.rules.hexsides if not k.pattern]

    @cached_property
    def _lines(self) -> dict[str, dict[frozenset[Hex], HexsideLine]]:
        """For each kind the line on each hexside; if there are several, the first."""
        lines: dict[str, dict[frozenset[Hex], HexsideLine]] = {k.id: {} for k in self.rules.hexsides}
        for line in self.map.lines:
            for side in line.sides:
                lines[line.kind].setdefault(frozenset(side), line)
        return lines

    def course(self, kind: str, a: Hex, b: Hex, back: float) -> Points:
        """The line of a kind along a hexside; at mouths it ends `back` from the coast."""
        one, other = (self._half_course(kind, a, b, c, back) for c in self.thirds(a, b))
        return np.concatenate((one[::-1], other[1:]))

    def _half_course(self, kind: str, a: Hex, b: Hex, c: Hex, back: float) -> Points:
        corner, middle = self.corner(a, b, c), self.middle(a, b)
        main = self._main_pair(kind, (a, b, c))
        here = frozenset((a, b))
        if main and here in main:
            x, y = main[1] if here == main[0] else main[0]
            return self.stray(_curve(middle, corner, self.middle(x, y), 0.0, 0.5))
        begin = [middle, (middle + corner) / 2]
        if any(map(self.is_off, (a, b, c))):
            return np.concatenate((self.stray(begin), corner[None]))
        if main:
            (x, y), (u, v) = main
            return self.stray([*begin, corner, _curve(
                self.middle(x, y), corner, self.middle(u, v), 0.5, 0.5)[0]])
        end = self.crest((a, b, c), self.shore)
        if end is None:
            return self.stray([*begin, corner])
        points = self.stray([*begin, corner, end])
        far = math.dist(points[-1], points[-2])
        points[-1] += (points[-2] - points[-1]) * (min(back, 0.9 * far) / far)
        return points

    def _main_pair(
        self, kind: str, hexes: tuple[Hex, Hex, Hex]
    ) -> tuple[frozenset[Hex], frozenset[Hex]] | None:
        """The hexsides of the two widest lines at a corner, or of two of one name."""
        lines = self._lines[kind]
        here = [frozenset(s) for s in (hexes[:2], hexes[1:], hexes[::2]) if frozenset(s) in lines]
        if len(here) < 2:
            return None
        here.sort(key=lambda s: (-max(1, lines[s].width), sorted(s)))
        pairs = [(s, t) for n, s in enumerate(here) for t in here[n + 1:]]
        named = [(s, t) for s, t in pairs if lines[s].name and lines[s].name == lines[t].name]
        return (named or pairs)[0]

    def _is_spring(self, a: Hex, b: Hex, c: Hex) -> bool:
        """Whether a line between two hexes begins at its corner at a third."""
        others = frozenset((a, c)), frozenset((b, c))
        return (not any(s in self._lines[k] for k in self._bands for s in others)
                and not any(map(self.is_off, (a, b, c)))
                and self.is_water(a) == self.is_water(b) == self.is_water(c))

    def _paint_rivers(self, sheet: Sheet) -> None:
        style, rim = self.style, 0.05
        colours = {k.id: colour_of(k.colour) for k in self.rules.hexsides}
        widths = {(k, s): style.river_widths[min(max(x.width, 1), len(style.river_widths)) - 1]
                  for k in colours for s, x in self._lines[k].items()}
        for more in (rim, 0.0):
            for kind in self._bands:
                ink = blended(colours[kind], BLACK, style.river_edge) if more else colours[kind]
                for side in self._lines[kind]:
                    a, b = sorted(side)
                    width = widths[kind, side]
                    back = (width + rim + style.coast_width if more else max(
                        0.0, width - style.coast_width)) / 2
                    course = self.course(kind, a, b, back)
                    begins = [self._is_spring(a, b, c) for c in self.thirds(a, b)]
                    # The pieces in which a river grows are short, but not endlessly so.
                    steps = 0.05 * width * sheet.scale / 2 if any(begins) else 0.0
                    sheet.line(self.seen(course), ink, width, shares=_growth(*begins), more=more,
                               doubt=DOUBT + steps)
        for kind in [k.id for k in self.rules.hexsides if k.pattern == "dashed"]:
            for side in sorted(self._lines[kind], key=sorted):
                a, b = sorted(side)
                width = widths[kind, side]
                weight = 1 + (width - style.river_widths[0]) * 4.5
                course = self.course(kind, a, b, max(0.0, width - style.coast_width) / 2)
                sheet.line(self.seen(course), colours[kind], 0.09 * weight, (0.18, 0.12))

    # -- roads ------------------------------------------------------------------------------

    def _best(self, rails: bool) -> Across:
        """Across each hexside the road, or railway, of the greatest rank, and which step of it."""
        kinds = {k.id: k for k in self.rules.roads if ("railway" in k.traits) == rails}
        best: Across = {}
        for road in self.map.roads:
            for n, step in enumerate(pairwise(road.path)):
                side, kind = frozenset(step), kinds.get(road.kind)
                if kind and (side not in best or best[side][0].rank < kind.rank):
                    best[side] = kind, road, n
        return best

    def _paint_roads(self, sheet: Sheet, pieces: int) -> None:
        style, roads, rails = self.style, self._best(False), self._best(True)
        drawn = {**rails, **roads}
        # (when, what of it) to the lines drawn then: railways are above all roads, and those along roads are
        # below others of their rank.
        strokes: dict[tuple[int, ...], list[Stroke]] = {}

        def draw(when: tuple[int, ...], *stroke: *Stroke) -> None:
            strokes.setdefault(when, []).append(stroke)

        for side, (kind, road, n) in sorted(drawn.items(), key=lambda e: sorted(e[0])):
            rail, rank, own = "railway" in kind.traits, kind.rank, colour_of(kind.colour)
            shapes = [self._road_course(road, n, rail, rails, roads, pieces), *self._tails(road, n, drawn)]
            for m, points in enumerate(shapes):
                m = min(m, 1)
                draw((0, rank, rail, 0, m), points, colour_of(style.road_casing), kind.width + 0.07, None)
                draw((1, rank, 1, 0, m) if rail else (0, rank, 2, 0, m), points, own, kind.width, None)
                core = (1, rank, 2, m) if rail else (0, rank, 3, m)
                light = colour_of(style.road_core)
                order = self.rules.roads.index(kind)
                if "major" in kind.traits:
                    draw((*core, order), points, light, kind.width * 0.4, None)
                elif rank > 1:
                    draw((*core, order), points, light, kind.width * 0.3, (0.1443, 0.1443))
                elif rank == 1:
                    draw((*core, order), points, blended(own, WHITE, 0.62), kind.width * 0.34, None)
                if side in rails and side in roads:
                    along = rails[side][0]
                    width = max(kind.width * 0.56, 0.05)
                    draw((1, along.rank, 0, 0, m), points, colour_of(along.colour), width, (0.2165, 0.2165))
        for _, some in sorted(strokes.items(), key=itemgetter(0)):
            for points, colour, width, dash in some:
                sheet.line(self.seen(points), colour, width, dash)

    def _road_course(
        self, road: Road, n: int, rail: bool, rails: Across, roads: Across, pieces: int
    ) -> Points:
        """A step of a road: a curve that leaves each hex in the direction from the hex before to the next. A
        railway that runs along a road before or after it has the direction of that road."""
        path = [self.centre(h) for h in road.path]
        a, b = path[n], path[n + 1]
        leaving, coming = b - path[max(n - 1, 0)], path[min(n + 2, len(path) - 1)] - a
        if rail and n:
            leaving = self._joined(road.path[n - 1], road.path[n], b - a, rails, roads, leaving)
        if rail and n + 2 < len(path):
            coming = -self._joined(road.path[n + 2], road.path[n + 1], a - b, rails, roads, -coming)
        reach = math.dist(a, b) * 0.38
        c, d = a + _unit(leaving) * reach, b - _unit(coming) * reach
        t = np.linspace(0, 1, pieces + 1)[:, None]
        return ((1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * c + 3 * (1 - t) * t * t * d + t ** 3 * b)

    def _joined(
        self, far: Hex, near: Hex, own_way: Points, rails: Across, roads: Across, own: Points
    ) -> Points:
        """The direction in which a railway leaves a hex that it reached along a road from a far one, unless
        that is nearly across its way."""
        side = frozenset((far, near))
        if side not in rails or side not in roads:
            return own
        _, road, n = roads[side]
        on = n + 2 if road.path[n + 1] == near else n - 1
        beyond = road.path[on] if 0 <= on < len(road.path) else near
        way = self.centre(beyond) - self.centre(far)
        return way if float(_unit(way) @ _unit(own_way)) > 0.2 else own

    def _tails(self, road: Road, n: int, drawn: Across) -> Iterator[Points]:
        """The straight ends of a road at a step that points off the map."""
        ends = ([(road.path[0], road.path[1])] if n == 0 else []) + (
            [(road.path[-1], road.path[-2])] if n == len(road.path) - 2 else [])
        for last, before in ends:
            beyond = next(h for h in self.step(last) if np.allclose(
                self.centre(h) + self.centre(before), 2 * self.centre(last)))
            if sum(last in s for s in drawn) == 1 and self.is_off(beyond) and not self.is_off(last):
                yield np.stack((self.centre(last), self.middle(last, beyond)))


def _unit(way: Points) -> Points:
    return way / max(float(np.hypot(*way)), 1e-9)


def _piece(line: Points, at: float, half: float) -> Points:
    """A short straight piece of a line about a place along it; half as long as it is said to be."""
    for a, b in pairwise(line):
        length = math.dist(a, b)
        if 0 < length >= at:
            way = (b - a) / length
            return np.stack((a + way * (at - half / 2), a + way * (at + half / 2)))
        at -= length
    raise ValueError("beyond the end of the line")


def _growth(first: bool, last: bool) -> Callable[[np.ndarray], np.ndarray]:
    """The share of its width that a river has at each part of its way from one end to the other: it grows
    from its spring."""

    def shares(part: np.ndarray) -> np.ndarray:
        grown = np.ones_like(part)
        if first:
            grown = np.minimum(grown, part)
        if last:
            grown = np.minimum(grown, 1 - part)
        return 0.3 + 0.7 * grown

    return shares
