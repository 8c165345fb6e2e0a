"""Roads as they are drawn, as arrays of all steps at once. Railways are on top, so that a road and a railway
through the same hexes are both visible."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain

import numpy as np

from ...hexgrid import Hexside, Point
from ...model.ruleset import RoadKind
from ..colours import lighter, rgb
from ..compiled.shape_list import LINE
from ..primitives import Line, Primitive
from ..roads import PIECES, Roads, curves, is_railway
from ..style import Style
from .hex_field import Array, HexField
from .shape_tables import Lines, stroke

_CORES_FROM = 13.0
"""Pixels per map unit from which the light core of a road is drawn."""
_FINE_FROM = 60.0
"""Pixels per map unit from which curves have so many pieces that no corners show."""
_FINE_PIECES = 24
"""The pieces of a curve from hex centre to hex centre at large scales; see `roads.PIECES`."""
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


def road_lines(
    roads: Roads, sides: Collection[Hexside], field: HexField, scale: float, fine: bool = False
) -> Iterator[Lines]:
    """The roads across some hexsides from bottom to top: for each rank the rims, the beds and the cores;
    above all of them the railways. With `fine` curves have so many pieces as at the largest scales."""
    pieces = _FINE_PIECES if fine or scale >= _FINE_FROM else PIECES
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
    courses = [(curves(roads.geometry, steps, pieces), np.arange(len(sides)))]
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
