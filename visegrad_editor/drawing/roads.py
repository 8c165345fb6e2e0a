"""Roads: curves from hex centre to hex centre. Railways are on top, so that a road and a railway through the
same hexes are both visible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Set
from copy import copy

from ..hexgrid import Hex, HexGeometry, Hexside, Point, hexside
from ..model.design import Design
from ..model.gamemap import Road
from ..model.ruleset import RoadKind
from .colours import lighter
from .curves import box_of
from .ground import Ground
from .primitives import Item, Line, Primitive
from .style import Style

BEND = 0.38
"""How far the direction at one hex centre extends towards the next, in hexes."""
CORES_FROM = 13.0
"""Pixels per map unit from which the light core of a road is drawn."""
FINE_FROM = 60.0
"""Pixels per map unit from which curves have so many pieces that no corners show."""
PIECES, FINE_PIECES = 8, 24
"""The pieces of a curve from hex centre to hex centre, at small and at large scales."""
LIGHT_CORE = 0.62
"""How much lighter the core of a plain road is; in print without colour this distinguishes it from a
river."""
DASH = (0.1443, 0.1443)
"""Fits the distance between hex centres six times."""
_RAIL_SHARE, _LEAST_RAIL = 0.56, 0.05
"""The share of the width of a road that a railway along it covers with its dashes, so that the road shows on
both sides; and the least width of the dashes, for narrow roads, which show between the dashes."""
RAIL_DASH = (0.2165, 0.2165)
"""The dash of a railway along a road, long enough to show at small scales; fits four times."""
ABOVE = 100
"""Added to the depth of railways, so that they are drawn after all roads."""
_LEAST_TURN = 0.2
"""A cosine: a railway that would have to bend more to join its road keeps its own direction."""
Entry = tuple[RoadKind, Road, int]
"""The kind of a road, the road, and the index of its step."""
Step = tuple[Hex, Hex, Hex, Hex, Hex, Hex]
"""A step from a hex to the next, followed by its direction at the start, given by two hexes, and at the
end."""


class Roads:
    """Draws the roads of one design."""

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

    @property
    def segments(self) -> list[Hexside]:
        """The hexsides that roads cross; of several kinds the highest is drawn, with a railway on top."""
        return sorted(self._best, key=lambda s: (self._best[s][0].rank, s))

    def course(self, side: Hexside) -> tuple[Point, ...]:
        """The points of the road across a hexside, from hex centre to hex centre."""
        return self._curve(self.step(side), PIECES)

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
        (x, y), (u, v) = (_direction(centre(p), centre(q)) for p, q in ((a, b), wanted))
        return wanted if x * u + y * v > _LEAST_TURN else own

    def reached(self, hexes: Set[Hex]) -> set[Hex]:
        """The hexes along railways that may change when roads in some hexes change: these hexes, and the next
        ones on railways through them."""
        hexes_reached, rails, around = set(hexes), self._rails, self.design.map.grid.around
        if rails:
            hexes_reached.update(n for hex in hexes for n in around(hex) if hexside(hex, n) in rails)
        return hexes_reached

    def rank(self, side: Hexside) -> int:
        """The rank of the road across a hexside."""
        return self._best[side][0].rank

    def items(self, side: Hexside) -> list[tuple[int, Item]]:
        """(depth, item) for the road across a hexside; greater depths are drawn later."""
        kind, road, i = self._best[side]
        rail = self.along.get(side)
        hex = self.design.map.grid.number(road.path[i])
        items = []
        for points in (self._curve(self.step(side), FINE_PIECES), *self.tails(side)):
            box = box_of(points, kind.width)
            for depth, line in road_lines(kind, points, self.style):
                # The light core of a wide road is finer than a pixel at small scales.
                least = CORES_FROM if depth % 10 == 2 else 0.0
                items.append((depth, Item((line,), box, hex, least_scale=least)))
            if rail is not None:
                dashes = Line(points, rail.colour, rail_width(kind), dash=RAIL_DASH)
                items.append((bed_depth(rail), Item((dashes,), box, hex)))
        return items

    def _curve(self, step: Step, pieces: int) -> tuple[Point, ...]:
        a, b, *ends = (self.geometry.centre(hex) for hex in step)
        ta, tb = _direction(*ends[:2]), _direction(*ends[2:])
        reach = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5 * BEND
        c = (a[0] + ta[0] * reach, a[1] + ta[1] * reach)
        d = (b[0] - tb[0] * reach, b[1] - tb[1] * reach)
        points = []
        for k in range(pieces + 1):
            t = k / pieces
            u = 1 - t
            k0, k1, k2, k3 = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
            points.append(
                (
                    k0 * a[0] + k1 * c[0] + k2 * d[0] + k3 * b[0],
                    k0 * a[1] + k1 * c[1] + k2 * d[1] + k3 * b[1],
                )
            )
        return tuple(points)


def is_railway(kind: RoadKind) -> bool:
    """Whether a kind of road is a railway, which is drawn on top of others."""
    return "railway" in kind.traits


def rail_width(road: RoadKind) -> float:
    """The width of the dashes of a railway along a road of a kind, in map units."""
    return max(road.width * _RAIL_SHARE, _LEAST_RAIL)


def bed_depth(kind: RoadKind) -> int:
    """The depth of the bed of a road; its core is one above it, and rims are below all beds of their rank."""
    return 10 * min(max(kind.rank, 0), 9) + 1 + (ABOVE if is_railway(kind) else 0)


def road_lines(kind: RoadKind, points: tuple[Point, ...], style: Style) -> list[tuple[int, Primitive]]:
    """(depth, line) of the rim, the bed and the core of a road of a kind, alone, along some points."""
    width, bed = kind.width, bed_depth(kind)
    lines: list[tuple[int, Primitive]] = [
        (bed % ABOVE - 1, Line(points, style.road_casing, width + 0.07)),
        (bed, Line(points, kind.colour, width))]
    if (core := core_of(kind, style.road_core)) is not None:
        colour, share, dash = core
        lines.append((bed + 1, Line(points, colour, width * share, dash=dash)))
    return lines


def core_of(kind: RoadKind, light: str) -> tuple[str, float, tuple[float, float] | None] | None:
    """The colour, share of the width and dash of the core of a road; None if it has none. `light` is the
    colour of the core of major roads."""
    if "major" in kind.traits:
        return light, 0.4, None
    if kind.rank > 1:
        return light, 0.3, DASH
    return (lighter(kind.colour, LIGHT_CORE), 0.34, None) if kind.rank == 1 else None


def _direction(a: Point, b: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = max((dx * dx + dy * dy) ** 0.5, 1e-9)
    return dx / length, dy / length
