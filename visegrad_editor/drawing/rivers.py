"""Rivers and other lines on hexsides."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence

from ..hexgrid import Hexside, Point, hexside
from ..model.design import Design
from ..model.gamemap import HexsideLine
from ..model.ruleset import HexsideKind
from .curves import box_of
from .ground import Ground
from .hexside_marks import HEXSIDE_PATTERNS, ONE_SIDED, REACH, RIM, hexside_marks
from .natural_lines import NaturalLines, Vertex
from .primitives import Item
from .style import Style


class Rivers:
    """Draws the hexside lines of one design."""

    def __init__(self, design: Design, style: Style, lines: NaturalLines, ground: Ground) -> None:
        self.design, self.style, self.lines, self.ground = design, style, lines, ground
        self.on_side = design.map.side_lines
        self._bands = {k.id for k in design.ruleset.hexsides if k.pattern not in HEXSIDE_PATTERNS}
        one_sided = {k.id for k in design.ruleset.hexsides if k.pattern in ONE_SIDED}
        self._turned = frozenset(
            (x.kind, s) for x in (design.map.lines if one_sided else ())
            if x.kind in one_sided for s in self._against(x.sides))

    def _against(self, sides: Sequence[Hexside]) -> Iterator[Hexside]:
        """The hexsides of a stroke whose own direction is opposite to it."""
        ends = [self.lines.vertices(s) if self.design.map.grid.adjacent(s.a, s.b) else None for s in sides]
        for i, (side, own) in enumerate(zip(sides, ends, strict=True)):
            before, after = ends[i - 1] if i else None, ends[i + 1] if i + 1 < len(ends) else None
            if own and ((after and own[0] in after) or (before and own[1] in before)):
                yield side

    def items(self, side: Hexside, without: Collection[str] = ()) -> list[tuple[int, Item]]:
        """(depth, item) for each line on a hexside, except those of the kinds `without`; greater depths are
        drawn later."""
        items: list[tuple[int, Item]] = []
        seen = set()
        for line in self.on_side.get(side, ()):
            if line.kind in seen:
                continue
            seen.add(line.kind)
            kind = self.design.ruleset.hexside_by_id.get(line.kind)
            if kind is not None and kind.id not in without:
                items += self._drawn(side, line, kind)
        return items

    def _drawn(self, side: Hexside, line: HexsideLine, kind: HexsideKind) -> list[tuple[int, Item]]:
        def partner(s: Hexside, v: Vertex) -> Hexside | None:
            pair = self._main_pair(v, kind.id)
            if pair is None or s not in pair:
                return None
            return pair[1] if s == pair[0] else pair[0]

        def join(s: Hexside, v: Vertex) -> tuple[Hexside, Hexside] | None:
            return self._main_pair(v, kind.id) or self.lines.passing(v, self.ground.shore)

        widths = self.style.river_widths
        width = widths[min(max(line.width, 1), len(widths)) - 1]
        whole = self.lines.whole(side, partner, join, self.ground.inside)
        short, open_by = mouth_ends(width, self.style)
        points = tuple(self._without_mouths(side, whole, kind.id, short))
        rim = tuple(self._without_mouths(side, whole, kind.id, open_by))
        hex = self.design.map.grid.number(side.a if side.a in self.design.map.grid else side.b)
        box = box_of(points, width)
        if (kind.id, side) in self._turned:
            points = points[::-1]
        if kind.pattern in HEXSIDE_PATTERNS:
            box = box_of(points, REACH)
        one, other = (self._is_spring(v, kind.id) for v in self.lines.vertices(side))
        marks = hexside_marks(points, kind, width, self.style, rim, (one, other))
        return [(depth, Item(drawn, box, hex)) for depth, drawn in marks]

    def _without_mouths(self, side: Hexside, points: list[Point], kind: str, by: float) -> list[Point]:
        """The line, shortened by `by` at ends that meet a coast."""
        for vertex, reverse in zip(self.lines.vertices(side), (True, False), strict=True):
            if self._main_pair(vertex, kind) or not self.lines.passing(vertex, self.ground.shore):
                continue
            line = points[::-1] if reverse else points
            (x0, y0), (x1, y1) = line[-2:]
            length = math.hypot(x1 - x0, y1 - y0)
            back = min(by, length * 0.9) / max(length, 1e-9)
            line = [*line[:-1], (x1 + (x0 - x1) * back, y1 + (y0 - y1) * back)]
            points = line[::-1] if reverse else line
        return points

    def _is_spring(self, vertex: Vertex, kind: str) -> bool:
        """Whether the band of a kind begins at a corner, and not at water, at the edge of the map or at
        another band."""
        bands = [s for s in _sides(vertex) if any(x.kind in self._bands for x in self.on_side.get(s, ()))]
        return kind in self._bands and len(bands) == 1 and self.ground.inside(vertex) and (
            not self.lines.passing(vertex, self.ground.shore))

    def _main_pair(self, vertex: Vertex, kind: str) -> tuple[Hexside, Hexside] | None:
        """The hexsides of the two widest lines of a kind at a corner, of one name if possible; else None."""
        # One line of the kind per hexside; other kinds may be there too, such as a border along a river.
        here = [(s, x) for s in _sides(vertex)
                for x in [x for x in self.on_side.get(s, ()) if x.kind == kind][:1]]
        if len(here) < 2:
            return None
        here.sort(key=lambda e: (-e[1].width, e[0]))
        for i, (s, x) in enumerate(here):
            for t, y in here[i + 1 :]:
                if x.name and x.name == y.name:
                    return s, t
        return here[0][0], here[1][0]


def mouth_ends(width: float, style: Style) -> tuple[float, float]:
    """How far from the middle of a coast line the bed and the rim of a river end: the bed just crosses the
    line, the rim does not touch it, so that the mouth is open."""
    return max(0.0, width - style.coast_width) / 2, (width + RIM + style.coast_width) / 2


def _sides(vertex: Vertex) -> list[Hexside]:
    a, b, c = vertex
    return [hexside(a, b), hexside(a, c), hexside(b, c)]
