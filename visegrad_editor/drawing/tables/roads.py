"""The roads of a whole map as arrays, for all steps at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np

from ...hexgrid import Hexside
from ...model.ruleset import RoadKind
from ..colours import rgb
from ..compiled.shape_list import LINE
from ..hex_layers import HexLayers
from ..roads import (
    ABOVE,
    BEND,
    CORES_FROM,
    FINE_FROM,
    FINE_PIECES,
    PIECES,
    RAIL_DASH,
    Roads,
    bed_depth,
    core_of,
    rail_width,
)
from .ground import Lines
from .hex_field import Array, HexField
from .hexsides import stroke


def road_lines(hexes: HexLayers, field: HexField, scale: float, fine: bool = False) -> Iterator[Lines]:
    """The roads from bottom to top: for each rank the rims, the beds and the cores; above all of them the
    railways. With `fine` curves have so many pieces as at the largest scales."""
    roads = hexes.roads
    pieces = FINE_PIECES if fine or scale >= FINE_FROM else PIECES
    drawn, depths = roads.drawn, dict[int, list[tuple[int, Hexside]]]()
    sides = [s for h in field.hexes() for s in hexes.segments_of(h)] if field.is_part else list(drawn)
    for side in sides:
        kind = drawn[side][0]
        depths.setdefault(bed_depth(kind), []).append((kind.rank, side))
    above: dict[int, list[Lines]] = {}
    for rank in sorted({depth % ABOVE for depth in depths}):
        of_rank = [
            (depth, _RoadGroup(roads, field, [side for _, side in sorted(depths[depth])], scale, pieces))
            for depth in (rank, rank + ABOVE) if depth in depths]
        for _, group in of_rank:
            yield from group.rims()
        for depth, group in of_rank:
            if depth < ABOVE:
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
            yield Lines(course, (stroke(self._style.road_casing, width[of] + 0.07),), hexes)

    def beds(self) -> Iterator[Lines]:
        """The beds, then the cores if they are visible."""
        width = np.array([k.width for k in self._kinds])
        colours = np.array([[*rgb(k.colour), 255] for k in self._kinds])
        for course, of, hexes in self._courses:
            yield Lines(course, ((LINE, colours[of], width[of], None),), hexes)
        if self._scale >= CORES_FROM:
            for course, of, hexes in self._courses:
                yield from _cores(course, self._kinds, of, self._style.road_core, hexes)


def _rails_along(
    roads: Roads, field: HexField, drawn: Sequence[Hexside], pieces: int
) -> Iterator[tuple[int, Lines]]:
    """The dashes of each kind of railway along roads, with the depth of its bed."""
    sides_of: dict[str, list[Hexside]] = {}
    for side in sorted(s for s in drawn if s in roads.along):
        sides_of.setdefault(roads.along[side].id, []).append(side)
    for kind in roads.design.ruleset.roads:
        sides = sides_of.get(kind.id)
        if sides is None:
            continue
        width = np.array([rail_width(roads.drawn[side][0]) for side in sides])
        homes = _homes(roads, field, sides)
        for points, of in _courses(roads, field, sides, pieces):
            dashes = np.tile(np.array(RAIL_DASH), (len(of), 1))
            yield bed_depth(kind), Lines(points, (stroke(kind.colour, width[of], dashes),), homes[of])


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
    courses = [(_curves(field, steps, pieces), np.arange(len(sides)))]
    tails = [(n, tail) for n, side in enumerate(sides) for tail in roads.tails(side)]
    if tails:
        courses.append((np.array([tail for _, tail in tails]), np.array([n for n, _ in tails])))
    return courses


def _cores(
    points: Array, kinds: Sequence[RoadKind], which: Array, colour: str, hexes: Array
) -> Iterator[Lines]:
    for n, kind in enumerate(kinds):
        core = core_of(kind, colour)
        of = points[which == n]
        if core is not None and len(of):
            own, share, dash = core
            dashes = None if dash is None else np.tile(np.array(dash), (len(of), 1))
            strokes = stroke(own, np.full(len(of), kind.width * share), dashes)
            yield Lines(of, (strokes,), hexes[which == n])


def _curves(field: HexField, steps: Array, pieces: int) -> Array:
    """The curves (n, pieces + 1, 2) from hex to hex; `steps` are those of `Roads.step`."""
    a, b, *ends = (field.centres(steps[:, i], steps[:, i + 1]) for i in range(0, 12, 2))
    reach = np.hypot(*(b - a).T)[:, None] * BEND
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
