"""Rivers and whatever else a ruleset puts on hexsides."""

from __future__ import annotations

import math

from ..hexgrid import Hexside, Point, hexside
from ..model.design import Design
from ..model.gamemap import HexsideLine
from ..model.ruleset import HexsideKind
from .colours import darker
from .curves import box_of
from .ground import Ground
from .looks import hexside_look
from .natural import NaturalLines, Vertex
from .primitives import Item, Line, Polygon, Primitive
from .style import Style

TOOTHED = frozenset({"ridge", "wall", "cliff"})
HEXSIDE_PATTERNS = ("dashed", *sorted(TOOTHED))
"""The patterns a ruleset can ask for on hexsides; another name draws a band of water's shape."""


def hexside_marks(
    points: tuple[Point, ...], kind: HexsideKind, width: float, style: Style
) -> list[tuple[int, tuple[Primitive, ...]]]:
    """(depth, primitives) of a kind of hexside along a line; greater depths are drawn later."""
    if kind.pattern in TOOTHED:
        return [(3, _teeth(points, kind.colour))]
    if kind.pattern == "dashed":
        return [(3, (Line(points, kind.colour, 0.09, dash=(0.18, 0.12)),))]
    edge = Line(points, darker(kind.colour, style.river_edge), width + 0.05)
    return [(0, (edge,)), (1, (Line(points, kind.colour, width),))]


class Rivers:
    """Draws the hexside lines of one design."""

    def __init__(self, design: Design, style: Style, lines: NaturalLines, ground: Ground) -> None:
        self.design, self.style, self.lines, self.ground = design, style, lines, ground
        self.on_side = design.map.side_lines
        self._looks = {k.id: hexside_look(k) for k in design.ruleset.hexsides}

    def key(self, side: Hexside) -> object:
        """All that the look of a hexside depends on: what lies on it and on those it meets."""
        meeting = [s for v in self.lines.vertices(side) for s in _sides(v) if s != side]
        wet = tuple(self.ground.is_water(h) for v in self.lines.vertices(side) for h in v)
        looks = tuple(self._looks.get(x.kind) for x in self.on_side.get(side, ()))
        return looks, tuple(
            tuple((x.kind, x.name, x.width) for x in self.on_side.get(s, ())) for s in (side, *meeting)
        ), wet

    def items(self, side: Hexside) -> list[tuple[int, Item]]:
        """(depth, item) for each line on a hexside; greater depths are drawn later."""
        found: list[tuple[int, Item]] = []
        seen = set()
        for line in self.on_side.get(side, ()):
            if line.kind in seen:
                continue
            seen.add(line.kind)
            kind = self.design.ruleset.hexside_by_id.get(line.kind)
            if kind is not None:
                found += self._drawn(side, line, kind)
        return found

    def _drawn(self, side: Hexside, line: HexsideLine, kind: HexsideKind) -> list[tuple[int, Item]]:
        def partner(s: Hexside, v: Vertex) -> Hexside | None:
            pair = self._main_pair(v, kind.id)
            if pair is None or s not in pair:
                return None
            return pair[1] if s == pair[0] else pair[0]

        def join(s: Hexside, v: Vertex) -> tuple[Hexside, Hexside] | None:
            return self._main_pair(v, kind.id) or self.lines.passing(v, self.ground.is_water)

        width = self.style.river_widths[min(max(line.width, 1), len(self.style.river_widths)) - 1]
        points = tuple(self._without_mouths(side, self.lines.whole(side, partner, join), kind.id, width))
        hex = self.design.map.grid.number(side.a if side.a in self.design.map.grid else side.b)
        box = box_of(points, width)
        if kind.pattern in TOOTHED:
            box = box_of(points, 0.25)
        marks = hexside_marks(points, kind, width, self.style)
        return [(depth, Item(drawn, box, hex)) for depth, drawn in marks]

    def _without_mouths(self, side: Hexside, points: list[Point], kind: str, width: float) -> list[Point]:
        """The line, ends at a coast drawn back so that their round caps just touch it."""
        for vertex, reverse in zip(self.lines.vertices(side), (True, False), strict=True):
            if self._main_pair(vertex, kind) or not self.lines.passing(vertex, self.ground.is_water):
                continue
            line = points[::-1] if reverse else points
            (x0, y0), (x1, y1) = line[-2:]
            length = math.hypot(x1 - x0, y1 - y0)
            back = min(width / 2, length * 0.9) / max(length, 1e-9)
            line = [*line[:-1], (x1 + (x0 - x1) * back, y1 + (y0 - y1) * back)]
            points = line[::-1] if reverse else line
        return points

    def _main_pair(self, vertex: Vertex, kind: str) -> tuple[Hexside, Hexside] | None:
        """Of the lines of a kind at a corner, the two hexsides of the greatest: one name if possible."""
        here = [(s, x) for s in _sides(vertex) for x in self.on_side.get(s, ())[:1] if x.kind == kind]
        if len(here) < 2:
            return None
        here.sort(key=lambda e: (-e[1].width, e[0]))
        for i, (s, x) in enumerate(here):
            for t, y in here[i + 1 :]:
                if x.name and x.name == y.name:
                    return s, t
        return here[0][0], here[1][0]


def _sides(vertex: Vertex) -> list[Hexside]:
    a, b, c = vertex
    return [hexside(a, b), hexside(a, c), hexside(b, c)]


def _teeth(points: tuple[tuple[float, float], ...], colour: str) -> tuple[Primitive, ...]:
    """A line with short teeth on one side: a ridge, wall or cliff."""
    found: list[Primitive] = [Line(points, colour, 0.07)]
    for p, q in zip(points[::2], points[1::2], strict=False):
        dx, dy = q[0] - p[0], q[1] - p[1]
        length = max((dx * dx + dy * dy) ** 0.5, 1e-9)
        ux, uy = dx / length, dy / length
        found.append(
            Polygon(
                (
                    (p[0] - ux * 0.07, p[1] - uy * 0.07),
                    (p[0] + ux * 0.07, p[1] + uy * 0.07),
                    (p[0] - uy * 0.16, p[1] + ux * 0.16),
                ),
                fill=colour,
            )
        )
    return tuple(found)
