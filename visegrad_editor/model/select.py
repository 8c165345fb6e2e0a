"""The hexes that a selection tool or a query finds. Plain functions of a map and sets of hexes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Literal

from ..hexgrid import Hex, HexGeometry, HexGrid, Point
from ..lazy_dataclass import dataclass
from .design import Design
from .edit.terrain import connected
from .gamemap import GameMap

Hexes = frozenset[Hex]
Mode = Literal["replace", "add", "remove", "keep"]
"""`keep` keeps only the part of the selection that is also chosen."""
_MANY = 500
"""From this number of hexes on, their rim is computed with arrays."""


def combined(old: Hexes, chosen: Iterable[Hex], mode: Mode) -> Hexes:
    """The selection after hexes were chosen."""
    new = frozenset(chosen)
    return {"replace": new, "add": old | new, "remove": old - new, "keep": old & new}[mode]


def all_hexes(grid: HexGrid) -> Hexes:
    """Every hex of the map."""
    return frozenset(grid)


def inverted(grid: HexGrid, hexes: Hexes) -> Hexes:
    """The hexes of the map outside these."""
    return frozenset(h for h in grid if h not in hexes)


def grown(grid: HexGrid, hexes: Hexes) -> Hexes:
    """The hexes and their neighbours."""
    return hexes | {n for h in hexes for n in grid.neighbours(h)}


def shrunk(grid: HexGrid, hexes: Hexes) -> Hexes:
    """The hexes without those that have a neighbour outside; beyond the edge of the map does not count as
    outside."""
    columns, rows = grid.columns, grid.rows

    def inside(hex: Hex) -> bool:
        col, row = hex
        return all(
            (n := (col + dc, row + dr)) in hexes or not (0 <= n[0] < columns and 0 <= n[1] < rows)
            for dc, dr in grid.steps(hex))

    return frozenset(filter(inside, hexes))


def box(grid: HexGrid, one: Hex, other: Hex) -> Hexes:
    """The hexes in the columns and rows between two hexes, both included."""
    columns = range(max(min(one.col, other.col), 0), min(max(one.col, other.col), grid.columns - 1) + 1)
    rows = range(max(min(one.row, other.row), 0), min(max(one.row, other.row), grid.rows - 1) + 1)
    return frozenset(Hex(c, r) for r in rows for c in columns)


def lasso(geometry: HexGeometry, points: Sequence[Point]) -> Hexes:
    """The hexes whose middle lies within a closed outline, or on it; `points` are in map units."""
    grid = geometry.grid
    # The middles of a row (flat-top: of a column) lie on one line, which the outline cuts.
    pointy = grid.orientation == "pointy"
    outline = [p if pointy else (p[1], p[0]) for p in points]
    hexes = set(_touched(geometry, points))
    for line in range(grid.rows if pointy else grid.columns):
        row = [Hex(n, line) if pointy else Hex(line, n) for n in range(grid.columns if pointy else grid.rows)]
        middles = [geometry.centre(h) for h in row]
        across = [x if pointy else y for x, y in middles]
        cuts = _cuts(outline, middles[0][1] if pointy else middles[0][0])
        for start, end in zip(cuts[::2], cuts[1::2], strict=True):
            hexes.update(row[bisect_left(across, start) : bisect_right(across, end)])
    return frozenset(hexes)


def _cuts(outline: Sequence[Point], y: float) -> list[float]:
    """Where a closed outline crosses the level y, from left to right."""
    if not outline:
        return []
    cuts = []
    x0, y0 = outline[-1]
    for x1, y1 in outline:
        if (y0 > y) != (y1 > y):
            cuts.append(x0 + (y - y0) * (x1 - x0) / (y1 - y0))
        x0, y0 = x1, y1
    return sorted(cuts)


def _touched(geometry: HexGeometry, points: Sequence[Point], slack: float = 1e-3) -> Iterable[Hex]:
    """The hexes whose middle lies on a closed outline."""
    grid = geometry.grid
    for (x0, y0), (x1, y1) in zip(points, [*points[1:], *points[:1]], strict=True):
        for hex in grid.line(geometry.nearest(x0, y0), geometry.nearest(x1, y1)):
            x, y = geometry.centre(hex)
            dx, dy = x1 - x0, y1 - y0
            along = ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy or 1.0)
            along = min(max(along, 0.0), 1.0)
            if hex in grid and abs(x0 + along * dx - x) + abs(y0 + along * dy - y) <= slack:
                yield hex


def wand(map: GameMap, start: Hex, layer: Literal["terrain", "country"] = "terrain") -> Hexes:
    """The connected hexes of the same terrain, or of the same country, as the hex."""
    return connected(map, map.terrain if layer == "terrain" else map.countries, start)


# -- by what is there -------------------------------------------------------------------


@dataclass(frozen=True)
class Query:
    """A question about every hex, `what` of `QUERIES`; `value` "" means any."""

    what: str
    value: str = ""


def find(design: Design, query: Query) -> Hexes:
    """The hexes for which the answer is yes. Raises ValueError for an unknown question."""
    if query.what not in QUERIES:
        raise ValueError(f"Hexes cannot be selected by {query.what}.")
    return frozenset(QUERIES[query.what](design, query.value))


def _terrain(design: Design, value: str) -> Iterable[Hex]:
    layer = design.map.terrain
    return (h for h in design.map.grid if layer.at(h) == value)


def _country(design: Design, value: str) -> Iterable[Hex]:
    return design.map.hexes_in(value)


def _feature(design: Design, value: str) -> Iterable[Hex]:
    return (p.hex for p in design.map.places if (value in p.features if value else p.features))


def _name(design: Design, value: str) -> Iterable[Hex]:
    """Hexes of a place or label whose name contains the text, ignoring case."""
    wanted = value.strip().casefold()
    named = [(p.name, p.hex) for p in design.map.places] + [(x.text, x.hex) for x in design.map.labels]
    return (hex for name, hex in named if name and wanted in name.casefold())


def _area(design: Design, value: str) -> Iterable[Hex]:
    return (h for a in design.map.areas if not value or a.id == value for h in a.hexes)


def _hexside(design: Design, value: str) -> Iterable[Hex]:
    grid = design.map.grid
    return (h for line in design.map.lines if not value or line.kind == value
            for side in line.sides for h in side if h in grid)


def _road(design: Design, value: str) -> Iterable[Hex]:
    return (h for road in design.map.roads if not value or road.kind == value for h in road.path)


def _counters(design: Design, value: str) -> Iterable[Hex]:
    for unit in design.scenario.units if design.scenario else ():
        hex = design.map.grid.parse(unit.hex) if unit.hex else None
        if hex is not None and value in ("", unit.nationality):
            yield hex


def _numbers(design: Design, value: str) -> Iterable[Hex]:
    """Hexes by number; numbers that the map does not have are ignored."""
    hexes = (design.map.grid.parse(text) for text in value.replace(",", " ").split())
    return (h for h in hexes if h is not None)


QUERIES: dict[str, Callable[[Design, str], Iterable[Hex]]] = {
    "terrain": _terrain, "country": _country, "feature": _feature, "name": _name, "area": _area,
    "hexside": _hexside, "road": _road, "counters": _counters, "hexes": _numbers,
}


# -- the outline ------------------------------------------------------------------------


def outlines(geometry: HexGeometry, hexes: Collection[Hex]) -> list[list[Point]]:
    """The rim of some hexes as closed lines of corners in map units: one for each patch and hole."""
    # Three hexes meet at a corner, so exactly one hexside of a rim leaves it.
    following: dict[tuple[int, int], tuple[tuple[int, int], Point]] = {}
    grid = geometry.grid
    for hex in _rim(grid, hexes):
        col, row = hex
        open_ = [d for d, (dc, dr) in enumerate(grid.steps(hex)) if (col + dc, row + dr) not in hexes]
        if open_:
            corners = geometry.corners(hex)
            for d in open_:
                end = corners[(d + 1) % 6]
                following[_key(corners[d])] = _key(end), end
    lines: list[list[Point]] = []
    while following:
        here, (onward, point) = following.popitem()
        line = [point]
        while onward != here:
            onward, point = following.pop(onward)
            line.append(point)
        lines.append(line)
    return lines


def _rim(grid: HexGrid, hexes: Collection[Hex]) -> Iterable[Hex]:
    """The hexes that are not surrounded by all their neighbours; a small set is returned as it is."""
    if len(hexes) < _MANY:
        return hexes
    listed = list(hexes)
    # Loading it takes longer than all else that most commands do.
    import numpy as np

    cols, rows = np.array(listed).T
    cols, rows = cols - cols.min() + 1, rows - rows.min() + 1
    there = np.zeros((cols.max() + 2, rows.max() + 2), dtype=bool)
    there[cols, rows] = True
    col, row = listed[0]
    lines = (rows - rows[0] + row if grid.orientation == "pointy" else cols - cols[0] + col) & 1
    inside = np.ones(len(listed), dtype=bool)
    for parity in (0, 1):
        mine = lines == parity
        for dc, dr in grid.steps(Hex(parity, parity)):
            inside[mine] &= there[cols[mine] + dc, rows[mine] + dr]
    return [listed[i] for i in np.flatnonzero(~inside)]


def _key(point: Point) -> tuple[int, int]:
    """A key that is the same for a corner whichever hex it was computed from."""
    return round(point[0] * 1000), round(point[1] * 1000)
