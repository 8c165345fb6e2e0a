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
from ..give_way import paced
from ..problems import Fix


def lint_road_ends(checks: Checks) -> None:
    """Note ends of roads where there is no place, no other road, no water and no edge of the map."""
    game_map = checks.design.map
    grid = game_map.grid
    steps: Counter[Hex] = Counter()
    for side in game_map.road_segments:
        steps.update(side)

    def leads_somewhere(hex: Hex) -> bool:
        return (steps[hex] > 1 or hex in game_map.place_at or len(grid.neighbours(hex)) < 6
                or any(not checks.is_playable(n) for n in grid.neighbours(hex)))

    for road in paced(game_map.roads, 4):
        if len(road.path) < 2:
            continue
        for path in (road.path, road.path[::-1]):
            if leads_somewhere(path[0]):
                continue
            at, what = grid.number(path[0]), f"{road.kind} {road.name}".rstrip()
            # What is left ends at the last junction or place; where the road passes none, nothing is left.
            whole = len(path) - 1
            keep = next((i for i, hex in enumerate(path[:-1])
                         if i and (steps[hex] > 2 or hex in game_map.place_at)), whole)
            dead = tuple(hexside(a, b) for a, b in pairwise(path[: keep + 1]))
            label = f"Shorten it to {grid.number(path[keep])}"
            if keep == whole:
                label = f"Remove the {what} {grid.number(road.path[0])}–{grid.number(road.path[-1])}"
            checks.add("note", "road-to-nowhere", (
                f"The {what} ends in {at}, where there is neither a place nor another road."),
                "map", "roads", f"{road.kind}/{road.name}", hex=at,
                fix=Fix(label, _cutting(road.kind, dead)))


def _cutting(kind: str, dead: tuple[Hexside, ...]) -> Callable[[Design], Design]:
    return lambda design: with_map(design, erase_road(design.map, dead, kind))
