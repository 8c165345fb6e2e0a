"""Roads: curves from hex centre to hex centre, as arrays of all steps at once. Railways are on top, so that a
road and a railway through the same hexes are both visible."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from copy import copy
from itertools import chain

import numpy as np

from ...hexgrid import Hex, HexGeometry, Hexside, Point, hexside
from ...model.design import Design
from ...model.gamemap import Road
from ...model.ruleset import RoadKind
from ..colours import lighter, rgb
from ..compiled.shape_list import LINE
from ..ground import Ground
from ..primitives import Line, Primitive
from ..style import Style
from .hex_field import Array, HexField, centres
from .shape_tables import Lines, stroke

_BEND = 0.38
"""How far the direction at one hex centre extends towards the next, in hexes."""
_CORES_FROM = 13.0
"""Pixels per map unit from which the light core of a road is drawn."""
_FINE_FROM = 60.0
"""Pixels per map unit from which curves have so many pieces that no corners show."""
_PIECES, _FINE_PIECES = 8, 24
"""The pieces of a curve from hex centre to hex centre, at small and at large scales."""
_RIM = 0.07
"""How much wider a road is with its rim, in map units."""
_LIGHT_CORE = 0.62
"""How much lighter the core of a plain road is; in print without colour this distinguishes it from a
river."""
_DASH = (0.1443, 0.1443)
"""Fits the distance between hex centres six times."""
_RAIL_SHARE, _LEAST_RAIL = 0.56, 0.05
"""The share of the width of a road that a railway along it covers with its dashes, so that the road shows on
both sides; and the least width of the dashes, for narrow roads, which show between the dashes."""
_RAIL_DASH = (0.2165, 0.2165)
"""The dash of a railway along a road, long enough to show at small scales; fits four times."""
_ABOVE = 100
"""Added to the depth of railways, so that they are drawn after all roads."""
_LEAST_TURN = 0.2
"""A cosine: a railway that would have to bend more to join its road keeps its own direction."""
Entry = tuple[RoadKind, Road, int]
"""The kind of a road, the road, and the index of its step."""
Step = tuple[Hex, Hex, Hex, Hex, Hex, Hex]
"""A step from a hex to the next, followed by its direction at the start, given by two hexes, and at the
end."""


class Roads:
    """The roads of one design: which is drawn across each hexside, and where it runs."""

    def __init__(self, design: Design, style: Style, ground: Ground | None = None) -> None:
        self.design, self.style = design, style
        self.geometry: HexGeometry = style.geometry(design.map)
        roads, rails = dict[Hexside, Entry](), dict[Hexside, Entry]()
        for road in design.map.roads:
            kind = design.ruleset.road_by_id.get(road.kind)
            if kind is None:
                continue
            best = rails if is_railway(kind) else roads
            for i, side in enumerate(road.segments()):
                known = best.get(side)
                if known is None or kind.rank > known[0].rank:
                    best[side] = (kind, road, i)
        self._rails, self._best = rails, (rails | roads if rails else roads)
        self.along: Mapping[Hexside, RoadKind] = {
            side: kind for side, (kind, _, _) in rails.items() if side in roads}
        """For each hexside the kind of the railway that runs along a road there."""
        self._ends = self._loose_ends()
        self.off_map: Mapping[Hexside, tuple[tuple[Hex, Hex], ...]] = self._leaving(ground) if ground else {}
        """For each hexside whose road continues off the map: the last hex and the one after it."""
        self._to_edge = ground is not None and not ground.off_letters
        """Whether all of the map is ground, so that roads leave it at its edge only."""

    def on(self, ground: Ground) -> Roads:
        """The same roads on other ground; this object if they leave the map as before."""
        if not ground.off_letters and self._to_edge:
            return self  # then only the edge of the map decides
        off_map = self._leaving(ground)
        if off_map == self.off_map:
            return self
        other = copy(self)
        other.off_map, other._to_edge = off_map, not ground.off_letters
        return other

    @property
    def drawn(self) -> Mapping[Hexside, Entry]:
        """For each hexside the kind of the road drawn across it, the road, and the index of its step; a
        railway only if there is no road."""
        return self._best

    def _loose_ends(self) -> list[tuple[Hexside, Hex, Hex]]:
        """The ends of roads in hexes that no other road enters: the hexside before, the hex, and the hex
        beyond."""
        grid = self.design.map.grid
        ways = Counter(hex for side in self._best for hex in side)
        ends = []
        for road in self.design.map.roads:
            for at, last, before in ((0, 0, 1), (len(road.path) - 2, -1, -2)):
                if len(road.path) < 2 or ways[road.path[last]] != 1:
                    continue
                side, d = hexside(road.path[before], road.path[last]), grid.direction(
                    road.path[before], road.path[last])
                best = self._best.get(side)
                if best is not None and best[1] is road and best[2] == at and d is not None:
                    ends.append((side, road.path[last], grid.step(road.path[last], d)))
        return ends

    def _leaving(self, ground: Ground) -> dict[Hexside, tuple[tuple[Hex, Hex], ...]]:
        """The ends of roads that point out of the map, at its edge or at ground off it."""
        leaving: dict[Hexside, tuple[tuple[Hex, Hex], ...]] = {}
        for side, hex, beyond in self._ends:
            if ground.is_off_map(beyond) and not ground.is_off_map(hex):
                leaving[side] = (*leaving.get(side, ()), (hex, beyond))
        return leaving

    def tails(self, side: Hexside) -> list[tuple[Point, Point]]:
        """The straight pieces from a road's last hex centre to the hexside at which it leaves the map."""
        centre = self.geometry.centre
        return [((ax, ay), ((ax + bx) / 2, (ay + by) / 2)) for a, b in self.off_map.get(side, ())
                for (ax, ay), (bx, by) in ((centre(a), centre(b)),)]

    def courses(self, sides: Sequence[Hexside]) -> list[tuple[Point, ...]]:
        """The points of the roads across some hexsides, from hex centre to hex centre, as coarse as drawn at
        small scales."""
        if not sides:
            return []
        steps = np.array([tuple(chain.from_iterable(self.step(side))) for side in sides])
        curves = _curves(self.geometry, steps, _PIECES)
        return [tuple((x, y) for x, y in course) for course in curves.tolist()]

    def step(self, side: Hexside) -> Step:
        """The step of the road across a hexside; a railway joins a road along which it continues, and leaves
        it, in the direction of that road."""
        kind, road, i = self._best[side]
        path = road.path
        a, b = path[i], path[i + 1]
        start = (path[i - 1] if i else a, b)
        end = (a, path[i + 2] if i + 2 < len(path) else b)
        if is_railway(kind) and self.along:
            if i and (beyond := self._beyond(path[i - 1], a)):
                start = self._bent(a, b, (path[i - 1], beyond), start)
            if i + 2 < len(path) and (beyond := self._beyond(path[i + 2], b)):
                end = self._bent(a, b, (beyond, path[i + 2]), end)
        return a, b, *start, *end

    def _beyond(self, far: Hex, near: Hex) -> Hex | None:
        """For a railway along the road between two hexes: the hex from which that road comes to the near one,
        or the near one if the road ends there. None if there is no road or no railway."""
        side = hexside(far, near)
        if side not in self.along:
            return None
        _, road, i = self._best[side]
        at = i + 2 if road.path[i + 1] == near else i - 1
        return road.path[at] if 0 <= at < len(road.path) else near

    def _bent(self, a: Hex, b: Hex, wanted: tuple[Hex, Hex], own: tuple[Hex, Hex]) -> tuple[Hex, Hex]:
        centre = self.geometry.centre
        (ax, ay), (bx, by), (px, py), (qx, qy) = (centre(hex) for hex in (a, b, *wanted))
        x, y, u, v = bx - ax, by - ay, qx - px, qy - py
        return wanted if x * u + y * v > _LEAST_TURN * math.hypot(x, y) * math.hypot(u, v) else own

    def reached(self, hexes: Set[Hex]) -> set[Hex]:
        """The hexes along railways that may change when roads in some hexes change: these hexes, and the next
        ones on railways through them."""
        hexes_reached, rails, around = set(hexes), self._rails, self.design.map.grid.around
        if rails:
            hexes_reached.update(n for hex in hexes for n in around(hex) if hexside(hex, n) in rails)
        return hexes_reached


def road_lines(
    roads: Roads, sides: Collection[Hexside], field: HexField, scale: float, fine: bool = False
) -> Iterator[Lines]:
    """The roads across some hexsides from bottom to top: for each rank the rims, the beds and the cores;
    above all of them the railways. With `fine` curves have so many pieces as at the largest scales."""
    pieces = _FINE_PIECES if fine or scale >= _FINE_FROM else _PIECES
    drawn, depths = roads.drawn, dict[int, list[tuple[int, Hexside]]]()
    for side in sides:
        kind = drawn[side][0]
        depths.setdefault(_bed_depth(kind), []).append((kind.rank, side))
    above: dict[int, list[Lines]] = {}
    for rank in sorted({depth % _ABOVE for depth in depths}):
        of_rank = [
            (depth, _RoadGroup(roads, field, [side for _, side in sorted(depths[depth])], scale, pieces))
            for depth in (rank, rank + _ABOVE) if depth in depths]
        for _, group in of_rank:
            yield from group.rims()
        for depth, group in of_rank:
            if depth < _ABOVE:
                yield from group.beds()
            else:
                above[depth] = list(group.beds())
    for depth, lines in _rails_along(roads, field, sides, pieces):
        above.setdefault(depth, []).insert(0, lines)
    for _, railways in sorted(above.items()):
        yield from railways


class _RoadGroup:
    """The roads whose beds have one depth."""

    def __init__(
        self, roads: Roads, field: HexField, sides: Sequence[Hexside], scale: float, pieces: int
    ) -> None:
        entries = [roads.drawn[side][0] for side in sides]
        there = {kind.id for kind in entries}
        self._kinds = [kind for kind in roads.design.ruleset.roads if kind.id in there]
        places = {kind.id: n for n, kind in enumerate(self._kinds)}
        which = np.array([places[kind.id] for kind in entries])
        homes = _homes(roads, field, sides)
        self._courses = [
            (points, which[of], homes[of]) for points, of in _courses(roads, field, sides, pieces)]
        self._style, self._scale = roads.style, scale

    def rims(self) -> Iterator[Lines]:
        width = np.array([k.width for k in self._kinds])
        for course, of, hexes in self._courses:
            yield Lines(course, (stroke(self._style.road_casing, width[of] + _RIM),), hexes)

    def beds(self) -> Iterator[Lines]:
        """The beds, then the cores if they are visible."""
        width = np.array([k.width for k in self._kinds])
        colours = np.array([[*rgb(k.colour), 255] for k in self._kinds])
        for course, of, hexes in self._courses:
            yield Lines(course, ((LINE, colours[of], width[of], None),), hexes)
        if self._scale >= _CORES_FROM:
            for course, of, hexes in self._courses:
                yield from _cores(course, self._kinds, of, self._style.road_core, hexes)


def _rails_along(
    roads: Roads, field: HexField, drawn: Collection[Hexside], pieces: int
) -> Iterator[tuple[int, Lines]]:
    """The dashes of each kind of railway along roads, with the depth of its bed."""
    sides_of: dict[str, list[Hexside]] = {}
    for side in sorted(s for s in drawn if s in roads.along):
        sides_of.setdefault(roads.along[side].id, []).append(side)
    for kind in roads.design.ruleset.roads:
        sides = sides_of.get(kind.id)
        if sides is None:
            continue
        width = np.array([_rail_width(roads.drawn[side][0]) for side in sides])
        homes = _homes(roads, field, sides)
        for points, of in _courses(roads, field, sides, pieces):
            dashes = np.tile(np.array(_RAIL_DASH), (len(of), 1))
            yield _bed_depth(kind), Lines(points, (stroke(kind.colour, width[of], dashes),), homes[of])


def _homes(roads: Roads, field: HexField, sides: Sequence[Hexside]) -> Array:
    """The numbers of the hexes to which the roads across some hexsides belong: those they come from."""
    col, row = np.array([roads.drawn[side][1].path[roads.drawn[side][2]] for side in sides]).T
    return field.numbered(col, row)


def _courses(
    roads: Roads, field: HexField, sides: Sequence[Hexside], pieces: int
) -> list[tuple[Array, Array]]:
    """The points of the roads across some hexsides with the indices of these, then the same for the pieces
    that lead off the map."""
    steps = np.array([tuple(chain.from_iterable(roads.step(side))) for side in sides])
    courses = [(_curves(roads.geometry, steps, pieces), np.arange(len(sides)))]
    tails = [(n, tail) for n, side in enumerate(sides) for tail in roads.tails(side)]
    if tails:
        courses.append((np.array([tail for _, tail in tails]), np.array([n for n, _ in tails])))
    return courses


def _cores(
    points: Array, kinds: Sequence[RoadKind], which: Array, colour: str, hexes: Array
) -> Iterator[Lines]:
    for n, kind in enumerate(kinds):
        core = _core_of(kind, colour)
        of = points[which == n]
        if core is not None and len(of):
            own, share, dash = core
            dashes = None if dash is None else np.tile(np.array(dash), (len(of), 1))
            strokes = stroke(own, np.full(len(of), kind.width * share), dashes)
            yield Lines(of, (strokes,), hexes[which == n])


def _curves(geometry: HexGeometry, steps: Array, pieces: int) -> Array:
    """The curves (n, pieces + 1, 2) from hex to hex; `steps` are those of `Roads.step`."""
    a, b, *ends = (centres(geometry, steps[:, i], steps[:, i + 1]) for i in range(0, 12, 2))
    reach = np.hypot(*(b - a).T)[:, None] * _BEND
    c, d = a + _direction(ends[0], ends[1]) * reach, b - _direction(ends[2], ends[3]) * reach
    t = (np.arange(pieces + 1) / pieces)[:, None]
    u = 1 - t
    curve: Array = (u**3 * a[:, None] + 3 * u * u * t * c[:, None] + 3 * u * t * t * d[:, None]
                    + t**3 * b[:, None])
    return curve


def _direction(a: Array, b: Array) -> Array:
    way = b - a
    directions: Array = way / np.maximum(np.hypot(*way.T), 1e-9)[:, None]
    return directions


def is_railway(kind: RoadKind) -> bool:
    """Whether a kind of road is a railway, which is drawn on top of others."""
    return "railway" in kind.traits


def _rail_width(road: RoadKind) -> float:
    """The width of the dashes of a railway along a road of a kind, in map units."""
    return max(road.width * _RAIL_SHARE, _LEAST_RAIL)


def _bed_depth(kind: RoadKind) -> int:
    """The depth of the bed of a road; its core is one above it, and rims are below all beds of their rank."""
    return 10 * min(max(kind.rank, 0), 9) + 1 + (_ABOVE if is_railway(kind) else 0)


def stretch_of_road(kind: RoadKind, points: tuple[Point, ...], style: Style) -> list[Primitive]:
    """The rim, the bed and the core of a road of a kind, alone, along some points."""
    lines: list[Primitive] = [
        Line(points, style.road_casing, kind.width + _RIM), Line(points, kind.colour, kind.width)]
    if (core := _core_of(kind, style.road_core)) is not None:
        colour, share, dash = core
        lines.append(Line(points, colour, kind.width * share, dash=dash))
    return lines


def _core_of(kind: RoadKind, light: str) -> tuple[str, float, tuple[float, float] | None] | None:
    """The colour, share of the width and dash of the core of a road; None if it has none. `light` is the
    colour of the core of major roads."""
    if "major" in kind.traits:
        return light, 0.4, None
    if kind.rank > 1:
        return light, 0.3, _DASH
    return (lighter(kind.colour, _LIGHT_CORE), 0.34, None) if kind.rank == 1 else None
