"""Roads that end in the middle of nowhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise

from ...hexgrid import Hex, Hexside, hexside
from ..check.context import Checks
from ..design import Design
from ..edit.documents import with_map
from ..edit.roads import erase_road
from ..problems import Fix


def lint_road_ends(checks: Checks) -> None:
    """Note ends of roads where there is no place, no other road, no water and no edge of the map."""
    game_map = checks.design.map
    grid = game_map.grid
    steps: Counter[Hex] = Counter()
    for side in game_map.road_segments:
        steps.update(side)

    def leads_somewhere(hex: Hex, own: int = 1) -> bool:
        return (steps[hex] > own or hex in game_map.place_at or len(grid.neighbours(hex)) < 6
                or any(not checks.is_playable(n) for n in grid.neighbours(hex)))

    for road in game_map.roads:
        if len(road.path) < 2:
            continue
        for path in (road.path, road.path[::-1]):
            if leads_somewhere(path[0]):
                continue
            at, what = grid.number(path[0]), f"{road.kind} {road.name}".rstrip()
            keep = next((i for i, hex in enumerate(path) if i and leads_somewhere(hex, 2)), len(path) - 1)
            dead = tuple(hexside(a, b) for a, b in pairwise(path[: keep + 1]))
            checks.add("note", "road-to-nowhere", (
                f"The {what} ends in {at}, where there is neither a place nor another road."),
                "map", "roads", f"{road.kind}/{road.name}", hex=at,
                fix=Fix(f"Shorten it to {grid.number(path[keep])}", _cutting(road.kind, dead)))


def _cutting(kind: str, dead: tuple[Hexside, ...]) -> Callable[[Design], Design]:
    return lambda design: with_map(design, erase_road(design.map, dead, kind))
