"""The map of Visegrad 4, read without the program: for the tests of the map data.

Everything is computed here from the text of the file, so that an error of the program's grid or loader cannot
hide an error in the map.
"""

from __future__ import annotations

import itertools
from collections import deque
from pathlib import Path

import yaml

FILE = Path(__file__).parents[2] / "sample_scenarios" / "maps" / "visegrad4.yaml"
DATA = yaml.safe_load(FILE.read_text(encoding="utf-8"))
COLUMNS, ROWS = 26, 30

Corner = tuple[int, int]


# -- the grid, by hand: rows 06 to 35 downward, columns 26 to 01 from left to right -------------


def number(col: int, row: int) -> str:
    return f"{row + 6:02d}{26 - col:02d}"


def place_of(hex: str) -> tuple[int, int]:
    return 26 - int(hex[2:]), int(hex[:2]) - 6


ALL = [number(c, r) for r in range(ROWS) for c in range(COLUMNS)]


def centre(hex: str) -> Corner:
    """The centre of a hex in half hex widths and half hex sides, which makes all coordinates integers."""
    col, row = place_of(hex)
    return 2 * col + 1 + (row & 1), 2 + 3 * row


_BY_CENTRE = {centre(h): h for h in ALL}
_STEPS = ((2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3), (1, -3))


def neighbours(hex: str) -> list[str]:
    x, y = centre(hex)
    return [_BY_CENTRE[x + dx, y + dy] for dx, dy in _STEPS if (x + dx, y + dy) in _BY_CENTRE]


def corners(hex: str) -> set[Corner]:
    x, y = centre(hex)
    return {(x + dx, y + dy) for dx, dy in ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2))}


def hexes_at(corner: Corner) -> list[str]:
    x, y = corner
    around = ((1, 1), (1, -1), (0, 2), (0, -2), (-1, 1), (-1, -1))
    return [_BY_CENTRE[x + dx, y + dy] for dx, dy in around if (x + dx, y + dy) in _BY_CENTRE]


def layer(name: str) -> dict[str, str]:
    legend, rows = DATA[name]["legend"], DATA[name]["rows"]
    return {number(c, r): legend[letter] for r, row in enumerate(rows) for c, letter in enumerate(row)}


TERRAIN, COUNTRY = layer("terrain"), layer("countries")
PLAYABLE = {h for h in ALL if TERRAIN[h] not in ("sea", "none")}
PLACES = {p["hex"]: p for p in DATA["places"]}
BY_NAME = {p["name"]: p for p in DATA["places"] if "name" in p}
FEATURES = {h: set(p.get("features", ())) for h, p in PLACES.items()}
AREAS = {a["id"]: a["hexes"].split() for a in DATA["areas"]}
RIVERS = [(r["name"], [tuple(s.split("/")) for s in r["sides"].split()]) for r in DATA["hexsides"]]
ROADS = [(r["kind"], r.get("name", ""), r["path"].split("-")) for r in DATA["roads"]]
SEGMENTS = {frozenset(pair): kind for kind, _, path in ROADS for pair in itertools.pairwise(path)}
ROAD_HEXES = {h for pair in SEGMENTS for h in pair}


def chain(hexes: list[str]) -> bool:
    return all(b in neighbours(a) for a, b in itertools.pairwise(hexes))


def reached(start: str, allowed: set[str]) -> set[str]:
    found, queue = {start}, deque([start])
    while queue:
        for n in neighbours(queue.popleft()):
            if n in allowed and n not in found:
                found.add(n)
                queue.append(n)
    return found


def corner_path(sides: list[tuple[str, ...]]) -> list[Corner]:
    """The corners along a river, in order; fails if its hexsides are not one ordered run."""
    ends = [corners(a) & corners(b) for a, b in sides]
    assert all(len(e) == 2 for e in ends), [s for s, e in zip(sides, ends, strict=True) if len(e) != 2]
    (first,) = ends[0] - ends[1]
    path = [first]
    for side, end in zip(sides, ends, strict=True):
        assert path[-1] in end, f"{side} does not go on from the hexside before it"
        path += end - {path[-1]}
    return path


RIVER_PATHS = [(name, corner_path(sides)) for name, sides in RIVERS]
RIVER_SIDES = [frozenset(s) for _, sides in RIVERS for s in sides]


def distance(a: str, b: str) -> int:
    (x, y), (u, v) = centre(a), centre(b)
    dx, dy = abs(x - u), abs(y - v) // 3
    return dy + max(0, (dx - dy) // 2)


def road_links(hex: str) -> list[str]:
    return [n for n in neighbours(hex) if frozenset((hex, n)) in SEGMENTS]


def supplied(start: str) -> set[str]:
    """The hexes that a supply path can reach: over open terrain, and along roads through mountain and marsh
    (7.1)."""
    found, queue = {start}, deque([start])
    while queue:
        hex = queue.popleft()
        for n in neighbours(hex):
            rough = {TERRAIN[hex], TERRAIN[n]} & {"mountain", "marsh"}
            if n in PLAYABLE and n not in found and (not rough or frozenset((hex, n)) in SEGMENTS):
                found.add(n)
                queue.append(n)
    return found


def on_the_sea(corner: Corner) -> bool:
    return any(TERRAIN[h] == "sea" for h in hexes_at(corner))
