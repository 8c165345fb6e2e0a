"""A large map with everything on it, always the same, for measurements and tests."""

from __future__ import annotations

import math
import random
from dataclasses import replace

from visegrad_editor.hexgrid import Hex, HexGrid, Hexside
from visegrad_editor.hexgrid.corners import corner, corner_point, exits
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.blank import blank_map
from visegrad_editor.model.files.load import load
from visegrad_editor.model.gamemap import GameMap, HexsideLine, Label, Place, Road
from visegrad_editor.model.layer import Layer
from visegrad_editor.model.ruleset import Ruleset
from visegrad_editor.model.scenario import Scenario, Setup
from visegrad_editor.model.where import Where

_TERRAIN = (("C", "clear"), ("M", "mountain"), ("W", "marsh"), ("S", "sea"))
_SYLLABLES = ("bran", "dol", "gor", "hav", "kra", "lem", "mor", "nov", "ost", "pol", "rud", "tar", "vel")


def big_design(edge: int, counters: int | None = None) -> Design:
    """A design of edge x edge hexes: patches of terrain, six countries, rivers, roads, named towns, names of
    regions, and counters (default: 2,000 on 300 x 300 hexes, fewer on smaller maps)."""
    base = load("historical").design
    assert base is not None
    assert base.scenario is not None
    count = max(1, 2000 * edge * edge // 90_000) if counters is None else counters
    map = big_map(base.ruleset, edge)
    return Design(base.ruleset, map, _scenario(base.scenario, map, count))


def big_map(ruleset: Ruleset, edge: int) -> GameMap:
    """The map of `big_design`."""
    chance = random.Random(edge)
    map = blank_map(ruleset, f"big-{edge}", f"{edge} by {edge} hexes", edge, edge, "pointy")
    rows = tuple("".join(_terrain_letter(c, r) for c in range(edge)) for r in range(edge))
    nations = tuple((chr(65 + i), n.id) for i, n in enumerate(ruleset.nationalities[:6]))
    width = max(1, edge // 3)
    countries = tuple(
        "".join(nations[min(2, c // width) + 3 * (r >= edge // 2)][0] for c in range(edge))
        for r in range(edge))
    land = [h for h in map.grid if rows[h.row][h.col] != "S"]
    places = _places(chance, map.grid, land)
    return replace(
        map, terrain=Layer(_TERRAIN, rows), countries=Layer(nations, countries),
        lines=_rivers(chance, map, rows), roads=_roads(chance, map.grid, rows, ruleset, places),
        places=places, labels=tuple(
            Label(f"Region {i + 1}", chance.choice(land), 1.0 + i % 3 * 0.5)
            for i in range(max(2, edge // 15))))


def _terrain_letter(col: int, row: int) -> str:
    """The terrain of a hex: waves of several lengths make patches."""
    x, y = col / 9.0, row / 9.0
    height = (math.sin(x * 0.9 + 1.3) + math.sin(y * 1.1 + 0.4) + math.sin((x + y) * 0.53)
              + 0.7 * math.sin(x * 2.3 - y * 1.7) + 0.4 * math.sin(x * 5.1 + y * 4.3))
    if height < -1.7:
        return "S"
    if height > 1.6:
        return "M"
    return "W" if -1.45 < height < -1.15 else "C"


def _rivers(chance: random.Random, map: GameMap, rows: tuple[str, ...]) -> tuple[HexsideLine, ...]:
    """One river for each 300 hexes, up to forty hexsides long."""
    grid, rivers = map.grid, []
    for number in range(max(1, len(grid) // 300)):
        at = corner(grid, Hex(chance.randrange(grid.columns), chance.randrange(grid.rows)), 0)
        angle = chance.uniform(0, math.tau)
        goal = math.cos(angle), math.sin(angle)
        sides: list[Hexside] = []
        used: set[Hexside] = set()
        while len(sides) < 40:
            x, y = corner_point(map.geometry, at)
            ways = []
            for side, end in exits(grid, at):
                inside = side.a in grid and side.b in grid
                if inside and side not in used and any(rows[h.row][h.col] != "S" for h in side):
                    px, py = corner_point(map.geometry, end)
                    ways.append(((px - x) * goal[0] + (py - y) * goal[1] + chance.random() * 0.8, side, end))
            if not ways:
                break
            _, side, at = max(ways, key=lambda w: w[0])
            sides.append(side)
            used.add(side)
        if sides:
            rivers.append(HexsideLine("river", tuple(sides), f"River {number + 1}", 1 + number % 4))
    return tuple(rivers)


def _places(chance: random.Random, grid: HexGrid, land: list[Hex]) -> tuple[Place, ...]:
    """A named town in every thirtieth hex."""
    found = []
    for n, hex in enumerate(sorted(chance.sample(land, len(grid) // 30))):
        name = "".join(chance.choice(_SYLLABLES) for _ in range(chance.choice((2, 2, 3)))).title()
        kinds = ("capital",) if n % 97 == 0 else ("city", "industrial") if n % 11 == 0 else ("city",)
        found.append(Place(hex, name, kinds if n % 3 == 0 or n % 11 == 0 else ()))
    return tuple(found)


def _roads(
    chance: random.Random, grid: HexGrid, rows: tuple[str, ...], ruleset: Ruleset, places: tuple[Place, ...]
) -> tuple[Road, ...]:
    """Roads from town to town, ending at coasts; one for each 600 hexes."""
    kinds = [k.id for k in ruleset.roads]
    towns = [p.hex for p in places]
    found = []
    for number in range(max(1, len(grid) // 600)):
        here, goal = chance.sample(towns, 2)
        path = [here]
        while here != goal and len(path) < 60:
            here = min(grid.neighbours(here), key=lambda h: (h.col - goal.col) ** 2 + (h.row - goal.row) ** 2)
            if rows[here.row][here.col] == "S":
                break
            path.append(here)
        if len(path) > 2:
            found.append(Road(kinds[number % len(kinds)], tuple(path), f"R{number + 1}"))
    return tuple(found)


def _scenario(base: Scenario, map: GameMap, count: int) -> Scenario:
    chance = random.Random(count)
    land = [h for h in map.grid if map.terrain.at(h) == "clear"]
    models = [u for u in base.units if u.values]
    units = tuple(
        replace(models[i % len(models)], name=f"{i + 1}th {models[i % len(models)].name.split(' ', 1)[-1]}",
                setup=Setup(Where((map.grid.number(chance.choice(land)),))), reinforcement=None)
        for i in range(count))
    return replace(base, name=map.name, title=map.title, map=map.name, units=units, entries=(), play_area=())
