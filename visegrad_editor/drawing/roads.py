"""Roads: curves from hex centre to hex centre. Railways lie on top, so that road and railway on the same
steps are both seen."""

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
from .looks import road_look
from .primitives import Item, Line, Primitive
from .style import Style

BEND = 0.38
"""How far the direction at one hex centre reaches towards the next, in hexes."""
CORES_FROM = 13.0
"""Pixels a map unit has at least where the light core of a road is drawn."""
FINE_FROM = 60.0
"""Pixels a map unit has at least where curves are drawn with so many pieces that no corners are seen."""
PIECES, FINE_PIECES = 8, 24
"""From hex centre to hex centre, from farther away and from near."""
LIGHT_CORE = 0.62
"""How much lighter than a plain road its core is: without colour, it is told from a river by that."""
DASH = (0.1443, 0.1443)
"""Fits the distance between hex centres six times."""
_RAIL_SHARE, _LEAST_RAIL = 0.56, 0.05
"""Of the width of a road, what a railway along it covers with its dashes: the road is seen on both sides. On
narrow ones, where so thin a railway would vanish, the width of the dashes: the road is seen between them."""
RAIL_DASH = (0.2165, 0.2165)
"""Of a railway along a road, long enough to be told apart from far away; fits four times."""
ABOVE = 100
"""By so much are railways deeper than roads: they are drawn after all of these."""
_LEAST_TURN = 0.2
"""Cosine: a railway that would have to bend more to run into its road goes its own way."""
Entry = tuple[RoadKind, Road, int]
"""The kind of a road, the road, and which of its steps."""
Step = tuple[Hex, Hex, Hex, Hex, Hex, Hex]
"""A way from a hex to the next, then its direction where it begins, from one hex to another, and where it
ends."""


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
        """By hexside the kind of the railway that runs along a road there."""
        self._ends = self._loose_ends()
        self.off_map: Mapping[Hexside, tuple[tuple[Hex, Hex], ...]] = self._leaving(ground) if ground else {}
        """By hexside, where the road across it goes on off the map: its last hex and the one after it."""

    def on(self, ground: Ground) -> Roads:
        """The same roads on other ground; themselves, where they leave the map as before."""
        off_map = self._leaving(ground)
        if off_map == self.off_map:
            return self
        other = copy(self)
        other.off_map = off_map
        return other

    @property
    def drawn(self) -> Mapping[Hexside, Entry]:
        """By hexside the kind of the road that is drawn across it, the road, and which of its steps it is; a
        railway only where no road is."""
        return self._best

    def _loose_ends(self) -> list[tuple[Hexside, Hex, Hex]]:
        """Where roads end in a hex that no other enters: the hexside before it, it, and the one after it."""
        grid = self.design.map.grid
        ways = Counter(hex for side in self._best for hex in side)
        found = []
        for road in self.design.map.roads:
            for at, last, before in ((0, 0, 1), (len(road.path) - 2, -1, -2)):
                if len(road.path) < 2 or ways[road.path[last]] != 1:
                    continue
                side, d = hexside(road.path[before], road.path[last]), grid.direction(
                    road.path[before], road.path[last])
                best = self._best.get(side)
                if best is not None and best[1] is road and best[2] == at and d is not None:
                    found.append((side, road.path[last], grid.step(road.path[last], d)))
        return found

    def _leaving(self, ground: Ground) -> dict[Hexside, tuple[tuple[Hex, Hex], ...]]:
        """The ends of roads in hexes at the edge of the map, or at ground off it, that point out of it."""
        found: dict[Hexside, tuple[tuple[Hex, Hex], ...]] = {}
        for side, hex, beyond in self._ends:
            if ground.is_off_map(beyond) and not ground.is_off_map(hex):
                found[side] = (*found.get(side, ()), (hex, beyond))
        return found

    def tails(self, side: Hexside) -> list[tuple[Point, Point]]:
        """The straight pieces by which the road across a hexside leaves the map, to the hexside there."""
        centre = self.geometry.centre
        return [((ax, ay), ((ax + bx) / 2, (ay + by) / 2)) for a, b in self.off_map.get(side, ())
                for (ax, ay), (bx, by) in ((centre(a), centre(b)),)]

    @property
    def segments(self) -> list[Hexside]:
        """The hexsides roads cross; where several kinds do, the greatest is drawn, and a railway on it."""
        return sorted(self._best, key=lambda s: (self._best[s][0].rank, s))

    def course(self, side: Hexside) -> tuple[Point, ...]:
        """The points of the road across a hexside, from hex centre to hex centre."""
        return self._curve(self.step(side), PIECES)

    def step(self, side: Hexside) -> Step:
        """The way of the road across a hexside; a railway runs into a road it goes on along, and out of it,
        in the direction of that."""
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
        """Where the road between two hexes a railway runs along comes from to the near one: that itself,
        where it ends there. None where they have no road or no railway."""
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
        """The hexes along railways that may look different when roads in some hexes change: these, and on the
        railways through them the next."""
        found, rails, around = set(hexes), self._rails, self.design.map.grid.around
        if rails:
            found.update(n for hex in hexes for n in around(hex) if hexside(hex, n) in rails)
        return found

    def rank(self, side: Hexside) -> int:
        """The rank of the road across a hexside."""
        return self._best[side][0].rank

    def key(self, side: Hexside) -> object:
        """All that the look of a segment depends on."""
        rail = self.along.get(side)
        return (road_look(self._best[side][0]), self.step(side), self.off_map.get(side),
                rail and road_look(rail))

    def items(self, side: Hexside) -> list[tuple[int, Item]]:
        """(depth, item) for the road across a hexside; greater depths are drawn later."""
        kind, road, i = self._best[side]
        rail = self.along.get(side)
        hex = self.design.map.grid.number(road.path[i])
        found = []
        for points in (self._curve(self.step(side), FINE_PIECES), *self.tails(side)):
            box = box_of(points, kind.width)
            for depth, line in road_lines(kind, points, self.style):
                # The light core of a wide road is finer than a pixel at small scales.
                least = CORES_FROM if depth % 10 == 2 else 0.0
                found.append((depth, Item((line,), box, hex, least_scale=least)))
            if rail is not None:
                dashes = Line(points, rail.colour, rail_width(kind), dash=RAIL_DASH)
                found.append((bed_depth(rail), Item((dashes,), box, hex)))
        return found

    def _curve(self, step: Step, pieces: int) -> tuple[Point, ...]:
        a, b, *ends = (self.geometry.centre(hex) for hex in step)
        ta, tb = _direction(*ends[:2]), _direction(*ends[2:])
        reach = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5 * BEND
        c = (a[0] + ta[0] * reach, a[1] + ta[1] * reach)
        d = (b[0] - tb[0] * reach, b[1] - tb[1] * reach)
        found = []
        for k in range(pieces + 1):
            t = k / pieces
            u = 1 - t
            k0, k1, k2, k3 = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
            found.append(
                (
                    k0 * a[0] + k1 * c[0] + k2 * d[0] + k3 * b[0],
                    k0 * a[1] + k1 * c[1] + k2 * d[1] + k3 * b[1],
                )
            )
        return tuple(found)


def is_railway(kind: RoadKind) -> bool:
    """Whether roads of a kind are railways, which lie on top of others."""
    return "railway" in kind.traits


def rail_width(road: RoadKind) -> float:
    """The width of the dashes of a railway along a road of a kind, in map units."""
    return max(road.width * _RAIL_SHARE, _LEAST_RAIL)


def bed_depth(kind: RoadKind) -> int:
    """The depth of the bed of a road; its core is one deeper, and rims lie below all beds of their rank."""
    return 10 * min(max(kind.rank, 0), 9) + 1 + (ABOVE if is_railway(kind) else 0)


def road_lines(kind: RoadKind, points: tuple[Point, ...], style: Style) -> list[tuple[int, Primitive]]:
    """(depth, line) of the rim, the bed and the core of a road of a kind, alone, along some points."""
    width, bed = kind.width, bed_depth(kind)
    found: list[tuple[int, Primitive]] = [
        (bed % ABOVE - 1, Line(points, style.road_casing, width + 0.07)),
        (bed, Line(points, kind.colour, width))]
    if (core := core_of(kind, style.road_core)) is not None:
        colour, share, dash = core
        found.append((bed + 1, Line(points, colour, width * share, dash=dash)))
    return found


def core_of(kind: RoadKind, light: str) -> tuple[str, float, tuple[float, float] | None] | None:
    """Colour, share of the width and dash of the core of a road, None where it has none; `light` is the
    colour of that of great roads."""
    if "major" in kind.traits:
        return light, 0.4, None
    if kind.rank > 1:
        return light, 0.3, DASH
    return (lighter(kind.colour, LIGHT_CORE), 0.34, None) if kind.rank == 1 else None


def _direction(a: Point, b: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = max((dx * dx + dy * dy) ** 0.5, 1e-9)
    return dx / length, dy / length
