"""Maps where chance puts everything that a map can have on its ground, each from a seed."""

from __future__ import annotations

import random
from dataclasses import replace

from visegrad_editor.hexgrid import Axis, Hex, HexGrid, Hexside, Numbering, hexside
from visegrad_editor.hexgrid.grid import Orientation, Stagger
from visegrad_editor.model.design import Design
from visegrad_editor.model.gamemap import Area, GameMap, HexsideLine, Road
from visegrad_editor.model.layer import Layer
from visegrad_editor.model.ruleset import HexsideKind, RoadKind, Ruleset, TerrainKind

RULES = Ruleset(
    name="plain", title="Plain", system="small", turns=1, sides=(), nationalities=(), unit_types=(),
    terrain=(
        TerrainKind("clear", "Clear", 1, colour="#e9e3c4"),
        TerrainKind("steppe", "Steppe", 1, colour="#d5b878"),
        TerrainKind("bush", "Bush", 2, colour="#9fbf7c"),
        TerrainKind("bare", "Bare", 2, colour=""),
        TerrainKind("sea", "Sea", None, playable=False, colour="#a9c8e0", pattern="waves"),
        TerrainKind("lake", "Lake", None, playable=False, colour="#70b0b8", pattern="waves"),
        TerrainKind("off", "Off the map", None, playable=False, colour="#d0d0d0"),
    ),
    hexsides=(
        HexsideKind("river", "River", 1, colour="#3d7ab8"),
        HexsideKind("canal", "Canal", 1, colour="#10a0a8"),
        HexsideKind("fence", "Fence", 1, colour="#703070", pattern="dashed"),
    ),
    roads=(
        RoadKind("track", "Track", 1, rank=0, colour="#806040", width=0.16),
        RoadKind("road", "Road", 1, rank=1, colour="#a03020", width=0.26),
        RoadKind("highway", "Highway", 1, rank=2, colour="#c02050", width=0.3),
        RoadKind("major", "Major road", 1, rank=2, colour="#d06000", width=0.33,
                 traits=frozenset({"major"})),
        RoadKind("tramway", "Tramway", 1, rank=0, colour="#405060", width=0.18,
                 traits=frozenset({"railway"})),
        RoadKind("railway", "Railway", 1, rank=2, colour="#101010", width=0.3,
                 traits=frozenset({"railway"})),
    ),
    features=(),
)
_TERRAIN = (
    (".", "clear"), (",", "clear"), ("s", "steppe"), ("b", "bush"), ("e", "bare"), ("?", "unheard-of"),
    ("~", "sea"), ("l", "lake"), ("o", "off"))
_COUNTRIES = (("-", ""), ("P", "poland"), ("H", "hungary"), ("p", ""), ("A", "austria"))


def random_design(
    seed: int, orientation: Orientation = "pointy", stagger: Stagger = "odd", size: tuple[int, int] = (7, 6),
    wet: str = "",
) -> Design:
    """A map of some columns and rows; `wet` says which edges are water: "first" and "last" are rows, "left"
    and "right" columns."""
    chance = random.Random(seed)
    columns, rows = size
    numbering = Numbering("row-first", Axis(1, "down"), Axis(1, "right"))
    grid = HexGrid(orientation, columns, rows, stagger, numbering)
    terrain = [chance.choices([x for x, _ in _TERRAIN], (9, 3, 4, 4, 1, 1, 4, 2, 2), k=columns)
               for _ in range(rows)]
    if not wet and min(size) > 2:
        terrain[0][-1] = "o"  # a road may end there, at the edge
    edges = {"first": [(0, c) for c in range(columns)], "last": [(rows - 1, c) for c in range(columns)],
             "left": [(r, 0) for r in range(rows)], "right": [(r, columns - 1) for r in range(rows)]}
    for edge in wet.split():
        for r, c in edges[edge]:
            terrain[r][c] = "~"
    countries = [chance.choices([x for x, _ in _COUNTRIES], (1, 5, 5, 1, 4), k=columns) for _ in range(rows)]
    hexes = list(grid)
    map = GameMap(
        name="plain", title="Plain", ruleset="plain", grid=grid,
        terrain=Layer(_TERRAIN, tuple(map_rows(terrain))),
        countries=Layer(_COUNTRIES, tuple(map_rows(countries))),
        lines=(
            *(HexsideLine(kind, _hexsides(chance, grid), chance.choice(("", "Tisza", "Duna")),
                          chance.randint(1, 5))
              for kind in (*["river"] * 5, "canal", "canal", "fence", "fence")),
            HexsideLine("canal", _confluence(grid, 3)),
            # The two that have one name go on into each other, although another one is wider.
            *(HexsideLine("canal", (side,), name, width) for side, (name, width) in zip(
                _confluence(grid, 0), (("Maros", 2), ("", 5), ("Maros", 1)), strict=False))),
        roads=tuple(Road(kind.id, _path(chance, grid), "") for kind in RULES.roads for _ in range(2)),
        areas=tuple(Area(x, "", tuple(chance.sample(hexes, 4))) for x in ("one", "two", "three")),
    )
    # A railway along a road, and beyond it.
    road, railway = map.roads[2], map.roads[-1]
    *_, last = road.path
    along = (*road.path[1:], *[h for h in grid.neighbours(last) if h not in road.path][:1])
    roads = (*map.roads[:-1], replace(railway, path=along))
    return Design(RULES, replace(map, roads=(*roads, *_leaving(map, roads))), None)


def _leaving(map: GameMap, roads: tuple[Road, ...]) -> list[Road]:
    """If there is room for them, a road that ends at ground off the map, and one that ends on such ground at
    more of it or at the edge."""
    crossed = {h for road in roads for h in road.path}
    off = {h for h in map.grid if map.terrain.at(h) == "off"}
    found: dict[bool, Road] = {}
    for last in map.grid:
        for before in map.grid.neighbours(last) if last not in crossed else ():
            beyond = map.grid.opposite(last, before)
            if before not in off and (beyond in off or (last in off and beyond not in map.grid)):
                found.setdefault(last in off, Road("track", (before, last)))
    return [road for _, road in sorted(found.items())]


def map_rows(letters: list[list[str]]) -> list[str]:
    return ["".join(row) for row in letters]


def _path(chance: random.Random, grid: HexGrid) -> tuple[Hex, ...]:
    path = [chance.choice(list(grid))]
    for _ in range(chance.randint(1, 5)):
        ways = [h for h in grid.neighbours(path[-1]) if h not in path]
        path += [chance.choice(ways)] if ways else []
    return tuple(path)


def _hexsides(chance: random.Random, grid: HexGrid) -> tuple[Hexside, ...]:
    """Hexsides along a path from corner to corner, some of them at the edge of the map."""
    hex = chance.choice(list(grid))
    a, b, c = hex, *_corner(grid, hex, chance.randrange(6))
    sides = []
    for _ in range(chance.randint(2, 6)):
        # From the corner of three hexes along the side between two of them to the corner beyond.
        one, other = chance.sample((a, b, c), 2)
        third = next(h for h in (a, b, c) if h not in (one, other))
        beyond = next(h for h in grid.around(one) if grid.adjacent(h, other) and h != third)
        if one in grid or other in grid:
            sides.append(hexside(one, other))
        a, b, c = one, other, beyond
    return tuple(dict.fromkeys(sides))


def _confluence(grid: HexGrid, corner: int) -> tuple[Hexside, ...]:
    """The three hexsides at a corner that is not at the edge of most maps."""
    hex = Hex(1, 1)
    one, other = _corner(grid, hex, corner)
    return tuple(s for s in (hexside(hex, one), hexside(hex, other), hexside(one, other))
                 if s.a in grid and s.b in grid)


def _corner(grid: HexGrid, hex: Hex, n: int) -> tuple[Hex, Hex]:
    near = grid.around(hex)
    return near[n], near[n - 1]
